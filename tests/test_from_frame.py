"""Estimates of any frame: numbers, groups, words, charts."""

import math

import numpy as np
import pandas as pd
import pytest

import squirrelstats as sq
from squirrelstats import Estimate, UsageError
from squirrelstats.estimate import cluster_mean, mean_of, p_value
from squirrelstats.stats._quantiles import cluster_quantile


@pytest.fixture(scope="module")
def run():
    lineup = ["choosy", "baseline", "random"]
    return sq.simulate("squarrels", lineup, rounds=400, rotate="cyclic", progress=False)


@pytest.mark.parametrize("by", ["policy", ["policy", "seat"]])
@pytest.mark.parametrize("value", ["win_share", "score"])
def test_as_the_summary(run, by, value):
    found = sq.estimates(run.seats, value, by=by)
    summary = run.summary(by=by).set_index(by)
    names = ("win_share", "low", "high") if value == "win_share" else None
    names = names or ("score_mean", "score_low", "score_high")
    for group, mean in found.items():
        row = summary.loc[group]
        assert mean.value == pytest.approx(row[names[0]], rel=1e-12)
        assert mean.low == pytest.approx(row[names[1]], rel=1e-9)
        assert mean.high == pytest.approx(row[names[2]], rel=1e-9)
        assert mean.n == row.n


def test_order_of_rows_does_not_matter(run):
    mixed = run.seats.sample(frac=1, random_state=1)
    one, other = (sq.estimates(f, "score", by="policy") for f in (run.seats, mixed))
    for group in one:
        assert one[group].se == pytest.approx(other[group].se, rel=1e-12)


def test_a_block_a_row_is_the_plain_mean():
    values = np.array([1.0, 4.0, 2.0, 8.0])
    clustered, plain = cluster_mean(values, np.arange(4)), mean_of(values)
    assert clustered.se == pytest.approx(plain.se)
    assert (clustered.value, clustered.n) == (plain.value, 4)


def test_rows_of_one_block_count_once():
    """Every row four times is the same information."""
    frame = pd.DataFrame({"x": [1.0, 4, 2, 8], "deal": range(4)})
    often = pd.concat([frame] * 4)
    once, four = (sq.estimates(f, "x")["all"] for f in (frame, often))
    assert (four.se, four.n) == (pytest.approx(once.se), 4)


def test_coverage_of_clustered_means():
    """Blocks of 1 to 4 rows with a common part: 95 % cover; 99.9 % band of 2,000 experiments."""
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(2000):
        sizes = rng.integers(1, 5, 80)
        blocks = np.repeat(np.arange(80), sizes)
        values = rng.normal(size=80)[blocks] + rng.normal(size=len(blocks))
        found = cluster_mean(values, blocks)
        covered += found.low <= 0 <= found.high
    half = 3.29 * math.sqrt(0.95 * 0.05 * 2000)
    assert abs(covered - 1900) < half + 20  # the sandwich of 80 blocks is a little short


def test_coverage_of_clustered_quantiles():
    """Blocks of whole numbers with a common part: 1,000 experiments, 95 % covered − 4 se.

    Whole numbers have room beside them, so that intervals may hold more often.
    """
    rng = np.random.default_rng(7)
    blocks = np.repeat(np.arange(100), 3)

    def drawn(size):
        return np.round(3 * (rng.normal(size=size)[:, None] + rng.normal(size=(size, 3)))).ravel()

    truth = {at: np.quantile(drawn(300_000), at, method="inverted_cdf") for at in (0.05, 0.5)}
    covered = dict.fromkeys(truth, 0)
    for _ in range(1_000):
        values = drawn(100)
        for at, true in truth.items():
            found = cluster_quantile(values, blocks, at)
            covered[at] += found.low <= true <= found.high
            assert found.low <= found.value <= found.high
            assert found.n == 100
    for hits in covered.values():
        assert hits / 1_000 > 0.95 - 4 * math.sqrt(0.05 * 0.95 / 1_000)
    widest = cluster_quantile(np.arange(300), np.repeat(np.arange(100), 3), 0.5)
    narrow = cluster_quantile(np.arange(300), np.arange(300), 0.5)
    assert widest.high - widest.low > 1.5 * (narrow.high - narrow.low)


