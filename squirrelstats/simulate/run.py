"""Results of a plan: tidy tables, summaries, replays."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import counted, html_block, html_table, interval, percent, text_table
from squirrelstats._guard import run_guarded
from squirrelstats.columns import TABLES, Column, columns_of
from squirrelstats.errors import DatasetError, UsageError, choices
from squirrelstats.estimate import BlockSums, Estimate
from squirrelstats.policies._workspace import Workspace
from squirrelstats.simulate.chunks import Chunk, joined, no_deals, to_frame
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.replay import Replay, make_replay
from squirrelstats.simulate.store import Store
from squirrelstats.simulate.summary import GROUPS, GroupSummary, summarize

if TYPE_CHECKING:
    import pandas as pd


class Run:
    """Results of playing a plan, as `simulate` and `load` return them.

    Attributes
    ----------
    plan : Plan
    deals : int
        Deals played.
    folder : Path or None
        Where the results lie, if on disk.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        deals: int,
        folder: Path | None = None,
        changed: str = "",
    ) -> None:
        self.plan = plan
        self.deals = deals
        self.folder = folder
        self._changed = changed  # what differs today from the plan of the data
        self._store = store
        self._frames: dict[str, pd.DataFrame] = {}
        self._summaries: dict[tuple[str, ...], list[GroupSummary]] = {}
        self._lengths: dict[str, Estimate] = {}

    @property
    def playings(self) -> int:
        """Seatings of each deal."""
        return len(self.plan.seating)

    @property
    def seats(self) -> pd.DataFrame:
        """One row a round and seat; see `describe_columns`. Read when first asked for."""
        return self._frame("seats")

    @property
    def rounds(self) -> pd.DataFrame:
        """One row a round; see `describe_columns`. Read when first asked for."""
        return self._frame("rounds")

    def _frame(self, table: str) -> pd.DataFrame:
        if table not in self._frames:
            chunks = self._store.chunks(table, None, self.deals)
            whole = joined([no_deals(self.plan, table), *chunks])
            self._frames[table] = to_frame(self.plan, whole, table)
        return self._frames[table]

    def iter_chunks(self, table: str = "seats") -> Iterator[pd.DataFrame]:
        """The table piece by piece, for runs larger than memory.

        Parameters
        ----------
        table : str
            ``"seats"`` or ``"rounds"``.

        Returns
        -------
        frames : iterator of DataFrame
            Whole deals in order.
        """
        if table not in TABLES:
            raise UsageError(choices("table", table, TABLES))
        chunks = self._store.chunks(table, None, self.deals)
        return (to_frame(self.plan, joined([chunk]), table) for chunk in chunks)

    def blocks(self, table: str, columns: Sequence[str]) -> Iterator[Chunk]:
        """Named columns as integer arrays by block, for statistics.

        Yields
        ------
        chunk : Chunk
            ``values[table][column]`` is (deals, playings[, seats]); a win share is multiplied by
            the ``divisor`` of its column.

        Raises
        ------
        UsageError
            For an unknown table or column; keys like ``deal`` follow from the block.
        """
        known = [c.name for c in self._columns(table) if c.source]
        for column in columns:
            if column not in known:
                raise UsageError(choices(f"column of {table}", column, known))
        return self._store.chunks(table, tuple(columns), self.deals)

    def describe_columns(self, table: str = "seats") -> pd.DataFrame:
        """Name, type, unit and meaning of every column of a table."""
        import pandas as pd

        return pd.DataFrame(
            [(c.name, c.dtype, c.unit, c.meaning) for c in self._columns(table)],
            columns=["column", "dtype", "unit", "meaning"],
        )

    def has_column(self, table: str, name: str) -> bool:
        """Whether the run kept a column."""
        return any(c.name == name for c in self._columns(table))

    def _columns(self, table: str) -> tuple[Column, ...]:
        return columns_of(self.plan.game.columns, table, self.plan.columns)

    def groups(self, by: str | Sequence[str] = "policy") -> list[GroupSummary]:
        """Win share and mean score of every group, as estimates."""
        names = _names(by)
        if names not in self._summaries:
            chunks = self.blocks("seats", ("win_share", "score"))
            self._summaries[names] = summarize(self.plan, chunks, names)
        return self._summaries[names]

    def summary(self, by: str | Sequence[str] = "policy") -> pd.DataFrame:
        """Win share and mean score of every group, with 95 % intervals.

        Parameters
        ----------
        by : str or sequence of str
            One or more of ``"policy"``, ``"player"``, ``"seat"``.

        Returns
        -------
        frame : DataFrame
            The grouping columns; ``n`` independent blocks (deals); ``win_share`` with its standard
            error ``se`` and interval ``low, high``; ``score_mean`` with ``score_se, score_low,
            score_high`` (points a round).

        Raises
        ------
        UsageError
            For an unknown grouping.

        Examples
        --------
        >>> import squirrelstats as sq
        >>> run = sq.simulate("squarrels", ["baseline", "random"], rounds=200, rotate="cyclic")
        >>> frame = run.summary(by="policy")
        >>> bool(frame.win_share.sum() == 1), list(frame.columns[:3])
        (True, ['policy', 'n', 'win_share'])
        """
        import pandas as pd

        names = _names(by)
        rows = []
        for group in self.groups(names):
            share, score = group.win_share, group.score
            rows.append(
                (
                    *group.key,
                    share.n,
                    share.value,
                    share.se,
                    share.low,
                    share.high,
                    score.value,
                    score.se,
                    score.low,
                    score.high,
                )
            )
        return pd.DataFrame(
            rows,
            columns=[
                *names,
                "n",
                "win_share",
                "se",
                "low",
                "high",
                "score_mean",
                "score_se",
                "score_low",
                "score_high",
            ],
        )

    def length(self, column: str = "turns") -> Estimate:
        """Mean of a column of ``rounds`` (turns, decisions, …) over blocks."""
        return self._means((column,))[0]

    def _means(self, columns: Sequence[str]) -> list[Estimate]:
        """Means of columns of ``rounds``, in one pass over the data."""
        new = [column for column in columns if column not in self._lengths]
        if new:
            sums = {column: BlockSums() for column in new}
            for chunk in self.blocks("rounds", new):
                for column in new:
                    blocks = chunk.values["rounds"][column].sum(axis=1, dtype=np.int64)
                    sums[column].add(len(blocks), blocks.sum(), (blocks * blocks).sum())
            flags = {c.name for c in self._columns("rounds") if c.dtype == "bool"}
            for column in new:
                self._lengths[column] = sums[column].mean(self.playings, share=column in flags)
        return [self._lengths[column] for column in columns]

    def replay(self, deal: int, playing: int = 0, round: int = 0) -> Replay:
        """One round of this run again, move by move, each event with the rule behind it.

        Parameters
        ----------
        deal : int
        playing : int
            Number of the seating, 0 without rotation.
        round : int
            Round in match; 0.

        Raises
        ------
        UsageError
            If there is no such deal or playing in the run.
        DatasetError
            If the run was loaded, and its policies or the code are not those of today.
        """
        deal = _index("deal", deal, self.deals)
        _index("round", round, 1)
        if self._changed:
            raise DatasetError(
                f"{str(self.folder)!r} cannot be replayed by this session, the round would be "
                f"another one: {self._changed}"
            )
        return replay(self.plan, deal, playing)

    def _header(self) -> list[str]:
        plan = self.plan
        seatings = f" × {self.playings} seatings ({plan.rotate})" if self.playings > 1 else ""
        deals = counted(self.deals, "deal")
        lines = [f"{plan.rules_label} · {deals}{seatings} · seed {plan.seed}"]
        if self.deals:
            names = [name for name in _LENGTHS if self.has_column("rounds", name)]
            *lengths, truncated = self._means([*names, "truncated"])
            parts = [
                f"{mean.value:.2f} {name.replace('_', '-')}{_behind(mean)}"
                for name, mean in zip(names, lengths, strict=True)
            ]
            unknown = "" if self.deals > 1 else " (one deal, so no intervals)"
            lines.append(f"a round{unknown}: {', '.join(parts)}")
            if truncated.value:
                among = f"{100 * truncated.low:.2f} to {percent(truncated.high)}"
                lines.append(f"cut by the turn cap: {percent(truncated.value)} of rounds ({among})")
        if self.folder is not None:
            lines.append(f"on disk: {self.folder}")
        return lines

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        header = ["policy", "win share", "95 % interval", "mean score", "95 % interval", "n"]
        rows = []
        for group in self.groups("policy") if self.deals else ():
            share, score = group.win_share, group.score
            rows.append(
                [
                    str(group.key[0]),
                    percent(share.value),
                    f"{100 * share.low:.2f} to {percent(share.high)}",
                    f"{score.value:.3f}",
                    interval(score.low, score.high, 3),
                    f"{share.n:,}",
                ]
            )
        return header, rows

    def __repr__(self) -> str:
        return "\n".join([self.plan.game.title, *self._header(), text_table(*self._rows())])

    def _repr_html_(self) -> str:
        return html_block(self.plan.game.title, self._header(), html_table(*self._rows()))


