"""What may be played."""

from squirrelstats.games.squirrels import layout as sq
from tests.naive.squirrels.cards import KINDS, is_number
from tests.naive.squirrels.table import Table

VALUES = range(1, sq.NUMBER_KINDS + 1)


class Legality(Table):
    """Legal actions of the player whose turn it is."""

    # --- values ---

    def fits(self, value):
        if self.is_open:
            return True
        return value <= self.top if self.rules.equal_allowed else value < self.top

    @property
    def exactly(self):
        """Whether a run can be no longer than one that clears."""
        return self.rules.four_limit == "exact4"

    def would_clear(self, value):
        """Whether a card of that value would make the run exactly as long as clears the pile."""
        run = self.run + 1 if value == self.top else 1
        return run == self.rules.clear_size

    def number_is_barred(self, value):
        """A run with a Wild in it must not become so long, if only natural ones clear."""
        spoilt = self.rules.natural_fours and self.exactly and self.wilds_in_run
        return bool(spoilt) and self.would_clear(value)

    def wild_is_barred(self, value):
        rules = self.rules
        natural = rules.natural_fours and self.exactly
        return self.would_clear(value) and (natural or not rules.wild_can_complete_four)

    def wild_values(self, flipped=False):
        """Values that may be declared; one that does not fit only for a Blind Card."""
        anything = flipped and self.rules.blind_wild_value == "any"
        return [
            value
            for value in VALUES
            if (not self.wild_is_barred(value) if self.fits(value) else anything)
        ]

    # --- targets ---

    def targets(self, kind):
        """Relative seats at whom a Push or Skip may be aimed."""
        rules = self.rules
        choice = rules.push_target if kind == sq.PUSH else rules.skip_target
        if choice == "next_player":
            candidates = [1]
        else:
            candidates = range(0 if rules.self_target else 1, self.seats)
        return [relative for relative in candidates if self.is_target(kind, relative)]

    def is_target(self, kind, relative):
        seat = self.clockwise(self.player)[relative]
        if seat == self.safe:
            return False
        return kind == sq.PUSH or self.rules.skip_stack or not self.skips[seat]

    def push_is_usable(self):
        if self.is_open:
            return not self.rules.push_needs_pile
        return bool(self.targets(sq.PUSH)) or self.rules.push_no_target_pile == "discard_no_effect"

    def skip_is_usable(self):
        return bool(self.targets(sq.SKIP)) or self.rules.skip_no_target == "discard_no_effect"

    # --- cards ---

    def playable(self):
        """Kinds that may be played from hand or tops as an Action."""
        return [kind for kind in KINDS if self.may_begin_with(kind)]

    def may_begin_with(self, kind):
        if is_number(kind):
            value = kind + 1
            if self.fits(value):
                return not self.number_is_barred(value)
            return self.rules.higher_card == "pick_up"
        if kind == sq.WILD:
            return bool(self.wild_values())
        if kind == sq.PUSH:
            return self.push_is_usable()
        return kind == sq.SQUIRREL or self.skip_is_usable()

    def addable(self):
        """Kinds that may be added to the play."""
        kinds = [] if self.number_is_barred(self.top) else [self.top - 1]
        wilds = self.rules.blind_add_wild if self.blind_play else self.rules.wild_in_sets
        if wilds and not self.wild_is_barred(self.top):
            kinds.append(sq.WILD)
        return kinds

    def plays(self, kinds):
        """Actions that play these kinds from the hand or from tops."""
        hand, stacks = self.hands[self.player], self.stacks[self.player]
        from_hand = [sq.PLAY_ONE + kind for kind in kinds if hand[kind]]
        tops = [
            sq.TOP_0 + number
            for number, stack in enumerate(stacks)
            if stack.is_full and stack.top in kinds
        ]
        return from_hand + tops

    def actions(self):
        """Legal actions of ACT."""
        rules = self.rules
        blind = [
            sq.BLIND_0 + number
            for number, stack in enumerate(self.stacks[self.player])
            if stack.is_blind
        ]
        plays = self.plays(self.playable()) + blind
        may_leave = not self.is_open and (rules.voluntary_pickup or not plays)
        if self.safe is not None and not rules.final_turn_must_pickup:
            return plays + [sq.PASS] * (may_leave or not plays)
        return (plays + [sq.PICK_UP] * may_leave) or [sq.PASS]
