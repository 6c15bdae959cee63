"""Who sits where in the playings of a deal.

A rotation lists seatings. Playing 0 has every player in the seat of the same number.

* ``none``: that one.
* ``cyclic``: in playing j player i sits in seat (i + j) mod n. Neighbours stay neighbours.
* ``balanced``: every player in every seat, and every ordered pair of players as (player, left
  neighbour), equally often. Orders round the table one after another, each turned like ``cyclic``
  by 0 … n − 1 seats, so the first n playings are those of ``cyclic``.
* ``all``: every seating, in lexicographic order of the players by seat.

References
----------
Walecki's decomposition of a complete graph into circles, in Lucas (1883), Récréations
mathématiques, vol. 2; Alspach (2008), The wonderful Walecki construction, Bull. ICA 52.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from squirrelstats.errors import UsageError, choices
from squirrelstats.policies._loop import SEAT_LIMIT

ROTATIONS = ("none", "cyclic", "balanced", "all")
#: Beyond, ``all`` is no longer a number of seatings that anybody wants: 7! = 5,040.
ALL_SEATS = 6


def check_rotation(rotate: str, seats: int) -> None:
    """Refuse an unknown rotation, and one with far too many seatings.

    Raises
    ------
    UsageError
        With the way out.
    """
    if not isinstance(rotate, str) or rotate not in ROTATIONS:
        raise UsageError(choices("rotation", rotate, ROTATIONS))
    if rotate == "all" and seats > ALL_SEATS:
        number = len(turned(circles(seats)))
        raise UsageError(
            f"rotate='all' is for at most {ALL_SEATS} seats, got {seats}; rotate='balanced' has "
            f"every player in every seat and beside every other equally often, in {number} seatings"
        )


def seatings(rotate: str, seats: int) -> np.ndarray:
    """Player by seat, for each playing of a deal.

    Parameters
    ----------
    rotate : str
        One of `ROTATIONS`.
    seats : int

    Returns
    -------
    seating : uint64 (playings, 8)
        Unused seats hold 0.

    Examples
    --------
    >>> seatings("cyclic", 3)[:, :3].tolist()
    [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    >>> [len(seatings("balanced", seats)) for seats in range(2, 9)]
    [2, 6, 24, 20, 60, 42, 112]
    """
    check_rotation(rotate, seats)
    rows: Iterable[Sequence[int]] = [range(seats)]
    if rotate == "cyclic":
        rows = turned(rows)
    elif rotate == "balanced":
        rows = turned(circles(seats))
    elif rotate == "all":
        rows = itertools.permutations(range(seats))
    players = np.array(list(rows))
    seating = np.zeros((len(players), SEAT_LIMIT), "u8")
    seating[:, :seats] = players
    return seating


def turned(orders: Iterable[Sequence[int]]) -> list[list[int]]:
    """Each order with everybody moved on by 0 … n − 1 seats."""
    return [
        [order[(seat - by) % len(order)] for seat in range(len(order))]
        for order in orders
        for by in range(len(order))
    ]


def circles(seats: int) -> list[list[int]]:
    """Orders round the table in which every ordered pair of neighbours is equally often.

    One player stays, the others stand on a circle of n − 1 places, and the order is a zigzag over
    that circle: 0, 1, −1, 2, −2, …. Turning the zigzag meets every pair of neighbours: once in
    (n − 1) / 2 turns if n is odd, twice in n − 1 turns if n is even. Each order is followed by its
    mirror image, which has the same pairs the other way round. Players are numbered so that the
    first order is 0, 1, …, n − 1.

    Examples
    --------
    >>> circles(5)
    [[0, 1, 2, 3, 4], [0, 4, 3, 2, 1], [0, 2, 4, 1, 3], [0, 3, 1, 4, 2]]
    """
    if seats == 2:
        return [[0, 1]]
    places = seats - 1
    zigzag = [(place + 1) // 2 * (1 if place % 2 else -1) % places for place in range(places)]
    number = {place: player for player, place in enumerate(zigzag, 1)}
    turns = places // 2 if seats % 2 else places
    orders = []
    for turn in range(turns):
        order = [0, *(number[(place + turn) % places] for place in zigzag)]
        orders += [order, [order[0], *order[:0:-1]]]
    return orders
