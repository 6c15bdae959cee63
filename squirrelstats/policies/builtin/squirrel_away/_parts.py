"""What several acting halves of Squirrel Away reckon with.

A face is *believable* while nobody can know that all its copies lie elsewhere: not all of them
have been shown. Colours of which one has no acorn in Front are *missing*.
"""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrel_away.layout import (
    CLEAR,
    GRAB_DONE,
    KEEP_RED,
    MAX_FACES,
    PHASE_KEEP,
    PHASE_TAKE,
    RED,
    START_EARLY,
    TAKE_RED,
    TOTAL,
    WAIT,
)
from squirrelstats.policies.builtin.squirrel_away.reference import fewest, next_acorn
from squirrelstats.policies.helpers import first_legal, in_policies, is_legal, rand_float

#: Where in their memory acting halves keep what they mean to do in this turn.
PLAN, PLANNED = 62, 63

HONEST, FALSE_FIST, FALSE_CARD = range(3)


@in_policies
def planned(view: Any, rng: Any, memory: Any, lies: Any, cards: Any) -> int:
    """What is meant in this turn, drawn when first asked in it.

    With probability ``lies`` a lie, and that with probability ``cards`` about the card: HONEST,
    FALSE_FIST or FALSE_CARD.
    """
    if memory[PLANNED] != view.turn:
        memory[PLANNED] = view.turn
        memory[PLAN] = HONEST
        if rand_float(rng) < lies:
            memory[PLAN] = FALSE_CARD if rand_float(rng) < cards else FALSE_FIST
    return memory[PLAN]


@in_policies
def is_wild(view: Any, face: Any) -> bool:
    """Whether a face exists and names no colours."""
    row = view.faces[face]
    return row[TOTAL] > 0 and row[0] + row[1] + row[2] + row[3] == 0


@in_policies
def believable(view: Any, face: Any) -> bool:
    """Whether not all copies of that face have been shown."""
    return view.unseen[face] + view.hand[face] + (view.card == face + 1) > 0


@in_policies
def there(view: Any, face: Any) -> bool:
    """Whether the Loot has the acorns of that face."""
    enough = view.faces[face][TOTAL] <= view.loot[TOTAL]
    for colour in range(RED, CLEAR + 1):
        enough = enough and view.faces[face][colour] <= view.loot[colour]
    return enough


@in_policies
def use_of(view: Any, face: Any) -> int:
    """What the acorns of a face are good for: 1 each, and 1 for each missing colour they bring."""
    missing, brought = 0, 0
    for colour in range(RED, CLEAR + 1):
        if view.front[0][colour] == 0:
            missing += 1
            brought += view.faces[face][colour] > 0
    if is_wild(view, face):
        brought = min(missing, view.faces[face][TOTAL])
    return view.faces[face][TOTAL] + brought


@in_policies
def honest_card(view: Any, legal: Any) -> int:
    """Of the cards whose acorns are there the most useful one, Wilds last; ties: lowest face."""
    most, best = -1, first_legal(legal)
    for face in range(MAX_FACES):
        if is_legal(legal, face):
            worth = use_of(view, face) + 200 * there(view, face)
            worth += 100 * (not is_wild(view, face))
            if worth > most:
                most, best = worth, face
    return best


@in_policies
def least_card(view: Any, legal: Any) -> int:
    """The least useful card; ties: lowest face."""
    least, best = 1 << 10, first_legal(legal)
    for face in range(MAX_FACES):
        if is_legal(legal, face) and use_of(view, face) < least:
            least, best = use_of(view, face), face
    return best


@in_policies
def best_claim(view: Any, card: Any, shyness: Any) -> int:
    """The most useful face to claim, if it is worth a lie about the card by more than ``shyness``.

    Else the card; with card -1 the most useful face. The face must be believable and its acorns
    in the Loot. Ties: lowest face.
    """
    best, most = card, shyness
    if card >= 0 and there(view, card):
        most += use_of(view, card)
    for face in range(MAX_FACES):
        possible = view.faces[face][TOTAL] > 0 and believable(view, face) and there(view, face)
        if possible and face != card and use_of(view, face) > most:
            best, most = face, use_of(view, face)
    return best


@in_policies
def filling(view: Any, legal: Any, face: Any, extra: Any) -> int:
    """Grab the acorns of a face and so many more, then be done."""
    action = -1
    if view.intended[TOTAL] < view.faces[face][TOTAL] + extra:
        action = next_acorn(view, legal, face)
    if action < 0:
        action = GRAB_DONE if is_legal(legal, GRAB_DONE) else first_legal(legal)
    return action


@in_policies
def settling(view: Any, legal: Any) -> int:
    """Keep and take what one has fewest of, but let a caught rival keep what it has most of."""
    if view.phase == PHASE_TAKE:
        return fewest(view, legal, TAKE_RED)
    if view.active == 0:
        return fewest(view, legal, KEEP_RED)
    most, best = -1, first_legal(legal)
    for colour in range(RED, CLEAR + 1):
        if is_legal(legal, KEEP_RED + colour) and view.front[view.active][colour] > most:
            most, best = view.front[view.active][colour], KEEP_RED + colour
    return best


@in_policies
def otherwise(view: Any, legal: Any, early: Any) -> int:
    """Every other decision of an acting half; ``early``: whether it starts its turn early."""
    if view.phase == PHASE_TAKE or view.phase == PHASE_KEEP:
        return settling(view, legal)
    if early and is_legal(legal, START_EARLY):
        return START_EARLY
    return WAIT if is_legal(legal, WAIT) else first_legal(legal)
