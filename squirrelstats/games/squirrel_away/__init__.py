"""Squirrel Away.

The names of colours, phases and actions (``RED``, ``PHASE_CLAIM``, ``CALL_FIST``, …) are those of
``layout``; faces of cards are read and named by ``faces``.
"""

from typing import Any

from squirrelstats.games.contract import Game
from squirrelstats.games.squirrel_away import layout
from squirrelstats.games.squirrel_away.columns import COLUMNS
from squirrelstats.games.squirrel_away.rules import ASSUMPTIONS, PRESET_NOTES, PRESETS, Rules
from squirrelstats.games.squirrel_away.traits import TRAITS

GAME = Game(
    name="squirrel_away",
    title="Squirrel Away",
    min_seats=layout.MIN_SEATS,
    max_seats=layout.MAX_SEATS,
    layout=layout,
    columns=COLUMNS,
    rules_class=Rules,
    presets=PRESETS,
    default_preset="official",
    traits=TRAITS,
    preset_notes=PRESET_NOTES,
    assumptions=ASSUMPTIONS,
    assumed_in_brief="ten card faces are assumed",
)


def __getattr__(name: str) -> Any:
    if name.isupper():
        return getattr(layout, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return ["GAME", "Rules", *(name for name in dir(layout) if name.isupper())]
