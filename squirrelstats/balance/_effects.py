"""What other rules change: one quantity of one variant against the base, on common deals."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.balance._quantities import (
    LUCK,
    LUCK_MEASURE,
    QUANTITIES,
    SCORE,
    SEAT_BIAS,
    SEAT_SHARE,
    WIN_SHARE,
    Wanted,
    quantities,
)
from squirrelstats.balance._seat_bias import SeatBias, seat_bias_difference
from squirrelstats.estimate import Estimate, Judged, hedged
from squirrelstats.intervals import LEVEL, holm
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats._group_jackknife import GROUPS
from squirrelstats.stats._paired import Tally, alike, paired
from squirrelstats.stats._repeats import check_repeats
from squirrelstats.stats.arms import Arm, CommonDeals, make_arms
from squirrelstats.stats.luck_split import LuckSplit
from squirrelstats.stats.measures import Measure


@dataclass(frozen=True)
class RuleEffect(Judged):
    """One quantity under other rules, against the base.

    Attributes
    ----------
    base, variant : str
    measure : str
        Of `squirrelstats.balance._quantities.QUANTITIES`.
    group : str
        Policy or seat that is measured; empty where all have the quantity in common.
    what : Measure
    base_mean, variant_mean : Estimate
        Each by itself.
    difference : Estimate
        Variant minus base, paired on common deals; the interval is not corrected.
    p, p_holm : float
        Two-sided p value as it is, and corrected by Holm for all effects found together.
    differing : int
        Blocks in which variant and base differ.
    """

    base: str
    variant: str
    measure: str
    group: str
    what: Measure
    base_mean: Estimate
    variant_mean: Estimate
    difference: Estimate
    p: float
    p_holm: float
    differing: int

    @property
    def label(self) -> str:
        """What a table calls it."""
        plain = {WIN_SHARE: "win share", SEAT_SHARE: "win share", SCORE: "score"}
        name = plain.get(self.measure, QUANTITIES[self.measure])
        return f"{name}, {self.group}" if self.group else name

    def row(self) -> dict[str, Any]:
        """The numbers as a row of a table; no mean and no difference without its interval."""
        row: dict[str, Any] = {"measure": self.measure, "group": self.group}
        row |= {"unit": self.what.column.unit, "difference": self.difference.value}
        row |= {key: getattr(self.difference, key) for key in ("se", "low", "high", "n")}
        row |= {"p": self.p, "p_holm": self.p_holm, "settled": self.settled}
        for name in ("base_mean", "variant_mean"):
            mean = getattr(self, name)
            row |= {name: mean.value, f"{name}_low": mean.low, f"{name}_high": mean.high}
        return row | {"differing": self.differing}


def play_variants(
    game: Any,
    variants: Mapping[str, Any],
    wanted: Wanted,
    *,
    lineup: Sequence[Any] | None,
    unit: str,
    deals: int,
    seed: int | Mapping[str, int],
    rotate: str | None,
    threads: int | None,
    progress: bool | None,
) -> tuple[list[Arm], list[RuleEffect]]:
    """Play rules on common deals, the first the base, and set every other against it.

    One run is in memory at a time; what stays of it are its sums by block.
    """

    def made(seating: str) -> list[Arm]:
        return make_arms(
            game,
            {name: {"rules": rules} for name, rules in variants.items()},
            lineup=lineup,
            seed=seed,
            rotate=seating,
            unit=unit,
        )

    arms = made("cyclic" if rotate is None else rotate)
    if rotate is None and alike(arms[0].plan):
        arms = made("none")
    base, *others = arms
    first = quantities(_played(base, deals, threads, progress), wanted)
    effects = []
    for arm in others:
        own = quantities(_played(arm, deals, threads, progress), wanted)
        effects += [_effect(base.name, arm.name, key, first[key], own[key]) for key in first]
    return arms, effects


def corrected(effects: Sequence[RuleEffect]) -> tuple[RuleEffect, ...]:
    """The effects with p values corrected for their number."""
    adjusted = holm([effect.p for effect in effects])
    pairs = zip(effects, adjusted, strict=True)
    return tuple(dataclasses.replace(effect, p_holm=p) for effect, p in pairs)


def fair_seats(plan: Plan) -> bool:
    """Whether every seat is held by the same players, so that its effect is its own."""
    return alike(plan) or plan.rotate != "none"


def _played(arm: Arm, deals: int, threads: int | None, progress: bool | None) -> Run:
    run = CommonDeals([arm.plan], threads=threads, progress=progress).play_to(deals)[0]
    check_repeats(arm, run)
    return run


def _effect(base: str, variant: str, key: tuple[str, str], one: Tally, two: Tally) -> RuleEffect:
    known = ~(np.isnan(one.sums).any(axis=1) | np.isnan(two.sums).any(axis=1))
    if not known.all():
        one, two = (dataclasses.replace(t, sums=t.sums[known]) for t in (one, two))
    measure, group = key
    if measure == SEAT_BIAS:
        biases = [SeatBias(t.sums) for t in (one, two)]
        differing = int(np.count_nonzero((one.sums != two.sums).any(axis=1)))
        means = [bias.estimate() for bias in biases]
        if differing:
            difference, p = seat_bias_difference(*biases)
        else:  # no seat's win share differs by more, so their root mean square does not
            difference = hedged(Estimate(0.0, 0.0, 0.0, 0.0, len(one.sums)), room=1.0)
            p = 1.0
    else:
        pair = paired(one, two)
        differing, difference, p = pair.differing, pair.difference, pair.p
        means = [one.mean(), two.mean()]
    return RuleEffect(
        *(base, variant, measure, group, one.measure, means[0], means[1]),
        *(difference, p, p, differing),
    )


def luck_effect(base: str, variant: str, one: LuckSplit, two: LuckSplit) -> RuleEffect:
    """Luck's share against the base's, as if the two had no deals in common.

    Where deals in common make both err alike, as one expects, the interval is wider than need be.
    """
    from scipy.special import stdtr, stdtrit

    means = one.luck, two.luck
    se = math.hypot(*(mean.se for mean in means))
    value, n = means[1].value - means[0].value, one.deals
    freedom = min(n, GROUPS) - 1
    half = float(stdtrit(freedom, 0.5 + LEVEL / 2)) * se
    p = float(2 * stdtr(freedom, -abs(value) / se)) if se > 0 else 1.0
    difference = Estimate(value, se, value - half, value + half, n)
    return RuleEffect(base, variant, LUCK, "", LUCK_MEASURE, *means, difference, p, p, n)
