"""Charts of runs: functions that draw into an Axes and return it.

All share one style: words on the axes, intervals drawn and written out, the rules and n in the
small print, colours that differ in grey too and a marker of its own for every series.
"""

from squirrelstats.plot.cards import card_effects
from squirrelstats.plot.distributions import lengths, scores
from squirrelstats.plot.runs import overview, win_shares
from squirrelstats.plot.sequential import interval_path, llr_path

__all__ = [
    "card_effects",
    "interval_path",
    "lengths",
    "llr_path",
    "overview",
    "scores",
    "win_shares",
]
