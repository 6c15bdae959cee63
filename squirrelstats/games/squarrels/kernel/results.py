"""What a round and a match leave behind."""

from __future__ import annotations

from squirrelstats._jit import inline, part
from squirrelstats.games import _packed as pk
from squirrelstats.games.squarrels.kernel.steps import NUMBER_KINDS, U


@part
def seat_result(state, rules, seat, out):
    """Fill a ``SEAT_RESULT`` record."""
    hand = state.hand[seat]
    stuck = pk.EMPTY
    for k in range(NUMBER_KINDS):
        copies = pk.count(hand, U(k))
        while copies >= rules.set_size:
            copies -= rules.set_size
            stuck += rules.set_size * pk.card(U(k))
    out.opening = state.opening[seat]
    out.final = hand
    out.stuck = stuck
    for i in range(4):
        out.drawn[U(i)] = state.drawn[seat, U(i)]
    for i in range(2):
        out.tally[U(i)] = state.tally[seat, U(i)]
    out.score = state.score[seat]
    out.share840 = state.share840[seat]


@inline
def round_result(state, out):
    """Fill a ``ROUND_RESULT`` record."""
    out.shift = state.shift
    out.turns = state.turns
    out.mini_turns = state.mini_turns
    out.decisions = state.decisions
    out.forced = state.forced
    out.truncated = state.truncated
    out.lead_changes = state.lead_changes


@inline
def match_result(state, player, out):
    """Fill a ``MATCH_RESULT`` record."""
    out.total = state.totals[player]
    out.share840 = state.match_share840[player]
    out.rounds = state.rounds_before
    out.truncated = state.match_truncated
