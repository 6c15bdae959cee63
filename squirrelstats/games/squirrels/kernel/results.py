"""What a round and a match leave behind."""

from __future__ import annotations

from squirrelstats._jit import inline, part
from squirrelstats.games import _wide as wide
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.steps import (
    ONE_BIT,
    T_BLINDS,
    T_CLEARED,
    T_FAILED,
    T_PICKUPS,
    T_PUSHES,
    T_SKIPPED,
    ZERO,
    U,
)


@part
def seat_result(state, rules, seat, out):
    """Fill a ``SEAT_RESULT`` record."""
    hand = state.hand[seat]
    wide.copy(out.opening, state.opening[seat])
    wide.copy(out.final, hand)
    wide.copy(out.stuck, hand)
    if state.below[seat, ZERO] != ZERO:
        for s in range(U(L.MAX_STACKS)):
            count_stuck(out.stuck, state.tops[seat], U(s))
            for i in range(U(L.MAX_DEPTH - 1)):
                count_stuck(out.stuck, state.below[seat, U(i)], U(s))
    out.opening_tops = state.opening_tops[seat]
    for i in range(U(len(L.TALLIES))):
        out.tally[U(i)] = state.tally[seat, U(i)]
    out.first_out = 0
    if state.safe == seat + ONE_BIT:
        out.first_out = 1
    out.cards_left = wide.total(out.stuck)
    out.score = state.score[seat]
    out.share840 = state.share840[seat]


@inline
def count_stuck(stuck, row, stack):
    """Count the card at that place of a row, if there is one."""
    lane = wide.entry(row, stack)
    if lane != ZERO:
        wide.put(stuck, lane - ONE_BIT)


@inline
def of_all(state, place):
    """A tally of all seats together."""
    number = ZERO
    for s in range(state.seats):
        number += state.tally[U(s), place]
    return number


@part
def round_result(state, out):
    """Fill a ``ROUND_RESULT`` record."""
    out.shift = state.shift
    out.turns = state.turns
    out.decisions = state.decisions
    out.forced = state.forced
    out.truncated = state.truncated
    out.out_first = -1
    if state.safe != ZERO:
        out.out_first = state.safe - ONE_BIT
    out.skipped_turns = of_all(state, T_SKIPPED)
    out.pickups = of_all(state, T_PICKUPS)
    out.pushes = of_all(state, T_PUSHES)
    out.clears = of_all(state, T_CLEARED)
    out.blinds = of_all(state, T_BLINDS)
    out.blinds_failed = of_all(state, T_FAILED)


@inline
def match_result(state, player, out):
    """Fill a ``MATCH_RESULT`` record."""
    out.total = state.totals[player]
    out.share840 = state.match_share840[player]
    out.rounds = state.rounds_before
    out.truncated = state.match_truncated
