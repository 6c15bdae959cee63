"""Charts of card effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.ticker import MaxNLocator

from squirrelstats.errors import UsageError, choices
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import MARKERS, QUIET, axes, footnote, style, title, width
from squirrelstats.stats.card_effects import SMALL, CardEffects, CountEffect

MEASURES = {"win_share": "win share", "score": "mean score, points"}
#: More cards than this stand side by side.
MOST_LINES = 7
#: Points of width that the name of a card takes.
LABEL = 42
#: Cards whose name is a colour.
OWN_COLOURS = {"gold": "#D99A00", "lead": "#4D4D4D"}


def card_effects(
    effects: CardEffects, measure: str = "win_share", *, ax: Axes | None = None
) -> Axes:
    """Win share or mean score by copies of each card in the opening hand.

    Parameters
    ----------
    effects : CardEffects
        From ``sq.card_effects(run)``.
    measure : str
        ``"win_share"`` or ``"score"``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        A line per card with 95 % intervals, or of more than seven cards a group of points for each;
        counts that few hands had are left out, and said so. The dashed line is the mean of all
        hands.
    """
    need(
        effects,
        CardEffects,
        "a table of card effects",
        "sq.plot.card_effects(sq.card_effects(run))",
    )
    if measure not in MEASURES:
        raise UsageError(choices("measure", measure, MEASURES))
    kinds = list(dict.fromkeys(e.kind for e in effects.effects))
    if not kinds:
        raise UsageError("this table of card effects is empty, so there is nothing to draw")
    shown = [e for e in effects.effects if not e.small]
    hands = sum(e.hands for e in effects.effects if e.kind == kinds[0])
    many = len(kinds) > MOST_LINES
    with style():
        ax = axes(ax, (11, 4.2) if many else (7.2, 4.2))
        if many:
            _draw_by_card(ax, kinds, shown, measure)
        else:
            _draw_by_copies(ax, kinds, shown, measure)
        if shown:
            _mark_mean(ax, effects.effects, kinds[0], measure)
            what = "copies" if many else "card"
            ax.legend(title=what, loc="center left", bbox_to_anchor=(1.0, 0.5))
        else:
            text = f"no number of copies was seen in {SMALL} hands or more"
            ax.set_yticks([])
            ax.text(0.5, 0.5, text, ha="center", va="center", transform=ax.transAxes, color=QUIET)
        if shown and measure == "win_share":
            _text.percent_axis(ax.yaxis)
        few = measure == "score" and effects.score_goal == "low"
        ax.set_ylabel(MEASURES[measure] + (" (lower is better)" if few else ""))
        what = MEASURES[measure].partition(",")[0].capitalize()
        title(ax, f"{what} by opening hand, as observed")
        footnote(ax, _note(effects, hands, len(effects.effects) - len(shown)))
    return ax


def _draw_by_copies(
    ax: Axes, kinds: Sequence[str], shown: Sequence[CountEffect], measure: str
) -> None:
    """A line per card over the number of copies."""
    for number, (kind, colour) in enumerate(zip(kinds, _colours(kinds), strict=True)):
        mine = [e for e in shown if e.kind == kind]
        places = [e.copies + 0.05 * (number - (len(kinds) - 1) / 2) for e in mine]
        _draw(ax, places, mine, measure, colour, number, _title(kind), linewidth=1.5)
    most = max((e.copies for e in shown), default=1)
    ax.set_xlim(-0.4, most + 0.4)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("copies of the card in the opening hand")


def _draw_by_card(
    ax: Axes, kinds: Sequence[str], shown: Sequence[CountEffect], measure: str
) -> None:
    """The cards side by side; from left to right within a card more copies."""
    most = max((e.copies for e in shown), default=1)
    gap = 0.7 / (most + 1)
    colours = _colours([str(copies) for copies in range(most + 1)])
    places = {kind: place for place, kind in enumerate(kinds)}

    def place(e: CountEffect) -> float:
        return places[e.kind] + gap * (e.copies - most / 2)

    for kind in kinds:
        mine = [e for e in shown if e.kind == kind]
        values = [getattr(e, measure).value for e in mine]
        ax.plot([*map(place, mine)], values, color="#B0B0B0", linewidth=1, zorder=1)
    for copies, colour in enumerate(colours):
        same = [e for e in shown if e.copies == copies]
        _draw(ax, [*map(place, same)], same, measure, colour, copies, str(copies), linestyle="none")
    ax.set_xlim(-0.6, len(kinds) + 0.3)  # room for the name of the mean
    narrow = width(ax) < LABEL * len(kinds)
    slanted: dict[str, Any] = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"}
    ax.set_xticks(range(len(kinds)), [*map(_title, kinds)], **(slanted if narrow else {}))
    ax.tick_params(axis="x", length=0)
    ax.set_xlabel("card in the opening hand")


def _draw(
    ax: Axes,
    places: Sequence[float],
    effects: Sequence[CountEffect],
    measure: str,
    colour: str,
    number: int,
    label: str,
    **line: Any,
) -> None:
    """One series of points with their intervals."""
    values = [getattr(e, measure) for e in effects]
    ax.errorbar(
        places,
        [v.value for v in values],
        yerr=[[v.value - v.low for v in values], [v.high - v.value for v in values]],
        color=colour,
        marker=MARKERS[number % len(MARKERS)],
        markersize=5,
        elinewidth=1.2,
        capsize=2.5,
        label=label,
        **line,
    )


def _title(kind: str) -> str:
    """A card's name on a chart; codes such as ``RB`` stay."""
    return kind.capitalize() if kind.islower() else kind


def _note(effects: CardEffects, hands: int, left_out: int) -> str:
    whose = f" of {effects.policy}" if effects.policy else ""
    note = f"n = {hands:,} hands{whose} · 95 % intervals · not causal"
    if left_out:
        note += f" · points under {SMALL} hands left out"
    note += "".join(f" · assumed: {text}" for text in effects.assumptions)
    return f"{effects.rules_label} · {note}" if effects.rules_label else note


def _mark_mean(ax: Axes, effects: Sequence[CountEffect], kind: str, measure: str) -> None:
    """Dashed line at the mean of all hands."""
    mine = [(e.hands, getattr(e, measure).value) for e in effects if e.kind == kind]
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
