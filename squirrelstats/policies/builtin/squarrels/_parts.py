"""What several policies of S'Quarrels reckon with."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squarrels.layout import (
    DISCARD_LEAD,
    DISCARD_ONE,
    FIVE,
    GOLD,
    HAND_KINDS,
    NUMBER_KINDS,
    PLAY_GOLD,
    PLAY_LEAD,
    PLAY_ONE,
    STOP,
    STORE_FIVE,
    STORE_ONE,
    TOTAL,
)
from squirrelstats.policies.helpers import first_legal, in_policies, is_legal


@in_policies
def stop_drawing(legal: Any) -> int:
    """The action that ends drawing: STOP, else storing the dearest set, else what there is."""
    if is_legal(legal, STOP):
        return STOP
    for action in range(STORE_FIVE, STORE_ONE - 1, -1):
        if is_legal(legal, action):
            return action
    return first_legal(legal)


@in_policies
def lowest_discard(legal: Any) -> int:
    """The Lead if it may be thrown, else the lowest card."""
    return DISCARD_LEAD if is_legal(legal, DISCARD_LEAD) else first_legal(legal)


@in_policies
def keep_pairs(view: Any, legal: Any, pair: Any) -> int:
    """The discard that costs least: a card's value, ``pair`` times as much more for each copy."""
    thrown, least = lowest_discard(legal), 1e9
    if thrown == DISCARD_LEAD:
        return thrown
    for kind in range(NUMBER_KINDS):
        cost = (kind + 1) * (1 + pair * (view.hand[kind] - 1))
        if is_legal(legal, DISCARD_ONE + kind) and cost < least:
            thrown, least = DISCARD_ONE + kind, cost
    return thrown


@in_policies
def best_number(legal: Any) -> int:
    """The highest Number card that may be played in this Quarrel, -1 if none."""
    for kind in range(FIVE, -1, -1):
        if is_legal(legal, PLAY_ONE + kind):
            return kind
    return -1


@in_policies
def points_in_hand(view: Any) -> int:
    """What the complete sets in hand would score."""
    points = 0
    for kind in range(NUMBER_KINDS):
        points += (kind + 1) * (view.hand[kind] // view.set_size)
    return points


@in_policies
def loose_cards(view: Any) -> int:
    """How many Number cards in hand are in no complete set."""
    loose = 0
    for kind in range(NUMBER_KINDS):
        loose += view.hand[kind] % view.set_size
    return loose


@in_policies
def in_pile(view: Any, kind: Any) -> float:
    """Cards of that kind in the Hoard pile; of those face down, as many as may be expected."""
    hidden = view.hoard[TOTAL]
    unseen = 0
    for other in range(HAND_KINDS):
        hidden -= view.hoard[other]
        unseen += view.unseen[other]
    return view.hoard[kind] + hidden * view.unseen[kind] / max(unseen, 1)


@in_policies
def pile_points(view: Any) -> float:
    """Total value of the cards in the Hoard pile."""
    points = 0.0
    for kind in range(NUMBER_KINDS):
        points += (kind + 1) * in_pile(view, kind)
    return points


@in_policies
def pile_worth(view: Any, card: Any) -> float:
    """What the Hoard pile would bring: sets that it completes, and ``card`` for what is in it.

    Complete sets in hand count, too, since the winner of the pile may store them at once.
    """
    worth = 0.0
    for kind in range(NUMBER_KINDS):
        there = in_pile(view, kind)
        sets = (view.hand[kind] + there) // view.set_size
        worth += (kind + 1) * sets + card * (kind + 2.5) * there
    return worth


@in_policies
def higher_per_rival(view: Any, kind: Any) -> float:
    """How many Number cards above ``kind`` each rival in the Quarrel may be expected to hold."""
    unseen, higher = 0, 0
    for other in range(HAND_KINDS):
        unseen += view.unseen[other]
        if kind < other < GOLD:
            higher += view.unseen[other]
    rivals, held = 0, 0
    for seat in range(1, view.seats):
        rivals += view.contesting[seat]
        held += view.contesting[seat] * view.hand_sizes[seat]
    return higher * held / max(unseen * rivals, 1)


@in_policies
def fight_if_worth_it(view: Any, legal: Any, give_up: Any, spend_gold: Any) -> int:
    """Sheds the Lead; outgunned plays the Gold, or at first its lowest card; else its best.

    Outgunned is who expects each rival to hold more higher Number cards than the limits allow.
    """
    if is_legal(legal, PLAY_LEAD):
        return PLAY_LEAD
    best = best_number(legal)
    higher = higher_per_rival(view, best)
    if is_legal(legal, PLAY_GOLD) and higher > spend_gold:
        return PLAY_GOLD
    if view.subround == 1 and higher > give_up:
        return first_legal(legal)
    return PLAY_ONE + best


@in_policies
def win_chance(view: Any, kind: Any, tie: Any) -> float:
    """Chance that ``kind`` wins the Quarrel if all show their best Number card.

    A rival's cards are those it is known to hold and a random choice of all others unseen. An
    equal card counts ``tie`` of a win.
    """
    unknown, higher, equal = 0, 0, 0
    for other in range(HAND_KINDS):
        free = view.unseen[other]
        for seat in range(1, view.seats):
            free -= view.known[seat][other]
        unknown += free
        higher += free * (kind < other < GOLD)
        equal += free * (other == kind)
    chance = 1.0
    for seat in range(1, view.seats):
        if view.contesting[seat] == 0:
            continue
        hidden, no_higher, no_equal = view.hand_sizes[seat], 1.0, 1.0
        for other in range(HAND_KINDS):
            hidden -= view.known[seat][other]
            if view.known[seat][other] > 0 and kind <= other < GOLD:
                no_equal = 0.0
                no_higher *= other == kind
        for place in range(hidden):
            left = max(unknown - place, 1)
            no_higher *= max(unknown - higher - place, 0) / left
            no_equal *= max(unknown - higher - equal - place, 0) / left
        chance *= no_equal + tie * (no_higher - no_equal)
    return chance
