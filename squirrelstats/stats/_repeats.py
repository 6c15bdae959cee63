"""Whether an arm repeats itself: the silent guard of every paired comparison."""

from __future__ import annotations

import math

import numpy as np

from squirrelstats._guard import run_guarded
from squirrelstats.errors import NotRepeatable
from squirrelstats.simulate.chunks import Chunk, gathered
from squirrelstats.simulate.run import Run
from squirrelstats.stats.arms import Arm

#: Blocks that are played again.
AGAIN = 12


def check_repeats(arm: Arm, run: Run) -> None:
    """Play some blocks again, alone and from the last to the first: nothing may differ.

    Pairing rests on it that an arm against itself cancels exactly; it does not where a policy
    keeps something from one round to the next, or draws random numbers of its own.

    Raises
    ------
    NotRepeatable
        A block came out otherwise.
    """
    plan, again = run.plan, _played_again(run)
    for table in plan.tables:
        names = tuple(again[0].values[table])
        for chunk in run.blocks(table, names):
            for anew in again:
                if not chunk.first <= anew.first < chunk.first + chunk.deals:
                    continue
                before = chunk.part(anew.first, anew.first + 1).values[table]
                for name in names:
                    if not np.array_equal(before[name], anew.values[table][name]):
                        raise NotRepeatable(_told(arm, anew.first, name))


def _played_again(run: Run) -> list[Chunk]:
    """Some blocks, spread evenly, each a chunk."""
    plan = run.plan
    blocks = sorted({int(block) for block in np.linspace(0, run.deals - 1, AGAIN)}, reverse=True)
    space = plan.workspace()

    def one(block: int) -> Chunk:
        pieces = space.pieces(plan.seating, block, 1, plan.in_matches)
        return gathered(plan, block, 1, pieces)

    return run_guarded(lambda: [one(block) for block in blocks], math.inf, RuntimeError)


def _told(arm: Arm, block: int, column: str) -> str:
    what = "match" if arm.plan.in_matches else "deal"
    return (
        f"{arm.name!r} against itself does not cancel: {what} {block} played again gave another "
        f"{column!r}, so a difference on common deals would mean nothing. A policy of its line-up "
        "keeps something from one round to the next, or draws random numbers of its own; use the "
        "arguments memory and rng instead (docs/policies.md)"
    )
