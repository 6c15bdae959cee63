"""Charts: what they return, what they show, and that nothing falls out of the picture."""

from __future__ import annotations

import io

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import squirrelstats as sq
from squirrelstats.plot import _style, _text
from squirrelstats.simulate.store import MemoryStore

DEALS = 400


@pytest.fixture(autouse=True)
def _figures():
    """Draw with agg, and leave no figure behind."""
    mpl.use("agg")
    yield
    plt.close("all")


def play(*lineup, deals=DEALS, **options):
    return sq.simulate("squarrels", list(lineup), rounds=deals, progress=False, **options)


@pytest.fixture(scope="module")
def run():
    return play("baseline", "baseline", "random", seed=5, rotate="cyclic", columns="cards")


@pytest.fixture(scope="module")
def single():
    return play("baseline", "baseline", deals=1, columns="cards")


@pytest.fixture(scope="module")
def level():
    """One deal on which both players score the same."""
    for seed in range(200):
        tied = play("baseline", "baseline", deals=1, seed=seed)
        if tied.seats.score.nunique() == 1:
            return tied
    raise AssertionError("no tie in 200 deals")


CHARTS = {
    "win_shares": sq.plot.win_shares,
    "win_shares by player": lambda run, **ax: sq.plot.win_shares(run, by="player", **ax),
    "win_shares by seat": lambda run, **ax: sq.plot.win_shares(run, by="seat", **ax),
    "scores": sq.plot.scores,
    "turns": sq.plot.lengths,
    "mini_turns": lambda run, **ax: sq.plot.lengths(run, "mini_turns", **ax),
    "decisions": lambda run, **ax: sq.plot.lengths(run, "decisions", **ax),
    "forced": lambda run, **ax: sq.plot.lengths(run, "forced", **ax),
    "cards": lambda run, **ax: sq.plot.card_effects(sq.card_effects(run), **ax),
    "cards, score": lambda run, **ax: sq.plot.card_effects(sq.card_effects(run), "score", **ax),
}
every_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)


def words(ax: Axes) -> str:
    """All text in the Axes, with plain spaces."""
    parts = [t.get_text() for t in ax.texts]
    parts += [ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()]
    return " | ".join(parts).replace("\n", " ").replace(_text.SPACE, " ")


@pytest.fixture(scope="module")
def squirrels():
    lineup = ["baseline", "baseline", "random"]
    return sq.simulate(
        "squirrels", lineup, rounds=DEALS, seed=5, rotate="cyclic", columns="cards", progress=False
    )


def save(figure: Figure) -> None:
    figure.savefig(io.BytesIO(), format="png")


def ticks(axis) -> list[str]:
    """Labels of the ticks in view."""
    low, high = sorted(axis.get_view_interval())
    found = zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True)
    return [label.get_text() for at, label in found if low <= at <= high]


def has_line(ax: Axes, low: float, high: float) -> bool:
    return any(np.array_equal(line.get_xdata(), [low, high]) for line in ax.lines)


@every_chart
def test_draws_into_a_figure_of_its_own(run, chart):
    ax = chart(run)
    assert isinstance(ax, Axes)
    assert len(plt.get_fignums()) == 1
    save(ax.figure)
    assert ax.get_title(loc="left")
    assert ax.get_xlabel()


@every_chart
def test_draws_into_given_axes(run, chart):
    figure, ax = plt.subplots()
    assert chart(run, ax=ax) is ax
    assert plt.get_fignums() == [figure.number]
    save(figure)


@every_chart
def test_says_n_rules_and_intervals(run, chart):
    text = words(chart(run))
    assert "rulebook_2009" in text
    assert f"n = {DEALS} deals, each in 3 seatings" in text or f"n = {DEALS * 9:,} hands" in text
    assert "95 % interval" in text


@every_chart
def test_ticks_differ(run, chart):
    ax = chart(run)
    save(ax.figure)
    for axis in (ax.xaxis, ax.yaxis):
        labels = ticks(axis)
        assert len(labels) == len(set(labels)) > 1
        assert all(labels)


@every_chart
def test_one_deal(single, chart):
    ax = chart(single)
    save(ax.figure)
    assert "n = 1 deal ·" in words(ax) or "n = 2 hands" in words(ax)


@pytest.mark.parametrize("name", [name for name in CHARTS if "cards" not in name])
def test_equal_scores(level, name):
    save(CHARTS[name](level).figure)


