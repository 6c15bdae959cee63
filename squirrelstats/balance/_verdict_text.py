"""Verdicts in words, which never claim more than the tests allow."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from squirrelstats.balance._tolerances import Tolerance
from squirrelstats.balance.metrics import Metric
from squirrelstats.estimate import Estimate
from squirrelstats.stats._wording import decimals, plain

if TYPE_CHECKING:
    from squirrelstats.balance._verdict import Verdict


def number(metric: Metric, value: float, places: int) -> str:
    """A value of a metric as it is shown; counts of cards are whole."""
    return plain(value * metric.scale, 0 if metric.unit == "cards" else places)


def with_unit(metric: Metric, shown: str) -> str:
    """A number with its unit.

    Examples
    --------
    >>> from squirrelstats.balance.metrics import METRICS
    >>> with_unit(METRICS["dead_cards"], "1"), with_unit(METRICS["minutes"], "5.3")
    ('1 card', '5.3 minutes')
    """
    return f"{shown} {metric.unit.removesuffix('s') if shown == '1' else metric.unit}"


def limits_text(metric: Metric, tolerance: Tolerance) -> str:
    """The limits in words.

    Examples
    --------
    >>> from squirrelstats.balance.metrics import METRICS
    >>> limits_text(METRICS["seat_bias"], Tolerance("seat_bias", high=0.02))
    'at most 2 points'
    """
    low, high = (f"{end * metric.scale:.6g}" for end in (tolerance.low, tolerance.high))
    if tolerance.two_sided:
        return f"between {low} and {with_unit(metric, high)}"
    if math.isfinite(tolerance.high):
        return f"at most {with_unit(metric, high)}"
    return f"at least {with_unit(metric, low)}"


def short(verdict: Verdict) -> tuple[str, str]:
    """Value and interval in cells of a table."""
    metric, e = verdict.metric, verdict.estimate
    places = _places(metric, e)
    about = f" ({verdict.about})" if verdict.about and metric.unit != "cards" else ""
    value = with_unit(metric, number(metric, e.value, places)) + about
    return value, _span(metric, e, places)


def sentence(verdict: Verdict) -> str:
    """A verdict in plain language."""
    metric, e = verdict.metric, verdict.estimate
    places = _places(metric, e)
    what = metric.words[0].upper() + metric.words[1:]
    if metric.options:
        margins = [
            f"{key} {100 * value:.6g} points" for key, value in verdict.tolerance.options.items()
        ]
        what += f" ({', '.join(margins)})"
    about = f" ({verdict.about})" if verdict.about else ""
    found = (
        f"{with_unit(metric, number(metric, e.value, places))}{about}, 90 % interval "
        f"{_span(metric, e, places)}, n = {e.n:,}"
    )
    if verdict.status == "pass":
        return f"{what}: within tolerance, {verdict.limits}. {found}."
    if verdict.status == "fail":
        return f"{what}: outside tolerance, not {verdict.limits}. {found}."
    return f"{what}: not settled whether {verdict.limits}. {found}; {_needed(verdict)}."


def _needed(verdict: Verdict) -> str:
    if not math.isfinite(verdict.rounds_needed):
        return "it sits so close to its limit that more rounds are not likely to settle it"
    return (
        f"about {verdict.rounds_needed:,.0f} rounds would settle it four times in five, if the "
        "value is what it seems"
    )


def _places(metric: Metric, e: Estimate) -> int:
    return decimals(e, scale=metric.scale)


def _span(metric: Metric, e: Estimate, places: int) -> str:
    if not (math.isfinite(e.low) and math.isfinite(e.high)):
        return "unknown"
    return f"{number(metric, e.low, places)} to {number(metric, e.high, places)}"
