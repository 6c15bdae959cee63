"""A duel under way: what is played, what is tested, and what was found so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from squirrelstats._guard import Interrupts
from squirrelstats._progress import Progress
from squirrelstats.errors import UsageError
from squirrelstats.stats._batches import Batches, SumsStore, Tally, next_look, within_limits
from squirrelstats.stats._duel_result import Contrast, Duel, Look
from squirrelstats.stats.arms import Arm
from squirrelstats.stats.measures import measure_of
from squirrelstats.stats.sprt import limits, multinomial_llr, normal_llr

#: Called with the state after each look; returning True stops.
Watch = Callable[[Duel], Any]
OPEN = "undecided"


@dataclass(frozen=True)
class Test:
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


class Table:
    """The arms, their stores, and the gains of one over another on each deal."""

    def __init__(
        self,
        arms: list[Arm],
        places: list[int],
        measure: str,
        threads: int | None,
        out: Path | None,
        together: bool,
    ) -> None:
        self.arms, self.places, self.name = arms, places, measure
        self.together = together
        plan = arms[0].plan
        self.measure = measure_of(plan, measure)
        if together and not self.measure.of_player:
            raise UsageError(f"{measure} is the same for all at one table; duel about win_share")
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

    def __init__(self, table: Table, test: Test, most: int) -> None:
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
            return "better" if look.llr >= upper else "not better" if look.llr <= lower else OPEN
        if look.gain.low > 0 or look.gain.high < 0:
            return "better" if look.gain.low > 0 else "worse"
        near = test.close is not None and max(-look.gain.low, look.gain.high) <= test.close
        return "close" if near else OPEN

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
            measure=table.name,
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
            about=f"{plan.rules_note} · rotate {plan.rotate} · seed {plan.seed}",
            exact=table.within is not None,
            session=self,
        )
