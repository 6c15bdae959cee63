"""Independent tasks on daemon threads, their results in order: for work that is no plain run."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from squirrelstats._guard import Crew, Interrupts, lost_message, run_guarded
from squirrelstats._progress import Progress

T = TypeVar("T")


def in_order(
    tasks: Sequence[Any],
    make_worker: Callable[[], Callable[[Any], T]],
    threads: int,
    *,
    progress: bool | None = None,
    what: tuple[str, str] = ("", "tasks"),
) -> Iterator[T]:
    """Do tasks and yield their results in the order of the tasks, whatever the threads.

    Parameters
    ----------
    tasks : sequence
    make_worker : callable
        Called once in each thread, and once before to compile; gives the function that does a task.
    threads : int
    progress : bool, optional
    what : tuple of str
        What the progress bar is about, and what it counts.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C, after the threads have stopped.
    """
    run_guarded(make_worker, math.inf, RuntimeError, patience=0)
    waiting = iter(tasks)
    with Interrupts() as interrupts, Progress(len(tasks), 0, progress, *what) as bar:
        crew = Crew(min(threads, max(len(tasks), 1)), make_worker, lambda: next(waiting, None))
        try:
            for result in crew.results(interrupts):
                bar.add(1)
                yield result
        finally:
            deque(crew.stop(), maxlen=0)
        if crew.error is not None:
            raise crew.error
        if interrupts.pressed:
            raise KeyboardInterrupt(lost_message() if crew.lost else "interrupted")
