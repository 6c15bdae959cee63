"""The Parquet files of a dataset: which there are, whether they are sound, what they hold.

Nothing here changes a folder.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from squirrelstats.errors import DatasetError
from squirrelstats.simulate.chunks import Chunk, stored_columns
from squirrelstats.simulate.plan import Plan

METADATA_KEY = b"squirrelstats"


class Shard(NamedTuple):
    """A range of deals on disk."""

    first: int
    deals: int
    name: str


def ranges(folder: Path) -> dict[str, tuple[int, int]]:
    """First deal and number of deals of the shards in the folder of a table, by name."""
    found = {}
    for file in folder.glob("deals-*-*.parquet"):
        first, _, last = file.name[len("deals-") : -len(".parquet")].partition("-")
        if first.isdecimal() and last.isdecimal() and int(first) <= int(last):
            found[file.name] = int(first), int(last) - int(first) + 1
    return found


def find_shards(folder: Path, plan: Plan, digest: str) -> list[Shard]:
    """The shards that all tables have, in order of deals.

    Parameters
    ----------
    folder : Path
    plan : Plan
        For the number of rows of a deal.
    digest : str
        Digest of the plan that every shard must name.

    Raises
    ------
    DatasetError
        A shard is damaged, foreign or overlaps another one, or more shards lack their counterpart
        than the one that a killed run can leave.
    """
    tables = [ranges(folder / table) for table in plan.tables]
    common = set.intersection(*map(set, tables))
    alone = sorted(set.union(*map(set, tables)) - common)
    if len(alone) > 1:
        raise DatasetError(
            f"{len(alone)} shards of {str(folder)!r} are not in all of the folders "
            f"{', '.join(plan.tables)}, the first of them {alone[0]}; nothing was changed. Bring "
            "them back, or remove the others too: the same call of simulate plays their deals again"
        )
    shards = sorted(Shard(*tables[0][name], name) for name in common)
    for before, after in itertools.pairwise(shards):
        if after.first < before.first + before.deals:
            raise DatasetError(
                f"the shards {before.name} and {after.name} of {str(folder)!r} overlap; nothing "
                "was changed. Remove one of them from all tables"
            )
    for shard in shards:
        rounds = {_check_shard(folder, table, shard, plan, digest) for table in plan.tables}
        if len(rounds) > 1:
            raise DatasetError(
                f"the tables of {shard.name} in {str(folder)!r} do not belong together; nothing "
                "was changed. Remove it from all tables, and the same call of simulate that made "
                "the dataset plays its deals again"
            )
    return shards


def _check_shard(folder: Path, table: str, shard: Shard, plan: Plan, digest: str) -> int:
    """The end of a Parquet file, which is written last, must be there and fit; its rounds."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = folder / table / shard.name
    playings, seats = shard.deals * len(plan.seating), len(plan.lineup)
    try:
        about = pq.read_metadata(file)
        said = json.loads(about.metadata[METADATA_KEY])
        named, of, rounds = said["digest"], said["table"], int(said["rounds"])
    except (OSError, pa.ArrowException, ValueError, KeyError, TypeError) as error:
        raise _damaged(file) from error
    rows = {"seats": rounds * seats, "rounds": rounds, "matches": playings * seats}
    if about.num_rows != rows[table] or of != table:
        raise _damaged(file)
    if named != digest:
        raise DatasetError(f"{str(file)!r} belongs to another plan; take it out of this dataset")
    if rounds < playings or (rounds > playings and not plan.in_matches):
        raise _damaged(file)
    return rounds


def read_chunk(
    plan: Plan, folder: Path, table: str, shard: Shard, columns: tuple[str, ...] | None
) -> Chunk:
    """A table of a shard as the chunk that was written; with only the named columns, if any are."""
    file, deals = folder / table / shard.name, shard.deals
    playings, seats = len(plan.seating), len(plan.lineup)
    ragged = plan.in_matches and table != "matches"
    places = ["round_in_match", *(["player"] if table == "seats" else [])] if ragged else []
    stored = {c.name: c for c in stored_columns(plan, table)}
    names = list(stored) if columns is None else columns
    data = _read(file, [*names, *places])
    shape = {"seats": (-1, seats), "rounds": (-1,), "matches": (deals, playings, seats)}[table]
    values = {}
    for name in names:
        array = data.column(name).to_numpy()
        if stored[name].divisor > 1:
            array = np.rint(array * stored[name].divisor).astype("i2")
        values[name] = array.reshape(shape)
    if not ragged:
        return Chunk(shard.first, deals, playings, {table: values})
    per_round = seats if table == "seats" else 1
    numbers = data.column("round_in_match").to_numpy()[::per_round]
    begun = np.append(np.flatnonzero(numbers == 0), len(numbers))
    if len(begun) != deals * playings + 1 or begun[0] != 0:
        raise _damaged(file)
    lengths = np.diff(begun).astype("i2").reshape(deals, playings)
    shifts = None
    if table == "seats":
        first_players = data.column("player").to_numpy()[::per_round]
        places_of = np.argsort(plan.seating[:, :seats], axis=1).astype("i1")  # seat by player
        playing = np.repeat(np.tile(np.arange(playings), deals), lengths.ravel())
        shifts = places_of[playing, first_players]
    return Chunk(shard.first, deals, playings, {table: values}, lengths, shifts)


def _read(file: Path, columns: list[str]) -> Any:
    """Columns of a Parquet file, as an Arrow table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.read_table(
            file, columns=columns, partitioning=None, page_checksum_verification=True
        )
    except (OSError, pa.ArrowException) as error:
        raise _damaged(file) from error


def _damaged(file: Path) -> DatasetError:
    return DatasetError(
        f"the shard {str(file)!r} is damaged; nothing was changed. Remove it, and the same call of "
        "simulate that made the dataset plays its deals again"
    )
