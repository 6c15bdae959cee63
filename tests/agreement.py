"""The compiled kernel and the naive engine side by side, on the same rounds and matches."""

import functools
import itertools
import random
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from squirrelstats import _rng
from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games.contract import Game
from squirrelstats.policies._workspace import Workspace
from squirrelstats.policies.policy import make_policy
from squirrelstats.policies.registry import get
from tests.naive import streams
from tests.naive.streams import Stream
from tests.random_rules import RandomRules

SHOWN = 6  # events shown before the first difference
#: Rounds of a match that the naive engine plays in reasonable time.
FEW_ROUNDS = (1, 2, 3, 5, 8)


@dataclass(frozen=True, eq=False)
class Twin:
    """A game in both engines."""

    game: Game
    naive: ModuleType
    random: RandomRules
    #: Fields of the seats' results, from the naive record.
    by_seat: Callable[[Any], dict]
    #: Fields of the round's result that the naive record has under the same name.
    of_round: tuple
    #: Fields of the rules that make matches short, drawn for each setting.
    short_match: Callable[[random.Random], dict]
    totals_fit: Callable[[Any], bool] = lambda rules: True
    #: Actions that "eager" takes only if there are no others.
    last_resort: tuple = ()
    #: By name, policies of the naive engine that are made from a stream.
    drawing: Mapping[str, str] = field(default_factory=lambda: {"random": "random_choice"})
    #: What "hash" declares of itself, and what the naive engine is told of players.
    declares: Mapping[str, Any] = field(default_factory=dict)
    about_players: Callable[[Any], dict] = lambda setting: {}

    @functools.cached_property
    def spy(self):
        return Spy(self)

    def by_hash(self, raw, legal, eager):
        """A legal action chosen by the bytes of the view: any difference spreads."""
        actions = self.naive.actions_of(legal)
        if eager:
            actions = [action for action in actions if action not in self.last_resort] or actions
        return actions[zlib.crc32(raw) % len(actions)]


class Spy:
    """Plain Python policies that choose by hash and keep the bytes of every view."""

    def __init__(self, twin):
        self.views = []
        self.policies = {"hash": self.policy(twin, False), "eager": self.policy(twin, True)}

    def policy(self, twin, eager):
        def decide(view, legal):
            raw = view._content
            self.views.append(raw)
            return twin.by_hash(raw, legal, eager)

        declared = {} if eager else twin.declares
        return make_policy(twin.game, decide, name="spy", native=False, **declared)


# --- settings -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """What a few rounds have in common; ``who`` names a policy for each player."""

    twin: Twin
    seats: int
    who: tuple
    rules: Any
    traits: tuple  # by player: {trait: value}
    seed: object  # one number, or {purpose: number}
    seating: tuple  # player by seat

    def __str__(self):
        by_seat = [self.who[player] for player in self.seating]
        return (
            f"{self.twin.game.name} seats={self.seats} seed={self.seed!r} by seat={by_seat} "
            f"seating={self.seating}\n"
            f"rules: {self.rules.changes()}\ntraits by player: {self.traits}"
        )


def plain_setting(twin, who, seed, rules=None):
    """Usual players, each in the seat of its number."""
    seats = len(who)
    rules = rules or twin.game.rules()
    return Setting(twin, seats, tuple(who), rules, ({},) * seats, seed, tuple(range(seats)))


def random_seed(rng):
    """Mostly one number, sometimes a number for some of the purposes."""
    if rng.random() < 0.8:
        return rng.getrandbits(64)
    names = [*_rng.PURPOSES, *_rng.POLICY_SEATS]
    return {name: rng.getrandbits(64) for name in names if rng.random() < 0.5}


def random_setting(twin, rng, rules, seats, policies):
    return Setting(
        twin=twin,
        seats=seats,
        who=tuple(rng.choice(policies) for _ in range(seats)),
        rules=rules,
        traits=twin.random.traits(rng, seats),
        seed=random_seed(rng),
        seating=tuple(rng.sample(range(seats), seats)),
    )


