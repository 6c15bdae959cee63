"""Intervals and p values of estimates, where exact values are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from squirrelstats.estimate import Estimate, RatioSums, hedged, mean_of, p_value
from squirrelstats.intervals import student, wilson


def coverage(n: int, expected: float) -> float:
    """Chance that the interval of a share of n tosses holds the truth; exact."""
    p, found = expected / n, 0.0
    for hits in range(int(expected + 12 * math.sqrt(expected)) + 20):
        share = hits / n
        low, high = wilson(share, math.sqrt(share * (1 - share) / (n - 1)), n)
        if low <= p <= high:
            found += float(stats.binom.pmf(hits, n, p))
    return found


@pytest.mark.parametrize("n", [400, 3_000])
def test_rare_shares_are_covered(n: int) -> None:
    """Wilson's interval alone goes down to 91 % and, from 10 to 15 expected hits, to 93.8 %."""
    few = [coverage(n, expected) for expected in np.arange(0.5, 10, 0.37)]
    some = [coverage(n, expected) for expected in np.arange(10, 60, 2.3)]
    assert min(few) > 0.946
    assert min(some) > 0.946
    assert 0.948 < np.mean(some) < 0.96


def test_both_ends_of_a_share_are_alike() -> None:
    for hits in (0, 3, 12, 29, 40):
        share, n = hits / 100, 100
        se = math.sqrt(share * (1 - share) / n)
        low, high = wilson(share, se, n)
        other = wilson(1 - share, se, n)
        assert (1 - high, 1 - low) == pytest.approx(other, abs=1e-9)
        assert 0 <= low <= share <= high <= 1


def test_mid_p_ends_have_the_tails_that_they_promise() -> None:
    """12 of 400: half of the chance of 12, and that of more, is 2.5 % at the lower end."""
    n, hits = 400, 12
    low, high = wilson(hits / n, math.sqrt(hits / n * (1 - hits / n) / n), n)
    law = stats.binom(n, low)
    assert law.sf(hits) + law.pmf(hits) / 2 == pytest.approx(0.025, abs=1e-9)
    law = stats.binom(n, high)
    assert law.cdf(hits - 1) + law.pmf(hits) / 2 <= 0.025 + 1e-9


def test_p_value() -> None:
    values = np.random.default_rng(3).normal(0.3, 1, 40)
    assert p_value(mean_of(values)) == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
    same = mean_of(np.full(5, 2))
    assert p_value(same) == pytest.approx(stats.binomtest(5, 5).pvalue)
    assert p_value(mean_of(np.zeros(5, int))) == 1.0
    assert p_value(Estimate(2.0, math.nan, -math.inf, math.inf, 1)) == 1.0


def test_what_never_differed_may_differ() -> None:
    """The limit is the share at which 0 of n has a chance of 2.5 %."""
    none = Estimate(0.0, 0.0, 0.0, 0.0, 50)
    found = hedged(none, room=1.0)
    assert (1 - found.high) ** 50 == pytest.approx(0.025)
    assert found.low == -found.high
    assert found.value == found.se == 0
    assert hedged(none).low == -math.inf


def test_ratio_is_that_of_scipy_where_all_blocks_are_of_one_size() -> None:
    """Blocks with 3 cells each: the ratio estimate is the mean of block means."""
    totals = np.random.default_rng(5).integers(0, 30, 25)
    sums = RatioSums()
    sums.add(np.full(25, 3), totals)
    found, plain = sums.mean(2.0), mean_of(totals, 6.0)
    assert (found.value, found.se) == pytest.approx((plain.value, plain.se))
    assert (found.low, found.high) == pytest.approx(student(plain.value, plain.se, 25))
