"""What a seat may see."""

from __future__ import annotations

from squirrelstats._jit import inline, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import left_of
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import (
    ONE_BIT,
    P_CLAIM,
    P_GRAB,
    P_VERDICT,
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
        view.seats = seats
    if state.in_match != ZERO:
        see_match(state, rules, view, me)
    view.phase = state.phase
    view.seat = me
    view.early = state.early
    view.claim = state.claim
    view.turn = state.number
    see_turn(state, view, me)
    hand, secret = state.hand[me], state.secret[me]
    wide.copy(view.hand, hand)
    for i in range(2):
        view.unseen[U(i)] = state.unshown[U(i)] - secret[U(i)]
    see_seats(state, view, me)


@inline
def see_turn(state, view, me):
    """What the phase lets a seat see of card, acorns and verdicts of this turn."""
    phase = state.phase
    active = state.active
    relative = active - me
    if active < me:
        relative += state.seats
    view.active = relative
    card = state.card
    if relative != ZERO and state.card_seen == ZERO:
        card = ZERO
    view.card = card
    limit, intended, judges = ZERO, ZERO, ZERO
    first, second = 0, 0
    if phase == P_GRAB:
        limit = state.limit
        intended = state.intended
    elif phase == P_CLAIM:
        intended = state.intended
    elif phase == P_VERDICT:
        judges = state.seats - U(2) - state.judged
        first = state.impressions[ZERO]
        second = state.impressions[ONE_BIT]
    view.limit = limit
    view.intended = intended
    view.judges_left = judges
    view.fist_impression = first
    view.tell_impression = second
    loot, fist = state.loot, state.fist
    if phase <= P_VERDICT:
        loot += fist
        fist = ZERO
    view.loot = loot
    view.fist = fist


@inline
def see_seats(state, view, me):
    """What all see of all seats, by relative seat."""
    seats = state.seats
    view.hand_sizes = wide.turned(state.hand_sizes, me, seats)
    view.tokens = wide.turned(state.tokens, me, seats)
    view.sets = wide.turned(state.sets, me, seats)
    view.verdicts = wide.turned(state.verdicts, me, seats)
    view.calls = wide.turned(state.calls, me, seats)
    view.calls_right = wide.turned(state.calls_right, me, seats)
    seat = me
    for i in range(seats):
        view.front[U(i)] = state.front[seat]
        view.record[U(i)] = state.record[seat]
        seat = left_of(seat, seats)


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
def set_up(rules, view):
    """Forget a table with another number of seats; what the rules say."""
    view.rounds = 1
    view.round_in_match = 0
    view.bonus = rules.bonus
    view.caller_acorns = rules.caller_acorns
    for s in range(U(L.MAX_SEATS)):
        view.front[U(s)] = ZERO
        view.record[U(s)] = ZERO
    for s in range(U(8)):
        view.totals[U(s)] = 0
    for f in range(U(L.MAX_FACES)):
        view.faces[U(f)] = rules.face_acorns[U(f)]
