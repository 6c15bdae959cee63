"""S'Quarrels in plain Python, written from ``docs/contract.md`` and the rules alone.

Hands, piles and the deck are plain lists of kinds. Nothing here is fast on purpose or packed.
"""

import struct
from collections import Counter
from dataclasses import dataclass, field

from squirrelstats.games.squarrels import layout as sq
from tests.naive import streams
from tests.naive.streams import Stream

HAND_SIZE = 7
STOP_LEVEL = 7
SET_SIZE = 3
GOLD_POINTS = 5
LEAD_POINTS = -5

NUMBERS = range(sq.NUMBER_KINDS)
HELD = range(sq.HAND_KINDS)

#: What a drawn card leads to.
RESUME, STORE_PHASE, MINI_TURN = "resume", "store phase", "mini-turn"


# --- what a round leaves behind -----------------------------------------------------------------


@dataclass
class Position:
    """Where all cards are, and whose full turn it is or would be next."""

    hands: list
    deck: list
    hoard: list
    stored: list  # by seat: {kind: sets}
    discard: list  # Actions played or out of the round, a lost Gold
    drawer: int


@dataclass
class Record:
    """Everything a round did."""

    events: list = field(default_factory=list)  # (code, seat, card, amount)
    views: list = field(default_factory=list)  # (seat, view, legal) of each asked decision
    scores: list = field(default_factory=list)
    shares840: list = field(default_factory=list)
    openings: list = field(default_factory=list)  # by seat: eight counts, [TOTAL] their sum
    turns: int = 0
    mini_turns: int = 0
    decisions: int = 0
    forced: int = 0
    final: Position | None = None


class RoundOver(Exception):
    """Winter came, or a constructed position ran out of cards or turns."""


# --- small helpers ------------------------------------------------------------------------------


def counts(cards):
    """Eight numbers: copies by kind 0-6, then their sum."""
    if not cards:
        return [0] * 8
    return [cards.count(kind) for kind in HELD] + [len(cards)]


def mask_of(actions):
    return sum(1 << action for action in actions)


def actions_of(mask):
    return [action for action in range(len(sq.ACTIONS)) if mask >> action & 1]


def check_options(options):
    """All options by name, the first value of each where none is given."""
    chosen = {name: values[0] for name, values in sq.OPTION_VALUES.items()}
    for name, value in (options or {}).items():
        if value not in sq.OPTION_VALUES[name]:
            raise ValueError(f"{name}={value!r}")
        chosen[name] = value
    return chosen


# --- the game -----------------------------------------------------------------------------------


