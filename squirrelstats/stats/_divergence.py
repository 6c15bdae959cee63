"""Where two arms part on a common deal: a sample of playings compared event by event."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from squirrelstats._guard import run_guarded
from squirrelstats.estimate import Estimate, RatioSums, mean_of
from squirrelstats.intervals import LEVEL
from squirrelstats.policies._workspace import Workspace
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run

if TYPE_CHECKING:
    import pandas as pd

#: Marks playings that stayed identical to the end.
IDENTICAL = -1


@dataclass(frozen=True, eq=False)
class Divergence:
    """How long an arm and the base stay alike on common deals.

    Attributes
    ----------
    base, arm : str
    first : int64 (blocks, playings)
        Number (from 1) of the first decision that one of the arms takes otherwise; where rules
        differ, the first one after something else has happened. −1 for playings that stay
        identical to the end.
    identical : Estimate
        Share of playings that stay identical.
    """

    base: str
    arm: str
    first: np.ndarray
    identical: Estimate

    @property
    def playings(self) -> int:
        """Playings replayed."""
        return int(self.first.size)

    @property
    def median(self) -> Estimate | None:
        """Decision by which half of the playings that diverge have done so; None if none does.

        The interval is Woodruff's: that of the share inverted.

        References
        ----------
        Woodruff (1952), Confidence intervals for medians and other position measures, JASA 47.
        """
        parted = self.first != IDENTICAL
        if not parted.any():
            return None
        numbers = np.sort(self.first[parted])
        middle = int(numbers[(len(numbers) - 1) // 2])
        share = RatioSums()
        share.add(parted.sum(axis=1), (parted & (self.first <= middle)).sum(axis=1))
        half = share.mean(share=True)
        last = len(numbers) - 1
        low = math.ceil((0.5 + half.low - half.value) * len(numbers)) - 1
        high = math.ceil((0.5 + half.high - half.value) * len(numbers))
        low, high = (int(numbers[min(max(place, 0), last)]) for place in (low, high))
        return Estimate(middle, math.nan, low, high, half.n)

    def frame(self) -> pd.DataFrame:
        """The divergence curve.

        Returns
        -------
        frame : DataFrame
            ``decision`` from 0; ``identical``, the share of playings still alike after so many
            decisions, with ``se, low, high`` and ``n`` blocks; ``diverging``, the playings whose
            first diverging decision it is.
        """
        import pandas as pd

        rows = []
        for decision in range(int(self.first.max(initial=0)) + 1):
            alike = ((self.first == IDENTICAL) | (self.first > decision)).sum(axis=1)
            share = mean_of(alike, self.first.shape[1], share=True)
            diverging = int((self.first == decision).sum())
            rows.append(
                (decision, share.value, share.se, share.low, share.high, share.n, diverging)
            )
        names = ["decision", "identical", "se", "low", "high", "n", "diverging"]
        return pd.DataFrame(rows, columns=names)

    def __repr__(self) -> str:
        share = self.identical
        told = (
            f"{100 * share.value:.1f} % of playings stay identical "
            f"({100 * share.low:.1f} to {100 * share.high:.1f}; level {LEVEL:g}, "
            f"n = {self.playings:,} playings of {share.n:,} blocks)"
        )
        middle = self.median
        if middle is not None:
            told += (
                f"; half of the others have parted by decision {middle.value:g} "
                f"({middle.low:g} to {middle.high:g})"
            )
        return f"<{self.arm} against {self.base}: {told}>"


def divergence(
    base_name: str, base: Run, arm_name: str, arm: Run, playings: int
) -> Divergence | None:
    """Replay the first blocks of two runs; None where they have other numbers of seatings."""
    if base.playings != arm.playings:
        return None
    blocks = min(base.deals, max(1, playings // base.playings))
    lengths = [_lengths(run, blocks) for run in (base, arm)]

    def find() -> np.ndarray:
        spaces = [run.plan.workspace() for run in (base, arm)]
        first = np.full((blocks, base.playings), IDENTICAL, np.int64)
        for block in range(blocks):
            for playing in range(base.playings):
                first[block, playing] = _first(
                    (base.plan, arm.plan),
                    spaces,
                    block,
                    playing,
                    [int(length[block, playing]) for length in lengths],
                )
        return first

    first = run_guarded(find, math.inf, RuntimeError)
    alike = mean_of((first == IDENTICAL).sum(axis=1), base.playings, share=True)
    return Divergence(base_name, arm_name, first, alike)


def _lengths(run: Run, blocks: int) -> np.ndarray:
    """Rounds of each playing, (blocks, playings)."""
    if run.plan.in_matches:
        parts, there = [], 0
        for chunk in run.blocks("matches", ("total",)):
            if chunk.lengths is not None and there < blocks:
                parts.append(chunk.lengths)
                there += chunk.deals
        return np.concatenate(parts)[:blocks]
    return np.ones((blocks, run.playings), np.int64)


def _first(
    plans: tuple[Plan, Plan], spaces: list[Workspace], block: int, playing: int, lengths: list[int]
) -> int:
    """The first diverging decision of a playing, all rounds of a match counted through."""
    before, asked = 0, int(plans[0].game.layout.ASKED)
    for number in range(min(lengths)):
        of_match = number if plans[0].in_matches else None
        one, other = (
            space.recorded(plan.seating[playing], block, of_match)[0]
            for plan, space in zip(plans, spaces, strict=True)
        )
        common = min(len(one), len(other))
        differ = np.flatnonzero((one[:common] != other[:common]).any(axis=1))
        split = int(differ[0]) if len(differ) else common
        decisions = int(np.count_nonzero(one[:split, 0] == asked))
        if split < max(len(one), len(other)):
            return before + decisions + 1
        before += decisions
    return IDENTICAL if lengths[0] == lengths[1] else before + 1
