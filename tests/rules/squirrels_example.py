"""How a worked example of Squirrels is written down: a position, a script, what must come out.

Every example is a constructed position at the beginning of a turn. Seats 0, 1, 2, 3 are the
players A, B, C, D of the printed examples. The script holds every asked decision, in order;
forced ones are not in it. Nothing depends on chance. Where nobody goes out, the cap on turns ends
the round: mostly after one turn.
"""

from dataclasses import dataclass, field

from squirrelstats.games.squirrels import layout as sq

LETTERS = "123456789TWPSQ"  # kinds 0-13; T is the Ten
A, B, C, D = range(4)


def cards(letters):
    """Kinds from letters: ``cards("15Q")`` is [ONE, FIVE, SQUIRREL]; "-" stands for none."""
    return [LETTERS.index(letter) for letter in letters.replace("-", "")]


def stack_cards(words):
    """Stacks from words, from the top down: ``"479 5 -"`` is a full, a blind, an empty one."""
    return [cards(word) for word in words.split()]


def pile_cards(words):
    """A pile from words, bottom to top, a Wild with its value: ``"9 7 W5"``."""
    return [
        (sq.WILD, int(word[1:])) if word[0] == "W" else LETTERS.index(word)
        for word in words.split()
    ]


VERBS = {
    "play": lambda letter: sq.PLAY_ONE + LETTERS.index(letter),
    "top": lambda number: sq.TOP_0 + int(number),
    "blind": lambda number: sq.BLIND_0 + int(number),
    "declare": lambda value: sq.DECLARE_ONE + int(value) - 1,
    "target": lambda relative: sq.TARGET_0 + int(relative),
}
PLAIN = {"pickup": sq.PICK_UP, "pass": sq.PASS, "done": sq.DONE}


def action(word):
    """An action number from a word: ``play7``, ``top0``, ``declare10``, ``pickup``."""
    if word in PLAIN:
        return PLAIN[word]
    verb = next(verb for verb in VERBS if word.startswith(verb))
    return VERBS[verb](word.removeprefix(verb))


@dataclass(frozen=True)
class Example:
    """One example; what is None or empty is not checked."""

    name: str  # its number in the rules, then words
    table: dict  # what construct takes
    options: dict
    script: list  # (seat, action) of every asked decision
    legal: dict = field(default_factory=dict)  # number of an asked decision → legal mask
    views: dict = field(default_factory=dict)  # number of an asked decision → {field: value}
    forced: int | None = None
    events: list = field(default_factory=list)  # appear in this order, others may come between
    absent: list = field(default_factory=list)  # codes of events that do not appear
    end_hands: list | None = None  # by seat: kinds, ascending
    end_pile: list | None = None  # kinds, ascending
    end_run: tuple | None = None  # value on top, cards of it
    scores: list | None = None
    truncated: bool = True

    @property
    def seats(self):
        return len(self.table["hands"])


def example(name, hands, script="", *, stacks=None, pile="", turns=1, options=None, **rest):
    """An example from letters and words.

    ``hands`` and ``end_hands``: words of card letters, "-" an empty hand; ``stacks``: {seat: words
    from the top down}; ``script``: "A play7 done, B pickup"; ``legal``: {number of the decision:
    "words"}; ``turns`` until the round is cut.
    """
    seats = len(hands.split())
    table = {"hands": [cards(word) for word in hands.split()], "pile": pile_cards(pile)}
    laid = stacks or {}
    table["stacks"] = [stack_cards(laid.get(seat, "")) for seat in range(seats)]
    for key in ("discard", "undealt"):
        if key in rest:
            table[key] = cards(rest.pop(key))
    for key in ("skipped", "starter", "safe", "final_turns"):
        if key in rest:
            table[key] = rest.pop(key)
    asked = []
    for step in script.split(",") if script else []:
        letter, *words = step.split()
        asked += [("ABCD".index(letter), action(word)) for word in words]
    legal = {
        number: sum(1 << action(word) for word in words.split())
        for number, words in rest.pop("legal", {}).items()
    }
    if "end_hands" in rest:
        rest["end_hands"] = [sorted(cards(word)) for word in rest["end_hands"].split()]
    if "end_pile" in rest:
        rest["end_pile"] = sorted(cards(rest["end_pile"]))
    options = {"max_turns_per_round": turns, **(options or {})}
    return Example(name, table, options, asked, legal=legal, **rest)
