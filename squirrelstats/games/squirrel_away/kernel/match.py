"""Rounds that make a match: totals, who starts, who wins."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit
from squirrelstats.games.kernel.match import (
    PLAYERS,
    add_round,
    move_up,
    no_rounds_yet,
    one_of,
    share_match,
)
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.dealing import deal
from squirrelstats.games.squirrel_away.kernel.ending import youngest
from squirrelstats.games.squirrel_away.kernel.steps import (
    O_TIE,
    ONE_BIT,
    TIE_RANDOM,
    TIE_YOUNGEST,
    ZERO,
    U,
)


@inline
def begin_match(state):
    """Nothing has been played yet."""
    no_rounds_yet(state)
    state.in_match = ONE_BIT
    for p in range(PLAYERS):
        state.front_totals[U(p)] = ZERO


@rare
def next_round(state, rules, streams, log):
    """Count the round just played; deal the next one, or end the match (then false)."""
    add_round(state, log, L.TOTALLED)
    for s in range(state.seats):
        state.front_totals[state.player[U(s)]] += pk.total(state.front[U(s)])
    streams.match_round = state.rounds_before
    if state.rounds_before >= rules.match_rounds:
        share_match(state, log, L.MATCH_WON, winners(state, rules, streams))
        return False
    emit(log, L.NEXT_STARTER, ONE_BIT, -1, state.rounds_before)
    move_up(state, ONE_BIT)
    deal(state, rules, streams, log)
    return True


@rare
def winners(state, rules, streams):
    """Mask of the seats with the highest total, among them with most acorns left over."""
    best = np.int64(-1)
    tied = ZERO
    for s in range(state.seats):
        player = state.player[U(s)]
        standing = (state.totals[player] << 32) + np.int64(state.front_totals[player])
        if standing > best:
            best = standing
            tied = ZERO
        if standing == best:
            tied |= ONE_BIT << U(s)
    how = rules.options[O_TIE]
    if how == TIE_YOUNGEST:
        return youngest(state, tied)
    if how == TIE_RANDOM:
        if rules.match_rounds == ONE_BIT:
            return state.tied  # the lot has been drawn
        return ONE_BIT << one_of(state, streams, tied)
    return tied
