"""Seats and the shape of play: who is favoured, how long it takes, how open it stays."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError, listed
from squirrelstats.estimate import Estimate, RatioSums, mean_of, p_value
from squirrelstats.games.contract import Game, get_game
from squirrelstats.intervals import holm
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import simulate, whole_number
from squirrelstats.simulate.run import Run
from squirrelstats.stats._courses import courses
from squirrelstats.stats._paired import tally
from squirrelstats.stats._shape_result import MEASURES, SeatEffect, Shape, Shapes
from squirrelstats.stats.measures import measure_of

#: Seconds at the table that are assumed.
SECONDS_PER_TURN, SECONDS_PER_DECISION = 8.0, 3.0
#: More seconds than this for one are a slip of the pen.
LONGEST = 86_400
#: Playings that are replayed with their events.
REPLAYED = 400


def shape(
    runs: Run | Sequence[Run],
    *,
    seconds_per_turn: float = SECONDS_PER_TURN,
    seconds_per_decision: float = SECONDS_PER_DECISION,
    replayed: int = REPLAYED,
) -> Shapes:
    """Seat advantage, length, and how open play stays, of one or more tables.

    Parameters
    ----------
    runs : Run or sequence of Run
        Of rounds that stand alone. For the effect of a seat itself let all players be alike, or
        rotate.
    seconds_per_turn, seconds_per_decision : float
        Assumptions that turn turns and decisions asked into minutes.
    replayed : int
        Playings replayed with their events for lead changes and drama; 0: none.

    Returns
    -------
    shapes : Shapes

    Raises
    ------
    UsageError
        No run, or one of matches.

    Notes
    -----
    Standings, at the start of every turn: points stored (S'Quarrels), cards held (Squirrels, fewer
    is better), acorns gathered (Squirrel Away). *Lead changes*: another seat than before comes to
    lead alone, at any event. *Behind*: share of turns at which somebody leads the eventual winner
    (the best of several). *Drama*: mean of √(gap / largest gap between two seats in the round) over
    those turns; 0 in rounds without any. *Comebacks*: rounds whose winner is behind at half of the
    turns. *Turns left once decided*: share of the turns after the winner is past everything that
    the others ever reach.

    References
    ----------
    Browne (2008), Automatic Generation and Evaluation of Recombination Games, PhD thesis, QUT
    (drama, lead change, decisiveness, duration). Piette, Stephenson, Soemers and Browne (2021),
    General board game concepts, IEEE CoG (Ludii's metrics). Gaina, Balla, Dockhorn, Montoliu and
    Perez-Liebana (2020), TAG: a tabletop games framework, AIIDE workshops (forced decisions).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squirrels", ["baseline"] * 3, rounds=200)
    >>> found = sq.shape(run, replayed=50)
    >>> round(sum(seat.advantage.value for seat in found.tables[0].seats), 9)
    0.0
    """
    several = [runs] if isinstance(runs, Run) else runs
    if not isinstance(several, Sequence) or not several:
        raise UsageError(f"the shape of play is that of a run or several, got {runs!r}")
    for run in several:
        if not isinstance(run, Run):
            raise UsageError(f"the shape of play is that of runs (from sq.simulate), got {run!r}")
        if run.plan.in_matches:
            raise UsageError("the shape of play is about rounds; simulate with rounds=…")
        if run.plan.game is not several[0].plan.game:
            raise UsageError("tables that are set side by side must play the same game")
        if run.deals < 2:
            raise UsageError("the shape of play needs a run of 2 deals or more")
    check_seconds("seconds_per_turn", seconds_per_turn)
    check_seconds("seconds_per_decision", seconds_per_decision)
    whole_number("replayed", replayed, 10**6, least=0)
    tables = [_shape(run, seconds_per_turn, seconds_per_decision, replayed) for run in several]
    sizes = [table.name for table in tables]
    names = [
        name if sizes.count(name) == 1 else f"{name}: {', '.join(table.plan.labels)}"
        for name, table in zip(sizes, tables, strict=True)
    ]
    return Shapes(tuple(tables), tuple(names), seconds_per_turn, seconds_per_decision)


def check_seconds(what: str, value: float) -> None:
    """Seconds that are assumed at the table.

    Raises
    ------
    UsageError
        They are no number, or none from 0 to `LONGEST`.

    Examples
    --------
    >>> check_seconds("seconds_per_turn", 8.0)
    """
    wrong = isinstance(value, bool) or not isinstance(value, int | float)
    if wrong or not 0 <= value <= LONGEST:
        raise UsageError(f"{what} must be a number from 0 to {LONGEST:,}, got {value!r}")


def shape_by_seats(
    game: str | Game,
    policy: Member = "baseline",
    *,
    rounds: int,
    seats: Sequence[int] | None = None,
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    seconds_per_turn: float = SECONDS_PER_TURN,
    seconds_per_decision: float = SECONDS_PER_DECISION,
    replayed: int = REPLAYED,
    threads: int | None = None,
    progress: bool | None = None,
) -> Shapes:
    """Seats and shape of play at tables of several sizes, all seats played alike.

    Parameters
    ----------
    game : str
    policy : str, Policy or Player
        Who sits in every seat.
    rounds : int
        Deals for each table.
    seats : sequence of int, optional
        Default: all sizes of the game.
    rules, seed, threads, progress
        As for `simulate`.
    seconds_per_turn, seconds_per_decision, replayed
        As for `shape`.

    Returns
    -------
    shapes : Shapes

    Examples
    --------
    >>> import squirrelstats as sq
    >>> sq.shape_by_seats("squarrels", rounds=50, seats=[2, 3], replayed=0).names
    ('2 seats', '3 seats')
    """
    played = get_game(game)
    asked = range(played.min_seats, played.max_seats + 1) if seats is None else seats
    sizes = [played.check_seats(size) for size in listed("seats", asked)]
    runs = [
        simulate(
            played,
            [policy] * size,
            rounds=rounds,
            rules=rules,
            seed=seed,
            threads=threads,
            progress=progress,
        )
        for size in sizes
    ]
    return shape(
        runs,
        seconds_per_turn=seconds_per_turn,
        seconds_per_decision=seconds_per_decision,
        replayed=replayed,
    )


def _shape(run: Run, per_turn: float, per_decision: float, replayed: int) -> Shape:
    course = courses(run, replayed)
    measures = _round_measures(run, per_turn, per_decision)
    measures |= _seat_measures(run)
    if course is not None:
        measures |= course.means
    ordered = {name: measures[name] for name in MEASURES if name in measures}
    return Shape(
        *(run.plan, run.deals, _seat_effects(run), ordered, _turn_quantiles(run)),
        *((course.playings, course.cut) if course is not None else (0, 0)),
    )


def _round_measures(run: Run, per_turn: float, per_decision: float) -> dict[str, Estimate]:
    columns = ("turns", "decisions", "forced", "truncated")
    parts: dict[str, list[np.ndarray]] = {name: [] for name in columns}
    for chunk in run.blocks("rounds", columns):
        for name in columns:
            parts[name].append(chunk.sums_by_deal(chunk.values["rounds"][name]))
    sums = {name: np.concatenate(own) for name, own in parts.items()}
    found = {name: mean_of(sums[name], run.playings) for name in ("turns", "decisions")}
    seconds = sums["turns"] * per_turn + sums["decisions"] * per_decision
    found["minutes"] = mean_of(seconds, 60 * run.playings)
    found["truncated"] = mean_of(sums["truncated"], run.playings, share=True)
    forced = RatioSums()
    forced.add(sums["decisions"] + sums["forced"], sums["forced"])
    return found | {"forced": forced.mean(share=True)}


def _seat_measures(run: Run) -> dict[str, Estimate]:
    """Shared wins, and how those do who are out first."""
    goes_out = run.has_column("seats", "first_out")
    shared, out = [], RatioSums()
    for chunk in run.blocks("seats", ("win_share", *(["first_out"] if goes_out else []))):
        values = chunk.values["seats"]
        shares = values["win_share"]
        shared.append(chunk.sums_by_deal((np.count_nonzero(shares, axis=1) > 1).astype(np.int64)))
        if goes_out:
            first = values["first_out"].astype(np.int64)
            cells, totals = (
                chunk.sums_by_deal(part).sum(axis=1) for part in (first, first * shares)
            )
            out.add(cells, totals)
    found = {"shared_wins": mean_of(np.concatenate(shared), run.playings, share=True)}
    scale = measure_of(run.plan, "win_share").scale
    return found | ({"first_out_wins": out.mean(scale, share=True)} if goes_out else {})


def _seat_effects(run: Run) -> tuple[SeatEffect, ...]:
    seats = range(len(run.plan.lineup))
    names = ["win_share", "score"]
    names += ["first_out"] if run.has_column("seats", "first_out") else []
    tallies = {name: tally(run, measure_of(run.plan, name), seats, by="seat") for name in names}
    even, found = 1 / len(seats), []
    for seat in seats:
        share = tallies["win_share"].mean(seat)
        over = dataclasses.replace(
            share, value=share.value - even, low=share.low - even, high=share.high - even
        )
        p = p_value(over, even if over.value > 0 else 1 - even)
        out = tallies["first_out"].mean(seat) if "first_out" in tallies else None
        found.append(SeatEffect(seat, over, tallies["score"].mean(seat), out, p, p))
    corrected = holm([effect.p for effect in found])
    return tuple(dataclasses.replace(e, p_holm=p) for e, p in zip(found, corrected, strict=True))


def _turn_quantiles(run: Run) -> tuple[int, int, int]:
    counts = np.zeros(1, np.int64)
    for chunk in run.blocks("rounds", ("turns",)):
        own = np.bincount(chunk.values["rounds"]["turns"])
        wide = max(len(own), len(counts))
        counts = np.pad(counts, (0, wide - len(counts))) + np.pad(own, (0, wide - len(own)))
    reached = counts.cumsum() / counts.sum()
    low, middle, high = (int(np.searchsorted(reached, q - 1e-12)) for q in (0.05, 0.5, 0.95))
    return low, middle, high
