"""Policies that reckon: with the cards not seen, and with the turns to go."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrels.layout import PHASE_ACT, PUSH, SKIP, TOTAL
from squirrelstats.policies.builtin.squirrels._parts import (
    blind_card,
    going_out,
    number,
    otherwise,
    special,
    spend,
    too_high,
    top_of,
)
from squirrelstats.policies.helpers import last_legal
from squirrelstats.policies.policy import make_policy, param


def counter(view: Any, legal: Any, params: Any) -> int:
    """Counts cards, and turns up a Blind Card when the danger is small for what lies on the table.

    The danger is the chance that the card is too high, by all cards not seen, times the cards it
    would have to take. Clears the pile when it can, also with Wilds.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, params.wilds)
    action = -1
    if too_high(view) * (view.pile[TOTAL] + 1) <= params.danger:
        action = blind_card(legal)
    if action < 0:
        action, _ = number(view, legal, 0, params.top, params.clear, 0)
    if action < 0:
        action = special(view, legal)
    if action < 0:
        action = blind_card(legal)
    return last_legal(legal) if action < 0 else action


def planner(view: Any, legal: Any, params: Any) -> int:
    """Digs through its stacks, keeps groups together, and goes out in one long turn.

    Fours and Squirrels cost no turn, so it is in no hurry with them. It plays tops, turns up Blind
    Cards, then plays its smallest groups, pushes a pile that is worth more than that, and skips
    before it touches Squirrels and Wilds. Without stacks, and with one turn to go, it plays all.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, params.wilds)
    action = going_out(view, legal)
    if action >= 0:
        return action
    action, worth = number(view, legal, params.copy, params.top, params.clear, params.rest)
    blind = blind_card(legal)
    if blind >= 0 and (view.top == 0 or worth < params.blind):
        return blind
    push = top_of(view, legal, PUSH)
    if push >= 0 and view.top > 0 and worth < params.push * view.pile[TOTAL]:
        return push
    skip = top_of(view, legal, SKIP)
    if skip >= 0 and worth < params.skip:
        return skip
    if action < 0:
        action = spend(view, legal)
    return last_legal(legal) if action < 0 else action


POLICIES = (
    make_policy(
        "squirrels",
        counter,
        params={
            "danger": param(2, 0, 255, "cards that it risks at most, on average"),
            "top": param(3, 0, 20, "worth of each top in a play, in points"),
            "clear": param(10, 0, 20, "worth of clearing the pile, in points"),
            "wilds": param(2, 0, 3, "Wilds that it spends at most on clearing a pile"),
        },
        builtin=True,
    ),
    make_policy(
        "squirrels",
        planner,
        params={
            "copy": param(-2, -10, 10, "worth of each equal card more in a play, in points"),
            "top": param(8, 0, 20, "worth of each top in a play, in points"),
            "clear": param(5, -20, 20, "worth of clearing the pile, in points"),
            "rest": param(4, -20, 20, "price of an equal card that cannot be laid, in points"),
            "blind": param(12, 0, 60, "worth of turning up a Blind Card on a pile, in points"),
            "push": param(1.4, 0, 20, "worth of pushing a pile, in points for each card"),
            "skip": param(4, 0, 20, "worth of a Skip, in points"),
            "wilds": param(2, 0, 3, "Wilds that it spends at most on clearing a pile"),
        },
        builtin=True,
    ),
)
