"""Shares of variance: what each independent input of a random outcome is answerable for.

References
----------
Sobol' (2001), Global sensitivity indices for nonlinear mathematical models and their Monte Carlo
estimates, Math. Comput. Simul. 55. Saltelli et al. (2010), Variance based sensitivity analysis of
model output, Comput. Phys. Commun. 181. Janon et al. (2014), Asymptotic normality and efficiency
of two Sobol index estimators, ESAIM Prob. Stat. 18.
"""

from __future__ import annotations

import numpy as np

from squirrelstats.estimate import Estimate
from squirrelstats.stats._group_jackknife import jackknife


def shares(
    base: np.ndarray, other: np.ndarray, mixed: np.ndarray, player: np.ndarray, seat: np.ndarray
) -> dict[str, list[Estimate]]:
    """Split the variance of one outcome.

    A *cell* is a player in a seating. Variance between the means of cells belongs to player and
    seat; that within cells to the inputs.

    Parameters
    ----------
    base, other : float64 (blocks, cells)
        Outcomes with one, and with another, independent value of every input.
    mixed : float64 (inputs, blocks, cells)
        As ``base``, but that input as in ``other``.
    player, seat : int64 (cells,)

    Returns
    -------
    shares : dict
        ``"places"``: of player, seat, and both together beyond that; ``"first"`` and ``"total"``:
        of each input alone, and with all interactions it takes part in; ``"interaction"``: what no
        input alone accounts for; ``"chance"``: all that is not between the cells; ``"variance"``:
        all of it, in the outcome's units squared.
    """
    inputs = len(mixed)
    idle = (mixed == base).all(axis=(1, 2))  # an input that never changed anything has no share

    def split(kept: np.ndarray) -> np.ndarray:
        a, b, m = base[kept], other[kept], mixed[:, kept]
        means = a.mean(axis=0), b.mean(axis=0)
        grand = (means[0].mean() + means[1].mean()) / 2
        variance = float((((a - grand) ** 2).mean() + ((b - grand) ** 2).mean()) / 2)
        if variance <= 0:
            return np.zeros(5 + 2 * inputs)
        between = _covariance(*means)
        of_player, of_seat = (
            _covariance(*(_means_by(mean, label) for mean in means)) for label in (player, seat)
        )
        centre = (b.mean(axis=0) + m.mean(axis=1)) / 2
        products = (b - centre[:, np.newaxis]) * (m - centre[:, np.newaxis])
        total = ((a - m) ** 2).mean(axis=(1, 2)) / 2 / variance
        first = np.where(idle, 0.0, products.mean(axis=(1, 2)) / variance)
        places = np.array([of_player, of_seat, between - of_player - of_seat]) / variance
        rest = 1 - places.sum() - first.sum()
        return np.concatenate([places, first, total, [rest, 1 - places.sum(), variance]])

    found = jackknife(len(base), split)
    return {
        "places": found[:3],
        "first": found[3 : 3 + inputs],
        "total": found[3 + inputs : -3],
        "interaction": found[-3:-2],
        "chance": found[-2:-1],
        "variance": found[-1:],
    }


def _covariance(one: np.ndarray, other: np.ndarray) -> float:
    """Of two independent measurements of the same means: their variance, without noise."""
    return float(((one - one.mean()) * (other - other.mean())).mean())


def _means_by(values: np.ndarray, label: np.ndarray) -> np.ndarray:
    """Mean of the cells of each label, in the cells' places."""
    return np.asarray((np.bincount(label, values) / np.bincount(label))[label])
