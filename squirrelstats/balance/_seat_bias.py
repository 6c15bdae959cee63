"""Seat bias in one number: how far the win shares of the seats are from even ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL, unseen

#: What the number is, in words.
MEANING = "root mean square of the seats' win shares minus an even share, corrected for noise"
#: A difference is as good as certain beyond this p value.
LEAST_P = 1e-12
#: Variance that is only rounding: all blocks gave the same.
LEAST_VARIANCE = 1e-18


@dataclass(frozen=True, eq=False)
class SeatBias:
    """Seat bias of one table.

    Let a be the true advantages of the S seats (win share minus 1/S). The bias is |a| / √S: for two
    seats what the starter wins beyond a half; in general the typical distance of a seat's win share
    from an even one. The estimate of |a|² is the square of the advantages found minus the trace of
    their covariance, and so has no bias.

    Parameters
    ----------
    shares : float64 (blocks, seats)
        Win share of every seat, by block.
    """

    shares: np.ndarray

    @cached_property
    def _found(self) -> np.ndarray:
        """Advantage of every seat."""
        return np.asarray(self.shares.mean(axis=0) - 1 / self.shares.shape[1])

    @cached_property
    def _covariance(self) -> np.ndarray:
        """Of the advantages found."""
        return np.cov(self.shares, rowvar=False) / len(self.shares)

    def estimate(self, level: float = LEVEL) -> Estimate:
        """The bias with its interval.

        Parameters
        ----------
        level : float

        Notes
        -----
        A largest or mean absolute value is never below its truth by chance alone, so no symmetric
        interval around it would do. With normal errors of covariance V, whose largest eigenvalue is
        v: the length found is at least its part along a, hence |a| is at most the length found plus
        a quantile times √v; and the lower end is the least |a| with which so great a length would
        not be surprising, by the noncentral χ² distribution with S − 1 degrees of freedom and scale
        v. Both ends hold for any V; the lower end is 0 if even seats would do. Where all blocks
        gave the same, some may yet be of another kind, as in `squirrelstats.estimate.hedged`.

        References
        ----------
        Steiger (2004), Beyond the F test: effect size confidence intervals and tests of close fit,
        Psychological Methods 9 (root mean square effects by noncentral distributions).
        """
        from scipy.special import chdtrc, chndtrinc, stdtrit

        n, seats = self.shares.shape
        if n < 2:
            return Estimate(math.nan, math.nan, 0.0, math.inf, n, level)
        found, covariance = self._found, self._covariance
        length, root = float(np.sqrt(found @ found)), math.sqrt(seats)
        value = math.sqrt(max(length**2 - float(np.trace(covariance)), 0.0)) / root
        most = max(float(np.linalg.eigvalsh(covariance)[-1]), 0.0)
        if most <= LEAST_VARIANCE:
            others, reach = unseen(n, level), math.sqrt(1 - 1 / seats)
            near, far = ((1 - others) * length + others * end for end in (-reach, reach))
            return Estimate(length / root, 0.0, max(near, 0.0) / root, far / root, n, level)
        tail = (1 - level) / 2
        student = float(stdtrit(n - 1, 1 - tail))
        wider = student / float(stdtrit(1e9, 1 - tail))
        high = length + student * math.sqrt(most)
        scale = most * wider**2
        low = 0.0
        if float(chdtrc(seats - 1, length**2 / scale)) < tail:
            low = math.sqrt(float(chndtrinc(length**2 / scale, seats - 1, 1 - tail)) * scale)
        along = math.sqrt(max(float(found @ covariance @ found), 0.0)) / length if length else 0.0
        return Estimate(value, along / root, min(low / root, value), high / root, n, level)

    def correlation(self, other: SeatBias) -> float:
        """Of the errors of two estimates on common blocks.

        Where either may be without bias its direction is not known; then nothing is taken off.
        """
        known = self.estimate().low > 0 and other.estimate().low > 0
        mine, its = self._found, other._found
        along, beside = self.shares @ mine, other.shares @ its
        with np.errstate(divide="ignore", invalid="ignore"):
            found = float(np.corrcoef(along, beside)[0, 1])
        if not math.isfinite(found):
            return 0.0
        return found if known else min(found, 0.0)


def seat_bias(sums: np.ndarray, divisor: float) -> Estimate:
    """Seat bias of one table.

    Parameters
    ----------
    sums : int64 (blocks, seats)
        Win shares by block and seat, as `squirrelstats.stats._paired.tally` with ``by="seat"`` adds
        them up. Seats must be held by the same players, or by all in turn.
    divisor : float
        What turns a sum into a share: ``measure.scale * playings``.

    Returns
    -------
    bias : Estimate
        `MEANING`; the interval is that of `SeatBias.estimate`.

    Examples
    --------
    >>> import numpy as np
    >>> wins = np.random.default_rng(0).multinomial(1, [0.4, 0.2, 0.2, 0.2], size=20_000)
    >>> found = seat_bias(wins, 1)
    >>> found.low < 0.0866 < found.high, found.high - found.low < 0.02
    (True, True)
    """
    return SeatBias(sums / divisor).estimate()


def seat_bias_difference(base: SeatBias, other: SeatBias) -> tuple[Estimate, float]:
    """The other's seat bias minus the base's, and a two-sided p value, on common blocks.

    Notes
    -----
    Both estimates have intervals that are not symmetric; that of the difference is made of their
    arms (the method of variance estimates recovery), with the correlation of their errors. The p
    value is one minus the highest level at which the interval leaves out 0.

    References
    ----------
    Zou and Donner (2008), Construction of confidence limits about effect measures: a general
    approach, Statistics in Medicine 27.
    """
    together = base.correlation(other)

    def at(level: float) -> Estimate:
        one, two = base.estimate(level), other.estimate(level)
        value = two.value - one.value
        arms = [
            (two.value - two.low, one.high - one.value),
            (two.high - two.value, one.value - one.low),
        ]
        low, high = (math.sqrt(max(x * x + y * y - 2 * together * x * y, 0.0)) for x, y in arms)
        se = math.sqrt(max(one.se**2 + two.se**2 - 2 * together * one.se * two.se, 0.0))
        return Estimate(value, se, value - low, value + high, one.n, level)

    found = at(LEVEL)
    if not math.isfinite(found.value) or found.value == 0:
        return found, 1.0
    least, most = LEAST_P, 1.0
    for _ in range(40):  # on the logarithm: p values differ by factors
        p = math.sqrt(least * most)
        tried = at(1 - p)
        if tried.low > 0 or tried.high < 0:
            most = p
        else:
            least = p
    return found, most
