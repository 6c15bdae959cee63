"""Result columns that only S'Quarrels has."""

from __future__ import annotations

import functools

from squirrelstats.columns import Column
from squirrelstats.games import _columns
from squirrelstats.games.squarrels import layout as L

by_kind = functools.partial(_columns.by_kind, L)
tally = functools.partial(_columns.tally, L, dtype="int16")

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
    tally("ambushed_cards_won", "cards", "cards taken from others by Ambush", dtype="int32"),
    tally("ambushed_cards_lost", "cards", "cards lost to others by Ambush"),
)
