"""The result of a tournament: payoffs of every policy in every line-up, by block."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from squirrelstats._display import (
    LOWER_IS_BETTER,
    html_block,
    html_table,
    percent,
    text_block,
    text_table,
)
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.metagame.lineups import multisets, orders
from squirrelstats.metagame.symmetric import SymmetricGame
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats.measures import Measure

if TYPE_CHECKING:
    import pandas as pd

#: Policies up to which the text shows who does how well among whom.
MOST_COLUMNS = 6


@dataclass(frozen=True, eq=False)
class Cells:
    """Sums by block.

    Attributes
    ----------
    lineups : int64 (line-ups, policies)
        Players by policy.
    at : int64 (cells, 2)
        Line-up and policy of each cell.
    sums : int64 (cells, blocks)
        The kernel's integers, added up over the seatings of a block and the players of the policy.
    """

    lineups: np.ndarray
    at: np.ndarray
    sums: np.ndarray

    @functools.cached_property
    def places(self) -> dict[tuple[tuple[int, ...], int], int]:
        """Where the cell of a line-up and policy is."""
        rows = [tuple(row) for row in self.lineups.tolist()]
        return {(rows[lineup], policy): i for i, (lineup, policy) in enumerate(self.at.tolist())}

    @property
    def copies(self) -> np.ndarray:
        """Players of the cell's policy, int64 (cells,)."""
        return np.asarray(self.lineups[self.at[:, 0], self.at[:, 1]])


