"""Constants of the kernel, and small steps that several of its parts take."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, rare
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.ring import repeat_known, set_stack_cards

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)
UNITS = U(SHARE_UNITS)
OBSERVERS = U(8)

KINDS, NUMBER_KINDS = U(len(L.KINDS)), U(L.NUMBER_KINDS)
K_WILD, K_PUSH = U(L.WILD), U(L.PUSH)
K_SKIP, K_SQUIRREL = U(L.SKIP), U(L.SQUIRREL)
NUMBER_MASK = U((1 << L.NUMBER_KINDS) - 1)

P_ACT, P_DECLARE, P_ADD = U(L.PHASE_ACT), U(L.PHASE_DECLARE), U(L.PHASE_ADD)
P_TARGET, P_SWAP, P_PUT = U(L.PHASE_TARGET), U(L.PHASE_SWAP), U(L.PHASE_PUT)

A_TOP, A_BLIND, A_PICK_UP, A_PASS = U(L.TOP_0), U(L.BLIND_0), U(L.PICK_UP), U(L.PASS)
A_DONE, A_DECLARE, A_TARGET = U(L.DONE), U(L.DECLARE_ONE), U(L.TARGET_0)
PICK_UP_MASK, PASS_MASK, DONE_MASK = U(1 << L.PICK_UP), U(1 << L.PASS), U(1 << L.DONE)

# Places of the options and flags in the rules record.
_PLACES = {name: U(place) for place, name in enumerate(L.OPTION_VALUES)}
O_BLIND_WILD, O_FOUR_LIMIT = _PLACES["blind_wild_value"], _PLACES["four_limit"]
O_HIGHER, O_UNUSABLE = _PLACES["higher_card"], _PLACES["blind_unusable"]
O_PUSH_TARGET, O_PUSH_DEAD = _PLACES["push_target"], _PLACES["push_no_target_pile"]
O_SKIP_TARGET, O_SKIP_DEAD = _PLACES["skip_target"], _PLACES["skip_no_target"]
O_STARTER = _PLACES["starter_next_round"]
_FLAGS = {name: U(place) for place, name in enumerate(L.FLAGS)}
F_WILD_IN_SETS, F_BLIND_ADD_WILD = _FLAGS["wild_in_sets"], _FLAGS["blind_add_wild"]
F_NATURAL = _FLAGS["natural_fours"]
F_EQUAL, F_CLEAR_ENDS = _FLAGS["equal_allowed"], _FLAGS["clear_ends_turn"]
F_SQUIRREL_ENDS, F_VOLUNTARY = _FLAGS["squirrel_ends_turn"], _FLAGS["voluntary_pickup"]
F_SELF_TARGET, F_PUSH_PILE = _FLAGS["self_target"], _FLAGS["push_needs_pile"]
F_SKIP_STACK, F_BLIND_LOSS = _FLAGS["skip_stack"], _FLAGS["blind_loss_includes_blind"]
F_FINAL_TURNS, F_FINAL_PICKUP = _FLAGS["final_turns"], _FLAGS["final_turn_must_pickup"]
F_SWAP_TOPS, F_LEFTOVER = _FLAGS["swap_tops"], _FLAGS["leftover_visible"]
F_DISCARD_PUBLIC, F_TIE_FIRST_OUT = _FLAGS["discard_public"], _FLAGS["final_tie_first_out"]

(
    T_TURNS, T_SKIPPED, T_PICKUPS, T_PICKED_UP, T_PUSHES, T_PUSHED_TO, T_PUSHED_CARDS, T_SKIPS,
    T_CLEARED, T_SQUIRRELS, T_BLINDS, T_FAILED, T_SPECIALS, T_PASSES,
) = (U(i) for i in range(len(L.TALLIES)))  # fmt: skip

# Stages: what the machine does next. A step returns the stage that follows it.
# Those that ask have the number of their phase.
S_ACT, S_DECLARE, S_ADD, S_TARGET, S_SWAP, S_PUT = P_ACT, P_DECLARE, P_ADD, P_TARGET, P_SWAP, P_PUT
S_TURN = U(0)
S_SETTLE, S_TAKE, S_BLIND, S_RECALL, S_DRAW, S_END, S_OVER = (U(i) for i in range(7, 14))


@inline
def tally(state, seat, place, amount):
    """Count what a seat does, or what is done to it, see ``layout.TALLIES``."""
    state.tally[seat, place] += amount


@inline
def clear_pile(state):
    """The table is open."""
    wide.clear(state.pile)
    state.top = ZERO
    state.run = ZERO
    state.run_wild = ZERO


@inline
def discard_pile(state):
    """The whole pile goes out of play."""
    wide.add(state.discard, state.pile)
    clear_pile(state)


@inline
def leave_hand(state, seat, kind):
    """All see a card as it leaves a hand."""
    one = wide.at(seat, ONE_BIT)
    state.hand_sizes -= one
    state.cards -= one
    wide.take(state.hand[seat], kind)
    wide.take(state.unseen, kind)
    if state.forgets == ZERO:
        wide.take_known(state.known[seat], kind)
        repeat_known(state, seat)
    else:
        forget_card(state, seat, kind)


@rare
def forget_card(state, seat, kind):
    """A card has left a hand of which each observer knows something else."""
    for o in range(OBSERVERS):
        wide.take_known(state.remembered[seat * OBSERVERS + U(o)], kind)


@inline
def take_from_below(state, seat, layer, stack):
    """Kind of a face-down card, which leaves its stack."""
    lane = wide.entry(state.below[seat, layer], stack)
    state.below[seat, layer] -= wide.at(stack, lane)
    set_stack_cards(state, seat, state.stack_cards[seat] - wide.at(stack, ONE_BIT))
    state.face_down -= wide.at(seat, ONE_BIT)
    return lane - ONE_BIT


@inline
def into_hand(state, seat, kind):
    """A card that only its owner sees goes into the hand."""
    wide.put(state.hand[seat], kind)
    state.hand_sizes += wide.at(seat, ONE_BIT)


@inline
def has_no_cards(state, seat):
    """Neither in the hand nor in the stacks."""
    return wide.entry(state.cards, seat) == ZERO


@rare
def emit_cards(log, code, seat, counts):
    """Log every kind with its copies."""
    for k in range(KINDS):
        copies = wide.count(counts, U(k))
        if copies != ZERO:
            emit(log, code, seat, k, copies)
