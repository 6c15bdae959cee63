"""A curve over the values of a rule, a trait, a policy's parameter or the number of seats."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from squirrelstats._display import (
    LOWER_IS_BETTER,
    counted,
    html_block,
    html_table,
    text_block,
    text_table,
)
from squirrelstats.columns import LEVELS
from squirrelstats.errors import UsageError, listed
from squirrelstats.estimate import FEW_DIFFERING, Estimate, Judged
from squirrelstats.games.contract import Game, get_game
from squirrelstats.intervals import holm
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import asked_for, whole_number
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._paired import alike, paired, tally
from squirrelstats.stats._repeats import check_repeats
from squirrelstats.stats._wording import decimals, ends, in_words, plain, scale_of, shown_p, signed
from squirrelstats.stats.arms import Arm, CommonDeals, make_arms
from squirrelstats.stats.compare import columns_for
from squirrelstats.stats.measures import Measure, measure_names, measure_of
from squirrelstats.stats.settings import Knob, knob, turned_to, usual_table, value_now, written

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class SweepPoint(Judged):
    """A measure at one value.

    Attributes
    ----------
    value : float, int, bool or str
    measure : Measure
    mean : Estimate
    difference : Estimate
        Minus that at the base value, on common deals; 0 at the base value itself. Its interval is
        not corrected.
    p, p_holm : float
        Two-sided p value, and corrected by Holm for all values and measures of the sweep.
    differing : int
        Blocks that differ from those at the base value.
    """

    value: Any
    measure: Measure
    mean: Estimate
    difference: Estimate
    p: float
    p_holm: float
    differing: int


@dataclass(frozen=True, repr=False)
class Sweep:
    """What `sweep` found.

    Attributes
    ----------
    game : Game
    knob : Knob
        What was varied.
    values : tuple
    base : value
        What the others are compared with.
    measures : tuple of Measure
    points : tuple of SweepPoint
        By measure, then value.
    arms : tuple of Arm
        By value.
    about : str
        What stays the same.
    """

    game: Game
    knob: Knob
    values: tuple[Any, ...]
    base: Any
    measures: tuple[Measure, ...]
    points: tuple[SweepPoint, ...]
    arms: tuple[Arm, ...]
    about: str

    def of(self, measure: str) -> tuple[SweepPoint, ...]:
        """The points of one measure."""
        return tuple(point for point in self.points if point.measure.name == measure)

    def frame(self) -> pd.DataFrame:
        """Tidy table.

        Returns
        -------
        frame : DataFrame
            A row for each measure and value: ``measure, value, mean, se, low, high, n``; the
            ``difference`` from the base value with ``difference_se, …_low, …_high``; ``p``,
            ``p_holm``, ``settled`` and the number of ``differing`` blocks.
        """
        import pandas as pd

        rows = []
        for point in self.points:
            row: dict[str, Any] = {"measure": point.measure.name, "value": point.value}
            row |= {"mean": point.mean.value}
            row |= {key: getattr(point.mean, key) for key in ("se", "low", "high", "n")}
            row |= {"difference": point.difference.value}
            row |= {f"difference_{k}": getattr(point.difference, k) for k in ("se", "low", "high")}
            row |= {"p": point.p, "p_holm": point.p_holm, "settled": point.settled}
            rows.append(row | {"differing": point.differing})
        return pd.DataFrame(rows)

    def _lines(self) -> tuple[str, list[str]]:
        plan = self.arms[0].plan
        n = plan.counted(self.points[0].mean.n)
        count = len(self.points) - len(self.measures)
        quiet = [f"{self.about} · {n} in common at every value".removeprefix(" · ")]
        if count:
            quiet.append(
                f"differences from {written(self.base)}: 95 % intervals, not corrected; p "
                f"corrected by Holm for {counted(count, 'difference')}"
            )
        if any(point.few for point in self.points if point.value != self.base):
            quiet.append(
                f"(few): under {FEW_DIFFERING} {plan.counted(2).split()[1]} differ, so not settled"
            )
        if any(measure.sign < 0 for measure in self.measures):
            quiet.append(LOWER_IS_BETTER)
        return f"{self.game.title}: {self.knob.name} from {self._ends()}", quiet

    def _ends(self) -> str:
        return f"{written(self.values[0])} to {written(self.values[-1])}"

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows as they are shown."""
        several = len(self.measures) > 1
        header = [self.knob.name, *(["measure"] if several else []), "mean", "95 %"]
        header += ["difference", "95 %", "p"]
        rows = []
        for measure in self.measures:
            mine, scale = self.of(measure.name), scale_of(measure)
            if not several:
                header[1] = in_words(measure)
            own = decimals(*(point.mean for point in mine), scale=scale)
            gap = decimals(*(point.difference for point in mine), scale=scale)
            for point in mine:
                mean, found = point.mean, point.difference
                base = point.value == self.base
                few = " (few)" if point.few else ""
                rows.append(
                    [
                        written(point.value) + (" (base)" if base else ""),
                        *([in_words(measure)] if several else []),
                        plain(mean.value * scale, own),
                        f"{plain(mean.low * scale, own)} to {plain(mean.high * scale, own)}",
                        "" if base else signed(found.value * scale, gap) + few,
                        "" if base else ends(found, scale, gap),
                        "" if base else shown_p(point.p_holm),
                    ]
                )
        return header, rows

    def __repr__(self) -> str:
        title, quiet = self._lines()
        return text_block(title, quiet, text_table(*self.table()))

    def _repr_html_(self) -> str:
        title, quiet = self._lines()
        return html_block(title, quiet, html_table(*self.table()))


