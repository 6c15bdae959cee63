"""The state machine: from decision to decision, to the end of the round."""

from __future__ import annotations

from squirrelstats._jit import inline, part, rare
from squirrelstats.games._machine import AT_CHANCE, AT_DECISION, AT_END, is_single, lowest_bit
from squirrelstats.games.squirrel_away.kernel.ending import draw_tie, score_round, share_round
from squirrelstats.games.squirrel_away.kernel.grabbing import (
    claim,
    claims_allowed,
    fill_fist,
    grab,
    grabs_allowed,
    lay,
    may_slip,
)
from squirrelstats.games.squirrel_away.kernel.judging import (
    judge,
    next_judge,
    perceive,
    shuffle_order,
    verdicts_allowed,
)
from squirrelstats.games.squirrel_away.kernel.rewarding import (
    finish_caller,
    reward,
    take,
    takes_allowed,
)
from squirrelstats.games.squirrel_away.kernel.settling import (
    finish_turn,
    has_choice,
    keep,
    keep_random,
    keeps_allowed,
    keeps_at_random,
    reveal,
)
from squirrelstats.games.squirrel_away.kernel.steps import (
    ONE_BIT,
    S_CARD,
    S_CLAIM,
    S_END,
    S_EXPOSE,
    S_FOUL,
    S_GRAB,
    S_IMPRESSION,
    S_JUDGE,
    S_KEEP,
    S_KEPT,
    S_ORDER,
    S_OVER,
    S_REVEAL,
    S_SCORE,
    S_SLIP,
    S_SNEAK,
    S_STASH,
    S_TAKE,
    S_TOOK,
    S_TURN,
    S_VERDICT,
    SNEAK_MASK,
    ZERO,
    faces_of,
    odds_of,
)
from squirrelstats.games.squirrel_away.kernel.turns import (
    begin_turn,
    expose,
    expose_rate,
    foul_rate,
    sneak,
    start_early,
)


@inline
def carry_out(state, rules, log, stage, action):
    """Carry out an action of any decision; what the machine does next."""
    if stage == S_GRAB:
        return grab(state, log, action)
    if stage == S_VERDICT:
        return judge(state, rules, log, action)
    if stage == S_CARD:
        return lay(state, log, action)
    if stage == S_CLAIM:
        return claim(state, rules, log, action)
    if stage == S_TAKE:
        return take(state, rules, log, action)
    if stage == S_KEEP:
        return keep(state, log, action)
    return sneak(state, log, action)


@part
def carry_out_forced(state, rules, log, stage, action):
    """Carry out the only legal action."""
    return carry_out(state, rules, log, stage, action)


@inline
def advance(state, rules, traits, streams, log, stop_at_chance):
    """Run to the next decision, to a chance event if asked to stop there, or to the end."""
    stage = state.stage
    while True:
        if stage == S_STASH:
            stage = finish_turn(state, rules, log)
        if stage == S_TURN:
            stage = begin_turn(state, rules, traits, log)
        if stage == S_EXPOSE:
            if expose_rate(state, traits) > 0.0:
                if stop_at_chance and state.held == ZERO:
                    return hold(state, traits, stage)
                state.held = ZERO
                stage = expose(state, traits, streams, log)
            else:
                stage = S_CARD
        if stage == S_SLIP:
            if stop_at_chance and state.held == ZERO and may_slip(state, traits):
                return hold(state, traits, stage)
            state.held = ZERO
            stage = fill_fist(state, traits, streams, log)
        if stage == S_JUDGE:
            stage = next_judge(state, traits)

        if stage == S_GRAB:
            legal = grabs_allowed(state, rules)
        elif stage == S_VERDICT:
            legal = verdicts_allowed(state, rules)
        elif stage == S_CLAIM:
            legal = claims_allowed(rules)
        elif stage == S_CARD:
            legal = faces_of(state.hand[state.active])
        elif stage == S_TAKE:
            legal = takes_allowed(state, rules)
            if legal == ZERO:
                stage = state.following
                continue
        elif stage == S_KEEP:
            if keeps_at_random(rules):
                if stop_at_chance and state.held == ZERO and has_choice(state):
                    return hold(state, traits, stage)
                state.held = ZERO
                stage = keep_random(state, streams, log)
                continue
            legal = keeps_allowed(state)
        elif stage == S_REVEAL:
            stage = reveal(state, rules, log)
            continue
        elif stage == S_KEPT:
            stage = reward(state, rules, log)
            continue
        elif stage == S_TOOK:
            stage = finish_caller(state, rules, log)
            continue
        elif stage == S_SNEAK:
            legal = SNEAK_MASK
        elif stage == S_SCORE:
            stage = score_round(state, rules, traits)
            continue
        elif stage == S_END:
            share_round(state, log)
            stage = S_OVER
            continue
        elif stage == S_OVER:
            state.stage = stage
            return AT_END
        elif stage == S_STASH or stage == S_TURN:
            continue
        else:
            if stop_at_chance and state.held == ZERO and happens_by_chance(state, traits, stage):
                return hold(state, traits, stage)
            state.held = ZERO
            stage = rare_chance(state, rules, traits, streams, log, stage)
            continue

        state.legal = legal
        if not is_single(legal):
            state.stage = stage
            state.phase = stage
            return AT_DECISION
        state.forced += ONE_BIT
        stage = carry_out_forced(state, rules, log, stage, lowest_bit(legal))


@rare
def happens_by_chance(state, traits, stage):
    """Whether chance decides at a stage that `rare_chance` runs."""
    if stage == S_FOUL:
        return foul_rate(state, traits) > 0.0
    if stage == S_ORDER:
        return state.seats > ONE_BIT + ONE_BIT
    return True


@rare
def rare_chance(state, rules, traits, streams, log, stage):
    """A chance event that few rounds meet; what the machine does next."""
    if stage == S_IMPRESSION:
        perceive(state, rules, traits, streams)
        return S_VERDICT
    if stage == S_FOUL:
        return start_early(state, traits, streams, log)
    if stage == S_ORDER:
        shuffle_order(state, streams)
        return S_JUDGE
    draw_tie(state, streams, log)
    return S_END


@rare
def hold(state, traits, stage):
    """Stop before the chance event of this stage; the next `advance` lets it happen."""
    state.stage = stage
    state.held = ONE_BIT
    if stage == S_FOUL:
        state.odds = odds_of(foul_rate(state, traits))
    elif stage == S_EXPOSE:
        state.odds = odds_of(expose_rate(state, traits))
    return AT_CHANCE


@inline
def apply(state, rules, log, action):
    """Carry out a legal action of ``state.actor``."""
    state.stage = carry_out(state, rules, log, state.stage, action)
