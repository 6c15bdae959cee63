"""Policies whose idea is about specials."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrels.layout import (
    NUMBER_KINDS,
    PHASE_ACT,
    PUSH,
    SKIP,
    TOTAL,
)
from squirrelstats.policies.builtin.squirrels._parts import (
    blind_card,
    clearing,
    held,
    missing,
    nearest,
    number,
    otherwise,
    playable,
    special,
    spend,
    top_of,
)
from squirrelstats.policies.helpers import last_legal
from squirrelstats.policies.policy import make_policy, param


def dumper(view: Any, legal: Any, params: Any) -> int:
    """Throws off what would cost most, at once: a special before all but the dearest groups.

    Every play is worth the points that it sheds, a Blind Card what such a card has on average.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, 0)
    best, most = blind_card(legal), params.blind
    for kind in range(NUMBER_KINDS):
        action = playable(view, legal, kind)
        points = (kind + 1) * (held(view, kind) + min(missing(view, kind), 0))
        if action >= 0 and (best < 0 or points >= most):
            best, most = action, points
    action = special(view, legal)
    if action >= 0 and (best < 0 or most < params.special):
        best = action
    return last_legal(legal) if best < 0 else best


def hoarder(view: Any, legal: Any, params: Any) -> int:
    """Hoards its specials, and dumps them all before somebody goes out.

    Until a rival is down to `soon` cards a special is the last thing it plays, after Number cards
    and Blind Cards, but for Wilds that clear the pile. From then on specials go first.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, params.wilds)
    action = clearing(view, legal, params.wilds)
    if action < 0 and nearest(view) <= params.soon:
        action = special(view, legal)
    if action < 0 and view.top == 0:
        action = blind_card(legal)
    if action < 0:
        action, _ = number(view, legal, 0, params.top, 0, 0)
    if action < 0:
        action = blind_card(legal)
    if action < 0:
        action = special(view, legal)
    return last_legal(legal) if action < 0 else action


def attacker(view: Any, legal: Any, params: Any) -> int:
    """Goes for the leader: skips whoever is low on cards, and pushes every big pile at them.

    It skips before it plays anything else, once a rival is down to `low` cards; a Push it keeps
    for a pile of `big` cards.
    """
    if view.phase != PHASE_ACT:
        return otherwise(view, legal, params.wilds)
    action, close = -1, nearest(view) <= params.low
    if view.top > 0 and (close or view.pile[TOTAL] >= params.big):
        action = top_of(view, legal, PUSH)
    if action < 0 and close:
        action = top_of(view, legal, SKIP)
    if action < 0:
        action = clearing(view, legal, params.wilds)
    if action < 0:
        action = blind_card(legal)
    if action < 0:
        action, _ = number(view, legal, 0, params.top, 0, 0)
    if action < 0:
        action = spend(view, legal)
    return last_legal(legal) if action < 0 else action


POLICIES = (
    make_policy(
        "squirrels",
        dumper,
        params={
            "special": param(8, 0, 60, "points up to which a special goes before Number cards"),
            "blind": param(9, 0, 60, "points that a Blind Card counts"),
        },
        builtin=True,
    ),
    make_policy(
        "squirrels",
        hoarder,
        params={
            "soon": param(2, 0, 60, "cards of a rival from which on it dumps its specials"),
            "wilds": param(1, 0, 3, "Wilds that it spends at most on clearing a pile"),
            "top": param(3, 0, 20, "worth of each top in a play, in points"),
        },
        builtin=True,
    ),
    make_policy(
        "squirrels",
        attacker,
        params={
            "big": param(6, 0, 60, "cards of a pile that it pushes"),
            "low": param(3, 0, 60, "cards of a rival at which it skips"),
            "wilds": param(1, 0, 3, "Wilds that it spends at most on clearing a pile"),
            "top": param(8, 0, 20, "worth of each top in a play, in points"),
        },
        builtin=True,
    ),
)
