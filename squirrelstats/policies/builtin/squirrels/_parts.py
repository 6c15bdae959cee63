"""What several policies of Squirrels reckon with.

*Held* are the cards that can be played: the hand and one's own tops. A *group* is all cards of a
value that are held.
"""

from __future__ import annotations

from typing import Any

from squirrelstats.games.squirrels.layout import (
    BLIND_0,
    DECLARE_ONE,
    DONE,
    MAX_STACKS,
    NUMBER_KINDS,
    PHASE_ADD,
    PHASE_DECLARE,
    PHASE_TARGET,
    PUSH,
    SKIP,
    SQUIRREL,
    TOP_0,
    WILD,
)
from squirrelstats.policies.builtin.squirrels.reference import fewest_cards, source_of
from squirrelstats.policies.helpers import first_legal, in_policies, is_legal


@in_policies
def top_of(view: Any, legal: Any, kind: Any) -> int:
    """How to play a card of that kind: the first such top, else from the hand; else -1."""
    for stack in range(view.stacks):
        if view.tops[0][stack] == kind + 1 and is_legal(legal, TOP_0 + stack):
            return TOP_0 + stack
    return source_of(view, legal, kind)


@in_policies
def tops_held(view: Any, kind: Any) -> int:
    """Own tops of that kind."""
    shown = 0
    for stack in range(view.stacks):
        shown += view.tops[0][stack] == kind + 1
    return shown


@in_policies
def held(view: Any, kind: Any) -> int:
    """Cards of that kind in the hand and among the own tops."""
    return view.hand[kind] + tops_held(view, kind)


@in_policies
def playable(view: Any, legal: Any, kind: Any) -> int:
    """How to play a Number card of that kind if it fits: a top before the hand; else -1."""
    if 0 < view.top <= kind:
        return -1
    return top_of(view, legal, kind)


@in_policies
def missing(view: Any, kind: Any) -> int:
    """Cards wanting to a run that clears, after all held of that kind; negative: more than such."""
    run = view.run if view.top == kind + 1 else 0
    return view.clear_size - run - held(view, kind)


@in_policies
def clearing(view: Any, legal: Any, wilds: Any) -> int:
    """Begin the highest play that clears the pile, with at most so many Wilds; -1 if none."""
    spare = min(held(view, WILD), wilds)
    for kind in range(NUMBER_KINDS - 1, -1, -1):
        if missing(view, kind) > spare:
            continue
        action = playable(view, legal, kind)
        if action < 0 and view.top == kind + 1:
            action = top_of(view, legal, WILD)
        if action >= 0:
            return action
    return -1


@in_policies
def number(view: Any, legal: Any, copy: Any, top: Any, clear: Any, rest: Any) -> tuple[int, float]:
    """Begin the best play of Number cards; -1 if none fits. And its worth.

    That is the value of the card, ``copy`` for each equal card laid with it, ``top`` for each of
    them that is a top, ``clear`` if they clear the pile, less ``rest`` if more of them are held
    than may be laid. Of equal worth: the higher.
    """
    best, most = -1, -1e9
    for kind in range(NUMBER_KINDS - 1, -1, -1):
        action = playable(view, legal, kind)
        if action < 0:
            continue
        wanting = missing(view, kind)
        laid = held(view, kind) + min(wanting, 0)
        shown = min(tops_held(view, kind), laid)
        worth = kind + 1 + copy * (laid - 1) + top * shown
        worth += clear * (wanting <= 0) - rest * (wanting < 0)
        if worth > most:
            best, most = action, worth
    return best, most


@in_policies
def blind_card(legal: Any) -> int:
    """Turn up the first Blind Card; -1 if none."""
    for action in range(BLIND_0, BLIND_0 + MAX_STACKS):
        if is_legal(legal, action):
            return action
    return -1


@in_policies
def special(view: Any, legal: Any) -> int:
    """A special as `baseline` chooses it: Squirrel, Push on a pile, Wild, Skip, Push; else -1."""
    push = top_of(view, legal, PUSH)
    action = top_of(view, legal, SQUIRREL)
    if action < 0 and view.top > 0:
        action = push
    if action < 0:
        action = top_of(view, legal, WILD)
    if action < 0:
        action = top_of(view, legal, SKIP)
    return push if action < 0 else action


