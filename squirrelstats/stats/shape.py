"""Seats and the shape of play: who is favoured, how long it takes, how open it stays."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import html_block, html_table, text_table
from squirrelstats.errors import UsageError
from squirrelstats.estimate import LEVEL, Estimate, RatioSums, holm, mean_of, p_value
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import simulate, whole_number
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats._courses import courses, standing_of
from squirrelstats.stats._paired import alike, tally
from squirrelstats.stats._wording import decimals, ends, plain, shown_p, signed
from squirrelstats.stats.measures import measure_of

if TYPE_CHECKING:
    import pandas as pd

#: Seconds at the table that are assumed.
SECONDS_PER_TURN, SECONDS_PER_DECISION = 8.0, 3.0
#: Playings that are replayed with their events.
REPLAYED = 400
#: What is measured of a table: words, and whether it is a share.
MEASURES = {
    "turns": ("turns", False),
    "minutes": ("minutes", False),
    "decisions": ("decisions asked", False),
    "forced": ("decisions that are forced", True),
    "truncated": ("rounds cut by the turn cap", True),
    "shared_wins": ("rounds with a shared win", True),
    "first_out_wins": ("win share of who is out first", True),
    "lead_changes": ("lead changes", False),
    "behind": ("turns the winner is behind", True),
    "drama": ("drama (0–1)", False),
    "comebacks": ("winner behind at half time", True),
    "decisive": ("turns left once decided", True),
}


@dataclass(frozen=True)
class SeatEffect:
    """How one seat does.

    Attributes
    ----------
    seat : int
        0 acts first.
    advantage : Estimate
        Win share minus an even share.
    score : Estimate
        Mean score.
    first_out : Estimate or None
        How often it is out of cards first, where the game tells.
    p, p_holm : float
        Of the advantage, as it is and corrected by Holm for all seats of the table.
    """

    seat: int
    advantage: Estimate
    score: Estimate
    first_out: Estimate | None
    p: float
    p_holm: float

    @property
    def settled(self) -> bool:
        """Whether the corrected p value says that the seat is not an even one."""
        return self.p_holm <= 1 - LEVEL


@dataclass(frozen=True)
class Shape:
    """Seats and shape of play at one table.

    Attributes
    ----------
    plan : Plan
    n : int
        Deals.
    seats : tuple of SeatEffect
    measures : mapping of str to Estimate
        By the names of `MEASURES`; those that the game and the run have.
    turn_quantiles : tuple of int
        5 %, half and 95 % of the rounds have at most so many turns.
    replayed, cut : int
        Playings replayed for the course of play, and those left out because they are too long.
    """

    plan: Plan
    n: int
    seats: tuple[SeatEffect, ...]
    measures: Mapping[str, Estimate]
    turn_quantiles: tuple[int, int, int]
    replayed: int
    cut: int

    @property
    def fair(self) -> bool:
        """Whether every seat is held by the same players, so that its effect is its own."""
        return alike(self.plan) or self.plan.rotate != "none"

    @property
    def name(self) -> str:
        """What a table or chart calls it."""
        return f"{len(self.plan.lineup)} seats"


@dataclass(frozen=True, repr=False)
class Shapes:
    """Seats and shape of play at one or more tables.

    Attributes
    ----------
    tables : tuple of Shape
    names : tuple of str
    seconds_per_turn, seconds_per_decision : float
        Assumed for the minutes.
    """

    tables: tuple[Shape, ...]
    names: tuple[str, ...]
    seconds_per_turn: float
    seconds_per_decision: float

    def frame(self) -> pd.DataFrame:
        """Tidy table of measures: ``table, seats, measure, value, se, low, high, n``."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "table": name,
                    "seats": len(table.plan.lineup),
                    "measure": measure,
                    **{key: getattr(e, key) for key in ("value", "se", "low", "high", "n")},
                }
                for name, table in zip(self.names, self.tables, strict=True)
                for measure, e in table.measures.items()
            ]
        )

    def seat_frame(self) -> pd.DataFrame:
        """Tidy table of seats: ``table, seats, seat``, ``advantage`` and ``score`` with their ends.

        ``p`` is that of the advantage, ``p_holm`` corrected for the seats of the table.
        """
        import pandas as pd

        rows = []
        for name, table in zip(self.names, self.tables, strict=True):
            for seat in table.seats:
                row: dict[str, Any] = {"table": name, "seats": len(table.plan.lineup)}
                row |= {"seat": seat.seat, "n": seat.advantage.n}
                for what in ("advantage", "score", "first_out"):
                    found = getattr(seat, what)
                    row[what] = found.value if found is not None else math.nan
                    for key in ("se", "low", "high"):
                        row[f"{what}_{key}"] = getattr(found, key) if found else math.nan
                rows.append(row | {"p": seat.p, "p_holm": seat.p_holm, "settled": seat.settled})
        return pd.DataFrame(rows)

    def assumed(self) -> str:
        """What the minutes rest on."""
        return (
            f"minutes assume {self.seconds_per_turn:g} s a turn and {self.seconds_per_decision:g} "
            "s a decision"
        )

    def lines(self) -> tuple[str, list[str]]:
        """Title and small print."""
        first = self.tables[0]
        game, labels = first.plan.game, dict.fromkeys(x for t in self.tables for x in t.plan.labels)
        rules = dict.fromkeys(table.plan.rules_label for table in self.tables)
        n = " / ".join(dict.fromkeys(first.plan.counted(table.n) for table in self.tables))
        quiet = [f"{', '.join(rules)} · {', '.join(labels)} · {n} a table · 95 % intervals"]
        quiet.append(self.assumed())
        if any(table.replayed for table in self.tables):
            replayed = " / ".join(dict.fromkeys(f"{t.replayed:,}" for t in self.tables))
            cut = sum(table.cut for table in self.tables)
            quiet.append(
                f"course of play: {replayed} playings replayed, by {standing_of(game).UNIT}"
                + (f"; {cut} too long and left out" if cut else "")
            )
        quiet.append("seat advantage: win share minus an even share; * settled (Holm, by table)")
        if not all(table.fair for table in self.tables):
            quiet.append(
                "seats hold different players and do not rotate: not the seats' own effect"
            )
        quiet += [f"assumed: {text}" for text in first.plan.assumptions]
        return f"{game.title}: seats and shape of play", quiet

    def _measure_table(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for measure, (words, share) in MEASURES.items():
            found = [table.measures.get(measure) for table in self.tables]
            known = [e for e in found if e is not None]
            if known:
                scale = 100.0 if share else 1.0
                digits = decimals(*known, scale=scale)
                row = [words + (", %" if share else "")]
                rows.append([*row, *(_shown(e, scale, digits) if e else "–" for e in found)])
        spans = ["{1} ({0} to {2})".format(*table.turn_quantiles) for table in self.tables]
        rows.insert(1, ["turns, median (5 to 95 % of rounds)", *spans])
        return ["", *self.names], rows

    def _seat_table(self) -> tuple[list[str], list[list[str]]]:
        known = [seat.advantage for table in self.tables for seat in table.seats]
        digits, rows = decimals(*known, scale=100), []
        for number in range(max(len(table.seats) for table in self.tables)):
            row = [f"seat {number}" + (" (starts)" if number == 0 else "")]
            for table in self.tables:
                if number >= len(table.seats):
                    row.append("–")
                    continue
                seat = table.seats[number]
                told = signed(100 * seat.advantage.value, digits)
                row.append(
                    f"{told}{'*' if seat.settled else ''} ({ends(seat.advantage, 100, digits)})"
                )
            rows.append(row)
        if len(self.tables) == 1:
            rows = [
                [*row, shown_p(seat.p_holm)]
                for row, seat in zip(rows, self.tables[0].seats, strict=True)
            ]
        header = ["seat advantage, points", *self.names]
        return header + (["p"] if len(self.tables) == 1 else []), rows

    def __repr__(self) -> str:
        title, quiet = self.lines()
        tables = [text_table(*self._seat_table()), "", text_table(*self._measure_table())]
        return "\n".join([title, *quiet, *tables])

    def _repr_html_(self) -> str:
        title, quiet = self.lines()
        return html_block(
            title, quiet, html_table(*self._seat_table()), html_table(*self._measure_table())
        )


def _shown(e: Estimate, scale: float, digits: int) -> str:
    if not (math.isfinite(e.low) and math.isfinite(e.high)):
        return plain(e.value * scale, digits)
    low, high = plain(e.low * scale, digits), plain(e.high * scale, digits)
    return f"{plain(e.value * scale, digits)} ({low} to {high})"


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
    for what, value in (("turn", seconds_per_turn), ("decision", seconds_per_decision)):
        if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
            raise UsageError(f"seconds_per_{what} must be a number from 0 on, got {value!r}")
    whole_number("replayed", replayed, 10**6, least=0)
    tables = [_shape(run, seconds_per_turn, seconds_per_decision, replayed) for run in several]
    sizes = [table.name for table in tables]
    names = [
        name if sizes.count(name) == 1 else f"{name}: {', '.join(table.plan.labels)}"
        for name, table in zip(sizes, tables, strict=True)
    ]
    return Shapes(tuple(tables), tuple(names), seconds_per_turn, seconds_per_decision)


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
    sizes = range(played.min_seats, played.max_seats + 1) if seats is None else seats
    runs = [
        simulate(
            played,
            [policy] * int(size),
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
        p = p_value(over)
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
