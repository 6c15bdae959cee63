"""α-rank and replicator dynamics of a tournament, with intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL
from squirrelstats.metagame.bootstrap import checked_resamples, games
from squirrelstats.metagame.evolution import alpha_masses, replicator_path
from squirrelstats.metagame.payoffs import Tournament
from squirrelstats.metagame.symmetric import SymmetricGame

if TYPE_CHECKING:
    import pandas as pd

#: Where the search for a steep enough selection starts and ends, in units of the payoffs' range.
ALPHAS = (0.1, 1e5)
#: It ends where doubling the steepness moves no mass by more than this.
STILL = 1e-3
#: Points of time of a path, and its length in units of the payoffs' range.
TIMES, SPAN = 201, 60.0


@dataclass(frozen=True, repr=False)
class AlphaRank:
    """Share of time that evolution spends at each policy.

    Attributes
    ----------
    labels : tuple of str
    masses : tuple of Estimate
        With the bootstrap's intervals; of a plain matrix without any.
    population : int
    alpha : float
        Steepness of selection, by unit of payoff.
    about : str
        What was played.
    resamples : int
        0 of a plain matrix.
    """

    labels: tuple[str, ...]
    masses: tuple[Estimate, ...]
    population: int
    alpha: float
    about: str
    resamples: int

    def frame(self) -> pd.DataFrame:
        """Tidy table: policy, n, mass with se, low, high."""
        import pandas as pd

        rows = [
            (label, m.n, m.value, m.se, m.low, m.high)
            for label, m in zip(self.labels, self.masses, strict=True)
        ]
        return pd.DataFrame(rows, columns=["policy", "n", "mass", "se", "low", "high"])

    def lines(self) -> tuple[str, list[str]]:
        """Title and small print."""
        how = f"a population of {self.population}, selection α = {self.alpha:.4g}"
        if self.resamples:
            how += f" · intervals: {self.resamples:,} resamples of the deals"
        return "α-rank: share of time that evolution spends at each policy", [
            line for line in (self.about, how) if line
        ]

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        pairs = zip(self.labels, self.masses, strict=True)
        for label, m in sorted(pairs, key=lambda pair: -pair[1].value):
            rows.append([label, f"{100 * m.value:.1f} %"])
            if self.resamples:
                rows[-1] += [f"{100 * m.low:.1f} to {100 * m.high:.1f} %", f"{m.n:,}"]
        header = ["policy", "mass", "95 % interval", "n"]
        return header if self.resamples else header[:2], rows

    def __repr__(self) -> str:
        title, quiet = self.lines()
        return text_block(title, quiet, text_table(*self._rows()))

    def _repr_html_(self) -> str:
        title, quiet = self.lines()
        return html_block(title, quiet, html_table(*self._rows()))


def alpha_rank(
    played: Tournament | Any,
    *,
    population: int = 50,
    alpha: float | None = None,
    resamples: int = 200,
    seed: int = 0,
) -> AlphaRank:
    """Rank policies by the share of time that evolution spends at them.

    A population plays one policy until a mutant with another takes it over, which it does the
    likelier the better it fares at tables drawn from the population. Unlike one equilibrium among
    several, the share of time at each policy is unique, and circles are told as such.

    Parameters
    ----------
    played : Tournament, or float (policies, policies)
        A tournament without a pool, or what the row gets against the column at a table of two.
    population : int
        Players in the population.
    alpha : float, optional
        Steepness of selection, by unit of payoff. Default: doubled until the masses no longer
        move, as the authors advise.
    resamples : int
        Resamples of the deals of a tournament, for the intervals.
    seed : int
        Of the resamples.

    Returns
    -------
    ranks : AlphaRank

    Raises
    ------
    UsageError
        What has no symmetric game, or a population or steepness out of bounds.

    References
    ----------
    Omidshafiei et al. (2019), α-Rank: multi-agent evaluation by evolution, Scientific Reports 9.
    Gokhale and Traulsen (2010), Evolutionary games in the multiverse, PNAS 107 (more than two
    players).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> sq.alpha_rank([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], alpha=10).frame().mass.round(6).tolist()
    [0.333333, 0.333333, 0.333333]
    """
    game, labels = _game(played)
    least = max(2, game.players)
    if isinstance(population, bool) or not isinstance(population, int | np.integer):
        raise UsageError(f"population must be a whole number, got {population!r}")
    if not least <= population <= 10_000:
        raise UsageError(f"population must be from {least} to 10,000, got {population!r}")
    population = int(population)
    if alpha is not None and not (isinstance(alpha, int | float) and 0 <= alpha < math.inf):
        raise UsageError(f"alpha must be a number from 0, got {alpha!r}")
    masses, alpha = _masses(game, population, alpha)
    if not isinstance(played, Tournament):
        unknown = tuple(Estimate(float(m), math.nan, math.nan, math.nan, 0) for m in masses)
        return AlphaRank(labels, unknown, population, alpha, "", 0)
    resamples = checked_resamples(resamples)
    draws = np.array(
        [
            alpha_masses(game.with_payoffs(payoffs), population, alpha)
            for payoffs in games(played, resamples, seed)
        ]
    )
    tail = (1 - LEVEL) / 2
    lows, highs = np.quantile(draws, [tail, 1 - tail], axis=0)
    found = tuple(
        Estimate(
            float(m),
            float(draws[:, i].std(ddof=1)),
            min(float(lows[i]), float(m)),
            max(float(highs[i]), float(m)),
            played.n,
        )
        for i, m in enumerate(masses)
    )
    return AlphaRank(labels, found, population, alpha, played.about(), resamples)


def _masses(game: SymmetricGame, population: int, alpha: float | None) -> tuple[np.ndarray, float]:
    if alpha is not None:
        return alpha_masses(game, population, alpha), float(alpha)
    spread = max(float(np.ptp(game.payoffs)), 1e-300)
    steep = ALPHAS[0] / spread
    before = alpha_masses(game, population, steep)
    calm = 0
    while steep * spread < ALPHAS[1] and calm < 2:
        steep *= 2
        masses = alpha_masses(game, population, steep)
        calm = calm + 1 if np.abs(masses - before).max() <= STILL else 0
        before = masses
    return before, steep


@dataclass(frozen=True, repr=False)
class Replicator:
    """How the shares of policies change while those that do better than the mean grow.

    Attributes
    ----------
    labels : tuple of str
    times : float64 (times,)
        In units of one payoff.
    shares : float64 (times, policies)
        On the mean payoffs.
    se, low, high : float64 (times, policies)
        Standard deviation, and 95 %, of the resamples at each time; 0, and as `shares`, for a plain
        matrix.
    about : str
        What was played.
    n, resamples : int
        Deals, or matches; 0 of a plain matrix.
    """

    labels: tuple[str, ...]
    times: np.ndarray
    shares: np.ndarray
    se: np.ndarray
    low: np.ndarray
    high: np.ndarray
    about: str
    n: int
    resamples: int

    def frame(self) -> pd.DataFrame:
        """Tidy table: time, policy, share with se, low, high, n."""
        import pandas as pd

        width = len(self.labels)
        return pd.DataFrame(
            {
                "time": np.repeat(self.times, width),
                "policy": list(self.labels) * len(self.times),
                "share": self.shares.ravel(),
                "se": self.se.ravel(),
                "low": self.low.ravel(),
                "high": self.high.ravel(),
                "n": self.n,
            }
        )

    def lines(self) -> tuple[str, list[str]]:
        """Title and small print."""
        how = f"shares at time {self.times[-1]:.4g}"
        if self.resamples:
            how += f" · intervals: {self.resamples:,} resamples of the deals"
        return "Replicator dynamics: who grows", [line for line in (self.about, how) if line]

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for i in np.argsort(-self.shares[-1], kind="stable"):
            start, end = 100 * self.shares[0, i], 100 * self.shares[-1, i]
            rows.append([self.labels[i], f"{start:.1f} %", f"{end:.1f} %"])
            if self.resamples:
                low, high = 100 * self.low[-1, i], 100 * self.high[-1, i]
                rows[-1] += [f"{low:.1f} to {high:.1f} %", f"{self.n:,}"]
        header = ["policy", "start", "end", "95 % interval", "n"]
        return header if self.resamples else header[:3], rows

    def __repr__(self) -> str:
        title, quiet = self.lines()
        return text_block(title, quiet, text_table(*self._rows()))

    def _repr_html_(self) -> str:
        title, quiet = self.lines()
        return html_block(title, quiet, html_table(*self._rows()))


def replicator(
    played: Tournament | Any,
    *,
    start: dict[str, float] | None = None,
    time: float | None = None,
    resamples: int = 50,
    seed: int = 0,
) -> Replicator:
    """Let a population of policies change: those that do better than its mean grow.

    Parameters
    ----------
    played : Tournament, or float (policies, policies)
        A tournament without a pool, or what the row gets against the column at a table of two.
    start : dict of str to float, optional
        Shares at the start, by policy (of a matrix ``"0"``, ``"1"``, …); default: all alike.
    time : float, optional
        How long; default: 60 divided by the range of the payoffs.
    resamples : int
        Resamples of the deals of a tournament, for the intervals.
    seed : int
        Of the resamples.

    Returns
    -------
    path : Replicator

    Raises
    ------
    UsageError
        What has no symmetric game, unknown policies, or a time that is not positive.

    References
    ----------
    Taylor and Jonker (1978), Evolutionary stable strategies and game dynamics, Mathematical
    Biosciences 40.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> sq.replicator([[-1, 4], [0, 2]], time=40).shares[-1].round(4).tolist()
    [0.6667, 0.3333]
    """
    game, labels = _game(played)
    begin = np.full(len(labels), 1 / len(labels))
    if start is not None:
        for label in start:
            if label not in labels:
                raise UsageError(f"{label!r} is none of the policies: {', '.join(labels)}")
        begin = np.array([float(start.get(label, 0)) for label in labels])
        if not np.isfinite(begin).all() or begin.min() < 0 or begin.sum() <= 0:
            raise UsageError(f"shares at the start are from 0 and not all 0, got {start!r}")
        begin = begin / begin.sum()
    if time is None:
        time = SPAN / max(float(np.ptp(game.payoffs)), 1e-9)
    if not (isinstance(time, int | float) and 0 < time < math.inf):
        raise UsageError(f"time must be a number above 0, got {time!r}")
    times = np.linspace(0.0, float(time), TIMES)
    shares = replicator_path(game, begin, times)
    if not isinstance(played, Tournament):
        return Replicator(labels, times, shares, 0 * shares, shares, shares, "", 0, 0)
    resamples = checked_resamples(resamples)
    draws = [
        replicator_path(game.with_payoffs(payoffs), begin, times)
        for payoffs in games(played, resamples, seed)
    ]
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(draws, [tail, 1 - tail], axis=0)
    low, high = np.minimum(low, shares), np.maximum(high, shares)
    spread = np.std(draws, axis=0, ddof=1)
    return Replicator(labels, times, shares, spread, low, high, played.about(), played.n, resamples)


def _game(played: Any) -> tuple[SymmetricGame, tuple[str, ...]]:
    """The symmetric game, and names of its policies."""
    if isinstance(played, Tournament):
        return played.game(), played.policies
    if not isinstance(played, SymmetricGame):
        played = SymmetricGame.of_matrix(played)
    return played, tuple(str(i) for i in range(played.policies))
