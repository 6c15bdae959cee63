"""Constructed positions: a table laid out by hand at the beginning of a turn."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games.squirrels import layout as L

#: Where a constructed order of undealt cards ends in `state.deck`.
DECK_END = 256


def construct(
    state: Any,
    rules: Any,
    hands: Sequence[Sequence[int]],
    stacks: Sequence[Sequence[Sequence[int]]] = (),
    pile: Sequence[tuple[int, int] | int] = (),
    discard: Sequence[int] = (),
    undealt: Sequence[int] = (),
    skipped: Sequence[int] = (),
    starter: int = 0,
    safe: int = -1,
    final_turns: int = 0,
) -> None:
    """Lay out a position: ``starter`` is about to begin a turn.

    What is not said is empty or 0: nothing is known about any hand, no turn has been counted. Cards
    named nowhere are out of the round.

    Parameters
    ----------
    state : STATE (1,)
        Its ``seats`` and ``player`` stay.
    rules : RULES (1,)
        A position holds no more copies of a card than the deck of the rules.
    hands : sequence of sequence of int
        Kinds by seat.
    stacks : sequence, optional
        By seat and stack: kinds from the top down: ``depth`` cards, the Blind Card alone, or
        none.
    pile : sequence of int or (int, int)
        Bottom to top: kinds of Number cards, and for a Wild the pair of its kind and its value.
    discard, undealt : sequence of int
        Kinds; undealt cards front to back.
    skipped : sequence of int
        By seat: Skips in front.
    starter : int
        Seat whose turn begins.
    safe : int
        Seat that was out first, -1: nobody yet.
    final_turns : int
        Final turns to come after the one that begins, if somebody is safe.

    Raises
    ------
    UsageError
        If this is no position that could be on the table.
    """
    seats = int(state.seats[0])
    if len(hands) != seats:
        raise UsageError(f"hands must be given for {seats} seats, got {len(hands)}")
    laid = [*stacks] or [()] * seats
    if len(laid) != seats:
        raise UsageError(f"stacks must be given for {seats} seats, got {len(laid)}")
    skips = [*skipped] or [0] * seats
    if len(skips) != seats:
        raise UsageError(f"Skips in front must be given for {seats} seats, got {len(skips)}")
    several = bool(rules.switches[0, L.FLAGS.index("skip_stack")])
    for seat, number in enumerate(skips):
        _check_skips(seat, number, several)
    _check_seat("starter", starter, 0, seats)
    _check_seat("safe", safe, -1, seats)
    if isinstance(final_turns, bool) or final_turns not in range(seats):
        raise UsageError(f"final_turns must be from 0 to {seats - 1}, got {final_turns!r}")
    for seat, hand in enumerate(hands):
        _check(f"hand of seat {seat}", hand)
    for seat, own in enumerate(laid):
        _check_stacks(seat, own, int(rules.stacks[0]), int(rules.depth[0]))
    if safe >= 0 and (len(hands[safe]) or any(map(len, laid[safe]))):
        raise UsageError(f"seat {safe} is safe, so it has no card left; give it an empty hand")
    _check("discard pile", discard)
    _check("undealt cards", undealt)
    cards = [_valued(card) for card in pile]
    _check_pile([value for _, value in cards])

    unseen = Counter(undealt)
    seen = Counter(discard) + Counter(kind for kind, _ in cards) + Counter({L.SKIP: sum(skips)})
    for hand in hands:
        unseen.update(hand)
    for own in laid:
        for stack in own:
            if len(stack) > 1:
                seen[stack[0]] += 1
            unseen.update(stack[1:] if len(stack) > 1 else stack)
    for kind, copies in sorted((unseen + seen).items()):
        printed = int(np.asarray(rules.counts).view("u1").ravel()[kind])
        if copies > printed:
            raise UsageError(
                f"the position has {copies} cards of kind {kind} ({L.KINDS[kind]}), "
                f"the deck only {printed}"
            )

    seating = state.player[0].copy()
    state[:] = np.zeros(1, state.dtype)
    state.seats, state.player[0] = seats, seating
    state.actor = starter
    state.safe, state.final_turns = safe + 1, final_turns
    state.skipped = np.array([*skips, *[0] * (8 - seats)], "u1").view("u8")[0]
    for seat, (hand, own) in enumerate(zip(hands, laid, strict=True)):
        state.hand[0, seat] = state.opening[0, seat] = _packed(hand)
        rows = np.zeros((L.MAX_DEPTH, 8), "u1")  # [0]: the Blind Cards
        for place, stack in enumerate(own):
            rows[: len(stack), place] = [kind + 1 for kind in reversed(stack)]
        sizes = np.zeros(8, "u1")
        sizes[: len(own)] = [len(stack) for stack in own]
        state.stack_cards[0, [seat, seats + seat]] = sizes.view("u8")[0]
        depth = int(rules.depth[0])
        tops = rows[depth - 1].copy()
        rows[depth - 1] = 0
        state.opening_tops[0, seat] = tops.view("u8")[0]
        state.tops[0, [seat, seats + seat]] = tops.view("u8")[0]
        state.below[0, seat] = rows[: L.MAX_DEPTH - 1].view("u8")[:, 0]
        face_down = sum(len(stack) - (len(stack) > 1) for stack in own)
        for name, number in (
            ("hand_sizes", len(hand)),
            ("face_down", face_down),
            ("cards", len(hand) + int(sizes.sum())),
        ):
            state[name] |= np.uint64(number << 8 * seat)
    if cards:
        state.pile[0] = _packed([kind for kind, _ in cards])
        top = cards[-1][1]
        run = [kind for kind, value in cards if value == top]
        state.top, state.run, state.run_wild = top, len(run), int(L.WILD in run)
    state.discard[0] = _packed(discard)
    state.deck_end, state.deck_next = DECK_END, DECK_END - len(undealt)
    state.deck[0, DECK_END - len(undealt) :] = undealt
    state.undealt[0, 1] = len(undealt) << 56
    if rules.switches[0, L.FLAGS.index("leftover_visible")]:
        state.undealt[0] = _packed(undealt)
        unseen -= Counter(undealt)
    state.unseen[0] = _packed(list(unseen.elements()))


def _check_seat(what: str, seat: int, first: int, seats: int) -> None:
    if isinstance(seat, bool) or seat not in range(first, seats):
        raise UsageError(f"{what} must be a seat from {first} to {seats - 1}, got {seat!r}")


def _check(place: str, kinds: Sequence[int]) -> None:
    for kind in kinds:
        if isinstance(kind, bool) or not isinstance(kind, int | np.integer):
            raise UsageError(f"{place}: a card is given by its kind, a number; got {kind!r}")
        if not 0 <= kind < len(L.KINDS):
            raise UsageError(f"{place}: kinds are 0 to {len(L.KINDS) - 1}, got {kind!r}")


def _check_skips(seat: int, number: int, several: bool) -> None:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
        raise UsageError(f"Skips in front of seat {seat} must be a number from 0, got {number!r}")
    if number > 1 and not several:
        raise UsageError(
            f"seat {seat} has {number} Skips in front; more than one needs the rule skip_stack=true"
        )


def _check_stacks(seat: int, own: Sequence[Sequence[int]], stacks: int, depth: int) -> None:
    if len(own) > stacks:
        raise UsageError(f"seat {seat} has {len(own)} stacks, the rules only {stacks}")
    for number, stack in enumerate(own):
        _check(f"stack {number} of seat {seat}", stack)
        if len(stack) not in (0, 1, depth):
            raise UsageError(
                f"stack {number} of seat {seat} has {len(stack)} cards: a stack is full ({depth}), "
                "has its Blind Card alone, or is empty"
            )


def _valued(card: tuple[int, int] | int) -> tuple[int, int]:
    """Kind and value of a card of the pile."""
    if isinstance(card, int | np.integer) and 0 <= card < L.NUMBER_KINDS:
        return int(card), int(card) + 1
    if isinstance(card, tuple) and len(card) == 2 and card[0] == L.WILD and card[1] in range(1, 11):
        return card
    raise UsageError(
        f"pile: a Number card is given by its kind, a Wild as (WILD, its value); got {card!r}"
    )


def _check_pile(values: Sequence[int]) -> None:
    if any(later > earlier for earlier, later in itertools.pairwise(values)):
        raise UsageError(f"pile: values never rise from bottom to top, got {list(values)}")


def _packed(kinds: Sequence[int]) -> np.ndarray:
    """Count by kind in two words, with the total; uint64 (2,)."""
    counts = np.bincount(np.array(kinds, "i8"), minlength=16)
    counts[L.TOTAL] = len(kinds)
    return counts.astype("u1").view("u8")
