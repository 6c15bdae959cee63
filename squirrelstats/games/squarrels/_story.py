"""A round as far as it has been told: the transcript, the table, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from squirrelstats.games._narration import Script
from squirrelstats.games.squarrels._table import Table, plural, spell
from squirrelstats.games.squarrels.citations import CITATIONS


class Story(Script):
    """What the sentences about an event are made of.

    Parameters
    ----------
    names : sequence of str
        What the players are called, by seat.
    rules : Rules
    events : mapping of int to str
        Names of the events by code.

    Attributes
    ----------
    table : Table
    actor : int
        Whose turn or mini-turn is being told; −1 before the first.
    drawing : bool
        Whether that player has neither stored nor stopped drawing yet.
    reason : str
        Key of the rule behind the next card drawn.
    action : str
        The Action going on: ``"quarrel"``, ``"hoard"``, ``"ambush"``, or empty.
    shown : dict of int to int
        By seat: kinds shown in the last Quarrel sub-round; ``subround`` is its number.
    scores : dict of int to int
        By seat, at the end.

    Examples
    --------
    >>> from squirrelstats.games.squarrels.rules import Rules
    >>> Story(["ann", "bob"], Rules(), {}).option("draw_rule")
    'draw_rule=forced_unless_store'
    """

    def __init__(self, names: Sequence[str], rules: Any, events: Mapping[int, str]) -> None:
        super().__init__(names, events, CITATIONS)
        record = rules.record()
        self.rules = rules
        self.stop_level = int(record["stop_level"][0])
        self.gold_points = int(record["gold_points"][0])
        self.lead_points = int(record["lead_points"][0])
        self.table = Table(len(names), int(record["set_size"][0]))
        self.actor = -1
        self.drawing = False
        self.reason = ""
        self.action = ""
        self.shown: dict[int, int] = {}
        self.subround = 0
        self.scores: dict[int, int] = {}

    def option(self, name: str) -> str:
        """Key of the rule that follows from an option."""
        return f"{name}={getattr(self.rules, name)}"

    def begin_turn(self, seat: int) -> None:
        """From now on things happen in the turn, or mini-turn, of that player."""
        self.actor = seat

    def end_turn(self, follower: int = -1) -> None:
        """Sum up the cards of whoever had the turn.

        ``follower`` is who has the mini-turn that comes next, as part of the same turn: if it is
        the same player there is nothing to sum up yet, else the line must say whose hand it is.
        """
        if self.actor >= 0 and self.actor != follower:
            whose = f"hand of {self.short[self.actor]}" if follower >= 0 else "hand"
            stored = plural(self.table.points(self.actor), "point")
            text = (
                f"{whose}: {spell(self.table.hands[self.actor])} · {stored} stored · "
                f"Hoard pile: {spell(self.table.hoard)}"
            )
            self.plain(text, "state", self.actor, indent=1)
        self.actor = -1

    def draw_on(self, reason: str = "") -> None:
        """The player may draw on; ``reason`` if it is not the usual rule."""
        optional = self.rules.draw_rule == "optional"
        self.reason = reason or (self.option("draw_rule") if optional else "draw-to-seven")