#: Columns of ``rounds`` whose means a run shows.
_LENGTHS = ("turns", "mini_turns", "decisions", "forced")


def _behind(mean: Estimate) -> str:
    return f" ({interval(mean.low, mean.high, 2)})" if math.isfinite(mean.high) else ""


def replay(plan: Plan, deal: int, playing: int = 0) -> Replay:
    """One round of a plan from (plan, deal, playing) alone; nothing needs to have been run.

    Parameters
    ----------
    plan : Plan
    deal, playing : int

    Returns
    -------
    replay : Replay
        Up to the fault, if a policy misbehaves in it.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C, also where a policy does not come back.
    """
    deal = _index("deal", deal, 2**63)
    playing = _index("playing", playing, len(plan.seating))
    space = Workspace(plan.game, plan.rules, plan.lineup, plan.seed)
    seating = plan.seating[playing]
    events, fault = run_guarded(lambda: space.record(seating, deal), math.inf, RuntimeError)
    return make_replay(plan, deal, playing, events, fault)


def _index(what: str, value: Any, count: int) -> int:
    """A whole number from 0 to ``count - 1``."""
    if count == 0:
        raise UsageError(f"there is no {what} {value!r}: the run is empty")
    number = -1 if isinstance(value, bool) or not hasattr(value, "__index__") else index(value)
    if not 0 <= number < count:
        raise UsageError(f"{what} must be a whole number from 0 to {count - 1:,}, got {value!r}")
    return number


def _names(by: Any) -> tuple[str, ...]:
    """Grouping columns, each once."""
    if isinstance(by, str) or not isinstance(by, Sequence):
        by = (by,)
    for name in by:
        if name not in GROUPS:
            raise UsageError(choices("grouping", name, GROUPS))
    if not by:
        raise UsageError(f"group by one or more of {', '.join(GROUPS)}")
    return tuple(dict.fromkeys(by))
