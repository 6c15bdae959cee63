"""The value of luck: coefficients of the controls, fitted on deals that no run has.

Outcome minus coefficients times controls has the same mean as the outcome, for any coefficients
that do not depend on the deals they are used on. Least squares makes its variance small.

References
----------
White and Bowling (2009), Learning a value analysis tool for agent evaluation, IJCAI (the linear
value function of least variance). Lavenberg and Welch (1981), A perspective on the use of control
variables, Management Science 27.
"""

from __future__ import annotations

import numpy as np

#: Deals from here on are for fitting; no run reaches them.
FIT_FROM = 2**62
#: Share of the controls' variance added to it, so that nearly equal ones share a coefficient.
RIDGE = 1e-4


class Moments:
    """Sums from which coefficients are found.

    Parameters
    ----------
    controls, outcomes : int
    """

    def __init__(self, controls: int, outcomes: int) -> None:
        self._n = 0
        self._x = np.zeros(controls)
        self._y = np.zeros(outcomes)
        self._xx = np.zeros((controls, controls))
        self._xy = np.zeros((controls, outcomes))

    def add(self, controls: np.ndarray, outcomes: np.ndarray) -> None:
        """Add observations.

        Parameters
        ----------
        controls : float64 (n, controls)
        outcomes : float64 (n, outcomes)
        """
        self._n += len(controls)
        self._x += controls.sum(axis=0)
        self._y += outcomes.sum(axis=0)
        self._xx += controls.T @ controls
        self._xy += controls.T @ outcomes

    def coefficients(self) -> np.ndarray:
        """Least squares with an intercept, lightly shrunk; float64 (controls, outcomes).

        A control that never varied gets 0.
        """
        n = max(self._n, 1)
        covariance = self._xx / n - np.outer(self._x, self._x) / n**2
        scale = np.sqrt(np.maximum(np.diag(covariance), 0.0))
        used = scale > 1e-9
        found = np.zeros(self._xy.shape)
        if used.any():
            scale = scale[used]
            x = covariance[np.ix_(used, used)] / np.outer(scale, scale)
            y = (self._xy / n - np.outer(self._x, self._y) / n**2)[used] / scale[:, np.newaxis]
            found[used] = np.linalg.solve(x + RIDGE * np.eye(len(x)), y) / scale[:, np.newaxis]
        return found
