"""Which policy is dominated by another, and how sure that is."""

from __future__ import annotations

import numpy as np

from squirrelstats.estimate import mean_of, p_value
from squirrelstats.intervals import LEVEL, holm
from squirrelstats.metagame.payoffs import Tournament


def dominating(tournament: Tournament) -> list[tuple[str, ...]]:
    """For each policy those that are sure to do better in every field of opponents."""
    cells, _ = tournament.game_cells
    means = tournament.means[cells]
    size = len(means)
    pairs = [(i, j) for i in range(size) for j in range(size) if i != j]
    chances = []
    for i, j in pairs:
        worst = 1.0
        if (means[j] > means[i]).all():
            worst = max(
                chance_above(_better(tournament, int(one), int(other)))
                for one, other in zip(cells[j], cells[i], strict=True)
            )
        chances.append(worst)
    found: list[tuple[str, ...]] = [()] * size
    for (i, j), chance in zip(pairs, holm(chances), strict=True):
        if chance <= 1 - LEVEL + 1e-12:
            found[i] = (*found[i], tournament.labels[j])
    return found


def _better(tournament: Tournament, one: int, other: int) -> np.ndarray:
    """By block, how much more a player gets in one cell than in another."""
    sums, divisors = tournament.cells.sums, tournament.divisors
    difference = sums[one] / divisors[one] - sums[other] / divisors[other]
    return np.asarray(tournament.sign * difference)


def chance_above(values: np.ndarray) -> float:
    """One-sided p value of the mean of paired differences, one a block: that it is not above 0."""
    mean = mean_of(values)
    half = p_value(mean) / 2
    return half if mean.value > 0 else 1 - half
