"""Equilibria: zero-sum games by linear programming, symmetric games by Newton's method."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.metagame.symmetric import SymmetricGame

#: Regret below which a mixture counts as an equilibrium, as a part of the range of the payoffs.
TOLERANCE = 1e-7
#: Policies up to which all supports are tried.
MOST_SUPPORTS = 8
STEPS = 400


def zero_sum(matrix: object) -> tuple[np.ndarray, np.ndarray, float]:
    """Maximin mixtures of a two-player zero-sum game, by linear programming.

    Parameters
    ----------
    matrix : float (rows, columns)
        What the row player gets from the column player.

    Returns
    -------
    rows, columns : float64
        A mixture for each; where several do equally well, one of them.
    value : float
        What the row player gets when both play them.

    Raises
    ------
    UsageError
        No matrix of finite numbers.

    References
    ----------
    Dantzig (1951), A proof of the equivalence of the programming problem and the game problem.

    Examples
    --------
    >>> rows, columns, value = zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> rows.round(6).tolist(), round(value, 6) + 0
    ([0.333333, 0.333333, 0.333333], 0.0)
    """
    payoffs = np.array(matrix, float)
    if payoffs.ndim != 2 or not payoffs.size or not np.isfinite(payoffs).all():
        raise UsageError(f"a game is a matrix of finite numbers, got shape {payoffs.shape}")
    rows, value = _maximin(payoffs)
    columns, _ = _maximin(-payoffs.T)
    return rows, columns, value


def _maximin(payoffs: np.ndarray) -> tuple[np.ndarray, float]:
    """The mixture of rows whose worst case is best, and that worst case."""
    from scipy.optimize import linprog

    rows, columns = payoffs.shape
    solved = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-payoffs.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[np.newaxis],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    mixture = np.maximum(solved.x[:-1], 0)
    mixture /= mixture.sum()
    return mixture, float((mixture @ payoffs).min())


def bimatrix(rows: object, columns: object | None = None) -> list[tuple[np.ndarray, np.ndarray]]:
    """Equilibria of a two-player game, by vertex enumeration.

    (Nashpy's support enumeration loses equilibria to rounding: it wants weights of exactly 0.)

    Parameters
    ----------
    rows, columns : float (rows, columns)
        Payoffs of the row and of the column player; without the latter a symmetric game.

    Returns
    -------
    equilibria : list of pairs of float64
        All of them, if the game is not degenerate.

    Raises
    ------
    UsageError
        The package nashpy is not installed.

    References
    ----------
    Mangasarian (1964), Equilibrium points of bimatrix games, SIAM Journal 12. Knight and Campbell
    (2018), Nashpy: a Python library for the computation of Nash equilibria, JOSS 3.
    """
    try:
        import nashpy
    except ImportError:
        raise UsageError(
            "general two-player games need nashpy: pip install 'squirrelstats[metagame]'; "
            "zero_sum and symmetric_equilibria do without it"
        ) from None
    first = np.array(rows, float)
    second = first.T if columns is None else np.array(columns, float)
    if first.ndim != 2 or first.shape != second.shape:
        raise UsageError(f"payoffs have shapes {first.shape} and {second.shape}, which must agree")
    with warnings.catch_warnings():  # it warns of all games that may be degenerate
        warnings.simplefilter("ignore", RuntimeWarning)
        found = nashpy.Game(first, second).vertex_enumeration()
        return [(x, y) for x, y in found]


def symmetric_equilibrium(
    game: SymmetricGame, start: np.ndarray | None = None
) -> tuple[np.ndarray, float]:
    """A mixture that nobody gains much by leaving when all play it.

    There always is an equilibrium of this kind (Nash 1951). Two players with a constant sum: by
    linear programming. Else replicator dynamics lead towards one, and Newton's method on the
    policies in use ends there; where that fails, smaller and larger supports are tried.

    Parameters
    ----------
    game : SymmetricGame
    start : float64 (policies,), optional
        A mixture near which to look first; default: all alike.

    Returns
    -------
    mixture : float64 (policies,)
    regret : float
        0 at an equilibrium, up to rounding; otherwise the least regret that was found.

    References
    ----------
    Nash (1951), Non-cooperative games, Annals of Mathematics 54. Taylor and Jonker (1978),
    Evolutionary stable strategies and game dynamics, Mathematical Biosciences 40.

    Examples
    --------
    >>> hawk_dove = SymmetricGame.of_matrix([[-1, 4], [0, 2]])
    >>> mixture, regret = symmetric_equilibrium(hawk_dove)
    >>> mixture.round(6).tolist(), round(regret, 9)
    ([0.666667, 0.333333], 0.0)
    """
    enough = TOLERANCE * max(float(np.ptp(game.payoffs)), 1e-300)
    if start is not None:
        near = _newton(game, start, start > 0)
        if game.regret(near) <= enough:
            return near, game.regret(near)
    if game.players == 2 and _constant_sum(game.payoffs):
        mixture, _ = _maximin(game.payoffs - game.payoffs.T)
        return mixture, game.regret(mixture)
    kept = undominated(game)
    inner = game.restricted(kept)
    best, least = np.zeros(0), np.inf
    for candidate in _candidates(inner):
        mixture = np.zeros(game.policies)
        mixture[kept] = candidate
        regret = game.regret(mixture)
        if regret < least:
            best, least = mixture, regret
        if least <= enough:
            break
    return best, least


def symmetric_equilibria(game: SymmetricGame) -> list[np.ndarray]:
    """Symmetric equilibria on all supports, one for each support that has any.

    Of two players that is all of them, unless the game is degenerate; of more players a support
    may have others.

    Raises
    ------
    UsageError
        More policies are left after dominated ones than all supports can be tried of.

    Examples
    --------
    >>> both_ways = SymmetricGame.of_matrix([[2, 0], [0, 1]])
    >>> [mixture.round(3).tolist() for mixture in symmetric_equilibria(both_ways)]
    [[1.0, 0.0], [0.0, 1.0], [0.333, 0.667]]
    """
    kept = undominated(game)
    if kept.sum() > MOST_SUPPORTS:
        raise UsageError(
            f"all supports can be tried of at most {MOST_SUPPORTS} policies, here are "
            f"{kept.sum()}; symmetric_equilibrium finds one"
        )
    inner = game.restricted(kept)
    enough = TOLERANCE * max(float(np.ptp(game.payoffs)), 1e-300)
    found: list[np.ndarray] = []
    for candidate in _on_all_supports(inner):
        mixture = np.zeros(game.policies)
        mixture[kept] = candidate
        known = any(np.abs(mixture - other).max() < 1e-6 for other in found)
        if game.regret(mixture) <= enough and not known:
            found.append(mixture)
    return found


def undominated(game: SymmetricGame) -> np.ndarray:
    """What is left when policies that another one always beats are struck out, again and again.

    Returns
    -------
    kept : bool (policies,)
        Strict dominance by a single policy: no equilibrium uses what is struck out.
    """
    kept = np.ones(game.policies, bool)
    while True:
        fields = ~game.fields[:, ~kept].any(axis=1)
        payoffs = game.payoffs[:, fields]
        beaten = [
            kept[i]
            and any(kept[j] and bool((payoffs[j] > payoffs[i]).all()) for j in range(game.policies))
            for i in range(game.policies)
        ]
        if not any(beaten):
            return kept
        kept &= ~np.array(beaten)


def _constant_sum(payoffs: np.ndarray) -> bool:
    sums = payoffs + payoffs.T
    return bool(np.ptp(sums) <= 1e-12 * max(float(np.abs(payoffs).max()), 1e-300))


def _candidates(game: SymmetricGame) -> Iterator[np.ndarray]:
    """Mixtures worth a look, the likeliest first."""
    even = np.full(game.policies, 1 / game.policies)
    starts = [even, *(0.9 * row + 0.1 * even for row in np.eye(game.policies))]
    for begin in starts:
        end, mean = _flow(game, begin)
        for point in (end, mean):
            yield point
            for least in (1e-2, 1e-4, 1e-8):
                yield _newton(game, point, point > least)
    if game.policies <= MOST_SUPPORTS:
        yield from _on_all_supports(game)


def _on_all_supports(game: SymmetricGame) -> Iterator[np.ndarray]:
    for size in range(1, game.policies + 1):
        for chosen in itertools.combinations(range(game.policies), size):
            support = np.isin(np.arange(game.policies), chosen)
            yield _newton(game, support / size, support)


def _flow(game: SymmetricGame, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where replicator dynamics get to in some time, and the mean of the way's second half."""
    rate = 1 / max(float(np.ptp(game.payoffs)), 1e-300)
    mixture, total = start, np.zeros_like(start)
    for step in range(STEPS):
        payoffs = game.against(mixture)
        grown = mixture * np.exp(rate * (payoffs - payoffs.max()))
        mixture = grown / grown.sum()
        if step >= STEPS // 2:
            total = total + mixture
    return mixture, total / total.sum()


def _newton(game: SymmetricGame, start: np.ndarray, support: np.ndarray) -> np.ndarray:
    """A mixture of a support on which all its policies get the same, if it can be reached.

    It comes back within the simplex, whatever it is worth.
    """
    if not support.any():
        return start
    inner = game.restricted(support)
    mixture = start[support] / start[support].sum()
    size = len(mixture)
    for _ in range(30):
        payoffs = inner.against(mixture)
        level = float(mixture @ payoffs)
        off = np.append(payoffs - level, mixture.sum() - 1)
        equations = np.ones((size + 1, size + 1))
        equations[:size, :size] = inner.slopes(mixture)
        equations[:size, size] = -1
        equations[size, size] = 0
        step = np.linalg.lstsq(equations, -off, rcond=None)[0][:size]
        mixture = mixture + step
        if not np.isfinite(mixture).all() or np.abs(mixture).max() > 1e3:
            return start
        if np.abs(step).max() < 1e-13:
            break
    mixture = np.maximum(mixture, 0)
    whole = np.zeros(game.policies)
    whole[support] = mixture / mixture.sum() if mixture.sum() > 0 else start[support]
    return whole
