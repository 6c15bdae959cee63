"""What a seat may see."""

from __future__ import annotations

from squirrelstats._jit import inline
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import left_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import OBSERVERS, ZERO, U


@inline
def observe(state, rules, view):
    """Fill ``view`` with what ``state.actor`` may see.

    ``view`` is zeroed, or what an earlier call left: rows of absent seats, and cards on the table
    outside a Quarrel, are zero then and are not written again.
    """
    me = state.actor
    seats = state.seats
    hand = state.hand[me]
    if view.seats != seats:
        clear_rows(view)
    if state.subround != ZERO:
        see_table(state, view, me)
    elif view.subround != 0:
        for i in range(U(L.MAX_SEATS)):
            view.played[U(i)] = pk.EMPTY
    ahead = state.drawer + seats - me
    if ahead >= seats:
        ahead -= seats
    view.phase = state.phase
    view.seat = me
    view.seats = seats
    view.drawer = ahead
    view.mini_turn = state.mini
    view.deck_left = state.deck_end - state.deck_next
    view.subround = state.subround
    view.turn = state.turns
    view.hand = hand
    view.hoard = state.hoard
    view.table = state.table
    view.unseen[ZERO] = state.unseen[ZERO] - (hand & pk.CARDS)
    view.unseen[U(1)] = state.unseen[U(1)]
    sizes = ZERO
    contesting = ZERO
    for i in range(U(L.MAX_SEATS)):
        r = U(i)
        if r < seats:
            seat = me + r
            if seat >= seats:
                seat -= seats
            sizes |= pk.total(state.hand[seat]) << (r << U(3))
            contesting |= ((state.contest >> seat) & U(1)) << (r << U(3))
            view.points[r] = state.points[seat]
            view.stored[r] = state.stored[seat]
            view.known[r] = state.known[seat * OBSERVERS + me]
    view.known[ZERO] = hand
    view.hand_sizes = sizes
    view.contesting = contesting


@inline
def see_table(state, view, me):
    """Who has which cards on the table of the Quarrel."""
    seat = me
    for i in range(state.seats):
        view.played[U(i)] = state.played[seat]
        seat = left_of(seat, state.seats)


@inline
def clear_rows(view):
    """Forget a table with another number of seats."""
    for i in range(U(L.MAX_SEATS)):
        view.points[U(i)] = 0
        view.stored[U(i)] = pk.EMPTY
        view.known[U(i)] = pk.EMPTY
        view.played[U(i)] = pk.EMPTY
