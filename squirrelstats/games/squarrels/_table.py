"""All cards on the table, followed through the events of a round, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from squirrelstats.games._words import in_full, in_short
from squirrelstats.games.squarrels import layout as L

SHORT = ("1", "2", "3", "4", "5", "G", "L")
NAMES = (
    "a One", "a Two", "a Three", "a Four", "a Five", "the Gold", "the Lead",
    "a Quarrel", "a Hoard", "an Ambush", "a Whirlwind", "Winter",
)  # fmt: skip
PLURALS = (
    "Ones", "Twos", "Threes", "Fours", "Fives", "Golds", "Leads",
    "Quarrels", "Hoards", "Ambushes", "Whirlwinds", "Winters",
)  # fmt: skip
Counts = list[int]


def spell(cards: Sequence[int]) -> str:
    """Cards in short, ascending.

    Parameters
    ----------
    cards : sequence of int
        Copies by kind 0-6.

    Examples
    --------
    >>> spell([2, 0, 1, 0, 0, 1, 0]), spell([12, 0, 1, 0, 0, 0, 0]), spell([0] * 7)
    ('1 1 3 G', '1×12 3', 'none')
    """
    return in_short(cards, SHORT)


def named(kinds: Sequence[int], single: Callable[[int], str] = NAMES.__getitem__) -> str:
    """Cards in full, ascending; ``single`` names a card of which there is one.

    Examples
    --------
    >>> named([L.HOARD, L.QUARREL, L.QUARREL])
    'two Quarrels and a Hoard'
    """
    return in_full(kinds, single, PLURALS)


class Table:
    """Hands, the Hoard pile, storage and the cards of a Quarrel.

    Parameters
    ----------
    seats : int
    set_size : int
        Cards of a stored set.
    set_points : sequence of int
        Points of a stored set, by value.

    Examples
    --------
    >>> table = Table(2, 3, [1, 2, 3, 4, 5])
    >>> table.gain(0, L.GOLD)
    >>> table.play(0, L.GOLD)
    >>> table.take_played(1)
    [0, 0, 0, 0, 0, 1, 0]
    >>> table.hands[1]
    [0, 0, 0, 0, 0, 1, 0]
    """

    def __init__(self, seats: int, set_size: int, set_points: Sequence[int]) -> None:
        self.seats = range(seats)
        self.set_size = set_size
        self.set_points = list(set_points)
        self.hands = [[0] * L.HAND_KINDS for _ in self.seats]
        self.played = [[0] * L.HAND_KINDS for _ in self.seats]
        self.stored = [[0] * L.NUMBER_KINDS for _ in self.seats]
        self.hoard = [0] * L.HAND_KINDS

    def size(self, seat: int) -> int:
        """Cards in that hand."""
        return sum(self.hands[seat])

    def points(self, seat: int) -> int:
        """Points in that storage."""
        return sum(p * sets for p, sets in zip(self.set_points, self.stored[seat], strict=True))

    def sets(self, seat: int) -> list[int]:
        """Values of which that hand has a set."""
        held = self.hands[seat]
        return [kind for kind in range(L.NUMBER_KINDS) if held[kind] >= self.set_size]

    def gain(self, seat: int, kind: int, copies: int = 1) -> None:
        """Cards come to a hand; a negative number leaves it."""
        self.hands[seat][kind] += copies

    def store(self, seat: int, kind: int) -> None:
        """A set goes to storage."""
        self.hands[seat][kind] -= self.set_size
        self.stored[seat][kind] += 1

    def store_with_gold(self, seat: int, kind: int) -> bool:
        """A set in which the Gold stands for a card goes to storage; whether the Gold stays."""
        self.hands[seat][kind] -= self.set_size - 1
        self.stored[seat][kind] += 1
        return self.size(seat) == self.hands[seat][L.GOLD] == 1

    def discard(self, seat: int, kind: int) -> None:
        """A card goes to the Hoard pile."""
        self.hands[seat][kind] -= 1
        self.hoard[kind] += 1

    def play(self, seat: int, kind: int) -> None:
        """A card is shown in a Quarrel."""
        self.hands[seat][kind] -= 1
        self.played[seat][kind] += 1

    def lose_gold(self, seat: int) -> None:
        """A Gold shown in a Quarrel, or else one in hand, goes out of the round."""
        place = self.played if self.played[seat][L.GOLD] else self.hands
        place[seat][L.GOLD] -= 1

    def take_played(self, winner: int) -> Counts:
        """The winner of a Quarrel takes what was played."""
        cards = [sum(kind) for kind in zip(*self.played, strict=True)]
        self._move(cards, winner)
        self.played = [[0] * L.HAND_KINDS for _ in self.seats]
        return cards

    def return_played(self) -> None:
        """What was played in a Quarrel goes back."""
        for seat in self.seats:
            self._move(self.played[seat], seat)
        self.played = [[0] * L.HAND_KINDS for _ in self.seats]

    def take_hoard(self, winner: int) -> Counts:
        """The winner of a race takes the pile."""
        cards, self.hoard = self.hoard, [0] * L.HAND_KINDS
        self._move(cards, winner)
        return cards

    def pool(self) -> None:
        """A Whirlwind empties all hands."""
        self.hands = [[0] * L.HAND_KINDS for _ in self.seats]

    def _move(self, cards: Counts, seat: int) -> None:
        for kind, copies in enumerate(cards):
            self.hands[seat][kind] += copies
