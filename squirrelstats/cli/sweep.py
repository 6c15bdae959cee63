"""Values as the shell writes them: ``6:13``, ``0.5:2:0.25``, ``a,b,c``."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from squirrelstats.errors import UsageError

#: More values than this in a range are a slip of the pen.
MOST_VALUES = 200


def parse_values(text: str) -> list[str | int | float | bool]:
    """The values of a list, or of a range with both ends and perhaps a step.

    Raises
    ------
    UsageError
        For what cannot be read.

    Examples
    --------
    >>> parse_values("6:9"), parse_values("0.5:1.5:0.5"), parse_values("true, false")
    ([6, 7, 8, 9], [0.5, 1.0, 1.5], [True, False])
    """
    if ":" in text:
        return list(_range(text))
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise UsageError(f"values are written 6:13, 0.5:2:0.25 or a,b,c, got {text!r}")
    if re.fullmatch(r"\d+(\.\d+)?(-|\.\.|…|–)\d+(\.\d+)?", text.strip()):
        raise UsageError(f"a range of values reads first:last, like 6:13, got {text!r}")
    return [_value(word) for word in words]


def _range(text: str) -> list[int | float]:
    try:
        first, last, *step = (Decimal(part.strip()) for part in text.split(":"))
        by = step[0] if step else Decimal(1)
        if len(step) > 1 or by <= 0 or last < first or not (last - first).is_finite():
            raise ValueError
    except (InvalidOperation, ValueError):
        raise UsageError(
            f"a range of values reads first:last or first:last:step, like 6:13 or 0.5:2:0.25, "
            f"got {text!r}"
        ) from None
    number = int((last - first) / by) + 1
    if number > MOST_VALUES:
        raise UsageError(f"{text!r} has {number:,} values, at most {MOST_VALUES} are swept")
    found = [first + by * place for place in range(number)]
    whole = all(value == int(value) for value in (first, by))
    return [int(value) if whole else float(value) for value in found]


def _value(word: str) -> str | int | float | bool:
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


def parse_of(text: str | None) -> int | str | None:
    """Whose trait or parameter: a player's number, or all.

    Examples
    --------
    >>> parse_of("2"), parse_of("all"), parse_of(None)
    (2, 'all', None)
    """
    return int(text) if text is not None and text.isdecimal() else text