def random_settings(twin, seats, policies, start, per_value=1):
    """Every value of every field under otherwise random rules, and each preset as it is.

    Left out are values that so many seats cannot play by: a starting hand of 24 for six.
    """
    rng = random.Random(start * 10 + seats)
    for rules in twin.game.presets.values():
        yield random_setting(twin, rng, rules, seats, policies)
    for name, value in twin.random.every_value * per_value:
        try:
            rules = twin.random.rules(rng, seats, **{name: value})
        except LookupError:
            continue
        yield random_setting(twin, rng, rules, seats, policies)


def random_match_settings(twin, seats, policies, start, count):
    """Settings for short matches."""
    rng = random.Random(start * 10 + seats)
    while count:
        changes = {"max_rounds": rng.choice(FEW_ROUNDS), **twin.short_match(rng)}
        changes = {name: changes[name] for name in changes if name in twin.random.fields}
        rules = twin.random.rules(rng, seats, **changes)
        if twin.totals_fit(rules):
            count -= 1
            yield random_setting(twin, rng, rules, seats, policies)


# --- both engines -------------------------------------------------------------------------------


class Kernel:
    """The compiled kernel under one setting."""

    def __init__(self, setting):
        game, self.spy = setting.twin.game, setting.twin.spy
        lineup = [self.spy.policies.get(name) or get(game, name) for name in setting.who]
        self.workspace = Workspace(game, setting.rules, lineup, setting.seed, setting.traits)
        self.seating = np.zeros((1, 8), "u8")
        self.seating[0, : setting.seats] = setting.seating

    def play(self, deal):
        """Events, views of the hash policies, result of the round, results of the seats."""
        self.spy.views.clear()
        log = self.workspace.log
        log.capacity, log.count = EVENT_CAPACITY, 0
        rounds, seats = self.workspace.play(self.seating, deal, 1)
        log.capacity = 0
        events = log.events[0, : min(int(log.count[0]), EVENT_CAPACITY)].tolist()
        return [tuple(event) for event in events], self.spy.views, rounds[0], seats[0]

    def play_match(self, deal, rounds):
        """Events of each round, views of all rounds in a row, results by player."""
        self.spy.views.clear()
        results = self.workspace.play_matches(self.seating, deal, 1)
        views = list(self.spy.views)
        events = []
        for number in range(rounds):
            told, fault = self.workspace.record(self.seating[0], deal, number)
            assert fault is None
            events.append([tuple(event) for event in told.tolist()])
        return events, views, results


def naive_choose(setting, deal, views, number=0, seating=None):
    """The policies of a setting in one round; those by hash add their views to the list."""
    seating = setting.seating if seating is None else seating
    naive = setting.twin.naive

    def hashed(seat, view, legal):
        raw = naive.pack_view(view)
        views.append(raw)
        return setting.twin.by_hash(raw, legal, setting.who[seating[seat]] == "eager")

    def policy(seat):
        name = setting.who[seating[seat]]
        if maker := setting.twin.drawing.get(name):
            stream = Stream(setting.seed, deal, streams.POLICY, seat, 0, number)
            return getattr(naive, maker)(stream)
        return hashed if name in setting.twin.spy.policies else getattr(naive, name)

    return naive.by_seat([policy(seat) for seat in range(setting.seats)])


def rules_of(setting):
    about = setting.twin.about_players(setting)
    rules, traits, seating = setting.rules, setting.traits, setting.seating
    return {"options": rules, "traits": traits, "seating": seating, **about}


def play_naive(setting, deal):
    """The naive record, and the views of the hash policies."""
    views = []
    choose = naive_choose(setting, deal, views)
    record = setting.twin.naive.play(
        setting.seats, choose, seed=setting.seed, deal=deal, **rules_of(setting)
    )
    return record, views


def play_match_naive(setting, deal):
    """The naive record of a match, and the views of the hash policies."""
    views = []

    def choose_in(number, seating):
        return naive_choose(setting, deal, views, number, seating)

    match = setting.twin.naive.play_match(
        setting.seats, choose_in, seed=setting.seed, deal=deal, **rules_of(setting)
    )
    return match, views


# --- comparing ----------------------------------------------------------------------------------


def event_difference(kernel_events, events):
    """Where events part, in words; empty if they do not. The kernel's buffer has an end."""
    events = events[:EVENT_CAPACITY]
    if kernel_events == events:
        return ""
    pairs = enumerate(itertools.zip_longest(kernel_events, events))
    number, (got, wanted) = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
    before = events[max(0, number - SHOWN) : number]
    return f"event {number}: kernel {got}, naive {wanted}, after {before}"


