"""Charts of play that stops itself: the path of a test, and intervals that shrink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from squirrelstats.errors import UsageError
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import COLOURS, INK, MARKERS, QUIET, axes, footnote, style, title
from squirrelstats.stats._duel_result import Contrast, Duel
from squirrelstats.stats.confidence_sequences import ConfidenceSequence
from squirrelstats.stats.until import RunningEstimate
from squirrelstats.stats.watched import WatchedShares

#: More pairs than this in one chart cannot be told apart.
MOST_PAIRS = 8
#: Lines that lie on each other all show.
DASHES: tuple[Any, ...] = ("-", (0, (7, 2)), (0, (4, 3)), (0, (1.5, 1.5)))


def llr_path(duel: Duel, *, ax: Axes | None = None) -> Axes:
    """The log-likelihood ratio of every test of a duel at its looks, between its two limits.

    Parameters
    ----------
    duel : Duel
        With goal ``"better"``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
    """
    need(duel, Duel, "a duel", "sq.plot.llr_path(sq.duel(…))")
    if duel.goal != "better":
        raise UsageError(
            f"a path of tests is that of a duel with goal='better', this one has {duel.goal!r}; "
            "write sq.plot.interval_path(duel)"
        )
    shown = _shown(duel)
    lower, upper = duel.limits
    with style():
        ax = axes(ax, (7.2, 4.2))
        for number, contrast in enumerate(shown):
            n = [look.n for look in contrast.path]
            llr = [look.llr for look in contrast.path]
            _line(ax, number, n, llr)
        low, high = min(lower, -0.1), upper
        drawn = [look.llr for c in shown for look in c.path]
        room = 0.35 * (upper - lower)
        ax.set_ylim(max(min([low, *drawn]), low - room) - room / 3, _top(drawn, high, room))
        _blocks_axis(ax, duel.unit)
        units = "standard deviations of a deal" if duel.normalised else "points"
        if duel.exact and not duel.normalised:
            bounds = [f"{100 * b:+g} pp".replace("-", "−") for b in duel.bounds]
        else:
            bounds = [f"{b:+g}".replace("-", "−") for b in duel.bounds]
        for limit, words in ((upper, "better"), (lower, "not better")):
            ax.axhline(limit, color=QUIET, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1)
            _at_left(ax, limit, f"{words} ({limit:+.2f})".replace("-", "−"))
        ax.set_ylabel("log-likelihood ratio")
        _ends(ax, [(c.path[-1].n, c.llr, _who(duel, c)) for c in shown])
        wanted = f"gain of {bounds[1]} against one of {bounds[0]}"
        title(ax, f"Is it better? Evidence for a {wanted}")
        extra = "" if duel.exact and not duel.normalised else f" · bounds in {units}"
        footnote(ax, f"{duel.about} · n = {duel.n:,} {_units(duel.unit)}{extra}")
    return ax


def interval_path(
    result: Duel | RunningEstimate | ConfidenceSequence | WatchedShares, *, ax: Axes | None = None
) -> Axes:
    """Intervals at every look, which all hold at once, closing in on what is estimated.

    Parameters
    ----------
    result : Duel, RunningEstimate, ConfidenceSequence or WatchedShares
    ax : Axes, optional

    Returns
    -------
    ax : Axes
    """
    if isinstance(result, Duel):
        return _gains(result, ax)
    if isinstance(result, WatchedShares):
        return _watched(result, ax)
    if isinstance(result, RunningEstimate):
        if not result.path:
            raise UsageError("this estimate has no look yet, so there is nothing to draw")
        parts = [(e.n, e.value, e.low, e.high) for e in result.path]
        n, value, low, high = np.array(parts).T
        words = (result.what, result.unit, result.share)
        about = f"{result.about} · n = {result.estimate.n:,} {_units(result.unit)}"
        level = result.estimate.level
        kind = "exact" if result.share else "asymptotic"
    elif isinstance(result, ConfidenceSequence):
        n, value, low, high = result.n.astype(float), result.value, result.low, result.high
        words = ("mean", "", False)
        about, level, kind = f"n = {result.n[-1]:,} blocks", result.level, result.kind
    else:
        raise UsageError(
            "intervals that shrink are those of sq.duel, sq.estimate_until, sq.live or "
            f"sq.confidence_sequence, got {type(result).__name__}"
        )
    what, unit, share = words
    with style():
        ax = axes(ax, (7.2, 4.2))
        _band(ax, 0, n, value, low, high)
        _limit_y(ax, value, low, high)
        _blocks_axis(ax, unit)
        if share:
            _text.percent_axis(ax.yaxis)
        ax.set_ylabel(what)
        title(ax, f"{what[:1].upper()}{what[1:]}: what is known after so many {_units(unit)}")
        promise = f"{100 * level:g} % intervals ({kind}) hold at all looks together"
        footnote(ax, f"{about} · {promise}")
    return ax


def _gains(duel: Duel, ax: Axes | None) -> Axes:
    shown = _shown(duel)
    measure = duel.measure.replace("_", " ")
    with style():
        ax = axes(ax, (7.2, 4.2))
        everything = []
        for number, contrast in enumerate(shown):
            parts = [(e.n, e.gain.value, e.gain.low, e.gain.high) for e in contrast.path]
            n, value, low, high = np.array(parts).T
            _band(ax, number, n, value, low, high, hatched=len(shown) > 1)
            everything.append((value, low, high))
        value, low, high = (np.concatenate(part) for part in zip(*everything, strict=True))
        _limit_y(ax, np.append(value, 0.0), low, high)
        ax.axhline(0, color=QUIET, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1)
        _blocks_axis(ax, duel.unit)
        if duel.exact:
            _text.percent_axis(ax.yaxis)
        over = f" over {duel.arms[0]}" if duel.goal == "better" else ""
        ax.set_ylabel(f"gain in {measure}{over}")
        _ends(ax, [(c.path[-1].n, c.gain.value, _who(duel, c)) for c in shown])
        title(ax, f"Gain in {measure}{over}, as it became known")
        several = " and pairs" if len(duel.contrasts) > 1 else ""
        promise = f"{100 * (1 - duel.alpha):g} % intervals hold at all looks{several} together"
        kind = "" if duel.exact else " (asymptotic)"
        footnote(ax, f"{duel.about} · n = {duel.n:,} {_units(duel.unit)} · {promise}{kind}")
    return ax


def _watched(shares: WatchedShares, ax: Axes | None) -> Axes:
    if not shares.last:
        raise UsageError("nothing was looked at yet, so there is nothing to draw")
    with style():
        ax = axes(ax, (7.2, 4.2))
        everything = []
        for number, path in enumerate(shares.paths):
            n, value, low, high = np.array([(e.n, e.value, e.low, e.high) for e in path]).T
            _band(ax, number, n, value, low, high, hatched=len(shares.paths) > 1)
            everything.append((value, low, high))
        value, low, high = (np.concatenate(part) for part in zip(*everything, strict=True))
        _limit_y(ax, value, low, high)
        ax.axhline(shares.even, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        _blocks_axis(ax, shares.unit)
        _text.percent_axis(ax.yaxis)
        ax.set_ylabel("win share")
        ends = [(e.n, e.value, name) for name, e in shares.last.items()]
        _ends(ax, ends, INK)
        title(ax, f"Win share by {shares.by}, as it becomes known")
        footnote(ax, f"{shares.about} · n = {shares.n:,} {_units(shares.unit)} · {shares.promise}")
    return ax


def _shown(duel: Duel) -> list[Contrast]:
    shown = [contrast for contrast in duel.contrasts if contrast.path]
    if not shown:
        raise UsageError("this duel has no look yet, so there is nothing to draw")
    if len(shown) > MOST_PAIRS:
        raise UsageError(
            f"{len(shown)} pairs of arms in one chart cannot be told apart (at most {MOST_PAIRS}); "
            "duel.path() has all figures"
        )
    return shown


def _who(duel: Duel, contrast: Contrast) -> str:
    if duel.goal == "better":
        return contrast.challenger
    return f"{contrast.challenger} over {contrast.base}"


def _units(unit: str) -> str:
    return {"matches": "matches", "rounds": "deals"}.get(unit, "blocks")


def _line(ax: Axes, number: int, n: Sequence[float] | np.ndarray, y: Sequence[float]) -> None:
    colour = COLOURS[number % len(COLOURS)]
    ax.plot(n, y, color=colour, linewidth=1.8, linestyle=DASHES[number % len(DASHES)])
    marker = MARKERS[number % len(MARKERS)]
    ax.plot(n[-1:], y[-1:], color=colour, marker=marker, markersize=7, linestyle="none")


def _band(
    ax: Axes,
    number: int,
    n: np.ndarray,
    value: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    *,
    hatched: bool = False,
) -> None:
    """Mean as a line, its intervals as a band; a single look is a bar."""
    colour = COLOURS[number % len(COLOURS)]
    ax.fill_between(n, low, high, color=colour, alpha=0.10 if hatched else 0.18, linewidth=0)
    for edge in (low, high):
        ax.plot(n, edge, color=colour, linewidth=0.9, alpha=0.8)
    ax.plot([n[-1], n[-1]], [low[-1], high[-1]], color=colour, linewidth=2.4)
    _line(ax, number, n, value.tolist())


def _limit_y(ax: Axes, value: np.ndarray, low: np.ndarray, high: np.ndarray) -> None:
    known = np.concatenate([value, low[np.isfinite(low)], high[np.isfinite(high)]])
    margin = 0.08 * (known.max() - known.min() or 1.0)
    ax.set_ylim(known.min() - margin, known.max() + margin)


def _top(drawn: list[float], high: float, room: float) -> float:
    return min(max([high, *drawn]), high + room) + room / 3


def _blocks_axis(ax: Axes, unit: str) -> None:
    """Blocks on a log axis, with plain numbers."""
    ax.set_xscale("log")
    low, high = ax.dataLim.intervalx
    if high <= low * 1.5:
        low, high = low / 1.5, high * 1.5
    margin = (high / low) ** 0.025
    ax.set_xlim(low / margin, high * margin)
    steps: tuple[float, ...] = (1.0, 2.0, 5.0) if high / low < 300 else (1.0,)
    if high / low < 4:
        steps = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0)
    ax.xaxis.set_major_locator(LogLocator(subs=steps))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.tick_params(axis="x", which="minor", length=0)
    ax.set_xlabel(f"{_units(unit)} played (log scale)")


def _at_left(ax: Axes, y: float, words: str) -> None:
    ax.annotate(
        words,
        (0, y),
        xycoords=("axes fraction", "data"),
        xytext=(4, 3),
        textcoords="offset points",
        fontsize=8.5,
        color=QUIET,
        va="bottom",
    )


def _ends(ax: Axes, ends: list[tuple[int, float, str]], colour: str | None = None) -> None:
    """Names beside the right edge at the heights of the last points, moved apart."""
    bottom, top = ax.get_ylim()
    gap = (top - bottom) / 17
    order = sorted(range(len(ends)), key=lambda i: ends[i][1])
    heights = np.clip([ends[i][1] for i in order], bottom + gap / 2, top - gap / 2)
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + gap)
    heights -= max(0.0, heights[-1] - top)
    for i in range(len(heights) - 2, -1, -1):
        heights[i] = min(heights[i], heights[i + 1] - gap)
    for i, height in zip(order, heights, strict=True):
        _text.beside(ax, height, ends[i][2], color=colour or COLOURS[i % len(COLOURS)])
