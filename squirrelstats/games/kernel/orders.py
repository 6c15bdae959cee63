"""The order of a deal: shuffled, also from a deck in common, with hands as asked for."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games.kernel.shuffling import durstenfeld

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)
KINDS = U(_rng.KIND_LIMIT)
ANY_NUMBER, LACKING = U(_rng.ANY_NUMBER), U(_rng.LACKING)
#: Where a card of the order goes: below these a seat's hand.
ELSEWHERE, NEVER_DEALT = U(254), U(255)


@inline
def deal_order(state, rules, streams):
    """Lay ``state.deck`` out and shuffle it; how many cards it has."""
    size = rules.deck_size
    if streams.common != ZERO:
        return common_order(state, streams)
    for i in range(size):
        state.deck[U(i)] = rules.deck[U(i)]
    _rng.start(streams, _rng.DEAL, ZERO, ZERO)
    shuffle(state, streams, size)
    return size


@part
def shuffle(state, streams, cards):
    """Shuffle the first cards of the deck."""
    durstenfeld(state, streams, ZERO, cards)


@rare
def common_order(state, streams):
    """The deck in common is shuffled; the cards that these rules lack are left out."""
    for i in range(streams.common):
        state.deck[U(i)] = i
    _rng.start(streams, _rng.DEAL, ZERO, ZERO)
    shuffle(state, streams, streams.common)
    end = ZERO
    for i in range(streams.common):
        kind = streams.common_kind[U(state.deck[U(i)])]
        if U(kind) != LACKING:
            state.deck[end] = kind
            end += ONE_BIT
    return end


# --- hands as asked for -------------------------------------------------------------------------


@rare
def force_hands(state, streams, size, aside, hand, dealable):
    """Exchange cards of the order so that opening hands are as asked for.

    Of the cards of kinds below ``dealable``, in their order, each seat gets ``aside`` others and
    then a hand of ``hand``; cards of other kinds never change places.
    """
    mark_zones(state, streams, size, aside, hand, dealable)
    for s in range(state.seats):
        seat = U(s)
        _rng.start(streams, _rng.FORCE, seat, ZERO)
        if is_fixed(streams, seat):
            for k in range(KINDS):
                give_away(state, streams, size, seat, U(k))
            for k in range(KINDS):
                fill_up(state, streams, size, seat, U(k))
        if streams.exchange[seat] != 0:
            exchange_one(state, streams, size, seat, U(streams.exchange[seat]) - ONE_BIT)


@inline
def mark_zones(state, streams, size, aside, hand, dealable):
    """Say of each place of the order where its card goes."""
    block = aside + hand
    dealt = ZERO
    for i in range(size):
        zone = NEVER_DEALT
        if U(state.deck[U(i)]) < dealable:
            zone = ELSEWHERE
            if dealt < block * state.seats and dealt % block >= aside:
                zone = dealt // block
            dealt += ONE_BIT
        streams.zone[U(i)] = zone


@inline
def give_away(state, streams, size, seat, kind):
    """Exchange copies of a kind until the hand has no more of them than asked for."""
    wanted = U(streams.copies[seat, kind])
    while eligible(state, streams, size, seat, kind, U(0)) > wanted:
        given = pick(state, streams, size, seat, kind, U(0))
        taken = pick(state, streams, size, seat, kind, U(3))
        swap(state, given, taken)


@inline
def fill_up(state, streams, size, seat, kind):
    """Exchange cards for copies of a kind until the hand has as many of them as asked for."""
    wanted = U(streams.copies[seat, kind])
    if wanted != ANY_NUMBER:
        while eligible(state, streams, size, seat, kind, U(0)) < wanted:
            taken = pick(state, streams, size, seat, kind, U(1))
            given = pick(state, streams, size, seat, kind, U(2))
            swap(state, given, taken)


@inline
def exchange_one(state, streams, size, seat, kind):
    """A card of another kind goes for a copy of this one from outside all hands, if there is."""
    if eligible(state, streams, size, seat, kind, U(4)) == ZERO:
        return
    if eligible(state, streams, size, seat, kind, U(5)) == ZERO:
        return
    taken = pick(state, streams, size, seat, kind, U(4))
    given = pick(state, streams, size, seat, kind, U(5))
    swap(state, given, taken)


@part
def eligible(state, streams, size, seat, kind, choice):
    """How many places of the order are eligible for that choice."""
    places = ZERO
    for i in range(size):
        if may(state, streams, U(i), seat, kind, choice):
            places += ONE_BIT
    return places


@part
def pick(state, streams, size, seat, kind, choice):
    """One of the places eligible for that choice, uniformly, counted along the order."""
    left = _rng.below(streams, eligible(state, streams, size, seat, kind, choice))
    for i in range(size):
        if may(state, streams, U(i), seat, kind, choice):
            if left == ZERO:
                return U(i)
            left -= ONE_BIT
    return ZERO


@part
def may(state, streams, place, seat, kind, choice):
    """Whether a place is eligible: a copy in the hand or outside, a free card outside or in it.

    Outside are the places that no hand fixed before has; choices 4 and 5 are those of an exchange:
    a copy outside all hands, a card of another kind in the hand.
    """
    zone, card = U(streams.zone[place]), U(state.deck[place])
    mine, copy = zone == seat, card == kind
    free = U(streams.copies[seat, card]) == ANY_NUMBER
    outside = zone != NEVER_DEALT and not mine and (zone >= U(8) or zone > seat)
    if zone < seat and not is_fixed(streams, zone):
        outside = True
    if choice == U(0):
        return mine and copy
    if choice == U(1):
        return outside and copy
    if choice == U(2):
        return mine and free
    if choice == U(3):
        return outside and free
    if choice == U(4):
        return zone == ELSEWHERE and copy
    return mine and not copy


@inline
def is_fixed(streams, seat):
    """Whether copies in the hand of that seat are asked for."""
    for k in range(KINDS):
        if U(streams.copies[seat, U(k)]) != ANY_NUMBER:
            return True
    return False


@inline
def swap(state, one, other):
    """Two places of the order change cards."""
    kept = state.deck[one]
    state.deck[one] = state.deck[other]
    state.deck[other] = kept
