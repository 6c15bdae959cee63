"""How many rounds a question needs: a pilot, and what follows from its variance."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.errors import UsageError
from squirrelstats.estimate import FEW_DIFFERING
from squirrelstats.games.contract import Game, get_game
from squirrelstats.intervals import LEVEL
from squirrelstats.simulate.api import ROUND_LIMIT, whole_number
from squirrelstats.simulate.plan import UNITS
from squirrelstats.stats._paired import groups_of, tally
from squirrelstats.stats._repeats import check_repeats
from squirrelstats.stats._wording import in_words, plain, scale_of
from squirrelstats.stats.arms import CommonDeals
from squirrelstats.stats.compare import Asked, arms_for
from squirrelstats.stats.measures import Measure, check_size

if TYPE_CHECKING:
    import pandas as pd

#: Blocks that the pilot plays before time is taken: they compile, and warm the caches.
WARM_UP = 8


@dataclass(frozen=True)
class Needed:
    """What one comparison needs.

    Attributes
    ----------
    base, arm : str
    sd, sd_low, sd_high : float
        Standard deviation of the difference of block means in the pilot, with its interval.
    rounds, rounds_low, rounds_high : int
        Blocks needed, by the standard deviation and by the ends of its interval.
    """

    base: str
    arm: str
    sd: float
    sd_low: float
    sd_high: float
    rounds: int
    rounds_low: int
    rounds_high: int


@dataclass(frozen=True, repr=False)
class RoundsPlan:
    """How many blocks (common deals, or matches) to play, and how long that takes.

    Attributes
    ----------
    goal : str
        What is promised.
    unit : str
        ``"rounds"`` or ``"matches"``.
    measure : Measure
    needed : tuple of Needed
        By comparison with the base.
    pilot : int
        Blocks of the pilot.
    seconds_each : float
        Of one block in all arms, as measured on this machine just now.
    level : float
    """

    goal: str
    unit: str
    measure: Measure
    needed: tuple[Needed, ...]
    pilot: int
    seconds_each: float
    level: float

    @property
    def rounds(self) -> int:
        """Blocks for all comparisons, by the pilot's best guess."""
        return max(need.rounds for need in self.needed)

    @property
    def rounds_low(self) -> int:
        """As few blocks may do, by the interval of the pilot's variance."""
        return max(need.rounds_low for need in self.needed)

    @property
    def rounds_high(self) -> int:
        """So many blocks are enough, unless the pilot's variance is beyond its interval."""
        return max(need.rounds_high for need in self.needed)

    @property
    def seconds(self) -> float:
        """Time of ``rounds`` on this machine."""
        return self.rounds * self.seconds_each

    @property
    def seconds_high(self) -> float:
        """Time of ``rounds_high`` on this machine."""
        return self.rounds_high * self.seconds_each

    def frame(self) -> pd.DataFrame:
        """A row for each comparison, with standard deviation, blocks and seconds."""
        import pandas as pd

        frame = pd.DataFrame([vars(need) for need in self.needed])
        frame["pilot"] = self.pilot
        frame["seconds"] = frame["rounds"] * self.seconds_each
        return frame

    @property
    def sentence(self) -> str:
        """The plan in plain words."""
        what = "matches" if self.unit == "matches" else "deals"
        done = ""
        if self.rounds_high <= self.pilot:
            done = " The pilot was as long: the comparison can be made with that number."
        return (
            f"For {self.goal}, play about {self.rounds:,} {what} "
            f"({self.rounds_low:,} to {self.rounds_high:,} by a pilot of {self.pilot:,}), "
            f"{_time(self.seconds)} here; {self.rounds_high:,} {what} "
            f"({_time(self.seconds_high)}) are on the safe side.{done}"
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        scale = scale_of(self.measure)
        header = ["", f"sd of {in_words(self.measure)}", f"{100 * self.level:g} %", self.unit]
        rows = []
        for need in self.needed:
            sd, low, high = (plain(x * scale, 2) for x in (need.sd, need.sd_low, need.sd_high))
            counts = f"{need.rounds:,} ({need.rounds_low:,} to {need.rounds_high:,})"
            rows.append([f"{need.arm} against {need.base}", sd, f"{low} to {high}", counts])
        return header, rows

    def __repr__(self) -> str:
        return text_block(self.sentence, [], text_table(*self._table()))

    def _repr_html_(self) -> str:
        return html_block(self.sentence, (), html_table(*self._table()))


def _time(seconds: float) -> str:
    """A length of time in words.

    Examples
    --------
    >>> _time(0.2), _time(42.3), _time(500), _time(9000)
    ('under a second', '42 s', '8.3 min', '2.5 h')
    """
    if seconds < 1:
        return "under a second"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def plan_rounds(
    game: str | Game,
    arms: Sequence[Any] | Mapping[str, Any],
    *,
    half_width: float | None = None,
    effect: float | None = None,
    power: float = 0.9,
    level: float = LEVEL,
    pilot: int = 1000,
    unit: str = "rounds",
    lineup: Sequence[Any] | None = None,
    rules: Any = None,
    measure: str = "win_share",
    player: int = 0,
    seed: int | Mapping[str, int] = 0,
    rotate: str | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> RoundsPlan:
    """Say how many deals a comparison needs, from a pilot.

    Parameters
    ----------
    game, arms, lineup, rules, measure, player, seed, rotate, threads, progress
        As for `compare`.
    half_width : float, optional
        The interval shall reach no further than this on either side (of a win share: 0.005 is half
        a percentage point).
    effect : float, optional
        Instead: a difference of this size shall be settled with the probability ``power``. With
        several arms for all comparisons together (Bonferroni's level, on the safe side of Holm's).
    power, level : float
    pilot : int
        Blocks that the pilot plays, at least 100.
    unit : str
        ``"rounds"`` or ``"matches"``.

    Returns
    -------
    plan : RoundsPlan
        Its numbers come with the uncertainty of the pilot's variance.

    Raises
    ------
    UsageError
        Something in the call is wrong, or the pilot's arms hardly ever differ.

    Notes
    -----
    With the standard deviation s of the difference d of block means, n is the least number with
    t s / √n ≤ ``half_width`` for Student's quantile t at n − 1, or with (t + t_power) s / √n ≤
    ``effect``. The interval of s² is normal on its logarithm with variance (k − (m − 3) / (m − 1))
    / m for m pilot blocks and their kurtosis k, since differences are far from normal.

    References
    ----------
    Bonett (2006), Approximate confidence interval for standard deviation of nonnormal
    distributions, Computational Statistics & Data Analysis 50. Wittes and Brittain (1990), The role
    of internal pilot studies, Statistics in Medicine 9.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> plan = sq.plan_rounds("squarrels", ["baseline", "random"], half_width=0.01, pilot=100)
    >>> plan.rounds_low < plan.rounds < plan.rounds_high
    True
    """
    if (half_width is None) == (effect is None):
        got = "neither" if half_width is None else "both"
        raise UsageError(
            "say what is wanted: half_width=0.005 (how precise), or effect=0.01 (what shall be "
            f"found with the given power); got {got}"
        )
    wanted = half_width if half_width is not None else effect
    _positive("half_width" if effect is None else "effect", wanted)
    for name, share in (("power", power), ("level", level)):
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0.5 <= share < 1:
            raise UsageError(f"{name} must be from 0.5 to below 1, like 0.9, got {share!r}")
    if unit not in UNITS:
        raise UsageError(f"unit must be 'rounds' or 'matches', got {unit!r}")
    number = whole_number("pilot", pilot, 10**7, least=100)
    asked = Asked(
        game=get_game(game),
        arms=arms,
        lineup=lineup,
        rules=rules,
        player=player,
        measure=measure,
        by=None,
        unit=unit,
        deals=number,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    made, found = arms_for(asked)
    check_size(found, "half_width" if effect is None else "effect", wanted)  # type: ignore[arg-type]
    deals = CommonDeals([arm.plan for arm in made], threads=threads, progress=progress)
    deals.play_to(WARM_UP)
    begun = time.perf_counter()
    runs = deals.play_to(number)
    each = (time.perf_counter() - begun) / (number - WARM_UP)
    for arm, run in zip(made, runs, strict=True):
        check_repeats(arm, run)
    group = groups_of(made[0].plan, found, None, player)
    base, *others = [tally(run, found, group) for run in runs]
    comparisons = len(others)
    needed = []
    for arm, own in zip(made[1:], others, strict=True):
        d = own.sums[:, 0] / own.playings - base.sums[:, 0] / base.playings
        differing = int(np.count_nonzero(d))
        if differing < FEW_DIFFERING:
            raise UsageError(
                f"{arm.name!r} and {made[0].name!r} differ in {differing} of {number:,} blocks of "
                f"the pilot, too few to plan by; make it longer (pilot={10 * number})"
            )
        sds = _spread(d / found.scale, level)
        counts = [
            _half_width_met(sd, wanted, level)  # type: ignore[arg-type]
            if effect is None
            else _effect_found(sd, wanted, 1 - (1 - level) / comparisons, power)  # type: ignore[arg-type]
            for sd in sds
        ]
        needed.append(Needed(made[0].name, arm.name, *sds, *counts))
    what = in_words(found).split(",")[0]
    point = f"{100 * wanted:g} percentage point{'' if wanted == 0.01 else 's'}"  # type: ignore[operator]
    size = point if found.is_share else f"{wanted:g}"
    goal = (
        f"intervals of ±{size} ({what}, {100 * level:g} %)"
        if effect is None
        else f"a difference of {size} ({what}) to be settled with probability {power:g}"
    )
    return RoundsPlan(goal, unit, found, tuple(needed), number, each, level)


def _positive(name: str, value: Any) -> None:
    number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not number or not 0 < value < 1e300:
        raise UsageError(f"{name} must be a number above 0, got {value!r}")


def _spread(d: np.ndarray, level: float) -> tuple[float, float, float]:
    """Standard deviation of the blocks, with its interval (Bonett)."""
    from scipy.special import ndtri

    m, variance = len(d), float(d.var(ddof=1))
    kurtosis = float(((d - d.mean()) ** 4).mean()) / float(d.var()) ** 2
    error = math.sqrt(max(kurtosis - (m - 3) / (m - 1), 1 / m) / m)
    reach = float(ndtri(0.5 + level / 2)) * error
    sd = math.sqrt(variance)
    return sd, sd * math.exp(-reach / 2), sd * math.exp(reach / 2)


def _half_width_met(sd: float, half_width: float, level: float) -> int:
    """The least n at which Student's interval is as narrow.

    Examples
    --------
    >>> _half_width_met(1.0, 0.1, 0.95)
    387
    """
    from scipy.special import stdtrit

    return _least(lambda n: float(stdtrit(n - 1, 0.5 + level / 2)) * sd / math.sqrt(n), half_width)


def _effect_found(sd: float, effect: float, level: float, power: float) -> int:
    """The n at which Student's test finds the effect with this power, by two quantiles of t.

    That is at most one or two above the least by the noncentral t distribution.

    Examples
    --------
    >>> _effect_found(1.0, 0.5, 0.95, 0.9)  # 44 by the noncentral t
    45
    """
    from scipy.special import stdtrit

    def reach(n: int) -> float:
        quantiles = float(stdtrit(n - 1, 0.5 + level / 2)) + float(stdtrit(n - 1, power))
        return quantiles * sd / math.sqrt(n)

    return _least(reach, effect)


def _least(reach: Any, wanted: float) -> int:
    """The least n from 2 on with ``reach(n) <= wanted``, for a reach that falls."""
    high = 2
    while reach(high) > wanted:
        high *= 2
        if high > ROUND_LIMIT:
            raise UsageError(
                f"{wanted:g} would need more than {ROUND_LIMIT:,} blocks; ask for less"
            )
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if reach(middle) > wanted else (low, middle)
    return high
