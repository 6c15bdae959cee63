"""Results of a plan: tidy tables, summaries, replays."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats._guard import run_guarded
from squirrelstats.columns import Column, columns_of
from squirrelstats.errors import DatasetError, UsageError, choices
from squirrelstats.estimate import Estimate
from squirrelstats.policies._workspace import longest_match
from squirrelstats.simulate import show
from squirrelstats.simulate.chunks import Chunk, joined, no_deals, to_frame
from squirrelstats.simulate.means import means_by_match, means_by_round
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.replay import Replay, make_replay
from squirrelstats.simulate.store import Store
from squirrelstats.simulate.summary import GROUPS, GroupSummary, measured, summarize

if TYPE_CHECKING:
    import pandas as pd

    from squirrelstats.simulate.decisions import Decisions
    from squirrelstats.simulate.what_if import WhatIf


class Run:
    """Results of playing a plan, as `simulate` and `load` return them.

    Attributes
    ----------
    plan : Plan
    deals : int
        Deals, or matches, played.
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
        self._means: dict[tuple[str, str], Estimate] = {}

    @property
    def playings(self) -> int:
        """Seatings of each deal or match."""
        return len(self.plan.seating)

    @property
    def seats(self) -> pd.DataFrame:
        """One row a round and seat; see `describe_columns`. Read when first asked for."""
        return self._frame("seats")

    @property
    def rounds(self) -> pd.DataFrame:
        """One row a round; see `describe_columns`. Read when first asked for."""
        return self._frame("rounds")

    @property
    def matches(self) -> pd.DataFrame:
        """One row a match and player; see `describe_columns`. Read when first asked for.

        Raises
        ------
        UsageError
            Rounds were played, not matches.
        """
        return self._frame("matches")

    def _frame(self, table: str) -> pd.DataFrame:
        self._check_table(table)
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
            ``"seats"``, ``"rounds"`` or, in a match run, ``"matches"``.

        Returns
        -------
        frames : iterator of DataFrame
            Whole deals, or matches, in order.
        """
        self._check_table(table)
        chunks = self._store.chunks(table, None, self.deals)
        return (to_frame(self.plan, joined([chunk]), table) for chunk in chunks)

    def _check_table(self, table: str) -> None:
        if table == "matches" and not self.plan.in_matches:
            raise UsageError(
                "this run has rounds that stand alone, no matches: play them with "
                "simulate(…, matches=1_000)"
            )
        if table not in self.plan.tables:
            raise UsageError(choices("table", table, self.plan.tables))

    def blocks(self, table: str, columns: Sequence[str]) -> Iterator[Chunk]:
        """Named columns as integer arrays by block, for statistics.

        Yields
        ------
        chunk : Chunk
            ``values[table][column]`` has a row a round, whose sums by block are
            ``chunk.sums_by_deal``; of ``matches`` it is (deals, playings, players). A win share
            is multiplied by the ``divisor`` of its column.

        Raises
        ------
        UsageError
            For an unknown table or column; keys like ``deal`` follow from the block.
        """
        self._check_table(table)
        known = [c.name for c in self._columns(table) if c.source]
        for column in columns:
            if column not in known:
                raise UsageError(choices(f"column of {table}", column, known))
        return self._store.chunks(table, tuple(columns), self.deals)

    def describe_columns(self, table: str = "seats") -> pd.DataFrame:
        """Name, type, unit and meaning of every column of a table."""
        import pandas as pd

        self._check_table(table)
        game, rules = self.plan.game, self.plan.rules
        return pd.DataFrame(
            [(c.name, c.dtype, c.unit, game.meaning(c, rules)) for c in self._columns(table)],
            columns=["column", "dtype", "unit", "meaning"],
        )

    def has_column(self, table: str, name: str) -> bool:
        """Whether the run kept a column."""
        return any(c.name == name for c in self._columns(table))

    def _columns(self, table: str) -> tuple[Column, ...]:
        return columns_of(self.plan.game.columns, table, self.plan.columns)

    def groups(self, by: str | Sequence[str] = "policy") -> list[GroupSummary]:
        """Win share and mean score (of matches: mean total) of every group, as estimates."""
        names = _names(by)
        if names not in self._summaries:
            table, points = measured(self.plan)
            chunks = self.blocks(table, ("win_share", points))
            self._summaries[names] = summarize(self.plan, chunks, names)
        return self._summaries[names]

    def summary(self, by: str | Sequence[str] = "policy") -> pd.DataFrame:
        """Win share and mean points of every group, with 95 % intervals.

        Parameters
        ----------
        by : str or sequence of str
            One or more of ``"policy"``, ``"player"``, ``"seat"`` (of a match: in its first round).

        Returns
        -------
        frame : DataFrame
            The grouping columns; ``n`` independent blocks (deals, or matches); ``win_share`` with
            its standard error ``se`` and interval ``low, high``; ``score_mean`` with ``score_se,
            score_low, score_high`` (points a round). Of matches ``total_mean, total_se, …``
            (points a match), and the win share is that of matches.

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

        names, (_, points) = _names(by), measured(self.plan)
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
                *(f"{points}_{part}" for part in ("mean", "se", "low", "high")),
            ],
        )

    def length(self, column: str = "turns") -> Estimate:
        """Mean of a column of ``rounds`` (turns, decisions, …) over all rounds.

        In a match run ``"rounds"`` gives the mean number of rounds of a match.
        """
        table = "matches" if column == "rounds" and self.plan.in_matches else "rounds"
        return self.means(table, (column,))[0]

    def means(self, table: str, columns: Sequence[str]) -> list[Estimate]:
        """Means of columns that a round (``rounds``) or match (``matches``) has one value of.

        They are found in one pass over the data, and kept.
        """
        new = [column for column in columns if (table, column) not in self._means]
        if new:
            find = means_by_match if table == "matches" else means_by_round
            found = find(self.plan, self.blocks, new)
            self._means |= {(table, name): mean for name, mean in zip(new, found, strict=True)}
        return [self._means[table, column] for column in columns]

    def replay(self, deal: int, playing: int = 0, round: int = 0) -> Replay:
        """One round of this run again, move by move, each event with the rule behind it.

        Parameters
        ----------
        deal : int
            Number of the deal, or of the match.
        playing : int
            Number of the seating, 0 without rotation.
        round : int
            Number of the round in the match; 0 where rounds stand alone.

        Raises
        ------
        UsageError
            If there is no such deal, playing or round in the run.
        DatasetError
            If the run was loaded, and its policies or the code are not those of today.
        """
        deal = _index("deal", deal, self.deals)
        self._check_same()
        return replay(self.plan, deal, playing, round)

    def decisions(
        self,
        *,
        sample: float = 0.01,
        threads: int | None = None,
        progress: bool | None = None,
        out: str | os.PathLike[str] | None = None,
    ) -> Decisions:
        """A uniform sample of the decisions in this run, as a table; see `sq.decisions`.

        The run is played again for it.

        Parameters
        ----------
        sample, threads, progress, out
            As for `sq.decisions`.

        Raises
        ------
        DatasetError
            If the run was loaded, and its policies or the code are not those of today.
        """
        from squirrelstats.simulate.decisions import decisions_of

        self._check_same()
        return decisions_of(
            self.plan, self.deals, sample, threads=threads, progress=progress, out=out
        )

    def what_if(
        self,
        deal: int,
        decision: int,
        action: int | str | Sequence[int | str] | None = None,
        *,
        playing: int = 0,
        round: int = 0,
        redeal: bool = True,
        repeats: int = 1000,
        seed: int = 0,
        threads: int | None = None,
    ) -> WhatIf:
        """A round of this run played on from a decision, as it was taken and otherwise.

        Parameters
        ----------
        deal : int
            Number of the deal, or of the match.
        decision : int
            Number of the decision in its round, from 1; ``print(run.replay(deal))`` and
            ``run.decisions(…)`` tell it.
        action : int, str, or sequence of them, optional
            Alternatives, by number or name; default: all that are legal.
        playing, round : int
            Number of the seating; number of the round in a match.
        redeal : bool
            Deal anew what the deciding seat cannot know. False: all cards lie as they did, and only
            later chance is drawn anew. That is hindsight.
        repeats : int
            Redeals, at least 2.
        seed : int
            Of the redeals and of the chance after them.
        threads : int, optional

        Returns
        -------
        found : WhatIf
            A table and a sentence: win share and score after each action, and how they differ from
            those after the action taken, on common redeals.

        Raises
        ------
        UsageError
            If there is no such deal, playing, round or decision in the run.
        DatasetError
            If the run was loaded, and its policies or the code are not those of today.

        Examples
        --------
        >>> import squirrelstats as sq
        >>> run = sq.simulate("squirrels", ["planner", "baseline"], rounds=5)
        >>> found = run.what_if(deal=2, decision=1, repeats=50)
        >>> len(found.frame()) == len(found.choices)
        True
        """
        from squirrelstats.simulate.what_if import what_if

        deal = _index("deal", deal, self.deals)
        self._check_same()
        return what_if(
            self.plan,
            deal,
            decision,
            action,
            playing=playing,
            round=round,
            redeal=redeal,
            repeats=repeats,
            seed=seed,
            threads=threads,
        )

    def what_ifs(
        self,
        decisions: pd.DataFrame,
        action: int | str | Sequence[int | str] | None = None,
        *,
        redeal: bool = True,
        repeats: int = 100,
        seed: int = 0,
        threads: int | None = None,
        progress: bool | None = None,
    ) -> pd.DataFrame:
        """Many decisions of this run played on, as they were taken and otherwise.

        Parameters
        ----------
        decisions, action, redeal, repeats, seed, threads, progress
            As for `squirrelstats.simulate.what_ifs.what_ifs`: `decisions` are rows of
            ``run.decisions(…).frame()``.

        Returns
        -------
        frame : DataFrame
            A row for each decision and alternative.

        Raises
        ------
        UsageError
            If the rows are not decisions of this run, or none has such an alternative.
        DatasetError
            If the run was loaded, and its policies or the code are not those of today.
        """
        from squirrelstats.simulate.what_ifs import what_ifs

        self._check_same()
        return what_ifs(
            self.plan,
            decisions,
            action,
            redeal=redeal,
            repeats=repeats,
            seed=seed,
            threads=threads,
            progress=progress,
        )

    def _check_same(self) -> None:
        """Rounds must come out as they did."""
        if self._changed:
            raise DatasetError(
                f"{str(self.folder)!r} cannot be replayed by this session, the round would be "
                f"another one: {self._changed}"
            )

    def __repr__(self) -> str:
        return text_block(self.plan.game.title, show.header(self), text_table(*show.table(self)))

    def _repr_html_(self) -> str:
        return html_block(self.plan.game.title, show.header(self), html_table(*show.table(self)))


