"""Chance seen and steered from outside, and other deals that look the same to a seat."""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.hoard import NOBODY, race_weights, redraw_race
from squirrelstats.games.squarrels.kernel.quarrel import playable
from squirrelstats.games.squarrels.kernel.raids import (
    NO_SLAP,
    PAYS_HIGHEST,
    PAYS_RANDOM,
    SLAP_WITHOUT_CARD,
    ambush_victim,
    clockwise,
    draw_slap,
    highest_number,
    possible_slapper,
)
from squirrelstats.games.squarrels.kernel.steps import (
    HAND_KINDS,
    K_LEAD,
    K_WINTER,
    LEAD_MASK,
    O_FALSE_SLAP,
    O_RACE,
    OBSERVERS,
    ONE_BIT,
    S_AMBUSH,
    S_DRAW,
    S_HOARD,
    S_PICK,
    S_RACE,
    S_SLAPS,
    SCRATCH,
    ZERO,
    U,
    face_down,
    lay_out,
    shuffle,
)


@inline
def winter_cannot_come(state):
    """Whether the next card is one of those above Winter (house rule ``winter_place``)."""
    return state.deck_next < state.winter_from


@inline
def chance(state, rules, traits, outcomes):
    """Outcomes of the pending chance event as integer weights; its kind of event.

    ``outcomes`` is int64 (16,): by kind for a draw, an Ambush or a false slap, by seat for a race,
    all 0 where they are too many.
    """
    for i in range(16):
        outcomes[i] = 0
    stage = state.stage
    if stage == S_DRAW:
        for i in range(state.deck_next, state.deck_end):
            outcomes[state.deck[U(i)]] += 1
        if winter_cannot_come(state):
            outcomes[L.WINTER] = 0
        return L.CHANCE_DRAW
    if stage == S_AMBUSH:
        hand = state.hand[ambush_victim(state)]
        for k in range(HAND_KINDS):
            outcomes[k] = pk.count(hand, U(k))
        return L.CHANCE_AMBUSH
    if stage == S_RACE:
        if rules.options[O_RACE] == ZERO:
            race_weights(state, rules, traits, outcomes)
        return L.CHANCE_RACE
    if stage == S_SLAPS:
        slap_weights(state, rules, traits, outcomes)
        return L.CHANCE_FALSE_SLAP
    return L.CHANCE_WHIRLWIND


@rare
def slap_weights(state, rules, traits, outcomes):
    """Weights of the card that a player may lose to a false slap, and of none."""
    seat = possible_slapper(state, traits)
    hand = state.hand[seat]
    likely = np.int64(np.ceil(traits.false_slap_rate[state.player[seat]] * 2.0**53))
    unlikely = np.int64(1 << 53) - likely
    penalty = rules.options[O_FALSE_SLAP]
    cards = 1
    if penalty == PAYS_RANDOM and hand != pk.EMPTY:
        cards = np.int64(pk.total(hand))
        for k in range(HAND_KINDS):
            outcomes[k] = likely * np.int64(pk.count(hand, U(k)))
    elif penalty == PAYS_HIGHEST:
        outcomes[highest_number(hand)] = likely
    else:
        outcomes[SLAP_WITHOUT_CARD] = likely
    outcomes[NO_SLAP] = unlikely * cards


@inline
def swap_to_front(state, index):
    """A card of the deck changes places with the front one."""
    kept = state.deck[state.deck_next]
    state.deck[state.deck_next] = state.deck[index]
    state.deck[index] = kept


@inline
def is_listed(state, rules, outcome):
    """Whether an event that is no draw can have this outcome."""
    stage = state.stage
    if stage == S_AMBUSH:
        victim = ambush_victim(state)
        return outcome < HAND_KINDS and pk.count(state.hand[victim], outcome) != ZERO
    if stage == S_RACE:
        if rules.options[O_RACE] != ZERO:
            return False
        if outcome == NOBODY:
            return True
        return outcome < state.seats and (state.racing >> outcome) & ONE_BIT != ZERO
    if stage == S_SLAPS:
        return outcome == NO_SLAP or is_price(state, rules, outcome)
    return False


@rare
def is_price(state, rules, outcome):
    """Whether a false slap of the next player may cost this."""
    hand = state.hand[clockwise(state, state.waiting)]
    penalty = rules.options[O_FALSE_SLAP]
    if penalty == PAYS_HIGHEST:
        return outcome == highest_number(hand)
    if penalty == PAYS_RANDOM and hand != pk.EMPTY:
        return outcome < HAND_KINDS and pk.count(hand, outcome) != ZERO
    return outcome == SLAP_WITHOUT_CARD


@inline
def force(state, rules, outcome, streams):
    """Make a listed outcome (uint64) happen next; false if it cannot, whatever the traits.

    A draw exchanges the front card with a uniformly chosen copy of the kind, by the stream in use.
    """
    if state.stage == S_DRAW:
        if outcome == K_WINTER and winter_cannot_come(state):
            return False
        return swap_copies(state, outcome, streams)
    possible = is_listed(state, rules, outcome)
    if possible:
        state.fixed[ZERO] = ONE_BIT
        state.fixed[ONE_BIT] = outcome
    return possible


