"""Numbers of a report for programs: plain values that JSON has, in the order they were found."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows of a frame.

    Examples
    --------
    >>> import pandas as pd
    >>> records(pd.DataFrame({"n": [3], "se": [float("nan")]}))
    [{'n': 3, 'se': None}]
    """
    return [{str(k): value_of(v) for k, v in row.items()} for row in frame.to_dict("records")]


def of_estimate(e: Estimate) -> dict[str, Any]:
    """Value with standard error, interval, n and level."""
    return {k: value_of(getattr(e, k)) for k in ("value", "se", "low", "high", "n", "level")}


def value_of(value: Any) -> Any:
    """Python's own numbers and texts; what is not known is None."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(k): value_of(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [value_of(v) for v in value]
    return value if isinstance(value, str | bool | int | float | None) else str(value)


def as_json(data: dict[str, Any]) -> str:
    """The same bytes for the same data."""
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
