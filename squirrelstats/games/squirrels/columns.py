"""Result columns that only Squirrels has."""

from __future__ import annotations

import functools

from squirrelstats.columns import Column
from squirrelstats.games import _columns
from squirrelstats.games.squirrels import layout as L

tally = functools.partial(_columns.tally, L, dtype="int32")


def by_kind(prefix: str, meaning: str) -> tuple[Column, ...]:
    """A column for each kind of card; ``{}`` in the meaning is the kind."""
    return _columns.by_kind(L, prefix, len(L.KINDS), "int16", meaning)


def of_round(name: str, unit: str, meaning: str, level: str = "all", source: str = "") -> Column:
    """A column of the whole round."""
    return Column(name, "rounds", "int32", unit, meaning, level=level, source=source or name)


COLUMNS = (
    Column(
        "first_out",
        "seats",
        "bool",
        "flag",
        "this seat was out of cards first and ended the round",
        source="first_out",
    ),
    Column(
        "cards_left",
        "seats",
        "int16",
        "cards",
        "cards held when the round ended, stacks included",
        source="cards_left",
    ),
    of_round("skipped_turns", "turns", "turns lost to a Skip", level="core"),
    *by_kind("opening", "copies of the {} in the opening hand"),
    *by_kind("final", "copies of the {} in hand when the round ended"),
    *by_kind("stuck", "copies of the {} held when the round ended, stacks included"),
    *(
        Column(
            f"start_top_{stack}",
            "seats",
            "int8",
            "kind",
            f"kind + 1 of the first top of stack {stack}, 0: there is no such stack",
            level="cards",
            source="opening_tops",
            lane=stack,
        )
        for stack in range(L.MAX_STACKS)
    ),
    tally("turns_taken", "turns", "turns begun, skipped ones not"),
    tally("times_skipped", "turns", "turns lost to a Skip"),
    tally("pickups", "piles", "piles picked up for want of a play or by choice"),
    tally("cards_picked_up", "cards", "cards of these piles"),
    tally("pushes", "Pushes", "Pushes played, also at nobody"),
    tally("pushed_to", "piles", "piles pushed to this seat"),
    tally("cards_pushed_to", "cards", "cards of these piles"),
    tally("skips_played", "Skips", "Skips played, also at nobody"),
    tally("piles_cleared", "piles", "piles cleared by a run"),
    tally("squirrels_played", "Squirrels", "Squirrels played"),
    tally("blinds_turned", "cards", "Blind Cards turned up"),
    tally("blinds_failed", "cards", "Blind Cards that did not fit"),
    tally("specials_played", "cards", "Wilds, Pushes, Skips and Squirrels played, Blind Cards too"),
    tally("forced_passes", "turns", "turns passed for want of anything else to do"),
    of_round("out_first", "seat", "seat that was out of cards first, -1: nobody"),
    of_round("round_pickups", "piles", "piles picked up", source="pickups"),
    of_round("round_pushes", "Pushes", "Pushes played", source="pushes"),
    of_round("round_clears", "piles", "piles cleared by a run", source="clears"),
    of_round("round_blinds", "cards", "Blind Cards turned up", source="blinds"),
    of_round(
        "round_blinds_failed", "cards", "Blind Cards that did not fit", source="blinds_failed"
    ),
)
