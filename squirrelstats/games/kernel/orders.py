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


#: What a card is looked for in an exchange: a copy of the kind that is in the hand, or elsewhere
#: but in no hand fixed before; a card of no kind asked for, there or here; and, where one copy more
#: is asked for, a copy outside all hands, a card of another kind in the hand.
MY_COPY, A_COPY, MY_FREE, A_FREE, SPARE_COPY, MY_OTHER = (U(i) for i in range(6))


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
                while number(state, streams, size, seat, U(k), MY_COPY) > wanted(streams, seat, k):
                    if number(state, streams, size, seat, ZERO, A_FREE) != ZERO:
                        exchange(state, streams, size, seat, U(k), MY_COPY, ZERO, A_FREE)
                    else:
                        lacking = first_lacking(state, streams, size, seat)
                        exchange(state, streams, size, seat, U(k), MY_COPY, lacking, A_COPY)
            lacking = first_lacking(state, streams, size, seat)
            while lacking != KINDS:
                exchange(state, streams, size, seat, lacking, A_COPY, ZERO, MY_FREE)
                lacking = first_lacking(state, streams, size, seat)
        if streams.exchange[seat] != 0:
            kind = U(streams.exchange[seat]) - ONE_BIT
            if number(state, streams, size, seat, kind, SPARE_COPY) != ZERO:
                if number(state, streams, size, seat, kind, MY_OTHER) != ZERO:
                    exchange(state, streams, size, seat, kind, SPARE_COPY, kind, MY_OTHER)


@inline
def wanted(streams, seat, kind):
    """Copies asked for."""
    return U(streams.copies[seat, U(kind)])


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


@part
def first_lacking(state, streams, size, seat):
    """The first kind of which the hand has fewer copies than asked for; `KINDS` if none."""
    for k in range(KINDS):
        copies = wanted(streams, seat, k)
        if copies != ANY_NUMBER and copies > number(state, streams, size, seat, U(k), MY_COPY):
            return U(k)
    return KINDS


@part
def exchange(state, streams, size, seat, kind, choice, other_kind, other_choice):
    """Two cards change places, each drawn from those that are looked for, along the order."""
    first = drawn(state, streams, size, seat, kind, choice)
    second = drawn(state, streams, size, seat, other_kind, other_choice)
    kept = state.deck[first]
    state.deck[first] = state.deck[second]
    state.deck[second] = kept


@part
def drawn(state, streams, size, seat, kind, choice):
    """The place of one of the cards that are looked for."""
    cards = number(state, streams, size, seat, kind, choice)
    return nth(state, streams, size, seat, kind, choice, _rng.below(streams, cards))


@inline
def number(state, streams, size, seat, kind, choice):
    """How many cards there are of those that are looked for."""
    return nth(state, streams, size, seat, kind, choice, size) - size


@part
def nth(state, streams, size, seat, kind, choice, skipped):
    """Place of a card that is looked for, after so many others; without one ``size`` + how many."""
    found = ZERO
    for i in range(size):
        place = U(i)
        zone, card = U(streams.zone[place]), U(state.deck[place])
        mine, copy = zone == seat, card == kind
        fits = mine and not copy
        if choice == MY_COPY:
            fits = mine and copy
        elif choice == MY_FREE:
            fits = mine and wanted(streams, seat, card) == ANY_NUMBER
        elif choice == SPARE_COPY:
            fits = zone == ELSEWHERE and copy
        elif choice != MY_OTHER:
            fits = copy if choice == A_COPY else wanted(streams, seat, card) == ANY_NUMBER
            fits = fits and not mine and zone != NEVER_DEALT
            fits = fits and not (zone < seat and is_fixed(streams, zone))
        if fits:
            if found == skipped:
                return place
            found += ONE_BIT
    return size + found


@part
def is_fixed(streams, seat):
    """Whether copies in the hand of that seat are asked for."""
    for k in range(KINDS):
        if wanted(streams, seat, k) != ANY_NUMBER:
            return True
    return False
