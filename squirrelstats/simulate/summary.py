"""Win share and mean points of groups of seats or players, as estimates on blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from squirrelstats.columns import SHARE_UNITS
from squirrelstats.estimate import BlockSums, Estimate
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.plan import Plan

GROUPS = ("policy", "player", "seat")


@dataclass(frozen=True)
class GroupSummary:
    """One group: who they are, how they did.

    Attributes
    ----------
    key : tuple
        Values of the grouping columns.
    win_share, score : Estimate
        Of rounds; where matches are played of matches, and ``score`` is the mean total.
    """

    key: tuple[str | int, ...]
    win_share: Estimate
    score: Estimate


def measured(plan: Plan) -> tuple[str, str]:
    """Table and column of the points that a summary is about."""
    return ("matches", "total") if plan.in_matches else ("seats", "score")


def group_cells(plan: Plan, by: Sequence[str]) -> dict[tuple[str | int, ...], np.ndarray]:
    """Which cells of a block belong to each group.

    Returns
    -------
    cells : dict of key to bool (playings, seats)
        Ordered by player, then seat, of first appearance. For matches (playings, players), and
        the seat is that of the first round.
    """
    seats = len(plan.lineup)
    seating = plan.seating[:, :seats]
    cells: dict[tuple[str | int, ...], np.ndarray] = {}
    for player in range(seats):
        for seat in range(seats):
            values: dict[str, str | int]
            values = {"policy": plan.labels[player], "player": player, "seat": seat}
            here = np.zeros(seating.shape, bool)
            here[:, player if plan.in_matches else seat] = seating[:, seat] == player
            if here.any():
                key = tuple(values[name] for name in by)
                cells[key] = cells.get(key, np.zeros(seating.shape, bool)) | here
    if by[0] == "seat":
        return dict(sorted(cells.items(), key=lambda item: item[0][0]))
    return cells


def in_cells(plan: Plan, chunk: Chunk, column: str) -> np.ndarray:
    """A column of what is measured, by block and cell: (deals, playings, seats or players)."""
    values = chunk.values[measured(plan)[0]][column]
    return values.reshape(chunk.deals, *plan.seating[:, : len(plan.lineup)].shape)


def summarize(plan: Plan, chunks: Iterable[Chunk], by: Sequence[str]) -> list[GroupSummary]:
    """Summary of a plan's results; ``chunks`` hold ``win_share`` and the points of `measured`.

    Sums are exact integers: the result is the same however the run was cut into chunks.
    """
    cells = group_cells(plan, by)
    shares = {key: BlockSums() for key in cells}
    scores = {key: BlockSums() for key in cells}
    for chunk in chunks:
        for name, sums in (("win_share", shares), (measured(plan)[1], scores)):
            values = in_cells(plan, chunk, name)
            for key, mask in cells.items():
                blocks = values[:, mask].sum(axis=1, dtype=np.int64)
                sums[key].add(len(blocks), blocks.sum(), (blocks * blocks).sum())
    return [
        GroupSummary(
            key,
            _share(shares[key], mask),
            scores[key].mean(int(mask.sum())),
        )
        for key, mask in cells.items()
    ]


def _share(sums: BlockSums, mask: np.ndarray) -> Estimate:
    """The win share of a group; known without error where the group holds every seat."""
    estimate = sums.mean(SHARE_UNITS * int(mask.sum()), share=True)
    if mask.all() and estimate.n:
        return Estimate(estimate.value, 0.0, estimate.value, estimate.value, estimate.n)
    return estimate
