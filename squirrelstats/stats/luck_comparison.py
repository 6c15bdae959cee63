"""Two policies compared with luck taken off, and how many rounds that saves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import ShownAsTable
from squirrelstats.errors import UsageError, choices, listed
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.games.contract import Game, get_game
from squirrelstats.intervals import student
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import ROUND_LIMIT, asked_threads, whole_number
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._group_jackknife import jackknife
from squirrelstats.stats._luck_model import FIT_FROM, Moments
from squirrelstats.stats._luck_play import DEAL, OUTCOMES, control_sources, pieces, sources_of
from squirrelstats.stats._wording import decimals, ends, signed, times
from squirrelstats.stats.arms import USUAL_SEATS, make_arms, unpaired_variance

if TYPE_CHECKING:
    import pandas as pd

FIT_ROUNDS = 4_000
INDEPENDENT, PAIRED = "independent rounds", "common deals, rotated"
DEALT, TAKEN_OFF = "and the deal taken off", "and all luck taken off"


@dataclass(frozen=True)
class Method:
    """One way to estimate the difference from the same number of rounds.

    Attributes
    ----------
    name : str
    difference : Estimate
        The second policy minus the first; all methods estimate the same number.
    saved : Estimate
        How many times as many independent rounds would be as precise.
    """

    name: str
    difference: Estimate
    saved: Estimate


@dataclass(frozen=True, repr=False)
class LuckComparison(ShownAsTable):
    """What `luck_comparison` found.

    Attributes
    ----------
    title, names, measure : str, (str, str), str
    methods : tuple of Method
        From independent rounds to all techniques together.
    deals, playings, fit_rounds : int
    """

    title: str
    names: tuple[str, str]
    measure: str
    methods: tuple[Method, ...]
    deals: int
    playings: int
    fit_rounds: int

    @property
    def difference(self) -> Estimate:
        """The second policy minus the first, with all luck taken off."""
        return self.methods[-1].difference

    @property
    def saved(self) -> Estimate:
        """How many times as many independent rounds would be as precise."""
        return self.methods[-1].saved

    def frame(self) -> pd.DataFrame:
        """A row for each method: difference and rounds saved, with intervals."""
        import pandas as pd

        rows = []
        for method in self.methods:
            row: dict[str, Any] = {"method": method.name, "difference": method.difference.value}
            row |= {key: getattr(method.difference, key) for key in ("se", "low", "high", "n")}
            row |= {"saved": method.saved.value}
            row |= {f"saved_{key}": getattr(method.saved, key) for key in ("se", "low", "high")}
            rows.append(row)
        return pd.DataFrame(rows)

    def _lines(self) -> tuple[str, list[str]]:
        first, second = self.names
        return (
            f"{self.title}: {second} instead of {first}",
            [
                f"{self.measure.replace('_', ' ')} · {self.deals:,} deals × {self.playings} "
                f"seatings each · values fitted on {self.fit_rounds:,} other deals",
                "rounds saved: how many times as many independent rounds would be as precise",
            ],
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        share = self.measure == "win_share"
        scale, rows = 100.0 if share else 1.0, []
        places = decimals(*(method.difference for method in self.methods), scale=scale)
        for method in self.methods:
            d = method.difference
            shown = [signed(d.value * scale, places), ends(d, scale, places)]
            rows.append([method.name, *shown, f"{d.n:,}", times(method.saved)])
        what = "difference, percentage points" if share else "difference"
        return ["method", what, "95 %", "n", "rounds saved (95 %)"], rows


def luck_comparison(
    game: str | Game,
    a: Member,
    b: Member,
    *,
    opponents: Sequence[Member] | None = None,
    seats: int = USUAL_SEATS,
    rules: Any = None,
    rotate: str = "cyclic",
    measure: str = "win_share",
    rounds: int = 2_000,
    fit_rounds: int = FIT_ROUNDS,
    seed: int | Mapping[str, int] = 0,
    threads: int | None = None,
) -> LuckComparison:
    """Policy b instead of a in one seat, on common deals, with luck taken off.

    The mean difference of a deal's playings is regressed on the luck of both tables (see `luck`);
    coefficients come from other deals, so the difference stays unbiased.

    Parameters
    ----------
    game : str or Game
    a, b : str, Policy or Player
    opponents : sequence, optional
        Who fills the other seats; default: ``baseline``.
    seats : int
        Where no opponents are given.
    rules, rotate, seed, threads
        As for `simulate`.
    measure : str
        ``"win_share"`` or ``"score"``.
    rounds, fit_rounds : int
        Deals to compare on, and deals to fit values on.

    Returns
    -------
    comparison : LuckComparison
        With what each technique saves.

    Raises
    ------
    UsageError
        An unknown measure, policy or rule.

    References
    ----------
    Burch et al. (2018), AIVAT, AAAI. Lavenberg and Welch (1981), A perspective on the use of
    control variables, Management Science 27.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.luck_comparison("squarrels", "baseline", "choosy", rounds=50, fit_rounds=200)
    >>> [method.name for method in found.methods][:2]
    ['independent rounds', 'common deals, rotated']
    """
    if measure not in OUTCOMES:
        raise UsageError(choices("measure with luck taken off", measure, OUTCOMES))
    played = get_game(game)
    if opponents is None:
        opponents = ["baseline"] * (played.check_seats(seats) - 1)
    others = listed("opponents", opponents)
    deals = whole_number("rounds", rounds, ROUND_LIMIT, 2)
    fit = whole_number("fit_rounds", fit_rounds, ROUND_LIMIT, 2)
    at_work = asked_threads(threads)
    wanted = [a, b]
    arms = make_arms(
        played, {str(i): {"policy": p} for i, p in enumerate(wanted)}, lineup=[a, *others],
        rules=rules, seed=seed, rotate=rotate,
    )  # fmt: skip
    plans = arms[0].plan, arms[1].plan
    place = OUTCOMES.index(measure)
    by_control = np.concatenate([control_sources(plan) for plan in plans])
    dealt = by_control == sources_of(played).index(DEAL)
    moments = [Moments(int(mine.sum()), 1) for mine in (dealt, np.ones_like(dealt))]
    for x, values in _differences(plans, FIT_FROM, fit, at_work, place):
        d = (values[1].mean(axis=1) - values[0].mean(axis=1))[:, np.newaxis]
        for sums, mine in zip(moments, (dealt, np.ones_like(dealt)), strict=True):
            sums.add(x[:, mine], d)
    some, every = (sums.coefficients()[:, 0] for sums in moments)
    raw, ways = [], []
    for x, values in _differences(plans, 0, deals, at_work, place):
        d = values[1].mean(axis=1) - values[0].mean(axis=1)
        off = np.einsum("bc,c->b", x[:, dealt], some), np.einsum("bc,c->b", x, every)
        ways.append(np.stack([d, d - off[0], d - off[1]]))
        raw.append(values)
    single, found = np.concatenate(raw, axis=1), np.concatenate(ways, axis=1)
    return LuckComparison(
        played.title,
        (plans[0].labels[0], plans[1].labels[0]),
        measure,
        _methods(single, found),
        deals,
        single.shape[2],
        fit,
    )


def _methods(single: np.ndarray, found: np.ndarray) -> tuple[Method, ...]:
    """What every technique is worth.

    Parameters
    ----------
    single : float64 (arms, blocks, playings)
    found : float64 (techniques, blocks)
        Differences by block.
    """

    def factors(kept: np.ndarray) -> np.ndarray:
        alone = unpaired_variance(single[0, kept], single[1, kept])
        variances = found[:, kept].var(axis=1, ddof=1)
        return np.asarray(alone / np.where(variances > 0, variances, np.nan))

    n = found.shape[1]
    value = float(found[0].mean())
    se = float(np.sqrt(unpaired_variance(single[0], single[1]) / n))
    first = Estimate(value, se, *student(value, se, n), n)
    methods = [Method(INDEPENDENT, first, Estimate(1.0, 0.0, 1.0, 1.0, n))]
    saved = jackknife(n, factors, log=True)
    for name, values, factor in zip((PAIRED, DEALT, TAKEN_OFF), found, saved, strict=True):
        methods.append(Method(name, mean_of(values), factor))
    return tuple(methods)


def _differences(
    plans: tuple[Plan, Plan], first: int, deals: int, threads: int, place: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """By piece: mean controls of both tables by block, and the outcomes of player 0.

    Yields
    ------
    controls : float64 (blocks, controls of both)
    values : float64 (2, blocks, playings)
    """
    both = (pieces(plan, first, deals, threads) for plan in plans)
    for pair in zip(*both, strict=True):
        playings = len(plans[0].seating)
        x = [
            piece.controls[:, 0].reshape(-1, playings, piece.controls.shape[2]).mean(axis=1)
            for piece in pair
        ]
        values = np.stack([piece.outcomes[:, 0, place].reshape(-1, playings) for piece in pair])
        yield np.concatenate(x, axis=1), values
