"""Play in batches that can be looked at in between: one integer a block is all that is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from squirrelstats._guard import lost_message
from squirrelstats.errors import RunInterrupted, UsageError
from squirrelstats.estimate import BlockSums, Estimate
from squirrelstats.simulate.api import ROUND_LIMIT, THREAD_LIMIT, play_on
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.driver import default_threads
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.store import FolderStore
from squirrelstats.stats.confidence_sequences import asymptotic_interval, bounded_interval
from squirrelstats.stats.measures import Measure

#: Deals at the first look, and how many times as many at each next one.
FIRST_LOOK = 200
GROWTH = 1.1


class Tally:
    """How often each integer came, one a block, and what follows from that.

    Parameters
    ----------
    divisor : int
        A block's integer divided by this is its value.
    within : tuple of float or None
        The least and the most a value can be, if there are limits.
    """

    def __init__(self, divisor: int, within: tuple[float, float] | None) -> None:
        self._divisor = divisor
        self._within = within
        self._known = np.zeros(0, np.int64)
        self._counts = np.zeros(0, np.int64)

    def add(self, sums: np.ndarray) -> None:
        """Take the integers of more blocks, int64 (blocks,)."""
        known, place = np.unique(np.concatenate([self._known, sums]), return_inverse=True)
        counts = np.bincount(place[len(self._known) :], minlength=len(known))
        counts[place[: len(self._known)]] += self._counts
        self._known, self._counts = known, counts

    @property
    def n(self) -> int:
        """Blocks."""
        return int(self._counts.sum())

    @property
    def values(self) -> np.ndarray:
        """Values that came, ascending; float64 (results,)."""
        return self._known / self._divisor

    @property
    def counts(self) -> np.ndarray:
        """Blocks by value; int64 (results,)."""
        return self._counts

    def estimate(self, alpha: float) -> Estimate:
        """The mean with the interval that misses ever with probability ``alpha``."""
        sums = BlockSums()
        known, counts = self._known.tolist(), self._counts.tolist()
        pairs = list(zip(known, counts, strict=True))
        sums.add(self.n, sum(k * c for k, c in pairs), sum(k * k * c for k, c in pairs))
        mean = sums.mean(self._divisor)
        if self._within is not None:
            low, high = bounded_interval(self.values, self.counts, self._within, alpha)
        else:
            low, high = asymptotic_interval(mean.n, mean.value, mean.se * mean.n**0.5, alpha)
        return Estimate(mean.value, mean.se, low, high, mean.n, 1 - alpha)


class SumsStore:
    """Keeps of every block the sum of a measure for some players; all rows only in a folder.

    Parameters
    ----------
    plan : Plan
    measure : Measure
    players : sequence of int
    """

    def __init__(self, plan: Plan, measure: Measure, players: Sequence[int]) -> None:
        self.plan = plan
        self._measure = measure
        self._players = list(players)
        self._inner: FolderStore | None = None
        self._pieces: dict[int, np.ndarray] = {}

    @contextmanager
    def writing_to(self, folder: Path | None) -> Iterator[None]:
        """Keep everything in a folder as well, with what is there already."""
        if folder is None:
            yield
            return
        self._inner = FolderStore(folder, self.plan, write=True)
        try:
            if self._inner.deals != self.deals:
                self._pieces.clear()
                table = self._measure.column.table
                for chunk in self._inner.chunks(table, (self._measure.name,), ROUND_LIMIT):
                    self._take(chunk)
            yield
        finally:
            self._inner.close()
            self._inner = None

    @property
    def deals(self) -> int:
        """Deals there from deal 0 on without a gap."""
        end = 0
        for first in sorted(self._pieces):
            if first != end:
                break
            end += len(self._pieces[first])
        return end

    def missing(self, deals: int) -> list[range]:
        """Which of the first ``deals`` deals are not there."""
        if self._inner is not None:
            return self._inner.missing(deals)
        return [range(self.deals, deals)] if self.deals < deals else []

    def add(self, chunk: Chunk) -> None:
        """Take the next deals that are missing."""
        if self._inner is not None:
            self._inner.add(chunk)
        self._take(chunk)

    def flush(self) -> None:
        """Make everything added last."""
        if self._inner is not None:
            self._inner.flush()

    def chunks(self, table: str, columns: tuple[str, ...] | None, deals: int) -> Iterator[Chunk]:
        """Rows are only in the folder."""
        return self._inner.chunks(table, columns, deals) if self._inner is not None else iter(())

    def sums(self, first: int, last: int) -> np.ndarray:
        """Sums of the blocks ``first … last - 1``, int64 (blocks, players)."""
        parts = [np.zeros((0, len(self._players)), np.int64)]
        for begin in sorted(self._pieces):
            piece = self._pieces[begin]
            if begin < last and begin + len(piece) > first:
                parts.append(piece[max(first - begin, 0) : last - begin])
        return np.concatenate(parts)

    def _take(self, chunk: Chunk) -> None:
        column = self._measure.column
        values = chunk.values[column.table][column.name]
        if column.table == "matches":
            all_players = values.sum(axis=1, dtype=np.int64)
        elif column.table == "rounds":
            both = chunk.sums_by_deal(values)[:, np.newaxis]
            all_players = np.repeat(both, len(self.plan.lineup), axis=1)
        else:
            seated = chunk.players(self.plan)
            mine = [np.where(seated == player, values, 0) for player in self._players]
            self._pieces[chunk.first] = np.stack(
                [chunk.sums_by_deal(own).sum(axis=1) for own in mine], axis=1
            )
            return
        self._pieces[chunk.first] = all_players[:, self._players]


class Batches:
    """Plans on common deals, played a batch at a time.

    Parameters
    ----------
    stores : sequence of SumsStore
        One for each plan.
    threads : int or None
    out : path or None
        A folder in which each plan gets one of its own.
    """

    def __init__(self, stores: Sequence[SumsStore], threads: int | None, out: Path | None) -> None:
        by_digest = {store.plan.digest: store for store in reversed(stores)}
        self.stores = [by_digest[store.plan.digest] for store in stores]
        self._threads = default_threads()
        if threads is not None:
            self._threads = checked_count("threads", threads, 1, THREAD_LIMIT)
        self._out = out

    def folder(self, store: SumsStore) -> Path | None:
        """Where the rows of a plan are kept."""
        return self._out and self._out / f"{self.stores.index(store)}"

    def play_to(self, deals: int, which: Sequence[int]) -> bool:
        """Play these plans up to so many deals; whether it came so far before Ctrl-C."""
        for store in dict.fromkeys(self.stores[number] for number in which):
            folder = self.folder(store)
            with store.writing_to(folder):
                try:
                    play_on(store.plan, store, deals, self._threads, False, folder)
                except RunInterrupted as stop:
                    if lost_message() in str(stop):
                        raise
                    return False
        return True


def next_look(done: int, most: int, first: int = FIRST_LOOK) -> int:
    """Deals at the next look after so many; the looks do not depend on where one stopped.

    Examples
    --------
    >>> next_look(0, 1_000), next_look(200, 1_000), next_look(230, 1_000), next_look(999, 1_000)
    (200, 220, 242, 1000)
    """
    look = first
    while look <= done:
        look = max(int(look * GROWTH), look + 1)
    return min(look, most)


def within_limits(measure: Measure, *, difference: bool) -> tuple[float, float] | None:
    """The least and the most a block's mean of a measure, or a difference of two, can be."""
    if not measure.is_share:
        return None
    return (-1.0, 1.0) if difference else (0.0, 1.0)


