"""Every column of a result table: name, type, unit and meaning, declared once.

The columns of all games are here; those of a single game are declared with the game, by the same
class. Their meanings travel in the metadata of every Parquet file.
"""

from __future__ import annotations

from dataclasses import dataclass

from squirrelstats.errors import UsageError, choices

TABLES = ("seats", "rounds", "matches")
LEVELS = ("core", "cards", "all")

#: Kernels count win shares in this many parts of a win: whole numbers for up to eight tied seats.
SHARE_UNITS = 840


@dataclass(frozen=True)
class Column:
    """One column of a result table.

    Attributes
    ----------
    name, table, dtype, unit, meaning : str
    level : str
        The least ``columns=`` at which it is kept, one of `LEVELS`.
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


#: Columns made from the position of a row.
KEYS = (
    *(
        Column(name, table, dtype, unit, meaning)
        for table in TABLES
        for name, dtype, unit, meaning in (
            (
                "deal",
                "int64",
                "index",
                "number of the deal, in match runs of the match; all its playings form one block",
            ),
            ("playing", "int16", "index", "number of the seating of this deal or match, from 0"),
        )
    ),
    *(
        Column(
            "round_in_match",
            table,
            "int16",
            "index",
            "number of the round in its match, from 0; 0 in round runs",
        )
        for table in ("seats", "rounds")
    ),
    Column("seat", "seats", "int8", "index", "seat; seat 0 acts first in the round"),
    *(
        Column(name, table, dtype, unit, meaning)
        for table in ("seats", "matches")
        for name, dtype, unit, meaning in (
            ("player", "int8", "index", "slot in the line-up"),
            ("policy", "category", "name", "policy of that player, with parameters and traits"),
        )
    ),
)


def win_share(table: str, meaning: str) -> Column:
    """The column of win shares of a table."""
    return Column(
        "win_share", table, "float64", "share", meaning, source="share840", divisor=SHARE_UNITS
    )


SHARED = (
    *KEYS,
    Column(
        "score", "seats", "int16", "points", "score of the round by the rulebook", source="score"
    ),
    win_share(
        "seats", "1 for the only winner, 1/k for each of k players who tie for first, else 0"
    ),
    Column("turns", "rounds", "int16", "turns", "full turns played", source="turns"),
    Column(
        "decisions",
        "rounds",
        "int32",
        "decisions",
        "decisions a policy was asked for",
        source="decisions",
    ),
    Column(
        "forced",
        "rounds",
        "int32",
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
    Column("total", "matches", "int32", "points", "scores of all rounds added up", source="total"),
    win_share(
        "matches",
        "1 for the only winner of the match, 1/k for each of k players who share it, else 0",
    ),
    Column("rounds", "matches", "int16", "rounds", "rounds of the match", source="rounds"),
    Column(
        "truncated",
        "matches",
        "bool",
        "flag",
        "the match was cut after the most rounds allowed, its target not reached",
        source="truncated",
    ),
)

#: Numbers that follow from the place of a row; they pack well without a dictionary.
POSITIONAL = frozenset(c.name for c in KEYS if c.dtype != "category")


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
