"""Chance seen and steered from outside, and other deals that look the same to a seat."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games.kernel.orders import shuffle
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.hidden import ANY_KIND, bring, copies
from squirrelstats.games.squirrels.kernel.steps import (
    F_LEFTOVER,
    KINDS,
    OBSERVERS,
    ONE_BIT,
    S_BLIND,
    S_DRAW,
    S_RECALL,
    ZERO,
    U,
)


@inline
def chance(state, rules, traits, outcomes):
    """Outcomes of the pending chance event as integer weights; its kind of event.

    ``outcomes`` is int64 (16,), by kind; all 0 where they are too many.
    """
    for i in range(16):
        outcomes[i] = 0
    if state.stage == S_RECALL:
        return L.CHANCE_RECALL
    for k in range(KINDS):
        outcomes[k] = copies(state, rules, U(k))
    if state.stage == S_BLIND:
        return L.CHANCE_BLIND
    if state.stage == S_DRAW:
        return L.CHANCE_DRAW
    return L.CHANCE_TAKE


@inline
def force(state, rules, outcome, streams):
    """Make a listed outcome (uint64) happen next; false if it cannot.

    The card changes places with a uniformly chosen copy of the kind, by the stream in use.
    """
    if state.stage == S_RECALL or outcome >= KINDS:
        return False
    number = copies(state, rules, outcome)
    if number == ZERO:
        return False
    bring(state, rules, outcome, _rng.below(streams, number))
    return True


@inline
def resample(state, rules, traits, streams):
    """Redraw the pending chance event from the stream in use."""
    if state.stage == S_RECALL:
        state.fixed[ZERO] = ONE_BIT
        state.fixed[ONE_BIT] = streams.state[ZERO]
        state.fixed[U(2)] = streams.state[ONE_BIT]
        return
    number = copies(state, rules, ANY_KIND)
    bring(state, rules, ANY_KIND, _rng.below(streams, number))


# --- redeal -------------------------------------------------------------------------------------


@inline
def redeal_hidden(state, rules, seat, streams):
    """Deal what ``seat`` cannot know again, by the stream in use; its view stays the same.

    The cards of a move that the observers are about to remember are known to all.
    """
    if state.stage == S_RECALL:
        wide.remove(state.hand[state.moved_to], state.moved)
        wide.remove(state.unseen, state.moved)
    cards = pool(state, rules, seat)
    shuffle(state, streams, cards)
    position = ZERO
    for s in range(state.seats):
        other = U(s)
        if other != seat:
            position = redeal_hand(state, seat, other, position)
    for s in range(state.seats):
        for i in range(rules.stacks):
            layer = rules.depth - ONE_BIT
            while layer != ZERO:
                layer -= ONE_BIT
                lane = wide.entry(state.below[U(s), layer], U(i))
                if lane != ZERO:
                    kind = U(state.deck[position]) + ONE_BIT
                    state.below[U(s), layer] += wide.at(U(i), kind) - wide.at(U(i), lane)
                    position += ONE_BIT
    if rules.switches[F_LEFTOVER] == ZERO:
        state.deck_next = position
        state.deck_end = cards
    if state.stage == S_RECALL:
        wide.add(state.hand[state.moved_to], state.moved)
        wide.add(state.unseen, state.moved)


@rare
def known_to(state, observer, hand, word):
    """A word of the cards that a seat knows to be in another's hand."""
    if state.forgets == ZERO:
        return state.known[hand, word]
    return state.remembered[hand * OBSERVERS + observer, word]


@rare
def pool(state, rules, seat):
    """Lay out what the seat does not know by kind in the first places of the deck; their number."""
    end = ZERO
    for k in range(KINDS):
        kind = U(k)
        word, shift = kind >> U(3), (kind & U(7)) << U(3)
        number = ZERO
        undealt = wide.count(state.unseen, kind)
        for s in range(state.seats):
            held = wide.count(state.hand[U(s)], kind)
            undealt -= held
            if U(s) != seat:
                number += held - ((known_to(state, seat, U(s), word) >> shift) & wide.LANE)
            for layer in range(U(L.MAX_DEPTH - 1)):
                row = state.below[U(s), layer]
                for i in range(rules.stacks):
                    if wide.entry(row, U(i)) == kind + ONE_BIT:
                        number += ONE_BIT
                        undealt -= ONE_BIT
        if rules.switches[F_LEFTOVER] == ZERO:
            number += undealt
        for _ in range(number):
            state.deck[end] = kind
            end += ONE_BIT
    return end


@rare
def redeal_hand(state, seat, other, position):
    """A hand keeps the cards that ``seat`` knows, and gets others for the rest."""
    size = wide.total(state.hand[other])
    low = known_to(state, seat, other, ZERO)
    high = known_to(state, seat, other, ONE_BIT)
    state.hand[other, ZERO] = low
    state.hand[other, ONE_BIT] = high
    for _ in range(size - (high >> U(56))):
        wide.put(state.hand[other], U(state.deck[position]))
        position += ONE_BIT
    if state.forgets != ZERO:
        for o in range(state.seats):
            if U(o) != other:
                wide.lower_to(state.remembered[other * OBSERVERS + U(o)], state.hand[other])
    return position
