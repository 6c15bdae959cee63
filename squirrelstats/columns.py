"""Every column of a result table: name, type, unit and meaning, declared once.

The columns of all games are here; those of a single game are declared with the game, by the same
class. Their meanings travel in the metadata of every Parquet file.
"""

from __future__ import annotations

from dataclasses import dataclass

from squirrelstats.errors import UsageError, choices

TABLES = ("seats", "rounds")
LEVELS = ("core", "cards")

#: Kernels count win shares in this many parts of a win: whole numbers for up to eight tied seats.
SHARE_UNITS = 840


@dataclass(frozen=True)
class Column:
    """One column of a result table.

    Attributes
    ----------
    name, table, dtype, unit, meaning : str
    level : str
        The least ``columns=`` at which it is kept: ``"core"`` or ``"cards"``.
    source : str
        Field of the kernel's result record; empty for columns made from the position of the row.
    lane : int or None
        Element of that field, where it has several.
    divisor : int
        The field divided by this is the value; 1 for integers.
    """

    name: str
    table: str
    dtype: str
    unit: str
    meaning: str
    level: str = "core"
    source: str = ""
    lane: int | None = None
    divisor: int = 1


#: Columns made from the position of a row, in every table.
KEYS = tuple(
    Column(name, table, dtype, unit, meaning)
    for table in TABLES
    for name, dtype, unit, meaning in (
        ("deal", "int64", "index", "number of the deal; all its playings form one block"),
        ("playing", "int16", "index", "number of the seating of this deal, from 0"),
        ("round_in_match", "int16", "index", "number of the round in its match; 0 in round runs"),
    )
)

SHARED = (
    *KEYS,
    Column("seat", "seats", "int8", "index", "seat; seat 0 acts first in the round"),
    Column("player", "seats", "int8", "index", "slot in the line-up"),
    Column("policy", "seats", "category", "name", "policy of that player, with its parameters"),
    Column(
        "score", "seats", "int16", "points", "score of the round by the rulebook", source="score"
    ),
    Column(
        "win_share",
        "seats",
        "float64",
        "share",
        "1 for the only winner, 1/k for each of k players who tie for first, else 0",
        source="share840",
        divisor=SHARE_UNITS,
    ),
    Column("turns", "rounds", "int16", "turns", "full turns played", source="turns"),
    Column(
        "decisions",
        "rounds",
        "int16",
        "decisions",
        "decisions a policy was asked for",
        source="decisions",
    ),
    Column(
        "forced",
        "rounds",
        "int16",
        "decisions",
        "decisions with a single legal action, not asked",
        source="forced",
    ),
    Column(
        "truncated",
        "rounds",
        "bool",
        "flag",
        "the round was cut by its turn cap, not ended by the rules",
        source="truncated",
    ),
)

#: Numbers that follow from the place of a row; they pack well without a dictionary.
POSITIONAL = frozenset(c.name for c in SHARED if not c.source and c.dtype != "category")


def columns_of(own: tuple[Column, ...], table: str, level: str) -> tuple[Column, ...]:
    """Columns of a table at a level, the shared ones first.

    Parameters
    ----------
    own : tuple of Column
        The game's own columns.
    table, level : str

    Examples
    --------
    >>> [c.name for c in columns_of((), "rounds", "core")][:4]
    ['deal', 'playing', 'round_in_match', 'turns']
    """
    if level not in LEVELS:
        raise UsageError(choices("level of columns", level, LEVELS))
    if table not in TABLES:
        raise UsageError(choices("table", table, TABLES))
    kept = LEVELS[: LEVELS.index(level) + 1]
    return tuple(c for c in (*SHARED, *own) if c.table == table and c.level in kept)
