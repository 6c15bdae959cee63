"""Means over cells (a cell is one seat in one round) whose number differs from block to block."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from squirrelstats.columns import SHARE_UNITS
from squirrelstats.estimate import Estimate, RatioSums
from squirrelstats.intervals import student
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.driver import default_threads
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats import _tally_kernel as T

Part = TypeVar("Part")
Result = TypeVar("Result")

#: What is measured of a cell: sum, product with the cells, square, units of the kernel's integer.
OUTCOMES = {
    "win_share": (T.SHARES, T.CY, T.YY, SHARE_UNITS),
    "score": (T.SCORES, T.CZ, T.ZZ, 1),
}
#: Places of the products of two classes, in the same order of outcomes.
_CROSSES = {"win_share": (0, 1, 2, 3), "score": (0, 4, 5, 6)}


@dataclass(frozen=True, eq=False)
class CellSums:
    """Exact sums over the cells of all blocks, by group and class.

    Attributes
    ----------
    sums : int64 (groups, classes, SUMS)
    crosses : int64 (groups, CROSSES)
        Of the two classes of ``pair``.
    """

    sums: np.ndarray
    crosses: np.ndarray

    def __add__(self, other: CellSums) -> CellSums:
        wide = max(self.sums.shape[1], other.sums.shape[1])
        both = [
            np.pad(part.sums, ((0, 0), (0, wide - part.sums.shape[1]), (0, 0)))
            for part in (self, other)
        ]
        return CellSums(both[0] + both[1], self.crosses + other.crosses)

    def cells(self, group: int, class_: int) -> int:
        """Cells of a class."""
        return int(self.sums[group, class_, T.CELLS])

    def mean(self, group: int, class_: int, outcome: str) -> Estimate:
        """Mean of an outcome over the cells of a class, a ratio of sums over blocks."""
        row = [int(number) for number in self.sums[group, class_]]
        total, cross, square, units = OUTCOMES[outcome]
        products = (row[T.CC], row[total], row[square], row[cross])
        sums = RatioSums(row[T.BLOCKS], row[T.CELLS], *products)
        return sums.mean(units, share=outcome == "win_share")

    def difference(self, group: int, pair: tuple[int, int], outcome: str, blocks: int) -> Estimate:
        """Mean over the cells of the first class of the pair minus that of the second.

        Both come from the same blocks, so what they have in common is allowed for (linearised).
        """
        means = [self.mean(group, class_, outcome) for class_ in pair]
        if not all(mean.n for mean in means) or blocks < 2:
            return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
        units = OUTCOMES[outcome][3]
        cells = [self.cells(group, class_) for class_ in pair]
        one, other = (mean.value * units for mean in means)
        cc, cy, yc, yy = (int(self.crosses[group, place]) for place in _CROSSES[outcome])
        common = (yy - other * yc - one * cy + one * other * cc) / cells[0] / cells[1] / units**2
        alone = sum(mean.se**2 * (mean.n - 1) / mean.n for mean in means if mean.n > 1)
        variance = (alone - 2 * common) * blocks / (blocks - 1)
        value, se = means[0].value - means[1].value, math.sqrt(max(variance, 0.0))
        return Estimate(value, se, *student(value, se, blocks), blocks)


def tallied(
    plan: Plan,
    chunk: Chunk,
    codes: np.ndarray,
    member: np.ndarray,
    groups: Sequence[int],
    pair: tuple[int, int] = (0, 0),
) -> CellSums:
    """Add up the win shares and scores of a chunk.

    Parameters
    ----------
    plan, chunk
        The chunk holds ``win_share`` and ``score`` of ``seats``.
    codes : int8 or int16 (rows, seats)
        What each cell is.
    member : bool (codes, classes)
        Which classes, 64 at most, cells of a code belong to.
    groups : sequence of int
        By player; −1: does not count.
    pair : (int, int)
        Classes whose difference will be asked for.
    """
    values = chunk.values["seats"]
    seats = len(plan.lineup)
    number = max(groups) + 1
    sums = np.zeros((number, member.shape[1], T.SUMS), np.int64)
    crosses = np.zeros((number, T.CROSSES), np.int64)
    T.tally_cells(
        np.cumsum(chunk.rows_by_deal * seats, dtype=np.int64),
        codes.reshape(-1),
        member @ (np.uint64(1) << np.arange(member.shape[1], dtype=np.uint64)),
        np.asarray(groups, np.int8)[chunk.players(plan)].reshape(-1),
        values["win_share"].reshape(-1),
        values["score"].astype(np.int16, copy=False).reshape(-1),
        np.array(pair, np.int64),
        sums,
        crosses,
    )
    return CellSums(sums, crosses)


def in_threads(parts: Iterable[Part], work: Callable[[Part], Result]) -> Iterator[Result]:
    """The results of all parts in their order, while later ones are read and worked on.

    Parameters
    ----------
    parts : iterable
        Read by this thread, a few ahead.
    work : callable
        Array code that lets other threads run.
    """
    threads = default_threads()
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Any]] = deque()
        for part in parts:
            waiting.append(pool.submit(work, part))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
