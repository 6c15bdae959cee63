"""Constants of the kernel, and the steps that all its parts take: ledger, storing, discarding."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, part, rare
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit, left_of
from squirrelstats.games.kernel.shuffling import durstenfeld
from squirrelstats.games.squarrels import layout as L

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)

K_GOLD, K_LEAD = U(L.GOLD), U(L.LEAD)
K_QUARREL, K_HOARD, K_AMBUSH = U(L.QUARREL), U(L.HOARD), U(L.AMBUSH)
K_WHIRLWIND, K_WINTER = U(L.WHIRLWIND), U(L.WINTER)
HAND_KINDS, NUMBER_KINDS = U(L.HAND_KINDS), U(L.NUMBER_KINDS)
OBSERVERS = U(8)
SCRATCH = U(L.SCRATCH)

P_DRAW, P_STORE, P_DISCARD = U(L.PHASE_DRAW), U(L.PHASE_STORE), U(L.PHASE_DISCARD)
P_QUARREL, P_RACE = U(L.PHASE_QUARREL), U(L.PHASE_RACE)

A_DRAW, A_STOP, A_STORE, A_DONE = U(L.DRAW), U(L.STOP), U(L.STORE_ONE), U(L.DONE)
A_DISCARD, A_PLAY, A_RACE = U(L.DISCARD_ONE), U(L.PLAY_ONE), U(L.RACE)
A_WILD = U(L.WILD_ONE)
M_QUARREL, M_HOARD = U(L.MINI_QUARREL), U(L.MINI_HOARD)
NUMBER_MASK = U(0b0011111)
GOLD_MASK, LEAD_MASK = U(1 << L.GOLD), U(1 << L.LEAD)
RACE_MASK = U(1 << L.RACE | 1 << L.HOLD)

UNITS = U(SHARE_UNITS)

# Places of the options in the rules record.
_PLACES = {name: U(place) for place, name in enumerate(L.OPTION_VALUES)}
O_DRAW_RULE, O_MANDATORY = _PLACES["draw_rule"], _PLACES["store_mandatory"]
O_HOARD_ELIGIBLE, O_HOARD_EMPTY = _PLACES["hoard_eligible"], _PLACES["hoard_empty"]
O_HOARD_DRAW, O_HOARD_NEXT = _PLACES["hoard_winner_draw"], _PLACES["hoard_next"]
O_FACE_DOWN, O_RACE = _PLACES["hoard_visibility"], _PLACES["slap_race"]
O_AFTER_AMBUSH, O_FALSE_SLAP = _PLACES["after_ambush"], _PLACES["false_slap_penalty"]
O_QUARREL_DRAW, O_QUARREL_NEXT = _PLACES["quarrel_draw_next"], _PLACES["quarrel_next"]
O_PARTIAL_TIE, O_SINGLE = _PLACES["quarrel_partial_tie"], _PLACES["quarrel_single"]
O_GOLD, O_GOLD_ALONE = _PLACES["gold_discardable"], _PLACES["gold_alone"]
O_WILD, O_GOLD_SCOPE = _PLACES["gold_in_hoard"], _PLACES["gold_lost_scope"]
O_LEAD = _PLACES["lead_rank"]
O_SETUP_WINTER, O_SETUP_DISCARDS = _PLACES["setup_winter"], _PLACES["setup_discards"]
O_SETUP_HAND, O_WINTER_PLACE = _PLACES["setup_hand"], _PLACES["winter_place"]
O_WINTER_STORE, O_EXHAUSTED = _PLACES["winter_store"], _PLACES["deck_exhausted"]
O_TARGET_MULTI, O_NEXT_DEALER = _PLACES["target_multi"], _PLACES["next_dealer"]

#: Place in ``turned`` of the sum over all kinds.
ALL_ACTIONS = U(5)

# Stages: what the machine does next. A step returns the stage that follows it.
(
    S_TURN, S_DRAW, S_CHOOSE, S_STORE, S_DISCARD, S_QUARREL, S_PICK, S_HOARD, S_RACE, S_AMBUSH,
    S_WHIRLWIND, S_SLAPS, S_END, S_OVER,
) = (U(i) for i in range(14))  # fmt: skip


@inline
def to_discard_pile(state, kind):
    """A card has been turned up and lies on the Discard pile."""
    word = kind >> U(3)
    card = pk.lane(kind & U(7))
    state.unseen[word] -= card
    state.discard[word] += card


@inline
def from_discard_pile(state, kind):
    """A card goes back from the Discard pile into the deck."""
    word = kind >> U(3)
    card = pk.lane(kind & U(7))
    state.unseen[word] += card
    state.discard[word] -= card


@inline
def face_down(rules):
    """Whether the Hoard pile lies face down."""
    return rules.options[O_FACE_DOWN] != ZERO


@part
def shuffle(state, streams, first, cards):
    """Durstenfeld's shuffle of ``state.deck[first : first + cards]``."""
    durstenfeld(state, streams, first, cards)


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
def unseen_leaving(state, seat):
    """A card that nobody else sees leaves the hand of ``seat``."""
    for o in range(OBSERVERS):
        index = seat * OBSERVERS + U(o)
        state.known[index] = pk.less_one_of_each(state.known[index])


