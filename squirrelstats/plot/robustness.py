"""The chart of robustness: one difference under many settings."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, QUIET, axes, footnote, style, title
from squirrelstats.plot.comparisons import forest
from squirrelstats.stats.robustness import AGAINST_EFFECT, BY_SIGN, OPEN, Robustness

SHADES = {"holds": COLOURS[0], "flips": COLOURS[4], "more": COLOURS[0], "less": COLOURS[4]}


def robustness(found: Robustness, *, ax: Axes | None = None) -> Axes:
    """The difference under every setting with its 95 % interval, coloured by what it says.

    Parameters
    ----------
    found : Robustness
        From ``sq.robustness(…)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Filled markers are settled once corrected for all settings; empty ones are not.
    """
    need(found, Robustness, "robustness", "sq.plot.robustness(sq.robustness(…))")
    count = len(found.settings)
    blocks = sorted({setting.difference.n for setting in found.settings})
    shown = f"{blocks[0]:,}" + (f" to {blocks[-1]:,}" if len(blocks) > 1 else "")
    with style():
        ax = axes(ax, (7.6, 2.0 + 0.36 * count), grid="x")
        forest(
            ax,
            [setting.name for setting in found.settings],
            [setting.difference for setting in found.settings],
            [setting.verdict != OPEN for setting in found.settings],
            found.measure,
            [SHADES.get(setting.verdict, QUIET) for setting in found.settings],
        )
        verdicts = AGAINST_EFFECT if found.direction else BY_SIGN
        keys = [*verdicts.values(), OPEN]
        handles = [
            Line2D(
                [],
                [],
                color=SHADES.get(key, QUIET),
                marker="o",
                markerfacecolor="white" if key == OPEN else SHADES[key],
                label=f"{key}: {sum(s.verdict == key for s in found.settings)}",
            )
            for key in keys
        ]
        title(ax, f"{found.effect}: does it hold elsewhere?", pad=34)
        ax.legend(handles=handles, loc="lower left", bbox_to_anchor=(-0.01, 1.035), ncols=3)
        footnote(
            ax,
            f"n = {shown} blocks in each setting · 95 % intervals, not corrected · settled: Holm, "
            f"{count} settings",
        )
    return ax
