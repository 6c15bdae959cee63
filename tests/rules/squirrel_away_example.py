"""How a worked example of Squirrel Away is written down: a position, a script, what must come out.

Every example is a constructed position at the beginning of a turn. Seats 0, 1, 2, … are the players
A, B, C, …. The script holds every asked decision, in order; forced ones are not in it, so that
who has one card left lays it down without being asked. When all hands are empty the round is over.
"""

from dataclasses import dataclass, field

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive.squirrel_away import faces_of, rules_of

COLOURS = "RBGC"
LETTERS = "ABCDEF"
A, B, C, D, E, F = range(6)


def acorns(text):
    """Numbers by colour: ``acorns("RRG")`` is [2, 0, 1, 0]; "-" stands for none."""
    return [text.count(letter) for letter in COLOURS]


def face_names(rules):
    """How the faces of the rules are written, by number."""
    return [
        f"{face.number}W"
        if face.wild
        else "".join(c * n for c, n in zip(COLOURS, face.acorns, strict=True))
        for face in faces_of(rules)
    ]


WORDS = {
    "done": sq.GRAB_DONE,
    "good": sq.GOOD,
    "card": sq.CALL_CARD,
    "fist": sq.CALL_FIST,
    "early": sq.START_EARLY,
    "wait": sq.WAIT,
    **{letter: sq.GRAB_RED + colour for colour, letter in enumerate(COLOURS)},
    **{f"keep:{letter}": sq.KEEP_RED + colour for colour, letter in enumerate(COLOURS)},
    **{f"take:{letter}": sq.TAKE_RED + colour for colour, letter in enumerate(COLOURS)},
}


@dataclass(frozen=True)
class Example:
    """One example; what is None or empty is not checked."""

    name: str  # its number in the rules, then words
    table: dict  # what construct takes
    options: dict
    script: list  # (seat, action) of every asked decision
    traits: tuple = ()  # by seat
    legal: dict = field(default_factory=dict)  # number of an asked decision → legal mask
    views: dict = field(default_factory=dict)  # number of an asked decision → {field: value}
    forced: int | None = None
    events: list = field(default_factory=list)  # appear in this order, others may come between
    absent: list = field(default_factory=list)  # codes of events that do not appear
    fronts: list | None = None  # at the end, by seat and colour
    loot: int | None = None  # acorns left
    tokens: list | None = None
    scores: list | None = None
    shares840: list | None = None
    turns: int | None = None

    @property
    def seats(self):
        return len(self.table["hands"])


def example(name, hands, script="", *, options=None, **rest):
    """An example from letters and words.

    ``hands``: a word of faces by seat, joined by commas ("RB,GG - 2W"), "-" an empty hand;
    ``script``: "A lay:RB R B done say:RB | D good"; ``legal``: {number of the decision: "words"};
    ``front`` at first and ``fronts`` at the end: a word of colours by seat; ``heap`` and ``held``:
    the Loot, four numbers, and the tokens at first.
    """
    rules = rules_of(options)
    names = face_names(rules)

    def action(word):
        verb, _, face = word.partition(":")
        if verb in ("lay", "say"):
            return (sq.CARD_0 if verb == "lay" else sq.CLAIM_0) + names.index(face)
        return WORDS[word]

    def cards(word):
        return [names.index(face) for face in word.split(",")] if word != "-" else []

    table = {"hands": [cards(word) for word in hands.split()]}
    if "front" in rest:
        table["fronts"] = [acorns(word) for word in rest.pop("front").split()]
    if "heap" in rest:
        table["loot"] = [int(number) for number in rest.pop("heap").split()]
    for key in ("sets", "starter"):
        if key in rest:
            table[key] = rest.pop(key)
    if "held" in rest:
        table["tokens"] = rest.pop("held")
    asked = []
    for step in script.split("|") if script else []:
        letter, *words = step.split()
        asked += [(LETTERS.index(letter), action(word)) for word in words]
    legal = {
        number: sum(1 << action(word) for word in words.split())
        for number, words in rest.pop("legal", {}).items()
    }
    if "fronts" in rest:
        rest["fronts"] = [acorns(word) for word in rest["fronts"].split()]
    return Example(name, table, options or {}, asked, legal=legal, **rest)
