"""Sections about what a report rests on: rules in force, their readings, method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squirrelstats.report._blocks import Code, Section, Table
from squirrelstats.report._data import records, value_of

if TYPE_CHECKING:
    import pandas as pd

    from squirrelstats.balance.study import Study


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


def method(study: Study, command: str) -> Section:
    """How it was measured, and what makes the same report again."""
    found = study.method
    assumed = [f"Assumed: {text}." for text in found.assumptions]
    return Section(
        "method",
        "How it was measured",
        "Everything is simulated on common deals; all seatings of one deal count as one "
        "observation, and every interval is a 95 % one unless it says otherwise.",
        (
            *assumed,
            f"Seats and cards are measured with {found.alike} in every seat; everything else with "
            f"the line-up {', '.join(found.lineup)}, everybody in every seat. The pool: "
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
                found.versions,
                words=True,
                note=f"plan {found.digest} · seed {found.seed}",
            ),
            "The same report again, on the shell or in Python:",
            Code(f"{command}\n\nimport squirrelstats as sq\nsq.report({found.call})"),
        ),
        {
            "plan": found.digest,
            "seed": found.seed,
            "versions": dict(found.versions),
            "sizes": value_of(dict(found.sizes)),
            "call": found.call,
            "command": command,
        },
    )


def _cells(frame: pd.DataFrame, *columns: str) -> tuple[tuple[str, ...], ...]:
    """Columns of text as rows of a table."""
    return tuple(tuple(map(str, row)) for row in frame[list(columns)].to_numpy())
