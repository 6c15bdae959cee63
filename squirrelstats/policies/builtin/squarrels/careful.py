"""Policies whose idea is not to lose what they have."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squarrels.layout import (
    AMBUSH,
    DONE,
    GOLD,
    HOARD,
    HOLD,
    LEAD,
    PHASE_DISCARD,
    PHASE_DRAW,
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
    WINTER,
)
from squirrelstats.policies.builtin.squarrels._parts import (
    best_number,
    fight_if_worth_it,
    keep_pairs,
    loose_cards,
    pile_points,
    points_in_hand,
    stop_drawing,
)
from squirrelstats.policies.helpers import first_legal, is_legal
from squirrelstats.policies.policy import make_policy, param


def wary(view: Any, legal: Any, params: Any) -> int:
    """Stops drawing when the danger of the next card is greater than what it is worth.

    Winter takes sets that are not stored; a Quarrel or Hoard ends the turn before they are, and a
    Hoard gives the pile to a rival. It throws no card of a pair without need, and shows a good
    card in a Quarrel only if a better one is unlikely.
    """
    if view.phase == PHASE_DRAW:
        enders = view.unseen[QUARREL] + view.unseen[HOARD]
        danger = points_in_hand(view) * (view.unseen[WINTER] + params.turn_lost * enders)
        danger += params.pile_lost * pile_points(view) * view.unseen[HOARD] / (view.seats - 1)
        if danger > params.next_card * view.deck_left:
            return stop_drawing(legal)
    if view.phase == PHASE_DISCARD:
        return keep_pairs(view, legal, params.pair)
    if view.phase == PHASE_QUARREL:
        return fight_if_worth_it(view, legal, params.give_up, params.spend_gold)
    return first_legal(legal)


def warden(view: Any, legal: Any, params: Any) -> int:
    """Guards the Gold until Winter, and gets rid of the Lead by every means.

    An Ambush takes one card at random, so with the Gold it keeps a cheap set in hand as a screen.
    The Gold it plays only early in a round, without a Five. The Lead goes into the first Quarrel;
    if all else in hand is sets, it stops drawing, stores them and throws the Lead.
    """
    if view.phase == PHASE_DRAW and view.hand[LEAD] > 0 and loose_cards(view) == 0:
        return stop_drawing(legal)
    if view.phase == PHASE_STORE and view.hand[GOLD] > view.hand[LEAD]:
        cheap = first_legal(legal) - STORE_ONE + 1 <= params.cheap
        bare = (
            view.hand[TOTAL] - view.set_size < view.stop_level - params.gap
            and view.unseen[AMBUSH] > 0
        )
        if cheap and bare and is_legal(legal, DONE):
            return DONE
    if view.phase == PHASE_RACE:
        return HOLD if view.hoard[LEAD] > view.hoard[GOLD] else RACE
    if view.phase == PHASE_DISCARD:
        return keep_pairs(view, legal, params.pair)
    if view.phase == PHASE_QUARREL:
        if is_legal(legal, PLAY_LEAD):
            return PLAY_LEAD
        best = best_number(legal)
        outdone = best + 1 < params.high and view.deck_left > params.late
        if is_legal(legal, PLAY_GOLD) and (outdone or best < 0):
            return PLAY_GOLD
        return PLAY_ONE + best
    return first_legal(legal)


POLICIES = (
    make_policy(
        "squarrels",
        wary,
        params={
            "next_card": param(0.4, 0, 100, "points that drawing one more card is worth"),
            "turn_lost": param(0.2, 0, 1, "share of a set lost when the turn ends before storing"),
            "pile_lost": param(0.3, 0, 1, "share of the pile, for each rival, that a Hoard costs"),
            "pair": param(1.2, 0, 100, "how much more a card counts for each copy of it in hand"),
            "give_up": param(0.2, 0, 100, "higher cards a rival at which a Quarrel is given up"),
            "spend_gold": param(0.2, 0, 100, "higher cards a rival at which the Gold is played"),
        },
        builtin=True,
    ),
    make_policy(
        "squarrels",
        warden,
        params={
            "gap": param(3, 0, 20, "how far below the stop level its hand with the Gold may be"),
            "cheap": param(1, 0, 5, "highest value of a set that serves as a screen"),
            "high": param(5, 1, 6, "with a card of this value it does not play the Gold"),
            "late": param(40, 0, 255, "cards in the deck from which on the Gold is kept"),
            "pair": param(1, 0, 100, "how much more a card counts for each copy of it in hand"),
        },
        builtin=True,
    ),
)
