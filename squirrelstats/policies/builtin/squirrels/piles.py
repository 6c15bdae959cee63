"""Policies whose idea is about the pile."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrels.layout import (
    NUMBER_KINDS,
    PHASE_ACT,
    PICK_UP,
    TOTAL,
    WILD,
)
from squirrelstats.policies.builtin.squirrels._parts import (
    blind_card,
    clearing,
    ending,
    held,
    number,
    otherwise,
    playable,
    special,
)
from squirrelstats.policies.helpers import is_legal, last_legal
from squirrelstats.policies.policy import make_policy, param


def gatherer(view: Any, legal: Any, params: Any) -> int:
    """Picks up small piles on purpose, when their cards make groups of four with its own.

    A group of four clears the pile wherever it fits and costs no turn.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, params.wilds)
    action = clearing(view, legal, params.wilds)
    if action < 0 and view.pile[TOTAL] <= params.small and is_legal(legal, PICK_UP):
        gain = params.wild * view.pile[WILD] - params.turn
        for kind in range(NUMBER_KINDS):
            there, own = view.pile[kind], held(view, kind)
            if there > 0 and own == 0:
                gain -= params.stray
            gain += (there > 0) * ((own + there) // view.clear_size > own // view.clear_size)
        if gain > 0 and not ending(view):
            return PICK_UP
    if action < 0:
        action = blind_card(legal)
    if action < 0:
        action, _ = number(view, legal, 0, params.top, 0, 0)
    if action < 0:
        action = special(view, legal)
    return last_legal(legal) if action < 0 else action


def starver(view: Any, legal: Any) -> int:
    """Starves the next player: lays its lowest card that fits, so that theirs do not.

    All else as `baseline`. It loses clearly: rivals answer with specials and Blind Cards, and its
    own high cards fit on hardly any pile.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, 0)
    for kind in range(NUMBER_KINDS):
        action = playable(view, legal, kind)
        if action >= 0:
            return action
    action = special(view, legal)
    if action < 0:
        action = blind_card(legal)
    return last_legal(legal) if action < 0 else action


POLICIES = (
    make_policy(
        "squirrels",
        gatherer,
        params={
            "small": param(3, 0, 60, "cards of a pile that it may pick up"),
            "turn": param(0.5, 0, 20, "price of the turn, in groups of four"),
            "stray": param(0.5, 0, 20, "price of a value that it does not hold"),
            "wild": param(0.5, 0, 20, "worth of a Wild in the pile"),
            "wilds": param(1, 0, 3, "Wilds that it spends at most on clearing a pile"),
            "top": param(3, 0, 20, "worth of each top in a play, in points"),
        },
        builtin=True,
    ),
    make_policy("squirrels", starver, builtin=True),
)
