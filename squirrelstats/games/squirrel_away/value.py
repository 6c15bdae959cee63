"""What a round in progress is worth to each seat: numbers a linear value is made of.

They are seen with open hands and open fists, but never read undealt cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats._jit import inline, ones
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games.kernel.standing import chances
from squirrelstats.games.squirrel_away.kernel.steps import (
    ALL_COLOURS,
    ONE_BIT,
    P_VERDICT,
    ZERO,
    U,
)

#: Names of the numbers, in order; all but the last two are 0 when the round is over.
FEATURES = (
    "sets", "colours in Front", "acorns in Front", "colours twice in Front", "tokens",
    "cards in hand", "Wilds in hand", "acorns of cards in hand", "own turn", "fist", "false fist",
    "false card", "best other", "others on average", "standing", "standing, cards to come",
    "looks wrong: active, false", "looks wrong: active, honest", "looks wrong: judge, false",
    "looks wrong: judge, honest", "score at the end", "win share at the end",
)  # fmt: skip
N = len(FEATURES)
TWICE = U(2)


@inline
def features(state, rules, over, out):
    """Fill ``out``, float64 (8, N), by seat."""
    look = 0.0
    if state.phase == P_VERDICT:
        look = np.float64(state.impressions[ZERO] + state.impressions[ONE_BIT]) / 256.0
    lying = state.fist_false != ZERO or state.card_false != ZERO
    to_come = 0.0
    for s in range(state.seats):
        seat = U(s)
        to_come += np.float64(wide.entry(state.hand_sizes, seat))
        for f in range(N):
            out[seat, U(f)] = 0.0
        if over:
            out[seat, U(20)] = np.float64(state.score[seat])
            out[seat, U(21)] = np.float64(state.share840[seat]) / SHARE_UNITS
            continue
        front = state.front[seat]
        hand = state.hand[seat]
        wilds, acorns = 0.0, 0.0
        for face in range(rules.faces):
            copies = np.float64(wide.count(hand, U(face)))
            acorns += copies * np.float64(pk.total(rules.face_acorns[U(face)]))
            if (rules.face_wild >> U(face)) & ONE_BIT != ZERO:
                wilds += copies
        out[seat, U(0)] = np.float64(wide.entry(state.sets, seat))
        out[seat, U(1)] = np.float64(ones(pk.at_least(front, ONE_BIT) & ALL_COLOURS))
        out[seat, U(2)] = np.float64(pk.total(front))
        out[seat, U(3)] = np.float64(ones(pk.at_least(front, TWICE) & ALL_COLOURS))
        out[seat, U(4)] = np.float64(wide.entry(state.tokens, seat))
        out[seat, U(5)] = np.float64(wide.entry(state.hand_sizes, seat))
        out[seat, U(6)] = wilds
        out[seat, U(7)] = acorns
        if seat == state.active:
            fist = np.float64(pk.total(state.fist))
            out[seat, U(8)] = 1.0
            out[seat, U(9)] = fist
            if state.fist_false != ZERO:
                out[seat, U(10)] = fist
            if state.card_false != ZERO:
                out[seat, U(11)] = 1.0
            if lying:
                out[seat, U(16)] = look
            else:
                out[seat, U(17)] = look
        elif seat == state.actor:
            if lying:
                out[seat, U(18)] = look
            else:
                out[seat, U(19)] = look
    if not over:
        among(state, out)
        for s in range(state.seats):
            seat = U(s)
            worth = out[seat, U(0)] + 0.25 * out[seat, U(1)] + 0.05 * out[seat, U(2)]
            out[seat, U(14)] = 4.0 * worth
            out[seat, U(15)] = worth / (0.1 + 0.05 * to_come)
        chances(state, U(14), out)
        chances(state, U(15), out)


@inline
def among(state, out):
    """Every seat against the others."""
    others = np.float64(state.seats - ONE_BIT)
    for s in range(state.seats):
        seat = U(s)
        best, total = -1e9, 0.0
        for o in range(state.seats):
            other = U(o)
            if other != seat:
                worth = out[other, U(0)] + 0.25 * out[other, U(1)]
                total += worth
                best = max(best, worth)
        out[seat, U(12)] = best
        out[seat, U(13)] = total / others


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
    copies = np.bincount(deck, minlength=int(rules.faces[0]))
    return [(seats["opening"][:, :, : len(copies)], copies, int(rules.hand_size[0]))]
