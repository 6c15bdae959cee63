"""Where results live: in memory, or in a folder of Parquet shards that survives ``kill -9``.

A dataset folder holds ``plan.json``, ``seats/*.parquet`` and ``rounds/*.parquet``, of matches also
``matches/*.parquet``. A shard covers a range of deals (or matches) and is named after it; it is
written under a temporary name and renamed. A range counts only when all tables have it, so a run
that was killed loses at most the shard being written. Deals that are missing, at the end or in
between, are played by the next run.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from squirrelstats.columns import POSITIONAL, columns_of
from squirrelstats.errors import DatasetError
from squirrelstats.simulate.chunks import Chunk, joined, to_frame
from squirrelstats.simulate.dataset import (
    FORMAT,
    LOCK_FILE,
    PLAN_FILE,
    SCHEMA_VERSION,
    check_folder,
    read_description,
)
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.shards import METADATA_KEY, Shard, find_shards, ranges, read_chunk

#: A shard ends at this many rows of the seats table, or after this many seconds.
SHARD_ROWS = 1_000_000
SHARD_SECONDS = 15.0


class Store(Protocol):
    """What a run needs of the place where its results are."""

    @property
    def deals(self) -> int:
        """Deals there from deal 0 on without a gap."""

    def missing(self, deals: int) -> list[range]:
        """Which of the first ``deals`` deals are not there."""

    def add(self, chunk: Chunk) -> None:
        """Take the next deals that are missing."""

    def flush(self) -> None:
        """Make everything added last."""

    def chunks(self, table: str, columns: tuple[str, ...] | None, deals: int) -> Iterator[Chunk]:
        """The first ``deals`` deals in order, with only the named columns of one table."""


class MemoryStore:
    """Results of this session."""

    def __init__(self) -> None:
        self._chunks: list[Chunk] = []
        self.deals = 0

    def missing(self, deals: int) -> list[range]:
        """Which of the first ``deals`` deals are not there."""
        return [range(self.deals, deals)] if self.deals < deals else []

    def add(self, chunk: Chunk) -> None:
        """Take the next deals; after a torn addition none fit."""
        if chunk.first == self.deals:
            self._chunks.append(chunk)
            self.deals += chunk.deals

    def flush(self) -> None:
        """Nothing to do."""

    def chunks(self, table: str, columns: tuple[str, ...] | None, deals: int) -> Iterator[Chunk]:
        """The first ``deals`` deals in order, with only the named columns of one table."""
        for chunk in self._chunks:
            if chunk.first < deals:
                values = chunk.values[table]
                if columns is not None:
                    values = {name: values[name] for name in columns}
                whole = dataclasses.replace(chunk, values={table: values})
                yield whole.part(chunk.first, min(deals, chunk.first + chunk.deals))


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
        The folder belongs to another plan or to something else, is damaged, cannot be written, or
        another process writes to it. Nothing in it has been changed then.
    """

    def __init__(self, folder: Path, plan: Plan, write: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        self._pending: list[Chunk] = []
        self._since = time.monotonic()
        self._lock: Any = None
        if write:
            self._open_for_writing()
        else:
            self._shards = find_shards(folder, plan, read_description(folder)["digest"])
            gaps = self.missing(max((s.first + s.deals for s in self._shards), default=0))
            if gaps:
                raise DatasetError(
                    f"deals {gaps[0].start:,} to {gaps[0].stop - 1:,} are missing in "
                    f"{str(folder)!r}; the same call of simulate that made it plays them again"
                )

    @property
    def deals(self) -> int:
        """Deals on disk from deal 0 on without a gap."""
        deals = 0
        for shard in self._shards:
            if shard.first != deals:
                break
            deals += shard.deals
        return deals

    def missing(self, deals: int) -> list[range]:
        """Which of the first ``deals`` deals are not on disk."""
        gaps, start = [], 0
        for shard in self._shards:
            gaps.append(range(start, min(shard.first, deals)))
            start = shard.first + shard.deals
        gaps.append(range(start, deals))
        return [gap for gap in gaps if len(gap)]

    def _open_for_writing(self) -> None:
        from filelock import FileLock, Timeout

        folder = self.folder
        with _explained(folder):
            check_folder(folder, self.plan)
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / LOCK_FILE)
            try:
                self._lock.acquire(timeout=0)
            except Timeout:
                self._lock = None
                raise DatasetError(
                    f"another process is writing to {str(folder)!r}; wait for it, or use another "
                    "folder"
                ) from None
            try:
                check_folder(folder, self.plan)  # again: somebody may have been quicker
                self._shards = find_shards(folder, self.plan, self.plan.digest)
                self._make_fit()
            except BaseException:
                self.close()
                raise

    def _make_fit(self) -> None:
        """Write the plan and the folders of a new dataset; clear what a killed run left."""
        folder = self.folder
        for file in folder.glob(f".{PLAN_FILE}.*.tmp"):
            file.unlink()
        if not (folder / PLAN_FILE).exists():
            temporary = folder / f".{PLAN_FILE}.{os.getpid()}.tmp"
            temporary.write_text(json.dumps(self._describe(), indent=1) + "\n", encoding="utf-8")
            os.replace(temporary, folder / PLAN_FILE)
        complete = {shard.name for shard in self._shards}
        for table in self.plan.tables:
            (folder / table).mkdir(exist_ok=True)
            for file in (folder / table).glob(".deals-*.tmp"):
                file.unlink()
            for name in ranges(folder / table):
                if name not in complete:
                    (folder / table / name).unlink()

    def _describe(self) -> dict[str, Any]:
        from squirrelstats import __version__

        return {
            "format": FORMAT,
            "schema_version": SCHEMA_VERSION,
            "package_version": __version__,
            "title": self.plan.game.title,
            "rules_label": self.plan.rules_label,
            "labels": list(self.plan.labels),
            "digest": self.plan.digest,
            "plan": self.plan.description,
        }

    def close(self) -> None:
        """Let others write."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def add(self, chunk: Chunk) -> None:
        """Take the next deals that are missing; write a shard when there are enough."""
        import pandas  # noqa: F401 - at the first deal, while the threads work on
        import pyarrow.parquet  # noqa: F401

        if self._pending and chunk.first != self._pending[-1].first + self._pending[-1].deals:
            self.flush()
        room = SHARD_ROWS // len(self.plan.lineup)  # rounds of a shard, if that is a whole deal
        while chunk.deals:
            filled = np.cumsum(chunk.rows_by_deal) + sum(part.rows for part in self._pending)
            fit = int(np.searchsorted(filled, room, side="right"))
            if fit == 0 and self._pending:
                self.flush()
                continue
            cut = chunk.first + max(fit, 1)
            self._pending.append(chunk.part(chunk.first, cut))
            chunk = chunk.part(cut, chunk.first + chunk.deals)
            full = filled[max(fit, 1) - 1] + len(self.plan.seating) > room  # not even a short one
            if full or time.monotonic() - self._since > SHARD_SECONDS:
                self.flush()

    def flush(self) -> None:
        """Write a shard of what was added."""
        if self._pending:
            self._write_shard(joined(self._pending))
            self._pending = []
        self._since = time.monotonic()

    def _write_shard(self, chunk: Chunk) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        last = chunk.first + chunk.deals - 1
        name = f"deals-{chunk.first:012d}-{last:012d}.parquet"
        tables = self.plan.tables
        temporary = {t: self.folder / t / f".{name}.{os.getpid()}.tmp" for t in tables}
        try:
            for table in tables:
                frame = to_frame(self.plan, chunk, table)
                data = pa.Table.from_pandas(frame, preserve_index=False)
                data = data.replace_schema_metadata(self._metadata(table, chunk.rows))
                pq.write_table(
                    data,
                    temporary[table],
                    compression="zstd",
                    use_dictionary=[c for c in data.column_names if c not in POSITIONAL],
                    column_encoding={"deal": "DELTA_BINARY_PACKED"},
                    row_group_size=len(data),
                    write_page_checksum=True,
                )
            for table in tables:
                os.replace(temporary[table], self.folder / table / name)
        except OSError as error:
            for file in temporary.values():
                with contextlib.suppress(OSError):
                    file.unlink()
            raise DatasetError(
                f"cannot write {name} in {str(self.folder)!r}: {error.strerror or error}; what was "
                "written before is safe, and the same call goes on from there"
            ) from error
        self._shards = sorted([*self._shards, Shard(chunk.first, chunk.deals, name)])

    def _metadata(self, table: str, rounds: int) -> dict[bytes, bytes]:
        columns = columns_of(self.plan.game.columns, table, self.plan.columns)
        meanings = {c.name: {"unit": c.unit, "meaning": c.meaning} for c in columns}
        about = {**self._describe(), "table": table, "rounds": rounds, "columns": meanings}
        return {METADATA_KEY: json.dumps(about).encode()}

    def chunks(self, table: str, columns: tuple[str, ...] | None, deals: int) -> Iterator[Chunk]:
        """The first ``deals`` deals in order, with only the named columns of one table."""
        for shard in self._shards:
            if shard.first >= deals:
                break
            whole = read_chunk(self.plan, self.folder, table, shard, columns)
            yield whole.part(shard.first, min(deals, shard.first + shard.deals))


@contextlib.contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """An error of the file system in our words."""
    try:
        yield
    except OSError as error:
        raise DatasetError(
            f"cannot write to {str(folder)!r}: {error.strerror or error}; choose a folder you "
            "may write to (out=…), or none to keep the results in memory"
        ) from error
