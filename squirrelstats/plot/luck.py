"""Charts of luck and skill: where variance comes from, and a ladder of policies."""

from __future__ import annotations

import math

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from squirrelstats.plot._about import need
from squirrelstats.plot._style import ACCENT, BARS, COLOURS, QUIET, axes, footnote, style, title
from squirrelstats.stats.luck_split import LuckSplit
from squirrelstats.stats.skill_ladder import SkillLadder

#: Colours of the kinds of shares.
KINDS = {"place": COLOURS[2], "chance": BARS, "rest": "#BDBDBD"}


def luck_split(split: LuckSplit, *, ax: Axes | None = None) -> Axes:
    """Share of the variance of every source, alone (bars) and in all (open markers).

    Parameters
    ----------
    split : LuckSplit
        From ``sq.luck_split(…)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Sources that never changed anything are left out.
    """
    need(split, LuckSplit, "a split of luck", "sq.plot.luck_split(sq.luck_split(…))")
    shown = [s for s in split.shares if s.total is None or s.total.value > 0]
    with style():
        ax = axes(ax, (7.2, 1.9 + 0.38 * len(shown)), grid="x")
        for place, share in enumerate(shown):
            value = 100 * share.alone.value
            ax.barh(place, value, height=0.62, color=KINDS[share.kind])
            low, high = 100 * share.alone.low, 100 * share.alone.high
            ax.plot([low, high], [place, place], color=QUIET, linewidth=1.4)
            if share.total is not None:
                ends = [100 * share.total.low, 100 * share.total.high]
                ax.plot(ends, [place, place], color=ACCENT, linewidth=1.4)
                ax.plot(
                    100 * share.total.value, place, "D", color=ACCENT, markerfacecolor="white",
                    markersize=6,
                )  # fmt: skip
        ax.axvline(0, color="#808080", linewidth=0.8)
        ax.set_yticks(range(len(shown)), [s.source.replace("_", " ") for s in shown])
        ax.invert_yaxis()
        name = split.measure.name.replace("_", " ")
        ax.set_xlabel(f"share of the variance of one player's {name}, %")
        title(ax, f"Luck and skill in {split.title.split(':')[0]}", pad=34)
        handles = [
            Patch(color=KINDS["place"], label="who plays, and where"),
            Patch(color=KINDS["chance"], label="chance, alone"),
            Line2D(
                [], [], color=ACCENT, marker="D", markerfacecolor="white",
                label="in all, with interactions",
            ),
            Patch(color=KINDS["rest"], label="interaction"),
        ]  # fmt: skip
        ax.legend(
            handles=handles, loc="lower left", bbox_to_anchor=(-0.01, 1.015), ncols=4,
            columnspacing=1.0, handlelength=1.2, fontsize=8.5,
        )  # fmt: skip
        footnote(
            ax,
            f"{', '.join(split.lineup)} · {split.rules_label} · n = {split.deals:,} deals × "
            f"{split.playings} seatings · 95 % intervals",
        )
    return ax


def skill_ladder(ladder: SkillLadder, *, ax: Axes | None = None) -> Axes:
    """Win share of one stronger player among weaker, a rung for each pair of the chain.

    Parameters
    ----------
    ladder : SkillLadder
        From ``sq.skill_ladder(…)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Beside each rung how long it takes until the better of two is ahead in 95 % of cases.
    """
    need(ladder, SkillLadder, "a ladder", "sq.plot.skill_ladder(sq.skill_ladder(…))")
    rungs, even = ladder.rungs, 100 / ladder.seats
    with style():
        ax = axes(ax, (7.2, 1.9 + 0.6 * len(rungs)), grid="x")
        for place, rung in enumerate(rungs):
            share = rung.win_share
            ax.plot(
                [even, 100 * share.value], [place, place], color=BARS, linewidth=7, zorder=1,
                solid_capstyle="butt",
            )  # fmt: skip
            ax.plot([100 * share.low, 100 * share.high], [place, place], color=COLOURS[0])
            ax.plot(100 * share.value, place, "o", color=COLOURS[0], markersize=5)
            number = rung.needed.value
            told = f"sure after {math.ceil(number):,}" if math.isfinite(number) else "not settled"
            unit = ladder.unit[:-1] if number == 1 and ladder.unit == "rounds" else ladder.unit
            told += f" {unit}" if math.isfinite(number) else ""
            ax.annotate(
                f"{100 * share.value:.1f} % · {told}", (100 * share.value, place),
                xytext=(0, 9), textcoords="offset points", fontsize=8.5,
                ha="right" if share.value > 0.6 else "left",
            )  # fmt: skip
        ax.axvline(even, color=QUIET, linewidth=1, linestyle="--")
        ax.annotate(
            "even", (even, 1), xycoords=("data", "axes fraction"), xytext=(3, -2),
            textcoords="offset points", fontsize=8.5, color=QUIET, va="top",
        )  # fmt: skip
        ax.set_xlim(0, 102)
        ax.set_ylim(-0.6, len(rungs) - 0.3)
        ax.set_yticks(range(len(rungs)), [f"{r.stronger}\namong {r.weaker}" for r in rungs])
        ax.set_xlabel("win share of the stronger player, %")
        title(ax, f"The skill ladder of {ladder.title.split(':')[0]}")
        footnote(
            ax,
            f"one player among {ladder.seats - 1} · {ladder.rules_label} · n = {ladder.deals:,} "
            f"deals × {ladder.playings} seatings a rung · 95 % intervals · sure: the better of two "
            "is ahead on points in 95 % of cases",
        )
    return ax
