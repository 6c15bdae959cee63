"""Strategy analytics and Monte Carlo for three squirrel card games.

>>> import squirrelstats as sq
>>> run = sq.simulate("squarrels", ["baseline", "random"], rounds=1000, seed=7, rotate="cyclic")
>>> run.summary().policy.tolist()
['baseline', 'random']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from squirrelstats import policies
from squirrelstats.errors import (
    DatasetError,
    NotRepeatable,
    PolicyError,
    RunInterrupted,
    SquirrelstatsError,
    UsageError,
)
from squirrelstats.estimate import Estimate
from squirrelstats.games.contract import GAMES, Game, get_game
from squirrelstats.policies.decorator import policy
from squirrelstats.policies.helpers import (
    OTHERWISE,
    count_legal,
    first_legal,
    is_legal,
    last_legal,
    rand_below,
    rand_float,
    random_legal,
)
from squirrelstats.policies.player import Player, player
from squirrelstats.policies.policy import Policy, param
from squirrelstats.simulate.api import load, simulate
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.run import Run, replay

if TYPE_CHECKING:
    from squirrelstats import metagame, plot
    from squirrelstats.balance.house_rules import compare_rules
    from squirrelstats.balance.reading_effects import vary_readings
    from squirrelstats.balance.readings import readings
    from squirrelstats.balance.study import Study
    from squirrelstats.balance.verdicts import check_balance
    from squirrelstats.metagame.mixture import equilibrium
    from squirrelstats.metagame.populations import alpha_rank, replicator
    from squirrelstats.metagame.ratings import ratings
    from squirrelstats.metagame.tournament import tournament
    from squirrelstats.reporting.report import report
    from squirrelstats.simulate.decisions import decisions
    from squirrelstats.stats.blunders import blunders
    from squirrelstats.stats.card_bias import card_bias
    from squirrelstats.stats.card_effects import card_effects
    from squirrelstats.stats.card_table import card_table
    from squirrelstats.stats.causal_cards import causal_card_effects
    from squirrelstats.stats.compare import compare
    from squirrelstats.stats.confidence_sequences import confidence_sequence
    from squirrelstats.stats.count_curves import count_curves
    from squirrelstats.stats.duel import duel
    from squirrelstats.stats.from_frame import estimates
    from squirrelstats.stats.luck import luck
    from squirrelstats.stats.luck_comparison import luck_comparison
    from squirrelstats.stats.luck_split import luck_split
    from squirrelstats.stats.planning import plan_rounds
    from squirrelstats.stats.robustness import robustness
    from squirrelstats.stats.shape import shape, shape_by_seats
    from squirrelstats.stats.skill_ladder import skill_ladder
    from squirrelstats.stats.sprt import sprt
    from squirrelstats.stats.sweep import sweep
    from squirrelstats.stats.until import estimate_until
    from squirrelstats.widgets.live import live

__version__ = "0.1.0"

#: Loaded when first used: they need pandas or matplotlib.
_LAZY = {
    "plot": ("squirrelstats.plot", None),
    "Study": ("squirrelstats.balance.study", "Study"),
    "alpha_rank": ("squirrelstats.metagame.populations", "alpha_rank"),
    "blunders": ("squirrelstats.stats.blunders", "blunders"),
    "card_bias": ("squirrelstats.stats.card_bias", "card_bias"),
    "card_effects": ("squirrelstats.stats.card_effects", "card_effects"),
    "card_table": ("squirrelstats.stats.card_table", "card_table"),
    "causal_card_effects": ("squirrelstats.stats.causal_cards", "causal_card_effects"),
    "check_balance": ("squirrelstats.balance.verdicts", "check_balance"),
    "compare": ("squirrelstats.stats.compare", "compare"),
    "compare_rules": ("squirrelstats.balance.house_rules", "compare_rules"),
    "confidence_sequence": ("squirrelstats.stats.confidence_sequences", "confidence_sequence"),
    "count_curves": ("squirrelstats.stats.count_curves", "count_curves"),
    "decisions": ("squirrelstats.simulate.decisions", "decisions"),
    "duel": ("squirrelstats.stats.duel", "duel"),
    "equilibrium": ("squirrelstats.metagame.mixture", "equilibrium"),
    "estimates": ("squirrelstats.stats.from_frame", "estimates"),
    "estimate_until": ("squirrelstats.stats.until", "estimate_until"),
    "live": ("squirrelstats.widgets.live", "live"),
    "luck": ("squirrelstats.stats.luck", "luck"),
    "luck_comparison": ("squirrelstats.stats.luck_comparison", "luck_comparison"),
    "luck_split": ("squirrelstats.stats.luck_split", "luck_split"),
    "metagame": ("squirrelstats.metagame", None),
    "plan_rounds": ("squirrelstats.stats.planning", "plan_rounds"),
    "ratings": ("squirrelstats.metagame.ratings", "ratings"),
    "readings": ("squirrelstats.balance.readings", "readings"),
    "replicator": ("squirrelstats.metagame.populations", "replicator"),
    "report": ("squirrelstats.reporting.report", "report"),
    "robustness": ("squirrelstats.stats.robustness", "robustness"),
    "shape": ("squirrelstats.stats.shape", "shape"),
    "shape_by_seats": ("squirrelstats.stats.shape", "shape_by_seats"),
    "skill_ladder": ("squirrelstats.stats.skill_ladder", "skill_ladder"),
    "sprt": ("squirrelstats.stats.sprt", "sprt"),
    "sweep": ("squirrelstats.stats.sweep", "sweep"),
    "tournament": ("squirrelstats.metagame.tournament", "tournament"),
    "vary_readings": ("squirrelstats.balance.reading_effects", "vary_readings"),
}


def rules(game: str | Game, preset: str | None = None, **changes: Any) -> Any:
    """A preset of a game's rules, with changes.

    Parameters
    ----------
    game : str
    preset : str, optional
        Default: the game's default preset.
    **changes
        Options and their values.

    Raises
    ------
    UsageError
        Unknown game, preset, option or value.

    Examples
    --------
    >>> rules("squarrels", draw_rule="optional").draw_rule
    'optional'
    """
    return get_game(game).rules(preset, **changes)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        module, member = _LAZY[name]
        value = importlib.import_module(module)
        return value if member is None else getattr(value, member)
    if name in GAMES:
        import importlib

        return importlib.import_module(f"squirrelstats.games.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *GAMES, "__version__"})


__all__ = [
    "GAMES",
    "OTHERWISE",
    "DatasetError",
    "Estimate",
    "Game",
    "NotRepeatable",
    "Plan",
    "Player",
    "Policy",
    "PolicyError",
    "Run",
    "RunInterrupted",
    "SquirrelstatsError",
    "Study",
    "UsageError",
    "alpha_rank",
    "blunders",
    "card_bias",
    "card_effects",
    "card_table",
    "causal_card_effects",
    "check_balance",
    "compare",
    "compare_rules",
    "confidence_sequence",
    "count_curves",
    "count_legal",
    "decisions",
    "duel",
    "equilibrium",
    "estimate_until",
    "estimates",
    "first_legal",
    "get_game",
    "is_legal",
    "last_legal",
    "live",
    "load",
    "luck",
    "luck_comparison",
    "luck_split",
    "make_plan",
    "metagame",
    "param",
    "plan_rounds",
    "player",
    "plot",
    "policies",
    "policy",
    "rand_below",
    "rand_float",
    "random_legal",
    "ratings",
    "readings",
    "replay",
    "replicator",
    "report",
    "robustness",
    "rules",
    "shape",
    "shape_by_seats",
    "simulate",
    "skill_ladder",
    "sprt",
    "sweep",
    "tournament",
    "vary_readings",
]
