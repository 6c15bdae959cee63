"""Built-in policies of S'Quarrels."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squarrels.layout import (
    DISCARD_GOLD,
    DISCARD_LEAD,
    DISCARD_ONE,
    DRAW,
    FIVE,
    GOLD,
    HAND_KINDS,
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
)
from squirrelstats.policies.helpers import first_legal, is_legal, random_legal
from squirrelstats.policies.policy import make_policy, param


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
    """Any allowed action, each equally likely."""
    return random_legal(rng, legal)


def choosy(view: Any, legal: Any, params: Any) -> int:
    """Throws its lowest card, sheds the Lead, and fights only the Quarrels it can win.

    Outgunned it plays the Gold, or else its lowest card; a tie it fights out. What counts is how
    many cards higher than its best each rival may be expected to hold.
    """
    if view.phase == PHASE_DRAW:
        return DRAW
    if view.phase == PHASE_STORE or view.phase == PHASE_RACE:
        return first_legal(legal)
    if view.phase == PHASE_DISCARD:
        return DISCARD_LEAD if is_legal(legal, DISCARD_LEAD) else first_legal(legal)
    if view.hand[LEAD] > 0:
        return PLAY_LEAD
    best = FIVE
    while view.hand[best] == 0:
        best -= 1
    unseen, higher = 0, 0
    for kind in range(HAND_KINDS):
        unseen += view.unseen[kind]
        if best < kind < GOLD:
            higher += view.unseen[kind]
    rivals, held = 0, 0
    for seat in range(1, view.seats):
        rivals += view.contesting[seat]
        held += view.contesting[seat] * view.hand_sizes[seat]
    higher_per_rival = higher * held / (unseen * rivals)
    if view.hand[GOLD] > 0 and higher_per_rival > params.spend_gold:
        return PLAY_GOLD
    if view.subround == 1 and higher_per_rival > params.give_up:
        return first_legal(legal)
    return PLAY_ONE + best


POLICIES = (
    make_policy("squarrels", baseline, builtin=True),
    make_policy("squarrels", random, builtin=True),
    make_policy(
        "squarrels",
        choosy,
        params={
            "give_up": param(0.35, 0, 100, "higher cards a rival at which a Quarrel is given up"),
            "spend_gold": param(0.2, 0, 100, "higher cards a rival at which the Gold is played"),
        },
        builtin=True,
    ),
)
