"""A round as far as it has been told: the transcript, the table, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from squirrelstats.games._narration import RuledScript, Step
from squirrelstats.games.squirrels._table import Table, spell
from squirrelstats.games.squirrels.citations import citations


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
    points : list of int
        Points of a card left over, by kind.
    players : list of str
        Names by seat in this round.
    table : Table
    coming : int
        Code of the event that comes after the one being told; −1 at the end.
    actor : int
        Whose turn is being told; −1 before the first.
    acted : bool
        Whether that player has done anything in it.
    turns : int
        Turns so far.
    sources : tuple of int
        Places of the events that told where the cards of this play come from.
    safe : int
        The player who was out first; −1 while there is none.
    out : bool
        Whether somebody is out, so that turns are final ones.
    truncated, over : bool
        Whether the round was cut; whether nothing more is played.
    first : str
        Key of the rule that says who starts this round.
    scores, totals : dict of int to int
        By seat, at the end of the round and in the match.

    Examples
    --------
    >>> from squirrelstats.games.squirrels.rules import Rules
    >>> story = Story(["ann", "bob"], Rules(clear_size=3), {})
    >>> story.rule("four-clear", "clear_size"), story.option("wild_in_sets")
    ('clear_size=3', 'wild_in_sets=true')
    """

    def __init__(self, names: Sequence[str], rules: Any, events: Mapping[int, str]) -> None:
        super().__init__(names, events, citations(rules), rules)
        self.points = [int(points) for points in rules.record()["points"][0]]
        self.players = list(names)
        self.coming = -1
        self.first = "first-turn"
        self.begin_round()

    def begin_round(self) -> None:
        """Nothing has been told of this round."""
        self.table = Table(len(self.players), self.rules.stacks, self.rules.depth)
        self.actor = -1
        self.acted = False
        self.turns = 0
        self.sources: tuple[int, ...] = ()
        self.safe = -1
        self.out = False
        self.truncated = False
        self.over = False
        self.scores: dict[int, int] = {}
        self.totals: dict[int, int] = {}

    def act(self, step: Step, text: str, key: str, kind: str = "event", indent: int = 1) -> None:
        """Tell the effect of a play, with the events that say where its cards come from."""
        rows = (*self.sources, *step.rows)
        self.sources, self.acted = (), True
        whole = Step(step.code, step.seat, step.card, step.amount, rows, step.cards)
        self.tell(whole, text, key, kind, indent)

    # --- turns ---

    def begin_turn(self, seat: int, number: int) -> None:
        """From now on things happen in the turn of that player."""
        self.actor, self.acted, self.turns = seat, False, number

    def end_turn(self) -> None:
        """Sum up the cards of whoever had the turn, and the pile."""
        if self.actor >= 0 and self.acted:
            table = self.table
            text = (
                f"hand: {spell(table.hands[self.actor])} · stacks: "
                f"{table.spell_stacks(self.actor)} · pile: {table.spell_pile()}"
            )
            self.plain(text, "state", self.actor, indent=1)
        self.actor = -1

    def next_round(self, starter: int, key: str) -> None:
        """That player sits in seat 0; the order round the table stays."""
        self.players = self.players[starter:] + self.players[:starter]
        self.rename(self.players)
        self.first = key
        self.begin_round()
