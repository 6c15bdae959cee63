"""Who is ahead: standings as shares of a win, for values of positions."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline

U = np.uint64


@inline
def chances(state, feature, out):
    """Turn the worth of the seats, in ``out[seat, feature]``, into shares that add up to 1.

    The worth comes in units of the scale on which a lead counts.
    """
    best, total = -1e9, 0.0
    for s in range(state.seats):
        best = max(best, out[U(s), feature])
    for s in range(state.seats):
        near = 1.0 / (1.0 + best - out[U(s), feature])
        near *= near
        out[U(s), feature] = near * near
        total += near * near
    for s in range(state.seats):
        out[U(s), feature] /= total
