"""Numbers and sentences of comparisons, which never claim more than the interval allows."""

from __future__ import annotations

import math

from squirrelstats import estimate
from squirrelstats.estimate import Estimate
from squirrelstats.stats.measures import Measure


def decimals(*estimates: Estimate, scale: float = 1.0) -> int:
    """Decimals (1 to 4) that show the narrowest interval as a unit on either side.

    Examples
    --------
    >>> decimals(Estimate(0.3, 0.002, 0.296, 0.304, 100), scale=100)
    1
    """
    return estimate.decimals(estimates, scale)


def plain(value: float, places: int) -> str:
    """A number with a proper minus.

    Examples
    --------
    >>> plain(-0.0, 1), plain(-1.25, 2)
    ('0.0', '−1.25')
    """
    text = f"{value:.{places}f}".replace("-", "−").replace("inf", "∞")
    return text.lstrip("−") if not any(digit in text for digit in "123456789∞") else text


def signed(value: float, places: int) -> str:
    """A number with its sign, unless it shows as 0.

    Examples
    --------
    >>> signed(1.25, 1), signed(0.01, 1)
    ('+1.2', '0.0')
    """
    text = plain(value, places)
    shows = any(digit in text for digit in "123456789∞")
    return f"+{text}" if value > 0 and shows else text


def ends(difference: Estimate, scale: float, places: int) -> str:
    """The interval of a difference.

    Examples
    --------
    >>> (
    ...     ends(Estimate(0.0, 0.1, -0.2, 0.2, 9), 1, 1),
    ...     ends(Estimate(0, 0, -math.inf, math.inf, 9), 1, 1),
    ... )
    ('−0.2 to +0.2', 'unknown')
    """
    if not (math.isfinite(difference.low) and math.isfinite(difference.high)):
        return "unknown"
    return " to ".join(signed(x * scale, places) for x in (difference.low, difference.high))


def scale_of(measure: Measure) -> float:
    """Shares are shown in percent."""
    return 100.0 if measure.is_share else 1.0


def in_words(measure: Measure) -> str:
    """What a table calls a measure."""
    name = measure.name.replace("_", " ")
    if measure.is_share:
        return f"{name}, %"
    unit = measure.column.unit
    return name if name.endswith(unit) else f"{name}, {unit}"


def shown_p(p: float) -> str:
    """A p value in three figures, or as less than the least of them."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def times(saved: Estimate | None) -> str:
    """How many times as many unpaired rounds would be needed, with the interval."""
    if saved is None or not math.isfinite(saved.value):
        return "–"
    places = 1 if saved.value < 10 else 0
    low, high = plain(saved.low, places), plain(saved.high, places)
    return f"×{saved.value:.{places}f} ({low} to {high})"


def amount(measure: Measure, difference: Estimate, unit: str) -> str:
    """A settled difference in words: how much more or less, and of what.

    Parameters
    ----------
    measure : Measure
    difference : Estimate
    unit : str
        ``"rounds"`` or ``"matches"``.
    """
    scale = scale_of(measure)
    places = decimals(difference, scale=scale)
    value = abs(difference.value) * scale
    turn = scale * math.copysign(1, difference.value)
    low, high = sorted(end * turn for end in (difference.low, difference.high))
    more = "more" if difference.value > 0 else "fewer" if _counts(measure) else "less"
    of = f" of 100 {unit}" if measure.is_share else ""
    what = f"{more}{of}" if measure.is_share else f"{measure.column.unit} {more}"
    span = f"{plain(low, places)} to {plain(high, places)}"
    return f"{plain(value, places)} {what} ({100 * difference.level:g} % interval {span})"


def span(measure: Measure, difference: Estimate, unit: str) -> str:
    """An unsettled difference in words: what it may be."""
    if not (math.isfinite(difference.low) and math.isfinite(difference.high)):
        return "how large the difference may be is unknown"
    scale = scale_of(measure)
    places = decimals(difference, scale=scale)
    low, high = (signed(end * scale, places) for end in (difference.low, difference.high))
    of = f"of 100 {unit}" if measure.is_share else measure.column.unit
    return f"the difference may be anything from {low} to {high} {of}"


def _counts(measure: Measure) -> bool:
    return measure.is_share or measure.column.unit.endswith("s")
