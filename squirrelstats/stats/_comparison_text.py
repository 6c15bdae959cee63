"""How a comparison reads: the table, the small print, the sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squirrelstats._display import LOWER_IS_BETTER
from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL
from squirrelstats.stats._wording import (
    amount,
    decimals,
    ends,
    in_words,
    plain,
    scale_of,
    shown_p,
    signed,
    span,
    times,
)

if TYPE_CHECKING:
    from squirrelstats.stats.compare import Comparison, Difference


def small_print(comparison: Comparison) -> tuple[str, list[str]]:
    """Heading, and what was played and how the numbers are to be read."""
    plans = [arm.plan for arm in comparison.arms]
    plan, count = plans[0], len(comparison.differences)
    rules = list(dict.fromkeys(p.rules_note for p in plans))
    shared = [rules[0]] if len(rules) == 1 else []
    seatings = f", each in {len(plan.seating)} seatings" if len(plan.seating) > 1 else ""
    goal = [LOWER_IS_BETTER] if comparison.measure.sign < 0 else []
    lines = [" · ".join([*shared, f"{plan.counted(comparison.n)} in common{seatings}", *goal])]
    if count > 1:
        lines.append(
            f"95 % intervals are not corrected for {count} comparisons; p is (Holm), and decides "
            "what counts as settled"
        )
    lines.append("saved: how many times as many rounds without common deals would be as precise")
    if comparison.divergences:
        d = comparison.divergences[0]
        lines.append(
            f"identical: playings that stay so to the end, of {d.playings:,} replayed "
            f"({d.identical.n:,} {'matches' if plan.in_matches else 'deals'})"
        )
    return (
        f"{plan.game.title}: {in_words(comparison.measure)} against {comparison.arms[0].name}",
        lines,
    )


def shown_table(comparison: Comparison) -> tuple[list[str], list[list[str]]]:
    """Header and rows: the base by itself, then every other arm."""
    measure, scale = comparison.measure, scale_of(comparison.measure)
    found = comparison.differences
    several = len({d.group for d in found}) > 1
    own = decimals(*(e for d in found for e in (d.base_mean, d.arm_mean)), scale=scale)
    gap = decimals(*(d.difference for d in found), scale=scale)
    parted = {d.arm: d.identical for d in comparison.divergences}
    header = ["", *(["of"] if several else []), in_words(measure), "difference", "95 %"]
    header += ["p", "saved", *(["identical, %"] if parted else [])]
    rows = []
    for group in dict.fromkeys(d.group for d in found):
        base = next(d for d in found if d.group == group)
        rows.append(
            [
                f"{base.base} (base)",
                *([group] if several else []),
                _spanned(base.base_mean, scale, own),
                *[""] * (len(header) - 2 - several),
            ]
        )
        for d in (d for d in found if d.group == group):
            rows.append(
                [
                    d.arm,
                    *([group] if several else []),
                    _spanned(d.arm_mean, scale, own),
                    signed(d.difference.value * scale, gap) + (" (few)" if _thin(d) else ""),
                    ends(d.difference, scale, gap),
                    "" if d.same else shown_p(d.p_holm),
                    times(d.saved),
                ]
            )
            if parted:
                share = parted.get(d.arm)
                rows[-1].append(_spanned(share, 100, 0) if share else "–")
    return header, rows


def _spanned(estimate: Estimate, scale: float, places: int) -> str:
    """A value with its interval, or alone where it is known exactly."""
    value, low, high = (
        plain(x * scale, places) for x in (estimate.value, estimate.low, estimate.high)
    )
    return value if estimate.low == estimate.high else f"{value} ({low} to {high})"


def _thin(d: Difference) -> bool:
    return d.few and not d.same


def sentence(comparison: Comparison, d: Difference) -> str:
    """A difference in plain words, no stronger than its interval and its corrected p value."""
    plan, measure = comparison.arms[0].plan, comparison.measure
    unit, n = plan.unit, plan.counted(d.difference.n)
    whose = _whose(comparison, d)
    of_whom = f" of {whose}" if whose else ""
    name = measure.name.replace("_", " ")
    if d.same:
        return f"{d.arm} and {d.base} are the same and cancel exactly."
    if not d.differing:
        return (
            f"{d.arm} and {d.base} gave the same {name}{of_whom} in each of {n}; "
            f"{span(measure, d.difference, unit)}."
        )
    if d.few:
        return (
            f"With {d.arm} and with {d.base} the {name}{of_whom} differs in only {d.differing} of "
            f"{n}, too few to settle anything."
        )
    if d.settled:
        return _settled(comparison, d, whose, n)
    told = f"not settled: {span(measure, d.difference, unit)} (95 % interval, {n})."
    if measure.sign:
        does = "do better" if whose else "does better"
        with_whom = f"{whose} does better with {d.arm} or with {d.base}" if whose else ""
        told = f"Whether {with_whom or f'{d.arm} or {d.base} {does}'} is {told}"
    else:
        told = f"Which has more {name}{of_whom}, {d.arm} or {d.base}, is {told}"
    if d.p <= 1 - LEVEL < d.p_holm:
        told += (
            f" By itself the interval leaves out 0, but {len(comparison.differences)} comparisons "
            f"were made (p = {d.p:.3f}, corrected {d.p_holm:.3f})."
        )
    return told


def _settled(comparison: Comparison, d: Difference, whose: str, n: str) -> str:
    measure, unit = comparison.measure, comparison.arms[0].plan.unit
    more = amount(measure, d.difference, unit)
    of_one = "match" if unit == "matches" else "round"
    if measure.sign:
        does = "better" if d.difference.value * measure.sign > 0 else "worse"
        what = f"it wins {more}" if measure.name == "win_share" else f"{more} a {of_one}"
        if whose:
            told = f"{whose} does {does} with {d.arm} than with {d.base}: {what}"
        else:
            told = f"{d.arm} does {does} than {d.base}: {what}"
    else:
        name = measure.name.replace("_", " ") + (f" of {whose}" if whose else "")
        told = f"with {d.arm} instead of {d.base}, {name}: {more}"
    count = len(comparison.differences)
    tail = (
        f"; p {_equal(shown_p(d.p_holm))}, corrected for {count} comparisons" if count > 1 else ""
    )
    return f"{told}, {n}{tail}."


def _equal(p: str) -> str:
    return p if p.startswith("<") else f"= {p}"


def _whose(comparison: Comparison, d: Difference) -> str:
    """Player or seat, where it is not plain that the arm itself is measured."""
    if not d.group:
        return ""
    several = len({found.group for found in comparison.differences}) > 1
    return d.group if several or not _only_the_player(comparison) else ""


def _only_the_player(comparison: Comparison) -> bool:
    """Whether the arms differ in nothing but the player that is measured."""
    kept = []
    for arm in comparison.arms:
        told = dict(arm.plan.description)
        for part in ("lineup", "traits"):
            told[part] = [
                own for who, own in enumerate(told[part]) if who != comparison.asked.player
            ]
        kept.append(told)
    return all(told == kept[0] for told in kept)
