"""Cards that all have seen move to a hand, and who remembers them."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, part, rare
from squirrelstats.games import _wide as wide
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.kernel.ring import repeat_known
from squirrelstats.games.squirrels.kernel.steps import (
    KINDS,
    OBSERVERS,
    ONE_BIT,
    S_RECALL,
    ZERO,
    U,
    clear_pile,
    emit_cards,
)


@inline
def arrive(state, log, seat, following):
    """The cards of ``state.moved`` go into the hand of ``seat``."""
    wide.add(state.hand[seat], state.moved)
    wide.add(state.unseen, state.moved)
    arrived = wide.at(seat, wide.total(state.moved))
    state.hand_sizes += arrived
    state.cards += arrived
    state.moved_to = seat
    state.following = following
    if log.capacity != ZERO:
        emit_cards(log, L.TOOK, seat, state.moved)
    return S_RECALL


@part
def take_pile(state, log, seat, card, following):
    """The pile, and a card with it (kind + 1, 0: none), move to the hand of ``seat``."""
    wide.copy(state.moved, state.pile)
    if card != ZERO:
        wide.put(state.moved, card - ONE_BIT)
    clear_pile(state)
    return arrive(state, log, seat, following)


@rare
def take_card(state, log, seat, kind, following):
    """One card that all have seen moves to the hand of ``seat``."""
    wide.clear(state.moved)
    wide.put(state.moved, kind)
    return arrive(state, log, seat, following)


@inline
def seen_by_all(state):
    """Everybody remembers the cards of the move."""
    wide.add(state.known[state.moved_to], state.moved)
    repeat_known(state, state.moved_to)


@inline
def forgetful(state, traits, observer):
    """Whether that seat may forget a card it sees."""
    return traits.recall[state.player[observer]] < 1.0


@rare
def notice_forgetful(state, traits):
    """Before the first move: whether the observers' knowledge must be kept apart."""
    for s in range(state.seats):
        if forgetful(state, traits, U(s)):
            state.forgets = ONE_BIT
    if state.forgets != ZERO:
        for i in range(OBSERVERS * OBSERVERS):
            wide.clear(state.remembered[U(i)])


@rare
def somebody_may_forget(state, traits):
    """Whether an observer of the move may forget some of it."""
    for s in range(state.seats):
        if U(s) != state.moved_to and forgetful(state, traits, U(s)):
            return True
    return False


@rare
def remember(state, traits, streams):
    """Each observer remembers each card of the move with the probability of its recall."""
    hand = state.moved_to
    if state.fixed[ZERO] != ZERO:
        streams.state[ZERO] = state.fixed[ONE_BIT]
        streams.state[ONE_BIT] = state.fixed[U(2)]
    for s in range(state.seats):
        observer = U(s)
        if observer == hand:
            continue
        known = state.remembered[hand * OBSERVERS + observer]
        if not forgetful(state, traits, observer):
            wide.add(known, state.moved)
            continue
        if state.fixed[ZERO] == ZERO:
            _rng.start(streams, _rng.RECALL, observer, state.moves)
        recall = traits.recall[state.player[observer]]
        for k in range(KINDS):
            for _ in range(wide.count(state.moved, U(k))):
                if _rng.uniform(streams) < recall:
                    wide.put(known, U(k))
    state.fixed[ZERO] = ZERO
