"""What-ifs of many decisions, as one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats import _rng
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.errors import UsageError, choices
from squirrelstats.simulate._in_order import in_order
from squirrelstats.simulate.api import asked_threads
from squirrelstats.simulate.decisions import decision_space
from squirrelstats.simulate.plan import Plan
from squirrelstats.simulate.what_if import REPEAT_LIMIT, find_decision, whole

if TYPE_CHECKING:
    import pandas as pd

#: Columns of a table of decisions that say which one a row is.
WHICH = ("deal", "playing", "round_in_match", "decision")


def what_ifs(
    plan: Plan,
    decisions: pd.DataFrame,
    action: int | str | Sequence[int | str] | None = None,
    *,
    redeal: bool = True,
    repeats: int = 100,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Play many decisions on, each with the action taken and with others.

    Each is a `what_if` with the same seed, so a row is what that one finds. Means of the
    differences over rows belong to ``sq.estimates``, which knows that rows of a deal are related.

    Parameters
    ----------
    plan : Plan
    decisions : DataFrame
        Rows of a table of decisions of this plan (``sq.decisions(…).frame()``), any selection.
    action : int, str, or sequence of them, optional
        Alternatives, where they are legal and not what was taken; default: all.
    redeal, repeats, seed
        As for `what_if`.
    threads, progress
        As for `simulate`.

    Returns
    -------
    frame : DataFrame
        A row for each decision and alternative: the columns of ``decisions``, then ``other`` and
        ``other_name``, ``repeats``; ``share_taken`` and ``share_other``, ``score_taken`` and
        ``score_other``, and their differences (other minus taken) ``share_gain, score_gain``.

    Raises
    ------
    UsageError
        The table lacks the columns that say which decision a row is, a decision does not exist, or
        no row has such an alternative.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squarrels", ["choosy", "baseline"], rounds=20)
    >>> asked = run.decisions(sample=0.1, progress=False).frame()
    >>> found = run.what_ifs(asked[asked.phase_name == "race"], "hold", repeats=20)
    >>> bool((found.other_name == "hold").all())
    True
    """
    import pandas as pd

    repeats = whole("repeats", repeats, 2, REPEAT_LIMIT)
    seed = _rng.checked_seed(seed)
    lacking = [name for name in WHICH if name not in getattr(decisions, "columns", ())]
    if lacking:
        raise UsageError(
            f"decisions must be rows of a table of decisions, such as run.decisions().frame(); "
            f"this has no column {', '.join(lacking)}"
        )
    names = plan.game.actions
    wanted = _wanted(names, action)
    rows = [tuple(map(int, row)) for row in decisions[list(WHICH)].to_numpy()]

    def make_worker() -> Callable[[tuple[int, ...]], tuple[list[int], np.ndarray]]:
        space = decision_space(plan)

        def work(where: tuple[int, ...]) -> tuple[list[int], np.ndarray]:
            deal, playing, round, number = where
            kept = find_decision(space, plan, deal, playing, round, number)
            taken, mask = int(kept.rows[0]["action"]), int(kept.rows[0]["legal"])
            others = [a for a in wanted if mask >> a & 1 and a != taken]
            if not others:
                return [], np.empty((2, 1))
            played = space.play_out(
                kept, 0, [taken, *others], 0, repeats, seed, redeal=bool(redeal)
            )
            return others, np.stack([part.mean(axis=0) for part in played])

        return work

    what = (f"{plan.game.name}: what if", "decisions")
    found = list(in_order(rows, make_worker, asked_threads(threads), progress=progress, what=what))
    others = np.array([a for alternatives, _ in found for a in alternatives], np.int64)
    if not len(others):
        raise UsageError(f"in none of {len(rows):,} decisions is there such an alternative")
    counts = [len(alternatives) for alternatives, _ in found]
    frame = decisions.iloc[np.repeat(np.arange(len(rows)), counts)].reset_index(drop=True)
    columns: dict[str, Any] = {"other": others, "other_name": [names[a] for a in others]}
    columns["repeats"] = repeats
    for place, (name, unit) in enumerate((("score", 1), ("share", SHARE_UNITS))):
        taken = np.repeat([means[place, 0] for _, means in found], counts) / unit
        other = np.concatenate([means[place, 1:] for _, means in found]) / unit
        columns |= {f"{name}_taken": taken, f"{name}_other": other, f"{name}_gain": other - taken}
    return pd.concat([frame, pd.DataFrame(columns)], axis=1).copy()  # in one piece


def _wanted(names: Sequence[str], action: Any) -> list[int]:
    """Numbers of the actions asked for; all, if none is."""
    if action is None:
        return list(range(len(names)))
    several = isinstance(action, Sequence) and not isinstance(action, str)
    known: dict[Any, int] = {name: number for number, name in enumerate(names)}
    known |= {number: number for number in range(len(names))}
    chosen = set()
    for what in action if several else [action]:
        if isinstance(what, bool) or what not in known:
            raise UsageError(choices("action", what, names))
        chosen.add(known[what])
    return sorted(chosen)
