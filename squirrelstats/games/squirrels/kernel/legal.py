"""What may be chosen: masks of actions, of values and of targets."""

from __future__ import annotations

from squirrelstats._jit import inline, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games.squirrels.kernel.steps import (
    A_BLIND,
    A_TARGET,
    A_TOP,
    DONE_MASK,
    F_BLIND_ADD_WILD,
    F_EQUAL,
    F_FINAL_PICKUP,
    F_PUSH_PILE,
    F_SELF_TARGET,
    F_SKIP_STACK,
    F_VOLUNTARY,
    F_WILD_IN_SETS,
    K_PUSH,
    K_SKIP,
    K_SQUIRREL,
    K_WILD,
    NUMBER_MASK,
    O_BLIND_WILD,
    O_HIGHER,
    O_PUSH_DEAD,
    O_PUSH_TARGET,
    O_SKIP_DEAD,
    O_SKIP_TARGET,
    ONE_BIT,
    PASS_MASK,
    PICK_UP_MASK,
    ZERO,
    U,
)

WILD_BIT, PUSH_BIT = ONE_BIT << K_WILD, ONE_BIT << K_PUSH
SKIP_BIT, SQUIRREL_BIT = ONE_BIT << K_SKIP, ONE_BIT << K_SQUIRREL


@inline
def fitting(state, rules):
    """Mask of the values that fit on the pile, bit = value - 1."""
    if state.top == ZERO:
        return NUMBER_MASK
    return (ONE_BIT << (state.top - ONE_BIT + rules.switches[F_EQUAL])) - ONE_BIT


@inline
def number_may_join(state, rules):
    """Whether a Number card of the top value may be laid."""
    return state.run_wild == ZERO or state.run + ONE_BIT != rules.never_with_wild


@inline
def wild_may_join(state, rules):
    """Whether a Wild may be laid as the top value."""
    return state.run + ONE_BIT != rules.never_by_wild


@inline
def top_bit(state):
    """The top value as a mask; empty on an open table."""
    return (ONE_BIT << state.top) >> ONE_BIT


@inline
def numbers_laid(state, rules):
    """Mask of the values of Number cards that may be laid."""
    mask = fitting(state, rules)
    if not number_may_join(state, rules):
        mask &= ~top_bit(state)
    return mask


@inline
def wilds_laid(state, rules):
    """Mask of the values that a Wild from hand or top may be declared."""
    mask = fitting(state, rules)
    if not wild_may_join(state, rules):
        mask &= ~top_bit(state)
    return mask


@inline
def declarable(state, rules):
    """Mask of the values that the Wild in limbo may be declared."""
    mask = wilds_laid(state, rules)
    if state.blind_play != ZERO and rules.options[O_BLIND_WILD] != ZERO:
        mask |= NUMBER_MASK & ~fitting(state, rules)
    return mask


@inline
def push_targets(state, rules):
    """Mask of the relative seats to which the actor may push."""
    targets = ((ONE_BIT << state.seats) - ONE_BIT) & ~ONE_BIT
    if state.safe != ZERO:
        ahead = state.safe - ONE_BIT + state.seats - state.actor
        if ahead >= state.seats:
            ahead -= state.seats
        targets &= ~(ONE_BIT << ahead)
    if rules.options[O_PUSH_TARGET] != ZERO:
        targets &= U(2)
    elif rules.switches[F_SELF_TARGET] != ZERO:
        targets |= ONE_BIT
    return targets


@inline
def skip_targets(state, rules):
    """Mask of the relative seats that the actor may skip."""
    targets = ((ONE_BIT << state.seats) - ONE_BIT) & ~ONE_BIT
    if rules.options[O_SKIP_TARGET] != ZERO:
        targets = U(2)
    elif rules.switches[F_SELF_TARGET] != ZERO:
        targets |= ONE_BIT
    barred = ZERO
    if state.safe != ZERO:
        barred = wide.at(state.safe - ONE_BIT, ONE_BIT)
    if rules.switches[F_SKIP_STACK] == ZERO:
        barred |= wide.ones_where_set(state.skipped)
    if barred != ZERO:
        targets &= ~wide.lanes_set(wide.turned(barred, state.actor, state.seats))
    return targets


@inline
def push_is_usable(state, rules):
    """Whether a Push may be played now."""
    if state.top == ZERO:
        return rules.switches[F_PUSH_PILE] == ZERO
    return push_targets(state, rules) != ZERO or rules.options[O_PUSH_DEAD] != ZERO


@inline
def skip_is_usable(state, rules):
    """Whether a Skip may be played now."""
    return skip_targets(state, rules) != ZERO or rules.options[O_SKIP_DEAD] != ZERO


@inline
def playable(state, rules):
    """Mask of the kinds that may be played at the beginning of a play."""
    kinds = numbers_laid(state, rules)
    if rules.options[O_HIGHER] != ZERO and state.top != ZERO:
        kinds |= NUMBER_MASK & ~fitting(state, rules)
    kinds |= SQUIRREL_BIT
    if wilds_laid(state, rules) != ZERO:
        kinds |= WILD_BIT
    if push_is_usable(state, rules):
        kinds |= PUSH_BIT
    if skip_is_usable(state, rules):
        kinds |= SKIP_BIT
    return kinds


@inline
def tops_in(tops, kinds):
    """Mask of the actions that play a top of those kinds."""
    return wide.lanes_in(tops, kinds << ONE_BIT) << A_TOP


@inline
def acts_allowed(state, rules):
    """Mask of what may be chosen in ACT."""
    seat = state.actor
    tops = state.tops[seat]
    kinds = playable(state, rules)
    legal = wide.kinds(state.hand[seat]) & kinds
    legal |= tops_in(tops, kinds)
    legal |= (wide.lanes_set(state.below[seat, ZERO]) & ~wide.lanes_set(tops)) << A_BLIND
    if state.top == ZERO:
        if legal == ZERO:
            legal = PASS_MASK
        return legal
    if rules.switches[F_FINAL_PICKUP] == ZERO and state.safe != ZERO:
        if legal == ZERO or rules.switches[F_VOLUNTARY] != ZERO:
            legal |= PASS_MASK
    elif legal == ZERO or rules.switches[F_VOLUNTARY] != ZERO:
        legal |= PICK_UP_MASK
    return legal


@inline
def adds_allowed(state, rules):
    """Mask of what may be chosen in ADD."""
    seat = state.actor
    kinds = ZERO
    if number_may_join(state, rules):
        kinds |= top_bit(state)
    joins = F_WILD_IN_SETS
    if state.blind_play != ZERO:
        joins = F_BLIND_ADD_WILD
    if rules.switches[joins] != ZERO and wild_may_join(state, rules):
        kinds |= WILD_BIT
    return DONE_MASK | (wide.kinds(state.hand[seat]) & kinds) | tops_in(state.tops[seat], kinds)


@inline
def targets_allowed(state, rules):
    """Mask of what may be chosen in TARGET."""
    if state.limbo == K_PUSH + ONE_BIT:
        return push_targets(state, rules) << A_TARGET
    return skip_targets(state, rules) << A_TARGET


@rare
def swaps_allowed(state):
    """Mask of what may be chosen in SWAP."""
    left = wide.lanes_set(state.tops[state.actor]) & ~state.swapped
    return DONE_MASK | (left << A_TOP)
