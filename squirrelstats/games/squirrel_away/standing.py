"""How far every seat has come, followed through the events of a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats.games.squirrel_away import layout as L

#: What a standing counts, and which of it is good.
UNIT, GOAL = "acorns gathered", "high"
#: Events that begin a turn.
TURN = L.TURN


def standings(events: np.ndarray, seats: int, rules: Any) -> np.ndarray:
    """Acorns in Front and in the stash after every event.

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
    one = np.ones_like(amount)
    change = np.zeros((len(events), seats), np.int64)
    for wanted, by in (
        ((L.KEPT_ALL, L.TOOK_REST), amount),
        ((L.TOOK,), one),
        ((L.PAID_BACK,), -one),
    ):
        these = np.isin(code, wanted)
        change[these, seat[these]] = by[these]
    kept = (code == L.KEPT_ONE) & (events[:, 2] >= 0)
    change[kept, seat[kept]] = 1
    return change.cumsum(axis=0)
