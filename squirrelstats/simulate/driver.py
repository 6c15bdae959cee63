"""Play a plan: chunks of deals on daemon threads, results in order into a store."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence

from squirrelstats._guard import Crew, Interrupts, lost_message
from squirrelstats._progress import Progress
from squirrelstats.policies._workspace import Workspace
from squirrelstats.simulate.chunks import Chunk, from_records
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.store import Store

#: Seconds of work in a chunk; deals in the first ones; how much larger the next may be.
CHUNK_SECONDS = 0.2
FIRST_CHUNK = 1
GROWTH = 16


def default_threads() -> int:
    """Processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class _Allotment:
    """Hands out consecutive ranges of deals, as long as a chunk should take."""

    def __init__(self, missing: Sequence[range], threads: int) -> None:
        self._missing = deque(missing)
        self._left = sum(map(len, missing))
        self._threads = threads
        self._size = FIRST_CHUNK

    def next_range(self) -> tuple[int, int] | None:
        if not self._missing:
            return None
        gap = self._missing[0]
        share = -(-self._left // self._threads)  # the last ones shrink: threads end together
        deals = min(self._size, share, len(gap))
        if deals == len(gap):
            self._missing.popleft()
        else:
            self._missing[0] = gap[deals:]
        self._left -= deals
        return gap.start, deals

    def took(self, deals: int, seconds: float) -> None:
        wanted = deals * CHUNK_SECONDS / max(seconds, 1e-6)
        self._size = int(max(1, min(wanted, self._size * GROWTH)))


def play(plan: Plan, store: Store, deals: int, threads: int, show: bool | None) -> str | None:
    """Play what the store lacks of the first ``deals`` deals.

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
        If a policy misbehaves: the first one in order of deals. Everything before it is kept.
    """
    missing = store.missing(deals)
    if not missing:
        return None
    playings = len(plan.seating)
    _warm_up(plan)
    allotment = _Allotment(missing, threads)

    def make_worker() -> Callable[[tuple[int, int]], Chunk]:
        space = Workspace(plan.game, plan.rules, plan.lineup, plan.seed)

        def work(task: tuple[int, int]) -> Chunk:
            begun = time.perf_counter()
            rounds, seats = space.play(plan.seating, *task)
            allotment.took(task[1], time.perf_counter() - begun)
            return from_records(plan, task[0], rounds, seats)

        return work

    text = f"{plan.game.name}: {', '.join(plan.labels)}"
    there = deals - sum(map(len, missing))
    with Interrupts() as interrupts, Progress(deals * playings, there * playings, show, text) as bar:
        crew = Crew(min(threads, deals - there), make_worker, allotment.next_range)
        pressed = False
        try:
            for chunk in crew.results(interrupts):
                store.add(chunk)
                bar.add(chunk.deals * playings)
        except KeyboardInterrupt:  # where somebody else handles the signal
            pressed = True
        except BaseException:
            deque(crew.stop(), maxlen=0)
            raise
        for chunk in crew.stop():
            store.add(chunk)
        store.flush()
        if crew.error is not None:
            raise crew.error
        if pressed or interrupts.pressed:
            return lost_message() if crew.lost else "interrupted"
    return None


def _warm_up(plan: Plan) -> None:
    """Compile in the main thread, where Ctrl-C is heard, what the workers will share."""
    Workspace(plan.game, plan.rules, plan.lineup, plan.seed).play(plan.seating, 0, 0)
