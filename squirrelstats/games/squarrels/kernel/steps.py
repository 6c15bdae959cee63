"""Constants of the kernel, and the steps that all its parts take: ledger, storing, discarding."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.squarrels import layout as L

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)

K_GOLD, K_LEAD = U(L.GOLD), U(L.LEAD)
K_QUARREL, K_HOARD, K_AMBUSH = U(L.QUARREL), U(L.HOARD), U(L.AMBUSH)
K_WHIRLWIND, K_WINTER = U(L.WHIRLWIND), U(L.WINTER)
HAND_KINDS = U(L.HAND_KINDS)
OBSERVERS = U(8)
SCRATCH = U(L.SCRATCH)

P_DRAW, P_STORE, P_DISCARD = U(L.PHASE_DRAW), U(L.PHASE_STORE), U(L.PHASE_DISCARD)
P_QUARREL, P_RACE = U(L.PHASE_QUARREL), U(L.PHASE_RACE)

A_DRAW, A_STOP, A_STORE, A_DONE = U(L.DRAW), U(L.STOP), U(L.STORE_ONE), U(L.DONE)
A_DISCARD, A_PLAY, A_RACE = U(L.DISCARD_ONE), U(L.PLAY_ONE), U(L.RACE)
NUMBER_MASK = U(0b0011111)
GOLD_MASK, LEAD_MASK = U(1 << L.GOLD), U(1 << L.LEAD)
RACE_MASK = U(1 << L.RACE | 1 << L.HOLD)

UNITS = U(SHARE_UNITS)

# Places of the options in the rules record.
_PLACES = {name: U(place) for place, name in enumerate(L.OPTION_VALUES)}
O_DRAW_RULE = _PLACES["draw_rule"]
O_HOARD_ELIGIBLE = _PLACES["hoard_eligible"]
O_AFTER_AMBUSH = _PLACES["after_ambush"]
O_QUARREL_DRAW = _PLACES["quarrel_draw_next"]
O_PARTIAL_TIE = _PLACES["quarrel_partial_tie"]
O_SINGLE = _PLACES["quarrel_single"]
O_GOLD = _PLACES["gold_discardable"]

# Stages: what the machine does next. A step returns the stage that follows it.
(
    S_TURN, S_DRAW, S_CHOOSE, S_STORE, S_DISCARD, S_QUARREL, S_PICK, S_HOARD, S_RACE, S_AMBUSH,
    S_WHIRLWIND, S_END, S_OVER,
) = (U(i) for i in range(13))  # fmt: skip


@inline
def no_longer_unseen(state, kind):
    """An Action card has been turned up."""
    if kind < U(8):
        state.unseen[ZERO] -= pk.lane(kind)
    else:
        state.unseen[ONE_BIT] -= pk.lane(kind - U(8))


@inline
def shuffle(state, streams, first, cards):
    """Durstenfeld's shuffle of ``state.deck[first : first + cards]``."""
    i = cards
    while i > ONE_BIT:
        j = _rng.below(streams, i)
        i -= ONE_BIT
        kept = state.deck[first + i]
        state.deck[first + i] = state.deck[first + j]
        state.deck[first + j] = kept


@inline
def emit_hand(log, code, seat, hand):
    """Log every kind of a hand with its copies."""
    for k in range(HAND_KINDS):
        copies = pk.count(hand, U(k))
        if copies != ZERO:
            emit(log, code, seat, k, copies)


@inline
def lay_out(state, word, end):
    """Write the cards of a packed count by kind from ``state.deck[end]`` on; the new end."""
    for k in range(HAND_KINDS):
        for _ in range(pk.count(word, U(k))):
            state.deck[end] = k
            end += ONE_BIT
    return end


@inline
def forget(state):
    """Nobody knows anything about any hand."""
    for i in range(OBSERVERS * OBSERVERS):
        state.known[U(i)] = pk.EMPTY


@inline
def seen_leaving(state, seat, kind, copies):
    """All see so many cards of that kind leave the hand of ``seat``."""
    for o in range(OBSERVERS):
        index = seat * OBSERVERS + U(o)
        word = state.known[index]
        state.known[index] = word - min(pk.count(word, kind), copies) * pk.card(kind)


@inline
def seen_arriving(state, seat, cards):
    """All see these cards go into the hand of ``seat``."""
    for o in range(OBSERVERS):
        state.known[seat * OBSERVERS + U(o)] += cards


@inline
def ambush_known(state, victim, thief, kind):
    """Thief and victim see which card moves; for the others an unknown card left."""
    for o in range(OBSERVERS):
        index = victim * OBSERVERS + U(o)
        if U(o) == thief:
            state.known[index] = pk.less_one(state.known[index], kind)
        else:
            state.known[index] = pk.less_one_of_each(state.known[index])
    state.known[thief * OBSERVERS + victim] += pk.card(kind)


@inline
def sets_held(state, rules, seat):
    """Mask of the values of which a set could be stored."""
    return pk.at_least(state.hand[seat], rules.set_size) & NUMBER_MASK


@inline
def store(state, rules, log, kind):
    """Store one set of ``kind`` (rulebook, Storing Cards: three matching Number Cards)."""
    seat = state.actor
    copies = rules.set_size
    state.hand[seat] -= copies * pk.card(kind)
    state.unseen[ZERO] -= copies * pk.lane(kind)
    seen_leaving(state, seat, kind, copies)
    state.stored[seat] += pk.card(kind)
    state.points[seat] += np.int64(kind) + 1
    emit(log, L.STORED, seat, kind, pk.count(state.stored[seat], kind))


@inline
def discard(state, log, kind):
    """The actor's discard onto the Hoard pile ends the turn."""
    seat = state.actor
    state.hand[seat] -= pk.card(kind)
    state.unseen[ZERO] -= pk.lane(kind)
    state.hoard += pk.card(kind)
    seen_leaving(state, seat, kind, ONE_BIT)
    emit(log, L.DISCARDED, seat, kind, pk.total(state.hoard))
    return end_turn(state)


@inline
def end_turn(state):
    """Play goes on to the left of whoever stored and discarded."""
    state.drawer = left_of(state.actor, state.seats)
    state.mini = ZERO
    return S_TURN


@inline
def discards_allowed(state, rules, seat):
    """Mask by kind; empty for an empty hand (rulebook, Lead Acorn and the closing note)."""
    held = pk.at_least(state.hand[seat], ONE_BIT)
    allowed = held
    if (held & NUMBER_MASK) != ZERO:
        allowed &= ~LEAD_MASK
    if rules.options[O_GOLD] == ONE_BIT and state.hand[seat] != pk.card(K_GOLD):
        allowed &= ~GOLD_MASK
    return allowed


@inline
def begin_mini_turn(state, log, winner):
    """The winner of a Quarrel or Hoard stores and discards, without drawing."""
    state.actor = winner
    state.mini = ONE_BIT
    state.mini_turns += ONE_BIT
    emit(log, L.MINI_TURN, winner, -1, state.mini_turns)
    return S_STORE


@inline
def resume(state):
    """The drawer goes on drawing."""
    state.actor = state.drawer
    return S_CHOOSE


@inline
def drawer_stores(state):
    """The drawer stores and discards."""
    state.actor = state.drawer
    return S_STORE
