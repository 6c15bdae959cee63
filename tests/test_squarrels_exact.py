"""Facts of S'Quarrels that can be computed exactly, against hundreds of thousands of rounds.

Means are held against their standard error: five of them either way, a false alarm in 6e-7 of the
checks. Chi-square tests fail at 1e-6. There are about 120 checks in all: false alarms 1e-4. Seeds
are fixed, so a test passes or fails for good.
"""

import functools
import math

import numpy as np
import pytest
from scipy import stats

from squirrelstats import _jit
from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games._machine import AT_DECISION, EVENT_CAPACITY
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.kernel import advance, apply, deal, observe
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies._loop import ask_policy, prepare_players
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.registry import get

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="too many rounds for plain Python")

U = np.uint64
GAME = get_game("squarrels")
ROUNDS = 50_000
SEED = 20240607
SIGMAS = 5
LEVEL = 1e-6
CODES = sq.SCORED + 1


@_jit.uncached
def tally(
    states,
    rule_sets,
    trait_sets,
    stream_sets,
    logs,
    views,
    player_sets,
    lineups,
    events,
    drawn,
    dealt,
    ends,
):
    """The bulk loop once more, counting events of each round.

    By round: events by code, cards drawn by kind, cards in opening hands or turned up in the setup
    by kind; and (winner of a race seen from the drawer, by number), turns, mini-turns.
    """
    state, rules, traits = states[0], rule_sets[0], trait_sets[0]
    streams, log = stream_sets[0], logs[0]
    view, players, lineup = views[0], player_sets[0], lineups[0]
    for row in range(len(events)):
        streams.deal = U(row)
        streams.match_round = U(0)
        log.count = U(0)
        deal(state, rules, streams, log)
        prepare_players(state, players, lineup, streams)
        while advance(state, rules, traits, streams, log, False) == AT_DECISION:
            seat = state.actor
            observe(state, rules, view)
            action = ask_policy(lineup, players, view, seat, state.player[seat], state.legal)
            apply(state, rules, log, U(action))
        drawer = 0
        for i in range(log.count):
            code, seat_of, kind, amount = log.events[i]
            events[row, code] += 1
            if code == sq.TURN:
                drawer = seat_of
            elif code == sq.DRAWN:
                drawn[row, kind] += 1
            elif code == sq.DEALT:
                dealt[row, kind] += amount
            elif code == sq.SETUP_TURNED:
                dealt[row, kind] += 1
            elif code == sq.RACE_WON:
                ends[(seat_of - drawer) % state.seats] += 1


class Facts:
    """What many rounds of `baseline` came to."""

    def __init__(self, seats):
        lineup = [get(GAME, "baseline")] * seats
        space = Workspace(GAME, Rules(), lineup, SEED)
        space.state.player[0] = np.arange(8)
        space.log.capacity = EVENT_CAPACITY
        self.events = np.zeros((ROUNDS, CODES), "i4")
        self.drawn = np.zeros((ROUNDS, 12), "i4")
        self.dealt = np.zeros((ROUNDS, 12), "i4")
        self.races = np.zeros(8, "i8")
        tally(
            space.state,
            space.rules,
            space.traits,
            space.streams,
            space.log,
            space.view,
            space.players,
            space.lineup,
            self.events,
            self.drawn,
            self.dealt,
            self.races,
        )
        bulk = Workspace(GAME, Rules(), lineup, SEED)
        self.rounds, self.results = bulk.play(identity_seating(), 0, ROUNDS)
        assert space.log.count[0] < EVENT_CAPACITY


@functools.cache
def facts(seats):
    return Facts(seats)


every_number_of_seats = pytest.mark.parametrize("seats", range(2, 7))


def assert_mean(values, expected):
    """Within five standard errors."""
    values = np.asarray(values, float)
    error = values.std(ddof=1) / math.sqrt(len(values))
    assert abs(values.mean() - expected) < SIGMAS * error, (
        f"{values.mean():.5f} ± {error:.5f}, expected {expected:.5f}"
    )


@every_number_of_seats
def test_the_count_is_of_the_rounds_that_bulk_runs_play(seats):
    found = facts(seats)
    assert np.array_equal(found.events[:, sq.TURN], found.rounds["turns"])
    assert np.array_equal(found.events[:, sq.MINI_TURN], found.rounds["mini_turns"])
    assert (found.events[:, sq.WINTER_CAME] == 1).all()
    assert (found.events[:, sq.SCORED] == seats).all()
    assert not found.rounds["truncated"].any()
    assert np.array_equal(
        found.dealt[:, : sq.HAND_KINDS], found.results["opening"].sum(axis=1)[:, : sq.HAND_KINDS]
    )


@every_number_of_seats
def test_winter_in_the_setup(seats):
    found = facts(seats)
    assert_mean(found.dealt[:, sq.WINTER], 7 * seats / 96)
    assert np.array_equal(found.dealt[:, sq.WINTER], found.events[:, sq.RESHUFFLED])