def test_win_shares_draw_and_write_their_intervals(run):
    ax = sq.plot.win_shares(run)
    for group in run.groups("policy"):
        share = group.win_share
        assert has_line(ax, share.low, share.high)
        assert f"{share.value:.1%} (".replace("%", " %") in words(ax)
        assert f"({100 * share.low:.1f}–{100 * share.high:.1f})" in words(ax)
    assert "even: 33.3 %" in words(ax)


def test_scores_draw_and_write_their_means(run):
    ax = sq.plot.scores(run)
    for group in run.groups("policy"):
        mean = group.score
        assert has_line(ax, mean.low, mean.high)
        assert f"{group.key[0]}: mean {_text.number(mean, 1)}".replace(_text.SPACE, " ") in words(
            ax
        )


def test_scores_are_shares_of_each_policys_rounds(run):
    ax = sq.plot.scores(run)
    curve = next(line for line in ax.lines if len(line.get_xdata()) > 2)
    scores = run.seats.score[run.seats.policy == "baseline"]
    wanted = [(scores == at).mean() for at in curve.get_xdata()]
    np.testing.assert_allclose(curve.get_ydata(), wanted, rtol=1e-12)
    assert sum(wanted) > 0.998


def test_lengths_draw_shares_and_mean(run):
    ax = sq.plot.lengths(run, "turns")
    turns = run.rounds.turns
    for bar in ax.patches[:-1]:
        at = bar.get_x() + bar.get_width() / 2
        assert bar.get_height() == pytest.approx((turns == round(at)).mean())
    mean = run.length("turns")
    band = ax.patches[-1].get_extents().transformed(ax.transData.inverted())
    assert (band.x0, band.x1) == pytest.approx((mean.low, mean.high))
    left, _ = ax.get_xlim()
    assert left == pytest.approx(turns.min() - 0.9)


@pytest.mark.parametrize("measure", ["win_share", "score"])
def test_cards_draw_their_intervals_and_leave_small_counts_out(run, measure):
    effects = sq.card_effects(run, ["five", "gold"], policy="baseline")
    ax = sq.plot.card_effects(effects, measure)
    bars = [segment for c in ax.collections for segment in c.get_segments()]
    drawn = sorted(tuple(segment[:, 1]) for segment in bars)
    shown = [getattr(e, measure) for e in effects.effects if not e.small]
    np.testing.assert_allclose(drawn, sorted((v.low, v.high) for v in shown))
    assert "points under 100 hands left out" in words(ax)
    assert "hands of baseline" in words(ax)
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["Five", "Gold"]


@pytest.mark.parametrize("measure", ["win_share", "score"])
def test_many_cards_stand_side_by_side(squirrels, measure):
    effects = sq.card_effects(squirrels)
    ax = sq.plot.card_effects(effects, measure)
    save(ax.figure)
    assert ticks(ax.xaxis) == [kind.capitalize() for kind in sq.squirrels.KINDS]
    bars = [segment for c in ax.collections for segment in c.get_segments()]
    shown = [e for e in effects.effects if not e.small]
    limits = {
        (sq.squirrels.KINDS[round(x)], low, high)
        for (x, low), (_, high) in (b.tolist() for b in bars)
    }
    assert limits == {(e.kind, getattr(e, measure).low, getattr(e, measure).high) for e in shown}
    copies = [t.get_text() for t in ax.get_legend().get_texts()]
    assert copies == [str(n) for n in range(max(e.copies for e in shown) + 1)]
    assert ("lower is better" in words(ax)) == (measure == "score")


def test_many_scores_are_drawn_in_classes(squirrels):
    ax = sq.plot.scores(squirrels)
    save(ax.figure)
    curve = next(line for line in ax.lines if len(line.get_xdata()) > 2)
    scores = squirrels.seats.score[squirrels.seats.policy == "baseline"]
    assert curve.get_ydata()[0] == pytest.approx((scores == 0).mean())
    for at, share in list(zip(*curve.get_data(), strict=True))[1:]:
        assert share == pytest.approx(scores.between(at - 4.5, at + 4.5).mean())
    assert "share of rounds (0, 1–10, 11–20, …)" in words(ax)


def test_texts_follow_the_goal_of_the_game(run, squirrels):
    assert "lower" not in words(sq.plot.scores(run)) + repr(run) + repr(sq.card_effects(run))
    assert "lower is better" in words(sq.plot.scores(squirrels))
    assert "a round costs" in words(sq.plot.scores(squirrels))
    for text in (repr(squirrels), squirrels._repr_html_(), repr(sq.card_effects(squirrels))):
        assert "lower scores are better" in text


