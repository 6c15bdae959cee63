"""Where a policy loses most: situations in which another choice would have served it better."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from squirrelstats.columns import SHARE_UNITS
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import RatioSums, hedged, mean_of, p_value
from squirrelstats.games.contract import Game
from squirrelstats.intervals import holm
from squirrelstats.policies._decision_space import Kept
from squirrelstats.simulate._in_order import in_order
from squirrelstats.simulate.api import asked_for, asked_threads
from squirrelstats.simulate.decision_table import decision_frame
from squirrelstats.simulate.decisions import (
    checked_share,
    decision_space,
    joined_decisions,
    kept_decisions,
)
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._batches import checked_count
from squirrelstats.stats._blunders_result import Blunders, Example, Situation
from squirrelstats.stats._situations import situations
from squirrelstats.stats.arms import make_arms

MEASURES = ("win_share", "score")
#: On which cards the second half of the play-outs goes on.
JUDGES = ("real", "redeals")
#: Deals that are played unless told.
USUAL_ROUNDS = 200
#: Decisions that a task plays out; examples told of each situation.
TASK, EXAMPLES = 8, 5


def blunders(
    game: str | Game,
    policy: Any,
    *,
    lineup: Sequence[Any] | None = None,
    rules: Any = None,
    rounds: int | None = None,
    matches: int | None = None,
    sample: float = 0.05,
    repeats: int = 100,
    measure: str = "win_share",
    judge: str = "real",
    by: str | Sequence[str] | None = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "cyclic",
    threads: int | None = None,
    progress: bool | None = None,
) -> Blunders:
    """Rank the situations in which a policy's choices lose most.

    Of a sample of its decisions every legal action is played out over `repeats` redeals of what the
    policy could not know, and the best-looking one noted. That one and the one taken are then
    played out again, `repeats` times, with the cards as they really lay: what the first half
    flatters, the second does not, and what others' actions reveal of their cards counts. The loss
    is 0 where the policy took what looked best. It is what this one decision, changed alone, would
    win back on average: no more than the best choice would.

    Parameters
    ----------
    game : str
    policy : str, Policy or Player
        Takes the place of player 0.
    lineup : sequence, optional
        Who sits at the table; default: ``baseline`` in all of four seats.
    rules : str, Path or Rules, optional
    rounds, matches : int
        Deals, or matches, to play; default: 200 rounds.
    sample : float
        Chance of each decision of the policy to be looked at.
    repeats : int
        Play-outs of each action in each half, at least 2.
    measure : str
        ``"win_share"`` or ``"score"`` of the round, whichever way is good in this game.
    judge : str
        ``"real"``: the second half goes on with the cards as they lay, which assumes nothing.
        ``"redeals"``: on other redeals, which needs fewer decisions, but holds only as far as
        others' actions reveal little.
    by : str or sequence of str, optional
        Columns of a table of decisions that make a situation, like ``["phase_name",
        "view_deck_left"]``; default: the phase and one number, chosen for each game.
    seed, rotate, threads, progress
        As for `simulate`.

    Returns
    -------
    found : Blunders

    Raises
    ------
    UsageError
        Something in the call is wrong, or no decision was sampled.

    References
    ----------
    Thaler (1988), The winner's curse, J. Econ. Perspectives 2. Holm (1979), Scand. J. Stat. 6.
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (loss of a decision, a ratio over
    deals). Horvitz and Thompson (1952), JASA 47 (loss of a round from sampled decisions).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.blunders("squarrels", "random", rounds=30, sample=0.1, repeats=10)
    >>> found.situations[0].per_round.n, len(found.frame()) == len(found.situations)
    (30, True)
    """
    if rounds is None and matches is None:
        rounds = USUAL_ROUNDS
    unit, deals = asked_for(rounds, matches, least=2)
    repeats = checked_count("repeats", repeats, 2, 10**6)
    if measure not in MEASURES:
        raise UsageError(choices("measure of blunders", measure, MEASURES))
    if judge not in JUDGES:
        raise UsageError(choices("way to judge", judge, JUDGES))
    options = {"lineup": lineup, "rules": rules, "seed": seed, "rotate": rotate, "unit": unit}
    plan = make_arms(game, [policy], **options)[0].plan
    pieces = kept_decisions(
        plan,
        deals,
        checked_share(sample),
        player=0,
        with_states=True,
        threads=threads,
        progress=False,
    )
    kept = joined_decisions(list(pieces))
    if not len(kept.rows):
        raise UsageError(
            f"none of {kept.asked:,} decisions was sampled; take more rounds or a larger sample"
        )
    frame = decision_frame(plan, kept.rows, kept.views)
    labels = situations(plan.game, frame, by)
    judged = _judge(plan, kept, repeats, measure, judge, threads, progress)
    shape = _Shape(deals, float(sample), repeats, SHARE_UNITS if measure == "win_share" else 1)
    label = np.array(labels)
    found = [
        _situation(plan, kept, judged, name, label == name, shape) for name in dict.fromkeys(labels)
    ]
    return Blunders(plan, measure, judge, deals, len(label), repeats, shape.sample, _ranked(found))


class _Shape(NamedTuple):
    """How much was played, and what the kernel's integers must be divided by."""

    deals: int
    sample: float
    repeats: int
    scale: int


