"""The two that every game has."""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrels.layout import (
    BLIND_0,
    DECLARE_ONE,
    DONE,
    NUMBER_KINDS,
    PHASE_ACT,
    PHASE_ADD,
    PHASE_DECLARE,
    PHASE_TARGET,
    PICK_UP,
    PUSH,
    SKIP,
    SQUIRREL,
    TARGET_0,
    TOP_0,
    WILD,
)
from squirrelstats.policies.helpers import (
    first_legal,
    in_policies,
    is_legal,
    last_legal,
    random_legal,
)
from squirrelstats.policies.policy import make_policy

NUMBERS = (1 << NUMBER_KINDS) - 1
TOPS = (1 << BLIND_0) - (1 << TOP_0)


@in_policies
def highest_number(view: Any, legal: Any) -> int:
    """The highest Number card that fits, from the hand before the tops; -1 if there is none."""
    limit = view.top if view.top > 0 else NUMBER_KINDS
    held = legal & ((1 << limit) - 1)
    best = last_legal(held) if held > 0 else -1
    chosen = best
    left = legal & TOPS
    while left > 0:
        action = first_legal(left)
        left &= left - 1
        kind = view.tops[0][action - TOP_0] - 1
        if best < kind < limit:
            best, chosen = kind, action
    return chosen


@in_policies
def source_of(view: Any, legal: Any, kind: Any) -> int:
    """How to play a card of that kind: from the hand, else from the first such top; else -1."""
    if is_legal(legal, kind):
        return kind
    left = legal & TOPS
    while left > 0:
        action = first_legal(left)
        left &= left - 1
        if view.tops[0][action - TOP_0] == kind + 1:
            return action
    return -1


@in_policies
def fewest_cards(view: Any, legal: Any) -> int:
    """The target that holds the fewest cards; tied: the first clockwise, oneself last."""
    fewest, target = 1 << 10, TARGET_0
    for seat in range(1, view.seats):
        if is_legal(legal, TARGET_0 + seat) and view.cards[seat] < fewest:
            fewest, target = view.cards[seat], TARGET_0 + seat
    return target


def baseline(view: Any, legal: Any) -> int:
    """Plays its highest cards that fit, then specials, then Blind Cards; else picks up.

    The reference policy: deterministic. At the beginning of each play it takes the first line that
    applies, where a card counts from the hand before the tops, and those by the number of their
    stack:

    1. the highest Number card that fits, with all others of its value, up to a run that clears;
    2. a Squirrel;
    3. with a pile on the table a Push, at whoever holds the fewest cards (tied: the next
       clockwise);
    4. a Wild alone, as the top value, on an open table as 10;
    5. a Skip, its target chosen as for a Push;
    6. a Push on an open table;
    7. the Blind Card of the first blind stack; if it is a Wild it is declared as in 4, and equal
       Number cards are added as in 1;
    8. it picks up the pile, or passes.

    Where house rules forbid one of these, it takes the next, after all the legal action with the
    highest number. It plays no card that does not fit, swaps no tops, aims at itself only if it
    must, and declares the highest value allowed where that of 4 is not. A special counts as
    playable whenever it is legal, also without effect.
    """
    if view.phase == PHASE_ACT:
        number = highest_number(view, legal)
        if number >= 0:
            return number
        squirrel = source_of(view, legal, SQUIRREL)
        if squirrel >= 0:
            return squirrel
        push = source_of(view, legal, PUSH)
        if push >= 0 and view.top > 0:
            return push
        wild = source_of(view, legal, WILD)
        if wild >= 0:
            return wild
        skip = source_of(view, legal, SKIP)
        if skip >= 0:
            return skip
        if push >= 0:
            return push
        blinds = legal >> BLIND_0 << BLIND_0 & ((1 << PICK_UP) - 1)
        if blinds > 0:
            return first_legal(blinds)
        return last_legal(legal)
    if view.phase == PHASE_ADD:
        if view.run < view.clear_size:
            number = source_of(view, legal, view.top - 1)
            if number >= 0:
                return number
        return DONE
    if view.phase == PHASE_DECLARE:
        if view.top > 0 and is_legal(legal, DECLARE_ONE + view.top - 1):
            return DECLARE_ONE + view.top - 1
        return last_legal(legal)
    if view.phase == PHASE_TARGET:
        return fewest_cards(view, legal)
    return DONE if is_legal(legal, DONE) else first_legal(legal)


def random(legal: Any, rng: Any) -> int:
    """Any allowed action, each equally likely."""
    return random_legal(rng, legal)


POLICIES = (
    make_policy("squirrels", baseline, builtin=True),
    make_policy("squirrels", random, builtin=True),
)
