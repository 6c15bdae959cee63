"""One tolerance answered: pass, fail, or not enough rounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from squirrelstats.balance._tolerances import RISK, Tolerance
from squirrelstats.balance._verdict_text import limits_text, sentence
from squirrelstats.balance.metrics import METRICS, Metric
from squirrelstats.balance.study import Study
from squirrelstats.estimate import Estimate
from squirrelstats.intervals import holm

PASS, FAIL, OPEN = "pass", "fail", "not enough rounds"
#: What the shell ends with; 2 is wrong use.
EXIT_CODES = {PASS: 0, FAIL: 1, OPEN: 3}
#: Level of an interval within which a value passes: two one-sided tests, each at `RISK`.
TEST_LEVEL = 1 - 2 * RISK


@dataclass(frozen=True)
class Verdict:
    """One tolerance answered.

    Attributes
    ----------
    metric : Metric
    tolerance : Tolerance
    estimate : Estimate
        With the 90 % interval that the tests are about.
    about : str
        The policy or card that it turned out to be about, if any.
    status : str
        ``"pass"``, ``"fail"`` or ``"not enough rounds"``.
    p_inside, p_outside, p_outside_holm : float
        P values of the value lying within its limits (not corrected) and outside them (as it is,
        and corrected by Holm for all tolerances).
    rounds_needed : float
        Rounds of the study that would settle it with a probability of 80 %, if the value is what
        it seems; infinite where it sits on its limit. The study's own where it is settled.
    """

    metric: Metric
    tolerance: Tolerance
    estimate: Estimate
    about: str
    status: str
    p_inside: float
    p_outside: float
    p_outside_holm: float
    rounds_needed: float

    @property
    def limits(self) -> str:
        """The limits in words."""
        return limits_text(self.metric, self.tolerance)

    @property
    def sentence(self) -> str:
        """The answer in plain language, claiming no more than the tests allow."""
        return sentence(self)


def verdicts_of(study: Study, tolerances: Sequence[Tolerance]) -> tuple[Verdict, ...]:
    """Every tolerance of a contract answered by a study."""
    found = [METRICS[t.metric].measure(study, t.options) for t in tolerances]
    inside = [t.p_inside(f) for t, f in zip(tolerances, found, strict=True)]
    outside = [t.p_outside(f) for t, f in zip(tolerances, found, strict=True)]
    corrected = holm(outside)
    verdicts = []
    for place, (tolerance, value) in enumerate(zip(tolerances, found, strict=True)):
        status = OPEN
        if inside[place] <= RISK:
            status = PASS
        elif corrected[place] <= RISK:
            status = FAIL
        needed = float(study.rounds)
        if status == OPEN:
            needed = _rounded(needed * max(1.0, tolerance.growth(value, len(tolerances))))
        verdicts.append(
            Verdict(
                METRICS[tolerance.metric],
                tolerance,
                value.at(TEST_LEVEL),
                value.about,
                status,
                inside[place],
                outside[place],
                corrected[place],
                needed,
            )
        )
    return tuple(verdicts)


def _rounded(rounds: float) -> float:
    """Two figures, upwards."""
    if not math.isfinite(rounds):
        return rounds
    unit = 10.0 ** max(0, math.floor(math.log10(rounds)) - 1)
    return math.ceil(rounds / unit) * unit


def row_of(verdict: Verdict) -> dict[str, Any]:
    """A verdict as a row of a table."""
    e, tolerance = verdict.estimate, verdict.tolerance
    return {
        "metric": verdict.metric.name,
        "status": verdict.status,
        **{key: getattr(e, key) for key in ("value", "se", "low", "high", "level", "n")},
        "at_least": tolerance.low,
        "at_most": tolerance.high,
        **tolerance.options,
        **{key: getattr(verdict, key) for key in ("p_inside", "p_outside", "p_outside_holm")},
        "rounds_needed": verdict.rounds_needed,
        "about": verdict.about,
        "unit": verdict.metric.unit,
        "sentence": verdict.sentence,
    }