@dataclass(frozen=True, eq=False, repr=False)
class Tournament:
    """Payoffs of policies in line-ups, all on the same deals.

    Attributes
    ----------
    plan : Plan
        Of the first line-up: game, rules and seed that all have in common.
    measure : Measure
        What is won.
    labels : tuple of str
        Policies; those of the pool that were not named as policies last.
    entrants : int
        How many of them, from the first, were named as policies.
    weights : float64 (policies,) or None
        How often each is drawn as an opponent, where opponents come from a pool.
    seats : int
    design : str
        ``"all"`` or ``"balanced"``.
    rotate : str
    orders : int
        Orders round the table that a line-up is played in, each with every turn.
    cells : Cells
    """

    plan: Plan
    measure: Measure
    labels: tuple[str, ...]
    entrants: int
    weights: np.ndarray | None
    seats: int
    design: str
    rotate: str
    orders: int
    cells: Cells

    @property
    def n(self) -> int:
        """Blocks: deals, or matches, that every line-up was played on."""
        return int(self.cells.sums.shape[1])

    @property
    def deals(self) -> int:
        """The same, by the name it has in a run."""
        return self.n

    @property
    def policies(self) -> tuple[str, ...]:
        """Labels of the policies that were compared."""
        return self.labels[: self.entrants]

    @property
    def even(self) -> float | None:
        """What each gets among equals, where that is known: an even win share."""
        return 1 / self.seats if self.measure.name == "win_share" else None

    @property
    def sign(self) -> int:
        """Payoffs times this: more is better."""
        return -1 if self.measure.sign < 0 else 1

    @property
    def seatings(self) -> int:
        """In how many seatings every deal is played; those that players of a policy share count."""
        return self.seats * self.orders

    @property
    def divisors(self) -> np.ndarray:
        """Sums of blocks divided by this are means of a player; float64 (cells,)."""
        return self.measure.scale * self.seatings * self.cells.copies.astype(float)

    def payoff(self, policy: str, lineup: dict[str, int]) -> Estimate:
        """Mean payoff of a player of a policy in a line-up.

        Parameters
        ----------
        policy : str
        lineup : dict of str to int
            Players by policy, the policy's own included.

        Raises
        ------
        UsageError
            It was not played.
        """
        row = tuple(lineup.get(label, 0) for label in self.labels)
        place = None
        if set(lineup) <= set(self.labels) and policy in self.labels:
            place = self.cells.places.get((row, self.labels.index(policy)))
        if place is None:
            raise UsageError(
                f"no {policy!r} was played in a line-up {lineup!r}: it needs {self.seats} players "
                f"of {', '.join(self.labels)}, among them the policy; frame() shows all"
            )
        return self.estimate(place)

    def estimate(self, cell: int) -> Estimate:
        """Mean payoff of a player in a cell."""
        whole = self.cells.copies[cell] == self.seats
        mean = mean_of(
            self.cells.sums[cell], float(self.divisors[cell]), share=self.measure.is_share
        )
        if whole and self.measure.name == "win_share" and mean.n:
            return Estimate(mean.value, 0.0, mean.value, mean.value, mean.n)
        return mean

    @functools.cached_property
    def game_cells(self) -> tuple[np.ndarray, np.ndarray]:
        """Cell of each policy in each field of opponents, and the fields.

        Returns
        -------
        cells : int64 (policies, fields)
        fields : int64 (fields, policies)
            Opponents by policy; of the balanced design only those of one policy, each counted as
            one opponent.
        """
        players = 2 if self.design == "balanced" else self.seats
        width = len(self.labels)
        if self.weights is None:
            fields = multisets(players - 1, width)
        else:
            drawn = np.flatnonzero(self.weights)
            some = multisets(players - 1, len(drawn))
            fields = np.zeros((len(some), width), np.int64)
            fields[:, drawn] = some
        times = (self.seats - 1) // (players - 1) if self.design == "balanced" else 1
        one = np.eye(width, dtype=np.int64)
        cells = [
            [
                self.cells.places[tuple((one[policy] + times * field).tolist()), policy]
                for field in fields
            ]
            for policy in range(self.entrants)
        ]
        return np.array(cells), fields

    @property
    def means(self) -> np.ndarray:
        """Mean of every cell, more is better; float64 (cells,)."""
        totals = self.cells.sums.sum(axis=1, dtype=np.int64)
        return np.asarray(self.sign * totals / (self.n * self.divisors))

    def game(self) -> SymmetricGame:
        """The symmetric game of these mean payoffs (more is better).

        Raises
        ------
        UsageError
            Opponents came from a pool, so the policies did not meet.
        """
        if self.weights is not None:
            raise UsageError(
                "the policies of this tournament met a pool, not each other, so there is no game "
                "among them; leave out pool="
            )
        cells, fields = self.game_cells
        return SymmetricGame(self.means[cells], fields)

    def against(self, mixture: dict[str, float] | None = None) -> dict[str, Estimate]:
        """Mean payoff of each policy when every opponent is drawn from a mixture of policies.

        Parameters
        ----------
        mixture : dict of str to float, optional
            Weights by policy; default: the pool, or all policies alike.

        Returns
        -------
        payoffs : dict of str to Estimate
            The mixture is taken as known. Of the balanced design all opponents are of one policy.

        Raises
        ------
        UsageError
            For unknown policies, or weights that are no weights.
        """
        values, _ = self.block_payoffs(self.weights_of(mixture))
        share = self.measure.is_share
        return {
            label: mean_of(row, share=share)
            for label, row in zip(self.policies, values, strict=True)
        }

    def weights_of(self, mixture: dict[str, float] | None) -> np.ndarray:
        """Weights that add up to 1, by policy."""
        if mixture is None:
            if self.weights is not None:
                return self.weights
            return np.full(len(self.labels), 1 / len(self.labels))
        for label in mixture:
            known = (
                self.labels
                if self.weights is None
                else [name for name, w in zip(self.labels, self.weights, strict=True) if w]
            )
            if label not in known:
                raise UsageError(f"{label!r} is no opponent here; opponents: {', '.join(known)}")
        weights = np.array([float(mixture.get(label, 0)) for label in self.labels])
        if not np.isfinite(weights).all() or weights.min() < 0 or weights.sum() <= 0:
            raise UsageError(f"weights of a mixture are from 0 and not all 0, got {mixture!r}")
        return np.asarray(weights / weights.sum())

    def block_payoffs(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What each policy gets in each block from opponents drawn by these weights.

        Returns
        -------
        values : float64 (policies, blocks)
            In the measure's own units and direction.
        chances : float64 (fields,)
        """
        cells, fields = self.game_cells
        chances = orders(fields) * np.power(weights, fields).prod(axis=1)
        values = np.zeros((self.entrants, self.n))
        for policy, row in enumerate(cells):
            used = chances > 0
            factors = chances[used] / self.divisors[row[used]]
            values[policy] = np.einsum("c,cb->b", factors, self.cells.sums[row[used]])
        return values, chances

    def row_fields(self) -> list[list[Estimate]]:
        """Estimates of the row policy alone among players of the column policy (all labels)."""
        one, rest = np.eye(len(self.labels), dtype=int), self.seats - 1
        opponents = list(range(len(self.labels)))
        if self.weights is not None:
            opponents = np.flatnonzero(self.weights).tolist()
        return [
            [
                self.estimate(self.cells.places[tuple((one[i] + rest * one[j]).tolist()), i])
                for j in opponents
            ]
            for i in range(self.entrants)
        ]

    @property
    def opponents(self) -> tuple[str, ...]:
        """Policies that opponents have: columns of `row_fields`."""
        if self.weights is None:
            return self.labels
        return tuple(self.labels[i] for i in np.flatnonzero(self.weights))

    def lineup_name(self, lineup: int) -> str:
        """A line-up in words."""
        parts = [
            label + (f" × {count}" if count > 1 else "")
            for label, count in zip(self.labels, self.cells.lineups[lineup].tolist(), strict=True)
            if count
        ]
        return ", ".join(parts)

    def frame(self) -> pd.DataFrame:
        """Tidy table: one row a line-up and policy in it.

        Returns
        -------
        frame : DataFrame
            ``lineup, policy, copies, n``, and the mean payoff of a player of the policy with
            ``se, low, high`` (95 %), in the measure's own units.
        """
        import pandas as pd

        rows = []
        for cell, (lineup, policy) in enumerate(self.cells.at.tolist()):
            e = self.estimate(cell)
            copies = int(self.cells.lineups[lineup, policy])
            name = self.lineup_name(lineup)
            rows.append((name, self.labels[policy], copies, e.n, e.value, e.se, e.low, e.high))
        columns = ["lineup", "policy", "copies", "n", self.measure.name, "se", "low", "high"]
        return pd.DataFrame(rows, columns=columns)

    def number(self, value: float) -> str:
        """A payoff in text."""
        if self.measure.is_share:
            return percent(value)
        return f"{value:.3f}".replace("-", "−")

    def _with_margin(self, cell: Estimate) -> str:
        """A value ± half its interval; just the value where it is exact."""
        half = (cell.high - cell.low) / 2
        if not half:
            return self.number(cell.value)
        if not math.isfinite(half):
            return f"{self.number(cell.value)} (unknown)"
        margin = f"{100 * half:.2f} %" if self.measure.is_share else f"{half:.3f}"
        return f"{self.number(cell.value).removesuffix(' %')} ±{margin}"

    def about(self) -> str:
        """Rules, table, n and seating in a line."""
        plan = self.plan
        lower = f" · {LOWER_IS_BETTER}" if self.sign < 0 else ""
        return (
            f"{plan.rules_note} · {self.seats} seats · {plan.counted(self.n)}, each in "
            f"{self.seatings} seatings ({self.rotate}) · seed {plan.seed}{lower}"
        )

    @property
    def words(self) -> str:
        """The measure in words."""
        return self.measure.name.replace("_", " ")

    def _lines(self) -> tuple[str, list[str]]:
        number = len(self.cells.lineups)
        kind = "all" if self.design == "all" else "balanced design:"
        field = "all policies alike" if self.weights is None else "the pool"
        if self.design == "balanced":
            field += ", all of one policy"
        lines = [
            self.about(),
            f"{kind} {number:,} line-ups on common deals · mean {self.words} against opponents "
            f"drawn from {field}",
        ]
        if self._matrix_shown:
            lines.append(
                "among …: a single player of the row among players of that policy, ± half the 95 % "
                "interval; intervals are of one comparison each, not corrected for their number"
            )
        return f"{self.plan.game.title}: tournament of {self.entrants} policies", lines

    @property
    def _matrix_shown(self) -> bool:
        return len(self.opponents) <= MOST_COLUMNS

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        header = ["policy", self.words, "95 % interval", "n"]
        shown = self.row_fields() if self._matrix_shown else [[] for _ in self.policies]
        header += [f"among {name}" for name in self.opponents] if self._matrix_shown else []
        means = list(self.against().items())
        order = sorted(range(self.entrants), key=lambda i: -self.sign * means[i][1].value)
        rows = []
        for place in order:
            label, e = means[place]
            rows.append(
                [
                    label,
                    self.number(e.value),
                    f"{self.number(e.low)} to {self.number(e.high)}".replace(" % to", " to"),
                    f"{e.n:,}",
                    *(self._with_margin(cell) for cell in shown[place]),
                ]
            )
        return header, rows

    def __repr__(self) -> str:
        title, quiet = self._lines()
        return text_block(title, quiet, text_table(*self._rows()))

    def _repr_html_(self) -> str:
        title, quiet = self._lines()
        return html_block(title, quiet, html_table(*self._rows()))
