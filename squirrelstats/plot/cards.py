"""Charts of card effects."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from squirrelstats.errors import UsageError, choices
from squirrelstats.plot._style import COLOURS, MARKERS, QUIET, axes, footnote, style
from squirrelstats.stats.card_effects import SMALL, CardEffects

METRICS = {"win_share": "win share", "score": "mean score, points"}


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
        A line per card with 95 % intervals; cells with few hands are left out and said so.
    """
    if metric not in METRICS:
        raise UsageError(choices("metric", metric, METRICS))
    kinds = list(dict.fromkeys(e.kind for e in effects.effects))
    shown = [e for e in effects.effects if not e.small]
    left_out = len(effects.effects) - len(shown)
    with style():
        ax = axes(ax, (6.8, 4.2))
        for number, kind in enumerate(kinds):
            mine = [e for e in shown if e.kind == kind]
            values = [getattr(e, metric) for e in mine]
            ax.errorbar(
                [e.copies + 0.03 * (number - len(kinds) / 2) for e in mine],
                [v.value for v in values],
                yerr=[[v.value - v.low for v in values], [v.high - v.value for v in values]],
                color=COLOURS[number % len(COLOURS)],
                marker=MARKERS[number % len(MARKERS)],
                markersize=5,
                linewidth=1.5,
                capsize=2,
                label=kind.capitalize(),
            )
        if metric == "win_share":
            ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel("copies in the opening hand")
        ax.set_ylabel(METRICS[metric])
        ax.set_title("What the opening hand is worth (observed)")
        ax.legend(title="card", ncols=2, title_fontsize=9)
        note = "95 % intervals"
        if left_out:
            note += f"; {left_out} cells with fewer than {SMALL} hands are not shown"
        footnote(ax, note)
        ax.title.set_color("black")
        ax.xaxis.label.set_color(QUIET)
    return ax
