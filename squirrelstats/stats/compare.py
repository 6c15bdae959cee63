"""Compare policies, line-ups, rules or players on common deals."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from squirrelstats._display import filled, html_block, html_table, text_block, text_table
from squirrelstats.columns import LEVELS
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate, Judged
from squirrelstats.games.contract import Game, get_game
from squirrelstats.intervals import holm
from squirrelstats.simulate.api import asked_for, whole_number
from squirrelstats.simulate.plan import make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats._comparison_text import sentence, shown_table, small_print
from squirrelstats.stats._divergence import Divergence, divergence
from squirrelstats.stats._paired import alike, groups_of, paired, tally
from squirrelstats.stats._repeats import check_repeats
from squirrelstats.stats.arms import Arm, CommonDeals, make_arms
from squirrelstats.stats.measures import Measure, measure_of

if TYPE_CHECKING:
    import pandas as pd

#: Playings of each arm that are replayed with their events.
REPLAYED = 200


@dataclass(frozen=True)
class Asked:
    """What a comparison was asked for, so that it can be made again under other settings."""

    game: Game
    arms: Any
    lineup: Any
    rules: Any
    player: int
    measure: str
    by: str | None
    unit: str
    deals: int
    seed: int | Mapping[str, int]
    rotate: str | None
    threads: int | None
    progress: bool | None


@dataclass(frozen=True)
class Difference(Judged):
    """One arm against the base.

    Attributes
    ----------
    base, arm : str
    group : str
        Player or seat that is measured; empty where all have the measure in common.
    base_mean, arm_mean : Estimate
        Each by itself.
    difference : Estimate
        Arm minus base, paired on common deals; the interval is not corrected for the number of
        comparisons.
    p, p_holm : float
        Two-sided p value as it is, and corrected by Holm for all comparisons made together.
    differing : int
        Blocks in which the arms differ.
    saved : Estimate or None
        Variance of the difference of as many unpaired playings, by that of the paired difference.
    same : bool
        Arm and base are the same plan.
    """

    base: str
    arm: str
    group: str
    base_mean: Estimate
    arm_mean: Estimate
    difference: Estimate
    p: float
    p_holm: float
    differing: int
    saved: Estimate | None
    same: bool = False


@dataclass(frozen=True, repr=False)
class Comparison:
    """What `compare` found. It shows itself as a table and in words.

    Attributes
    ----------
    asked : Asked
    arms : tuple of Arm
        The first is the base.
    measure : Measure
    differences : tuple of Difference
        Of every other arm and every player or seat asked for.
    divergences : tuple of Divergence
        Of every other arm that has as many seatings as the base.
    """

    asked: Asked
    arms: tuple[Arm, ...]
    measure: Measure
    differences: tuple[Difference, ...]
    divergences: tuple[Divergence, ...] = field(default=())

    @property
    def difference(self) -> Estimate:
        """The difference, where there is only one.

        Raises
        ------
        UsageError
            There are several.
        """
        if len(self.differences) != 1:
            raise UsageError(
                f"this comparison has {len(self.differences)} differences; see .differences or "
                ".frame()"
            )
        return self.differences[0].difference

    @property
    def n(self) -> int:
        """Blocks: common deals, or matches."""
        return self.differences[0].difference.n

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What each difference says in plain words."""
        return tuple(sentence(self, difference) for difference in self.differences)

    def frame(self) -> pd.DataFrame:
        """Tidy table.

        Returns
        -------
        frame : DataFrame
            A row for each difference: ``base, arm, group, measure``; ``difference, se, low, high,
            n``; ``p``, ``p_holm``; ``base_mean``, ``arm_mean``, ``saved`` and ``identical`` (share
            of playings), each with ``_se, _low, _high``; ``identical_n`` (blocks replayed);
            ``differing`` blocks.
        """
        import pandas as pd

        parted = {d.arm: d for d in self.divergences}
        rows = []
        for d in self.differences:
            row: dict[str, Any] = {"base": d.base, "arm": d.arm, "group": d.group}
            row |= {"measure": self.measure.name, "difference": d.difference.value}
            row |= {key: getattr(d.difference, key) for key in ("se", "low", "high", "n")}
            row |= {"p": d.p, "p_holm": d.p_holm, "settled": d.settled}
            alike = parted[d.arm].identical if d.arm in parted else None
            parts = {"base_mean": d.base_mean, "arm_mean": d.arm_mean, "saved": d.saved}
            for name, estimate in (parts | {"identical": alike}).items():
                for end in ("value", "se", "low", "high"):
                    key = name if end == "value" else f"{name}_{end}"
                    row[key] = getattr(estimate, end) if estimate is not None else float("nan")
            row |= {"identical_n": alike.n if alike is not None else 0, "differing": d.differing}
            rows.append(row)
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        title, quiet = small_print(self)
        return text_block(
            title, quiet, text_table(*shown_table(self)), "", *map(filled, self.sentences)
        )

    def _repr_html_(self) -> str:
        title, quiet = small_print(self)
        words = "".join(f"<div>{html.escape(told)}</div>" for told in self.sentences)
        return html_block(title, quiet, html_table(*shown_table(self)), words)


