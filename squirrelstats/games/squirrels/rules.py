"""Rules of Squirrels: The Card Game as data: fields say which printed sentence they interpret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games._rules import RulesBase, choice, flag, number
from squirrelstats.games.squirrels import layout as L

PLAYING, SPECIALS, BLIND = "playing cards", "Push and Skip", "Blind Cards"
ENDING, SCORING, SETUP, MATCH, DECK = "end of the round", "scoring", "setup", "match", "deck"


def option(name: str, group: str, meaning: str, **texts: str) -> Any:
    """A field whose values stand in the layout."""
    return choice(L.OPTION_VALUES[name], group, meaning, **texts)


def copies(kind: int) -> Any:
    """Number of cards of a kind in the deck."""
    return number(L.PRINTED_COUNTS[kind], 0, 127, DECK, f"copies of the {L.KIND_TITLES[kind]}")


@dataclass(frozen=True)
class Rules(RulesBase):
    """The rules of one way to play Squirrels. The defaults are the preset ``official``."""

    wild_in_sets: bool = flag(True, PLAYING, "may a Wild be played together with other cards")
    wild_can_complete_four: bool = flag(
        True, PLAYING, "may a Wild be the card that completes the run which clears the pile"
    )
    natural_fours: bool = flag(
        False, PLAYING, "must every card of a run that clears the pile be a Number card"
    )
    four_limit: str = option(
        "four_limit", PLAYING, "may a play add cards beyond those that clear the pile"
    )
    clear_size: int = number(4, 3, 5, PLAYING, "equal cards on top that clear the pile")
    equal_allowed: bool = flag(
        True, PLAYING, "may a card equal to the top be played, or must it be lower"
    )
    higher_card: str = option(
        "higher_card",
        PLAYING,
        "may a Number card that does not fit be played, for the pile",
    )
    clear_ends_turn: bool = flag(False, PLAYING, "does clearing the pile by a run end the turn")
    squirrel_ends_turn: bool = flag(False, PLAYING, "does a Squirrel end the turn")
    voluntary_pickup: bool = flag(
        True, PLAYING, "may a player who could play pick up the pile instead"
    )
    self_target: bool = flag(False, SPECIALS, "may Push and Skip be aimed at oneself")
    push_target: str = option("push_target", SPECIALS, "at whom a Push may be aimed")
    push_needs_pile: bool = flag(False, SPECIALS, "does a Push need a pile to push")
    push_no_target_pile: str = option(
        "push_no_target_pile", SPECIALS, "a Push with a pile on the table but nobody to push it to"
    )
    skip_target: str = option("skip_target", SPECIALS, "at whom a Skip may be aimed")
    skip_stack: bool = flag(False, SPECIALS, "may several Skips lie in front of a player")
    skip_no_target: str = option("skip_no_target", SPECIALS, "a Skip with nobody to skip")
    blind_add_wild: bool = flag(True, BLIND, "may Wilds be added to a Blind Card that fits")
    blind_wild_value: str = option(
        "blind_wild_value", BLIND, "what a Wild that was a Blind Card may be declared"
    )
    blind_unusable: str = option(
        "blind_unusable", BLIND, "a Push or Skip turned up that cannot be used"
    )
    blind_loss_includes_blind: bool = flag(
        True, BLIND, "does a Blind Card that is too high go to the hand with the pile"
    )
    final_turns: bool = flag(True, ENDING, "does everybody else get one more turn")
    final_turn_must_pickup: bool = flag(
        True, ENDING, "must the pile be picked up in a final turn without a play"
    )
    max_turns_per_round: int = number(
        1000, 1, 10_000, ENDING, "turns after which a round is cut, skipped ones included"
    )
    wild_points: int = number(20, 0, 100, SCORING, "points of a Wild left over")
    push_points: int = number(20, 0, 100, SCORING, "points of a Push left over")
    skip_points: int = number(20, 0, 100, SCORING, "points of a Skip left over")
    squirrel_points: int = number(20, 0, 100, SCORING, "points of a Squirrel left over")
    face_down_factor: int = number(
        1, 0, 3, SCORING, "what the points of cards still face down are multiplied by"
    )
    first_out_bonus: int = number(
        0, 0, 100, SCORING, "points that the player who is out first takes off the total"
    )
    hand_size: int = number(8, 1, 40, SETUP, "cards in the opening hand")
    stacks: int = number(4, 2, 6, SETUP, "stacks of each player")
    depth: int = number(3, 2, 4, SETUP, "cards in a stack, the top one face up")
    swap_tops: bool = flag(
        False, SETUP, "may players exchange tops for cards of their hand before the first turn"
    )
    draw_to: int = number(
        0, 0, 20, SETUP, "hand size to which players draw from the undealt cards; 0: never"
    )
    leftover_visible: bool = flag(False, SETUP, "do all see the cards that are not dealt")
    discard_public: bool = flag(True, SETUP, "may everybody look through the cards out of play")
    match_rounds: int = number(3, 0, 100, MATCH, "rounds of a match; 0: to target_points")
    target_points: int = number(
        300, 1, 10_000, MATCH, "points that end a match when a player has them (match_rounds=0)"
    )
    max_rounds: int = number(500, 1, 10_000, MATCH, "rounds after which a match is cut")
    final_tie_first_out: bool = flag(
        True, MATCH, "does being out first in the last round break a tie between equal totals"
    )
    starter_next_round: str = option("starter_next_round", MATCH, "who starts the next round")
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
        size = sum(self.counts)
        if size > 255:
            raise UsageError(
                f"these rules contradict themselves: the deck has {size} cards, more than the 255 "
                "that fit; use fewer copies"
            )

    def check_seats(self, seats: int) -> None:
        """Refuse a table for which the deck is too small.

        Raises
        ------
        UsageError
            If the cards cannot be dealt.
        """
        each = self.stacks * self.depth + self.hand_size
        if seats * each > sum(self.counts):
            raise UsageError(
                f"{seats} players need {seats} times {each} cards (stacks, depth, hand_size), the "
                f"deck has {sum(self.counts)}; use fewer players, smaller hands or more copies"
            )

    def record(self) -> np.ndarray:
        """The rules as the kernel's record.

        Returns
        -------
        record : RULES (1,)
        """
        record = np.zeros(1, L.RULES)
        deck = np.repeat(np.arange(len(L.KINDS)), self.counts)
        record["deck"][0, : len(deck)] = deck
        record["deck_size"] = len(deck)
        counts = np.zeros(16, "u1")
        counts[: len(L.KINDS)] = self.counts
        counts[L.TOTAL] = len(deck)
        record["counts"][0] = counts.view("u8")
        for place, (name, values) in enumerate(L.OPTION_VALUES.items()):
            record["options"][0, place] = values.index(getattr(self, name))
        for place, name in enumerate(L.FLAGS):
            record["flags"][0, place] = getattr(self, name)
        points = record["points"][0]
        points[: L.NUMBER_KINDS] = np.arange(1, L.NUMBER_KINDS + 1)
        points[L.WILD], points[L.PUSH] = self.wild_points, self.push_points
        points[L.SKIP], points[L.SQUIRREL] = self.skip_points, self.squirrel_points
        for name in (
            *("clear_size", "hand_size", "stacks", "depth", "draw_to", "face_down_factor"),
            *("first_out_bonus", "match_rounds", "target_points", "max_rounds"),
        ):
            record[name] = getattr(self, name)
        record["max_turns"] = self.max_turns_per_round
        return record


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
