"""The deal (rulebook, Game Setup), and a deck that has run out."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit
from squirrelstats.games.kernel.orders import deal_order, force_hands
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import (
    ALL_ACTIONS,
    HAND_KINDS,
    K_GOLD,
    K_WINTER,
    O_EXHAUSTED,
    O_SETUP_DISCARDS,
    O_SETUP_HAND,
    O_SETUP_WINTER,
    O_WINTER_PLACE,
    OBSERVERS,
    ONE_BIT,
    S_TURN,
    SCRATCH,
    ZERO,
    U,
    emit_hand,
    forget,
    from_discard_pile,
    shuffle,
    to_discard_pile,
)


@inline
def clear(state, rules):
    """An empty table. ``seats``, ``player`` and the match are not touched."""
    state.stage = S_TURN
    state.held = ZERO
    state.fixed[ZERO] = ZERO
    state.phase = ZERO
    state.actor = ZERO
    state.drawer = ZERO
    state.legal = ZERO
    state.mini = ZERO
    state.wild = ZERO
    state.sitting = ZERO
    state.winter_from = ZERO
    state.reshuffles = ZERO
    state.discard[ZERO] = ZERO
    state.discard[ONE_BIT] = ZERO
    state.hoard = pk.EMPTY
    state.table = pk.EMPTY
    state.contest = ZERO
    state.waiting = ZERO
    state.racing = ZERO
    state.subround = ZERO
    for i in range(ALL_ACTIONS + ONE_BIT):
        state.turned[U(i)] = ZERO
    state.unseen[ZERO] = rules.unseen[ZERO]
    state.unseen[ONE_BIT] = rules.unseen[ONE_BIT]
    state.turns = ZERO
    state.mini_turns = ZERO
    state.decisions = ZERO
    state.forced = ZERO
    state.truncated = ZERO
    state.gold_lost = ZERO
    state.leader = ZERO
    state.lead_changes = ZERO
    for s in range(OBSERVERS):
        seat = U(s)
        state.hand[seat] = pk.EMPTY
        state.hoard_known[seat] = pk.EMPTY
        state.opening[seat] = pk.EMPTY
        state.stored[seat] = pk.EMPTY
        state.points[seat] = 0
        state.played[seat] = pk.EMPTY
        state.pick[seat] = ZERO
        state.score[seat] = 0
        state.share840[seat] = ZERO
        for i in range(4):
            state.drawn[seat, U(i)] = ZERO
        for i in range(2):
            state.tally[seat, U(i)] = ZERO
    forget(state)


@part
def deal(state, rules, streams, log):
    """Shuffle, deal and complete the hands (rulebook, Game Setup)."""
    clear(state, rules)
    size = deal_order(state, rules, streams)
    if state.gold_removed != ZERO:
        size = without_golds(state, size)
    dealable = HAND_KINDS
    if rules.options[O_SETUP_HAND] != ZERO:
        dealable = K_GOLD
    if streams.forced != ZERO:
        force_hands(state, streams, size, ZERO, rules.starting_hand, dealable)
    winter_apart = rules.options[O_WINTER_PLACE] != ZERO
    position = ZERO
    winter = False
    turned = False
    for s in range(state.seats):
        seat = U(s)
        hand = pk.EMPTY
        while pk.total(hand) < rules.starting_hand:
            kind = U(state.deck[position])
            position += ONE_BIT
            if kind < dealable:
                hand += pk.card(kind)
            elif kind != K_WINTER or not winter_apart:
                winter = winter or kind == K_WINTER
                turned = True
                to_discard_pile(state, kind)
                emit(log, L.SETUP_TURNED, seat, kind, -1)
        state.hand[seat] = hand
        state.opening[seat] = hand
        if log.capacity != ZERO:
            emit_hand(log, L.DEALT, seat, hand)
    state.deck_next = position
    state.deck_end = size
    back = K_WINTER + ONE_BIT  # the first kind that goes back
    if winter and rules.options[O_SETUP_WINTER] != ZERO:
        back = K_WINTER
    elif winter or rules.options[O_SETUP_DISCARDS] != ZERO:
        back = dealable
    if turned and back <= K_WINTER:
        shuffle_back(state, streams, log, dealable, back, winter_apart)
    if winter_apart:
        place_winter(state, rules, streams, log)


@part
def shuffle_back(state, streams, log, dealable, back, winter_apart):
    """Cards put aside in the setup, of the kinds from ``back`` on, go back into the deck."""
    returned = ZERO
    for i in range(state.deck_next):
        kind = U(state.deck[U(i)])
        if kind >= dealable and kind >= back and (kind != K_WINTER or not winter_apart):
            from_discard_pile(state, kind)
            state.deck[SCRATCH + returned] = kind
            returned += ONE_BIT
    for i in range(state.deck_next, state.deck_end):
        state.deck[U(i) - returned] = state.deck[U(i)]
    for i in range(returned):
        state.deck[state.deck_end - returned + U(i)] = state.deck[SCRATCH + U(i)]
    state.deck_next -= returned
    cards = state.deck_end - state.deck_next
    _rng.start(streams, _rng.SETUP, ZERO, ZERO)
    shuffle(state, streams, state.deck_next, cards)
    emit(log, L.RESHUFFLED, -1, -1, cards)


@rare
def without_golds(state, size):
    """Golds lost earlier in the match are taken out of the order; its new length."""
    missing = state.gold_removed
    end = ZERO
    for i in range(size):
        kind = U(state.deck[U(i)])
        if kind == K_GOLD and missing != ZERO:
            missing -= ONE_BIT
        else:
            state.deck[end] = kind
            end += ONE_BIT
    state.unseen[ZERO] -= state.gold_removed * pk.lane(K_GOLD)
    return end


@rare
def place_winter(state, rules, streams, log):
    """Winter is shuffled into the lower part of the deck (house rule ``winter_place``)."""
    winters = pk.count(state.unseen[ONE_BIT], K_WINTER - U(8))
    apart = winters
    for i in range(state.deck_next, state.deck_end):
        if U(state.deck[U(i)]) == K_WINTER:
            apart -= ONE_BIT
    kept = state.deck_next - apart
    for i in range(state.deck_next, state.deck_end):
        kind = U(state.deck[U(i)])
        if kind != K_WINTER:
            state.deck[kept] = kind
            kept += ONE_BIT
    state.deck_next -= apart
    for i in range(kept, state.deck_end):
        state.deck[U(i)] = K_WINTER
    cards = (state.deck_end - state.deck_next) // (rules.options[O_WINTER_PLACE] + ONE_BIT)
    cards = max(cards, winters)
    state.winter_from = state.deck_end - cards
    _rng.start(streams, _rng.SETUP, ZERO, ONE_BIT)
    shuffle(state, streams, state.winter_from, cards)
    emit(log, L.WINTER_PLACED, -1, -1, cards)


@rare
def refill(state, rules, streams, log):
    """The deck has run out: whether the Discard pile becomes the new one."""
    if rules.options[O_EXHAUSTED] == ZERO:
        return False
    if state.discard[ZERO] == ZERO and state.discard[ONE_BIT] == ZERO:
        return False
    if state.reshuffles == U(L.MAX_RESHUFFLES):
        state.truncated = ONE_BIT
        emit(log, L.TRUNCATED, -1, -1, state.turns)
        return False
    end = ZERO
    for k in range(U(len(L.KINDS))):
        for _ in range(pk.count(state.discard[U(k) >> U(3)], U(k) & U(7))):
            state.deck[end] = k
            end += ONE_BIT
    for i in range(2):
        state.unseen[U(i)] += state.discard[U(i)]
        state.discard[U(i)] = ZERO
    state.deck_next = ZERO
    state.deck_end = end
    state.winter_from = ZERO
    _rng.start(streams, _rng.REFILL, ZERO, state.reshuffles)
    state.reshuffles += ONE_BIT
    shuffle(state, streams, ZERO, end)
    emit(log, L.RESHUFFLED, -1, -1, end)
    return True
