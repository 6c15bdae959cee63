"""The two that every game has."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrel_away.layout import (
    CALL_CARD,
    CALL_FIST,
    CLAIM_0,
    CLEAR,
    GOOD,
    GRAB_DONE,
    GRAB_RED,
    KEEP_RED,
    MAX_FACES,
    PHASE_CARD,
    PHASE_CLAIM,
    PHASE_GRAB,
    PHASE_KEEP,
    PHASE_TAKE,
    PHASE_VERDICT,
    RED,
    TAKE_RED,
    TOTAL,
    WAIT,
)
from squirrelstats.policies.helpers import (
    first_legal,
    in_policies,
    is_legal,
    rand_below,
    rand_float,
    random_legal,
)
from squirrelstats.policies.policy import make_policy

EXTRA, CALLING, FIST = 0.30, 0.15, 0.80


@in_policies
def fewest(view: Any, legal: Any, red: Any) -> int:
    """The acorn of the colour of which one has fewest, in Front and intended; -1 if none.

    ``red`` is the action for a Red acorn. Ties: Red, Blue, Green, Clear.
    """
    least, best = 1 << 10, -1
    for colour in range(RED, CLEAR + 1):
        own = view.front[0][colour] + view.intended[colour]
        if own < least and is_legal(legal, red + colour):
            least, best = own, red + colour
    return best


@in_policies
def acorn_of(view: Any, face: Any, number: Any) -> int:
    """Colour of that acorn of a face, from 0, in the order Red, Blue, Green, Clear; else -1."""
    left = number
    for colour in range(RED, CLEAR + 1):
        left -= view.faces[face][colour]
        if left < 0:
            return colour
    return -1


@in_policies
def next_acorn(view: Any, legal: Any, face: Any) -> int:
    """Grab what comes next of a face; a Wild, a colour that is exhausted, and more: `fewest`."""
    colour = acorn_of(view, face, view.intended[TOTAL])
    if colour >= 0 and is_legal(legal, GRAB_RED + colour):
        return GRAB_RED + colour
    return fewest(view, legal, GRAB_RED)


def baseline(view: Any, legal: Any, rng: Any) -> int:
    """Plays its cards by lot, takes an acorn too many now and then, and calls now and then.

    The reference policy. It looks at no impression and never starts early.

    * Card: each card of the hand equally likely.
    * Acorns: those of the card, Red, Blue, Green, Clear; for a Wild, and for a colour that the Loot
      lacks, the colour of which it has fewest in Front and in what it has intended so far (ties:
      Red, Blue, Green, Clear). Then with probability 0.30 one more, chosen like that.
    * Claim: its card.
    * Verdict: calls with probability 0.15, then the fist with probability 0.80, else the card. If
      house rules forbid the one, it calls the other.
    * Keeps and takes: the colour of which it has fewest in Front, ties as above.

    It draws, from its own stream, only when it is asked: for a card ``rand_below`` (cards in hand,
    laid out by face); for the acorn too many one ``rand_float``, when all others have been taken;
    for a verdict one ``rand_float``, and if it calls a second one for what.
    """
    if view.phase == PHASE_VERDICT:
        if rand_float(rng) >= CALLING:
            return GOOD
        wanted, other = CALL_FIST, CALL_CARD
        if rand_float(rng) >= FIST:
            wanted, other = other, wanted
        return wanted if is_legal(legal, wanted) else other
    if view.phase == PHASE_GRAB:
        more = view.faces[view.card - 1][TOTAL] - view.intended[TOTAL]
        if more > 0 or (more == 0 and rand_float(rng) < EXTRA):
            action = next_acorn(view, legal, view.card - 1)
            if action >= 0:
                return action
        return GRAB_DONE
    if view.phase == PHASE_CLAIM:
        return CLAIM_0 + view.card - 1
    if view.phase == PHASE_CARD:
        left = rand_below(rng, view.hand_sizes[0])
        for face in range(MAX_FACES):
            left -= view.hand[face]
            if left < 0:
                return face
    if view.phase == PHASE_KEEP:
        return fewest(view, legal, KEEP_RED)
    if view.phase == PHASE_TAKE:
        return fewest(view, legal, TAKE_RED)
    return WAIT if is_legal(legal, WAIT) else first_legal(legal)


def random(legal: Any, rng: Any) -> int:
    """Any allowed action, each equally likely."""
    return random_legal(rng, legal)


POLICIES = (
    make_policy("squirrel_away", baseline, builtin=True),
    make_policy("squirrel_away", random, builtin=True),
)
