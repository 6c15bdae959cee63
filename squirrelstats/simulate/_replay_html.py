"""A replay as a piece of HTML: self-contained, readable on light and dark pages."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from squirrelstats._display import html_block, html_table
from squirrelstats.games._narration import Line

if TYPE_CHECKING:
    from squirrelstats.simulate.replay import Replay

#: Text keeps the colour of the page; tints are mid-grey or mid-tone, so both themes can bear them.
_STYLE = """
<style>
.sqs-play {max-width: 58em; max-height: 46em; overflow: auto; margin: .6em 0;
  padding: .2em .5em .6em; border: 1px solid rgba(128,128,128,.35); border-radius: 4px;
  line-height: 1.5; scrollbar-width: thin; scrollbar-color: rgba(128,128,128,.6) transparent}
.sqs-line {display: grid; grid-template-columns: 2.4em minmax(0, 1fr) auto; column-gap: .8em;
  align-items: baseline; padding: 0 .4em}
.sqs-line .no {text-align: right; opacity: .6; font-size: .8em;
  font-variant-numeric: tabular-nums}
.sqs-line .rule {font-family: ui-monospace, monospace; font-size: .78em; opacity: .7;
  text-decoration: none; cursor: help}
.sqs-line .d {opacity: .6; font-size: .8em; white-space: nowrap}
.sqs-line.i1 .txt {padding-left: 1em}
.sqs-line.i2 .txt {padding-left: 2.4em}
.sqs-line.heading {margin-top: .7em; border-top: 1px solid rgba(128,128,128,.3);
  padding-top: .35em}
.sqs-line.heading:first-child {margin-top: 0; border-top: 0}
.sqs-line.heading .txt {font-weight: 600}
.sqs-line.highlight {background: rgba(200,140,20,.16); border-radius: 3px}
.sqs-line.state .txt {padding-left: 1.09em; opacity: .75; font-size: .92em;
  font-variant-numeric: tabular-nums}
.sqs-line.winner .txt {font-weight: 600}
.sqs-stop {max-width: 58em; border-left: 4px solid #c0392b; padding: .3em .8em; margin: .6em 0}
.sqs-legend {max-width: 58em}
.sqs-legend dt {font-family: ui-monospace, monospace; font-size: .85em; margin-top: .5em}
.sqs-legend dd {margin: 0 0 0 1.5em}
.sqs-legend summary {cursor: pointer}
</style>
"""


def to_html(replay: Replay) -> str:
    """The replay with its scores first, the moves in a scrolling box, the rules folded away.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> page = to_html(sq.replay(sq.make_plan("squarrels", ["baseline", "random"]), deal=0))
    >>> "<details" in page, "http" in page
    (True, False)
    """
    parts = [_STYLE]
    if replay.fault:
        parts.append(f'<div class="sqs-stop"><b>Stopped:</b> {escape(replay.fault)}</div>')
    if replay.scores:
        parts.append(html_table(["player", "score", ""], replay.result()))
    moves = "".join(_line(line) for line in replay.lines)
    parts.append(
        f'<div class="sqs-play" tabindex="0" role="region" aria-label="moves">{moves}</div>'
    )
    rules = "".join(
        f"<dt>{escape(cite.key)}</dt>"
        f'<dd>{escape(cite.text)}<div class="quiet">{escape(cite.source)}</div></dd>'
        for cite in replay.citations
    )
    summary = f"Rules cited ({len(replay.citations)})"
    parts.append(
        f'<details class="sqs-legend"><summary>{summary}</summary><dl>{rules}</dl></details>'
    )
    return html_block(replay.game.title, replay.header(), *parts)


def _line(line: Line) -> str:
    number = str(line.number) if line.number else ""
    text = escape(line.text)
    if line.decisions:
        text += f' <span class="d" title="decision {line.asked}">·d{line.asked}</span>'
    rule = ""
    if line.cite:
        meaning = escape(f"{line.cite.text} ({line.cite.source})")
        rule = f'<abbr class="rule" title="{meaning}">{escape(line.cite.key)}</abbr>'
    return (
        f'<div class="sqs-line i{line.indent} {line.kind}"><span class="no">{number}</span>'
        f'<span class="txt">{text}</span>{rule}</div>'
    )
