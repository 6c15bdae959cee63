"""The compiled kernel equals the naive engine in whole matches."""

import random

import pytest

from squirrelstats.games.squarrels.rules import Rules
from tests.agreement import check_matches, plain_setting, random_match_settings


def check_many_matches(seats, count, start):
    """Matches under random settings, two deals each; how many rounds they had."""
    rng = random.Random(start)
    played = 0
    for setting in random_match_settings(seats, ["hash", "hash", "random"], start, count):
        played += check_matches(setting, [rng.randrange(2**50) for _ in range(2)])
    return played


@pytest.mark.parametrize("seats", range(2, 7))
def test_matches(seats):
    assert check_many_matches(seats, 40, start=3) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
def test_many_matches(seats):
    assert check_many_matches(seats, 600, start=300) > 2000


@pytest.mark.parametrize("target", [20, 50])
def test_matches_by_the_printed_rules(target):
    rules = Rules(target_score=target)
    check_matches(plain_setting(["hash", "baseline", "random", "hash"], 7, rules), [0, 1, 2])
