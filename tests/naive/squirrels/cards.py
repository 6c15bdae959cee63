"""Cards: counts by kind, and stacks."""

from operator import add

from squirrelstats.games.squirrels import layout as sq

KINDS = range(len(sq.KINDS))


def none():
    """Sixteen numbers: copies by kind, and at ``TOTAL`` their sum."""
    return [0] * 16


def counts(cards):
    """Count a list of kinds."""
    result = none()
    for kind in cards:
        put(result, kind)
    return result


def put(cards, kind, copies=1):
    cards[kind] += copies
    cards[sq.TOTAL] += copies


def take(cards, kind, copies=1):
    if cards[kind] < copies:
        raise ValueError(f"{copies} cards of kind {kind} from {cards}")
    put(cards, kind, -copies)


def put_all(cards, others):
    cards[:] = map(add, cards, others)


def is_number(kind):
    return kind < sq.NUMBER_KINDS


class Stack:
    """A top, face up, and cards face down below it; the last of them is the Blind Card."""

    def __init__(self, cards):
        """From the Blind Card to the top, which is None if it has been taken."""
        self.top = cards[-1]
        self.down = list(reversed(cards[:-1]))  # from above

    @property
    def is_full(self):
        return self.top is not None

    @property
    def is_blind(self):
        return self.top is None and len(self.down) == 1

    @property
    def size(self):
        return len(self.down) + self.is_full

    def cards(self):
        return self.down if self.top is None else [self.top, *self.down]
