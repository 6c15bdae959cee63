"""Error rates and coverage by simulation: what docs/statistics/ quotes.

Every experiment that counts here is one of at least 10,000. A rate that is as promised lies beyond
the 99.9 % limits of the binomial distribution once in 2,000 times on each side; seeds are fixed.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.stats._batches import next_look
from squirrelstats.stats.confidence_sequences import (
    FIRST_ASYMPTOTIC,
    _boundary,
    capital,
    looks_up_to,
)
from squirrelstats.stats.measures import block_sums, measure_of
from squirrelstats.stats.sprt import limits, multinomial_llr, normal_llr
from tests.coverage_cases import CASES

pytestmark = pytest.mark.slow
EXPERIMENTS = 10_000


@pytest.fixture
def record(request):
    """Writes a measured line where SQUIRRELSTATS_FIGURES names a file."""

    def write(*figures):
        path = os.environ.get("SQUIRRELSTATS_FIGURES")
        if path:
            test = request.node.originalname
            shown = [f"{x:.4f}" if isinstance(x, float) else str(x) for x in figures]
            with open(path, "a", encoding="utf-8") as file:
                file.write(" | ".join([test, *shown]) + "\n")

    return write


def band(rate: float, experiments: int = EXPERIMENTS) -> float:
    """Half the width of the 99.9 % limits of a rate."""
    return 3.29 * (rate * (1 - rate) / experiments) ** 0.5


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.timeout(1800)
def test_coverage(case, record):
    """Fixed intervals: 95 % within the band; where few results are possible, at least."""
    for blocks in case.blocks:
        missed = np.zeros(2, int)
        for e in case.estimates(np.random.default_rng([7, blocks]), EXPERIMENTS, blocks):
            missed += e.low > case.truth + 1e-12, e.high < case.truth - 1e-12
        cover = 1 - missed.sum() / EXPERIMENTS
        record(case.name, blocks, cover, *(missed / EXPERIMENTS))
        assert cover > 0.95 - band(0.95)
        assert cover < 0.95 + band(0.95) or blocks in case.coarse


# --- sequential -------------------------------------------------------------------------------

#: Differences of blocks as values and odds: pairs of a match, seatings of four, near twins.
SHAPES = {
    "pairs of a match": ([-1, -0.5, 0, 0.5, 1], [0.05, 0.2, 0.5, 0.2, 0.05]),
    "four seatings": (np.arange(-4, 5) / 4, [0.5, 2, 8, 20, 39, 20, 8, 2, 0.5]),
    "near twins": ([-1, -0.5, 0, 0.5, 1], [0.01, 0.01, 0.96, 0.01, 0.01]),
    "a wild difference": ([-1, 1], [0.5, 0.5]),
}


def shifted(shape: str, gain: float) -> tuple[np.ndarray, np.ndarray]:
    """The values and odds of a shape, tilted so that their mean is ``gain``."""
    values, odds = (np.asarray(part, float) for part in SHAPES[shape])
    odds = odds / odds.sum()
    low, high = -20.0, 20.0
    for _ in range(100):
        tilt = (low + high) / 2
        tilted = odds * np.exp(tilt * values)
        tilted /= tilted.sum()
        low, high = (tilt, high) if tilted @ values < gain else (low, tilt)
    return values, tilted


def sequential(
    shape: str, gain: float, bounds: tuple[float, float], *, normalised: bool, seed: int
) -> tuple[float, float, float]:
    """Shares of tests that end above and below, and the mean number of blocks."""
    values, odds = shifted(shape, gain)
    rng = np.random.default_rng(seed)
    worth = np.union1d(values, [-1.0, 1.0])
    p = np.zeros(len(worth))
    p[np.searchsorted(worth, values)] = odds
    counts = np.zeros((EXPERIMENTS, len(worth)))
    lower, upper = limits(0.05, 0.05)
    above = below = blocks = done = 0
    while len(counts):
        look = next_look(done, 200_000)
        counts += rng.multinomial(look - done, p, len(counts))
        done = look
        llr = multinomial_llr(worth, counts, *bounds, normalised=normalised)
        ended = (llr <= lower) | (llr >= upper)
        above += int((llr >= upper).sum())
        below += int((llr <= lower).sum())
        blocks += look * int(ended.sum())
        counts = counts[~ended]
        if done == 200_000:
            break
    return above / EXPERIMENTS, below / EXPERIMENTS, blocks / max(above + below, 1)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("normalised", [False, True])
@pytest.mark.timeout(3600)
def test_error_rates_of_the_sprt(shape, normalised, record):
    """At each bound the wrong answer comes at most as often as promised."""
    values, odds = shifted(shape, 0.0)
    sd = float(np.sqrt(odds @ values**2))
    bounds = (0.0, 0.1) if normalised else (0.0, round(0.1 * sd, 4))
    high = bounds[1] * sd if normalised else bounds[1]
    alpha, _, blocks = sequential(shape, 0.0, bounds, normalised=normalised, seed=1)
    _, beta, more = sequential(shape, high, bounds, normalised=normalised, seed=2)
    scale = "normalised" if normalised else "mean"
    record(f"{shape}, {scale}", bounds[1], alpha, beta, blocks, more)
    assert alpha <= 0.05 + band(0.05)
    assert beta <= 0.05 + band(0.05)


def test_error_rates_of_the_sprt_of_scores(record):
    """Long-tailed differences without limits, by the normal likelihood."""
    rng = np.random.default_rng(5)
    lower, upper = limits(0.05, 0.05)
    for truth in (0.0, 1.3):
        ends = np.zeros(2, int)
        for _ in range(EXPERIMENTS):
            done, total, squares = 0, 0.0, 0.0
            llr = 0.0
            while lower < llr < upper:
                look = next_look(done, 10**7)
                size = (2, look - done)
                two = rng.negative_binomial(2, 2 / 14, size)
                gain = two[0] - two[1] + truth
                total, squares, done = total + gain.sum(), squares + (gain**2).sum(), look
                mean = total / done
                llr = normal_llr(done, mean, squares / done - mean**2, 0.0, 1.3, normalised=False)
            ends += llr >= upper, llr <= lower
        wrong = ends[0 if truth == 0 else 1] / EXPERIMENTS
        record(f"scores, true gain {truth}", wrong)
        assert wrong <= 0.05 + band(0.05)


@pytest.mark.parametrize("gain", [0.0, 0.04])
@pytest.mark.parametrize("shape", SHAPES)
def test_coverage_of_exact_sequences(shape, gain, record):
    """The truth stays inside at all looks up to 100,000 blocks, two- and one-sided."""
    values, odds = shifted(shape, gain)
    scaled = (values + 1) / 2
    mean = float(scaled @ odds)
    rng = np.random.default_rng(3)
    counts = np.zeros((EXPERIMENTS, len(values)))
    missed = {name: np.zeros(EXPERIMENTS, bool) for name in ("both", "lower", "upper")}
    done = 0
    for look in looks_up_to(100_000, first=5):
        counts += rng.multinomial(look - done, odds, EXPERIMENTS)
        done = look
        over = capital(scaled, counts, mean)
        under = capital(1 - scaled, counts, 1 - mean)
        missed["both"] |= np.maximum(over, under) >= np.log(40)
        missed["lower"] |= over >= np.log(20)
        missed["upper"] |= under >= np.log(20)
    covers = [1 - ever.mean() for ever in missed.values()]
    record(f"{shape}, gain {gain}", *covers)
    assert min(covers) >= 0.95 - band(0.95)


@pytest.mark.parametrize("case", [case for case in CASES if "score" in case.name][:2])
@pytest.mark.timeout(3600)
def test_coverage_of_asymptotic_sequences(case, record):
    """Scores, all looks from the first to 20,000 blocks, two- and one-sided."""
    rng = np.random.default_rng(4)
    missed = np.zeros(3, int)
    looks = np.array(looks_up_to(20_000, first=FIRST_ASYMPTOTIC))
    both = np.array([_boundary(n, 0.05, True, 5_000) for n in looks])
    one = np.array([_boundary(n, 0.1, False, 5_000) for n in looks])
    for _ in range(EXPERIMENTS // 100):
        data = case.draw(rng, (100, 20_000)) / case.divisor - case.truth
        mean = np.cumsum(data, axis=1)[:, looks - 1] / looks
        square = np.cumsum(data**2, axis=1)[:, looks - 1] / looks
        away = mean / np.sqrt((square - mean**2) * looks / (looks - 1))
        missed += (
            (np.abs(away) > both).any(axis=1).sum(),
            (away > one).any(axis=1).sum(),
            (away < -one).any(axis=1).sum(),
        )
    covers = 1 - missed / EXPERIMENTS
    record(case.name, *covers)
    assert covers.min() >= 0.95 - band(0.95)


# --- on real games ------------------------------------------------------------------------------

GAMES = 1_000


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", ["squarrels", "squirrels"])
def test_real_games_without_a_difference(game, record):
    """Deal 2i against deal 2i + 1 of one run: a true gain of 0 with real blocks."""
    run = sq.simulate(game, ["baseline"] * 4, rounds=4_000_000, seed=11, progress=False)
    shares = block_sums(run, measure_of(run.plan, "win_share")) / 840
    gains = (shares[0::2] - shares[1::2]).reshape(GAMES, 2_000)
    values, place = np.unique(gains, return_inverse=True)
    place = place.reshape(gains.shape)
    counts = np.zeros((GAMES, len(values)))
    ended = np.zeros(GAMES, bool)
    wrong, missed = np.zeros(GAMES, bool), np.zeros(GAMES, bool)
    lower, upper = limits(0.05, 0.05)
    done = 0
    while done < 2_000:
        look = next_look(done, 2_000)
        for experiment in range(GAMES):
            counts[experiment] += np.bincount(place[experiment, done:look], minlength=len(values))
        done = look
        llr = multinomial_llr(values, counts, 0.0, 0.08, normalised=False)
        wrong |= ~ended & (llr >= upper)
        ended |= (llr >= upper) | (llr <= lower)
        scaled = (values + 1) / 2
        wealth = [capital(scaled, counts, 0.5), capital(1 - scaled, counts, 0.5)]
        missed |= np.maximum(*wealth) >= np.log(40)
    record(game, float(wrong.mean()), float(missed.mean()), float(ended.mean()))
    assert wrong.mean() <= 0.05 + band(0.05, GAMES)
    assert missed.mean() <= 0.05 + band(0.05, GAMES)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("below", "right"), [(0.04, "better"), (0.0, "not better")])
def test_real_duels(below, right, record):
    """Whole duels, each with a seed of its own; the true gain is at one of the two bounds."""
    options = {"rounds": 200_000, "seed": 999, "rotate": "cyclic", "progress": False}
    lineups = (["hoarder", *["baseline"] * 3], ["baseline"] * 4)
    runs = [sq.simulate("squarrels", lineup, **options) for lineup in lineups]
    sums = [block_sums(run, measure_of(run.plan, "win_share")) for run in runs]
    gain = float((sums[0] - sums[1]).mean()) / (4 * 840)
    bounds = (gain - below, gain - below + 0.04)
    wrong = missed = 0
    away, blocks = [], []
    for seed in range(GAMES):
        result = sq.duel(
            "squarrels", ["baseline", "hoarder"], bounds=bounds, seed=seed, progress=False
        )
        found = result.contrasts[0]
        wrong += found.verdict != right
        missed += any(not look.gain.low <= gain <= look.gain.high for look in found.path)
        away.append(found.gain.value - gain)
        blocks.append(found.gain.n)
    means = float(np.mean(away)), float(np.mean(blocks))
    record(f"hoarder, right: {right}", gain, wrong / GAMES, missed / GAMES, *means)
    assert wrong / GAMES <= 0.05 + band(0.05, GAMES)
    assert missed / GAMES <= 0.05 + band(0.05, GAMES)
