"""S'Quarrels: A Game of Absolute Nuts.

The names of cards, phases and actions (``FIVE``, ``PHASE_DRAW``, ``STOP``, …) are those of
``layout``.
"""

from typing import Any

from squirrelstats.games.contract import Game
from squirrelstats.games.squarrels import layout
from squirrelstats.games.squarrels.columns import COLUMNS
from squirrelstats.games.squarrels.rules import PRESET_NOTES, PRESETS, Rules
from squirrelstats.games.squarrels.traits import TRAITS

GAME = Game(
    name="squarrels",
    title="S'Quarrels: A Game of Absolute Nuts",
    min_seats=layout.MIN_SEATS,
    max_seats=layout.MAX_SEATS,
    layout=layout,
    columns=COLUMNS,
    rules_class=Rules,
    presets=PRESETS,
    default_preset="rulebook_2009",
    traits=TRAITS,
    preset_notes=PRESET_NOTES,
)


def __getattr__(name: str) -> Any:
    if name.isupper():
        return getattr(layout, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return ["GAME", "Rules", *(name for name in dir(layout) if name.isupper())]
