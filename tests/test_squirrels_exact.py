"""Facts of Squirrels that can be computed exactly, against many rounds.

Means are held against their standard error: five of them either way, a false alarm in 6e-7 of the
checks. Chi-square tests fail at 1e-6. Seeds are fixed, so a test passes or fails for good.
"""

import functools
import math

import numpy as np
import pytest
from scipy import stats

from squirrelstats._jit import JIT_DISABLED
from squirrelstats.errors import UsageError
from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrels import layout as sq
from squirrelstats.games.squirrels.rules import Rules
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.registry import get
from squirrelstats.simulate.position import Position
from tests import positions_squirrels as positions

GAME = get_game("squirrels")
COUNTS = np.array(sq.PRINTED_COUNTS)
POINTS = np.array([*range(1, 11), 20, 20, 20, 20])
ROUNDS = 20_000

compiled = pytest.mark.skipif(JIT_DISABLED, reason="too many rounds for plain Python")


@functools.cache
def played(seats):
    """Results of many rounds of `baseline`."""
    workspace = Workspace(GAME, Rules(), [get(GAME, "baseline")] * seats, 2026)
    return workspace.play(identity_seating(), 0, ROUNDS)


def test_example_1_the_deck():
    deck = Rules().record()["deck"][0, :162]
    assert Rules().record()["deck_size"] == len(deck) == 162
    assert np.array_equal(np.bincount(deck), COUNTS)
    assert POINTS[deck].sum() == 1500


@pytest.mark.parametrize(("seats", "left"), [(2, 122), (4, 82), (5, 62), (8, 2)])
def test_example_2_cards_not_dealt(seats, left):
    position = Position("squirrels", seats)
    assert len(positions.undealt(position)) == left
    assert [len(hand) for hand in positions.hands(position)] == [8] * seats
    stacks = positions.face_down(position)
    assert [[len(down) for down in row[:4]] for row in stacks] == [[2] * 4] * seats
    assert all(all(row[:4]) and not any(row[4:]) for row in positions.tops(position))


def test_example_2_nine_players_are_too_many():
    with pytest.raises(UsageError, match="2 to 8"):
        Position("squirrels", 9)
    with pytest.raises(UsageError, match="fewer players"):
        Position("squirrels", 8, rules=Rules(hand_size=9))


@pytest.mark.parametrize(("top", "percent"), [(9, 7.4), (7, 22.2), (5, 37.0), (3, 51.9), (1, 66.7)])
def test_odds_of_a_number_above_the_top(top, percent):
    assert round(100 * COUNTS[top:10].sum() / 162, 1) == percent


@compiled
@pytest.mark.parametrize("seats", [2, 8])
def test_opening_hands_are_hypergeometric(seats):
    _, rows = played(seats)
    opening = rows["opening"][:, 0].astype(int)
    assert (opening[:, sq.TOTAL] == 8).all()
    for kind, copies in enumerate(COUNTS):
        seen = np.bincount(opening[:, kind], minlength=9)
        law = stats.hypergeom(162, copies, 8).pmf(np.arange(9)) * ROUNDS
        few = law < 5
        seen = np.append(seen[~few], seen[few].sum())
        law = np.append(law[~few], law[few].sum())
        assert stats.chisquare(seen, law).pvalue > 1e-6


@compiled
@pytest.mark.parametrize("seats", [2, 8])
def test_opening_tops_are_any_card(seats):
    """The tops of stack 2 at the last seat."""
    _, rows = played(seats)
    tops = rows["opening_tops"][:, seats - 1]
    assert not tops[:, 4:].any()
    seen = np.bincount(tops[:, 2], minlength=15)[1:]
    assert stats.chisquare(seen, ROUNDS * COUNTS / 162).pvalue > 1e-6


@compiled
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_bounds_of_a_round(seats):
    rounds, rows = played(seats)
    over = rounds["truncated"] == 0
    assert over.mean() > 0.999
    assert (rows["first_out"].sum(axis=1) == over).all()
    assert (rows["share840"].sum(axis=1) == 840).all()
    stuck = rows["stuck"].astype(int)
    assert np.array_equal(stuck[..., : len(POINTS)] @ POINTS, rows["score"])
    assert np.array_equal(stuck[..., sq.TOTAL], rows["cards_left"])
    assert (stuck[..., : len(COUNTS)].sum(axis=1) <= COUNTS).all()
    won = rows["first_out"] == 1
    assert not rows["score"][won].any()
    assert (rows["share840"][won] == 840).all()


@compiled
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_turns_add_up(seats):
    rounds, rows = played(seats)
    tally = {name: rows["tally"][..., lane].astype(int) for lane, name in enumerate(sq.TALLIES)}
    turns = (tally["turns_taken"] + tally["times_skipped"]).sum(axis=1)
    assert np.array_equal(turns, rounds["turns"])
    for column, name in [
        ("skipped_turns", "times_skipped"),
        ("pickups", "pickups"),
        ("pushes", "pushes"),
        ("clears", "piles_cleared"),
        ("blinds", "blinds_turned"),
        ("blinds_failed", "blinds_failed"),
    ]:
        assert np.array_equal(tally[name].sum(axis=1), rounds[column])
    assert (tally["blinds_failed"] <= tally["blinds_turned"]).all()
    assert (tally["blinds_turned"] <= 4).all()


@compiled
def test_a_first_blind_card_is_any_card():
    """Cards held at the deal and never seen: their points have the mean of the deck."""
    points = []
    for deal in range(2000):
        position = Position("squirrels", 2, seed=5, deal=deal)
        points.append(POINTS[positions.face_down(position)[1][0][-1]])
    error = POINTS[np.repeat(np.arange(14), COUNTS)].std() / math.sqrt(len(points))
    assert abs(np.mean(points) - 1500 / 162) < 5 * error
