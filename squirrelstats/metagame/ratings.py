"""Ratings of policies from who comes first, with ties shared."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from squirrelstats._display import ShownAsTable, percent
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL
from squirrelstats.metagame.bootstrap import checked_resamples, resampled
from squirrelstats.metagame.payoffs import Tournament

if TYPE_CHECKING:
    import pandas as pd

#: Points of rating that make ten-to-one odds.
POINTS = 400
STEPS = 100
#: The least and the most of a prior: with less, who never won has no rating.
PRIORS = (1e-6, 1e9)


@dataclass(frozen=True)
class Rating:
    """One policy's rating.

    Attributes
    ----------
    policy : str
    rating : Estimate
        Points; the mean of all policies is 0. The interval is of the bootstrap.
    """

    policy: str
    rating: Estimate


@dataclass(frozen=True, repr=False)
class Ratings(ShownAsTable):
    """Ratings of the policies of a tournament.

    Attributes
    ----------
    tournament : Tournament
    ratings : tuple of Rating
        In the order of the tournament.
    misfit, worst : float
        How far win shares of the model are from those played: root mean square over all players
        in all line-ups, and the largest.
    noise : float
        The root mean square by which shares that the model tells exactly would miss by chance: a
        misfit that is not much larger is none.
    resamples : int
    """

    tournament: Tournament
    ratings: tuple[Rating, ...]
    misfit: float
    worst: float
    noise: float
    resamples: int

    def frame(self) -> pd.DataFrame:
        """Tidy table: policy, n, rating with se, low, high."""
        import pandas as pd

        rows = [
            (r.policy, r.rating.n, r.rating.value, r.rating.se, r.rating.low, r.rating.high)
            for r in self.ratings
        ]
        return pd.DataFrame(rows, columns=["policy", "n", "rating", "se", "low", "high"])

    def _lines(self) -> tuple[str, list[str]]:
        played = self.tournament
        return (
            f"{played.plan.game.title}: ratings of {len(self.ratings)} policies",
            [
                played.about(),
                f"{POINTS} points: ten-to-one odds of coming first, a shared win in parts; mean 0 "
                f"· intervals: {self.resamples:,} resamples of the deals",
                f"win shares by these ratings miss those played by {percent(self.misfit)} (root "
                f"mean square; chance alone {percent(self.noise)}), {percent(self.worst)} at most",
            ],
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for r in sorted(self.ratings, key=lambda r: -r.rating.value):
            e = r.rating
            cells = [f"{e.value:+.1f}", f"{e.low:+.1f} to {e.high:+.1f}", f"{e.n:,}"]
            rows.append([r.policy, *(cell.replace("-", "−") for cell in cells)])
        return ["policy", "rating", "95 % interval", "n"], rows


def ratings(
    tournament: Tournament, *, prior: float = 1.0, resamples: int = 500, seed: int = 0
) -> Ratings:
    """Strengths of the policies of a tournament, on the scale of chess ratings.

    The chance of coming first is in proportion to a player's strength among those at the table
    (Luce's choice rule; of two players the Bradley-Terry model, the first choice of the
    Plackett-Luce model). A win shared by k counts 1/k for each, as the game has it: equal players
    who tie stay equal, and all who lose lose alike. Places behind the first do not count.

    Parameters
    ----------
    tournament : Tournament
        In win shares.
    prior : float
        Drawn games that each policy is taken to have played against a player of mean strength:
        keeps the rating of one that never won finite.
    resamples : int
        Resamples of the deals, for the intervals.
    seed : int
        Of the resamples.

    Returns
    -------
    ratings : Ratings
        With how well a single number a policy tells the win shares of all line-ups: policies that
        beat each other in a circle have no ratings that do.

    Raises
    ------
    UsageError
        No tournament in win shares, a prior out of bounds, or fewer than two deals.

    References
    ----------
    Luce (1959), Individual Choice Behavior. Bradley and Terry (1952), Biometrika 39. Plackett
    (1975), The analysis of permutations, Applied Statistics 24. Papke and Wooldridge (1996),
    Journal of Applied Econometrics 11 (shares as outcomes). Hunter (2004), MM algorithms for
    generalized Bradley-Terry models, Annals of Statistics 32.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> played = sq.tournament("squarrels", ["baseline", "random"], seats=2, rounds=200)
    >>> found = sq.ratings(played, resamples=50)
    >>> bool(found.frame().rating.sum().round(9) == 0), found.ratings[0].rating.value > 50
    (True, True)
    """
    if not isinstance(tournament, Tournament) or tournament.measure.name != "win_share":
        raise UsageError(
            "ratings are those of a tournament in win shares (sq.tournament(…)), got "
            f"{tournament.measure.name if isinstance(tournament, Tournament) else tournament!r}"
        )
    resamples = checked_resamples(resamples)
    cells = tournament.cells
    width, rows, n = len(tournament.labels), len(cells.lineups), tournament.n

    def shares(means: np.ndarray) -> np.ndarray:
        table = np.zeros((rows, width))
        table[cells.at[:, 0], cells.at[:, 1]] = means * cells.copies
        return table

    means = tournament.means
    theta = strengths(cells.lineups, shares(means), n, prior)
    draws = np.array(
        [
            strengths(cells.lineups, shares(other), n, prior, theta)
            for other in resampled(tournament, resamples, seed)
        ]
    )
    scale = POINTS / math.log(10)
    tail = (1 - LEVEL) / 2
    lows, highs = np.quantile(draws, [tail, 1 - tail], axis=0) * scale
    found = tuple(
        Rating(
            label,
            Estimate(
                float(scale * theta[i]),
                float(scale * draws[:, i].std(ddof=1)),
                min(float(lows[i]), float(scale * theta[i])),
                max(float(highs[i]), float(scale * theta[i])),
                n,
            ),
        )
        for i, label in enumerate(tournament.labels)
    )
    wide = cells.lineups * np.exp(theta)
    model = np.exp(theta)[cells.at[:, 1]] / wide.sum(axis=1)[cells.at[:, 0]]
    miss = np.abs(means - model)
    rms = math.sqrt(float(np.average(miss**2, weights=cells.copies)))
    errors = [tournament.estimate(cell).se for cell in range(len(means))]
    noise = math.sqrt(float(np.average(np.square(errors), weights=cells.copies)))
    return Ratings(tournament, found, rms, float(miss.max()), noise, resamples)


def strengths(
    lineups: np.ndarray,
    shares: np.ndarray,
    games: float | np.ndarray = 1.0,
    prior: float = 1.0,
    start: np.ndarray | None = None,
) -> np.ndarray:
    """Logarithms of strengths that make the shares of first places likeliest.

    Parameters
    ----------
    lineups : int (line-ups, policies)
        Players by policy.
    shares : float (line-ups, policies)
        Mean share of first places of all players of a policy: rows add up to 1.
    games : float or float (line-ups,)
        Games of each line-up.
    prior : float
        Drawn games of each policy against a player of strength 1.
    start : float64 (policies,), optional
        Where to begin.

    Returns
    -------
    logarithms : float64 (policies,)
        With mean 0.

    Raises
    ------
    UsageError
        The prior is not positive.

    Examples
    --------
    Three losers of one game fall alike.

    >>> found = strengths(np.array([[1, 1, 1, 1]]), np.array([[1.0, 0, 0, 0]]))
    >>> bool(found[1] == found[2] == found[3] < found[0])
    True
    """
    real = isinstance(prior, int | float) and not isinstance(prior, bool)
    if not (real and PRIORS[0] <= prior <= PRIORS[1]):
        raise UsageError(
            f"prior must be a number of games from {PRIORS[0]:g} to {PRIORS[1]:g}, got {prior!r}"
        )
    lineups, shares = np.asarray(lineups, float), np.asarray(shares, float)
    number = np.broadcast_to(np.asarray(games, float), (len(lineups),))
    won = np.einsum("g,gp->p", number, shares)
    theta = np.zeros(lineups.shape[1]) if start is None else start.copy()

    def value(at: np.ndarray) -> float:
        tables = np.log(np.einsum("gp,p->g", lineups, np.exp(at)))
        drawn = prior * (at / 2 - np.logaddexp(0, at)).sum()
        return float(won @ at - number @ tables + drawn)

    now = value(theta)
    for _ in range(STEPS):
        parts = lineups * np.exp(theta)
        parts /= parts.sum(axis=1, keepdims=True)
        weighted = number[:, np.newaxis] * parts
        expected = 1 / (1 + np.exp(-theta))
        slope = won - weighted.sum(axis=0) + prior * (0.5 - expected)
        bend = np.diag(weighted.sum(axis=0) + prior * expected * (1 - expected))
        bend -= np.einsum("gp,gq->pq", weighted, parts)
        step = np.linalg.solve(bend, slope)
        size = 1.0
        while value(theta + size * step) < now and size > 1e-6:
            size /= 2
        theta = theta + size * step
        now = value(theta)
        if np.abs(step).max() < 1e-10:
            break
    return np.asarray(theta - theta.mean())
