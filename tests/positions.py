"""The truth behind a `Position` of S'Quarrels, read from its record for the tests."""

from collections import Counter

import numpy as np

from squirrelstats.games.squarrels import layout as sq

SET_SIZE = 3
FULL_DECK = Counter(dict(enumerate(sq.PRINTED_COUNTS)))


def lanes(word):
    """The eight counts of a packed word."""
    return list(int(word).to_bytes(8, "little"))


def cards_of(word):
    """Kinds of a packed hand or pile, ascending."""
    return [kind for kind, copies in enumerate(lanes(word)[: sq.HAND_KINDS]) for _ in range(copies)]


def state(position):
    return position._state.view(np.ndarray)[0]


def hands(position):
    return [cards_of(word) for word in state(position)["hand"][: position.seats].tolist()]


def hoard(position):
    return cards_of(state(position)["hoard"])


def hand(position):
    """Of the seat that decides."""
    return hands(position)[position.actor]


def winter_cannot_come(position):
    """Whether the next card is above those among which Winter lies."""
    return state(position)["deck_next"] < state(position)["winter_from"]


def table(position):
    return cards_of(state(position)["table"])


def deck(position):
    """Front to back."""
    record = state(position)
    return record["deck"][record["deck_next"] : record["deck_end"]].tolist()


def stored(position):
    """By seat: {kind: sets}."""
    words = state(position)["stored"][: position.seats].tolist()
    return [{k: sets for k, sets in enumerate(lanes(w)[: sq.NUMBER_KINDS]) if sets} for w in words]


def known(position):
    """``known(position)[observer][owner]``: eight lower bounds of the cards in that hand."""
    words = state(position)["known"].reshape(8, 8).tolist()
    seats = range(position.seats)
    return [[lanes(words[owner][observer]) for owner in seats] for observer in seats]


def count_cards(position):
    """Every card there is, by kind: also the Discard pile and lost Golds."""
    cards = Counter(deck(position) + hoard(position) + table(position))
    for held, sets in zip(hands(position), stored(position), strict=True):
        cards.update(held)
        for kind, number in sets.items():
            cards[kind] += SET_SIZE * number
    for code, _, kind, _ in position.events:
        if code == sq.GOLD_LOST:
            cards[sq.GOLD] += 1
        elif code == sq.STORED_WITH_GOLD:
            cards[kind] -= 1  # the Gold stood in for it
    discarded = [count for word in state(position)["discard"].tolist() for count in lanes(word)]
    cards.update(dict(enumerate(discarded)))
    return +cards
