"""Rounds that make a match: totals, seats that move, one of several by lot, who shares it."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline, rare
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games._machine import emit, left_of

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)
PLAYERS = U(8)
UNITS = U(SHARE_UNITS)


@inline
def no_rounds_yet(state):
    """Nothing has been played yet."""
    state.rounds_before = ZERO
    state.shift = ZERO
    state.match_truncated = ZERO
    for p in range(PLAYERS):
        state.totals[U(p)] = 0
        state.match_share840[U(p)] = ZERO


@rare
def add_round(state, log, code):
    """Count the round just played: scores go to the totals, told by events of that code."""
    for s in range(state.seats):
        player = state.player[U(s)]
        state.totals[player] += state.score[U(s)]
        emit(log, code, s, -1, state.totals[player])
    state.rounds_before += ONE_BIT


@rare
def move_up(state, starter):
    """Who sits in that seat comes to seat 0; the order round the table stays."""
    for _ in range(starter):
        first = state.player[ZERO]
        for s in range(state.seats - ONE_BIT):
            state.player[U(s)] = state.player[U(s) + ONE_BIT]
        state.player[state.seats - ONE_BIT] = first
        state.shift = left_of(state.shift, state.seats)


@inline
def everyone(state):
    """Mask of all seats."""
    return (ONE_BIT << state.seats) - ONE_BIT


@inline
def seats_in(state, mask):
    """How many seats a mask has."""
    number = ZERO
    for s in range(state.seats):
        number += (mask >> U(s)) & ONE_BIT
    return number


@rare
def share_match(state, log, code, mask):
    """The seats of a mask share the match, told by events of that code."""
    share = UNITS // seats_in(state, mask)
    for s in range(state.seats):
        if (mask >> U(s)) & ONE_BIT != ZERO:
            state.match_share840[state.player[U(s)]] = share
            emit(log, code, s, -1, share)


@rare
def one_of(state, streams, mask):
    """One seat of a mask, by lot if there are several."""
    number = seats_in(state, mask)
    chosen = ZERO
    if number > ONE_BIT:
        _rng.start(streams, _rng.MATCH, ZERO, ZERO)
        chosen = _rng.below(streams, number)
    for s in range(state.seats):
        if (mask >> U(s)) & ONE_BIT != ZERO:
            if chosen == ZERO:
                return U(s)
            chosen -= ONE_BIT
    return ZERO
