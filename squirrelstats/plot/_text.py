"""Numbers as charts write them: as many decimals as the interval supports, no more."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import Formatter, MaxNLocator

from squirrelstats.estimate import Estimate

SPACE = "\N{NO-BREAK SPACE}"


def share(estimate: Estimate, places: int) -> str:
    """A share in percent with its interval.

    Examples
    --------
    >>> share(Estimate(0.765, 0.002, 0.761, 0.769, 100), 1).replace(SPACE, " ")
    '76.5 % (76.1–76.9)'
    """
    value, low, high = (100 * x for x in (estimate.value, estimate.low, estimate.high))
    return f"{value:.{places}f}{SPACE}% ({low:.{places}f}–{high:.{places}f})"


def number(estimate: Estimate, places: int) -> str:
    """A mean with its interval.

    Examples
    --------
    >>> number(Estimate(-1.25, 0.05, -1.35, -1.15, 100), 2).replace(SPACE, " ")
    '−1.25 (−1.35 to −1.15)'
    >>> number(Estimate(7.0, math.nan, -math.inf, math.inf, 1), 1)
    '7.0 (n = 1, no interval)'
    """
    value, low, high = (
        f"{x:.{places}f}".replace("-", "−") for x in (estimate.value, estimate.low, estimate.high)
    )
    if not bounded(estimate):
        return f"{value} (n = 1, no interval)"
    dash = f"{SPACE}to{SPACE}" if estimate.low < 0 else "–"
    return f"{value}{SPACE}({low}{dash}{high})"


def bounded(estimate: Estimate) -> bool:
    """Whether the interval has two ends."""
    return math.isfinite(estimate.low) and math.isfinite(estimate.high)


def beside(ax: Axes, y: float, text: str, *, gap: float = 6, **look: Any) -> None:
    """Write the figures of a row to the right of a chart.

    Parameters
    ----------
    ax : Axes
    y : float
        The row, in data.
    text : str
    gap : float
        Points between chart and text.
    **look
        Of the text: colour, weight.
    """
    ax.annotate(
        text,
        (1, y),
        xycoords=("axes fraction", "data"),
        xytext=(gap, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
        annotation_clip=False,
        **look,
    )


def percent_axis(axis: Axis) -> None:
    """Few round ticks in percent."""
    axis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(Percent())


class WholeNumbers(MaxNLocator):
    """Few round ticks at integers."""

    def __init__(self) -> None:
        super().__init__(steps=[1, 2, 5, 10], integer=True, min_n_ticks=1)


class Percent(Formatter):
    """Ticks in percent with the decimals that tell them apart."""

    def __init__(self) -> None:
        self._places = 0

    def set_locs(self, locs: list[float]) -> None:
        """Choose the decimals for these ticks."""
        self._places = next(
            (p for p in range(5) if all(abs(100 * x - round(100 * x, p)) < 1e-6 for x in locs)), 5
        )

    def __call__(self, x: float, pos: int | None = None) -> str:
        if x > 1 + 1e-9:  # room above the whole, for text
            return ""
        text = f"{100 * x:.{self._places}f}".replace("-", "−")
        return f"{text}{SPACE}%"
