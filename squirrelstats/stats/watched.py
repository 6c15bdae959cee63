"""Win shares that are watched while the rounds come in, and stay honest however that ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from squirrelstats._display import ShownAsTable, percent
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL
from squirrelstats.simulate.api import asked_threads, play_on
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.store import MemoryStore
from squirrelstats.simulate.summary import group_cells, in_cells
from squirrelstats.stats._batches import Tally
from squirrelstats.stats.confidence_sequences import check_level

if TYPE_CHECKING:
    import pandas as pd

#: What win shares can be watched by.
WATCHED_BY = ("policy", "seat")


@dataclass(frozen=True, repr=False)
class WatchedShares(ShownAsTable):
    """Win shares at every look taken so far; all their intervals hold together.

    Attributes
    ----------
    title, about : str
        The game; rules, seatings and seed.
    by : str
        ``"policy"`` or ``"seat"``.
    unit : str
        ``"rounds"``: a block is a deal; ``"matches"``: a match.
    names : tuple of str
        The policies, or the seats.
    paths : tuple of tuple of Estimate
        For each name one estimate a look.
    even : float
        The share of one player where all are equal.
    level : float
        Probability that every interval of every look holds.
    """

    title: str
    about: str
    by: str
    unit: str
    names: tuple[str, ...]
    paths: tuple[tuple[Estimate, ...], ...]
    even: float
    level: float

    @property
    def n(self) -> int:
        """Deals, or matches, at the last look."""
        return self.paths[0][-1].n if self.paths[0] else 0

    @property
    def last(self) -> dict[str, Estimate]:
        """The estimates of the last look, by name; none before the first."""
        found = zip(self.names, self.paths, strict=True)
        return {name: path[-1] for name, path in found if path}

    @property
    def promise(self) -> str:
        """What the intervals promise, in words."""
        return f"{100 * self.level:g} % intervals hold at all looks and for all shares together"

    def frame(self) -> pd.DataFrame:
        """Tidy table, one row a name and look: the name, n, value, se, low, high."""
        import pandas as pd

        rows = [
            (name, e.n, e.value, e.se, e.low, e.high)
            for name, path in zip(self.names, self.paths, strict=True)
            for e in path
        ]
        return pd.DataFrame(rows, columns=[self.by, "n", "value", "se", "low", "high"])

    def _lines(self) -> tuple[str, list[str]]:
        return self.title, [self.about, self.promise]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        rows = [
            [
                name,
                percent(e.value),
                f"{100 * e.low:.2f} to {percent(e.high)}",
                f"{100 * (e.high - e.low):.2f} points",
                f"{e.n:,}",
            ]
            for name, e in self.last.items()
        ]
        return [self.by, "win share", "interval", "width", "n"], rows


@dataclass
class _Group:
    """The cells of a block that belong to one name, and what came in them."""

    name: str
    cells: np.ndarray
    path: list[Estimate] = field(default_factory=list)

    def __post_init__(self) -> None:
        # a winner has one share to give, so the mean of several players stays below 1 / several
        most = self.cells.shape[0] / int(self.cells.sum())
        self.tally = Tally(SHARE_UNITS * int(self.cells.sum()), (0.0, most))

    def estimate(self, alpha: float) -> Estimate:
        """Known without error where the group holds every seat."""
        found = self.tally.estimate(alpha)
        if self.cells.all():
            return Estimate(found.value, 0.0, found.value, found.value, found.n, 1 - alpha)
        return found


class _CountingStore(MemoryStore):
    """Keeps all rows, and counts the results of blocks as they come."""

    def __init__(self, plan: Plan, groups: list[_Group]) -> None:
        super().__init__()
        self._plan, self._groups = plan, groups

    def add(self, chunk: Chunk) -> None:
        """Take the next deals."""
        before = self.deals
        super().add(chunk)
        if self.deals > before:
            values = in_cells(self._plan, chunk, "win_share")
            for group in self._groups:
                group.tally.add(values[:, group.cells].sum(axis=1, dtype=np.int64))


class Watch:
    """Win shares of a plan, played as far as asked and looked at as often as wanted.

    Parameters
    ----------
    plan : Plan
        With ``"core"`` columns or more.
    by : str
        ``"policy"`` or ``"seat"``.
    level : float
        Probability that every interval of every look holds; divided among the groups.
    threads : int, optional

    Raises
    ------
    UsageError
        Unknown grouping, or a level that is none.

    References
    ----------
    Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting,
    JRSS-B 86.

    Examples
    --------
    >>> from squirrelstats import make_plan
    >>> watch = Watch(make_plan("squarrels", ["baseline", "random"], rotate="cyclic"))
    >>> for deals in (200, 400):
    ...     watch.play_to(deals)
    ...     shares = watch.look()
    >>> shares.names, shares.n, shares.last["baseline"].low > 0.5
    (('baseline', 'random'), 400, True)
    """

    def __init__(
        self, plan: Plan, *, by: str = "policy", level: float = LEVEL, threads: int | None = None
    ) -> None:
        if by not in WATCHED_BY:
            raise UsageError(choices("grouping of what is watched", by, WATCHED_BY))
        check_level(level)
        self.plan, self._by, self._level = plan, by, level
        self._groups = [
            _Group(f"seat {key[0]}" if by == "seat" else str(key[0]), cells)
            for key, cells in group_cells(plan, [by]).items()
        ]
        self._store = _CountingStore(plan, self._groups)
        self._threads = asked_threads(threads)

    @property
    def deals(self) -> int:
        """Deals, or matches, played so far."""
        return self._store.deals

    def play_to(self, deals: int) -> None:
        """Play up to so many deals, or matches; errors as of `simulate`."""
        play_on(self.plan, self._store, deals, self._threads, False)

    def look(self) -> WatchedShares:
        """Look at what was played so far, and remember it."""
        alpha = (1 - self._level) / len(self._groups)
        for group in self._groups:
            if self.deals and (not group.path or group.path[-1].n < self.deals):
                group.path.append(group.estimate(alpha))
        return self.shares

    @property
    def shares(self) -> WatchedShares:
        """All looks so far."""
        plan = self.plan
        return WatchedShares(
            title=plan.game.title,
            about=f"{plan.rules_note} · rotate {plan.rotate} · seed {plan.seed}",
            by=self._by,
            unit=plan.unit,
            names=tuple(group.name for group in self._groups),
            paths=tuple(tuple(group.path) for group in self._groups),
            even=1 / len(plan.lineup),
            level=self._level,
        )

    @property
    def run(self) -> Run:
        """What was played so far."""
        return Run(self.plan, self._store, self.deals)
