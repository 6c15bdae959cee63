"""What a panel shows, as HTML."""

from __future__ import annotations

import html

from squirrelstats import plot
from squirrelstats._display import html_block, html_table
from squirrelstats.plot._svg import colour_rules, inline_svg
from squirrelstats.stats.watched import WatchedShares

_STYLE = f"""<style>
{colour_rules(".sqs-live")}
.sqs-live {{line-height: 1.4}}
.sqs-live .sqs {{overflow-x: auto}}
.sqs-live .sqs th, .sqs-live .sqs td {{white-space: nowrap}}
.sqs-live .charts {{display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: flex-start}}
.sqs-live .charts > div {{flex: 1 1 380px; max-width: 620px; min-width: 0}}
</style>"""


def shares_html(shares: WatchedShares) -> str:
    """Charts of win shares at the last look and on the way there, and the table of figures.

    Before the first look there are none.
    """
    if not shares.last:
        return ""
    rows = len(shares.names)
    now = inline_svg(
        lambda ax: plot.watched_shares(shares, ax=ax),
        _in_words(shares),
        (5.2, 1.8 + 0.33 * rows),
        name="now",
        fill=True,
    )
    way = inline_svg(
        lambda ax: plot.interval_path(shares, ax=ax),
        _on_the_way(shares),
        (5.2, 3.3),
        name="way",
        fill=True,
    )
    table = html_block(shares.title, shares._lines()[1], html_table(*shares._table()))
    return (
        f'{_STYLE}<div class="sqs-live"><div class="charts"><div>{now}</div><div>{way}</div></div>'
        f"{table}</div>"
    )


def note_html(text: str, *, wrong: bool = False) -> str:
    """A line about how it goes; where something went wrong, it is said at once."""
    role = "alert" if wrong else "status"
    mark = "<b>Stopped:</b> " if wrong else ""
    return f'<div role="{role}">{mark}{html.escape(text)}</div>'


def _in_words(shares: WatchedShares) -> str:
    found = "; ".join(
        f"{name} {100 * e.value:.1f} % ({100 * e.low:.1f} to {100 * e.high:.1f})"
        for name, e in shares.last.items()
    )
    return f"Win shares by {shares.by} after {shares.n:,} {_units(shares)}: {found}"


def _on_the_way(shares: WatchedShares) -> str:
    found = "; ".join(
        f"{name} from {100 * (path[0].high - path[0].low):.1f} points to "
        f"{100 * (path[-1].high - path[-1].low):.1f}"
        for name, path in zip(shares.names, shares.paths, strict=True)
    )
    return (
        f"Widths of the intervals from {shares.paths[0][0].n:,} to {shares.n:,} "
        f"{_units(shares)}: {found}"
    )


def _units(shares: WatchedShares) -> str:
    return "matches" if shares.unit == "matches" else "deals"
