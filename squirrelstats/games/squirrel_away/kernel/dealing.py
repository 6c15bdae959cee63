"""The deal."""

from __future__ import annotations

from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit
from squirrelstats.games.kernel.orders import deal_order, force_hands
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import ONE_BIT, S_TURN, ZERO, U

FACES, TALLIES = U(L.MAX_FACES), U(len(L.TALLIES))


@inline
def clear(state):
    """An empty table. ``seats``, ``player`` and the match are not touched."""
    state.held = ZERO
    state.fixed[ZERO] = ZERO
    state.phase = ZERO
    state.actor = ZERO
    state.legal = ZERO
    state.active = ZERO
    state.number = ZERO
    state.fist = ZERO
    clear_turn(state)
    state.pending_takes = ZERO
    state.pending_keeps = ZERO
    state.hidden = ZERO
    state.callers = ZERO
    state.calls = ZERO
    state.calls_right = ZERO
    state.sets = ZERO
    state.turns = ZERO
    state.ended_by = ZERO
    state.tied = ZERO
    state.decisions = ZERO
    state.forced = ZERO
    state.truncated = ZERO
    for s in range(state.seats):
        seat = U(s)
        state.front[seat] = ZERO
        state.record[seat] = ZERO
        for i in range(TALLIES):
            state.tally[seat, U(i)] = ZERO
        state.share840[seat] = ZERO


@inline
def clear_turn(state):
    """Nothing of this turn has happened yet."""
    state.early = ZERO
    state.card = ZERO
    state.claim = ZERO
    state.card_seen = ZERO
    state.verdicts = ZERO
    state.judged = ZERO
    state.intended = ZERO


@part
def deal(state, rules, streams, log):
    """Shuffle; deal every seat its hand; the rest stays undealt."""
    clear(state)
    size = deal_order(state, rules, streams)
    if streams.forced != ZERO:
        force_hands(state, streams, size, ZERO, rules.hand_size, FACES)
    position = ZERO
    for s in range(state.seats):
        seat = U(s)
        low, high = ZERO, ZERO
        for _ in range(rules.hand_size):
            face = U(state.deck[position])
            position += ONE_BIT
            if face < U(8):
                low += wide.lane(face)
            else:
                high += wide.lane(face)
        state.hand[seat, ZERO] = low
        state.hand[seat, ONE_BIT] = high
        wide.copy(state.opening[seat], state.hand[seat])
        wide.copy(state.secret[seat], state.hand[seat])
        if log.capacity != ZERO:
            tell_hand(state, log, seat)
    wide.copy(state.unshown, rules.counts)
    everybody = wide.ones_before(state.seats)
    state.hand_sizes = everybody * rules.hand_size
    state.tokens = everybody * rules.tokens
    state.loot = rules.loot
    state.stage = S_TURN


@rare
def tell_hand(state, log, seat):
    """Log every face with its copies."""
    for f in range(FACES):
        copies = wide.count(state.hand[seat], U(f))
        if copies != ZERO:
            emit(log, L.DEALT, seat, f, copies)
