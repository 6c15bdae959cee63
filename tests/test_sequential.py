"""Tests that stop themselves: published values, validity, and how duels behave."""

from __future__ import annotations

import math

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

import squirrelstats as sq
from squirrelstats.errors import UsageError
from squirrelstats.intervals import wilson
from squirrelstats.stats import _batches
from squirrelstats.stats._batches import Batches, Tally, next_look
from squirrelstats.stats.confidence_sequences import (
    asymptotic_interval,
    bounded_interval,
    capital,
)
from squirrelstats.stats.sprt import limits, multinomial_llr, normal_llr
from tests import processes

# --- likelihood ratios ------------------------------------------------------------------------


def test_published_pentanomial():
    """fishtest, bounds −1.75/0.25 in normalised Elo."""
    test = sq.sprt([93, 18711, 58877, 18739, 100], (-1.75, 0.25))
    assert test.llr == pytest.approx(2.94209747, abs=1e-6)
    assert test.verdict == "undecided"
    assert test.n == 96520


def test_second_published_pentanomial():
    """fishtest and fastchess, bounds 0/2; they treat results that are rare differently."""
    test = sq.sprt([379, 10170, 21828, 10640, 343], (0, 2))
    assert test.llr == pytest.approx(2.9457, abs=1e-3)
    assert test.verdict == "higher"


def test_two_results_are_walds_test():
    """With wins and losses only, the ratio is that of two binomials."""
    p = [(1 + bound) / 2 for bound in (0.0, 0.1)]
    exact = 60 * math.log(p[1] / p[0]) + 40 * math.log((1 - p[1]) / (1 - p[0]))
    test = sq.sprt([40, 60], (0.0, 0.1), values=[-1, 1], scale="mean")
    assert test.llr == pytest.approx(exact, abs=1e-10)


def test_constraints_hold_and_ratio_is_antisymmetric():
    values = np.linspace(-1, 1, 9)
    counts = np.random.default_rng(1).multinomial(500, np.full(9, 1 / 9), 50).astype(float)
    for normalised in (False, True):
        up = multinomial_llr(values, counts, -0.05, 0.05, normalised=normalised)
        down = multinomial_llr(values, counts[:, ::-1], -0.05, 0.05, normalised=normalised)
        assert np.allclose(up, -down, atol=1e-8)
        one = multinomial_llr(values, counts[7], -0.05, 0.05, normalised=normalised)
        assert one == pytest.approx(up[7], abs=1e-9)


def test_multinomial_comes_near_the_normal_ratio():
    values = np.linspace(-1, 1, 5)
    counts = np.array([300, 2000, 5000, 2200, 330.0])
    n, mean = int(counts.sum()), float(counts @ values / counts.sum())
    variance = float(counts @ (values - mean) ** 2 / n)
    for normalised in (False, True):
        many = multinomial_llr(values, counts, 0.0, 0.03, normalised=normalised)
        assert many == pytest.approx(
            normal_llr(n, mean, variance, 0.0, 0.03, normalised=normalised), abs=0.05
        )


@pytest.mark.parametrize("counts", [[0, 0, 100, 0, 0], [50, 0, 0, 0, 0], [0, 0, 0, 0, 50]])
def test_ratio_of_degenerate_counts_is_sensible(counts):
    better = sq.sprt(counts, (0.0, 30.0)).llr
    assert math.isfinite(better)
    assert (better > 0) == (counts[4] > 0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sq.sprt([1, 2, 3], (0.2, 0.0)), "the lower first"),
        (lambda: sq.sprt([1, 2, 3], (0, 1), scale="normalized"), "did you mean 'normalised'"),
        (lambda: sq.sprt([5], (0, 1)), "two results or more"),
        (lambda: sq.sprt([1, 2], (0, 1), alpha=0.7), "alpha is an error rate"),
        (lambda: sq.sprt([1, 2], (0, 2), values=[-1, 1], scale="mean"), "between the worst"),
        (lambda: sq.confidence_sequence([2.0], within=(0, 1)), "beyond within"),
        (lambda: sq.confidence_sequence([0.5], within=(0, 1), level=95), "like 0.95"),
        (lambda: sq.confidence_sequence([0.5], within=(0, 1), side="left"), "unknown side"),
        (lambda: sq.confidence_sequence([0.5, 1], looks=[2, 1]), "ascending"),
        (lambda: sq.duel("squarrels", ["baseline"]), "two arms or more"),
        (lambda: sq.duel("squarrels", ["baseline", "random"], goal="bets"), "did you mean 'best'"),
        (lambda: sq.duel("squarrels", ["baseline", "random"], measure="score"), "bounds="),
        (lambda: sq.duel("squarrels", ["baseline", "random"], bounds=(0, 2)), "between −1 and 1"),
        (lambda: sq.duel("squarrels", ["baseline", "random"], max_rounds=1.5), "whole number"),
        (lambda: sq.estimate_until("squarrels", ["random"] * 2, half_width=0), "like 0.01"),
        (
            lambda: sq.estimate_until("squarrels", ["random"] * 2, half_width=1, player=5),
            "from 0 to 1",
        ),
    ],
)
def test_refusals(call, message):
    with pytest.raises(UsageError, match=message):
        call()


