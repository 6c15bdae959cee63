"""Rules of S'Quarrels as data: each field says which printed sentence it interprets.

Sources: *rulebook*, the publisher's rules headed 2007 with updates of 12/2/08 (Hoard) and 6/28/09
(Quarrel); *draft*, a description on a Wikipedia user page; *website*, the publisher's later rules
page. Sentences are paraphrased. House rules have no printed sentence: they say exactly what they
change, and show it in a worked case.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games._rules import RulesBase, choice, number
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._rules_checks import check_seats, contradictions
from squirrelstats.games.squarrels._rules_record import rules_record

DRAWING, STORING = "drawing and discarding", "storing and scoring"
QUARREL, HOARD, AMBUSH = "Quarrel", "Hoard", "Ambush and Whirlwind"
SPECIALS, SETUP, MATCH, DECK = "Gold and Lead", "setup", "match", "deck"


def option(name: str, group: str, meaning: str, **texts: str) -> Any:
    """A field whose values stand in the layout."""
    return choice(L.OPTION_VALUES[name], group, meaning, **texts)


def copies(kind: int) -> Any:
    """Number of cards of a kind in the deck."""
    title, printed = L.KIND_TITLES[kind], L.PRINTED_COUNTS[kind]
    return number(
        printed,
        0,
        127,
        DECK,
        f"copies of {title} in the deck",
        source="rulebook, Equipment: 120 cards with these counts. The draft gives none.",
        effect=f"The deck holds this many cards of {title}.",
        example=_DECK_EXAMPLES[kind],
    )


_DECK_EXAMPLES = {
    L.ONE: "33: 123 cards, 32 sets of three at most.",
    L.TWO: "0: 96 cards, and sets of Ones, Threes, Fours and Fives only.",
    L.THREE: "36: 138 cards, as many sets of Threes as twelve.",
    L.FOUR: "2: no set of Fours, but Fours still win Quarrels.",
    L.FIVE: "0: the Four is the highest Number card of every Quarrel.",
    L.GOLD: "0: nobody ever scores +5. 2: two players may show Gold in a Quarrel; they tie for the "
    "top rank and pick again, and each Gold shown is lost unless it was its player's last card.",
    L.LEAD: "0: nobody ever scores −5. 2: a hand of exactly two Leads discards one of them.",
    L.QUARREL: "0: cards change hands by Hoard, Ambush and Whirlwind only.",
    L.HOARD: "0: the Hoard pile is never taken; what is discarded is out of play.",
    L.AMBUSH: "12: twice as many raids; with four players each takes up to three cards.",
    L.WHIRLWIND: "0: what was seen going into a hand stays known until it leaves.",
    L.WINTER: "2: the round ends at the first of them. 0: it ends when the deck has run out, see "
    "deck_exhausted.",
}


@dataclass(frozen=True, repr=False)
class Rules(RulesBase):
    """The rules of one way to play S'Quarrels. The defaults are the preset ``rulebook_2009``.

    Raises
    ------
    UsageError
        If a value is not one of the allowed ones, or values exclude each other.

    Examples
    --------
    >>> Rules(draw_rule="optional", winters=2).changes()
    {'draw_rule': 'optional', 'winters': 2}
    """

    draw_rule: str = option(
        "draw_rule",
        DRAWING,
        "below the stop level: must a player draw on unless storing a set, or may stop at will",
        source="rulebook, How to Play: a player with fewer than seven cards goes on drawing to "
        "seven; storing before that ends drawing. Draft and website: drawing on is optional.",
    )
    stop_level: int = number(
        7,
        1,
        30,
        DRAWING,
        "cards in hand at which drawing stops",
        source="rulebook, How to Play: seven.",
        effect="Whenever it would be asked whether to draw on, a hand of at least this many cards "
        "stores instead. The compulsory draw comes whatever the hand size.",
        example="5: a player with four cards draws a Three, has five, and may not draw on. "
        "1: exactly one card is drawn in every turn.",
    )
    minimum_draws: int = number(
        1,
        1,
        10,
        DRAWING,
        "cards that must be drawn in a full turn",
        source="rulebook, How to Play: a turn begins with one card drawn.",
        effect="In a full turn nobody may stop or store before this many cards have been drawn, "
        "whatever the hand size. Action cards count. An Action that ends the drawing (Ambush, a "
        "Hoard without a race) or the turn (Quarrel, Hoard) does so at once; after one that lets "
        "the drawer draw on, the missing cards are still compulsory. Mini-turns have no minimum.",
        example="2: a player with seven cards draws a One (8), must draw again, gets a Four (9), "
        "and stores or discards. Had the second card been an Ambush, it would have been resolved.",
    )
    discards: int = number(
        1,
        0,
        3,
        DRAWING,
        "cards discarded at the end of a turn",
        source="rulebook, How to Play: one.",
        effect="In each discard phase this many cards go to the Hoard pile one after another, each "
        "by the usual restrictions; fewer if the hand runs out. 0: nobody discards, and the Hoard "
        "pile stays empty unless hand_cap or false_slap_penalty puts cards there.",
        example="2: hand {L, 3}: the 3 must go first, then the Lead is alone and goes too.",
    )
    hand_cap: int = number(
        0,
        0,
        100,
        DRAWING,
        "cards a hand may hold after its own discard phase; 0: no limit",
        source="both texts: seven is where drawing stops, nobody discards down to it.",
        effect="A discard phase goes on, by the usual restrictions, until the hand holds at most "
        "this many cards. Hands grown in another player's turn are cut at their own next one.",
        example="7: the winner of a Hoard has 11 cards, stores three Twos (8), discards one (7), "
        "and is done; with 12 cards two would go.",
    )
    gold_alone: str = option(
        "gold_alone",
        DRAWING,
        "the Gold is the only card in hand at the discard: it goes, or it is kept",
        source="rulebook, How to Play: one card is discarded; its closing note on the Specials "
        "says that a last card is kept. The second value reads that note widely.",
    )
    store_mandatory: str = option(
        "store_mandatory",
        STORING,
        "in the store phase: may a complete set be held back, or must all be stored",
        source="rulebook, Storing Cards: a player may store; winners 'store'. Holding high cards "
        "back for a Quarrel is a real choice.",
    )
    set_size: int = number(
        3,
        2,
        6,
        STORING,
        "equal Number cards that make a set",
        source="rulebook, Storing Cards: three.",
        effect="Exactly this many equal Number cards are stored together.",
        example="2: hand {4, 4, 4}: one set of two Fours can be stored, one Four stays.",
    )
    set_scoring: str = choice(
        ("face", "sum", "square"),
        STORING,
        "points of a stored set: its value, the sum of its cards, or its value squared",
        source="rulebook, Storing Cards: the value of the card.",
        effect="face: a set of k is worth k. sum: k times set_size. square: k times k.",
        example="a set of three Fours: 4, 12 or 16 points.",
    )
    gold_points: int = number(
        5,
        -100,
        100,
        STORING,
        "points for holding the Gold at the end",
        source="rulebook, Special Cards: +5.",
        effect="Each Gold in a hand when the round is scored adds this.",
        example="10: stored {2, 2, 2}, hand {G}: 2 + 10 = 12.",
    )
    lead_points: int = number(
        -5,
        -100,
        100,
        STORING,
        "points for holding the Lead at the end",
        source="rulebook, Special Cards: −5.",
        effect="Each Lead in a hand when the round is scored adds this.",
        example="-10: stored {2, 2, 2}, hand {L}: 2 − 10 = −8.",
    )
    cards_left: str = choice(
        ("nothing", "minus_one_each", "minus_face"),
        STORING,
        "points lost for Number cards left in hand",
        source="rulebook, End of Game: unstored cards are worth nothing.",
        effect="When the round is scored, each Number card still in a hand costs nothing, one "
        "point, or its value. Gold and Lead count as always.",
        example="hand {G, 5, 5, 3} at the end, nothing stored: 5, 5 − 3 = 2 or 5 − 13 = −8.",
    )
    winter_store: str = option(
        "winter_store",
        STORING,
        "when the round ends: are complete sets in hand lost, or stored first",
        source="rulebook, Winter: the round ends on the spot.",
        effect="complete_sets: when the round ends, by Winter or otherwise, every complete set "
        "in every hand is stored before scoring. The Gold does not stand in.",
        example="Winter; A holds {5, 5, 5, 5, 2}: one set of Fives is stored, 5 points; the fourth "
        "Five and the Two stay in hand.",
    )
    quarrel_draw_next: str = option(
        "quarrel_draw_next",
        QUARREL,
        "after a Quarrel without a winner the drawer goes on with the turn, or stores",
        source="draft: a drawn Quarrel is cancelled and the player continues the turn. The "
        "rulebook and the website only say that the cards are returned.",
        borrowed="resume_turn in rulebook_2009 and website, from the draft",
    )
    quarrel_partial_tie: str = option(
        "quarrel_partial_tie",
        QUARREL,
        "tied players of whom exactly one has a card left: that one wins, or it is a draw",
        source="rulebook, Quarrel: those who match pick again until one card wins; a draw means "
        "that nobody won. What happens when only one of them can go on is not said.",
        borrowed="last_able_wins everywhere: common sense, no text decides it",
    )
    quarrel_single: str = option(
        "quarrel_single",
        QUARREL,
        "only one player holds cards: the Quarrel is cancelled, or that player wins it",
        source="rulebook, Quarrel: all players select a card; with a single player there is no "
        "contest.",
        borrowed="cancel everywhere: common sense, no text decides it",
    )
    quarrel_next: str = option(
        "quarrel_next",
        QUARREL,
        "whose full turn comes after a Quarrel that somebody won",
        source="rulebook, Quarrel: play goes on to the left of the winner.",
        effect="After the winner has stored and discarded, the next full turn is that of the "
        "winner's left neighbour, of the winner, or of the left neighbour of who drew the Quarrel.",
        example="A draws the Quarrel, C of A, B, C, D wins: next is D, C or B.",
    )
    hoard_eligible: str = option(
        "hoard_eligible",
        HOARD,
        "who may race for the Hoard pile",
        source="rulebook, Hoard (update of 12/2/08) and website: everyone except the player who "
        "drew the card. Draft: everyone.",
    )
    hoard_winner_draw: str = option(
        "hoard_winner_draw",
        HOARD,
        "the winner of the pile stores at once, or may first draw up to seven cards",
        source="rulebook, Hoard: take the pile, store, discard. Draft and website: the winner may "
        "draw up to seven first (one card at a time, draw or stop, as the player whose turn it "
        "is).",
    )
    hoard_empty: str = option(
        "hoard_empty",
        HOARD,
        "a Hoard with no pile: the drawer stores, draws on, or all race for the turn alone",
        source="no text says it. There is no pile to put a hand on, and an Action has stopped the "
        "drawing.",
        effect="fizzle_resume: the drawer goes on drawing. race_for_turn: everybody eligible races "
        "as for a pile; the winner takes nothing, but has the mini-turn and what follows it.",
        example="race_for_turn: A draws a Hoard in the first turn; C is first, may store, "
        "discards, and D is next.",
        borrowed="fizzle_store everywhere: common sense, no text decides it",
    )
    hoard_mode: str = choice(
        ("slap",),
        HOARD,
        "how the pile is won",
        source="rulebook and draft: first hand on the pile. That the rulebook lets the Gold "
        "replace a card 'during a Hoard' is the trace of an older Hoard played with cards, which "
        "cannot be recovered.",
    )
    hoard_next: str = option(
        "hoard_next",
        HOARD,
        "whose full turn comes after a Hoard that somebody won",
        source="rulebook, Hoard: clockwise from the winner. Draft: continues from the player who "
        "won, who has already stored and discarded; winner_again reads that as another turn.",
        effect="left_of_drawer, a house rule: after the winner has stored and discarded, play goes "
        "on to the left of who drew the Hoard.",
        example="A draws the Hoard, C of A, B, C, D wins: next is D, C or B.",
    )
    hoard_visibility: str = option(
        "hoard_visibility",
        HOARD,
        "do the cards of the Hoard pile lie face up or face down",
        source="website: discards go face down. Rulebook and draft do not say.",
        borrowed="face_up in rulebook_2009 and wikipedia_draft: no text decides it",
    )
    slap_race: str = option(
        "slap_race",
        HOARD,
        "how it is decided who is first at the pile: by speeds, or by reaction times",
        source="rulebook, Hoard: the first hand on the pile. The model is ours.",
        effect="exponential: player i is first with probability s_i / Σ s_j over those who race "
        "(Luce's choice; s is the trait slap_speed, for the drawer times drawer_speed_factor). "
        "ex_gaussian: everybody's time is N(reaction_mean, reaction_sd) + Exp(reaction_tail) ms, "
        "the drawer's divided by drawer_speed_factor; the shortest wins.",
        example="speeds 2, 1, 1: the first player wins half of the races.",
    )
    false_slap_penalty: str = option(
        "false_slap_penalty",
        HOARD,
        "what a slap at a card that is no Hoard costs",
        source="no printed rule; a fan app takes the highest card.",
        effect="At each Quarrel, Ambush or Whirlwind turned up in play, before it is resolved, "
        "every player but the drawer slaps with the probability of the trait false_slap_rate, "
        "clockwise. random_card: one random card of the hand goes on the Hoard pile; "
        "highest_card: the highest Number card does; sit_out: that player may not race at the next "
        "Hoard with a race. An empty hand (or one without a Number card) pays nothing.",
        example="highest_card, hand {G, 5, 2}: the Five goes on the pile, the Gold stays.",
    )
    after_ambush: str = option(
        "after_ambush",
        AMBUSH,
        "after an Ambush the drawer stores and discards, or may draw on",
        source="rulebook, How to Play: drawing stops when an Action card comes, and only Whirlwind "
        "says that the player draws on. Draft and website: store and discard.",
        borrowed="store_discard in rulebook_2009, from the draft and the website",
    )
    whirlwind_then: str = choice(
        ("resume_draw",),
        AMBUSH,
        "what the drawer does after a Whirlwind",
        source="rulebook and draft: all hands are dealt out again, and the player draws on.",
    )
    gold_in_hoard: str = option(
        "gold_in_hoard",
        SPECIALS,
        "may the winner of a Hoard use the Gold as a Number card",
        source="rulebook, Gold Acorn: it may replace a Number card during a Quarrel or a Hoard. "
        "Draft and website mention the Quarrel only; a slap uses no card.",
        effect="wild_in_match: once in the mini-turn of a Hoard winner, a set may be stored in "
        "which the Gold stands for one Number card. It scores as a set of its Number cards. The "
        "Gold is lost then, unless it was the last card in hand.",
        example="the winner holds {G, 5, 5, 2}, stores 5, 5, G for 5 points, and holds {2}; the "
        "Gold is lost. With {G, 5, 5} it would have been the last card and would be kept.",
    )
    gold_lost_scope: str = option(
        "gold_lost_scope",
        SPECIALS,
        "a lost Gold is out of this round, or of the whole match",
        source="draft: out of the round. Rulebook and website: for the rest of the game; but the "
        "rulebook also says that Winter ends 'the game' when it ends the round.",
        borrowed="round in rulebook_2009 and website: the rulebook uses 'game' for a round",
    )
    gold_discardable: str = option(
        "gold_discardable",
        SPECIALS,
        "the Gold may be discarded freely, or only as the only card in hand",
        source="rulebook, Special Cards: only the Lead is restricted, and the closing note "
        "presupposes that the Gold could be the forced discard. A fan app allows it only as the "
        "last card.",
    )
    lead_rank: str = option(
        "lead_rank",
        SPECIALS,
        "the Lead in a Quarrel: the lowest card, or not playable while there is another",
        source="draft: the lowest card. Rulebook: implied, since it can be passed in a Quarrel.",
        borrowed="lowest in rulebook_2009 and website, from the draft",
        effect="not_playable_unless_last: who holds any other card may not show the Lead.",
        example="hand {L, 1}: only the One may be shown; hand {L}: the Lead.",
    )
    lead_transfer: str = choice(
        ("quarrel_whirlwind_ambush_plus_hoard",),
        SPECIALS,
        "how the Lead changes hands",
        source="rulebook, Lead Acorn: by Quarrel, Whirlwind and Ambush; but it may be discarded as "
        "a last card, so a Hoard pile can hold it, and goes to the winner as it is.",
    )
    empty_hand_discard: str = choice(
        ("skip",),
        DRAWING,
        "what a player without cards discards",
        source="website: nothing. The other texts are silent.",
        borrowed="skip in rulebook_2009 and wikipedia_draft: nothing else is possible",
    )
    starting_hand: int = number(
        7,
        1,
        24,
        SETUP,
        "cards dealt to each player",
        source="rulebook, Game Setup: seven.",
        effect="Hands are completed to this many cards.",
        example="5: with four players 20 non-Action cards are dealt.",
    )
    setup_hand: str = option(
        "setup_hand",
        SETUP,
        "may a starting hand hold the Gold and the Lead, or Number cards only",
        source="rulebook, Game Setup: Number or Special cards. Draft: seven cards of the colour "
        "that Actions do not have. A fan app deals Number cards only.",
        effect="numbers_only: a Gold or Lead turned up is put aside and replaced like an Action.",
        example="numbers_only: the seventh card turned up for A is the Gold; it is put aside, and "
        "out of the round unless the cards put aside go back.",
    )
    setup_winter: str = option(
        "setup_winter",
        SETUP,
        "Winter came up in the setup: do all cards put aside go back, or only Winter",
        source="rulebook, Game Setup: the deck is reshuffled; how much of it goes back is not "
        "said. The draft is silent. Two reviews put everything back.",
        borrowed="reshuffle_all everywhere, from public practice",
    )
    setup_discards: str = option(
        "setup_discards",
        SETUP,
        "Winter did not come up: are cards put aside out of the round, or shuffled back",
        source="rulebook and draft: discarded.",
        effect="shuffle_back: cards put aside are shuffled into the deck before the first turn. If "
        "Winter came up, setup_winter says what goes back.",
        example="shuffle_back, four players, seven Actions turned up: the deck has 92 cards, "
        "not 85.",
    )
    winter_place: str = option(
        "winter_place",
        SETUP,
        "where in the deck Winter lies",
        source="rulebook, Game Setup: anywhere, the deck is shuffled as a whole.",
        effect="lower_half, lower_third: Winter is put aside while the hands are dealt, so it "
        "never comes up in the setup. Of the m cards left, Winter among them, the last m // 2 "
        "(m // 3) are then shuffled with Winter in them; with several Winters at least their "
        "number.",
        example="lower_half, four players, no Action turned up: m = 92, so Winter is one of the "
        "last 46 cards; the first 46 draws of the round cannot end it.",
    )
    deck_exhausted: str = option(
        "deck_exhausted",
        SETUP,
        "a deck without Winter has run out: the round ends, or the Discard pile is the new deck",
        source="cannot occur with the printed deck.",
        effect="end_round: a turn or draw that finds no card ends the round. reshuffle_discard: "
        "the Action cards played and those put aside in the setup are shuffled and become the "
        "deck (lost Golds stay out); if there are none, or this has happened a hundred times, the "
        "round ends, the latter as truncated.",
        example="winters=0, four players: when the deck has run out and eight Quarrels have been "
        "played, those eight are among the new deck.",
    )
    max_turns_per_round: int = number(
        1000,
        1,
        1000,
        SETUP,
        "full turns after which a round is cut",
        source="no printed rule. With Winter in the deck no round is longer than 106 full turns.",
        effect="When this many full turns have been played, the round is scored as it stands and "
        "marked truncated.",
        example="50: a round in which Winter has not come in fifty full turns ends there.",
    )
    target_score: int = number(
        50,
        1,
        10_000,
        MATCH,
        "total at which a match ends",
        source="rulebook and draft: such as 50 or 100. Website: such as 50.",
        effect="A match ends with the round after which a total is at least this.",
        example="50: totals 48 and 49 become 55 and 57; the match is over.",
    )
    target_multi: str = option(
        "target_multi",
        MATCH,
        "several players reach the target in one round: who wins",
        source="no text says it; scores are counted at the end of a round, so all arrive at once.",
        effect="highest_total: the highest total, shared if tied. first_in_turn_order: of those at "
        "the target, who sat first in the round just played. shared: all at the target. "
        "play_on_if_tied: the highest total; if tied for it, another round.",
        borrowed="highest_total everywhere: common sense, no text decides it",
    )
    next_dealer: str = option(
        "next_dealer",
        MATCH,
        "who deals the next round",
        source="rulebook and website: the winner of the round; tied, the one with the highest "
        "total. The draft is silent.",
        borrowed="round_winner in wikipedia_draft, from the rulebook; a tie in both is drawn",
    )
    match_rounds: int = number(
        0,
        0,
        500,
        MATCH,
        "rounds of a match of fixed length; 0: to the target",
        source="rulebook: to a target.",
        effect="A match ends after exactly this many rounds, whatever the totals; the highest "
        "total wins, ties are shared.",
        example="3: totals 12, 20, 20, 5 after three rounds; two players share the match.",
    )
    max_rounds: int = number(
        500,
        1,
        1000,
        MATCH,
        "rounds after which a match to a target is cut",
        source="no printed rule.",
        effect="After this many rounds the highest total wins, ties are shared, and the match is "
        "marked truncated.",
        example="a match whose target nobody can reach ends after 500 rounds.",
    )
    ones: int = copies(L.ONE)
    twos: int = copies(L.TWO)
    threes: int = copies(L.THREE)
    fours: int = copies(L.FOUR)
    fives: int = copies(L.FIVE)
    golds: int = copies(L.GOLD)
    leads: int = copies(L.LEAD)
    quarrels: int = copies(L.QUARREL)
    hoards: int = copies(L.HOARD)
    ambushes: int = copies(L.AMBUSH)
    whirlwinds: int = copies(L.WHIRLWIND)
    winters: int = copies(L.WINTER)

    @property
    def counts(self) -> tuple[int, ...]:
        """Copies in the deck by kind."""
        return (
            *(self.ones, self.twos, self.threes, self.fours, self.fives, self.golds, self.leads),
            *(self.quarrels, self.hoards, self.ambushes, self.whirlwinds, self.winters),
        )

    def check(self) -> None:
        """Refuse values that exclude each other."""
        for fault, reason in contradictions(self):
            if fault:
                raise UsageError(f"these rules contradict themselves: {reason}")

    def check_seats(self, seats: int) -> None:
        """Refuse a table for which the deck is too small.

        Raises
        ------
        UsageError
            If the starting hands cannot be dealt.
        """
        check_seats(self, seats)

    def hand_shape(self) -> tuple[int, int, int]:
        """Cards that a seat is dealt before its hand, cards of the hand, kinds that it may have."""
        numbers_only = self.setup_hand == "numbers_only"
        return 0, self.starting_hand, L.NUMBER_KINDS if numbers_only else L.HAND_KINDS

    def record(self) -> np.ndarray:
        """The rules as the kernel's record.

        Returns
        -------
        record : RULES (1,)
        """
        return rules_record(self)


PRESETS = {
    "rulebook_2009": Rules(),
    "wikipedia_draft": Rules(
        draw_rule="optional", hoard_eligible="all", hoard_winner_draw="optional_to_7"
    ),
    "website": Rules(
        draw_rule="optional", hoard_winner_draw="optional_to_7", hoard_visibility="face_down"
    ),
}

PRESET_NOTES = {
    "rulebook_2009": "the publisher's rules of 2007 with the updates of 12/2/08 and 6/28/09",
    "wikipedia_draft": "a description on a Wikipedia user page",
    "website": "the publisher's later rules page, not part of the printed game",
}
