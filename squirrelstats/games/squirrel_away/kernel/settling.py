"""The settlement: what is shown, where the acorns of the fist go, what callers get or pay."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, left_of, lowest_bit
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_KEEP,
    A_TAKE,
    COLOURS,
    O_BUST_KEEP,
    O_CAUGHT,
    O_COST,
    O_END_WHEN,
    O_MODE,
    O_REVEAL,
    O_REWARD,
    O_STASH,
    ONE_BIT,
    P_TAKE,
    S_KEEP,
    S_KEPT,
    S_STASH,
    S_TAKE,
    S_TOOK,
    SIMULTANEOUS,
    T_ACCUSED,
    T_BONUS,
    T_CALLER,
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
AFTER_RETURN, FROM_FIST, REST_OF_FIST = U(0), U(2), U(3)
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


# --- what callers get ---------------------------------------------------------------------------


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
