"""`live`: a table that plays while one watches."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from squirrelstats._guard import PATIENCE, lost_message
from squirrelstats.errors import SquirrelstatsError, UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.intervals import LEVEL
from squirrelstats.policies.player import Member, seated
from squirrelstats.simulate.api import asked_threads
from squirrelstats.simulate.driver import default_threads
from squirrelstats.simulate.plan import make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats.confidence_sequences import check_level
from squirrelstats.stats.watched import WATCHED_BY, WatchedShares
from squirrelstats.widgets.controls import Controls, widgets_library
from squirrelstats.widgets.pictures import note_html, shares_html
from squirrelstats.widgets.play import BackgroundPlay

#: Seconds from one picture to the next at least, and how many times as long as one takes to draw.
PICTURE_SECONDS = 0.3
PICTURE_SHARE = 2
READY = "Getting ready: new policies are compiled first …"
#: Letters of an error that a line has room for.
LINE = 240


class LivePanel:
    """A panel of widgets in which a table plays; `live` makes one.

    Shown twice, it is one table in two places. In Python its parts can be set and read:
    ``panel.controls.seed.value = 3``.

    Attributes
    ----------
    controls : Controls
        Dropdowns, fields and buttons.
    run : Run or None
        What was played last, as soon as it has ended; it ends by Stop, by the number of deals
        asked for, or by an error.
    error : Exception or None
        What ended the last play, or kept it from beginning.
    """

    def __init__(self, controls: Controls, level: float, pace: float, threads: int) -> None:
        w = widgets_library()
        self.controls = controls
        self.run: Run | None = None
        self.error: Exception | None = None
        self._level, self._pace, self._threads = level, pace, threads
        self._play: BackgroundPlay | None = None
        self._note = w.HTML(note_html("Choose who plays, then press Start."))
        self._pictures = w.HTML(layout=w.Layout(width="100%"))
        self._box = w.VBox([controls.box, self._note, self._pictures])
        self._drawn: WatchedShares | None = None
        self._next_picture = 0.0
        self._closed = False
        self._announced = threading.Event()
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:  # not in a notebook
            self._loop = None
        controls.start.on_click(lambda _: self.start())
        controls.stop.on_click(lambda _: self._press_stop())
        self._shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        if self._shell is not None:
            self._shell.events.register("post_run_cell", self._after_cell)

    @property
    def shares(self) -> WatchedShares | None:
        """Win shares at all looks of the last play, also while it goes on."""
        return None if self._play is None else self._play.shares

    @property
    def playing(self) -> bool:
        """Whether it plays."""
        return self._play is not None and not self._play.over.is_set()

    def start(self) -> None:
        """Play what the panel is set to, in the background.

        What is wrong with it stands in the panel and in ``error``.
        """
        if self.playing:
            return
        c = self.controls
        self._play, self.run, self.error = None, None, None
        try:
            plan = make_plan(
                c.game.value,
                c.lineup,
                rules=c.rules.value,
                seed=c.seed.value,
                rotate="cyclic",
            )
        except SquirrelstatsError as error:
            self.error = error
            self._note.value = note_html(_short(error), wrong=True)
            return
        self._play = BackgroundPlay(
            plan,
            by=c.by.value,
            level=self._level,
            most=c.most.value,
            pace=self._pace,
            threads=self._threads,
            tell=self._tell,
        )
        c.lock(True)
        self._note.value = note_html(READY)
        self._play.start()

    def stop(self) -> None:
        """Stop and show what is known; a policy that does not come back is reported."""
        if self._play is not None and self.playing:
            self._play.ask_to_stop()
            self._play.over.wait(PATIENCE)
            self.refresh()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until play has ended, with pictures as it goes.

        Parameters
        ----------
        seconds : float, optional
            As long at most; it then plays on.

        Returns
        -------
        over : bool
            Whether it has ended.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while self._play is not None and not self._play.over.wait(PICTURE_SECONDS):
            if end is not None and time.monotonic() > end:
                break
            if time.monotonic() >= self._next_picture:
                self.refresh()
        self.refresh()
        return not self.playing

    def refresh(self) -> None:
        """Show how it stands; it does so by itself in a notebook."""
        play = self._play
        if play is None:
            return
        begun, over = time.monotonic(), play.over.is_set()
        if over and self.run is None:
            self.run, self.error = play.run, play.error
            self.controls.lock(False)
        shares = play.shares
        if shares != self._drawn:
            self._pictures.value, self._drawn = shares_html(shares), shares
        self._note.value = self._how_it_goes(play, over)
        took = time.monotonic() - begun
        self._next_picture = time.monotonic() + max(PICTURE_SECONDS, PICTURE_SHARE * took)

    def close(self) -> None:
        """Stop and take the panel off all pages."""
        self.stop()
        if self._shell is not None:
            self._shell.events.unregister("post_run_cell", self._after_cell)
            self._shell = None
        self._closed = True
        self._box.close()

    def _how_it_goes(self, play: BackgroundPlay, over: bool) -> str:
        plan, deals = play.watch.plan, play.watch.deals
        rounds = f"{plan.counted(deals)}, each in {len(plan.seating)} seatings"
        if over and self.error is not None:
            return note_html(f"{_short(self.error)} ({rounds} before it are kept)", wrong=True)
        if over:
            whole = deals >= play.most
            how = "All played" if whole else "Stopped"
            return note_html(f"{how}: {rounds}. They are in the panel's .run.")
        if play.is_lost(PATIENCE):
            return note_html(lost_message(), wrong=True)
        if play.stopping:
            return note_html("Stopping …")
        if deals == 0:
            return note_html(READY)
        return note_html(f"Playing: {rounds} · {_speed(play)} rounds a second")

    def _tell(self) -> None:
        """Have the page drawn where pictures are drawn; called by the thread that plays."""
        if self._loop is not None and not self._announced.is_set():
            self._announced.set()
            try:
                self._loop.call_soon_threadsafe(self._draw_soon)
            except RuntimeError:  # the notebook is being closed
                self._loop = None

    def _draw_soon(self) -> None:
        if self._loop is not None:
            delay = max(0.0, self._next_picture - time.monotonic())
            self._loop.call_later(delay, self._draw_announced)

    def _draw_announced(self) -> None:
        self._announced.clear()
        self.refresh()

    def _press_stop(self) -> None:
        if self._play is not None and self.playing:
            self._play.ask_to_stop()
            self.controls.stop.disabled = True
            self._note.value = note_html("Stopping …")
            if self._loop is not None:  # by then it has stopped, or is lost
                self._loop.call_soon_threadsafe(self._loop.call_later, PATIENCE, self.refresh)

    def _after_cell(self, *_: Any) -> None:
        if not self.playing:
            self.controls.update_policies()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widgets; where there are none, what is known as a picture."""
        shown = not self._closed  # a closed widget has nothing to show itself with
        bundle = (self._box._repr_mimebundle_(**options) if shown else None) or {}
        shares = self.shares
        if shares is not None and shares.last:
            bundle["text/html"] = shares_html(shares)
        return {**bundle, "text/plain": repr(self)}

    def __repr__(self) -> str:
        shares = self.shares
        known = "" if shares is None else f"\n{shares!r}"
        state = "playing" if self.playing else "not playing"
        return f"<live table, {state}>{known}"


