"""Equilibria, α-rank, replicator dynamics and ratings, against exact and published values."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import squirrelstats as sq
from squirrelstats.intervals import holm
from squirrelstats.metagame.equilibria import (
    symmetric_equilibria,
    symmetric_equilibrium,
    undominated,
    zero_sum,
)
from squirrelstats.metagame.evolution import alpha_masses, fixation, replicator_path, stationary
from squirrelstats.metagame.lineups import multisets, number_of_multisets, orders
from squirrelstats.metagame.ratings import strengths
from squirrelstats.metagame.symmetric import SymmetricGame

CIRCLE = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def payoff_matrices(size, low=-4, high=4):
    return arrays(float, (size, size), elements=st.integers(low, high).map(float))


def general(players, policies, rng):
    """A symmetric game with payoffs drawn at random."""
    fields = multisets(players - 1, policies)
    return SymmetricGame(rng.normal(size=(policies, len(fields))), fields)


# --- line-ups and payoffs -------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "policies"), [(1, 3), (2, 4), (3, 3), (5, 2)])
def test_multisets_are_all_there_with_their_orders(players, policies):
    rows = multisets(players, policies)
    assert len(rows) == number_of_multisets(players, policies)
    drawn = list(itertools.product(range(policies), repeat=players))
    counted = [tuple(np.bincount(d, minlength=policies).tolist()) for d in drawn]
    for row, number in zip(rows.tolist(), orders(rows), strict=True):
        assert counted.count(tuple(row)) == number


@pytest.mark.parametrize("players", [2, 3, 5])
def test_payoff_against_a_mixture_is_the_mean_over_all_draws(players):
    rng = np.random.default_rng(1)
    game = general(players, 3, rng)
    mixture = rng.dirichlet([1, 1, 1])
    places = {tuple(row): i for i, row in enumerate(game.fields.tolist())}
    wanted = np.zeros(3)
    for drawn in itertools.product(range(3), repeat=players - 1):
        field = places[tuple(np.bincount(drawn, minlength=3).tolist())]
        wanted += math.prod(mixture[i] for i in drawn) * game.payoffs[:, field]
    np.testing.assert_allclose(game.against(mixture), wanted, rtol=1e-12)
    small = 1e-6
    slopes = [
        (game.against(mixture + small * e) - game.against(mixture - small * e)) / (2 * small)
        for e in np.eye(3)
    ]
    np.testing.assert_allclose(game.slopes(mixture), np.transpose(slopes), rtol=1e-6, atol=1e-8)


def test_regret_of_pure_strategies_is_the_best_answer():
    game = SymmetricGame.of_matrix([[1, 5], [0, 3]])
    assert game.regret([1, 0]) == 0
    assert game.regret([0, 1]) == 2
    assert game.restricted(np.array([False, True])).payoffs.tolist() == [[3]]


@pytest.mark.parametrize("matrix", [[[1, 2]], [], [[math.nan]], [1, 2]])
def test_matrices_that_are_no_symmetric_game_are_refused(matrix):
    with pytest.raises(sq.UsageError, match=r"square matrix|finite"):
        SymmetricGame.of_matrix(matrix)


# --- equilibria -----------------------------------------------------------------------------------


def test_zero_sum_games_with_known_solutions():
    rows, columns, value = zero_sum(CIRCLE)
    np.testing.assert_allclose([rows, columns], 1 / 3)
    assert value == pytest.approx(0)
    rows, columns, value = zero_sum([[3, -1], [-1, 1]])  # matching pennies with unequal stakes
    np.testing.assert_allclose(rows, [1 / 3, 2 / 3])
    np.testing.assert_allclose(columns, [1 / 3, 2 / 3])
    assert value == pytest.approx(1 / 3)
    assert zero_sum([[1, 2, 3]])[2] == pytest.approx(1)


@settings(max_examples=60, deadline=None)
@given(arrays(float, (3, 4), elements=st.integers(-5, 5).map(float)))
def test_zero_sum_mixtures_guarantee_the_value(matrix):
    rows, columns, value = zero_sum(matrix)
    assert (rows @ matrix).min() == pytest.approx(value, abs=1e-8)
    assert (matrix @ columns).max() == pytest.approx(value, abs=1e-8)


def test_symmetric_games_of_two_with_known_equilibria():
    coordination = SymmetricGame.of_matrix([[2, 0], [0, 1]])
    assert len(symmetric_equilibria(coordination)) == 3
    for matrix in ([[-1, 4], [0, 2]], CIRCLE, [[3, 0], [5, 1]]):
        game = SymmetricGame.of_matrix(matrix)
        (only,) = symmetric_equilibria(game)
        np.testing.assert_allclose(symmetric_equilibrium(game)[0], only, atol=1e-7)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_volunteers_dilemma(players):
    """One volunteer is enough (value 1) and pays 0.4: nobody volunteers with chance 0.4^(1/(n-1)).

    Diekmann (1985), Volunteer's dilemma, Journal of Conflict Resolution 29.
    """
    fields = multisets(players - 1, 2)
    payoffs = np.array([np.full(len(fields), 0.6), (fields[:, 0] > 0).astype(float)])
    mixture, regret = symmetric_equilibrium(SymmetricGame(payoffs, fields))
    assert mixture[1] == pytest.approx(0.4 ** (1 / (players - 1)), abs=1e-9)
    assert regret < 1e-9


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(2, 5))
def test_an_equilibrium_is_found_of_games_drawn_at_random(seed, players, policies):
    game = general(players, policies, np.random.default_rng(seed))
    mixture, regret = symmetric_equilibrium(game)
    assert mixture.min() >= 0
    assert mixture.sum() == pytest.approx(1)
    assert regret == pytest.approx(game.regret(mixture), abs=1e-12)
    assert regret <= 1e-6


@settings(max_examples=40, deadline=None)
@given(payoff_matrices(4))
def test_dominated_policies_have_no_weight(matrix):
    game = SymmetricGame.of_matrix(matrix)
    kept = undominated(game)
    mixture, regret = symmetric_equilibrium(game)
    assert mixture[~kept].sum() == 0
    assert regret <= 1e-6


@pytest.mark.parametrize("seed", range(20))
def test_agrees_with_nashpy(seed):
    """All symmetric equilibria of nashpy's vertex enumeration are ours, and ours are there."""
    pytest.importorskip("nashpy")
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 6))
    matrix = rng.normal(size=(size, size))
    theirs = [x for x, y in sq.metagame.bimatrix(matrix) if np.abs(x - y).max() < 1e-9]
    ours = symmetric_equilibria(SymmetricGame.of_matrix(matrix))
    assert len(theirs) == len(ours)
    for mixture in theirs:
        assert min(np.abs(mixture - other).max() for other in ours) < 1e-8
    chosen, _ = symmetric_equilibrium(SymmetricGame.of_matrix(matrix))
    assert min(np.abs(chosen - other).max() for other in theirs) < 1e-6


