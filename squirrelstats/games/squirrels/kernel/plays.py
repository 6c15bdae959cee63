"""Plays: cards are laid on the pile, the pile is cleared, pushed or picked up."""

from __future__ import annotations

from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.legal import (
    declarable,
    fitting,
    numbers_laid,
    push_is_usable,
    push_targets,
    skip_is_usable,
    skip_targets,
)
from squirrelstats.games.squirrels.kernel.moves import take_card, take_pile
from squirrelstats.games.squirrels.kernel.ring import set_stack_cards, set_tops
from squirrelstats.games.squirrels.kernel.steps import (
    A_BLIND,
    A_PASS,
    A_PICK_UP,
    A_TOP,
    F_BLIND_LOSS,
    F_CLEAR_ENDS,
    F_NATURAL,
    F_SQUIRREL_ENDS,
    F_WILD_IN_SETS,
    K_PUSH,
    K_SKIP,
    K_SQUIRREL,
    K_WILD,
    NUMBER_KINDS,
    O_FOUR_LIMIT,
    O_UNUSABLE,
    ONE_BIT,
    PASS_MASK,
    S_ADD,
    S_BLIND,
    S_DECLARE,
    S_SETTLE,
    S_TARGET,
    T_BLINDS,
    T_CLEARED,
    T_FAILED,
    T_PASSES,
    T_PICKED_UP,
    T_PICKUPS,
    T_PUSHED_CARDS,
    T_PUSHED_TO,
    T_PUSHES,
    T_SKIPS,
    T_SPECIALS,
    T_SQUIRRELS,
    ZERO,
    U,
    discard_pile,
    leave_hand,
    take_from_below,
    tally,
)

RETAIN, DISCARD = U(0), U(1)


@inline
def take_source(state, action):
    """Kind of the card that an action plays; it leaves the hand, or the top of its stack."""
    seat = state.actor
    if action < A_TOP:
        leave_hand(state, seat, action)
        return action
    stack = action - A_TOP
    lane = wide.entry(state.tops[seat], stack)
    set_tops(state, seat, state.tops[seat] - wide.at(stack, lane))
    state.used += wide.at(stack, lane)
    set_stack_cards(state, seat, state.stack_cards[seat] - wide.at(stack, ONE_BIT))
    state.cards -= wide.at(seat, ONE_BIT)
    return lane - ONE_BIT


@rare
def tell_sources(state, log, card):
    """Log where the cards of this play came from; ``card``: kind + 1 of one that is not laid."""
    seat = state.actor
    wide.copy(state.moved, state.laid)
    if card != ZERO:
        wide.put(state.moved, card - ONE_BIT)
    if state.blind_play != ZERO:
        wide.take(state.moved, state.blind_play - ONE_BIT)
    for s in range(U(L.MAX_STACKS)):
        lane = wide.entry(state.used, U(s))
        if lane != ZERO:
            wide.take(state.moved, lane - ONE_BIT)
    for k in range(U(len(L.KINDS))):
        copies = wide.count(state.moved, U(k))
        if copies != ZERO:
            emit(log, L.LAID_HAND, seat, k, copies)
    for s in range(U(L.MAX_STACKS)):
        lane = wide.entry(state.used, U(s))
        if lane != ZERO:
            emit(log, L.LAID_TOP, seat, lane - ONE_BIT, s)


# --- Number cards and Wilds ---------------------------------------------------------------------


@inline
def lay(state, rules, log, kind, value):
    """A card goes onto the pile with that value."""
    wild = ZERO
    if kind == K_WILD:
        wild = ONE_BIT
    wide.put(state.pile, kind)
    wide.put(state.laid, kind)
    state.limbo = ZERO
    run, run_wild = state.run, state.run_wild
    if value != state.top:
        run, run_wild = ZERO, ZERO
    state.top = value
    state.run = run + ONE_BIT
    state.run_wild = run_wild | wild
    if state.run == rules.clear_size and rules.options[O_FOUR_LIMIT] == ZERO:
        return close(state, rules, log)
    return S_ADD


@inline
def close(state, rules, log):
    """The play is complete; a long enough run clears the pile."""
    seat = state.actor
    if log.capacity != ZERO:
        tell_sources(state, log, ZERO)
        emit(log, L.PLAYED, seat, state.top - ONE_BIT, wide.total(state.laid))
    tally(state, seat, T_SPECIALS, wide.count(state.laid, K_WILD))
    state.again = ZERO
    if state.run >= rules.clear_size:
        clear_run(state, rules, log)
    return S_SETTLE


