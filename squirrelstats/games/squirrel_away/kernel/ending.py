"""The score of a round, and who shares it."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline, ones, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, is_single
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import (
    O_TIE,
    ONE_BIT,
    S_END,
    S_TIE,
    TIE_RANDOM,
    TIE_YOUNGEST,
    UNITS,
    ZERO,
    U,
)

#: More acorns than a round can have, for an order by score, then by acorns in Front.
_WEIGHT = np.int64(1 << 10)


@part
def score_round(state, rules, traits, log):
    """Sets, and what leftover acorns are worth; who is ahead."""
    if rules.options[O_TIE] == TIE_YOUNGEST:
        note_ages(state, traits)
    best = np.int64(-1)
    tied = ZERO
    for s in range(state.seats):
        seat = U(s)
        left = pk.total(state.front[seat])
        score = wide.entry(state.sets, seat) + ((rules.leftover_quarters * left) >> U(2))
        state.score[seat] = np.int64(score)
        standing = np.int64(score) * _WEIGHT + np.int64(left)
        if standing > best:
            best = standing
            tied = ZERO
        if standing == best:
            tied |= ONE_BIT << seat
    state.tied = tied
    if not is_single(tied) and rules.options[O_TIE] != ZERO:
        return break_tie(state, rules, log)
    return S_END


@rare
def note_ages(state, traits):
    """Ties of a match need them where there are no traits."""
    for p in range(U(8)):
        state.ages[U(p)] = traits.age[U(p)]


@rare
def break_tie(state, rules, log):
    """Of several, the youngest, or one by lot."""
    if rules.options[O_TIE] == TIE_RANDOM:
        return S_TIE
    number = ones(state.tied)
    state.tied = youngest(state, state.tied)
    for s in range(state.seats):
        if (state.tied >> U(s)) & ONE_BIT != ZERO:
            emit(log, L.TIE_BROKEN, s, -1, number)
    return S_END


@rare
def youngest(state, mask):
    """Mask of the youngest seats among those of a mask; an age not given is that of the oldest."""
    least = np.inf
    best = ZERO
    for s in range(state.seats):
        seat = U(s)
        if (mask >> seat) & ONE_BIT != ZERO:
            age = state.ages[state.player[seat]]
            if age == 0.0:
                age = np.inf
            if age < least:
                least = age
                best = ZERO
            if age == least:
                best |= ONE_BIT << seat
    return best


@rare
def draw_tie(state, streams, log):
    """One of the tied seats wins by lot."""
    number = ones(state.tied)
    if state.fixed[ZERO] != ZERO:
        winner = state.fixed[ZERO] - ONE_BIT
        state.fixed[ZERO] = ZERO
    else:
        _rng.start(streams, _rng.TIE, ZERO, ZERO)
        winner = nth_bit(state.tied, _rng.below(streams, number))
    state.tied = ONE_BIT << winner
    emit(log, L.TIE_BROKEN, winner, -1, number)


@rare
def nth_bit(mask, position):
    """Number of the set bit at that place of a mask, ascending."""
    bit = ZERO
    left = position
    while (mask >> bit) & ONE_BIT == ZERO or left != ZERO:
        left -= (mask >> bit) & ONE_BIT
        bit += ONE_BIT
    return bit


@inline
def share_round(state, log):
    """The seats still tied share the win."""
    share = UNITS // ones(state.tied)
    for s in range(state.seats):
        seat = U(s)
        emit(log, L.SCORED, seat, -1, state.score[seat])
        if (state.tied >> seat) & ONE_BIT != ZERO:
            state.share840[seat] = share
