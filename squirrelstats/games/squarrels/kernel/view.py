"""What a seat may see."""

from __future__ import annotations

from squirrelstats._jit import inline
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import left_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import OBSERVERS, ONE_BIT, ZERO, U


@inline
def observe(state, rules, view):
    """What ``state.actor`` may see; every field is written."""
    me = state.actor
    seats = state.seats
    hand = state.hand[me]
    view.phase = state.phase
    view.seat = me
    view.seats = seats
    ahead = state.drawer + seats - me
    view.drawer = ahead - seats if ahead >= seats else ahead
    view.mini_turn = state.mini
    view.deck_left = state.deck_end - state.deck_next
    view.subround = state.subround
    view.turn = state.turns
    view.hand = hand
    view.hoard = state.hoard
    view.table = state.table
    view.unseen[ZERO] = state.unseen[ZERO] - (hand & pk.CARDS)
    view.unseen[ONE_BIT] = state.unseen[ONE_BIT]
    sizes = ZERO
    contesting = ZERO
    seat = me
    for i in range(U(L.MAX_SEATS)):
        r = U(i)
        if r < seats:
            sizes |= pk.total(state.hand[seat]) << (r << U(3))
            contesting |= ((state.contest >> seat) & ONE_BIT) << (r << U(3))
            view.points[r] = state.points[seat]
            view.stored[r] = state.stored[seat]
            view.known[r] = state.known[seat * OBSERVERS + me]
            view.played[r] = state.played[seat]
            seat = left_of(seat, seats)
        else:
            view.points[r] = 0
            view.stored[r] = pk.EMPTY
            view.known[r] = pk.EMPTY
            view.played[r] = pk.EMPTY
    view.known[ZERO] = hand
    view.hand_sizes = sizes
    view.contesting = contesting
