"""The small print of a run's charts: rules, n, what the intervals are."""

from __future__ import annotations

from squirrelstats.errors import UsageError
from squirrelstats.simulate.run import Run


def about(run: Run, intervals: str = "95 % intervals") -> str:
    """Rules, number of deals or matches and seatings, the kind of interval, what is assumed.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> about(sq.simulate("squarrels", ["baseline"] * 2, rounds=1000, rotate="cyclic"))
    'rulebook_2009 · n = 1,000 deals, each in 2 seatings · 95 % intervals'
    """
    seatings = f", each in {run.playings} seatings" if run.playings > 1 else ""
    played = f"n = {run.plan.counted(run.deals)}"
    assumed = "".join(f" · assumed: {text}" for text in run.plan.assumptions)
    return f"{run.plan.rules_label} · {played}{seatings} · {intervals}{assumed}"


def need(found: object, kind: type, what: str, call: str) -> None:
    """Refuse what a chart cannot draw, naming the call that makes what it can.

    Raises
    ------
    UsageError
        It is no such result.

    Examples
    --------
    >>> need([1, 2], Run, "a run", "sq.plot.scores(sq.simulate(…))")
    Traceback (most recent call last):
    squirrelstats.errors.UsageError: this chart draws a run, got list; write \
sq.plot.scores(sq.simulate(…))
    """
    if not isinstance(found, kind):
        raise UsageError(f"this chart draws {what}, got {type(found).__name__}; write {call}")


def need_deals(run: Run) -> None:
    """Refuse what is no run, or a run without results."""
    need(run, Run, "a run", "sq.plot.scores(run), or another chart, of run = sq.simulate(…)")
    if run.deals < 1:
        what = "matches" if run.plan.in_matches else "deals"
        raise UsageError(f"this run has no finished {what}, so there is nothing to draw")
