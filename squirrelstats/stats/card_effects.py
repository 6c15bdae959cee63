"""What a card in the opening hand goes along with: observed, by number of copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from squirrelstats._display import LOWER_IS_BETTER, ShownAsTable, percent
from squirrelstats.errors import UsageError, choices, listed
from squirrelstats.estimate import Estimate
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats._cells import CellSums, in_threads, tallied

if TYPE_CHECKING:
    import pandas as pd

PREFIX = "opening_"
#: Cells with fewer seat rounds than this are marked as small.
SMALL = 100


@dataclass(frozen=True)
class CountEffect:
    """Seats that held exactly so many copies of a kind in the opening hand.

    Attributes
    ----------
    kind : str
    copies : int
    hands : int
        Seat rounds with that many copies.
    win_share, score : Estimate
        Over those seat rounds; ``n`` counts the blocks that had any.
    """

    kind: str
    copies: int
    hands: int
    win_share: Estimate
    score: Estimate

    @property
    def small(self) -> bool:
        """Too few hands to say much."""
        return self.hands < SMALL


@dataclass(frozen=True, repr=False)
class CardEffects(ShownAsTable):
    """Observational card effects of a run.

    Observational: hands with more Fives have fewer of something else, and the table does not say
    what a Five *causes*; it says how hands with so many Fives did.

    Attributes
    ----------
    title : str
    policy : str or None
        Whose hands, None for all.
    effects : tuple of CountEffect
    rules_label : str
        Rules played.
    score_goal : str
        Which scores are good, ``"high"`` or ``"low"``.
    assumptions : tuple of str
        What is assumed about the game.
    """

    title: str
    policy: str | None
    effects: tuple[CountEffect, ...]
    rules_label: str = ""
    score_goal: Literal["high", "low"] = "high"
    assumptions: tuple[str, ...] = ()

    def frame(self) -> pd.DataFrame:
        """Tidy table: kind, copies, hands, n, win share and mean score with se, low, high."""
        import pandas as pd

        rows = [
            (
                e.kind,
                e.copies,
                e.hands,
                e.win_share.n,
                *(e.win_share.value, e.win_share.se, e.win_share.low, e.win_share.high),
                *(e.score.value, e.score.se, e.score.low, e.score.high),
            )
            for e in self.effects
        ]
        columns = ["kind", "copies", "hands", "n", "win_share", "se", "low", "high"]
        columns += ["score_mean", "score_se", "score_low", "score_high"]
        return pd.DataFrame(rows, columns=columns)

    def _lines(self) -> tuple[str, list[str]]:
        whose = f"hands of {self.policy}" if self.policy else "all hands"
        goal = f" · {LOWER_IS_BETTER}" if self.score_goal == "low" else ""
        return (
            f"{self.title}: opening hands by copies of a card",
            [
                f"{self.rules_label} · {whose}{goal}".removeprefix(" · "),
                f"observational, not causal; (small): fewer than {SMALL} hands",
                *(f"assumed: {text}" for text in self.assumptions),
            ],
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["card", "copies", "hands", "win share", "95 %", "mean score", "95 %"]
        rows = []
        for e in self.effects:
            share, score = e.win_share, e.score
            rows.append(
                [
                    e.kind,
                    str(e.copies),
                    f"{e.hands:,}" + (" (small)" if e.small else ""),
                    percent(share.value),
                    f"{100 * share.low:.2f} to {percent(share.high)}",
                    _points(score.value),
                    f"{_points(score.low)} to {_points(score.high)}",
                ]
            )
        return header, rows


def card_effects(
    run: Run, kinds: str | Sequence[str] | None = None, *, policy: str | None = None
) -> CardEffects:
    """Win share and mean score by copies of each card in the opening hand (observational).

    Parameters
    ----------
    run : Run
        With ``columns="cards"`` or ``"all"``.
    kinds : str or sequence of str, optional
        Cards as columns name them (``"five"``, ``"gold"``, ``"face_0"``), or as the rules do where
        they decide what cards show (``"RB"``); default: all. Tables and charts use the latter.
    policy : str, optional
        Only hands of that policy (its label in the run).

    Returns
    -------
    effects : CardEffects
        Standard errors are those of a ratio of sums over blocks, so hands of one deal are not
        taken for independent.

    Raises
    ------
    UsageError
        The run has no opening hands, or no such card or policy.

    References
    ----------
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (ratio estimates).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squarrels", ["baseline"] * 4, rounds=500, columns="cards")
    >>> sq.card_effects(run, ["gold"]).frame().hands.sum()
    np.int64(2000)
    """
    plan = checked_run(run).plan
    offered = kept_kinds(run, PREFIX)
    if not offered:
        raise UsageError(
            'this run did not keep opening hands; simulate with columns="cards" to see card effects'
        )
    chosen = chosen_kinds(plan, kinds, offered)
    if policy is not None and policy not in plan.labels:
        raise UsageError(choices("policy of this run", policy, dict.fromkeys(plan.labels)))
    groups = [0 if policy in (None, label) else -1 for label in plan.labels]

    def count(chunk: Chunk) -> dict[str, CellSums]:
        found = {}
        for kind in chosen:
            held = chunk.values["seats"][offered[kind]]
            member = np.eye(int(held.max(initial=0)) + 1, dtype=bool)
            found[kind] = tallied(plan, chunk, held, member, groups)
        return found

    sums: dict[str, CellSums] = {}
    chunks = run.blocks("seats", (*(offered[k] for k in chosen), "win_share", "score"))
    for part in in_threads(chunks, count):
        sums = {kind: sums[kind] + own if kind in sums else own for kind, own in part.items()}
    effects = tuple(
        CountEffect(
            kind,
            copies,
            of_kind.cells(0, copies),
            of_kind.mean(0, copies, "win_share"),
            of_kind.mean(0, copies, "score"),
        )
        for kind, of_kind in sums.items()
        for copies in range(of_kind.sums.shape[1])
        if of_kind.cells(0, copies)
    )
    game = plan.game
    return CardEffects(
        *(game.title, policy, effects, plan.rules_label, game.score_goal, plan.assumptions)
    )


def checked_run(run: Run) -> Run:
    """It is a run, or a clear error."""
    if not isinstance(run, Run):
        raise UsageError(
            f"card effects are those of a run (from sq.simulate), got {type(run).__name__}"
        )
    return run


def names_by_kind(plan: Plan) -> dict[str, str]:
    """What cards are called under the plan's rules, by the kind that columns are named by."""
    return dict(zip(plan.game.layout.KINDS, plan.game.kind_names(plan.rules), strict=False))


def deck_of(plan: Plan) -> dict[str, int]:
    """Copies in the deck, by name of the card."""
    return dict(zip(names_by_kind(plan).values(), map(int, plan.rules.counts), strict=False))


def kept_kinds(run: Run, prefix: str) -> dict[str, str]:
    """Columns of a run by name of the card, of those with this prefix."""
    return {
        name: prefix + kind
        for kind, name in names_by_kind(run.plan).items()
        if run.has_column("seats", prefix + kind)
    }


def chosen_kinds(
    plan: Plan, kinds: str | Sequence[str] | None, offered: Mapping[str, object] | Sequence[str]
) -> list[str]:
    """The cards asked for, each once; all that are offered if none are.

    Raises
    ------
    UsageError
        There is no such card.
    """
    called = names_by_kind(plan)
    one = [kinds] if isinstance(kinds, str) else kinds
    asked = offered if one is None else listed("kinds", one)
    chosen = list(dict.fromkeys(called.get(kind, kind) for kind in asked))
    for kind in chosen:
        if kind not in offered:
            raise UsageError(choices("card", kind, offered))
    return chosen


def _points(value: float) -> str:
    return f"{value:.2f}".replace("-", "−").replace("inf", "∞")
