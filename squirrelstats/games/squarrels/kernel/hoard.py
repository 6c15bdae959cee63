"""Hoard: the first hand on the pile takes it (rulebook, update of 12/2/08)."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import (
    K_HOARD,
    K_QUARREL,
    M_HOARD,
    O_HOARD_ELIGIBLE,
    O_HOARD_EMPTY,
    O_RACE,
    OBSERVERS,
    ONE_BIT,
    S_HOARD,
    S_RACE,
    ZERO,
    U,
    begin_mini_turn,
    drawer_stores,
    face_down,
    resume,
    seen_arriving,
    tally,
)

NOBODY = U(L.NOBODY)
RESUMES, RACES_ON = U(1), U(2)


@part
def begin_hoard(state, rules, log):
    """Everyone but the drawer may race for the pile (rulebook, Hoard of 12/2/08)."""
    if state.hoard == pk.EMPTY and rules.options[O_HOARD_EMPTY] != RACES_ON:
        emit(log, L.HOARD_EMPTY, state.drawer, -1, -1)
        if rules.options[O_HOARD_EMPTY] == RESUMES:
            return resume(state)
        return drawer_stores(state)
    everyone = (ONE_BIT << state.seats) - ONE_BIT
    if rules.options[O_HOARD_ELIGIBLE] == ZERO:
        everyone &= ~(ONE_BIT << state.drawer)
    everyone &= ~state.sitting
    state.sitting = ZERO
    state.contest = everyone
    state.waiting = everyone
    state.racing = ZERO
    return S_HOARD


@inline
def nobody_wins(state, log):
    """The pile stays, the drawer stores and discards."""
    state.racing = ZERO
    emit(log, L.RACE_NONE, state.drawer, -1, pk.total(state.hoard))
    return drawer_stores(state)


@part
def race_decided(state, log):
    """Everybody has chosen: show it."""
    for s in range(state.seats):
        if (state.contest >> U(s)) & ONE_BIT != ZERO:
            emit(log, L.RACED, s, -1, (state.racing >> U(s)) & ONE_BIT)
    state.contest = ZERO
    if state.racing == ZERO:
        return nobody_wins(state, log)
    return S_RACE


@inline
def occurrence(state):
    """Number of the Hoard, the key of its randomness."""
    return state.turned[K_HOARD - K_QUARREL] - ONE_BIT


@inline
def speed_of(state, traits, seat):
    """Rate of the exponential race."""
    player = state.player[seat]
    speed = traits.slap_speed[player]
    if seat == state.drawer:
        speed *= traits.drawer_speed_factor[player]
    return speed


@inline
def alike(state, traits, racers):
    """Whether all racers have the same speed."""
    none = True
    common = 0.0
    for s in range(state.seats):
        if (racers >> U(s)) & ONE_BIT != ZERO:
            speed = speed_of(state, traits, U(s))
            if none:
                common = speed
                none = False
            elif speed != common:
                return False
    return True


@rare
def reaction(state, rules, traits, streams, seat):
    """Time of a racer from the stream in use: the shortest wins."""
    if rules.options[O_RACE] == ZERO:
        return _rng.exponential_of(_rng.bits(streams)) / speed_of(state, traits, seat)
    player = state.player[seat]
    time = traits.reaction_mean[player] + traits.reaction_sd[player] * _rng.normal(streams)
    time += traits.reaction_tail[player] * _rng.exponential_of(_rng.bits(streams))
    if seat == state.drawer:
        time /= traits.drawer_speed_factor[player]
    return time


@rare
def watchful(state, traits, streams, log):
    """Those of the racers who do not lapse."""
    awake = state.racing
    seat = state.drawer
    for _ in range(state.seats):
        seat = left_of(seat, state.seats)
        vigilance = traits.vigilance[state.player[seat]]
        if (state.racing >> seat) & ONE_BIT != ZERO and vigilance < 1.0:
            _rng.start(streams, _rng.VIGILANCE, seat, occurrence(state))
            if _rng.uniform(streams) >= vigilance:
                awake &= ~(ONE_BIT << seat)
                emit(log, L.LAPSED, seat, -1, -1)
    return awake


@rare
def fastest_of(state, rules, traits, streams, racers):
    """The first hand on the pile, where speeds differ or times are reactions."""
    winner = NOBODY
    shortest = np.inf
    seat = state.drawer
    for _ in range(state.seats):
        seat = left_of(seat, state.seats)
        if (racers >> seat) & ONE_BIT != ZERO:
            _rng.start(streams, _rng.RACE, seat, occurrence(state))
            time = reaction(state, rules, traits, streams, seat)
            if time < shortest:
                shortest = time
                winner = seat
    return winner


@inline
def largest_of(state, streams, racers):
    """The first hand on the pile among equals: each has the same chance."""
    winner = NOBODY
    largest = ZERO
    seat = state.drawer
    for _ in range(state.seats):
        seat = left_of(seat, state.seats)
        if (racers >> seat) & ONE_BIT != ZERO:
            _rng.start(streams, _rng.RACE, seat, occurrence(state))
            number = _rng.bits(streams)
            if winner == NOBODY or number > largest:
                largest = number
                winner = seat
    return winner


@inline
def race(state, rules, traits, streams, log):
    """The fastest hand takes the pile."""
    racers = state.racing
    if state.fixed[ZERO] != ZERO:
        winner = state.fixed[ONE_BIT]
        state.fixed[ZERO] = ZERO
    else:
        racers = watchful(state, traits, streams, log)
        if rules.options[O_RACE] == ZERO and alike(state, traits, racers):
            winner = largest_of(state, streams, racers)
        else:
            winner = fastest_of(state, rules, traits, streams, racers)
    if winner == NOBODY:
        return nobody_wins(state, log)
    for s in range(state.seats):
        if (racers >> U(s)) & ONE_BIT != ZERO and U(s) != winner:
            tally(state, U(s), U(3), ONE_BIT)
    tally(state, winner, U(2), ONE_BIT)
    return take_pile(state, rules, log, winner)


@inline
def take_pile(state, rules, log, winner):
    """The pile goes to the hand of the winner, who begins a mini-turn."""
    pile = state.hoard
    state.hand[winner] += pile
    state.hoard = pk.EMPTY
    state.racing = ZERO
    if face_down(rules):
        for o in range(OBSERVERS):
            state.known[winner * OBSERVERS + U(o)] += state.hoard_known[U(o)]
            state.hoard_known[U(o)] = pk.EMPTY
    else:
        state.unseen[ZERO] += pile & pk.CARDS
        seen_arriving(state, winner, pile)
    emit(log, L.RACE_WON, winner, -1, pk.total(pile))
    return begin_mini_turn(state, rules, log, winner, M_HOARD)


@rare
def race_weights(state, rules, traits, outcomes):
    """Weights by seat, and of nobody, given who races; exponential races only."""
    attentive = True
    for s in range(state.seats):
        if (state.racing >> U(s)) & ONE_BIT != ZERO:
            attentive = attentive and traits.vigilance[state.player[U(s)]] >= 1.0
    if attentive and alike(state, traits, state.racing):
        for s in range(state.seats):
            outcomes[s] = (state.racing >> U(s)) & ONE_BIT
        return
    chances = np.zeros(L.NOBODY + 1)
    for subset in range(1 << state.seats):  # who is awake
        awake = U(subset)
        if awake & ~state.racing != ZERO:
            continue
        likely = 1.0
        speeds = 0.0
        for s in range(state.seats):
            if (state.racing >> U(s)) & ONE_BIT != ZERO:
                vigilance = traits.vigilance[state.player[U(s)]]
                if (awake >> U(s)) & ONE_BIT != ZERO:
                    likely *= vigilance
                    speeds += speed_of(state, traits, U(s))
                else:
                    likely *= 1.0 - vigilance
        if awake == ZERO:
            chances[L.NOBODY] += likely
        for s in range(state.seats):
            if (awake >> U(s)) & ONE_BIT != ZERO:
                chances[s] += likely * speed_of(state, traits, U(s)) / speeds
    for i in range(L.NOBODY + 1):
        outcomes[i] = np.int64(chances[i] * 2.0**53 + 0.5)


@rare
def redraw_race(state, rules, traits, streams):
    """Winner of the race, or nobody, from the stream in use."""
    winner = NOBODY
    shortest = np.inf
    seat = state.drawer
    for _ in range(state.seats):
        seat = left_of(seat, state.seats)
        if (state.racing >> seat) & ONE_BIT != ZERO:
            awake = _rng.uniform(streams) < traits.vigilance[state.player[seat]]
            time = reaction(state, rules, traits, streams, seat)
            if awake and time < shortest:
                shortest = time
                winner = seat
    return winner
