"""Policies whose idea is about Quarrels."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squarrels.layout import (
    DISCARD_LEAD,
    DISCARD_ONE,
    DONE,
    GOLD,
    HAND_KINDS,
    HOLD,
    LEAD,
    NUMBER_KINDS,
    PHASE_DISCARD,
    PHASE_QUARREL,
    PHASE_RACE,
    PHASE_STORE,
    PLAY_GOLD,
    PLAY_LEAD,
    PLAY_ONE,
    QUARREL,
    RACE,
    STORE_ONE,
    TOTAL,
)
from squirrelstats.policies.builtin.squarrels._parts import (
    best_number,
    fight_if_worth_it,
    lowest_discard,
    pile_worth,
    win_chance,
)
from squirrelstats.policies.helpers import first_legal, is_legal
from squirrelstats.policies.policy import make_policy, param


def choosy(view: Any, legal: Any, params: Any) -> int:
    """Throws its lowest card, sheds the Lead, and fights only the Quarrels it can win.

    Outgunned it plays the Gold, or else its lowest card; a tie it fights out. What counts is how
    many cards higher than its best each rival may be expected to hold.
    """
    if view.phase == PHASE_DISCARD:
        return lowest_discard(legal)
    if view.phase == PHASE_QUARREL:
        return fight_if_worth_it(view, legal, params.give_up, params.spend_gold)
    return first_legal(legal)


def duelist(view: Any, legal: Any, params: Any) -> int:
    """Keeps its high cards for Quarrels, as long as there are Quarrels in the deck to win.

    A set of high cards it stores only if enough of them stay in hand, or once the deck is short.
    It fights every Quarrel with its highest card; with no high card it plays the Gold, or sheds
    the Lead.
    """
    if view.phase == PHASE_STORE:
        kind, left = first_legal(legal) - STORE_ONE, -view.set_size
        for other in range(NUMBER_KINDS):
            if other + 1 >= params.high:
                left += view.hand[other]
        needed = view.unseen[QUARREL] > 0 and view.deck_left > params.short
        if kind + 1 >= params.high and left < params.keep and needed and is_legal(legal, DONE):
            return DONE
    if view.phase == PHASE_DISCARD:
        return lowest_discard(legal)
    if view.phase == PHASE_QUARREL:
        best = best_number(legal)
        if best + 1 < params.high and view.subround == 1:
            if is_legal(legal, PLAY_GOLD):
                return PLAY_GOLD
            if is_legal(legal, PLAY_LEAD):
                return PLAY_LEAD
        if best >= 0:
            return PLAY_ONE + best
    return first_legal(legal)


def counter(view: Any, legal: Any, params: Any) -> int:
    """Counts cards: plays Quarrels by the odds, throws what is least likely to become a good set.

    It knows what was picked up in the open, what is stored and what is out. A card shown is worth
    its chance to beat what the rivals hold, times the prize, less the chance to lose it. For a
    pile that brings nothing it does not race.
    """
    if view.phase == PHASE_RACE:
        return RACE if pile_worth(view, 0.2) >= params.poor else HOLD
    if view.phase == PHASE_DISCARD:
        thrown, least, unseen = lowest_discard(legal), 1e9, 1
        for kind in range(HAND_KINDS):
            unseen += view.unseen[kind]
        for kind in range(NUMBER_KINDS):
            missing = view.set_size - view.hand[kind] % view.set_size
            odds = min(params.to_come * view.unseen[kind] / unseen / missing, 1.0) ** missing
            cost = (kind + 1) * (params.fight + odds)
            if is_legal(legal, DISCARD_ONE + kind) and cost < least:
                thrown, least = DISCARD_ONE + kind, cost
        return DISCARD_LEAD if is_legal(legal, DISCARD_LEAD) else thrown
    played, most = first_legal(legal), -1e9
    if view.phase == PHASE_QUARREL:
        prize = params.prize * (view.seats - 1) + view.table[TOTAL]
        for kind in range(HAND_KINDS):
            if not is_legal(legal, PLAY_ONE + kind):
                continue
            chance = win_chance(view, kind, params.tie)
            worth = chance * prize - (1 - chance) * (kind + 1)
            if kind == GOLD:
                worth = prize - params.gold
            if kind == LEAD:
                worth = params.lead
            if worth > most:
                played, most = PLAY_ONE + kind, worth
    return played


def peaceful(view: Any, legal: Any) -> int:
    """Never fights: lays the Lead, or else its lowest card, into every Quarrel.

    It means to lose as little as it can and to save its high cards for sets. It loses clearly to
    `baseline`: it saves one card and gives away the table and the turn.
    """
    if view.phase == PHASE_DISCARD:
        return lowest_discard(legal)
    if view.phase == PHASE_QUARREL and is_legal(legal, PLAY_LEAD):
        return PLAY_LEAD
    return first_legal(legal)


POLICIES = (
    make_policy(
        "squarrels",
        choosy,
        params={
            "give_up": param(0.35, 0, 100, "higher cards a rival at which a Quarrel is given up"),
            "spend_gold": param(0.2, 0, 100, "higher cards a rival at which the Gold is played"),
        },
        builtin=True,
    ),
    make_policy(
        "squarrels",
        duelist,
        params={
            "high": param(4, 1, 6, "lowest value that counts as a high card"),
            "keep": param(1, 0, 20, "high cards that must stay in hand when a set is stored"),
            "short": param(60, 0, 255, "cards in the deck from which on it stores every set"),
        },
        builtin=True,
    ),
    make_policy(
        "squarrels",
        counter,
        params={
            "prize": param(2, 0, 100, "worth of a Quarrel won, for each rival at the table"),
            "tie": param(0.8, 0, 1, "how much of a win an equal card is"),
            "gold": param(6, 0, 100, "price of the Gold"),
            "lead": param(2, 0, 100, "worth of shedding the Lead"),
            "poor": param(2, 0, 100, "worth of a pile below which it does not race"),
            "to_come": param(6, 0, 255, "cards it expects to get when it judges a discard"),
            "fight": param(1, 0, 100, "share of a card's value that lies in Quarrels"),
        },
        builtin=True,
    ),
    make_policy("squarrels", peaceful, builtin=True),
)
