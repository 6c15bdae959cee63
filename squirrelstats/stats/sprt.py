"""Sequential probability ratio tests on the results of blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import ShownAsTable
from squirrelstats.errors import UsageError, choices, listed
from squirrelstats.estimate import Estimate, hedged
from squirrelstats.intervals import LEVEL, student

if TYPE_CHECKING:
    import pandas as pd

#: What the bounds of a test are about.
SCALES = ("mean", "normalised", "normalised_elo")
#: Elo of one standard deviation per game, for small differences.
ELO_PER_SD = 800 / math.log(10)
#: A result that did not occur counts as so much of a block, so that no likelihood is zero.
TRACE = 1e-3
#: Blocks in all, at most.
MOST = 10**15
_STEPS, _ROUNDS, _CLOSE = 80, 60, 1e-11


@dataclass(frozen=True, repr=False)
class Sprt(ShownAsTable):
    """Where a sequential probability ratio test stands.

    Attributes
    ----------
    llr : float
        Log-likelihood ratio of the higher bound against the lower.
    lower, upper : float
        At or below the one the lower bound is accepted, at or above the other the higher.
    verdict : str
        ``"higher"``, ``"lower"`` or ``"undecided"``.
    mean : Estimate
        Mean block less the reference. Its interval is one for a number of blocks fixed beforehand:
        after stopping it promises too much.
    n : int
        Blocks.
    """

    llr: float
    lower: float
    upper: float
    verdict: str
    mean: Estimate
    n: int

    def frame(self) -> pd.DataFrame:
        """One row: ``verdict, llr, lower, upper, mean, se, low, high, n``."""
        import pandas as pd

        about = {name: [getattr(self, name)] for name in ("verdict", "llr", "lower", "upper")}
        mean = {name: [getattr(self.mean, name)] for name in ("se", "low", "high", "n")}
        return pd.DataFrame({**about, "mean": [self.mean.value], **mean})

    def _lines(self) -> tuple[str, list[str]]:
        return f"Sequential probability ratio test: {self.verdict}", [
            "LLR: log-likelihood ratio of the higher bound against the lower; stops at its limits",
            "the 95 % interval is one for a number of blocks fixed beforehand",
        ]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        ratio = [f"{x:+.2f}".replace("-", "−") for x in (self.llr, self.lower, self.upper)]
        mean = f"{self.mean:+f}".replace(" (", "  ").removesuffix(")").split("  ")
        head = ["verdict", "LLR", "lower limit", "upper limit", "mean less reference", "95 %", "n"]
        return head, [[self.verdict, *ratio, *mean, f"{self.n:,}"]]


def limits(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's limits of the log-likelihood ratio.

    References
    ----------
    Wald (1945), Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16.

    Examples
    --------
    >>> [round(limit, 3) for limit in limits(0.05, 0.05)]
    [-2.944, 2.944]
    """
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not isinstance(rate, int | float) or not 0 < rate < 0.5:
            raise UsageError(f"{name} is an error rate above 0 and below 0.5, got {rate!r}")
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def verdict(llr: float, alpha: float, beta: float) -> str:
    """``"higher"``, ``"lower"`` or ``"undecided"``."""
    lower, upper = limits(alpha, beta)
    return "higher" if llr >= upper else "lower" if llr <= lower else "undecided"


