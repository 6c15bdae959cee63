"""Sections that set several rules side by side: the verdicts, and what each changes."""

from __future__ import annotations

from collections.abc import Mapping

from squirrelstats import plot
from squirrelstats.balance._effects import RuleEffect
from squirrelstats.balance._rules_text import effect_table, lines
from squirrelstats.balance.house_rules import RulesComparison
from squirrelstats.balance.study import Study
from squirrelstats.balance.verdicts import BalanceVerdicts
from squirrelstats.reporting._blocks import Chart, Section, Table, chart
from squirrelstats.reporting._data import records, value_of
from squirrelstats.reporting._verdict_cards import cards

#: Quantities with a chart each, if anything differs in them.
CHARTS = ("turns", "minutes", "seat_bias", "lead_changes", "win_share", "score", "truncated")


def verdicts(found: Mapping[str, BalanceVerdicts]) -> Section:
    """The questions of the contract, an answer for each of the rules."""
    asked = {name: cards(verdicts) for name, verdicts in found.items()}
    first = next(iter(asked.values()))
    rows = []
    for place, card in enumerate(first):
        answers = [shown_cards[place] for shown_cards in asked.values()]
        rows.append((card["question"], *(f"{a['mark']} {a['answer']}" for a in answers)))
    details = tuple(
        Table(
            f"{name}: what was measured",
            tuple(verdicts._table()[0]),
            tuple(map(tuple, verdicts._table()[1])),
            folded=True,
        )
        for name, verdicts in found.items()
    )
    told = [f"{name}: {verdicts.conclusion}." for name, verdicts in found.items()]
    return Section(
        "answers",
        "The verdicts side by side",
        "",
        (
            Table(
                "Held against the same tolerances",
                ("question", *found),
                tuple(rows),
                words=True,
            ),
            *told,
            *details,
        ),
        {name: value_of(verdicts.data) for name, verdicts in found.items()},
    )


def changes(found: RulesComparison) -> Section:
    """What every variant changes against the base, on common deals."""
    base = found.arms[0].name
    quiet = " · ".join(lines(found)[1])
    parts: list[str | Chart | Table] = [found.paragraphs[name] for name in found.variants]
    moved = {effect.measure for effect in found.effects if effect.differing}
    for measure in (name for name in CHARTS if name in moved):
        rows = [effect for effect in found.effects if effect.measure == measure]
        words = measure.replace("_", " ")
        parts.append(
            chart(
                lambda ax, measure=measure: plot.house_rules(  # type: ignore[misc]
                    found, measure, ax=ax
                ),
                f"Change of {words} against {base}, with 95 % intervals: "
                + "; ".join(f"{e.variant}, {e.label}: {_told(e)}" for e in rows),
                f"changes-{measure.replace('_', '-')}",
                (7.4, 1.9 + 0.4 * len(rows)),
            )
        )
    for name in found.variants:
        header, cells = effect_table(found, name)
        parts.append(
            Table(f"{name} against {base}", tuple(header), tuple(map(tuple, cells)), quiet, True)
        )
    return Section(
        "changes",
        f"What changes against {base}",
        "",
        tuple(parts),
        {"effects": records(found.frame()), "paragraphs": dict(found.paragraphs)},
    )


def options(studies: Mapping[str, Study]) -> Section:
    """The options in which the rules differ."""
    frames = {name: study.options() for name, study in studies.items()}
    first = next(iter(frames.values()))
    rows = []
    for place, field in enumerate(first.field):
        values = [str(frame.value.iloc[place]) for frame in frames.values()]
        if len(set(values)) > 1:
            rows.append((str(field), *values, str(first.meaning.iloc[place])))
    return Section(
        "rules",
        "How the rules differ",
        f"They differ in {len(rows)} of {len(first)} options.",
        (
            Table(
                "Options that differ",
                ("option", *studies, "what it decides"),
                tuple(rows),
                words=True,
            ),
        ),
        {name: records(frame) for name, frame in frames.items()},
    )


def _told(effect: RuleEffect) -> str:
    return f"{effect.difference:{'+p' if effect.what.is_share else '+f'}}"
