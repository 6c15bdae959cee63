"""The columns of a table of decisions: who chose what, what that seat saw, how the round ended."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats.columns import SHARE_UNITS, Column
from squirrelstats.games.contract import Game
from squirrelstats.simulate.plan import Plan

if TYPE_CHECKING:
    import pandas as pd

TABLE = "decisions"
#: Fields of a view that the keys say already.
_KEYS = ("phase", "seat", "seats", "round_in_match")

#: Columns before those of the view: name, dtype, unit, meaning, field of the record.
FIRST = (
    ("deal", "int64", "index", "number of the deal, in matches of the match", "deal"),
    ("playing", "int16", "index", "number of the seating of this deal or match", "playing"),
    ("round_in_match", "int16", "index", "number of the round in its match", "match_round"),
    ("seat", "int8", "index", "seat that decides; seat 0 acts first in the round", "seat"),
    ("player", "int8", "index", "slot in the line-up", "player"),
    ("policy", "category", "name", "policy of that player, with parameters and traits", "player"),
    ("decision", "int32", "index", "number of the decision in its round, from 1", "number"),
    ("phase", "int8", "code", "which decision is asked, a number of `game.phases`", "phase"),
    ("phase_name", "category", "name", "its name", "phase"),
    ("action", "int8", "code", "what the policy chose, a number of `game.actions`", "action"),
    ("action_name", "category", "name", "its name", "action"),
    ("legal_actions", "int8", "actions", "how many actions were legal", "legal"),
    ("legal", "uint64", "mask", "the legal actions, bit = action", "legal"),
    ("score", "int16", "points", "score of that seat at the end of the round", "score"),
    ("win_share", "float64", "share", "win share of that seat in the round", "share840"),
)


def phase_names(game: Game) -> dict[int, str]:
    """Short names of the phases, by number.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> phase_names(get_game("squarrels"))[1]
    'draw'
    """
    layout = vars(game.layout)
    named = {layout[key]: key for key in layout if key.startswith("PHASE_")}
    return {n: named[n].removeprefix("PHASE_").lower() for n in sorted(game.phases)}


def view_columns(game: Game, seats: int) -> tuple[Column, ...]:
    """A column for every number in a view, named ``view_field_place``.

    Parameters
    ----------
    game : Game
    seats : int
        Columns by relative seat go so far.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> names = [column.name for column in view_columns(get_game("squarrels"), 2)]
    >>> names[0], "view_hand_gold" in names, "view_known_1_total" in names
    ('view_drawer', True, True)
    """
    layout, found = game.layout, []
    axes = {**layout.AXES, "seat": {seat: str(seat) for seat in range(seats)}}
    for field, meaning in game.view_fields.items():
        scalar, shape = game.view_dtype[field].base, game.view_dtype[field].shape
        if field in _KEYS or (shape and field not in layout.VIEW_AXES):
            continue
        places = [axes[axis] for axis in layout.VIEW_AXES[field]] if shape else []
        for index in itertools.product(*places):
            lane = int(np.ravel_multi_index(index, shape)) if shape else None
            labels = [axis[i] for axis, i in zip(places, index, strict=True)]
            where = f"view.{field}[{', '.join(map(str, index))}]: " if shape else ""
            name = "_".join(["view", field, *labels])
            found.append(
                Column(name, TABLE, scalar.name, "as seen", where + meaning, "core", field, lane)
            )
    return tuple(found)


def decision_columns(plan: Plan) -> tuple[Column, ...]:
    """Every column of the table of a plan, in order."""
    first = (Column(*part[:1], TABLE, *part[1:4], "core", part[4]) for part in FIRST)
    return (*first, *view_columns(plan.game, len(plan.lineup)))


def decision_frame(plan: Plan, rows: np.ndarray, views: np.ndarray) -> pd.DataFrame:
    """The table of some decisions.

    Parameters
    ----------
    plan : Plan
    rows : DECISION (decisions,)
    views : VIEW (decisions,)
    """
    import pandas as pd

    named = {
        "policy": plan.labels,
        "phase_name": _by_number(phase_names(plan.game)),
        "action_name": plan.game.actions,
    }
    data: dict[str, Any] = {}
    for column in decision_columns(plan):
        if column.name.startswith("view_"):
            values = views[column.source]
            if column.lane is not None:
                flat = values.reshape(len(values), math.prod(values.shape[1:]))
                values = flat[:, column.lane]
            data[column.name] = np.ascontiguousarray(values)
        elif column.name in named:
            data[column.name] = _categories(rows[column.source], named[column.name])
        elif column.name == "legal_actions":
            data[column.name] = _ones(rows["legal"]).astype("i1")
        elif column.name == "win_share":
            data[column.name] = rows["share840"] / SHARE_UNITS
        else:
            data[column.name] = rows[column.source].astype(column.dtype)
    return pd.DataFrame(data, copy=False)


def _ones(masks: np.ndarray) -> np.ndarray:
    """How many bits of each mask are set."""
    octets = np.ascontiguousarray(masks).view("u1").reshape(len(masks), 8)
    return np.asarray(np.unpackbits(octets, axis=1).sum(axis=1))


def _by_number(names: dict[int, str]) -> tuple[str, ...]:
    return tuple(names.get(number, "") for number in range(max(names) + 1))


def _categories(numbers: np.ndarray, names: tuple[str, ...]) -> Any:
    """Names by number; places of the same name share a category, empty ones are none."""
    import pandas as pd

    known = [name for name in dict.fromkeys(names) if name]
    codes = np.array([known.index(name) if name else -1 for name in names], "i2")
    return pd.Categorical.from_codes(codes[numbers], categories=pd.Index(known))
