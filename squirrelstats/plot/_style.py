"""One look for all charts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

#: After Okabe and Ito (2008), darkened and ordered so that the first four differ in grey as well.
COLOURS = ("#0072B2", "#E69F00", "#004D3B", "#CC79A7", "#BF5000", "#56B4E9", "#7F7F7F", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
QUIET = "#5A5A5A"
INK = "#202020"
BARS, ACCENT = "#8FBBDA", "#B34700"

RC = {
    "axes.edgecolor": "#808080",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.labelsize": 9.5,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "text.color": INK,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "xtick.color": "#404040",
    "ytick.color": "#404040",
    "legend.frameon": False,
    "legend.fontsize": 9,
    "legend.title_fontsize": 9,
    "font.family": "sans-serif",
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "figure.dpi": 100,
    "text.parse_math": False,  # names may have dollar signs in them
}


@contextmanager
def style(more: Mapping[str, Any] = MappingProxyType({})) -> Iterator[None]:
    """Draw in our look, and with more settings, leaving the user's settings alone.

    Only what we set is put back: `matplotlib.rc_context` would undo more, among it the interactive
    mode that a notebook's backend switches on with the first figure, and later charts would not be
    shown.
    """
    settings: Any = mpl.rcParams
    ours = {**RC, **more}
    before = {key: settings[key] for key in ours}
    settings.update(ours)
    try:
        yield
    finally:
        settings.update(before)


def axes(ax: Axes | None, size: tuple[float, float] = (6.8, 4.0), *, grid: str = "y") -> Axes:
    """The given Axes, or one in a new figure, with an open frame and a quiet grid.

    Parameters
    ----------
    ax : Axes or None
    size : tuple of float
        Inches of a new figure.
    grid : str
        ``"x"`` or ``"y"``: the axis to read values from.
    """
    if ax is None:
        from matplotlib import pyplot as plt

        _, ax = plt.subplots(figsize=size, layout="constrained")
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_axisbelow(True)
    ax.grid(visible=False)
    ax.grid(visible=True, axis=grid, color="#E4E4E4", linewidth=0.8)  # type: ignore[arg-type]
    return ax


def figure(size: tuple[float, float], widths: tuple[float, ...]) -> tuple[Figure, Any]:
    """A new figure with a row of Axes of these relative widths."""
    from matplotlib import pyplot as plt

    made, grid = plt.subplots(
        1, len(widths), figsize=size, width_ratios=widths, layout="constrained", squeeze=False
    )
    return made, grid[0]


def title(ax: Axes, text: str, pad: float = 8) -> None:
    """Heading of a chart, flush left."""
    ax.set_title(text, loc="left", pad=pad)


def footnote(ax: Axes, text: str, room: float = 1.0) -> None:
    """Small print under the label of the x axis, wrapped to the chart's width.

    Parameters
    ----------
    ax : Axes
    text : str
    room : float
        Share of the width before layout that long names on the y axis leave.
    """
    ax.annotate(
        textwrap.fill(text, max(30, int(room * width(ax) / 4.1))),
        (0, 0),
        xycoords=("axes fraction", ax.xaxis.label),
        xytext=(0, -5),
        textcoords="offset points",
        fontsize=8,
        color=QUIET,
        va="top",
        annotation_clip=False,
    )


def width(ax: Axes) -> float:
    """Width of the Axes in points, before layout."""
    return float(ax.bbox.width * 72 / ax.figure.dpi)


def height(ax: Axes) -> float:
    """Height of the Axes in points, before layout."""
    return float(ax.bbox.height * 72 / ax.figure.dpi)
