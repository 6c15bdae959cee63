"""Results of a run of consecutive deals, and the tidy tables made of them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats.columns import Column, columns_of
from squirrelstats.policies._workspace import Results
from squirrelstats.simulate.plan import Plan

if TYPE_CHECKING:
    import pandas as pd


def stored_columns(plan: Plan, table: str) -> tuple[Column, ...]:
    """Columns of a table that come from the kernel's records."""
    return tuple(c for c in columns_of(plan.game.columns, table, plan.columns) if c.source)


@dataclass(frozen=True, eq=False)
class Chunk:
    """Results of the deals, or matches, ``first … first + deals - 1``.

    The rows of a deal are the rounds of its playings, one after another: one round each, or with
    `lengths` those of a match.

    Attributes
    ----------
    first, deals, playings : int
    values : dict of table to dict of column to array
        Integers as the kernel counts them (a win share in `SHARE_UNITS`): for ``seats``
        (rows, seats), for ``rounds`` (rows,), for ``matches`` (deals, playings, players).
    lengths : int16 (deals, playings) or None
        Rounds of each match; None where rounds stand alone.
    shifts : int8 (rows,) or None
        In a match the player in seat s is the one who sat in seat (s + shift) mod n of its first
        round. Goes with ``seats``.
    """

    first: int
    deals: int
    playings: int
    values: Mapping[str, Mapping[str, np.ndarray]]
    lengths: np.ndarray | None = None
    shifts: np.ndarray | None = None

    @property
    def rows(self) -> int:
        """Rounds played."""
        return self.deals * self.playings if self.lengths is None else int(self._ends[-1])

    @property
    def rows_by_deal(self) -> np.ndarray:
        """Rounds of each deal, int64 (deals,)."""
        if self.lengths is None:
            return np.full(self.deals, self.playings, np.int64)
        return np.diff(self._ends)

    def sums_by_deal(self, values: np.ndarray) -> np.ndarray:
        """Sums over the rounds of each deal.

        Parameters
        ----------
        values : (rows,) or (rows, seats)

        Returns
        -------
        sums : int64 (deals,) or (deals, seats)
        """
        if self.lengths is None or self.deals == 0:
            blocks = values.reshape(self.deals, self.playings, *values.shape[1:])
            return np.asarray(blocks.sum(axis=1, dtype=np.int64))
        return np.add.reduceat(values, self._ends[:-1], axis=0, dtype=np.int64)

    def players(self, plan: Plan) -> np.ndarray:
        """Who sits where: the player by round and seat, int8 (rows, seats)."""
        seats = len(plan.lineup)
        first = plan.seating[:, :seats].astype("i1")
        if self.lengths is None or self.shifts is None:
            return np.tile(first, (self.deals, 1))
        playing = np.tile(np.arange(self.playings, dtype="i2"), self.deals)
        place = (self.shifts[:, np.newaxis] + np.arange(seats, dtype="i1")) % seats
        return np.asarray(first[np.repeat(playing, self.lengths.ravel())[:, np.newaxis], place])

    def part(self, first: int, last: int) -> Chunk:
        """The deals ``first … last - 1`` of this chunk."""
        low, high = first - self.first, last - self.first
        begin, end = low * self.playings, high * self.playings
        lengths = shifts = None
        if self.lengths is not None:
            lengths = self.lengths[low:high]
            begin, end = int(self._ends[low]), int(self._ends[high])
            shifts = None if self.shifts is None else self.shifts[begin:end]
        values = {}
        for table, columns in self.values.items():
            cut = slice(low, high) if table == "matches" else slice(begin, end)
            values[table] = {name: array[cut] for name, array in columns.items()}
        return Chunk(first, last - first, self.playings, values, lengths, shifts)

    @functools.cached_property
    def _ends(self) -> np.ndarray:
        """In matches: the first row of each deal, and the number of rows; int64 (deals + 1,)."""
        ends = np.zeros(self.deals + 1, np.int64)
        if self.lengths is not None:
            np.cumsum(self.lengths.sum(axis=1, dtype=np.int64), out=ends[1:])
        return ends


