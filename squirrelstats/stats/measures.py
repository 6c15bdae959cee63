"""What statistics are about: one number of a player, or of a round, summed up by block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.columns import Column, columns_of
from squirrelstats.errors import UsageError, choices, listed
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run


@dataclass(frozen=True)
class Measure:
    """One number that every player, or every round, of a playing has.

    Attributes
    ----------
    column : Column
    of_player : bool
        Each player has one of their own; else all at the table have it in common.
    sign : int
        +1: more is better for the player, −1: less is, 0: neither.
    """

    column: Column
    of_player: bool
    sign: int

    @property
    def name(self) -> str:
        """Name of the column."""
        return self.column.name

    @property
    def is_share(self) -> bool:
        """Whether it lies between 0 and 1."""
        return self.column.dtype == "bool" or self.column.unit == "share"

    @property
    def scale(self) -> int:
        """The kernel's integer of one playing divided by this is the value."""
        return self.column.divisor


def measure_of(plan: Plan, name: str) -> Measure:
    """A measure by the name of its column, of players first, then of rounds.

    ``"score"`` is the total where matches are played. Columns of rounds count a whole match there.

    Raises
    ------
    UsageError
        The plan keeps no such column.

    Examples
    --------
    >>> from squirrelstats import make_plan
    >>> plan = make_plan("squirrels", ["baseline"] * 4)
    >>> measure_of(plan, "score").sign, measure_of(plan, "turns").of_player
    (-1, False)
    """
    if not isinstance(name, str):
        raise UsageError(f"a measure is the name of a column, like 'win_share', got {name!r}")
    found = {
        (table, column.name): column
        for table in ("matches", "seats", "rounds")
        for column in columns_of(plan.game.columns, table, plan.columns)
        if column.source and (table == "matches") <= plan.in_matches
        if not (table == "seats" and plan.in_matches)
    }
    wanted = "total" if plan.in_matches and name == "score" else name
    for table in ("matches", "seats", "rounds"):
        column = found.get((table, wanted))
        if column is not None:
            shared = table == "matches" and wanted in ("rounds", "truncated")
            return Measure(column, table != "rounds" and not shared, _sign(plan, wanted))
    raise UsageError(
        choices("measure", name, dict.fromkeys(column for _, column in found))
        + "; more columns are kept with columns='cards' or 'all'"
    )


def check_size(measure: Measure, name: str, value: float) -> None:
    """Refuse a size of a difference or an interval that no share can have.

    Raises
    ------
    UsageError
        Points of a share were given as whole numbers, most likely.
    """
    if measure.is_share and value >= 1:
        raise UsageError(
            f"{name} of a {measure.name.replace('_', ' ')} is a share below 1, so 0.01 is one "
            f"point of 100; got {value!r}"
        )


def measure_names(measure: Any) -> tuple[str, ...]:
    """The columns asked for, each once.

    Examples
    --------
    >>> measure_names("score"), measure_names(["turns", "turns"])
    (('score',), ('turns',))
    """
    asked = [measure] if isinstance(measure, str) else listed("measures", measure)
    for name in asked:
        if not isinstance(name, str):
            raise UsageError(f"a measure is the name of a column, like 'win_share', got {name!r}")
    if not asked:
        raise UsageError("there is nothing to measure: give a column, like measure='win_share'")
    return tuple(dict.fromkeys(asked))


def _sign(plan: Plan, name: str) -> int:
    if name == "win_share":
        return 1
    if name in ("score", "total"):
        return 1 if plan.game.score_goal == "high" else -1
    return 0


def block_sums(run: Run, measure: Measure, players: int | tuple[int, ...] = 0) -> np.ndarray:
    """The kernel's integers added up over the playings of each block.

    Parameters
    ----------
    run : Run
    measure : Measure
    players : int or tuple of int
        Whose, of a measure of players; of several the sum.

    Returns
    -------
    sums : int64 (blocks,)
        Divided by ``measure.scale`` and the number of playings: the mean of a playing.
    """
    plan = run.plan
    wanted = list(players) if isinstance(players, tuple) else [players]
    parts = [np.zeros(0, np.int64)]
    table = measure.column.table
    for chunk in run.blocks(table, (measure.name,)):
        values = chunk.values[table][measure.name]
        if table == "matches":
            columns = wanted if measure.of_player else [0]
            parts.append(values[:, :, columns].sum(axis=(1, 2), dtype=np.int64))
        elif table == "rounds":
            parts.append(chunk.sums_by_deal(values))
        else:
            mine = np.isin(chunk.players(plan), wanted)
            parts.append(chunk.sums_by_deal(np.where(mine, values, 0)).sum(axis=1))
    return np.concatenate(parts)


def playing_values(run: Run, measure: Measure, player: int = 0) -> np.ndarray:
    """The kernel's integers of every playing, not added up.

    Returns
    -------
    values : int64 (blocks, playings)
        Of matches the sum over a match.
    """
    plan, parts = run.plan, [np.zeros((0, run.playings), np.int64)]
    table = measure.column.table
    for chunk in run.blocks(table, (measure.name,)):
        values = chunk.values[table][measure.name]
        if table == "matches":
            parts.append(values[:, :, player if measure.of_player else 0].astype(np.int64))
            continue
        if table == "seats":
            mine = chunk.players(plan) == player
            values = np.where(mine, values, 0).sum(axis=1, dtype=np.int64)
        if chunk.lengths is not None and chunk.deals:
            starts = np.cumsum(chunk.lengths.ravel(), dtype=np.int64) - chunk.lengths.ravel()
            values = np.add.reduceat(values, starts, dtype=np.int64)
        parts.append(values.reshape(chunk.deals, run.playings).astype(np.int64))
    return np.concatenate(parts)


def estimated(run: Run, measure: Measure, players: int | tuple[int, ...] = 0) -> Estimate:
    """Mean of a measure over the playings of a run.

    Of several players it is the mean of one of them.
    """
    number = len(players) if isinstance(players, tuple) and measure.of_player else 1
    sums = block_sums(run, measure, players)
    cells = run.playings * number
    return mean_of(sums, measure.scale * cells, share=measure.is_share)
