"""Charts of a run: win shares, and the overview."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate, decimals
from squirrelstats.plot import _text
from squirrelstats.plot._about import about, need_deals
from squirrelstats.plot._style import (
    COLOURS,
    MARKERS,
    QUIET,
    axes,
    figure,
    footnote,
    style,
    title,
)
from squirrelstats.plot.distributions import draw_lengths, draw_scores
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.summary import GROUPS, GroupSummary

#: Letters in a line of a group's name.
NAME_WIDTH = 20


def win_shares(run: Run, *, by: str = "policy", ax: Axes | None = None) -> Axes:
    """Win share of each group, of rounds or of matches, as a point with its 95 % interval.

    Parameters
    ----------
    run : Run
    by : str
        ``"policy"``, ``"player"`` or ``"seat"``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        The dashed line is an even share. What each point says stands beside it in figures.
    """
    need_deals(run)
    if by not in GROUPS:
        raise UsageError(choices("grouping", by, GROUPS))
    with style():
        ax = axes(ax, (6.8, 1.5 + 0.42 * len(run.groups(by))), grid="x")
        draw_win_shares(run, by, ax)
        footnote(ax, about(run))
    return ax


def draw_win_shares(run: Run, by: str, ax: Axes) -> None:
    """Draw all but the small print."""
    groups = run.groups(by)
    shares = {_name(run, by, group): group.win_share for group in groups}
    draw_shares(shares, 1 / len(run.plan.lineup), ax, distinct=by == "policy")
    who = "Who wins matches" if run.plan.in_matches else "Who wins"
    title(ax, f"{who}: win share by {by}", pad=16)


def draw_shares(shares: Mapping[str, Estimate], even: float, ax: Axes, *, distinct: bool) -> None:
    """Win shares by name from top to bottom, written out beside their intervals.

    Parameters
    ----------
    shares : mapping of str to Estimate
    even : float
        Marked by a dashed line.
    ax : Axes
    distinct : bool
        Whether every name has a colour and marker of its own.
    """
    rows = np.arange(len(shares))[::-1]
    places = decimals(shares.values(), 100)
    for number, (row, share) in enumerate(zip(rows, shares.values(), strict=True)):
        colour = COLOURS[number % len(COLOURS)] if distinct else COLOURS[0]
        marker = MARKERS[number % len(MARKERS)] if distinct else MARKERS[0]
        ax.plot([share.low, share.high], [row, row], color=colour, linewidth=2.4)
        ax.plot([share.value], [row], color=colour, marker=marker, markersize=6, linestyle="none")
        _text.beside(ax, row, _text.share(share, places))
    _mark_even(ax, even)
    ax.set_yticks(rows, list(shares))
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.6, len(shares) - 0.4)
    ax.margins(x=0.08)
    left, right = ax.get_xlim()
    ax.set_xlim(left if left > 0.4 * right else -0.02 * right, min(right, 1.02))
    _text.percent_axis(ax.xaxis)
    ax.set_xlabel("win share (a tie for first is shared)")


def _mark_even(ax: Axes, even: float) -> None:
    ax.axvline(even, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    ax.annotate(
        f"even: {100 * even:.3g}{_text.SPACE}%",
        (even, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 2),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=8,
        color=QUIET,
    )


def _name(run: Run, by: str, group: GroupSummary) -> str:
    key = group.key[0]
    if by == "player":
        key = f"player {key}: {run.plan.labels[int(key)]}"
    elif by == "seat":
        key = f"seat {key}{' (first)' if key == 0 else ''}"
    return textwrap.fill(str(key), NAME_WIDTH, break_long_words=False, break_on_hyphens=False)


def overview(run: Run) -> Figure:
    """Win shares, scores (totals of matches) and length of a run in one picture.

    The length is that of a match in rounds, if it varies, else that of a round in turns.

    Parameters
    ----------
    run : Run

    Returns
    -------
    figure : Figure
    """
    need_deals(run)
    names = [_name(run, "policy", group) for group in run.groups("policy")]
    lines = sum(name.count("\n") + 1 for name in names)
    with style():
        made, panels = figure((15, 3.9 + 0.16 * max(0, lines - 3)), (1.25, 1.05, 1))
        for panel, grid in zip(panels, "xyy", strict=True):
            axes(panel, grid=grid)
        draw_win_shares(run, "policy", panels[0])
        draw_scores(run, panels[1], names=max(map(len, names)) <= NAME_WIDTH)
        varies = run.plan.in_matches and run.length("rounds").se != 0
        draw_lengths(run, "rounds" if varies else "turns", panels[2])
        players = len(run.plan.lineup)
        heading = f"{run.plan.game.title} · {players} players"
        for panel in panels:
            title(panel, panel.get_title(loc="left"), pad=16)
        made.suptitle(heading, fontsize=13, x=0.008, ha="left")
        note = f"{about(run)} · seed {run.plan.seed}"
        made.supxlabel(note, fontsize=8.5, color=QUIET, x=0.008, ha="left")
    return made