# --- confidence sequences -----------------------------------------------------------------------


def test_bounds_are_where_the_capital_reaches_its_limit():
    values, counts = np.array([0.0, 0.25, 1.0]), np.array([40, 25, 60])
    low, high = bounded_interval(values, counts, (0, 1), 0.05)
    assert capital(values, counts, low) == pytest.approx(math.log(40), abs=1e-6)
    assert capital(1 - values, counts, 1 - high) == pytest.approx(math.log(40), abs=1e-6)
    one = bounded_interval(values, counts, (0, 1), 0.05, "lower")
    assert one[0] > low
    assert one[1] == 1.0


def test_capital_is_a_fair_game():
    """Over one block the expected factor is exactly 1 at the true mean."""
    values, odds = np.array([0.0, 0.3, 1.0]), np.array([0.5, 0.3, 0.2])
    mean = float(values @ odds)
    factors = np.exp([capital(values, np.eye(3)[i], mean) for i in range(3)])
    assert factors @ odds == pytest.approx(1.0, abs=1e-12)
    two = [
        np.exp(capital(values, np.eye(3)[i] + np.eye(3)[j], mean)) * odds[i] * odds[j]
        for i in range(3)
        for j in range(3)
    ]
    assert sum(two) == pytest.approx(1.0, abs=1e-12)


def test_intervals_mirror_and_scale():
    values, counts = np.array([-1.0, 0.0, 0.5, 1.0]), np.array([10, 50, 20, 15])
    low, high = bounded_interval(values, counts, (-1, 1), 0.05)
    mirrored = bounded_interval(-values[::-1], counts[::-1], (-1, 1), 0.05)
    assert mirrored == pytest.approx((-high, -low), abs=1e-12)
    assert bounded_interval(values, counts * 0, (-1, 1), 0.05) == (-1, 1)


def test_tightness():
    """Half as wide again as a fixed interval at most, at ordinary numbers of blocks."""
    values = np.array([-1, -0.5, 0, 0.5, 1])
    odds = np.array([0.05, 0.2, 0.5, 0.2, 0.05])
    for blocks in (1_000, 10_000, 100_000):
        low, high = bounded_interval(values, odds * blocks, (-1, 1), 0.05)
        fixed = 1.96 * math.sqrt(float(odds @ values**2) / blocks)
        assert (high - low) / 2 < 1.8 * fixed
    low, high = asymptotic_interval(5_000, 0, 1, 0.05)
    assert high * math.sqrt(5_000) < 1.6 * 1.96


def test_sequence_of_values():
    data = np.random.default_rng(2).normal(3, 1, 1_000)
    found = sq.confidence_sequence(data, looks=[50, 100, 1_000])
    assert found.kind == "asymptotic"
    assert math.isinf(found.low[0])
    assert found.low[-1] < 3 < found.high[-1]
    assert found.value[-1] == pytest.approx(data.mean())
    lower = sq.confidence_sequence(data, looks=[1_000], side="lower")
    assert lower.low[0] > found.low[-1]
    assert math.isinf(lower.high[0])
    assert list(found.frame().columns) == ["n", "value", "low", "high"]
    assert "asymptotic" in repr(found)
    assert "asymptotic" in found._repr_html_()


def test_tally_adds_up():
    rng = np.random.default_rng(3)
    data = rng.integers(-5, 6, 1_000)
    tally = Tally(5, (-1, 1))
    for part in np.split(data, [3, 500]):
        tally.add(part)
    assert tally.n == 1_000
    assert tally.counts @ tally.values == pytest.approx(data.sum() / 5)
    assert tally.estimate(0.05).value == pytest.approx(data.mean() / 5)


def test_interval_of_a_rare_share_reaches_as_far_as_the_exact_one():
    """One hit in 200: Wilson's lower end would be 0.0009."""
    p, n = 1 / 200, 200
    low, high = wilson(p, math.sqrt(p * (1 - p) / (n - 1)), n)
    assert low < 0.0002
    assert high > 0.0275


