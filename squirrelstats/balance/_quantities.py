"""What rules are judged by: numbers of a table by block, each ready to be paired."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from squirrelstats.columns import Column
from squirrelstats.errors import UsageError, choices
from squirrelstats.simulate.api import whole_number
from squirrelstats.simulate.run import Run
from squirrelstats.stats._courses import COURSE, courses
from squirrelstats.stats._paired import Tally, alike, tally
from squirrelstats.stats.measures import Measure, measure_of
from squirrelstats.stats.shape import (
    REPLAYED,
    SECONDS_PER_DECISION,
    SECONDS_PER_TURN,
    check_seconds,
)

WIN_SHARE, SEAT_SHARE, SEAT_BIAS = "win_share", "seat_share", "seat_bias"
SCORE, MINUTES, LEAD_CHANGES, LUCK = "score", "minutes", "lead_changes", "luck_share"
#: Quantities by name, in the order in which they are shown, and what each is.
QUANTITIES = {
    WIN_SHARE: "win share of a policy (of one player of it)",
    SEAT_SHARE: "win share of a seat",
    SEAT_BIAS: "seat bias",
    SCORE: "score of a policy",
    "turns": "turns",
    MINUTES: "minutes",
    "decisions": "decisions asked",
    LEAD_CHANGES: "lead changes",
    "truncated": "rounds cut by the turn cap",
    LUCK: "luck's share of the variance of a win",
}


def _made(name: str, unit: str, meaning: str, divisor: int = 1) -> Measure:
    column = Column(name, "rounds", "float64", unit, meaning, divisor=divisor)
    return Measure(column, False, 0)


BIAS_MEASURE = _made(SEAT_BIAS, "share", "typical distance of a seat's win share from an even one")
LUCK_MEASURE = _made(LUCK, "share", "variance of a win that does not go back to who plays")
MINUTES_MEASURE = _made(MINUTES, "minutes", "turns and decisions at so many seconds each", 60)
LEAD_MEASURE = _made(LEAD_CHANGES, "changes", "another seat comes to lead alone")


@dataclass(frozen=True)
class Wanted:
    """Which quantities, and what they rest on.

    Attributes
    ----------
    names : tuple of str
        Of `QUANTITIES`.
    seconds_per_turn, seconds_per_decision : float
    replayed : int
        Playings replayed with their events for lead changes.
    """

    names: tuple[str, ...] = tuple(name for name in QUANTITIES if name != LUCK)
    seconds_per_turn: float = SECONDS_PER_TURN
    seconds_per_decision: float = SECONDS_PER_DECISION
    replayed: int = REPLAYED

    def __post_init__(self) -> None:
        if isinstance(self.names, str) or not self.names:
            raise UsageError(f"quantities are given as a list, like ['turns'], got {self.names!r}")
        for name in self.names:
            if name not in QUANTITIES:
                raise UsageError(choices("quantity", name, QUANTITIES))
        for what in ("seconds_per_turn", "seconds_per_decision"):
            check_seconds(what, getattr(self, what))
        whole_number("replayed", self.replayed, 10**6, least=0)


def quantities(run: Run, wanted: Wanted) -> dict[tuple[str, str], Tally]:
    """Sums by block, by name and by whom they are of.

    Seat bias has the win shares of all seats. Win shares of policies are left out where all players
    are alike, since each then wins an even share; lead changes where matches are played.
    """
    plan = run.plan
    seats = range(len(plan.lineup))
    found: dict[tuple[str, str], Tally] = {}

    def summed(name: str, by: str | None = None) -> Tally:
        measure = measure_of(plan, name)
        groups = tuple(seats) if measure.of_player else (0,)
        return dataclasses.replace(tally(run, measure, groups, by), squares=None)

    for name in wanted.names:
        if name == WIN_SHARE and not alike(plan):
            found |= _by_policy(name, plan.labels, summed(WIN_SHARE))
        elif name == SCORE:
            found |= _by_policy(name, plan.labels, summed(SCORE))
        elif name == SEAT_SHARE:
            by_seat = summed(WIN_SHARE, "seat")
            found |= {(name, f"seat {seat}"): _only(by_seat, (seat,)) for seat in seats}
        elif name == SEAT_BIAS:
            by_seat = summed(WIN_SHARE, "seat")
            shares = by_seat.sums / (by_seat.measure.scale * run.playings)
            found[name, ""] = Tally(BIAS_MEASURE, tuple(seats), 1, shares)
        elif name == MINUTES:
            seconds = (
                summed("turns").sums * wanted.seconds_per_turn
                + summed("decisions").sums * wanted.seconds_per_decision
            )
            found[name, ""] = Tally(MINUTES_MEASURE, (0,), run.playings, seconds)
        elif name == LEAD_CHANGES and not plan.in_matches:
            course = courses(run, wanted.replayed)
            if course is not None:
                place = list(COURSE).index(LEAD_CHANGES)
                changes = course.by_block[:, place : place + 1]
                found[name, ""] = Tally(LEAD_MEASURE, (0,), 1, changes)
        elif name in ("turns", "decisions", "truncated"):
            found[name, ""] = summed(name)
    return found


def _by_policy(name: str, labels: Sequence[str], players: Tally) -> dict[tuple[str, str], Tally]:
    """One player of each policy: the mean of those that play it."""
    return {
        (name, label): _only(players, tuple(i for i, own in enumerate(labels) if own == label))
        for label in dict.fromkeys(labels)
    }


def _only(whole: Tally, groups: tuple[int, ...]) -> Tally:
    """The mean of some groups of a tally."""
    sums = whole.sums[:, list(groups)].sum(axis=1, keepdims=True)
    return Tally(whole.measure, (0,), whole.playings * len(groups), np.asarray(sums))