@inline
def swap_copies(state, kind, streams):
    """A uniformly chosen copy of a kind comes to the front; false if there is none."""
    copies = ZERO
    for i in range(state.deck_next, state.deck_end):
        if U(state.deck[U(i)]) == kind:
            copies += ONE_BIT
    if copies == ZERO:
        return False
    chosen = _rng.below(streams, copies)
    for i in range(state.deck_next, state.deck_end):
        if U(state.deck[U(i)]) == kind:
            if chosen == ZERO:
                swap_to_front(state, U(i))
                return True
            chosen -= ONE_BIT
    return False


@inline
def resample(state, rules, traits, streams):
    """Redraw the pending chance event from the stream in use."""
    stage = state.stage
    if stage == S_DRAW:
        redraw_card(state, streams)
        return
    state.fixed[ZERO] = ONE_BIT
    if stage == S_AMBUSH:
        hand = state.hand[ambush_victim(state)]
        state.fixed[ONE_BIT] = pk.nth(hand, _rng.below(streams, pk.total(hand)))
    elif stage == S_RACE:
        state.fixed[ONE_BIT] = redraw_race(state, rules, traits, streams)
    elif stage == S_SLAPS:
        seat = possible_slapper(state, traits)
        state.fixed[ONE_BIT] = draw_slap(state, rules, traits, streams, seat)
    else:
        state.fixed[ONE_BIT] = streams.state[ZERO]
        state.fixed[U(2)] = streams.state[ONE_BIT]


@inline
def redraw_card(state, streams):
    """A uniformly chosen card of those that can come next changes places with the front one."""
    left = state.deck_end - state.deck_next
    if not winter_cannot_come(state):
        swap_to_front(state, state.deck_next + _rng.below(streams, left))
        return
    winters = pk.count(state.unseen[ONE_BIT], K_WINTER - U(8))
    chosen = _rng.below(streams, left - winters)
    for i in range(state.deck_next, state.deck_end):
        if U(state.deck[U(i)]) != K_WINTER:
            if chosen == ZERO:
                swap_to_front(state, U(i))
                return
            chosen -= ONE_BIT


@inline
def redeal_hidden(state, rules, seat, streams):
    """Deal what ``seat`` cannot know again, by the stream in use; its view stays the same."""
    pool = pk.EMPTY
    for s in range(state.seats):
        if U(s) != seat:
            pool += state.hand[U(s)] - state.known[U(s) * OBSERVERS + seat]
    hidden_pile = pk.EMPTY
    if face_down(rules):
        hidden_pile = state.hoard - state.hoard_known[seat]
        pool += hidden_pile
    actions = ZERO
    winters = ZERO
    for i in range(state.deck_next, state.deck_end):
        kind = U(state.deck[U(i)])
        if kind < HAND_KINDS:
            pool += pk.lane(kind)
        elif kind == K_WINTER:
            winters += ONE_BIT
        else:
            state.deck[state.deck_next + actions] = kind
            actions += ONE_BIT
    cards = lay_out(state, pool, SCRATCH) - SCRATCH
    shuffle(state, streams, SCRATCH, cards)
    position = SCRATCH
    for s in range(state.seats):
        other = U(s)
        if other != seat:
            known = state.known[other * OBSERVERS + seat]
            unknown = pk.total(state.hand[other]) - pk.total(known)
            state.hand[other] = known + taken(state, position, unknown)
            position += unknown
            for o in range(OBSERVERS):
                if U(o) != seat:
                    index = other * OBSERVERS + U(o)
                    state.known[index] = pk.least(state.known[index], state.hand[other])
    if face_down(rules):
        state.hoard = state.hoard_known[seat] + taken(state, position, pk.total(hidden_pile))
        position += pk.total(hidden_pile)
        for o in range(OBSERVERS):
            if U(o) != seat:
                state.hoard_known[U(o)] = pk.least(state.hoard_known[U(o)], state.hoard)
    end = state.deck_next + actions
    while position < SCRATCH + cards:
        state.deck[end] = state.deck[position]
        end += ONE_BIT
        position += ONE_BIT
    for i in range(winters):
        state.deck[end + U(i)] = K_WINTER
    if winter_cannot_come(state):
        shuffle(state, streams, state.deck_next, end - state.deck_next)
        shuffle(state, streams, state.winter_from, state.deck_end - state.winter_from)
    else:
        shuffle(state, streams, state.deck_next, state.deck_end - state.deck_next)
    for s in range(state.seats):
        other = U(s)
        decided = ((state.contest & ~state.waiting) >> other) & ONE_BIT != ZERO
        if decided and other != seat:
            if state.stage == S_PICK:
                state.pick[other] = random_pick(state, rules, other, streams)
            elif state.stage == S_HOARD:
                state.racing &= ~(ONE_BIT << other)
                state.racing |= _rng.below(streams, U(2)) << other


@inline
def taken(state, first, cards):
    """So many cards of ``state.deck`` from ``first`` on as a packed count."""
    word = pk.EMPTY
    for i in range(cards):
        word += pk.card(U(state.deck[first + U(i)]))
    return word


@inline
def random_pick(state, rules, seat, streams):
    """A uniformly chosen card among those the seat may show."""
    hand = state.hand[seat]
    if (playable(state, rules, seat) & LEAD_MASK) == ZERO:
        hand -= pk.count(hand, K_LEAD) * pk.card(K_LEAD)
    return pk.nth(hand, _rng.below(streams, pk.total(hand)))
