"""Squirrels told move by move: each event becomes a sentence with the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from squirrelstats.games._narration import Line, Step, note_capacity, steps
from squirrelstats.games.squirrels import _ending, _plays, _turns
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._story import Story

_TELL: dict[str, Callable[[Story, Step], None]] = {
    "ASKED": _turns.asked,
    "DEALT": _turns.dealt,
    "TOP_SHOWN": _turns.top_shown,
    "TURN": _turns.turn,
    "SKIPPED": _turns.skipped,
    "LAID_HAND": _plays.laid,
    "LAID_TOP": _plays.laid,
    "PLAYED": _plays.played,
    "CLEARED": _plays.cleared,
    "SQUIRRELED": _plays.squirreled,
    "PUSHED": _plays.pushed,
    "SKIP_LAID": _plays.skip_laid,
    "BLIND_TURNED": _plays.blind_turned,
    "BLIND_FAILED": _plays.blind_failed,
    "BLIND_UNUSABLE": _plays.blind_unusable,
    "PICKED_UP": _plays.picked_up,
    "UNCOVERED": _plays.uncovered,
    "PASSED": _turns.passed,
    "FIRST_OUT": _ending.first_out,
    "OUT": _ending.out,
    "TRUNCATED": _ending.truncated,
    "SCORED": _ending.scored,
    "SWAPPED": _turns.swapped,
    "DREW": _turns.drew,
    "TOTALLED": _ending.totalled,
    "NEXT_STARTER": _ending.next_starter,
    "MATCH_WON": _ending.match_won,
}
#: Names of the events by code.
EVENTS: dict[int, str] = {getattr(L, name): name for name in (*_TELL, "TOOK")}
#: Events that come once per card or kind of card.
_BY_KIND = (L.DEALT, L.TOP_SHOWN, L.TOOK)
#: Events with which a record may end.
_LAST = (L.SCORED, L.NEXT_STARTER, L.MATCH_WON)


def narrate(events: np.ndarray, names: Sequence[str], rules: Any) -> list[Line]:
    """Tell a round, or the rounds of a match one after another.

    Parameters
    ----------
    events : int32 (events, 4)
        Code, seat, card, amount, as ``docs/contract.md`` lists them. They may break off anywhere.
    names : sequence of str
        What the players are called, by seat in the first of the rounds.
    rules : Rules
        The rules in force; what follows from an option cites its value.

    Returns
    -------
    lines : list of Line
        Each event is told by exactly one of them.

    Examples
    --------
    >>> from squirrelstats.games.squirrels.rules import Rules
    >>> events = [(L.TURN, 0, -1, 1), (L.LAID_HAND, 0, L.TEN, 2), (L.PLAYED, 0, L.TEN, 2)]
    >>> for line in narrate(np.array(events), ["baseline", "random"], Rules())[:2]:
    ...     print("  " * line.indent + line.text)
    Turn 1 · baseline (seat 0)
      plays two Tens on the open table
    """
    story = Story(names, rules, EVENTS)
    told = _moved(steps(events, _BY_KIND))
    for place, step in enumerate(told):
        story.coming = told[place + 1].code if place + 1 < len(told) else -1
        _TELL[EVENTS[step.code]](story, step)
    _ending.close(story)
    note_capacity(story, events, _LAST)
    return story.lines


def _moved(told: Iterable[Step]) -> list[Step]:
    """The steps, but which cards have moved to a hand belongs to the step that moved them."""
    joined: list[Step] = []
    for step in told:
        if step.code == L.TOOK:
            joined[-1] = replace(joined[-1], rows=joined[-1].rows + step.rows)
        else:
            joined.append(step)
    return joined