def gathered(plan: Plan, first: int, deals: int, pieces: Iterable[Results]) -> Chunk:
    """Keep what the plan's column level asks for, in small integers.

    Parameters
    ----------
    plan : Plan
    first, deals : int
    pieces : iterable of Results
        Of these deals, in order; each is read before the next is asked for.
    """
    kept: dict[str, dict[str, list[np.ndarray]]] = {
        table: {column.name: [] for column in stored_columns(plan, table)} for table in plan.tables
    }
    lengths, shifts = [np.zeros(0, "i2")], [np.zeros(0, "i1")]
    empty = no_deals(plan)
    for piece in pieces:
        records = {"seats": piece.seats, "rounds": piece.rounds, "matches": piece.matches}
        for table in plan.tables:
            for column in stored_columns(plan, table):
                field = records[table][column.source]
                if column.lane is not None:
                    field = field[..., column.lane]
                kept[table][column.name].append(field.astype(_small(column)))
        if plan.in_matches:
            lengths.append(piece.lengths.astype("i2"))
            shifts.append(piece.rounds["shift"].astype("i1"))
    values = {
        table: {
            name: np.concatenate(parts) if parts else empty.values[table][name]
            for name, parts in columns.items()
        }
        for table, columns in kept.items()
    }
    playings = len(plan.seating)
    if not plan.in_matches:
        return Chunk(first, deals, playings, values)
    shape = (deals, playings)
    for name, array in values["matches"].items():
        values["matches"][name] = array.reshape(*shape, len(plan.lineup))
    by_playing = np.concatenate(lengths).reshape(shape)
    return Chunk(first, deals, playings, values, by_playing, np.concatenate(shifts))


def no_deals(plan: Plan, *tables: str) -> Chunk:
    """Tables without any row; all of the plan's if none are named."""
    playings, seats = len(plan.seating), len(plan.lineup)
    shapes = {"seats": (0, seats), "rounds": (0,), "matches": (0, playings, seats)}
    values = {
        table: {
            column.name: np.zeros(shapes[table], _small(column))
            for column in stored_columns(plan, table)
        }
        for table in tables or plan.tables
    }
    if not plan.in_matches:
        return Chunk(0, 0, playings, values)
    return Chunk(0, 0, playings, values, np.zeros((0, playings), "i2"), np.zeros(0, "i1"))


def _small(column: Column) -> str:
    """Type in which the kernel's integers of a column are kept."""
    return "int16" if column.divisor > 1 else column.dtype


def joined(chunks: Iterable[Chunk]) -> Chunk:
    """Consecutive chunks of the same tables and columns as one, in new arrays."""
    parts = list(chunks)
    start = next((part.first for part in parts if part.deals), 0)
    values = {
        table: {
            name: np.concatenate([part.values[table][name] for part in parts])
            for name in parts[0].values[table]
        }
        for table in parts[0].values
    }
    lengths = _all([part.lengths for part in parts])
    shifts = _all([part.shifts for part in parts])
    return Chunk(
        start,
        sum(part.deals for part in parts),
        parts[0].playings,
        values,
        lengths,
        shifts,
    )


def _all(arrays: list[np.ndarray | None]) -> np.ndarray | None:
    """The arrays as one, if none is missing."""
    there = [array for array in arrays if array is not None]
    return np.concatenate(there) if len(there) == len(arrays) else None


def to_frame(plan: Plan, chunk: Chunk, table: str) -> pd.DataFrame:
    """The tidy table of a chunk, with the key columns.

    Returns
    -------
    frame : DataFrame
        One row a round (``rounds``), a round and seat (``seats``) or a match and player
        (``matches``), in order of deal, playing, round and seat.
    """
    import pandas as pd

    playings, players = len(plan.seating), len(plan.lineup)
    playing = np.tile(np.arange(playings, dtype="i2"), chunk.deals)
    deal = np.repeat(np.arange(chunk.first, chunk.first + chunk.deals), playings)
    number = np.zeros(len(playing), "i2")
    if chunk.lengths is not None and table != "matches":
        lengths = chunk.lengths.ravel()
        playing, deal = np.repeat(playing, lengths), np.repeat(deal, lengths)
        begun = np.repeat(np.cumsum(lengths, dtype=np.int64) - lengths, lengths)
        number = (np.arange(len(playing)) - begun).astype("i2")
    wide = 1 if table == "rounds" else players
    data: dict[str, Any] = {"deal": np.repeat(deal, wide), "playing": np.repeat(playing, wide)}
    if table != "matches":
        data["round_in_match"] = np.repeat(number, wide)
    if table == "seats":
        data["seat"] = np.tile(np.arange(players, dtype="i1"), len(playing))
        data["player"] = chunk.players(plan).ravel()
    elif table == "matches":
        data["player"] = np.tile(np.arange(players, dtype="i1"), len(playing))
    if "player" in data:
        labels = list(dict.fromkeys(plan.labels))
        codes = np.array([labels.index(label) for label in plan.labels], "i1")[data["player"]]
        data["policy"] = pd.Categorical.from_codes(codes, categories=pd.Index(labels))
    for column in stored_columns(plan, table):
        values = chunk.values[table][column.name].reshape(-1)
        data[column.name] = values / column.divisor if column.divisor > 1 else values
    return pd.DataFrame(data, copy=False)
