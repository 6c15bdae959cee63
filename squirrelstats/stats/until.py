"""Play until an interval is narrow enough."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from squirrelstats._display import html_block, html_table, percent, text_block, text_table
from squirrelstats._guard import Interrupts
from squirrelstats._progress import Progress
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate
from squirrelstats.games.contract import Game
from squirrelstats.intervals import LEVEL
from squirrelstats.simulate.plan import make_plan
from squirrelstats.stats._batches import (
    Batches,
    SumsStore,
    Tally,
    check_watch,
    checked_count,
    checked_folder,
    checked_most,
    next_look,
    within_limits,
)
from squirrelstats.stats._duel_result import ASYMPTOTIC
from squirrelstats.stats.confidence_sequences import check_level
from squirrelstats.stats.measures import check_size, measure_of

if TYPE_CHECKING:
    import pandas as pd

    from squirrelstats.policies.player import Member

USUAL_ROUNDS = 1_000_000
_STOPS = {
    "narrow": "stopped: narrow enough",
    "limit": "stopped: as many as allowed were played; go_on(most=…) allows more",
    "interrupted": "interrupted: go_on() continues, and everything stays valid",
    "asked": "stopped as asked: go_on() continues",
    "playing": "under way",
}


@dataclass(frozen=True, repr=False)
class RunningEstimate:
    """An estimate that may be watched and stopped at any time.

    Attributes
    ----------
    title, what, about, unit : str
    estimate : Estimate
        Its interval holds at every look.
    half_width : float
        Wanted; the wider side counts.
    path : tuple of Estimate
        One a look.
    most : int
        Deals, or matches, allowed.
    stopped : str
        ``"narrow"``, ``"limit"``, ``"interrupted"``, ``"asked"``; to ``watch`` ``"playing"``.
    share : bool
        It is a share between 0 and 1, and the interval is exact; else it is asymptotic.
    session : object
        What `go_on` goes on with.
    """

    title: str
    what: str
    about: str
    unit: str
    estimate: Estimate
    half_width: float
    path: tuple[Estimate, ...]
    most: int
    stopped: str
    share: bool
    session: Any = field(repr=False, compare=False)

    def go_on(
        self,
        *,
        half_width: float | None = None,
        most: int | None = None,
        watch: Callable[[RunningEstimate], Any] | None = None,
        progress: bool | None = None,
    ) -> RunningEstimate:
        """Play on, for a narrower interval or with more deals allowed; it stays valid."""
        wanted = self.half_width if half_width is None else checked_width(half_width)
        allowed = self.most if most is None else checked_count("most", most)
        result: RunningEstimate = self.session.run(wanted, allowed, watch, progress)
        return result

    def frame(self) -> pd.DataFrame:
        """Tidy table, one row a look: n, value, se, low, high."""
        import pandas as pd

        rows = [(e.n, e.value, e.se, e.low, e.high) for e in self.path]
        return pd.DataFrame(rows, columns=["n", "value", "se", "low", "high"])

    def _parts(self) -> tuple[str, list[str], tuple[list[str], list[list[str]]]]:
        units = "matches" if self.unit == "matches" else "deals"
        level = f"{100 * self.estimate.level:g} %"
        lines = [
            f"{self.about} · at most {self.most:,} {units}",
            _STOPS[self.stopped],
            f"the {level} interval holds at every look, so also at the one where play stopped",
        ]
        e = self.estimate
        write = percent if self.share else "{:.4g}".format
        value, low, high = (write(x).replace("-", "−") for x in (e.value, e.low, e.high))
        row = [self.what, f"{e.n:,}", value, f"{low} to {high}"]
        table = (["what", units, "estimate", level], [row])
        return self.title, lines if self.share else [*lines, ASYMPTOTIC], table

    def __repr__(self) -> str:
        title, quiet, table = self._parts()
        return text_block(title, quiet, text_table(*table))

    def _repr_html_(self) -> str:
        title, quiet, table = self._parts()
        return html_block(title, quiet, html_table(*table))


def estimate_until(
    game: str | Game,
    lineup: Sequence[Member],
    *,
    half_width: float,
    measure: str = "win_share",
    player: int = 0,
    level: float = LEVEL,
    rules: Any = None,
    rotate: str = "cyclic",
    seed: int | Mapping[str, int] = 0,
    max_rounds: int | None = None,
    max_matches: int | None = None,
    watch: Callable[[RunningEstimate], Any] | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    out: str | os.PathLike[str] | None = None,
) -> RunningEstimate:
    """Play until the mean of a measure is known well enough, with an interval that is still honest.

    Parameters
    ----------
    game, lineup, rules, rotate, seed, threads, progress
        As for `simulate`.
    half_width : float
        Stop when neither end of the interval is farther from the estimate than this.
    measure : str
        A column of players, or of rounds.
    player : int
        Whose.
    level : float
    max_rounds, max_matches : int, optional
        Deals, or matches, at most; default: 1,000,000 deals.
    watch : callable, optional
        Called with the state after each look; returning True stops.
    out : path, optional
        A folder to keep all rows in. The same call again goes on where it stopped.

    Returns
    -------
    result : RunningEstimate
        Also after Ctrl-C, with what was done; ``result.go_on()`` continues.

    Raises
    ------
    UsageError
        Something in the call is wrong.
    PolicyError, DatasetError
        As for `simulate`.

    References
    ----------
    Waudby-Smith and Ramdas (2024), JRSS-B 86 (shares, exact); Waudby-Smith, Arbour, Sinha, Kennedy
    and Ramdas (2024), Annals of Statistics 52 (scores, asymptotic).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> result = sq.estimate_until("squarrels", ["random", "baseline"], half_width=0.1)
    >>> result.stopped, result.estimate.high < 0.5
    ('narrow', True)
    """
    wanted = checked_width(half_width)
    check_level(level)
    check_watch(watch)
    unit, most = checked_most(max_rounds, max_matches, USUAL_ROUNDS)
    plan = make_plan(game, lineup, rules=rules, seed=seed, rotate=rotate, unit=unit)
    if isinstance(player, bool) or player not in range(len(plan.lineup)):
        raise UsageError(f"player must be from 0 to {len(plan.lineup) - 1}, got {player!r}")
    wished = measure_of(plan, measure)
    check_size(wished, "half_width", wanted)
    store = SumsStore(plan, wished, [player])
    batches = Batches([store], threads, checked_folder(out))
    session = _Session(batches, measure, player, level)
    return session.run(wanted, most, watch, progress)


def checked_width(half_width: Any) -> float:
    """A width to reach."""
    number = isinstance(half_width, int | float) and not isinstance(half_width, bool)
    if not number or not 0 < half_width < 1e300:
        raise UsageError(
            f"half_width is how far the interval may reach to either side, like 0.01 for a win "
            f"share; got {half_width!r}"
        )
    return float(half_width)


class _Session:
    """An estimate under way."""

    def __init__(self, batches: Batches, measure: str, player: int, level: float) -> None:
        self._batches, self._named, self._player = batches, measure, player
        self._alpha = 1 - level
        self._plan = batches.stores[0].plan
        self._measure = measure_of(self._plan, measure)
        self._within = within_limits(self._measure, difference=False)
        divisor = self._measure.scale * len(self._plan.seating)
        self._tally = Tally(divisor, self._within)
        self._path: list[Estimate] = []
        self._done = 0

    def run(
        self,
        half_width: float,
        most: int,
        watch: Callable[[RunningEstimate], Any] | None,
        progress: bool | None,
    ) -> RunningEstimate:
        """Play and look until it is narrow enough, or until so many deals."""

        def narrow() -> bool:
            if not self._path:
                return False
            e = self._path[-1]
            return max(e.high - e.value, e.value - e.low) <= half_width

        def state(stopped: str) -> RunningEstimate:
            plan = self._plan
            whose = f" of {plan.labels[self._player]}" if self._measure.of_player else ""
            return RunningEstimate(
                title=plan.game.title,
                what=self._named.replace("_", " ") + whose,
                about=f"{plan.rules_note} · rotate {plan.rotate} · seed {plan.seed}",
                unit=plan.unit,
                estimate=self._path[-1] if self._path else self._tally.estimate(self._alpha),
                half_width=half_width,
                path=tuple(self._path),
                most=most,
                stopped=stopped,
                share=self._within is not None,
                session=self,
            )

        stopped = "narrow" if narrow() else "limit"
        with Progress(most, self._done, progress, self._plan.game.name, "deals") as bar:
            try:
                while self._done < most and not narrow():
                    look = next_look(self._done, most)
                    if not self._batches.play_to(look, [0]):
                        stopped = "interrupted"
                        break
                    bar.add(look - self._done)
                    with Interrupts() as interrupts:  # a look is taken whole
                        self._tally.add(self._batches.stores[0].sums(self._done, look)[:, 0])
                        self._done = look
                        self._path.append(self._tally.estimate(self._alpha))
                    stopped = "narrow" if narrow() else "limit"
                    if interrupts.pressed:
                        stopped = "interrupted"
                        break
                    if watch is not None and watch(state("playing")) is True:
                        stopped = stopped if narrow() else "asked"
                        break
            except KeyboardInterrupt as pressed:
                if type(pressed) is not KeyboardInterrupt:
                    raise
                stopped = "interrupted"
        return state(stopped)
