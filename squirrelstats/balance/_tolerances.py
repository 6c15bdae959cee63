"""Tolerances, and whether a measured value is inside, outside, or not known well enough."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from squirrelstats.balance._measured import Measured, p_above, p_below
from squirrelstats.errors import UsageError, choices

#: Risk of every statement.
RISK = 0.05
#: How surely the rounds that are said to do will do, if the value is what it seems.
POWER = 0.8
#: More times the rounds than this are as good as never.
NEVER = 1e9
#: Limits beyond this are a slip of the pen.
LARGEST = 1e12
LIMITS = ("at_most", "at_least", "between")


@dataclass(frozen=True)
class Tolerance:
    """What a metric may be.

    Attributes
    ----------
    metric : str
    low, high : float
        Limits; infinite where there is none.
    options : mapping of str to float
        Of the metric, such as the margin of `dead_cards`.

    Examples
    --------
    >>> Tolerance.read("turns", {"between": [10, 20]}, {})
    Tolerance(metric='turns', low=10.0, high=20.0, options={})
    """

    metric: str
    low: float = -math.inf
    high: float = math.inf
    options: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, metric: str, given: Any, options: Mapping[str, float]) -> Tolerance:
        """From a table like ``{at_most = 0.02}``.

        Parameters
        ----------
        metric : str
        given : mapping
        options : mapping of str to float
            Those of the metric, with their defaults.

        Raises
        ------
        UsageError
            No table, an unknown key, no limit or several, a limit that is no number.
        """
        where = f"tolerance {metric}"
        if not isinstance(given, Mapping):
            raise UsageError(f"{where} must be a table like {{ at_most = 0.02 }}, got {given!r}")
        for key in given:
            if key not in (*LIMITS, *options):
                raise UsageError(f"{where}: {choices('key', key, (*LIMITS, *options))}")
        limits = [key for key in LIMITS if key in given]
        if len(limits) != 1:
            raise UsageError(
                f"{where} has one of at_most, at_least and between, got "
                f"{' and '.join(limits) or 'none'}"
            )
        own = {key: _number(where, key, given.get(key, value)) for key, value in options.items()}
        for key, value in own.items():
            if value <= 0:
                raise UsageError(f"{where}: {key} must be more than 0, got {value:g}")
        value = given[limits[0]]
        if limits[0] == "at_most":
            return cls(metric, high=_number(where, "at_most", value), options=own)
        if limits[0] == "at_least":
            return cls(metric, low=_number(where, "at_least", value), options=own)
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise UsageError(f"{where}: between is a list of two numbers, got {value!r}")
        low, high = (_number(where, "between", end) for end in value)
        if not low < high:
            raise UsageError(f"{where}: between goes from less to more, got {low:g} to {high:g}")
        return cls(metric, low, high, own)

    @property
    def two_sided(self) -> bool:
        """Whether there are two limits."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def p_inside(self, found: Measured) -> float:
        """P value of the value lying within the limits: two one-sided tests.

        References
        ----------
        Schuirmann (1987), A comparison of the two one-sided tests procedure and the power approach
        for assessing the equivalence of average bioavailability, J. Pharmacokinet. Biopharm. 15.
        """
        low = p_above(found, self.low) if math.isfinite(self.low) else 0.0
        high = p_below(found, self.high) if math.isfinite(self.high) else 0.0
        return max(low, high)

    def p_outside(self, found: Measured) -> float:
        """P value of the value lying beyond a limit; of two limits doubled."""
        low = p_below(found, self.low, strictly=True) if math.isfinite(self.low) else 1.0
        high = p_above(found, self.high, strictly=True) if math.isfinite(self.high) else 1.0
        return min(1.0, (2 if self.two_sided else 1) * min(low, high))

    def growth(self, found: Measured, number: int) -> float:
        """How many times the rounds are likely to settle it, if the value is what it seems.

        Standard errors go down with the square root of the rounds, and are to be small enough to
        settle it with a probability of `POWER`.

        Parameters
        ----------
        found : Measured
        number : int
            Tolerances tested together (the first step of Holm's correction).
        """
        fail = RISK / number / (2 if self.two_sided else 1)

        def settled(times: float) -> bool:
            narrower = times**-0.5
            low, high = found.ends(1 - 2 * RISK, narrower * _wider(RISK))
            if self.low <= low and high <= self.high:
                return True
            low, high = found.ends(1 - 2 * fail, narrower * _wider(fail))
            return low > self.high or high < self.low

        if not settled(NEVER):
            return math.inf
        least, most = 0.0, math.log(NEVER)
        for _ in range(60):
            middle = (least + most) / 2
            least, most = (least, middle) if settled(math.exp(middle)) else (middle, most)
        return math.exp(most)


def _wider(risk: float) -> float:
    """What a half-width is multiplied by so that the statement is made with probability `POWER`."""
    from scipy.special import ndtri

    return float(1 + ndtri(POWER) / ndtri(1 - risk))


def _number(where: str, key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST:
        raise UsageError(f"{where}: {key} must be a number, got {value!r}")
    return float(value)
