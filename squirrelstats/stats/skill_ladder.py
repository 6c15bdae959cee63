"""A ladder of policies: how often the better one wins, and how long it takes to tell."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import ShownAsTable, percent
from squirrelstats.errors import UsageError, listed
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies import registry
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import asked_for, asked_threads, play_on
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.store import MemoryStore
from squirrelstats.stats.arms import USUAL_SEATS
from squirrelstats.stats.measures import estimated, measure_of, playing_values

if TYPE_CHECKING:
    import pandas as pd

#: Every chain begins with these.
FOOT = ("random", "baseline")
#: How surely the better of two is to be ahead.
SURE = 0.95
#: Deals on which the best built-in is found, of another seed than the ladder's.
PILOT = 400
PILOT_SEED = 0x5EED_0F_7A11


@dataclass(frozen=True)
class Rung:
    """A policy among weaker ones.

    Attributes
    ----------
    stronger, weaker : str
        One player plays the first, all others the second.
    win_share : Estimate
        Of the one player.
    even : float
        What it would have if both were equally strong.
    lead : Estimate
        Points ahead of another player, whichever it is, in one round or match, in the direction of
        the game.
    needed : Estimate
        Rounds or matches after which the sum of points puts the better of two ahead in 95 % of
        cases; infinite where no lead is settled. Its interval is that of the lead; the standard
        deviation is taken as known, which is much surer.
    policy : Estimate
        Share of the variance of a win share that is due to who plays.
    """

    stronger: str
    weaker: str
    win_share: Estimate
    even: float
    lead: Estimate
    needed: Estimate
    policy: Estimate


@dataclass(frozen=True, repr=False)
class SkillLadder(ShownAsTable):
    """What `skill_ladder` found.

    Attributes
    ----------
    title, rules_label, unit : str
    seats : int
    rungs : tuple of Rung
        From the foot up.
    deals, playings : int
    """

    title: str
    rules_label: str
    unit: str
    seats: int
    rungs: tuple[Rung, ...]
    deals: int
    playings: int

    def frame(self) -> pd.DataFrame:
        """A row for each rung, with intervals and n."""
        import pandas as pd

        rows = []
        for rung in self.rungs:
            row: dict[str, Any] = {"stronger": rung.stronger, "weaker": rung.weaker}
            row |= {"win_share": rung.win_share.value}
            row |= {key: getattr(rung.win_share, key) for key in ("se", "low", "high", "n")}
            row["even"] = rung.even
            for name in ("lead", "needed", "policy"):
                estimate = getattr(rung, name)
                row |= {name: estimate.value}
                row |= {f"{name}_{key}": getattr(estimate, key) for key in ("se", "low", "high")}
            rows.append(row)
        return pd.DataFrame(rows)

    def _lines(self) -> tuple[str, list[str]]:
        return (
            f"{self.title}: one stronger player among {self.seats - 1} weaker",
            [
                f"{self.rules_label} · {self.deals:,} deals × {self.playings} seatings each · "
                f"even: {percent(1 / self.seats)}",
                f"to be sure: {self.unit} after which the better of two is ahead in 95 % of cases",
                "policy: share of the variance of a win share that is due to who plays",
            ],
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["stronger", "weaker", "win share", "95 %", "to be sure", "95 %", "policy", "95 %"]
        rows = []
        for rung in self.rungs:
            share, needed, policy = rung.win_share, rung.needed, rung.policy
            rows.append(
                [
                    rung.stronger,
                    rung.weaker,
                    percent(share.value),
                    f"{100 * share.low:.2f} to {100 * share.high:.2f}",
                    _count(needed.value),
                    f"{_count(needed.low)} to {_count(needed.high)}",
                    percent(policy.value),
                    f"{100 * policy.low:.2f} to {100 * policy.high:.2f}",
                ]
            )
        return header, rows


def _count(number: float) -> str:
    return f"{math.ceil(number):,}" if math.isfinite(number) else "∞"


def skill_ladder(
    game: str | Game,
    chain: Sequence[Member] | None = None,
    *,
    seats: int = USUAL_SEATS,
    rules: Any = None,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "cyclic",
    threads: int | None = None,
) -> SkillLadder:
    """Play every policy of a chain at a table of the one before it.

    Parameters
    ----------
    game : str or Game
    chain : sequence, optional
        From weak to strong. Default: ``random``, ``baseline``, and the built-in policy that does
        best among baselines, found on deals of another seed.
    seats : int
    rules, seed, rotate, threads
        As for `simulate`.
    rounds, matches : int, optional
        Deals or matches for each rung; default 2,000 rounds.

    Returns
    -------
    ladder : SkillLadder

    Raises
    ------
    UsageError
        A chain of fewer than two policies, or what `simulate` refuses.

    Notes
    -----
    The lead of one round has mean m and standard deviation s; the sum of n is above 0 in 95 % of
    cases at n = (1.645 s / m)², by the central limit theorem. Rounds of one pair of players in
    seats drawn by lot are independent.

    References
    ----------
    Duersch, Lambrecht and Oechssler (2020), Measuring skill and chance in games, European Economic
    Review 127.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> ladder = sq.skill_ladder("squarrels", ["random", "baseline"], seats=3, rounds=100)
    >>> ladder.rungs[0].win_share.low > 1 / 3
    True
    """
    played = get_game(game)
    if rounds is None and matches is None:
        rounds = 2_000
    unit, number = asked_for(rounds, matches, 2)
    at_work = asked_threads(threads)
    played.check_seats(seats)
    if chain is None:
        chain = [*FOOT, _best(played, seats, rules, at_work)]
    chain = listed("a ladder", chain)
    if len(chain) < 2:
        raise UsageError(f"a ladder is a list of two policies or more, got {chain!r}")
    rungs, playings = [], 0
    label = ""
    for weaker, stronger in itertools.pairwise(chain):
        plan = make_plan(
            played, [stronger] + [weaker] * (seats - 1), rules=rules, seed=seed, rotate=rotate,
            unit=unit,
        )  # fmt: skip
        run = play_on(plan, MemoryStore(), number, at_work, False)
        rungs.append(_rung(plan, run))
        label, playings = plan.rules_note, run.playings
    return SkillLadder(played.title, label, unit, seats, tuple(rungs), number, playings)


def _best(game: Game, seats: int, rules: Any, threads: int) -> str:
    """The built-in policy that does best among baselines."""
    found = {}
    for name in registry.names(game):
        if name in FOOT:
            continue
        lineup = [name] + ["baseline"] * (seats - 1)
        plan = make_plan(game, lineup, rules=rules, seed=PILOT_SEED, rotate="cyclic")
        run = play_on(plan, MemoryStore(), PILOT, threads, False)
        found[name] = estimated(run, measure_of(plan, "win_share")).value
    return max(found, key=lambda name: found[name])


def _rung(plan: Plan, run: Run) -> Rung:
    seats = len(plan.lineup)
    shares, points = measure_of(plan, "win_share"), measure_of(plan, "score")
    own, *others = (playing_values(run, points, player) / points.scale for player in range(seats))
    leads = points.sign * (own - np.stack(others))  # over each of them: one sits next, one opposite
    ahead = mean_of(leads.mean(axis=(0, 2)))
    reach = _quantile(SURE) * float(leads.std())
    bounds = sorted((ahead.low, ahead.high))
    needed = Estimate(
        _needed(reach, ahead.value),
        2 * _needed(reach, ahead.value) * ahead.se / abs(ahead.value) if ahead.value else math.nan,
        _needed(reach, bounds[1]),
        _needed(reach, bounds[0]),
        ahead.n,
    )
    share = estimated(run, shares)
    values = [playing_values(run, shares, player) / shares.scale for player in range(seats)]
    return Rung(
        plan.labels[0],
        plan.labels[1],
        share,
        1 / seats,
        ahead,
        needed,
        _policy_share(share, float(np.var(values)), seats),
    )


def _needed(reach: float, lead: float) -> float:
    """Rounds until the sum of leads is surely above 0."""
    return max(1.0, (reach / lead) ** 2) if lead > 0 else math.inf


def _policy_share(share: Estimate, variance: float, seats: int) -> Estimate:
    """Variance between the players' mean win shares by all variance of a win share.

    The others share what is left evenly, so with x above an even share it is x² / (seats − 1).
    """
    above = share.value - 1 / seats

    def of(x: float) -> float:
        return x * x / (seats - 1) / variance

    ends = sorted(abs(end - 1 / seats) for end in (share.low, share.high))
    low = 0.0 if share.low <= 1 / seats <= share.high else of(ends[0])
    value = max(0.0, of(above) - of(share.se))
    return Estimate(value, 2 * of(1.0) * abs(above) * share.se, low, of(ends[1]), share.n)


def _quantile(level: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(level))
