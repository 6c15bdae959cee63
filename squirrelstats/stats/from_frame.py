"""Means of any tidy table, clustered by block: for rows that the user has chosen or made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import ShownAsTable
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate, cluster_mean, p_value
from squirrelstats.intervals import holm

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class Estimates(ShownAsTable, Mapping[Any, Estimate]):
    """Means by group: a mapping from the group to its `Estimate`.

    Attributes
    ----------
    value : str
        Column that is averaged.
    by : tuple of str
    block : str
    means : dict
        A group is the value of the one column of ``by``, or a tuple of several.
    share : bool
        The column lies between 0 and 1, and is shown in percent.
    """

    value: str
    by: tuple[str, ...]
    block: str
    means: Mapping[Any, Estimate]
    share: bool

    def __getitem__(self, group: Any) -> Estimate:
        if group not in self.means:
            raise KeyError(f"no group {group!r}; there are {', '.join(map(repr, self.means))}")
        return self.means[group]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.means)

    def __len__(self) -> int:
        return len(self.means)

    @property
    def p_holm(self) -> dict[Any, float]:
        """Two-sided p value of each mean against 0, by group, corrected by Holm for all of them.

        References
        ----------
        Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6.
        """
        corrected = holm([p_value(mean) for mean in self.means.values()])
        return dict(zip(self.means, corrected, strict=True))

    def frame(self) -> pd.DataFrame:
        """A row for each group: the columns of ``by``, then ``value, se, low, high, n``."""
        import pandas as pd

        rows = []
        for group, mean in self.means.items():
            row = dict(zip(self.by, _parts(group, self.by), strict=True))
            rows.append(row | {k: getattr(mean, k) for k in ("value", "se", "low", "high", "n")})
        return pd.DataFrame(rows)

    def _lines(self) -> tuple[str, list[str]]:
        by = f" by {' and '.join(self.by)}" if self.by else ""
        blocks = f"n counts the values of {self.block} in a group"
        return f"Mean {self.value}{by}", [f"95 % intervals, not corrected; {blocks}"]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        kind = "%" if self.share else "f"
        rows = [
            [*(str(part) for part in _parts(group, self.by) or ("all",)), f"{mean:{kind}}"]
            for group, mean in self.means.items()
        ]
        for row, mean in zip(rows, self.means.values(), strict=True):
            row.append(f"{mean.n:,}")
        return [*(self.by or ("",)), f"{self.value} (95 % interval)", "n"], rows


def _parts(group: Any, by: Sequence[str]) -> tuple[Any, ...]:
    return () if not by else (group,) if len(by) == 1 else group


def estimates(
    frame: pd.DataFrame, value: str, *, by: str | Sequence[str] = (), block: str = "deal"
) -> Estimates:
    """Means of a column by group, with intervals that know which rows belong together.

    Rows of one deal are not independent: its seatings share the cards, its players the table. A
    mean here is a ratio of sums over blocks, and its interval goes by how the blocks differ.

    Parameters
    ----------
    frame : DataFrame
        Any rows: ``run.seats``, what a query of a Parquet file gives, with columns of one's own.
    value : str
        Column to average: numbers, or true and false.
    by : str or sequence of str
        Columns whose values make the groups; none: all rows together.
    block : str
        Column that says which rows belong together: ``"deal"`` in every table written here.

    Returns
    -------
    estimates : Estimates
        A mapping from group to `Estimate`, in the order of the groups.

    Raises
    ------
    UsageError
        A column that the frame does not have, no rows, values that are not finite numbers, or rows
        whose group or block is missing.

    References
    ----------
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (ratio estimates).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squarrels", ["choosy", "random"], rounds=500, rotate="cyclic")
    >>> found = sq.estimates(run.seats, "win_share", by="policy")
    >>> found["choosy"].low > found["random"].high, found["choosy"].n
    (True, 500)
    """
    names = (by,) if isinstance(by, str) else tuple(by)
    columns = [str(column) for column in getattr(frame, "columns", ())]
    if not columns:
        raise UsageError(f"estimates needs a DataFrame with columns, got {frame!r}")
    if block not in columns:
        raise UsageError(
            f"{choices('column of this frame', block, columns)}; block= names the column that says "
            "which rows belong together, so keep it where rows are picked or grouped"
        )
    for name in (value, *names):
        if name not in columns:
            raise UsageError(choices("column of this frame", name, columns))
    if not len(frame):
        raise UsageError("this frame has no rows, so there is nothing to average")
    numbers = _numbers(frame, value)
    for name in (block, *names):
        missing = int(frame[name].isna().sum())
        if missing:
            raise UsageError(
                f"{name!r} is missing in {missing:,} rows, so it is not known where they belong; "
                f"leave them out first, for example with frame.dropna(subset={name!r})"
            )
    blocks = frame[block].to_numpy()
    if not names:
        groups: list[tuple[Any, Any]] = [("all", slice(None))]
    else:
        key: Any = names[0] if len(names) == 1 else list(names)
        found = frame.groupby(key, observed=True, sort=True).indices
        groups = list(found.items())
    share = bool(numbers.min() >= 0 and numbers.max() <= 1) and _is_share(frame, value)
    means = {
        _plain(group): cluster_mean(numbers[rows], blocks[rows], share=share)
        for group, rows in groups
    }
    return Estimates(value, names, block, means, share)


def _numbers(frame: pd.DataFrame, value: str) -> np.ndarray:
    try:
        numbers = frame[value].to_numpy(dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError(
            f"{value!r} holds {frame[value].dtype}, and only numbers can be averaged"
        ) from None
    missing = int(np.count_nonzero(~np.isfinite(numbers)))
    if missing:
        raise UsageError(
            f"{value!r} has {missing:,} rows that are missing or infinite; leave them out first, "
            f"for example with frame.dropna(subset={value!r})"
        )
    return numbers


def _is_share(frame: pd.DataFrame, value: str) -> bool:
    """Flags and win shares; a count that happens to be 0 or 1 everywhere is none."""
    return frame[value].dtype.kind in "bf"


def _plain(group: Any) -> Any:
    """Python's own numbers, so that groups read and compare plainly."""
    if isinstance(group, tuple):
        return tuple(_plain(part) for part in group)
    return group.item() if isinstance(group, np.generic) else group