class Round:
    """One round in progress."""

    def __init__(self, seats, choose, *, seed=0, deal=0, options=None):
        self.seats = seats
        self.choose = choose
        self.seed = seed
        self.deal_number = deal
        self.options = check_options(options)
        self.record = Record()

        self.deck = []  # front to back
        self.hands = [[] for _ in range(seats)]
        self.hoard = []
        self.discard = []
        self.stored = [Counter() for _ in range(seats)]
        self.lying = [[] for _ in range(seats)]  # Quarrel cards on the table, by who played them

        self.drawer = 0
        self.in_mini_turn = False
        self.subround = 0
        self.contesting = []
        self.turned = Counter()  # Action cards turned up in play
        # known[observer][owner][kind]: cards the observer knows to be in the owner's hand
        self.known = [[[0] * sq.HAND_KINDS for _ in range(seats)] for _ in range(seats)]

    # --- small parts ---

    def log(self, code, seat=-1, card=-1, amount=-1):
        self.record.events.append((code, seat, card, amount))

    def stream(self, purpose, seat=0, occurrence=0):
        return Stream(self.seed, self.deal_number, purpose, seat, occurrence)

    def clockwise(self, first):
        """All seats, beginning with one."""
        return [(first + i) % self.seats for i in range(self.seats)]

    def points(self, seat):
        return sum((kind + 1) * sets for kind, sets in self.stored[seat].items())

    def sets_available(self, seat):
        return [kind for kind in NUMBERS if self.hands[seat].count(kind) >= SET_SIZE]

    def count_cards(self):
        """Every card there is, wherever it lies."""
        cards = Counter(self.deck) + Counter(self.hoard) + Counter(self.discard)
        for seat in range(self.seats):
            cards += Counter(self.hands[seat]) + Counter(self.lying[seat])
            for kind, sets in self.stored[seat].items():
                cards[kind] += SET_SIZE * sets
        return cards

    # --- the ledger ---

    def everybody_saw_arrive(self, owner, cards):
        for observer in range(self.seats):
            for kind in cards:
                self.known[observer][owner][kind] += 1

    def everybody_saw_leave(self, owner, cards):
        for observer in range(self.seats):
            for kind in cards:
                self.forget(observer, owner, kind)

    def forget(self, observer, owner, kind):
        bounds = self.known[observer][owner]
        bounds[kind] = max(0, bounds[kind] - 1)

    # --- decisions ---

    def decide(self, seat, phase, legal_actions):
        """Ask the seat, unless there is only one thing to do."""
        if len(legal_actions) == 1:
            self.record.forced += 1
            return legal_actions[0]
        legal = mask_of(legal_actions)
        view = self.view(seat, phase)
        self.record.views.append((seat, view, legal))
        action = self.choose(seat, view, legal)
        if action not in legal_actions:
            raise ValueError(f"seat {seat} chose {action}, legal are {legal_actions}")
        self.record.decisions += 1
        self.log(sq.ASKED, seat, action, self.record.decisions)
        return action

    def view(self, seat, phase):
        """What a seat may see; seats in it are relative."""
        order = self.clockwise(seat)
        padding = [0] * 8
        absent_rows = [padding[:] for _ in range(sq.MAX_SEATS - self.seats)]

        def by_seat(value):
            return [value(s) for s in order] + padding[self.seats :]

        def rows_by_seat(row):
            return [row(s) for s in order] + [r[:] for r in absent_rows]

        def stored_row(s):
            row = [self.stored[s].get(kind, 0) for kind in NUMBERS]
            return [*row, 0, 0, sum(row)]

        def known_row(s):
            if s == seat:
                return counts(self.hands[s])
            row = self.known[seat][s]
            return [*row, sum(row)]

        elsewhere = self.deck + [kind for other in order[1:] for kind in self.hands[other]]
        unseen = [elsewhere.count(kind) for kind in range(len(sq.KINDS))] + [0] * 4

        return {
            "phase": phase,
            "seat": seat,
            "seats": self.seats,
            "drawer": order.index(self.drawer),
            "mini_turn": int(self.in_mini_turn),
            "deck_left": len(self.deck),
            "subround": self.subround,
            "turn": self.record.turns,
            "hand": counts(self.hands[seat]),
            "hoard": counts(self.hoard),
            "table": counts([card for cards in self.lying for card in cards]),
            "unseen": unseen,
            "hand_sizes": by_seat(lambda s: len(self.hands[s])),
            "contesting": by_seat(lambda s: int(s in self.contesting)),
            "points": by_seat(self.points),
            "stored": rows_by_seat(stored_row),
            "known": rows_by_seat(known_row),
            "played": rows_by_seat(lambda s: counts(self.lying[s])),
        }

    # --- the whole round ---

    def deal(self):
        """Shuffle and deal; Action cards turned up are replaced."""
        order = [kind for kind, copies in enumerate(sq.PRINTED_COUNTS) for _ in range(copies)]
        self.stream(streams.DEAL).shuffle(order)
        turned_up = []
        for seat in range(self.seats):
            while len(self.hands[seat]) < HAND_SIZE:
                card = order.pop(0)
                if card in HELD:
                    self.hands[seat].append(card)
                else:
                    turned_up.append(card)
                    self.log(sq.SETUP_TURNED, seat, card)
            self.log_hand(sq.DEALT, seat)
        self.deck = order
        if sq.WINTER in turned_up:
            self.deck += turned_up
            self.stream(streams.SETUP).shuffle(self.deck)
            self.log(sq.RESHUFFLED, amount=len(self.deck))
        else:
            self.discard += turned_up

    def log_hand(self, code, seat):
        for kind in HELD:
            if kind in self.hands[seat]:
                self.log(code, seat, kind, self.hands[seat].count(kind))

    def play(self, stop_after_turns=None):
        """Take turns until the round is over."""
        self.record.openings = [counts(hand) for hand in self.hands]
        try:
            while self.deck and self.record.turns != stop_after_turns:
                last = self.full_turn()
                self.drawer = (last + 1) % self.seats
        except RoundOver:
            pass
        self.finish()
        return self.record

    def finish(self):
        record = self.record
        for seat in range(self.seats):
            gold = GOLD_POINTS * self.hands[seat].count(sq.GOLD)
            lead = LEAD_POINTS * self.hands[seat].count(sq.LEAD)
            record.scores.append(self.points(seat) + gold + lead)
            self.log(sq.SCORED, seat, amount=record.scores[seat])
        best = max(record.scores)
        winners = record.scores.count(best)
        record.shares840 = [840 // winners if score == best else 0 for score in record.scores]
        record.final = Position(
            hands=[sorted(hand) for hand in self.hands],
            deck=list(self.deck),
            hoard=sorted(self.hoard),
            stored=[{kind: sets for kind, sets in s.items() if sets} for s in self.stored],
            discard=sorted(self.discard),
            drawer=self.drawer,
        )

    # --- turns ---

    def full_turn(self):
        """The turn of the drawer; says who stored and discarded."""
        self.record.turns += 1
        self.log(sq.TURN, self.drawer, amount=self.record.turns)
        while True:
            what_next, seat = self.draw_card()
            if what_next == MINI_TURN:
                self.mini_turn(seat)
                return seat
            if what_next == STORE_PHASE or not self.wants_another_card():
                self.store_and_discard(self.drawer)
                return self.drawer

    def mini_turn(self, winner):
        self.in_mini_turn = True
        self.record.mini_turns += 1
        self.log(sq.MINI_TURN, winner, amount=self.record.mini_turns)
        self.store_and_discard(winner)
        self.in_mini_turn = False

    def draw_card(self):
        """Draw and resolve one card; says what comes next, and for which seat."""
        if not self.deck:
            raise RoundOver
        card = self.deck.pop(0)
        self.log(sq.DRAWN, self.drawer, card, len(self.deck))
        if card in HELD:
            self.hands[self.drawer].append(card)
            return RESUME, self.drawer
        self.discard.append(card)
        number = self.turned[card]
        self.turned[card] += 1
        if card == sq.WINTER:
            self.log(sq.WINTER_CAME, self.drawer, sq.WINTER, len(self.deck))
            raise RoundOver
        if card == sq.QUARREL:
            return self.quarrel()
        if card == sq.HOARD:
            return self.hoard_race(number)
        if card == sq.AMBUSH:
            return self.ambush(number)
        return self.whirlwind(number)

    def wants_another_card(self):
        """Decision DRAW of the drawer, where it comes up; it may store a first set at once."""
        seat = self.drawer
        if len(self.hands[seat]) >= STOP_LEVEL:
            return False
        if self.options["draw_rule"] == "optional":
            legal = [sq.DRAW, sq.STOP]
        else:
            legal = [sq.DRAW] + [sq.STORE_ONE + kind for kind in self.sets_available(seat)]
        action = self.decide(seat, sq.PHASE_DRAW, legal)
        if action == sq.DRAW:
            return True
        if action == sq.STOP:
            self.log(sq.STOPPED, seat, amount=len(self.hands[seat]))
        else:
            self.store(seat, action - sq.STORE_ONE)
        return False

    def store_and_discard(self, seat):
        while True:
            legal = [sq.STORE_ONE + kind for kind in self.sets_available(seat)] + [sq.DONE]
            action = self.decide(seat, sq.PHASE_STORE, legal)
            if action == sq.DONE:
                break
            self.store(seat, action - sq.STORE_ONE)

        hand = self.hands[seat]
        if not hand:
            self.log(sq.NO_DISCARD, seat)
            return
        legal = [sq.DISCARD_ONE + kind for kind in self.discardable(seat)]
        kind = self.decide(seat, sq.PHASE_DISCARD, legal) - sq.DISCARD_ONE
        hand.remove(kind)
        self.hoard.append(kind)
        self.everybody_saw_leave(seat, [kind])
        self.log(sq.DISCARDED, seat, kind, len(self.hoard))

    def store(self, seat, kind):
        for _ in range(SET_SIZE):
            self.hands[seat].remove(kind)
        self.stored[seat][kind] += 1
        self.everybody_saw_leave(seat, [kind] * SET_SIZE)
        self.log(sq.STORED, seat, kind, self.stored[seat][kind])

    def discardable(self, seat):
        """Kinds that may go on the Hoard pile, ascending."""
        kinds = sorted(set(self.hands[seat]))
        if any(kind in NUMBERS for kind in kinds):
            kinds = [kind for kind in kinds if kind != sq.LEAD]
        if self.options["gold_discardable"] == "only_if_last" and len(self.hands[seat]) > 1:
            kinds = [kind for kind in kinds if kind != sq.GOLD]
        return kinds

    # --- Quarrel ---

    def quarrel(self):
        contestants = [seat for seat in range(self.seats) if self.hands[seat]]
        self.log(sq.QUARREL_BEGUN, self.drawer, amount=len(contestants))
        if len(contestants) == 1 and self.options["quarrel_single"] == "auto_win":
            return self.quarrel_won(contestants[0])
        if len(contestants) < 2:
            self.log(sq.QUARREL_CANCELLED, self.drawer, amount=len(contestants))
            return self.quarrel_without_winner()

        while True:
            tied = self.quarrel_subround(contestants)
            if len(tied) == 1:
                return self.quarrel_won(tied[0])
            contestants = [seat for seat in tied if self.hands[seat]]
            if len(contestants) == 1 and self.options["quarrel_partial_tie"] == "last_able_wins":
                return self.quarrel_won(contestants[0])
            if len(contestants) < 2:
                return self.quarrel_drawn()
            self.log(sq.QUARREL_TIED, amount=len(contestants))

    def quarrel_subround(self, contestants):
        """Everybody picks, all is revealed; the seats that showed the top card."""
        self.subround += 1
        self.contesting = contestants
        picks = {}
        for seat in contestants:
            legal = [sq.PLAY_ONE + kind for kind in sorted(set(self.hands[seat]))]
            picks[seat] = self.decide(seat, sq.PHASE_QUARREL, legal) - sq.PLAY_ONE

        for seat, kind in picks.items():
            self.hands[seat].remove(kind)
            self.lying[seat].append(kind)
            self.everybody_saw_leave(seat, [kind])
            self.log(sq.PLAYED, seat, kind, self.subround)
        for seat, kind in picks.items():
            if kind == sq.GOLD and self.hands[seat]:
                self.lying[seat].remove(sq.GOLD)
                self.discard.append(sq.GOLD)
                self.log(sq.GOLD_LOST, seat, sq.GOLD)

        ranking = [sq.LEAD, sq.ONE, sq.TWO, sq.THREE, sq.FOUR, sq.FIVE, sq.GOLD]
        top = max(ranking.index(kind) for kind in picks.values())
        return [seat for seat, kind in picks.items() if ranking.index(kind) == top]

    def quarrel_won(self, winner):
        table = [card for cards in self.lying for card in cards]
        self.hands[winner] += table
        self.everybody_saw_arrive(winner, table)
        self.clear_table()
        self.log(sq.QUARREL_WON, winner, amount=len(table))
        return MINI_TURN, winner

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
        if self.options["quarrel_draw_next"] == "store_discard":
            return STORE_PHASE, self.drawer
        return RESUME, self.drawer

    def clear_table(self):
        self.lying = [[] for _ in range(self.seats)]
        self.subround = 0
        self.contesting = []

    # --- the other Actions ---

    def hoard_race(self, number):
        if not self.hoard:
            self.log(sq.HOARD_EMPTY, self.drawer)
            return STORE_PHASE, self.drawer

        everybody = self.options["hoard_eligible"] == "all"
        eligible = [seat for seat in range(self.seats) if everybody or seat != self.drawer]
        self.contesting = eligible
        races = {}
        for seat in eligible:
            races[seat] = self.decide(seat, sq.PHASE_RACE, [sq.RACE, sq.HOLD]) == sq.RACE
        self.contesting = []
        for seat in eligible:
            self.log(sq.RACED, seat, amount=int(races[seat]))

        clockwise = self.clockwise((self.drawer + 1) % self.seats)
        racers = [seat for seat in clockwise if races.get(seat)]
        if not racers:
            self.log(sq.RACE_NONE, self.drawer, amount=len(self.hoard))
            return STORE_PHASE, self.drawer
        # max() takes the first of equals
        winner = max(racers, key=lambda seat: self.stream(streams.RACE, seat, number).bits())
        self.hands[winner] += self.hoard
        self.everybody_saw_arrive(winner, self.hoard)
        self.log(sq.RACE_WON, winner, amount=len(self.hoard))
        self.hoard = []
        return MINI_TURN, winner

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
                else:  # an unknown card left, it may have been any
                    for any_kind in HELD:
                        self.forget(observer, victim, any_kind)
            self.log(sq.AMBUSHED, victim, kind, drawer)
        if self.options["after_ambush"] == "store_discard":
            return STORE_PHASE, drawer
        return RESUME, drawer

    def whirlwind(self, number):
        pool = sorted(card for hand in self.hands for card in hand)
        self.log(sq.WHIRLED, self.drawer, amount=len(pool))
        self.stream(streams.WHIRLWIND, 0, number).shuffle(pool)
        self.hands = [[] for _ in range(self.seats)]
        for i, card in enumerate(pool):
            self.hands[(self.drawer + i) % self.seats].append(card)
        for observer in range(self.seats):
            self.known[observer] = [[0] * sq.HAND_KINDS for _ in range(self.seats)]
        for seat in self.clockwise(self.drawer):
            self.log_hand(sq.REDEALT, seat)
        return RESUME, self.drawer


# --- the public face ----------------------------------------------------------------------------


def play(seats, choose, *, seed, deal, options=None):
    """Play one round from the deal; ``choose(seat, view, legal) -> action`` is asked."""
    game = Round(seats, choose, seed=seed, deal=deal, options=options)
    game.deal()
    return game.play()


def play_from(
    hands,
    deck,
    choose,
    *,
    hoard=(),
    stored=None,
    drawer=0,
    seed=0,
    deal=0,
    options=None,
    stop_after_turns=None,
):
    """Play on from a constructed position, at the beginning of the drawer's full turn.

    The deck is given front to back and needs no Winter. Where it runs out, or so many full turns
    are over, the round is scored without WINTER_CAME.
    """
    game = Round(len(hands), choose, seed=seed, deal=deal, options=options)
    game.hands = [list(hand) for hand in hands]
    game.deck = list(deck)
    game.hoard = list(hoard)
    if stored is not None:
        game.stored = [Counter(sets) for sets in stored]
    game.drawer = drawer
    return game.play(stop_after_turns)


def view_format():
    """``layout.VIEW`` in the words of ``struct``."""
    letters = {"u1": "B", "i2": "h", "i8": "q"}
    text, end = "<", 0
    for dtype, offset in sq.VIEW.fields.values():
        text += "x" * (offset - end)
        end = offset
        text += f"{dtype.itemsize // dtype.base.itemsize}{letters[dtype.base.str[1:]]}"
        end += dtype.itemsize
    return text


VIEW_PACKER = struct.Struct(view_format())


def pack_view(view):
    """The bytes of a view as one record of ``layout.VIEW``."""
    values = []
    for name in sq.VIEW.names:
        value = view[name]
        if isinstance(value, int):
            values.append(value)
        elif isinstance(value[0], int):
            values += value
        else:
            for row in value:
                values += row
    return VIEW_PACKER.pack(*values)


# --- reference policies -------------------------------------------------------------------------


def baseline(seat, view, legal):
    """Section 8 of the rules. Sets are stored in ascending order."""
    actions = actions_of(legal)
    hand = view["hand"]
    if view["phase"] == sq.PHASE_DRAW:
        return sq.DRAW
    if view["phase"] == sq.PHASE_STORE:
        return actions[0]  # the lowest set, or done
    if view["phase"] == sq.PHASE_DISCARD:
        if sq.DISCARD_LEAD in actions:
            return sq.DISCARD_LEAD
        numbers = [kind for kind in NUMBERS if sq.DISCARD_ONE + kind in actions]
        if not numbers:
            return sq.DISCARD_GOLD
        return sq.DISCARD_ONE + min(numbers, key=lambda kind: (hand[kind], kind))
    if view["phase"] == sq.PHASE_QUARREL:
        numbers = [kind for kind in NUMBERS if hand[kind]]
        if numbers:
            return sq.PLAY_ONE + max(numbers)
        return sq.PLAY_LEAD if hand[sq.LEAD] else sq.PLAY_GOLD
    return sq.RACE


def random_choice(stream):
    """A policy that takes each legal action with equal probability, from its seat's stream."""

    def choose(seat, view, legal):
        actions = actions_of(legal)
        return actions[stream.below(len(actions))]

    return choose


def by_seat(policies):
    """One ``choose`` of one policy per seat."""
    return lambda seat, view, legal: policies[seat](seat, view, legal)


def all_random(seats, seed, deal):
    """Every seat plays ``random``, each from its own policy stream."""
    return by_seat(
        [random_choice(Stream(seed, deal, streams.POLICY, seat)) for seat in range(seats)]
    )
