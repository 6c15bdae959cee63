"""Quantiles of rows that belong to blocks, with their intervals."""

from __future__ import annotations

import math

import numpy as np

from squirrelstats.estimate import Estimate, cluster_mean
from squirrelstats.intervals import wilson


def cluster_quantile(values: np.ndarray, blocks: np.ndarray, at: float) -> Estimate:
    """The least value that a share of the rows does not exceed.

    Its interval is that of the share of rows so low, carried back to values, so it knows which rows
    belong together. It has no standard error.

    Parameters
    ----------
    values : float64 or int (rows,)
    blocks : any (rows,)
        Which block a row belongs to.
    at : float
        The share, between 0 and 1.

    References
    ----------
    Woodruff (1952), Confidence intervals for medians and other position measures, JASA 47.

    Examples
    --------
    >>> found = cluster_quantile(np.arange(1, 1001), np.arange(1000), 0.5)
    >>> found.value, found.low, found.high
    (500.0, 470.0, 531.0)
    """
    value = np.quantile(values, at, method="inverted_cdf")
    share = cluster_mean((values <= value).astype(np.float64), blocks, share=True)
    if share.n < 2:
        return Estimate(float(value), math.nan, -math.inf, math.inf, share.n)
    ends = np.quantile(values, wilson(at, share.se, share.n), method="inverted_cdf")
    low, high = min(ends[0], value), max(ends[1], value)
    return Estimate(float(value), math.nan, float(low), float(high), share.n)
