"""Masks of lanes, compiled, against a plain loop over the bytes."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import uncached
from squirrelstats.games import _wide as wide

U = np.uint64


@uncached
def masks(row, numbers):
    return wide.lanes_set(row), wide.lanes_in(row, numbers)


def test_masks_of_lanes():
    rng = np.random.default_rng(5)
    for _ in range(200):
        row = rng.integers(0, 15, 8, dtype="u1") * rng.integers(0, 2, 8, dtype="u1")
        numbers = int(rng.integers(0, 1 << 16))
        found = masks(row.view("u8")[0], U(numbers))
        lanes = [int(number) for number in row]
        assert found[0] == sum((number > 0) << i for i, number in enumerate(lanes))
        assert found[1] == sum((numbers >> number & 1) << i for i, number in enumerate(lanes))
