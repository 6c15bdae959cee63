"""Charts of sweeps: a measure over the values of a setting."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from squirrelstats._display import counted
from squirrelstats.errors import UsageError, choices
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, QUIET, axes, figure, footnote, style, title
from squirrelstats.stats.measures import Measure
from squirrelstats.stats.settings import written
from squirrelstats.stats.sweep import Sweep, SweepPoint

#: Bands join values of these kinds; of others every value stands alone.
NUMBERS = (int, float)
#: More values than this get no marker each.
MOST_MARKERS = 30


def sweep(found: Sweep, measure: str | None = None, *, ax: Axes | None = None) -> Axes:
    """A measure at every value, with its 95 % band (or bars, where the values are words).

    Parameters
    ----------
    found : Sweep
        From ``sq.sweep(…)``.
    measure : str, optional
        Default: the first one.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        The base value is marked. Filled points differ from it, settled once corrected.
    """
    need(found, Sweep, "a sweep", "sq.plot.sweep(sq.sweep(…))")
    names = [m.name for m in found.measures]
    name = names[0] if measure is None else measure
    name = "total" if name == "score" and "total" in names else name
    if name not in names:
        raise UsageError(choices("measure of this sweep", name, names))
    points = found.of(name)
    with style():
        ax = axes(ax, (7.2, 4.0))
        _draw(ax, found, points)
        title(ax, f"{_named(points[0].measure)} by {found.knob.name.replace('_', ' ')}")
        footnote(ax, _note(found))
    return ax


def sweeps(found: Sweep) -> Figure:
    """All measures of a sweep side by side.

    Parameters
    ----------
    found : Sweep

    Returns
    -------
    figure : Figure
    """
    need(found, Sweep, "a sweep", "sq.plot.sweeps(sq.sweep(…))")
    number = len(found.measures)
    with style():
        made, panels = figure((max(7.2, 5.4 * number), 4.0), (1.0,) * number)
    for measure, panel in zip(found.measures, panels, strict=True):
        sweep(found, measure.name, ax=panel)
    return made


def _draw(ax: Axes, found: Sweep, points: tuple[SweepPoint, ...]) -> None:
    numeric = all(isinstance(v, NUMBERS) and not isinstance(v, bool) for v in found.values)
    if numeric:
        points = tuple(sorted(points, key=lambda point: float(point.value)))
    x = np.array([p.value for p in points], float) if numeric else np.arange(float(len(points)))
    value, low, high = (
        np.array([getattr(p.mean, key) for p in points]) for key in ("value", "low", "high")
    )
    colour = COLOURS[0]
    if numeric:
        ax.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
        ax.plot(x, value, color=colour, linewidth=1.6)
    ax.vlines(x, low, high, color=colour, linewidth=1.6)
    for place, point in enumerate(points):
        base = point.value == found.base
        ax.plot(
            [x[place]],
            [value[place]],
            color=colour,
            marker="D" if base else "o",
            markersize=7 if base else 6,
            markerfacecolor=colour if point.settled or base else "white",
            markeredgewidth=1.5,
            linestyle="none",
            zorder=3,
        )
        if base:
            ax.annotate(
                "base",
                (x[place], high[place]),
                xytext=(0, 4),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=8,
                color=QUIET,
            )
    measure = points[0].measure
    if found.knob.kind == "seats" and measure.name == "win_share":
        ax.plot(x, 1 / x, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        ax.annotate(
            "even share",
            (x[-1], 1 / x[-1]),
            xytext=(0, -4),
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=8,
            color=QUIET,
        )
    if len(points) <= MOST_MARKERS and (not numeric or len(points) <= 12):
        ax.set_xticks(x, [written(p.value) for p in points])
    ax.margins(x=0.06 if numeric else 0.12, y=0.14)
    if measure.is_share:
        _text.percent_axis(ax.yaxis)
    ax.set_xlabel(found.knob.name.replace("_", " "))
    ax.set_ylabel(_label(measure))


def _named(measure: Measure) -> str:
    return measure.name.replace("_", " ").capitalize()


def _label(measure: Measure) -> str:
    name = measure.name.replace("_", " ")
    goal = " (lower is better)" if measure.sign < 0 else ""
    unit = measure.column.unit
    if measure.is_share or name.endswith(unit):
        return name + goal
    return f"mean {name}, {unit}{goal}"


def _note(found: Sweep) -> str:
    plan, n = found.arms[0].plan, found.points[0].mean.n
    count = len(found.points) - len(found.measures)
    parts = [found.about, f"n = {plan.counted(n)} in common at every value"]
    parts += ["95 % intervals, not corrected"]
    if count:
        differences = counted(count, "paired difference")
        parts += [f"filled: settled that it differs from the base (Holm, {differences})"]
    return " · ".join(part for part in parts if part)