@part
def clear_run(state, rules, log):
    """A run clears the pile, unless a Wild in it forbids that."""
    seat = state.actor
    if state.run_wild == ZERO or rules.switches[F_NATURAL] == ZERO:
        emit(log, L.CLEARED, seat, state.top - ONE_BIT, wide.total(state.pile))
        tally(state, seat, T_CLEARED, ONE_BIT)
        discard_pile(state)
        state.again = rules.switches[F_CLEAR_ENDS] ^ ONE_BIT


@inline
def play_card(state, rules, log, kind):
    """A play begins with that card, which has left the hand or its stack."""
    if kind < NUMBER_KINDS:
        if (numbers_laid(state, rules) >> kind) & ONE_BIT != ZERO:
            return lay(state, rules, log, kind, kind + ONE_BIT)
        return play_too_high(state, log, kind)
    state.limbo = kind + ONE_BIT
    if kind == K_WILD:
        return S_DECLARE
    return play_special(state, rules, log, kind)


@rare
def play_too_high(state, log, kind):
    """A card that does not fit costs the pile (house rule ``higher_card``)."""
    seat = state.actor
    cards = wide.total(state.pile) + ONE_BIT
    if log.capacity != ZERO:
        tell_sources(state, log, kind + ONE_BIT)
    emit(log, L.PICKED_UP, seat, -1, cards)
    tally(state, seat, T_PICKUPS, ONE_BIT)
    tally(state, seat, T_PICKED_UP, cards)
    state.again = ZERO
    return take_pile(state, log, seat, kind + ONE_BIT, S_SETTLE)


@part
def declare(state, rules, log, value):
    """The Wild in limbo gets a value."""
    if state.blind_play != ZERO:
        if (fitting(state, rules) >> (value - ONE_BIT)) & ONE_BIT == ZERO:
            return fail(state, rules, log, K_WILD)
        return lay(state, rules, log, K_WILD, value)
    following = lay(state, rules, log, K_WILD, value)
    if following == S_ADD and rules.switches[F_WILD_IN_SETS] == ZERO:
        following = close(state, rules, log)
    return following


# --- Push, Skip, Squirrel -----------------------------------------------------------------------


@part
def play_special(state, rules, log, kind):
    """A Push, Skip or Squirrel in limbo takes effect, or asks for its target."""
    if kind == K_SQUIRREL:
        return run_off(state, rules, log)
    if kind == K_PUSH:
        if state.top != ZERO and push_targets(state, rules) != ZERO:
            return S_TARGET
        if not push_is_usable(state, rules):
            return useless(state, rules, log, kind)
        return push(state, log, U(L.MAX_SEATS))
    if skip_targets(state, rules) != ZERO:
        return S_TARGET
    if not skip_is_usable(state, rules):
        return useless(state, rules, log, kind)
    return skip(state, log, U(L.MAX_SEATS))


@inline
def spend(state, log, kind):
    """A special is played."""
    if log.capacity != ZERO:
        tell_sources(state, log, kind + ONE_BIT)
    tally(state, state.actor, T_SPECIALS, ONE_BIT)
    state.limbo = ZERO
    state.again = ZERO


@inline
def run_off(state, rules, log):
    """The Squirrel takes the pile out of play."""
    seat = state.actor
    spend(state, log, K_SQUIRREL)
    emit(log, L.SQUIRRELED, seat, K_SQUIRREL, wide.total(state.pile))
    tally(state, seat, T_SQUIRRELS, ONE_BIT)
    discard_pile(state)
    wide.put(state.discard, K_SQUIRREL)
    state.again = rules.switches[F_SQUIRREL_ENDS] ^ ONE_BIT
    return S_SETTLE


@inline
def push(state, log, target):
    """The pile goes to a seat; to nobody if there is no such seat."""
    seat = state.actor
    spend(state, log, K_PUSH)
    wide.put(state.discard, K_PUSH)
    tally(state, seat, T_PUSHES, ONE_BIT)
    if target == U(L.MAX_SEATS):
        emit(log, L.PUSHED, seat, K_PUSH, -1)
        return S_SETTLE
    emit(log, L.PUSHED, seat, K_PUSH, target)
    tally(state, target, T_PUSHED_TO, ONE_BIT)
    tally(state, target, T_PUSHED_CARDS, wide.total(state.pile))
    return take_pile(state, log, target, ZERO, S_SETTLE)


