"""Charts of tournaments: who does how well among whom, and ratings."""

from __future__ import annotations

import dataclasses
import math
import textwrap
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

from squirrelstats.estimate import Estimate, decimals, p_value
from squirrelstats.intervals import LEVEL, holm
from squirrelstats.metagame.payoffs import Tournament
from squirrelstats.metagame.ratings import Ratings
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, INK, QUIET, axes, footnote, style, title

#: From bad to good; what is settled is in bold too, for those who see no colours.
SHADES = "PuOr"
UNSETTLED = "#EFEFEF"
NAME_WIDTH = 14


def payoffs(tournament: Tournament, *, ax: Axes | None = None) -> Axes:
    """What a single player of the row policy gets among players of the column policy.

    Parameters
    ----------
    tournament : Tournament
        From ``sq.tournament(…)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Win shares with 95 % intervals. A cell is coloured where it is settled that the row does
        better or worse than even (Holm-corrected over all cells at 5 %), grey otherwise. Other
        measures are coloured by value, since nothing is known to be even.
    """
    need(tournament, Tournament, "a tournament", "sq.plot.payoffs(sq.tournament(…))")
    cells = tournament.row_fields()
    order = np.argsort(
        [-tournament.sign * e.value for e in tournament.against().values()], kind="stable"
    )
    columns = _columns(tournament, order)
    shown = [[cells[i][j] for j in columns] for i in order]
    colours = _colours(tournament, shown)
    scale = 100 if tournament.measure.is_share else 1
    with style():
        ax = axes(ax, (2.6 + 1.0 * len(columns), 1.9 + 0.62 * len(shown)))
        ax.grid(visible=False)
        ax.spines[:].set_visible(False)
        ax.imshow(colours, aspect="auto")
        places = decimals((e for row in shown for e in row if e.se > 0), scale)
        for row, line in enumerate(shown):
            for column, e in enumerate(line):
                _write(ax, (row, column), e, scale, places, colours[row, column])
        ax.set_xticks(np.arange(len(columns)), [_name(tournament.opponents[j]) for j in columns])
        ax.set_yticks(np.arange(len(shown)), [_name(tournament.policies[i]) for i in order])
        if len(columns) > 4:
            ax.tick_params(axis="x", rotation=35)
            for label in ax.get_xticklabels():
                label.set(ha="right", rotation_mode="anchor")
        ax.set_xticks(np.arange(len(columns) + 1) - 0.5, minor=True)
        ax.set_yticks(np.arange(len(shown) + 1) - 0.5, minor=True)
        ax.grid(visible=True, which="minor", color="white", linewidth=2)
        ax.tick_params(which="both", length=0)
        others = tournament.seats - 1
        who = "opponent" if others == 1 else f"policy of all {others} opponents"
        ax.set_xlabel(who)
        ax.set_ylabel("policy")
        title(ax, f"{tournament.words.capitalize()} of the row against the column")
        footnote(ax, _note(tournament))
    return ax


def _columns(tournament: Tournament, order: np.ndarray) -> list[int]:
    """Opponents in the order of the rows, where they are the same."""
    rows = [tournament.policies[i] for i in order]
    names = tournament.opponents
    known = [names.index(name) for name in rows if name in names]
    return known + [j for j in range(len(names)) if j not in known]


def _colours(tournament: Tournament, shown: list[list[Estimate]]) -> np.ndarray:
    """Colour of each cell, float (rows, columns, 4)."""
    shades = mpl.colormaps[SHADES]
    values = np.array([[e.value for e in row] for row in shown])
    even = tournament.even
    if even is None:
        good = tournament.sign * values
        spread = max(float(np.ptp(good)), 1e-12)
        return np.asarray(shades(0.2 + 0.6 * (good - good.min()) / spread))
    away = tournament.sign * (values - even)
    depth = np.sqrt(np.abs(away) / max(float(np.abs(away).max()), 1e-12))
    colours = np.asarray(shades(0.5 + np.sign(away) * (0.05 + 0.33 * depth)))
    colours[~settled(shown, even)] = to_rgba(UNSETTLED)
    return colours