def replay(plan: Plan, deal: int, playing: int = 0, round: int = 0) -> Replay:
    """One round of a plan from (plan, deal, playing, round) alone; nothing needs to have been run.

    Parameters
    ----------
    plan : Plan
    deal, playing : int
    round : int
        Number of the round in the match ``deal``; 0 where rounds stand alone.

    Returns
    -------
    replay : Replay
        Up to the fault, if a policy misbehaves in it.

    Raises
    ------
    UsageError
        There is no such playing or round.
    KeyboardInterrupt
        Ctrl-C, also where a policy does not come back.
    """
    deal = _index("deal", deal, 2**63)
    playing = _index("playing", playing, len(plan.seating))
    of_match = None
    if plan.in_matches:
        round = of_match = _index("round", round, longest_match(plan.game, plan.rules))
    elif isinstance(round, bool) or round != 0:
        raise UsageError(
            f"round must be 0 where rounds stand alone, got {round!r}; matches are played with "
            "simulate(…, matches=…), or planned with make_plan(…, unit='matches')"
        )
    space = plan.workspace()
    seating = plan.seating[playing]
    events, fault, players = run_guarded(
        lambda: space.recorded(seating, deal, of_match), math.inf, RuntimeError
    )
    if fault is not None and fault.round != round:
        raise UsageError(f"the match ends before its round {round}: {fault}")
    return make_replay(plan, deal, playing, events, fault, round=round, players=players)


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
