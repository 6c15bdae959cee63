"""Charts of card effects."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.ticker import MaxNLocator

from squirrelstats.errors import UsageError, choices
from squirrelstats.plot import _text
from squirrelstats.plot._style import MARKERS, QUIET, axes, footnote, style, title
from squirrelstats.stats.card_effects import SMALL, CardEffects, CountEffect

METRICS = {"win_share": "win share", "score": "mean score, points"}
#: Cards whose name is a colour.
OWN_COLOURS = {"gold": "#D99A00", "lead": "#4D4D4D"}


def card_effects(
    effects: CardEffects, metric: str = "win_share", *, ax: Axes | None = None
) -> Axes:
    """Win share or mean score by copies of each card in the opening hand.

    Parameters
    ----------
    effects : CardEffects
        From ``sq.card_effects(run)``.
    metric : str
        ``"win_share"`` or ``"score"``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        A line per card with 95 % intervals; counts that few hands had are left out, and said so.
        The dashed line is the mean of all hands.
    """
    if not isinstance(effects, CardEffects):
        raise UsageError(
            f"this chart draws a table of card effects, got {type(effects).__name__}; "
            "write sq.plot.card_effects(sq.card_effects(run))"
        )
    if metric not in METRICS:
        raise UsageError(choices("metric", metric, METRICS))
    kinds = list(dict.fromkeys(e.kind for e in effects.effects))
    if not kinds:
        raise UsageError("this table of card effects is empty, so there is nothing to draw")
    shown = [e for e in effects.effects if not e.small]
    hands = sum(e.hands for e in effects.effects if e.kind == kinds[0])
    with style():
        ax = axes(ax, (7.2, 4.2))
        for number, (kind, colour) in enumerate(zip(kinds, _colours(kinds), strict=True)):
            mine = [e for e in shown if e.kind == kind]
            values = [getattr(e, metric) for e in mine]
            ax.errorbar(
                [e.copies + 0.05 * (number - (len(kinds) - 1) / 2) for e in mine],
                [v.value for v in values],
                yerr=[[v.value - v.low for v in values], [v.high - v.value for v in values]],
                color=colour,
                marker=MARKERS[number % len(MARKERS)],
                markersize=5,
                linewidth=1.5,
                elinewidth=1.2,
                capsize=2.5,
                label=kind.capitalize(),
            )
        if shown:
            _mark_mean(ax, effects.effects, kinds[0], metric)
            ax.legend(title="card", loc="center left", bbox_to_anchor=(1.0, 0.5))
        else:
            text = f"no number of copies was seen in {SMALL} hands or more"
            ax.set_yticks([])
            ax.text(0.5, 0.5, text, ha="center", va="center", transform=ax.transAxes, color=QUIET)
        if shown and metric == "win_share":
            _text.percent_axis(ax.yaxis)
        most = max((e.copies for e in shown), default=1)
        ax.set_xlim(-0.4, most + 0.4)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel("copies of the card in the opening hand")
        ax.set_ylabel(METRICS[metric])
        what = METRICS[metric].partition(",")[0].capitalize()
        title(ax, f"{what} by opening hand, as observed")
        footnote(ax, _note(effects, hands, len(effects.effects) - len(shown)))
    return ax


def _note(effects: CardEffects, hands: int, left_out: int) -> str:
    whose = f" of {effects.policy}" if effects.policy else ""
    note = f"n = {hands:,} hands{whose} · 95 % intervals · not causal"
    if left_out:
        note += f" · points under {SMALL} hands left out"
    return f"{effects.rules_label} · {note}" if effects.rules_label else note


def _mark_mean(ax: Axes, effects: Sequence[CountEffect], kind: str, metric: str) -> None:
    """Dashed line at the mean of all hands."""
    mine = [(e.hands, getattr(e, metric).value) for e in effects if e.kind == kind]
    mean = sum(n * value for n, value in mine) / sum(n for n, _ in mine)
    ax.axhline(mean, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    ax.annotate(
        "all hands",
        (1, mean),
        xycoords=("axes fraction", "data"),
        xytext=(0, 2),
        textcoords="offset points",
        ha="right",
        va="bottom",
        fontsize=8,
        color=QUIET,
    )


def _colours(kinds: Sequence[str]) -> list[str]:
    """From light to dark in the order of the cards, so that grey keeps the order."""
    ramp = [kind for kind in kinds if kind not in OWN_COLOURS]
    steps = max(len(ramp) - 1, 1)
    shades = mpl.colormaps["viridis"]
    found = {kind: to_hex(shades(0.78 * (1 - i / steps))) for i, kind in enumerate(ramp)}
    return [OWN_COLOURS.get(kind) or found[kind] for kind in kinds]
