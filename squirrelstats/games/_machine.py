"""What the kernels of all games share: how ``advance`` returns, and the event buffer."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, trailing_zeros

U = np.uint64

#: Results of ``advance``.
AT_DECISION, AT_CHANCE, AT_END = U(0), U(1), U(2)

#: Most outcomes that a chance event lists.
OUTCOMES = 17

#: Event of an asked decision, logged by the loop; every other code belongs to the game.
ASKED = 0
EVENT_CAPACITY = 16_384
#: Room for what is logged between two rounds of a match, before the second one.
BETWEEN_ROUNDS = 16
LOG = np.dtype(
    [
        ("capacity", "u8"),  # 0 in bulk runs: nothing is written
        ("count", "u8"),  # events so far, also those that found no room
        ("events", "i4", (EVENT_CAPACITY + BETWEEN_ROUNDS, 4)),  # code, seat, card, amount
    ],
    align=True,
)

#: What a player has at the end of a match.
MATCH_RESULT = np.dtype(
    [("total", "i4"), ("share840", "i4"), ("rounds", "i4"), ("truncated", "i4")], align=True
)


@inline
def emit(log, code, seat, card, amount):
    """Record an event if the buffer is in use."""
    if log.capacity != U(0):
        if log.count < log.capacity:
            log.events[log.count, U(0)] = code
            log.events[log.count, U(1)] = seat
            log.events[log.count, U(2)] = card
            log.events[log.count, U(3)] = amount
        log.count += U(1)


@inline
def left_of(seat, seats):
    """Next seat clockwise."""
    following = seat + U(1)
    if following == seats:
        following = U(0)
    return following


@inline
def is_single(mask):
    """Whether at most one bit is set."""
    return (mask & (mask - U(1))) == U(0)


@inline
def lowest_bit(mask):
    """Number of the lowest set bit; the mask is not empty."""
    return trailing_zeros(mask)
