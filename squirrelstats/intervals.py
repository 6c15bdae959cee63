"""Intervals and corrections as plain numbers: of means, of shares, of several p values at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

LEVEL = 0.95
#: With fewer hits or misses than the first (at the effective size) a share's interval is no
#: narrower than the exact one, with fewer than the second no narrower than the mid-P one.
FEW, SOME = 10, 60


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


def wilson(share: float, se: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval of a share, at the effective size that its standard error implies.

    A share over blocks varies less or more than n coin tosses would; the effective size is the
    number of tosses with the same standard error (Kish's design effect). Student's quantile takes
    the place of the normal one, since that standard error is itself estimated from n blocks. Of
    rare events Wilson's lower end is too high too often: there the interval reaches at least as far
    as the exact binomial one at the effective size, or, with 10 to 60 hits or misses, the mid-P
    one, in which only half of the result's own chance counts.

    Parameters
    ----------
    share, se : float
    n : int
        Blocks; the effective size where the standard error is 0.

    References
    ----------
    Wilson (1927), Probable inference, JASA 22. Kish (1965), Survey Sampling. Clopper and Pearson
    (1934), Biometrika 26; Korn and Graubard (1998), Survey Methodology 24 (exact interval at the
    effective size). Lancaster (1961), Significance tests in discrete distributions, JASA 56
    (mid-P).

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
    rarer = size * min(share, 1 - share)
    if rarer < SOME:
        exact = (_clopper_pearson if rarer < FEW else _mid_p)(share * size, size, level)
        low, high = min(low, exact[0]), max(high, exact[1])
    return max(0.0, min(low, share)), min(1.0, max(high, share))


def _clopper_pearson(hits: float, size: float, level: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    tail, misses = (1 - level) / 2, max(size - hits, 0.0)
    low = float(betaincinv(hits, misses + 1, tail)) if hits > 0 else 0.0
    high = float(betaincinv(hits + 1, misses, 1 - tail)) if misses > 0 else 1.0
    return low, high


def _mid_p(hits: float, size: float, level: float) -> tuple[float, float]:
    """Of hits and misses that are not 0."""
    from scipy.optimize import brentq
    from scipy.special import betainc

    tail, misses = (1 - level) / 2, size - hits

    def more(p: float) -> float:
        """Chance of more hits, and half of that of as many."""
        return float(betainc(hits + 1, misses, p) + betainc(hits, misses + 1, p)) / 2

    def end(chance: float) -> float:
        return float(brentq(lambda p: more(p) - chance, 0, 1))

    return end(tail), end(1 - tail)


def _quantile(n: int, level: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, 0.5 + level / 2))


def unseen(n: int, level: float = LEVEL) -> float:
    """The largest share of blocks that may be of a kind that none of n was.

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26.

    Examples
    --------
    >>> round(unseen(100), 4), unseen(0)
    (0.0362, 1.0)
    """
    return 1 - ((1 - level) / 2) ** (1 / n) if n else 1.0


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
