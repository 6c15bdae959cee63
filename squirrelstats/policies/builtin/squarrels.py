"""Built-in policies of S'Quarrels."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squarrels.layout import (
    DISCARD_GOLD,
    DISCARD_LEAD,
    DISCARD_ONE,
    DONE,
    DRAW,
    FIVE,
    GOLD,
    LEAD,
    NUMBER_KINDS,
    ONE,
    PHASE_DISCARD,
    PHASE_DRAW,
    PHASE_QUARREL,
    PHASE_RACE,
    PHASE_STORE,
    PLAY_GOLD,
    PLAY_LEAD,
    PLAY_ONE,
    RACE,
    STORE_ONE,
    TOTAL,
)
from squirrelstats.policies.helpers import first_legal, is_legal, random_legal
from squirrelstats.policies.policy import make_policy


def baseline(view: Any, legal: Any) -> int:
    """Draws whenever it may, stores every set, throws its rarest card, plays its highest.

    The reference policy: deterministic, defined to the last tie in `docs/squarrels.md`.
    """
    if view.phase == PHASE_DRAW:
        return DRAW
    if view.phase == PHASE_STORE:
        return first_legal(legal)
    if view.phase == PHASE_DISCARD:
        if is_legal(legal, DISCARD_LEAD):
            return DISCARD_LEAD
        fewest, thrown = 128, DISCARD_GOLD
        for kind in range(NUMBER_KINDS):
            if 0 < view.hand[kind] < fewest:
                fewest, thrown = view.hand[kind], DISCARD_ONE + kind
        return thrown
    if view.phase == PHASE_QUARREL:
        for kind in range(FIVE, ONE - 1, -1):
            if view.hand[kind] > 0:
                return PLAY_ONE + kind
        return PLAY_LEAD if view.hand[LEAD] > 0 else PLAY_GOLD
    return RACE


def random(legal: Any, rng: Any) -> int:
    """Does anything allowed, every action equally likely."""
    return random_legal(rng, legal)


POLICIES = tuple(
    make_policy("squarrels", function, builtin=True) for function in (baseline, random)
)
