"""The truth behind a `Position` of Squirrel Away, read from its record for the tests."""

import numpy as np

from squirrelstats.games.squirrel_away import layout as sq


def state(position):
    return position._state.view(np.ndarray)[0]


def lanes(words):
    """The bytes of packed words."""
    return np.atleast_1d(words).view("u1").tolist()


def acorns_of(word):
    """By colour; the total must be right."""
    counts = lanes(word)
    assert counts[sq.TOTAL] == sum(counts[: sq.TOTAL])
    return counts[: len(sq.COLOURS)]


def hands(position):
    """By seat: copies by face."""
    return [lanes(words) for words in state(position)["hand"][: position.seats]]


def hand_sizes(position):
    return lanes(state(position)["hand_sizes"])[: position.seats]


def loot(position):
    return acorns_of(state(position)["loot"])


def fist(position):
    return acorns_of(state(position)["fist"])


def intended(position):
    return acorns_of(state(position)["intended"])


def fronts(position):
    return [acorns_of(word) for word in state(position)["front"][: position.seats]]


def sets(position):
    return lanes(state(position)["sets"])[: position.seats]


def tokens(position):
    return lanes(state(position)["tokens"])[: position.seats]


def unused(position):
    """Cards not dealt, by face."""
    record = state(position)
    cards = np.array(lanes(record["unshown"]))
    for words in record["secret"][: position.seats]:
        cards -= np.array(lanes(words))
    return cards.tolist()


def own_unshown(position):
    """By seat and face: cards in hand, or laid down and not shown."""
    return [lanes(words) for words in state(position)["secret"][: position.seats]]


def count_acorns(position):
    """Every acorn there is, by colour."""
    heaps = [loot(position), fist(position), *fronts(position), [sum(sets(position))] * 4]
    return [sum(column) for column in zip(*heaps, strict=True)]