@dataclass(frozen=True, eq=False)
class _Judged:
    """What the play-outs say of every decision.

    Attributes
    ----------
    best : int64 (decisions,)
        The action that looked best on redeals; the one taken, if none looked better.
    promised : int64 (decisions,)
        Its gain there, added up over the repeats, in the kernel's integers.
    losses : int64 (decisions, repeats)
        Its gain on the other play-outs.
    """

    best: np.ndarray
    promised: np.ndarray
    losses: np.ndarray


def _judge(
    plan: Plan,
    kept: Kept,
    repeats: int,
    measure: str,
    judge: str,
    threads: int | None,
    progress: bool | None,
) -> _Judged:
    """Play every decision out: on redeals to choose, then again to judge."""
    sign = -1 if measure == "score" and plan.game.score_goal == "low" else 1
    seed = plan.seed.get("sample", 0) if isinstance(plan.seed, Mapping) else plan.seed
    to_choose, to_judge = (_own_seed(seed, half) for half in range(2))

    def make_worker() -> Any:
        space = decision_space(plan)
        space.play_out(kept, 0, [int(kept.rows["action"][0])], 0, 0, 0)  # compiles

        def played(place: int, actions: list[int], seed: int, redeal: bool) -> np.ndarray:
            scores, shares = space.play_out(kept, place, actions, 0, repeats, seed, redeal=redeal)
            return sign * (shares if measure == "win_share" else scores)

        def one(place: int) -> tuple[int, int, np.ndarray]:
            row = kept.rows[place]
            taken, mask = int(row["action"]), int(row["legal"])
            others = [a for a in range(mask.bit_length()) if mask >> a & 1 and a != taken]
            sums = played(place, [taken, *others], to_choose, True).sum(axis=0)
            best = int(np.argmax(sums))  # the action taken comes first, and stays if none is better
            if best == 0:
                return taken, 0, np.zeros(repeats, np.int64)
            action = others[best - 1]
            values = played(place, [taken, action], to_judge, judge == "redeals")
            return action, int(sums[best] - sums[0]), values[:, 1] - values[:, 0]

        return lambda places: [one(place) for place in places]

    every = range(len(kept.rows))
    tasks = [every[first : first + TASK] for first in every[::TASK]]
    what = (f"{plan.game.name}: what if", "pieces")
    results = in_order(tasks, make_worker, asked_threads(threads), progress=progress, what=what)
    best, promised, losses = zip(*(found for piece in results for found in piece), strict=True)
    return _Judged(np.array(best), np.array(promised, np.int64), np.stack(losses))


def _situation(
    plan: Plan, kept: Kept, judged: _Judged, name: str, mine: np.ndarray, shape: _Shape
) -> Situation:
    """Estimates of one situation, on deals; p is corrected later."""
    deal = kept.rows["deal"][mine]
    sums = judged.losses[mine].sum(axis=1)
    cells = np.bincount(deal, minlength=shape.deals)
    totals = np.zeros(shape.deals, np.int64)
    np.add.at(totals, deal, sums)
    unit = shape.scale * shape.repeats
    ratio = RatioSums()
    ratio.add(cells, totals)
    per_round = mean_of(totals, unit * shape.sample * len(plan.seating))
    per_decision = ratio.mean(unit)
    others = RatioSums()
    elsewhere = deal[judged.best[mine] != kept.rows["action"][mine]]
    others.add(cells, np.bincount(elsewhere, minlength=shape.deals))
    differing = int(np.count_nonzero(totals))
    per_round, per_decision = hedged(per_round), hedged(per_decision)
    places = np.flatnonzero(mine)
    first = places[np.argsort(-judged.promised[places], kind="stable")][:EXAMPLES]
    return Situation(
        name=name,
        decisions=len(deal),
        other=others.mean(share=True),
        per_round=per_round,
        per_decision=per_decision,
        p=p_value(per_round),
        p_holm=1.0,
        differing=differing,
        examples=tuple(_example(plan, kept, judged, int(place), shape.scale) for place in first),
    )


def _example(plan: Plan, kept: Kept, judged: _Judged, place: int, scale: int) -> Example:
    row, losses = kept.rows[place], judged.losses[place]
    deal, playing, number, decision = (
        int(row[key]) for key in ("deal", "playing", "match_round", "number")
    )
    return Example(
        deal=deal,
        playing=playing,
        round=number,
        decision=decision,
        taken=plan.game.actions[int(row["action"])],
        alternative=plan.game.actions[int(judged.best[place])],
        promised=float(judged.promised[place] / len(losses) / scale),
        loss=mean_of(losses, scale),
    )


def _ranked(found: list[Situation]) -> tuple[Situation, ...]:
    """With p corrected for those that are judged; the largest loss first, the others last."""
    judged = [situation for situation in found if not situation.few]
    corrected = holm([situation.p for situation in judged])
    judged = [replace(s, p_holm=p) for s, p in zip(judged, corrected, strict=True)]
    few = [situation for situation in found if situation.few]
    return tuple(
        situation
        for part in (judged, few)
        for situation in sorted(part, key=lambda s: (-s.per_round.value, s.name))
    )


def _own_seed(seed: int, half: int) -> int:
    """Seeds of the two halves of the play-outs, which no run is likely to have."""
    digest = hashlib.sha256(f"blunders {seed} {half}".encode()).digest()
    return int.from_bytes(digest[:8], "little")
