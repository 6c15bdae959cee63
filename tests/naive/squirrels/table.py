"""The table of one round: where the cards are, who knows what of them, who is asked."""

from dataclasses import dataclass, field

from squirrelstats.games.squirrels import layout as sq
from squirrelstats.games.squirrels.rules import Rules
from tests.naive import streams
from tests.naive.squirrels.cards import KINDS, counts, none, put, put_all, take
from tests.naive.squirrels.policies import mask_of
from tests.naive.squirrels.view import Sight
from tests.naive.streams import Stream


@dataclass
class Record:
    """Everything a round did."""

    events: list = field(default_factory=list)  # (code, seat, card, amount)
    scores: list = field(default_factory=list)
    shares840: list = field(default_factory=list)
    openings: list = field(default_factory=list)  # by seat: sixteen counts
    opening_tops: list = field(default_factory=list)  # by seat: kind + 1 by stack
    finals: list = field(default_factory=list)  # hands at the end
    stuck: list = field(default_factory=list)  # with the stacks
    tallies: list = field(default_factory=list)  # by seat: the numbers that sq.TALLIES names
    turns: int = 0
    decisions: int = 0
    forced: int = 0
    truncated: int = 0
    out_first: int = -1

    def sum_of(self, name):
        """What all seats did, or what was done to them."""
        return sum(tally[sq.TALLIES.index(name)] for tally in self.tallies)

    @property
    def first_out(self):
        return [int(seat == self.out_first) for seat in range(len(self.scores))]

    @property
    def skipped_turns(self):
        return self.sum_of("times_skipped")

    @property
    def pickups(self):
        return self.sum_of("pickups")

    @property
    def pushes(self):
        return self.sum_of("pushes")

    @property
    def clears(self):
        return self.sum_of("piles_cleared")

    @property
    def blinds(self):
        return self.sum_of("blinds_turned")

    @property
    def blinds_failed(self):
        return self.sum_of("blinds_failed")


class RoundOver(Exception):
    """The last turn is over, or there are no turns any more."""


def rules_of(options):
    """Rules, from rules or from the fields that differ from the defaults."""
    return options if isinstance(options, Rules) else Rules(**(options or {}))


class Table:
    """The state of a round.

    ``traits`` and ``totals`` are by player, ``seating`` is the player by seat.
    """

    def __init__(
        self,
        seats,
        choose,
        *,
        seed=0,
        deal=0,
        options=None,
        traits=None,
        seating=None,
        round_in_match=0,
        totals=None,
        asked=None,
    ):
        self.seats = seats
        self.asked = asked  # of the deal
        self.choose = choose
        self.seed = seed
        self.deal_number = deal
        self.rules = rules_of(options)
        self.round_in_match = round_in_match
        self.in_match = totals is not None
        seating = range(seats) if seating is None else seating
        traits = traits or [{}] * seats
        self.recall = [traits[player].get("recall", 1.0) for player in seating]
        self.totals = [0] * seats if totals is None else [totals[player] for player in seating]
        self.record = Record(tallies=[[0] * len(sq.TALLIES) for _ in range(seats)])

        self.hands = [none() for _ in range(seats)]
        self.stacks = [[] for _ in range(seats)]
        self.undealt = []  # front to back
        self.nobody_has_seen = none()
        self.pile = none()
        self.top = 0  # value of the top card, 0 without one
        self.run = 0  # cards of that value on top
        self.wilds_in_run = 0
        self.discard = none()
        self.skips = [0] * seats  # in front of each seat

        self.player = 0  # whose turn it is
        self.safe = None
        self.final_turns = []  # seats whose final turn is to come, or is now
        # known[observer][owner]: cards the observer knows to be in the owner's hand
        self.known = [[none() for _ in range(seats)] for _ in range(seats)]
        self.moves = 0
        self.begin_play()

    def begin_play(self):
        """Nothing has been laid yet."""
        self.laid = none()
        self.from_hand = none()
        self.tops_used = {}  # stack → kind
        self.blind_play = 0
        self.pending = 0  # kind + 1 of the card in limbo

    # --- small parts ---

    def log(self, code, seat=-1, card=-1, amount=-1):
        self.record.events.append((code, seat, card, amount))

    def stream(self, purpose, seat=0, occurrence=0):
        return Stream(self.seed, self.deal_number, purpose, seat, occurrence, self.round_in_match)

    def clockwise(self, first):
        """All seats, beginning with one."""
        return [(first + i) % self.seats for i in range(self.seats)]

    def tally(self, seat, name, number=1):
        self.record.tallies[seat][sq.TALLIES.index(name)] += number

    @property
    def is_open(self):
        return self.pile[sq.TOTAL] == 0

    def cards_held(self, seat):
        return self.hands[seat][sq.TOTAL] + sum(stack.size for stack in self.stacks[seat])

    def undealt_counts(self):
        return counts(self.undealt)

    def count_unseen(self):
        """What lies face down or undealt, counted card by card."""
        cards = none() if self.rules.leftover_visible else counts(self.undealt)
        for stacks in self.stacks:
            for stack in stacks:
                put_all(cards, counts(stack.down))
        return cards

    def count_cards(self):
        """Every card there is, wherever it lies."""
        cards = counts(self.undealt)
        for seat in range(self.seats):
            put_all(cards, self.hands[seat])
            put(cards, sq.SKIP, self.skips[seat])
            for stack in self.stacks[seat]:
                put_all(cards, counts(stack.cards()))
        put_all(cards, self.pile)
        put_all(cards, self.discard)
        if self.pending:
            put(cards, self.pending - 1)
        return cards

    # --- cards that everybody sees ---

    def take_from_hand(self, seat, kind):
        take(self.hands[seat], kind)
        for observer in range(self.seats):
            bounds = self.known[observer][seat]
            if bounds[kind]:
                take(bounds, kind)

    def take_pile(self):
        """The cards of the pile, which is no more."""
        cards, self.pile = self.pile, none()
        self.top = self.run = self.wilds_in_run = 0
        return cards

    def move(self, owner, cards):
        """Cards seen by all go to a hand; observers remember what they can."""
        for kind in KINDS:
            if cards[kind]:
                self.log(sq.TOOK, owner, kind, cards[kind])
        put_all(self.hands[owner], cards)
        for observer in range(self.seats):
            if observer != owner:
                self.remember(observer, owner, cards)
        self.moves += 1

    def remember(self, observer, owner, cards):
        recall = self.recall[observer]
        stream = self.stream(streams.RECALL, observer, self.moves) if recall < 1 else None
        for kind in KINDS:
            for _ in range(cards[kind]):
                if stream is None or stream.uniform() < recall:
                    put(self.known[observer][owner], kind)

    # --- decisions ---

    def decide(self, seat, phase, legal_actions):
        """Ask the seat, unless there is only one thing to do."""
        if len(legal_actions) == 1:
            self.record.forced += 1
            return legal_actions[0]
        action = self.choose(seat, Sight(self, seat, phase), mask_of(legal_actions))
        if action not in legal_actions:
            raise ValueError(f"seat {seat} chose {action}, legal are {legal_actions}")
        self.record.decisions += 1
        self.log(sq.ASKED, seat, action, self.record.decisions)
        return action
