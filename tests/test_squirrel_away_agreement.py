"""The compiled kernel of Squirrel Away equals the naive engine: rounds, views, results, matches."""

import random

import pytest

from squirrelstats.simulate.position import Position
from tests.agreement import (
    check_many,
    check_many_matches,
    check_rounds,
    event_difference,
    plain_setting,
    random_settings,
    view_difference,
)
from tests.naive import squirrel_away as naive
from tests.squirrel_away_twin import SQUIRREL_AWAY

SEATS = range(2, 7)
HASHED = ["hash", "eager"]
MIXED = ["baseline", "random", "baseline", "hash", "eager"]


@pytest.mark.parametrize("seats", SEATS)
def test_rounds_chosen_by_hash(seats):
    assert check_many(SQUIRREL_AWAY, seats, HASHED, rounds_each=16, start=1) > 1700


@pytest.mark.parametrize("seats", SEATS)
def test_rounds_of_mixed_policies(seats):
    assert check_many(SQUIRREL_AWAY, seats, MIXED, rounds_each=24, start=2) > 2500


@pytest.mark.parametrize("seats", SEATS)
def test_matches(seats):
    assert check_many_matches(SQUIRREL_AWAY, seats, HASHED, 60, start=3) > 200


def test_settings_take_every_value_of_every_field():
    taken = set()
    for seats in SEATS:
        for setting in random_settings(SQUIRREL_AWAY, seats, HASHED, start=1):
            rules = setting.rules
            taken |= {(name, getattr(rules, name)) for name in SQUIRREL_AWAY.random.fields}
    assert set(SQUIRREL_AWAY.random.every_value) <= taken


@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 104))
@pytest.mark.parametrize("seats", SEATS)
def test_many_rounds_chosen_by_hash(seats, start):
    assert check_many(SQUIRREL_AWAY, seats, HASHED, rounds_each=40, start=start) > 4200


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_many_matches(seats):
    assert check_many_matches(SQUIRREL_AWAY, seats, MIXED, 300, start=300) > 900


@pytest.mark.parametrize("preset", sorted(SQUIRREL_AWAY.game.presets))
@pytest.mark.parametrize("seats", SEATS)
def test_rounds_by_the_presets(seats, preset):
    rules = SQUIRREL_AWAY.game.rules(preset)
    check_rounds(plain_setting(SQUIRREL_AWAY, ["hash"] * seats, 7, rules), range(10))
    check_rounds(plain_setting(SQUIRREL_AWAY, ["baseline"] * seats, 7, rules), range(10))


def test_far_deals_and_seeds():
    for seed in (0, 1, 2**63, 2**64 - 1):
        setting = plain_setting(SQUIRREL_AWAY, ["hash"] * 3, seed)
        check_rounds(setting, [0, 1, 2**31, 2**32, 2**53 + 1, 2**63 - 2])


@pytest.mark.parametrize("seats", SEATS)
def test_positions_see_the_same_as_the_naive_engine(seats):
    """Without a line-up every seat has impressions, and every view and legal mask is compared."""
    rng = random.Random(seats)
    for deal in range(40):
        rules = SQUIRREL_AWAY.random.rules(rng, seats)
        traits = SQUIRREL_AWAY.random.traits(rng, seats)
        asked = []

        def by_hash(seat, view, legal, asked=asked):
            asked.append((seat, naive.pack_view(view), legal))
            return SQUIRREL_AWAY.by_hash(asked[-1][1], legal, eager=False)

        record = naive.play(
            seats, by_hash, seed=5, deal=deal, options=rules, traits=traits, reads=[True] * seats
        )
        position = Position("squirrel_away", seats, rules=rules, traits=traits, seed=5, deal=deal)
        seen = []
        while position.advance() == "decision":
            seen.append((position.actor, position.view._content, position.legal))
            position.apply(SQUIRREL_AWAY.by_hash(seen[-1][1], position.legal, eager=False))
        views = [[raw for _, raw, _ in those] for those in (seen, asked)]
        different = event_difference(position.events, record.events) or view_difference(
            SQUIRREL_AWAY, *views
        )
        assert not different, f"deal={deal} {rules.changes()} {traits}\n{different}"
        assert seen == asked
        assert position.scores == record.scores
