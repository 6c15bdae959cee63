"""The bootstrap over blocks: what a result would have been on other deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.metagame.payoffs import Tournament
from squirrelstats.simulate.api import whole_number

#: Blocks whose weights are drawn and applied at a time.
SLAB = 2_000_000


def resampled(tournament: Tournament, resamples: int, seed: int) -> np.ndarray:
    """Means of all cells on deals drawn from those played, with replacement.

    All cells see the same draw, so what line-ups have in common on a deal stays in common.

    Returns
    -------
    means : float64 (resamples, cells)
        More is better.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap. Wiedenbeck, Cassell and Wellman
    (2014), Bootstrap statistics for empirical games, AAMAS.
    """
    n = tournament.n
    if n < 2:
        raise UsageError("a bootstrap needs two deals or more")
    rng = np.random.default_rng(whole_number("seed", seed, 2**64 - 1, least=0))
    sums = tournament.cells.sums.astype(float)
    found = np.empty((resamples, len(sums)))
    step = max(1, SLAB // n)
    even = np.full(n, 1 / n)
    for first in range(0, resamples, step):
        drawn = rng.multinomial(n, even, size=min(step, resamples - first))
        found[first : first + len(drawn)] = drawn.astype(float) @ sums.T
    return np.asarray(tournament.sign * found / (n * tournament.divisors))


def games(tournament: Tournament, resamples: int, seed: int) -> Iterator[np.ndarray]:
    """Payoffs of the tournament's game on other deals; each float64 (policies, fields)."""
    cells, _ = tournament.game_cells
    return (means[cells] for means in resampled(tournament, resamples, seed))


def checked_resamples(resamples: Any, least: int = 20) -> int:
    """A number of resamples.

    Raises
    ------
    UsageError
        It is none, or too small for an interval.
    """
    whole = isinstance(resamples, int | np.integer) and not isinstance(resamples, bool)
    if not whole or not least <= resamples <= 100_000:
        raise UsageError(
            f"resamples must be a whole number from {least} to 100,000, got {resamples!r}"
        )
    return int(resamples)
