"""Small pieces of text and HTML that results show themselves with."""

from __future__ import annotations

import html
import math
import textwrap
from collections.abc import Sequence

#: Said beside the scores of a game in which few points are good.
LOWER_IS_BETTER = "lower scores are better"
#: Small print is wrapped to lines of so many characters.
WIDTH = 120
#: Inherits colours and fonts from the page, so it reads in light and dark. A notebook that is not
#: trusted yet strips it; what must show even then is said by tags.
STYLE = """
<style>
.sqs table {border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .4em 0}
.sqs th, .sqs td {padding: .25em .8em; text-align: right; border: 0; background: none}
.sqs thead th {border-bottom: 1px solid currentColor; font-weight: 600}
.sqs th:first-child {text-align: left}
.sqs tbody th {font-weight: inherit}
.sqs .quiet {opacity: .7}
</style>
"""


def percent(share: float) -> str:
    """A share as a percentage.

    Examples
    --------
    >>> percent(0.25)
    '25.00 %'
    """
    return f"{100 * share:.2f} %"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things.

    Examples
    --------
    >>> counted(1, "deal"), counted(2000, "deal"), counted(0, "match", "matches")
    ('1 deal', '2,000 deals', '0 matches')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def interval(low: float, high: float, digits: int) -> str:
    """An interval; from a single block nothing is known.

    Examples
    --------
    >>> interval(18.98, 19.06, 2), interval(-math.inf, math.inf, 2)
    ('18.98 to 19.06', 'unknown')
    """
    if not (math.isfinite(low) and math.isfinite(high)):
        return "unknown"
    return f"{low:.{digits}f} to {high:.{digits}f}"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of text, the first to the left, the others to the right.

    Examples
    --------
    >>> print(text_table(["policy", "n"], [["a", "10"], ["bb", "5"]]))
    policy   n
    a       10
    bb       5
    """
    table = [list(header), *(list(row) for row in rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(header))]
    lines = []
    for row in table:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same as an HTML table, the first cell of a row its heading."""
    head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in header)
    body = ""
    for row in rows:
        cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in row[1:])
        body += f'<tr><th scope="row">{html.escape(row[0])}</th>{cells}</tr>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def filled(line: str) -> str:
    """A long line as several.

    Examples
    --------
    >>> max(map(len, filled("word " * 100).splitlines())) <= WIDTH
    True
    """
    return textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False)


def text_block(title: str, quiet: Sequence[str], *parts: str) -> str:
    """A titled block with small print, wrapped, as text.

    Examples
    --------
    >>> print(text_block("Title", ["small print"], "a  b"))
    Title
    small print
    a  b
    """
    return "\n".join([*map(filled, (title, *quiet)), *parts])


def html_block(title: str, quiet: Sequence[str], *parts: str) -> str:
    """A titled block with small print, in our style."""
    lines = "".join(
        f'<div class="quiet"><small>{html.escape(line)}</small></div>' for line in quiet
    )
    return (
        f'{STYLE}<div class="sqs"><div><b>{html.escape(title)}</b></div>{lines}'
        f"{''.join(parts)}</div>"
    )


class ShownAsTable:
    """Base of results that show themselves as a title, small print and one table."""

    def _lines(self) -> tuple[str, list[str]]:
        """Title and small print."""
        raise NotImplementedError

    def _table(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows."""
        raise NotImplementedError

    def __repr__(self) -> str:
        title, quiet = self._lines()
        return text_block(title, quiet, text_table(*self._table()))

    def _repr_html_(self) -> str:
        title, quiet = self._lines()
        return html_block(title, quiet, html_table(*self._table()))