@every_number_of_seats
def test_actions_turned_up_in_the_setup(seats):
    found = facts(seats)
    others = found.dealt[:, sq.QUARREL : sq.WINTER].sum(axis=1)
    assert_mean(others, 24 * 7 * seats / 96)
    gone = np.where(found.dealt[:, sq.WINTER] == 0, others, 0)
    assert_mean(gone, 24 * 7 * seats * (96 - 7 * seats) / (96 * 97))


@every_number_of_seats
def test_cards_drawn(seats):
    found = facts(seats)
    n = 7 * seats
    r = n * (96 - n) / 9312
    expected = (121 - n - 24 * r) / 2
    assert round(expected, 2) == [52.02, 47.97, 44.05, 40.25, 36.58][seats - 2]
    assert_mean(found.events[:, sq.DRAWN], expected)
    assert_mean(found.drawn[:, sq.QUARREL], 4 * (1 - r))
    assert_mean(found.drawn[:, sq.HOARD], 4 * (1 - r))
    assert_mean(found.drawn[:, sq.AMBUSH], 3 * (1 - r))
    assert_mean(found.drawn[:, sq.WHIRLWIND], 1 - r)


@every_number_of_seats
def test_specials_still_in_the_deck(seats):
    found = facts(seats)
    for kind in (sq.GOLD, sq.LEAD):
        seen = found.drawn[:, kind] + found.dealt[:, kind]
        assert set(np.unique(seen)) == {0, 1}
        assert_mean(seen == 0, (95 - 7 * seats) / 190)


@every_number_of_seats
def test_opening_hands_are_hypergeometric(seats):
    """7 of 95 cards for every seat: one chi-square test for each of the seven kinds."""
    found = facts(seats)
    assert (found.results["opening"][:, :, sq.TOTAL] == 7).all()
    for kind in range(sq.HAND_KINDS):
        copies = found.results["opening"][:, kind % seats, kind]
        expected = ROUNDS * stats.hypergeom(95, sq.PRINTED_COUNTS[kind], 7).pmf(range(8))
        counts = np.bincount(copies, minlength=8).astype(float)
        assert not counts[expected == 0].any()
        few = expected < 10  # put rare numbers together
        if few.any():
            counts = np.append(counts[~few], counts[few].sum())
            expected = np.append(expected[~few], expected[few].sum())
        kept = expected > 0
        assert stats.chisquare(counts[kept], expected[kept]).pvalue > LEVEL


@every_number_of_seats
def test_opening_hands_of_a_deal_belong_together(seats):
    """Ones of two hands, Gold and Lead in one hand: without replacement from one deck."""
    found = facts(seats)
    openings = found.results["opening"].astype(float)
    first, second = openings[:, 0, sq.ONE], openings[:, seats - 1, sq.ONE]
    mean = 7 * 30 / 95
    covariance = -7 * 7 * (30 / 95) * (65 / 95) / 94
    assert_mean((first - mean) * (second - mean), covariance)
    both = openings[:, :, sq.GOLD] * openings[:, :, sq.LEAD]
    assert_mean(both.sum(axis=1), seats * 7 * 6 / (95 * 94))


@every_number_of_seats
def test_races_among_equals(seats):
    """Everybody but the drawer races and wins equally often, 1/3 each among four players."""
    won = facts(seats).races
    assert won[0] == 0
    assert not won[seats:].any()
    assert won.sum() > ROUNDS
    if seats > 2:
        assert stats.chisquare(won[1:seats]).pvalue > LEVEL


def test_turns_of_four_players():
    found = facts(4)
    assert found.rounds["turns"].mean() == pytest.approx(17.8, abs=0.1)
    assert found.rounds["mini_turns"].mean() == pytest.approx(6.3, abs=0.1)


@every_number_of_seats
def test_bounds_of_a_round(seats):
    found = facts(seats)
    assert found.rounds["turns"].max() <= 106
    assert found.rounds["mini_turns"].max() <= 16
    scores = found.results["score"]
    assert scores.min() >= -5
    assert scores.sum(axis=1).max() <= 80
    assert (found.results["share840"].sum(axis=1) == 840).all()
    best = scores == scores.max(axis=1, keepdims=True)
    assert np.array_equal(found.results["share840"] * best.sum(axis=1, keepdims=True), 840 * best)


@every_number_of_seats
def test_every_step_with_a_choice_is_counted(seats):
    """Asked or forced: cards drawn beyond the first of a turn, sets, their end, discards, races."""
    found = facts(seats)
    further = found.events[:, sq.DRAWN] - found.events[:, sq.TURN]
    discards = found.events[:, sq.DISCARDED]
    least = further + 2 * discards + found.events[:, sq.RACED] + found.events[:, sq.PLAYED]
    steps = found.rounds["decisions"] + found.rounds["forced"]
    stored = found.events[:, sq.STORED] + found.events[:, sq.NO_DISCARD]
    assert np.array_equal(steps, least + stored)
