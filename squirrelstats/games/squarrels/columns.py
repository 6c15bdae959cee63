"""Result columns that only S'Quarrels has."""

from __future__ import annotations

from squirrelstats.columns import Column
from squirrelstats.games.squarrels import layout as L

COLUMNS = (
    Column(
        "mini_turns",
        "rounds",
        "int16",
        "turns",
        "store-and-discard turns of Quarrel and Hoard winners, counted apart from full turns",
        source="mini_turns",
    ),
    *(
        Column(
            f"opening_{L.KINDS[kind]}",
            "seats",
            "int8",
            "cards",
            f"copies of {L.KIND_TITLES[kind]} in the opening hand",
            level="cards",
            source="opening",
            lane=kind,
        )
        for kind in range(L.HAND_KINDS)
    ),
)
