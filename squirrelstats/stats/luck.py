"""Luck of every player in every round, by source, and outcomes without it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import ShownAsTable, percent
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.games.contract import Game
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import ROUND_LIMIT, asked_threads, whole_number
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats._group_jackknife import jackknife
from squirrelstats.stats._luck_model import FIT_FROM, Moments
from squirrelstats.stats._luck_play import (
    OUTCOMES,
    Piece,
    check_plan,
    control_sources,
    pieces,
    sources_of,
)
from squirrelstats.stats._wording import times

if TYPE_CHECKING:
    import pandas as pd

#: Deals on which values are fitted.
FIT_ROUNDS = 4_000
#: Luck from so much win share on has a name; below the first it is "average".
RATINGS = ((0.1, "lucky"), (0.3, "very lucky"), (0.5, "outrageously lucky"))


def rating(luck: float) -> str:
    """Luck, in win share, as a word.

    Examples
    --------
    >>> [rating(x) for x in (0.02, 0.31, -0.2)]
    ['average', 'very lucky', 'unlucky']
    """
    word = "average"
    for least, name in RATINGS:
        if abs(luck) >= least:
            word = name if luck > 0 else name.replace("lucky", "unlucky")
    return word


@dataclass(frozen=True)
class Adjusted:
    """A mean outcome of a policy, as it was and with luck taken off.

    Attributes
    ----------
    policy, outcome : str
    raw, adjusted : Estimate
        Of the same blocks; both estimate the same mean.
    worth : Estimate
        Variance of the raw block means by that of the adjusted ones: so many times as many rounds
        would be needed without the adjustment; its interval is a jackknife's, on the logarithm. nan
        where the raw ones do not vary.
    """

    policy: str
    outcome: str
    raw: Estimate
    adjusted: Estimate
    worth: Estimate


@dataclass(frozen=True, eq=False, repr=False)
class Luck(ShownAsTable):
    """What `luck` found.

    Attributes
    ----------
    plan : Plan
    sources : tuple of str
        The deal, and every kind of chance event.
    outcomes : float64 (rounds, players, 2)
        Score and win share, every seating of a deal before the next deal.
    luck : float64 (rounds, players, sources, 2)
        What each source brought, in points and in win share; its mean is 0.
    by_policy : dict of str to float64 (deals, 2)
        Luck of a policy in all playings of a deal on average, by values fitted for that: much luck
        of single rounds cancels in a rotation.
    fit_rounds : int
    """

    plan: Plan
    sources: tuple[str, ...]
    outcomes: np.ndarray
    luck: np.ndarray
    by_policy: Mapping[str, np.ndarray]
    fit_rounds: int

    @property
    def deals(self) -> int:
        """Deals, the independent blocks."""
        return len(self.outcomes) // len(self.plan.seating)

    @property
    def adjusted(self) -> np.ndarray:
        """Score and win share without luck, float64 (rounds, players, 2)."""
        return np.asarray(self.outcomes - self.luck.sum(axis=2))

    def frame(self, outcome: str = "win_share") -> pd.DataFrame:
        """Tidy table, a row a round and player.

        Parameters
        ----------
        outcome : str
            ``"win_share"`` or ``"score"``: what the luck columns count in.

        Returns
        -------
        frame : DataFrame
            deal, playing, player, policy, score, win_share, luck_<source> for every source, luck
            (all of it), score_adjusted, win_share_adjusted, rating (by luck in win share).
        """
        import pandas as pd

        if outcome not in OUTCOMES:
            raise UsageError(choices("outcome", outcome, OUTCOMES))
        rounds, players = self.outcomes.shape[:2]
        playings = len(self.plan.seating)
        number = np.arange(rounds)
        data: dict[str, Any] = {
            "deal": np.repeat(number // playings, players),
            "playing": np.repeat(number % playings, players).astype("i2"),
            "player": np.tile(np.arange(players, dtype="i1"), rounds),
        }
        data["policy"] = pd.Categorical(np.array(self.plan.labels)[data["player"]])
        for place, name in enumerate(OUTCOMES):
            data[name] = self.outcomes[:, :, place].ravel()
        chosen = self.luck[..., OUTCOMES.index(outcome)]
        for place, source in enumerate(self.sources):
            data[f"luck_{source}"] = chosen[:, :, place].ravel()
        data["luck"] = chosen.sum(axis=2).ravel()
        for place, name in enumerate(OUTCOMES):
            data[f"{name}_adjusted"] = self.adjusted[:, :, place].ravel()
        share_luck = self.luck[..., 1].sum(axis=2).ravel()
        data["rating"] = pd.Categorical([rating(value) for value in share_luck])
        return pd.DataFrame(data)

    def means(self) -> tuple[Adjusted, ...]:
        """Mean outcomes of every policy, raw and adjusted."""
        found, labels = [], self.plan.labels
        for label in dict.fromkeys(labels):
            mine = [player for player, own in enumerate(labels) if own == label]
            for place, name in enumerate(OUTCOMES):
                raw = self._blocks(self.outcomes[:, mine, place].mean(axis=1))
                adjusted = raw - self.by_policy[label][:, place]
                worth = _worth(raw, adjusted)
                found.append(Adjusted(label, name, mean_of(raw), mean_of(adjusted), worth))
        return tuple(found)

    def mean_luck(self, outcome: str = "win_share", player: int = 0) -> dict[str, Estimate]:
        """Mean luck of a player by source: 0 but for noise, which is the test of unbiasedness."""
        values = self.luck[:, player, :, OUTCOMES.index(outcome)]
        return {
            source: mean_of(self._blocks(values[:, place]))
            for place, source in enumerate(self.sources)
        }

    def spread(self, outcome: str = "win_share") -> dict[str, float]:
        """Standard deviation of one round's luck, by source."""
        values = self.luck[..., OUTCOMES.index(outcome)]
        return {s: float(values[:, :, i].std()) for i, s in enumerate(self.sources)}

    def _blocks(self, values: np.ndarray) -> np.ndarray:
        return np.asarray(values.reshape(self.deals, -1).mean(axis=1))

    def _lines(self) -> tuple[str, list[str]]:
        spread = {source: sd for source, sd in self.spread().items() if sd > 0}
        parts = ", ".join(f"{source} {100 * sd:.1f}" for source, sd in spread.items())
        return (
            f"{self.plan.game.title}: luck taken off",
            [
                f"{self.plan.rules_note} · {self.plan.counted(self.deals)} × "
                f"{len(self.plan.seating)} seatings · values fitted on "
                f"{self.fit_rounds:,} other deals",
                f"luck of one player in one round (sd, points of win share): {parts}",
                "rounds saved: how many times as many rounds would be as precise without it",
            ],
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["policy", "win share", "95 %", "luck taken off", "95 %"]
        header += ["n", "rounds saved (95 %)"]
        rows = []
        for mean in self.means():
            if mean.outcome == "win_share":
                raw, own = mean.raw, mean.adjusted
                saved = times(mean.worth)
                rows.append([mean.policy, percent(raw.value), _ends(raw), percent(own.value)])
                rows[-1] += [_ends(own), f"{own.n:,}", saved]
        return header, rows


def _ends(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.2f} to {100 * estimate.high:.2f} %"


def _worth(raw: np.ndarray, adjusted: np.ndarray) -> Estimate:
    """Variance of one by that of the other, by block."""
    if not raw.var() > 1e-12 or not adjusted.var() > 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan, len(raw))

    def ratio(kept: np.ndarray) -> np.ndarray:
        return np.array([raw[kept].var() / adjusted[kept].var()])

    return jackknife(len(raw), ratio, log=True)[0]


