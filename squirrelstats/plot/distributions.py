"""Charts of how a quantity is spread over rounds: scores, lengths."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation, blended_transform_factory

from squirrelstats.estimate import Estimate, decimals
from squirrelstats.plot import _text
from squirrelstats.plot._about import about, need_deals
from squirrelstats.plot._counts import Counts
from squirrelstats.plot._style import (
    ACCENT,
    BARS,
    COLOURS,
    MARKERS,
    axes,
    footnote,
    height,
    style,
    title,
    width,
)
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.summary import GroupSummary, group_cells, in_cells, measured

#: Points: height of a line of the means, size of their text, of its average letter.
LINE, SIZE, LETTER = 12.0, 8.5, 4.6
#: Columns whose name needs a word more.
NAMES = {"forced": "forced decisions"}


def scores(run: Run, *, ax: Axes | None = None) -> Axes:
    """Distribution of the score of a round, or total of a match, for each policy, with its mean.

    Parameters
    ----------
    run : Run
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Shares of a policy's rounds (or matches) at each score; where there are many scores, in
        classes of equal width, which the axis names. Above the curves stand the means with their
        95 % intervals, each on the scale of the axis. The rarest scores, fewer than one in two
        thousand on either side, lie outside the view.
    """
    need_deals(run)
    with style():
        ax = axes(ax, (6.8, 3.7 + 0.17 * len(run.groups("policy"))))
        draw_scores(run, ax)
        footnote(ax, about(run, "95 % intervals of the means"))
    return ax


def draw_scores(run: Run, ax: Axes, *, names: bool = True) -> None:
    """Draw all but the small print; without names, marks must be explained elsewhere."""
    groups = run.groups("policy")
    counts = _score_counts(run)
    everybody = Counts()
    for own in counts:
        everybody.add_counts(own)
    low, high = everybody.visible()
    wide = _class_width(high - low)
    ends, _ = everybody.in_classes(low, high, wide)
    low, high = int(ends[0, 0]), int(ends[-1, 1])
    scale = ends.mean(axis=1)
    step = max(1, len(scale) // 7)
    peak = 0.0
    for number, own in enumerate(counts):
        shares = own.in_classes(low, high, wide)[1] / own.total
        peak = max(peak, float(shares.max()))
        first = number * step // len(counts) if step > 1 else 0
        ax.plot(
            scale,
            shares,
            color=COLOURS[number % len(COLOURS)],
            marker=MARKERS[number % len(MARKERS)],
            markevery=(first, step),
            markersize=6,
            markeredgecolor="white",
            markeredgewidth=0.5,
            linewidth=1.6,
        )
    margin = max(0.8, 0.012 * (high - low))
    ax.set_xlim(low - margin, high + margin)
    taken = _write_means(ax, groups, names)
    ax.set_ylim(0, peak * 1.05 / max(0.35, 1 - taken / height(ax)))
    _text.percent_axis(ax.yaxis)
    ax.xaxis.set_major_locator(_text.WholeNumbers())
    in_matches, few = run.plan.in_matches, run.plan.game.score_goal == "low"
    label = "total of a match, points" if in_matches else "score of a round, points"
    ax.set_xlabel(f"{label} (lower is better)" if few else label)
    classes = f" ({', '.join(map(_class_name, ends[:3]))}, …)" if wide > 1 else ""
    ax.set_ylabel(f"share of {run.plan.unit}{classes}")
    title(
        ax, f"How many points a {'match' if in_matches else 'round'} {'costs' if few else 'brings'}"
    )


def _class_width(reach: int) -> int:
    """How many scores to take together, so that a curve has few enough points."""
    if reach <= 60:
        return 1
    rounded: Iterator[int] = (
        digit * 10**zeros for zeros in itertools.count() for digit in (1, 2, 5)
    )
    return next(width for width in rounded if reach <= 30 * width)


def _class_name(ends: np.ndarray) -> str:
    low, high = (str(end).replace("-", "−") for end in ends)
    dash = f"{_text.SPACE}to{_text.SPACE}" if ends[0] < 0 else "–"
    return low if low == high else f"{low}{dash}{high}"


def _write_means(ax: Axes, groups: Sequence[GroupSummary], names: bool) -> float:
    """A line of text per policy with its mean, and the mean on the scale; gives their height."""
    left, right = ax.get_xlim()
    places = decimals(group.score for group in groups)
    down = 4.0
    for number, group in enumerate(groups):
        mean = group.score
        part = min(max((mean.value - left) / (right - left), 0.0), 1.0)
        side = 1 if part <= 0.55 else -1
        room = width(ax) * (1 - part if side > 0 else part) - 10
        label = f"mean{_text.SPACE}{_text.number(mean, places)}"
        if names:
            label = f"{group.key[0]}: {label}"
        lines = textwrap.wrap(label, max(14, int(room / LETTER)), break_long_words=False)
        deep = LINE * len(lines)
        centre = down + deep / 2
        colour = COLOURS[number % len(COLOURS)]
        where = blended_transform_factory(ax.transData, ax.transAxes) + ScaledTranslation(
            0, -centre / 72, ax.figure.dpi_scale_trans
        )
        if _text.bounded(mean):
            ends = np.clip([mean.low, mean.high], left, right)
            ax.plot(ends, [1, 1], color=colour, linewidth=2, transform=where, clip_on=False)
        ax.plot(
            [mean.value],
            [1],
            color=colour,
            marker=MARKERS[number % len(MARKERS)],
            markersize=6.5,
            markeredgecolor="white",
            markeredgewidth=0.5,
            linestyle="none",
            transform=where,
            clip_on=False,
            label=str(group.key[0]),
        )
        ax.annotate(
            "\n".join(lines),
            (_edge(mean, side, left, right), 1),
            xycoords=("data", "axes fraction"),
            xytext=(7 * side, -centre),
            textcoords="offset points",
            ha="left" if side > 0 else "right",
            va="center",
            fontsize=SIZE,
            linespacing=1.15,
        ).set_in_layout(False)
        down += deep + 1.5
    return down + 6


def lengths(run: Run, column: str = "turns", *, ax: Axes | None = None) -> Axes:
    """Distribution of the length of a round, with its mean.

    Parameters
    ----------
    run : Run
    column : str
        A column of ``rounds``: ``"turns"``, ``"decisions"``, …; in a match run also ``"rounds"``,
        those of a match.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Shares of the rounds; the line is the mean, the band behind it its 95 % interval. The
        rarest lengths, fewer than one round in two thousand on either side, lie outside the view.
    """
    need_deals(run)
    run.length(column)
    with style():
        ax = axes(ax)
        draw_lengths(run, column, ax)
        footnote(ax, about(run, "95 % interval of the mean"))
    return ax


def draw_lengths(run: Run, column: str, ax: Axes) -> None:
    """Draw all but the small print."""
    mean = run.length(column)
    of_match = run.plan.in_matches and column == "rounds"
    counts = Counts()
    for chunk in run.blocks("matches" if of_match else "rounds", (column,)):
        if of_match:
            counts.add(chunk.values["matches"][column][:, :, 0])
        else:
            counts.add(chunk.values["rounds"][column])
    low, high = counts.visible()
    shares = counts.between(low, high) / counts.total
    scale = np.arange(low, high + 1)
    ax.bar(scale, shares, width=0.85 if len(scale) <= 60 else 1.0, color=BARS, linewidth=0)
    ax.set_xlim(low - 0.9, high + 0.9)
    ax.set_ylim(0, float(shares.max()) * 1.2)
    ax.axvline(mean.value, color=ACCENT, linewidth=1.5)
    if _text.bounded(mean):
        ax.axvspan(mean.low, mean.high, color=ACCENT, alpha=0.25, linewidth=0)
    left, right = ax.get_xlim()
    side = 1 if mean.value <= (left + right) / 2 else -1
    text = f"mean {_text.number(mean, decimals([mean]))}"
    ax.annotate(
        text if _text.bounded(mean) else text.replace(" (", "\n("),
        (_edge(mean, side, left, right), 1),
        xycoords=("data", "axes fraction"),
        xytext=(6 * side, -3),
        textcoords="offset points",
        ha="left" if side > 0 else "right",
        va="top",
        fontsize=9,
        color=ACCENT,
    ).set_in_layout(False)
    _text.percent_axis(ax.yaxis)
    ax.xaxis.set_major_locator(_text.WholeNumbers())
    name = NAMES.get(column, column.replace("_", "-"))
    unit = "match" if of_match else "round"
    ax.set_xlabel(f"{name} in a {unit}")
    ax.set_ylabel(f"share of {'matches' if of_match else 'rounds'}")
    title(ax, f"How long a {unit} lasts: {name}")


def _edge(mean: Estimate, side: int, left: float, right: float) -> float:
    """The end of the interval on that side, so that text beside it stands clear."""
    if not _text.bounded(mean):
        return mean.value
    return min(mean.high, right) if side > 0 else max(mean.low, left)


def _score_counts(run: Run) -> list[Counts]:
    """Rounds by score, or matches by total, for each policy in the order of `Run.groups`."""
    masks = list(group_cells(run.plan, ("policy",)).values())
    counts = [Counts() for _ in masks]
    table, points = measured(run.plan)
    for chunk in run.blocks(table, (points,)):
        values = in_cells(run.plan, chunk, points)
        for mask, own in zip(masks, counts, strict=True):
            own.add(values[:, mask])
    return counts
