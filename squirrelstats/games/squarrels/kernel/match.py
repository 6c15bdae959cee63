"""Rounds that make a match: totals, who deals, who wins (rulebook, Winning the Game)."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, rare
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.dealing import deal
from squirrelstats.games.squarrels.kernel.steps import (
    O_GOLD_SCOPE,
    O_NEXT_DEALER,
    O_TARGET_MULTI,
    OBSERVERS,
    ONE_BIT,
    UNITS,
    ZERO,
    U,
)

FIRST_IN_ORDER, SHARED, PLAY_ON = U(1), U(2), U(3)
ROTATE, RANDOM = U(1), U(2)


@inline
def begin_match(state):
    """Nothing has been played yet."""
    state.rounds_before = ZERO
    state.shift = ZERO
    state.gold_removed = ZERO
    state.match_truncated = ZERO
    for p in range(OBSERVERS):
        state.totals[U(p)] = 0
        state.match_share840[U(p)] = ZERO


@rare
def next_round(state, rules, streams, log):
    """Count the round just played; deal the next one, or end the match (then false)."""
    for s in range(state.seats):
        player = state.player[U(s)]
        state.totals[player] += state.score[U(s)]
        emit(log, L.TOTALLED, s, -1, state.totals[player])
    state.rounds_before += ONE_BIT
    if rules.options[O_GOLD_SCOPE] != ZERO:
        state.gold_removed += state.gold_lost
    winners = winners_of_match(state, rules)
    if winners != ZERO:
        share_match(state, log, winners)
        return False
    streams.match_round = state.rounds_before
    dealer = next_dealer(state, rules, streams)
    emit(log, L.NEXT_DEALER, dealer, -1, state.rounds_before)
    for _ in range(dealer + ONE_BIT):  # the left neighbour of the dealer becomes seat 0
        first = state.player[ZERO]
        for s in range(state.seats - ONE_BIT):
            state.player[U(s)] = state.player[U(s) + ONE_BIT]
        state.player[state.seats - ONE_BIT] = first
        state.shift = left_of(state.shift, state.seats)
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
    everyone = (ONE_BIT << state.seats) - ONE_BIT
    leaders = highest(state, everyone)
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
def share_match(state, log, winners):
    """Those of a mask share the match."""
    number = ZERO
    for s in range(state.seats):
        number += (winners >> U(s)) & ONE_BIT
    for s in range(state.seats):
        if (winners >> U(s)) & ONE_BIT != ZERO:
            state.match_share840[state.player[U(s)]] = UNITS // number
            emit(log, L.MATCH_WON, s, -1, UNITS // number)


@rare
def next_dealer(state, rules, streams):
    """Seat, in the round just played, of who deals the next one."""
    how = rules.options[O_NEXT_DEALER]
    if how == ROTATE:
        return ZERO
    candidates = (ONE_BIT << state.seats) - ONE_BIT
    if how != RANDOM:
        best = state.score[ZERO]
        for s in range(state.seats):
            best = max(best, state.score[U(s)])
        for s in range(state.seats):
            if state.score[U(s)] != best:
                candidates &= ~(ONE_BIT << U(s))
        candidates = highest(state, candidates)
    number = ZERO
    for s in range(state.seats):
        number += (candidates >> U(s)) & ONE_BIT
    chosen = ZERO
    if number > ONE_BIT:
        _rng.start(streams, _rng.MATCH, ZERO, ZERO)
        chosen = _rng.below(streams, number)
    for s in range(state.seats):
        if (candidates >> U(s)) & ONE_BIT != ZERO:
            if chosen == ZERO:
                return U(s)
            chosen -= ONE_BIT
    return ZERO
