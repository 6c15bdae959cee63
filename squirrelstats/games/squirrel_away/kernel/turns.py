"""A turn begins, perhaps early; a card may be shown by accident; or the round is over."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.dealing import clear_turn
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_EARLY,
    O_CARD_END,
    O_SNEAKY,
    O_TOKEN_END,
    ONE_BIT,
    S_CARD,
    S_EXPOSE,
    S_FOUL,
    S_SCORE,
    S_SNEAK,
    S_TURN,
    T_EARLY,
    T_EXPOSED,
    T_FOULS,
    T_SKIPPED,
    ZERO,
    U,
    nth_face,
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