def sprt(
    counts: Sequence[int] | np.ndarray,
    bounds: tuple[float, float],
    *,
    values: Sequence[float] | np.ndarray | None = None,
    reference: float | None = None,
    scale: str = "normalised_elo",
    alpha: float = 0.05,
    beta: float = 0.05,
) -> Sprt:
    """Generalised sequential probability ratio test on counts of block results.

    Parameters
    ----------
    counts : sequence of int
        Blocks by result, the worst first. Five of them are the pairs of a match of two
        ("pentanomial": 0, ½, 1, 1½, 2 points of 2).
    bounds : tuple of float
        The lower and the higher hypothesis, on the ``scale``.
    values : sequence of float, optional
        What each result is worth; default: equal steps from 0 to 1.
    reference : float, optional
        The value that counts as no difference; default: ½, or 0 where values are given.
    scale : str
        ``"mean"``: the mean block less the reference. ``"normalised"``: the same in standard
        deviations of a block. ``"normalised_elo"``: that of a single game, in Elo, where a block of
        k + 1 equally spaced results has k / 2 games.
    alpha, beta : float
        Chance to accept the higher bound where the lower is true, and the other way round.

    Returns
    -------
    sprt : Sprt

    Raises
    ------
    UsageError
        Counts, bounds, scale or rates that cannot be.

    References
    ----------
    Li, Liu and Ying (2014), Generalized sequential probability ratio test for separate families of
    hypotheses, Sequential Analysis 33. Van den Bergh, Comments on normalized Elo; A practical
    introduction to the GSPRT (multinomial likelihoods under a constraint on the t-value).

    Examples
    --------
    >>> test = sprt([93, 18711, 58877, 18739, 100], (-1.75, 0.25))
    >>> round(test.llr, 6), test.verdict
    (2.942097, 'undecided')
    """
    tally = numbers("counts", counts)
    if tally.ndim != 1 or len(tally) < 2 or not 2 <= tally.sum() <= MOST or (tally < 0).any():
        raise UsageError(
            f"counts are blocks by result, two results or more, at most {MOST:,} in all; "
            f"got {counts!r}"
        )
    if scale not in SCALES:
        raise UsageError(choices("scale", scale, SCALES))
    worth = np.linspace(0, 1, len(tally)) if values is None else numbers("values", values)
    if worth.shape != tally.shape or not np.isfinite(worth).all():
        raise UsageError(f"there are {len(tally)} counts, so as many values, got {values!r}")
    if reference is None:
        reference = 0.5 if values is None else 0.0
    if isinstance(reference, bool) or not isinstance(reference, int | float | np.number):
        raise UsageError(f"reference is what counts as no difference, a number, got {reference!r}")
    low, high = checked_bounds(bounds)
    if scale == "normalised_elo":
        if values is not None:
            raise UsageError("bounds in normalised Elo need equally spaced results: no values")
        games = (len(tally) - 1) / 2
        low, high = (bound / ELO_PER_SD * math.sqrt(games) for bound in (low, high))
    most = (worth.min() - reference, worth.max() - reference)
    if not most[0] < 0 < most[1] or (scale == "mean" and not most[0] < low < high < most[1]):
        raise UsageError(
            f"the reference {reference:g} and bounds on the mean must lie between the worst and "
            f"the best result ({worth.min():g} and {worth.max():g}); got bounds {bounds!r}"
        )
    llr = float(multinomial_llr(worth - reference, tally, low, high, normalised=scale != "mean"))
    n = int(tally.sum())
    mean = float(tally @ worth) / n - reference
    spread = float(tally @ (worth - reference - mean) ** 2)
    se = math.sqrt(spread / (n - 1) / n)
    room = float(np.abs(worth - reference).max())
    estimate = hedged(Estimate(mean, se, *student(mean, se, n), n, LEVEL), room)
    return Sprt(llr, *limits(alpha, beta), verdict(llr, alpha, beta), estimate, n)


