"""All cards on the table, followed through the events of a round, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from squirrelstats.games._words import LISTED, in_full, in_short
from squirrelstats.games.squirrels import layout as L

SHORT = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "W", "P", "S", "Q")
NAMES = tuple(f"an {t}" if t == "Eight" else f"a {t}" for t in L.KIND_TITLES)
PLURALS = tuple(
    f"{t}es" if t in ("Six", "Push") else f"{t}s" for t in L.KIND_TITLES
)  # fmt: skip

Counts = list[int]


def spell(cards: Sequence[int]) -> str:
    """Cards in short, ascending.

    Parameters
    ----------
    cards : sequence of int
        Copies by kind 0-13.

    Examples
    --------
    >>> spell([2, *[0] * 8, 1, 0, 0, 0, 1])
    '1 1 10 Q'
    """
    return in_short(cards, SHORT)


def named(kinds: Sequence[int]) -> str:
    """Cards in full, ascending.

    Examples
    --------
    >>> named([L.WILD, L.SIX, L.SIX])
    'two Sixes and a Wild'
    """
    return in_full(kinds, NAMES.__getitem__, PLURALS)


class Table:
    """Hands, stacks, the pile, and the cards of a play.

    Parameters
    ----------
    seats, stacks, depth : int

    Attributes
    ----------
    hands : list of list of int
        By seat and kind.
    tops : list of list of int
        By seat and stack: kind of the face-up top, −1 for none.
    left : list of list of int
        By seat and stack: cards in it.
    pile : list of (int, int)
        Kind and value of each card, from below.
    laid : list of (int, int)
        Cards of this play, not on the pile yet: kind, and stack of which it was the top or −1.
    turned : int
        Kind of a Blind Card turned up that lies nowhere yet; −1 for none.
    skips : list of int
        Skips in front, by seat.

    Examples
    --------
    >>> table = Table(2, 4, 3)
    >>> table.lay(0, L.TEN, -1)
    >>> table.lay(0, L.WILD, -1)
    >>> table.close(10)
    >>> table.top, table.run, table.spell_pile()
    (10, 2, '10 W=10')
    """

    def __init__(self, seats: int, stacks: int, depth: int) -> None:
        self.seats = range(seats)
        self.hands = [[0] * len(L.KINDS) for _ in self.seats]
        self.tops = [[-1] * stacks for _ in self.seats]
        self.left = [[depth] * stacks for _ in self.seats]
        self.skips = [0] * seats
        self.pile: list[tuple[int, int]] = []
        self.laid: list[tuple[int, int]] = []
        self.turned = -1

    @property
    def top(self) -> int:
        """Value on top of the pile; 0: the table is open."""
        return self.pile[-1][1] if self.pile else 0

    @property
    def run(self) -> int:
        """Cards of that value on top."""
        return sum(value == self.top for _, value in self.pile)

    def cards(self, seat: int) -> int:
        """Cards held, stacks included."""
        return sum(self.hands[seat]) + sum(self.left[seat])

    def face_down(self, seat: int) -> int:
        """Cards face down in the stacks."""
        return sum(self.left[seat]) - sum(top >= 0 for top in self.tops[seat])

    def gain(self, seat: int, kind: int, copies: int = 1) -> None:
        """Cards come to a hand."""
        self.hands[seat][kind] += copies

    def lay(self, seat: int, kind: int, stack: int) -> None:
        """A card is played, as the top of a stack or (−1) from the hand."""
        if stack < 0:
            self.hands[seat][kind] -= 1
        else:
            self.tops[seat][stack] = -1
            self.left[seat][stack] -= 1
        self.laid.append((kind, stack))

    def turn_up(self, seat: int, stack: int, kind: int) -> None:
        """A Blind Card is turned up."""
        self.left[seat][stack] -= 1
        self.turned = kind

    def uncover(self, seat: int, stack: int, kind: int) -> None:
        """A face-down card goes to the hand."""
        self.left[seat][stack] -= 1
        self.gain(seat, kind)

    def swap(self, seat: int, stack: int, kind: int) -> int:
        """A card of the hand becomes a top; the kind of the former top, now in the hand."""
        former = self.tops[seat][stack]
        self.hands[seat][kind] -= 1
        self.tops[seat][stack] = kind
        if former >= 0:
            self.gain(seat, former)
        return former

    def played(self) -> list[int]:
        """Kinds of the cards of this play."""
        return [kind for kind, _ in self.laid] + ([self.turned] if self.turned >= 0 else [])

    def close(self, value: int) -> None:
        """The cards of this play lie on the pile."""
        self.pile += [(kind, value) for kind in self.played()]
        self.spend()

    def spend(self) -> None:
        """The cards of this play are out of the way, for whoever says where."""
        self.laid, self.turned = [], -1

    def take(self, seat: int, blind: bool = True) -> Counts:
        """The pile and the cards of this play, or the pile alone, go to a hand."""
        kinds = [kind for kind, _ in self.pile] + (self.played() if blind else [])
        cards = [kinds.count(kind) for kind in range(len(L.KINDS))]
        for kind, copies in enumerate(cards):
            self.gain(seat, kind, copies)
        self.pile = []
        self.spend()
        return cards

    # --- in words ---

    def spell_pile(self) -> str:
        """The pile from below, Wilds with their values."""
        words = [
            f"{SHORT[kind]}={value}" if kind == L.WILD else SHORT[kind] for kind, value in self.pile
        ]
        if len(words) > LISTED:
            same = [(name, len(list(cards))) for name, cards in groupby(words)]
            words = [f"{name}×{copies}" if copies > 1 else name for name, copies in same]
        return " ".join(words) or "none"

    def spell_stacks(self, seat: int) -> str:
        """The stacks one after another: top and number of cards below it, ``?`` a Blind Card."""
        return " | ".join(
            f"{SHORT[top]}+{left - 1}" if top >= 0 else "?" * left or "–"
            for top, left in zip(self.tops[seat], self.left[seat], strict=True)
        )
