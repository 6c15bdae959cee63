"""Chance seen and steered from outside."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline, ones
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import OUTCOMES
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.ending import nth_bit
from squirrelstats.games.squirrel_away.kernel.steps import (
    COLOURS,
    ONE_BIT,
    S_EXPOSE,
    S_FOUL,
    S_IMPRESSION,
    S_KEEP,
    S_ORDER,
    S_SLIP,
    S_TIE,
    ZERO,
    U,
)
from squirrelstats.games.squirrel_away.kernel.turns import NO_FACE, draw_exposed, foul_rate


@inline
def chance(state, rules, traits, outcomes):
    """Outcomes of the pending chance event as integer weights; its kind of event.

    ``outcomes`` is int64 (17,): by face for an exposure, then none; no and yes for a foul; by
    colour or seat; all 0 where they are too many.
    """
    for i in range(OUTCOMES):
        outcomes[i] = 0
    stage = state.stage
    likely = np.int64(state.odds)
    unlikely = np.int64(1 << 53) - likely
    if stage == S_FOUL:
        outcomes[0] = unlikely
        outcomes[1] = likely
        return L.CHANCE_FOUL
    if stage == S_EXPOSE:
        seat = state.active
        for f in range(L.MAX_FACES):
            outcomes[f] = likely * np.int64(wide.count(state.hand[seat], U(f)))
        outcomes[L.MAX_FACES] = unlikely * np.int64(wide.entry(state.hand_sizes, seat))
        return L.CHANCE_EXPOSE
    if stage == S_KEEP:
        for c in range(COLOURS):
            outcomes[c] = np.int64(pk.count(state.fist, U(c)))
        return L.CHANCE_KEEP
    if stage == S_TIE:
        for s in range(state.seats):
            outcomes[s] = np.int64((state.tied >> U(s)) & ONE_BIT)
        return L.CHANCE_TIE
    if stage == S_SLIP:
        return L.CHANCE_SLIP
    if stage == S_ORDER:
        return L.CHANCE_ORDER
    return L.CHANCE_IMPRESSION


@inline
def is_possible(state, outcome):
    """Whether the pending event can have this outcome, whatever the traits."""
    stage = state.stage
    if stage == S_FOUL:
        return outcome <= ONE_BIT
    if stage == S_EXPOSE:
        if outcome >= NO_FACE:
            return outcome == NO_FACE
        return wide.count(state.hand[state.active], outcome) != ZERO
    if stage == S_KEEP:
        return outcome < COLOURS and pk.count(state.fist, outcome) != ZERO
    if stage == S_TIE:
        return outcome < state.seats and (state.tied >> outcome) & ONE_BIT != ZERO
    return False


@inline
def force(state, rules, outcome, streams):
    """Make a listed outcome (uint64) happen next; false if it cannot, whatever the traits."""
    possible = is_possible(state, outcome)
    if possible:
        state.fixed[ZERO] = outcome + ONE_BIT
    return possible


@inline
def resample(state, rules, traits, streams):
    """Redraw the pending chance event from the stream in use."""
    stage = state.stage
    outcome = ZERO
    if stage == S_SLIP or stage == S_ORDER or stage == S_IMPRESSION:
        state.fixed[ONE_BIT] = streams.state[ZERO]
        state.fixed[U(2)] = streams.state[ONE_BIT]
    elif stage == S_FOUL:
        if _rng.uniform(streams) < foul_rate(state, traits):
            outcome = ONE_BIT
    elif stage == S_EXPOSE:
        outcome = draw_exposed(state, traits, streams)
    elif stage == S_KEEP:
        outcome = pk.nth(state.fist, _rng.below(streams, pk.total(state.fist)))
    else:
        outcome = nth_bit(state.tied, _rng.below(streams, ones(state.tied)))
    state.fixed[ZERO] = outcome + ONE_BIT
