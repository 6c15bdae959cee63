"""Result columns that only S'Quarrels has."""

from __future__ import annotations

from squirrelstats.columns import Column
from squirrelstats.games.squarrels import layout as L


def by_kind(prefix: str, kinds: int, dtype: str, meaning: str) -> tuple[Column, ...]:
    """A column for each of the first so many kinds; ``{}`` in the meaning is the kind."""
    return tuple(
        Column(
            f"{prefix}_{L.KINDS[kind]}",
            "seats",
            dtype,
            "cards",
            meaning.format(L.KIND_TITLES[kind]),
            level="cards",
            source=prefix,
            lane=kind,
        )
        for kind in range(kinds)
    )


def tally(name: str, unit: str, meaning: str, dtype: str = "int16") -> Column:
    """A column of what a seat did, or what was done to it."""
    lane = L.TALLIES.index(name)
    return Column(name, "seats", dtype, unit, meaning, level="all", source="tally", lane=lane)


COLUMNS = (
    Column(
        "mini_turns",
        "rounds",
        "int16",
        "turns",
        "store-and-discard turns of Quarrel and Hoard winners, counted apart from full turns",
        source="mini_turns",
    ),
    Column(
        "lead_changes",
        "rounds",
        "int16",
        "changes",
        "how often another seat than before came to have more points stored than every other",
        level="all",
        source="lead_changes",
    ),
    *by_kind("opening", L.HAND_KINDS, "int8", "copies of {} in the opening hand"),
    *by_kind("drawn", len(L.KINDS), "int16", "copies of {} drawn from the deck after the deal"),
    *by_kind("final", L.HAND_KINDS, "int8", "copies of {} in hand when the round ended"),
    *by_kind(
        "stuck",
        L.NUMBER_KINDS,
        "int8",
        "copies of {} of complete sets still in hand when the round ended",
    ),
    tally("quarrels_won", "Quarrels", "Quarrels won"),
    tally("quarrels_lost", "Quarrels", "Quarrels taken part in that somebody else won"),
    tally("hoards_won", "races", "races for the Hoard pile won"),
    tally(
        "hoards_lost",
        "races",
        "races for the Hoard pile run, not lapsed in, that somebody else won",
    ),
    tally("ambushed_cards_won", "cards", "cards taken from others by Ambush", "int32"),
    tally("ambushed_cards_lost", "cards", "cards lost to others by Ambush"),
)
