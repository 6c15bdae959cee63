"""Chart of win shares that are being watched."""

from __future__ import annotations

import textwrap

from matplotlib.axes import Axes

from squirrelstats.errors import UsageError
from squirrelstats.plot._about import need
from squirrelstats.plot._style import axes, footnote, style, title
from squirrelstats.plot.runs import NAME_WIDTH, draw_shares
from squirrelstats.stats.watched import WatchedShares


def watched_shares(shares: WatchedShares, *, ax: Axes | None = None) -> Axes:
    """Win shares at the last look with intervals that hold at every look.

    Parameters
    ----------
    shares : WatchedShares
        As ``sq.live(…).shares``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        As wide as the intervals of the first look, so that one sees them shrink.

    Raises
    ------
    UsageError
        These are none, or there is no look yet.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> from squirrelstats.stats.watched import Watch
    >>> watch = Watch(sq.make_plan("squarrels", ["baseline", "random"], rotate="cyclic"))
    >>> watch.play_to(200)
    >>> watched_shares(watch.look()).get_xlabel()
    'win share (a tie for first is shared)'
    """
    need(shares, WatchedShares, "watched shares", "sq.plot.watched_shares(sq.live(…).shares)")
    if not shares.last:
        raise UsageError("nothing was looked at yet, so there is nothing to draw")
    named = {
        textwrap.fill(name, NAME_WIDTH, break_long_words=False, break_on_hyphens=False): e
        for name, e in shares.last.items()
    }
    first = [path[0] for path in shares.paths]
    low, high = min(e.low for e in first), max(e.high for e in first)
    room = 0.05 * (max(high, shares.even) - min(low, shares.even) or 1.0)
    with style():
        ax = axes(ax, (6.8, 1.5 + 0.42 * len(named)), grid="x")
        draw_shares(named, shares.even, ax, distinct=True)
        ax.set_xlim(min(low, shares.even) - room, max(high, shares.even) + room)
        title(ax, f"Who wins: win share by {shares.by}", pad=16)
        units = "matches" if shares.unit == "matches" else "deals"
        footnote(ax, f"{shares.about} · n = {shares.n:,} {units} · {shares.promise}")
    return ax
