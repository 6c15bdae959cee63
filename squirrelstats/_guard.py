"""Work in daemon threads, so that Ctrl-C always gives the prompt back.

Compiled code does not see signals, and a policy may loop for ever. Work therefore runs in daemon
threads while the main thread waits and answers Ctrl-C. A thread that does not stop is given up.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

#: How long a thread may take to finish what it is at after Ctrl-C, in seconds.
PATIENCE = 2.0

_lost = False


def threads_lost() -> bool:
    """Whether a thread of this process had to be given up."""
    return _lost


def lost_message() -> str:
    """What a user must know about a thread that could not be stopped."""
    return (
        "a policy does not come back: its thread cannot be stopped and keeps one core busy; "
        "restart the session (the kernel, in a notebook)"
    )


class Crew(Generic[T]):
    """Daemon threads that take tasks until none are left.

    Parameters
    ----------
    size : int
        Number of threads.
    make_worker : callable
        Called once in each thread; returns the function that does one task.
    next_task : callable
        Gives the next task, or None when there are no more; called under a lock.
    """

    def __init__(
        self,
        size: int,
        make_worker: Callable[[], Callable[[Any], T]],
        next_task: Callable[[], Any],
    ) -> None:
        self._make_worker = make_worker
        self._next_task = next_task
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._results: queue.Queue[tuple[str, Any]] = queue.Queue(maxsize=2 * size)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    def _work(self) -> None:
        try:
            worker = self._make_worker()
            while not self._stopping.is_set():
                with self._lock:
                    task = self._next_task()
                if task is None:
                    break
                self._put(("result", worker(task)))
        except BaseException as error:
            self._put(("error", error))
        self._put(("done", None))

    def _put(self, item: tuple[str, Any]) -> None:
        while True:
            try:
                self._results.put(item, timeout=0.1)
                return
            except queue.Full:
                if self._stopping.is_set() and item[0] == "result":
                    continue

    def results(self) -> Iterator[T]:
        """Results as they come; re-raises the first error of a worker."""
        yield from self._collect(None)

    def stop(self) -> Iterator[T]:
        """Let every thread finish what it is at; its results. Gives up after `PATIENCE`."""
        self._stopping.set()
        yield from self._collect(time.monotonic() + PATIENCE)

    def _collect(self, deadline: float | None) -> Iterator[T]:
        global _lost
        while self._threads:
            try:
                kind, value = self._results.get(timeout=0.1)
            except queue.Empty:
                if deadline is not None and time.monotonic() > deadline:
                    _lost = True
                    return
                continue
            if kind == "done":
                self._threads.pop()
            elif kind == "error" and deadline is None:
                raise value
            elif kind == "result":
                yield value


def run_guarded(job: Callable[[], T], limit: float, too_long: Callable[[], BaseException]) -> T:
    """Run a job in a daemon thread; raise what `too_long` makes if it takes more than `limit` s."""
    global _lost
    box: list[tuple[bool, Any]] = []

    def work() -> None:
        try:
            box.append((True, job()))
        except BaseException as error:
            box.append((False, error))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    deadline = time.monotonic() + limit
    try:
        while thread.is_alive() and time.monotonic() < deadline:
            thread.join(0.1)
    except KeyboardInterrupt:
        _lost = thread.is_alive()
        raise
    if not box:
        _lost = True
        raise too_long()
    finished, value = box[0]
    if not finished:
        raise value
    return value  # type: ignore[no-any-return]
