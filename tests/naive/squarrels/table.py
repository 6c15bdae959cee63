"""The table of one round: where the cards are, who knows what of them, who is asked."""

from collections import Counter
from dataclasses import dataclass, field

from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from tests.naive.squarrels.policies import mask_of
from tests.naive.squarrels.view import view_of
from tests.naive.streams import Stream

NUMBERS = range(sq.NUMBER_KINDS)
HELD = range(sq.HAND_KINDS)

#: What holds for a player of whom nothing is said.
USUAL_TRAITS = {
    "slap_speed": 1.0,
    "drawer_speed_factor": 1.0,
    "vigilance": 1.0,
    "false_slap_rate": 0.0,
    "reaction_mean": 350.0,
    "reaction_sd": 40.0,
    "reaction_tail": 100.0,
}


@dataclass
class Position:
    """Where all cards are, and whose full turn it is or would be next."""

    hands: list
    deck: list
    hoard: list
    stored: list  # by seat: {kind: sets}
    discard: list  # Actions played or out of the round
    lost: list  # Golds
    drawer: int


@dataclass
class Record:
    """Everything a round did."""

    events: list = field(default_factory=list)  # (code, seat, card, amount)
    views: list = field(default_factory=list)  # (seat, view, legal) of each asked decision
    scores: list = field(default_factory=list)
    shares840: list = field(default_factory=list)
    openings: list = field(default_factory=list)  # by seat: eight counts, [TOTAL] their sum
    finals: list = field(default_factory=list)  # the same for the hands at the end
    stuck: list = field(default_factory=list)  # the same for cards of complete sets in them
    drawn: list = field(default_factory=list)  # by seat: cards drawn by kind 0-11
    tallies: list = field(default_factory=list)  # by seat: the numbers that sq.TALLIES names
    turns: int = 0
    mini_turns: int = 0
    decisions: int = 0
    forced: int = 0
    truncated: int = 0
    lead_changes: int = 0
    final: Position | None = None


class RoundOver(Exception):
    """Winter came, or there was no card or no turn any more."""


def rules_of(options):
    """Rules, from rules or from the fields that differ from the defaults."""
    return options if isinstance(options, Rules) else Rules(**(options or {}))


