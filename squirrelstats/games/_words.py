"""Numbers and cards in sentences: in words, in short, with their things, as points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from squirrelstats.games._narration import join

WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip

#: More cards than this are written as counts.
LISTED = 12


def in_short(cards: Sequence[int], short: Sequence[str]) -> str:
    """Cards in short, ascending.

    Parameters
    ----------
    cards : sequence of int
        Copies by kind.
    short : sequence of str
        What each kind is called.

    Examples
    --------
    >>> in_short([2, 0, 1], "ABC"), in_short([12, 0, 1], "ABC"), in_short([0] * 3, "ABC")
    ('A A C', 'A×12 C', 'none')
    """
    if not any(cards):
        return "none"
    if sum(cards) <= LISTED:
        return " ".join(name for name, n in zip(short, cards, strict=True) for _ in range(n))
    return " ".join(
        f"{name}×{n}" if n > 1 else name for name, n in zip(short, cards, strict=True) if n
    )


def in_full(kinds: Sequence[int], single: Callable[[int], str], plurals: Sequence[str]) -> str:
    """Cards in full, ascending; ``single`` names a card of which there is one.

    Examples
    --------
    >>> in_full([1, 0, 1], ["an Ace", "a Two"].__getitem__, ["Aces", "Twos"])
    'an Ace and two Twos'
    """
    return join(
        [
            single(kind) if copies == 1 else f"{word(copies)} {plurals[kind]}"
            for kind, copies in sorted(Counter(kinds).items())
        ]
    )


def word(number: int) -> str:
    """A small number in words, others in digits.

    Examples
    --------
    >>> word(3), word(13)
    ('three', '13')
    """
    return WORDS[number] if 0 <= number < len(WORDS) else signed(int(number))


def plural(number: int, what: str) -> str:
    """A number of things.

    Examples
    --------
    >>> plural(1, "card"), plural(-1, "point"), plural(3, "card")
    ('1 card', '−1 point', '3 cards')
    """
    return f"{signed(number)} {what}{'' if abs(number) == 1 else 's'}"


def signed(number: int) -> str:
    """A number with a true minus sign.

    Examples
    --------
    >>> signed(-5)
    '−5'
    """
    return str(number).replace("-", "−")


def credit(points: int) -> str:
    """Points as they are added to a score.

    Examples
    --------
    >>> credit(5), credit(-13), credit(0)
    ('+5', '−13', '+0')
    """
    return signed(points) if points < 0 else f"+{int(points)}"


def verb(number: int, one: str, many: str) -> str:
    """So many cards do something.

    Examples
    --------
    >>> verb(1, "stays", "stay"), verb(4, "stays", "stay"), verb(0, "stays", "stay")
    ('1 card stays', '4 cards stay', '0 cards stay')
    """
    return f"{plural(number, 'card')} {one if number == 1 else many}"


class Number(int):
    """A number that is written in words, as so many things, or as points.

    Examples
    --------
    >>> f"{Number(1):card}, {Number(7):card}, {Number(7)}, {Number(-5):+}"
    'one card, seven cards, seven, −5'
    """

    def __format__(self, what: str) -> str:
        if what == "+":
            return credit(self)
        return f"{word(self)} {what}{'' if self == 1 else 's'}" if what else word(self)
