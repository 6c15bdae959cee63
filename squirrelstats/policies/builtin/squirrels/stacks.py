"""A policy whose idea is about the stacks and their Blind Cards."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrels.layout import PHASE_ACT
from squirrelstats.policies.builtin.squirrels._parts import (
    blind_card,
    number,
    otherwise,
    special,
)
from squirrelstats.policies.helpers import last_legal
from squirrelstats.policies.policy import make_policy, param


def digger(view: Any, legal: Any, params: Any) -> int:
    """Races through its stacks: turns up every Blind Card at once, and plays tops first.

    A Number card that is a top is worth `top` points more, since it opens a stack. All else as
    `baseline`.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, params.wilds)
    action = blind_card(legal)
    if action < 0:
        action, _ = number(view, legal, 0, params.top, 0, 0)
    if action < 0:
        action = special(view, legal)
    return last_legal(legal) if action < 0 else action


POLICIES = (
    make_policy(
        "squirrels",
        digger,
        params={
            "top": param(8, 0, 20, "worth of each top in a play, in points"),
            "wilds": param(2, 0, 3, "Wilds that it spends at most on clearing a pile"),
        },
        builtin=True,
    ),
)
