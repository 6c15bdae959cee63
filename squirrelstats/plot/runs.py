"""Charts of a run: win shares, scores, length."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from squirrelstats.plot._style import COLOURS, MARKERS, QUIET, axes, figure, footnote, style
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.summary import group_cells

#: Bars are not drawn beyond these quantiles of all values; the rest is counted in the last ones.
TAIL = 0.0005


def _note(run: Run) -> str:
    seatings = f" × {run.playings} seatings" if run.playings > 1 else ""
    return f"{run.plan.rules_label} · {run.deals:,} deals{seatings} · 95 % intervals"


def win_shares(run: Run, *, by: str = "policy", ax: Axes | None = None) -> Axes:
    """Win share of each group as a point with its 95 % interval.

    Parameters
    ----------
    run : Run
    by : str
        ``"policy"``, ``"player"`` or ``"seat"``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
    """
    groups = run.groups(by)
    with style():
        ax = axes(ax, (6.4, 0.9 + 0.5 * len(groups)))
        rows = np.arange(len(groups))[::-1]
        for row, group in zip(rows, groups, strict=True):
            share = group.win_share
            ax.plot([share.low, share.high], [row, row], color=COLOURS[0], linewidth=2.4)
            ax.plot(share.value, row, "o", color=COLOURS[0], markersize=6)
            ax.annotate(
                f"{share.value:.1%}",
                (share.high, row),
                xytext=(6, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
            )
        even = 1 / len(run.plan.lineup)
        ax.axvline(even, color=QUIET, linewidth=1, linestyle=(0, (4, 3)))
        ax.annotate(
            "even",
            (even, 1),
            xycoords=("data", "axes fraction"),
            xytext=(3, -2),
            textcoords="offset points",
            va="top",
            fontsize=8,
            color=QUIET,
        )
        labels = [f"seat {g.key[0]}" if by == "seat" else str(g.key[0]) for g in groups]
        ax.set_yticks(rows, labels)
        ax.set_ylim(-0.6, len(groups) - 0.4)
        ax.margins(x=0.12)
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.grid(axis="x")
        ax.grid(visible=False, axis="y")
        ax.set_xlabel("win share (a tie for first is shared)")
        ax.set_title(f"Who wins, by {by}")
        footnote(ax, _note(run))
    return ax


def scores(run: Run, *, ax: Axes | None = None) -> Axes:
    """Distribution of the score of a round for each policy, with its mean.

    Parameters
    ----------
    run : Run
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Shares of all rounds at each score; the small bars on top are the means with their 95 %
        intervals. The outermost points collect the rare scores beyond them.
    """
    cells = group_cells(run.plan, ("policy",))
    counts = {key: np.zeros(1 << 10, np.int64) for key in cells}
    offset = 1 << 9
    for chunk in run.blocks("seats", ("score",)):
        values = chunk.values["seats"]["score"]
        for key, mask in cells.items():
            shifted = np.clip(values[:, mask].ravel().astype(np.int64) + offset, 0, 1023)
            counts[key] += np.bincount(shifted, minlength=1 << 10)
    low, high = _visible(sum(counts.values()), offset)
    with style():
        ax = axes(ax)
        scale = np.arange(low, high + 1)
        for number, (key, histogram) in enumerate(counts.items()):
            share = _clipped(histogram, low, high, offset) / histogram.sum()
            ax.plot(
                scale,
                share,
                color=COLOURS[number % len(COLOURS)],
                marker=MARKERS[number % len(MARKERS)],
                markersize=4,
                linewidth=1.6,
                label=str(key[0]),
            )
        top = ax.get_ylim()[1]
        for number, group in enumerate(run.groups("policy")):
            level = top * (1.02 + 0.035 * number)
            colour = COLOURS[number % len(COLOURS)]
            ax.plot([group.score.low, group.score.high], [level, level], color=colour, linewidth=2)
            ax.plot(group.score.value, level, "|", color=colour, markersize=8, markeredgewidth=2)
        ax.set_ylim(0, top * (1.05 + 0.035 * len(cells)))
        ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel("score of a round, points (bars on top: means)")
        ax.set_ylabel("share of rounds")
        ax.set_title("Scores")
        ax.legend()
        footnote(ax, _note(run))
    return ax


def lengths(run: Run, column: str = "turns", *, ax: Axes | None = None) -> Axes:
    """Distribution of the length of a round, with its mean.

    Parameters
    ----------
    run : Run
    column : str
        A column of ``rounds``: ``"turns"``, ``"decisions"``, ….
    ax : Axes, optional

    Returns
    -------
    ax : Axes
    """
    mean = run.length(column)
    counts = np.zeros(1 << 16, np.int64)
    for chunk in run.blocks("rounds", (column,)):
        counts += np.bincount(chunk.values["rounds"][column].ravel(), minlength=1 << 16)
    low, high = _visible(counts, 0)
    with style():
        ax = axes(ax)
        shares = _clipped(counts, low, high, 0) / counts.sum()
        ax.bar(np.arange(low, high + 1), shares, width=0.85, color=COLOURS[4])
        ax.axvline(mean.value, color=COLOURS[5], linewidth=1.6)
        ax.annotate(
            f"mean {mean.value:.2f}\n({mean.low:.2f} to {mean.high:.2f})",
            (mean.value, 1),
            xycoords=("data", "axes fraction"),
            xytext=(5, -4),
            textcoords="offset points",
            va="top",
            fontsize=9,
        )
        ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel(f"{column.replace('_', '-')} in a round")
        ax.set_ylabel("share of rounds")
        ax.set_title("How long a round lasts")
        footnote(ax, _note(run))
    return ax


def overview(run: Run) -> Figure:
    """Win shares, scores and length of a run in one picture.

    Parameters
    ----------
    run : Run

    Returns
    -------
    figure : Figure
    """
    with style():
        made, grid = figure(1, 3, (14, 4.2))
    win_shares(run, ax=grid[0, 0])
    scores(run, ax=grid[0, 1])
    lengths(run, ax=grid[0, 2])
    made.suptitle(f"{run.plan.game.title} · seed {run.plan.seed}", fontsize=12, x=0.01, ha="left")
    return made


def _visible(counts: np.ndarray, offset: int) -> tuple[int, int]:
    """Range of values without the outermost `TAIL` on either side."""
    below = np.cumsum(counts) / max(int(counts.sum()), 1)
    low = int(np.searchsorted(below, TAIL, side="right"))
    high = int(np.searchsorted(below, 1 - TAIL))
    return low - offset, high - offset


def _clipped(counts: np.ndarray, low: int, high: int, offset: int) -> np.ndarray:
    """Counts of the visible values; the outermost ones hold the tails."""
    inside = counts[low + offset : high + offset + 1].copy()
    inside[0] += counts[: low + offset].sum()
    inside[-1] += counts[high + offset + 1 :].sum()
    return inside


