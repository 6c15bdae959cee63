"""Every chart has one look: words, small print with n, intervals that say so, colours for grey."""

import re

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import squirrelstats as sq
from squirrelstats.plot import _style
from tests.small_results import RESULTS

mpl.use("agg")

#: By chart: the result that it draws.
DRAWN = {
    "alpha_rank": "alpha_rank",
    "blunders": "blunders",
    "card_bias": "card_bias",
    "card_effects": "card_effects",
    "causal_effects": "causal_card_effects",
    "comparison": "compare",
    "count_curves": "count_curves",
    "divergence": "compare",
    "equilibrium": "equilibrium",
    "estimates": "estimates",
    "house_rules": "compare_rules",
    "interval_path": "estimate_until",
    "lengths": "simulate",
    "llr_path": "duel",
    "luck_split": "luck_split",
    "overview": "simulate",
    "payoffs": "tournament",
    "ratings": "ratings",
    "replicator": "replicator",
    "robustness": "robustness",
    "scores": "simulate",
    "seat_advantage": "shape",
    "shape_of_play": "shape",
    "skill_ladder": "skill_ladder",
    "sweep": "sweep",
    "sweeps": "sweep",
    "tornado": "vary_readings",
    "watched_shares": "watched_shares",
    "win_shares": "simulate",
}
#: Charts of what is no interval: a likelihood ratio, a course of play, a field of forces.
NO_INTERVALS = {"llr_path"}
#: A step in luminance that a print in grey still shows.
STEP = 0.1

every_chart = pytest.mark.parametrize("name", sorted(DRAWN))


@pytest.fixture(scope="session")
def charts():
    """Each chart, drawn once when first asked for; kept as what it says."""
    drawn = {}

    def chart(name):
        if name not in drawn:
            given = {"heading": "Win share by policy", "label": "win share", "percent": True}
            options = given if name == "estimates" else {}
            made = getattr(sq.plot, name)(RESULTS[DRAWN[name]](), **options)
            figure = made if isinstance(made, Figure) else made.figure
            figure.canvas.draw()
            shown = [ax for ax in figure.axes if ax.get_visible()]
            drawn[name] = figure, [ax for ax in shown if ax.get_label() != "<colorbar>"]
        return drawn[name]

    return chart


def texts(figure, axes):
    """Everything written outside and inside of the frames, as lines."""
    found = [text.get_text() for text in figure.texts]
    for ax in axes:
        found += [text.get_text() for text in ax.texts]
        found += [ax.get_title(where) for where in ("left", "center", "right")]
        found += [ax.get_xlabel(), ax.get_ylabel()]
    return [" ".join(text.replace("\xa0", " ").split()) for text in found if text]


def test_every_chart_is_gone_over():
    assert set(DRAWN) == set(sq.plot.__all__)


@every_chart
def test_titles_and_labels_are_words(charts, name):
    _, axes = charts(name)
    titles = [ax.get_title("left") for ax in axes]
    assert titles[0]
    for ax in axes:
        labels = [ax.get_title("left"), ax.get_xlabel(), ax.get_ylabel()]
        assert any(labels[1:]) or name in ("overview", "shape_of_play")
        for label in labels:
            assert "_" not in label, label
            assert "nan" not in label


@every_chart
def test_small_print_says_n_and_the_kind_of_interval(charts, name):
    told = " ".join(texts(*charts(name)))
    assert re.search(r"n = \d|\d deals|\d blocks|\d hands|\d rounds", told), told
    if name not in NO_INTERVALS:
        assert "95 %" in told, told


@every_chart
def test_small_print_is_small_and_quiet(charts, name):
    _, axes = charts(name)
    notes = [text for ax in axes for text in ax.texts if text.get_fontsize() <= 8.5]
    assert any(text.get_color() == _style.QUIET for text in notes)


@every_chart
def test_the_shared_look(charts, name):
    figure, axes = charts(name)
    assert figure.get_facecolor()[:3] == to_rgb(_style.RC["figure.facecolor"])
    for ax in axes:
        if ax.axison:
            assert not ax.spines["top"].get_visible()
            assert ax.title.get_fontsize() == _style.RC["axes.titlesize"]
            assert ax.xaxis.label.get_color() == _style.INK


def luminance(colour):
    """Relative luminance (IEC 61966-2-1), on a scale that looks even."""
    channels = np.array(to_rgb(colour))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722)) ** (1 / 3)


def test_neighbouring_colours_differ_in_grey():
    light = [luminance(colour) for colour in _style.COLOURS]
    assert min(abs(np.diff(light))) > STEP
    assert all(1 - value > STEP for value in light), "lost on white"
