"""Rules of Squirrels: The Card Game as data: each field says which printed sentence it interprets.

*Rulebook* is the publisher's; sentences are paraphrased. House rules have no printed sentence: they
say exactly what they change, and show it in a worked case. *Public rules of Swoop* are what the
preset ``swoop_like`` takes from a relative of the game; it is not the official game.

Questions with one answer only are no fields: whoever can play nothing on an open table passes, a
skipped player can be pushed to, no card is played together with a Blind Card that is still face
down, a turn lost to a Skip counts as the final turn, a top may be played whatever it is, and a Wild
that goes to a hand is a Wild again. ``docs/squirrels.md`` lists them as rulings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games._rules import RulesBase, choice, flag, number
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._deck_texts import deck_texts
from squirrelstats.games.squirrels._rules_checks import check_seats, contradictions
from squirrelstats.games.squirrels._rules_record import rules_record

PLAYING, SPECIALS, BLIND = "playing cards", "Push and Skip", "Blind Cards"
ENDING, SCORING, SETUP, MATCH, DECK = "end of the round", "scoring", "setup", "match", "deck"
SWOOP = "in swoop_like, from public rules of Swoop"


def option(name: str, group: str, meaning: str, **texts: str) -> Any:
    """A field whose values stand in the layout."""
    return choice(L.OPTION_VALUES[name], group, meaning, **texts)


def copies(kind: int) -> Any:
    """Number of cards of a kind in the deck."""
    meaning = f"copies of the {L.KIND_TITLES[kind]}"
    return number(L.PRINTED_COUNTS[kind], 0, 127, DECK, meaning, **deck_texts(kind))


def special_points(kind: int, example: str) -> Any:
    """Points of a special card left over."""
    title = L.KIND_TITLES[kind]
    return number(
        20,
        0,
        100,
        SCORING,
        f"points of a {title} left over",
        source="rulebook, Scoring: Wild, Push, Skip and Squirrel count 20 each.",
        effect=f"Each {title} held when the round ends, in hand or in a stack, counts this.",
        example=example,
        borrowed=f"50 {SWOOP}",
    )


@dataclass(frozen=True, repr=False)
class Rules(RulesBase):
    """The rules of one way to play Squirrels. The defaults are the preset ``official``.

    Raises
    ------
    UsageError
        If a value is not one of the allowed ones, or values exclude each other.

    Examples
    --------
    >>> Rules(final_turns=False, clear_size=3).changes()
    {'clear_size': 3, 'final_turns': False}
    """

    wild_in_sets: bool = flag(
        True,
        PLAYING,
        "may a Wild be played together with other cards",
        source="rulebook, Wild Card: it works exactly like the Number card that it is declared to "
        "be.",
        effect="false: a Wild from the hand or a top is a play by itself. Cards laid as Number "
        "cards take no Wild along, a Wild takes no other card along.",
        example="pile [9], hand {7, W, W}: true allows 7 + W + W as three Sevens; false allows the "
        "7, or one W.",
    )
    wild_can_complete_four: bool = flag(
        True,
        PLAYING,
        "may a Wild be the card that completes the run which clears the pile",
        source="rulebook, Wild Card and Number Cards: a Wild works like its number, and four of a "
        "number clear the pile.",
        effect="false: a Wild that would make the run exactly clear_size long is illegal, in a "
        "play as well as alone or turned up as a Blind Card. Wilds among the earlier cards are no "
        "hindrance.",
        example="pile [6, 6, 6], hand {W, 2}: the W cannot be a Six, but may be declared 1 to 5. "
        "Pile [6, 6], hand {W, 6}: W, then 6, clears; 6, then W, is illegal.",
    )
    natural_fours: bool = flag(
        False,
        PLAYING,
        "must every card of a run that clears the pile be a Number card",
        source="rulebook, Wild Card: a Wild works exactly like its number, so it counts.",
        effect="true: a run with a Wild in it clears nothing. Under four_limit=exact4 no card may "
        "be laid that would make such a run clear_size long, so a Wild can never complete one, and "
        "wild_can_complete_four changes nothing; under four_or_more the run grows on.",
        example="pile [6, 6, W as 6], hand {6, 3}: the 6 is illegal, the 3 is not. four_or_more: "
        "the 6 is legal, and the pile of four stays.",
    )
    four_limit: str = option(
        "four_limit",
        PLAYING,
        "may a play add cards beyond those that clear the pile",
        source="rulebook, Number Cards: once four cards have the same value no other card can be "
        "placed on top.",
        effect="four_or_more: a play goes on after the fourth card for as long as its player adds "
        "cards; when it is closed the pile is cleared if the run is four or more. A Blind Card "
        "that makes four may be added to, too.",
        example="pile [8, 8], hand {8, 8, 8}: exact4 allows two; four_or_more allows all three, "
        "five Eights are cleared.",
        borrowed=f"four_or_more {SWOOP}",
    )
    clear_size: int = number(
        4,
        3,
        5,
        PLAYING,
        "equal cards on top that clear the pile",
        source="rulebook, Number Cards: four.",
        effect="This number stands for the four everywhere. A deck in which no value has so many "
        "copies is allowed: piles are then cleared by Squirrels alone.",
        example="3: pile [10, 7], play 7, 7: three Sevens, the pile of four cards is cleared.",
    )
    equal_allowed: bool = flag(
        True,
        PLAYING,
        "may a card equal to the top be played, or must it be lower",
        source="rulebook, Number Cards: equal to the card below, or lower.",
        effect="false: the first card of a play, a declared Wild and a Blind Card must be lower "
        "than the top. Equal cards still go down together in one play.",
        example="false, pile [7]: 7 is illegal; 6, 6 is legal. A Blind 7 is too high.",
    )
    higher_card: str = option(
        "higher_card",
        PLAYING,
        "may a Number card that does not fit be played, for the pile",
        source="rulebook, Number Cards: it cannot be placed.",
        effect="pick_up: any Number card that does not fit may be played from hand or top. Pile "
        "and card go to the hand, and the turn is over.",
        example="pile [5, 5], top 9 of a stack: playing it takes 5, 5 and 9 into the hand, and the "
        "card below it, too.",
        borrowed=f"pick_up {SWOOP}",
    )
    clear_ends_turn: bool = flag(
        False,
        PLAYING,
        "does clearing the pile by a run end the turn",
        source="rulebook, Number Cards: who clears the pile takes another Action.",
        effect="true: after a run has cleared the pile the turn is over.",
        example="true, pile [8, 8, 8]: A plays an 8, the pile is cleared, B has an open table.",
    )
    squirrel_ends_turn: bool = flag(
        False,
        PLAYING,
        "does a Squirrel end the turn",
        source="rulebook, Squirrel Card: who plays it takes another Action.",
        effect="true: after a Squirrel, also one turned up as a Blind Card, the turn is over.",
        example="true, pile [9, 2]: A plays a Squirrel, the pile is cleared, B has an open table.",
    )
    voluntary_pickup: bool = flag(
        True,
        PLAYING,
        "may a player who could play pick up the pile instead",
        source="rulebook, Number Cards: to save cards for later, a player can pick up the pile.",
        effect="false: the pile may be picked up only if no card can be played. A Blind Card can "
        "always be turned up.",
        example="false, pile [3], hand {2, 9}: the 2 must be played. Hand {9}, no Blind Card: the "
        "pile is picked up.",
    )
    self_target: bool = flag(
        False,
        SPECIALS,
        "may Push and Skip be aimed at oneself",
        source="rulebook, Push Card and Skip Card: a player of one's choice; the note on two "
        "players in Ending the Round excludes oneself, since the second player can neither push "
        "nor skip.",
        effect="true: oneself is a target of Push and Skip, by the same conditions.",
        example="true, A is safe, B has the final turn, pile [2], hand {P, S}: B may push the 2 to "
        "B, or lay the Skip in front of B.",
    )
    push_target: str = option(
        "push_target",
        SPECIALS,
        "at whom a Push may be aimed",
        source="rulebook, Push Card: a player of one's choice.",
        effect="next_player: only the left neighbour can be pushed to; if that player is safe, "
        "nobody can.",
        example="next_player, A of A, B, C: the pile goes to B, whatever C holds.",
    )
    push_needs_pile: bool = flag(
        False,
        SPECIALS,
        "does a Push need a pile to push",
        source="rulebook, Push Card: it can be used without a pile, and is simply discarded.",
        effect="true: on an open table a Push cannot be played, and one that was a Blind Card is "
        "treated as blind_unusable says.",
        example="true, open table, hand {P, 4}: the 4 must be played.",
    )
    push_no_target_pile: str = option(
        "push_no_target_pile",
        SPECIALS,
        "a Push with a pile on the table but nobody to push it to",
        source="rulebook, note in Ending the Round: of two players the second cannot push to the "
        "first, who is safe.",
        effect="discard_no_effect: the Push may be played; it goes out of play, the pile stays, "
        "the turn is over.",
        example="two players, A is safe, pile [4], B holds {P}: illegal: B picks up, 24 points. "
        "discard_no_effect: B plays the Push, 0 points.",
    )
    skip_target: str = option(
        "skip_target",
        SPECIALS,
        "at whom a Skip may be aimed",
        source="rulebook, Skip Card: a player of one's choice.",
        effect="next_player: only the left neighbour can be skipped; if that player is safe or has "
        "a Skip in front, nobody can.",
        example="next_player, A of A, B, C: B loses the next turn, C has the table.",
    )
    skip_stack: bool = flag(
        False,
        SPECIALS,
        "may several Skips lie in front of a player",
        source="rulebook, Skip Card: only one at a time.",
        effect="true: a Skip in front is no hindrance to another. Each turn of that player removes "
        "one and is lost.",
        example="true: A and B both skip C, who loses two turns.",
    )
    skip_no_target: str = option(
        "skip_no_target",
        SPECIALS,
        "a Skip with nobody to skip",
        source="rulebook, note in Ending the Round: of two players the second cannot skip the "
        "first, who is safe, and keeps the card.",
        effect="discard_no_effect: the Skip may be played; it goes out of play, the turn is over.",
        example="two players, A is safe, open table, B holds {S}: illegal: B passes, 20 points. "
        "discard_no_effect: B plays the Skip, 0 points.",
    )
    blind_add_wild: bool = flag(
        True,
        BLIND,
        "may Wilds be added to a Blind Card that fits",
        source="rulebook, Stacks of Cards: active Number cards that match can be added; Wild Card: "
        "a Wild works like its number.",
        effect="false: only Number cards are added to a Blind Card, also to a Wild that was one.",
        example="pile [5], Blind Card 4, hand {4, W}: the 4 may be added; the W only under true.",
    )
    blind_wild_value: str = option(
        "blind_wild_value",
        BLIND,
        "what a Wild that was a Blind Card may be declared",
        source="rulebook, Wild Card: its player declares the value. That it must fit is a ruling.",
        effect="any: every value may be declared; one that does not fit takes the pile and the "
        "Wild into the hand, as a Blind Card that is too high.",
        example="pile [3, 3], Blind Card W declared 9 under any: 3, 3 and W go to the hand.",
    )
    blind_unusable: str = option(
        "blind_unusable",
        BLIND,
        "a Push or Skip turned up that cannot be used",
        source="the rulebook is silent; its note on two players in Ending the Round makes the "
        "player keep cards that cannot be used.",
        effect="retain_in_hand: the card goes to the hand and the pile stays. discard_no_effect: "
        "the card goes out of play and the pile stays. pickup_pile: pile and card go to the hand. "
        "The turn is over.",
        example="two players, A is safe, pile [4, 4], B turns up a Skip: B has it in hand, or it "
        "is gone, or B has S, 4, 4 in hand.",
    )
    blind_loss_includes_blind: bool = flag(
        True,
        BLIND,
        "does a Blind Card that is too high go to the hand with the pile",
        source="rulebook, Stacks of Cards: the entire pile, on which it was placed.",
        effect="false: the pile goes to the hand, the Blind Card out of play.",
        example="pile [5], Blind Card 8: the 5 and the 8 go to the hand; false: the 5 alone.",
    )
    final_turns: bool = flag(
        True,
        ENDING,
        "does everybody else get one more turn",
        source="rulebook, Ending the Round: each other player gets one more turn.",
        effect="false: the round ends with the turn in which somebody is out.",
        example="false: A plays the last card; B, with a 2 in hand, scores 2.",
        borrowed=f"false {SWOOP}",
    )
    final_turn_must_pickup: bool = flag(
        True,
        ENDING,
        "must the pile be picked up in a final turn without a play",
        source="rulebook, Basic Gameplay: play a card or pick up the pile; a final turn is a turn.",
        effect="false: in a final turn there is no pick-up but as the price of a card. Who plays "
        "nothing passes, and the pile stays; with a card to play only under voluntary_pickup, and "
        "never on an open table.",
        example="A is safe, pile [2], B holds {9}: B picks up, 11 points; false: B passes, 9 "
        "points.",
    )
    max_turns_per_round: int = number(
        1000,
        1,
        10_000,
        ENDING,
        "turns after which a round is cut, skipped ones included",
        source="no printed rule.",
        effect="When this many turns are over the round stops: nobody is safe, all score what they "
        "hold, the lowest score wins, ties share, and the round is marked truncated.",
        example="50: a round in which nobody has run out of cards in fifty turns is scored then.",
    )
    wild_points: int = special_points(L.WILD, "50: hand {7, W}: 57 points.")
    push_points: int = special_points(L.PUSH, "10: hand {P, P, 1}: 21 points.")
    skip_points: int = special_points(L.SKIP, "0: hand {S, 9}: 9 points.")
    squirrel_points: int = special_points(L.SQUIRREL, "25: hand {7, 1, S, Q, Q}: 78 points.")
    face_down_factor: int = number(
        1,
        0,
        3,
        SCORING,
        "what the points of cards still face down are multiplied by",
        source="rulebook, Scoring: all cards remaining in the stacks count, once.",
        effect="Each card that is face down when the round ends counts this many times its points. "
        "Hand and tops count once.",
        example="2: hand {3}, top 4, below it 9 and W: 3 + 4 + 2 × 29 = 65 points.",
    )
    first_out_bonus: int = number(
        0,
        0,
        100,
        SCORING,
        "points that the player who is out first takes off the total",
        source="rulebook, Scoring: the first player out has 0 points.",
        effect="The safe player scores minus this many points.",
        example="10: A is out first, total 35: 25 after the round.",
    )
    hand_size: int = number(
        8,
        1,
        40,
        SETUP,
        "cards in the opening hand",
        source="rulebook, Set Up: eight of the twenty cards are held in hand.",
        effect="Everybody gets this many cards beside the stacks.",
        example="5: 17 cards each, 68 for four players; 94 are not dealt.",
        borrowed=f"11 {SWOOP}",
    )
    stacks: int = number(
        4,
        2,
        6,
        SETUP,
        "stacks of each player",
        source="rulebook, Set Up: four.",
        effect="Everybody has this many stacks.",
        example="2: 6 cards in stacks and 8 in hand; two Blind Cards each.",
    )
    depth: int = number(
        3,
        2,
        4,
        SETUP,
        "cards in a stack, the top one face up",
        source="rulebook, Set Up: two cards face down and one face up.",
        effect="The top is face up, the others face down. When the top is played all face-down "
        "cards but the last go to the hand; the last is the Blind Card.",
        example="4: when the top has been played two cards go to the hand. 2: none does.",
        borrowed=f"2 {SWOOP}",
    )
    swap_tops: bool = flag(
        False,
        SETUP,
        "may players exchange tops for cards of their hand before the first turn",
        source="no printed rule.",
        effect="true: after the deal each player in turn, from the one who starts, may take tops "
        "into the hand, each stack once, and lay a card of the hand face up in its place.",
        example="true: top 2, hand {10, …}: the 10 becomes the top, the 2 goes to the hand, and "
        "all have seen it.",
    )
    draw_to: int = number(
        0,
        0,
        20,
        SETUP,
        "hand size to which players draw from the undealt cards; 0: never",
        source="rulebook, Set Up: the remaining cards are not used.",
        effect="When an own turn is over that was not skipped, its player draws undealt cards "
        "until there are this many in hand or none left to draw. If a player has no card at all "
        "and is to take another Action, the same happens then. Nobody is out before that.",
        example="5: A plays three cards of a hand of six and draws two. When the undealt cards "
        "have run out, everything is as printed.",
    )
    leftover_visible: bool = flag(
        False,
        SETUP,
        "do all see the cards that are not dealt",
        source="rulebook, Set Up: they are discarded; whether they are shown it does not say.",
        effect="true: everybody knows which cards are not in the round.",
        example="true, four players: 82 cards are seen; if all 18 Squirrels are among them, no "
        "Blind Card is one.",
    )
    discard_public: bool = flag(
        True,
        SETUP,
        "may everybody look through the cards out of play",
        source="the rulebook is silent; what is cleared was face up.",
        effect="false: cards out of play are no longer shown. Who wants to know them must "
        "remember.",
        example="false: ten Tens have been cleared; a policy sees 12 Tens less those it holds and "
        "those on the table as unseen.",
    )
    match_rounds: int = number(
        3,
        0,
        100,
        MATCH,
        "rounds of a match; 0: to target_points",
        source="rulebook, Object of the Game: three rounds, or another number by agreement.",
        effect="A match ends after this many rounds; the lowest total wins. 0: it ends with the "
        "round in which a total reaches target_points.",
        example="1: the round decides. 3: rounds of 0, 30, 12 and 25, 0, 15 points: 42 against 40, "
        "the second player wins.",
        borrowed=f"0 {SWOOP}",
    )
    target_points: int = number(
        300,
        1,
        10_000,
        MATCH,
        "points that end a match when a player has them (match_rounds=0)",
        source="no printed rule: the number of rounds is agreed.",
        effect="With match_rounds=0 a match ends with the round after which a total is at least "
        "this. The lowest total wins, ties as after a fixed number of rounds.",
        example="200: totals 190, 60, 120 become 205, 60, 140: over, the second player wins.",
        borrowed=f"300 {SWOOP}",
    )
    max_rounds: int = number(
        500,
        1,
        10_000,
        MATCH,
        "rounds after which a match is cut",
        source="no printed rule.",
        effect="After this many rounds a match to target_points is over: the lowest total wins, "
        "and the match is marked truncated.",
        example="10: a match to 300 in which nobody has them after ten rounds is decided then.",
    )
    final_tie_first_out: bool = flag(
        True,
        MATCH,
        "does being out first in the last round break a tie between equal totals",
        source="rulebook, Ending the Round and Scoring: the first player out always has the lowest "
        "score of the round; a tie of totals goes to the lower score in the final round.",
        effect="true: of players with equal totals and equal scores in the last round, the one who "
        "was out first in it wins. false: they share.",
        example="totals 50, 50; in the last round A was out first, B had 0 points in the final "
        "turn: A wins; false: half a match each.",
    )
    starter_next_round: str = option(
        "starter_next_round",
        MATCH,
        "who starts the next round",
        source="rulebook, Set Up: the player with the highest total; ties by lot.",
        effect="lowest_total: the player with the lowest total. rotate: the left neighbour of the "
        "last starter. first_out: the player who was out first; after a cut round the one with the "
        "lowest score. Ties by lot.",
        example="seats A, B, C; A started; totals 40, 12, 30; C was out first: A, or B, or B, or "
        "C.",
    )
    ones: int = copies(L.ONE)
    twos: int = copies(L.TWO)
    threes: int = copies(L.THREE)
    fours: int = copies(L.FOUR)
    fives: int = copies(L.FIVE)
    sixes: int = copies(L.SIX)
    sevens: int = copies(L.SEVEN)
    eights: int = copies(L.EIGHT)
    nines: int = copies(L.NINE)
    tens: int = copies(L.TEN)
    wilds: int = copies(L.WILD)
    pushes: int = copies(L.PUSH)
    skips: int = copies(L.SKIP)
    squirrels: int = copies(L.SQUIRREL)

    @property
    def counts(self) -> tuple[int, ...]:
        """Copies in the deck by kind."""
        return (
            *(self.ones, self.twos, self.threes, self.fours, self.fives, self.sixes, self.sevens),
            *(self.eights, self.nines, self.tens),
            *(self.wilds, self.pushes, self.skips, self.squirrels),
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
            If the cards cannot be dealt.
        """
        check_seats(self, seats)

    def hand_shape(self) -> tuple[int, int, int]:
        """Cards that a seat is dealt before its hand, cards of the hand, kinds that it may have."""
        return self.stacks * self.depth, self.hand_size, len(L.KINDS)

    def record(self) -> np.ndarray:
        """The rules as the kernel's record.

        Returns
        -------
        record : RULES (1,)
        """
        return rules_record(self)


PRESETS = {
    "official": Rules(),
    "swoop_like": Rules(
        depth=2,
        hand_size=11,
        four_limit="four_or_more",
        higher_card="pick_up",
        final_turns=False,
        wild_points=50,
        push_points=50,
        skip_points=50,
        squirrel_points=50,
        match_rounds=0,
        target_points=300,
    ),
}

PRESET_NOTES = {
    "official": "the publisher's rulebook",
    "swoop_like": "not the official game: cards of Squirrels by public rules of Swoop, a relative",
}
