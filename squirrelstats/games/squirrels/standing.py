"""How far every seat has come, followed through the events of a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats.games.squirrels import layout as L

#: What a standing counts, and which of it is good.
UNIT, GOAL = "cards held", "low"
#: Events that begin a turn.
TURN = L.TURN


def standings(events: np.ndarray, seats: int, rules: Any) -> np.ndarray:
    """Cards held after every event, stacks included.

    Parameters
    ----------
    events : int32 (events, 4)
    seats : int
    rules : Rules

    Returns
    -------
    standings : int64 (events, seats)
    """
    code, seat, amount = events[:, 0], events[:, 1], events[:, 3]
    change = np.zeros((len(events), seats), np.int64)
    for codes, by in (
        ((L.LAID_HAND,), -amount),
        ((L.LAID_TOP, L.BLIND_TURNED), -np.ones_like(amount)),
        ((L.TOOK,), amount),
        ((L.DREW,), np.ones_like(amount)),
    ):
        these = np.isin(code, codes)
        change[these, seat[these]] = by[these]
    start = int(rules.hand_size + rules.stacks * rules.depth)
    return np.asarray(change.cumsum(axis=0) + start)
