"""Charts of runs and of tournaments: functions that draw into an Axes and return it.

All share one style: words on the axes, intervals drawn and written out, the rules and n in the
small print, colours that differ in grey too and a marker of its own for every series.
"""

from squirrelstats.plot.blunders import blunders
from squirrelstats.plot.cards import card_effects
from squirrelstats.plot.causal import card_bias, causal_effects, count_curves
from squirrelstats.plot.comparisons import comparison, divergence
from squirrelstats.plot.distributions import lengths, scores
from squirrelstats.plot.estimates import estimates
from squirrelstats.plot.evolution import alpha_rank, equilibrium, replicator
from squirrelstats.plot.luck import luck_split, skill_ladder
from squirrelstats.plot.robustness import robustness
from squirrelstats.plot.rules import house_rules, tornado
from squirrelstats.plot.runs import overview, win_shares
from squirrelstats.plot.sequential import interval_path, llr_path
from squirrelstats.plot.shapes import seat_advantage, shape_of_play
from squirrelstats.plot.sweeps import sweep, sweeps
from squirrelstats.plot.tournaments import payoffs, ratings
from squirrelstats.plot.watched import watched_shares

__all__ = [
    "alpha_rank",
    "blunders",
    "card_bias",
    "card_effects",
    "causal_effects",
    "comparison",
    "count_curves",
    "divergence",
    "equilibrium",
    "estimates",
    "house_rules",
    "interval_path",
    "lengths",
    "llr_path",
    "luck_split",
    "overview",
    "payoffs",
    "ratings",
    "replicator",
    "robustness",
    "scores",
    "seat_advantage",
    "shape_of_play",
    "skill_ladder",
    "sweep",
    "sweeps",
    "tornado",
    "watched_shares",
    "win_shares",
]


def __dir__() -> list[str]:
    return sorted(__all__)
