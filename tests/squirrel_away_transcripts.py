"""Rounds of Squirrel Away under any rules, and what their events say about acorns and cards."""

import random
from collections import Counter

from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.narrate import narrate
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.registry import get
from tests.random_rules_squirrel_away import SQUIRREL_AWAY
from tests.transcripts import Round

GAME = get_game("squirrel_away")
COLOURS = range(4)


def play(rules, names, deal, traits=()):
    space = Workspace(GAME, rules, [get("squirrel_away", name) for name in names], 5, traits)
    events, fault = space.record(identity_seating()[0], deal)
    assert fault is None, fault
    return Round(rules, names, traits, deal, events, space.state, narrate(events, names, rules))


def fuzzed(rounds, seed):
    """Rounds of the built-in policies under random rules, every value of every field among them."""
    draw = random.Random(seed)
    for deal in range(rounds):
        seats = draw.randint(2, 6)
        name, value = SQUIRREL_AWAY.every_value[deal % len(SQUIRREL_AWAY.every_value)]
        rules = SQUIRREL_AWAY.rules(draw, seats, **{name: value})
        traits = SQUIRREL_AWAY.traits(draw, seats)
        yield play(
            rules,
            [draw.choice(("random", "baseline", "suspicious")) for _ in range(seats)],
            deal,
            traits,
        )


class Followed:
    """All acorns and cards, as ``docs/contract.md`` says that the events move them."""

    def __init__(self, rules, seats):
        self.rules = rules
        self.hands = [Counter() for _ in range(seats)]
        self.tokens = [rules.tokens] * seats
        self.sets = [0] * seats
        self.fronts = [Counter() for _ in range(seats)]
        self.loot = Counter(dict(enumerate(rules.acorns)))
        self.fist = Counter()
        self.active = -1

    def __call__(self, event):
        code, seat, card, amount = (int(value) for value in event)
        if code == L.DEALT:
            self.hands[seat][card] += amount
        elif code == L.TURN:
            self.active = seat
        elif code in (L.EXPOSED, L.LAID):
            self.hands[seat][card] -= 1
            assert self.hands[seat].total() == amount
        elif code == L.GRABBED:
            self.move(self.loot, self.fist, card, amount)
        elif code == L.SLIPPED:
            self.move(self.fist, self.loot, amount, 1)
            self.move(self.loot, self.fist, card, 1)
        elif code in (L.SAID_GOOD, L.CALLED_CARD, L.CALLED_FIST, L.REFUNDED):
            self.tokens[seat] = amount
        elif code == L.FIST_ACORNS:
            assert self.fist[card] == amount
        elif code in (L.KEPT_ALL, L.TOOK_REST):
            assert self.fist.total() == amount
            self.all(self.fist, self.fronts[seat])
        elif code == L.KEPT_ONE and card >= 0:
            self.move(self.fist, self.fronts[seat], card, 1)
        elif code == L.RETURNED:
            assert self.fist.total() == amount
            self.all(self.fist, self.loot)
        elif code == L.TOOK:
            of_fist = seat != self.active and self.rules.caller_reward == "from_fist"
            self.move(self.fist if of_fist else self.loot, self.fronts[seat], card, 1)
            assert self.loot.total() == amount
        elif code == L.PAID_BACK:
            self.move(self.fronts[seat], self.loot, card, 1)
            assert self.fronts[seat].total() == amount
        elif code == L.STASHED:
            for colour in COLOURS:
                self.fronts[seat][colour] -= amount - self.sets[seat]
                assert self.fronts[seat][colour] >= 0
            self.sets[seat] = amount
        on_table = sum(front.total() for front in self.fronts) + 4 * sum(self.sets)
        assert self.loot.total() + self.fist.total() + on_table == sum(self.rules.acorns)

    def move(self, source, target, colour, number):
        if colour >= 0:
            assert source[colour] >= number
            source[colour] -= number
            target[colour] += number

    def all(self, source, target):
        for colour, number in Counter(source).items():
            self.move(source, target, colour, number)


def counted(text):
    """Things as a transcript writes them: ``R R C``, ``RB×12 2W`` or ``none``."""
    if text == "none":
        return Counter()
    parts = [word.split("×") for word in text.split()]
    return Counter(part[0] for part in parts for _ in range(int(part[1]) if part[1:] else 1))
