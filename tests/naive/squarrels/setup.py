"""Setting up a round."""

from squirrelstats.games.squarrels import layout as sq
from tests.naive import streams
from tests.naive.orders import order_of
from tests.naive.squarrels.table import HELD, NUMBERS, Table


class Dealing(Table):
    """Shuffles and deals."""

    def deal(self):
        """Deal the hands; other cards turned up are replaced."""
        self.rules.check_seats(self.seats)
        rules = self.rules
        order = order_of(self, rules.counts, 0, rules.starting_hand, self.dealable())
        for _ in range(self.golds_removed):
            order.remove(sq.GOLD)

        turned_up, winters = self.deal_hands(order)
        back = self.go_back(turned_up)
        for card in turned_up:
            if card not in back:
                self.discard.append(card)
        if back:
            order += back
            self.stream(streams.SETUP, 0, 0).shuffle(order)
            self.log(sq.RESHUFFLED, amount=len(order))
        self.deck = order
        if self.winter_is_placed():
            self.place_winter(winters)

    def dealable(self):
        """Kinds that an opening hand may have."""
        return NUMBERS if self.rules.setup_hand == "numbers_only" else HELD

    def winter_is_placed(self):
        return self.rules.winter_place != "anywhere"

    def deal_hands(self, order):
        """Take cards from the front; the cards turned up, and the Winters silently put aside."""
        dealable = self.dealable()
        turned_up, winters = [], []
        for seat in range(self.seats):
            while len(self.hands[seat]) < self.rules.starting_hand:
                card = order.pop(0)
                if card in dealable:
                    self.hands[seat].append(card)
                elif card == sq.WINTER and self.winter_is_placed():
                    winters.append(card)
                else:
                    turned_up.append(card)
                    self.log(sq.SETUP_TURNED, seat, card)
            self.log_hand(sq.DEALT, seat)
        return turned_up, winters

    def go_back(self, turned_up):
        """Which of the cards turned up are shuffled into the deck: of a kind all or none."""
        if sq.WINTER in turned_up:
            if self.rules.setup_winter == "reshuffle_all":
                return turned_up
            return [card for card in turned_up if card == sq.WINTER]
        return turned_up if self.rules.setup_discards == "shuffle_back" else []

    def place_winter(self, put_aside):
        """Shuffle every Winter into the last part of the deck."""
        others = [card for card in self.deck if card != sq.WINTER]
        winters = [card for card in self.deck if card == sq.WINTER] + put_aside
        left = len(others) + len(winters)
        part = left // 2 if self.rules.winter_place == "lower_half" else left // 3
        last = max(len(winters), part)
        self.deck = others + winters
        self.winter_from = left - last
        end = self.deck[self.winter_from :]
        self.stream(streams.SETUP, 0, 1).shuffle(end)
        self.deck[self.winter_from :] = end
        self.log(sq.WINTER_PLACED, amount=last)

    def log_hand(self, code, seat):
        for kind in HELD:
            if kind in self.hands[seat]:
                self.log(code, seat, kind, self.hands[seat].count(kind))
