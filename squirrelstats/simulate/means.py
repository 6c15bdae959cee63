"""Means of what a run counts once a round or once a match: turns, decisions, rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from squirrelstats.columns import columns_of
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import BlockSums, Estimate, RatioSums
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.plan import Plan

#: Reads columns of a table block by block, as `Run.blocks`.
Blocks = Callable[[str, Sequence[str]], Iterator[Chunk]]


def means_by_round(plan: Plan, blocks: Blocks, columns: Sequence[str]) -> list[Estimate]:
    """Means of columns of ``rounds`` over all rounds, in one pass.

    In matches the rounds of a block differ in number: then it is a ratio estimate.
    """
    simple = {column: BlockSums() for column in columns}
    ratios = {column: RatioSums() for column in columns}
    for chunk in blocks("rounds", columns):
        rounds = chunk.rows_by_deal
        for column in columns:
            sums = chunk.sums_by_deal(chunk.values["rounds"][column])
            if plan.in_matches:
                ratios[column].add(rounds, sums)
            else:
                simple[column].add(len(sums), sums.sum(), (sums * sums).sum())
    flags = _flags(plan, "rounds")
    if plan.in_matches:
        return [ratios[column].mean(share=column in flags) for column in columns]
    playings = len(plan.seating)
    return [simple[column].mean(playings, share=column in flags) for column in columns]


#: Columns of ``matches`` that all players of a match have in common.
OF_A_MATCH = ("rounds", "truncated")


def means_by_match(plan: Plan, blocks: Blocks, columns: Sequence[str]) -> list[Estimate]:
    """Means of columns of ``matches`` that say the same of every player, in one pass."""
    for column in columns:
        if column not in OF_A_MATCH:
            raise UsageError(choices("length of a match", column, OF_A_MATCH))
    sums = {column: BlockSums() for column in columns}
    for chunk in blocks("matches", columns):
        for column in columns:
            values = chunk.values["matches"][column][:, :, 0].sum(axis=1, dtype=np.int64)
            sums[column].add(len(values), values.sum(), (values * values).sum())
    flags = _flags(plan, "matches")
    playings = len(plan.seating)
    return [sums[column].mean(playings, share=column in flags) for column in columns]


def _flags(plan: Plan, table: str) -> set[str]:
    columns = columns_of(plan.game.columns, table, plan.columns)
    return {column.name for column in columns if column.dtype == "bool"}
