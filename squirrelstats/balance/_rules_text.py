"""How a comparison of rules reads: small print, tables, and a paragraph for each variant."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from squirrelstats._display import LOWER_IS_BETTER
from squirrelstats.balance._effects import RuleEffect, fair_seats
from squirrelstats.balance._quantities import (
    LEAD_CHANGES,
    LUCK,
    MINUTES,
    SCORE,
    SEAT_BIAS,
    SEAT_SHARE,
    WIN_SHARE,
    Wanted,
)
from squirrelstats.estimate import Estimate
from squirrelstats.games._rules import shown
from squirrelstats.intervals import LEVEL, unseen
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._wording import decimals, ends, plain, scale_of, shown_p, signed
from squirrelstats.stats.arms import Arm

if TYPE_CHECKING:
    from squirrelstats.balance.house_rules import RulesComparison


def lines(found: RulesComparison) -> tuple[str, list[str]]:
    """Title and small print."""
    base = found.arms[0]
    quiet = [*played_lines(base.plan, found.n), family_line(len(found.effects))]
    measures = {effect.measure for effect in found.effects}
    quiet += basis_lines(base.plan, found.wanted, measures)
    quiet += [f"{arm.name}: {_changes(base, arm)}" for arm in found.arms[1:]]
    quiet += assumed_lines([arm.plan for arm in found.arms])
    return f"{base.plan.game.title}: house rules against {base.name}", quiet


def played_lines(plan: Plan, n: int) -> list[str]:
    """Who played, and how much."""
    seatings = f", each in {len(plan.seating)} seatings" if len(plan.seating) > 1 else ""
    goal = f" · {LOWER_IS_BETTER}" if plan.game.score_goal == "low" else ""
    return [f"{', '.join(plan.labels)} · {plan.counted(n)} in common{seatings}{goal}"]


def family_line(count: int) -> str:
    """How intervals and p values are to be read."""
    return (
        f"95 % intervals, not corrected; p is corrected for {count} effects together (Holm) and "
        "decides what counts as settled (*)"
    )


def basis_lines(plan: Plan, wanted: Wanted, measures: set[str]) -> list[str]:
    """What minutes, lead changes, seat bias and luck rest on."""
    told = []
    if MINUTES in measures:
        told.append(
            f"minutes assume {wanted.seconds_per_turn:g} s a turn and "
            f"{wanted.seconds_per_decision:g} s a decision"
        )
    if LEAD_CHANGES in measures:
        told.append(f"lead changes: about {wanted.replayed:,} playings replayed")
    if SEAT_BIAS in measures:
        told.append(
            "seat bias: typical distance of a seat's win share from an even one (root mean square)"
        )
    if measures & {SEAT_BIAS, SEAT_SHARE} and not fair_seats(plan):
        told.append("seats hold different players and do not rotate: not the seats' own effect")
    if LUCK in measures:
        told.append("luck: what does not go back to who plays; compared as if on separate deals")
    return told


def assumed_lines(plans: list[Plan]) -> list[str]:
    """What is assumed about the game."""
    texts = dict.fromkeys(text for plan in plans for text in plan.assumptions)
    return [f"assumed: {text}" for text in texts]


def _changes(base: Arm, arm: Arm) -> str:
    changed = arm.plan.rules.changes(base.plan.rules)
    told = ", ".join(f"{name}={shown(value)}" for name, value in changed.items())
    note = arm.plan.game.preset_notes.get(arm.name, "")
    return f"{told} ({note.rstrip('.')})" if note else told


def effect_table(found: RulesComparison, variant: str) -> tuple[list[str], list[list[str]]]:
    """Every quantity under the base and under a variant, with the difference."""
    rows = []
    for e in found.of(variant):
        scale = scale_of(e.what)
        own, gap = (
            decimals(*estimates, scale=scale)
            for estimates in ((e.base_mean, e.variant_mean), (e.difference,))
        )
        rows.append(
            [
                e.label + (", %" if e.what.is_share else ""),
                _spanned(e.base_mean, scale, own),
                _spanned(e.variant_mean, scale, own),
                signed(e.difference.value * scale, gap) + _mark(e),
                ends(e.difference, scale, gap),
                shown_p(e.p_holm) if e.differing else "–",
            ]
        )
    return ["", found.arms[0].name, variant, "difference", "95 %", "p"], rows


def _mark(e: RuleEffect) -> str:
    """What stands behind a difference: settled, or too few deals to judge by."""
    return "*" if e.settled else " (few)" if e.few and e.differing else ""


def _spanned(e: Estimate, scale: float, places: int) -> str:
    value = plain(e.value * scale, places)
    if not (math.isfinite(e.low) and math.isfinite(e.high)):
        return value
    return f"{value} ({plain(e.low * scale, places)} to {plain(e.high * scale, places)})"


def paragraph(found: RulesComparison, variant: str) -> str:
    """What a variant changes in plain words; no more than the corrected p values allow."""
    effects, plan = found.of(variant), found.arms[0].plan
    settled = [e for e in effects if e.settled]
    equal = [e for e in effects if not e.differing]
    few = [e for e in effects if e.few and e.differing]
    open_ = [e for e in effects if not e.few and not e.settled]
    n = plan.counted(found.n)
    told = [f"With {variant} instead of {found.arms[0].name}, over {n}:"]
    if settled:
        words = (settled_words(e, plan) + _of_fewer(e, found) for e in settled)
        told.append(f"{'; '.join(words)}.")
    else:
        told.append("no difference is settled.")
    if open_:
        told.append(
            f"Not settled: {'; '.join(open_words(e) + _of_fewer(e, found) for e in open_)}."
        )
    if any(e.p <= 1 - LEVEL for e in open_):
        told.append(
            "Intervals among these that leave out 0 by themselves do not settle anything, since "
            f"{len(found.effects)} effects are looked at together."
        )
    if few:
        told.append(
            "Too few deals differ to judge: "
            + "; ".join(f"{e.label} ({e.differing} of {e.difference.n:,})" for e in few)
            + "."
        )
    if equal:
        told.append(same_words(equal, plan))
    return " ".join(told)


def _of_fewer(e: RuleEffect, found: RulesComparison) -> str:
    """On how many deals an effect rests, if not on all."""
    n = e.difference.n
    return f" over {found.arms[0].plan.counted(n)}" if n != found.n else ""


def same_words(equal: Sequence[RuleEffect], plan: Plan) -> str:
    """What never differed, and in how many deals it may all the same."""
    n = min(e.difference.n for e in equal)
    most = Estimate(100 * unseen(n), math.nan, 0.0, 100 * unseen(n), n)
    return (
        f"The same in all of {plan.counted(n)}, so with 95 % confidence in all but "
        f"{plain(most.value, decimals(most))} of 100: {'; '.join(e.label for e in equal)}."
    )


def settled_words(e: RuleEffect, plan: Plan) -> str:
    """A settled difference as a clause, with its interval."""
    up, all_of = e.difference.value > 0, plan.unit
    of_one = "match" if plan.in_matches else "round"
    scale = scale_of(e.what)
    places = decimals(e.difference, scale=scale)
    turn = math.copysign(scale, e.difference.value)
    low, high = sorted(end * turn for end in (e.difference.low, e.difference.high))
    many = plain(abs(e.difference.value) * scale, places)
    span = f"({plain(low, places)} to {plain(high, places)})"
    fewer = "more" if up else "fewer"
    starts = ", which starts," if e.group == "seat 0" and e.measure == SEAT_SHARE else ""
    clauses = {
        WIN_SHARE: f"{e.group} wins {many} {fewer} of 100 {all_of}",
        SEAT_SHARE: f"{e.group}{starts} wins {many} {fewer} of 100 {all_of}",
        SEAT_BIAS: f"seats are {many} points {'further from' if up else 'closer to'} even shares",
        SCORE: f"{e.group} scores {many} points {'more' if up else 'less'} a {of_one}",
        "turns": f"a {of_one} has {many} {fewer} turns",
        MINUTES: f"a {of_one} takes {many} minutes {'longer' if up else 'less'}",
        "decisions": f"a {of_one} asks for {many} {fewer} decisions",
        LEAD_CHANGES: f"the lead changes {many} times {'more' if up else 'less'} a {of_one}",
        "truncated": f"{many} {fewer} of 100 {all_of} are cut",
        LUCK: f"luck's share of a win is {many} points {'larger' if up else 'smaller'}",
    }
    return f"{clauses[e.measure]} {span}"


def open_words(e: RuleEffect) -> str:
    """A difference that is not settled, with what it may be."""
    scale = scale_of(e.what)
    unit = "points" if e.what.is_share else e.what.column.unit
    return f"{e.label} ({ends(e.difference, scale, decimals(e.difference, scale=scale))} {unit})"
