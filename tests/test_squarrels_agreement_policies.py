"""The compiled kernel equals the naive engine: compiled `baseline` and `random` at some seats."""

import random
from dataclasses import replace

import numpy as np
import pytest

from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies._workspace import Workspace
from squirrelstats.policies.registry import get
from squirrelstats.simulate.position import Position
from tests.agreement import check_many, first_difference, plain_setting, play_naive
from tests.naive import squarrels as naive
from tests.squarrels_twin import SQUARRELS


@pytest.mark.parametrize("seats", range(2, 7))
def test_rounds_of_compiled_policies(seats):
    policies = ["baseline", "random", "hash"]
    assert check_many(SQUARRELS, seats, policies, rounds_each=6, start=2) > 1450


@pytest.mark.slow
@pytest.mark.parametrize("start", range(200, 203))
@pytest.mark.parametrize("seats", range(2, 7))
def test_many_rounds_of_compiled_policies(seats, start):
    policies = ["baseline", "random", "hash"]
    assert check_many(SQUARRELS, seats, policies, rounds_each=6, start=start) > 1450


@pytest.mark.parametrize("seats", range(2, 7))
def test_positions_see_the_same_as_the_naive_engine(seats):
    """With compiled policies every view is compared, too."""
    rng = random.Random(seats)
    for deal in range(40):
        rules = SQUARRELS.random.rules(rng, seats)
        who = [rng.choice(["baseline", "random", "random"]) for _ in range(seats)]
        setting = replace(
            plain_setting(SQUARRELS, who, 2024, rules), traits=SQUARRELS.random.traits(rng, seats)
        )
        position = Position(
            "squarrels", who, rules=rules, traits=setting.traits, seed=setting.seed, deal=deal
        )
        seen = []
        while position.advance() == "decision":
            seen.append((position.actor, position.view._content, position.legal))
            position.apply(position.ask())
        record, _ = play_naive(setting, deal)
        wanted = [(seat, naive.pack_view(view), legal) for seat, view, legal in record.views]
        different = first_difference(
            SQUARRELS,
            position.events,
            [raw for _, raw, _ in seen],
            record.events,
            [raw for _, raw, _ in wanted],
        )
        assert not different, f"deal={deal} {setting}\n{different}"
        assert seen == wanted
        assert position.scores == record.scores


def test_rows_of_a_bulk_run_are_single_rounds():
    """Deals in order, and every seating of each before the next deal."""
    lineup = [get(SQUARRELS.game, name) for name in ("baseline", "random", "random")]
    seating = np.zeros((3, 8), "u8")
    seating[:, :3] = [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    workspace = Workspace(SQUARRELS.game, Rules(), lineup, 9)
    rounds, seats = workspace.play(seating, 40, 5)
    single = Workspace(SQUARRELS.game, Rules(), lineup, 9)
    for row in range(15):
        one_round, one_seats = single.play(seating[row % 3 : row % 3 + 1], 40 + row // 3, 1)
        assert rounds[row] == one_round[0]
        assert np.array_equal(seats[row], one_seats[0])
    openings = seats["opening"].reshape(5, 3, 3, 8)
    assert (openings == openings[:, :1]).all(), "all seatings share the deal"
    assert len(np.unique(openings[:, 0, 0], axis=0)) > 1
    assert rounds.dtype == sq.ROUND_RESULT
