"""Rounds of Squirrels under any rules, and what their events say about the cards."""

import dataclasses
import random
from collections import Counter

from squirrelstats.errors import UsageError
from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._table import SHORT
from squirrelstats.games.squirrels.narrate import narrate
from squirrelstats.games.squirrels.rules import Rules
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.registry import get
from tests.transcripts import Round, move

GAME = get_game("squirrels")

#: Numbers at which something happens in a short round; others are drawn between their bounds.
NUMBERS_TRIED = {
    **dict.fromkeys(("ones", "threes", "fives", "sevens", "nines", "tens"), (0, 2, 12, 20)),
    **dict.fromkeys(("twos", "fours", "sixes", "eights"), (12,)),
    **dict.fromkeys(("wilds", "squirrels"), (0, 8, 20, 40)),
    **dict.fromkeys(("pushes", "skips"), (0, 20, 40)),
    "max_turns_per_round": (1, 5, 20, 60, 200),
    "hand_size": (1, 1, 2, 3, 8),
    "stacks": (2, 2, 3, 6),
    "draw_to": (0, 0, 1, 3),
    "match_rounds": (3,),
    "target_points": (300,),
}


#: Of many Pushes and Skips some have nobody to be aimed at: with two seats, on the last turn.
MANY = {"hand_size": 2, "stacks": 2, "pushes": 30, "skips": 30}
NO_EFFECT = dict.fromkeys(("push_no_target_pile", "skip_no_target"), "discard_no_effect")


def random_rules(draw, seats):
    """Valid rules for a table: any field may have another value than by default."""
    while True:
        changes = {}
        likely = draw.choice((0.1, 0.3, 0.6))
        for entry in dataclasses.fields(Rules):
            if draw.random() < likely:
                about = entry.metadata
                if values := about.get("values") or NUMBERS_TRIED.get(entry.name):
                    changes[entry.name] = draw.choice(values)
                elif "low" in about:
                    changes[entry.name] = draw.randint(about["low"], about["high"])
                else:
                    changes[entry.name] = draw.random() < 0.5
        try:
            rules = Rules(**changes)
            rules.check_seats(seats)
        except UsageError:
            continue
        return rules


def play(rules, names, deal, traits=()):
    space = Workspace(GAME, rules, [get("squirrels", name) for name in names], 5, traits)
    events, fault = space.record(identity_seating()[0], deal)
    assert fault is None, fault
    return Round(rules, names, traits, deal, events, space.state, narrate(events, names, rules))


def fuzzed(rounds, seed):
    """Rounds of the built-in policies under random rules."""
    draw = random.Random(seed)
    for deal in range(rounds):
        seats = draw.choice((2, 2, 2, 3, 4, 5))
        rules = random_rules(draw, seats)
        if deal % 8 == 0:
            seats, rules = 2, Rules(**MANY, **NO_EFFECT)
        elif deal % 8 == 2:
            unusable = draw.choice(L.OPTION_VALUES["blind_unusable"])
            seats, rules = 2, Rules(**MANY, push_needs_pile=True, blind_unusable=unusable)
        elif deal % 8 == 4:
            seats, rules = 4, Rules(**MANY, skip_stack=True)
        yield play(rules, [draw.choice(("random", "baseline")) for _ in range(seats)], deal)


class Followed:
    """All cards that somebody has seen, as ``docs/contract.md`` says that the events move them."""

    def __init__(self, rules, seats):
        self.rules = rules
        self.hands = [Counter() for _ in range(seats)]
        self.tops = [[None] * rules.stacks for _ in range(seats)]
        self.face_down = [rules.stacks * (rules.depth - 1)] * seats
        self.pile, self.laid = Counter(), Counter()

    def __call__(self, event):
        code, seat, card, amount = (int(value) for value in event)
        if code == L.DEALT:
            self.hands[seat][card] += amount
        elif code == L.TOP_SHOWN:
            self.tops[seat][amount] = card
        elif code == L.LAID_HAND:
            move(Counter({card: amount}), self.hands[seat], self.laid)
        elif code == L.LAID_TOP:
            assert self.tops[seat][amount] == card
            self.tops[seat][amount] = None
            self.laid[card] += 1
        elif code == L.BLIND_TURNED:
            self.face_down[seat] -= 1
            self.laid[card] += 1
        elif code == L.PLAYED:
            assert self.laid.total() == amount
            move(Counter(self.laid), self.laid, self.pile)
        elif code in (L.CLEARED, L.SQUIRRELED):
            assert self.pile.total() == amount
            self.pile, self.laid = Counter(), Counter()
        elif code in (L.PUSHED, L.SKIP_LAID):
            assert self.laid == Counter([card])
            self.laid = Counter()
            if code == L.PUSHED and amount >= 0:
                self.pile = Counter()
        elif code in (L.PICKED_UP, L.BLIND_FAILED):
            self.pile, self.laid = Counter(), Counter()
        elif code == L.BLIND_UNUSABLE:
            self.laid = Counter()
            if self.rules.blind_unusable == "pickup_pile":
                self.pile = Counter()
        elif code == L.SWAPPED:
            self.hands[seat][card] -= 1
            self.tops[seat][amount] = card
        elif code == L.TOOK:
            self.hands[seat][card] += amount
        elif code == L.UNCOVERED:
            self.face_down[seat] -= 1
            self.hands[seat][card] += 1
        elif code == L.DREW:
            self.hands[seat][card] += 1


def listed(cards):
    return sorted(cards.elements())


def counted(text):
    """Kinds of cards as a transcript writes them: ``1 1 10 W``, ``1×12 W=3`` or ``none``."""
    if text == "none":
        return []
    parts = [word.split("×") for word in text.split()]
    return sorted(
        SHORT.index(p[0].split("=")[0]) for p in parts for _ in range(int(p[1]) if p[1:] else 1)
    )
