"""The compiled kernel and the naive engine side by side, on the same rounds."""

import itertools
import random
import zlib
from dataclasses import dataclass

import numpy as np
import pytest

from squirrelstats import _rng
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies._workspace import Workspace
from squirrelstats.policies.policy import make_policy
from squirrelstats.policies.registry import get
from tests.naive import squarrels as naive
from tests.naive import streams
from tests.naive.streams import Stream

GAME = get_game("squarrels")
SHOWN = 6  # events shown before the first difference


def by_hash(raw, legal):
    """A legal action chosen by the bytes of the view: any difference spreads."""
    actions = naive.actions_of(legal)
    return actions[zlib.crc32(raw) % len(actions)]


class Spy:
    """A plain Python policy that chooses by hash and keeps the bytes of every view."""

    def __init__(self):
        self.views = []
        self.policy = make_policy("squarrels", self.decide, name="spy", native=False)

    def decide(self, view, legal):
        raw = view._content
        self.views.append(raw)
        return by_hash(raw, legal)


@dataclass(frozen=True)
class Setting:
    """What a few rounds have in common; ``who`` names a policy for each player."""

    seats: int
    who: tuple
    options: dict
    seed: object  # one number, or {purpose: number}
    seating: tuple  # player by seat

    def __str__(self):
        by_seat = [self.who[player] for player in self.seating]
        return f"seats={self.seats} seed={self.seed!r} options={self.options} by seat={by_seat}"


def random_seed(rng):
    """Mostly one number, sometimes a number for some of the purposes."""
    if rng.random() < 0.8:
        return rng.getrandbits(64)
    return {purpose: rng.getrandbits(64) for purpose in _rng.PURPOSES if rng.random() < 0.5}


def random_setting(rng, seats, options, policies):
    return Setting(
        seats=seats,
        who=tuple(rng.choice(policies) for _ in range(seats)),
        options=options,
        seed=random_seed(rng),
        seating=tuple(rng.sample(range(seats), seats)),
    )


def all_options(rng):
    """Every combination of options, in random order."""
    combinations = list(itertools.product(*sq.OPTION_VALUES.values()))
    rng.shuffle(combinations)
    return [dict(zip(sq.OPTION_VALUES, values, strict=True)) for values in combinations]


class Kernel:
    """The compiled kernel under one setting."""

    def __init__(self, setting):
        self.spy = Spy()
        lineup = [self.spy.policy if name == "hash" else get(GAME, name) for name in setting.who]
        self.workspace = Workspace(GAME, Rules(**setting.options), lineup, setting.seed)
        self.seating = np.zeros((1, 8), "u8")
        self.seating[0, : setting.seats] = setting.seating

    def play(self, deal):
        """Events, views of the hash policies, result of the round, results of the seats."""
        self.spy.views.clear()
        log = self.workspace.log
        log.capacity, log.count = len(log.events[0]), 0
        rounds, seats = self.workspace.play(self.seating, deal, 1)
        events = log.events[0, : int(log.count[0])].tolist()
        return [tuple(event) for event in events], self.spy.views, rounds[0], seats[0]


def play_naive(setting, deal):
    """The naive record, and the views of the hash policies."""
    views = []

    def hashed(seat, view, legal):
        raw = naive.pack_view(view)
        views.append(raw)
        return by_hash(raw, legal)

    def policy(seat):
        name = setting.who[setting.seating[seat]]
        if name == "random":
            return naive.random_choice(Stream(setting.seed, deal, streams.POLICY, seat))
        return {"hash": hashed, "baseline": naive.baseline}[name]

    choose = naive.by_seat([policy(seat) for seat in range(setting.seats)])
    record = naive.play(
        setting.seats, choose, seed=setting.seed, deal=deal, options=setting.options
    )
    return record, views


def first_difference(kernel_events, kernel_views, events, views):
    """Where two rounds part, in words; empty if they do not."""
    if kernel_events == events and kernel_views == views:
        return ""
    for number, (got, wanted) in enumerate(itertools.zip_longest(kernel_events, events)):
        if got != wanted:
            before = events[max(0, number - SHOWN) : number]
            return f"event {number}: kernel {got}, naive {wanted}, after {before}"
    for number, (got, wanted) in enumerate(itertools.zip_longest(kernel_views, views)):
        if got is None or wanted is None:
            return f"{len(kernel_views)} views of the kernel, {len(views)} naive ones"
        if got != wanted:
            one, other = (np.frombuffer(raw, sq.VIEW)[0] for raw in (got, wanted))
            fields = [
                f"{name}: kernel {one[name].tolist()}, naive {other[name].tolist()}"
                for name in sq.VIEW.names
                if np.any(one[name] != other[name])
            ]
            return f"view {number}: {'; '.join(fields)}"
    raise AssertionError("the rounds differ, and yet they do not")


def result_difference(rounds, seats, record):
    """Which result differs, in words; empty if none does."""
    pairs = {
        "score": (seats["score"].tolist(), record.scores),
        "share840": (seats["share840"].tolist(), record.shares840),
        "opening": (seats["opening"].tolist(), record.openings),
        "truncated": (rounds["truncated"], 0),
    }
    for name in ("turns", "mini_turns", "decisions", "forced"):
        pairs[name] = (rounds[name], getattr(record, name))
    differing = [
        f"{n}: kernel {got}, naive {wanted}" for n, (got, wanted) in pairs.items() if got != wanted
    ]
    return "; ".join(differing)


def check_rounds(setting, deals):
    """Play deals in both engines; fail at the first difference."""
    kernel = Kernel(setting)
    for deal in deals:
        kernel_events, kernel_views, rounds, seats = kernel.play(deal)
        record, views = play_naive(setting, deal)
        different = first_difference(
            kernel_events, kernel_views, record.events, views
        ) or result_difference(rounds, seats, record)
        if different:
            pytest.fail(f"deal={deal} {setting}\n{different}")


def check_many(seats, policies, rounds_per_combination, default_blocks, start):
    """Rounds under every combination of options and under the default preset; how many."""
    rng = random.Random(start * 10 + seats)
    every = all_options(rng)
    played = 0
    for options in [*every, *[{}] * default_blocks]:
        setting = random_setting(rng, seats, options, policies)
        deals = [rng.randrange(2**50) for _ in range(rounds_per_combination)]
        check_rounds(setting, deals)
        played += len(deals)
    return played
