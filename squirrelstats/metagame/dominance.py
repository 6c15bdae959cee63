"""Which policy is dominated by another, and how sure that is."""

from __future__ import annotations

import numpy as np


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