def numbers(what: str, given: Any) -> np.ndarray:
    """An array of numbers; float64."""
    try:
        if not isinstance(given, np.ndarray):
            given = listed(what, given)
        return np.asarray(given, dtype=float)
    except (TypeError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{what} must be numbers, got {given!r}") from None


def checked_bounds(bounds: tuple[float, float]) -> tuple[float, float]:
    """The two hypotheses of a test, the lower first."""
    try:
        low, high = (float(bound) for bound in bounds)
    except (TypeError, ValueError):
        low = high = math.nan
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise UsageError(
            "bounds are two numbers, the lower first, like (0.0, 0.02): the test tells a true "
            f"difference of the first from one of the second; got {bounds!r}"
        )
    return low, high


def multinomial_llr(
    values: np.ndarray, counts: np.ndarray, low: float, high: float, *, normalised: bool
) -> np.ndarray:
    """Log-likelihood ratio of two means (or normalised means) of a multinomial.

    Parameters
    ----------
    values : float64 (results,)
        What each result is worth; 0 is no difference.
    counts : float64 (…, results)
        Blocks by result, of one experiment or of many.
    low, high : float
    normalised : bool
        The bounds are in standard deviations of a block.

    Returns
    -------
    llr : float64 (…)
        Σ counts · log(p_high / p_low) at the distributions of largest likelihood that have the one
        and the other mean. Results that did not occur count as `TRACE` of a block.
    """
    tally = np.where(counts > 0, counts, TRACE)
    share = tally / tally.sum(axis=-1, keepdims=True)
    fit = _with_t_value if normalised else _with_mean
    odds = np.log(fit(values, share, high)) - np.log(fit(values, share, low))
    return np.asarray((tally * odds).sum(axis=-1))


def _with_mean(values: np.ndarray, share: np.ndarray, mean: float) -> np.ndarray:
    """The distribution nearest to the shares whose mean is given (Owen's empirical likelihood)."""
    return _tilted(np.broadcast_to(values - mean, share.shape), share)


def _with_t_value(values: np.ndarray, share: np.ndarray, t_value: float) -> np.ndarray:
    """The distribution nearest to the shares whose mean over standard deviation is given.

    The constraint is linearised at the last distribution until that no longer changes. The first
    has mean 0: it is near, and has a spread even where all blocks gave the same.
    """
    fitted = _with_mean(values, share, 0.0)
    for _ in range(_ROUNDS):
        mean = (fitted * values).sum(axis=-1, keepdims=True)
        sd = np.sqrt((fitted * (values - mean) ** 2).sum(axis=-1, keepdims=True))
        slope = values - t_value * sd * (1 + ((values - mean) / sd) ** 2) / 2
        last, fitted = fitted, _tilted(slope, share)
        if np.abs(fitted - last).max() < _CLOSE:
            break
    return fitted


def _tilted(slope: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Shares divided by 1 + x · slope, with x such that the mean slope is 0.

    Newton's steps, halved intervals where they would leave the bracket.
    """
    low = -1 / np.maximum(slope.max(axis=-1, keepdims=True), 1e-300)
    high = -1 / np.minimum(slope.min(axis=-1, keepdims=True), -1e-300)
    x = np.zeros_like(low)
    for _ in range(_STEPS):
        part = slope / (1 + x * slope)
        value = (share * part).sum(axis=-1, keepdims=True)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        wanted = x + value / (share * part**2).sum(axis=-1, keepdims=True)
        inside = (wanted > low) & (wanted < high)
        last, x = x, np.where(inside, wanted, (low + high) / 2)
        if np.all(np.abs(x - last) <= 1e-13 * (1 + np.abs(x))):
            break
    fitted = share / (1 + x * slope)
    return np.asarray(fitted / fitted.sum(axis=-1, keepdims=True))


def normal_llr(
    n: int, mean: float, variance: float, low: float, high: float, *, normalised: bool
) -> float:
    """Log-likelihood ratio of two means (or normalised means) of a normal distribution.

    For numbers without limits, like scores; the variance is unknown and fitted under each.

    Parameters
    ----------
    n : int
    mean, variance : float
        Of the blocks; the variance divided by n, not n − 1.
    low, high : float
    normalised : bool

    Examples
    --------
    >>> round(normal_llr(400, 0.1, 1.0, 0.0, 0.2, normalised=False), 6)
    0.0
    """

    def loss(bound: float) -> float:
        """−2/n of the largest log-likelihood."""
        if not normalised:
            return math.log(variance + (mean - bound) ** 2)
        half = bound * mean / 2
        sd = math.sqrt(half**2 + variance + mean**2) - half
        return 2 * math.log(sd) + (variance + (mean - bound * sd) ** 2) / sd**2

    return n / 2 * (loss(low) - loss(high)) if variance > 0 else 0.0
