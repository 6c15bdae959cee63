"""What a report is made of: sections of sentences, charts and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes

from squirrelstats.plot._svg import inline_svg


@dataclass(frozen=True)
class Table:
    """A table of text.

    Attributes
    ----------
    caption : str
    header : tuple of str
    rows : tuple of tuple of str
        The first cell of a row names it.
    note : str
        Small print below.
    folded : bool
        Only shown once opened: it repeats in numbers what a chart shows.
    words : bool
        The cells are words rather than numbers.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    folded: bool = False
    words: bool = False


@dataclass(frozen=True)
class Chart:
    """A chart as an ``<svg>`` element, which brings its own alternative text."""

    svg: str


@dataclass(frozen=True)
class Code:
    """Lines to copy."""

    text: str


@dataclass(frozen=True)
class Section:
    """One question, its answer and the evidence.

    Attributes
    ----------
    key : str
        Unique on the page; its anchor.
    title : str
    finding : str
        The answer in a sentence or two; claims no more than the intervals allow.
    parts : tuple of str, Chart, Table or Code
    data : dict
        The same numbers for programs.
    """

    key: str
    title: str
    finding: str
    parts: tuple[str | Chart | Table | Code, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)


def chart(
    draw: Callable[[Axes], object], words: str, name: str, size: tuple[float, float] = (6.8, 3.8)
) -> Chart:
    """What a function draws into the Axes that it is given.

    Parameters
    ----------
    draw : callable
    words : str
        What the chart says, for who cannot see it.
    name : str
        Unique on its page.
    size : tuple of float
        Inches.
    """
    return Chart(inline_svg(draw, words, size, name=name))


def table_of(
    result: Any, caption: str, *, folded: bool = True, lines: Sequence[str] | None = None
) -> Table:
    """The table that a result shows itself with, and its small print."""
    header, rows = result._table()
    quiet = result._lines()[1] if lines is None else lines
    return Table(
        caption,
        tuple(header),
        tuple(tuple(row) for row in rows),
        note=" · ".join(quiet),
        folded=folded,
    )
