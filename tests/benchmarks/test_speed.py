"""Speed of the parts, by pytest-benchmark: ``pytest tests/benchmarks --benchmark-enable``.

Without ``--benchmark-enable`` each runs once, untimed, so that none of them rots. The figures that
the documentation quotes come from ``squirrelstats bench``, which interleaves what it compares.
"""

from __future__ import annotations

import itertools

import pytest

import squirrelstats as sq
from squirrelstats.cli._bench_games import deal_only
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.policy import make_policy
from squirrelstats.simulate.position import Position

ROUNDS = 20_000


def workspace(lineup):
    game = sq.get_game("squarrels")
    return Workspace(game, game.rules(), [sq.policies.get(game, name) for name in lineup], 7)


@pytest.mark.parametrize("policy", ["baseline", "choosy", "random"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_rounds(benchmark, policy, seats):
    space = workspace([policy] * seats)
    rounds, _ = benchmark(space.play, identity_seating(), 0, ROUNDS)
    assert len(rounds) == ROUNDS


def test_dealing_only(benchmark):
    benchmark(deal_only(workspace(["baseline"] * 4), ROUNDS))


@pytest.mark.parametrize("columns", ["core", "cards"])
def test_to_parquet(benchmark, tmp_path, columns):
    folders = itertools.count()

    def write():
        out = tmp_path / str(next(folders))
        return sq.simulate(
            "squarrels", ["baseline"] * 4, rounds=ROUNDS, columns=columns, threads=1, out=out
        )

    assert benchmark(write).deals == ROUNDS


def test_plain_python_policy(benchmark):
    first = make_policy("squarrels", sq.first_legal, native=False)
    rounds, _ = benchmark(workspace([first, "random"]).play, identity_seating(), 0, 200)
    assert len(rounds) == 200


def test_clone_of_a_position(benchmark):
    position = Position("squarrels", 4)
    position.advance()
    assert benchmark(position.clone).legal == position.legal


def test_summary(benchmark):
    run = sq.simulate("squarrels", ["baseline"] * 4, rounds=ROUNDS, progress=False)

    def summarize():
        run._summaries.clear()
        return run.summary(by=["policy", "seat"])

    assert len(benchmark(summarize)) == 4
