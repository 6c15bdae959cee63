"""Charts of what cards cause: effects, curves by count, and the bias of what is observed."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes

from squirrelstats.errors import UsageError, choices
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, MARKERS, QUIET, axes, footnote, style, title
from squirrelstats.plot.cards import _colours, _title
from squirrelstats.plot.comparisons import difference_label, forest
from squirrelstats.stats._wording import in_words, scale_of
from squirrelstats.stats.card_bias import NUMBERS, CardBiases
from squirrelstats.stats.causal_cards import CausalEffects
from squirrelstats.stats.count_curves import CountCurves
from squirrelstats.stats.measures import Measure

#: Colour and marker of each number of a bias chart, the observed ones first.
LOOKS = {
    "iwd": (COLOURS[1], MARKERS[1]),
    "observational": (COLOURS[5], MARKERS[2]),
    "conditional": (COLOURS[6], MARKERS[3]),
    "causal": (COLOURS[0], MARKERS[0]),
}


def _one_measure(measures: tuple[Measure, ...], wanted: str | None) -> Measure:
    names = [measure.name for measure in measures]
    if wanted is not None and wanted not in names:
        raise UsageError(choices("measure", wanted, names))
    return measures[names.index(wanted) if wanted else 0]


def _assumed(plan: object) -> str:
    return "".join(f" · assumed: {text}" for text in plan.assumptions)  # type: ignore[attr-defined]


def causal_effects(
    found: CausalEffects, measure: str | None = None, *, ax: Axes | None = None
) -> Axes:
    """Forest plot of what one more copy of each card causes, over all seats asked for.

    Parameters
    ----------
    found : CausalEffects
        From ``sq.causal_card_effects(…)``.
    measure : str, optional
        Default: the first one.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        A filled marker says that the effect is settled once corrected for all kinds.
    """
    need(
        found, CausalEffects, "causal effects", "sq.plot.causal_effects(sq.causal_card_effects(…))"
    )
    one = _one_measure(found.measures, measure)
    effects = found.of(one.name)
    with style():
        ax = axes(ax, (7.2, 1.75 + 0.36 * len(effects)), grid="x")
        names = [_title(e.kind) for e in effects]
        forest(ax, names, [e.effect for e in effects], [e.settled for e in effects], one)
        title(ax, f"What a card in the opening hand causes: {one.name.replace('_', ' ')}", pad=18)
        left_out = max(e.impossible / (e.possible + e.impossible) for e in effects)
        note = f"{found.plan.rules_label} · n = {found.plan.counted(found.n)}, one card exchanged "
        note += f"· left out without a copy to be had: up to {100 * left_out:.0f} % of hands · "
        note += f"95 % intervals, not corrected · filled: settled (Holm, {len(effects)} kinds)"
        footnote(ax, note + _assumed(found.plan))
    return ax


def count_curves(found: CountCurves, measure: str | None = None, *, ax: Axes | None = None) -> Axes:
    """Outcome by number of copies in the opening hand, a line for each card.

    Parameters
    ----------
    found : CountCurves
        From ``sq.count_curves(…)``.
    measure : str, optional
        Default: the first one.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        The larger a marker, the likelier so many copies are. The dashed line is the mean of all
        deals.
    """
    need(found, CountCurves, "count curves", "sq.plot.count_curves(sq.count_curves(…))")
    one = _one_measure(found.measures, measure)
    points = found.of(one.name)
    kinds = list(dict.fromkeys(point.kind for point in points))
    with style():
        ax = axes(ax, (7.2, 4.2))
        for number, (kind, colour) in enumerate(zip(kinds, _colours(kinds), strict=True)):
            mine = [point for point in points if point.kind == kind]
            x = [p.copies + 0.05 * (number - (len(kinds) - 1) / 2) for p in mine]
            y = [p.mean.value for p in mine]
            ax.plot(x, y, color=colour, linewidth=1.5)
            low, high = ([getattr(p.mean, end) for p in mine] for end in ("low", "high"))
            ax.vlines(x, low, high, color=colour, linewidth=1.4)
            marker, name = MARKERS[number % len(MARKERS)], _title(kind)
            sizes = [18 + 60 * p.chance for p in mine]
            ax.scatter(x, y, s=sizes, color=colour, marker=marker, zorder=3)
            ax.plot([], [], color=colour, marker=marker, markersize=5, label=name)
        ax.set_xticks(range(max(point.copies for point in points) + 1))
        if one.is_share:
            _text.percent_axis(ax.yaxis)
        goal = " (lower is better)" if one.sign < 0 else ""
        what = one.name.replace("_", " ")
        ax.set_ylabel((what if one.is_share else f"mean {what}, {one.column.unit}") + goal)
        ax.set_xlabel("copies of the card in the opening hand")
        ax.legend(title="card", loc="center left", bbox_to_anchor=(1.0, 0.5))
        title(ax, f"{what.capitalize()} by copies, on conditional deals")
        seats = ", ".join(map(str, found.seats))
        footnote(
            ax,
            f"{found.plan.rules_label} · n = {found.plan.counted(found.n)} in common at every "
            f"point · seat {seats} · conditional, not causal · 95 % intervals, not corrected · "
            f"large markers: likely hands{_assumed(found.plan)}",
        )
    return ax


def card_bias(found: CardBiases, *, ax: Axes | None = None) -> Axes:
    """Observed, conditional and causal number of each card, with the bias in figures.

    Parameters
    ----------
    found : CardBiases
        From ``sq.card_bias(…)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Beside each card stands how far the improvement when drawn is from the causal effect, with
        its interval; in bold where that is settled.
    """
    need(found, CardBiases, "biases of card effects", "sq.plot.card_bias(sq.card_bias(…))")
    scale, share = scale_of(found.measure), found.measure.is_share
    number = len(found.cards)
    with style():
        ax = axes(ax, (8.2, 1.9 + 0.56 * number), grid="x")
        rows = np.arange(number)[::-1].astype(float)
        for place, (name, (colour, marker)) in enumerate(LOOKS.items()):
            values = [getattr(card, name) for card in found.cards]
            y = rows + 0.18 * (1.5 - place)
            ends = np.array([[v.low, v.high] for v in values]) * scale
            ax.hlines(y, ends[:, 0], ends[:, 1], color=colour, linewidth=1.8)
            x = [v.value * scale for v in values]
            ax.plot(
                x, y, color=colour, marker=marker, markersize=5.5, linestyle="none",
                label=NUMBERS[name],
            )  # fmt: skip
        for row, card in zip(rows, found.cards, strict=True):
            gap = card.iwd_bias
            places = 1 if share else 2
            told = f"{gap.value * scale:+.{places}f}"
            if math.isfinite(gap.low):
                told += f" ({gap.low * scale:+.{places}f} to {gap.high * scale:+.{places}f})"
            _text.beside(
                ax,
                row,
                told.replace("-", "−").replace(" ", _text.SPACE),
                fontweight="bold" if card.settled("iwd_bias") else "normal",
            )
            ax.axhline(row - 0.5, color="#EFEFEF", linewidth=0.8, zorder=0)
        ax.annotate(
            "ever in hand − causal",
            (1, 1),
            xycoords="axes fraction",
            xytext=(6, 2),
            textcoords="offset points",
            va="bottom",
            fontsize=8,
            color=QUIET,
            annotation_clip=False,
        )
        ax.axvline(0, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        names = [_title(card.kind) for card in found.cards]
        ax.set_yticks(rows, names)
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(-0.6, number - 0.4)
        ax.set_xlabel(difference_label(found.measure).replace("difference in ", "change of "))
        ax.legend(
            loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=2, borderaxespad=0.2,
            columnspacing=1.2, handletextpad=0.3,
        )  # fmt: skip
        title(ax, "What is observed, and what the card causes", pad=44)
        seats = ", ".join(map(str, found.seats))
        footnote(
            ax,
            f"{found.plan.rules_label} · {in_words(found.measure)} · n = "
            f"{found.plan.counted(found.n)} · seat {seats} · 95 % intervals, not corrected · "
            f"bold: the observed number is off (Holm, {2 * number} biases)"
            f"{_assumed(found.plan)}",
        )
    return ax
