"""What a round in progress is worth to each seat: numbers a linear value is made of.

They are seen with open hands, but never read the order of the deck.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats._jit import inline
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games import _packed as pk
from squirrelstats.games.kernel.standing import chances
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import (
    HAND_KINDS,
    NUMBER_KINDS,
    O_SETUP_HAND,
    ONE_BIT,
    ZERO,
    U,
)

#: Names of the numbers, in order; all but the last two are 0 when the round is over.
FEATURES = (
    "points stored", "complete sets held", "pairs held", "single cards held",
    "points of cards held", "cards held", "pairs held, deck", "single cards held, deck",
    "own turn", "complete sets held, own turn", "others on average", "best other",
    "pairs of others", "standing, closely", "standing, widely", "standing, deck",
    "Hoard pile, own turn", "fives and fours in a Quarrel", "score at the end",
    "win share at the end",
)  # fmt: skip
N = len(FEATURES)
K_FOUR, K_FIVE = U(L.FOUR), U(L.FIVE)


@inline
def features(state, rules, over, out):
    """Fill ``out``, float64 (8, N), by seat."""
    deck = np.float64(state.deck_end - state.deck_next) / 100.0
    pile = 0.0
    for k in range(NUMBER_KINDS):
        copies = np.float64(pk.count(state.hoard, U(k)))
        pile += copies * np.float64(rules.set_points[U(k)])
    for s in range(state.seats):
        seat = U(s)
        for f in range(N):
            out[seat, U(f)] = 0.0
        if over:
            out[seat, U(18)] = np.float64(state.score[seat])
            out[seat, U(19)] = np.float64(state.share840[seat]) / SHARE_UNITS
            continue
        hand = state.hand[seat]
        sets, pairs, singles, cards = 0.0, 0.0, 0.0, 0.0
        for k in range(NUMBER_KINDS):
            copies = pk.count(hand, U(k))
            points = np.float64(rules.set_points[U(k)])
            while copies >= rules.set_size:
                copies -= rules.set_size
                sets += points
            if copies + ONE_BIT == rules.set_size:
                pairs += points
            else:
                singles += points * np.float64(copies)
        for k in range(HAND_KINDS):
            cards += np.float64(pk.count(hand, U(k))) * np.float64(rules.hand_points[U(k)])
        out[seat, U(0)] = np.float64(state.points[seat])
        out[seat, U(1)] = sets
        out[seat, U(2)] = pairs
        out[seat, U(3)] = singles
        out[seat, U(4)] = cards
        out[seat, U(5)] = np.float64(pk.total(hand))
        out[seat, U(6)] = pairs * deck
        out[seat, U(7)] = singles * deck
        if seat == state.drawer:
            out[seat, U(8)] = 1.0
            out[seat, U(9)] = sets
        if state.mini != ZERO and seat == state.actor:
            out[seat, U(16)] = pile
        if (state.contest >> seat) & ONE_BIT != ZERO:
            strong = pk.count(hand, K_FIVE) * U(2) + pk.count(hand, K_FOUR)
            out[seat, U(17)] = np.float64(strong)
    if not over:
        among(state, out)
        for s in range(state.seats):
            seat = U(s)
            sure = out[seat, U(0)] + out[seat, U(1)] + out[seat, U(4)]
            hoped = sure + out[seat, U(2)] * min(0.5, 2.0 * deck)
            out[seat, U(13)] = hoped / 2.0
            out[seat, U(14)] = hoped / (6.0 + 10.0 * deck)
            out[seat, U(15)] = sure / (1.0 + 30.0 * deck)
        chances(state, U(13), out)
        chances(state, U(14), out)
        chances(state, U(15), out)


@inline
def among(state, out):
    """Every seat against the others."""
    others = np.float64(state.seats - ONE_BIT)
    for s in range(state.seats):
        seat = U(s)
        best, total, pairs = -1e9, 0.0, 0.0
        for o in range(state.seats):
            other = U(o)
            if other != seat:
                worth = out[other, U(0)] + out[other, U(1)] + out[other, U(4)]
                total += worth
                pairs += out[other, U(2)]
                best = max(best, worth)
        out[seat, U(10)] = total / others
        out[seat, U(11)] = best
        out[seat, U(12)] = pairs / others


def opening(rules: Any, seats: Any) -> list[tuple[np.ndarray, np.ndarray, int]]:
    """What of a deal is exactly known: cards drawn without replacement.

    Parameters
    ----------
    rules : RULES (1,)
    seats : SEAT_RESULT (rounds, seats)

    Returns
    -------
    parts : list of (held, copies, cards)
        held : uint8 (rounds, seats, kinds), cards of each kind; copies : int64 (kinds,), those in
        the pack they come from; cards : int, how many each seat draws.
    """
    deck = rules.deck[0, : int(rules.deck_size[0])]
    kinds = L.HAND_KINDS if not rules.options[0, int(O_SETUP_HAND)] else L.NUMBER_KINDS
    copies = np.bincount(deck[deck < kinds], minlength=kinds)
    return [(seats["opening"][:, :, : len(copies)], copies, int(rules.starting_hand[0]))]