@in_policies
def spend(view: Any, legal: Any) -> int:
    """A special: Push on a pile, Skip, Squirrel, Push, Wild; -1 if none.

    Squirrels and the Wilds that clear a pile cost no turn and can be played at any time: they are
    kept for the turn in which the player goes out.
    """
    push = top_of(view, legal, PUSH)
    action = push if view.top > 0 else -1
    if action < 0:
        action = top_of(view, legal, SKIP)
    if action < 0:
        action = top_of(view, legal, SQUIRREL)
    if action < 0:
        action = push
    return top_of(view, legal, WILD) if action < 0 else action


@in_policies
def nearest(view: Any) -> int:
    """Fewest cards that a rival holds."""
    fewest = view.cards[1]
    for seat in range(2, view.seats):
        fewest = min(fewest, view.cards[seat])
    return fewest


@in_policies
def too_high(view: Any) -> float:
    """Chance that a Blind Card is too high for the pile, by all the cards that may be it."""
    hidden, higher = 0, 0
    for kind in range(SQUIRREL + 1):
        free = view.unseen[kind]
        for seat in range(1, view.seats):
            free -= view.known[seat][kind]
        hidden += free
        higher += free * (0 < view.top <= kind < NUMBER_KINDS)
    return higher / max(hidden, 1)


@in_policies
def turns_left(view: Any) -> int:
    """Turns that the cards held take if nothing stands in their way.

    A group of four, and of fewer with Wilds for those that are wanting, takes none, since the
    player acts again; nor does a Squirrel. All other groups, Pushes and Skips take one each.
    """
    wilds = held(view, WILD)
    turns = held(view, PUSH) + held(view, SKIP)
    spare = wilds
    for want in range(view.clear_size):
        for kind in range(NUMBER_KINDS):
            over = held(view, kind) % view.clear_size
            if over == 0 or (view.clear_size - over) != want:
                continue
            if want <= spare:
                spare -= want
            else:
                turns += 1
    return turns if turns > 0 or spare == 0 else 1


@in_policies
def declared(view: Any, legal: Any) -> int:
    """Declare the value of which most are held, of equally many the highest."""
    action, most = first_legal(legal), 0
    for kind in range(NUMBER_KINDS):
        own = held(view, kind)
        if is_legal(legal, DECLARE_ONE + kind) and most <= own < view.clear_size:
            action, most = DECLARE_ONE + kind, own
    return action


@in_policies
def ending(view: Any) -> bool:
    """Whether somebody was out first, so that this is the last turn."""
    out = 0
    for seat in range(view.seats):
        out += view.safe[seat]
    return out > 0


@in_policies
def going_out(view: Any, legal: Any) -> int:
    """Fours, with Wilds, then Squirrels, if this is the last turn for the player; else -1.

    It is when somebody is out, or without stacks when no more than one turn is left to go.
    """
    if not ending(view) and (view.cards[0] > view.hand_sizes[0] or turns_left(view) > 1):
        return -1
    action = clearing(view, legal, held(view, WILD))
    return top_of(view, legal, SQUIRREL) if action < 0 else action


@in_policies
def otherwise(view: Any, legal: Any, wilds: Any) -> int:
    """Every decision within a play: adds all equal cards, and Wilds where they clear the pile.

    Adds tops before cards from the hand, and ``wilds`` Wilds at most, but all of them if no other
    card is left. Declares a Wild as the value of which most are held, of equally many the highest.
    Aims at whoever holds the fewest cards. Swaps no tops.
    """
    if view.phase == PHASE_ADD:
        wanting = view.clear_size - view.run
        clears = 0 < wanting <= min(wilds, held(view, WILD))
        action = top_of(view, legal, view.top - 1)
        if action < 0 and (clears or view.cards[0] == view.hand[WILD]):
            action = top_of(view, legal, WILD)
        return DONE if action < 0 else action
    if view.phase == PHASE_DECLARE:
        return declared(view, legal)
    if view.phase == PHASE_TARGET:
        return fewest_cards(view, legal)
    return DONE if is_legal(legal, DONE) else first_legal(legal)
