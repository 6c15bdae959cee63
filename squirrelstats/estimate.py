"""Estimates: a value never travels without its standard error, interval and n.

Everything rests on *blocks*, the independent units: all playings of one deal (or match) are one
block. Sums over blocks are kept as integers, so a result does not depend on how a run was cut.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.intervals import LEVEL, student, unseen, wilson

#: What a format of an estimate may be: sign, decimals, kind.
FORMAT = re.compile(r"(?P<sign>\+?)(?:\.(?P<places>\d+))?(?P<kind>[f%p]?)")
#: Fewer blocks than this in which two things differ settle nothing: Student's interval needs more.
FEW_DIFFERING = 20


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

    def __format__(self, spec: str) -> str:
        """Value and interval in a sentence.

        Parameters
        ----------
        spec : str
            ``+`` to show the sign, ``.2`` decimals (default: what the interval supports), and a
            kind: ``f`` as it is, ``%`` a share in percent, ``p`` a share in percentage points.

        Examples
        --------
        >>> share = Estimate(0.4567, 0.002, 0.4528, 0.4606, 900)
        >>> f"{share:%}", f"{share:.2%}"
        ('45.7 % (45.3 to 46.1)', '45.67 % (45.28 to 46.06)')
        >>> f"{Estimate(-0.012, 0.001, -0.014, -0.01, 900):+.1p}"
        '−1.2 (−1.4 to −1.0)'
        """
        if not spec:
            return str(self)
        found = FORMAT.fullmatch(spec)
        if found is None:
            raise UsageError(
                f"an estimate has no format {spec!r}: give a sign (+), decimals (.2) and one of "
                "f (a number), % (a share in percent), p (percentage points), as in '+.1%'"
            )
        scale = 1.0 if found["kind"] in ("", "f") else 100.0
        places = decimals([self], scale) if found["places"] is None else int(found["places"])

        def told(x: float) -> str:
            return f"{scale * x:{found['sign']}z.{places}f}".replace("-", "−").replace("inf", "∞")

        unit = " %" if found["kind"] == "%" else ""
        known = math.isfinite(self.low) and math.isfinite(self.high)
        ends = f"{told(self.low)} to {told(self.high)}" if known else f"n = {self.n}, no interval"
        return f"{told(self.value)}{unit} ({ends})"


class Judged:
    """Base of results that a corrected p value is about.

    Attributes
    ----------
    differing : int
        Blocks in which what is compared differs.
    p_holm : float
        P value, corrected by Holm.
    """

    differing: int
    p_holm: float

    @property
    def few(self) -> bool:
        """Too few blocks differ to judge by."""
        return self.differing < FEW_DIFFERING

    @property
    def settled(self) -> bool:
        """Whether the corrected p value, and enough blocks, say that there is a difference."""
        return not self.few and self.p_holm <= 1 - LEVEL


def decimals(estimates: Iterable[Estimate], scale: float = 1.0) -> int:
    """Decimals (1 to 4) that show the narrowest interval as at least one unit either side.

    Examples
    --------
    >>> decimals([Estimate(0.3, 0.002, 0.296, 0.304, 100)], scale=100)
    1
    >>> decimals([Estimate(0.3, 0.0002, 0.2995, 0.3005, 100)], scale=100)
    2
    """
    halves = [(e.high - e.low) / 2 * scale for e in estimates]
    known = [half for half in halves if math.isfinite(half) and half > 0]
    return min(4, max(1, math.ceil(-math.log10(min(known))))) if known else 1


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
    cells_squared, total, squares, cross : int
        Over blocks: sums of squares of the cells, of totals, of their squares, and of cells times
        totals.

    References
    ----------
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (ratio estimates).
    """

    n: int = 0
    cells: int = 0
    cells_squared: int = 0
    total: int = 0
    squares: int = 0
    cross: int = 0

    def add(self, cells: np.ndarray, totals: np.ndarray) -> None:
        """Add blocks.

        Parameters
        ----------
        cells, totals : int64 (blocks,)
            Number of cells of each block, and the sum of their values.
        """
        self.n += int(np.count_nonzero(cells))
        self.cells += int(cells.sum())
        self.cells_squared += int((cells * cells).sum())
        self.total += int(totals.sum())
        self.squares += int((totals * totals).sum())
        self.cross += int((totals * cells).sum())

    def mean(self, divisor: float = 1.0, *, share: bool = False) -> Estimate:
        """The mean of the cells' values divided by `divisor`; ``share`` as for `BlockSums.mean`."""
        if self.n == 0:
            return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
        mean = self.total / self.cells
        value = mean / divisor
        if self.n == 1:
            limits = (0.0, 1.0) if share else (-math.inf, math.inf)
            return Estimate(value, math.nan, *limits, 1)
        residual = self.squares - 2 * mean * self.cross + mean * mean * self.cells_squared
        correction = self.n / (self.n - 1)
        se = math.sqrt(max(residual, 0.0) * correction) / self.cells / divisor
        interval = wilson if share else student
        return Estimate(value, se, *interval(value, se, self.n), self.n)


def cluster_mean(values: np.ndarray, blocks: np.ndarray, *, share: bool = False) -> Estimate:
    """The mean of rows that belong to blocks: a ratio of sums over the blocks.

    Parameters
    ----------
    values : float64 (rows,)
    blocks : any (rows,)
        Which block a row belongs to.
    share
        As for `BlockSums.mean`.

    References
    ----------
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (ratio estimates).

    Examples
    --------
    >>> cluster_mean(np.array([1.0, 3.0, 2.0]), np.array([7, 7, 9])).value
    2.0
    """
    names, place = np.unique(blocks, return_inverse=True)
    n, cells = len(names), len(values)
    if not n:
        return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
    value = math.fsum(values) / cells
    if n == 1:
        return _single(np.array([value]), 1.0, share)
    residuals = np.bincount(place, values - value, n)
    se = math.sqrt(float(residuals @ residuals) * n / (n - 1)) / cells
    low, high = (wilson if share else student)(value, se, n)
    return Estimate(value, se, low, high, n)


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
    others = unseen(n, estimate.level)
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
