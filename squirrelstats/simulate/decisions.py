"""A sample of the decisions of a plan: view, legal actions, action and outcome, as a table."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.errors import DatasetError, PolicyError, UsageError
from squirrelstats.games.contract import Game
from squirrelstats.policies._decision_space import DecisionSpace, Kept
from squirrelstats.policies.player import Member
from squirrelstats.simulate._in_order import in_order
from squirrelstats.simulate.api import asked_for, asked_threads
from squirrelstats.simulate.dataset import FORMAT, SCHEMA_VERSION
from squirrelstats.simulate.decision_table import (
    TABLE,
    decision_columns,
    decision_frame,
    phase_names,
)
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.shards import METADATA_KEY

if TYPE_CHECKING:
    import pandas as pd

#: Playings of a task at most, and decisions that it may keep, roughly.
TASK_PLAYINGS, TASK_DECISIONS = 4096, 20_000
#: Decisions of a round, roughly.
USUAL_DECISIONS = 80
#: Rows that become a frame, or a row group of a file, together.
PIECE_ROWS = 100_000


@dataclass(frozen=True, repr=False)
class Decisions:
    """A uniform sample of the decisions that policies were asked for.

    Attributes
    ----------
    plan : Plan
    deals : int
        Deals, or matches, from which it comes.
    sample : float
        Chance of each decision to be in it.
    asked : int
        Decisions in those deals; forced ones are not asked.
    kept : int
        Rows.
    by_phase : mapping of str to int
        Rows of each phase.
    path : Path or None
        The Parquet file, if one was written.
    """

    plan: Plan
    deals: int
    sample: float
    asked: int
    kept: int
    by_phase: Mapping[str, int]
    path: Path | None = None
    _frames: tuple[pd.DataFrame, ...] = field(default=(), compare=False)

    def frame(self) -> pd.DataFrame:
        """One row a decision, in order of deal, playing, round and number; see `describe_columns`.

        Read from the file, if there is one.
        """
        import pandas as pd

        if self.path is not None:
            return pd.read_parquet(self.path)
        frames = self._frames or (decision_frame(self.plan, *_nothing(self.plan)),)
        return pd.concat(frames, ignore_index=True)

    def describe_columns(self) -> pd.DataFrame:
        """Name, type, unit and meaning of every column."""
        import pandas as pd

        return pd.DataFrame(
            [(c.name, c.dtype, c.unit, c.meaning) for c in decision_columns(self.plan)],
            columns=["column", "dtype", "unit", "meaning"],
        )

    def _parts(self) -> tuple[str, list[str], list[str], list[list[str]]]:
        plan = self.plan
        lines = [
            f"{plan.rules_label} · {plan.counted(self.deals)} · seed {plan.seed}",
            f"{self.kept:,} of {self.asked:,} decisions, each with chance {self.sample:g}",
            *([f"on disk: {self.path}"] if self.path is not None else []),
        ]
        rows = [[name, f"{number:,}"] for name, number in self.by_phase.items() if number]
        return f"{plan.game.title}: decisions", lines, ["phase", "decisions"], rows

    def __repr__(self) -> str:
        title, lines, head, rows = self._parts()
        return text_block(title, lines, text_table(head, rows))

    def _repr_html_(self) -> str:
        title, lines, head, rows = self._parts()
        return html_block(title, lines, html_table(head, rows))


def decisions(
    game: str | Game,
    lineup: Sequence[Member],
    *,
    rounds: int | None = None,
    matches: int | None = None,
    sample: float = 0.01,
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "none",
    hands: Mapping[int, Mapping[str, int]] | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Decisions:
    """Play rounds, or matches, and keep a uniform sample of the decisions as a table.

    Parameters
    ----------
    game, lineup, rounds, matches, rules, seed, rotate, hands, threads, progress
        As for `simulate`; the same plan and seed play the same rounds as there.
    sample : float
        Chance of each asked decision to be kept, above 0 and at most 1. What is kept is decided by
        the random purpose ``sample``, and does not depend on threads.
    out : path, optional
        A ``.parquet`` file to write, in little memory; it appears when all is done.

    Returns
    -------
    decisions : Decisions

    Raises
    ------
    UsageError
        Something in the call is wrong.
    PolicyError
        A policy returned an illegal action or raised.
    DatasetError
        The file cannot be written.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> kept = sq.decisions("squarrels", ["baseline", "random"], rounds=100, sample=0.1)
    >>> frame = kept.frame()
    >>> len(frame) == kept.kept, float(frame.legal_actions.min())
    (True, 2.0)
    >>> sorted(frame.phase_name.unique())
    ['discard', 'draw', 'quarrel', 'race', 'store']
    """
    unit, deals = asked_for(rounds, matches)
    plan = make_plan(game, lineup, rules=rules, seed=seed, rotate=rotate, unit=unit, hands=hands)
    return decisions_of(plan, deals, sample, threads=threads, progress=progress, out=out)


def decisions_of(
    plan: Plan,
    deals: int,
    sample: float = 0.01,
    *,
    threads: int | None = None,
    progress: bool | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Decisions:
    """A sample of the decisions in the first deals, or matches, of a plan; see `decisions`."""
    share, path = checked_share(sample), _checked_file(out)
    counts = np.zeros(max(plan.game.phases) + 1, np.int64)
    asked, frames = 0, []
    with _sink(plan, path, share, deals) as write:
        pieces = kept_decisions(plan, deals, share, threads=threads, progress=progress)
        for kept in _gathered(pieces):
            asked += kept.asked
            counts += np.bincount(kept.rows["phase"], minlength=len(counts))
            frame = decision_frame(plan, kept.rows, kept.views)
            if path is not None:
                write(frame)
            else:
                frames.append(frame)
    by_phase = {name: int(counts[n]) for n, name in phase_names(plan.game).items()}
    total = int(counts.sum())
    return Decisions(plan, deals, share, asked, total, by_phase, path, tuple(frames))


def decision_space(plan: Plan) -> DecisionSpace:
    """The records of one thread that keeps or plays out decisions of a plan."""
    return DecisionSpace(plan.game, plan.rules, plan.lineup, plan.seed, plan.traits, plan.dealing)


def kept_decisions(
    plan: Plan,
    deals: int,
    share: float,
    *,
    player: int = -1,
    with_states: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Iterator[Kept]:
    """Sampled decisions piece by piece, in order.

    Parameters
    ----------
    plan : Plan
    deals : int
    share : float
        Chance of each decision.
    player : int
        Only decisions of that player; −1: of all.
    with_states : bool
        Keep what is needed to play them out.
    """
    expected = share * USUAL_DECISIONS * len(plan.seating)
    size = max(1, min(int(TASK_DECISIONS / expected), TASK_PLAYINGS // len(plan.seating)))
    tasks = [(first, min(size, deals - first)) for first in range(0, deals, size)]

    def make_worker() -> Any:
        space = decision_space(plan)
        space.keep(plan.seating, 0, 0, in_matches=plan.in_matches)

        def work(task: tuple[int, int]) -> Kept:
            return space.keep(
                plan.seating,
                *task,
                share=share,
                player=player,
                with_states=with_states,
                in_matches=plan.in_matches,
            )

        return work

    what = (plan.game.name, "pieces")
    try:
        yield from in_order(
            tasks, make_worker, asked_threads(threads), progress=progress, what=what
        )
    except PolicyError as error:
        error.plan = plan
        raise


def _gathered(pieces: Iterator[Kept]) -> Iterator[Kept]:
    """Small pieces put together."""
    held: list[Kept] = []
    for piece in pieces:
        held.append(piece)
        if sum(len(kept.rows) for kept in held) >= PIECE_ROWS:
            yield joined_decisions(held)
            held = []
    if held:
        yield joined_decisions(held)


def joined_decisions(pieces: Sequence[Kept]) -> Kept:
    """Consecutive pieces as one."""
    parts = zip(*(piece[1:] for piece in pieces), strict=True)
    return Kept(sum(piece.asked for piece in pieces), *map(np.concatenate, parts))


def _nothing(plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    """Rows and views of no decisions."""
    none = decision_space(plan).keep(plan.seating, 0, 0)
    return none.rows, none.views


def checked_share(sample: Any) -> float:
    """The share of the decisions to keep, or a clear error."""
    number = isinstance(sample, int | float | np.number) and not isinstance(sample, bool)
    if not number or not 0 < sample <= 1:
        raise UsageError(
            f"sample is the share of the decisions to keep, above 0 and at most 1, got {sample!r}"
        )
    return float(sample)


def _checked_file(out: Any) -> Path | None:
    if out is None:
        return None
    if not isinstance(out, str | os.PathLike) or Path(out).suffix != ".parquet":
        raise UsageError(f"out must be the path of a .parquet file, got {out!r}")
    return Path(out)


@contextlib.contextmanager
def _sink(plan: Plan, path: Path | None, share: float, deals: int) -> Iterator[Any]:
    """Something that writes frames to a file, which appears when all went well."""
    if path is None:
        yield None
        return
    import pyarrow as pa
    import pyarrow.parquet as pq

    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    writer = None
    empty = decision_frame(plan, *_nothing(plan))
    schema = pa.Schema.from_pandas(empty, preserve_index=False)
    schema = schema.with_metadata(_metadata(plan, share, deals))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writer = pq.ParquetWriter(temporary, schema, compression="zstd")
        yield lambda frame: writer.write_table(
            pa.Table.from_pandas(frame, schema, preserve_index=False)
        )
        writer.close()
        os.replace(temporary, path)
    except OSError as error:
        raise DatasetError(
            f"cannot write {str(path)!r}: {error.strerror or error}; choose a file in a folder you "
            "may write to (out=…), or none to keep the table in memory"
        ) from error
    finally:
        if writer is not None and writer.is_open:
            writer.close()
        with contextlib.suppress(OSError):
            temporary.unlink()


def _metadata(plan: Plan, share: float, deals: int) -> dict[bytes, bytes]:
    """What a file says about itself, as the shards of a run do."""
    from squirrelstats import __version__

    about = {
        "format": FORMAT,
        "schema_version": SCHEMA_VERSION,
        "package_version": __version__,
        "title": plan.game.title,
        "rules_label": plan.rules_label,
        "labels": list(plan.labels),
        "digest": plan.digest,
        "plan": plan.description,
        "table": TABLE,
        "deals": deals,
        "sample": share,
        "columns": {c.name: {"unit": c.unit, "meaning": c.meaning} for c in decision_columns(plan)},
    }
    return {METADATA_KEY: json.dumps(about).encode()}
