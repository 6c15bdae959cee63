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


@inline
def observe(state, rules, view):
    """Fill ``view`` with what ``state.actor`` may see.

    ``view`` is zeroed, or what an earlier call under these rules left: rows of absent seats, zero
    then, and what the rules say are not written again.
    """
    me = state.actor
    seats = state.seats
    if view.seats != seats:
        set_up(rules, view)
    hand = state.hand[me]
    view.phase = state.phase
    view.seat = me
    view.seats = seats
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
    view.skipped = wide.turned(state.skipped, me, seats)
    wide.copy(view.hand, hand)
    wide.copy(view.pile, state.pile)
    wide.copy(view.laid, state.laid)
    wide.copy(view.undealt, state.undealt)
    for i in range(2):
        view.unseen[U(i)] = state.unseen[U(i)] - hand[U(i)]
    if rules.switches[F_DISCARD_PUBLIC] != ZERO:
        wide.copy(view.discarded, state.discard)
    else:
        wide.clear(view.discarded)
        for i in range(2):
            view.unseen[U(i)] += state.discard[U(i)]
    see_seats(state, view, me)
    if state.forgets != ZERO:
        see_remembered(state, view, me)
    view.known[ZERO] = hand[ZERO]
    view.known[ONE_BIT] = hand[ONE_BIT]


@inline
def see_seats(state, view, me):
    """Hands and stacks of all seats, by relative seat."""
    seats = state.seats
    view.hand_sizes = wide.turned(state.hand_sizes, me, seats)
    view.face_down = wide.turned(state.face_down, me, seats)
    view.cards = wide.turned(state.cards, me, seats)
    seat = me
    for i in range(seats):
        r = U(i)
        view.tops[r] = state.tops[seat]
        view.stack_cards[r] = state.stack_cards[seat]
        view.known[r << ONE_BIT] = state.known[seat, ZERO]
        view.known[(r << ONE_BIT) | ONE_BIT] = state.known[seat, ONE_BIT]
        seat = left_of(seat, seats)


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
def set_up(rules, view):
    """Forget a table with another number of seats; what the rules say."""
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
