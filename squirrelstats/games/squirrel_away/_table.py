"""All acorns, cards and tokens on the table, followed through the events of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from squirrelstats.games._words import in_short
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.faces import LETTERS

COLOURS = range(len(L.COLOURS))


def spell(acorns: Sequence[int]) -> str:
    """Acorns by colour in short.

    Examples
    --------
    >>> spell([2, 0, 0, 1]), spell([0, 0, 0, 0])
    ('R R C', 'none')
    """
    return in_short(acorns, LETTERS)


class Table:
    """Hands, Loot, fist, Fronts and stashes.

    Parameters
    ----------
    seats : int
    rules : Rules

    Attributes
    ----------
    faces : tuple of Face
    hands : list of list of int
        By seat and face.
    loot, fist : list of int
        By colour; ``fist`` is what is not settled yet.
    fronts : list of list of int
        By seat and colour.
    sets, tokens : list of int
        By seat.
    card, claim : int
        Faces of this turn, −1 while there is none.
    card_false, fist_false : bool
        Whether they are not as claimed; of the fist as it was at first.

    Examples
    --------
    >>> from squirrelstats.games.squirrel_away.rules import Rules
    >>> table = Table(2, Rules())
    >>> table.grab([2, 0, 0, 0])
    >>> table.slip(L.CLEAR, L.RED)
    >>> table.fist, table.loot
    ([1, 0, 0, 1], [24, 25, 25, 24])
    >>> table.keep(0, table.fist)
    >>> table.fronts[0], table.fist
    ([1, 0, 0, 1], [0, 0, 0, 0])
    """

    def __init__(self, seats: int, rules: Any) -> None:
        self.faces = rules.faces
        self.hands = [[0] * len(self.faces) for _ in range(seats)]
        self.loot = list(rules.acorns)
        self.fist = [0 for _ in COLOURS]
        self.fronts = [[0 for _ in COLOURS] for _ in range(seats)]
        self.sets = [0] * seats
        self.tokens = [rules.tokens] * seats
        self.begin_turn()

    def begin_turn(self) -> None:
        """Nothing is laid down or claimed."""
        self.card = self.claim = -1
        self.card_false = self.fist_false = False

    def grab(self, acorns: Sequence[int]) -> None:
        """Acorns of the Loot go into the fist."""
        for colour in COLOURS:
            self.loot[colour] -= acorns[colour]
            self.fist[colour] += acorns[colour]

    def slip(self, came: int, meant: int) -> None:
        """An acorn of the fist is another one of the Loot."""
        for colour, number in ((came, 1), (meant, -1)):
            self.fist[colour] += number
            self.loot[colour] -= number

    def announce(self, face: int) -> None:
        """A face is claimed."""
        self.claim = face
        self.card_false = self.card != face
        self.fist_false = not self.faces[face].matches(self.fist)

    def keep(self, seat: int, acorns: Sequence[int]) -> None:
        """Acorns of the fist go to a Front."""
        for colour, number in enumerate(list(acorns)):
            self.fronts[seat][colour] += number
            self.fist[colour] -= number

    def give_back(self) -> None:
        """What is left in the fist goes to the Loot."""
        for colour in COLOURS:
            self.loot[colour] += self.fist[colour]
            self.fist[colour] = 0

    def take(self, seat: int, colour: int) -> None:
        """An acorn of the Loot goes to a Front."""
        self.loot[colour] -= 1
        self.fronts[seat][colour] += 1

    def pay(self, seat: int, colour: int) -> None:
        """An acorn of a Front goes to the Loot."""
        self.loot[colour] += 1
        self.fronts[seat][colour] -= 1

    def stash(self, seat: int, sets: int) -> int:
        """Sets are stashed until there are so many; how many they were."""
        new = sets - self.sets[seat]
        for colour in COLOURS:
            self.fronts[seat][colour] -= new
        self.sets[seat] = sets
        return new

    # --- in words ---

    def spell_hand(self, seat: int) -> str:
        """A hand in short, faces ascending."""
        return in_short(self.hands[seat], [face.code for face in self.faces])

    def spell_loot(self) -> str:
        """How many acorns of each colour the Loot has."""
        return ", ".join(
            f"{number} {title}" for title, number in zip(L.COLOUR_TITLES, self.loot, strict=True)
        )