def view_difference(twin, kernel_views, views):
    """Which fields of which view differ first, in words; empty if all are alike."""
    for number, (got, wanted) in enumerate(itertools.zip_longest(kernel_views, views)):
        if got is None or wanted is None:
            return f"{len(kernel_views)} views of the kernel, {len(views)} naive ones"
        if got != wanted:
            one, other = (np.frombuffer(raw, twin.game.view_dtype)[0] for raw in (got, wanted))
            fields = [
                f"{name}: kernel {one[name].tolist()}, naive {other[name].tolist()}"
                for name in twin.game.view_dtype.names
                if np.any(one[name] != other[name])
            ]
            return f"view {number}: {'; '.join(fields)}"
    return ""


def first_difference(twin, kernel_events, kernel_views, events, views):
    """Where two rounds part, in words; empty if they do not."""
    return event_difference(kernel_events, events) or view_difference(twin, kernel_views, views)


def differing(pairs):
    """Names with what the two engines have, where they differ."""
    words = [f"{n}: kernel {got}, naive {wanted}" for n, (got, wanted) in pairs if got != wanted]
    return "; ".join(words)


def padded(rows, width):
    return [[*row, *[0] * (width - len(row))] for row in rows]


def result_difference(twin, rounds, seats, record):
    """Which result differs, in words; empty if none does."""
    wanted = twin.by_seat(record)
    pairs = [(name, (seats[name].tolist(), rows)) for name, rows in wanted.items()]
    pairs += [(name, (rounds[name], getattr(record, name))) for name in twin.of_round]
    pairs.append(("shift", (rounds["shift"], 0)))
    return differing(pairs)


def match_result_difference(results, match):
    """Which result of a match differs, in words; empty if none does."""
    return differing(
        [
            ("total", (results["total"].tolist(), match.totals)),
            ("share840", (results["share840"].tolist(), match.shares840)),
            ("rounds", (set(results["rounds"].tolist()), {len(match.rounds)})),
            ("truncated", (set(results["truncated"].tolist()), {match.truncated})),
        ]
    )


def check_rounds(setting, deals):
    """Play deals in both engines; fail at the first difference."""
    kernel = Kernel(setting)
    for deal in deals:
        kernel_events, kernel_views, rounds, seats = kernel.play(deal)
        record, views = play_naive(setting, deal)
        different = first_difference(
            setting.twin, kernel_events, kernel_views, record.events, views
        ) or result_difference(setting.twin, rounds, seats, record)
        if different:
            pytest.fail(f"deal={deal} {setting}\n{different}")


def check_matches(setting, deals):
    """Play matches in both engines; fail at the first difference. How many rounds they had."""
    kernel = Kernel(setting)
    played = 0
    for deal in deals:
        match, views = play_match_naive(setting, deal)
        kernel_events, kernel_views, results = kernel.play_match(deal, len(match.rounds))
        different = ""
        for number, (got, record) in enumerate(zip(kernel_events, match.rounds, strict=True)):
            if not different and (apart := event_difference(got, record.events)):
                different = f"round {number}: {apart}"
        different = (
            different
            or view_difference(setting.twin, kernel_views, views)
            or match_result_difference(results.reshape(-1)[: setting.seats], match)
        )
        if different:
            pytest.fail(f"match of deal={deal} {setting}\n{different}")
        played += len(match.rounds)
    return played


def check_many(twin, seats, policies, rounds_each, start, per_value=1):
    """Rounds under many random settings; how many."""
    rng = random.Random(start)
    played = 0
    for setting in random_settings(twin, seats, policies, start, per_value):
        deals = [rng.randrange(2**50) for _ in range(rounds_each)]
        check_rounds(setting, deals)
        played += len(deals)
    return played


def check_many_matches(twin, seats, policies, count, start):
    """Matches under random settings, two deals each; how many rounds they had."""
    rng = random.Random(start)
    played = 0
    for setting in random_match_settings(twin, seats, policies, start, count):
        played += check_matches(setting, [rng.randrange(2**50) for _ in range(2)])
    return played
