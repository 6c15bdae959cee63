"""Verdicts: who judges next, what a judge perceives and says."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_CALL_CARD,
    A_GOOD,
    COLOURS,
    GOOD_MASK,
    O_MODE,
    O_TARGETS,
    ONE_BIT,
    S_IMPRESSION,
    S_JUDGE,
    S_REVEAL,
    S_VERDICT,
    SIMULTANEOUS,
    T_JUDGED,
    T_JUDGED_CARD,
    T_JUDGED_FIST,
    V_CARD,
    V_GOOD,
    ZERO,
    U,
    fits,
    tally,
)

FIST_ONLY = ONE_BIT
#: Largest and smallest impression in 1/256 standard deviation: 16 bits.
HIGHEST, LOWEST = 32767.0, -32768.0


@rare
def shuffle_order(state, streams):
    """The judges are shuffled (`random_order`)."""
    if state.fixed[ZERO] != ZERO:
        streams.state[ZERO] = state.fixed[ONE_BIT]
        streams.state[ONE_BIT] = state.fixed[U(2)]
        state.fixed[ZERO] = ZERO
    else:
        _rng.start(streams, _rng.VERDICT, state.active, state.number - ONE_BIT)
    order = state.order
    i = state.seats - ONE_BIT
    while i > ONE_BIT:
        j = _rng.below(streams, i)
        i -= ONE_BIT
        change = wide.entry(order, i) ^ wide.entry(order, j)
        if i != j:
            order ^= wide.at(i, change) | wide.at(j, change)
    state.order = order


@inline
def next_judge(state, traits):
    """Who judges next, unless all have."""
    if state.judged == state.seats - ONE_BIT:
        return S_REVEAL
    seat = wide.entry(state.order, state.judged)
    state.actor = seat
    state.impressions[ZERO] = 0
    state.impressions[ONE_BIT] = 0
    if traits.reads_impressions[state.player[seat]] != ZERO:
        if wide.entry(state.tokens, seat) != ZERO:
            return S_IMPRESSION
    return S_VERDICT


# --- impressions --------------------------------------------------------------------------------


@inline
def stored(impression):
    """An impression in 1/256 standard deviation."""
    return np.int64(max(min(np.floor(256.0 * impression + 0.5), HIGHEST), LOWEST))


@rare
def perceive(state, rules, traits, streams, log):
    """What the judge perceives of fist and manner."""
    judge, mine = state.actor, state.player[state.actor]
    attention = traits.attention[mine]
    if state.early != ZERO:
        attention *= traits.sneak_attention[mine]
    fixed = state.fixed[ZERO] != ZERO
    if fixed:
        streams.state[ZERO] = state.fixed[ONE_BIT]
        streams.state[ONE_BIT] = state.fixed[U(2)]
        state.fixed[ZERO] = ZERO
    else:
        _rng.start(streams, _rng.FIST, judge, state.number - ONE_BIT)
    fist = _rng.normal(streams)
    if state.fist_false != ZERO:
        fist += fist_distance(state, rules, traits, attention, mine)
    if not fixed:
        _rng.start(streams, _rng.TELL, judge, state.number - ONE_BIT)
    tell = _rng.normal(streams)
    if state.card_false != ZERO or not fits(rules, state.intended, state.claim):
        tell += attention * traits.d_tell[mine]
    state.impressions[ZERO] = stored(fist)
    state.impressions[ONE_BIT] = stored(tell)
    emit(log, L.PERCEIVED, judge, state.impressions[ZERO], state.impressions[ONE_BIT])


@rare
def fist_distance(state, rules, traits, attention, judge):
    """How far the fist looks from the claim, in standard deviations of that player."""
    face = state.claim - ONE_BIT
    named = rules.face_acorns[face]
    said = np.float64(pk.total(named))
    held = np.float64(pk.total(state.fist))
    number = abs(held - said) / (traits.w[judge] * np.sqrt((held * held + said * said) / 2.0))
    colour = 0.0
    if (rules.face_wild >> face) & ONE_BIT == ZERO:
        wrong = min(pk.total(named), pk.total(state.fist))
        for c in range(COLOURS):
            wrong -= min(pk.count(named, U(c)), pk.count(state.fist, U(c)))
        colour = traits.d_col[judge] * np.float64(wrong)
    hidden = 1.0 + traits.concealment[state.player[state.active]]
    return attention * np.sqrt(number * number + colour * colour) / hidden


# --- verdicts -----------------------------------------------------------------------------------


@inline
def calls_allowed(rules):
    """Legal calls of a seat with a token."""
    targets = rules.options[O_TARGETS]
    if targets == ZERO:
        return U(3) << A_CALL_CARD
    if targets == FIST_ONLY:
        return U(2) << A_CALL_CARD
    return ONE_BIT << A_CALL_CARD


@inline
def verdicts_allowed(state, rules):
    """Legal actions of VERDICT."""
    legal = GOOD_MASK
    if wide.entry(state.tokens, state.actor) != ZERO:
        legal |= calls_allowed(rules)
    return legal


@inline
def count_judged(state, seat):
    """Count a verdict that might have been a call."""
    if wide.entry(state.tokens, seat) != ZERO:
        tally(state, seat, T_JUDGED, ONE_BIT)
        tally(state, seat, T_JUDGED_FIST, state.fist_false)
        tally(state, seat, T_JUDGED_CARD, state.card_false)


@inline
def judge(state, rules, log, action):
    """Carry out an action of VERDICT."""
    seat = state.actor
    verdict = action - A_GOOD + V_GOOD
    count_judged(state, seat)
    state.judged += ONE_BIT
    if rules.options[O_MODE] == SIMULTANEOUS:
        return note_verdict(state, log, seat, verdict)
    state.verdicts |= wide.at(seat, verdict)
    if verdict == V_GOOD:
        emit(log, L.SAID_GOOD, seat, -1, wide.entry(state.tokens, seat))
        return S_JUDGE
    pay(state, log, seat, verdict)
    return S_REVEAL


@inline
def pay(state, log, seat, verdict):
    """A call costs a token."""
    state.tokens -= wide.at(seat, ONE_BIT)
    left = wide.entry(state.tokens, seat)
    emit(log, L.CALLED_CARD + verdict - V_CARD, seat, state.claim - ONE_BIT, left)


@rare
def note_verdict(state, log, seat, verdict):
    """A verdict stays hidden until all have been given (`simultaneous`)."""
    state.hidden |= wide.at(seat, verdict)
    if state.judged == state.seats - ONE_BIT:
        publish(state, log)
    return S_JUDGE


@rare
def publish(state, log):
    """All verdicts become known at once."""
    state.verdicts = state.hidden
    state.hidden = ZERO
    for s in range(state.seats):
        seat = U(s)
        verdict = wide.entry(state.verdicts, seat)
        if verdict == V_GOOD:
            emit(log, L.SAID_GOOD, seat, -1, wide.entry(state.tokens, seat))
        elif verdict != ZERO:
            pay(state, log, seat, verdict)
