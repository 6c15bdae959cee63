"""Estimates: a value never travels without its standard error, interval and n.

Everything rests on *blocks*, the independent units: all playings of one deal (or match) are one
block. Sums over blocks are kept as integers, so a result does not depend on how a run was cut.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

LEVEL = 0.95
#: With fewer hits or misses than this (at the effective size) a share's interval is no narrower
#: than the exact one.
FEW = 10


@dataclass(frozen=True)
class Estimate:
    """A mean over independent blocks.

    Attributes
    ----------
    value : float
    se : float
        Standard error; nan for a single block.
    low, high : float
        Confidence interval at `level`.
    n : int
        Independent blocks.
    level : float
    """

    value: float
    se: float
    low: float
    high: float
    n: int
    level: float = LEVEL

    def __str__(self) -> str:
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}] (n={self.n:,})"


@dataclass
class BlockSums:
    """Exact running sums of one integer per block.

    Attributes
    ----------
    n, total, squares : int
        Blocks, sum of their values and of the squares of their values.
    """

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, n: int, total: int, squares: int) -> None:
        """Add the blocks of one more chunk."""
        self.n += int(n)
        self.total += int(total)
        self.squares += int(squares)

    def mean(self, divisor: float = 1.0, *, share: bool = False) -> Estimate:
        """The mean of the blocks' values divided by `divisor`.

        Parameters
        ----------
        divisor : float
            What one block's integer must be divided by (cells in a block, units in a point).
        share : bool
            The value is a share between 0 and 1: use a Wilson interval, which stays inside and
            does not collapse when every block gave the same.
        """
        if self.n == 0:
            return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
        value = self.total / self.n / divisor
        if self.n == 1:
            limits = (0.0, 1.0) if share else (-math.inf, math.inf)
            return Estimate(value, math.nan, *limits, 1)
        centred = self.n * self.squares - self.total**2
        se = math.sqrt(centred / (self.n - 1)) / self.n / divisor
        low, high = wilson(value, se, self.n) if share else student(value, se, self.n)
        return Estimate(value, se, low, high, self.n)


def mean_of(values: np.ndarray, divisor: float = 1.0, *, share: bool = False) -> Estimate:
    """Mean of one number per block, divided by `divisor`.

    Parameters
    ----------
    values : int64 or float64 (blocks,)
    divisor, share
        As for `BlockSums.mean`.

    Examples
    --------
    >>> import numpy as np
    >>> mean_of(np.array([1, 2, 3, 4]), 2).value
    1.25
    """
    if values.dtype.kind in "iub":
        whole = [int(value) for value in (values.sum(dtype=np.int64), _squares(values))]
        return BlockSums(len(values), *whole).mean(divisor, share=share)
    if len(values) < 2:
        return BlockSums(len(values)).mean() if not len(values) else _single(values, divisor, share)
    value = float(values.mean()) / divisor
    se = float(values.std(ddof=1)) / math.sqrt(len(values)) / divisor
    low, high = (wilson if share else student)(value, se, len(values))
    return Estimate(value, se, low, high, len(values))


def _single(values: np.ndarray, divisor: float, share: bool) -> Estimate:
    limits = (0.0, 1.0) if share else (-math.inf, math.inf)
    return Estimate(float(values[0]) / divisor, math.nan, *limits, 1)


def _squares(values: np.ndarray) -> int:
    """Exact sum of squares: in Python's integers where 64 bits might not do."""
    wide = values.astype(np.int64)
    most = int(np.abs(wide).max(initial=0))
    if most * most * max(len(wide), 1) < 2**63:
        return int((wide * wide).sum())
    return sum(int(value) ** 2 for value in wide)


@dataclass
class RatioSums:
    """Exact running sums for the mean of an integer over cells whose number differs by block.

    Attributes
    ----------
    n, cells : int
        Blocks that have any cells, and all cells.

    References
    ----------
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (ratio estimates).
    """

    n: int = 0
    cells: int = 0
    _cells_squared: int = 0
    _total: int = 0
    _squares: int = 0
    _cross: int = 0

    def add(self, cells: np.ndarray, totals: np.ndarray) -> None:
        """Add blocks.

        Parameters
        ----------
        cells, totals : int64 (blocks,)
            Number of cells of each block, and the sum of their values.
        """
        self.n += int(np.count_nonzero(cells))
        self.cells += int(cells.sum())
        self._cells_squared += int((cells * cells).sum())
        self._total += int(totals.sum())
        self._squares += int((totals * totals).sum())
        self._cross += int((totals * cells).sum())

    def mean(self, divisor: float = 1.0, *, share: bool = False) -> Estimate:
        """The mean of the cells' values divided by `divisor`; ``share`` as for `BlockSums.mean`."""
        if self.n == 0:
            return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
        mean = self._total / self.cells
        value = mean / divisor
        if self.n == 1:
            limits = (0.0, 1.0) if share else (-math.inf, math.inf)
            return Estimate(value, math.nan, *limits, 1)
        residual = self._squares - 2 * mean * self._cross + mean * mean * self._cells_squared
        correction = self.n / (self.n - 1)
        se = math.sqrt(max(residual, 0.0) * correction) / self.cells / divisor
        interval = wilson if share else student
        return Estimate(value, se, *interval(value, se, self.n), self.n)


