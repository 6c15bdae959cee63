"""Rules of Squirrel Away as data: each field says which printed sentence it interprets.

*Rulebook* is the publisher's; sentences are paraphrased. House rules have no printed sentence: they
say exactly what they change, and show it in a worked case.

Ten of the twelve card faces, and the copies of each, are printed nowhere that could be found:
``card_faces`` and ``card_copies`` are assumptions, and everything that depends on them is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games._rules import RulesBase, choice, flag, number, text
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._rules_checks import check_seats, contradictions
from squirrelstats.games.squirrel_away._rules_record import rules_record
from squirrelstats.games.squirrel_away.faces import FAMILIES, Face, parse_faces, written

CARDS, LOOT, TURNS = "acorn cards", "Loot", "turns"
CALLS, SETTLING, ENDING, MATCH = "verdicts", "settlement", "end of the round", "match"


def option(name: str, group: str, meaning: str, **texts: str) -> Any:
    """A field whose values stand in the layout."""
    return choice(L.OPTION_VALUES[name], group, meaning, **texts)


def acorns(colour: int) -> Any:
    """Number of acorns of a colour in the Loot."""
    title = L.COLOUR_TITLES[colour]
    return number(L.PRINTED_ACORNS[colour], 0, 127, LOOT, f"{title} acorns in the Loot")


@dataclass(frozen=True)
class Rules(RulesBase):
    """The rules of one way to play Squirrel Away. The defaults are the preset ``official``.

    Raises
    ------
    UsageError
        If a value is not one of the allowed ones, or values exclude each other.

    Examples
    --------
    >>> Rules(tokens=5, call_targets="fist_only").changes()
    {'tokens': 5, 'call_targets': 'fist_only'}
    >>> Rules(card_faces="custom", custom_faces="br, 2w*8").custom_faces
    'RB 2W*8'
    """

    card_faces: str = option("card_faces", CARDS, "which faces the acorn cards have")
    custom_faces: str = text(
        "faces, such as RB RG*2 2W", CARDS, "the faces under card_faces=custom"
    )
    card_copies: int = number(3, 1, 127, CARDS, "copies of each face")
    wilds: bool = flag(True, CARDS, "are there Wilds in the deck")
    hand_size: int = number(5, 1, 20, CARDS, "cards dealt to each player")
    loot_red: int = acorns(L.RED)
    loot_blue: int = acorns(L.BLUE)
    loot_green: int = acorns(L.GREEN)
    loot_clear: int = acorns(L.CLEAR)
    zero_grab: str = option("zero_grab", TURNS, "may a player take nothing")
    grab_limit: int = number(
        0, 0, 127, TURNS, "most acorns that may be taken in a turn; 0: as many as the hand holds"
    )
    sneaky_turns: str = option("sneaky_turns", TURNS, "may a turn start while the last is settled")
    tokens: int = number(3, 0, 20, CALLS, "Scoundrel tokens of each player")
    call_targets: str = option("call_targets", CALLS, "what a call may point at")
    verdict_mode: str = option("verdict_mode", CALLS, "in which order the others judge")
    token_cost: str = option("token_cost", CALLS, "does a right call cost the token")
    wrong_call_penalty: int = number(0, 0, 3, CALLS, "acorns that a wrong call costs its caller")
    reveal_policy: str = option("reveal_policy", SETTLING, "what is shown after a call")
    bonus: int = number(1, 0, 3, SETTLING, "acorns for being called wrongly")
    caught_keeps: str = option(
        "caught_keeps", SETTLING, "how much of the fist a caught player keeps"
    )
    bust_keep: str = option("bust_keep", SETTLING, "who chooses what a caught player keeps")
    caller_reward: str = option("caller_reward", SETTLING, "where the caller's acorns come from")
    caller_acorns: int = number(1, 0, 3, SETTLING, "acorns for a right call")
    caller_stash: str = option(
        "caller_stash", SETTLING, "when the caller stashes a set so completed"
    )
    token_end: str = option("token_end", ENDING, "which tokens must be gone for the game to end")
    token_end_when: str = option(
        "token_end_when", ENDING, "when it is checked that tokens are gone"
    )
    card_end_scope: str = option("card_end_scope", ENDING, "whose cards must be gone for the end")
    leftover_quarters: int = number(
        0, 0, 4, ENDING, "quarters of a point for each acorn left in Front"
    )
    final_tie: str = option("final_tie", ENDING, "who wins if sets and acorns in Front are equal")
    match_rounds: int = number(1, 1, 100, MATCH, "rounds of a match")

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the deck, by number."""
        family = self.custom_faces if self.card_faces == "custom" else FAMILIES[self.card_faces]
        return tuple(face for face in parse_faces(family) if self.wilds or not face.wild)

    @property
    def counts(self) -> tuple[int, ...]:
        """Copies in the deck by face."""
        return tuple(face.copies or self.card_copies for face in self.faces)

    @property
    def acorns(self) -> tuple[int, int, int, int]:
        """Acorns of the Loot by colour."""
        return self.loot_red, self.loot_blue, self.loot_green, self.loot_clear

    def check(self) -> None:
        """Refuse values that exclude each other; write the list of faces in one way."""
        object.__setattr__(self, "custom_faces", written(parse_faces(self.custom_faces)))
        for fault, reason in contradictions(self):
            if fault:
                raise UsageError(f"these rules contradict themselves: {reason}")

    def check_seats(self, seats: int) -> None:
        """Refuse a table for which the deck is too small.

        Raises
        ------
        UsageError
            If the hands cannot be dealt.
        """
        check_seats(self, seats)

    def record(self) -> np.ndarray:
        """The rules as the kernel's record.

        Returns
        -------
        record : RULES (1,)
        """
        return rules_record(self)


PRESETS = {
    "official": Rules(),
    "official_sneaky": Rules(sneaky_turns="on"),
    "official_pairs_triples": Rules(card_faces="pairs_triples"),
    "review_variant": Rules(caller_reward="from_fist"),
}

PRESET_NOTES = {
    "official": "the publisher's rulebook, turns not started early, as it advises for a first "
    "game; card faces assumed (multiset2)",
    "official_sneaky": "the publisher's rulebook in full, turns may start early; card faces "
    "assumed (multiset2)",
    "official_pairs_triples": "as official with the other family of faces that could be meant; "
    "card faces assumed (pairs_triples)",
    "review_variant": "not the rulebook: the caller's acorn comes from the fist, as a review says; "
    "card faces assumed (multiset2)",
}
