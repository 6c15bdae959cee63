"""A turn up to the claim: it begins, a card is laid down, acorns are grabbed."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.dealing import clear_turn
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_CLAIM,
    A_DONE,
    A_EARLY,
    A_GRAB,
    COLOURS,
    O_CARD_END,
    O_MODE,
    O_SNEAKY,
    O_TOKEN_END,
    O_ZERO_GRAB,
    ONE_BIT,
    RANDOM_ORDER,
    S_CARD,
    S_CLAIM,
    S_EXPOSE,
    S_FOUL,
    S_GRAB,
    S_JUDGE,
    S_ORDER,
    S_SCORE,
    S_SLIP,
    S_SNEAK,
    S_TURN,
    SIMULTANEOUS,
    T_EARLY,
    T_EXPOSED,
    T_FOULS,
    T_INTENDED,
    T_SKIPPED,
    T_SLIPPED,
    T_TURNS,
    ZERO,
    U,
    colours_in,
    emit_colours,
    judge_card,
    judge_fist,
    nth_face,
    odds_of,
    remove_card,
    show,
    tally,
)

OTHERS_ZERO, ALL_ZERO = ZERO, ONE_BIT
#: Outcome of an exposure where no card is shown.
NO_FACE = U(L.MAX_FACES)


# --- the end of the round is looked for ---------------------------------------------------------


@inline
def cards_out(state, rules):
    """Whether there are no cards left to go on with."""
    if rules.options[O_CARD_END] == ZERO:
        return state.hand_sizes == ZERO
    return wide.ones_where_set(state.hand_sizes) != wide.ones_before(state.seats)


@inline
def tokens_out(state, rules, seat):
    """Whether nobody could challenge the player whose turn is next."""
    scope = rules.options[O_TOKEN_END]
    if scope == OTHERS_ZERO:
        return state.tokens & ~wide.at(seat, wide.LANE) == ZERO
    return scope == ALL_ZERO and state.tokens == ZERO


@inline
def is_over(state, rules, seat):
    """Whether the round ends before that seat's turn."""
    return cards_out(state, rules) or tokens_out(state, rules, seat)


@rare
def end_round(state, rules, log, seat):
    """Say why the round ends before that seat's turn."""
    if cards_out(state, rules):
        emit(log, L.CARDS_OUT, -1, -1, state.turns)
        state.ended_by = L.ENDED_BY_CARDS
    else:
        emit(log, L.TOKENS_OUT, seat, -1, state.turns)
        state.ended_by = L.ENDED_BY_TOKENS
    return S_SCORE


@rare
def cut_round(state, log):
    """More turns than a round can have."""
    emit(log, L.TRUNCATED, -1, -1, state.turns)
    state.truncated = ONE_BIT
    state.ended_by = L.ENDED_BY_CAP
    return S_SCORE


# --- the turn begins ----------------------------------------------------------------------------


@inline
def begin_turn(state, rules, traits, log):
    """The active seat's turn, unless the round is over."""
    seat = state.active
    if is_over(state, rules, seat):
        return end_round(state, rules, log, seat)
    if state.number == rules.hand_size * state.seats:
        return cut_round(state, log)
    clear_turn(state)
    state.number += ONE_BIT
    state.actor = seat
    emit(log, L.TURN, seat, -1, state.number)
    if wide.entry(state.hand_sizes, seat) == ZERO:
        return pass_over(state, log)
    limit = U(traits.capacity[state.player[seat]])
    if rules.grab_limit != ZERO:
        limit = min(limit, rules.grab_limit)
    state.limit = limit
    if rules.options[O_SNEAKY] != ZERO and state.number != ONE_BIT:
        return S_SNEAK
    return S_EXPOSE


@rare
def pass_over(state, log):
    """A seat without a card does nothing."""
    seat = state.active
    emit(log, L.NO_CARD, seat, -1, -1)
    tally(state, seat, T_SKIPPED, ONE_BIT)
    return next_seat(state)


@inline
def next_seat(state):
    """The turn is the left neighbour's."""
    state.active = left_of(state.active, state.seats)
    return S_TURN


@rare
def sneak(state, log, action):
    """Carry out an action of SNEAK."""
    if action != A_EARLY:
        return S_EXPOSE
    emit(log, L.STARTED_EARLY, state.active, -1, -1)
    tally(state, state.active, T_EARLY, ONE_BIT)
    return S_FOUL


@inline
def foul_rate(state, traits):
    """How likely an early start is a foul."""
    return traits.foul_rate[state.player[state.active]]


@rare
def start_early(state, traits, streams, log):
    """An early start, which may be a foul."""
    seat = state.active
    foul = False
    if state.fixed[ZERO] != ZERO:
        foul = state.fixed[ZERO] == U(2)
        state.fixed[ZERO] = ZERO
    elif foul_rate(state, traits) > 0.0:
        _rng.start(streams, _rng.FOUL, seat, state.number - ONE_BIT)
        foul = _rng.uniform(streams) < foul_rate(state, traits)
    if foul:
        emit(log, L.FOULED, seat, -1, -1)
        tally(state, seat, T_FOULS, ONE_BIT)
    else:
        state.early = ONE_BIT
    return S_EXPOSE


@inline
def expose_rate(state, traits):
    """How likely the active seat shows a hand card by accident."""
    return traits.expose_rate[state.player[state.active]]


@rare
def draw_exposed(state, traits, streams):
    """Face of the card shown by accident, from the stream in use; `NO_FACE` if none is."""
    seat = state.active
    if _rng.uniform(streams) < expose_rate(state, traits):
        position = _rng.below(streams, wide.entry(state.hand_sizes, seat))
        return nth_face(state.hand[seat], position)
    return NO_FACE


@rare
def expose(state, traits, streams, log):
    """A hand card may be shown by accident, and is out of the round."""
    seat = state.active
    if state.fixed[ZERO] != ZERO:
        face = state.fixed[ZERO] - ONE_BIT
        state.fixed[ZERO] = ZERO
    else:
        _rng.start(streams, _rng.EXPOSE, seat, state.number - ONE_BIT)
        face = draw_exposed(state, traits, streams)
    if face == NO_FACE:
        return S_CARD
    leave_hand(state, seat, face)
    show(state, seat, face)
    tally(state, seat, T_EXPOSED, ONE_BIT)
    left = wide.entry(state.hand_sizes, seat)
    emit(log, L.EXPOSED, seat, face, left)
    if left == ZERO:
        return pass_over(state, log)
    return S_CARD


@inline
def leave_hand(state, seat, face):
    """A card leaves a hand."""
    remove_card(state.hand[seat], face)
    state.hand_sizes -= wide.at(seat, ONE_BIT)


# --- card, grab, claim --------------------------------------------------------------------------


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
