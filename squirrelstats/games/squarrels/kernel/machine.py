"""The state machine: from decision to decision, to the end of the round."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import (
    AT_CHANCE,
    AT_DECISION,
    AT_END,
    emit,
    is_single,
    left_of,
    lowest_bit,
)
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.dealing import refill
from squirrelstats.games.squarrels.kernel.hoard import begin_hoard, race, race_decided
from squirrelstats.games.squarrels.kernel.quarrel import begin_quarrel, playable, reveal
from squirrelstats.games.squarrels.kernel.raids import (
    after_ambush,
    ambush,
    ambush_victim,
    false_slap,
    possible_slapper,
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
    A_WILD,
    ALL_ACTIONS,
    GOLD_MASK,
    HAND_KINDS,
    K_HOARD,
    K_QUARREL,
    K_WHIRLWIND,
    K_WINTER,
    NUMBER_KINDS,
    NUMBER_MASK,
    O_DRAW_RULE,
    O_FALSE_SLAP,
    O_MANDATORY,
    O_WINTER_STORE,
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
    S_SLAPS,
    S_STORE,
    S_TURN,
    S_WHIRLWIND,
    UNITS,
    ZERO,
    U,
    discard,
    discards_allowed,
    end_turn,
    must_discard,
    sets_held,
    store,
    store_with_gold,
    to_discard_pile,
)


@inline
def draw_card(state, rules, log):
    """The drawer draws one card; an Action card is played at once."""
    kind = U(state.deck[state.deck_next])
    state.deck_next += ONE_BIT
    state.drawn_now += ONE_BIT
    state.drawn[state.drawer, kind >> U(2)] += ONE_BIT << ((kind & U(3)) << U(4))
    emit(log, L.DRAWN, state.drawer, kind, state.deck_end - state.deck_next)
    if kind < HAND_KINDS:
        state.hand[state.drawer] += pk.card(kind)
        return S_CHOOSE
    to_discard_pile(state, kind)
    state.turned[kind - K_QUARREL] += ONE_BIT
    state.turned[ALL_ACTIONS] += ONE_BIT
    if kind == K_WINTER:
        emit(log, L.WINTER_CAME, state.drawer, K_WINTER, state.deck_end - state.deck_next)
        return S_END
    if kind == K_HOARD:
        return begin_hoard(state, rules, log)
    state.waiting = ONE_BIT
    following = S_AMBUSH
    if kind == K_QUARREL:
        following = S_QUARREL
    elif kind == K_WHIRLWIND:
        following = S_WHIRLWIND
    if rules.options[O_FALSE_SLAP] == ZERO:
        return following
    state.slapped = following
    return S_SLAPS


@inline
def begin_turn(state, rules, log):
    """A full turn, unless the round has had as many as it may."""
    if state.turns >= rules.max_turns:
        state.truncated = ONE_BIT
        emit(log, L.TRUNCATED, -1, -1, state.turns)
        return S_END
    seat = state.drawer
    state.actor = seat
    state.follow = left_of(seat, state.seats)
    state.wild = ZERO
    state.tossed = ZERO
    state.drawn_now = ZERO
    state.turns += ONE_BIT
    emit(log, L.TURN, seat, -1, state.turns)
    return S_DRAW


@inline
def draws_allowed(state, rules, seat):
    """Mask of what may be chosen when the hand is below the stop level."""
    if state.mini == ZERO and rules.options[O_DRAW_RULE] == ZERO:
        return (ONE_BIT << A_DRAW) | (sets_held(state, rules, seat) << A_STORE)
    return (ONE_BIT << A_DRAW) | (ONE_BIT << A_STOP)


@inline
def stores_allowed(state, rules, seat):
    """Mask of what may be chosen in the store phase."""
    sets = sets_held(state, rules, seat)
    legal = sets << A_STORE
    if sets == ZERO or rules.options[O_MANDATORY] == ZERO:
        legal |= ONE_BIT << A_DONE
    if state.wild != ZERO:
        hand = state.hand[seat]
        if pk.at_least(hand, ONE_BIT) & GOLD_MASK != ZERO:
            nearly = pk.at_least(hand, rules.set_size - ONE_BIT) & NUMBER_MASK
            legal |= nearly << A_WILD
    return legal


@rare
def store_everything(state, rules, log):
    """When the round ends complete sets are stored (house rule ``winter_store``)."""
    for s in range(state.seats):
        state.actor = U(s)
        for k in range(NUMBER_KINDS):
            while pk.count(state.hand[U(s)], U(k)) >= rules.set_size:
                store(state, rules, log, U(k))


@part
def score_round(state, rules, log):
    """Stored points, plus the Gold and minus the Lead in hand (rulebook, End of Game)."""
    if rules.options[O_WINTER_STORE] != ZERO:
        store_everything(state, rules, log)
    best = -(1 << 30)
    tied = ZERO
    for s in range(state.seats):
        seat = U(s)
        score = state.points[seat]
        hand = state.hand[seat]
        for k in range(HAND_KINDS):
            score += np.int64(pk.count(hand, U(k))) * rules.hand_points[U(k)]
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
def advance(state, rules, traits, streams, log, stop_at_chance):
    """Run to the next decision, to a chance event if asked to stop there, or to the end."""
    stage = state.stage
    while True:
        if stage == S_DRAW or stage == S_TURN:
            if state.deck_next == state.deck_end and not refill(state, rules, streams, log):
                stage = S_END
                continue
            if stage == S_TURN:
                stage = begin_turn(state, rules, log)
                if stage == S_END:
                    continue
            if stop_at_chance and state.held == ZERO:
                return hold(state, stage)
            state.held = ZERO
            stage = draw_card(state, rules, log)
        elif stage == S_CHOOSE:
            seat = state.drawer
            if state.mini == ZERO and state.drawn_now < rules.minimum_draws:
                stage = S_DRAW
                continue
            if pk.total(state.hand[seat]) >= rules.stop_level:
                stage = S_STORE
                continue
            legal = draws_allowed(state, rules, seat)
            if not is_single(legal):
                return ask(state, stage, P_DRAW, seat, legal)
            state.forced += ONE_BIT
            stage = S_DRAW
        elif stage == S_STORE:
            legal = stores_allowed(state, rules, state.actor)
            if not is_single(legal):
                return ask(state, stage, P_STORE, state.actor, legal)
            state.forced += ONE_BIT
            if legal == ONE_BIT << A_DONE:
                stage = S_DISCARD
            else:
                store(state, rules, log, lowest_bit(legal) - A_STORE)
        elif stage == S_DISCARD:
            seat = state.actor
            if not must_discard(state, rules, seat):
                stage = end_turn(state)
                continue
            allowed = discards_allowed(state, rules, seat)
            if allowed == ZERO:
                if state.tossed == ZERO:
                    emit(log, L.NO_DISCARD, seat, -1, -1)
                stage = end_turn(state)
            elif is_single(allowed):
                state.forced += ONE_BIT
                discard(state, rules, log, lowest_bit(allowed))
            else:
                return ask(state, stage, P_DISCARD, seat, allowed << A_DISCARD)
        elif stage == S_PICK:
            if state.waiting == ZERO:
                stage = reveal(state, rules, log)
                continue
            seat = lowest_bit(state.waiting)
            held = playable(state, rules, seat)
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
            seat = ZERO  # to whom it happens: the victim, or who may slap
            if stage == S_AMBUSH:
                seat = ambush_victim(state)
                if seat == state.seats:
                    stage = after_ambush(state, rules)
                    continue
            elif stage == S_SLAPS:
                seat = possible_slapper(state, traits)
                if seat == state.seats:
                    state.waiting = ONE_BIT
                    stage = state.slapped
                    continue
            if stop_at_chance and state.held == ZERO:
                return hold(state, stage)
            state.held = ZERO
            stage = happen(state, rules, traits, streams, log, stage, seat)


@part
def happen(state, rules, traits, streams, log, stage, seat):
    """A chance event takes place."""
    if stage == S_AMBUSH:
        ambush(state, streams, log, seat)
        return stage
    if stage == S_RACE:
        return race(state, rules, traits, streams, log)
    if stage == S_SLAPS:
        false_slap(state, rules, traits, streams, log, seat)
        return stage
    return whirlwind(state, streams, log)


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
        discard(state, rules, log, action - A_DISCARD)
        if must_discard(state, rules, state.actor):
            state.stage = S_DISCARD
        else:
            state.stage = end_turn(state)
    elif phase == P_STORE:
        state.stage = S_STORE
        if action == A_DONE:
            state.stage = S_DISCARD
        elif action >= A_WILD:
            store_with_gold(state, rules, log, action - A_WILD)
        else:
            store(state, rules, log, action - A_STORE)
    elif phase == P_QUARREL:
        state.stage = S_PICK
        state.pick[state.actor] = action - A_PLAY
        state.waiting &= state.waiting - ONE_BIT
    elif phase == P_RACE:
        state.stage = S_HOARD
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