def test_overview_of_matches_of_a_fixed_length():
    lineup = ["baseline"] * 3
    run = sq.simulate("squirrels", lineup, matches=40, progress=False)
    assert "turns" in words(sq.plot.overview(run).axes[2])
    assert "a match: 3.00 rounds\n" in repr(run)


def test_one_policy():
    equal = play("baseline", "baseline", "baseline", "baseline")
    save(sq.plot.overview(equal))
    assert "25.0 %" in words(sq.plot.win_shares(equal))


@pytest.fixture(scope="module")
def wordy():
    @sq.policy("squarrels", version="1", name="a_policy_with_a_remarkably_long_name")
    def wordy(legal):
        return sq.first_legal(legal)

    return wordy


@pytest.mark.parametrize("players", [2, 4, 6])
def test_overview_keeps_everything_in_the_picture(players, wordy):
    run = play(*[wordy, "baseline", "random", "baseline", wordy, "random"][:players])
    figure = sq.plot.overview(run)
    assert isinstance(figure, Figure)
    save(figure)
    assert len(figure.axes) == 3
    renderer = figure.canvas.get_renderer()
    frame = figure.bbox
    for ax in figure.axes:
        assert ax.get_position().width > 0.12
        for text in ax.texts:
            box = text.get_window_extent(renderer)
            assert frame.x0 - 1 <= box.x0, text
            assert box.x1 <= frame.x1 + 1, text
    assert f"n = {DEALS} deals" in figure.get_supxlabel()


def test_wrong_names(run):
    effects = sq.card_effects(run)
    with pytest.raises(sq.UsageError, match="did you mean 'policy'"):
        sq.plot.win_shares(run, by="polcy")
    with pytest.raises(sq.UsageError, match="did you mean 'turns'"):
        sq.plot.lengths(run, "turn")
    with pytest.raises(sq.UsageError, match="did you mean 'score'"):
        sq.plot.card_effects(effects, "scores")
    with pytest.raises(sq.UsageError, match=r"card_effects\(sq.card_effects\(run\)\)"):
        sq.plot.card_effects(run)
    assert not plt.get_fignums()


@pytest.mark.parametrize("chart", [*list(CHARTS.values())[:-2], sq.plot.overview])
def test_nothing_to_draw(run, chart):
    empty = sq.Run(run.plan, MemoryStore(), 0)
    with pytest.raises(sq.UsageError, match="no finished deals"):
        chart(empty)


def test_settings_of_the_user_stay(run):
    before = dict(mpl.rcParams)
    save(sq.plot.overview(run))
    assert dict(mpl.rcParams) == before


def test_interactive_mode_switched_on_by_a_backend_stays():
    """Else notebooks would show the first chart and no other."""
    with mpl.rc_context():
        mpl.rcParams["interactive"] = False
        with _style.style():
            mpl.rcParams["interactive"] = True
        assert mpl.rcParams["interactive"]


def test_series_differ_in_grey_and_mark():
    grey = [np.dot(to_rgb(c), (0.299, 0.587, 0.114)) for c in _style.COLOURS[:4]]
    assert min(np.diff(sorted(grey))) > 0.04
    assert len(set(_style.MARKERS)) == len(_style.COLOURS)


@pytest.mark.parametrize(
    ("ticks", "labels"),
    [
        ([0, 0.1, 0.2], ["0 %", "10 %", "20 %"]),
        ([0, 0.005, 0.01], ["0.0 %", "0.5 %", "1.0 %"]),
        ([-0.1, 0.5, 1.0, 1.2], ["−10 %", "50 %", "100 %", ""]),
    ],
)
def test_percent_ticks(ticks, labels):
    written = _text.Percent().format_ticks(ticks)
    assert [text.replace(_text.SPACE, " ") for text in written] == labels


def test_every_chart_names_what_it_draws_and_does_not_print_what_it_got(run):
    found = sq.card_effects(run)
    for name in sq.plot.__all__:
        wrong = run if name == "card_effects" else found
        with pytest.raises(sq.UsageError, match=type(wrong).__name__) as error:
            getattr(sq.plot, name)(wrong)
        assert len(str(error.value)) < 160
        assert "sq." in str(error.value)


def test_completion_offers_the_charts_only():
    assert dir(sq.plot) == sorted(sq.plot.__all__)
