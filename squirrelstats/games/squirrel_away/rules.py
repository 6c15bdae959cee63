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
    return number(
        L.PRINTED_ACORNS[colour],
        0,
        127,
        LOOT,
        f"{title} acorns in the Loot",
        source="rulebook, Components: 25 of each colour.",
        effect=f"The Loot begins with this many {title} acorns; all four colours together are "
        "127 at most. Acorns that have been stashed never come back.",
        example=f"6: no more than six complete sets can be made, and who collects {title} acorns "
        "blocks others.",
    )


@dataclass(frozen=True, repr=False)
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

    card_faces: str = option(
        "card_faces",
        CARDS,
        "which faces the acorn cards have",
        source="ASSUMPTION: the rulebook has 36 cards of 12 faces, with a number and colours of "
        "acorns, and names 2 Wild and 3 Wild; what the other ten show no source says. Two families "
        "that treat colours alike have exactly ten.",
        effect="multiset2: all ten ways to name two acorns, RB RG RC BG BC GC RR BB GG CC. "
        "pairs_triples: all pairs and all triples of different colours, RB RG RC BG BC GC RBG RBC "
        "RGC BGC. Both with 2 Wild and 3 Wild. custom: the faces of custom_faces.",
        example="multiset2: a card names 25/12 = 2.083 acorns on average; pairs_triples: 29/12 = "
        "2.417.",
    )
    custom_faces: str = text(
        "faces such as RB RG*2 RBG 2W",
        CARDS,
        "the faces of the cards under card_faces=custom",
        source="no printed rule.",
        effect="A face is written by a letter for each acorn, R, B, G, C, or by a number and W for "
        "Wilds; *n behind is its own number of copies, otherwise card_copies. At most 16 faces, no "
        "two alike, 20 acorns each at most. Their order is that of the actions.",
        example="RB*6 GC*6 RBGC*2 2W: six cards Red and Blue, six Green and Clear, two with all "
        "four colours, three of 2 Wilds.",
    )
    card_copies: int = number(
        3,
        1,
        127,
        CARDS,
        "copies of each face in the deck",
        source="ASSUMPTION: the rulebook has 36 cards and 12 faces; that each has three copies it "
        "does not say.",
        effect="The deck holds this many cards of every face without a number of its own.",
        example="3: a hand of five holds a given face in 37.0 % of deals, a Wild in 62.2 %. 4: a "
        "deck of 48 cards.",
    )
    wilds: bool = flag(
        True,
        CARDS,
        "are there Wilds in the deck",
        source="rulebook, How to Play: a Wild card lets its player take any acorns.",
        effect="false: the Wilds are taken out of every family of faces, and nobody can claim one; "
        "the numbers of the faces behind move up.",
        example="false: 30 cards of ten faces. Fist {R, R, C}: there is no claim that hides its "
        "colours.",
    )
    hand_size: int = number(
        5,
        1,
        20,
        CARDS,
        "cards dealt to each player, and so turns",
        source="rulebook, Setup: five each.",
        effect="Everybody gets this many cards and has as many turns.",
        example="4: four players have 16 turns, 20 cards are not dealt.",
    )
    loot_red: int = acorns(L.RED)
    loot_blue: int = acorns(L.BLUE)
    loot_green: int = acorns(L.GREEN)
    loot_clear: int = acorns(L.CLEAR)
    zero_grab: str = option(
        "zero_grab",
        TURNS,
        "may a player take nothing",
        source="rulebook, How to Play: the acorns on the card, or different ones, or more; nothing "
        "forbids none.",
        effect="min_one: at least one acorn is taken, if there is one to take.",
        example="min_one, Loot {R}: the R is taken. Loot empty: the fist stays empty.",
    )
    grab_limit: int = number(
        0,
        0,
        127,
        TURNS,
        "most acorns that may be taken in a turn; 0: what the hand holds",
        source="rulebook, How to Play: one hand, with whatever it can take.",
        effect="No more acorns are taken than this, nor than the player's hand holds (trait "
        "capacity).",
        example="4: claim 3 Wilds, at most one acorn too many.",
    )
    sneaky_turns: str = option(
        "sneaky_turns",
        TURNS,
        "may a turn start while the last one is being settled",
        source="rulebook, Turn Order Is Sneaky!: as soon as card or fist is shown; How to Play "
        "advises to understand the rules first. official follows that advice for a first game.",
        effect="on: from the second turn of a round each player chooses whether to start early. "
        "The others then perceive less (trait sneak_attention). An early start may be a foul "
        "(trait foul_rate): the turn begins again, with everybody's full attention. The order of "
        "effects stays.",
        example="on: B starts early with a fist of four for a claim of three: noticed at d′ 0.68 "
        "instead of 1.13.",
    )
    tokens: int = number(
        3,
        0,
        20,
        CALLS,
        "Scoundrel tokens of each player",
        source="rulebook, Setup: three.",
        effect="Everybody begins with this many; a call costs one. 0: nobody can call, and "
        "token_end must be off.",
        example="5: everybody can call five times, rightly or wrongly.",
    )
    call_targets: str = option(
        "call_targets",
        CALLS,
        "what a call may point at",
        source="rulebook, The Callout: the card or the fist.",
        effect="fist_only: only the fist can be called, so wrong cards are safe. card_only: only "
        "the card, so the fist is safe.",
        example="fist_only, card GG, claim RB, fist {R, B}: a call is wrong, P keeps both and "
        "takes one more.",
    )
    verdict_mode: str = option(
        "verdict_mode",
        CALLS,
        "in which order the others judge",
        source="rulebook, How to Play: counter-clockwise; The Callout: the first call ends it.",
        effect="simultaneous: all decide without knowing of the others. Every caller pays a token. "
        "One right call catches the player; each right caller is rewarded, counter-clockwise while "
        "acorns last, and no bonus is paid. If all calls are wrong there is one bonus in all. "
        "random_order: one after another in an order drawn for each turn.",
        example="simultaneous, card RB, claim RB, fist {R, B, G}: X calls the fist, Y the card: P "
        "keeps one, X takes one, Y has lost a token for nothing.",
    )
    token_cost: str = option(
        "token_cost",
        CALLS,
        "does a right call cost the token, too",
        source="rulebook, The Callout: a token is discarded for a call.",
        effect="refund_if_right: the token of a right call comes back when the caller has been "
        "rewarded.",
        example="refund_if_right: X, with one token, calls rightly and has one token again, before "
        "the next turn is checked for the end.",
    )
    wrong_call_penalty: int = number(
        0,
        0,
        3,
        CALLS,
        "acorns that a wrong call costs its caller",
        source="rulebook, The Reveal: a wrong call costs the token only.",
        effect="Before the bonus a wrong caller puts so many acorns of Front back into the Loot, "
        "each of the colour of which there are most, ties Red, Blue, Green, Clear; with fewer, all "
        "of them. Stashed sets are safe.",
        example="1, Front {R, R, C}: an R goes back.",
    )
    reveal_policy: str = option(
        "reveal_policy",
        SETTLING,
        "is the card shown that nobody pointed at",
        source="rulebook, How to Play: fist and card are shown whether there was a call or not; "
        "The Reveal speaks of the one pointed at.",
        effect="pointed_only: the card is shown only if a call pointed at it. The acorns of the "
        "fist are seen in any case, when they go to Front or Loot.",
        example="pointed_only, nobody calls: the card stays face down, and counting cards becomes "
        "harder.",
    )
    bonus: int = number(
        1,
        0,
        3,
        SETTLING,
        "acorns for being called wrongly",
        source="rulebook, The Reveal: a match earns one extra acorn of one's choice.",
        effect="The player takes this many acorns of the Loot, one by one, on top of the fist.",
        example="2, honest fist {R, B}: called wrongly, P has four acorns more.",
    )
    caught_keeps: str = option(
        "caught_keeps",
        SETTLING,
        "how much of the fist a caught player keeps",
        source="rulebook, The Reveal: just one acorn.",
        effect="half: half of the acorns, rounded down; none: nothing.",
        example="half: of a fist of five two are kept, of one none. none: all five go back.",
    )
    bust_keep: str = option(
        "bust_keep",
        SETTLING,
        "who chooses what a caught player keeps",
        source="rulebook, The Reveal: the player keeps one; who chooses it is not said.",
        effect="active_chooses: the caught player. random: each acorn kept is drawn from the fist. "
        "caller_chooses: the caller, or the first right one.",
        example="caller_chooses, P has Front {R, B, G} and fist {R, C}: X leaves P the R.",
    )
    caller_reward: str = option(
        "caller_reward",
        SETTLING,
        "where the caller's acorns come from",
        source="rulebook, The Reveal: the rest of the fist goes back, then the caller takes an "
        "acorn of choice from the Loot Pile.",
        borrowed="from_fist in review_variant, as a published review tells it",
        effect="loot_before_return: the caller chooses before the rest goes back. from_fist: the "
        "caller chooses from the rest of the fist, and what is left goes back. rest_of_fist: all "
        "the rest is the caller's.",
        example="fist {R, R, G}, P keeps the G: from_fist: the caller has an R, or nothing if the "
        "fist was {G}. rest_of_fist: both R.",
    )
    caller_acorns: int = number(
        1,
        0,
        3,
        SETTLING,
        "acorns for a right call",
        source="rulebook, The Reveal: one.",
        effect="The caller takes this many, one by one, while there are any.",
        example="0: calling only takes acorns from others. 2: Front {R, B}: G and C make a set.",
    )
    caller_stash: str = option(
        "caller_stash",
        SETTLING,
        "when a set that the caller's acorn completes is stashed",
        source="rulebook, The Reveal: the caller may stash it now.",
        effect="own_turn: not before the end of the caller's next own turn; what has not been "
        "stashed when the game ends is no set.",
        example="own_turn, Front {R, B, G}: a right call adds C; the set stays in Front, where a "
        "penalty can break it.",
    )
    token_end: str = option(
        "token_end",
        ENDING,
        "whose tokens must be gone for the game to end",
        source="rulebook, Game End: no player has a token left to call the current player with.",
        effect="others_zero: all but the player whose turn it is. all_zero: everybody. off: tokens "
        "never end the game.",
        example="P alone has tokens: others_zero: over on P's turn; all_zero: P plays on, and "
        "alone can call.",
    )
    token_end_when: str = option(
        "token_end_when",
        ENDING,
        "when it is checked that tokens, or cards, are gone",
        source="the rulebook is silent.",
        effect="turn_start: when the next turn is to begin. immediately: right after a settlement, "
        "for the player whose turn would be next.",
        example="Nothing happens between a settlement and the next turn, so both end the game "
        "before the same turn, and no result differs.",
    )
    card_end_scope: str = option(
        "card_end_scope",
        ENDING,
        "whose cards must be gone for the game to end",
        source="rulebook, Game End: all cards of all players.",
        effect="any_hand_empty: the game is over as soon as one player has no card in hand when a "
        "turn is to begin.",
        example="any_hand_empty, four players with five cards: over after 17 turns, seat 0 being "
        "out of cards; the others have one left each.",
    )
    leftover_quarters: int = number(
        0,
        0,
        4,
        ENDING,
        "quarters of a point for each acorn left in Front",
        source="rulebook, Scoring: only complete sets count.",
        effect="To the sets are added this many quarters for each acorn in Front, the sum rounded "
        "down to whole points.",
        example="1: 3 sets and 6 acorns: 3 + ⌊6/4⌋ = 4 points. 4: every acorn is a point.",
    )
    final_tie: str = option(
        "final_tie",
        ENDING,
        "who wins if points and acorns in Front are equal",
        source="rulebook, Scoring: the youngest player. Ages are rarely given, so the default "
        "shares.",
        effect="shared: all tied players share the win. youngest: the one of lowest age (trait "
        "age), equal ages share; who gives no age is never younger. random: one of them by lot.",
        example="A is 9, B 12 years old, both with 3 sets and 2 acorns: half a win each; youngest: "
        "A wins.",
    )
    match_rounds: int = number(
        1,
        1,
        100,
        MATCH,
        "rounds of a match",
        source="the rulebook knows one round.",
        effect="The points of so many rounds are added up; the left neighbour of the last starter "
        "starts the next. Highest total wins, ties by the acorns left in Front in all rounds, then "
        "as final_tie says.",
        example="3: 3, 1 and 4 sets against 2, 3 and 2: 8 to 7.",
    )

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
    def rest_on_assumptions(self) -> bool:
        """Whether what is assumed about the game, its card faces, is in these rules."""
        return self.card_faces != "custom"

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Faces of the deck as they are written, by number."""
        return tuple(face.code for face in self.faces)

    def hand_shape(self) -> tuple[int, int, int]:
        """Cards that a seat is dealt before its hand, cards of the hand, kinds that it may have."""
        return 0, self.hand_size, len(self.faces)

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

ASSUMPTIONS = ("ten of the twelve card faces, and the copies of each: no source lists them",)
