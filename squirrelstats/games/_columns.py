"""Result columns that games make alike: cards by kind, what a seat did."""

from __future__ import annotations

from types import ModuleType

from squirrelstats.columns import Column


def by_kind(
    layout: ModuleType, prefix: str, kinds: int, dtype: str, meaning: str
) -> tuple[Column, ...]:
    """A column for each of the first so many kinds; ``{}`` in the meaning is the kind."""
    return tuple(
        Column(
            f"{prefix}_{layout.KINDS[kind]}",
            "seats",
            dtype,
            "cards",
            meaning.format(layout.KIND_TITLES[kind]),
            level="cards",
            source=prefix,
            lane=kind,
        )
        for kind in range(kinds)
    )


def tally(layout: ModuleType, name: str, unit: str, meaning: str, dtype: str) -> Column:
    """A column of what a seat did, or what was done to it: one of ``layout.TALLIES``."""
    lane = layout.TALLIES.index(name)
    return Column(name, "seats", dtype, unit, meaning, level="all", source="tally", lane=lane)
