"""Chance seen and steered from outside, and other deals that look the same to a seat."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import lowest_bit
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.raids import ambush_victim
from squirrelstats.games.squarrels.kernel.steps import (
    HAND_KINDS,
    OBSERVERS,
    ONE_BIT,
    S_AMBUSH,
    S_DRAW,
    S_HOARD,
    S_PICK,
    S_RACE,
    SCRATCH,
    ZERO,
    U,
    lay_out,
    shuffle,
)


@inline
def chance(state, rules, outcomes):
    """Outcomes of the pending chance event as integer weights; its kind of event.

    ``outcomes`` is int64 (16,): by kind for a draw or an Ambush, by seat for a race, all 0 for the
    Whirlwind, which has too many.
    """
    for i in range(16):
        outcomes[i] = 0
    stage = state.stage
    if stage == S_DRAW:
        for i in range(state.deck_next, state.deck_end):
            outcomes[state.deck[U(i)]] += 1
        return L.CHANCE_DRAW
    if stage == S_AMBUSH:
        hand = state.hand[ambush_victim(state)]
        for k in range(HAND_KINDS):
            outcomes[k] = pk.count(hand, U(k))
        return L.CHANCE_AMBUSH
    if stage == S_RACE:
        for s in range(state.seats):
            outcomes[s] = (state.racing >> U(s)) & ONE_BIT
        return L.CHANCE_RACE
    return L.CHANCE_WHIRLWIND


@inline
def swap_to_front(state, index):
    """A card of the deck changes places with the front one."""
    kept = state.deck[state.deck_next]
    state.deck[state.deck_next] = state.deck[index]
    state.deck[index] = kept


@inline
def force(state, rules, outcome, streams):
    """Make a listed outcome (uint64) happen next; false if it cannot.

    A draw exchanges the front card with a uniformly chosen copy of the kind, by the stream in use.
    """
    stage = state.stage
    if stage == S_DRAW:
        copies = ZERO
        for i in range(state.deck_next, state.deck_end):
            if U(state.deck[U(i)]) == outcome:
                copies += ONE_BIT
        if copies == ZERO:
            return False
        chosen = _rng.below(streams, copies)
        for i in range(state.deck_next, state.deck_end):
            if U(state.deck[U(i)]) == outcome:
                if chosen == ZERO:
                    swap_to_front(state, U(i))
                    return True
                chosen -= ONE_BIT
    possible = False
    if stage == S_AMBUSH:
        possible = (
            outcome < HAND_KINDS and pk.count(state.hand[ambush_victim(state)], outcome) != ZERO
        )
    elif stage == S_RACE:
        possible = outcome < state.seats and (state.racing >> outcome) & ONE_BIT != ZERO
    if possible:
        state.fixed[ZERO] = ONE_BIT
        state.fixed[ONE_BIT] = outcome
    return possible


@inline
def resample(state, rules, streams):
    """Redraw the pending chance event from the stream in use."""
    stage = state.stage
    if stage == S_DRAW:
        left = state.deck_end - state.deck_next
        swap_to_front(state, state.deck_next + _rng.below(streams, left))
        return
    state.fixed[ZERO] = ONE_BIT
    if stage == S_AMBUSH:
        hand = state.hand[ambush_victim(state)]
        state.fixed[ONE_BIT] = pk.nth(hand, _rng.below(streams, pk.total(hand)))
    elif stage == S_RACE:
        racers = ZERO
        for s in range(state.seats):
            racers += (state.racing >> U(s)) & ONE_BIT
        chosen = _rng.below(streams, racers)
        mask = state.racing
        for _ in range(chosen):
            mask &= mask - ONE_BIT
        state.fixed[ONE_BIT] = lowest_bit(mask)
    else:
        state.fixed[ONE_BIT] = streams.state[ZERO]
        state.fixed[U(2)] = streams.state[ONE_BIT]


@inline
def redeal_hidden(state, rules, seat, streams):
    """Deal what ``seat`` cannot know again, by the stream in use; its view stays the same."""
    pool = pk.EMPTY
    for s in range(state.seats):
        if U(s) != seat:
            pool += state.hand[U(s)] - state.known[U(s) * OBSERVERS + seat]
    actions = ZERO
    for i in range(state.deck_next, state.deck_end):
        kind = U(state.deck[U(i)])
        if kind < HAND_KINDS:
            pool += pk.lane(kind)
        else:
            state.deck[state.deck_next + actions] = kind
            actions += ONE_BIT
    cards = lay_out(state, pool, SCRATCH) - SCRATCH
    shuffle(state, streams, SCRATCH, cards)
    position = SCRATCH
    for s in range(state.seats):
        other = U(s)
        if other != seat:
            known = state.known[other * OBSERVERS + seat]
            unknown = pk.total(state.hand[other]) - pk.total(known)
            state.hand[other] = known
            for _ in range(unknown):
                state.hand[other] += pk.card(U(state.deck[position]))
                position += ONE_BIT
            for o in range(OBSERVERS):
                if U(o) != seat:
                    index = other * OBSERVERS + U(o)
                    state.known[index] = pk.least(state.known[index], state.hand[other])
    end = state.deck_next + actions
    while position < SCRATCH + cards:
        state.deck[end] = state.deck[position]
        end += ONE_BIT
        position += ONE_BIT
    shuffle(state, streams, state.deck_next, state.deck_end - state.deck_next)
    for s in range(state.seats):
        other = U(s)
        decided = ((state.contest & ~state.waiting) >> other) & ONE_BIT != ZERO
        if decided and other != seat:
            if state.stage == S_PICK:
                hand = state.hand[other]
                state.pick[other] = pk.nth(hand, _rng.below(streams, pk.total(hand)))
            elif state.stage == S_HOARD:
                state.racing &= ~(ONE_BIT << other)
                state.racing |= _rng.below(streams, U(2)) << other
