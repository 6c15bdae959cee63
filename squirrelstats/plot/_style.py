"""One look for all charts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

#: Okabe and Ito's palette, ordered so that neighbours differ in lightness too.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#7F7F7F", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
QUIET = "#5A5A5A"

RC = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": "#E4E4E4",
    "grid.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.edgecolor": "#808080",
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.labelsize": 10,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "xtick.color": "#404040",
    "ytick.color": "#404040",
    "legend.frameon": False,
    "legend.fontsize": 9,
    "font.family": "sans-serif",
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "savefig.facecolor": "white",
    "figure.dpi": 100,
}


@contextmanager
def style() -> Iterator[None]:
    """Draw in our look, leaving the user's settings alone."""
    with mpl.rc_context(RC):  # type: ignore[arg-type]
        yield


def axes(ax: Axes | None, size: tuple[float, float] = (6.4, 3.8)) -> Axes:
    """The given Axes, or one in a new figure."""
    if ax is not None:
        return ax
    from matplotlib import pyplot as plt

    _, made = plt.subplots(figsize=size, layout="constrained")
    return made


def figure(rows: int, columns: int, size: tuple[float, float]) -> tuple[Figure, Any]:
    """A new figure with a grid of Axes."""
    from matplotlib import pyplot as plt

    return plt.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False)


def footnote(ax: Axes, text: str) -> None:
    """Small print under the chart."""
    ax.annotate(
        text,
        (0, 0),
        xycoords="axes fraction",
        xytext=(0, -38),
        textcoords="offset points",
        fontsize=8,
        color=QUIET,
        va="top",
    )
