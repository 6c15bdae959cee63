"""What goes wrong at the public face: the value, what is allowed, and the way out."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class ShownShort:
    """An exception that a notebook shows as its message and the user's own line, no more.

    Python's own tracebacks stay whole, and so does ``%debug``.
    """

    def _render_traceback_(self) -> list[str]:
        """Lines that IPython shows in place of a traceback."""
        from squirrelstats._traceback import short

        assert isinstance(self, BaseException)
        return short(self)


class SquirrelstatsError(ShownShort, Exception):
    """Base of all errors raised on purpose by this package."""


class UsageError(SquirrelstatsError, ValueError):
    """A wrong argument: an unknown name, a value out of range, an impossible combination."""


class PolicyError(SquirrelstatsError):
    """A policy is wrong: its parameters, its result, or what it did at one decision.

    Attributes
    ----------
    deal, playing, round : int or None
        Where it happened in play; ``deal`` is the match and ``round`` its round where matches were
        played, else 0.
    plan : Plan or None
        What was played: ``sq.replay(error.plan, error.deal, error.playing, error.round)`` shows
        the round.
    run : Run or None
        The deals, or matches, before it, a valid run.
    way_out : str
        End of the message: what to do now, in Python.
    """

    deal: int | None = None
    playing: int | None = None
    round: int | None = None
    plan: Any = None
    run: Any = None
    way_out: str = ""


class NotRepeatable(SquirrelstatsError):
    """What is compared does not do the same twice, so that pairing would say nothing."""


class DatasetError(SquirrelstatsError):
    """A folder cannot be used as a dataset: foreign, half-written, locked, of another plan."""


class RunInterrupted(ShownShort, KeyboardInterrupt):
    """Ctrl-C during a run.

    Attributes
    ----------
    run : Run or None
        What was finished before the interruption, a valid run of fewer rounds.
    way_out : str
        End of the message: where that is, in Python.
    """

    run: Any = None
    way_out: str = ""


def listed(what: str, given: Any) -> list[Any]:
    """The items of a list, or of anything else that holds several; text is none.

    Examples
    --------
    >>> listed("values", range(2)), listed("values", ("a",))
    ([0, 1], ['a'])
    """
    try:
        if isinstance(given, str | bytes):
            raise TypeError
        return list(given)
    except TypeError:
        raise UsageError(f"{what} must come as a list, got {given!r}") from None


def choices(what: str, got: object, allowed: Iterable[object]) -> str:
    """Message for an unknown name: the value, the allowed ones, and the nearest of them.

    Examples
    --------
    >>> choices("game", "squarels", ["squarrels", "squirrels"])
    "unknown game 'squarels'; did you mean 'squarrels'? Allowed: 'squarrels', 'squirrels'"
    """
    names = [str(a) for a in allowed]
    near = difflib.get_close_matches(str(got), names, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return f"unknown {what} {got!r}{hint} Allowed: {', '.join(repr(n) for n in names) or 'none'}"
