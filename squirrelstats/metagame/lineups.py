"""Line-ups as counts: how many players of each policy sit at the table, in whatever order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from squirrelstats.simulate.rotations import circles


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


def round_table(members: Sequence[int], rotate: str) -> dict[tuple[int, ...], int]:
    """Orders of the members round the table, and how often a rotation has each.

    Orders that differ only by turning the table are one; played with every turn, they are all
    seatings of the rotation, and none that members of one kind make twice.

    Parameters
    ----------
    members : sequence of int
        Kinds.
    rotate : str
        ``"cyclic"``: the order given. ``"balanced"``: every ordered pair of places beside each
        other equally often. ``"all"``: every order.

    Examples
    --------
    >>> round_table([0, 0, 1, 1], "all")
    {(0, 0, 1, 1): 4, (0, 1, 0, 1): 2}
    """
    seats = len(members)
    if rotate == "cyclic":
        places = [list(range(seats))]
    elif rotate == "balanced":
        places = circles(seats)
    else:
        places = [[0, *rest] for rest in itertools.permutations(range(1, seats))]
    found: dict[tuple[int, ...], int] = {}
    for order in places:
        row = [members[place] for place in order]
        least = min(tuple(row[by:] + row[:by]) for by in range(seats))
        found[least] = found.get(least, 0) + 1
    return found


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
