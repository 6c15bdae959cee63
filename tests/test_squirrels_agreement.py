"""The compiled kernel of Squirrels equals the naive engine: rounds, views, results, matches."""

import pytest

from tests.agreement import (
    check_many,
    check_many_matches,
    check_rounds,
    plain_setting,
    random_settings,
)
from tests.squirrels_twin import SQUIRRELS

SEATS = range(2, 9)
HASHED = ["hash", "eager"]
MIXED = ["baseline", "random", "random", "eager"]


@pytest.mark.parametrize("seats", SEATS)
def test_rounds_chosen_by_hash(seats):
    assert check_many(SQUIRRELS, seats, HASHED, rounds_each=4, start=1) > 800


@pytest.mark.parametrize("seats", SEATS)
def test_rounds_of_mixed_policies(seats):
    assert check_many(SQUIRRELS, seats, MIXED, rounds_each=10, start=2) > 2030


@pytest.mark.parametrize("seats", SEATS)
def test_matches(seats):
    assert check_many_matches(SQUIRRELS, seats, HASHED, 60, start=3) > 150


def test_settings_take_every_value_of_every_field():
    taken = set()
    for seats in SEATS:
        for setting in random_settings(SQUIRRELS, seats, HASHED, start=1):
            rules = setting.rules
            taken |= {(name, getattr(rules, name)) for name in SQUIRRELS.random.fields}
    assert set(SQUIRRELS.random.every_value) <= taken


@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 104))
@pytest.mark.parametrize("seats", SEATS)
def test_many_rounds_chosen_by_hash(seats, start):
    assert check_many(SQUIRRELS, seats, HASHED, rounds_each=10, start=start) > 1900


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_many_matches(seats):
    assert check_many_matches(SQUIRRELS, seats, MIXED, 300, start=300) > 600


@pytest.mark.parametrize("preset", sorted(SQUIRRELS.game.presets))
@pytest.mark.parametrize("seats", SEATS)
def test_rounds_by_the_presets(seats, preset):
    rules = SQUIRRELS.game.rules(preset)
    check_rounds(plain_setting(SQUIRRELS, ["eager"] * seats, 7, rules), range(10))


def test_far_deals_and_seeds():
    for seed in (0, 1, 2**63, 2**64 - 1):
        setting = plain_setting(SQUIRRELS, ["eager"] * 3, seed)
        check_rounds(setting, [0, 1, 2**31, 2**32, 2**53 + 1, 2**63 - 2])