def counts(cards):
    """Eight numbers: copies by kind 0-6, then their sum."""
    if not cards:
        return [0] * 8
    return [cards.count(kind) for kind in HELD] + [len(cards)]


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
        golds_removed=0,
    ):
        self.seats = seats
        self.asked = asked  # of the deal
        self.choose = choose
        self.seed = seed
        self.deal_number = deal
        self.rules = rules_of(options)
        self.round_in_match = round_in_match
        self.golds_removed = golds_removed
        seating = range(seats) if seating is None else seating
        traits = traits or [{}] * seats
        self.traits = [{**USUAL_TRAITS, **traits[player]} for player in seating]
        self.totals = [0] * seats if totals is None else [totals[player] for player in seating]
        self.record = Record(
            drawn=[[0] * len(sq.KINDS) for _ in range(seats)],
            tallies=[[0] * len(sq.TALLIES) for _ in range(seats)],
        )

        self.deck = []  # front to back
        self.hands = [[] for _ in range(seats)]
        self.hoard = []
        self.discard = []
        self.lost = []  # Golds that left the round
        self.winters_drawn = []
        self.stored = [[0] * 8 for _ in range(seats)]  # sets by kind, [TOTAL] their sum
        self.points = [0] * seats  # for the sets stored
        self.set_cards = []  # the cards of all sets stored
        self.lying = [[] for _ in range(seats)]  # Quarrel cards on the table, by who played them
        self.winter_from = 0  # cards drawn before Winter can come
        self.refills = 0

        self.drawer = 0
        self.actor = 0  # who stores and discards
        self.follow = 0  # whose full turn comes next
        self.mini = 0  # 0, MINI_QUARREL or MINI_HOARD
        self.cards_drawn = 0
        self.drawn_now = 0  # of them in this full turn
        self.gold_is_wild = False
        self.subround = 0
        self.contesting = []
        self.sitting_out = set()
        self.turned = Counter()  # Action cards turned up in play
        self.leader = None  # the seat that last led alone
        # known[observer][owner][kind]: cards the observer knows to be in the owner's hand
        self.known = [[[0] * sq.HAND_KINDS for _ in range(seats)] for _ in range(seats)]
        self.own_in_hoard = [[] for _ in range(seats)]  # who put which cards on the pile

    # --- small parts ---

    def log(self, code, seat=-1, card=-1, amount=-1):
        self.record.events.append((code, seat, card, amount))

    def stream(self, purpose, seat=0, occurrence=0):
        return Stream(self.seed, self.deal_number, purpose, seat, occurrence, self.round_in_match)

    def clockwise(self, first):
        """All seats, beginning with one."""
        return [(first + i) % self.seats for i in range(self.seats)]

    def left_of(self, seat):
        return (seat + 1) % self.seats

    def tally(self, seat, name, number=1):
        self.record.tallies[seat][sq.TALLIES.index(name)] += number

    def count_cards(self):
        """Every card there is, wherever it lies."""
        cards = Counter(self.deck + self.hoard + self.discard + self.lost)
        cards.update(self.winters_drawn + self.set_cards)
        for seat in range(self.seats):
            cards.update(self.hands[seat] + self.lying[seat])
        return cards

    # --- sets and points ---

    def complete_sets(self, seat):
        """Kinds of which the hand holds a whole set."""
        return [kind for kind in NUMBERS if self.hands[seat].count(kind) >= self.rules.set_size]

    def points_of_set(self, kind):
        value = kind + 1
        return {
            "face": value,
            "sum": value * self.rules.set_size,
            "square": value * value,
        }[self.rules.set_scoring]

    def score(self, seat):
        """Points stored, and for the cards left in hand."""
        hand = self.hands[seat]
        numbers = [kind + 1 for kind in hand if kind in NUMBERS]
        lost = {"nothing": 0, "minus_one_each": len(numbers), "minus_face": sum(numbers)}
        gold = self.rules.gold_points * hand.count(sq.GOLD)
        lead = self.rules.lead_points * hand.count(sq.LEAD)
        return self.points[seat] + gold + lead - lost[self.rules.cards_left]

    def lay_down_set(self, seat, kind, cards):
        """Cards of the hand become a stored set."""
        for card in cards:
            self.hands[seat].remove(card)
        self.set_cards += cards
        self.stored[seat][kind] += 1
        self.stored[seat][sq.TOTAL] += 1
        self.points[seat] += self.points_of_set(kind)
        self.everybody_saw_leave(seat, cards)

        best = max(self.points)
        if self.points.count(best) == 1:
            first = self.points.index(best)
            if self.leader not in (None, first):
                self.record.lead_changes += 1
            self.leader = first

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

    def unknown_card_left(self, observer, owner):
        """It may have been any."""
        for kind in HELD:
            self.forget(observer, owner, kind)

    # --- the Hoard pile ---

    def put_on_hoard(self, seat, kind):
        """A card goes from the hand to the pile."""
        self.hands[seat].remove(kind)
        self.hoard.append(kind)
        self.own_in_hoard[seat].append(kind)
        if self.rules.hoard_visibility == "face_up":
            self.everybody_saw_leave(seat, [kind])
            return
        for observer in range(self.seats):
            if observer != seat:
                self.unknown_card_left(observer, seat)

    def take_hoard(self, winner):
        """The whole pile goes to a hand."""
        self.hands[winner] += self.hoard
        if self.rules.hoard_visibility == "face_up":
            self.everybody_saw_arrive(winner, self.hoard)
        else:
            for observer in range(self.seats):
                for kind in self.own_in_hoard[observer]:
                    self.known[observer][winner][kind] += 1
        self.hoard = []
        self.own_in_hoard = [[] for _ in range(self.seats)]

    # --- decisions ---

    def decide(self, seat, phase, legal_actions):
        """Ask the seat, unless there is only one thing to do."""
        if len(legal_actions) == 1:
            self.record.forced += 1
            return legal_actions[0]
        legal = mask_of(legal_actions)
        view = view_of(self, seat, phase)
        self.record.views.append((seat, view, legal))
        action = self.choose(seat, view, legal)
        if action not in legal_actions:
            raise ValueError(f"seat {seat} chose {action}, legal are {legal_actions}")
        self.record.decisions += 1
        self.log(sq.ASKED, seat, action, self.record.decisions)
        return action
