"""What the transcripts of all games are made of: lines, the rules they cite, and how they grow."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games._rules import shown


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
    decisions : tuple of int
        Numbers of the decisions, one after another, whose effect this is; none if nobody was asked.

    Examples
    --------
    >>> Line(9, 1, "discards a One", None, 1, "event", decisions=(17,)).shown
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
    decisions: tuple[int, ...] = ()

    @property
    def asked(self) -> str:
        """The number of the decision behind it, or the first and the last of several."""
        return "–".join(map(str, dict.fromkeys(self.decisions[:1] + self.decisions[-1:])))

    @property
    def shown(self) -> str:
        """The text with the decisions behind it."""
        return f"{self.text} ·d{self.asked}" if self.decisions else self.text


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
    asked : dict of int to list of Asked
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
        self.asked: dict[int, list[Asked]] = {}
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

        The line tells the effect of the decisions of this seat that have not shown yet.
        """
        who = seat if seat is not None else step.seat if step else -1
        rows, event = (), ""  # type: tuple[int, ...], str
        decisions: tuple[int, ...] = ()
        if step:
            asked = self.asked.pop(who, [])
            rows = tuple(sorted({*step.rows, *(choice.row for choice in asked)}))
            event, decisions = self._events[step.code], tuple(choice.number for choice in asked)
        self._numbered += 1
        cite = self._citations[key]
        self.lines.append(
            Line(self._numbered, who, text, cite, indent, kind, event, rows, decisions)
        )

    def decide(self, step: Step) -> None:
        """A decision was made, whose effect is told later."""
        choice = Asked(step.rows[0], step.card, step.amount)
        self.asked.setdefault(step.seat, []).append(choice)

    def plain(self, text: str, kind: str, seat: int = -1, indent: int = 0) -> None:
        """A line without a rule."""
        self.lines.append(Line(0, seat, text, None, indent, kind))


class RuledScript(Script):
    """A transcript being written under given rules.

    Attributes
    ----------
    rules : Rules
    changed : dict of str to str, int or bool
        Fields of the rules that differ from the default preset.
    """

    def __init__(
        self,
        names: Sequence[str],
        events: Mapping[int, str],
        citations: Mapping[str, Citation],
        rules: Any,
    ) -> None:
        super().__init__(names, events, citations)
        self.rules = rules
        self.changed: dict[str, Any] = rules.changes()

    def option(self, name: str) -> str:
        """Key of the rule that follows from a field of the rules."""
        return f"{name}={shown(getattr(self.rules, name))}"

    def rule(self, printed: str, *names: str) -> str:
        """Key of the rule in force: the first of these fields that is changed, or a printed one."""
        return next((self.option(name) for name in names if name in self.changed), printed)


def note_capacity(script: Script, events: np.ndarray, last: Container[int]) -> None:
    """Say so if the record of events is full, and does not end as records do."""
    if len(events) >= EVENT_CAPACITY and int(events[-1, 0]) not in last:
        text = f"the record ends here: no more than {EVENT_CAPACITY:,} events of a round are kept"
        script.plain(text, "highlight")


def join(words: Sequence[str]) -> str:
    """Words as an enumeration.

    Examples
    --------
    >>> join(["a", "b", "c"]), join(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
