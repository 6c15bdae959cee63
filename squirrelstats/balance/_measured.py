"""A metric as measured: an estimate with its interval at any level, for any number of rounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL, student, wilson

#: Ends of the interval at a level, with standard errors multiplied by a factor.
Ends = Callable[[float, float], tuple[float, float]]

#: p values are found between these; beyond the second they are given as 1.
LEAST_P, EVEN_P = 1e-12, 0.49
STEPS = 60


@dataclass(frozen=True)
class Measured:
    """A value with what is needed to test it.

    Attributes
    ----------
    value, se : float
        The standard error is nan where an interval has none (counts, largest of several).
    n : int
        Independent blocks.
    ends : callable
        ``ends(level, shrink)``: interval at a level if all standard errors were ``shrink`` times
        what they are.
    about : str
        What it turned out to be about, such as the name of a policy or card.
    """

    value: float
    se: float
    n: int
    ends: Ends
    about: str = ""

    def at(self, level: float = LEVEL) -> Estimate:
        """The estimate with its interval at a level."""
        low, high = self.ends(level, 1.0)
        return Estimate(self.value, self.se, low, high, self.n, level)


def of_mean(mean: Estimate, about: str = "") -> Measured:
    """A mean over blocks: Student's t.

    Examples
    --------
    >>> found = of_mean(Estimate(10.0, 1.0, 8.04, 11.96, 1_000_000)).at(0.9)
    >>> round(found.low, 2), round(found.high, 2)
    (8.36, 11.64)
    """

    def ends(level: float, shrink: float) -> tuple[float, float]:
        if mean.n < 2:
            return -math.inf, math.inf
        return student(mean.value, mean.se * shrink, mean.n, level)

    return Measured(mean.value, mean.se, mean.n, ends, about)


def of_share(share: Estimate, less: float = 0.0, about: str = "") -> Measured:
    """A share over blocks, less a number: Wilson's interval.

    Examples
    --------
    >>> never = of_share(Estimate(0.0, 0.0, 0.0, 0.004, 1_000)).at(0.9)
    >>> never.low, never.high < 0.004
    (0.0, True)
    """

    def ends(level: float, shrink: float) -> tuple[float, float]:
        if share.n < 2:
            return -less, 1 - less
        n = max(2, math.floor(min(share.n / shrink**2, 2.0**53)))
        low, high = wilson(share.value, share.se * shrink, n, level)
        return low - less, high - less

    return Measured(share.value - less, share.se, share.n, ends, about)


def together(effects: Sequence[Estimate], level: float, shrink: float) -> list[tuple[float, float]]:
    """Intervals that hold for all effects at once (Bonferroni).

    References
    ----------
    Dunn (1961), Multiple comparisons among means, JASA 56.
    """
    each = 1 - (1 - level) / len(effects)
    return [of_mean(effect).ends(each, shrink) for effect in effects]


def p_above(found: Measured, limit: float, *, strictly: bool = False) -> float:
    """One-sided p value for the value being the limit or more, by inverting the interval.

    Parameters
    ----------
    found : Measured
    limit : float
    strictly : bool
        More than the limit; for counts that is another statement.

    Examples
    --------
    >>> found = of_mean(Estimate(1.96, 1.0, 0.0, 3.92, 1_000_000))
    >>> round(p_above(found, 0.0), 3), p_above(found, 3.0)
    (0.025, 1.0)
    """

    def holds(p: float) -> bool:
        low = found.ends(1 - 2 * p, 1.0)[0]
        return low > limit if strictly else low >= limit

    return _inverted(holds)


def p_below(found: Measured, limit: float, *, strictly: bool = False) -> float:
    """The same for the limit or less."""

    def holds(p: float) -> bool:
        high = found.ends(1 - 2 * p, 1.0)[1]
        return high < limit if strictly else high <= limit

    return _inverted(holds)


def _inverted(holds: Callable[[float], bool]) -> float:
    """The least p at which a one-sided statement holds; 1 where it is hardly better than even."""
    if not holds(EVEN_P):
        return 1.0
    if holds(LEAST_P):
        return LEAST_P
    low, high = math.log(LEAST_P), math.log(EVEN_P)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(math.exp(middle)) else (middle, high)
    return math.exp(high)
