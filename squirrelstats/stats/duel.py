"""Duels: arms on common deals, played until it is clear who is better."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from squirrelstats._guard import Interrupts
from squirrelstats._progress import Progress
from squirrelstats.errors import UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.simulate.plan import make_plan
from squirrelstats.stats._batches import (
    Batches,
    SumsStore,
    Tally,
    checked_most,
    next_look,
    within_limits,
)
from squirrelstats.stats._duel_result import Contrast, Duel, Look
from squirrelstats.stats.arms import Arm, make_arms
from squirrelstats.stats.measures import measure_of
from squirrelstats.stats.sprt import checked_bounds, limits, multinomial_llr, normal_llr

GOALS = ("better", "best")
SCALES = ("mean", "normalised")
#: The gain in win share that a duel looks for, unless told.
USUAL_BOUNDS = (0.0, 0.02)
USUAL_ROUNDS = 100_000

#: Called with the state after each look; returning True stops.
Watch = Callable[[Duel], Any]


def duel(
    game: str | Game,
    arms: Sequence[Any] | Mapping[str, Any],
    *,
    goal: str = "better",
    bounds: tuple[float, float] | None = None,
    scale: str = "mean",
    close: float | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    metric: str = "win_share",
    together: bool = False,
    lineup: Sequence[Any] | None = None,
    rules: Any = None,
    player: int = 0,
    rotate: str = "cyclic",
    seed: int | Mapping[str, int] = 0,
    max_rounds: int | None = None,
    max_matches: int | None = None,
    watch: Watch | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Duel:
    """Play arms against each other until it is clear who is better; then stop.

    Parameters
    ----------
    game : str
    arms : sequence, or mapping of str to …
        Two or more policies, players, line-ups or rules, as `compare` takes them.
    goal : str
        ``"better"``: which of the others are better than the first? A sequential test for each.
        ``"best"``: which is the best of all? Arms that are surely worse than another drop out.
    bounds : tuple of float
        For ``"better"``: a gain that is not worth having and one that is. The test tells them
        apart; default for win shares: ``(0.0, 0.02)``.
    scale : str
        Of the bounds. ``"mean"``: in units of the metric. ``"normalised"``: in standard deviations
        of the difference on a deal: then the length of the test does not depend on luck.
    close : float, optional
        For ``"best"``: stop, too, when the arms left are within so much of each other.
    alpha, beta : float
        ``"better"``: the chance to call any arm better whose gain is the lower bound or less, and
        for one arm the chance to miss a gain of the higher bound or more. ``"best"``: ``alpha`` is
        the chance that any statement is wrong.
    metric : str
        A column of players (``"win_share"``, ``"score"``) or rounds. A gain in score is counted so
        that more is better in every game.
    together : bool
        The arms, policies, sit at one table: players 0, 1, … of a line-up that goes on with
        ``lineup``, if given. Otherwise each takes ``player``'s place in the line-up, on the same
        deals.
    lineup, rules, player, rotate, seed, threads, progress
        As for `compare` and `simulate`.
    max_rounds, max_matches : int, optional
        Deals, or matches, at most; default: 100,000 deals.
    watch : callable, optional
        Called with the state, a `Duel`, after each look: draw it, or return True to stop.
    out : path, optional
        A folder to keep all rows in. The same call again goes on where it stopped.

    Returns
    -------
    duel : Duel
        Also after Ctrl-C, with what was done. ``duel.go_on()`` continues; nothing loses its
        validity by that.

    Raises
    ------
    UsageError
        Arms, bounds, rates or names that cannot be.
    PolicyError, DatasetError
        As for `simulate`.

    References
    ----------
    Wald (1945), Annals of Mathematical Statistics 16; Van den Bergh's notes on the GSPRT;
    Waudby-Smith and Ramdas (2024), JRSS-B 86. For several arms error rates are divided among the
    statements (Bonferroni).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> result = sq.duel("squarrels", ["random", "baseline"], bounds=(0.0, 0.1), max_rounds=400)
    >>> result.stopped, result.contrasts[0].verdict
    ('decided', 'better')
    """
    if goal not in GOALS:
        raise UsageError(choices("goal", goal, GOALS))
    if scale not in SCALES:
        raise UsageError(choices("scale", scale, SCALES))
    unit, most = checked_most(max_rounds, max_matches, USUAL_ROUNDS)
    limits(alpha, beta)
    played = get_game(game)
    options: dict[str, Any] = {"rules": rules, "seed": seed, "rotate": rotate, "unit": unit}
    apart: dict[str, Any] = {} if together else {"lineup": lineup, "player": player}
    made = make_arms(played, arms, **apart, **options)
    if len(made) < 2:
        raise UsageError(f"a duel is between two arms or more, got {arms!r}")
    places = [player] * len(made)
    if together:
        wanted = list(arms.values()) if isinstance(arms, Mapping) else list(arms)
        plan = make_plan(played, [*wanted, *(lineup or [])], **options)
        made = [Arm(arm.name, plan) for arm in made]
        places = list(range(len(made)))
    if len({arm.plan.seating.shape[0] for arm in made}) > 1:
        raise UsageError("arms of a duel are played equally often: use line-ups of one size")
    table = _Table(made, places, metric, threads, None if out is None else Path(out), together)
    test = _Test(goal, *_bounds(goal, bounds, scale, table), close, alpha, beta, len(made))
    return Session(table, test, most).run(most, watch, progress)


def _bounds(
    goal: str, bounds: tuple[float, float] | None, scale: str, table: _Table
) -> tuple[tuple[float, float], bool]:
    """Bounds on gains, and whether they are normalised."""
    if bounds is None:
        if goal == "better" and (table.within is None or scale == "normalised"):
            raise UsageError(
                f"say which gains in {table.metric} the duel shall tell apart, like "
                "bounds=(0.0, 0.05) with scale='normalised' (in standard deviations of a deal)"
            )
        bounds = USUAL_BOUNDS
    low, high = checked_bounds(bounds)
    if table.within is not None and scale == "mean" and (low <= -1 or high >= 1):
        raise UsageError(f"gains in {table.metric} lie between −1 and 1, got bounds {bounds!r}")
    return (low, high), scale == "normalised"


@dataclass(frozen=True)
class _Test:
    """What is tested, and with which error rates."""

    goal: str
    bounds: tuple[float, float]
    normalised: bool
    close: float | None
    alpha: float
    beta: float
    arms: int

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of arms, base first, that statements are made about."""
        if self.goal == "better":
            return [(0, other) for other in range(1, self.arms)]
        return list(combinations(range(self.arms), 2))

    @property
    def share(self) -> float:
        """Part of ``alpha`` for each pair."""
        return self.alpha / len(self.pairs)


