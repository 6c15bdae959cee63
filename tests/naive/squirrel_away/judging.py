"""What judges perceive of a fist and a claim, and what they say."""

import math

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive import streams
from tests.naive.squirrel_away.table import Table

CALLS = (sq.VERDICT_CARD, sq.VERDICT_FIST)
CODES = {
    sq.VERDICT_GOOD: sq.SAID_GOOD,
    sq.VERDICT_CARD: sq.CALLED_CARD,
    sq.VERDICT_FIST: sq.CALLED_FIST,
}


def stored(impression):
    """In 1/256 standard deviation, in sixteen bits."""
    return max(-(2**15), min(2**15 - 1, math.floor(256 * impression + 0.5)))


class Judging(Table):
    """The verdicts of a turn."""

    # --- perception ---

    def attention_of(self, judge):
        traits = self.traits[judge]
        return traits["attention"] * (traits["sneak_attention"] if self.early else 1)

    def fist_distance(self, judge):
        """Mean of the impression of the fist: 0 if it matches."""
        if not self.fist_is_false:
            return 0.0
        traits, claim = self.traits[judge], self.faces[self.claim]
        taken, said = sum(self.fist), claim.number
        number = abs(taken - said) / (traits["w"] * math.sqrt((taken**2 + said**2) / 2))
        colour = traits["d_col"] * claim.wrong_colours(self.fist)
        together = math.sqrt(number * number + colour * colour)
        return self.attention_of(judge) * together / (1 + self.traits[self.active]["concealment"])

    def tell_distance(self, judge):
        """Mean of the impression of the manner: 0 if nothing is meant to be false."""
        honest = not self.card_is_false and self.faces[self.claim].is_matched_by(self.intended)
        return 0.0 if honest else self.attention_of(judge) * self.traits[judge]["d_tell"]

    def perceive(self, judge):
        if self.reads[judge] and self.tokens[judge]:
            fist = self.of_turn(streams.FIST, judge).normal() + self.fist_distance(judge)
            tell = self.of_turn(streams.TELL, judge).normal() + self.tell_distance(judge)
            self.impressions = stored(fist), stored(tell)
            self.log(sq.PERCEIVED, judge, *self.impressions)

    # --- verdicts ---

    def open_to(self, judge):
        """Legal verdicts."""
        targets = self.rules.call_targets
        legal = [sq.GOOD]
        if self.tokens[judge]:
            legal += [sq.CALL_CARD] * (targets != "fist_only")
            legal += [sq.CALL_FIST] * (targets != "card_only")
        return legal

    def judge(self):
        """Verdicts until a call, or of all if they are simultaneous; by seat."""
        mode = self.rules.verdict_mode
        order = self.counter_clockwise()
        if mode == "random_order":
            self.of_turn(streams.VERDICT).shuffle(order)
        if mode == "simultaneous":
            order.sort()
        given = {}
        for place, judge in enumerate(order):
            self.judges_left = len(order) - place - 1
            self.perceive(judge)
            action = self.decide(judge, sq.PHASE_VERDICT, self.open_to(judge))
            self.impressions = (0, 0)
            given[judge] = action - sq.GOOD + sq.VERDICT_GOOD
            self.count_verdict(judge, given[judge])
            if mode != "simultaneous":
                self.announce(judge, given[judge])
                if given[judge] in CALLS:
                    break
        if mode == "simultaneous":
            for judge in order:
                self.announce(judge, given[judge])

    def count_verdict(self, judge, verdict):
        if self.tokens[judge]:
            self.tally(judge, "judged")
            self.tally(judge, "judged_fist_false", self.fist_is_false)
            self.tally(judge, "judged_card_false", self.card_is_false)
        if verdict in CALLS:
            name = "calls_card" if verdict == sq.VERDICT_CARD else "calls_fist"
            self.tally(judge, name)
            self.tally(judge, f"{name}_right", self.is_right(verdict))

    def announce(self, judge, verdict):
        """A verdict becomes known; a call costs a token."""
        self.verdicts[judge] = verdict
        called = verdict in CALLS
        self.tokens[judge] -= called
        self.log(CODES[verdict], judge, self.claim if called else -1, self.tokens[judge])

    def is_right(self, verdict):
        return self.card_is_false if verdict == sq.VERDICT_CARD else self.fist_is_false

    # --- reveal ---

    def reveal(self):
        """What was pointed at is shown first."""
        pointed = {verdict for verdict in self.verdicts if verdict in CALLS}
        fist_first = pointed == {sq.VERDICT_FIST}
        if fist_first:
            self.show_fist()
        if sq.VERDICT_CARD in pointed or self.rules.reveal_policy == "both_always":
            self.show_card()
        if not fist_first:
            self.show_fist()

    def show_card(self):
        self.card_is_shown = True
        self.shown[self.card] += 1
        self.log(sq.CARD_SHOWN, self.active, self.card, int(not self.card_is_false))

    def show_fist(self):
        self.log(sq.FIST_SHOWN, self.active, -1, int(not self.fist_is_false))
        for colour, acorns in enumerate(self.fist):
            if acorns:
                self.log(sq.FIST_ACORNS, self.active, colour, acorns)
