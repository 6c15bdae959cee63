"""Play line-ups on common deals and keep of them one number a policy and block."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from squirrelstats._progress import Progress
from squirrelstats.errors import DatasetError, RunInterrupted
from squirrelstats.simulate.api import play_on
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.store import MemoryStore
from squirrelstats.stats.measures import block_sums, measure_of

#: Parts of the deals after which all line-ups have been played as far: Ctrl-C keeps those.
STAGES = (1 / 8, 1.0)


class Table:
    """Sums by block of line-ups in an order round the table.

    Parameters
    ----------
    plans : sequence of Plan
        One a line-up in an order.
    members : sequence of sequence of tuple of int
        By line-up, for each of its policies the players who play it.
    measure : str
    folder : Path or None
        Where the sums are kept for later tournaments.

    Attributes
    ----------
    sums : list of int64 (policies of the line-up, blocks)
        The kernel's integers, added up over the playings of a block and the players of a policy.
    """

    def __init__(
        self,
        plans: Sequence[Plan],
        members: Sequence[Sequence[tuple[int, ...]]],
        measure: str,
        folder: Path | None = None,
    ) -> None:
        self.plans, self.members, self.folder = tuple(plans), tuple(members), folder
        self.measure = measure
        self.sums = [self._kept(number) for number in range(len(self.plans))]

    @property
    def deals(self) -> int:
        """Deals that all line-ups have been played on."""
        return min(int(sums.shape[1]) for sums in self.sums)

    def play_to(self, deals: int, threads: int, progress: bool | None) -> None:
        """Play on until every line-up has so many deals.

        Raises
        ------
        RunInterrupted
            Ctrl-C; `deals` says how far all have come.
        """
        plan = self.plans[0]
        playings = len(plan.seating)
        there = sum(min(deals, sums.shape[1]) for sums in self.sums) * playings
        whole = deals * len(self.plans) * playings
        with Progress(whole, there, progress, plan.game.name, plan.unit) as bar:
            for part in STAGES:
                upto = max(1, round(deals * part))
                for number in range(len(self.plans)):
                    bar.add(self._play(number, upto, threads) * playings)

    def _play(self, number: int, deals: int, threads: int) -> int:
        """Let one line-up have so many deals; how many are new."""
        old = self.sums[number]
        first = old.shape[1]
        if first >= deals:
            return 0
        plan = self.plans[number]
        measure = measure_of(plan, self.measure)
        if measure.is_share and len(self.members[number]) == 1:
            new = np.full((1, deals - first), measure.scale * len(plan.seating), np.int64)
        else:
            store = MemoryStore()
            store.deals = first
            stopped = None
            try:
                run = play_on(plan, store, deals, threads, False)
            except RunInterrupted as stop:
                run, stopped = stop.run, stop
            new = np.array([block_sums(run, measure, who) for who in self.members[number]])
            if stopped is not None:
                self._keep(number, np.concatenate([old, new], axis=1))
                raise stopped
        self._keep(number, np.concatenate([old, new], axis=1))
        return int(new.shape[1])

    def _file(self, number: int) -> Path | None:
        plan = self.plans[number]
        if self.folder is None or not plan.can_be_extended:
            return None
        return self.folder / f"{plan.digest}-{self.measure}.npy"

    def _kept(self, number: int) -> np.ndarray:
        """What an earlier tournament has left of a line-up."""
        nothing = np.zeros((len(self.members[number]), 0), np.int64)
        file = self._file(number)
        if file is None or not file.exists():
            return nothing
        try:
            sums = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise DatasetError(
                f"{str(file)!r} is damaged ({error}); delete it, and its line-up is played again"
            ) from error
        if sums.dtype != np.int64 or sums.ndim != 2 or len(sums) != len(nothing):
            raise DatasetError(f"{str(file)!r} is no table of a tournament; choose another folder")
        return np.asarray(sums)

    def _keep(self, number: int, sums: np.ndarray) -> None:
        self.sums[number] = sums
        file = self._file(number)
        if file is None:
            return
        temporary = file.with_name(f".{file.name}.{os.getpid()}.tmp")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("wb") as stream:
                np.save(stream, sums, allow_pickle=False)
            os.replace(temporary, file)
        except OSError as error:
            raise DatasetError(
                f"cannot write to {str(file.parent)!r}: {error.strerror or error}; choose a folder "
                "you may write to (out=…), or none to keep the results in memory"
            ) from error
