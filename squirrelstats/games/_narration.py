"""What the transcripts of all games are made of: lines, the rules they cite, and how they grow."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np


@dataclass(frozen=True)
class Citation:
    """A rule in other words, and where it comes from.

    Attributes
    ----------
    key : str
        Short name, shown beside a line: ``"draw-one"``, or ``"option=value"`` for a rule that
        follows from an option.
    text : str
        The rule, paraphrased in a sentence.
    source : str
        Section of the rulebook, or the option and its basis where the rulebook is silent.

    Examples
    --------
    >>> print(Citation("draw-one", "A turn begins with one card drawn.", "rulebook, How to Play"))
    draw-one: A turn begins with one card drawn. (rulebook, How to Play)
    """

    key: str
    text: str
    source: str

    def __str__(self) -> str:
        return f"{self.key}: {self.text} ({self.source})"


@dataclass(frozen=True)
class Line:
    """One line of a transcript.

    Attributes
    ----------
    number : int
        From 1 for lines with a rule behind them; 0 for headings and summaries without one.
    seat : int
        Whom it is about; −1 for nobody in particular.
    text : str
    cite : Citation or None
        The rule behind it.
    indent : int
        Depth: 0 for a turn, 1 for what happens in it, 2 for the parts of that.
    kind : str
        ``"heading"``, ``"event"``, ``"highlight"`` (a turning point), ``"state"`` (a summary of
        cards), ``"score"`` or ``"winner"``.
    event : str
        Name of the event told; empty if the line tells none.
    rows : tuple of int
        The events told: their places in the event array, that of the decision behind included.
    decision : int
        Number of the decision whose effect this is; 0 if nobody was asked.

    Examples
    --------
    >>> Line(9, 1, "discards a One", None, 1, "event", decision=17).shown
    'discards a One ·d17'
    """

    number: int
    seat: int
    text: str
    cite: Citation | None
    indent: int
    kind: str
    event: str = ""
    rows: tuple[int, ...] = ()
    decision: int = 0

    @property
    def shown(self) -> str:
        """The text with the number of the decision behind it."""
        return f"{self.text} ·d{self.decision}" if self.decision else self.text


@dataclass(frozen=True)
class Step:
    """Events told together: one, or one per kind of card.

    Attributes
    ----------
    code, seat, card, amount : int
        The first of them.
    rows : tuple of int
        Their places in the event array.
    cards : tuple of (int, int)
        Card and amount of each.
    """

    code: int
    seat: int
    card: int
    amount: int
    rows: tuple[int, ...]
    cards: tuple[tuple[int, int], ...]


def steps(events: np.ndarray, by_kind: Container[int]) -> Iterator[Step]:
    """The events of a round one after another.

    Parameters
    ----------
    events : int32 (events, 4)
        Code, seat, card, amount.
    by_kind : container of int
        Codes of events that come once per kind of card: one seat's are told together.

    Examples
    --------
    >>> [step.rows for step in steps(np.array([(2, 0, 1, 3), (2, 0, 4, 1), (2, 1, 0, 4)]), {2})]
    [(0, 1), (2,)]
    """
    listed = [(row, *(int(value) for value in event)) for row, event in enumerate(events)]

    def together(event: tuple[int, ...]) -> tuple[int, int, int]:
        row, code, seat = event[:3]
        return code, seat, -1 if code in by_kind else row

    for (code, seat, _), same in groupby(listed, together):
        parts = list(same)
        cards = tuple((part[3], part[4]) for part in parts)
        yield Step(code, seat, *cards[0], tuple(part[0] for part in parts), cards)


@dataclass(frozen=True)
class Asked:
    """A decision whose effect is still to be told."""

    row: int
    action: int
    number: int


class Script:
    """A transcript being written.

    Parameters
    ----------
    names : sequence of str
        What the players are called, by seat.
    events : mapping of int to str
        Names of the events by code.
    citations : mapping of str to Citation

    Attributes
    ----------
    lines : list of Line
    full, short : list of str
        By seat: the name with the seat; the name alone where no other player has the same.
    asked : dict of int to Asked
        By seat: what was decided and has not shown yet.

    Examples
    --------
    >>> script = Script(["ann", "bob"], {4: "TURN"}, {"first": Citation("first", "…", "…")})
    >>> script.tell(Step(4, 1, -1, 1, (0,), ((-1, 1),)), f"Turn of {script.full[1]}", "first")
    >>> script.lines[0].text
    'Turn of bob (seat 1)'
    """

    def __init__(
        self, names: Sequence[str], events: Mapping[int, str], citations: Mapping[str, Citation]
    ) -> None:
        self.lines: list[Line] = []
        self.rename(names)
        self.asked: dict[int, Asked] = {}
        self._events = events
        self._citations = citations
        self._numbered = 0

    def rename(self, names: Sequence[str]) -> None:
        """From now on players are called so, by seat."""
        self.full = [f"{name} (seat {seat})" for seat, name in enumerate(names)]
        self.short = list(names) if len(set(names)) == len(names) else self.full

    def tell(
        self,
        step: Step | None,
        text: str,
        key: str,
        kind: str = "event",
        indent: int = 1,
        seat: int | None = None,
    ) -> None:
        """A line with the rule behind it, about the seat of the step unless said otherwise.

        The decision that this seat was last asked for is the one whose effect the line tells.
        """
        who = seat if seat is not None else step.seat if step else -1
        rows, event, decision = (), "", 0  # type: tuple[int, ...], str, int
        if step:
            rows, event = step.rows, self._events[step.code]
            asked = self.asked.pop(who, None)
            if asked:
                rows, decision = tuple(sorted({asked.row, *rows})), asked.number
        self._numbered += 1
        cite = self._citations[key]
        self.lines.append(
            Line(self._numbered, who, text, cite, indent, kind, event, rows, decision)
        )

    def plain(self, text: str, kind: str, seat: int = -1, indent: int = 0) -> None:
        """A line without a rule."""
        self.lines.append(Line(0, seat, text, None, indent, kind))


def join(words: Sequence[str]) -> str:
    """Words as an enumeration.

    Examples
    --------
    >>> join(["a", "b", "c"]), join(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