def sweep(
    game: str | Game,
    what: str,
    values: Sequence[Any],
    *,
    lineup: Sequence[Member] | None = None,
    rules: Any = None,
    rounds: int | None = None,
    matches: int | None = None,
    measure: str | Sequence[str] = "win_share",
    player: int = 0,
    of: int | Literal["all"] | None = None,
    base: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Sweep:
    """Measure a table at every value of one setting, all on common deals.

    Parameters
    ----------
    game : str
    what : str
        A field of the rules, a trait of players, a parameter of a policy, or ``"seats"``;
        ``"rule:…"``, ``"trait:…"`` or ``"param:…"`` where a name is several of them.
    values : sequence
        At least one, each once.
    lineup : sequence, optional
        Who plays; default: ``baseline`` in all of four seats. Of more seats than it has, the
        players after the first come again in their order.
    rules : str, Path or Rules, optional
    rounds, matches : int
        Common deals, or matches, for every value; one of the two.
    measure : str or sequence of str
        Columns of players or of rounds.
    player : int
        Who is measured.
    of : int or "all", optional
        Whose trait or parameter is varied; default: the measured player's.
    base : optional
        The value that others are compared with. Default: that of the rules, player or line-up as
        given, if it is among the values, else the first.
    seed : int or mapping of str to int
    rotate : str, optional
        As for `compare`.
    threads, progress
        As for `simulate`.

    Returns
    -------
    sweep : Sweep

    Raises
    ------
    UsageError
        Something in the call is wrong.
    NotRepeatable
        A policy does not do the same when it plays a deal again.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.sweep("squarrels", "stop_level", [6, 7], measure="turns", rounds=50)
    >>> found.frame()["value"].tolist(), found.base
    ([6, 7], 7)
    """
    played = get_game(game)
    unit, deals = asked_for(rounds, matches, least=2)
    table = usual_table(played, lineup)
    if not table:
        raise UsageError("the line-up is empty: give the policies that play")
    player = whole_number("player", player, len(table) - 1, least=0)
    setting = knob(played, what, table, player if of is None else of)
    tried = _checked_values(values)
    if base is None:
        now = value_now(played, setting, table, rules)
        base = now if now in tried else tried[0]
    elif base not in tried:
        shown = ", ".join(map(written, tried))
        raise UsageError(f"the base value must be one of the values {shown}, got {base!r}")
    names = measure_names(measure)
    columns = max((columns_for(played, name, unit) for name in names), key=LEVELS.index)
    wanted = {}
    for value in tried:
        members, own = turned_to(played, setting, value, table, rules)
        if player >= len(members):
            raise UsageError(f"player {player} has no place at a table of {len(members)}")
        wanted[written(value)] = {"lineup": members, "rules": own}

    def made(rotation: str) -> list[Arm]:
        return make_arms(
            played,
            wanted,
            player=player,
            seed=seed,
            rotate=rotation,
            columns=columns,
            unit=unit,
        )

    arms = made("cyclic" if rotate is None else rotate)
    measures = tuple(measure_of(arms[0].plan, name) for name in names)
    shared = not any(measure.of_player for measure in measures)
    if rotate is None and shared and all(alike(arm.plan) for arm in arms):
        arms = made("none")
    points = _points(arms, tried, tried.index(base), measures, player, deals, threads, progress)
    about = _about(setting, arms, measures, player)
    return Sweep(played, setting, tuple(tried), base, measures, points, tuple(arms), about)


def _checked_values(values: Any) -> list[Any]:
    tried = [v.item() if isinstance(v, np.generic) else v for v in listed("values", values)]
    if any(isinstance(value, np.ndarray) for value in tried):
        raise UsageError(f"values are a plain list, like [6, 8, 10], got {values!r}")
    if not tried:
        raise UsageError("there are no values to try: the list is empty")
    twice = [value for value in tried if tried.count(value) > 1]
    if twice:
        raise UsageError(f"each value is tried once, {twice[0]!r} is given twice")
    return tried


def _points(
    arms: list[Arm],
    values: list[Any],
    base: int,
    measures: tuple[Measure, ...],
    player: int,
    deals: int,
    threads: int | None,
    progress: bool | None,
) -> tuple[SweepPoint, ...]:
    runs = CommonDeals([arm.plan for arm in arms], threads=threads, progress=progress)
    runs.play_to(deals)
    for arm, run in zip(arms, runs.runs, strict=True):
        check_repeats(arm, run)
    points = []
    for measure in measures:
        tallies = [tally(run, measure, (player,)) for run in runs.runs]
        for place, (value, own) in enumerate(zip(values, tallies, strict=True)):
            same = arms[place].plan.digest == arms[base].plan.digest
            what = paired(tallies[base], own, same=same)
            found = (what.difference, what.p, what.p, what.differing)
            points.append(SweepPoint(value, measure, own.mean(), *found))
    others = [n for n, point in enumerate(points) if point.value != values[base]]
    for n, p in zip(others, holm([points[n].p for n in others]), strict=True):
        points[n] = dataclasses.replace(points[n], p_holm=p)
    return tuple(points)


def _about(setting: Knob, arms: list[Arm], measures: tuple[Measure, ...], player: int) -> str:
    """Rules and line-up where they stay the same, and who is measured."""
    plan, parts = arms[0].plan, []
    if setting.kind != "rule":
        parts.append(plan.rules_note)
    if setting.kind == "seats":
        largest = max((arm.plan for arm in arms), key=lambda plan: len(plan.lineup))
        parts.append(f"players in order: {_names(largest)}")
    else:
        parts.append(_names(plan))
    if setting.kind in ("trait", "param"):
        whose = "all players" if len(setting.of) == len(plan.lineup) else f"player {setting.of[0]}"
        parts.append(f"{setting.name} of {whose}")
    if any(measure.of_player for measure in measures):
        parts.append(f"player {player} measured")
    shares = any(measure.name == "win_share" for measure in measures)
    rotated = all(alike(arm.plan) and len(arm.plan.seating) > 1 for arm in arms)
    if shares and setting.kind in ("rule", "seats") and rotated:
        parts.append("all players are alike, so each wins an even share at every value")
    return " · ".join(parts)


def _names(plan: Plan) -> str:
    return ", ".join(policy.name for policy in plan.lineup)