def luck(
    game: str | Game | Run,
    lineup: Sequence[Member] | None = None,
    *,
    rounds: int | None = None,
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "cyclic",
    fit_rounds: int = FIT_ROUNDS,
    threads: int | None = None,
) -> Luck:
    """How lucky every player was in every round, and what is left without luck.

    Luck is a sum of corrections whose mean is exactly 0: at every chance event the value of what
    followed minus the mean value of all that could have followed, and for the deal the value of
    the opening hands minus its exact mean. The value is linear in some twenty features of each
    player's position, fitted by least squares on deals that no run has; outcome minus luck is
    unbiased however good or bad it is. What policies draw by lot is not luck here.

    Parameters
    ----------
    game : str, Game or Run
        Of a run, its rounds are played again.
    lineup, rules, seed, rotate
        As for `simulate`; not with a run.
    rounds : int, optional
        Deals. Default: 1,000, or those of the run.
    fit_rounds : int
        Deals to fit values on.
    threads : int, optional
        Results do not depend on it.

    Returns
    -------
    luck : Luck
        ``.frame()`` has the luck columns, ``.means()`` raw and adjusted means.

    Raises
    ------
    UsageError
        Matches, hands that are not left to chance, or a run together with options of a plan.

    References
    ----------
    Burch, Schmid, Moravčík, Morrill, Bowling (2018), AIVAT: a new variance reduction technique for
    agent evaluation in imperfect information games, AAAI. White and Bowling (2009), Learning a
    value analysis tool for agent evaluation, IJCAI.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.luck("squarrels", ["baseline", "random"], rounds=50, fit_rounds=200)
    >>> bool((found.frame().luck.abs() > 0).any()), found.sources[:3]
    (True, ('deal', 'draw', 'ambush'))
    """
    if isinstance(game, Run):
        if lineup is not None or rules is not None:
            raise UsageError("a run has its line-up and rules; leave lineup=… and rules=… out")
        plan, deals = game.plan, game.deals if rounds is None else rounds
    else:
        if lineup is None:
            raise UsageError('say who plays: sq.luck("squarrels", ["baseline", "random"])')
        plan = make_plan(game, lineup, rules=rules, seed=seed, rotate=rotate)
        deals = 1_000 if rounds is None else rounds
    check_plan(plan)
    number = whole_number("rounds", deals, ROUND_LIMIT)
    fit = whole_number("fit_rounds", fit_rounds, ROUND_LIMIT)
    at_work = asked_threads(threads)
    single, whole = _values(plan, fit, at_work)
    names, sources = sources_of(plan.game), control_sources(plan)
    outcomes, taken = [], []
    by_policy: dict[str, list[np.ndarray]] = {label: [] for label in whole}
    for piece in pieces(plan, 0, number, at_work):
        outcomes.append(piece.outcomes)
        by_source = [
            np.einsum("rpc,pco->rpo", piece.controls[:, :, mine], single[:, mine])
            for mine in (sources == place for place in range(len(names)))
        ]
        taken.append(np.stack(by_source, axis=2))
        for label, beta in whole.items():
            by_policy[label].append(np.einsum("bc,co->bo", _means(plan, label, piece)[0], beta))
    return Luck(
        plan,
        names,
        np.concatenate(outcomes),
        np.concatenate(taken),
        {label: np.concatenate(parts) for label, parts in by_policy.items()},
        fit,
    )


