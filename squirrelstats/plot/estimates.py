"""A chart of any estimates: names with intervals, or curves over a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis

from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, MARKERS, QUIET, axes, footnote, style, title

#: Inches for every row of names, and beside them.
ROW, FRAME = 0.36, 1.3
#: As many numbers of a curve are ticks themselves.
MOST_TICKS = 12


def estimates(
    data: Mapping[Any, Any],
    *,
    heading: str = "",
    label: str = "",
    at: str = "",
    percent: bool = False,
    points: bool = False,
    reference: float | None = None,
    note: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Estimates with their intervals, one below the other or as curves.

    Parameters
    ----------
    data : mapping
        Names to `Estimate`: a row for each. Numbers to `Estimate`: a curve. Names to one of these
        mappings: several in one chart, told apart by colour and mark. What ``sq.estimates`` gives
        can be drawn as it is.
    heading : str
        Title of the chart.
    label : str
        What is estimated, with its unit.
    at : str
        What the numbers of a curve are.
    percent : bool
        The estimates are shares, written in percent.
    points : bool
        They are differences of shares, written in percentage points with their sign.
    reference : float, optional
        A value to mark, such as an even share or no difference.
    note : str
        Small print; n and the kind of interval are said anyway.
    ax : Axes, optional

    Returns
    -------
    ax : Axes

    Raises
    ------
    UsageError
        Nothing to draw, or something that is no estimate.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squarrels", ["choosy", "random"], rounds=200, rotate="cyclic")
    >>> found = sq.estimates(run.seats, "score", by="policy")
    >>> sq.plot.estimates(found, label="score, points").get_xlabel()
    'score, points'
    """
    series = _series(data)
    every = [e for points in series.values() for e in points.values()]
    numeric = all(_is_number(key) for points in series.values() for key in points)
    with style():
        names = [] if numeric else list(dict.fromkeys(k for s in series.values() for k in s))
        ax = axes(ax, (6.8, 4.0 if numeric else FRAME + ROW * len(names)), grid="xy"[numeric])
        if numeric:
            _curves(ax, series)
            value_axis: Axis = ax.yaxis
            ax.set_xlabel(at)
            ax.set_ylabel(label)
        else:
            _rows(ax, series, names)
            value_axis = ax.xaxis
            ax.set_xlabel(label)
        if reference is not None:
            line = ax.axhline if numeric else ax.axvline
            line(reference, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        if percent:
            _text.percent_axis(value_axis)
        if points:
            value_axis.set_major_formatter(lambda x, _: _points(x))
        if len(series) > 1:
            ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
        title(ax, heading)
        footnote(ax, " · ".join(part for part in (note, _counted(every), _level(every)) if part))
    return ax


def _series(data: Any) -> dict[str, dict[Any, Estimate]]:
    """Curves by name; a single one has no name."""
    need(data, Mapping, "estimates by name", "sq.plot.estimates({name: estimate, …})")
    if not data:
        raise UsageError("there are no estimates to draw")
    nested = all(isinstance(value, Mapping) for value in data.values())
    series = {str(k): dict(v) for k, v in data.items()} if nested else {"": dict(data)}
    for points in series.values():
        for key, value in points.items():
            if not isinstance(value, Estimate):
                raise UsageError(
                    f"{key!r} is no estimate but {type(value).__name__}; "
                    "sq.estimates(frame, column) makes them"
                )
    if not all(series.values()):
        raise UsageError("one of the curves has no estimates")
    return series


def _points(x: float) -> str:
    return f"{100 * x:+.6g}".replace("-", "−") if abs(x) > 1e-9 else "0"


def _is_number(key: Any) -> bool:
    return isinstance(key, int | float | np.number) and not isinstance(key, bool)


def _curves(ax: Axes, series: Mapping[str, Mapping[Any, Estimate]]) -> None:
    for place, (name, points) in enumerate(series.items()):
        x = np.array(sorted(points), dtype=float)
        found = [points[key] for key in sorted(points)]
        value, low, high = (np.array([getattr(e, k) for e in found]) for k in _ENDS)
        colour = COLOURS[place % len(COLOURS)]
        ax.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)
        ax.vlines(x, low, high, color=colour, linewidth=1.4)
        mark = MARKERS[place % len(MARKERS)]
        ax.plot(x, value, color=colour, marker=mark, markersize=5, linewidth=1.4, label=name)
    numbers = sorted({key for points in series.values() for key in points})
    if len(numbers) <= MOST_TICKS:
        ax.set_xticks(numbers, [f"{number:g}" for number in numbers])


def _rows(ax: Axes, series: Mapping[str, Mapping[Any, Estimate]], names: list[Any]) -> None:
    count = len(series)
    for place, (name, points) in enumerate(series.items()):
        shift = 0.0 if count == 1 else 0.5 * (place / (count - 1) - 0.5)
        rows = np.array([names.index(key) + shift for key in points])
        value, low, high = (np.array([getattr(e, k) for e in points.values()]) for k in _ENDS)
        colour = COLOURS[place % len(COLOURS)]
        ax.hlines(rows, low, high, color=colour, linewidth=2)
        mark = MARKERS[place % len(MARKERS)]
        ax.plot(value, rows, color=colour, marker=mark, markersize=6, linestyle="none", label=name)
    ax.set_yticks(range(len(names)), [_told(name) for name in names])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.margins(x=0.08)


_ENDS = ("value", "low", "high")


def _told(name: Any) -> str:
    return ", ".join(map(str, name)) if isinstance(name, tuple) else str(name)


def _counted(found: list[Estimate]) -> str:
    least, most = min(e.n for e in found), max(e.n for e in found)
    return f"n = {least:,}" if least == most else f"n = {least:,} to {most:,}"


def _level(found: list[Estimate]) -> str:
    levels = {e.level for e in found}
    return " and ".join(f"{100 * level:g} %" for level in sorted(levels)) + " intervals"
