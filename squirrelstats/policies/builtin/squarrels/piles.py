"""Policies whose idea is about the Hoard pile."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squarrels.layout import (
    DISCARD_LEAD,
    DISCARD_ONE,
    FIVE,
    HOARD,
    HOLD,
    LEAD,
    NUMBER_KINDS,
    PHASE_DISCARD,
    PHASE_QUARREL,
    PHASE_RACE,
    PLAY_GOLD,
    PLAY_LEAD,
    PLAY_ONE,
    RACE,
)
from squirrelstats.policies.builtin.squarrels._parts import (
    best_number,
    fight_if_worth_it,
    lowest_discard,
    pile_points,
    pile_worth,
)
from squirrelstats.policies.helpers import first_legal, is_legal
from squirrelstats.policies.policy import make_policy, param


def gleaner(view: Any, legal: Any, params: Any) -> int:
    """Races only for a pile worth the wait until its next turn; keeps what the pile completes.

    Who wins a pile stores and discards, and the turn passes to the left: the further right the
    winner sits, the sooner it is one's own turn. Quarrels as `choosy`.
    """
    if view.phase == PHASE_RACE:
        worth = pile_worth(view, params.card) - params.lead * view.hoard[LEAD]
        rivals, nearer = 0, 0
        for seat in range(1, view.seats):
            rivals += view.contesting[seat]
            nearer += view.contesting[seat] * seat
        return HOLD if worth * rivals < params.wait * nearer else RACE
    if view.phase == PHASE_DISCARD:
        thrown, least = lowest_discard(legal), 1e9
        if thrown == DISCARD_LEAD:
            return thrown
        for kind in range(NUMBER_KINDS):
            held = view.hand[kind]
            completed = (held + view.hoard[kind]) // view.set_size > held // view.set_size
            cost = (kind + 1) * (1 + params.keep * completed)
            if is_legal(legal, DISCARD_ONE + kind) and cost < least:
                thrown, least = DISCARD_ONE + kind, cost
        return thrown
    if view.phase == PHASE_QUARREL:
        return fight_if_worth_it(view, legal, params.give_up, params.spend_gold)
    return first_legal(legal)


def hoarder(view: Any, legal: Any, params: Any) -> int:
    """Feeds the Hoard pile where it is likely to win it back, starves it where rivals are.

    After its discard it may race against all but one: alone at two seats, so it throws what makes
    sets in the pile; at four or more it holds such cards back. It does not race for a poor pile.
    """
    if view.phase == PHASE_RACE:
        return RACE if pile_points(view) >= params.poor else HOLD
    if view.phase == PHASE_DISCARD:
        thrown, least = lowest_discard(legal), 1e9
        if thrown == DISCARD_LEAD or view.unseen[HOARD] == 0:
            return thrown
        starve = params.starve * (view.seats - 3) / (view.seats - 1)
        for kind in range(NUMBER_KINDS):
            begun = view.hoard[kind] % view.set_size / view.set_size
            cost = (kind + 1) * (1 + starve * begun)
            if is_legal(legal, DISCARD_ONE + kind) and cost < least:
                thrown, least = DISCARD_ONE + kind, cost
        return thrown
    if view.phase == PHASE_QUARREL:
        best = best_number(legal)
        if is_legal(legal, PLAY_LEAD):
            return PLAY_LEAD
        return PLAY_ONE + best if best == FIVE or not is_legal(legal, PLAY_GOLD) else PLAY_GOLD
    return first_legal(legal)


POLICIES = (
    make_policy(
        "squarrels",
        gleaner,
        params={
            "card": param(0.2, 0, 100, "worth of a card in the pile, by its value and 1.5"),
            "wait": param(1.2, 0, 100, "price of every turn more that others have before its own"),
            "lead": param(3, 0, 100, "price of the Lead in a pile"),
            "keep": param(0.4, 0, 100, "how much more it minds throwing what the pile completes"),
            "give_up": param(0.3, 0, 100, "higher cards a rival at which a Quarrel is given up"),
            "spend_gold": param(0.2, 0, 100, "higher cards a rival at which the Gold is played"),
        },
        builtin=True,
    ),
    make_policy(
        "squarrels",
        hoarder,
        params={
            "poor": param(4, 0, 255, "total value of the cards below which a pile is poor"),
            "starve": param(4, 0, 100, "how much it minds adding to a set in the pile"),
        },
        builtin=True,
    ),
)
