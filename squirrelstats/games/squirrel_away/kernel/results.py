"""What a round and a match leave behind."""

from __future__ import annotations

from squirrelstats._jit import inline, part
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.steps import T_SKIPPED, ZERO, U


@part
def seat_result(state, rules, seat, out):
    """Fill a ``SEAT_RESULT`` record."""
    wide.copy(out.opening, state.opening[seat])
    wide.copy(out.final, state.hand[seat])
    out.front = state.front[seat]
    for i in range(U(len(L.TALLIES))):
        out.tally[U(i)] = state.tally[seat, U(i)]
    out.sets = wide.entry(state.sets, seat)
    out.tokens_left = wide.entry(state.tokens, seat)
    out.score = state.score[seat]
    out.share840 = state.share840[seat]


@inline
def sum_of(row):
    """All numbers of a row together."""
    number = ZERO
    for i in range(U(8)):
        number += wide.entry(row, U(i))
    return number


@part
def round_result(state, out):
    """Fill a ``ROUND_RESULT`` record."""
    out.shift = state.shift
    out.turns = state.turns
    out.decisions = state.decisions
    out.forced = state.forced
    out.truncated = state.truncated
    out.ended_by = state.ended_by
    out.loot_left = pk.total(state.loot)
    out.calls = sum_of(state.calls)
    out.calls_right = sum_of(state.calls_right)
    skipped = ZERO
    for s in range(state.seats):
        skipped += state.tally[U(s), T_SKIPPED]
    out.turns_skipped = skipped


@inline
def match_result(state, player, out):
    """Fill a ``MATCH_RESULT`` record."""
    out.total = state.totals[player]
    out.share840 = state.match_share840[player]
    out.rounds = state.rounds_before
    out.truncated = state.match_truncated
