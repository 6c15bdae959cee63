"""Charts of seats and of the shape of play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, MARKERS, QUIET, axes, figure, footnote, style, title
from squirrelstats.stats._shape_result import MEASURES, Shapes

#: Measures of the course of play, as shares.
COURSE = ("behind", "comebacks", "decisive", "forced", "shared_wins", "truncated")


def _checked(found: Shapes) -> Shapes:
    need(found, Shapes, "the shape of play", "sq.plot.seat_advantage(sq.shape(run))")
    return found


def seat_advantage(found: Shapes, *, ax: Axes | None = None) -> Axes:
    """Win share of every seat minus an even share, a series for each table.

    Parameters
    ----------
    found : Shapes
        From ``sq.shape(…)`` or ``sq.shape_by_seats(…)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Filled markers are settled once corrected for the seats of the table.
    """
    tables = _checked(found).tables
    with style():
        ax = axes(ax, (7.2, 4.0))
        for number, (name, table) in enumerate(zip(found.names, tables, strict=True)):
            colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
            shift = 0.09 * (number - (len(tables) - 1) / 2)
            x = np.array([seat.seat + shift for seat in table.seats])
            ends = [(seat.advantage.low, seat.advantage.high) for seat in table.seats]
            ax.vlines(x, *zip(*ends, strict=True), color=colour, linewidth=1.6)
            for place, seat in zip(x, table.seats, strict=True):
                ax.plot(
                    [place], [seat.advantage.value], color=colour, marker=marker, markersize=6,
                    markerfacecolor=colour if seat.settled else "white", markeredgewidth=1.4,
                    linestyle="none", zorder=3,
                )  # fmt: skip
            ax.plot([], [], color=colour, marker=marker, markersize=6, label=name)
        ax.axhline(0, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        most = max(len(table.seats) for table in tables)
        ax.set_xticks(range(most), ["0\nstarts", *map(str, range(1, most))])
        _text.percent_axis(ax.yaxis)
        ax.set_xlabel("seat")
        ax.set_ylabel("win share over an even share")
        if len(tables) > 1:
            ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        title(ax, "Seat advantage")
        fair = "" if all(table.fair for table in tables) else " · seats hold different players"
        footnote(
            ax,
            f"{tables[0].plan.rules_label} · n = {tables[0].plan.counted(tables[0].n)} a table · "
            f"95 % intervals, not corrected · filled: settled (Holm, by table){fair}"
            f"{_assumed(found)}",
        )
    return ax


def shape_of_play(found: Shapes) -> Figure:
    """Length, lead and openness of play, a point for each table.

    Parameters
    ----------
    found : Shapes

    Returns
    -------
    figure : Figure
        Minutes and lead changes to the left, shares to the right.
    """
    tables = _checked(found).tables
    with style():
        made, (left, middle, right) = figure((12.6, 4.2), (1.0, 1.0, 1.7))
        _by_table(left, found, ["minutes"], "minutes a round")
        title(left, "Length")
        footnote(left, found.assumed())
        there = "lead_changes" in tables[0].measures
        _by_table(middle, found, ["lead_changes" if there else "turns"], "")
        title(middle, "Lead changes" if there else "Turns")
        middle.set_ylabel("changes a round" if there else "turns a round")
        shown = [m for m in COURSE if all(m in table.measures for table in tables)]
        _by_table(right, found, shown, "share")
        _text.percent_axis(right.yaxis)
        title(right, "How open it stays")
        right.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        plan = tables[0].plan
        replayed = f" · lead and openness: {tables[0].replayed:,} playings replayed"
        footnote(
            right,
            f"{plan.rules_label} · n = {plan.counted(tables[0].n)} a table"
            f"{replayed if there else ''} · 95 % intervals{_assumed(found)}",
        )
    return made


def _by_table(ax: Axes, found: Shapes, measures: Sequence[str], label: str) -> None:
    """Points of each measure over the tables."""
    axes(ax)
    places = np.arange(len(found.tables))
    for number, measure in enumerate(measures):
        x = places + 0.07 * (number - (len(measures) - 1) / 2)
        values = [table.measures[measure] for table in found.tables]
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        ax.vlines(x, [v.low for v in values], [v.high for v in values], color=colour, linewidth=1.6)
        ax.plot(
            x, [v.value for v in values], color=colour, marker=marker, markersize=5.5,
            linewidth=1.2, label=MEASURES[measure][0],
        )  # fmt: skip
    same = all(name.endswith(" seats") for name in found.names)
    ax.set_xticks(places, [name.removesuffix(" seats") if same else name for name in found.names])
    ax.set_xlim(-0.5, len(places) - 0.5)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("seats" if same else "table")
    ax.set_ylabel(label)


def _assumed(found: Shapes) -> str:
    return "".join(f" · assumed: {text}" for text in found.tables[0].plan.assumptions)
