"""A round: turns until Winter comes."""

from collections import Counter

from squirrelstats.games.squarrels import layout as sq
from tests.naive import streams
from tests.naive.squarrels.raids import GOES_ON, Raids
from tests.naive.squarrels.table import HELD, NUMBERS, Position, RoundOver, counts


class Round(Raids):
    """One round in progress."""

    def play(self, stop_after_turns=None):
        """Take turns until the round is over."""
        self.record.openings = [counts(hand) for hand in self.hands]
        try:
            while self.record.turns != stop_after_turns:
                self.full_turn()
        except RoundOver:
            pass
        self.finish()
        return self.record

    # --- cards to draw ---

    def need_a_card(self):
        """If the deck has run out, the Discard pile becomes the deck, or the round ends."""
        if self.deck:
            return
        if self.rules.deck_exhausted == "end_round" or not self.discard:
            raise RoundOver
        if self.refills == sq.MAX_RESHUFFLES:
            self.cut()
        self.deck = sorted(self.discard)
        self.discard = []
        self.stream(streams.REFILL, 0, self.refills).shuffle(self.deck)
        self.refills += 1
        self.log(sq.RESHUFFLED, amount=len(self.deck))

    def cut(self):
        self.record.truncated = 1
        self.log(sq.TRUNCATED, amount=self.record.turns)
        raise RoundOver

    # --- turns ---

    def full_turn(self):
        """The drawer's turn, with the mini-turns that come of it."""
        self.need_a_card()
        if self.record.turns == self.rules.max_turns_per_round:
            self.cut()
        self.record.turns += 1
        self.log(sq.TURN, self.drawer, amount=self.record.turns)
        self.mini = 0
        self.gold_is_wild = False
        self.drawn_now = 0
        self.actor = self.drawer
        self.follow = self.left_of(self.drawer)

        goes_on = self.draw_card()
        while goes_on and self.wants_another_card():
            goes_on = self.draw_card()
        self.store_phase(self.actor)
        self.discard_phase(self.actor)
        self.drawer = self.follow

    def draw_card(self):
        """Draw and resolve one card; says whether the drawer goes on."""
        self.need_a_card()
        card = self.deck.pop(0)
        self.cards_drawn += 1
        self.drawn_now += 1
        self.record.drawn[self.drawer][card] += 1
        self.log(sq.DRAWN, self.drawer, card, len(self.deck))
        if card in HELD:
            self.hands[self.drawer].append(card)
            return GOES_ON
        if card == sq.WINTER:
            self.winters_drawn.append(card)
            self.log(sq.WINTER_CAME, self.drawer, sq.WINTER, len(self.deck))
            raise RoundOver
        self.discard.append(card)
        return self.resolve(card)

    def wants_another_card(self):
        """Decision DRAW of the drawer, where it comes up; it may store a first set at once."""
        seat = self.drawer
        if not self.mini and self.drawn_now < self.rules.minimum_draws:
            return True
        if len(self.hands[seat]) >= self.rules.stop_level:
            return False
        if self.mini or self.rules.draw_rule == "optional":
            legal = [sq.DRAW, sq.STOP]
        else:
            legal = [sq.DRAW] + [sq.STORE_ONE + kind for kind in self.complete_sets(seat)]
        action = self.decide(seat, sq.PHASE_DRAW, legal)
        if action == sq.DRAW:
            return True
        if action == sq.STOP:
            self.log(sq.STOPPED, seat, amount=len(self.hands[seat]))
        else:
            self.store(seat, action - sq.STORE_ONE)
        return False

    # --- storing ---

    def store_phase(self, seat):
        while True:
            complete = [sq.STORE_ONE + kind for kind in self.complete_sets(seat)]
            wild = [sq.WILD_ONE + kind for kind in self.sets_with_gold(seat)]
            done = [] if complete and self.rules.store_mandatory == "forced" else [sq.DONE]
            action = self.decide(seat, sq.PHASE_STORE, complete + done + wild)
            if action == sq.DONE:
                return
            if action >= sq.WILD_ONE:
                self.store_with_gold(seat, action - sq.WILD_ONE)
            else:
                self.store(seat, action - sq.STORE_ONE)

    def store(self, seat, kind):
        self.lay_down_set(seat, kind, [kind] * self.rules.set_size)
        self.log(sq.STORED, seat, kind, self.stored[seat][kind])

    def sets_with_gold(self, seat):
        """Kinds of which the Gold completes a set, where it may."""
        hand = self.hands[seat]
        if not self.gold_is_wild or sq.GOLD not in hand:
            return []
        return [kind for kind in NUMBERS if hand.count(kind) >= self.rules.set_size - 1]

    def store_with_gold(self, seat, kind):
        self.gold_is_wild = False
        self.lay_down_set(seat, kind, [kind] * (self.rules.set_size - 1))
        self.log(sq.STORED_WITH_GOLD, seat, kind, self.stored[seat][kind])
        self.everybody_saw_leave(seat, [sq.GOLD])
        if self.hands[seat] == [sq.GOLD]:
            for observer in range(self.seats):
                self.known[observer][seat][sq.GOLD] = 1
        else:
            self.hands[seat].remove(sq.GOLD)
            self.lost.append(sq.GOLD)
            self.log(sq.GOLD_LOST, seat, sq.GOLD)

    # --- discarding ---

    def discard_phase(self, seat):
        hand = self.hands[seat]
        cap = self.rules.hand_cap
        gone = 0
        while gone < self.rules.discards or (cap and len(hand) > cap):
            legal = [sq.DISCARD_ONE + kind for kind in self.discardable(seat)]
            if not legal:
                if gone == 0:
                    self.log(sq.NO_DISCARD, seat)
                return
            kind = self.decide(seat, sq.PHASE_DISCARD, legal) - sq.DISCARD_ONE
            self.put_on_hoard(seat, kind)
            self.log(sq.DISCARDED, seat, kind, len(self.hoard))
            gone += 1

    def discardable(self, seat):
        """Kinds that may go on the Hoard pile, ascending."""
        hand = self.hands[seat]
        kinds = sorted(set(hand))
        if any(kind in NUMBERS for kind in kinds):
            kinds = [kind for kind in kinds if kind != sq.LEAD]
        if hand == [sq.GOLD]:
            return [] if self.rules.gold_alone == "keep" else [sq.GOLD]
        if self.rules.gold_discardable == "only_if_last":
            kinds = [kind for kind in kinds if kind != sq.GOLD]
        return kinds

    # --- the end ---

    def finish(self):
        record = self.record
        if self.rules.winter_store == "complete_sets":
            for seat in range(self.seats):
                for kind in NUMBERS:
                    while kind in self.complete_sets(seat):
                        self.store(seat, kind)
        for seat in range(self.seats):
            record.scores.append(self.score(seat))
            self.log(sq.SCORED, seat, amount=record.scores[seat])
        best = max(record.scores)
        winners = record.scores.count(best)
        record.shares840 = [840 // winners if score == best else 0 for score in record.scores]
        record.finals = [counts(hand) for hand in self.hands]
        record.stuck = [counts(self.stuck_cards(seat)) for seat in range(self.seats)]
        record.final = Position(
            hands=[sorted(hand) for hand in self.hands],
            deck=list(self.deck),
            hoard=sorted(self.hoard),
            stored=[{kind: sets[kind] for kind in NUMBERS if sets[kind]} for sets in self.stored],
            discard=sorted(self.discard),
            lost=list(self.lost),
            drawer=self.drawer,
        )

    def stuck_cards(self, seat):
        """Cards of complete sets that were never stored."""
        size = self.rules.set_size
        return [k for k in NUMBERS for _ in range(self.hands[seat].count(k) // size * size)]


def play(seats, choose, *, seed, deal, **rest):
    """Play one round from the deal; ``choose(seat, view, legal) -> action`` is asked.

    The rest: ``options`` (rules, or fields of them), ``traits`` (by player: trait → value),
    ``seating`` (player by seat); and what a match says.
    """
    game = Round(seats, choose, seed=seed, deal=deal, **rest)
    game.deal()
    return game.play()


def play_from(
    hands, deck, choose, *, hoard=(), stored=None, drawer=0, stop_after_turns=None, **rest
):
    """Play on from a constructed position, at the beginning of the drawer's full turn.

    The deck is given front to back and needs no Winter. Where it runs out, or so many full turns
    are over, the round is scored without WINTER_CAME.
    """
    game = Round(len(hands), choose, **rest)
    game.hands = [list(hand) for hand in hands]
    game.deck = list(deck)
    game.hoard = list(hoard)
    if stored is not None:
        for seat, sets in enumerate(stored):
            for kind, number in Counter(sets).items():
                game.stored[seat][kind] = number
                game.stored[seat][sq.TOTAL] += number
                game.points[seat] += game.points_of_set(kind) * number
                game.set_cards += [kind] * number * game.rules.set_size
    game.drawer = drawer
    return game.play(stop_after_turns)
