"""Which policy is dominated by another, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def holm(chances: Sequence[float]) -> list[float]:
    """P values adjusted for their number, by Holm's method.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 6.

    Examples
    --------
    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(chances, kind="stable")
    adjusted, most = [0.0] * len(order), 0.0
    for rank, place in enumerate(order.tolist()):
        most = max(most, min(1.0, (len(order) - rank) * chances[place]))
        adjusted[place] = most
    return adjusted


def chance_above(values: np.ndarray) -> float:
    """One-sided p value of the mean of paired differences, one a block: that it is not above 0."""
    from scipy.special import stdtr

    n = len(values)
    mean = float(values.mean())
    if n < 2:
        return 1.0
    se = float(values.std(ddof=1)) / n**0.5
    if se == 0:
        return 0.0 if mean > 0 else 1.0
    return float(stdtr(n - 1, -mean / se))
