"""The deal (rulebook, Game Setup)."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import (
    HAND_KINDS,
    K_WINTER,
    OBSERVERS,
    ONE_BIT,
    S_TURN,
    ZERO,
    U,
    emit_hand,
    forget,
    no_longer_unseen,
    shuffle,
)


@inline
def clear(state, rules):
    """An empty table. ``seats`` and ``player`` are the caller's."""
    state.stage = S_TURN
    state.held = ZERO
    state.fixed[ZERO] = ZERO
    state.phase = ZERO
    state.actor = ZERO
    state.drawer = ZERO
    state.legal = ZERO
    state.mini = ZERO
    state.hoard = pk.EMPTY
    state.table = pk.EMPTY
    state.contest = ZERO
    state.waiting = ZERO
    state.racing = ZERO
    state.subround = ZERO
    state.turned = ZERO
    state.unseen[ZERO] = rules.unseen[ZERO]
    state.unseen[ONE_BIT] = rules.unseen[ONE_BIT]
    state.turns = ZERO
    state.mini_turns = ZERO
    state.decisions = ZERO
    state.forced = ZERO
    state.truncated = ZERO
    for s in range(OBSERVERS):
        seat = U(s)
        state.hand[seat] = pk.EMPTY
        state.opening[seat] = pk.EMPTY
        state.stored[seat] = pk.EMPTY
        state.points[seat] = 0
        state.played[seat] = pk.EMPTY
        state.pick[seat] = ZERO
        state.score[seat] = 0
        state.share840[seat] = ZERO
    forget(state)


@inline
def deal(state, rules, streams, log):
    """Shuffle, deal and complete the hands (rulebook, Game Setup)."""
    clear(state, rules)
    size = rules.deck_size
    for i in range(size):
        state.deck[U(i)] = rules.deck[U(i)]
    _rng.start(streams, _rng.DEAL, ZERO, ZERO)
    shuffle(state, streams, ZERO, size)
    position = ZERO
    winter = False
    for s in range(state.seats):
        seat = U(s)
        hand = pk.EMPTY
        while pk.total(hand) < rules.hand_size:
            kind = U(state.deck[position])
            position += ONE_BIT
            if kind < HAND_KINDS:
                hand += pk.card(kind)
            else:
                winter = winter or kind == K_WINTER
                no_longer_unseen(state, kind)
                emit(log, L.SETUP_TURNED, seat, kind, -1)
        state.hand[seat] = hand
        state.opening[seat] = hand
        if log.capacity != ZERO:
            emit_hand(log, L.DEALT, seat, hand)
    if winter:
        end = size
        for i in range(position):
            kind = U(state.deck[U(i)])
            if kind >= HAND_KINDS:
                state.deck[end] = kind
                end += ONE_BIT
        size = end
        state.unseen[ZERO] = rules.unseen[ZERO]
        state.unseen[ONE_BIT] = rules.unseen[ONE_BIT]
        _rng.start(streams, _rng.SETUP, ZERO, ZERO)
        shuffle(state, streams, position, size - position)
        emit(log, L.RESHUFFLED, -1, -1, size - position)
    state.deck_next = position
    state.deck_end = size
