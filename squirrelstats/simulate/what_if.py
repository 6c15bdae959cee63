"""The same round continued with another choice, over redealt hidden cards and chance drawn anew."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats import _rng
from squirrelstats._display import (
    LOWER_IS_BETTER,
    filled,
    html_block,
    html_table,
    interval,
    text_block,
    text_table,
)
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate, Judged, hedged, mean_of, p_value
from squirrelstats.intervals import holm
from squirrelstats.policies._decision_space import DecisionSpace, Kept
from squirrelstats.simulate._in_order import in_order
from squirrelstats.simulate.api import asked_threads
from squirrelstats.simulate.decision_table import phase_names
from squirrelstats.simulate.decisions import decision_space
from squirrelstats.simulate.plan import Plan

if TYPE_CHECKING:
    import pandas as pd

#: Redeals of a task; most of them in all.
TASK_REPEATS, REPEAT_LIMIT = 500, 10**7


@dataclass(frozen=True)
class Choice(Judged):
    """One action at the decision, and how the round went on from it.

    Attributes
    ----------
    action : int
    name : str
    taken : bool
        It is what the policy chose.
    win_share, score : Estimate
        Of the seat that decides, over redeals.
    share_difference, score_difference : Estimate
        From the action taken, on common redeals.
    p, p_holm : float
        Of the difference in win share: two-sided by Student's t, and corrected by Holm for all
        alternatives.
    differing : int
        Redeals in which the win share differs.
    """

    action: int
    name: str
    taken: bool
    win_share: Estimate
    score: Estimate
    share_difference: Estimate
    score_difference: Estimate
    p: float
    p_holm: float
    differing: int


@dataclass(frozen=True, repr=False)
class WhatIf:
    """What `what_if` found; it shows itself as a table and in words.

    Attributes
    ----------
    plan : Plan
    deal, playing, round, decision : int
    seat : int
        Who decided.
    policy : str
        Label of its player.
    phase : str
    choices : tuple of Choice
        The action taken first, then the alternatives in order of their numbers.
    assumptions : tuple of str
        Under which the figures hold.
    """

    plan: Plan
    deal: int
    playing: int
    round: int
    decision: int
    seat: int
    policy: str
    phase: str
    choices: tuple[Choice, ...]
    assumptions: tuple[str, ...]

    @property
    def taken(self) -> Choice:
        """What the policy chose."""
        return self.choices[0]

    @property
    def alternatives(self) -> tuple[Choice, ...]:
        """The other actions asked for."""
        return self.choices[1:]

    @property
    def n(self) -> int:
        """Redeals."""
        return self.taken.win_share.n

    @property
    def sentence(self) -> str:
        """What it says in plain words."""
        share = self.taken.win_share
        seen = f"{100 * share.value:.1f} % ({interval(100 * share.low, 100 * share.high, 1)})"
        told = (
            f"After '{self.taken.name}' {self.policy} in seat {self.seat} wins {seen} of the "
            f"rounds played on from here"
        )
        if not self.alternatives:
            return f"{told} (n = {self.n:,} redeals)."
        best = max(self.alternatives, key=lambda choice: choice.share_difference.value)
        d = best.share_difference
        ends = "unknown"
        if math.isfinite(d.low) and math.isfinite(d.high):
            ends = f"{_signed(100 * d.low, 1)} to {_signed(100 * d.high, 1)}"
        found = f"{_signed(100 * d.value, 1)} percentage points ({ends})"
        of = (
            f", the best-looking of {len(self.alternatives)} alternatives,"
            if self.choices[2:]
            else ""
        )
        if best.settled:
            more, turn = ("better", 100) if d.value > 0 else ("worse", -100)
            low, high = (
                _signed(end, 1).lstrip("+") for end in sorted((turn * d.low, turn * d.high))
            )
            found = f"{turn * d.value:.1f} percentage points ({low} to {high})"
            return f"{told}; '{best.name}'{of} is {more} by {found} (n = {self.n:,} redeals)."
        return (
            f"{told}; whether '{best.name}'{of} is better or worse is not settled: {found} "
            f"(n = {self.n:,} redeals)."
        )

    def frame(self) -> pd.DataFrame:
        """Tidy table, a row for each action.

        Returns
        -------
        frame : DataFrame
            ``action, action_name, taken, n``; ``win_share`` and ``score``, and their differences
            from the action taken, each with ``_se, _low, _high``; ``p, p_holm, settled``,
            ``differing`` redeals.
        """
        import pandas as pd

        rows = []
        for c in self.choices:
            row: dict[str, Any] = {"action": c.action, "action_name": c.name, "taken": c.taken}
            row["n"] = c.win_share.n
            for name in ("win_share", "score", "share_difference", "score_difference"):
                found = getattr(c, name)
                row[name] = found.value
                row |= {f"{name}_{part}": getattr(found, part) for part in ("se", "low", "high")}
            row |= {"p": c.p, "p_holm": c.p_holm, "settled": c.settled, "differing": c.differing}
            rows.append(row)
        return pd.DataFrame(rows)

    def _parts(self) -> tuple[str, list[str], list[str], list[list[str]]]:
        of_match = f", round {self.round}" if self.plan.in_matches else ""
        what = "match" if self.plan.in_matches else "deal"
        goal = f" · {LOWER_IS_BETTER}" if self.plan.game.score_goal == "low" else ""
        lines = [
            f"{what} {self.deal}, playing {self.playing}{of_match}, decision {self.decision}: "
            f"{self.policy} in seat {self.seat} ({self.phase})",
            f"{self.plan.rules_label} · n = {self.n:,} redeals in common{goal}",
            *(f"assumed: {text}" for text in (*self.plan.game.assumptions, *self.assumptions)),
        ]
        if len(self.alternatives) > 1:
            lines.append(
                f"95 % intervals are not corrected for {len(self.alternatives)}; p is (Holm)"
            )
        head = ["action", "win share, %", "95 %", "difference", "95 %", "p"]
        head += ["score", "95 %", "difference", "95 %"]
        rows = []
        for c in self.choices:
            d, s, e = c.share_difference, c.score_difference, c.win_share
            own = [
                f"{c.name} (taken)" if c.taken else c.name,
                f"{100 * e.value:.1f}",
                interval(100 * e.low, 100 * e.high, 1),
            ]
            points = [
                f"{c.score.value:.2f}".replace("-", "−"),
                interval(c.score.low, c.score.high, 2).replace("-", "−"),
            ]
            if c.taken:
                rows.append([*own, "", "", "", *points, "", ""])
                continue
            ends = f"{_signed(100 * d.low, 1)} to {_signed(100 * d.high, 1)}"
            few = " (few)" if c.few else ""
            rows.append(
                [
                    *own,
                    _signed(100 * d.value, 1) + few,
                    ends,
                    "<0.001" if c.p_holm < 0.001 else f"{c.p_holm:.3f}",
                    *points,
                    _signed(s.value, 2),
                    f"{_signed(s.low, 2)} to {_signed(s.high, 2)}",
                ]
            )
        return f"{self.plan.game.title}: what if", lines, head, rows

    def __repr__(self) -> str:
        title, lines, head, rows = self._parts()
        return text_block(title, lines, text_table(head, rows), "", filled(self.sentence))

    def _repr_html_(self) -> str:
        title, lines, head, rows = self._parts()
        words = f"<div>{html.escape(self.sentence)}</div>"
        return html_block(title, lines, html_table(head, rows), words)


def what_if(
    plan: Plan,
    deal: int,
    decision: int,
    action: int | str | Sequence[int | str] | None = None,
    *,
    playing: int = 0,
    round: int = 0,
    redeal: bool = True,
    repeats: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> WhatIf:
    """Play a round on from one of its decisions, with the action taken and with others.

    Each repeat deals anew what the deciding seat cannot know, draws chance from there on anew, and
    plays the round to its end with the policies of the plan, once with each action: all actions
    meet the same redeals and the same chance.

    Parameters
    ----------
    plan : Plan
    deal : int
        Number of the deal, or of the match.
    decision : int
        Number of the decision in its round, from 1, as replays and tables of decisions tell it.
    action : int, str, or sequence of them, optional
        Alternatives, by number or name; default: all that are legal.
    playing, round : int
        Number of the seating; number of the round in a match.
    redeal : bool
        False: all cards lie as they did, also those that the seat could not know, and only later
        chance is drawn anew. That is hindsight.
    repeats : int
        Redeals, at least 2.
    seed : int
        Of the redeals and of the chance after them; they have no randomness in common with a run.
    threads : int, optional

    Returns
    -------
    found : WhatIf

    Raises
    ------
    UsageError
        There is no such decision, or the action is not legal there.
    PolicyError
        A policy returned an illegal action or raised.

    References
    ----------
    Ginsberg (2001), GIB: Imperfect information in a computationally challenging game, JAIR 14 (play
    out over redeals). Glasserman and Yao (1992), Some guidelines and guarantees for common random
    numbers, Management Science 38.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squarrels", ["choosy", "baseline"], rounds=10)
    >>> found = run.what_if(deal=3, decision=5, repeats=100)
    >>> found.taken.taken, found.n, found.taken.share_difference.value
    (True, 100, 0.0)
    """
    repeats = whole("repeats", repeats, 2, REPEAT_LIMIT)
    seed = _rng.checked_seed(seed)
    space = decision_space(plan)
    kept = find_decision(space, plan, deal, playing, round, decision)
    row = kept.rows[0]
    taken = int(row["action"])
    others = _alternatives(plan, int(row["legal"]), taken, action)
    actions = [taken, *others]
    tasks = [(f, min(TASK_REPEATS, repeats - f)) for f in range(0, repeats, TASK_REPEATS)]

    def make_worker() -> Any:
        own = decision_space(plan)
        own.play_out(kept, 0, actions, 0, 0, seed)
        return lambda task: own.play_out(
            kept, 0, actions, task[0], task[1], seed, redeal=bool(redeal)
        )

    pieces = in_order(tasks, make_worker, asked_threads(threads), progress=False)
    scores, shares = (np.concatenate(part) for part in zip(*pieces, strict=True))
    return WhatIf(
        plan=plan,
        deal=int(row["deal"]),
        playing=int(row["playing"]),
        round=int(row["match_round"]),
        decision=int(row["number"]),
        seat=int(row["seat"]),
        policy=plan.labels[int(row["player"])],
        phase=phase_names(plan.game)[int(row["phase"])],
        choices=_judged(plan, actions, scores, shares),
        assumptions=_assumptions(plan, bool(redeal)),
    )


def find_decision(
    space: DecisionSpace, plan: Plan, deal: int, playing: int, round: int, decision: int
) -> Kept:
    """One decision, with what is needed to play it out."""
    deal = whole("deal", deal, 0, 2**63 - 1)
    playing = whole("playing", playing, 0, len(plan.seating) - 1)
    round = whole("round", round, 0, 2**15 if plan.in_matches else 0)
    decision = whole("decision", decision, 1, 2**31)
    seating = plan.seating[playing : playing + 1]
    of: dict[str, Any] = {"in_matches": plan.in_matches, "only": round if plan.in_matches else -1}
    kept = space.keep(seating, deal, 1, number=decision, with_states=True, **of)
    kept.rows["playing"] = playing
    here = kept.rows["match_round"] == round
    if not here.any():
        rows = space.keep(seating, deal, 1, **of).rows
        rows = rows[rows["match_round"] == round]
        if not len(rows):
            raise UsageError(f"match {deal} has no decision in round {round}")
        raise UsageError(
            f"decision must be a whole number from 1 to {len(rows)} in that round, got "
            f"{decision}; print(run.replay({deal}, {playing}, {round})) shows them"
        )
    return Kept(1, *(part[here] for part in kept[1:]))


def _assumptions(plan: Plan, redeal: bool) -> tuple[str, ...]:
    """What play-outs take for granted, in words."""
    found = []
    if redeal:
        found.append("hidden cards are redealt whatever the others' actions reveal of theirs")
        found += [text for text in (getattr(plan.game.layout, "REDEAL_NOTE", ""),) if text]
        if any("memory" in policy.arguments for policy in plan.lineup):
            found.append("the others have forgotten what they kept in memory before this decision")
        if plan.dealing.hands:
            found.append("redeals do not keep the opening hands that were asked for")
    else:
        found.append("hindsight: hidden cards lie as they did, only later chance is drawn anew")
    if plan.in_matches:
        found.append("outcomes are those of the round, not of the match")
    return tuple(found)


def _judged(
    plan: Plan, actions: list[int], scores: np.ndarray, shares: np.ndarray
) -> tuple[Choice, ...]:
    """Estimates of every action; the first is the one taken."""
    found = []
    for place in range(len(actions)):
        by = shares[:, place] - shares[:, 0], scores[:, place] - scores[:, 0]
        share, score = mean_of(by[0], SHARE_UNITS), mean_of(by[1])
        if place:
            share, score = hedged(share, 1.0), hedged(score)
        found.append((share, score, int(np.count_nonzero(by[0]))))
    p = [1.0, *(p_value(share, 1.0) for share, _, _ in found[1:])]
    corrected = [1.0, *holm(p[1:])]
    return tuple(
        Choice(
            action,
            plan.game.actions[action],
            place == 0,
            mean_of(shares[:, place], SHARE_UNITS, share=True),
            mean_of(scores[:, place]),
            share,
            score,
            p[place],
            corrected[place],
            differing,
        )
        for place, (action, (share, score, differing)) in enumerate(
            zip(actions, found, strict=True)
        )
    )


def _alternatives(plan: Plan, legal: int, taken: int, wanted: Any) -> list[int]:
    """Numbers of the actions asked for, ascending, without the one taken."""
    names = plan.game.actions
    allowed = {action: names[action] for action in range(legal.bit_length()) if legal >> action & 1}
    several = isinstance(wanted, Sequence) and not isinstance(wanted, str)
    chosen = set()
    for what in allowed if wanted is None else wanted if several else [wanted]:
        numbers = [a for a, name in allowed.items() if what == name] or [what]
        if isinstance(what, bool) or numbers[0] not in allowed:
            shown = [f"{name} ({action})" for action, name in allowed.items()]
            raise UsageError(choices("action at this decision", what, shown))
        chosen.add(int(numbers[0]))
    return sorted(chosen - {taken})


def whole(what: str, value: Any, least: int, most: int) -> int:
    """A whole number within bounds, or a clear error."""
    number = (
        least - 1 if isinstance(value, bool) or not hasattr(value, "__index__") else index(value)
    )
    if not least <= number <= most:
        raise UsageError(f"{what} must be a whole number from {least} to {most:,}, got {value!r}")
    return number


def _signed(value: float, places: int) -> str:
    """A number with its sign."""
    if math.isinf(value):
        return "−∞" if value < 0 else "+∞"
    text = f"{value:+.{places}f}".replace("-", "−")
    return text if any(digit in text for digit in "123456789") else text[1:]
