"""Charts of house rules and of readings: what they draw and what they say."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import squirrelstats as sq
from tests.test_comparison_plots import inside, words

QUIET = {"threads": 1, "progress": False}


@pytest.fixture(autouse=True)
def _figures():
    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def found():
    rules = ["website", sq.rules("squarrels", stop_level=5)]
    return sq.compare_rules(
        "squarrels", rules, lineup=["baseline", "random"], rounds=100, replayed=40, **QUIET
    )


@pytest.fixture(scope="module")
def varied():
    return sq.vary_readings(
        "squarrels",
        lineup=["baseline", "random"],
        rounds=60,
        measures=["win_share", "turns"],
        **QUIET,
    )


def test_one_quantity_is_a_forest(found):
    ax = sq.plot.house_rules(found, "win_share")
    assert isinstance(ax, Axes)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[:2] == ["website: baseline", "website: random"]
    said = words(ax)
    for part in ("against rulebook_2009", "100 deals in common", "Holm, 24 effects"):
        assert part in said
    inside(ax)


def test_small_multiples_of_what_differs(found):
    figure = sq.plot.house_rules(found)
    assert isinstance(figure, Figure)
    shown = [ax.get_title(loc="left") for ax in figure.axes if ax.get_visible()]
    assert shown[0] == "Win share of a policy"
    assert "Lead changes (n = 20 deals)" in shown
    assert "never: rounds cut by the turn cap" in figure.get_suptitle()
    inside(figure.axes[0])
    few = sq.plot.house_rules(found, ["turns", "score", "minutes"])
    assert len([ax for ax in few.axes if ax.get_visible()]) == 3


def test_the_tornado_has_the_largest_on_top(varied):
    ax = sq.plot.tornado(varied, most=8)
    widths = [abs(bar.get_width()) for bar in ax.patches]
    assert len(widths) == 8
    assert widths[0] == max(widths)
    first = max(varied.varied, key=lambda v: abs(v.largest("win_share").difference.value))
    assert ax.get_yticklabels()[0].get_text().startswith(first.reading.field)
    assert widths[0] == pytest.approx(100 * abs(first.largest("win_share").difference.value))
    said = words(ax)
    for part in ("readings not drawn", "never differed", "solid: settled"):
        assert part in said
    inside(ax)


def test_the_tornado_of_another_quantity_and_of_one_policy(varied):
    turns = sq.plot.tornado(varied, "turns")
    assert "Turns" in turns.get_title(loc="left")
    one = sq.plot.tornado(varied, "win_share", group="random")
    assert "random" in one.get_title(loc="left")
    spans = {tuple(np.round(line.get_xdata(), 6)) for line in one.lines[:-1]}
    wanted = {
        (round(100 * e.difference.low, 6), round(100 * e.difference.high, 6))
        for v in varied.varied
        for e in v.effects
        if e.group == "random"
    }
    assert spans <= wanted


def test_a_tornado_in_which_nothing_moves():
    still = sq.vary_readings(
        "squarrels", rounds=10, measures=["turns"], fields=["gold_in_hoard"], **QUIET
    )
    ax = sq.plot.tornado(still)
    assert not ax.patches
    assert "1 reading never differed" in words(ax)


def test_what_is_refused(found, varied):
    for name in ("house_rules", "tornado"):
        with pytest.raises(sq.UsageError, match="this chart draws"):
            getattr(sq.plot, name)(3)
    with pytest.raises(sq.UsageError, match="unknown quantity of this comparison 'trns'"):
        sq.plot.house_rules(found, "trns")
    _, ax = plt.subplots()
    with pytest.raises(sq.UsageError, match="need a figure of their own"):
        sq.plot.house_rules(found, ax=ax)
    with pytest.raises(sq.UsageError, match="unknown quantity that was measured 'trns'"):
        sq.plot.tornado(varied, "trns")
    with pytest.raises(sq.UsageError, match="unknown policy or seat of 'win_share' 'chosy'"):
        sq.plot.tornado(varied, group="chosy")
