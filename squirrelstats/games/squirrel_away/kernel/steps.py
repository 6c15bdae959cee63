"""Constants of the kernel, and small steps that several of its parts take."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, rare
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games._machine import emit
from squirrelstats.games.squirrel_away import layout as L

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)
UNITS = U(SHARE_UNITS)
COLOURS = U(len(L.COLOURS))
#: Bits of the colours in a mask of lanes.
ALL_COLOURS = U((1 << len(L.COLOURS)) - 1)
#: 1 in every lane.
ALL_ONES = U(0x0101010101010101)
#: One complete set of acorns.
ONE_SET = U(0x0400000001010101)

P_SNEAK, P_CARD, P_GRAB, P_CLAIM = (
    U(L.PHASE_SNEAK), U(L.PHASE_CARD), U(L.PHASE_GRAB), U(L.PHASE_CLAIM),
)  # fmt: skip
P_VERDICT, P_KEEP, P_TAKE = U(L.PHASE_VERDICT), U(L.PHASE_KEEP), U(L.PHASE_TAKE)

A_GRAB, A_DONE, A_CLAIM = U(L.GRAB_RED), U(L.GRAB_DONE), U(L.CLAIM_0)
A_GOOD, A_CALL_CARD, A_KEEP, A_TAKE = U(L.GOOD), U(L.CALL_CARD), U(L.KEEP_RED), U(L.TAKE_RED)
A_EARLY = U(L.START_EARLY)
GOOD_MASK, SNEAK_MASK = U(1 << L.GOOD), U(1 << L.START_EARLY | 1 << L.WAIT)

V_GOOD, V_CARD, V_FIST = U(L.VERDICT_GOOD), U(L.VERDICT_CARD), U(L.VERDICT_FIST)

# Places of the options in the rules record, and values of some.
_PLACES = {name: U(place) for place, name in enumerate(L.OPTION_VALUES)}
O_REVEAL, O_BUST_KEEP, O_CAUGHT = (
    _PLACES["reveal_policy"], _PLACES["bust_keep"], _PLACES["caught_keeps"],
)  # fmt: skip
O_REWARD, O_STASH, O_COST = (
    _PLACES["caller_reward"], _PLACES["caller_stash"], _PLACES["token_cost"],
)  # fmt: skip
O_TARGETS, O_TOKEN_END, O_END_WHEN = (
    _PLACES["call_targets"], _PLACES["token_end"], _PLACES["token_end_when"],
)  # fmt: skip
O_CARD_END, O_MODE, O_ZERO_GRAB = (
    _PLACES["card_end_scope"], _PLACES["verdict_mode"], _PLACES["zero_grab"],
)  # fmt: skip
O_SNEAKY, O_TIE = _PLACES["sneaky_turns"], _PLACES["final_tie"]
SIMULTANEOUS, RANDOM_ORDER = U(1), U(2)
TIE_YOUNGEST, TIE_RANDOM = U(1), U(2)

(
    T_TURNS, T_SKIPPED, T_EARLY, T_FOULS, T_EXPOSED, T_INTENDED, T_SLIPPED, T_KEPT, T_BONUS,
    T_CALLER, T_PAID, T_HONEST, T_FIST_LIES, T_CARD_LIES, T_DOUBLE, T_CAUGHT, T_ACCUSED, T_JUDGED,
    T_JUDGED_FIST, T_JUDGED_CARD, T_CALLS_CARD, T_CALLS_CARD_RIGHT, T_CALLS_FIST,
    T_CALLS_FIST_RIGHT,
) = (U(i) for i in range(len(L.TALLIES)))  # fmt: skip

# Stages: what the machine does next. A step returns the stage that follows it.
# Those that ask have the number of their phase.
S_SNEAK, S_CARD, S_GRAB, S_CLAIM = P_SNEAK, P_CARD, P_GRAB, P_CLAIM
S_VERDICT, S_KEEP, S_TAKE = P_VERDICT, P_KEEP, P_TAKE
S_TURN = U(0)
(
    S_FOUL, S_EXPOSE, S_SLIP, S_ORDER, S_JUDGE, S_IMPRESSION, S_REVEAL, S_KEPT, S_TOOK, S_STASH,
    S_SCORE, S_TIE, S_END, S_OVER,
) = (U(i) for i in range(8, 22))  # fmt: skip


@inline
def tally(state, seat, place, amount):
    """Count what a seat does, or what is done to it, see ``layout.TALLIES``."""
    state.tally[seat, place] += amount


@inline
def faces_of(counts):
    """Mask of the faces of which there is a card; bit = face."""
    return wide.lanes_set(counts[ZERO]) | (wide.lanes_set(counts[ONE_BIT]) << U(8))


@inline
def remove_card(counts, face):
    """One card less."""
    counts[face >> U(3)] -= wide.lane(face)


@inline
def add_card(counts, face):
    """One card more."""
    counts[face >> U(3)] += wide.lane(face)


@rare
def nth_face(counts, position):
    """Face of the card at that position, the cards laid out by face."""
    face = ZERO
    left = position
    while left >= wide.count(counts, face):
        left -= wide.count(counts, face)
        face += ONE_BIT
    return face


@inline
def show(state, seat, face):
    """All see a card that the seat held or laid down."""
    remove_card(state.secret[seat], face)
    remove_card(state.unshown, face)


@inline
def colours_in(acorns):
    """Mask of the colours of which there is an acorn."""
    return wide.lanes_set(acorns) & ALL_COLOURS


@inline
def fits(rules, acorns, claim):
    """Whether acorns are what a claim (face + 1) names."""
    face = claim - ONE_BIT
    named = rules.face_acorns[face]
    if (rules.face_wild >> face) & ONE_BIT != ZERO:
        return pk.total(acorns) == pk.total(named)
    return acorns == named


@inline
def judge_card(state):
    """Find out whether the card is what was claimed."""
    state.card_false = ZERO
    if state.card != state.claim:
        state.card_false = ONE_BIT


@inline
def judge_fist(state, rules):
    """Find out whether the fist is what was claimed."""
    state.fist_false = ONE_BIT
    if fits(rules, state.fist, state.claim):
        state.fist_false = ZERO


@inline
def calls_made(state):
    """Row by seat: 1, a seat that called in this turn."""
    return (state.verdicts >> ONE_BIT) & ALL_ONES


@inline
def calls_right_made(state):
    """Row by seat: 1, a seat whose call points at what is not what was claimed."""
    calls = calls_made(state)
    at_fist = calls & state.verdicts
    return state.fist_false * at_fist + state.card_false * (calls ^ at_fist)


@inline
def stash(state, log, seat):
    """All complete sets of a Front go behind the screen."""
    if colours_in(state.front[seat]) == ALL_COLOURS:
        while colours_in(state.front[seat]) == ALL_COLOURS:
            state.front[seat] -= ONE_SET
            state.sets += wide.at(seat, ONE_BIT)
        emit(log, L.STASHED, seat, -1, wide.entry(state.sets, seat))


@rare
def emit_colours(log, code, seat, acorns):
    """Log every colour with its acorns."""
    for c in range(COLOURS):
        number = pk.count(acorns, U(c))
        if number != ZERO:
            emit(log, code, seat, c, number)


@inline
def odds_of(rate):
    """How many of 2^53 equally likely numbers let an event of this probability happen."""
    return U(np.ceil(rate * 2.0**53))
