"""The cards nobody has seen: face down in the stacks, or undealt; places and exchanges of them."""

from __future__ import annotations

from squirrelstats._jit import inline, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games.squirrels.kernel.steps import (
    F_LEFTOVER,
    KINDS,
    ONE_BIT,
    S_BLIND,
    S_DRAW,
    ZERO,
    U,
)

#: A place is a seat, a stack and a layer in lanes; or from here on an index of the deck.
IN_DECK = U(1 << 32)
NOWHERE = U(1 << 40)
ANY_KIND = KINDS


@inline
def place_below(seat, stack, layer):
    """Place of a face-down card."""
    return (seat << U(16)) | (stack << U(8)) | layer


@rare
def kind_at(state, place):
    """Kind + 1 of the card at a place, 0 if there is none."""
    if place >= IN_DECK:
        return U(state.deck[place - IN_DECK]) + ONE_BIT
    row = state.below[place >> U(16), place & U(0xFF)]
    return wide.entry(row, (place >> U(8)) & U(0xFF))


@rare
def set_kind(state, place, kind):
    """Put a card of that kind (kind + 1) in place of another."""
    if place >= IN_DECK:
        state.deck[place - IN_DECK] = kind - ONE_BIT
        return
    stack = (place >> U(8)) & U(0xFF)
    former = wide.at(stack, kind_at(state, place))
    state.below[place >> U(16), place & U(0xFF)] += wide.at(stack, kind) - former


@rare
def exchange(state, place, other):
    """Two cards change places."""
    kept = kind_at(state, place)
    set_kind(state, place, kind_at(state, other))
    set_kind(state, other, kept)


@rare
def pending_place(state):
    """Place of the card that comes up in the pending event."""
    if state.stage == S_DRAW:
        return IN_DECK + state.deck_next
    layer = state.layer
    if state.stage == S_BLIND:
        layer = ZERO
    return place_below(state.actor, state.stack, layer)


@rare
def first_place(state, rules):
    """The first place of a card that may come up, in the order of `next_place`."""
    return next_place(state, rules, place_below(ZERO, ZERO, rules.depth - ONE_BIT))


@rare
def next_place(state, rules, place):
    """The place after another: by seat, stack, from above, then the undealt cards from the front.

    `NOWHERE` after the last.
    """
    if place < IN_DECK:
        seat = place >> U(16)
        stack = (place >> U(8)) & U(0xFF)
        layer = place & U(0xFF)
        while seat < state.seats:
            while stack < rules.stacks:
                while layer != ZERO:
                    layer -= ONE_BIT
                    found = place_below(seat, stack, layer)
                    if kind_at(state, found) != ZERO:
                        return found
                layer = rules.depth - ONE_BIT
                stack += ONE_BIT
            stack = ZERO
            seat += ONE_BIT
        if rules.switches[F_LEFTOVER] != ZERO:
            return NOWHERE  # all have seen the undealt cards, and none is drawn
        place = IN_DECK + state.deck_next - ONE_BIT
    if place + ONE_BIT == IN_DECK + state.deck_end:
        return NOWHERE
    return place + ONE_BIT


@rare
def copies(state, rules, kind):
    """How many cards of a kind may come up."""
    number = ZERO
    place = first_place(state, rules)
    while place != NOWHERE:
        if kind == ANY_KIND or kind_at(state, place) == kind + ONE_BIT:
            number += ONE_BIT
        place = next_place(state, rules, place)
    return number


@rare
def bring(state, rules, kind, chosen):
    """The copy with that number becomes the card that comes up."""
    place = first_place(state, rules)
    while place != NOWHERE:
        if kind == ANY_KIND or kind_at(state, place) == kind + ONE_BIT:
            if chosen == ZERO:
                exchange(state, pending_place(state), place)
                return
            chosen -= ONE_BIT
        place = next_place(state, rules, place)
