"""What everybody sees of every seat, kept twice round the table.

A *ring* has the rows of all seats, and behind them the same rows again: from any seat on, the rows
of the whole table lie in a piece.
"""

from __future__ import annotations

from squirrelstats._jit import inline
from squirrelstats.games import _wide as wide


@inline
def set_tops(state, seat, tops):
    """A seat's row of face-up tops."""
    state.tops[seat] = tops
    state.tops[state.seats + seat] = tops


@inline
def set_stack_cards(state, seat, cards):
    """A seat's row of cards left in its stacks."""
    state.stack_cards[seat] = cards
    state.stack_cards[state.seats + seat] = cards


@inline
def repeat_known(state, seat):
    """The cards known to be in a hand have changed."""
    wide.copy(state.known[state.seats + seat], state.known[seat])


@inline
def clear_rows(state, seat):
    """No stacks, and nothing known."""
    for place in (seat, state.seats + seat):
        state.tops[place] = wide.EMPTY
        state.stack_cards[place] = wide.EMPTY
        wide.clear(state.known[place])
