"""S'Quarrels told move by move: each event becomes a sentence with the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from squirrelstats.games._narration import Line, Step, steps
from squirrelstats.games.squarrels import _actions, _turns
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._story import Story

_TELL: dict[str, Callable[[Story, Step], None]] = {
    "ASKED": _turns.asked,
    "SETUP_TURNED": _turns.setup_turned,
    "DEALT": _turns.dealt,
    "RESHUFFLED": _turns.reshuffled,
    "TURN": _turns.turn,
    "DRAWN": _turns.drawn,
    "STOPPED": _turns.stopped,
    "STORED": _turns.stored,
    "DISCARDED": _turns.discarded,
    "NO_DISCARD": _turns.no_discard,
    "QUARREL_BEGUN": _actions.quarrel_begun,
    "QUARREL_CANCELLED": _actions.quarrel_cancelled,
    "PLAYED": _actions.played,
    "GOLD_LOST": _actions.gold_lost,
    "QUARREL_WON": _actions.quarrel_won,
    "QUARREL_TIED": _actions.quarrel_tied,
    "QUARREL_DRAWN": _actions.quarrel_drawn,
    "HOARD_EMPTY": _actions.hoard_empty,
    "RACED": _actions.raced,
    "RACE_WON": _actions.race_won,
    "RACE_NONE": _actions.race_none,
    "AMBUSHED": _actions.ambushed,
    "WHIRLED": _actions.whirled,
    "REDEALT": _actions.redealt,
    "MINI_TURN": _turns.mini_turn,
    "WINTER_CAME": _turns.winter_came,
    "SCORED": _turns.scored,
}
#: Names of the events by code.
EVENTS: dict[int, str] = {getattr(L, name): name for name in _TELL}
#: Events that come once per card or kind of card.
_BY_KIND = (L.SETUP_TURNED, L.DEALT, L.REDEALT)


def narrate(events: np.ndarray, names: Sequence[str], rules: Any) -> list[Line]:
    """Tell a round.

    Parameters
    ----------
    events : int32 (events, 4)
        Code, seat, card, amount, as ``docs/contract.md`` lists them. They may break off anywhere.
    names : sequence of str
        What the players are called, by seat.
    rules : Rules
        The rules in force; what follows from an option cites its value.

    Returns
    -------
    lines : list of Line
        Each event is told by exactly one of them.

    Examples
    --------
    >>> from squirrelstats.games.squarrels.rules import Rules
    >>> events = [(L.TURN, 0, -1, 1), (L.DRAWN, 0, L.FIVE, 90), (L.DISCARDED, 0, L.FIVE, 1)]
    >>> for line in narrate(np.array(events), ["baseline", "random"], Rules()):
    ...     print("  " * line.indent + line.text)
    Turn 1 · baseline (seat 0)
      draws a Five (1 in hand)
      discards a Five, the last card in hand
      hand: none · 0 points stored · Hoard pile: 5
    """
    story = Story(names, rules, EVENTS)
    for step in steps(events, _BY_KIND):
        if story.action == "ambush" and step.code != L.AMBUSHED:
            _actions.after_ambush(story)
        _TELL[EVENTS[step.code]](story, step)
    if story.action == "ambush":
        _actions.after_ambush(story)
    _turns.close(story)
    return story.lines
