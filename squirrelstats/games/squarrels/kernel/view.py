"""What a seat may see."""

from __future__ import annotations

from squirrelstats._jit import inline, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import left_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import OBSERVERS, ZERO, U, face_down


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
    view.stop_level = rules.stop_level
    view.set_size = rules.set_size
    view.winter_safe = max(state.winter_from, state.deck_next) - state.deck_next
    view.turn = state.turns
    view.hand = hand
    view.hoard = state.hoard
    view.table = state.table
    view.unseen[ZERO] = state.unseen[ZERO] - (hand & pk.CARDS)
    if face_down(rules):
        own = state.hoard_known[me] & pk.CARDS
        view.hoard = own | (state.hoard & ~pk.CARDS)
        view.unseen[ZERO] -= own
    if (state.rounds_before | U(view.round_in_match)) != ZERO:
        see_match(state, view, me)
    view.unseen[U(1)] = state.unseen[U(1)]
    sizes = ZERO
    seat = me
    for i in range(U(L.MAX_SEATS)):
        r = U(i)
        if r < seats:
            sizes |= pk.total(state.hand[seat]) << (r << U(3))
            view.points[r] = state.points[seat]
            view.stored[r] = state.stored[seat]
            view.known[r] = state.known[seat * OBSERVERS + me]
            seat = left_of(seat, seats)
    view.known[ZERO] = hand
    view.hand_sizes = sizes
    turned = (state.contest >> me) | (state.contest << (seats - me))
    view.contesting = pk.one_of_each(turned & ((U(1) << seats) - U(1)))


@rare
def see_match(state, view, me):
    """How far the match is."""
    view.round_in_match = state.rounds_before
    seat = me
    for i in range(state.seats):
        view.totals[U(i)] = state.totals[state.player[seat]]
        seat = left_of(seat, state.seats)


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
        view.totals[U(i)] = 0
        view.stored[U(i)] = pk.EMPTY
        view.known[U(i)] = pk.EMPTY
        view.played[U(i)] = pk.EMPTY
