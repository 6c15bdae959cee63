"""Work in daemon threads, so that Ctrl-C always gives the prompt back.

Compiled code does not see signals, and a policy may loop for ever. Work therefore runs in daemon
threads while the main thread waits and answers Ctrl-C. A thread that does not stop is given up.
"""

from __future__ import annotations

import itertools
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

#: How long a thread may take to finish what it is at after Ctrl-C, in seconds.
PATIENCE = 2.0

#: Tasks that may be done or under way beyond one for each thread before the first of them is taken
#: out: work that goes on while a shard is written.
AHEAD = 6

_given_up: list[threading.Thread] = []


def threads_lost() -> bool:
    """Whether a thread of this process was given up and is still running."""
    return any(thread.is_alive() for thread in _given_up)


def lost_message() -> str:
    """What a user must know about a thread that could not be stopped."""
    return (
        "a policy does not come back: its thread cannot be stopped and keeps one core busy; "
        "restart the session (the kernel, in a notebook)"
    )


class Interrupts:
    """Ctrl-C as a flag, so that nothing half done is torn; pressed twice, it raises as usual.

    A context for the main thread. In other threads, and where somebody else handles the signal, it
    changes nothing and Ctrl-C raises `KeyboardInterrupt`.
    """

    def __init__(self) -> None:
        self.pressed = False
        self._held = False

    def __enter__(self) -> Interrupts:
        self._held = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._held:
            signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, *_: Any) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True

    def __exit__(self, *_: object) -> None:
        if self._held:
            signal.signal(signal.SIGINT, signal.default_int_handler)


class Crew(Generic[T]):
    """Daemon threads that take tasks until none are left; results come in the order of the tasks.

    Parameters
    ----------
    size : int
        Number of threads.
    make_worker : callable
        Called once in each thread; returns the function that does one task.
    next_task : callable
        Gives the next task, or None when there are no more; called under a lock.

    Attributes
    ----------
    error : BaseException or None
        What a task raised; it stops the work.
    lost : bool
        Whether a thread had to be given up.
    """

    def __init__(
        self,
        size: int,
        make_worker: Callable[[], Callable[[Any], T]],
        next_task: Callable[[], Any],
    ) -> None:
        self.error: BaseException | None = None
        self.lost = False
        self._make_worker = make_worker
        self._next_task = next_task
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._room = threading.Semaphore(size + AHEAD)
        # not a SimpleQueue: there a signal may turn a wait of 0.1 s into one for ever (Python 3.11)
        self._done: queue.Queue[tuple[str, int, Any]] = queue.Queue()
        self._waiting: dict[int, T] = {}
        self._next = 0
        self._threads = {threading.Thread(target=self._work, daemon=True) for _ in range(size)}
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError:  # no more threads to be had
            self._stopping.set()
            raise

    def _work(self) -> None:
        number = -1
        try:
            worker = self._make_worker()
            while self._find_room():
                with self._lock:
                    task, number = self._next_task(), next(self._numbers)
                if task is None:
                    break
                self._done.put(("result", number, worker(task)))
        except BaseException as error:
            self._done.put(("error", number, error))
        self._done.put(("left", number, threading.current_thread()))

    def _find_room(self) -> bool:
        while not self._stopping.is_set():
            if self._room.acquire(timeout=0.1):
                return True
        return False

    def results(self, interrupts: Interrupts | None = None) -> Iterator[T]:
        """Results in order, until all are there, a task failed, or Ctrl-C was pressed."""
        while self._threads and self.error is None:
            if interrupts is not None and interrupts.pressed:
                return
            yield from self._collect()

    def stop(self, patience: float = PATIENCE) -> Iterator[T]:
        """Let every thread finish what it is at; its results, up to the first that is missing.

        A thread that takes longer than `patience` seconds is given up.
        """
        self._stopping.set()
        deadline = time.monotonic() + patience
        while self._threads:
            if self._done.empty() and time.monotonic() > deadline:
                _given_up.extend(self._threads)
                self.lost = True
                return
            yield from self._collect()

    def _collect(self) -> Iterator[T]:
        try:
            kind, number, value = self._done.get(timeout=0.1)
        except queue.Empty:
            return
        if kind == "left":
            self._threads.discard(value)
        elif kind == "error":
            self.error = self.error or value
        else:
            self._waiting[number] = value
        while self._next in self._waiting:
            ready = self._waiting.pop(self._next)
            self._next += 1
            yield ready
            self._room.release()


def run_guarded(
    job: Callable[[], T],
    limit: float,
    too_long: Callable[[], BaseException],
    patience: float = PATIENCE,
) -> T:
    """Run a job in a daemon thread; raise what `too_long` makes if it takes more than `limit` s.

    After Ctrl-C the thread has `patience` seconds to finish; then it is given up, and the
    `KeyboardInterrupt` says so.
    """
    box: list[tuple[bool, Any]] = []
    done = threading.Event()  # an interrupted join would take the thread for dead (Python < 3.13)

    def work() -> None:
        try:
            box.append((True, job()))
        except BaseException as error:
            box.append((False, error))
        done.set()

    thread = threading.Thread(target=work, daemon=True)
    deadline = time.monotonic() + limit
    try:
        thread.start()
        while not done.wait(0.1) and time.monotonic() < deadline:
            pass
    except KeyboardInterrupt:
        _given_up.append(thread)
        if patience and not done.wait(patience):
            raise KeyboardInterrupt(lost_message()) from None
        raise
    if not box:
        _given_up.append(thread)
        raise too_long()
    finished, value = box[0]
    if not finished:
        raise value
    return value  # type: ignore[no-any-return]
