"""Which mixture of the policies holds when everybody chooses well: who survives, who does not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from squirrelstats._display import html_block, html_table, percent, text_block, text_table
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.intervals import LEVEL
from squirrelstats.metagame.bootstrap import checked_resamples, games
from squirrelstats.metagame.dominance import dominating
from squirrelstats.metagame.equilibria import symmetric_equilibrium
from squirrelstats.metagame.payoffs import Tournament

if TYPE_CHECKING:
    import pandas as pd

#: Weights below are none.
NOTHING = 1e-6


@dataclass(frozen=True)
class Standing:
    """How one policy stands at the equilibrium.

    Attributes
    ----------
    policy : str
    weight : Estimate
        Share of the mixture; the interval is of the bootstrap.
    survives : float
        Share of resamples in whose equilibrium it has weight.
    payoff : Estimate
        Against opponents drawn from the mixture, taken as known.
    gain : Estimate
        What a player gains by playing it while all others keep to the mixture; more is better.
    dominated_by : tuple of str
        Policies that do better in every field of opponents, Holm-corrected at 5 %.
    """

    policy: str
    weight: Estimate
    survives: float
    payoff: Estimate
    gain: Estimate
    dominated_by: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Equilibrium:
    """A symmetric equilibrium of a tournament's game.

    Attributes
    ----------
    tournament : Tournament
    standings : tuple of Standing
        In the order of the tournament.
    regret : Estimate
        Of the mixture. The value is that on the mean payoffs, 0 at an equilibrium but for
        rounding; low and high are the bootstrap's, and high is what a player may gain at most by
        leaving the mixture.
    resamples : int
    draws : float64 (resamples, policies)
        Weights at the equilibria of the resamples.
    """

    tournament: Tournament
    standings: tuple[Standing, ...]
    regret: Estimate
    resamples: int
    draws: np.ndarray

    @property
    def weights(self) -> dict[str, float]:
        """The mixture."""
        return {s.policy: s.weight.value for s in self.standings}

    @property
    def survivors(self) -> tuple[str, ...]:
        """Policies with weight."""
        return tuple(s.policy for s in self.standings if s.weight.value > 0)

    @property
    def dominated(self) -> tuple[str, ...]:
        """Policies that another one beats in every field."""
        return tuple(s.policy for s in self.standings if s.dominated_by)

    def frame(self) -> pd.DataFrame:
        """Tidy table: one row a policy.

        Returns
        -------
        frame : DataFrame
            ``policy, n``; ``weight`` with ``weight_se, weight_low, weight_high`` (bootstrap),
            ``survives``; ``payoff, se, low, high`` against the mixture; ``gain, gain_se, gain_low,
            gain_high`` of leaving it; ``dominated_by``.
        """
        import pandas as pd

        rows = [
            (
                s.policy,
                s.payoff.n,
                *(s.weight.value, s.weight.se, s.weight.low, s.weight.high, s.survives),
                *(s.payoff.value, s.payoff.se, s.payoff.low, s.payoff.high),
                *(s.gain.value, s.gain.se, s.gain.low, s.gain.high),
                ", ".join(s.dominated_by),
            )
            for s in self.standings
        ]
        columns = ["policy", "n", "weight", "weight_se", "weight_low", "weight_high", "survives"]
        columns += ["payoff", "se", "low", "high", "gain", "gain_se", "gain_low", "gain_high"]
        return pd.DataFrame(rows, columns=[*columns, "dominated_by"])

    def _lines(self) -> tuple[str, list[str]]:
        played = self.tournament
        reduced = " · reduced to two players" if played.design == "balanced" else ""
        exact = percent if played.measure.is_share else "{:.3f}".format
        found = (
            f"regret at most {exact(self.regret.high)} (95 % of {self.resamples:,} resamples of "
            f"the deals; {exact(self.regret.value)} on their means)"
        )
        return (
            f"{played.plan.game.title}: equilibrium mixture of {played.entrants} policies",
            [
                played.about() + reduced,
                f"symmetric equilibrium in {played.words} · {found}",
                "survives: share of resamples whose equilibrium uses it · gain: of one player who "
                "leaves the mixture, not corrected for their number",
                "dominated by: does better in every field of opponents (Holm-corrected, 5 %)",
            ],
        )

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        header = ["policy", "weight", "95 %", "survives", "gain", "95 %", "n", "dominated by"]
        scale, unit = (100, " %") if self.tournament.measure.is_share else (1, "")
        order = sorted(self.standings, key=lambda s: (-s.weight.value, -s.gain.value))
        rows = []
        for s in order:
            low, high = (f"{scale * round(x, 9) + 0.0:+.2f}" for x in (s.gain.low, s.gain.high))
            rows.append(
                [
                    s.policy,
                    f"{100 * s.weight.value:.1f} %",
                    f"{100 * s.weight.low:.1f} to {100 * s.weight.high:.1f} %",
                    f"{100 * s.survives:.0f} %",
                    f"{scale * round(s.gain.value, 9) + 0.0:+.2f}{unit}".replace("-", "−"),
                    f"{low} to {high}{unit}".replace("-", "−"),
                    f"{s.payoff.n:,}",
                    _few(s.dominated_by),
                ]
            )
        return header, rows

    def __repr__(self) -> str:
        title, quiet = self._lines()
        return text_block(title, quiet, text_table(*self._rows()))

    def _repr_html_(self) -> str:
        title, quiet = self._lines()
        return html_block(title, quiet, html_table(*self._rows()))


def equilibrium(tournament: Tournament, *, resamples: int = 500, seed: int = 0) -> Equilibrium:
    """The equilibrium mixture of a tournament's policies, with how sure it is.

    Everybody at the table draws a policy from the same mixture, and no policy does better against
    it than the mixture itself. There may be other equilibria; the one shown is the first found, on
    the way of replicator dynamics from an even start, and of two players that share a win it is a
    maximin mixture.

    Parameters
    ----------
    tournament : Tournament
        From ``sq.tournament(…)``, without a pool.
    resamples : int
        Resamples of the deals, for intervals of weights and regret.
    seed : int
        Of the resamples.

    Returns
    -------
    equilibrium : Equilibrium
        Intervals of weights are percentiles over resamples. Where another policy is nearly as
        good, weights jump: then the intervals are wide, and the regret is what can be relied on.

    Raises
    ------
    UsageError
        No tournament, one against a pool, or fewer than two deals.

    References
    ----------
    Wiedenbeck, Cassell and Wellman (2014), Bootstrap statistics for empirical games, AAMAS.
    Berger (1982), Multiparameter hypothesis testing and acceptance sampling, Technometrics 24 (a
    policy is dominated when it is worse in every field: no correction over fields). Holm (1979).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> played = sq.tournament("squarrels", ["baseline", "random"], seats=2, rounds=200)
    >>> found = sq.equilibrium(played, resamples=50)
    >>> found.survivors, found.dominated
    (('baseline',), ('random',))
    """
    if not isinstance(tournament, Tournament):
        raise UsageError(
            "an equilibrium is one of a tournament (from sq.tournament), got "
            f"{type(tournament).__name__}"
        )
    resamples = checked_resamples(resamples)
    game = tournament.game()
    weights, regret = symmetric_equilibrium(game)
    weights = _cleared(weights)
    draws, regrets = np.empty((resamples, len(weights))), np.empty(resamples)
    for number, payoffs in enumerate(games(tournament, resamples, seed)):
        other = game.with_payoffs(payoffs)
        regrets[number] = other.regret(weights)
        draws[number] = _cleared(symmetric_equilibrium(other, weights)[0])
    values, _ = tournament.block_payoffs(weights)
    gains = tournament.sign * (values - np.einsum("p,pb->b", weights, values))
    share = tournament.measure.is_share
    dominated = dominating(tournament)
    standings = tuple(
        Standing(
            label,
            _percentiles(float(weights[i]), draws[:, i], tournament.n),
            float(np.mean(draws[:, i] > 0)),
            mean_of(values[i], share=share),
            mean_of(gains[i]),
            dominated[i],
        )
        for i, label in enumerate(tournament.policies)
    )
    high = float(np.quantile(regrets, LEVEL))
    bound = Estimate(regret, float(regrets.std(ddof=1)), 0.0, high, tournament.n)
    return Equilibrium(tournament, standings, bound, resamples, draws)


def _few(names: tuple[str, ...]) -> str:
    """Names, or some of many."""
    if len(names) > 3:
        return f"{names[0]}, {names[1]} and {len(names) - 2} more"
    return ", ".join(names) or "–"


def _cleared(weights: np.ndarray) -> np.ndarray:
    """Without weights that are only rounding."""
    kept = np.where(weights > NOTHING, weights, 0.0)
    return np.asarray(kept / kept.sum())


def _percentiles(value: float, draws: np.ndarray, n: int) -> Estimate:
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    se = float(draws.std(ddof=1)) if len(draws) > 1 else math.nan
    return Estimate(value, se, min(float(low), value), max(float(high), value), n)
