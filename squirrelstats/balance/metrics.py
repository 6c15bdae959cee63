"""The metrics of balance: what each means, and how it is measured in a study."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from squirrelstats.balance import _study_parts as parts
from squirrelstats.balance._measured import Measured, of_mean, of_share, together
from squirrelstats.balance._seat_bias import SeatBias
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.stats._group_jackknife import GROUPS

if TYPE_CHECKING:
    import pandas as pd

    from squirrelstats.balance.study import Study

Options = Mapping[str, float]
#: Effects on the win share that are as good as none.
MARGIN = 0.005


@dataclass(frozen=True)
class Metric:
    """One number that says something about balance.

    Attributes
    ----------
    name : str
    words : str
        What a sentence calls it.
    unit : str
        ``"points"`` (of win share), ``"%"``, or what is counted.
    meaning : str
    evidence : str
        The piece of the study that it comes from.
    measure : callable
        ``measure(study, options) -> Measured``.
    options : mapping of str to float
        With their defaults.
    """

    name: str
    words: str
    unit: str
    meaning: str
    evidence: str
    measure: Callable[[Study, Options], Measured]
    options: Options = field(default_factory=dict)

    @property
    def scale(self) -> float:
        """Shares and their differences are shown in percent and points."""
        return 100.0 if self.unit in ("%", "points") else 1.0


def metric(name: str) -> Metric:
    """A metric by its name.

    Raises
    ------
    UsageError
        There is none.

    Examples
    --------
    >>> metric("minutes").unit
    'minutes'
    """
    if not isinstance(name, str) or name not in METRICS:
        raise UsageError(choices("metric", name, METRICS))
    return METRICS[name]


def measured(study: Study, name: str, **options: float) -> Estimate:
    """One metric of a study.

    Parameters
    ----------
    study : Study
    name : str
    **options : float
        Of the metric: ``margin`` of `dead_cards`.

    Returns
    -------
    estimate : Estimate

    Raises
    ------
    UsageError
        No such metric or option.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> study = sq.Study.of("squarrels", rounds=200)
    >>> found = measured(study, "minutes")
    >>> found.low < found.value < found.high, found.n
    (True, 200)
    """
    wanted = metric(name)
    for key in options:
        if key not in wanted.options:
            raise UsageError(choices(f"option of {name}", key, wanted.options))
    return wanted.measure(study, {**wanted.options, **options}).at()


def metrics_frame() -> pd.DataFrame:
    """All metrics: ``name, words, unit, meaning, evidence``."""
    import pandas as pd

    names = ("name", "words", "unit", "meaning", "evidence")
    return pd.DataFrame([{key: getattr(m, key) for key in names} for m in METRICS.values()])


def _seat_bias(study: Study, options: Options) -> Measured:
    bias = SeatBias(study.seat_shares)
    seats = study.equal_shape.tables[0].seats
    best = max(seats, key=lambda seat: seat.advantage.value)
    now = bias.estimate()

    def ends(level: float, shrink: float) -> tuple[float, float]:
        at = bias.estimate(level)
        return now.value - shrink * (now.value - at.low), now.value + shrink * (at.high - now.value)

    about = f"seat {best.seat} does best" if best.settled and best.advantage.value > 0 else ""
    return Measured(now.value, now.se, now.n, ends, about)


def _dominance(study: Study, options: Options) -> Measured:
    place, shares = parts.picked(study.tournament)
    share = mean_of(shares, share=True)
    return of_share(share, 1 / study.seats, study.tournament.labels[place])


def _skill_gap(study: Study, options: Options) -> Measured:
    rung = study.skill.rungs[0]
    return of_share(rung.win_share, rung.even)


def _luck_share(study: Study, options: Options) -> Measured:
    player = study.luck["player"].alone
    by_groups = of_mean(dataclasses.replace(player, n=min(player.n, GROUPS)))

    def ends(level: float, shrink: float) -> tuple[float, float]:
        low, high = by_groups.ends(level, shrink)
        return max(0.0, 1 - high), min(1.0, 1 - low)

    return Measured(1 - player.value, player.se, player.n, ends)


def _effects(study: Study) -> tuple[list[str], list[Estimate]]:
    """Cards that can be exchanged at this table, and what that does to the win share."""
    found = [effect for effect in study.cards.of("win_share") if effect.effect.n > 1]
    if not found:
        raise UsageError(
            "no card can be exchanged at this table, all are dealt: there is nothing to say of the "
            "effects of cards; leave their tolerances out"
        )
    return [effect.kind for effect in found], [effect.effect for effect in found]


def _strongest_card(study: Study, options: Options) -> Measured:
    kinds, effects = _effects(study)
    place = max(range(len(kinds)), key=lambda kind: abs(effects[kind].value))

    def ends(level: float, shrink: float) -> tuple[float, float]:
        spans = together(effects, level, shrink)
        least = [max(low, -high, 0.0) for low, high in spans]
        return max(least), max(max(-low, high) for low, high in spans)

    n = min(effect.n for effect in effects)
    return Measured(abs(effects[place].value), effects[place].se, n, ends, kinds[place])


def _dead_cards(study: Study, options: Options) -> Measured:
    kinds, effects = _effects(study)
    margin = options["margin"]

    def ends(level: float, shrink: float) -> tuple[float, float]:
        spans = together(effects, level, shrink)
        dead = sum(-margin <= low and high <= margin for low, high in spans)
        alive = sum(low >= margin or high <= -margin for low, high in spans)
        return float(dead), float(len(spans) - alive)

    seem = [kind for kind, e in zip(kinds, effects, strict=True) if abs(e.value) <= margin]
    n = min(effect.n for effect in effects)
    about = f"by estimate {', '.join(seem)}" if seem else ""
    return Measured(float(len(seem)), math.nan, n, ends, about)


def _of_shape(name: str, *, share: bool, equals: bool) -> Callable[[Study, Options], Measured]:
    return functools.partial(_shape_measure, name, share, equals)


def _shape_measure(
    name: str, share: bool, equals: bool, study: Study, options: Options
) -> Measured:
    shapes = study.equal_shape if equals else study.shape
    found = shapes.tables[0].measures[name]
    return of_share(found) if share else of_mean(found)


_ALL = (
    Metric(
        "seat_bias",
        "seat bias",
        "points",
        "root mean square of the seats' win shares minus an even share, the same player in every "
        "seat, corrected for noise",
        "equal_run",
        _seat_bias,
    ),
    Metric(
        "dominance",
        "lead of the best policy",
        "points",
        "win share above an even one of the pool's best policy, one player among others who all "
        "play one policy drawn from the pool; chosen on half of the deals, measured on the others",
        "tournament",
        _dominance,
    ),
    Metric(
        "dead_cards",
        "number of dead cards",
        "cards",
        "cards of which one more in the opening hand changes the win share by less than the margin "
        "either way; from the cards shown to be dead to all that are not shown to be alive",
        "cards",
        _dead_cards,
        {"margin": MARGIN},
    ),
    Metric(
        "strongest_card",
        "effect of the strongest card",
        "points",
        "largest change of the win share, up or down, by one more copy of a card in the opening "
        "hand; the largest of several estimates is flattered, its interval holds for all at once",
        "cards",
        _strongest_card,
    ),
    Metric(
        "turns",
        "turns of a round",
        "turns",
        "mean number of turns at the line-up",
        "shape",
        _of_shape("turns", share=False, equals=False),
    ),
    Metric(
        "minutes",
        "minutes of a round",
        "minutes",
        "mean length at the line-up, with so many seconds assumed for a turn and a decision",
        "shape",
        _of_shape("minutes", share=False, equals=False),
    ),
    Metric(
        "luck_share",
        "luck share",
        "%",
        "share of the variance of a player's win share in one round that does not go back to who "
        "plays alone: chance, the seat, and what a policy does only together with a seat; it is "
        "that of the line-up, and more alike players leave more to luck",
        "luck",
        _luck_share,
    ),
    Metric(
        "skill_gap",
        "gain by playing sensibly",
        "points",
        "win share above an even one of a player of `baseline` among players of `random`",
        "skill",
        _skill_gap,
    ),
    Metric(
        "comebacks",
        "comebacks",
        "%",
        "rounds among equals whose winner was behind at half of the turns; few of them: a leader "
        "runs away",
        "equal_shape",
        _of_shape("comebacks", share=True, equals=True),
    ),
    Metric(
        "behind",
        "turns the winner is behind",
        "%",
        "share of the turns, among equals, at which somebody leads the eventual winner",
        "equal_shape",
        _of_shape("behind", share=True, equals=True),
    ),
    Metric(
        "lead_changes",
        "lead changes of a round",
        "changes",
        "how often, among equals, another seat than before comes to lead alone",
        "equal_shape",
        _of_shape("lead_changes", share=False, equals=True),
    ),
    Metric(
        "truncated",
        "rounds cut by the turn cap",
        "%",
        "rounds at the line-up that do not end by themselves",
        "shape",
        _of_shape("truncated", share=True, equals=False),
    ),
    Metric(
        "shared_wins",
        "shared wins",
        "%",
        "rounds at the line-up that several players win together",
        "shape",
        _of_shape("shared_wins", share=True, equals=False),
    ),
)
#: All metrics by name.
METRICS: dict[str, Metric] = {made.name: made for made in _ALL}
