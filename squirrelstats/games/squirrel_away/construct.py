"""Constructed positions: a table laid out by hand at the beginning of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games.squirrel_away import layout as L

#: Largest number in a lane of a row.
_MOST = 127


def construct(
    state: Any,
    rules: Any,
    hands: Sequence[Sequence[int]],
    loot: Sequence[int] | None = None,
    fronts: Sequence[Sequence[int]] = (),
    sets: Sequence[int] = (),
    tokens: Sequence[int] | None = None,
    unused: Sequence[int] = (),
    starter: int = 0,
) -> None:
    """Lay out a position: ``starter`` is about to begin a turn.

    What is not said is empty or 0: nobody has called, no turn has been counted. Cards named nowhere
    have been shown.

    Parameters
    ----------
    state : STATE (1,)
        Its ``seats`` and ``player`` stay.
    rules : RULES (1,)
        A position holds no more of a colour, and no more copies of a face, than the rules have.
    hands : sequence of sequence of int
        Faces by seat.
    loot : sequence of int, optional
        Acorns by colour; by default all that are elsewhere neither in a Front nor in a stash.
    fronts : sequence of sequence of int
        Acorns by seat and colour.
    sets : sequence of int
        Sets stashed by seat.
    tokens : sequence of int, optional
        By seat; by default as many as the rules give.
    unused : sequence of int
        Faces of the cards that nobody was dealt.
    starter : int
        Seat whose turn begins.

    Raises
    ------
    UsageError
        If this is no position that could be on the table.
    """
    seats = int(state.seats[0])
    acorns = _lanes(rules.loot)[: len(L.COLOURS)]
    most_tokens = [int(rules.tokens[0])] * seats
    fronts = _by_seat("fronts", fronts or [(0,) * len(L.COLOURS)] * seats, seats)
    sets = _by_seat("sets", sets or [0] * seats, seats)
    tokens = _by_seat("tokens", most_tokens if tokens is None else tokens, seats)
    _by_seat("hands", hands, seats)
    if isinstance(starter, bool) or starter not in range(seats):
        raise UsageError(f"starter must be a seat from 0 to {seats - 1}, got {starter!r}")
    for seat, hand in enumerate(hands):
        _check_cards(f"hand of seat {seat}", hand, int(rules.faces[0]))
        if len(hand) > rules.hand_size[0]:
            raise UsageError(
                f"seat {seat} holds {len(hand)} cards, the rules deal {int(rules.hand_size[0])}"
            )
        _check_acorns(f"front of seat {seat}", fronts[seat])
        _check_number(f"sets of seat {seat}", sets[seat])
        _check_number(f"tokens of seat {seat}", tokens[seat])
    _check_cards("unused cards", unused, int(rules.faces[0]))

    unshown = Counter(unused)
    for hand in hands:
        unshown.update(hand)
    for face, copies in sorted(unshown.items()):
        printed = _lanes(rules.counts)[face]
        if copies > printed:
            raise UsageError(
                f"the position has {copies} cards of face {face}, the deck only {printed}"
            )

    out = [sum(column) + sum(sets) for column in zip(*fronts, strict=True)]
    left = [there - gone for there, gone in zip(acorns, out, strict=True)]
    if loot is not None:
        _check_acorns("loot", loot)
    for colour, there in enumerate(left):
        lies = 0 if loot is None else loot[colour]
        if lies > there:
            raise UsageError(
                f"the position has {out[colour] + lies} acorns of {L.COLOUR_TITLES[colour]}, the "
                f"rules only {acorns[colour]}"
            )

    seating = state.player[0].copy()
    state[:] = np.zeros(1, state.dtype)
    state.seats, state.player[0] = seats, seating
    state.active = state.actor = starter
    state.loot = _heap(left if loot is None else loot)
    state.unshown[0] = _by_face(list(unshown.elements()))
    state.hand_sizes, state.tokens = _row([len(hand) for hand in hands]), _row(tokens)
    state.sets = _row(sets)
    for seat, hand in enumerate(hands):
        state.hand[0, seat] = state.opening[0, seat] = state.secret[0, seat] = _by_face(hand)
        state.front[0, seat] = _heap(fronts[seat])


def _by_seat(what: str, given: Sequence[Any], seats: int) -> Sequence[Any]:
    if len(given) != seats:
        raise UsageError(f"{what} must be given for {seats} seats, got {len(given)}")
    return given


def _check_number(what: str, number: int) -> None:
    whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
    if not whole or not 0 <= number <= _MOST:
        raise UsageError(f"{what} must be a number from 0 to {_MOST}, got {number!r}")


def _check_acorns(what: str, acorns: Sequence[int]) -> None:
    if len(acorns) != len(L.COLOURS):
        raise UsageError(f"{what}: acorns are given for {len(L.COLOURS)} colours, got {acorns!r}")
    for number in acorns:
        _check_number(what, number)


def _check_cards(place: str, cards: Sequence[int], faces: int) -> None:
    for face in cards:
        if isinstance(face, bool) or not isinstance(face, int | np.integer):
            raise UsageError(f"{place}: a card is given by its face, a number; got {face!r}")
        if not 0 <= face < faces:
            raise UsageError(f"{place}: faces are 0 to {faces - 1}, got {face!r}")


def _lanes(words: Any) -> list[int]:
    """The bytes of packed words."""
    lanes: list[int] = np.asarray(words).view("u1").ravel().tolist()
    return lanes


def _row(numbers: Sequence[int]) -> np.ndarray:
    """Numbers by seat, or by colour, a byte each; uint64."""
    lanes = np.zeros(8, "u1")
    lanes[: len(numbers)] = numbers
    return lanes.view("u8")[0]  # type: ignore[no-any-return]


def _heap(acorns: Sequence[int]) -> np.ndarray:
    """Acorns by colour with their total; uint64."""
    return _row([*acorns, 0, 0, 0, sum(acorns)])


def _by_face(cards: Sequence[int]) -> np.ndarray:
    """Count by face in two words; uint64 (2,)."""
    return np.bincount(np.array(cards, "i8"), minlength=L.MAX_FACES).astype("u1").view("u8")
