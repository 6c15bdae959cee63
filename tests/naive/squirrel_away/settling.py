"""Where the acorns of a fist go, what callers get or pay, and what the table remembers."""

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive import streams
from tests.naive.squirrel_away.judging import CALLS, Judging
from tests.naive.squirrel_away.table import COLOURS


class Settling(Judging):
    """The settlement of a turn."""

    def settle(self):
        active = self.active
        self.settling = True
        card_false, fist_false = self.card_is_false, self.fist_is_false
        callers = [seat for seat in self.counter_clockwise() if self.verdicts[seat] in CALLS]
        right = [seat for seat in callers if self.is_right(self.verdicts[seat])]
        wrong = sorted(set(callers) - set(right))
        if right:
            self.pay_back(wrong)
            self.keep_some(right[0])
            self.reward(right)
        else:
            self.keep_all()
            self.pay_back(wrong)
            if callers:
                self.take(active, self.rules.bonus, self.loot, "bonus_acorns")
        self.remember(callers, right, card_false, fist_false)

    def remember(self, callers, right, card_false, fist_false):
        """Bring the records up to date, as the table saw it and as it was."""
        active, seen = self.active, self.seen[self.active]
        for seat in callers:
            self.calls[seat] += 1
            self.calls_right[seat] += seat in right
        lies = [("honest", "honest_turns"), ("fist_false", "fist_lies")]
        lies += [("card_false", "card_lies"), ("both_false", "double_lies")]
        lane, name = lies[fist_false + 2 * card_false]
        self.tally(active, name)
        seen[sq.RECORD.index("turns")] += 1
        seen[sq.RECORD.index(lane if self.card_is_shown else "card_not_shown")] += 1
        if callers:
            name = "caught" if right else "accused_wrongly"
            self.tally(active, name)
            seen[sq.RECORD.index(name)] += 1
        if not self.card_is_shown:
            self.buried[active][self.card] += 1
        self.card = None

    # --- acorns of the fist ---

    def keep_all(self):
        front = self.fronts[self.active]
        number = sum(self.fist)
        for colour in COLOURS:
            front[colour] += self.fist[colour]
        self.fist = [0] * 4
        self.tally(self.active, "acorns_kept", number)
        self.log(sq.KEPT_ALL, self.active, amount=number)

    def keep_some(self, caller):
        active, grabbed = self.active, sum(self.fist)
        number = {"one": min(grabbed, 1), "half": grabbed // 2, "none": 0}[self.rules.caught_keeps]
        for kept in range(number):
            colour = self.kept_colour(caller, kept)
            self.fist[colour] -= 1
            self.fronts[active][colour] += 1
            self.tally(active, "acorns_kept")
            self.log(sq.KEPT_ONE, active, colour, grabbed)
        if number == 0:
            self.log(sq.KEPT_ONE, active, amount=grabbed)

    def kept_colour(self, caller, kept):
        choice = self.rules.bust_keep
        if choice == "random":
            heap = [colour for colour in COLOURS for _ in range(self.fist[colour])]
            stream = self.stream(streams.KEEP, self.active, self.number - 1 + 256 * kept)
            return heap[stream.below(len(heap))]
        seat = caller if choice == "caller_chooses" else self.active
        return self.decide_colour(seat, sq.PHASE_KEEP, sq.KEEP_RED, self.fist)

    def give_back(self):
        """The rest of the fist returns to the Loot."""
        rest = sum(self.fist)
        for colour in COLOURS:
            self.loot[colour] += self.fist[colour]
        self.fist = [0] * 4
        if rest:
            self.log(sq.RETURNED, self.active, amount=rest)

    # --- callers ---

    def reward(self, right):
        """Right callers have what they are due."""
        order = self.rules.caller_reward
        alone = self.rules.verdict_mode != "simultaneous"
        if order == "loot_after_return":
            self.give_back()
        for seat in right:
            if order == "rest_of_fist":
                self.take_rest(seat)
            else:
                source = self.fist if order == "from_fist" else self.loot
                self.take(seat, self.rules.caller_acorns, source, "caller_acorns")
            if alone:
                self.give_back()
            if self.rules.token_cost == "refund_if_right":
                self.tokens[seat] += 1
                self.log(sq.REFUNDED, seat, amount=self.tokens[seat])
            if self.rules.caller_stash == "immediate":
                self.stash(seat)
        self.give_back()

    def take(self, seat, number, source, name):
        for _ in range(number):
            if sum(source):
                colour = self.decide_colour(seat, sq.PHASE_TAKE, sq.TAKE_RED, source)
                source[colour] -= 1
                self.fronts[seat][colour] += 1
                self.tally(seat, name)
                self.log(sq.TOOK, seat, colour, sum(self.loot))

    def take_rest(self, seat):
        number = sum(self.fist)
        for colour in COLOURS:
            self.fronts[seat][colour] += self.fist[colour]
        self.fist = [0] * 4
        self.tally(seat, "caller_acorns", number)
        if number:
            self.log(sq.TOOK_REST, seat, amount=number)

    def pay_back(self, wrong):
        for seat in wrong:
            front = self.fronts[seat]
            for _ in range(min(self.rules.wrong_call_penalty, sum(front))):
                colour = front.index(max(front))
                front[colour] -= 1
                self.loot[colour] += 1
                self.tally(seat, "acorns_paid_back")
                self.log(sq.PAID_BACK, seat, colour, sum(front))

    def stash(self, seat):
        front = self.fronts[seat]
        sets = min(front)
        if sets:
            for colour in COLOURS:
                front[colour] -= sets
            self.sets[seat] += sets
            self.log(sq.STASHED, seat, amount=self.sets[seat])
