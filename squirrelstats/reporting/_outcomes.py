"""Sections about outcomes: who wins, how points fall, whether the seat matters, how play goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squirrelstats import plot
from squirrelstats.reporting._blocks import Section, Table, chart
from squirrelstats.reporting._data import of_estimate, records
from squirrelstats.stats._quantiles import cluster_quantile

if TYPE_CHECKING:
    from squirrelstats.balance.study import Study
    from squirrelstats.simulate.summary import GroupSummary

#: Shares of the scores below which a distribution is told.
QUANTILES = (0.05, 0.5, 0.95)


def who_wins(study: Study) -> Section:
    """Win shares at the line-up."""
    run = study.run
    groups = sorted(run.groups("policy"), key=lambda group: -group.win_share.value)
    best, last, even = groups[0], groups[-1], 1 / study.seats
    if len(groups) == 1:
        finding = (
            f"All {study.seats} players use {_name(best)} and change seats, so each wins an even "
            f"share ({100 * even:.1f} %)."
        )
    else:
        finding = (
            f"{_name(best)} wins {best.win_share:%} of the rounds and {_name(last)} "
            f"{last.win_share:%}; an even share is {100 * even:.1f} %."
        )
    alt = f"Win share by policy with 95 % intervals. {finding}"
    return Section(
        "wins",
        "Who wins",
        finding,
        (
            chart(lambda ax: plot.win_shares(run, ax=ax), alt, "wins", _rows(len(groups))),
            Table(
                "Win share and points by policy",
                ("policy", "win share", "mean score", "n"),
                tuple(
                    (_name(g), f"{g.win_share:.2%}", f"{g.score:.2f}", f"{g.score.n:,}")
                    for g in groups
                ),
                note="95 % intervals, not corrected; n counts deals",
                folded=True,
            ),
        ),
        {"summary": records(run.summary())},
    )


def scores(study: Study) -> Section:
    """How points are spread."""
    run = study.run
    values, deals = run.seats.score.to_numpy(), run.seats.deal.to_numpy()
    found = {at: cluster_quantile(values, deals, at) for at in QUANTILES}
    low, middle, high = found.values()
    finding = (
        f"Half of the scores are {middle:.0f} or less; nine of ten lie from {low:.0f} to "
        f"{high:.0f}. In brackets: 95 % intervals, n = {middle.n:,} deals."
    )
    alt = f"Distribution of the score of one player in one round, by policy. {finding}"
    return Section(
        "scores",
        "How points fall",
        finding,
        (chart(lambda ax: plot.scores(run, ax=ax), alt, "scores"),),
        {"quantiles": [{"at": at, **of_estimate(e)} for at, e in found.items()]},
    )


def seats(study: Study) -> Section:
    """Whether the seat matters among equals."""
    shape = study.equal_shape
    table = shape.tables[0]
    settled = [seat for seat in table.seats if seat.settled]
    worst = max(settled, key=lambda seat: abs(seat.advantage.value), default=None)
    if worst is None:
        widest = max(max(abs(s.advantage.low), abs(s.advantage.high)) for s in table.seats)
        finding = (
            f"No seat's advantage is settled among equal players ({study.alike.label}): every 95 % "
            f"interval lies within {100 * widest:.1f} percentage points of an even share (not "
            "corrected for the number of seats)."
        )
    else:
        more = "more" if worst.advantage.value > 0 else "less"
        finding = (
            f"Among equal players ({study.alike.label}) seat {worst.seat}"
            f"{' (who begins)' if worst.seat == 0 else ''} wins {more} than an even share: "
            f"{worst.advantage:+p} percentage points. Settled seats: "
            f"{', '.join(str(seat.seat) for seat in settled)}."
        )
    alt = f"Advantage of every seat with 95 % intervals. {finding}"
    header, rows = shape._seat_table()
    return Section(
        "seats",
        "Does the seat matter?",
        finding,
        (
            chart(lambda ax: plot.seat_advantage(shape, ax=ax), alt, "seats", (6.8, 3.4)),
            Table(
                "Advantage of the seats",
                tuple(header),
                tuple(map(tuple, rows)),
                note="* settled (Holm over the seats); 95 % intervals, not corrected; "
                f"n = {table.n:,} deals",
                folded=True,
            ),
        ),
        {"seats": records(shape.seat_frame())},
    )


def length(study: Study) -> Section:
    """How long a round takes, and how open it stays."""
    shape, run = study.shape, study.run
    measures = shape.tables[0].measures
    parts = [f"A round takes {measures['turns']:f} turns, about {measures['minutes']:f} minutes"]
    if "lead_changes" in measures:
        parts.append(f"the lead changes {measures['lead_changes']:f} times")
    if "comebacks" in measures:
        parts.append(f"{measures['comebacks']:%} of the winners are behind at half time")
    finding = "; ".join(parts) + "."
    alt = f"Distribution of the number of turns of a round. {parts[0]}."
    _, rows = shape._measure_table()
    return Section(
        "length",
        "How long, and how open",
        finding,
        (
            chart(lambda ax: plot.lengths(run, "turns", ax=ax), alt, "length"),
            Table(
                "Length and course of play",
                ("measure", "mean (95 % interval), or as it says"),
                tuple((row[0], row[1]) for row in rows),
                note=f"{shape.assumed()}; n = {run.deals:,} deals, but lead and course from "
                f"{shape.tables[0].replayed:,} playings replayed; all of it at the line-up, while "
                f"verdicts on lead and comebacks have {study.alike.label} in every seat",
            ),
        ),
        {"shape": records(shape.frame())},
    )


def _name(group: GroupSummary) -> str:
    return str(group.key[0])


def _rows(count: int) -> tuple[float, float]:
    return 6.8, 1.3 + 0.5 * count