# --- duels --------------------------------------------------------------------------------------

QUICK = {"bounds": (0.0, 0.1), "max_rounds": 2_000, "progress": False, "seed": 1}


def test_duel_decides_and_shows_itself():
    result = sq.duel("squarrels", ["random", "baseline"], **QUICK)
    contrast = result.contrasts[0]
    assert (result.stopped, contrast.verdict) == ("decided", "better")
    assert contrast.gain.low > 0
    assert contrast.gain.level == 0.95
    assert result.n == contrast.path[-1].n < 2_000
    assert "baseline is better than random in win share" in result.sentence
    for shown in (repr(result), result._repr_html_()):
        assert "lucky streak" in shown
        assert "95 %" in shown
    assert len(result.path()) == len(contrast.path)
    assert result.frame().verdict.tolist() == ["better"]


def test_a_policy_against_itself_cancels_exactly():
    result = sq.duel("squarrels", ["baseline", "baseline"], **QUICK)
    assert result.contrasts[0].gain.value == 0.0
    assert result.contrasts[0].verdict == "not better"


@pytest.mark.parametrize("threads", [1, 2])
def test_same_answer_however_it_was_played(tmp_path, threads):
    """Cut at a limit and gone on with, from memory or a folder: the same looks and answers."""
    options = {**QUICK, "bounds": (0.0, 0.004), "threads": threads}
    whole = sq.duel("squarrels", ["baseline", "hoarder"], **options)
    assert len(whole.contrasts[0].path) > 3
    short = {**options, "max_rounds": 242}
    begun = sq.duel("squarrels", ["baseline", "hoarder"], **short, out=tmp_path / "d")
    assert (begun.stopped, begun.n) == ("limit", 242)
    again = sq.duel("squarrels", ["baseline", "hoarder"], **options, out=tmp_path / "d")
    assert begun.go_on(most=2_000).contrasts == again.contrasts == whole.contrasts
    assert len(sq.load(tmp_path / "d" / "0").rounds) >= whole.n


def test_watching_and_stopping():
    seen = []

    def watch(state):
        seen.append(state.n)
        return len(seen) == 2

    options = {**QUICK, "bounds": (0.0, 0.004)}
    result = sq.duel("squarrels", ["baseline", "hoarder"], watch=watch, **options)
    assert seen == [200, 220]
    assert result.stopped == "asked"
    assert result.go_on(most=400).n == 400


def test_interrupted_keeps_what_is_done(monkeypatch):
    whole = sq.duel("squarrels", ["random", "baseline"], **QUICK)
    real, calls = Batches.play_to, []

    def pressed(self, deals, which):
        calls.append(deals)
        return real(self, deals, which) if len(calls) != 2 else False

    options = {**QUICK, "bounds": (0.0, 0.004)}
    whole = sq.duel("squarrels", ["baseline", "hoarder"], **options)
    monkeypatch.setattr(_batches.Batches, "play_to", pressed)
    result = sq.duel("squarrels", ["baseline", "hoarder"], **options)
    assert result.stopped == "interrupted"
    assert result.n == 200
    assert "go_on()" in repr(result)
    assert result.go_on().contrasts == whole.contrasts


PRESSED = """
import os, signal, threading
import squirrelstats as sq

def press(state):
    if len(state.contrasts[0].path) == 3:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()

options = {"bounds": (0.0, 1e-5), "max_rounds": 10**7, "progress": False}
result = sq.duel("squarrels", ["baseline", "hoarder"], watch=press, **options)
path = result.contrasts[0].path
assert result.stopped == "interrupted", result.stopped
assert len(path) >= 3
more = result.go_on(most=result.n + 50)
assert more.n == result.n + 50
assert more.contrasts[0].path[: len(path)] == path
print("went on")
"""


def test_ctrl_c_gives_the_state_back():
    """The signal itself, while deals are played or looked at."""
    assert processes.run("-c", PRESSED) == "went on\n"


def test_best_of_several():
    arms = {"a": "random", "b": "baseline", "c": "random", "d": "hoarder"}
    result = sq.duel("squarrels", arms, goal="best", max_rounds=3_000, close=0.2, progress=False)
    assert len(result.contrasts) == 6
    assert "a" not in result.left
    assert "c" not in result.left
    assert result.contrasts[0].gain.level == pytest.approx(1 - 0.05 / 6)
    assert all(math.isnan(contrast.llr) for contrast in result.contrasts)


