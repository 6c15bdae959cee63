"""What a run says of itself: small print and table, for text and HTML."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from squirrelstats._display import LOWER_IS_BETTER, interval, percent
from squirrelstats.estimate import Estimate

if TYPE_CHECKING:
    from squirrelstats.simulate.run import Run

#: Columns of ``rounds`` whose means a run shows.
LENGTHS = ("turns", "mini_turns", "decisions", "forced")


def header(run: Run) -> list[str]:
    """Rules, how much was played, how long it took, where it lies."""
    plan = run.plan
    seatings = f" × {run.playings} seatings ({plan.rotate})" if run.playings > 1 else ""
    goal = f" · {LOWER_IS_BETTER}" if plan.game.score_goal == "low" else ""
    lines = [f"{plan.rules_label} · {plan.counted(run.deals)}{seatings} · seed {plan.seed}{goal}"]
    lines += [f"assumed: {text}" for text in plan.assumptions]
    if run.deals:
        single = f" (one {'match' if plan.in_matches else 'deal'}, so no intervals)"
        unknown = "" if run.deals > 1 else single
        if plan.in_matches:
            rounds, cut = run.means("matches", ["rounds", "truncated"])
            lines.append(f"a match{unknown}: {rounds.value:.2f} rounds{_behind(rounds)}")
            lines += _cut(cut, "the limit of rounds", "matches")
            unknown = ""
        names = [name for name in LENGTHS if run.has_column("rounds", name)]
        *lengths, cut = run.means("rounds", [*names, "truncated"])
        parts = [
            f"{mean.value:.2f} {name.replace('_', '-')}{_behind(mean)}"
            for name, mean in zip(names, lengths, strict=True)
        ]
        lines.append(f"a round{unknown}: {', '.join(parts)}")
        lines += _cut(cut, "the turn cap", "rounds", always=plan.game.endless)
    if run.folder is not None:
        lines.append(f"on disk: {run.folder}")
    return lines


def _behind(mean: Estimate) -> str:
    sampled = math.isfinite(mean.high) and mean.low < mean.high
    return f" ({interval(mean.low, mean.high, 2)})" if sampled else ""


def _cut(share: Estimate, by: str, what: str, *, always: bool = False) -> list[str]:
    """A line about what was not played to its end, if anything was not, or always."""
    if not share.value and not always:
        return []
    among = f"{100 * share.low:.2f} to {percent(share.high)}"
    return [f"cut by {by}: {percent(share.value)} of {what} ({among})"]


def table(run: Run) -> tuple[list[str], list[list[str]]]:
    """Header and rows of win shares and points by policy."""
    points = "mean total" if run.plan.in_matches else "mean score"
    head = ["policy", "win share", "95 % interval", points, "95 % interval", "n"]
    rows = []
    for group in run.groups("policy") if run.deals else ():
        share, score = group.win_share, group.score
        rows.append(
            [
                str(group.key[0]),
                percent(share.value),
                f"{100 * share.low:.2f} to {percent(share.high)}",
                f"{score.value:.3f}",
                interval(score.low, score.high, 3),
                f"{share.n:,}",
            ]
        )
    return head, rows
