"""What right callers get, one after another."""

from __future__ import annotations

from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, left_of, lowest_bit
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_TAKE,
    O_COST,
    O_MODE,
    O_REWARD,
    O_STASH,
    ONE_BIT,
    P_TAKE,
    S_STASH,
    S_TAKE,
    S_TOOK,
    SIMULTANEOUS,
    T_BONUS,
    T_CALLER,
    ZERO,
    U,
    colours_in,
    stash,
    tally,
)

AFTER_RETURN, FROM_FIST, REST_OF_FIST = U(0), U(2), U(3)


@inline
def next_caller(state):
    """The next right caller to settle, counter-clockwise."""
    callers = state.callers
    if callers & (callers - ONE_BIT) == ZERO:
        return lowest_bit(callers) >> U(3)
    return first_of_several(state)


@rare
def first_of_several(state):
    """The first right caller counter-clockwise from the active seat's right."""
    seat = state.active
    found = seat
    for _ in range(state.seats - ONE_BIT):
        seat = left_of(seat, state.seats)
        if wide.entry(state.callers, seat) != ZERO:
            found = seat
    return found


@inline
def reward(state, rules, log):
    """All that is kept is kept; the first right caller's turn to take."""
    if rules.options[O_REWARD] == AFTER_RETURN:
        give_back(state, log)
    return reward_caller(state, rules, log)


@inline
def reward_caller(state, rules, log):
    """A right caller takes acorns."""
    seat = state.caller
    state.actor = seat
    state.callers -= wide.at(seat, ONE_BIT)
    if rules.options[O_REWARD] == REST_OF_FIST:
        take_rest(state, log)
        return S_TOOK
    state.pending_takes = rules.caller_acorns
    state.following = S_TOOK
    return S_TAKE


@rare
def take_rest(state, log):
    """The caller has all that is left of the fist."""
    acorns = pk.total(state.fist)
    if acorns != ZERO:
        state.front[state.caller] += state.fist
        state.fist = ZERO
        tally(state, state.caller, T_CALLER, acorns)
        emit(log, L.TOOK_REST, state.caller, -1, acorns)


@inline
def give_back(state, log):
    """What is left of the fist returns to the Loot."""
    if state.fist != ZERO:
        state.loot += state.fist
        emit(log, L.RETURNED, state.active, -1, pk.total(state.fist))
        state.fist = ZERO


@inline
def takes_from_fist(state, rules):
    """Whether the actor takes from the fist; else from the Loot."""
    return state.following == S_TOOK and rules.options[O_REWARD] == FROM_FIST


@inline
def takes_allowed(state, rules):
    """Legal actions of TAKE; none if there is nothing more to take."""
    if state.pending_takes == ZERO:
        return ZERO
    source = state.loot
    if takes_from_fist(state, rules):
        source = state.fist
    return colours_in(source) << A_TAKE


@inline
def take(state, rules, log, action):
    """Carry out an action of TAKE."""
    colour = action - A_TAKE
    seat = state.actor
    if takes_from_fist(state, rules):
        state.fist -= pk.card(colour)
    else:
        state.loot -= pk.card(colour)
    state.front[seat] += pk.card(colour)
    state.pending_takes -= ONE_BIT
    place = T_CALLER
    if state.following == S_STASH:
        place = T_BONUS
    tally(state, seat, place, ONE_BIT)
    emit(log, L.TOOK, seat, colour, pk.total(state.loot))
    return P_TAKE


@part
def finish_caller(state, rules, log):
    """A right caller has what it gets; the next one follows, if there is one."""
    seat = state.caller
    if rules.options[O_MODE] != SIMULTANEOUS:
        give_back(state, log)
    if rules.options[O_COST] != ZERO:
        state.tokens += wide.at(seat, ONE_BIT)
        emit(log, L.REFUNDED, seat, -1, wide.entry(state.tokens, seat))
    if rules.options[O_STASH] == ZERO:
        stash(state, log, seat)
    if state.callers != ZERO:
        state.caller = next_caller(state)
        return reward_caller(state, rules, log)
    give_back(state, log)
    return S_STASH