def student(value: float, se: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Student's t interval of a mean over n blocks.

    Examples
    --------
    >>> low, high = student(10.0, 1.0, 1_000_000)
    >>> round(low, 2), round(high, 2)
    (8.04, 11.96)
    """
    half = _quantile(n, level) * se
    return value - half, value + half


def hedged(estimate: Estimate, room: float | None = None) -> Estimate:
    """A difference that was the same in every block, with an interval of some width.

    Student's has none there, so it would claim to be certain after two blocks. At most a share of
    1 − (α/2)^(1/n) of the blocks is of another kind (Clopper and Pearson's limit for 0 of n); how
    far off those can be decides.

    Parameters
    ----------
    estimate : Estimate
        One that varies, or of a single block, is given back as it is.
    room : float, optional
        A block lies between −room and +room, as differences of shares do for 1. Default: nothing
        is known, so others are taken to lie as far beyond 0, to either side, as these are from it;
        if all are 0, the interval is unknown.

    Examples
    --------
    >>> print(hedged(Estimate(1.0, 0.0, 1.0, 1.0, 2), room=1.0))
    1 [-0.6838, 1] (n=2)
    >>> print(hedged(Estimate(0.0, 0.0, 0.0, 0.0, 100)))
    0 [-inf, inf] (n=100)
    """
    if estimate.n < 2 or not _constant(estimate):
        return estimate
    value, n = estimate.value, estimate.n
    others = 1 - ((1 - estimate.level) / 2) ** (1 / n)
    if room is None:
        below = above = 2 * abs(value) or math.inf
    else:
        below, above = max(room + value, 0.0), max(room - value, 0.0)
    low, high = value - others * below, value + others * above
    return Estimate(value, 0.0, low, high, n, estimate.level)


def _constant(estimate: Estimate) -> bool:
    """Whether all blocks gave the same, but for the rounding of floating-point numbers."""
    return estimate.se <= 1e-12 * abs(estimate.value)


def p_value(estimate: Estimate, room: float | None = None) -> float:
    """Two-sided p value of an estimate against 0, by Student's t on its blocks.

    Where all blocks gave the same it is that at which the interval of `hedged` would end at 0; with
    no ``room`` that is the sign test.

    Parameters
    ----------
    estimate : Estimate
    room : float, optional
        How far beyond 0 a block can lie on the other side.

    Examples
    --------
    >>> round(p_value(Estimate(1.96, 1.0, 0.0, 3.92, 1_000_000)), 3)
    0.05
    >>> p_value(Estimate(1.0, 0.0, 1.0, 1.0, 2))
    0.5
    """
    from scipy.special import stdtr

    if estimate.n < 2 or not math.isfinite(estimate.value):
        return 1.0
    if _constant(estimate):
        size = abs(estimate.value)
        reach = size if room is None else room
        return min(1.0, 2 * (reach / (reach + size)) ** estimate.n) if size else 1.0
    return float(2 * stdtr(estimate.n - 1, -abs(estimate.value / estimate.se)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values: compared with a level, they keep the risk of any false alarm at it.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6.

    Examples
    --------
    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, least = [0.0] * len(p_values), 0.0
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * p_values[place]))
        adjusted[place] = least
    return adjusted


def wilson(share: float, se: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval of a share, at the effective size that its standard error implies.

    A share over blocks varies less or more than n coin tosses would; the effective size is the
    number of tosses with the same standard error (Kish's design effect). Student's quantile takes
    the place of the normal one, since that standard error is itself estimated from n blocks. Of
    rare events Wilson's lower end is too high too often: there the interval reaches at least as far
    as the exact binomial one, at the effective size.

    Parameters
    ----------
    share, se : float
    n : int
        Blocks; the effective size where the standard error is 0.

    References
    ----------
    Wilson (1927), Probable inference, JASA 22. Kish (1965), Survey Sampling. Clopper and Pearson
    (1934), Biometrika 26; Korn and Graubard (1998), Survey Methodology 24 (exact interval at the
    effective size).

    Examples
    --------
    >>> [round(x, 3) for x in wilson(1.0, 0.0, 10)]
    [0.661, 1.0]
    """
    size = share * (1 - share) / se**2 if se > 0 else float(n)
    z2 = _quantile(n, level) ** 2
    centre = (share + z2 / (2 * size)) / (1 + z2 / size)
    spread = math.sqrt(max(share * (1 - share), 0.0) / size + z2 / (4 * size**2))
    half = math.sqrt(z2) * spread / (1 + z2 / size)
    low, high = centre - half, centre + half
    if size * min(share, 1 - share) < FEW:
        exact = _clopper_pearson(share * size, size, level)
        low, high = min(low, exact[0]), max(high, exact[1])
    return max(0.0, min(low, share)), min(1.0, max(high, share))


def _clopper_pearson(hits: float, size: float, level: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    tail, misses = (1 - level) / 2, max(size - hits, 0.0)
    low = float(betaincinv(hits, misses + 1, tail)) if hits > 0 else 0.0
    high = float(betaincinv(hits + 1, misses, 1 - tail)) if misses > 0 else 1.0
    return low, high


def _quantile(n: int, level: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, 0.5 + level / 2))