def test_quantile_of_one_block_has_no_interval():
    found = cluster_quantile(np.array([1, 2, 3]), np.zeros(3), 0.5)
    assert (found.value, found.low, found.high, found.n) == (2, -math.inf, math.inf, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: (f, "scoer"), "scoer"),
        (lambda f: (f.head(0), "score"), "no rows"),
        (lambda f: (f, "policy"), "only numbers"),
        (lambda f: (f.assign(score=f.score.where(f.seat > 0)), "score"), "missing or infinite"),
        (lambda f: ([1, 2], "score"), "DataFrame"),
        (lambda f: (f.drop(columns="deal"), "score"), "deal"),
        (lambda f: (f.assign(deal=f.deal.where(f.deal > 9)), "score"), "'deal' is missing in 90"),
        (lambda f: (f.assign(seat=f.seat.where(f.deal > 9)), "score"), "'seat' is missing in 90"),
    ],
)
def test_bad_input(run, change, message):
    frame, value = change(run.seats)
    with pytest.raises(UsageError, match=message):
        sq.estimates(frame, value, by="seat")


def test_shows_itself(run):
    found = sq.estimates(run.seats, "win_share", by="policy")
    text = repr(found)
    assert text.splitlines()[0] == "Mean win_share by policy"
    assert f"{found['choosy']:%}" in text
    assert "<th" in found._repr_html_()
    assert found.frame().columns.tolist() == ["policy", "value", "se", "low", "high", "n"]
    with pytest.raises(KeyError, match="choosy"):
        found["nobody"]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("", "0.1235 [0.1195, 0.1275] (n=100)"),
        ("f", "0.123 (0.119 to 0.128)"),
        ("%", "12.3 % (11.9 to 12.8)"),
        ("+.2p", "+12.35 (+11.95 to +12.75)"),
        (".4f", "0.1235 (0.1195 to 0.1275)"),
    ],
)
def test_formats(spec, told):
    assert format(Estimate(0.1235, 0.002, 0.1195, 0.1275, 100), spec) == told


def test_format_of_a_single_block():
    assert format(Estimate(2.0, math.nan, -math.inf, math.inf, 1), ".1f") == (
        "2.0 (n = 1, no interval)"
    )


def test_unknown_format():
    with pytest.raises(UsageError, match="no format 'x'"):
        format(Estimate(1, 1, 0, 2, 9), "x")


def test_chart_of_names_and_of_curves(run):
    found = sq.estimates(run.seats, "score", by="policy")
    ax = sq.plot.estimates(found, label="score, points", heading="Scores")
    assert [text.get_text() for text in ax.get_yticklabels()] == list(found)
    assert "n = 400 · 95 % intervals" in ax.texts[-1].get_text()
    curves = {name: {0: e, 1: e} for name, e in found.items()}
    ax = sq.plot.estimates(curves, at="copies")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(found)
    for bad in ({}, {"a": 1.0}, [1], {"a": {}}):
        with pytest.raises(UsageError):
            sq.plot.estimates(bad)


def test_p_values_of_groups_are_corrected_together():
    frame = pd.DataFrame({"deal": range(40), "x": [1.0, 0.9] * 10 + [0.1, -0.1] * 10})
    frame["group"] = ["far"] * 20 + ["near"] * 20
    found = sq.estimates(frame, "x", by="group")
    assert found.p_holm["far"] == pytest.approx(2 * p_value(found["far"]))
    assert found.p_holm["near"] == pytest.approx(1.0)


def test_points_are_written_with_their_sign():
    shares = {1: Estimate(-0.02, 0.001, -0.022, -0.018, 9), 2: Estimate(0.02, 0.001, 0.01, 0.03, 9)}
    axes = sq.plot.estimates(shares, points=True)
    written = axes.yaxis.get_major_formatter()
    assert [written(x, 0) for x in (-0.015, 0.0, 0.02)] == ["−1.5", "0", "+2"]


def test_a_frame_without_its_blocks_is_told_of_block():
    run = sq.simulate("squarrels", ["baseline", "random"], rounds=20)
    with pytest.raises(sq.UsageError, match="block= names the column that says which rows belong"):
        sq.estimates(run.seats.drop(columns="deal"), "win_share")
