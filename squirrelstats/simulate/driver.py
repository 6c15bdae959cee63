"""Play a plan: chunks of deals on daemon threads, results in order into a store."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable

from squirrelstats._guard import Crew, lost_message, threads_lost
from squirrelstats._progress import Progress
from squirrelstats.policies._workspace import Workspace
from squirrelstats.simulate.chunks import Chunk, from_records
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.store import Store

#: Seconds of work in a chunk, and deals in the first one of a thread.
CHUNK_SECONDS = 0.2
FIRST_CHUNK = 16
GROWTH = 16


def default_threads() -> int:
    """Processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class _Allotment:
    """Hands out consecutive ranges of deals, as long as a chunk should take."""

    def __init__(self, first: int, last: int, threads: int) -> None:
        self._next = first
        self._last = last
        self._threads = threads
        self._size = FIRST_CHUNK

    def next_range(self) -> tuple[int, int] | None:
        left = self._last - self._next
        if left <= 0:
            return None
        share = -(-left // self._threads)  # the last chunks shrink, so that threads end together
        deals = min(self._size, max(share, 1))
        first, self._next = self._next, self._next + deals
        return first, deals

    def took(self, deals: int, seconds: float) -> None:
        wanted = deals * CHUNK_SECONDS / max(seconds, 1e-6)
        self._size = int(max(1, min(wanted, self._size * GROWTH)))


def play(plan: Plan, store: Store, deals: int, threads: int, show: bool | None) -> str | None:
    """Play the deals that the store lacks, from ``store.deals`` up to ``deals``.

    Parameters
    ----------
    plan : Plan
    store : Store
    deals : int
        Deals wanted in all.
    threads : int
    show : bool or None
        Progress bar; None: where somebody is watching.

    Returns
    -------
    message : str or None
        None when all is done; after Ctrl-C what to tell the user.

    Raises
    ------
    PolicyError
        If a policy misbehaves; everything before it is kept.
    """
    start = store.deals
    if start >= deals:
        return None
    playings = len(plan.seating)
    _warm_up(plan)
    allotment = _Allotment(start, deals, threads)

    def make_worker() -> Callable[[tuple[int, int]], Chunk]:
        space = Workspace(plan.game, plan.rules, plan.lineup, plan.seed)

        def work(task: tuple[int, int]) -> Chunk:
            begun = time.perf_counter()
            rounds, seats = space.play(plan.seating, *task)
            allotment.took(task[1], time.perf_counter() - begun)
            return from_records(plan, task[0], rounds, seats)

        return work

    text = f"{plan.game.name}: {', '.join(plan.labels)}"
    in_order = _InOrder(start, store)
    with Progress(deals * playings, start * playings, show, text) as bar:
        crew = Crew(threads, make_worker, allotment.next_range)
        try:
            for chunk in crew.results():
                in_order.add(chunk)
                bar.add(chunk.deals * playings)
        except KeyboardInterrupt:
            in_order.add_all(crew.stop())
            store.flush()
            return lost_message() if threads_lost() else "interrupted"
        except BaseException:
            in_order.add_all(crew.stop())
            store.flush()
            raise
    store.flush()
    return None


class _InOrder:
    """Passes chunks to the store by ascending deal; threads finish in any order."""

    def __init__(self, first: int, store: Store) -> None:
        self._next = first
        self._store = store
        self._waiting: dict[int, Chunk] = {}

    def add(self, chunk: Chunk) -> None:
        self._waiting[chunk.first] = chunk
        while self._next in self._waiting:
            ready = self._waiting.pop(self._next)
            self._store.add(ready)
            self._next += ready.deals

    def add_all(self, chunks: Iterable[Chunk]) -> None:
        for chunk in chunks:
            self.add(chunk)


def _warm_up(plan: Plan) -> None:
    """Compile in the main thread what the workers will share."""
    for policy in plan.lineup:
        _ = policy.entry
    Workspace(plan.game, plan.rules, plan.lineup, plan.seed)