def settled(shown: list[list[Estimate]], even: float) -> np.ndarray:
    """Whether each estimate differs from `even`, Holm-corrected at 5 %; bool (rows, columns)."""
    away = [dataclasses.replace(e, value=round(e.value - even, 12)) for row in shown for e in row]
    chances = [p_value(e) for e in away]
    sure = [chance <= 1 - LEVEL + 1e-12 for chance in holm(chances)]
    return np.array(sure).reshape(len(shown), -1)


def _write(
    ax: Axes, at: tuple[int, int], e: Estimate, scale: float, places: int, colour: np.ndarray
) -> None:
    """Value and interval in a cell; bold if it is coloured as settled."""
    row, column = at
    red, green, blue = colour[:3]
    ink = INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else "white"
    plain = tuple(colour) == to_rgba(UNSETTLED)
    value, low, high = (
        f"{scale * x:.{places}f}".replace("-", "−") for x in (e.value, e.low, e.high)
    )
    sampled = e.se > 0 and math.isfinite(e.low)
    place: dict[str, Any] = {"ha": "center", "va": "center"}
    ax.text(
        column,
        row - 0.13 if sampled else row,
        value,
        fontsize=9.5,
        color=QUIET if plain else ink,
        weight="normal" if plain else "bold",
        **place,
    )
    if sampled:
        dash = " to " if e.low < 0 else "–"
        ax.text(
            column,
            row + 0.22,
            f"{low}{dash}{high}",
            fontsize=7,
            color=QUIET if plain else ink,
            **place,
        )


def _name(label: str) -> str:
    return textwrap.fill(label, NAME_WIDTH, break_long_words=False, break_on_hyphens=False)


def _note(tournament: Tournament) -> str:
    plan = tournament.plan
    note = (
        f"{plan.rules_note} · {tournament.seats} seats · n = {plan.counted(tournament.n)}, "
        f"each in {tournament.seatings} seatings"
    )
    unit = "percent; 95 % intervals" if tournament.measure.is_share else "95 % intervals"
    if tournament.even is None:
        lower = " (lower is better)" if tournament.sign < 0 else ""
        return f"{note} · {unit} · colour: purple is good, orange bad{lower}"
    even = f"{100 * tournament.even:.3g} %"
    return (
        f"{note} · {unit} · purple: more than an even {even}, orange: less; grey: not "
        "settled (5 %, Holm-corrected over the cells)"
    )


def ratings(ratings: Ratings, *, ax: Axes | None = None) -> Axes:
    """Ratings with their intervals, the best on top.

    Parameters
    ----------
    ratings : Ratings
        From ``sq.ratings(tournament)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
    """
    need(ratings, Ratings, "ratings", "sq.plot.ratings(sq.ratings(tournament))")
    ordered = sorted(ratings.ratings, key=lambda r: r.rating.value)
    with style():
        ax = axes(ax, (6.8, 1.6 + 0.36 * len(ordered)), grid="x")
        for row, r in enumerate(ordered):
            e = r.rating
            ax.plot([e.low, e.high], [row, row], color=COLOURS[0], linewidth=2.4)
            ax.plot([e.value], [row], "o", color=COLOURS[0], markersize=6)
            text = f"{e.value:+.0f} ({e.low:+.0f} to {e.high:+.0f})".replace("-", "−")
            _text.beside(ax, row, text.replace(" ", _text.SPACE))
        ax.axvline(0, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        ax.set_yticks(range(len(ordered)), [_name(r.policy) for r in ordered])
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(-0.6, len(ordered) - 0.4)
        ax.margins(x=0.08)
        ax.set_xlabel("rating (400 points: ten-to-one odds of coming first; mean 0)")
        title(ax, "Ratings by who comes first")
        played = ratings.tournament
        plan = played.plan
        footnote(
            ax,
            f"{plan.rules_note} · {played.seats} seats · n = {plan.counted(played.n)}, each in "
            f"{played.seatings} seatings · 95 % intervals · win shares by these ratings miss "
            f"those played by {100 * ratings.misfit:.1f} % (root mean square)",
        )
    return ax
