"""The deal, and tops exchanged before the first turn."""

from __future__ import annotations

from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit
from squirrelstats.games.kernel.orders import deal_order, force_hands
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.moves import take_card
from squirrelstats.games.squirrels.kernel.ring import clear_rows, set_stack_cards, set_tops
from squirrelstats.games.squirrels.kernel.steps import (
    A_DONE,
    A_TOP,
    F_LEFTOVER,
    F_SWAP_TOPS,
    ONE_BIT,
    S_PUT,
    S_SWAP,
    S_TURN,
    ZERO,
    U,
    emit_cards,
    leave_hand,
)

ALL_KINDS = U(len(L.KINDS))


@inline
def clear(state):
    """An empty table. ``seats``, ``player`` and the match are not touched."""
    state.held = ZERO
    state.fixed[ZERO] = ZERO
    state.phase = ZERO
    state.actor = ZERO
    state.legal = ZERO
    state.top = ZERO
    state.run = ZERO
    state.run_wild = ZERO
    state.limbo = ZERO
    state.blind_play = ZERO
    state.used = ZERO
    state.again = ZERO
    state.drawing = ZERO
    state.swapped = ZERO
    state.safe = ZERO
    state.final_turns = ZERO
    state.skipped = ZERO
    state.hand_sizes = ZERO
    state.face_down = ZERO
    state.cards = ZERO
    wide.clear(state.pile)
    wide.clear(state.laid)
    wide.clear(state.discard)
    wide.clear(state.undealt)
    state.moves = ZERO
    state.forgets = ZERO
    state.turns = ZERO
    state.decisions = ZERO
    state.forced = ZERO
    state.truncated = ZERO
    for s in range(state.seats):
        seat = U(s)
        wide.clear(state.hand[seat])
        clear_rows(state, seat)
        for i in range(L.MAX_DEPTH - 1):
            state.below[seat, U(i)] = ZERO
        for i in range(16):
            state.tally[seat, U(i)] = ZERO
        state.score[seat] = 0
        state.share840[seat] = ZERO


@part
def deal(state, rules, streams, log):
    """Shuffle; deal every seat its stacks, then its hand; the rest stays undealt."""
    clear(state)
    size = deal_order(state, rules, streams)
    if streams.forced != ZERO:
        aside = rules.stacks * rules.depth
        force_hands(state, streams, size, aside, rules.hand_size, ALL_KINDS)
    wide.copy(state.unseen, rules.counts)
    position = ZERO
    for s in range(state.seats):
        position = deal_seat(state, rules, log, U(s), position)
    state.deck_next = position
    state.deck_end = size
    state.undealt[ONE_BIT] = (size - position) * wide.ONE_IN_ALL
    if rules.switches[F_LEFTOVER] != ZERO:
        show_undealt(state)
    state.stage = S_TURN
    if rules.switches[F_SWAP_TOPS] != ZERO:
        state.stage = S_SWAP


@inline
def deal_seat(state, rules, log, seat, position):
    """One seat's block of the order: the stacks, each from the Blind Card up, then the hand."""
    covered = rules.depth - ONE_BIT
    tops = ZERO
    for i in range(rules.stacks):
        stack = U(i)
        for layer in range(covered):
            lane = U(state.deck[position]) + ONE_BIT
            state.below[seat, U(layer)] |= wide.at(stack, lane)
            position += ONE_BIT
        top = U(state.deck[position])
        tops |= wide.at(stack, top + ONE_BIT)
        wide.take(state.unseen, top)
        position += ONE_BIT
    low = ZERO
    high = rules.hand_size * wide.ONE_IN_ALL
    for _ in range(rules.hand_size):
        kind = U(state.deck[position])
        position += ONE_BIT
        if kind < U(8):
            low += wide.lane(kind)
        else:
            high += wide.lane(kind)
    covered *= rules.stacks
    state.hand_sizes |= wide.at(seat, rules.hand_size)
    state.face_down |= wide.at(seat, covered)
    state.cards |= wide.at(seat, rules.hand_size + covered + rules.stacks)
    set_tops(state, seat, tops)
    set_stack_cards(state, seat, wide.ones_before(rules.stacks) * rules.depth)
    state.hand[seat, ZERO] = low
    state.hand[seat, ONE_BIT] = high
    wide.copy(state.opening[seat], state.hand[seat])
    state.opening_tops[seat] = tops
    if log.capacity != ZERO:
        emit_cards(log, L.DEALT, seat, state.hand[seat])
        for i in range(rules.stacks):
            emit(log, L.TOP_SHOWN, seat, wide.entry(tops, U(i)) - ONE_BIT, i)
    return position


@rare
def show_undealt(state):
    """The undealt cards are laid open (house rule ``leftover_visible``)."""
    for i in range(state.deck_next, state.deck_end):
        kind = U(state.deck[U(i)])
        state.undealt[kind >> U(3)] += wide.lane(kind)
        wide.take(state.unseen, kind)


# --- house rule swap_tops -----------------------------------------------------------------------


@rare
def swap(state, action):
    """Carry out an action of SWAP: take a top, or be done."""
    seat = state.actor
    if action == A_DONE:
        state.swapped = ZERO
        if seat + ONE_BIT == state.seats:
            state.actor = ZERO
            return S_TURN
        state.actor = seat + ONE_BIT
        return S_SWAP
    state.stack = action - A_TOP
    state.swapped |= ONE_BIT << state.stack
    state.limbo = wide.entry(state.tops[seat], state.stack)
    set_tops(state, seat, state.tops[seat] - wide.at(state.stack, state.limbo))
    set_stack_cards(state, seat, state.stack_cards[seat] - wide.at(state.stack, ONE_BIT))
    state.cards -= wide.at(seat, ONE_BIT)
    return S_PUT


@rare
def put(state, log, kind):
    """Carry out an action of PUT: a card of the hand lies where the top lay."""
    seat = state.actor
    leave_hand(state, seat, kind)
    set_tops(state, seat, state.tops[seat] + wide.at(state.stack, kind + ONE_BIT))
    set_stack_cards(state, seat, state.stack_cards[seat] + wide.at(state.stack, ONE_BIT))
    state.cards += wide.at(seat, ONE_BIT)
    emit(log, L.SWAPPED, seat, kind, state.stack)
    former = state.limbo - ONE_BIT
    state.limbo = ZERO
    return take_card(state, log, seat, former, S_SWAP)