@inline
def onto_hoard(state, rules, seat, kind):
    """A card of ``seat`` goes on the Hoard pile."""
    state.hand[seat] -= pk.card(kind)
    state.hoard += pk.card(kind)
    if face_down(rules):
        state.hoard_known[seat] += pk.card(kind)
        unseen_leaving(state, seat)
    else:
        state.unseen[ZERO] -= pk.lane(kind)
        seen_leaving(state, seat, kind, ONE_BIT)


@inline
def tally(state, seat, place, amount):
    """Count what happened to a seat, see ``layout.TALLIES``; lanes of 16 bits."""
    state.tally[seat, place >> U(2)] += amount << ((place & U(3)) << U(4))


@inline
def sets_held(state, rules, seat):
    """Mask of the values of which a set could be stored."""
    return pk.at_least(state.hand[seat], rules.set_size) & NUMBER_MASK


@inline
def add_set(state, rules, seat, kind):
    """One more set of ``kind`` is stored: points, and who leads."""
    state.stored[seat] += pk.card(kind)
    state.points[seat] += rules.set_points[kind]
    best = state.points[seat]
    for s in range(state.seats):
        if U(s) != seat and state.points[U(s)] >= best:
            return
    if state.leader != seat + ONE_BIT:
        if state.leader != ZERO:
            state.lead_changes += ONE_BIT
        state.leader = seat + ONE_BIT


@part
def store(state, rules, log, kind):
    """Store one set of ``kind`` (rulebook, Storing Cards: three matching Number Cards)."""
    seat = state.actor
    copies = rules.set_size
    state.hand[seat] -= copies * pk.card(kind)
    state.unseen[ZERO] -= copies * pk.lane(kind)
    seen_leaving(state, seat, kind, copies)
    add_set(state, rules, seat, kind)
    emit(log, L.STORED, seat, kind, pk.count(state.stored[seat], kind))


@rare
def store_with_gold(state, rules, log, kind):
    """Store a set in which the Gold stands for a Number card (rulebook, Gold Acorn)."""
    seat = state.actor
    copies = rules.set_size - ONE_BIT
    state.hand[seat] -= copies * pk.card(kind)
    state.unseen[ZERO] -= copies * pk.lane(kind)
    seen_leaving(state, seat, kind, copies)
    seen_leaving(state, seat, K_GOLD, ONE_BIT)
    add_set(state, rules, seat, kind)
    state.wild = ZERO
    emit(log, L.STORED_WITH_GOLD, seat, kind, pk.count(state.stored[seat], kind))
    if state.hand[seat] != pk.card(K_GOLD):
        state.hand[seat] -= pk.card(K_GOLD)
        state.unseen[ZERO] -= pk.lane(K_GOLD)
        state.gold_lost += ONE_BIT
        emit(log, L.GOLD_LOST, seat, K_GOLD, -1)
    else:
        for o in range(OBSERVERS):
            index = seat * OBSERVERS + U(o)
            if pk.count(state.known[index], K_GOLD) == ZERO:
                state.known[index] += pk.card(K_GOLD)


@part
def discard(state, rules, log, kind):
    """One card of the actor goes on the Hoard pile."""
    seat = state.actor
    onto_hoard(state, rules, seat, kind)
    state.tossed += ONE_BIT
    emit(log, L.DISCARDED, seat, kind, pk.total(state.hoard))


@inline
def end_turn(state):
    """Play goes on, by the rulebook to the left of whoever stored and discarded."""
    state.drawer = state.follow
    state.mini = ZERO
    return S_TURN


@inline
def must_discard(state, rules, seat):
    """Whether the discard phase goes on, if a card may be discarded."""
    if state.tossed < rules.discards:
        return True
    return rules.hand_cap != ZERO and pk.total(state.hand[seat]) > rules.hand_cap


@inline
def discards_allowed(state, rules, seat):
    """Mask by kind; empty for an empty hand (rulebook, Lead Acorn and the closing note)."""
    hand = state.hand[seat]
    held = pk.at_least(hand, ONE_BIT)
    allowed = held
    if (held & NUMBER_MASK) != ZERO:
        allowed &= ~LEAD_MASK
    if hand == pk.card(K_GOLD):
        if rules.options[O_GOLD_ALONE] != ZERO:
            allowed = ZERO
    elif rules.options[O_GOLD] != ZERO:
        allowed &= ~GOLD_MASK
    return allowed


@inline
def begin_mini_turn(state, rules, log, winner, mini):
    """The winner of a Quarrel or Hoard stores and discards; a Hoard winner may draw first."""
    place = O_QUARREL_NEXT
    if mini == M_HOARD:
        place = O_HOARD_NEXT
    follow = rules.options[place]
    state.follow = left_of(winner, state.seats)
    if follow == ONE_BIT:
        state.follow = winner
    elif follow != ZERO:
        state.follow = left_of(state.drawer, state.seats)
    state.actor = winner
    state.mini = mini
    state.mini_turns += ONE_BIT
    state.tossed = ZERO
    state.wild = ZERO
    emit(log, L.MINI_TURN, winner, -1, state.mini_turns)
    if mini == M_HOARD:
        state.wild = rules.options[O_WILD]
        if rules.options[O_HOARD_DRAW] != ZERO:
            state.drawer = winner
            return S_CHOOSE
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