def checked_most(max_rounds: int | None, max_matches: int | None, usual: int) -> tuple[str, int]:
    """The unit of play, and how many at most."""
    if max_rounds is not None and max_matches is not None:
        raise UsageError("say how many rounds to play at most or how many matches, not both")
    if max_matches is not None:
        return "matches", checked_count("max_matches", max_matches)
    return "rounds", usual if max_rounds is None else checked_count("max_rounds", max_rounds)


def checked_count(name: str, value: Any, least: int = 2, most: int = ROUND_LIMIT) -> int:
    """A whole number, also when written like 1e6."""
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    wrong = isinstance(whole, bool) or not isinstance(whole, int | np.integer)
    if wrong or not least <= whole <= most:
        raise UsageError(f"{name} must be a whole number from {least} to {most:,}, got {value!r}")
    return int(whole)


def check_watch(watch: Any) -> None:
    """Refuse what cannot be called."""
    if watch is not None and not callable(watch):
        raise UsageError(f"watch is a function that is called after each look, got {watch!r}")


def checked_folder(out: Any) -> Path | None:
    """The folder to keep rows in, if any."""
    if out is not None and (out == "" or not isinstance(out, str | os.PathLike)):
        raise UsageError(f"out must be the path of a folder, got {out!r}")
    return None if out is None else Path(out)
