"""Populations of policies: the chances of α-rank, and replicator dynamics."""

from __future__ import annotations

import functools
import math

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.metagame.symmetric import SymmetricGame

#: No transition is less likely: every policy is reached from every other.
LEAST = 1e-280


def fixation(
    game: SymmetricGame, mutant: int, resident: int, population: int, alpha: float
) -> float:
    """Chance that one mutant takes over a population of residents.

    One after another a player compares itself with another and copies it with a chance that grows
    with the difference of their payoffs (Fermi's function, steepness `alpha`). Payoffs are means
    over tables drawn from the population without replacement.

    References
    ----------
    Traulsen, Nowak and Pacheco (2006), Stochastic dynamics of invasion and fixation, Physical
    Review E 74. Gokhale and Traulsen (2010), Evolutionary games in the multiverse, PNAS 107 (more
    than two players).

    Examples
    --------
    >>> game = SymmetricGame.of_matrix([[1, 1], [1, 1]])
    >>> round(fixation(game, 0, 1, 50, 10.0), 9)
    0.02
    """
    mutants, residents = game.duel(mutant, resident), game.duel(resident, mutant)
    drawn = _drawn(population, game.players)
    falls = alpha * (drawn[::-1] @ residents - drawn @ mutants)
    paths = np.append(0.0, np.cumsum(falls))
    top = float(paths.max())
    return math.exp(-top - math.log(float(np.exp(paths - top).sum())))


@functools.cache
def _drawn(population: int, players: int) -> np.ndarray:
    """How many at a player's table are of its kind, by how many there are.

    Returns
    -------
    chances : float64 (population - 1, players)
        Row i: of 0 … players − 1 others of its kind when i + 1 in the population are.
    """
    others, seats = population - 1, players - 1
    whole = math.comb(others, seats)
    return np.array(
        [
            [
                math.comb(same, k) * math.comb(others - same, seats - k) / whole
                for k in range(players)
            ]
            for same in range(population - 1)
        ]
    )


def alpha_masses(game: SymmetricGame, population: int, alpha: float) -> np.ndarray:
    """Share of time that a population of one policy, now and then a mutant, spends at each policy.

    Returns
    -------
    masses : float64 (policies,)
        The stationary distribution of α-rank's Markov chain.

    References
    ----------
    Omidshafiei et al. (2019), α-Rank: multi-agent evaluation by evolution, Scientific Reports 9.
    """
    size = game.policies
    moves = np.zeros((size, size))
    for resident in range(size):
        for mutant in range(size):
            if mutant != resident:
                chance = fixation(game, mutant, resident, population, alpha)
                moves[resident, mutant] = max(chance, LEAST) / (size - 1)
    return stationary(moves)


def stationary(moves: np.ndarray) -> np.ndarray:
    """Stationary distribution of a Markov chain, without a subtraction, so also of rare moves.

    Parameters
    ----------
    moves : float64 (states, states)
        Chances of moving; the diagonal does not count.

    References
    ----------
    Grassmann, Taksar and Heyman (1985), Regenerative analysis and steady state distributions for
    Markov chains, Operations Research 33.

    Examples
    --------
    >>> stationary(np.array([[0, 0.3], [0.1, 0]])).round(3).tolist()
    [0.25, 0.75]
    """
    left = np.array(moves, float)
    size = len(left)
    for state in range(size - 1, 0, -1):
        away = left[state, :state].sum()
        if away <= 0:
            raise UsageError("a state of the chain is never left for those before it")
        left[:state, state] /= away
        left[:state, :state] += np.outer(left[:state, state], left[state, :state])
    masses = np.zeros(size)
    masses[0] = 1.0
    for state in range(1, size):
        masses[state] = masses[:state] @ left[:state, state]
    return np.asarray(masses / masses.sum())


def replicator_path(game: SymmetricGame, start: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Shares of the policies while those that do better than the mean grow.

    Parameters
    ----------
    start : float64 (policies,)
    times : float64 (times,)
        Rising from 0, in units of one payoff.

    Returns
    -------
    shares : float64 (times, policies)

    References
    ----------
    Taylor and Jonker (1978), Evolutionary stable strategies and game dynamics, Mathematical
    Biosciences 40.
    """
    from scipy.integrate import solve_ivp

    def growth(_: float, shares: np.ndarray) -> np.ndarray:
        inside = np.maximum(shares, 0)
        payoffs = game.against(inside / inside.sum())
        return np.asarray(shares * (payoffs - inside @ payoffs))

    span = (float(times[0]), float(times[-1]))
    solved = solve_ivp(growth, span, start, "LSODA", times, rtol=1e-8, atol=1e-11)
    shares = np.maximum(solved.y.T, 0)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
