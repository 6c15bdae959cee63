"""The command line as one object; the modules of commands add theirs."""

from __future__ import annotations

from cyclopts import App

from squirrelstats import __version__

app = App(
    name="squirrelstats",
    help="Simulate squirrel card games and say what the numbers mean.",
    version=__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
