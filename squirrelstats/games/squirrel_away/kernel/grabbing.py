"""The active seat lays down a card, grabs acorns and says what the card is."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_CLAIM,
    A_DONE,
    A_GRAB,
    COLOURS,
    O_MODE,
    O_ZERO_GRAB,
    ONE_BIT,
    RANDOM_ORDER,
    S_CLAIM,
    S_GRAB,
    S_JUDGE,
    S_ORDER,
    S_SLIP,
    SIMULTANEOUS,
    T_INTENDED,
    T_SLIPPED,
    T_TURNS,
    ZERO,
    U,
    colours_in,
    emit_colours,
    judge_card,
    judge_fist,
    odds_of,
    tally,
)
from squirrelstats.games.squirrel_away.kernel.turns import leave_hand


@inline
def lay(state, log, face):
    """Carry out an action of CARD."""
    seat = state.active
    leave_hand(state, seat, face)
    state.card = face + ONE_BIT
    state.turns += ONE_BIT
    tally(state, seat, T_TURNS, ONE_BIT)
    emit(log, L.LAID, seat, face, wide.entry(state.hand_sizes, seat))
    return S_GRAB


@inline
def grabs_allowed(state, rules):
    """Legal actions of GRAB; none of the acorns has left the Loot."""
    intended = state.intended
    more = ZERO
    if pk.total(intended) < state.limit:
        more = colours_in(state.loot - intended)
    done = ONE_BIT
    if rules.options[O_ZERO_GRAB] != ZERO and intended == ZERO and more != ZERO:
        done = ZERO
    return (more << A_GRAB) | (done << A_DONE)


@inline
def grab(state, log, action):
    """Carry out an action of GRAB."""
    if action != A_DONE:
        state.intended += pk.card(action - A_GRAB)
        return S_GRAB
    tally(state, state.active, T_INTENDED, pk.total(state.intended))
    if log.capacity != ZERO:
        tell_grab(state, log)
    return S_SLIP


@rare
def tell_grab(state, log):
    """Log the acorns that the active seat means to take."""
    if state.intended == ZERO:
        emit(log, L.GRABBED, state.active, -1, ZERO)
    emit_colours(log, L.GRABBED, state.active, state.intended)


@inline
def may_slip(state, traits):
    """Whether other acorns than those intended may come into the fist."""
    return traits.slip[state.player[state.active]] > 0.0 and state.intended != ZERO


@rare
def slip(state, traits, streams, log):
    """Some of the acorns that come into the fist may not be those intended."""
    if state.fixed[ZERO] != ZERO:
        streams.state[ZERO] = state.fixed[ONE_BIT]
        streams.state[ONE_BIT] = state.fixed[U(2)]
        state.fixed[ZERO] = ZERO
    else:
        _rng.start(streams, _rng.SLIP, state.active, state.number - ONE_BIT)
    state.slip_odds = odds_of(traits.slip[state.player[state.active]])
    state.fist = state.intended
    for c in range(COLOURS):
        wanted = U(c)
        for _ in range(pk.count(state.intended, wanted)):
            came = slip_one(state, streams, state.loot, wanted)
            if came != COLOURS:
                tally(state, state.active, T_SLIPPED, ONE_BIT)
                emit(log, L.SLIPPED, state.active, came, wanted)


@rare
def slip_one(state, streams, loot, wanted):
    """An acorn of the fist may be another than intended; its colour, or `COLOURS` if it is not.

    ``loot`` is what lay there before the grab.
    """
    left = loot - state.fist
    if _rng.bits(streams) >> U(11) >= state.slip_odds or left == ZERO:
        return COLOURS
    came = pk.nth(left, _rng.below(streams, pk.total(left)))
    state.fist += pk.card(came) - pk.card(wanted)
    return came


@inline
def fill_fist(state, traits, streams, log):
    """The fist leaves the Loot."""
    if may_slip(state, traits):
        slip(state, traits, streams, log)
    else:
        state.slip_odds = ZERO
        state.fist = state.intended
    state.loot -= state.fist
    state.grabbed = pk.total(state.fist)
    return S_CLAIM


@inline
def claims_allowed(rules):
    """Legal actions of CLAIM."""
    return ((ONE_BIT << rules.faces) - ONE_BIT) << A_CLAIM


@inline
def claim(state, rules, log, action):
    """Carry out an action of CLAIM; the others get ready to judge."""
    state.claim = action - A_CLAIM + ONE_BIT
    judge_card(state)
    judge_fist(state, rules)
    emit(log, L.CLAIMED, state.active, state.claim - ONE_BIT, -1)
    mode = rules.options[O_MODE]
    if mode == SIMULTANEOUS:
        judge_by_seat(state)
    else:
        judge_counter_clockwise(state)
        if mode == RANDOM_ORDER:
            return S_ORDER
    return S_JUDGE


@inline
def judge_counter_clockwise(state):
    """The right-hand neighbour judges first, the left one last."""
    order = ZERO
    seat = state.active
    for _ in range(state.seats - ONE_BIT):
        seat = left_of(seat, state.seats)
        order = (order << U(8)) | seat
    state.order = order


@part
def judge_by_seat(state):
    """The seats judge in ascending order."""
    order = ZERO
    place = ZERO
    for s in range(state.seats):
        if U(s) != state.active:
            order |= wide.at(place, U(s))
            place += ONE_BIT
    state.order = order
