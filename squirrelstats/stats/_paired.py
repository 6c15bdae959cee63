"""Differences of two arms on common deals: block by block, in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate, hedged, mean_of, p_value
from squirrelstats.intervals import LEVEL
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats.measures import Measure

#: Groups of blocks, each left out in turn, for the interval of a ratio of variances.
LEFT_OUT = 40
#: What a comparison may be split by.
SPLITS = ("player", "seat")


@dataclass(frozen=True, eq=False)
class Tally:
    """A measure of one arm by block, for one or more players or seats (its *groups*).

    Attributes
    ----------
    measure : Measure
    groups : tuple of int
    playings : int
        Of a block.
    sums : int64 (blocks, groups)
        Over the playings of a block: the kernel's integers.
    squares : int64 (blocks, groups) or None
        The same of their squares, from which it is known what pairing saves.
    certain : bool
        The mean follows from the plan: the win share of players who are all alike and sit in every
        seat equally often.
    """

    measure: Measure
    groups: tuple[int, ...]
    playings: int
    sums: np.ndarray
    squares: np.ndarray | None = None
    certain: bool = False

    def mean(self, group: int = 0) -> Estimate:
        """Mean of a playing."""
        divisor = self.measure.scale * self.playings
        found = mean_of(self.sums[:, group], divisor, share=self.measure.is_share)
        if self.certain and found.n:
            return Estimate(found.value, 0.0, found.value, found.value, found.n)
        return found


def alike(plan: Plan) -> bool:
    """Whether all players are the same, so that a rotation only plays every deal again."""
    told = plan.description
    return all(told[part] == told[part][:1] * len(told[part]) for part in ("lineup", "traits"))


def groups_of(plan: Plan, measure: Measure, by: str | None, player: int) -> tuple[int, ...]:
    """Whose measure is looked at: the player's, or that of every player or seat.

    Raises
    ------
    UsageError
        An unknown split, or one of a measure that all have in common.
    """
    if by is None:
        return (player,)
    if by not in SPLITS:
        raise UsageError(choices("split of a comparison", by, SPLITS))
    if not measure.of_player:
        raise UsageError(
            f"{measure.name!r} is the same for all at the table and cannot be told apart by {by}; "
            "leave by=… out"
        )
    return tuple(range(len(plan.lineup)))


def tally(run: Run, measure: Measure, groups: Sequence[int], by: str | None = None) -> Tally:
    """Add up a measure by block.

    Parameters
    ----------
    run : Run
    measure : Measure
    groups : sequence of int
        Seats if ``by`` is ``"seat"`` (of a match: of its first round), else players.
    by : str, optional
    """
    plan, wanted = run.plan, list(groups)
    sums, squares = ([np.zeros((0, len(wanted)), np.int64)] for _ in range(2))
    for chunk in run.blocks(measure.column.table, (measure.name,)):
        values = _by_playing(plan, chunk, measure, by)
        values = values[:, :, wanted] if measure.of_player else values
        sums.append(values.sum(axis=1))
        squares.append((values * values).sum(axis=1))
    whole = [np.concatenate(parts) for parts in (sums, squares)]
    even = measure.name == "win_share" and by != "seat" and plan.rotate != "none" and alike(plan)
    return Tally(measure, tuple(wanted), run.playings, whole[0], whole[1], even)


def _by_playing(plan: Plan, chunk: Chunk, measure: Measure, by: str | None) -> np.ndarray:
    """int64 (deals, playings, players or seats); (deals, playings, 1) if all have it in common."""
    table = measure.column.table
    values = chunk.values[table][measure.name]
    shape = (chunk.deals, chunk.playings)
    if table == "rounds" and chunk.lengths is not None and chunk.deals:
        lengths = chunk.lengths.ravel()
        starts = np.cumsum(lengths, dtype=np.int64) - lengths
        values = np.add.reduceat(values, starts, dtype=np.int64)
    if table == "rounds" or not measure.of_player:
        values = values if table == "rounds" else values[:, :, 0]
        return values.reshape(*shape, 1).astype(np.int64)
    values = values.reshape(*shape, len(plan.lineup)).astype(np.int64)
    in_seat = plan.seating[:, : len(plan.lineup)].astype(np.intp)
    by_seat = table == "seats"
    if by_seat == (by == "seat"):
        return values
    place = np.argsort(in_seat, axis=1) if by_seat else in_seat
    return np.take_along_axis(values, place[np.newaxis], axis=2)


@dataclass(frozen=True, eq=False)
class Paired:
    """What pairing says of a difference.

    Attributes
    ----------
    difference : Estimate
    p : float
        Two-sided, by Student's t; not corrected.
    differing : int
        Blocks in which the arms differ.
    saved : Estimate or None
        How many times as many unpaired playings would be as precise; None if nothing varies, or
        it is not known.
    """

    difference: Estimate
    p: float
    differing: int
    saved: Estimate | None


def paired(base: Tally, other: Tally, group: int = 0, *, same: bool = False) -> Paired:
    """The other arm minus the base, on common deals.

    Parameters
    ----------
    base, other : Tally
        Of as many blocks.
    group : int
        Place in their ``groups``.
    same : bool
        The arms are the same plan, so that a difference of 0 is certain.
    """
    scale, both = base.measure.scale, base.playings * other.playings
    d = other.sums[:, group] * base.playings - base.sums[:, group] * other.playings
    estimate = mean_of(d, both * scale)
    differing = int(np.count_nonzero(d))
    room = 1.0 if base.measure.is_share else None
    if not same:
        estimate = hedged(estimate, room)
    saved = _saved(base, other, d / both, group) if differing else None
    return Paired(estimate, p_value(estimate, room), differing, saved)


def _saved(base: Tally, other: Tally, d: np.ndarray, group: int) -> Estimate | None:
    """Variance of the difference of as many independent playings, by that of the block means.

    Parameters
    ----------
    d : float64 (blocks,)
        Difference of the block means.

    Notes
    -----
    The interval is that of a jackknife on the logarithm, over groups of blocks.

    References
    ----------
    Efron and Stein (1981), The jackknife estimate of variance, Ann. Stat. 9.
    """
    from scipy.special import stdtrit

    n = len(d)
    number = min(n, LEFT_OUT)
    if n < 3 or not np.ptp(d):
        return None
    parts = [np.ones(n), d, d * d]
    for arm in (base, other):
        if arm.squares is None:
            return None
        parts += [arm.sums[:, group].astype(float), arm.squares[:, group].astype(float)]
    starts = np.arange(number) * n // number
    pieces = np.add.reduceat(np.stack(parts), starts, axis=1)
    whole = pieces.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = float(_log_ratio(whole, base.playings, other.playings)[0])
        without = _log_ratio(whole - pieces, base.playings, other.playings)
    value = math.exp(found) if math.isfinite(found) else math.nan
    if not np.isfinite(without).all():
        return Estimate(value, math.nan, 0.0, math.inf, n)
    spread = math.sqrt((number - 1) / number * float(((without - without.mean()) ** 2).sum()))
    half = float(stdtrit(number - 1, 0.5 + LEVEL / 2)) * spread
    return Estimate(value, value * spread, value * math.exp(-half), value * math.exp(half), n)


def _log_ratio(sums: np.ndarray, *playings: int) -> np.ndarray:
    """Logarithm of the ratio of variances from sums of 1, d, d² and of both arms' x and x²."""
    n, first, second = sums[:3]
    within = (second - first**2 / n) / (n - 1)
    alone = np.zeros_like(n)
    for x, xx, number in zip(sums[3::2], sums[4::2], playings, strict=True):
        cells = n * number
        alone += (xx - x**2 / cells) / (cells - 1) / number
    return np.asarray(np.log(alone) - np.log(within))
