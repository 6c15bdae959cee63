"""Action cards: Quarrel, Hoard, Ambush, Whirlwind, and slaps at the wrong card.

Each answers whether the drawer, or a Hoard winner who has become the drawer, goes on drawing;
otherwise ``actor`` stores and discards.
"""

from squirrelstats.games.squarrels import layout as sq
from tests.naive import streams
from tests.naive.squarrels.setup import Dealing
from tests.naive.squarrels.table import HELD, NUMBERS

GOES_ON, STORES = True, False
RANKING = [sq.LEAD, sq.ONE, sq.TWO, sq.THREE, sq.FOUR, sq.FIVE, sq.GOLD]


class Raids(Dealing):
    """Resolves Action cards."""

    def resolve(self, card):
        """An Action card other than Winter was turned up."""
        number, number_of_all = self.turned[card], self.turned.total()
        self.turned[card] += 1
        if card == sq.HOARD:
            return self.hoard_race(number)
        self.false_slaps(number_of_all)
        if card == sq.QUARREL:
            return self.quarrel()
        if card == sq.AMBUSH:
            return self.ambush(number)
        return self.whirlwind(number)

    def begin_mini_turn(self, winner, mini, whose_turn_next):
        self.record.mini_turns += 1
        self.log(sq.MINI_TURN, winner, amount=self.record.mini_turns)
        self.mini = mini
        self.actor = winner
        self.follow = {
            "left_of_winner": self.left_of(winner),
            "winner_again": winner,
            "left_of_drawer": self.left_of(self.drawer),
        }[whose_turn_next]
        self.gold_is_wild = mini == sq.MINI_HOARD and self.rules.gold_in_hoard == "wild_in_match"

    # --- false slaps ---

    def false_slaps(self, number):
        penalty = self.rules.false_slap_penalty
        if penalty == "none":
            return
        for seat in self.clockwise(self.drawer)[1:]:
            rate = self.traits[seat]["false_slap_rate"]
            if rate <= 0:
                continue
            stream = self.stream(streams.FALSE_SLAP, seat, number)
            if stream.uniform() >= rate:
                continue
            paid = self.price_of_slap(seat, penalty, stream)
            if paid is not None:
                self.put_on_hoard(seat, paid)
            if penalty == "sit_out":
                self.sitting_out.add(seat)
            card = -1 if paid is None else paid
            self.log(sq.FALSE_SLAPPED, seat, card, len(self.hoard))

    def price_of_slap(self, seat, penalty, stream):
        """The card that goes on the Hoard pile, or None."""
        hand = sorted(self.hands[seat])
        if penalty == "random_card" and hand:
            return hand[stream.below(len(hand))]
        numbers = [kind for kind in hand if kind in NUMBERS]
        if penalty == "highest_card" and numbers:
            return max(numbers)
        return None

    # --- Quarrel ---

    def quarrel(self):
        contestants = [seat for seat in range(self.seats) if self.hands[seat]]
        fighters = contestants
        self.log(sq.QUARREL_BEGUN, self.drawer, amount=len(contestants))
        if len(contestants) == 1 and self.rules.quarrel_single == "auto_win":
            return self.quarrel_won(contestants[0], fighters)
        if len(contestants) < 2:
            self.log(sq.QUARREL_CANCELLED, self.drawer, amount=len(contestants))
            return self.quarrel_without_winner()

        while True:
            tied = self.quarrel_subround(contestants)
            if len(tied) == 1:
                return self.quarrel_won(tied[0], fighters)
            contestants = [seat for seat in tied if self.hands[seat]]
            if len(contestants) == 1 and self.rules.quarrel_partial_tie == "last_able_wins":
                return self.quarrel_won(contestants[0], fighters)
            if len(contestants) < 2:
                return self.quarrel_drawn()
            self.log(sq.QUARREL_TIED, amount=len(contestants))

    def quarrel_subround(self, contestants):
        """Everybody picks, all is revealed; the seats that showed the top card."""
        self.subround += 1
        self.contesting = contestants
        picks = {}
        for seat in contestants:
            legal = [sq.PLAY_ONE + kind for kind in self.playable(seat)]
            picks[seat] = self.decide(seat, sq.PHASE_QUARREL, legal) - sq.PLAY_ONE

        for seat, kind in picks.items():
            self.hands[seat].remove(kind)
            self.lying[seat].append(kind)
            self.everybody_saw_leave(seat, [kind])
            self.log(sq.PLAYED, seat, kind, self.subround)
        for seat, kind in picks.items():
            if kind == sq.GOLD and self.hands[seat]:
                self.lying[seat].remove(sq.GOLD)
                self.lost.append(sq.GOLD)
                self.log(sq.GOLD_LOST, seat, sq.GOLD)

        top = max(RANKING.index(kind) for kind in picks.values())
        return [seat for seat, kind in picks.items() if RANKING.index(kind) == top]

    def playable(self, seat):
        """Kinds that may be shown, ascending."""
        kinds = sorted(set(self.hands[seat]))
        if self.rules.lead_rank == "not_playable_unless_last" and kinds != [sq.LEAD]:
            kinds = [kind for kind in kinds if kind != sq.LEAD]
        return kinds

    def quarrel_won(self, winner, fighters):
        table = [card for cards in self.lying for card in cards]
        self.hands[winner] += table
        self.everybody_saw_arrive(winner, table)
        self.clear_table()
        self.log(sq.QUARREL_WON, winner, amount=len(table))
        for seat in fighters:
            self.tally(seat, "quarrels_won" if seat == winner else "quarrels_lost")
        self.begin_mini_turn(winner, sq.MINI_QUARREL, self.rules.quarrel_next)
        return STORES

    def quarrel_drawn(self):
        returned = 0
        for seat, cards in enumerate(self.lying):
            self.hands[seat] += cards
            self.everybody_saw_arrive(seat, cards)
            returned += len(cards)
        self.clear_table()
        self.log(sq.QUARREL_DRAWN, self.drawer, amount=returned)
        return self.quarrel_without_winner()

    def quarrel_without_winner(self):
        return STORES if self.rules.quarrel_draw_next == "store_discard" else GOES_ON

    def clear_table(self):
        self.lying = [[] for _ in range(self.seats)]
        self.subround = 0
        self.contesting = []

    # --- Hoard ---

    def hoard_race(self, number):
        if not self.hoard and self.rules.hoard_empty != "race_for_turn":
            self.log(sq.HOARD_EMPTY, self.drawer)
            return GOES_ON if self.rules.hoard_empty == "fizzle_resume" else STORES

        racers = self.who_races()
        awake = [seat for seat in racers if not self.lapses(seat, number)]
        if not awake:
            self.log(sq.RACE_NONE, self.drawer, amount=len(self.hoard))
            return STORES
        winner = self.first_at_the_pile(awake, number)
        taken = len(self.hoard)
        self.take_hoard(winner)
        self.log(sq.RACE_WON, winner, amount=taken)
        for seat in awake:
            self.tally(seat, "hoards_won" if seat == winner else "hoards_lost")

        self.begin_mini_turn(winner, sq.MINI_HOARD, self.rules.hoard_next)
        if self.rules.hoard_winner_draw == "none":
            return STORES
        self.drawer = winner
        return GOES_ON

    def who_races(self):
        """Ask all who may race; those who do, clockwise from the drawer's left."""
        everybody = self.rules.hoard_eligible == "all"
        self.contesting = [
            seat
            for seat in range(self.seats)
            if (everybody or seat != self.drawer) and seat not in self.sitting_out
        ]
        self.sitting_out = set()
        races = {}
        for seat in self.contesting:
            races[seat] = self.decide(seat, sq.PHASE_RACE, [sq.RACE, sq.HOLD]) == sq.RACE
        self.contesting = []
        for seat in races:
            self.log(sq.RACED, seat, amount=int(races[seat]))
        return [seat for seat in self.clockwise(self.left_of(self.drawer)) if races.get(seat)]

    def lapses(self, seat, number):
        """Whether a racer's attention fails."""
        vigilance = self.traits[seat]["vigilance"]
        if vigilance >= 1 or self.stream(streams.VIGILANCE, seat, number).uniform() < vigilance:
            return False
        self.log(sq.LAPSED, seat)
        return True

    def first_at_the_pile(self, racers, number):
        """The winner among racers in clockwise order; min() and max() take the first of equals."""
        own = {seat: self.stream(streams.RACE, seat, number) for seat in racers}
        if self.rules.slap_race == "ex_gaussian":
            return min(racers, key=lambda seat: self.reaction_time(seat, own[seat]))
        bits = {seat: own[seat].bits() for seat in racers}
        speeds = {seat: self.speed(seat) for seat in racers}
        if len(set(speeds.values())) == 1:
            return max(racers, key=lambda seat: bits[seat])
        return min(racers, key=lambda seat: streams.exponential_of(bits[seat]) / speeds[seat])

    def speed(self, seat):
        own = self.traits[seat]
        if seat == self.drawer:
            return own["slap_speed"] * own["drawer_speed_factor"]
        return own["slap_speed"]

    def reaction_time(self, seat, stream):
        own = self.traits[seat]
        z = stream.normal()
        e = stream.exponential()
        time = own["reaction_mean"] + own["reaction_sd"] * z + own["reaction_tail"] * e
        return time / own["drawer_speed_factor"] if seat == self.drawer else time

    # --- Ambush and Whirlwind ---

    def ambush(self, number):
        drawer = self.drawer
        for victim in self.clockwise(drawer)[1:]:
            if not self.hands[victim]:
                continue
            self.hands[victim].sort()
            lost = self.stream(streams.AMBUSH, victim, number).below(len(self.hands[victim]))
            kind = self.hands[victim].pop(lost)
            self.hands[drawer].append(kind)
            for observer in range(self.seats):
                if observer == drawer:
                    self.forget(observer, victim, kind)
                elif observer == victim:
                    self.known[observer][drawer][kind] += 1
                else:
                    self.unknown_card_left(observer, victim)
            self.log(sq.AMBUSHED, victim, kind, drawer)
            self.tally(drawer, "ambushed_cards_won")
            self.tally(victim, "ambushed_cards_lost")
        return GOES_ON if self.rules.after_ambush == "resume_draw" else STORES

    def whirlwind(self, number):
        pool = sorted(card for hand in self.hands for card in hand)
        self.log(sq.WHIRLED, self.drawer, amount=len(pool))
        self.stream(streams.WHIRLWIND, 0, number).shuffle(pool)
        self.hands = [[] for _ in range(self.seats)]
        for i, card in enumerate(pool):
            self.hands[(self.drawer + i) % self.seats].append(card)
        for observer in range(self.seats):
            self.known[observer] = [[0] * len(HELD) for _ in range(self.seats)]
        for seat in self.clockwise(self.drawer):
            self.log_hand(sq.REDEALT, seat)
        return GOES_ON
