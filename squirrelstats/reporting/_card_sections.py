"""Sections about cards: what one in the opening hand causes, and what the numbers in the box do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from squirrelstats import plot
from squirrelstats.estimate import FEW_DIFFERING
from squirrelstats.intervals import LEVEL, holm
from squirrelstats.reporting._blocks import Chart, Section, Table, chart, table_of
from squirrelstats.reporting._data import records

if TYPE_CHECKING:
    from squirrelstats.balance.study import Study
    from squirrelstats.stats.sweep import Sweep

#: Sweeps that get a chart; the others are in the table.
MOST_CHARTS = 4


def cards(study: Study) -> Section:
    """What a card in the opening hand causes."""
    found = study.cards
    measure = found.measures[0].name
    settled = [e for e in found.of(measure) if e.settled and e.seat is None]
    settled.sort(key=lambda e: e.effect.value)
    count = len([e for e in found.of(measure) if e.seat is None])
    if settled:
        best, worst = settled[-1], settled[0]
        told = [f"{e.kind} {e.effect:+p}" for e in dict.fromkeys((best, worst))]
        finding = (
            f"Of {count} kinds of card {len(settled)} have a settled effect on the win share of "
            f"who is dealt one more: {' and '.join(told)} percentage points."
        )
    else:
        finding = f"Of {count} kinds of card none has a settled effect at this number of deals."
    alt = f"Effect of one more copy of each card in the opening hand. {finding}"
    size = (6.8, 1.5 + 0.36 * count)
    return Section(
        "cards",
        "What a card is worth",
        finding,
        (
            chart(lambda ax: plot.causal_effects(found, measure, ax=ax), alt, "cards", size),
            table_of(found, "Effect of one more copy in the opening hand"),
            table_of(study.card_table, "What cards went along with (observed, not causal)"),
        ),
        {"causal": records(found.frame()), "observed": records(study.card_table.frame())},
    )


def deck(study: Study) -> Section:
    """What other numbers in the box would do."""
    sweeps = study.deck_sweeps
    moved = _moved(sweeps)
    if not sweeps:
        finding = "The rules have no number in the box that can be varied at this table."
    elif moved:
        finding = (
            f"Of {len(sweeps)} numbers in the box, these change the starter's win share or the "
            "length, settled for at least one value (Holm over all of them): "
            f"{', '.join(_words(name) for name in moved)}."
        )
    else:
        finding = f"Of {len(sweeps)} numbers in the box none has a settled effect at these deals."
    shown = sorted(sweeps, key=lambda sweep: -_size(sweep))[:MOST_CHARTS]
    parts: list[Chart | Table] = [
        chart(
            lambda ax, sweep=sweep: plot.sweep(sweep, "turns", ax=ax),  # type: ignore[misc]
            f"Mean turns of a round by {_words(sweep.knob.name)}, with 95 % intervals.",
            f"deck-{place}",
            (6.8, 3.1),
        )
        for place, sweep in enumerate(shown)
    ]
    if sweeps:
        parts.append(_all_sweeps(sweeps))
    return Section(
        "deck",
        "What other decks would do",
        finding,
        tuple(parts),
        {"sweeps": {sweep.knob.name: records(sweep.frame()) for sweep in sweeps}},
    )


def _all_sweeps(sweeps: Sequence[Sweep]) -> Table:
    """Every number in the box and all its values in one table."""
    rows: list[tuple[str, ...]] = []
    for sweep in sweeps:
        rows += [(_words(sweep.knob.name), *row) for row in sweep.table()[1]]
    header = ["number", "value", *sweeps[0].table()[0][1:]]
    n = sweeps[0].arms[0].plan.counted(sweeps[0].points[0].mean.n)
    return Table(
        "Every number in the box at other values",
        tuple(header),
        tuple(rows),
        note=f"{n} in common at every value · differences from the number in the box · 95 % "
        "intervals, not corrected; p corrected by Holm within each number",
        folded=True,
    )


def _moved(sweeps: Sequence[Sweep]) -> list[str]:
    """Numbers with a settled effect on win share or turns, corrected for all that are tried."""
    tried = [
        (sweep.knob.name, point)
        for sweep in sweeps
        for point in sweep.points
        if point.value != sweep.base and point.measure.name != "score"
    ]
    corrected = holm([point.p for _, point in tried])
    return list(
        dict.fromkeys(
            name
            for (name, point), p in zip(tried, corrected, strict=True)
            if p <= 1 - LEVEL and point.differing >= FEW_DIFFERING
        )
    )


def _size(sweep: Sweep) -> float:
    """How far the mean number of turns goes, in standard errors."""
    gaps = [point.difference for point in sweep.of("turns")]
    return max(abs(gap.value) / gap.se if gap.se > 0 else 0.0 for gap in gaps)


def _words(name: str) -> str:
    return name.removeprefix("rule:").replace("_", " ")
