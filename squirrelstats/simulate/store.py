"""Where results live: in memory, or in a folder of Parquet shards that survives ``kill -9``.

A dataset folder holds ``plan.json``, ``seats/*.parquet`` and ``rounds/*.parquet``. A shard covers a
range of deals and is named after it; it is written under a temporary name and renamed. A range
counts only when both tables have it, so a run that was killed loses at most the shard being
written.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from squirrelstats.columns import TABLES, columns_of
from squirrelstats.errors import DatasetError
from squirrelstats.simulate.chunks import Chunk, joined, stored_columns, to_frame
from squirrelstats.simulate.plan import Plan

if TYPE_CHECKING:
    pass

SCHEMA_VERSION = 1
METADATA_KEY = b"squirrelstats"
PLAN_FILE = "plan.json"

#: A shard ends at this many rows of the seats table, or after this many seconds.
SHARD_ROWS = 1_000_000
SHARD_SECONDS = 15.0


class Store(Protocol):
    """What a run needs of the place where its results are."""

    @property
    def deals(self) -> int:
        """Deals there from deal 0 on without a gap."""

    def add(self, chunk: Chunk) -> None:
        """Take the next deals."""

    def flush(self) -> None:
        """Make everything added last."""

    def chunks(self, table: str, columns: tuple[str, ...] | None, deals: int) -> Iterator[Chunk]:
        """The first ``deals`` deals in order, with only the named columns of one table."""


def _only(chunk: Chunk, table: str, columns: tuple[str, ...] | None) -> Chunk:
    values = chunk.values[table]
    if columns is not None:
        values = {name: values[name] for name in columns}
    return Chunk(chunk.first, chunk.deals, {table: values})


class MemoryStore:
    """Results of this session."""

    def __init__(self) -> None:
        self._chunks: list[Chunk] = []
        self.deals = 0

    def add(self, chunk: Chunk) -> None:
        self._chunks.append(chunk)
        self.deals += chunk.deals

    def flush(self) -> None:
        """Nothing to do."""

    def chunks(self, table: str, columns: tuple[str, ...] | None, deals: int) -> Iterator[Chunk]:
        for chunk in self._chunks:
            if chunk.first < deals:
                yield _only(chunk.part(chunk.first, min(deals, chunk.first + chunk.deals)), table, columns)


class FolderStore:
    """Results in a folder.

    Parameters
    ----------
    folder : Path
    plan : Plan
    write : bool
        Take the folder's lock and make it fit for writing: clear what a killed run left over.

    Raises
    ------
    DatasetError
        The folder belongs to another plan or to something else, cannot be written, or another
        process writes to it.
    """

    def __init__(self, folder: Path, plan: Plan, write: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        self._pending: list[Chunk] = []
        self._since = time.monotonic()
        self._lock: Any = None
        if write:
            self._open_for_writing()
        self._shards = _shards(folder)
        self.deals = _without_gap(self._shards)

    def _open_for_writing(self) -> None:
        from filelock import FileLock, Timeout

        folder = self.folder
        try:
            check_folder(folder, self.plan)
            for table in TABLES:
                (folder / table).mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / ".lock", timeout=0)
            self._lock.acquire()
        except Timeout:
            raise DatasetError(
                f"another process is writing to {str(folder)!r}; wait for it, or use another folder"
            ) from None
        except OSError as error:
            raise DatasetError(
                f"cannot write to {str(folder)!r}: {error.strerror or error}; choose a folder you "
                "may write to (out=…), or none to keep the results in memory"
            ) from error
        complete = {name for name, *_ in _shards(folder)}
        for table in TABLES:
            for file in (folder / table).iterdir():
                if file.name.startswith(".") or file.name not in complete:
                    file.unlink()
        if not (folder / PLAN_FILE).exists():
            _write_text(folder / PLAN_FILE, json.dumps(self._describe(), indent=1) + "\n")

    def _describe(self) -> dict[str, Any]:
        from squirrelstats import __version__

        return {
            "format": "squirrelstats dataset",
            "schema_version": SCHEMA_VERSION,
            "package_version": __version__,
            "title": self.plan.game.title,
            "rules_label": self.plan.rules_label,
            "labels": list(self.plan.labels),
            "digest": self.plan.digest,
            "plan": self.plan.description,
        }

    def close(self) -> None:
        """Write what is left and let others write."""
        self.flush()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def add(self, chunk: Chunk) -> None:
        per_deal = len(self.plan.seating) * len(self.plan.lineup)
        size = max(1, SHARD_ROWS // per_deal)
        while chunk.deals:
            room = size - sum(part.deals for part in self._pending)
            cut = chunk.first + min(room, chunk.deals)
            self._pending.append(chunk.part(chunk.first, cut))
            chunk = chunk.part(cut, chunk.first + chunk.deals)
            full = sum(part.deals for part in self._pending) >= size
            if full or time.monotonic() - self._since > SHARD_SECONDS:
                self.flush()

    def flush(self) -> None:
        if self._pending:
            whole = joined(self._pending)
            self._pending = []
            self._write_shard(whole)
        self._since = time.monotonic()

    def _write_shard(self, chunk: Chunk) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        last = chunk.first + chunk.deals - 1
        name = f"deals-{chunk.first:012d}-{last:012d}.parquet"
        written = []
        for table in TABLES:
            frame = to_frame(self.plan, chunk, table)
            data = pa.Table.from_pandas(frame, preserve_index=False)
            data = data.replace_schema_metadata(self._metadata(table))
            temporary = self.folder / table / f".{name}.{os.getpid()}.tmp"
            try:
                pq.write_table(
                    data,
                    temporary,
                    compression="zstd",
                    use_dictionary=[c for c in data.column_names if c != "deal"],
                    column_encoding={"deal": "DELTA_BINARY_PACKED"},
                    row_group_size=len(data),
                )
            except OSError as error:
                temporary.unlink(missing_ok=True)
                raise DatasetError(
                    f"cannot write {temporary.name} in {str(self.folder)!r}: "
                    f"{error.strerror or error}; what was written before is safe, and the same "
                    "call goes on from there"
                ) from error
            written.append((temporary, self.folder / table / name))
        for temporary, final in written:
            os.replace(temporary, final)
        self._shards.append((name, chunk.first, chunk.deals))
        self.deals = _without_gap(self._shards)

    def _metadata(self, table: str) -> dict[bytes, bytes]:
        columns = columns_of(self.plan.game.columns, table, self.plan.columns)
        meanings = {c.name: {"unit": c.unit, "meaning": c.meaning} for c in columns}
        about = {**self._describe(), "table": table, "columns": meanings}
        return {METADATA_KEY: json.dumps(about).encode()}

    def chunks(self, table: str, columns: tuple[str, ...] | None, deals: int) -> Iterator[Chunk]:
        import pyarrow.parquet as pq

        plan = self.plan
        stored = {c.name: c for c in stored_columns(plan, table)}
        names = list(stored) if columns is None else list(columns)
        shape = [len(plan.seating)] + ([len(plan.lineup)] if table == "seats" else [])
        for name, first, count in sorted(self._shards, key=lambda shard: shard[1]):
            if first >= deals:
                break
            data = pq.read_table(self.folder / table / name, columns=names, partitioning=None)
            values = {}
            for column in names:
                array = data.column(column).to_numpy()
                if stored[column].divisor > 1:
                    array = np.rint(array * stored[column].divisor).astype("i1")
                values[column] = array.reshape(count, *shape)
            whole = Chunk(first, count, {table: values})
            yield whole.part(first, min(deals, first + count))


def check_folder(folder: Path, plan: Plan) -> None:
    """Refuse a folder that is not empty and not a dataset of this plan."""
    if folder.exists() and not folder.is_dir():
        raise DatasetError(f"{str(folder)!r} is a file; a dataset is a folder")
    if not folder.exists() or not any(p for p in folder.iterdir() if p.name != ".lock"):
        return
    about = read_description(folder)
    if about["digest"] != plan.digest:
        raise DatasetError(
            f"{str(folder)!r} holds results of another plan: {_difference(about['plan'], plan)}; "
            "use another folder, or the plan that made it (sq.load shows it)"
        )
    if not plan.can_be_extended:
        raise DatasetError(
            f"{str(folder)!r} cannot be added to: a policy of the line-up runs as plain Python, so "
            'nothing proves that it is still the same; state @sq.policy(…, version="1") before the '
            "first run, or use another folder"
        )


def read_description(folder: Path) -> dict[str, Any]:
    """What ``plan.json`` says, or a clear error."""
    file = folder / PLAN_FILE
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
        if about["format"] != "squirrelstats dataset":
            raise KeyError("format")
        version = int(about["schema_version"])
        about["digest"], about["plan"]
    except FileNotFoundError:
        raise DatasetError(
            f"{str(folder)!r} is not a squirrelstats dataset (it has no {PLAN_FILE}); nothing was "
            "changed in it. Use an empty or a new folder"
        ) from None
    except OSError as error:
        raise DatasetError(f"cannot read {str(file)!r}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(
            f"{str(file)!r} is damaged or of another program; nothing was changed. The shards beside "
            "it can still be read with pandas"
        ) from error
    if version != SCHEMA_VERSION:
        raise DatasetError(
            f"{str(folder)!r} was written with schema version {version}, this package reads "
            f"{SCHEMA_VERSION}; read its Parquet files with pandas, or run the plan again"
        )
    return about  # type: ignore[no-any-return]


def _difference(old: dict[str, Any], plan: Plan) -> str:
    new = json.loads(json.dumps(plan.description))
    parts = []
    for key in new:
        if old.get(key) == new[key]:
            continue
        if key == "code":
            parts.append("the simulator's code has changed")
        elif key == "lineup":
            parts.append(f"line-up {_lineup(old[key])} there, {_lineup(new[key])} now")
        else:
            parts.append(f"{key} {old.get(key)!r} there, {new[key]!r} now")
    return "; ".join(parts) or "its plan is different"


def _lineup(members: list[dict[str, Any]]) -> str:
    """Policies with the start of their code's digest, since an edited one keeps its name."""
    return ", ".join(f"{m['name']} {m['params'] or ''}#{m['code'][:6]}" for m in members)


def _shards(folder: Path) -> list[tuple[str, int, int]]:
    """Name, first deal and number of deals of every shard that all tables have."""
    common: set[str] | None = None
    for table in TABLES:
        found = {file.name for file in (folder / table).glob("deals-*.parquet")}
        common = found if common is None else common & found
    shards = []
    for name in sorted(common or ()):
        with contextlib.suppress(ValueError):
            first, last = (int(part) for part in name[6:-8].split("-"))
            shards.append((name, first, last - first + 1))
    return shards


def _without_gap(shards: list[tuple[str, int, int]]) -> int:
    deals = 0
    for _, first, count in sorted(shards, key=lambda shard: shard[1]):
        if first != deals:
            break
        deals += count
    return deals


def _write_text(file: Path, text: str) -> None:
    temporary = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, file)
