"""Play a plan: chunks of deals, or matches, on daemon threads; results in order into a store."""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from squirrelstats._guard import Crew, Interrupts, lost_message, run_guarded
from squirrelstats._progress import Progress
from squirrelstats.errors import PolicyError
from squirrelstats.policies._workspace import Workspace
from squirrelstats.simulate.chunks import Chunk, gathered
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.store import Store

#: Results of a range of deals, and what stopped it early.
Played: TypeAlias = tuple[Chunk, PolicyError | None]

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
        Deals, or matches, wanted in all.
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
    try:
        _warm_up(plan)
    except KeyboardInterrupt:
        return "interrupted"
    allotment = _Allotment(missing, threads)

    def make_worker() -> Callable[[tuple[int, int]], Played]:
        space = plan.workspace()

        def work(task: tuple[int, int]) -> Played:
            begun = time.perf_counter()
            played = _play_range(plan, space, *task)
            allotment.took(task[1], time.perf_counter() - begun)
            return played

        return work

    there = deals - sum(map(len, missing))
    with (
        Interrupts() as interrupts,
        Progress(deals * playings, there * playings, show, plan.game.name, plan.unit) as bar,
    ):

        def put_away(results: Iterator[Played]) -> PolicyError | None:
            for chunk, fault in results:
                if chunk.deals:
                    store.add(chunk)
                    bar.add(chunk.deals * playings)
                if fault is not None:
                    return fault
            return None

        crew = Crew(min(threads, deals - there), make_worker, allotment.next_range)
        fault, pressed = None, False
        try:
            fault = put_away(crew.results(interrupts))
        except KeyboardInterrupt:  # where somebody else handles the signal
            pressed = True
        except BaseException:
            deque(crew.stop(), maxlen=0)
            raise
        rest = crew.stop()
        fault = fault or put_away(rest)
        deque(rest, maxlen=0)
        store.flush()
        if fault or crew.error:
            raise fault or crew.error  # type: ignore[misc]
        if pressed or interrupts.pressed:
            return lost_message() if crew.lost else "interrupted"
    return None


def _play_range(plan: Plan, space: Workspace, first: int, deals: int) -> Played:
    """A range of deals; up to the fault, if a policy misbehaves in it."""

    def results(number: int) -> Chunk:
        pieces = space.pieces(plan.seating, first, number, plan.in_matches)
        return gathered(plan, first, number, pieces)

    try:
        return results(deals), None
    except PolicyError as error:
        good = range(first, first + deals).index(error.deal) if error.deal is not None else 0
        try:
            return results(good), error
        except PolicyError:  # a plain Python policy need not do the same twice
            return results(0), error


def _warm_up(plan: Plan) -> None:
    """Compile what the workers will share; Ctrl-C does not wait for the compiler."""

    def compile_all() -> None:
        plan.workspace().play(plan.seating, 0, 0)

    run_guarded(compile_all, math.inf, RuntimeError, patience=0)
