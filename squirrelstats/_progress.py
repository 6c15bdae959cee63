"""A progress bar where somebody is watching: tqdm's in notebooks, rich's in terminals."""

from __future__ import annotations

import sys
import warnings
from types import TracebackType
from typing import Any


def in_notebook() -> bool:
    """Whether output goes to a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def in_terminal() -> bool:
    """Whether what goes to stderr is seen at once; it may be closed."""
    return sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty()


class Progress:
    """Bar over a number of rounds, or of something else.

    Parameters
    ----------
    total, done : int
        Rounds wanted, and rounds there already.
    show : bool or None
        None: only in a notebook or a terminal.
    text, unit : str
        What is played, and what is counted.
    """

    def __init__(
        self,
        total: int,
        done: int = 0,
        show: bool | None = None,
        text: str = "",
        unit: str = "rounds",
    ) -> None:
        self._unit = unit
        self._bar: Any = None
        self._task: Any = None
        notebook = in_notebook()
        terminal = in_terminal()
        if show is None:
            show = notebook or terminal
        if not show or done >= total or sys.stderr is None or sys.stderr.closed:
            return
        if notebook or not terminal:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # without ipywidgets the bar is text
                from tqdm.auto import tqdm

            self._bar = tqdm(
                total=total, initial=done, desc=text, unit=f" {unit}", unit_scale=True, delay=0.3
            )
        else:
            from rich import progress as rp
            from rich.console import Console

            self._bar = rp.Progress(
                rp.TextColumn("{task.description}"),
                rp.BarColumn(),
                rp.TextColumn("{task.percentage:.0f} %"),
                rp.TextColumn("{task.fields[speed]}"),
                rp.TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task(text, total=total, completed=done, speed="")
            self._bar.start()

    def add(self, rounds: int) -> None:
        """So many more rounds are done."""
        if self._task is not None:
            task = self._bar.tasks[0]
            speed = f"{task.speed:,.0f} {self._unit}/s" if task.speed else ""
            self._bar.update(self._task, advance=rounds, speed=speed)
        elif self._bar is not None:
            self._bar.update(rounds)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._bar.stop()
        elif self._bar is not None:
            self._bar.close()
