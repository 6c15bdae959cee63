"""A shuffle of cards in place."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)


@inline
def durstenfeld(state, streams, first, cards):
    """Durstenfeld's shuffle of ``state.deck[first : first + cards]`` by the stream in use."""
    s0 = streams.state[ZERO]
    s1 = streams.state[ONE_BIT]
    i = cards
    while i > ONE_BIT:
        j, s0, s1 = _rng.next_below(s0, s1, i)
        i -= ONE_BIT
        kept = state.deck[first + i]
        state.deck[first + i] = state.deck[first + j]
        state.deck[first + j] = kept
    streams.state[ZERO] = s0
    streams.state[ONE_BIT] = s1
