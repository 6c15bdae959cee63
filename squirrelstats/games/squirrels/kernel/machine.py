"""The state machine: from decision to decision, to the end of the round."""

from __future__ import annotations

from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import AT_CHANCE, AT_DECISION, AT_END, is_single, lowest_bit
from squirrelstats.games.squirrels.kernel.dealing import put, swap
from squirrelstats.games.squirrels.kernel.legal import (
    acts_allowed,
    adds_allowed,
    declarable,
    swaps_allowed,
    targets_allowed,
)
from squirrelstats.games.squirrels.kernel.moves import (
    notice_forgetful,
    remember,
    seen_by_all,
    somebody_may_forget,
)
from squirrelstats.games.squirrels.kernel.plays import (
    act,
    aim,
    close,
    declare,
    lay,
    take_source,
    turn_up,
)
from squirrelstats.games.squirrels.kernel.steps import (
    A_DECLARE,
    A_DONE,
    A_TARGET,
    DONE_MASK,
    ONE_BIT,
    P_PUT,
    S_ACT,
    S_ADD,
    S_BLIND,
    S_DECLARE,
    S_END,
    S_OVER,
    S_RECALL,
    S_SETTLE,
    S_SWAP,
    S_TAKE,
    S_TARGET,
    S_TURN,
    ZERO,
)
from squirrelstats.games.squirrels.kernel.turns import begin_turn, draw, score_round, settle, take


@inline
def add_card(state, rules, log, action):
    """Carry out an action of ADD."""
    if action == A_DONE:
        return close(state, rules, log)
    kind = take_source(state, action)
    return lay(state, rules, log, kind, state.top)


@inline
def carry_out(state, rules, log, stage, action):
    """Carry out an action of any decision; what the machine does next."""
    if stage == S_ACT:
        return act(state, rules, log, action)
    if stage == S_ADD:
        return add_card(state, rules, log, action)
    if stage == S_TARGET:
        return aim(state, log, action - A_TARGET)
    if stage == S_DECLARE:
        return declare(state, rules, log, action - A_DECLARE + ONE_BIT)
    if stage == S_SWAP:
        return swap(state, action)
    return put(state, log, action)


@part
def carry_out_forced(state, rules, log, stage, action):
    """Carry out the only legal action."""
    return carry_out(state, rules, log, stage, action)


@rare
def rare_legal(state, rules, stage):
    """Legal actions of the decisions that are seldom asked."""
    if stage == S_TARGET:
        return targets_allowed(state, rules)
    if stage == S_DECLARE:
        return declarable(state, rules) << A_DECLARE
    if stage == S_SWAP:
        return swaps_allowed(state)
    return wide.kinds(state.hand[state.actor])


@inline
def asks(stage):
    """Whether a decision is made at this stage."""
    return stage - ONE_BIT < P_PUT


@inline
def advance(state, rules, traits, streams, log, stop_at_chance):
    """Run to the next decision, to a chance event if asked to stop there, or to the end."""
    stage = state.stage
    while True:
        if stage == S_SETTLE:
            stage = settle(state, rules, log)
        if stage == S_TURN:
            stage = begin_turn(state, rules, log)
        if asks(stage):
            if stage == S_ACT:
                legal = acts_allowed(state, rules)
            elif stage == S_ADD:
                legal = adds_allowed(state, rules)
                if legal == DONE_MASK:
                    state.forced += ONE_BIT
                    stage = close(state, rules, log)
                    continue
            else:
                legal = rare_legal(state, rules, stage)
            state.legal = legal
            if not is_single(legal):
                state.stage = stage
                state.phase = stage
                return AT_DECISION
            state.forced += ONE_BIT
            stage = carry_out_forced(state, rules, log, stage, lowest_bit(legal))
        elif stage == S_RECALL:
            if state.moves == ZERO:
                notice_forgetful(state, traits)
            if state.forgets != ZERO and somebody_may_forget(state, traits):
                if stop_at_chance and state.held == ZERO:
                    return hold(state, stage)
                state.held = ZERO
            observe_move(state, traits, streams)
            state.moves += ONE_BIT
            stage = state.following
        elif stage == S_END:
            score_round(state, rules, log)
            stage = S_OVER
        elif stage == S_OVER:
            state.stage = stage
            return AT_END
        elif stage != S_TURN:
            if stop_at_chance and state.held == ZERO:
                return hold(state, stage)
            state.held = ZERO
            if stage == S_TAKE:
                take(state, log)
                stage = S_SETTLE
            elif stage == S_BLIND:
                stage = turn_up(state, rules, log)
            else:
                draw(state, log)
                stage = S_SETTLE


@inline
def observe_move(state, traits, streams):
    """The ledger of a move of public cards to a hand."""
    if state.forgets == ZERO:
        seen_by_all(state)
    else:
        remember(state, traits, streams)


@inline
def hold(state, stage):
    """Stop before the chance event of this stage; the next `advance` lets it happen."""
    state.stage = stage
    state.held = ONE_BIT
    return AT_CHANCE


@inline
def apply(state, rules, log, action):
    """Carry out a legal action of ``state.actor``."""
    state.stage = carry_out(state, rules, log, state.stage, action)
