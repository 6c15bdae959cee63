"""Rotations: who sits where, checked by counting."""

import math
from collections import Counter

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.simulate.rotations import ROTATIONS, check_rotation, seatings

SEATS = range(2, 9)
PLAYINGS = {
    "none": lambda n: 1,
    "cyclic": lambda n: n,
    "balanced": lambda n: 2 if n == 2 else n * (n - 1) * (1 if n % 2 else 2),
    "all": math.factorial,
}


def rows(rotate, seats):
    return seatings(rotate, seats)[:, :seats].astype(int).tolist()


def cases():
    return [(r, n) for r in ROTATIONS for n in SEATS if r != "all" or n <= 6]


@pytest.mark.parametrize(("rotate", "seats"), cases())
def test_seatings(rotate, seats):
    found = rows(rotate, seats)
    assert len(found) == PLAYINGS[rotate](seats)
    assert found[0] == list(range(seats))
    assert len(set(map(tuple, found))) == len(found)
    assert all(sorted(row) == list(range(seats)) for row in found)
    array = seatings(rotate, seats)
    assert (array.shape, array.dtype) == ((len(found), 8), np.uint64)
    assert not array[:, seats:].any()


@pytest.mark.parametrize(("rotate", "seats"), [c for c in cases() if c[0] != "none"])
def test_everybody_sits_everywhere_equally_often(rotate, seats):
    found = rows(rotate, seats)
    sat = Counter((player, seat) for row in found for seat, player in enumerate(row))
    assert len(sat) == seats**2
    assert set(sat.values()) == {len(found) // seats}


@pytest.mark.parametrize(("rotate", "seats"), [c for c in cases() if c[0] in ("balanced", "all")])
def test_every_ordered_pair_of_neighbours_is_equally_often(rotate, seats):
    found = rows(rotate, seats)
    beside = Counter((row[s], row[(s + 1) % seats]) for row in found for s in range(seats))
    assert len(beside) == seats * (seats - 1)
    assert set(beside.values()) == {len(found) // (seats - 1)}


@pytest.mark.parametrize("seats", SEATS)
def test_the_order(seats):
    for playing, row in enumerate(rows("cyclic", seats)):
        assert row == [(seat - playing) % seats for seat in range(seats)]
    assert rows("balanced", seats)[:seats] == rows("cyclic", seats)
    if seats <= 6:
        assert rows("all", seats) == sorted(rows("all", seats))


def test_refusals():
    with pytest.raises(sq.UsageError, match=r"unknown rotation 'balance'; did you mean 'balanced'"):
        check_rotation("balance", 4)
    with pytest.raises(
        sq.UsageError, match=r"at most 6 seats, got 7; rotate='balanced' .* in 42 seatings"
    ):
        seatings("all", 7)
    with pytest.raises(sq.UsageError, match=r"got 8; .* in 112 seatings"):
        check_rotation("all", 8)


@pytest.mark.parametrize(("rotate", "playings"), [("balanced", 20), ("all", 120)])
def test_runs_are_rotated(rotate, playings):
    run = sq.simulate("squarrels", ["baseline"] * 5, rounds=3, rotate=rotate, seed=2)
    assert run.playings == playings
    assert len(run.seats) == 3 * playings * 5
    assert run.seats.player[: 5 * playings].tolist() == [p for row in rows(rotate, 5) for p in row]
    # equal policies: the same rounds, whoever sits there
    scores = run.seats.score.to_numpy().reshape(3, playings, 5)
    assert (scores == scores[:, :1]).all()
    assert f"3 deals × {playings} seatings ({rotate})" in repr(run)
