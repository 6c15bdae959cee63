"""S'Quarrels told move by move: each event becomes a sentence with the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from squirrelstats.games._narration import Line, Step, note_capacity, steps
from squirrelstats.games.squarrels import _actions, _deal, _ending, _turns
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._story import Story

_TELL: dict[str, Callable[[Story, Step], None]] = {
    "ASKED": _turns.asked,
    "SETUP_TURNED": _deal.setup_turned,
    "DEALT": _deal.dealt,
    "RESHUFFLED": _deal.reshuffled,
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
    "WINTER_CAME": _ending.winter_came,
    "SCORED": _ending.scored,
    "FALSE_SLAPPED": _actions.false_slapped,
    "LAPSED": _actions.lapsed,
    "TRUNCATED": _ending.truncated,
    "WINTER_PLACED": _deal.winter_placed,
    "STORED_WITH_GOLD": _turns.stored_with_gold,
    "TOTALLED": _ending.totalled,
    "NEXT_DEALER": _ending.next_dealer,
    "MATCH_WON": _ending.match_won,
}
#: Names of the events by code.
EVENTS: dict[int, str] = {getattr(L, name): name for name in _TELL}
#: Events that come once per card or kind of card.
_BY_KIND = (L.SETUP_TURNED, L.DEALT, L.REDEALT)
#: Events between an Ambush turned up and its end.
_AMBUSH = (L.AMBUSHED, L.FALSE_SLAPPED)
#: Events with which a record may end.
_LAST = (L.SCORED, L.NEXT_DEALER, L.MATCH_WON)


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
    told = list(steps(events, _BY_KIND))
    for place, step in enumerate(told):
        story.coming = told[place + 1].code if place + 1 < len(told) else -1
        if story.action == "ambush" and step.code not in _AMBUSH:
            _actions.after_ambush(story)
        _TELL[EVENTS[step.code]](story, step)
    if story.action == "ambush":
        _actions.after_ambush(story)
    _ending.close(story)
    note_capacity(story, events, _LAST)
    return story.lines
