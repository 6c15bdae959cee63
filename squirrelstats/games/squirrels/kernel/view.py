"""What a seat may see."""

from __future__ import annotations

from squirrelstats._jit import inline, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import left_of
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.steps import (
    F_DISCARD_PUBLIC,
    OBSERVERS,
    ONE_BIT,
    ZERO,
    U,
)

FOUR = U(4)


@inline
def observe(state, rules, view):
    """Fill ``view`` with what ``state.actor`` may see.

    ``view`` is zeroed, or what an earlier call under these rules left: rows of absent seats, zero
    then, and what the rules say are not written again.
    """
    me = state.actor
    seats = state.seats
    if view.seats != seats:
        set_up(rules, view, seats)
    view.phase = state.phase
    view.seat = me
    view.top = state.top
    view.run = state.run
    view.pending = state.limbo
    view.blind_play = min(state.blind_play, ONE_BIT)
    if state.in_match != ZERO:
        see_match(state, rules, view, me)
    view.turn = state.turns
    if state.safe != ZERO:
        see_final_turns(state, view, me)
    else:
        view.safe = ZERO
        view.final_left = ZERO
    see_seats(state, view, me, seats)
    if state.forgets != ZERO:
        see_remembered(state, view, me)
    see_cards(state, rules, view, me)


@inline
def see_cards(state, rules, view, me):
    """The own hand, cards on the table and out of play, and those that are nowhere to be seen."""
    wide.copy(view.pile, state.pile)
    wide.copy(view.laid, state.laid)
    wide.copy(view.discarded, state.discard)
    wide.copy(view.undealt, state.undealt)
    low, high = state.hand[me, ZERO], state.hand[me, ONE_BIT]
    unseen_low, unseen_high = state.unseen[ZERO], state.unseen[ONE_BIT]
    view.hand[ZERO], view.hand[ONE_BIT] = low, high
    view.known[ZERO], view.known[ONE_BIT] = low, high
    view.unseen[ZERO], view.unseen[ONE_BIT] = unseen_low - low, unseen_high - high
    if rules.switches[F_DISCARD_PUBLIC] == ZERO:
        wide.add(view.unseen, view.discarded)
        wide.clear(view.discarded)


@inline
def see_seats(state, view, me, seats):
    """Hands and stacks of all seats, by relative seat."""
    skipped = wide.turned(state.skipped, me, seats)
    hand_sizes = wide.turned(state.hand_sizes, me, seats)
    face_down = wide.turned(state.face_down, me, seats)
    cards = wide.turned(state.cards, me, seats)
    view.skipped = skipped
    view.hand_sizes = hand_sizes
    view.face_down = face_down
    view.cards = cards
    see_four(state, view, me, ZERO)
    if seats > FOUR:
        see_four(state, view, me, FOUR)
    seat = seats
    while seat & (FOUR - ONE_BIT) != ZERO:
        clear_seat(view, seat)
        seat += ONE_BIT


@inline
def see_four(state, view, me, place):
    """Stacks and known cards of four seats, from a relative seat on."""
    first = me + place
    wide.copy_four(view.tops, place, state.tops, first)
    wide.copy_four(view.stack_cards, place, state.stack_cards, first)
    wide.copy_two(view.known, place, state.known, first)
    wide.copy_two(view.known, place + U(2), state.known, first + U(2))


@inline
def clear_seat(view, place):
    """No seat is there."""
    view.tops[place] = ZERO
    view.stack_cards[place] = ZERO
    view.known[place << ONE_BIT] = ZERO
    view.known[(place << ONE_BIT) | ONE_BIT] = ZERO


@rare
def see_final_turns(state, view, me):
    """Who is safe, and whose final turn is not over."""
    view.safe = wide.turned(wide.at(state.safe - ONE_BIT, ONE_BIT), me, state.seats)
    view.final_left = wide.ones_before(state.final_turns + ONE_BIT)


@rare
def see_match(state, rules, view, me):
    """How far the match is."""
    view.rounds = rules.match_rounds
    view.round_in_match = state.rounds_before
    seat = me
    for i in range(state.seats):
        view.totals[U(i)] = state.totals[state.player[seat]]
        seat = left_of(seat, state.seats)


@rare
def see_remembered(state, view, me):
    """Cards that this seat remembers to be in the other hands."""
    seat = me
    for i in range(state.seats):
        r = U(i)
        known = state.remembered[seat * OBSERVERS + me]
        view.known[r << ONE_BIT] = known[ZERO]
        view.known[(r << ONE_BIT) | ONE_BIT] = known[ONE_BIT]
        seat = left_of(seat, state.seats)


@rare
def set_up(rules, view, seats):
    """Forget a table with another number of seats; what the rules say."""
    view.seats = seats
    view.stacks = rules.stacks
    view.depth = rules.depth
    view.clear_size = rules.clear_size
    view.draw_to = rules.draw_to
    view.rounds = 1
    for i in range(U(L.MAX_SEATS)):
        view.totals[U(i)] = 0
        view.tops[U(i)] = ZERO
        view.stack_cards[U(i)] = ZERO
    for i in range(U(2 * L.MAX_SEATS)):
        view.known[U(i)] = ZERO
    view.round_in_match = 0
