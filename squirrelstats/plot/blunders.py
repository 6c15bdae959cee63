"""The chart of blunders: what a policy loses in each situation."""

from __future__ import annotations

import textwrap

from matplotlib.axes import Axes

from squirrelstats.estimate import decimals
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, QUIET, axes, footnote, style, title
from squirrelstats.stats._blunders_result import Blunders, Situation
from squirrelstats.stats._wording import ends, signed

#: Situations shown; letters in a line of a name.
MOST, NAME_WIDTH = 12, 34


def blunders(found: Blunders, *, most: int = MOST, ax: Axes | None = None) -> Axes:
    """Loss a round by situation with its 95 % interval, the largest on top.

    Parameters
    ----------
    found : Blunders
        From ``sq.blunders(…)``.
    most : int
        Situations shown at most; those with too few deals are left out, and said so.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Filled markers are settled once corrected for all situations, empty ones are not. How often
        the situation was seen and what one such decision costs stand beside.
    """
    need(found, Blunders, "blunders", "sq.plot.blunders(sq.blunders(…))")
    judged = [situation for situation in found.situations if not situation.few]
    shown = judged[:most]
    scale, per = found.scale, "match" if found.plan.in_matches else "round"
    places = decimals((s.per_decision for s in shown), scale)
    with style():
        ax = axes(ax, (9.4, 2.1 + 0.36 * max(len(shown), 1)), grid="x")
        for row, s in enumerate(reversed(shown)):
            colour = COLOURS[0] if s.settled else QUIET
            e = s.per_round
            if _text.bounded(e):
                ax.plot([e.low * scale, e.high * scale], [row, row], color=colour, linewidth=2.4)
            ax.plot(
                [e.value * scale],
                [row],
                color=colour,
                marker="o",
                markersize=6.5,
                markerfacecolor=colour if s.settled else "white",
                markeredgewidth=1.6,
                zorder=3,
            )
            _text.beside(ax, row, _beside(s, places, scale), gap=8)
        if shown:
            ax.annotate(
                "loss of one such decision, 95 %",
                (1, 1),
                xycoords="axes fraction",
                xytext=(8, 2),
                textcoords="offset points",
                va="bottom",
                fontsize=8,
                color=QUIET,
                annotation_clip=False,
            )
            names = [textwrap.fill(s.name, NAME_WIDTH) for s in reversed(shown)]
            ax.set_yticks(range(len(shown)), names)
            ax.axvline(0, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        else:
            text = "no situation was seen in enough deals"
            ax.set_yticks([])
            ax.text(0.5, 0.5, text, ha="center", va="center", transform=ax.transAxes, color=QUIET)
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(-0.6, max(len(shown), 1) - 0.4)
        ax.set_xlabel(f"loss a {per}, {found.unit} of {found.measure.replace('_', ' ')}")
        title(ax, f"Where {found.policy} loses most", pad=16)
        footnote(ax, _note(found, len(judged), len(shown)))
    return ax


def _beside(situation: Situation, places: int, scale: float) -> str:
    """Loss of one such decision, its interval, and how many were sampled."""
    e = situation.per_decision
    told = f"{signed(e.value * scale, places)} ({ends(e, scale, places)})"
    return f"{told}, n = {situation.decisions:,}".replace(" ", _text.SPACE)


def _note(found: Blunders, judged: int, shown: int) -> str:
    parts = [
        found.plan.rules_label,
        f"n = {found.plan.counted(found.deals)}, {found.decisions:,} decisions",
        "95 % intervals, not corrected",
        f"filled: settled (Holm, {judged} situations)",
        "each decision changed alone; below 0: redeals advise badly there",
    ]
    if found.judge == "redeals":
        parts.append("judged on redeals, whatever the others' actions reveal")
    if judged > shown:
        parts.append(f"{judged - shown} more not shown")
    few = len(found.situations) - judged
    if few:
        parts.append(f"{few} with too few deals left out")
    parts += [f"assumed: {text}" for text in found.plan.assumptions]
    return " · ".join(parts)
