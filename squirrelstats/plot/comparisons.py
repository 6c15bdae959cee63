"""Charts of comparisons: the forest of differences, and where playings part."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import (
    COLOURS,
    MARKERS,
    QUIET,
    axes,
    footnote,
    style,
    title,
)
from squirrelstats.stats._wording import decimals, scale_of, signed
from squirrelstats.stats.compare import Comparison
from squirrelstats.stats.measures import Measure

#: Letters in a line of a row's name.
NAME_WIDTH = 26
#: Room on either side of the outermost interval, as a share of all.
ROOM = 0.06


def comparison(found: Comparison, *, ax: Axes | None = None) -> Axes:
    """Forest plot: the difference of every arm from the base, with its 95 % interval.

    Parameters
    ----------
    found : Comparison
        From ``sq.compare(…)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        A filled marker says that the difference is settled once corrected for all comparisons, an
        empty one that it is not. The figures stand beside.
    """
    need(found, Comparison, "a comparison", "sq.plot.comparison(sq.compare(…))")
    several = len({d.group for d in found.differences}) > 1
    one_arm = len({d.arm for d in found.differences}) == 1
    names = []
    for d in found.differences:
        name = d.group.capitalize() if several and one_arm else d.arm
        names.append(f"{name}, {d.group}" if several and not one_arm else name)
    plan = found.arms[0].plan
    seatings = f", each in {len(plan.seating)} seatings" if len(plan.seating) > 1 else ""
    count = len(found.differences)
    rules = {arm.plan.rules_note for arm in found.arms}
    note = [*(rules if len(rules) == 1 else ()), f"n = {plan.counted(found.n)} in common{seatings}"]
    note += ["95 % intervals, not corrected" if count > 1 else "95 % interval"]
    note += [_marks(count)]
    with style():
        ax = axes(ax, (7.2, 1.75 + 0.42 * count), grid="x")
        forest(
            ax,
            names,
            [d.difference for d in found.differences],
            [d.settled for d in found.differences],
            found.measure,
        )
        whose = f": {found.differences[0].arm}" if several and one_arm else ""
        title(ax, _heading(f"{_named(found.measure)}{whose} against {found.arms[0].name}"), pad=18)
        footnote(ax, " · ".join(note))
    return ax


def _marks(count: int) -> str:
    corrected = f" (Holm, {count} comparisons)" if count > 1 else ""
    return f"filled: settled{corrected}; empty: not settled"


def _heading(text: str) -> str:
    return textwrap.fill(text, 62, break_long_words=False)


def _named(measure: Measure | None) -> str:
    return measure.name.replace("_", " ").capitalize() if measure else "Difference"


def figures(difference: Estimate, scale: float, places: int) -> str:
    """A difference with its sign and its interval, if it has one.

    Examples
    --------
    >>> figures(Estimate(-0.012, 0.001, -0.014, -0.01, 900), 100, 1).replace(_text.SPACE, " ")
    '−1.2 (−1.4 to −1.0)'
    """
    value, low, high = (
        signed(end * scale, places) for end in (difference.value, difference.low, difference.high)
    )
    told = f"{value} ({low} to {high})" if _text.bounded(difference) else value
    return told.replace(" ", _text.SPACE)


def forest(
    ax: Axes,
    names: Sequence[str],
    estimates: Sequence[Estimate],
    settled: Sequence[bool],
    measure: Measure | None,
    colours: Sequence[str] | None = None,
) -> None:
    """A row for each estimate, the first on top, with its figures beside; 0 is marked."""
    scale = scale_of(measure) if measure else 1.0
    places = decimals(*estimates, scale=scale)
    ends = [end * scale for e in estimates for end in (e.low, e.high, e.value)]
    known = [0.0, *(end for end in ends if math.isfinite(end))]
    room = ROOM * ((max(known) - min(known)) or 1.0)
    left, right = min(known) - room, max(known) + room
    rows = np.arange(len(names))[::-1]
    shades = colours or [COLOURS[0] if sure else QUIET for sure in settled]
    for row, estimate, sure, colour in zip(rows, estimates, settled, shades, strict=True):
        low, high = (estimate.low * scale, estimate.high * scale)
        ax.plot([max(low, left), min(high, right)], [row, row], color=colour, linewidth=2.4)
        ax.plot(
            [estimate.value * scale],
            [row],
            color=colour,
            marker="o",
            markersize=6.5,
            markerfacecolor=colour if sure else "white",
            markeredgewidth=1.6,
            linestyle="none",
            zorder=3,
        )
        _text.beside(ax, row, figures(estimate, scale, places))
    ax.axvline(0, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    ax.annotate(
        "no difference",
        (0, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 2),
        textcoords="offset points",
        ha=_beside(0, left, right),
        va="bottom",
        fontsize=8,
        color=QUIET,
    )
    wrapped = [textwrap.fill(name, NAME_WIDTH, break_long_words=False) for name in names]
    ax.set_yticks(rows, wrapped)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.6, len(names) - 0.4)
    ax.set_xlim(left, right)
    ax.set_xlabel(difference_label(measure))


def _beside(x: float, left: float, right: float) -> str:
    """Where text at x has room."""
    share = (x - left) / (right - left)
    return "left" if share < 0.12 else "right" if share > 0.88 else "center"


def difference_label(measure: Measure | None) -> str:
    """What the axis of a difference says."""
    if measure is None:
        return "difference"
    what = measure.name.replace("_", " ")
    unit = "percentage points" if measure.is_share else measure.column.unit
    goal = {1: "; more is better", -1: "; less is better", 0: ""}[measure.sign]
    named = f"difference in {what}"
    return f"{named}{goal}" if what.endswith(unit) else f"{named}, {unit}{goal}"


def divergence(found: Comparison, *, ax: Axes | None = None) -> Axes:
    """Share of playings that are still identical after so many decisions, with 95 % bands.

    Parameters
    ----------
    found : Comparison
        From ``sq.compare(…)`` with ``replayed`` playings.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        A curve for every arm; what it says at the end stands beside it.
    """
    need(found, Comparison, "a comparison", "sq.plot.divergence(sq.compare(…))")
    if not found.divergences:
        raise UsageError(
            "no playings were replayed in this comparison, or its arms have other numbers of "
            "seats; compare with replayed=200"
        )
    sample = found.divergences[0]
    last = max(int(d.first.max()) for d in found.divergences)
    with style():
        ax = axes(ax, (7.2, 4.0))
        for number, d in enumerate(found.divergences):
            frame = d.frame()
            colour = COLOURS[number % len(COLOURS)]
            x = np.append(frame.decision, max(last, 1) + 1)
            value, low, high = (
                np.append(frame[key], frame[key].iloc[-1]) for key in ("identical", "low", "high")
            )
            ax.fill_between(x, low, high, step="post", color=colour, alpha=0.18, linewidth=0)
            ax.step(
                x,
                value,
                where="post",
                color=colour,
                linewidth=1.8,
                marker=MARKERS[number % len(MARKERS)],
                markevery=(number * 2, max(1, len(x) // 8)),
                markersize=5,
                label=f"{d.arm}: {100 * d.identical.value:.0f}{_text.SPACE}% never part",
            )
        ax.set_ylim(0, 1.02)
        ax.set_xlim(0, max(last, 1) + 1)
        _text.percent_axis(ax.yaxis)
        ax.set_xlabel("decisions taken")
        ax.set_ylabel("playings still identical")
        title(ax, _heading(f"How long playings stay those of {sample.base}"))
        ax.legend(loc="upper right")
        what = "matches" if found.arms[0].plan.in_matches else "deals"
        footnote(
            ax,
            f"n = {sample.playings:,} playings of {sample.identical.n:,} {what} for each curve, "
            "replayed with their events · 95 % bands",
        )
    return ax
