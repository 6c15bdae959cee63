"""Squirrels: The Card Game.

The names of cards, phases and actions (``WILD``, ``PHASE_ACT``, ``PICK_UP``, …) are those of
``layout``.
"""

from typing import Any

from squirrelstats.games.contract import Game
from squirrelstats.games.squirrels import layout
from squirrelstats.games.squirrels.columns import COLUMNS
from squirrelstats.games.squirrels.rules import PRESET_NOTES, PRESETS, Rules
from squirrelstats.games.squirrels.traits import TRAITS

GAME = Game(
    name="squirrels",
    title="Squirrels: The Card Game",
    min_seats=layout.MIN_SEATS,
    max_seats=layout.MAX_SEATS,
    layout=layout,
    columns=COLUMNS,
    rules_class=Rules,
    presets=PRESETS,
    default_preset="official",
    traits=TRAITS,
    preset_notes=PRESET_NOTES,
    score_goal="low",
    endless=True,
)


def __getattr__(name: str) -> Any:
    if name.isupper():
        return getattr(layout, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return ["GAME", "Rules", *(name for name in dir(layout) if name.isupper())]
