"""How a worked example of S'Quarrels is written down: a position, a script, what must come out.

Every example is a constructed position at the beginning of seat 0's full turn. Seats 0, 1, 2, 3
are the players A, B, C, D of the printed examples. The script holds every asked decision, in
order; forced ones are not in it. Chance cannot change what is expected: races have one racer, and
hands that lose a card to an Ambush or go through a Whirlwind are of one kind (or only their sizes
are checked). The last card of every deck is Winter, if the deck has one; mostly whoever has the
next full turn draws it, so each example is a complete round.
"""

from collections import Counter
from dataclasses import dataclass, field

from squirrelstats.games.squarrels import layout as sq

LETTERS = "12345GLQHAWX"  # kinds 0-11; W is the Whirlwind, X is Winter
A, B, C, D = range(4)


def cards(letters):
    """Kinds from letters: ``cards("15G")`` is [ONE, FIVE, GOLD]."""
    return [LETTERS.index(letter) for letter in letters if letter != " "]


def _discard(letter):
    return sq.DISCARD_ONE + LETTERS.index(letter)


def _play(letter):
    return sq.PLAY_ONE + LETTERS.index(letter)


def _store(letter):
    return sq.STORE_ONE + LETTERS.index(letter)


def _wild(letter):
    return sq.WILD_ONE + LETTERS.index(letter)


def actions(text):
    """Action numbers from words: ``"draw store1 wild5 discard5 playG race"``."""
    plain = {"draw": sq.DRAW, "stop": sq.STOP, "done": sq.DONE, "race": sq.RACE, "hold": sq.HOLD}
    verbs = {"discard": _discard, "play": _play, "store": _store, "wild": _wild}
    return [plain[word] if word in plain else verbs[word[:-1]](word[-1]) for word in text.split()]


@dataclass(frozen=True)
class Example:
    """One example; what is None or empty is not checked."""

    name: str  # its number in the rules, then words
    hands: list  # by seat: kinds
    deck: list  # kinds, front to back
    script: list = field(default_factory=list)  # (seat, action) of every asked decision
    hoard: list = field(default_factory=list)
    stored: list | None = None  # by seat: {kind: sets}
    options: dict = field(default_factory=dict)
    traits: list | None = None  # by seat: {trait: value}
    legal: dict = field(default_factory=dict)  # number of an asked decision → legal mask
    views: dict = field(default_factory=dict)  # number of an asked decision → {field: value}; a
    # value of "known" is {relative seat: row}
    forced: int | None = None
    events: list = field(default_factory=list)  # appear in this order, others may come between
    absent: list = field(default_factory=list)  # codes of events that do not appear
    end_hands: list | None = None  # by seat: kinds, ascending
    end_sizes: list | None = None  # by seat: cards in hand
    end_stored: list | None = None  # by seat: {kind: sets}
    end_hoard: list | None = None  # kinds, ascending
    next_drawer: int | None = None  # drawer of the last full turn
    scores: list | None = None

    @property
    def seats(self):
        return len(self.hands)


def example(name, hands, deck, script="", **rest):
    """An example from letters and words.

    ``hands`` and ``end_hands``: words of card letters, "-" an empty hand; ``script``: "A draw,
    B race"; ``legal``: {number of the decision: "words"}; ``stored`` and ``end_stored``: {seat:
    a letter for each set}; ``traits``: {seat: {trait: value}}.
    """

    def hands_of(text):
        return [cards(word) if word != "-" else [] for word in text.split()]

    def sets_of(letters):
        return [dict(Counter(cards(letters.get(seat, "")))) for seat in range(seats)]

    seats = len(hands_of(hands))
    asked = []
    for step in script.split(",") if script else []:
        letter, words = step.strip().split(" ", 1)
        asked += [("ABCD".index(letter), action) for action in actions(words)]
    for key in ("stored", "end_stored"):
        if key in rest:
            rest[key] = sets_of(rest[key])
    for key in ("hoard", "end_hoard"):
        if key in rest:
            rest[key] = sorted(cards(rest[key]))
    if "traits" in rest:
        rest["traits"] = [rest["traits"].get(seat, {}) for seat in range(seats)]
    if "end_hands" in rest:
        rest["end_hands"] = [sorted(hand) for hand in hands_of(rest["end_hands"])]
    legal = {
        number: sum(1 << action for action in actions(text))
        for number, text in rest.pop("legal", {}).items()
    }
    return Example(name, hands_of(hands), cards(deck), asked, legal=legal, **rest)