def compare(
    game: str | Game,
    arms: Sequence[Any] | Mapping[str, Any],
    *,
    lineup: Sequence[Any] | None = None,
    rules: Any = None,
    rounds: int | None = None,
    matches: int | None = None,
    measure: str = "win_share",
    player: int = 0,
    by: str | None = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str | None = None,
    replayed: int = REPLAYED,
    threads: int | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Compare ways to play on common deals; the first is the base.

    Every arm plays the same deals with the same chance events, each in all seatings; a difference
    is the mean over deals (or matches) of what the arms differ by, so what luck gives both cancels.
    An arm against itself cancels exactly, which is checked each time on some blocks played again.

    Parameters
    ----------
    game : str
    arms : sequence, or mapping of str to …
        Policies (names, with parameters from ``sq.policies.get``, or players with traits), which
        take the place of ``player``; line-ups (lists); rules (presets, files, ``sq.rules(…)``); or
        mappings with some of ``"policy"``, ``"lineup"``, ``"rules"``. A mapping names its arms.
    lineup : sequence, optional
        Who plays beside what is compared; default: ``baseline`` in all of four seats.
    rules : str, Path or Rules, optional
        For arms that do not bring their own.
    rounds, matches : int
        Common deals, or matches, to play with every arm, at least 2; one of the two.
    measure : str
        A column of players (``"win_share"``, ``"score"``, …) or of rounds (``"turns"``,
        ``"lead_changes"``, ``"truncated"``, …).
    player : int
        Whose place a policy takes, and who is measured.
    by : str, optional
        ``"player"`` or ``"seat"``: a difference for each of them.
    seed : int or mapping of str to int
    rotate : str, optional
        As for `simulate`. Default: ``"cyclic"``; ``"none"`` where every arm has only players who
        are all alike and what is measured is not about one of them.
    replayed : int
        Playings (of the first deals, each with all its seatings) replayed with their events, to
        see how many stay identical and where the others part; 0: none.
    threads, progress
        As for `simulate`.

    Returns
    -------
    comparison : Comparison

    Raises
    ------
    UsageError
        Something in the call is wrong.
    NotRepeatable
        An arm does not do the same when it plays a deal again.

    Notes
    -----
    With the difference d of the block means, its interval is Student's on the blocks. *Saved* is
    (s²_a / k_a + s²_b / k_b) / s²_d for k playings of a block: how many times as many playings that
    have no deals in common would be as precise; its interval is a jackknife's. Several differences
    have p values corrected together by Holm (1979); intervals are not corrected.

    References
    ----------
    Glasserman and Yao (1992), Some guidelines and guarantees for common random numbers, Management
    Science 38.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.compare("squarrels", ["random", "baseline"], rounds=200, replayed=0)
    >>> found.difference.low > 0.1, found.differences[0].settled
    (True, True)
    >>> sq.compare("squarrels", ["baseline", "baseline"], rounds=50, replayed=20).difference.value
    0.0
    """
    unit, deals = asked_for(rounds, matches, least=2)
    whole_number("replayed", replayed, 10**6, least=0)
    asked = Asked(
        game=get_game(game),
        arms=arms,
        lineup=lineup,
        rules=rules,
        player=player,
        measure=measure,
        by=by,
        unit=unit,
        deals=deals,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    return compare_asked(asked, replayed)


def compare_asked(asked: Asked, replayed: int = 0) -> Comparison:
    """Make a comparison; as `compare`."""
    arms, measure = arms_for(asked)
    groups = groups_of(arms[0].plan, measure, asked.by, asked.player)
    for arm in arms[1:]:
        if groups_of(arm.plan, measure, asked.by, asked.player) != groups:
            raise UsageError(
                f"{arm.name!r} has another number of seats than {arms[0].name!r}, so they cannot "
                f"be compared by {asked.by}; leave by=… out"
            )
    plans = [arm.plan for arm in arms]
    runs = CommonDeals(plans, threads=asked.threads, progress=asked.progress).play_to(asked.deals)
    for arm, run in zip(arms, runs, strict=True):
        check_repeats(arm, run)
    divergences = []
    for arm, run in zip(arms[1:], runs[1:], strict=True):
        found = divergence(arms[0].name, runs[0], arm.name, run, replayed) if replayed else None
        divergences += [found] if found is not None else []
    differences = _differences(arms, runs, measure, groups, asked.by)
    return Comparison(asked, tuple(arms), measure, differences, tuple(divergences))


def arms_for(asked: Asked) -> tuple[list[Arm], Measure]:
    """The arms, keeping as few columns as the measure allows, and the measure."""

    def made(columns: str, rotate: str) -> list[Arm]:
        return make_arms(
            asked.game,
            asked.arms,
            lineup=asked.lineup,
            rules=asked.rules,
            player=asked.player,
            seed=asked.seed,
            rotate=rotate,
            columns=columns,
            unit=asked.unit,
        )

    columns = columns_for(asked.game, asked.measure, asked.unit)
    rotate = "cyclic" if asked.rotate is None else asked.rotate
    arms = made(columns, rotate)
    if len(arms) < 2:
        raise UsageError("a comparison needs two arms or more: the first is the base")
    measure = measure_of(arms[0].plan, asked.measure)
    if all(alike(arm.plan) for arm in arms):
        if asked.rotate is None and (asked.by == "seat" or not measure.of_player):
            arms = made(columns, "none")
        elif rotate != "none" and measure.name == "win_share" and asked.by != "seat":
            _need_difference(arms)
    return arms, measure


def _need_difference(arms: Sequence[Arm]) -> None:
    """Refuse a question whose answer is an even share, whatever is played."""
    seats = {len(arm.plan.lineup) for arm in arms}
    if len(seats) == 1 and len({arm.plan.digest for arm in arms}) > 1:
        raise UsageError(
            "all players are alike in every arm and change seats, so each wins an even share "
            "whatever the rules; compare by='seat', by another measure (measure='turns'), or give "
            "a line-up of different players"
        )


def columns_for(game: Game, measure: str, unit: str) -> str:
    """The least level of columns that keeps a measure."""
    lineup = ["random"] * game.min_seats
    for columns in LEVELS[:-1]:
        try:
            measure_of(make_plan(game, lineup, columns=columns, unit=unit), measure)
        except UsageError:
            continue
        return columns
    return LEVELS[-1]


def _differences(
    arms: Sequence[Arm],
    runs: Sequence[Run],
    measure: Measure,
    groups: tuple[int, ...],
    by: str | None,
) -> tuple[Difference, ...]:
    tallies = [tally(run, measure, groups, by) for run in runs]
    found = []
    for arm, own in zip(arms[1:], tallies[1:], strict=True):
        same = arm.plan.digest == arms[0].plan.digest
        for place, group in enumerate(groups):
            what = paired(tallies[0], own, place, same=same)
            found.append(
                Difference(
                    base=arms[0].name,
                    arm=arm.name,
                    group=f"{by or 'player'} {group}" if measure.of_player else "",
                    base_mean=tallies[0].mean(place),
                    arm_mean=own.mean(place),
                    difference=what.difference,
                    p=what.p,
                    p_holm=what.p,
                    differing=what.differing,
                    saved=what.saved,
                    same=same,
                )
            )
    corrected = holm([difference.p for difference in found])
    return tuple(
        dataclasses.replace(difference, p_holm=p)
        for difference, p in zip(found, corrected, strict=True)
    )
