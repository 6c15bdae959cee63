"""Charts of comparisons, sweeps and robustness: what they draw and what they say."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import squirrelstats as sq
from squirrelstats.plot import _text


@pytest.fixture(autouse=True)
def _figures():
    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def found():
    return sq.compare(
        "squarrels", ["baseline", "choosy", "random"], rounds=200, replayed=80, threads=1
    )


@pytest.fixture(scope="module")
def swept():
    return sq.sweep(
        "squarrels",
        "stop_level",
        [9, 6, 7],
        measure=["win_share", "turns"],
        lineup=["choosy", "random"],
        rounds=100,
        threads=1,
    )


def words(ax):
    parts = [t.get_text() for t in ax.texts]
    parts += [ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()]
    return " | ".join(parts).replace("\n", " ").replace(_text.SPACE, " ")


def inside(ax):
    """Nothing sticks out of the picture."""
    figure = ax.figure
    figure.canvas.draw()
    box = figure.get_tightbbox().transformed(figure.dpi_scale_trans)
    assert figure.bbox.x0 - 2 <= box.x0 and box.x1 <= figure.bbox.x1 + 2  # noqa: PT018
    assert figure.bbox.y0 - 2 <= box.y0 and box.y1 <= figure.bbox.y1 + 2  # noqa: PT018


def test_the_forest_draws_every_difference(found):
    ax = sq.plot.comparison(found)
    assert isinstance(ax, Axes)
    spans = [line.get_xdata() for line in ax.lines if len(line.get_xdata()) == 2][:2]
    for span, d in zip(spans, found.differences, strict=True):
        assert np.allclose(span, [100 * d.difference.low, 100 * d.difference.high])
    said = words(ax)
    for part in ("no difference", "200 deals in common", "Holm, 2 comparisons", "not corrected"):
        assert part in said
    assert [t.get_text() for t in ax.get_yticklabels()] == ["choosy", "random"]
    inside(ax)


def test_the_forest_by_seat():
    arms = ["rulebook_2009", "website"]
    by_seat = sq.compare("squarrels", arms, by="seat", rounds=60, threads=1)
    ax = sq.plot.comparison(by_seat)
    assert "website against rulebook_2009" in words(ax)
    assert ax.get_yticklabels()[0].get_text() == "Seat 0"
    inside(ax)


def test_the_divergence_curve(found):
    ax = sq.plot.divergence(found)
    assert [t.get_text().split(":")[0] for t in ax.get_legend().get_texts()] == ["choosy", "random"]
    assert "80 playings of 20 deals" in words(ax)
    assert ax.lines[0].get_ydata()[0] == 1
    assert ax.lines[1].get_ydata()[-1] == found.divergences[1].identical.value
    inside(ax)


def test_sweeps_draw_values_in_their_order(swept):
    ax = sq.plot.sweep(swept)
    curve = ax.lines[0]
    assert curve.get_xdata().tolist() == [6, 7, 9]
    means = {p.value: p.mean.value for p in swept.of("win_share")}
    assert np.allclose(curve.get_ydata(), [means[v] for v in (6, 7, 9)])
    assert "100 deals in common at every value" in words(ax)
    inside(ax)
    figure = sq.plot.sweeps(swept)
    assert [panel.get_ylabel() for panel in figure.axes] == ["win share", "turns"]


def test_sweeps_over_words_and_seats():
    by_word = sq.sweep(
        "squirrels", "higher_card", ["illegal", "pick_up"], measure="score", rounds=20, threads=1
    )
    ax = sq.plot.sweep(by_word)
    assert "lower is better" in ax.get_ylabel()
    assert [t.get_text() for t in ax.get_xticklabels()] == ["illegal", "pick_up"]
    seats = sq.sweep("squarrels", "seats", [2, 3], lineup=["choosy", "random"], rounds=20)
    assert "even share" in words(sq.plot.sweep(seats))


def test_robustness_draws_every_setting():
    effect = sq.compare("squarrels", ["random", "baseline"], rounds=80, replayed=0, threads=1)
    found = sq.robustness(effect, {"seats": [2, 3], "rules": ["website"]})
    ax = sq.plot.robustness(found)
    assert len(ax.get_yticklabels()) == 4
    assert "Holm, 4 settings" in words(ax)
    assert ax.get_legend().get_texts()[0].get_text() == "holds: 4"
    inside(ax)


def test_given_axes_are_drawn_into(found, swept):
    _, panels = plt.subplots(1, 3, layout="constrained", figsize=(15, 4))
    charts = (sq.plot.comparison, sq.plot.divergence)
    for chart, panel in zip(charts, panels, strict=False):
        assert chart(found, ax=panel) is panel
    assert sq.plot.sweep(swept, "turns", ax=panels[2]) is panels[2]


def test_what_is_refused(found, swept):
    charts = ("comparison", "divergence", "sweep", "sweeps", "robustness")
    for name in charts:
        with pytest.raises(sq.UsageError, match="this chart draws"):
            getattr(sq.plot, name)(3)
    with pytest.raises(sq.UsageError, match="unknown measure of this sweep 'trns'"):
        sq.plot.sweep(swept, "trns")
    without = sq.compare("squarrels", ["random", "baseline"], rounds=20, replayed=0, threads=1)
    with pytest.raises(sq.UsageError, match="no playings were replayed"):
        sq.plot.divergence(without)
