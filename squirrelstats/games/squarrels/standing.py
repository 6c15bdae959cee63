"""How far every seat has come, followed through the events of a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats.games.squarrels import layout as L

#: What a standing counts, and which of it is good.
UNIT, GOAL = "points stored", "high"
#: Events that begin a turn.
TURN = L.TURN


def standings(events: np.ndarray, seats: int, rules: Any) -> np.ndarray:
    """Points stored after every event; the Gold, the Lead and cards left count at the end only.

    Parameters
    ----------
    events : int32 (events, 4)
    seats : int
    rules : Rules

    Returns
    -------
    standings : int64 (events, seats)
    """
    points = rules.record()["set_points"][0]
    change = np.zeros((len(events), seats), np.int64)
    stored = np.isin(events[:, 0], (L.STORED, L.STORED_WITH_GOLD))
    change[stored, events[stored, 1]] = points[events[stored, 2]]
    return change.cumsum(axis=0)
