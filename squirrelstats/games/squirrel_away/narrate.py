"""Squirrel Away told move by move: each event becomes a sentence with the rule behind it.

A transcript knows more than any player: it says what was laid face down, what was in the fist, and
whether a claim was true when it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from squirrelstats.games._narration import Line, Step, note_capacity, steps
from squirrelstats.games.squirrel_away import _ending, _settling, _turns, _verdicts
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._story import Story

_TELL: dict[str, Callable[[Story, Step], None]] = {
    "ASKED": _turns.asked,
    "DEALT": _turns.dealt,
    "TURN": _turns.turn,
    "NO_CARD": _turns.no_card,
    "STARTED_EARLY": _turns.started_early,
    "FOULED": _turns.fouled,
    "EXPOSED": _turns.exposed,
    "LAID": _turns.laid,
    "GRABBED": _turns.grabbed,
    "SLIPPED": _turns.slipped,
    "CLAIMED": _turns.claimed,
    "PERCEIVED": _verdicts.perceived,
    "SAID_GOOD": _verdicts.said_good,
    "CALLED_CARD": _verdicts.called,
    "CALLED_FIST": _verdicts.called,
    "CARD_SHOWN": _verdicts.card_shown,
    "FIST_SHOWN": _verdicts.fist_shown,
    "KEPT_ALL": _settling.kept_all,
    "KEPT_ONE": _settling.kept_one,
    "RETURNED": _settling.returned,
    "TOOK": _settling.took,
    "TOOK_REST": _settling.took_rest,
    "PAID_BACK": _settling.paid_back,
    "REFUNDED": _settling.refunded,
    "STASHED": _settling.stashed,
    "CARDS_OUT": _ending.cards_out,
    "TOKENS_OUT": _ending.tokens_out,
    "TIE_BROKEN": _ending.tie_broken,
    "TRUNCATED": _ending.truncated,
    "SCORED": _ending.scored,
    "TOTALLED": _ending.totalled,
    "NEXT_STARTER": _ending.next_starter,
    "MATCH_WON": _ending.match_won,
}
#: Names of the events by code.
EVENTS: dict[int, str] = {getattr(L, name): name for name in (*_TELL, "FIST_ACORNS")}
#: Events that come once per face, colour or acorn.
_BY_KIND = (L.DEALT, L.GRABBED, L.SLIPPED, L.FIST_ACORNS)
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
    >>> from squirrelstats.games.squirrel_away.rules import Rules
    >>> events = [
    ...     (L.TURN, 0, -1, 1),
    ...     (L.LAID, 0, 0, 4),
    ...     *((L.GRABBED, 0, colour, 1) for colour in (L.RED, L.BLUE, L.GREEN)),
    ...     (L.CLAIMED, 0, 0, -1),
    ... ]
    >>> for line in narrate(np.array(events), ["baseline", "random"], Rules())[:4]:
    ...     print("  " * line.indent + line.text)
    Turn 1 · baseline (seat 0)
      lays the card Red and Blue face down (4 cards left)
      grabs Red, Blue and Green
      claims Red and Blue (the fist is not)
    """
    story = Story(names, rules, EVENTS)
    told = _opened(steps(events, _BY_KIND))
    for place, step in enumerate(told):
        story.coming = told[place + 1].code if place + 1 < len(told) else -1
        _TELL[EVENTS[step.code]](story, step)
    _ending.close(story)
    note_capacity(story, events, _LAST)
    return story.lines


def _opened(told: Iterable[Step]) -> list[Step]:
    """The steps, but what was in a fist belongs to the step that shows it."""
    joined: list[Step] = []
    for step in told:
        if step.code == L.FIST_ACORNS:
            joined[-1] = replace(joined[-1], rows=joined[-1].rows + step.rows)
        else:
            joined.append(step)
    return joined
