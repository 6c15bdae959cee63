"""Standard errors of smooth functions of means, by leaving out groups of blocks."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL

#: Groups of blocks that are left out in turn.
GROUPS = 50


def jackknife(
    blocks: int, function: Callable[[np.ndarray], np.ndarray], *, log: bool = False
) -> list[Estimate]:
    """Estimates of several numbers at once.

    Parameters
    ----------
    blocks : int
    function : callable
        Of the blocks kept, bool (blocks,): the numbers, float64 (k,).
    log : bool
        The numbers are positive: make the intervals on their logarithm.

    Returns
    -------
    estimates : list of Estimate, one for each number

    References
    ----------
    Efron and Stein (1981), The jackknife estimate of variance, Ann. Stat. 9.
    """
    from scipy.special import stdtrit

    number = min(blocks, GROUPS)
    group = np.arange(blocks) * number // max(blocks, 1)
    whole = np.asarray(function(np.ones(blocks, bool)), float)
    if number < 3:
        return [Estimate(float(v), math.nan, -math.inf, math.inf, blocks) for v in whole]
    without = np.stack([function(group != left_out) for left_out in range(number)])
    if log:
        with np.errstate(divide="ignore", invalid="ignore"):
            whole, without = np.log(whole), np.log(without)
    spread = np.sqrt((number - 1) / number * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    half = float(stdtrit(number - 1, 0.5 + LEVEL / 2)) * spread
    ends = (whole, spread, whole - half, whole + half)
    if log:
        ends = (np.exp(whole), np.exp(whole) * spread, np.exp(ends[2]), np.exp(ends[3]))
    rows = zip(*(end.tolist() for end in ends), strict=True)
    return [Estimate(value, se, low, high, blocks) for value, se, low, high in rows]
