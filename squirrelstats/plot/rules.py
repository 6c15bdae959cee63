"""Charts of house rules and of readings: forests by quantity, and the tornado."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from squirrelstats._display import counted
from squirrelstats.balance._effects import RuleEffect
from squirrelstats.balance._quantities import QUANTITIES
from squirrelstats.balance.house_rules import RulesComparison
from squirrelstats.balance.reading_effects import ReadingEffects, Varied
from squirrelstats.errors import UsageError, choices
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import (
    ACCENT,
    BARS,
    COLOURS,
    INK,
    QUIET,
    axes,
    footnote,
    style,
    title,
)
from squirrelstats.plot.comparisons import difference_label, figures, forest
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._wording import decimals, scale_of, signed

#: What the small multiples show unless something else is asked for, where it is there.
USUAL = ("win_share", "seat_bias", "turns", "minutes", "lead_changes", "truncated")
#: Bars of a tornado at most.
MOST = 20
#: Letters in a line of a bar's name.
NAME_WIDTH = 34
#: Share of a chart's width that names and figures beside it leave for the small print.
ROOM_BESIDE_FOREST, ROOM_BESIDE_BARS = 0.88, 0.78


def house_rules(
    found: RulesComparison,
    measure: str | Sequence[str] | None = None,
    *,
    ax: Axes | None = None,
) -> Axes | Figure:
    """Forest plots: what every variant changes, with 95 % intervals.

    Parameters
    ----------
    found : RulesComparison
        From ``sq.compare_rules(…)``.
    measure : str or sequence of str, optional
        One quantity (``"turns"``, ``"seat_bias"``, …): one chart. Several, or none for a usual
        choice: small multiples, of the quantities that differ at all.
    ax : Axes, optional
        For one quantity.

    Returns
    -------
    ax : Axes, or a Figure of several
        A filled marker says that the difference is settled once corrected for all effects, an
        empty one that it is not.
    """
    need(found, RulesComparison, "compared rules", "sq.plot.house_rules(sq.compare_rules(…))")
    known = tuple(dict.fromkeys(effect.measure for effect in found.effects))
    names = [measure] if isinstance(measure, str) else measure
    for name in names or ():
        if name not in known:
            raise UsageError(choices("quantity of this comparison", name, known))
    if isinstance(measure, str):
        rows = [effect for effect in found.effects if effect.measure == measure]
        with style():
            ax = axes(ax, (7.4, 1.9 + 0.4 * len(rows)), grid="x")
            _forest(ax, found, rows)
            heading = f"{_named(measure)} against {found.arms[0].name}"
            title(ax, textwrap.fill(heading, 62), pad=18)
            note = _note(found.arms[0].plan, rows[0].difference.n, len(found.effects))
            footnote(ax, note, ROOM_BESIDE_FOREST)
        return ax
    if ax is not None:
        raise UsageError("several quantities need a figure of their own; name one, or leave ax out")
    moved = {effect.measure for effect in found.effects if effect.differing}
    shown = names or [name for name in USUAL if name in moved] or list(known[:1])
    idle = [_named(name).lower() for name in known if name in USUAL and name not in moved]
    return _multiples(found, shown, "" if names or not idle else f"; never: {', '.join(idle)}")


def _multiples(found: RulesComparison, names: Sequence[str], idle: str) -> Figure:
    """A chart for each quantity, two beside each other."""
    from matplotlib import pyplot as plt

    panels = [[effect for effect in found.effects if effect.measure == name] for name in names]
    across = min(2, len(names))
    down = math.ceil(len(names) / across)
    tallest = [
        max(len(panel) for panel in panels[row * across : (row + 1) * across])
        for row in range(down)
    ]
    heights = [1.35 + 0.36 * rows for rows in tallest]
    with style():
        figure, grid = plt.subplots(
            *(down, across),
            figsize=(7.0 * across, sum(heights) + 0.5),
            height_ratios=heights,
            layout="constrained",
            squeeze=False,
        )
        for panel, name, ax in zip(panels, names, grid.flat, strict=False):
            axes(ax, grid="x")
            _forest(ax, found, panel)
            n = panel[0].difference.n
            own = f" (n = {found.arms[0].plan.counted(n)})" if n != found.n else ""
            title(ax, _named(name) + own, pad=18)
        for ax in list(grid.flat)[len(names) :]:
            ax.set_visible(False)
        plan = found.arms[0].plan
        figure.suptitle(
            f"{plan.game.title}: what differs from {found.arms[0].name}{idle}",
            x=0.01,
            ha="left",
            fontsize=12,
            fontweight="bold",
        )
        note = _note(plan, found.n, len(found.effects))
        figure.supxlabel(
            textwrap.fill(note, 75 * across), x=0.01, ha="left", fontsize=8, color=QUIET
        )
    made: Figure = figure
    return made


def _forest(ax: Axes, found: RulesComparison, rows: Sequence[RuleEffect]) -> None:
    several = len({effect.group for effect in rows}) > 1
    names = [effect.variant + (f": {effect.group}" if several else "") for effect in rows]
    forest(
        ax,
        names,
        [effect.difference for effect in rows],
        [effect.settled for effect in rows],
        rows[0].what,
    )


def _named(measure: str) -> str:
    words = QUANTITIES[measure].split(" (")[0]
    return words[0].upper() + words[1:]


def _note(plan: Plan, n: int, count: int) -> str:
    """Who played, how much, and how the marks are to be read."""
    seatings = f", each in {len(plan.seating)} seatings" if len(plan.seating) > 1 else ""
    assumed = [plan.game.assumed_in_brief] if plan.assumptions else []
    return " · ".join(
        [
            ", ".join(plan.labels),
            *assumed,
            f"n = {plan.counted(n)} in common{seatings}",
            "95 % intervals, not corrected",
            f"filled: settled (Holm, {count} effects); empty: not settled",
        ]
    )


def tornado(
    found: ReadingEffects,
    measure: str | None = None,
    *,
    group: str | None = None,
    most: int = MOST,
    ax: Axes | None = None,
) -> Axes:
    """Tornado chart: the effect of every other reading, the largest on top.

    Parameters
    ----------
    found : ReadingEffects
        From ``sq.vary_readings(…)``.
    measure : str, optional
        One of those that were measured; default: the one that the result is sorted by.
    group : str, optional
        Policy or seat, where the quantity is told apart by them. Default: whoever an option has
        the largest effect on.
    most : int
        Bars at most; how many readings are left out, and the largest effect among them, is said.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Bars of one option stand together. Solid bars are settled once corrected for all effects,
        pale ones are not; lines are 95 % intervals.
    """
    need(found, ReadingEffects, "effects of readings", "sq.plot.tornado(sq.vary_readings(…))")
    name = found.measure if measure is None else measure
    if name not in found.measures:
        raise UsageError(choices("quantity that was measured", name, found.measures))
    bars = [(varied, _effect(varied, name, group)) for varied in found.varied]
    moved = [bar for bar in bars if bar[1].differing]
    size: dict[str, float] = {}
    for varied, effect in moved:
        field = varied.reading.field
        size[field] = max(size.get(field, 0.0), abs(effect.difference.value))
    moved.sort(key=lambda bar: (-size[bar[0].reading.field], bar[0].reading.field))
    shown = moved[: max(1, most)]
    with style():
        ax = axes(ax, (7.6, 2.1 + 0.34 * max(1, len(shown))), grid="x")
        _bars(ax, shown, bars[0][1])
        whose = f", {group}" if group else ""
        heading = f"{_named(name)}{whose}: one reading changed at a time"
        title(ax, textwrap.fill(heading, 62), pad=18)
        count = sum(len(varied.effects) for varied in found.varied)
        notes = [f"from {found.plan.rules_label}", *_rest(moved[len(shown) :], len(bars))]
        notes += _idle(len(bars) - len(moved))
        base = _note(found.plan, bars[0][1].difference.n, count)
        notes.append(base.replace("filled", "solid").replace("empty", "pale"))
        footnote(ax, " · ".join(notes), ROOM_BESIDE_BARS)
    return ax


def _effect(varied: Varied, measure: str, group: str | None) -> RuleEffect:
    if group is None:
        return varied.largest(measure)
    own = {effect.group: effect for effect in varied.effects if effect.measure == measure}
    if group not in own:
        raise UsageError(choices(f"policy or seat of {measure!r}", group, own))
    return own[group]


def _rest(left: Sequence[tuple[Varied, RuleEffect]], count: int) -> list[str]:
    if not left:
        return []
    largest = max(left, key=lambda bar: abs(bar[1].difference.value))[1]
    scale = scale_of(largest.what)
    told = signed(largest.difference.value * scale, decimals(largest.difference, scale=scale))
    return [f"{len(left)} of {count} readings not drawn, the largest {told}"]


def _idle(count: int) -> list[str]:
    return [f"{counted(count, 'reading')} never differed"] if count else []


def _bars(ax: Axes, shown: Sequence[tuple[Varied, RuleEffect]], like: RuleEffect) -> None:
    scale = scale_of(like.what)
    rows = np.arange(len(shown))[::-1]
    names = []
    whose = len({effect.group for _, effect in shown}) > 1
    for row, (varied, effect) in zip(rows, shown, strict=True):
        d = effect.difference
        value, places = d.value * scale, decimals(d, scale=scale)
        shade = (COLOURS[0] if value > 0 else ACCENT) if effect.settled else BARS
        ax.barh(row, value, height=0.62, color=shade, zorder=2)
        ax.plot([d.low * scale, d.high * scale], [row, row], color=INK, linewidth=1.4, zorder=3)
        _text.beside(ax, row, figures(d, scale, places))
        name = varied.name + (f" ({effect.group})" if whose else "")
        names.append(textwrap.fill(name, NAME_WIDTH, break_long_words=False))
    ax.axvline(0, color=QUIET, linewidth=1, zorder=1)
    ax.set_yticks(rows, names)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.6, max(len(shown), 1) - 0.4)
    ax.set_xlabel(difference_label(like.what))
