"""Constructed positions: a table laid out by hand at the beginning of a full turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games.squarrels import layout as L

Sets = Mapping[int, int] | Sequence[int]


def construct(
    state: Any,
    rules: Any,
    hands: Sequence[Sequence[int]],
    deck: Sequence[int] = (),
    hoard: Sequence[int] = (),
    stored: Sequence[Sets] | None = None,
    drawer: int = 0,
) -> None:
    """Lay out a position: ``drawer`` is about to draw the first card of a full turn.

    What is not said is empty or 0: nothing is known about any hand, no turn has been counted.

    Parameters
    ----------
    state : STATE (1,)
        Its ``seats`` and ``player`` stay.
    rules : RULES (1,)
        A position holds no more copies of a card than the deck of the rules.
    hands : sequence of sequence of int
        Kinds 0-6, by seat.
    deck : sequence of int
        Kinds 0-11, front to back. Without Winter the round ends when it has run out.
    hoard : sequence of int
        Kinds 0-6.
    stored : sequence, optional
        By seat: kinds 0-4 of the sets, or the number of sets by kind.
    drawer : int

    Raises
    ------
    UsageError
        If this is no position that could be on the table.
    """
    seats = int(state.seats[0])
    if len(hands) != seats:
        raise UsageError(f"hands must be given for {seats} seats, got {len(hands)}")
    laid = list(stored) if stored is not None else [()] * seats
    if len(laid) != seats:
        raise UsageError(f"stored sets must be given for {seats} seats, got {len(laid)}")
    if not 0 <= drawer < seats:
        raise UsageError(f"drawer must be a seat from 0 to {seats - 1}, got {drawer!r}")
    for seat, hand in enumerate(hands):
        _check(f"hand of seat {seat}", hand, L.HAND_KINDS)
    for seat, sets in enumerate(laid):
        _check(f"sets of seat {seat}", list(sets), L.NUMBER_KINDS)
        if min(Counter(sets).values(), default=0) < 0:
            raise UsageError(f"sets of seat {seat}: a number of sets is not negative, got {sets!r}")
    _check("Hoard pile", hoard, L.HAND_KINDS)
    _check("deck", deck, len(L.KINDS))

    live = Counter(deck)
    for hand in hands:
        live.update(hand)
    everything = live + Counter(hoard)
    for sets in laid:
        for kind, number in Counter(sets).items():
            everything[kind] += number * int(rules.set_size[0])
    printed = np.bincount(rules.deck[0, : int(rules.deck_size[0])], minlength=len(L.KINDS))
    for kind, copies in sorted(everything.items()):
        if copies > printed[kind]:
            raise UsageError(
                f"the position has {copies} cards of kind {kind} ({L.KINDS[kind]}), "
                f"the deck only {printed[kind]}"
            )

    seating = state.player[0].copy()
    state[:] = np.zeros(1, state.dtype)
    state.seats, state.player[0] = seats, seating
    state.drawer = drawer
    state.deck[0, : len(deck)] = deck
    state.deck_end = len(deck)
    state.hoard = _packed(hoard)
    for seat, (hand, sets) in enumerate(zip(hands, laid, strict=True)):
        state.hand[0, seat] = state.opening[0, seat] = _packed(hand)
        state.stored[0, seat] = _packed(list(Counter(sets).elements()))
        state.points[0, seat] = sum(
            int(rules.set_points[0, kind]) * n for kind, n in Counter(sets).items()
        )
    if rules.options[0, list(L.OPTION_VALUES).index("hoard_visibility")]:
        live.update(hoard)
    state.unseen[0] = np.array([live[kind] for kind in range(16)], "u1").view("u8")


def _check(place: str, kinds: Sequence[int], limit: int) -> None:
    for kind in kinds:
        if isinstance(kind, bool) or not isinstance(kind, int | np.integer):
            raise UsageError(f"{place}: a card is given by its kind, a number; got {kind!r}")
        if not 0 <= kind < limit:
            raise UsageError(f"{place}: kinds there are 0 to {limit - 1}, got {kind!r}")


def _packed(kinds: Sequence[int]) -> np.uint64:
    """Count by kind in one word, the total in lane 7."""
    counts = np.bincount(np.array(kinds, "i8"), minlength=8)
    counts[L.TOTAL] = len(kinds)
    return np.uint64(counts.astype("u1").view("u8")[0])
