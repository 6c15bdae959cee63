"""``squirrelstats``: each command prints what the same call shows in Python."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import CycloptsError

import squirrelstats as sq
from squirrelstats._guard import threads_lost
from squirrelstats.cli import balancing, comparing, playing, telling
from squirrelstats.cli._app import app

__all__ = ["app", "balancing", "comparing", "main", "playing", "telling"]


def _open_streams() -> None:
    """Output that somebody closed goes nowhere; what an encoding lacks is shown as "?"."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            closed = open(nowhere, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, closed)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors become one line on stderr.

    Returns
    -------
    status : int
        0: done; 2: wrong use, policy or folder; 130: Ctrl-C; of ``balance`` also 1: fail and 3:
        not enough rounds. Ends the process where a policy's thread could not be stopped.
    """
    _open_streams()
    try:
        status = int(app(arguments, exit_on_error=False, print_error=True) or 0)
        sys.stdout.flush()
    except CycloptsError:
        status = 2
    except BrokenPipeError:  # the reader of our output, head or less, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except (sq.SquirrelstatsError, OSError) as error:
        print(f"squirrelstats: {error}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt as stop:
        kept = getattr(stop, "run", None)
        if kept is not None and kept.deals:
            print(kept)
        print(f"\nsquirrelstats: {str(stop) or 'interrupted'}", file=sys.stderr)
        status = 130
    if threads_lost():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status