class _Table:
    """The arms, their stores, and the gains of one over another on each deal."""

    def __init__(
        self,
        arms: list[Arm],
        places: list[int],
        metric: str,
        threads: int | None,
        out: Path | None,
        together: bool,
    ) -> None:
        self.arms, self.places, self.metric = arms, places, metric
        self.together = together
        plan = arms[0].plan
        self.measure = measure_of(plan, metric)
        if together and not self.measure.of_player:
            raise UsageError(f"{metric} is the same for all at one table; duel about win_share")
        self.within = within_limits(self.measure, difference=True)
        players = places if together else [places[0]]
        self.column = {arm: number if together else 0 for arm, number in enumerate(places)}
        stores = [SumsStore(arm.plan, self.measure, players) for arm in arms]
        self.batches = Batches(stores, threads, out)
        self.divisor = self.measure.scale * len(plan.seating)
        self.sign = self.measure.sign or 1

    def gains(self, base: int, other: int, first: int, last: int) -> np.ndarray:
        """Gain of an arm over another on the deals ``first … last - 1``, int64."""
        one, two = (
            self.batches.stores[arm].sums(first, last)[:, self.column[arm]] for arm in (base, other)
        )
        return np.asarray(self.sign * (two - one))


class Session:
    """A duel under way: what `Duel.go_on` goes on with."""

    def __init__(self, table: _Table, test: _Test, most: int) -> None:
        self._table, self._test, self._most = table, test, most
        self._done = 0
        self._tallies = {pair: Tally(table.divisor, table.within) for pair in test.pairs}
        self._paths: dict[tuple[int, int], list[Look]] = {pair: [] for pair in test.pairs}
        self._verdicts = dict.fromkeys(test.pairs, "undecided")
        self._out: set[int] = set()  # arms not played any more

    def run(self, most: int, watch: Watch | None, progress: bool | None) -> Duel:
        """Play and look until it is decided, or until so many deals."""
        self._most = most
        stopped = "decided" if self._decided() else "limit"
        name = self._table.arms[0].plan.game.name
        with Progress(most, self._done, progress, f"{name} duel", "deals") as bar:
            try:
                while self._done < most and not self._decided():
                    look = next_look(self._done, most)
                    if not self._table.batches.play_to(look, self._playing()):
                        stopped = "interrupted"
                        break
                    bar.add(look - self._done)
                    with Interrupts() as interrupts:  # a look is taken whole
                        self._look(look)
                    stopped = "decided" if self._decided() else "limit"
                    if interrupts.pressed:
                        stopped = "interrupted"
                        break
                    if watch is not None and watch(self._state("playing")) is True:
                        stopped = stopped if self._decided() else "asked"
                        break
            except KeyboardInterrupt as pressed:
                if type(pressed) is not KeyboardInterrupt:
                    raise
                stopped = "interrupted"
        return self._state(stopped)

    def _playing(self) -> list[int]:
        return [arm for arm in range(self._test.arms) if arm not in self._out]

    def _open(self, pair: tuple[int, int]) -> bool:
        return self._verdicts[pair] == "undecided" and not self._out.intersection(pair)

    def _decided(self) -> bool:
        return not any(self._open(pair) for pair in self._test.pairs)

    def _look(self, look: int) -> None:
        """Take the new deals into account and draw conclusions."""
        news = {}
        for pair in filter(self._open, self._test.pairs):
            news[pair] = self._table.gains(*pair, self._done, look)
        self._done = look
        for pair, gains in news.items():
            tally = self._tallies[pair]
            tally.add(gains)
            gain = tally.estimate(self._test.share)
            llr = self._llr(tally) if self._test.goal == "better" else float("nan")
            self._paths[pair].append(Look(look, gain, llr))
            self._verdicts[pair] = self._verdict(self._paths[pair][-1])
        for pair in news:
            if self._test.goal == "better" and self._verdicts[pair] != "undecided":
                self._drop(pair[1])
            elif self._verdicts[pair] in ("better", "worse"):
                self._drop(pair[0] if self._verdicts[pair] == "better" else pair[1])

    def _drop(self, arm: int) -> None:
        if not self._table.together or self._test.goal == "best":
            self._out.add(arm)

    def _llr(self, tally: Tally) -> float:
        low, high = self._test.bounds
        if self._table.within is None:
            mean = tally.counts @ tally.values / tally.n
            variance = float(tally.counts @ (tally.values - mean) ** 2) / tally.n
            return normal_llr(
                tally.n, float(mean), variance, low, high, normalised=self._test.normalised
            )
        values = np.union1d(tally.values, self._table.within)
        counts = np.zeros(len(values))
        counts[np.searchsorted(values, tally.values)] = tally.counts
        return float(multinomial_llr(values, counts, low, high, normalised=self._test.normalised))

    def _verdict(self, look: Look) -> str:
        test = self._test
        if test.goal == "better":
            lower, upper = limits(test.share, test.beta)
            return "better" if look.llr >= upper else "not better" if look.llr <= lower else _OPEN
        if look.gain.low > 0 or look.gain.high < 0:
            return "better" if look.gain.low > 0 else "worse"
        near = test.close is not None and max(-look.gain.low, look.gain.high) <= test.close
        return "close" if near else _OPEN

    def _state(self, stopped: str) -> Duel:
        test, table = self._test, self._table
        names = [arm.name for arm in table.arms]
        plan = table.arms[0].plan
        nothing = Tally(table.divisor, table.within).estimate(test.share)
        contrasts = tuple(
            Contrast(
                names[base],
                names[other],
                self._paths[base, other][-1].gain if self._paths[base, other] else nothing,
                self._paths[base, other][-1].llr if self._paths[base, other] else 0.0,
                self._verdicts[base, other],
                tuple(self._paths[base, other]),
            )
            for base, other in test.pairs
        )
        left = tuple(names[arm] for arm in self._playing())
        return Duel(
            title=plan.game.title,
            goal=test.goal,
            metric=table.metric,
            unit=plan.unit,
            arms=tuple(names),
            contrasts=contrasts,
            left=left if test.goal == "best" else (),
            bounds=test.bounds,
            normalised=test.normalised,
            limits=limits(test.share, test.beta),
            alpha=test.alpha,
            n=self._done,
            most=self._most,
            stopped=stopped,
            about=f"{plan.rules_label} · rotate {plan.rotate} · seed {plan.seed}",
            exact=table.within is not None,
            session=self,
        )


_OPEN = "undecided"
