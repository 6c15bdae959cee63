"""What a round in progress is worth to each seat: numbers a linear value is made of.

They are seen with open hands, but never read face-down or undealt cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats._jit import inline, ones
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games import _wide as wide
from squirrelstats.games.kernel.standing import chances
from squirrelstats.games.squirrels.kernel.steps import (
    K_PUSH,
    K_SKIP,
    K_SQUIRREL,
    K_WILD,
    KINDS,
    ONE_BIT,
    ZERO,
    U,
)

#: Names of the numbers, in order; all but the last two are 0 when the round is over.
FEATURES = (
    "cards", "cards in hand", "face-down cards", "points in hand", "points of tops",
    "specials in hand", "Squirrels in hand", "kinds in hand", "own turn", "pile, own turn",
    "fewest cards of another", "cards of others", "points of others", "standing by cards",
    "standing by points", "out first", "another is out", "nearly out", "standing by turns to come",
    "score at the end",
    "win share at the end",
)  # fmt: skip
N = len(FEATURES)


@inline
def features(state, rules, over, out):
    """Fill ``out``, float64 (8, N), by seat."""
    for s in range(state.seats):
        seat = U(s)
        for f in range(N):
            out[seat, U(f)] = 0.0
        if over:
            out[seat, U(19)] = np.float64(state.score[seat])
            out[seat, U(20)] = np.float64(state.share840[seat]) / SHARE_UNITS
            continue
        hand = state.hand[seat]
        points, tops = 0.0, 0.0
        for k in range(KINDS):
            points += np.float64(wide.count(hand, U(k))) * np.float64(rules.points[U(k)])
        for i in range(rules.stacks):
            top = wide.entry(state.tops[seat], U(i))
            if top != ZERO:
                tops += np.float64(rules.points[top - ONE_BIT])
        squirrels = np.float64(wide.count(hand, K_SQUIRREL))
        specials = wide.count(hand, K_WILD) + wide.count(hand, K_PUSH) + wide.count(hand, K_SKIP)
        cards = np.float64(wide.entry(state.cards, seat))
        out[seat, U(0)] = cards
        out[seat, U(1)] = np.float64(wide.entry(state.hand_sizes, seat))
        out[seat, U(2)] = np.float64(wide.entry(state.face_down, seat))
        out[seat, U(3)] = points
        out[seat, U(4)] = tops
        out[seat, U(5)] = np.float64(specials) + squirrels
        out[seat, U(6)] = squirrels
        out[seat, U(7)] = np.float64(ones(wide.kinds(hand)))
        if seat == state.actor:
            out[seat, U(8)] = 1.0
            out[seat, U(9)] = np.float64(wide.total(state.pile))
        if state.safe == seat + ONE_BIT:
            out[seat, U(15)] = 1.0
        elif state.safe != ZERO:
            out[seat, U(16)] = 1.0
        out[seat, U(17)] = 1.0 / (1.0 + cards)
    if not over:
        among(state, out)
        for s in range(state.seats):
            seat = U(s)
            out[seat, U(13)] = -out[seat, U(0)] / 3.0 - out[seat, U(16)]
            out[seat, U(14)] = -(out[seat, U(3)] + out[seat, U(4)]) / 20.0 - out[seat, U(0)] / 4.0
            out[seat, U(18)] = -out[seat, U(1)] - 2.0 * out[seat, U(2)] - out[seat, U(7)]
        chances(state, U(13), out)
        chances(state, U(14), out)
        chances(state, U(18), out)


@inline
def among(state, out):
    """Every seat against the others."""
    others = np.float64(state.seats - ONE_BIT)
    for s in range(state.seats):
        seat = U(s)
        fewest, cards, points = 1e9, 0.0, 0.0
        for o in range(state.seats):
            other = U(o)
            if other != seat:
                cards += out[other, U(0)]
                points += out[other, U(3)] + out[other, U(4)]
                fewest = min(fewest, out[other, U(0)])
        out[seat, U(10)] = fewest
        out[seat, U(11)] = cards / others
        out[seat, U(12)] = points / others


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
    copies = np.bincount(deck, minlength=int(KINDS))
    tops = seats["opening_tops"][:, :, : int(rules.stacks[0]), np.newaxis]
    shown = (tops == 1 + np.arange(len(copies))).sum(axis=2)
    return [
        (seats["opening"][:, :, : len(copies)], copies, int(rules.hand_size[0])),
        (shown, copies, int(rules.stacks[0])),
    ]