def live(
    game: str | Game = "squarrels",
    lineup: Sequence[Member] | None = None,
    *,
    rules: Any = None,
    rounds: int = 1_000_000,
    by: str = "policy",
    seed: int = 0,
    level: float = LEVEL,
    pace: float = 0.1,
    threads: int | None = None,
) -> LivePanel:
    """A panel for notebooks in which a table plays while one watches, changes and stops it.

    Game, rules and players are chosen in the panel; policies made with ``@sq.policy`` are among
    them. Charts of win shares follow the play, with intervals that shrink. They are confidence
    sequences: all of them, at all looks, hold together with the level asked for, so one may watch
    as long as one likes and stop when it pleases. Every deal is played once with each player in
    each seat.

    Parameters
    ----------
    game : str
        To begin with; so are ``lineup``, ``rules``, ``rounds``, ``by`` and ``seed``.
    lineup : sequence of str, Policy or Player, optional
        Default: a policy that thinks, and ``"baseline"``.
    rules : str, Path or Rules, optional
    rounds : int
        Deals at most.
    by : str
        ``"policy"`` or ``"seat"``.
    seed : int
    level : float
    pace : float
        Seconds that a look lasts at least, so that eyes can follow; 0 is as fast as can be.
    threads : int, optional
        Default: all processors but one, which draws.

    Returns
    -------
    panel : LivePanel
        Shows itself at the end of a cell. ``panel.run`` is the `Run` that was played,
        ``panel.shares`` what was seen; ``panel.start()``, ``panel.wait()`` and ``panel.stop()`` do
        what the buttons do. While another cell runs, the picture waits.

    Raises
    ------
    UsageError
        Something in the call is wrong, or ipywidgets is not installed.

    References
    ----------
    Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting,
    JRSS-B 86.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> panel = sq.live("squarrels", ["baseline", "random"], rounds=400, pace=0)
    >>> panel.start()
    >>> panel.wait(), panel.run.deals, panel.shares.last["baseline"].low > 0.5
    (True, 400, True)
    """
    widgets_library()
    played = get_game(game)
    members = None if lineup is None else list(lineup)
    if isinstance(lineup, str):
        raise UsageError(f'a line-up is a list, like ["baseline", "random"]; got {lineup!r}')
    for member in members or ():
        seated(played, member)
    if members is not None:
        played.check_seats(len(members))
    played.rules(rules)
    if by not in WATCHED_BY:
        raise UsageError(choices("grouping of what is watched", by, WATCHED_BY))
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise UsageError(f"seed must be a whole number from 0 on, got {seed!r}")
    if isinstance(pace, bool) or not isinstance(pace, int | float) or not 0 <= pace <= 10:
        raise UsageError(f"pace must be a number of seconds from 0 to 10, got {pace!r}")
    check_level(level)
    workers = asked_threads(max(1, default_threads() - 1) if threads is None else threads)
    controls = Controls(played, members, rules, by, rounds, seed)
    return LivePanel(controls, level, pace, workers)


def _speed(play: BackgroundPlay) -> str:
    """Rounds a second, to two digits."""
    speed = play.watch.deals * len(play.watch.plan.seating) / max(play.seconds, 1e-3)
    return f"{float(f'{speed:.2g}'):,.0f}"


def _short(error: Exception) -> str:
    """An error in one line."""
    way_out = getattr(error, "way_out", "")
    text = " ".join(str(error).removesuffix(way_out).split()) or type(error).__name__
    return text if len(text) <= LINE else text[: LINE - 1] + "…"
