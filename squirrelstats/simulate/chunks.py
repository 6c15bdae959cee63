"""Results of a run of consecutive deals, and the tidy tables made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats.columns import Column, columns_of
from squirrelstats.simulate.plan import Plan

if TYPE_CHECKING:
    import pandas as pd


def stored_columns(plan: Plan, table: str) -> tuple[Column, ...]:
    """Columns of a table that come from the kernel's records."""
    return tuple(c for c in columns_of(plan.game.columns, table, plan.columns) if c.source)


@dataclass(frozen=True)
class Chunk:
    """Results of the deals ``first … first + deals - 1``.

    Attributes
    ----------
    first, deals : int
    values : dict of table to dict of column to array
        Integers as the kernel counts them (a win share in `SHARE_UNITS`): for ``seats``
        (deals, playings, seats), for ``rounds`` (deals, playings).
    """

    first: int
    deals: int
    values: dict[str, dict[str, np.ndarray]]

    def part(self, first: int, last: int) -> Chunk:
        """The deals ``first … last - 1`` of this chunk."""
        low, high = first - self.first, last - self.first
        values = {
            table: {name: array[low:high] for name, array in columns.items()}
            for table, columns in self.values.items()
        }
        return Chunk(first, last - first, values)


def from_records(plan: Plan, first: int, rounds: np.ndarray, seats: np.ndarray) -> Chunk:
    """Keep what the plan's column level asks for, in small integers."""
    playings = len(plan.seating)
    deals = len(rounds) // playings
    values: dict[str, dict[str, np.ndarray]] = {}
    for table, records, shape in (
        ("seats", seats, (deals, playings, len(plan.lineup))),
        ("rounds", rounds, (deals, playings)),
    ):
        values[table] = {}
        for column in stored_columns(plan, table):
            field = records[column.source]
            if column.lane is not None:
                field = field[..., column.lane]
            values[table][column.name] = field.astype(_small(column)).reshape(shape)
    return Chunk(first, deals, values)


def no_deals(plan: Plan, table: str) -> Chunk:
    """A table without any row."""
    shape = (0, len(plan.seating)) + ((len(plan.lineup),) if table == "seats" else ())
    values = {
        column.name: np.zeros(shape, _small(column)) for column in stored_columns(plan, table)
    }
    return Chunk(0, 0, {table: values})


def _small(column: Column) -> str:
    """Type in which the kernel's integers of a column are kept."""
    return "int16" if column.divisor > 1 else column.dtype


def joined(chunks: Iterable[Chunk]) -> Chunk:
    """Consecutive chunks as one, in new arrays."""
    parts = list(chunks)
    values = {
        table: {
            name: np.concatenate([part.values[table][name] for part in parts])
            for name in parts[0].values[table]
        }
        for table in parts[0].values
    }
    return Chunk(parts[0].first, sum(part.deals for part in parts), values)


def to_frame(plan: Plan, chunk: Chunk, table: str) -> pd.DataFrame:
    """The tidy table of a chunk, with the key columns.

    Returns
    -------
    frame : DataFrame
        One row a round (``rounds``) or a round and seat (``seats``), in order of deal, playing and
        seat.
    """
    import pandas as pd

    playings, seats = len(plan.seating), len(plan.lineup)
    per_deal = playings * (seats if table == "seats" else 1)
    rows = chunk.deals * per_deal
    per_playing = per_deal // playings
    data: dict[str, Any] = {
        "deal": np.repeat(np.arange(chunk.first, chunk.first + chunk.deals), per_deal),
        "playing": np.tile(np.repeat(np.arange(playings, dtype="i2"), per_playing), chunk.deals),
        "round_in_match": np.zeros(rows, "i2"),
    }
    if table == "seats":
        data["seat"] = np.tile(np.arange(seats, dtype="i1"), rows // seats)
        data["player"] = np.tile(plan.seating[:, :seats].astype("i1").ravel(), chunk.deals)
        labels = list(dict.fromkeys(plan.labels))
        by_player = np.array([labels.index(label) for label in plan.labels], "i1")
        codes = by_player[data["player"]]
        data["policy"] = pd.Categorical.from_codes(codes, categories=pd.Index(labels))
    for column in stored_columns(plan, table):
        values = chunk.values[table][column.name].reshape(-1)
        data[column.name] = values / column.divisor if column.divisor > 1 else values
    return pd.DataFrame(data, copy=False)
