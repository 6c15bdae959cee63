"""Sections about what a report rests on: rules in force, their readings, method."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING

from squirrelstats import plot
from squirrelstats.reporting._blocks import Code, Section, Table, chart, table_of
from squirrelstats.reporting._data import records, value_of

if TYPE_CHECKING:
    import pandas as pd

    from squirrelstats.balance.study import Study

#: Whose versions decide how a page looks, beside those that decide its numbers.
DRAWN_BY = ("matplotlib", "jinja2")
#: Bars of the tornado chart.
MOST_BARS = 14


def rules(study: Study) -> Section:
    """Options in force, and how they differ from the nearest preset."""
    frame = study.options()
    preset = frame.preset.iloc[0]
    differ = frame[frame.differs]
    if len(differ):
        finding = f"The rules differ from {preset} in {len(differ)} of {len(frame)} options."
    else:
        finding = f"The rules are the preset {preset}, in all {len(frame)} options."
    parts: list[Table] = []
    if len(differ):
        parts.append(
            Table(
                f"Options that differ from {preset}",
                ("option", "here", preset, "what it decides"),
                _cells(differ, "field", "value", "preset_value", "meaning"),
                words=True,
            )
        )
    parts.append(
        Table(
            "All options",
            ("option", "value", "what it decides"),
            _cells(frame, "field", "value", "meaning"),
            folded=True,
            words=True,
        )
    )
    return Section("rules", "Rules in force", finding, tuple(parts), {"options": records(frame)})


def readings(study: Study) -> Section:
    """Which arguments about the rules matter at this table."""
    found = study.readings
    sized = found.measure
    alt = f"Largest effect of every other reading of the rules. {found.sentence}"
    return Section(
        "readings",
        "Arguments about the rules",
        found.sentence,
        (
            chart(
                lambda ax: plot.tornado(found, sized, most=MOST_BARS, ax=ax),
                alt,
                "readings",
                (7.6, 2.1 + 0.34 * MOST_BARS),
            ),
            table_of(found, "Every other reading"),
        ),
        {"readings": records(found.frame())},
    )


def method(studies: Mapping[str, Study], command: str, call: str) -> Section:
    """How it was measured, and what makes the same report again.

    Parameters
    ----------
    studies : mapping of str to Study
        By their rules.
    command : str
        On the shell; empty if it cannot be said there.
    call : str
        In Python.
    """
    study = next(iter(studies.values()))
    found = study.method
    plans = {name: one.plan.digest for name, one in studies.items()}
    told = [
        f"plan {digest}" + (f" ({name})" if len(plans) > 1 else "")
        for name, digest in plans.items()
    ]
    versions = (*found.versions, *((name, version(name)) for name in DRAWN_BY))
    again = (command, f"import squirrelstats as sq\n\n{call}")
    assumed = [f"Assumed: {text}." for text in found.assumptions]
    return Section(
        "method",
        "How it was measured",
        "Everything is simulated on common deals; all seatings of one deal count as one "
        "observation, and every interval is a 95 % one unless it says otherwise.",
        (
            *assumed,
            f"Seats, cards and decks are measured with {found.alike} in every seat; everything "
            f"else with the line-up {', '.join(found.lineup)}, everybody in every seat. The pool: "
            f"{', '.join(found.pool)}.",
            Table(
                "How much was played",
                ("piece", "deals", "what"),
                tuple(tuple(row) for row in found._table()[1]),
                words=True,
            ),
            Table(
                "Versions",
                ("library", "version"),
                versions,
                words=True,
                note=" · ".join([*told, f"seed {found.seed}"]),
            ),
            "The same report again:",
            Code("\n\n".join(part for part in again if part)),
        ),
        {
            "plans": plans,
            "seed": found.seed,
            "versions": dict(versions),
            "sizes": value_of(dict(found.sizes)),
            "call": call,
            "command": command,
        },
    )


def _cells(frame: pd.DataFrame, *columns: str) -> tuple[tuple[str, ...], ...]:
    """Columns of text as rows of a table."""
    return tuple(tuple(map(str, row)) for row in frame[list(columns)].to_numpy())
