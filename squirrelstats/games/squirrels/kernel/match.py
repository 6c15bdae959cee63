"""Rounds that make a match: totals, who starts, who wins."""

from __future__ import annotations

from squirrelstats._jit import inline, rare
from squirrelstats.games._machine import emit
from squirrelstats.games.kernel.match import (
    add_round,
    everyone,
    move_up,
    no_rounds_yet,
    one_of,
    share_match,
)
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.dealing import deal
from squirrelstats.games.squirrels.kernel.steps import (
    F_TIE_FIRST_OUT,
    O_STARTER,
    ONE_BIT,
    ZERO,
    U,
)

LOWEST_TOTAL, ROTATE, FIRST_OUT = U(1), U(2), U(3)


@inline
def begin_match(state):
    """Nothing has been played yet."""
    no_rounds_yet(state)
    state.in_match = ONE_BIT


@rare
def next_round(state, rules, streams, log):
    """Count the round just played; deal the next one, or end the match (then false)."""
    add_round(state, log, L.TOTALLED)
    if match_is_over(state, rules):
        share_match(state, log, L.MATCH_WON, winners(state, rules))
        return False
    streams.match_round = state.rounds_before
    starter = next_starter(state, rules, streams)
    emit(log, L.NEXT_STARTER, starter, -1, state.rounds_before)
    move_up(state, starter)
    deal(state, rules, streams, log)
    return True


@rare
def match_is_over(state, rules):
    """Whether the rounds are played, or the points reached."""
    if rules.match_rounds != ZERO:
        return state.rounds_before >= rules.match_rounds
    for s in range(state.seats):
        if state.totals[state.player[U(s)]] >= rules.target_points:
            return True
    if state.rounds_before < rules.max_rounds:
        return False
    state.match_truncated = ONE_BIT
    return True


@rare
def lowest(state, mask, by_total, sign):
    """Mask of the seats with the lowest total, or round score, among those of a mask.

    With ``sign`` −1 the highest.
    """
    best = ZERO
    least = 1 << 60
    for s in range(state.seats):
        if (mask >> U(s)) & ONE_BIT != ZERO:
            number = state.score[U(s)]
            if by_total:
                number = state.totals[state.player[U(s)]]
            number *= sign
            if number < least:
                least = number
                best = ZERO
            if number == least:
                best |= ONE_BIT << U(s)
    return best


@rare
def winners(state, rules):
    """Mask of the seats with the lowest total; the last round breaks ties."""
    best = lowest(state, everyone(state), True, 1)
    best = lowest(state, best, False, 1)
    if rules.switches[F_TIE_FIRST_OUT] != ZERO and state.safe != ZERO:
        safe = ONE_BIT << (state.safe - ONE_BIT)
        if best & safe != ZERO:
            best = safe
    return best


@rare
def next_starter(state, rules, streams):
    """Seat, in the round just played, of who starts the next one."""
    how = rules.options[O_STARTER]
    if how == ROTATE:
        return ONE_BIT
    if how == FIRST_OUT and state.safe != ZERO:
        return state.safe - ONE_BIT
    if how == FIRST_OUT:
        candidates = lowest(state, everyone(state), False, 1)
    elif how == LOWEST_TOTAL:
        candidates = lowest(state, everyone(state), True, 1)
    else:
        candidates = lowest(state, everyone(state), True, -1)
    return one_of(state, streams, candidates)
