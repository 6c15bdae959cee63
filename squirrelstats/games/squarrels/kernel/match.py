"""Rounds that make a match: totals, who deals, who wins (rulebook, Winning the Game)."""

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
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.dealing import deal
from squirrelstats.games.squarrels.kernel.steps import (
    O_GOLD_SCOPE,
    O_NEXT_DEALER,
    O_TARGET_MULTI,
    ONE_BIT,
    ZERO,
    U,
)

FIRST_IN_ORDER, SHARED, PLAY_ON = U(1), U(2), U(3)
ROTATE, RANDOM = U(1), U(2)


@inline
def begin_match(state):
    """Nothing has been played yet."""
    no_rounds_yet(state)
    state.gold_removed = ZERO


@rare
def next_round(state, rules, streams, log):
    """Count the round just played; deal the next one, or end the match (then false)."""
    add_round(state, log, L.TOTALLED)
    if rules.options[O_GOLD_SCOPE] != ZERO:
        state.gold_removed += state.gold_lost
    winners = winners_of_match(state, rules)
    if winners != ZERO:
        share_match(state, log, L.MATCH_WON, winners)
        return False
    streams.match_round = state.rounds_before
    dealer = next_dealer(state, rules, streams)
    emit(log, L.NEXT_DEALER, dealer, -1, state.rounds_before)
    move_up(state, dealer + ONE_BIT)  # the left neighbour of the dealer becomes seat 0
    deal(state, rules, streams, log)
    return True


@rare
def highest(state, mask):
    """Mask of the seats with the highest total among those of a mask."""
    best = ZERO
    top = -(1 << 60)
    for s in range(state.seats):
        if (mask >> U(s)) & ONE_BIT != ZERO:
            total = state.totals[state.player[U(s)]]
            if total > top:
                top = total
                best = ZERO
            if total == top:
                best |= ONE_BIT << U(s)
    return best


@rare
def winners_of_match(state, rules):
    """Mask of the seats that win the match; empty while it goes on."""
    leaders = highest(state, everyone(state))
    if rules.match_rounds != ZERO:
        if state.rounds_before < rules.match_rounds:
            return ZERO
        return leaders
    arrived = ZERO
    for s in range(state.seats):
        if state.totals[state.player[U(s)]] >= rules.target_score:
            arrived |= ONE_BIT << U(s)
    how = rules.options[O_TARGET_MULTI]
    decided = arrived != ZERO
    if how == PLAY_ON and leaders & (leaders - ONE_BIT) != ZERO:
        decided = False
    if not decided:
        if state.rounds_before < rules.max_rounds:
            return ZERO
        state.match_truncated = ONE_BIT
        return leaders
    if how == FIRST_IN_ORDER:
        return arrived & (~arrived + ONE_BIT)
    if how == SHARED:
        return arrived
    return leaders


@rare
def next_dealer(state, rules, streams):
    """Seat, in the round just played, of who deals the next one."""
    how = rules.options[O_NEXT_DEALER]
    if how == ROTATE:
        return ZERO
    candidates = everyone(state)
    if how != RANDOM:
        best = state.score[ZERO]
        for s in range(state.seats):
            best = max(best, state.score[U(s)])
        for s in range(state.seats):
            if state.score[U(s)] != best:
                candidates &= ~(ONE_BIT << U(s))
        candidates = highest(state, candidates)
    return one_of(state, streams, candidates)
