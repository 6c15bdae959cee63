"""Other deals, fists and verdicts that look the same to a seat."""

from __future__ import annotations

from squirrelstats import _rng
from squirrelstats._jit import inline, ones, rare
from squirrelstats.games import _packed as pk
from squirrelstats.games import _wide as wide
from squirrelstats.games.kernel.shuffling import durstenfeld
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.kernel.ending import nth_bit
from squirrelstats.games.squirrel_away.kernel.grabbing import slip_one
from squirrelstats.games.squirrel_away.kernel.judging import calls_allowed
from squirrelstats.games.squirrel_away.kernel.steps import (
    A_GOOD,
    COLOURS,
    GOOD_MASK,
    O_ZERO_GRAB,
    ONE_BIT,
    S_CLAIM,
    S_IMPRESSION,
    S_JUDGE,
    S_ORDER,
    S_REVEAL,
    S_VERDICT,
    V_GOOD,
    ZERO,
    U,
    add_card,
    judge_card,
    judge_fist,
)

FACES = U(L.MAX_FACES)


@inline
def redeal_hidden(state, rules, seat, streams):
    """Draw what ``seat`` cannot know again, by the stream in use; its view stays the same."""
    redeal_cards(state, seat, streams)
    if is_in_fist(state):
        redraw_fist(state, rules, seat, streams)
        if state.claim != ZERO:
            judge_fist(state, rules)
    if state.claim != ZERO:
        judge_card(state)
    redraw_verdicts(state, rules, seat, streams)


# --- cards --------------------------------------------------------------------------------------


@rare
def redeal_cards(state, seat, streams):
    """Cards that the seat has not seen are dealt anew."""
    shuffle_pool(state, seat, streams)
    hides_card = state.card != ZERO and state.card_seen == ZERO and state.active != seat
    position = ZERO
    for s in range(state.seats):
        other = U(s)
        if other != seat:
            position = redeal_hand(state, other, position)
    for s in range(state.seats):
        other = U(s)
        if other != seat:
            laid = cards_in(state.secret[other]) - wide.entry(state.hand_sizes, other)
            if hides_card and other == state.active:
                laid -= ONE_BIT
            wide.copy(state.secret[other], state.hand[other])
            for _ in range(laid):
                add_card(state.secret[other], U(state.deck[position]))
                position += ONE_BIT
    if hides_card:
        face = U(state.deck[position])
        state.card = face + ONE_BIT
        add_card(state.secret[state.active], face)


@rare
def shuffle_pool(state, seat, streams):
    """Lay out what the seat does not know by face in the first places of the deck, and shuffle."""
    cards = ZERO
    for f in range(FACES):
        face = U(f)
        for _ in range(wide.count(state.unshown, face) - wide.count(state.secret[seat], face)):
            state.deck[cards] = face
            cards += ONE_BIT
    durstenfeld(state, streams, ZERO, cards)


@rare
def redeal_hand(state, other, position):
    """A hand of as many cards as before; where the next cards lie."""
    wide.clear(state.hand[other])
    for _ in range(wide.entry(state.hand_sizes, other)):
        add_card(state.hand[other], U(state.deck[position]))
        position += ONE_BIT
    return position


@rare
def cards_in(counts):
    """How many cards there are."""
    number = ZERO
    for f in range(FACES):
        number += wide.count(counts, U(f))
    return number


# --- the fist -----------------------------------------------------------------------------------


@inline
def is_in_fist(state):
    """Whether acorns are in the fist and not shown yet."""
    stage = state.stage
    before = stage == S_CLAIM or stage == S_ORDER or stage == S_JUDGE
    return before or stage == S_IMPRESSION or stage == S_VERDICT or stage == S_REVEAL


@rare
def redraw_fist(state, rules, seat, streams):
    """Another fist, for others than the active seat of another intention."""
    shown = state.loot + state.fist
    if seat != state.active:
        redraw_intention(state, rules, shown, streams)
    state.fist = state.intended
    if state.slip_odds != ZERO:
        for c in range(COLOURS):
            for _ in range(pk.count(state.intended, U(c))):
                slip_one(state, streams, shown, U(c))
    state.loot = shown - state.fist
    state.grabbed = pk.total(state.fist)


@rare
def redraw_intention(state, rules, shown, streams):
    """The acorns claimed, or any."""
    if _rng.below(streams, U(2)) == ZERO and may_be_honest(state, rules, shown):
        face = state.claim - ONE_BIT
        named = rules.face_acorns[face]
        if (rules.face_wild >> face) & ONE_BIT == ZERO:
            state.intended = named
        else:
            state.intended = drawn(shown, pk.total(named), streams)
        return
    most = min(state.limit, pk.total(shown))
    least = min(rules.options[O_ZERO_GRAB], most)
    number = least + _rng.below(streams, most - least + ONE_BIT)
    state.intended = drawn(shown, number, streams)


@rare
def may_be_honest(state, rules, shown):
    """Whether the acorns claimed could have been taken."""
    if state.claim == ZERO:
        return False
    face = state.claim - ONE_BIT
    named = rules.face_acorns[face]
    number = pk.total(named)
    if number > state.limit or number > pk.total(shown):
        return False
    for c in range(COLOURS):
        if pk.count(named, U(c)) > pk.count(shown, U(c)):
            return False
    return True


@rare
def drawn(acorns, number, streams):
    """So many of the acorns, uniformly without replacement."""
    left = acorns
    for _ in range(number):
        left -= pk.card(pk.nth(left, _rng.below(streams, pk.total(left))))
    return acorns - left


# --- verdicts -----------------------------------------------------------------------------------


@rare
def redraw_verdicts(state, rules, seat, streams):
    """Verdicts of others that are not known yet (`simultaneous`)."""
    for s in range(state.seats):
        other = U(s)
        former = wide.entry(state.hidden, other)
        if other != seat and former != ZERO and wide.entry(state.tokens, other) != ZERO:
            legal = (GOOD_MASK | calls_allowed(rules)) >> A_GOOD
            chosen = nth_bit(legal, _rng.below(streams, ones(legal)))
            state.hidden += wide.at(other, chosen + V_GOOD) - wide.at(other, former)
