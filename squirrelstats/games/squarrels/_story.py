"""A round as far as it has been told: the transcript, the table, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from squirrelstats.games._narration import RuledScript
from squirrelstats.games._words import plural, word
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._table import NAMES, PLURALS, Table, spell
from squirrelstats.games.squarrels.citations import citations


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
    set_points, hand_points : list of int
        Points of a stored set by value, and of a card left in hand by kind.
    players : list of str
        Names by seat in this round.
    table : Table
    coming : int
        Code of the event that comes after the one being told; −1 at the end.
    actor : int
        Whose turn or mini-turn is being told; −1 before the first.
    mini : bool
        Whether it is a mini-turn.
    drawing : bool
        Whether that player has neither stored nor stopped drawing yet.
    drawn : int
        Cards drawn in this full turn.
    tossed : int
        Cards discarded in this turn or mini-turn.
    whirled : bool
        Whether the next card is drawn because of a Whirlwind.
    follows : str
        Key of the rule that says whose turn comes next.
    action : str
        The Action going on: ``"quarrel"``, ``"hoard"``, ``"ambush"``, ``"whirlwind"``, or empty.
    shown : dict of int to int
        By seat: kinds shown in the last Quarrel sub-round; ``subround`` is its number.
    race : dict of int to bool or None
        By seat: whether it races for the Hoard pile; None before anybody has said so.
    sitting : set of int
        Seats that may not race at the next Hoard.
    turned : list of int
        Kinds turned up in the deal.
    deck, reshuffles : int
        Cards left in the deck once that has been said (else −1), and how often it was refilled.
    turns : int
        Full turns so far.
    ending : str
        Empty while the round goes on; ``"told"`` once something ended it; ``"over"`` after that.
    scores, totals : dict of int to int
        By seat, at the end of the round and in the match.

    Examples
    --------
    >>> from squirrelstats.games.squarrels.rules import Rules
    >>> story = Story(["ann", "bob"], Rules(set_size=2), {})
    >>> story.option("draw_rule"), story.rule("deal-seven", "starting_hand")
    ('draw_rule=forced_unless_store', 'deal-seven')
    >>> story.rule("store-three", "set_size")
    'set_size=2'
    """

    def __init__(self, names: Sequence[str], rules: Any, events: Mapping[int, str]) -> None:
        super().__init__(names, events, citations(rules), rules)
        record = rules.record()
        self.set_points = [int(points) for points in record["set_points"][0]]
        self.hand_points = [int(points) for points in record["hand_points"][0]]
        self.players = list(names)
        self.coming = -1
        self.begin_round()

    def begin_round(self) -> None:
        """Nothing has been told of this round."""
        self.table = Table(len(self.players), self.rules.set_size, self.set_points)
        self.actor = -1
        self.mini = False
        self.drawing = False
        self.drawn = 0
        self.tossed = 0
        self.whirled = False
        self.follows = "first-turn"
        self.action = ""
        self.shown: dict[int, int] = {}
        self.subround = 0
        self.race: dict[int, bool] | None = None
        self.sitting: set[int] = set()
        self.turned: list[int] = []
        self.deck = -1
        self.reshuffles = 0
        self.turns = 0
        self.ending = ""
        self.scores: dict[int, int] = {}
        self.totals: dict[int, int] = {}

    # --- rules ---

    def why_draw(self) -> str:
        """Key of the rule by which the next card is drawn."""
        if self.mini:
            return self.option("hoard_winner_draw")
        if not self.drawn:
            return "draw-one"
        if self.drawn < self.rules.minimum_draws:
            return self.option("minimum_draws")
        if self.whirled:
            return "whirlwind-draw"
        return self.rule("draw-to-seven", "draw_rule", "stop_level")

    # --- cards ---

    def card(self, kind: int) -> str:
        """A card in words: *the* Gold is the only one."""
        several = {L.GOLD: self.rules.golds > 1, L.LEAD: self.rules.leads > 1}
        return NAMES[kind].replace("the ", "a ") if several.get(kind) else NAMES[kind]

    def set_of(self, kind: int, gold: bool = False) -> str:
        """The cards of a set with its points; ``gold``: the Gold stands for one of them."""
        copies = self.rules.set_size - gold
        cards = self.card(kind) if copies == 1 else f"{word(copies)} {PLURALS[kind]}"
        points = plural(self.set_points[kind], "point")
        return f"{cards}{' and the Gold as a set' if gold else ''} for {points}"

    def may_draw(self) -> bool:
        """Whether the player whose turn it is draws on before storing."""
        if not self.drawing:
            return False
        if not self.mini and self.drawn < self.rules.minimum_draws:
            return True
        return self.table.size(self.actor) < int(self.rules.stop_level)

    # --- turns ---

    def begin_turn(self, seat: int, mini: bool) -> None:
        """From now on things happen in the turn, or mini-turn, of that player."""
        self.actor, self.mini, self.tossed = seat, mini, 0
        self.action, self.whirled = "", False

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

    def next_round(self, dealer: int) -> None:
        """The dealer's left neighbour sits in seat 0; the order round the table stays."""
        first = dealer + 1
        self.players = self.players[first:] + self.players[:first]
        self.rename(self.players)
        self.begin_round()
