"""The two that every game has."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squarrels.layout import (
    DISCARD_GOLD,
    DISCARD_LEAD,
    DISCARD_ONE,
    DRAW,
    FIVE,
    NUMBER_KINDS,
    ONE,
    PHASE_DISCARD,
    PHASE_DRAW,
    PHASE_QUARREL,
    PHASE_STORE,
    PLAY_GOLD,
    PLAY_LEAD,
    PLAY_ONE,
    RACE,
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
        return PLAY_LEAD if is_legal(legal, PLAY_LEAD) else PLAY_GOLD
    return RACE


def random(legal: Any, rng: Any) -> int:
    """Any allowed action, each equally likely."""
    return random_legal(rng, legal)


POLICIES = (
    make_policy("squarrels", baseline, builtin=True),
    make_policy("squarrels", random, builtin=True),
)
