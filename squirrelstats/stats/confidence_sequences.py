"""Confidence sequences: intervals that hold at every look at once, however often one looks.

A fixed interval may be read once, after a number of blocks chosen beforehand. Whoever looks again
and again and stops when it pleases sees it miss far more often than 5 % of the time. The intervals
here miss *ever* with that probability, so they may be watched, and play stopped at any moment for
any reason.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.errors import UsageError, choices, listed
from squirrelstats.intervals import LEVEL
from squirrelstats.simulate.api import whole_number
from squirrelstats.stats.sprt import numbers

if TYPE_CHECKING:
    import pandas as pd

SIDES = ("both", "lower", "upper")
#: Stakes: parts of the capital that are bet, from all but one part in 64 down by factors of √2.
#: The smallest suit millions of blocks of ordinary spread.
STAKES = np.append(1 - 2.0 ** -np.arange(6, 1, -1), 2.0 ** -np.arange(1, 13, 0.5))
#: Part of the capital with each stake: most about 1/13, the best one for some 5,000 blocks.
_WEIGHTS = 1 / (1 + (np.log2(13 * STAKES) / 1.5) ** 2)
_WEIGHTS /= _WEIGHTS.sum()
#: Fewer blocks than this have no asymptotic interval.
FIRST_ASYMPTOTIC = 100
#: Blocks at which an asymptotic sequence is tightest, unless told.
USUAL_BLOCKS = 5_000
#: How exactly a bound is found; it is then moved outwards by twice as much.
_NEAR = 1e-12


def capital(values: np.ndarray, counts: np.ndarray, mean: float) -> np.ndarray:
    """Log of the wealth of one who bets that the true mean is above ``mean``.

    Every stake c of `STAKES` has a part of the capital, which each block multiplies by
    1 + c (x / mean − 1). If the mean is not above, the wealth is a nonnegative supermartingale
    that starts at 1: with probability 1 − α it never reaches 1/α (Ville). It depends only on how
    often each value came, and falls in ``mean``.

    Parameters
    ----------
    values : float64 (results,)
        Between 0 and 1.
    counts : (…, results)
        Blocks by result, of one experiment or of many.
    mean : float
        Above 0.

    Returns
    -------
    wealth : float64 (…)

    References
    ----------
    Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting,
    JRSS-B 86 (a discrete mixture of constant bets). Ville (1939), Étude critique de la notion de
    collectif.
    """
    returns = np.log1p(STAKES * (values[:, np.newaxis] / mean - 1))
    wealth = counts @ returns
    most = wealth.max(axis=-1, keepdims=True)
    return np.asarray(most[..., 0] + np.log(np.exp(wealth - most) @ _WEIGHTS))


def betting_bound(values: np.ndarray, counts: np.ndarray, alpha: float) -> float:
    """The smallest mean that the bets of `capital` have not ruled out: a lower bound.

    Parameters
    ----------
    values : float64 (results,)
        Between 0 and 1.
    counts : int64 (results,)
    alpha : float
        Probability to be above the true mean ever.
    """
    from scipy.optimize import brentq

    high = float(values @ counts) / max(int(counts.sum()), 1)
    low, limit = _NEAR * high, -math.log(alpha)

    def over(mean: float) -> float:
        return float(capital(values, counts, mean)) - limit

    if high <= 0 or over(low) <= 0:
        return 0.0
    return max(0.0, float(brentq(over, low, high, xtol=_NEAR)) - 2 * _NEAR)


def bounded_interval(
    values: np.ndarray,
    counts: np.ndarray,
    within: tuple[float, float],
    alpha: float,
    side: str = "both",
) -> tuple[float, float]:
    """Anytime-valid interval of the mean of numbers that lie within known limits.

    Parameters
    ----------
    values : float64 (results,)
    counts : int64 (results,)
        Blocks that gave each.
    within : tuple of float
        The least and the most that a block can be.
    alpha : float
        Probability that it ever misses; of two sides each has half of it.
    side : str
        ``"both"``, ``"lower"`` or ``"upper"``.

    Examples
    --------
    >>> wins = np.array([0.0, 0.5, 1.0])
    >>> low, high = bounded_interval(wins, np.array([60, 10, 130]), (0, 1), 0.05)
    >>> round(low, 3), round(high, 3)
    (0.562, 0.77)
    """
    least, most = within
    scaled = np.clip((values - least) / (most - least), 0.0, 1.0)
    each = alpha / 2 if side == "both" else alpha
    low, high = 0.0, 1.0
    if side != "upper":
        low = betting_bound(scaled, counts, each)
    if side != "lower":
        high = 1 - betting_bound(1 - scaled, counts, each)
    return least + low * (most - least), least + high * (most - least)


def asymptotic_interval(
    n: int,
    mean: float,
    sd: float,
    alpha: float,
    side: str = "both",
    tightest: int = USUAL_BLOCKS,
) -> tuple[float, float]:
    """Asymptotic anytime-valid interval of the mean of numbers without limits.

    Asymptotic: its promise is kept in the limit of a late first look, as that of a t interval is
    kept in the limit of many blocks. There is none before `FIRST_ASYMPTOTIC` blocks, nor while all
    blocks gave the same.

    Parameters
    ----------
    n : int
    mean, sd : float
    alpha : float
    side : str
    tightest : int
        Blocks at which it is narrowest for its kind.

    References
    ----------
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Time-uniform central limit theory and
    asymptotic confidence sequences, Annals of Statistics 52, theorem 2.2 and its one-sided form.

    Examples
    --------
    >>> low, high = asymptotic_interval(5_000, 0.0, 1.0, 0.05)
    >>> round(high * 5_000**0.5, 2)
    3.04
    """
    if n < FIRST_ASYMPTOTIC or not sd > 0:
        return -math.inf, math.inf
    half = sd * _boundary(n, alpha if side == "both" else 2 * alpha, side == "both", tightest)
    low = mean - half if side != "upper" else -math.inf
    high = mean + half if side != "lower" else math.inf
    return low, high


def _boundary(n: int, alpha: float, both: bool, tightest: int) -> float:
    """Half of the width for a standard deviation of 1; ``alpha`` is doubled for one side."""
    late = -2 * math.log(alpha)
    mixing = (late + math.log(late + 1)) / tightest
    grown = n * mixing + 1
    growth = math.log(math.sqrt(grown) / alpha + (0 if both else 1))
    return math.sqrt(2 * grown / (n * n * mixing) * growth)


@dataclass(frozen=True, repr=False)
class ConfidenceSequence:
    """Intervals at several looks, all of which hold at once.

    Attributes
    ----------
    n : int64 (looks,)
        Blocks at each look.
    value, low, high : float64 (looks,)
    level : float
        Probability that the true mean is in all of them.
    side : str
        ``"both"``, ``"lower"`` (bounds from below only) or ``"upper"``.
    kind : str
        ``"exact"``, or ``"asymptotic"`` where the numbers have no limits.
    """

    n: np.ndarray = field(compare=False)
    value: np.ndarray = field(compare=False)
    low: np.ndarray = field(compare=False)
    high: np.ndarray = field(compare=False)
    level: float
    side: str
    kind: str

    def frame(self) -> pd.DataFrame:
        """Tidy table, one row a look: n, value, low, high."""
        import pandas as pd

        return pd.DataFrame({"n": self.n, "value": self.value, "low": self.low, "high": self.high})

    def _parts(self) -> tuple[str, list[str], tuple[list[str], list[list[str]]]]:
        kind = "" if self.kind == "exact" else ", asymptotic"
        sided = "" if self.side == "both" else f", {self.side} bounds only"
        shown = range(max(0, len(self.n) - 10), len(self.n))
        rows = [
            [f"{self.n[i]:,}", *(f"{x[i]:.4g}" for x in (self.value, self.low, self.high))]
            for i in shown
        ]
        title = f"Confidence sequence, {100 * self.level:g} % at all looks together{kind}{sided}"
        more = [f"the last {len(shown)} of {len(self.n)} looks"] if len(shown) < len(self.n) else []
        return title, more, (["blocks", "mean", "low", "high"], rows)

    def __repr__(self) -> str:
        title, quiet, table = self._parts()
        return text_block(title, quiet, text_table(*table))

    def _repr_html_(self) -> str:
        title, quiet, table = self._parts()
        return html_block(title, quiet, html_table(*table))


def looks_up_to(last: int, first: int = 100, growth: float = 1.1) -> list[int]:
    """Block numbers to look at: the first, then a tenth more each time, then the last.

    Examples
    --------
    >>> looks_up_to(150)
    [100, 110, 121, 133, 146, 150]
    """
    looks, at = [], float(first)
    while at < last:
        looks.append(int(at))
        at = max(at * growth, at + 1)
    return [*looks, last]


def confidence_sequence(
    values: Sequence[float] | np.ndarray,
    *,
    within: tuple[float, float] | None = None,
    level: float = LEVEL,
    side: str = "both",
    looks: Sequence[int] | None = None,
) -> ConfidenceSequence:
    """Confidence sequence of the mean of numbers that came one after another, one for each block.

    Parameters
    ----------
    values : float64 or int64 (blocks,)
        In the order in which they came.
    within : tuple of float, optional
        The least and the most that one can be: ``(0, 1)`` for win shares, ``(-1, 1)`` for their
        differences. Then the sequence is exact at any number of blocks; without it is asymptotic
        and begins at 100 blocks.
    level : float
    side : str
        ``"both"``, ``"lower"`` or ``"upper"``.
    looks : sequence of int, optional
        Numbers of blocks to look at, ascending; default: ever a tenth more. More looks cost
        nothing.

    Returns
    -------
    sequence : ConfidenceSequence

    Raises
    ------
    UsageError
        Values outside the limits, or looks, level or side that cannot be.

    References
    ----------
    Waudby-Smith and Ramdas (2024), JRSS-B 86; Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
    (2024), Annals of Statistics 52.

    Examples
    --------
    >>> won = np.random.default_rng(1).integers(0, 2, 2_000)
    >>> sequence = confidence_sequence(won, within=(0, 1), looks=[100, 1_000, 2_000])
    >>> bool((sequence.low < 0.5).all() and (sequence.high > 0.5).all())
    True
    """
    data = numbers("values", values)
    if data.ndim != 1 or len(data) == 0 or not np.isfinite(data).all():
        raise UsageError(f"values are a row of finite numbers, one for each block, got {values!r}")
    check_level(level)
    if side not in SIDES:
        raise UsageError(choices("side", side, SIDES))
    at = (
        looks_up_to(len(data))
        if looks is None
        else [whole_number("each look", look, len(data)) for look in listed("looks", looks)]
    )
    if not at or at[0] < 1 or at[-1] > len(data) or any(a >= b for a, b in pairwise(at)):
        raise UsageError(f"looks are ascending whole numbers from 1 to {len(data)}, got {looks!r}")
    ends: list[tuple[float, float]] = []
    if within is not None:
        least, most = check_within(within, data)
        known, place = np.unique(data, return_inverse=True)
        counts, done = np.zeros(len(known), np.int64), 0
        for look in at:
            counts += np.bincount(place[done:look], minlength=len(known))
            done = look
            ends.append(bounded_interval(known, counts, (least, most), 1 - level, side))
    else:
        for look in at:
            part = data[:look]
            sd = float(part.std(ddof=1)) if look > 1 else math.nan
            ends.append(asymptotic_interval(look, float(part.mean()), sd, 1 - level, side))
    low, high = np.array(ends).T
    means = np.cumsum(data)[np.array(at) - 1] / np.array(at)
    kind = "asymptotic" if within is None else "exact"
    return ConfidenceSequence(np.array(at), means, low, high, level, side, kind)


def check_level(level: Any) -> None:
    """Refuse what is no level."""
    if not isinstance(level, int | float) or not 0.5 < level < 1:
        raise UsageError(f"level is a probability above 0.5 and below 1, like 0.95, got {level!r}")


def check_within(within: Any, data: np.ndarray) -> tuple[float, float]:
    """The limits of the values, which must hold."""
    try:
        least, most = (float(limit) for limit in within)
    except (TypeError, ValueError):
        least = most = math.nan
    if not (math.isfinite(least) and math.isfinite(most) and least < most):
        raise UsageError(f"within is the least and the most a block can be, got {within!r}")
    if data.min() < least or data.max() > most:
        raise UsageError(
            f"values go from {data.min():g} to {data.max():g}, beyond within={within!r}; give the "
            "limits that hold for every block, or none"
        )
    return least, most