def _means(plan: Plan, label: str, piece: Piece) -> tuple[np.ndarray, np.ndarray]:
    """Controls and outcomes of a policy, averaged over the playings of each deal."""
    mine = [player for player, own in enumerate(plan.labels) if own == label]
    controls, outcomes = (
        values[:, mine].mean(axis=1).reshape(-1, len(plan.seating), values.shape[2]).mean(axis=1)
        for values in (piece.controls, piece.outcomes)
    )
    return controls, outcomes


def _values(plan: Plan, deals: int, threads: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Coefficients for single rounds and for means of deals; equal players share theirs.

    Returns
    -------
    single : float64 (players, controls, OUTCOMES)
    whole : dict of label to float64 (controls, OUTCOMES)
    """
    shape = (len(control_sources(plan)), len(OUTCOMES))
    single, whole = ({label: Moments(*shape) for label in plan.labels} for _ in range(2))
    for piece in pieces(plan, FIT_FROM, deals, threads):
        for player, label in enumerate(plan.labels):
            single[label].add(piece.controls[:, player], piece.outcomes[:, player])
        for label, moments in whole.items():
            moments.add(*_means(plan, label, piece))
    found = {label: moments.coefficients() for label, moments in single.items()}
    return (
        np.stack([found[label] for label in plan.labels]),
        {label: moments.coefficients() for label, moments in whole.items()},
    )
