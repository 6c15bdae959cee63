"""Line-ups as counts: how many players of each policy sit at the table, in whatever order."""

from __future__ import annotations

import itertools
import math

import numpy as np


def multisets(players: int, policies: int) -> np.ndarray:
    """All ways to choose players among policies, order apart, in lexicographic order.

    Returns
    -------
    counts : int64 (line-ups, policies)
        Rows add up to `players`.

    Examples
    --------
    >>> multisets(2, 3).tolist()
    [[2, 0, 0], [1, 1, 0], [1, 0, 1], [0, 2, 0], [0, 1, 1], [0, 0, 2]]
    """
    chosen = list(itertools.combinations_with_replacement(range(policies), players))
    counts = np.zeros((len(chosen), policies), np.int64)
    for row, members in enumerate(chosen):
        np.add.at(counts[row], list(members), 1)
    return counts


def number_of_multisets(players: int, policies: int) -> int:
    """How many rows `multisets` has.

    Examples
    --------
    >>> number_of_multisets(4, 10)
    715
    """
    return math.comb(players + policies - 1, players)


def orders(counts: np.ndarray) -> np.ndarray:
    """In how many orders the players of each line-up can be drawn: multinomial coefficients.

    Parameters
    ----------
    counts : int64 (line-ups, policies)

    Returns
    -------
    orders : float64 (line-ups,)

    Examples
    --------
    >>> orders(multisets(3, 2)).tolist()
    [1.0, 3.0, 3.0, 1.0]
    """
    found = [
        math.factorial(sum(row)) // math.prod(math.factorial(count) for count in row)
        for row in counts.tolist()
    ]
    return np.array(found, float)
