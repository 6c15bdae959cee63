"""The state machine: from decision to decision, to the end of the round."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import AT_CHANCE, AT_DECISION, AT_END, emit, is_single, lowest_bit
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.quarrel import begin_quarrel, reveal
from squirrelstats.games.squarrels.kernel.raids import (
    after_ambush,
    ambush,
    ambush_victim,
    begin_hoard,
    race,
    race_decided,
    whirlwind,
)
from squirrelstats.games.squarrels.kernel.steps import (
    A_DISCARD,
    A_DONE,
    A_DRAW,
    A_PLAY,
    A_RACE,
    A_STOP,
    A_STORE,
    HAND_KINDS,
    K_AMBUSH,
    K_GOLD,
    K_HOARD,
    K_LEAD,
    K_QUARREL,
    K_WHIRLWIND,
    K_WINTER,
    O_DRAW_RULE,
    ONE_BIT,
    P_DISCARD,
    P_DRAW,
    P_QUARREL,
    P_RACE,
    P_STORE,
    RACE_MASK,
    S_AMBUSH,
    S_CHOOSE,
    S_DISCARD,
    S_DRAW,
    S_END,
    S_HOARD,
    S_OVER,
    S_PICK,
    S_QUARREL,
    S_RACE,
    S_STORE,
    S_TURN,
    S_WHIRLWIND,
    UNITS,
    ZERO,
    U,
    discard,
    discards_allowed,
    end_turn,
    no_longer_unseen,
    sets_held,
    store,
)


@inline
def draw_card(state, rules, log):
    """The drawer draws one card; an Action card is played at once."""
    if state.deck_next == state.deck_end:
        return S_END
    kind = U(state.deck[state.deck_next])
    state.deck_next += ONE_BIT
    emit(log, L.DRAWN, state.drawer, kind, state.deck_end - state.deck_next)
    if kind < HAND_KINDS:
        state.hand[state.drawer] += pk.card(kind)
        return S_CHOOSE
    no_longer_unseen(state, kind)
    state.turned += pk.lane(kind - K_QUARREL)
    if kind == K_QUARREL:
        return S_QUARREL
    if kind == K_HOARD:
        return begin_hoard(state, rules, log)
    if kind == K_AMBUSH:
        state.waiting = ONE_BIT
        return S_AMBUSH
    if kind == K_WHIRLWIND:
        return S_WHIRLWIND
    emit(log, L.WINTER_CAME, state.drawer, K_WINTER, state.deck_end - state.deck_next)
    return S_END


@inline
def score_round(state, rules, log):
    """Stored points, plus the Gold and minus the Lead in hand (rulebook, End of Game)."""
    best = -(1 << 30)
    tied = ZERO
    for s in range(state.seats):
        seat = U(s)
        score = state.points[seat]
        score += np.int64(pk.count(state.hand[seat], K_GOLD)) * rules.gold_points
        score += np.int64(pk.count(state.hand[seat], K_LEAD)) * rules.lead_points
        state.score[seat] = score
        emit(log, L.SCORED, seat, -1, score)
        if score > best:
            best = score
            tied = ONE_BIT
        elif score == best:
            tied += ONE_BIT
    for s in range(state.seats):
        if state.score[U(s)] == best:
            state.share840[U(s)] = UNITS // tied


@inline
def ask(state, stage, phase, seat, legal):
    """Stop for a decision."""
    state.stage = stage
    state.phase = phase
    state.actor = seat
    state.legal = legal
    return AT_DECISION


@inline
def advance(state, rules, streams, log, stop_at_chance):
    """Run to the next decision, to a chance event if asked to stop there, or to the end."""
    stage = state.stage
    while True:
        if stage == S_DRAW or stage == S_TURN:
            if stage == S_TURN:
                if state.deck_next == state.deck_end:
                    stage = S_END
                    continue
                state.actor = state.drawer
                state.turns += ONE_BIT
                emit(log, L.TURN, state.drawer, -1, state.turns)
                stage = S_DRAW
            if stop_at_chance and state.held == ZERO and state.deck_next != state.deck_end:
                return hold(state, stage)
            state.held = ZERO
            stage = draw_card(state, rules, log)
        elif stage == S_CHOOSE:
            seat = state.drawer
            if pk.total(state.hand[seat]) >= rules.stop_level:
                stage = S_STORE
                continue
            legal = (ONE_BIT << A_DRAW) | (ONE_BIT << A_STOP)
            if rules.options[O_DRAW_RULE] == ZERO:
                legal = (ONE_BIT << A_DRAW) | (sets_held(state, rules, seat) << A_STORE)
            if not is_single(legal):
                return ask(state, stage, P_DRAW, seat, legal)
            state.forced += ONE_BIT
            stage = S_DRAW
        elif stage == S_STORE:
            seat = state.actor
            sets = sets_held(state, rules, seat)
            if sets != ZERO:
                return ask(state, stage, P_STORE, seat, (sets << A_STORE) | (ONE_BIT << A_DONE))
            state.forced += ONE_BIT
            stage = S_DISCARD
        elif stage == S_DISCARD:
            allowed = discards_allowed(state, rules, state.actor)
            if allowed == ZERO:
                emit(log, L.NO_DISCARD, state.actor, -1, -1)
                stage = end_turn(state)
            elif is_single(allowed):
                state.forced += ONE_BIT
                stage = discard(state, log, lowest_bit(allowed))
            else:
                return ask(state, stage, P_DISCARD, state.actor, allowed << A_DISCARD)
        elif stage == S_PICK:
            if state.waiting == ZERO:
                stage = reveal(state, rules, log)
                continue
            seat = lowest_bit(state.waiting)
            held = pk.at_least(state.hand[seat], ONE_BIT)
            if not is_single(held):
                return ask(state, stage, P_QUARREL, seat, held << A_PLAY)
            state.forced += ONE_BIT
            state.pick[seat] = lowest_bit(held)
            state.waiting &= state.waiting - ONE_BIT
        elif stage == S_HOARD:
            if state.waiting != ZERO:
                return ask(state, stage, P_RACE, lowest_bit(state.waiting), RACE_MASK)
            stage = race_decided(state, log)
        elif stage == S_QUARREL:
            stage = begin_quarrel(state, rules, log)
        elif stage == S_END:
            score_round(state, rules, log)
            stage = S_OVER
        elif stage == S_OVER:
            state.stage = stage
            return AT_END
        else:
            victim = ZERO
            if stage == S_AMBUSH:
                victim = ambush_victim(state)
                if victim == state.seats:
                    stage = after_ambush(state, rules)
                    continue
            if stop_at_chance and state.held == ZERO:
                return hold(state, stage)
            state.held = ZERO
            if stage == S_AMBUSH:
                ambush(state, streams, log, victim)
            elif stage == S_RACE:
                stage = race(state, streams, log)
            else:
                stage = whirlwind(state, streams, log)


@inline
def hold(state, stage):
    """Stop before the chance event of this stage; the next `advance` lets it happen."""
    state.stage = stage
    state.held = ONE_BIT
    return AT_CHANCE


@inline
def apply(state, rules, log, action):
    """Carry out a legal action of ``state.actor``."""
    phase = state.phase
    if phase == P_DISCARD:
        state.stage = discard(state, log, action - A_DISCARD)
    elif phase == P_STORE:
        if action == A_DONE:
            state.stage = S_DISCARD
        else:
            store(state, rules, log, action - A_STORE)
    elif phase == P_QUARREL:
        state.pick[state.actor] = action - A_PLAY
        state.waiting &= state.waiting - ONE_BIT
    elif phase == P_RACE:
        if action == A_RACE:
            state.racing |= ONE_BIT << state.actor
        state.waiting &= state.waiting - ONE_BIT
    elif action == A_DRAW:
        state.stage = S_DRAW
    elif action == A_STOP:
        emit(log, L.STOPPED, state.actor, -1, pk.total(state.hand[state.actor]))
        state.stage = S_STORE
    else:
        store(state, rules, log, action - A_STORE)
        state.stage = S_STORE


@inline
def seat_result(state, seat, out):
    """Fill a ``SEAT_RESULT`` record."""
    out.opening = state.opening[seat]
    out.score = state.score[seat]
    out.share840 = state.share840[seat]


@inline
def round_result(state, out):
    """Fill a ``ROUND_RESULT`` record."""
    out.turns = state.turns
    out.mini_turns = state.mini_turns
    out.decisions = state.decisions
    out.forced = state.forced
    out.truncated = state.truncated
