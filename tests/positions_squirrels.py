"""The truth behind a `Position` of Squirrels, read from its record for the tests."""

from collections import Counter

import numpy as np

from squirrelstats.games.squirrels import layout as sq


def state(position):
    return position._state.view(np.ndarray)[0]


def lanes(words):
    """The bytes of packed words."""
    return np.atleast_1d(words).view("u1").tolist()


def cards_of(words):
    """Kinds of a packed hand or pile, ascending."""
    counts = lanes(words)
    cards = [kind for kind in range(len(sq.KINDS)) for _ in range(counts[kind])]
    assert len(cards) == counts[sq.TOTAL]
    return cards


def hands(position):
    return [cards_of(words) for words in state(position)["hand"][: position.seats]]


def pile(position):
    return cards_of(state(position)["pile"])


def run(position):
    """Value on top and how many cards of it."""
    return int(state(position)["top"]), int(state(position)["run"])


def tops(position):
    """By seat and stack: kind + 1 of the top, 0 none."""
    return [lanes(word)[: sq.MAX_STACKS] for word in state(position)["tops"][: position.seats]]


def face_down(position):
    """By seat and stack: kinds from above; the last is the Blind Card."""
    found = []
    for words in state(position)["below"][: position.seats]:
        layers = [lanes(word)[: sq.MAX_STACKS] for word in words]
        found.append([[c - 1 for c in reversed(col) if c] for col in zip(*layers, strict=True)])
    return found


def undealt(position):
    """Front to back."""
    record = state(position)
    return record["deck"][record["deck_next"] : record["deck_end"]].tolist()


def skips(position):
    return lanes(state(position)["skipped"])[: position.seats]


def nobody_has_seen(position):
    """What lies face down or undealt, by kind."""
    unseen = Counter(kind for stacks in face_down(position) for down in stacks for kind in down)
    if not position.rules.leftover_visible:
        unseen.update(undealt(position))
    return unseen


def count_cards(position):
    """Every card there is, by kind."""
    cards = Counter(pile(position) + cards_of(state(position)["discard"]) + undealt(position))
    for held in hands(position):
        cards.update(held)
    for stacks in face_down(position):
        for down in stacks:
            cards.update(down)
    cards.update(top - 1 for row in tops(position) for top in row if top)
    cards[sq.SKIP] += sum(skips(position))
    if position._state.limbo[0]:
        cards[int(position._state.limbo[0]) - 1] += 1
    return +cards
