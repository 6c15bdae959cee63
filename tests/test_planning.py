"""Plans of rounds: exact sizes, and promises that are kept."""

from __future__ import annotations

import math

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.stats.planning import _effect_found, _half_width_met, _spread


def plan(**options):
    usual = {"pilot": 200, "threads": 1, "progress": False}
    arms = options.pop("arms", ["baseline", "choosy"])
    return sq.plan_rounds("squarrels", arms, **{**usual, **options})


def test_sizes_are_the_least_that_do():
    from scipy.stats import t

    for sd, half in ((1.0, 0.1), (0.3, 0.001), (2.0, 1.0)):
        n = _half_width_met(sd, half, 0.95)
        reach = [t.ppf(0.975, m - 1) * sd / math.sqrt(m) for m in (n, n - 1)]
        assert reach[0] <= half < reach[1]
    assert _effect_found(1.0, 0.5, 0.95, 0.8) == 34  # Cohen (1988), table 2.3.5, one sample


def test_the_power_is_as_promised():
    """Student's test on normal numbers, 4,000 times, within 4 standard errors."""
    n = _effect_found(1.0, 0.4, 0.95, 0.9)
    d = np.random.default_rng(8).normal(0.4, 1.0, (4000, n))
    from scipy.stats import t

    statistic = d.mean(axis=1) / d.std(axis=1, ddof=1) * math.sqrt(n)
    found = (abs(statistic) > t.ppf(0.975, n - 1)).mean()
    assert found == pytest.approx(0.9, abs=4 * math.sqrt(0.09 / 4000))


def test_the_interval_of_the_spread_holds():
    """95 % intervals of a standard deviation of rare ±1, 1,000 times: at least 91 % hold it."""
    generator = np.random.default_rng(2)
    held = 0
    for _ in range(1000):
        d = generator.choice([-1.0, 0.0, 1.0], 400, p=[0.05, 0.9, 0.05])
        _, low, high = _spread(d, 0.95)
        held += low <= math.sqrt(0.1) <= high
    assert held >= 910


def test_the_promised_half_width_is_met():
    """With the safe number, for 20 pilots: each fails with 2.5 %; four or more in 1 of 600."""
    missed = 0
    for seed in range(20):
        planned = plan(half_width=0.02, seed=seed)
        assert planned.rounds_low < planned.rounds < planned.rounds_high
        found = sq.compare(
            "squarrels",
            ["baseline", "choosy"],
            rounds=planned.rounds_high,
            seed=1000 + seed,
            replayed=0,
            threads=1,
            progress=False,
        )
        missed += (found.difference.high - found.difference.low) / 2 > 0.02
    assert missed <= 3


def test_what_a_plan_says():
    planned = plan(arms=["baseline", "choosy", "counter"], effect=0.02, power=0.8)
    assert planned.rounds == max(need.rounds for need in planned.needed)
    assert planned.seconds == pytest.approx(planned.rounds * planned.seconds_each)
    assert "to be settled with probability 0.8" in planned.sentence
    assert f"{planned.rounds_high:,} deals" in repr(planned)
    assert planned.sentence in planned._repr_html_()
    assert planned.frame().arm.tolist() == ["choosy", "counter"]
    alone = plan(effect=0.02, power=0.8)
    assert alone.rounds < planned.needed[0].rounds  # two comparisons need more
    matches = plan(half_width=0.1, unit="matches", pilot=100)
    assert " matches " in matches.sentence


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "say what is wanted: half_width=0.005"),
        ({"half_width": 0.1, "effect": 0.1}, "got both"),
        ({"half_width": 0}, "half_width must be a number above 0, got 0"),
        ({"effect": math.nan}, "effect must be a number above 0"),
        ({"effect": 0.1, "power": 1.2}, "power must be from 0.5 to below 1"),
        ({"effect": 0.1, "level": 95}, "level must be from 0.5 to below 1"),
        ({"effect": 0.1, "pilot": 10}, "pilot must be a whole number from 100"),
        ({"effect": 0.1, "unit": "games"}, "unit must be 'rounds' or 'matches'"),
        ({"effect": 0.1, "arms": ["baseline"]}, "two arms or more"),
        ({"effect": 0.1, "arms": ["baseline", "baseline"]}, "too few to plan by"),
        ({"half_width": 1e-9}, "would need more than"),
    ],
)
def test_bad_calls(options, said):
    with pytest.raises(sq.UsageError, match=said):
        plan(**options)


@pytest.mark.parametrize("wanted", [{"half_width": 1}, {"effect": 2}])
def test_points_given_as_whole_numbers_are_refused(wanted) -> None:
    with pytest.raises(sq.UsageError, match=r"0\.01 is one point of 100"):
        sq.plan_rounds("squarrels", ["baseline", "random"], pilot=100, **wanted)
