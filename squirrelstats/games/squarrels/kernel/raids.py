"""Ambush, Whirlwind and false slaps: cards change hands by chance."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import (
    ALL_ACTIONS,
    K_AMBUSH,
    K_QUARREL,
    K_WHIRLWIND,
    NUMBER_KINDS,
    O_AFTER_AMBUSH,
    O_FALSE_SLAP,
    ONE_BIT,
    SCRATCH,
    ZERO,
    U,
    ambush_known,
    drawer_stores,
    emit_hand,
    forget,
    lay_out,
    onto_hoard,
    resume,
    shuffle,
    tally,
)

NO_SLAP, SLAP_WITHOUT_CARD = U(L.NO_SLAP), U(L.SLAP_WITHOUT_CARD)
PAYS_RANDOM, PAYS_HIGHEST, SITS_OUT = U(1), U(2), U(3)


@inline
def clockwise(state, steps):
    """The seat so many places to the left of the drawer, fewer than there are seats."""
    seat = state.drawer + steps
    if seat >= state.seats:
        seat -= state.seats
    return seat


@inline
def ambush_victim(state):
    """Next victim of the Ambush (clockwise, with a card), or the number of seats."""
    while state.waiting < state.seats:
        victim = clockwise(state, state.waiting)
        if state.hand[victim] != pk.EMPTY:
            return victim
        state.waiting += ONE_BIT
    return state.seats


@inline
def ambush(state, streams, log, victim):
    """The drawer takes one random card from the victim."""
    hand = state.hand[victim]
    if state.fixed[ZERO] != ZERO:
        kind = state.fixed[ONE_BIT]
        state.fixed[ZERO] = ZERO
    else:
        occurrence = state.turned[K_AMBUSH - K_QUARREL] - ONE_BIT
        _rng.start(streams, _rng.AMBUSH, victim, occurrence)
        kind = pk.nth(hand, _rng.below(streams, pk.total(hand)))
    state.hand[victim] = hand - pk.card(kind)
    state.hand[state.drawer] += pk.card(kind)
    ambush_known(state, victim, state.drawer, kind)
    tally(state, state.drawer, U(4), ONE_BIT)
    tally(state, victim, U(5), ONE_BIT)
    emit(log, L.AMBUSHED, victim, kind, state.drawer)
    state.waiting += ONE_BIT


@inline
def after_ambush(state, rules):
    """The drawer stores, or goes on drawing."""
    state.waiting = ZERO
    if rules.options[O_AFTER_AMBUSH] == ZERO:
        return drawer_stores(state)
    return resume(state)


@inline
def whirlwind(state, streams, log):
    """All hands are shuffled together and dealt out again from the drawer clockwise."""
    pool = pk.EMPTY
    for s in range(state.seats):
        pool += state.hand[U(s)]
        state.hand[U(s)] = pk.EMPTY
    cards = lay_out(state, pool, SCRATCH) - SCRATCH
    if state.fixed[ZERO] != ZERO:
        streams.state[ZERO] = state.fixed[ONE_BIT]
        streams.state[ONE_BIT] = state.fixed[U(2)]
        state.fixed[ZERO] = ZERO
    else:
        occurrence = state.turned[K_WHIRLWIND - K_QUARREL] - ONE_BIT
        _rng.start(streams, _rng.WHIRLWIND, ZERO, occurrence)
    shuffle(state, streams, SCRATCH, cards)
    emit(log, L.WHIRLED, state.drawer, -1, cards)
    seat = state.drawer
    for i in range(cards):
        state.hand[seat] += pk.card(U(state.deck[SCRATCH + U(i)]))
        seat = left_of(seat, state.seats)
    if log.capacity != ZERO:
        seat = state.drawer
        for _ in range(state.seats):
            emit_hand(log, L.REDEALT, seat, state.hand[seat])
            seat = left_of(seat, state.seats)
    forget(state)
    return resume(state)


@rare
def possible_slapper(state, traits):
    """Next player (clockwise) who may slap by mistake, or the number of seats."""
    while state.waiting < state.seats:
        seat = clockwise(state, state.waiting)
        if traits.false_slap_rate[state.player[seat]] > 0.0:
            return seat
        state.waiting += ONE_BIT
    return state.seats


@rare
def highest_number(hand):
    """Kind of the highest Number card of a hand, or ``SLAP_WITHOUT_CARD``."""
    for k in range(NUMBER_KINDS):
        kind = NUMBER_KINDS - ONE_BIT - U(k)
        if pk.count(hand, kind) != ZERO:
            return kind
    return SLAP_WITHOUT_CARD


@rare
def draw_slap(state, rules, traits, streams, seat):
    """Whether that player slaps, and the card it costs, from the stream in use."""
    if _rng.uniform(streams) >= traits.false_slap_rate[state.player[seat]]:
        return NO_SLAP
    hand = state.hand[seat]
    penalty = rules.options[O_FALSE_SLAP]
    if penalty == PAYS_HIGHEST:
        return highest_number(hand)
    if penalty == PAYS_RANDOM and hand != pk.EMPTY:
        return pk.nth(hand, _rng.below(streams, pk.total(hand)))
    return SLAP_WITHOUT_CARD


@rare
def false_slap(state, rules, traits, streams, log, seat):
    """One player slaps at a card that is no Hoard, or does not."""
    if state.fixed[ZERO] != ZERO:
        outcome = state.fixed[ONE_BIT]
        state.fixed[ZERO] = ZERO
    else:
        _rng.start(streams, _rng.FALSE_SLAP, seat, state.turned[ALL_ACTIONS] - ONE_BIT)
        outcome = draw_slap(state, rules, traits, streams, seat)
    state.waiting += ONE_BIT
    if outcome == NO_SLAP:
        return
    if rules.options[O_FALSE_SLAP] == SITS_OUT:
        state.sitting |= ONE_BIT << seat
    if outcome == SLAP_WITHOUT_CARD:
        emit(log, L.FALSE_SLAPPED, seat, -1, pk.total(state.hoard))
    else:
        onto_hoard(state, rules, seat, outcome)
        emit(log, L.FALSE_SLAPPED, seat, outcome, pk.total(state.hoard))