def test_several_against_the_first_divide_the_error_rate():
    result = sq.duel("squarrels", ["random", "baseline", "hoarder"], **QUICK)
    assert result.limits == pytest.approx(limits(0.025, 0.05))
    assert {contrast.base for contrast in result.contrasts} == {"random"}


def test_at_one_table():
    result = sq.duel("squarrels", ["random", "baseline"], together=True, **QUICK)
    assert result.contrasts[0].verdict == "better"
    assert result.contrasts[0].gain.value > 0.3
    same = sq.duel("squarrels", ["baseline", "baseline"], together=True, **QUICK)
    assert same.contrasts[0].gain.value == 0.0


def test_low_scores_are_gains_where_they_are_good():
    options = {**QUICK, "bounds": (0.0, 5.0)}
    result = sq.duel("squirrels", ["random", "baseline"], measure="score", **options)
    assert result.contrasts[0].gain.value > 0
    assert result.contrasts[0].verdict == "better"
    assert not result.exact
    assert "asymptotic" in repr(result)


def test_estimate_until():
    seen = []
    options = {"seed": 2, "progress": False}
    result = sq.estimate_until(
        "squarrels", ["random", "baseline"], half_width=0.05, watch=seen.append, **options
    )
    e = result.estimate
    assert result.stopped == "narrow"
    assert max(e.high - e.value, e.value - e.low) <= 0.05
    assert len(seen) == len(result.path) == len(result.frame())
    run = sq.simulate("squarrels", ["random", "baseline"], rounds=e.n, rotate="cyclic", **options)
    assert e.value == pytest.approx(run.summary().win_share[0], abs=1e-12)
    closer = result.go_on(half_width=0.04)
    assert closer.path[: len(result.path)] == result.path
    assert "holds at every look" in repr(closer) + closer._repr_html_()
    limited = sq.estimate_until(
        "squarrels", ["random", "baseline"], half_width=1e-3, max_matches=30, **options
    )
    assert (limited.stopped, limited.estimate.n, limited.unit) == ("limit", 30, "matches")
    turns = sq.estimate_until(
        "squarrels", ["random"] * 2, half_width=2, measure="turns", out=None, **options
    )
    assert not turns.share
    assert turns.stopped == "narrow"


def test_looks_do_not_depend_on_where_one_stopped():
    looks, at = [], 0
    while at < 10_000:
        at = next_look(at, 10_000)
        looks.append(at)
    assert next_look(1_234, 10_000) in looks
    assert looks[0] == 200
    assert looks[-1] == 10_000


# --- charts -------------------------------------------------------------------------------------


def test_charts():
    mpl.use("agg")
    one = sq.duel("squarrels", ["random", "baseline"], **QUICK)
    several = sq.duel(
        "squarrels", ["baseline", "hoarder", "random"], **{**QUICK, "bounds": (0.0, 0.01)}
    )
    until = sq.estimate_until("squarrels", ["random"] * 2, half_width=0.1, progress=False)
    sequence = sq.confidence_sequence(np.arange(500) % 2, within=(0, 1))
    for result in (one, several):
        ax = sq.plot.llr_path(result)
        texts = [text.get_text() for text in ax.texts]
        assert any("not better (−" in text for text in texts)
        assert {c.challenger for c in result.contrasts} <= set(texts)
        plt.close(ax.figure)
    for result in (one, several, until, sequence):
        fresh, given = plt.subplots()
        ax = sq.plot.interval_path(result, ax=given)
        assert ax is given
        assert any("n =" in text.get_text() for text in ax.texts)
        assert ax.get_xlabel().endswith("played (log scale)")
        fresh.canvas.draw()
        plt.close(fresh)
    with pytest.raises(UsageError, match=r"sq\.duel"):
        sq.plot.llr_path(until)
    with pytest.raises(UsageError, match=r"sq\.duel"):
        sq.plot.interval_path(None)


def test_what_was_tested_and_how_to_go_on_is_shown() -> None:
    found = sq.duel("squarrels", ["baseline", "choosy"], bounds=(0.0, 0.001), max_rounds=200)
    assert "tested: a gain of +0.10 pp against one of +0.00 pp" in repr(found)
    assert "go_on(most=…)" in repr(found)


def test_points_given_as_whole_numbers_are_refused() -> None:
    with pytest.raises(UsageError, match=r"0\.01 is one point of 100"):
        sq.estimate_until("squarrels", ["baseline", "random"], half_width=1)
    with pytest.raises(UsageError, match=r"0\.01 is one point of 100"):
        sq.duel("squarrels", ["baseline", "random"], goal="best", close=1)
