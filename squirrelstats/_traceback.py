"""Errors as a notebook shows them: the message, and which line of the user's led to it."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

#: Where no code of the user's lies: this package, Python and what is installed in it.
FOREIGN = (
    str(Path(__file__).parent),
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
)


def short(error: BaseException) -> list[str]:
    """The message and the user's last line; also those of a user's exception that caused it.

    Examples
    --------
    >>> from squirrelstats.errors import UsageError
    >>> short(UsageError("rounds must be a whole number from 1, got -5"))
    ['UsageError: rounds must be a whole number from 1, got -5']
    """
    lines = [f"{type(error).__name__}: {error}"]
    own = _own_line(error)
    if own is not None:
        lines.append(f"  {_told(own)}")
    cause = error.__cause__
    within = None if cause is None else _own_line(cause)
    if within is not None and within != own:
        lines.append(f"  {type(cause).__name__}, {_told(within)}")
    return lines


def _own_line(error: BaseException) -> traceback.FrameSummary | None:
    """The last frame in code of the user's."""
    frames = traceback.extract_tb(error.__traceback__)
    mine = [frame for frame in frames if not frame.filename.startswith(FOREIGN)]
    return mine[-1] if mine else None


def _told(frame: traceback.FrameSummary) -> str:
    file = Path(frame.filename)
    where = f"{file.name}, " if file.is_file() else ""  # a cell has none
    inside = "" if frame.name == "<module>" else f" of {frame.name}"
    return f"{where}line {frame.lineno}{inside}{f': {frame.line}' if frame.line else ''}"
