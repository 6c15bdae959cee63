"""A round as far as it has been told: the transcript, the table, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from squirrelstats.games._narration import RuledScript
from squirrelstats.games._words import plural
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._table import Table, spell
from squirrelstats.games.squirrel_away.citations import citations


class Story(RuledScript):
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
    players : list of str
        Names by seat in this round.
    table : Table
    coming : int
        Code of the event that comes after the one being told; −1 at the end.
    active : int
        Whose turn is being told; −1 before the first and after the last.
    acted : bool
        Whether a card was laid down in it.
    turns : int
        Turns so far, skipped ones included.
    dealt, over : bool
        Whether cards are dealt; whether the game is over.
    calls : dict of int to int
        By caller of this turn: ``CALLED_CARD`` or ``CALLED_FIST``.
    drawn : list of int
        Winners of a tie.
    scores, totals : dict of int to int
        By seat, at the end of the round and in the match.
    front_totals : list of int
        By seat: acorns in Front at the end of all rounds.

    Examples
    --------
    >>> from squirrelstats.games.squirrel_away.rules import Rules
    >>> story = Story(["ann", "bob"], Rules(bonus=2), {})
    >>> story.rule("match-bonus", "bonus"), story.option("zero_grab")
    ('bonus=2', 'zero_grab=allowed')
    """

    def __init__(self, names: Sequence[str], rules: Any, events: Mapping[int, str]) -> None:
        super().__init__(names, events, citations(rules), rules)
        self.players = list(names)
        self.front_totals = [0] * len(names)
        self.coming = -1
        self.begin_round()

    def begin_round(self) -> None:
        """Nothing has been told of this round."""
        self.table = Table(len(self.players), self.rules)
        self.active = -1
        self.acted = self.dealt = self.over = False
        self.turns = 0
        self.calls: dict[int, int] = {}
        self.drawn: list[int] = []
        self.scores: dict[int, int] = {}
        self.totals: dict[int, int] = {}

    def is_right(self, caller: int) -> bool:
        """Whether what that player points at is not as claimed."""
        table = self.table
        card = self.calls[caller] == L.CALLED_CARD
        return table.card_false if card else table.fist_false

    @property
    def right_callers(self) -> list[int]:
        """Who called rightly, counter-clockwise from the active player."""
        seats = len(self.players)
        order = [(self.active - place) % seats for place in range(1, seats)]
        return [seat for seat in order if seat in self.calls and self.is_right(seat)]

    def begin_turn(self, seat: int, number: int) -> None:
        """From now on things happen in the turn of that player."""
        self.active, self.acted, self.turns = seat, False, number
        self.calls = {}
        self.table.begin_turn()

    def end_turn(self) -> None:
        """Sum up what whoever had the turn has, and the Loot."""
        if self.active >= 0 and self.acted:
            table, seat = self.table, self.active
            text = (
                f"hand: {table.spell_hand(seat)} · Front: {spell(table.fronts[seat])} · "
                f"{plural(table.sets[seat], 'set')} · {plural(table.tokens[seat], 'token')} · "
                f"Loot: {table.spell_loot()}"
            )
            self.plain(text, "state", seat, indent=1)
        self.active = -1

    def next_round(self, starter: int) -> None:
        """That player sits in seat 0; the order round the table stays."""
        self.players = self.players[starter:] + self.players[:starter]
        self.front_totals = self.front_totals[starter:] + self.front_totals[:starter]
        self.rename(self.players)
        self.begin_round()
