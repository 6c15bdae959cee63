"""Hoard, Ambush and Whirlwind: cards change hands."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import (
    K_AMBUSH,
    K_HOARD,
    K_QUARREL,
    K_WHIRLWIND,
    O_AFTER_AMBUSH,
    O_HOARD_ELIGIBLE,
    ONE_BIT,
    S_HOARD,
    S_RACE,
    SCRATCH,
    ZERO,
    U,
    ambush_known,
    begin_mini_turn,
    drawer_stores,
    emit_hand,
    forget,
    lay_out,
    resume,
    seen_arriving,
    shuffle,
)


@inline
def begin_hoard(state, rules, log):
    """Everyone but the drawer may race for the pile (rulebook, Hoard of 12/2/08)."""
    if state.hoard == pk.EMPTY:
        emit(log, L.HOARD_EMPTY, state.drawer, -1, -1)
        return drawer_stores(state)
    everyone = (ONE_BIT << state.seats) - ONE_BIT
    if rules.options[O_HOARD_ELIGIBLE] == ZERO:
        everyone &= ~(ONE_BIT << state.drawer)
    state.contest = everyone
    state.waiting = everyone
    state.racing = ZERO
    return S_HOARD


@inline
def race_decided(state, log):
    """Everybody has chosen: show it."""
    for s in range(state.seats):
        if (state.contest >> U(s)) & ONE_BIT != ZERO:
            emit(log, L.RACED, s, -1, (state.racing >> U(s)) & ONE_BIT)
    state.contest = ZERO
    if state.racing == ZERO:
        emit(log, L.RACE_NONE, state.drawer, -1, pk.total(state.hoard))
        return drawer_stores(state)
    return S_RACE


@inline
def race(state, streams, log):
    """The fastest hand takes the pile; equal speeds."""
    winner = ZERO
    if state.fixed[ZERO] != ZERO:
        winner = state.fixed[ONE_BIT]
        state.fixed[ZERO] = ZERO
    else:
        occurrence = pk.count(state.turned, K_HOARD - K_QUARREL) - ONE_BIT
        fastest = ZERO
        none = True
        seat = state.drawer
        for _ in range(state.seats):
            seat = left_of(seat, state.seats)
            if (state.racing >> seat) & ONE_BIT != ZERO:
                _rng.start(streams, _rng.RACE, seat, occurrence)
                speed = _rng.bits(streams)
                if none or speed > fastest:
                    fastest = speed
                    winner = seat
                    none = False
    pile = state.hoard
    state.hand[winner] += pile
    state.unseen[ZERO] += pile & pk.CARDS
    state.hoard = pk.EMPTY
    state.racing = ZERO
    seen_arriving(state, winner, pile)
    emit(log, L.RACE_WON, winner, -1, pk.total(pile))
    return begin_mini_turn(state, log, winner)


@inline
def ambush_victim(state):
    """Next victim of the Ambush (clockwise, with a card), or the number of seats."""
    while state.waiting < state.seats:
        victim = state.drawer + state.waiting
        if victim >= state.seats:
            victim -= state.seats
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
        occurrence = pk.count(state.turned, K_AMBUSH - K_QUARREL) - ONE_BIT
        _rng.start(streams, _rng.AMBUSH, victim, occurrence)
        kind = pk.nth(hand, _rng.below(streams, pk.total(hand)))
    state.hand[victim] = hand - pk.card(kind)
    state.hand[state.drawer] += pk.card(kind)
    ambush_known(state, victim, state.drawer, kind)
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
        occurrence = pk.count(state.turned, K_WHIRLWIND - K_QUARREL) - ONE_BIT
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
