"""Situations that decisions are told apart by."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from squirrelstats.errors import UsageError, choices, listed
from squirrelstats.games.contract import Game
from squirrelstats.simulate.decision_table import phase_names

if TYPE_CHECKING:
    import pandas as pd


def situations(game: Game, frame: pd.DataFrame, by: str | Sequence[str] | None) -> list[str]:
    """A label for every decision.

    Parameters
    ----------
    game : Game
    frame : DataFrame
        A table of decisions.
    by : str, sequence of str, optional
        Columns of the table; default: the phase, and one number of the view that the game's
        ``layout.SITUATIONS`` names.

    Raises
    ------
    UsageError
        The table has no such column.
    """
    if by is None:
        return _usual(game, frame)
    columns = [by] if isinstance(by, str) else listed("by", by)
    for column in columns:
        if column not in frame.columns:
            raise UsageError(choices("column of decisions", column, frame.columns))
    if not columns:
        raise UsageError("by is one or more columns of a table of decisions, got none")
    parts = [
        [
            str(value) if column in ("phase_name", "action_name", "policy") else f"{named} {value}"
            for value in frame[column]
        ]
        for column in columns
        for named in [column.removeprefix("view_").replace("_", " ")]
    ]
    return [", ".join(values) for values in zip(*parts, strict=True)]


def _usual(game: Game, frame: pd.DataFrame) -> list[str]:
    names, phases = phase_names(game), frame["phase"].to_numpy()
    found = np.empty(len(frame), object)
    for phase, (field, cuts, what) in game.layout.SITUATIONS.items():
        mine = phases == phase
        if not cuts:
            found[mine] = names[phase]
            continue
        bins = np.searchsorted(cuts, frame[f"view_{field}"].to_numpy()[mine], side="right")
        told = [f"{names[phase]}: {span} {what}" for span in spans(cuts)]
        found[mine] = np.array(told, object)[bins]
    return [str(label) for label in found]


def spans(cuts: Sequence[int]) -> list[str]:
    """Names of the stretches between cuts, each beginning with a cut.

    Examples
    --------
    >>> spans((4, 5, 8)), spans((1,))
    (['up to 3', '4', '5 to 7', '8 or more'], ['0', '1 or more'])
    """
    names = [f"up to {cuts[0] - 1}" if cuts[0] > 1 else "0"]
    for low, after in itertools.pairwise(cuts):
        names.append(f"{low}" if after == low + 1 else f"{low} to {after - 1}")
    return [*names, f"{cuts[-1]} or more"]
