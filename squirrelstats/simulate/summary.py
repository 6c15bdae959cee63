"""Win share and mean score of groups of seat rows, as estimates on blocks."""

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
    """One group of seats: who they are, how they did.

    Attributes
    ----------
    key : tuple
        Values of the grouping columns.
    win_share, score : Estimate
    """

    key: tuple[str | int, ...]
    win_share: Estimate
    score: Estimate


def group_cells(plan: Plan, by: Sequence[str]) -> dict[tuple[str | int, ...], np.ndarray]:
    """Which cells (playing, seat) of a block belong to each group.

    Returns
    -------
    cells : dict of key to bool (playings, seats)
        Ordered by player, then seat, of first appearance.
    """
    seats = len(plan.lineup)
    seating = plan.seating[:, :seats]
    cells: dict[tuple[str | int, ...], np.ndarray] = {}
    for player in range(seats):
        for seat in range(seats):
            values: dict[str, str | int]
            values = {"policy": plan.labels[player], "player": player, "seat": seat}
            here = np.zeros(seating.shape, bool)
            here[:, seat] = seating[:, seat] == player
            if here.any():
                key = tuple(values[name] for name in by)
                cells[key] = cells.get(key, np.zeros(seating.shape, bool)) | here
    if by[0] == "seat":
        return dict(sorted(cells.items(), key=lambda item: item[0][0]))
    return cells


def summarize(plan: Plan, chunks: Iterable[Chunk], by: Sequence[str]) -> list[GroupSummary]:
    """Summary of seat rows; ``chunks`` hold the columns ``win_share`` and ``score`` of ``seats``.

    Sums are exact integers: the result is the same however the run was cut into chunks.
    """
    cells = group_cells(plan, by)
    shares = {key: BlockSums() for key in cells}
    scores = {key: BlockSums() for key in cells}
    for chunk in chunks:
        columns = chunk.values["seats"]
        for name, sums in (("win_share", shares), ("score", scores)):
            values = columns[name]
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
