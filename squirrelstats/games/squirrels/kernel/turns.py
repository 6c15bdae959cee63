"""Turns: they begin, cards come up from below, somebody is out, the round ends and is scored."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, left_of, lowest_bit
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.steps import (
    F_FINAL_TURNS,
    K_SKIP,
    KINDS,
    ONE_BIT,
    S_ACT,
    S_DRAW,
    S_END,
    S_TAKE,
    S_TURN,
    T_SKIPPED,
    T_TURNS,
    UNITS,
    ZERO,
    U,
    has_no_cards,
    into_hand,
    take_from_below,
    tally,
)


@inline
def begin_turn(state, rules, log):
    """The next turn, unless the round has had as many as it may; a Skip in front uses it up."""
    if state.turns >= rules.max_turns:
        state.truncated = ONE_BIT
        state.safe = ZERO
        emit(log, L.TRUNCATED, -1, -1, state.turns)
        return S_END
    seat = state.actor
    state.turns += ONE_BIT
    emit(log, L.TURN, seat, -1, state.turns)
    if wide.entry(state.skipped, seat) == ZERO:
        tally(state, seat, T_TURNS, ONE_BIT)
        return S_ACT
    state.skipped -= wide.at(seat, ONE_BIT)
    wide.put(state.discard, K_SKIP)
    tally(state, seat, T_SKIPPED, ONE_BIT)
    emit(log, L.SKIPPED, seat, K_SKIP, -1)
    return next_turn(state)


@inline
def next_turn(state):
    """The left neighbour's turn, unless the last final turn is over."""
    if state.safe != ZERO:
        if state.final_turns == ZERO:
            return S_END
        state.final_turns -= ONE_BIT
    state.actor = left_of(state.actor, state.seats)
    return S_TURN


@part
def next_below(state, rules):
    """Find a card to be taken from below; whether there is one."""
    seat = state.actor
    while state.used != ZERO:
        stack = lowest_bit(state.used) >> U(3)
        layer = rules.depth - U(2)
        while layer != ZERO:
            if wide.entry(state.below[seat, layer], stack) != ZERO:
                state.stack = stack
                state.layer = layer
                return True
            layer -= ONE_BIT
        state.used -= wide.at(stack, wide.entry(state.used, stack))
    return False


@inline
def settle(state, rules, log):
    """A play is over: cards come up from below, and it is seen who acts next."""
    seat = state.actor
    if state.used != ZERO and next_below(state, rules):
        return S_TAKE
    if rules.draw_to != ZERO and draws_on(state, rules):
        return S_DRAW
    wide.clear(state.laid)
    state.blind_play = ZERO
    if has_no_cards(state, seat):
        return go_out(state, rules, log)
    if state.again != ZERO:
        return S_ACT
    return next_turn(state)


@rare
def draws_on(state, rules):
    """Whether a card is drawn from the undealt ones (house rule ``draw_to``)."""
    seat = state.actor
    begins = state.again == ZERO or has_no_cards(state, seat)
    if begins or state.drawing != ZERO:
        state.drawing = ZERO
        if wide.total(state.hand[seat]) < rules.draw_to and state.deck_next != state.deck_end:
            state.drawing = ONE_BIT
    return state.drawing != ZERO


@inline
def take(state, log):
    """A face-down card goes into its owner's hand."""
    seat = state.actor
    kind = take_from_below(state, seat, state.layer, state.stack)
    into_hand(state, seat, kind)
    emit(log, L.UNCOVERED, seat, kind, state.stack)


@rare
def draw(state, log):
    """An undealt card goes into the hand."""
    seat = state.actor
    kind = U(state.deck[state.deck_next])
    state.deck_next += ONE_BIT
    state.undealt[ONE_BIT] -= wide.ONE_IN_ALL
    into_hand(state, seat, kind)
    state.cards += wide.at(seat, ONE_BIT)
    emit(log, L.DREW, seat, kind, state.deck_end - state.deck_next)


@part
def go_out(state, rules, log):
    """The last card is gone; the first to be out is safe, and the others have a final turn."""
    seat = state.actor
    if state.safe != ZERO:
        emit(log, L.OUT, seat, -1, state.final_turns)
    else:
        state.safe = seat + ONE_BIT
        state.final_turns = rules.switches[F_FINAL_TURNS] * (state.seats - ONE_BIT)
        emit(log, L.FIRST_OUT, seat, -1, state.final_turns)
    return next_turn(state)


# --- the score ----------------------------------------------------------------------------------


@inline
def points_held(state, rules, seat):
    """Points of all cards of a seat, in hand and stacks."""
    points = np.int64(0)
    hand = state.hand[seat]
    for k in range(KINDS):
        points += np.int64(wide.count(hand, U(k))) * rules.points[U(k)]
    face_down = np.int64(0)
    if state.below[seat, ZERO] != ZERO:
        for s in range(U(L.MAX_STACKS)):
            top = wide.entry(state.tops[seat], U(s))
            if top != ZERO:
                points += rules.points[top - ONE_BIT]
            for i in range(U(L.MAX_DEPTH - 1)):
                lane = wide.entry(state.below[seat, U(i)], U(s))
                if lane != ZERO:
                    face_down += rules.points[lane - ONE_BIT]
    return points + rules.face_down_factor * face_down


@part
def score_round(state, rules, log):
    """Points of the cards left; the safe player wins, in a round cut short the lowest score."""
    least = np.int64(1 << 40)
    tied = ZERO
    for s in range(state.seats):
        seat = U(s)
        score = np.int64(0)
        if state.safe == seat + ONE_BIT:
            score -= rules.first_out_bonus
        elif not has_no_cards(state, seat):
            score = points_held(state, rules, seat)
        state.score[seat] = score
        emit(log, L.SCORED, seat, -1, score)
        if score < least:
            least = score
            tied = ONE_BIT
        elif score == least:
            tied += ONE_BIT
    if state.safe != ZERO:
        state.share840[state.safe - ONE_BIT] = UNITS
    else:
        for s in range(state.seats):
            if state.score[U(s)] == least:
                state.share840[U(s)] = UNITS // tied
