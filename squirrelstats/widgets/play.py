"""Play in the background that is watched and can be stopped at any moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats._batches import next_look
from squirrelstats.stats.watched import Watch, WatchedShares

#: Seconds of play after which it is asked whether to stop, and deals in the first piece.
PIECE_SECONDS = 0.2
FIRST_PIECE = 10
#: How much larger the next piece may be.
GROWTH = 8


class BackgroundPlay:
    """A plan played in a daemon thread, look by look.

    Looks come after 200 deals, then after a tenth more each time, and where play ends. The looks
    at a given number of deals are the same however fast it goes and whenever it is stopped.

    Parameters
    ----------
    plan : Plan
    by : str
        ``"policy"`` or ``"seat"``.
    level : float
    most : int
        Deals at most.
    pace : float
        Seconds that each look lasts at least.
    threads : int or None
    tell : callable
        Called in that thread when there is something new.

    Attributes
    ----------
    watch : Watch
    error : Exception or None
        What ended it.
    over : threading.Event
        Set at its end.
    seconds : float
        Time spent on play.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        by: str,
        level: float,
        most: int,
        pace: float,
        threads: int | None,
        tell: Callable[[], None],
    ) -> None:
        self.watch = Watch(plan, by=by, level=level, threads=threads)
        self.most = most
        self.error: Exception | None = None
        self.over = threading.Event()
        self.seconds = 0.0
        self._pace, self._tell = pace, tell
        self._stopping = threading.Event()
        self._asked = 0.0
        self._size = FIRST_PIECE
        self._thread = threading.Thread(target=self._work, daemon=True, name="squirrelstats live")

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Let it end after the piece that it is at."""
        if not self.stopping:
            self._asked = time.monotonic()
            self._stopping.set()

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._stopping.is_set()

    def is_lost(self, patience: float) -> bool:
        """Whether it goes on though it was asked to stop so many seconds ago."""
        late = time.monotonic() - self._asked >= patience
        return self.stopping and late and not self.over.is_set()

    @property
    def shares(self) -> WatchedShares:
        """All looks so far."""
        return self.watch.shares

    @property
    def run(self) -> Run:
        """What was played so far."""
        return self.watch.run

    def _work(self) -> None:
        try:
            while self.watch.deals < self.most and not self.stopping:
                begun = time.monotonic()
                if self._play_to(next_look(self.watch.deals, self.most)):
                    self.watch.look()
                    self._tell()
                    self._stopping.wait(max(0.0, self._pace - (time.monotonic() - begun)))
        except Exception as error:  # nobody else would see it
            self.error = error
        self.watch.look()
        self.over.set()
        self._tell()

    def _play_to(self, look: int) -> bool:
        """Play up to a look, in pieces; whether it came so far."""
        while self.watch.deals < look and not self.stopping:
            before, begun = self.watch.deals, time.monotonic()
            self.watch.play_to(min(look, before + self._size))
            took, played = time.monotonic() - begun, self.watch.deals - before
            if before:  # the first piece is also compiled
                self.seconds += took
            wanted = played * PIECE_SECONDS / max(took, 1e-6)
            self._size = int(max(1, min(wanted, self._size * GROWTH)))
            self._tell()
        return self.watch.deals >= look
