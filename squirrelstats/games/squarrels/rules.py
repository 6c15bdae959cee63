"""Rules of S'Quarrels as data: each field says which printed sentence it interprets.

Sources: *rulebook*, the publisher's rules headed 2007 with updates of 12/2/08 (Hoard) and 6/28/09
(Quarrel); *draft*, a description on a Wikipedia user page; *website*, the publisher's later rules
page. Sentences are paraphrased.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError, choices
from squirrelstats.games.squarrels import layout as L


def option(name: str, meaning: str, source: str) -> Any:
    """A field whose values are ``layout.OPTION_VALUES[name]``; the first is the default."""
    values = L.OPTION_VALUES[name]
    return field(
        default=values[0], metadata={"meaning": meaning, "source": source, "values": values}
    )


@dataclass(frozen=True)
class Rules:
    """The rules of one way to play S'Quarrels. The defaults are the preset ``rulebook_2009``.

    Raises
    ------
    UsageError
        If a value is not one of the allowed ones.

    Examples
    --------
    >>> Rules(draw_rule="optional").changes()
    {'draw_rule': 'optional'}
    """

    draw_rule: str = option(
        "draw_rule",
        "below seven cards: must a player draw on unless storing a set, or may stop at will",
        "rulebook, How to Play: a player with fewer than seven cards goes on drawing to seven; "
        "storing before that ends drawing. Draft and website: drawing on is optional.",
    )
    hoard_eligible: str = option(
        "hoard_eligible",
        "who may race for the Hoard pile",
        "rulebook, Hoard (update of 12/2/08): everyone except the player who drew the card. "
        "Draft: everyone.",
    )
    after_ambush: str = option(
        "after_ambush",
        "after an Ambush the drawer stores and discards, or may draw on",
        "rulebook, How to Play: drawing stops when an Action card comes, and only Whirlwind says "
        "that the player draws on. Draft and website: store and discard.",
    )
    quarrel_draw_next: str = option(
        "quarrel_draw_next",
        "after a Quarrel without a winner the drawer goes on with the turn, or stores",
        "draft: a drawn Quarrel is cancelled and the player continues the turn (borrowed: the "
        "rulebook only says that the cards are returned).",
    )
    quarrel_partial_tie: str = option(
        "quarrel_partial_tie",
        "tied players of whom exactly one has a card left: that one wins, or it is a draw",
        "rulebook, Quarrel: those who match pick again until one card wins; a draw means that "
        "nobody won. What happens when only one of them can go on is not said.",
    )
    quarrel_single: str = option(
        "quarrel_single",
        "only one player holds cards: the Quarrel is cancelled, or that player wins it",
        "rulebook, Quarrel: all players select a card; with a single player there is no contest.",
    )
    gold_discardable: str = option(
        "gold_discardable",
        "the Gold Acorn may be discarded freely, or only as the only card in hand",
        "rulebook, Special Cards: only the Lead is restricted, and the closing note presupposes "
        "that the Gold could be the forced discard. A fan app allows it only as the last card.",
    )

    def __post_init__(self) -> None:
        for name, values in L.OPTION_VALUES.items():
            value = getattr(self, name)
            if value not in values:
                raise UsageError(choices(f"value of {name}", value, values))

    def changes(self) -> dict[str, Any]:
        """Fields that differ from the default preset."""
        return {
            f.name: getattr(self, f.name)
            for f in dataclasses.fields(self)
            if getattr(self, f.name) != f.default
        }

    def record(self) -> np.ndarray:
        """The rules as the kernel's record.

        Returns
        -------
        record : RULES (1,)
        """
        record = np.zeros(1, L.RULES)
        deck = np.repeat(np.arange(len(L.PRINTED_COUNTS)), L.PRINTED_COUNTS)
        record["deck"][0, : len(deck)] = deck
        record["deck_size"] = len(deck)
        counts = np.zeros(16, "u1")
        counts[: len(L.PRINTED_COUNTS)] = L.PRINTED_COUNTS
        record["unseen"][0] = counts.view("u8")
        for place, (name, values) in enumerate(L.OPTION_VALUES.items()):
            record["options"][0, place] = values.index(getattr(self, name))
        record["hand_size"] = 7
        record["stop_level"] = 7
        record["set_size"] = 3
        record["gold_points"] = 5
        record["lead_points"] = -5
        return record


PRESETS = {"rulebook_2009": Rules()}
