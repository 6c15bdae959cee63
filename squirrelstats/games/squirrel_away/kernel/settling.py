"""The settlement: what is shown, what is kept of the fist, who pays, what the table remembers."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, left_of, lowest_bit
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.rewarding import next_caller
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_KEEP,
    COLOURS,
    O_BUST_KEEP,
    O_CAUGHT,
    O_END_WHEN,
    O_REVEAL,
    ONE_BIT,
    S_KEEP,
    S_KEPT,
    S_STASH,
    S_TAKE,
    T_ACCUSED,
    T_CALLS_CARD,
    T_CALLS_FIST,
    T_CAUGHT,
    T_HONEST,
    T_KEPT,
    T_PAID,
    V_CARD,
    V_FIST,
    ZERO,
    U,
    calls_made,
    calls_right_made,
    colours_in,
    emit_colours,
    show,
    stash,
    tally,
)
from squirrelstats.games.squirrel_away.kernel.turns import end_round, is_over, next_seat

KEEPS_HALF = ONE_BIT
KEEP_AT_RANDOM, CALLER_CHOOSES = U(1), U(2)
#: Lanes of a record, as layout.RECORD names them.
R_CAUGHT, R_ACCUSED, R_NOT_SHOWN = U(5), U(6), U(7)


# --- the reveal ---------------------------------------------------------------------------------


@inline
def reveal(state, rules, log):
    """Card and fist are shown, and the settlement begins."""
    active = state.active
    if rules.options[O_REVEAL] == ZERO or wide.lanes_equal(state.verdicts, V_CARD) != ZERO:
        state.card_seen = ONE_BIT
        show(state, active, state.card - ONE_BIT)
    if log.capacity != ZERO:
        tell_reveal(state, log)
    if calls_made(state) == ZERO:
        keep_all(state, log)
        return S_STASH
    return settle_calls(state, rules, log)


@rare
def tell_reveal(state, log):
    """Log what is shown, first the thing pointed at."""
    points_at_card = wide.lanes_equal(state.verdicts, V_CARD) != ZERO
    if calls_made(state) != ZERO and not points_at_card:
        tell_fist(state, log)
        tell_card(state, log)
    else:
        tell_card(state, log)
        tell_fist(state, log)


@rare
def tell_card(state, log):
    """Log the card, if it is shown."""
    if state.card_seen != ZERO:
        emit(log, L.CARD_SHOWN, state.active, state.card - ONE_BIT, ONE_BIT - state.card_false)


@rare
def tell_fist(state, log):
    """Log the acorns of the fist."""
    emit(log, L.FIST_SHOWN, state.active, -1, ONE_BIT - state.fist_false)
    emit_colours(log, L.FIST_ACORNS, state.active, state.fist)


# --- nobody called, or all without reason; somebody was right ------------------------------------


@inline
def keep_all(state, log):
    """The whole fist goes to the active Front."""
    active = state.active
    acorns = pk.total(state.fist)
    state.front[active] += state.fist
    state.fist = ZERO
    tally(state, active, T_KEPT, acorns)
    emit(log, L.KEPT_ALL, active, -1, acorns)


@part
def settle_calls(state, rules, log):
    """Somebody called: the bonus, or the active seat keeps what it may."""
    count_calls(state)
    state.callers = calls_right_made(state)
    if state.callers == ZERO:
        keep_all(state, log)
        pay_back(state, rules, log)
        state.pending_takes = rules.bonus
        state.actor = state.active
        state.following = S_STASH
        return S_TAKE
    pay_back(state, rules, log)
    state.caller = next_caller(state)
    state.kept = ZERO
    keeps = ZERO
    how = rules.options[O_CAUGHT]
    if how == ZERO:
        keeps = min(state.grabbed, ONE_BIT)
    elif how == KEEPS_HALF:
        keeps = state.grabbed >> ONE_BIT
    state.pending_keeps = keeps
    if keeps == ZERO:
        emit(log, L.KEPT_ONE, state.active, -1, state.grabbed)
        return S_KEPT
    state.actor = state.active
    if rules.options[O_BUST_KEEP] == CALLER_CHOOSES:
        state.actor = state.caller
    return S_KEEP


@inline
def count_calls(state):
    """Count the calls of this turn, and which are right."""
    calls, right = calls_made(state), calls_right_made(state)
    while calls != ZERO:
        seat = lowest_bit(calls) >> U(3)
        place = T_CALLS_CARD
        if wide.entry(state.verdicts, seat) == V_FIST:
            place = T_CALLS_FIST
        tally(state, seat, place, ONE_BIT)
        tally(state, seat, place + ONE_BIT, wide.entry(right, seat))
        calls -= wide.at(seat, ONE_BIT)


@inline
def pay_back(state, rules, log):
    """Wrong callers pay (house rule ``wrong_call_penalty``)."""
    if rules.wrong_call_penalty != ZERO:
        pay_for_wrong_calls(state, rules, log)


@rare
def pay_for_wrong_calls(state, rules, log):
    """Each wrong caller returns acorns of the colours of which it has most."""
    wrong = calls_made(state) ^ calls_right_made(state)
    for s in range(state.seats):
        seat = U(s)
        if wide.entry(wrong, seat) != ZERO:
            for _ in range(min(rules.wrong_call_penalty, pk.total(state.front[seat]))):
                front = state.front[seat]
                most = ZERO
                for c in range(COLOURS):
                    if pk.count(front, U(c)) > pk.count(front, most):
                        most = U(c)
                state.front[seat] -= pk.card(most)
                state.loot += pk.card(most)
                tally(state, seat, T_PAID, ONE_BIT)
                emit(log, L.PAID_BACK, seat, most, pk.total(state.front[seat]))


# --- acorns kept --------------------------------------------------------------------------------


@inline
def keeps_at_random(rules):
    """Whether nobody chooses which acorns are kept."""
    return rules.options[O_BUST_KEEP] == KEEP_AT_RANDOM


@inline
def has_choice(state):
    """Whether the fist has more than one acorn."""
    return pk.total(state.fist) > ONE_BIT


@inline
def keeps_allowed(state):
    """Legal actions of KEEP."""
    return colours_in(state.fist) << A_KEEP


@rare
def keep_random(state, streams, log):
    """An acorn of the fist that chance chooses is kept."""
    if state.fixed[ZERO] != ZERO:
        colour = state.fixed[ZERO] - ONE_BIT
        state.fixed[ZERO] = ZERO
    elif not has_choice(state):
        colour = lowest_bit(colours_in(state.fist))
    else:
        occurrence = state.number - ONE_BIT + (state.kept << U(8))
        _rng.start(streams, _rng.KEEP, state.active, occurrence)
        colour = pk.nth(state.fist, _rng.below(streams, pk.total(state.fist)))
    return keep(state, log, colour + A_KEEP)


@inline
def keep(state, log, action):
    """Carry out an action of KEEP."""
    colour = action - A_KEEP
    active = state.active
    state.fist -= pk.card(colour)
    state.front[active] += pk.card(colour)
    state.kept += ONE_BIT
    tally(state, active, T_KEPT, ONE_BIT)
    emit(log, L.KEPT_ONE, active, colour, state.grabbed)
    state.pending_keeps -= ONE_BIT
    if state.pending_keeps != ZERO:
        return S_KEEP
    return S_KEPT


# --- the turn is over ---------------------------------------------------------------------------


@inline
def finish_turn(state, rules, log):
    """The table remembers the turn; complete sets of the active Front are stashed."""
    active = state.active
    lies = state.fist_false + (state.card_false << ONE_BIT)
    tally(state, active, T_HONEST + lies, ONE_BIT)
    lane = lies + ONE_BIT
    if state.card_seen == ZERO:
        lane = R_NOT_SHOWN
    state.record[active] += ONE_BIT + wide.at(lane, ONE_BIT)
    calls = calls_made(state)
    if calls != ZERO:
        remember_calls(state, active, calls)
    stash(state, log, active)
    state.card = ZERO
    if rules.options[O_END_WHEN] != ZERO:
        following = left_of(active, state.seats)
        if is_over(state, rules, following):
            return end_round(state, rules, log, following)
    return next_seat(state)


@inline
def remember_calls(state, active, calls):
    """The calls of this turn count from now on."""
    right = calls_right_made(state)
    state.calls += calls
    state.calls_right += right
    lane, place = R_ACCUSED, T_ACCUSED
    if right != ZERO:
        lane, place = R_CAUGHT, T_CAUGHT
    state.record[active] += wide.at(lane, ONE_BIT)
    tally(state, active, place, ONE_BIT)