@inline
def skip(state, log, target):
    """The Skip lies in front of a seat; of nobody if there is no such seat."""
    seat = state.actor
    spend(state, log, K_SKIP)
    tally(state, seat, T_SKIPS, ONE_BIT)
    if target == U(L.MAX_SEATS):
        emit(log, L.SKIP_LAID, seat, K_SKIP, -1)
        wide.put(state.discard, K_SKIP)
    else:
        emit(log, L.SKIP_LAID, seat, K_SKIP, target)
        state.skipped += wide.at(target, ONE_BIT)
    return S_SETTLE


@part
def aim(state, log, ahead):
    """The Push or Skip in limbo gets its target, a relative seat."""
    target = state.actor + ahead
    if target >= state.seats:
        target -= state.seats
    if state.limbo == K_PUSH + ONE_BIT:
        return push(state, log, target)
    return skip(state, log, target)


# --- Blind Cards --------------------------------------------------------------------------------


@part
def turn_up(state, rules, log):
    """The Blind Card of ``state.stack`` is turned up."""
    seat = state.actor
    kind = take_from_below(state, seat, ZERO, state.stack)
    wide.take(state.unseen, kind)
    state.cards -= wide.at(seat, ONE_BIT)
    state.blind_play = kind + ONE_BIT
    tally(state, seat, T_BLINDS, ONE_BIT)
    emit(log, L.BLIND_TURNED, seat, kind, state.stack)
    if kind < NUMBER_KINDS:
        if (numbers_laid(state, rules) >> kind) & ONE_BIT == ZERO:
            return fail(state, rules, log, kind)
        return lay(state, rules, log, kind, kind + ONE_BIT)
    state.limbo = kind + ONE_BIT
    if kind != K_WILD:
        return play_special(state, rules, log, kind)
    if declarable(state, rules) == ZERO:
        return fail(state, rules, log, kind)
    return S_DECLARE


@rare
def fail(state, rules, log, kind):
    """A Blind Card does not fit: the pile goes to the hand, and the card, too."""
    seat = state.actor
    cards = wide.total(state.pile)
    card = ZERO
    if rules.switches[F_BLIND_LOSS] != ZERO:
        card = kind + ONE_BIT
        cards += ONE_BIT
    else:
        wide.put(state.discard, kind)
    emit(log, L.BLIND_FAILED, seat, kind, cards)
    tally(state, seat, T_FAILED, ONE_BIT)
    state.limbo = ZERO
    state.again = ZERO
    return take_pile(state, log, seat, card, S_SETTLE)


@rare
def useless(state, rules, log, kind):
    """A Push or Skip turned up cannot be used (option ``blind_unusable``)."""
    seat = state.actor
    how = rules.options[O_UNUSABLE]
    state.limbo = ZERO
    state.again = ZERO
    if how == RETAIN:
        emit(log, L.BLIND_UNUSABLE, seat, kind, 1)
        return take_card(state, log, seat, kind, S_SETTLE)
    if how == DISCARD:
        emit(log, L.BLIND_UNUSABLE, seat, kind, 0)
        wide.put(state.discard, kind)
        return S_SETTLE
    emit(log, L.BLIND_UNUSABLE, seat, kind, wide.total(state.pile) + ONE_BIT)
    return take_pile(state, log, seat, kind + ONE_BIT, S_SETTLE)


# --- the decision -------------------------------------------------------------------------------


@inline
def act(state, rules, log, action):
    """Carry out an action of ACT."""
    seat = state.actor
    if action < A_BLIND:
        return play_card(state, rules, log, take_source(state, action))
    if action < A_PICK_UP:
        state.stack = action - A_BLIND
        return S_BLIND
    state.again = ZERO
    if action == A_PASS:
        emit(log, L.PASSED, seat, -1, -1)
        if state.legal == PASS_MASK:
            tally(state, seat, T_PASSES, ONE_BIT)
        return S_SETTLE
    cards = wide.total(state.pile)
    emit(log, L.PICKED_UP, seat, -1, cards)
    tally(state, seat, T_PICKUPS, ONE_BIT)
    tally(state, seat, T_PICKED_UP, cards)
    return take_pile(state, log, seat, ZERO, S_SETTLE)