@pytest.mark.parametrize("seed", range(20))
def test_zero_sum_agrees_with_nashpy(seed):
    pytest.importorskip("nashpy")
    matrix = np.random.default_rng(seed).normal(size=(4, 5))
    rows, columns, value = zero_sum(matrix)
    ((x, y),) = sq.metagame.bimatrix(matrix, -matrix)
    np.testing.assert_allclose(rows, x, atol=1e-8)
    np.testing.assert_allclose(columns, y, atol=1e-8)
    assert value == pytest.approx(x @ matrix @ y)


def test_bimatrix_refuses_payoffs_of_other_shapes():
    pytest.importorskip("nashpy")
    with pytest.raises(sq.UsageError, match=r"\(2, 2\) and \(2, 3\)"):
        sq.metagame.bimatrix(np.eye(2), np.ones((2, 3)))


def test_too_many_supports_are_refused():
    with pytest.raises(sq.UsageError, match="at most 8 policies, here are 9"):
        symmetric_equilibria(SymmetricGame.of_matrix(np.eye(9)))


# --- populations ----------------------------------------------------------------------------------


def test_alpha_rank_of_han_et_al():
    """The table of Han et al. (2013), Good agreements make good friends, as open_spiel tests it."""
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    table = [
        [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
        [r, r, s, s, s],
        [0, t, p, p, p],
        [t - delta, t, p, p, p],
        [r, t, p, p, p],
    ]
    found = sq.alpha_rank(table, population=20, alpha=0.1).frame().mass
    wanted = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    np.testing.assert_allclose(found, wanted, atol=1e-8)


@pytest.mark.parametrize("alpha", [0, 0.1, 10, 1000])
def test_alpha_rank_of_a_circle_is_even(alpha):
    masses = alpha_masses(SymmetricGame.of_matrix(CIRCLE), 30, alpha)
    np.testing.assert_allclose(masses, 1 / 3, rtol=1e-9)


def test_fixation_in_closed_form():
    """Payoffs that do not depend on the others: (1 − e^−u) / (1 − e^−mu)."""
    for players in (2, 3, 5):
        fields = multisets(players - 1, 2)
        game = SymmetricGame(np.array([[0.3], [0.1]]) * np.ones(len(fields)), fields)
        u = 2.0 * 0.2
        wanted = (1 - math.exp(-u)) / (1 - math.exp(-40 * u))
        assert fixation(game, 0, 1, 40, 2.0) == pytest.approx(wanted, rel=1e-12)


def test_games_of_more_players_that_are_sums_of_duels_rank_as_their_duels():
    rng = np.random.default_rng(4)
    matrix = rng.normal(size=(4, 4))
    fields = multisets(3, 4)
    many = SymmetricGame(matrix @ fields.T / 3, fields)
    two = SymmetricGame.of_matrix(matrix)
    np.testing.assert_allclose(alpha_masses(many, 25, 0.7), alpha_masses(two, 25, 0.7), rtol=1e-9)
    np.testing.assert_allclose(many.row_fields(), matrix)


@settings(max_examples=30, deadline=None)
@given(arrays(float, (5, 5), elements=st.floats(0.01, 1.0)))
def test_stationary_masses_stay(moves):
    masses = stationary(moves)
    flow = moves - np.diag(np.diag(moves))
    np.testing.assert_allclose(masses @ flow, masses * flow.sum(axis=1), rtol=1e-9)


def test_stationary_masses_of_rare_moves():
    rare = 1e-200
    np.testing.assert_allclose(stationary(np.array([[0, rare], [3 * rare, 0]])), [0.75, 0.25])


def test_steepness_is_found():
    ranks = sq.alpha_rank([[0, 1, 1], [-1, 0, 1], [-1, -1, 0]])
    assert ranks.frame().mass[0] == pytest.approx(1, abs=1e-3)
    assert "selection α =" in repr(ranks)


def test_replicator_dynamics_of_two():
    """Two policies with constant payoffs: the logistic curve."""
    game = SymmetricGame.of_matrix([[1, 1], [0, 0]])
    times = np.linspace(0, 8, 9)
    shares = replicator_path(game, np.array([0.1, 0.9]), times)
    np.testing.assert_allclose(shares[:, 0], 1 / (1 + 9 * np.exp(-times)), rtol=1e-6)


def test_replicator_dynamics_go_round_a_circle():
    """The product of the shares stays, in rock, paper, scissors."""
    start = np.array([0.5, 0.3, 0.2])
    shares = replicator_path(SymmetricGame.of_matrix(CIRCLE), start, np.linspace(0, 40, 81))
    np.testing.assert_allclose(shares.prod(axis=1), start.prod(), rtol=1e-5)


# --- ratings --------------------------------------------------------------------------------------


def test_equals_who_tie_stay_equal():
    lineups = np.array([[1, 1, 1]])
    found = strengths(lineups, np.array([[0.5, 0.5, 0.0]]))
    assert found[0] == found[1] > found[2]
    assert (strengths(lineups, np.array([[1 / 3, 1 / 3, 1 / 3]])) == 0).all()


def test_losers_of_one_game_fall_alike():
    found = strengths(np.array([[1, 1, 1, 1, 1]]), np.array([[0, 0, 1.0, 0, 0]]))
    assert len(set(found[[0, 1, 3, 4]].tolist())) == 1


def test_strengths_that_made_the_shares_are_found():
    rng = np.random.default_rng(3)
    theta = rng.normal(size=4)
    theta -= theta.mean()
    lineups = multisets(3, 4)
    shares = lineups * np.exp(theta)
    shares /= shares.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(strengths(lineups, shares, 1e9), theta, atol=1e-7)


def test_two_policies_have_the_odds_of_their_shares():
    found = strengths(np.array([[1, 1]]), np.array([[0.8, 0.2]]), 1e9)
    assert found[0] - found[1] == pytest.approx(math.log(4), abs=1e-7)


def test_strengths_are_where_the_likelihood_is_highest():
    from scipy.optimize import minimize

    rng = np.random.default_rng(8)
    lineups = multisets(3, 4)
    shares = rng.dirichlet(np.ones(4), len(lineups)) * (lineups > 0)
    shares /= shares.sum(axis=1, keepdims=True)

    def loss(theta):
        tables = np.log(lineups @ np.exp(theta))
        drawn = 2.0 * (theta / 2 - np.logaddexp(0, theta)).sum()
        return -(10 * (shares @ theta - tables).sum() + drawn)

    best = minimize(loss, np.zeros(4), method="BFGS", options={"gtol": 1e-9}).x
    found = strengths(lineups, shares, 10, prior=2.0)
    np.testing.assert_allclose(found, best - best.mean(), atol=1e-5)


def test_first_places_agree_with_choix():
    """Choices of one among those at the table, without ties, as choix fits them."""
    choix = pytest.importorskip("choix")
    rng = np.random.default_rng(5)
    data = []
    for _ in range(300):
        table = rng.permutation(5)[:3].tolist()
        data.append((table[0], table[1:]))
    theirs = choix.mm_top1(5, data)
    lineups, shares = np.zeros((300, 5), int), np.zeros((300, 5))
    for row, (winner, losers) in enumerate(data):
        lineups[row, [winner, *losers]] = 1
        shares[row, winner] = 1
    np.testing.assert_allclose(strengths(lineups, shares, prior=1e-6), theirs, atol=1e-4)


@pytest.mark.parametrize("prior", [0, -1, math.inf, "1"])
def test_priors_out_of_bounds_are_refused(prior):
    with pytest.raises(sq.UsageError, match="prior must be a number of games from"):
        strengths(np.array([[1, 1]]), np.array([[1.0, 0.0]]), prior=prior)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_monotone_and_no_smaller(chances):
    adjusted = holm(chances)
    assert all(a >= c for a, c in zip(adjusted, chances, strict=True))
    assert max(adjusted) <= 1
    order = np.argsort(chances, kind="stable")
    assert (np.diff(np.array(adjusted)[order]) >= 0).all()
