"""Rounds under any rules, and what their events and transcripts say about the cards."""

import dataclasses
import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.narrate import narrate
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.registry import get

GAME = get_game("squarrels")

#: Numbers at which something happens in a short round; others are drawn between their bounds.
NUMBERS_TRIED = {
    **dict.fromkeys(("ones", "twos", "threes", "fours", "fives"), (0, 2, 6, 12, 25, 40)),
    **dict.fromkeys(("golds", "leads"), (0, 1, 3, 9)),
    **dict.fromkeys(("quarrels", "hoards", "ambushes"), (0, 2, 8, 15)),
    "whirlwinds": (0, 1, 2, 5),
    "winters": (0, 1, 2, 5),
    "max_turns_per_round": (1, 5, 20, 60, 200),
    "starting_hand": (1, 2, 5, 7, 9, 14),
    "stop_level": (1, 3, 5, 7, 10, 30),
    "hand_cap": (0, 1, 3, 7, 12),
}


def random_rules(draw, seats):
    """Valid rules for a table: any field may have another value than by default."""
    while True:
        changes = {}
        likely = draw.choice((0.1, 0.4, 0.8))
        for entry in dataclasses.fields(Rules):
            if draw.random() < likely:
                about = entry.metadata
                if values := about.get("values") or NUMBERS_TRIED.get(entry.name):
                    changes[entry.name] = draw.choice(values)
                else:
                    changes[entry.name] = draw.randint(about["low"], about["high"])
        try:
            rules = Rules(**changes)
            rules.check_seats(seats)
        except UsageError:
            continue
        return rules


class Round(NamedTuple):
    rules: Rules
    names: list
    traits: list
    deal: int
    events: np.ndarray
    state: Any  # in which the kernel left the round
    lines: list

    @property
    def complete(self):
        return len(self.events) < EVENT_CAPACITY

    def told(self, event):
        return [line for line in self.lines if line.event == event]


def play(rules, names, deal, traits=()):
    space = Workspace(GAME, rules, [get("squarrels", name) for name in names], 5, traits)
    events, fault = space.record(identity_seating()[0], deal)
    assert fault is None, fault
    return Round(rules, names, traits, deal, events, space.state, narrate(events, names, rules))


def fuzzed(rounds, seed):
    """Rounds of the built-in policies under random rules."""
    draw = random.Random(seed)
    for deal in range(rounds):
        seats = draw.randint(2, 6)
        rules = random_rules(draw, seats)
        known = ("random", "baseline", "choosy")
        if rules.lead_rank != "lowest":
            known = known[:2]  # choosy sheds the Lead in Quarrels
        traits = [
            {
                "slap_speed": draw.choice((0.5, 1.0)),
                "vigilance": draw.choice((0.0, 0.5, 1.0)),
                "false_slap_rate": draw.choice((0.0, 0.3)),
            }
            for _ in range(seats)
        ]
        yield play(rules, [draw.choice(known) for _ in range(seats)], deal, traits)


# --- the cards, from the events alone -----------------------------------------------------------


class Followed:
    """All cards as ``docs/contract.md`` says that the events move them."""

    def __init__(self, seats, set_size):
        self.set_size = set_size
        self.hands = [Counter() for _ in range(seats)]
        self.played = [Counter() for _ in range(seats)]
        self.stored = [Counter() for _ in range(seats)]
        self.hoard = Counter()
        self.before = None

    def __call__(self, event):
        code, seat, card, amount = (int(value) for value in event)
        if code in (sq.DEALT, sq.REDEALT):
            self.hands[seat][card] += amount
        elif code == sq.DRAWN and card < sq.HAND_KINDS:
            self.hands[seat][card] += 1
        elif code in (sq.STORED, sq.STORED_WITH_GOLD):
            self.hands[seat][card] -= self.set_size - (code == sq.STORED_WITH_GOLD)
            self.stored[seat][card] += 1
            assert self.hands[seat][card] >= 0
            assert self.stored[seat][card] == amount
        elif code == sq.DISCARDED or (code == sq.FALSE_SLAPPED and card >= 0):
            move(Counter([card]), self.hands[seat], self.hoard)
            assert self.hoard.total() == amount
        elif code == sq.PLAYED:
            move(Counter([card]), self.hands[seat], self.played[seat])
        elif code == sq.GOLD_LOST:
            stored = self.before == sq.STORED_WITH_GOLD
            move(Counter([card]), (self.hands if stored else self.played)[seat], Counter())
        elif code in (sq.QUARREL_WON, sq.QUARREL_DRAWN):
            assert sum(cards.total() for cards in self.played) == amount
            for owner, cards in enumerate(self.played):
                to = seat if code == sq.QUARREL_WON else owner
                move(Counter(cards), cards, self.hands[to])
        elif code == sq.RACE_WON:
            assert self.hoard.total() == amount
            move(Counter(self.hoard), self.hoard, self.hands[seat])
        elif code == sq.AMBUSHED:
            move(Counter([card]), self.hands[seat], self.hands[amount])
        elif code == sq.WHIRLED:
            assert sum(hand.total() for hand in self.hands) == amount
            for hand in self.hands:
                hand.clear()
        if code != sq.ASKED:
            self.before = code


def move(cards, source, target):
    assert cards <= source
    source.subtract(cards)
    target.update(cards)


def listed(cards):
    return sorted(cards.elements())


def counted(text):
    """Kinds of a hand as a transcript writes it: ``1 1 3 G``, ``1×12 3`` or ``none``."""
    if text == "none":
        return []
    parts = [word.split("×") for word in text.split()]
    return sorted("12345GL".index(p[0]) for p in parts for _ in range(int(p[1]) if p[1:] else 1))


def followed_to_the_end(r):
    followed = Followed(len(r.names), r.rules.set_size)
    for event in r.events:
        followed(event)
    return followed
