"""A symmetric game of n players: what a policy gets, by what the others play."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.metagame.lineups import multisets, orders


@dataclass(frozen=True, eq=False)
class SymmetricGame:
    """Payoffs of each policy in each field of opponents, in whatever order they sit.

    Attributes
    ----------
    payoffs : float64 (policies, fields)
        More is better.
    fields : int64 (fields, policies)
        Opponents by policy: rows add up to the number of players less one. All that can be.

    References
    ----------
    Wellman (2006), Methods for empirical game-theoretic analysis, AAAI.
    """

    payoffs: np.ndarray
    fields: np.ndarray

    @classmethod
    def of_matrix(cls, matrix: object) -> SymmetricGame:
        """The game of two players in which row i gets ``matrix[i, j]`` against j.

        Raises
        ------
        UsageError
            The matrix is not square, or holds what is no finite number.

        Examples
        --------
        >>> SymmetricGame.of_matrix([[0, -1], [1, 0]]).regret([1, 0])
        1.0
        """
        try:
            payoffs = np.array(matrix, float)
        except (TypeError, ValueError):
            raise UsageError(f"payoffs are a square matrix of numbers, got {matrix!r}") from None
        if payoffs.ndim != 2 or payoffs.shape[0] != payoffs.shape[1] or not payoffs.size:
            raise UsageError(
                f"a symmetric game of two has a square matrix, got shape {payoffs.shape}"
            )
        if not np.isfinite(payoffs).all():
            raise UsageError("payoffs must be finite numbers")
        return cls(payoffs, multisets(1, len(payoffs)))

    @property
    def policies(self) -> int:
        """How many there are to choose from."""
        return len(self.payoffs)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.fields[0].sum()) + 1

    @functools.cached_property
    def _orders(self) -> np.ndarray:
        return orders(self.fields)

    @functools.cached_property
    def _places(self) -> dict[tuple[int, ...], int]:
        return {tuple(row): place for place, row in enumerate(self.fields.tolist())}

    def with_payoffs(self, payoffs: np.ndarray) -> SymmetricGame:
        """The same players with other payoffs."""
        made = SymmetricGame(payoffs, self.fields)
        made.__dict__.update(_orders=self._orders, _places=self._places)
        return made

    def restricted(self, kept: np.ndarray) -> SymmetricGame:
        """The game with only some of its policies, bool (policies,)."""
        inside = ~self.fields[:, ~kept].any(axis=1)
        return SymmetricGame(self.payoffs[np.ix_(kept, inside)], self.fields[inside][:, kept])

    def chances(self, mixture: np.ndarray) -> np.ndarray:
        """How likely each field is when every opponent is drawn from a mixture; (fields,)."""
        powers = np.power(np.asarray(mixture, float), self.fields)
        return np.asarray(self._orders * powers.prod(axis=1))

    def against(self, mixture: object) -> np.ndarray:
        """Payoff of each policy when every opponent is drawn from a mixture; (policies,)."""
        return np.asarray(self.payoffs @ self.chances(np.asarray(mixture, float)))

    def slopes(self, mixture: np.ndarray) -> np.ndarray:
        """Derivatives of `against`: row policy's payoff by weight of the column policy."""
        slopes = np.zeros((self.policies, self.policies))
        for policy in range(self.policies):
            there = self.fields[:, policy] > 0
            less = self.fields[there].copy()
            factor = less[:, policy].astype(float)
            less[:, policy] -= 1
            chances = self._orders[there] * factor * np.power(mixture, less).prod(axis=1)
            slopes[:, policy] = self.payoffs[:, there] @ chances
        return slopes

    def regret(self, mixture: object) -> float:
        """What a player gains at most by leaving a mixture that all others keep to."""
        weights = np.asarray(mixture, float)
        payoffs = self.against(weights)
        return float(max(0.0, payoffs.max() - weights @ payoffs))

    def duel(self, one: int, other: int) -> np.ndarray:
        """Payoffs of policy `one` when 0 … n − 1 opponents play it too, the rest `other`."""
        found = []
        for same in range(self.players):
            field = [0] * self.policies
            field[one] += same
            field[other] += self.players - 1 - same
            found.append(self.payoffs[one, self._places[tuple(field)]])
        return np.array(found)

    def row_fields(self) -> np.ndarray:
        """Payoffs of the row policy alone among players of the column policy."""
        width = self.policies
        fields = [tuple(row) for row in ((self.players - 1) * np.eye(width, dtype=int)).tolist()]
        return np.asarray(self.payoffs[:, [self._places[field] for field in fields]])
