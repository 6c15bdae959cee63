"""Acting halves: every decision but the verdict."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrel_away.layout import (
    CLAIM_0,
    MAX_FACES,
    PHASE_CARD,
    PHASE_CLAIM,
    PHASE_GRAB,
    TOTAL,
)
from squirrelstats.policies.builtin.squirrel_away._parts import (
    FALSE_CARD,
    FALSE_FIST,
    HONEST,
    believable,
    best_claim,
    filling,
    honest_card,
    is_wild,
    least_card,
    otherwise,
    planned,
    there,
    use_of,
)
from squirrelstats.policies.helpers import in_policies, is_legal
from squirrelstats.policies.policy import make_policy, param


@in_policies
def playing(view: Any, legal: Any, claim: Any, extra: Any, early: Any) -> int:
    """Grab for a claim and so many acorns more, then claim it; otherwise honest choices."""
    if view.phase == PHASE_CARD:
        return honest_card(view, legal)
    if view.phase == PHASE_GRAB:
        return filling(view, legal, claim, extra)
    if view.phase == PHASE_CLAIM:
        return CLAIM_0 + claim
    return otherwise(view, legal, early)


def honest(view: Any, legal: Any) -> int:
    """Tells the truth: takes what its card says and claims it.

    Lays down its most useful card, 1 for each acorn and 1 for each missing colour, Wilds last. A
    Wild, and a colour that the Loot lacks, becomes what it has fewest of.
    """
    return playing(view, legal, view.card - 1, 0, False)


def greedy(view: Any, legal: Any, params: Any) -> int:
    """Takes some acorns more than its card says, of the colours it has fewest of.

    Card and claim are honest: only a call of the fist catches it.
    """
    return playing(view, legal, view.card - 1, params.extra, True)


def wild_bluffer(view: Any, legal: Any, rng: Any, params: Any, memory: Any) -> int:
    """Announces Wilds that it does not lay down, with a fist that fits.

    It claims the largest Wild of which not all copies have been shown, and takes the colours it has
    fewest of: the fist cannot be called with success. Its least useful card goes. If it has that
    Wild itself it is honest, and so it is in a share of its turns, or without such a Wild.
    """
    bluffs = planned(view, rng, memory, params.bluffs, 1.0) != HONEST
    claim, largest = view.card - 1, 0
    if claim >= 0 and is_wild(view, claim):
        largest = view.faces[claim][TOTAL]
    for face in range(MAX_FACES):
        if bluffs and is_wild(view, face) and believable(view, face) and there(view, face):
            size = view.faces[face][TOTAL]
            if size > largest:
                claim, largest = face, size
    if view.phase == PHASE_CARD and bluffs and claim >= 0:
        return claim if is_legal(legal, claim) else least_card(view, legal)
    return playing(view, legal, claim, 0, bluffs)


def needs_liar(view: Any, legal: Any, params: Any) -> int:
    """Claims whichever face brings the colours that it is missing, whatever card it has.

    A face is worth 1 for each acorn and 1 for each missing colour among them. It lies about its
    card where that is worth more than its shyness, and then lays down its least useful card.
    """
    if view.phase == PHASE_CARD:
        card = -1
        for face in range(MAX_FACES):
            better = card < 0 or use_of(view, face) > use_of(view, card)
            if is_legal(legal, face) and there(view, face) and better:
                card = face
        claim = best_claim(view, card, params.shyness)
        return claim if claim >= 0 and is_legal(legal, claim) else least_card(view, legal)
    claim = best_claim(view, view.card - 1, params.shyness)
    return playing(view, legal, claim, 0, claim != view.card - 1)


def double_liar(view: Any, legal: Any, params: Any) -> int:
    """Lies about both: claims the largest face that it did not lay down, and takes still more.

    Either call catches it. Its least useful card goes; of faces of one size it claims the more
    useful one.
    """
    if view.phase == PHASE_CARD:
        return least_card(view, legal)
    claim, most = view.card - 1, -1
    for face in range(MAX_FACES):
        size = view.faces[face][TOTAL]
        worth = 100 * size + use_of(view, face)
        if size > 0 and face != view.card - 1 and believable(view, face) and worth > most:
            claim, most = face, worth
    return playing(view, legal, claim, params.extra, True)


def mixed(view: Any, legal: Any, rng: Any, params: Any, memory: Any) -> int:
    """Lies in a share of its turns, by lot: about the fist or about the card.

    A false fist has one acorn more than the card says. With a false card it claims the most useful
    face of all but its card, with a fist that fits.
    """
    plan = planned(view, rng, memory, params.lies, params.cards)
    claim = view.card - 1
    if plan == FALSE_CARD:
        if view.phase == PHASE_CARD:
            return least_card(view, legal)
        claim = best_claim(view, claim, -100.0)
    return playing(view, legal, claim, plan == FALSE_FIST, plan != HONEST)


def baiter(view: Any, legal: Any, params: Any) -> int:
    """Steals until it is known as a thief, then plays honestly and is paid for every call.

    How an honest turn looks cannot be chosen in this model, but a record can: as long as the table
    has seen fewer than so many lies of it, it takes acorns too many, as `greedy` does. After that
    it is `honest`.
    """
    record = view.record[0]
    steals = record[2] + record[3] + record[4] < params.thefts
    return playing(view, legal, view.card - 1, params.extra * steals, steals)


EXTRA = "acorns more than it claims"

HALVES = (
    make_policy("squirrel_away", honest, builtin=True),
    make_policy("squirrel_away", greedy, params={"extra": param(1, 0, 127, EXTRA)}, builtin=True),
    make_policy(
        "squirrel_away",
        wild_bluffer,
        params={"bluffs": param(1, 0, 1, "share of its turns in which it bluffs")},
        builtin=True,
    ),
    make_policy(
        "squirrel_away",
        needs_liar,
        params={"shyness": param(1, 0, 127, "worth that a lie about the card must have")},
        builtin=True,
    ),
    make_policy(
        "squirrel_away", double_liar, params={"extra": param(1, 0, 127, EXTRA)}, builtin=True
    ),
    make_policy(
        "squirrel_away",
        mixed,
        params={
            "lies": param(0.5, 0, 1, "share of its turns in which it lies"),
            "cards": param(0.5, 0, 1, "share of its lies that are about the card"),
        },
        builtin=True,
    ),
    make_policy(
        "squirrel_away",
        baiter,
        params={
            "thefts": param(2, 0, 127, "lies that the table has seen when it becomes honest"),
            "extra": param(2, 0, 127, EXTRA),
        },
        builtin=True,
    ),
)
