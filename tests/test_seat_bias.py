"""Seat bias: what the number is, and how often its interval misses the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from squirrelstats.balance._seat_bias import SeatBias, seat_bias, seat_bias_difference
from squirrelstats.intervals import unseen

#: True win shares by seat, and those of a second table.
CASES = {
    "even": ([0.25] * 4, [0.25] * 4),
    "slightly uneven": ([0.28, 0.24, 0.24, 0.24], [0.28, 0.24, 0.24, 0.24]),
    "one even": ([0.25] * 4, [0.32, 0.24, 0.22, 0.22]),
    "both uneven": ([0.32, 0.24, 0.22, 0.22], [0.45, 0.25, 0.2, 0.1]),
    "two even seats": ([0.5, 0.5], [0.5, 0.5]),
    "two seats turned round": ([0.6, 0.4], [0.4, 0.6]),
    "two seats": ([0.53, 0.47], [0.6, 0.4]),
    "unlike variances": ([0.02, 0.03, 0.65, 0.3], [0.02, 0.03, 0.65, 0.3]),
    "six even seats": ([1 / 6] * 6, [1 / 6] * 6),
}
DEALS = 300


def truth(shares):
    return math.sqrt(np.mean((np.array(shares) - 1 / len(shares)) ** 2))


def winners(shares, luck):
    """The winner of every deal by its luck, as rows of 0 and 1."""
    return np.eye(len(shares))[np.searchsorted(np.cumsum(shares)[:-1], luck)]


def misses(case, times, seed=0):
    """How often the intervals of a bias and of a difference lie beside the truth, and p <= 0.05."""
    rng = np.random.default_rng(seed)
    one, two = CASES[case]
    missed = np.zeros(3)
    for _ in range(times):
        luck = rng.random(DEALS)
        other = np.where(rng.random(DEALS) < 0.5, luck, rng.random(DEALS))
        tables = SeatBias(winners(one, luck)), SeatBias(winners(two, other))
        alone = tables[0].estimate()
        difference, p = seat_bias_difference(*tables)
        gap = truth(two) - truth(one)
        missed += [
            not alone.low - 1e-9 <= truth(one) <= alone.high + 1e-9,
            not difference.low - 1e-9 <= gap <= difference.high + 1e-9,
            p <= 0.05,
        ]
    return missed / times


@pytest.mark.parametrize("case", ["even", "one even", "two seats turned round"])
def test_intervals_hold_their_level(case):
    alone, difference, _ = misses(case, 100)
    assert alone <= 0.1
    assert difference <= 0.12


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_intervals_hold_their_level_in_many_tables(case):
    alone, difference, found = misses(case, 1500, seed=1)
    print(f"{case}: {100 * alone:.1f} % {100 * difference:.1f} % {100 * found:.1f} %")
    assert alone <= 0.06
    assert difference <= 0.065
    if truth(CASES[case][0]) == truth(CASES[case][1]):
        assert found <= 0.065


def test_of_two_seats_it_is_what_the_starter_wins_beyond_a_half():
    wins = np.repeat([[1, 0], [0, 1]], [6_000, 4_000], axis=0)
    found = seat_bias(wins, 1)
    spread = 2 * 0.24 / (len(wins) - 1)  # trace of the covariance of both shares
    assert found.value == pytest.approx(math.sqrt((2 * 0.1**2 - spread) / 2))
    assert (found.low, found.high) == pytest.approx((0.0904, 0.1096), abs=2e-4)
    assert found.n == 10_000


def test_deals_all_alike_leave_room_for_others_and_one_deal_tells_nothing():
    """Up to 7 % of 50 equal deals may be of another kind: here all won by the last seat."""
    always = np.tile([420, 420, 0], (50, 1))
    found, more = seat_bias(always, 840), seat_bias(np.tile(always, (100, 1)), 840)
    assert found.value == pytest.approx(truth([0.5, 0.5, 0]))
    rest = unseen(50)
    others = truth([0.5 * (1 - rest), 0.5 * (1 - rest), rest])
    assert found.low <= others < found.value < found.high
    assert found.low < more.low < found.value < more.high < found.high
    single = seat_bias(always[:1], 840)
    assert (single.low, single.high) == (0, math.inf)


def test_a_difference_agrees_with_its_p_value():
    rng = np.random.default_rng(4)
    for shares in ([0.3, 0.24, 0.23, 0.23], [0.4, 0.2, 0.2, 0.2], [0.27, 0.26, 0.24, 0.23]):
        luck = rng.random(2_000)
        tables = SeatBias(winners([0.25] * 4, luck)), SeatBias(winners(shares, luck))
        difference, p = seat_bias_difference(*tables)
        assert (difference.low > 0 or difference.high < 0) == (p <= 0.05)
    same, p = seat_bias_difference(tables[0], tables[0])
    assert (same.value, p) == (0, 1)
