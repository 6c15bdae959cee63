"""The table of one round: cards, acorns, tokens, what was seen, who is asked."""

from dataclasses import dataclass, field

from squirrelstats.games.squirrel_away import layout as sq
from squirrelstats.games.squirrel_away.rules import Rules
from tests.naive.squirrel_away.faces import faces_of
from tests.naive.squirrel_away.policies import mask_of
from tests.naive.squirrel_away.view import Sight
from tests.naive.streams import Stream

COLOURS = range(len(sq.COLOURS))
FACES = range(sq.MAX_FACES)

#: Traits of a player who is given none.
USUAL = {
    "w": 0.25,
    "d_col": 1.0,
    "d_tell": 0.2,
    "attention": 1.0,
    "sneak_attention": 0.6,
    "concealment": 0.0,
    "slip": 0.0,
    "foul_rate": 0.03,
    "expose_rate": 0.0,
    "capacity": 8,
    "age": 0,
}


@dataclass
class Record:
    """Everything a round did."""

    events: list = field(default_factory=list)  # (code, seat, card, amount)
    scores: list = field(default_factory=list)
    shares840: list = field(default_factory=list)
    openings: list = field(default_factory=list)  # by seat: copies by face
    finals: list = field(default_factory=list)  # hands at the end
    fronts: list = field(default_factory=list)  # at the end, by colour
    sets: list = field(default_factory=list)
    tokens_left: list = field(default_factory=list)
    tallies: list = field(default_factory=list)  # by seat: the numbers that sq.TALLIES names
    turns: int = 0
    decisions: int = 0
    forced: int = 0
    truncated: int = 0
    ended_by: int = -1
    loot_left: int = 0

    def sum_of(self, name):
        """What all seats did, or what was done to them."""
        return sum(tally[sq.TALLIES.index(name)] for tally in self.tallies)

    @property
    def turns_skipped(self):
        return self.sum_of("turns_skipped")

    @property
    def calls(self):
        return self.sum_of("calls_card") + self.sum_of("calls_fist")

    @property
    def calls_right(self):
        return self.sum_of("calls_card_right") + self.sum_of("calls_fist_right")


class RoundOver(Exception):
    """All cards are played, or nobody can call."""


def rules_of(options):
    """Rules, from rules or from the fields that differ from the defaults."""
    return options if isinstance(options, Rules) else Rules(**(options or {}))


class Table:
    """The state of a round.

    ``traits``, ``reads`` (whether the policy reads impressions) and ``totals`` are by player,
    ``seating`` is the player by seat.
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
        reads=None,
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
        self.faces = faces_of(self.rules)
        self.round_in_match = round_in_match
        self.in_match = totals is not None
        seating = range(seats) if seating is None else seating
        self.traits = [{**USUAL, **(traits[p] if traits else {})} for p in seating]
        self.reads = [bool(reads and reads[player]) for player in seating]
        self.totals = [0] * seats if totals is None else [totals[player] for player in seating]
        self.record = Record(tallies=[[0] * len(sq.TALLIES) for _ in range(seats)])

        self.hands = [[0] * sq.MAX_FACES for _ in range(seats)]
        self.unused = [0] * sq.MAX_FACES
        self.shown = [0] * sq.MAX_FACES  # laid down and shown, or exposed
        self.buried = [[0] * sq.MAX_FACES for _ in range(seats)]  # laid down, never shown
        rules = self.rules
        self.loot = [rules.loot_red, rules.loot_blue, rules.loot_green, rules.loot_clear]
        self.fronts = [[0] * 4 for _ in range(seats)]
        self.sets = [0] * seats
        self.tokens = [rules.tokens] * seats
        self.seen = [[0] * len(sq.RECORD) for _ in range(seats)]  # what the table saw of turns
        self.calls = [0] * seats
        self.calls_right = [0] * seats
        self.active = 0
        self.number = 0  # of the turn
        self.begin_turn()

    def begin_turn(self):
        """Nothing has happened in this turn."""
        self.early = False
        self.card = None
        self.claim = None
        self.card_is_shown = False
        self.settling = False
        self.intended = [0] * 4
        self.fist = [0] * 4
        self.verdicts = [sq.VERDICT_NONE] * self.seats  # as everybody knows them
        self.judges_left = 0
        self.impressions = (0, 0)  # of whoever is asked: fist, tell

    # --- small parts ---

    def log(self, code, seat=-1, card=-1, amount=-1):
        self.record.events.append((code, seat, card, amount))

    def stream(self, purpose, seat=0, occurrence=0):
        return Stream(self.seed, self.deal_number, purpose, seat, occurrence, self.round_in_match)

    def of_turn(self, purpose, seat=None):
        """The stream of a purpose in this turn, by default of the active seat."""
        return self.stream(purpose, self.active if seat is None else seat, self.number - 1)

    def clockwise(self, first):
        """All seats, beginning with one."""
        return [(first + i) % self.seats for i in range(self.seats)]

    def counter_clockwise(self):
        """All seats but the active one, its right-hand neighbour first."""
        return [(self.active - i) % self.seats for i in range(1, self.seats)]

    def tally(self, seat, name, number=1):
        self.record.tallies[seat][sq.TALLIES.index(name)] += number

    @property
    def limit(self):
        """Most acorns that the active seat may take."""
        capacity = int(self.traits[self.active]["capacity"])
        return min(capacity, self.rules.grab_limit or capacity)

    @property
    def card_is_false(self):
        return self.card != self.claim

    @property
    def fist_is_false(self):
        """Meaningful until the fist is settled."""
        return not self.faces[self.claim].is_matched_by(self.fist)

    def loot_in_view(self):
        """The Loot as everybody has it in mind: before the settlement, with the fist."""
        if self.settling:
            return self.loot
        return [a + b for a, b in zip(self.loot, self.fist, strict=True)]

    def unseen_by(self, seat):
        """Cards neither in the own hand nor laid down by oneself nor shown."""
        unseen = list(self.unused)
        for other in range(self.seats):
            if other != seat:
                for face in FACES:
                    unseen[face] += self.hands[other][face] + self.buried[other][face]
        if self.card is not None and not self.card_is_shown and seat != self.active:
            unseen[self.card] += 1
        return unseen

    def count_cards(self):
        """Every card there is, by face."""
        groups = [self.unused, self.shown, *self.hands, *self.buried]
        cards = [sum(column) for column in zip(*groups, strict=True)]
        if self.card is not None and not self.card_is_shown:
            cards[self.card] += 1
        return cards

    def count_acorns(self):
        """Every acorn there is, by colour."""
        groups = [self.loot, self.fist, *self.fronts, [sum(self.sets)] * 4]
        return [sum(column) for column in zip(*groups, strict=True)]

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

    def decide_colour(self, seat, phase, first_action, source):
        """One colour of those in a heap of acorns."""
        legal = [first_action + colour for colour in COLOURS if source[colour]]
        return self.decide(seat, phase, legal) - first_action
