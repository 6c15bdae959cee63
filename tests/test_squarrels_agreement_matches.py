"""The compiled kernel equals the naive engine in whole matches."""

import pytest

from squirrelstats.games.squarrels.rules import Rules
from tests.agreement import check_many_matches, check_matches, plain_setting
from tests.squarrels_twin import SQUARRELS

POLICIES = ["hash", "hash", "random"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_matches(seats):
    assert check_many_matches(SQUARRELS, seats, POLICIES, 40, start=3) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
def test_many_matches(seats):
    assert check_many_matches(SQUARRELS, seats, POLICIES, 600, start=300) > 2000


@pytest.mark.parametrize("target", [20, 50])
def test_matches_by_the_printed_rules(target):
    rules = Rules(target_score=target)
    check_matches(
        plain_setting(SQUARRELS, ["hash", "baseline", "random", "hash"], 7, rules), [0, 1, 2]
    )
