"""Outcome by copies of a card in the opening hand, on deals that are made to have so many."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import LOWER_IS_BETTER, ShownAsTable
from squirrelstats.errors import UsageError, listed
from squirrelstats.estimate import Estimate, hedged, mean_of, p_value
from squirrelstats.games.contract import Game
from squirrelstats.intervals import holm
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import asked_for, whole_number
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._forced import ForcedPlay
from squirrelstats.stats._wording import decimals, ends, in_words, plain, scale_of, shown_p, signed
from squirrelstats.stats.measures import Measure

if TYPE_CHECKING:
    import pandas as pd

#: Numbers of copies with a smaller chance are left out unless asked for.
RARE = 0.002


@dataclass(frozen=True)
class CountPoint:
    """Deals in which the hand has exactly so many copies.

    Attributes
    ----------
    kind : str
    copies : int
    chance : float
        Of such a hand; exact (hypergeometric).
    measure : Measure
    mean : Estimate
        Outcome of the seat.
    step : Estimate or None
        Minus that with one copy less, on common deals; None for the first. Not corrected.
    p_holm : float
        Of the step, corrected by Holm for all steps of the measure.
    """

    kind: str
    copies: int
    chance: float
    measure: Measure
    mean: Estimate
    step: Estimate | None
    p_holm: float


@dataclass(frozen=True, repr=False)
class CountCurves(ShownAsTable):
    """Outcomes by number of copies.

    Attributes
    ----------
    plan : Plan
        Of the deals as they come.
    seats : tuple of int
        Whose hands were asked for; outcomes are means over them.
    measures : tuple of Measure
    points : tuple of CountPoint
        By measure, kind and copies.
    n : int
        Common deals.
    """

    plan: Plan
    seats: tuple[int, ...]
    measures: tuple[Measure, ...]
    points: tuple[CountPoint, ...]
    n: int

    def of(self, measure: str) -> tuple[CountPoint, ...]:
        """The points of one measure."""
        return tuple(point for point in self.points if point.measure.name == measure)

    def frame(self) -> pd.DataFrame:
        """Tidy table.

        Returns
        -------
        frame : DataFrame
            A row for each measure, kind and number of copies: ``chance``; ``mean, se, low, high,
            n``; the ``step`` from one copy less with ``step_se, step_low, step_high`` and
            ``step_p_holm``.
        """
        import pandas as pd

        rows = []
        for p in self.points:
            row: dict[str, Any] = {"measure": p.measure.name, "kind": p.kind, "copies": p.copies}
            row |= {"chance": p.chance, "mean": p.mean.value}
            row |= {key: getattr(p.mean, key) for key in ("se", "low", "high", "n")}
            row["step"] = p.step.value if p.step else np.nan
            for key in ("se", "low", "high"):
                row[f"step_{key}"] = getattr(p.step, key) if p.step else np.nan
            rows.append(row | {"step_p_holm": p.p_holm if p.step else np.nan})
        return pd.DataFrame(rows)

    def _lines(self) -> tuple[str, list[str]]:
        plan = self.plan
        whose = ", ".join(map(str, self.seats))
        steps = sum(point.step is not None for point in self.of(self.measures[0].name))
        quiet = [
            f"{plan.rules_label} · {', '.join(plan.labels)} · {plan.counted(self.n)} in common "
            f"at every count · seat {whose}",
            "conditional: deals as chance makes them when the hand has exactly so many copies; who "
            "has more of one card has fewer others, and opponents have fewer of it",
            f"95 % intervals, not corrected; p of a step corrected by Holm for {steps}",
        ]
        if any(measure.sign < 0 for measure in self.measures):
            quiet.append(LOWER_IS_BETTER)
        quiet += [f"assumed: {text}" for text in plan.assumptions]
        return f"{plan.game.title}: outcome by copies in the opening hand", quiet

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["card", "copies", "chance"]
        for measure in self.measures:
            header += [in_words(measure), "95 %", "step", "95 %", "p"]
        rows = []
        for first in self.of(self.measures[0].name):
            row = [first.kind, str(first.copies), f"{100 * first.chance:.2f} %"]
            for measure in self.measures:
                mine, scale = self.of(measure.name), scale_of(measure)
                digits = decimals(*(point.mean for point in mine), scale=scale)
                p = next(p for p in mine if (p.kind, p.copies) == (first.kind, first.copies))
                row += [plain(p.mean.value * scale, digits)]
                row += [
                    f"{plain(p.mean.low * scale, digits)} to {plain(p.mean.high * scale, digits)}"
                ]
                known = p.step is not None
                row += [signed(p.step.value * scale, digits) if p.step else ""]
                row += [ends(p.step, scale, digits) if p.step else ""]
                row += [shown_p(p.p_holm) if known else ""]
            rows.append(row)
        return header, rows


def count_curves(
    game: str | Game,
    lineup: Sequence[Member],
    kinds: str | Sequence[str] | None = None,
    *,
    rounds: int,
    copies: Sequence[int] | None = None,
    seats: int | Sequence[int] | None = 0,
    measure: str | Sequence[str] = ("win_share", "score"),
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "none",
    threads: int | None = None,
    progress: bool | None = None,
) -> CountCurves:
    """Outcome of a seat by copies of each card in its opening hand, on exact conditional deals.

    No deal is thrown away: every deal is changed, card by card, until the hand has exactly 0, 1, 2,
    … copies, with the odds of chance for all else. So rare hands are as sure as frequent ones, and
    the curves compare the same deals.

    Parameters
    ----------
    game : str
    lineup : sequence of str, Policy or Player
    kinds : str or sequence of str, optional
        Default: all that can be in a hand.
    rounds : int
        Common deals for every number of copies.
    copies : sequence of int, optional
        Default: all numbers with a chance of 0.2 % or more.
    seats : int or sequence of int, optional
        Whose hand; of several the mean, None: all.
    measure, rules, seed, rotate, threads, progress
        As for `causal_card_effects`.

    Returns
    -------
    curves : CountCurves

    Raises
    ------
    UsageError
        Something in the call is wrong.
    NotRepeatable
        A policy does not do the same when it plays a deal again.

    References
    ----------
    Devroye (1986), Non-Uniform Random Variate Generation, section XI (conditional sampling). Holm
    (1979), Scand. J. Stat. 6.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.count_curves("squarrels", ["baseline"] * 2, "lead", rounds=200)
    >>> found.frame().query("measure == 'score'").copies.tolist()
    [0, 1]
    """
    deals = asked_for(rounds, None, least=2)[1]
    table = ForcedPlay(
        game,
        lineup,
        kinds=kinds,
        seats=seats,
        measure=measure,
        deals=deals,
        rules=rules,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    table.unforced()
    points: list[CountPoint] = []
    for kind in table.kinds:
        chance = table.chance_of_copies(kind)
        numbers = _asked_copies(copies, chance, kind)
        curve = conditional(table, kind, numbers)
        for one in table.measures:
            for number in numbers:
                own, before = curve[number][one.name], curve.get(number - 1)
                room = 1.0 if one.is_share else None
                step = hedged(mean_of(own - before[one.name]), room) if before is not None else None
                mean = mean_of(own, share=one.is_share)
                p = p_value(step, room) if step is not None else 1.0
                points.append(CountPoint(kind, number, float(chance[number]), one, mean, step, p))
    done = tuple(point for one in table.measures for point in _corrected(points, one))
    return CountCurves(table.plan, table.seats, table.measures, done, deals)


def usual_copies(chance: np.ndarray) -> list[int]:
    """Numbers of copies that are not too rare."""
    return [int(number) for number in np.flatnonzero(chance >= RARE)]


def conditional(
    table: ForcedPlay, kind: str, numbers: Sequence[int]
) -> dict[int, dict[str, np.ndarray]]:
    """Outcomes by number of copies and measure: mean over the seats, float64 (blocks,)."""
    found = {}
    for number in numbers:
        total = {measure.name: np.zeros(table.deals) for measure in table.measures}
        for seat in table.seats:
            played = table.play(hands={seat: {kind: number}})
            for name, sums in total.items():
                sums += played.outcomes[name][:, seat]
        found[number] = {name: sums / len(table.seats) for name, sums in total.items()}
    return found


def _asked_copies(copies: Sequence[int] | None, chance: np.ndarray, kind: str) -> list[int]:
    if copies is None:
        return usual_copies(chance)
    numbers = [whole_number("copies", number, 255, least=0) for number in listed("copies", copies)]
    for number in numbers:
        if number >= len(chance) or not chance[number]:
            raise UsageError(
                f"no opening hand has {number} copies of {kind!r}; the most is {len(chance) - 1}"
            )
    return sorted(dict.fromkeys(numbers))


def _corrected(points: Sequence[CountPoint], measure: Measure) -> list[CountPoint]:
    mine = [point for point in points if point.measure == measure]
    steps = [place for place, point in enumerate(mine) if point.step is not None]
    for place, p in zip(steps, holm([mine[place].p_holm for place in steps]), strict=True):
        mine[place] = dataclasses.replace(mine[place], p_holm=p)
    return mine
