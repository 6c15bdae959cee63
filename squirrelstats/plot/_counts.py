"""How often each integer occurs, added up piece by piece."""

from __future__ import annotations

import numpy as np

#: Share of the rarest values on either side that a view leaves out.
TAIL = 0.0005


class Counts:
    """Occurrences of integers.

    Attributes
    ----------
    low : int
        The smallest value that `counts` has a place for.
    counts : int64 (values,)

    Examples
    --------
    >>> counts = Counts()
    >>> counts.add(np.array([3, 5, 3]))
    >>> counts.add(np.array([-1]))
    >>> counts.between(2, 5).tolist(), counts.total
    ([0, 2, 0, 1], 4)
    """

    def __init__(self) -> None:
        self.low = 0
        self.counts = np.zeros(1, np.int64)

    @property
    def total(self) -> int:
        """All occurrences."""
        return int(self.counts.sum())

    def add(self, values: np.ndarray) -> None:
        """Count these values."""
        if values.size:
            low = int(values.min())
            self._add(low, np.bincount(values.ravel().astype(np.int64) - low))

    def add_counts(self, other: Counts) -> None:
        """Count what another one has counted."""
        self._add(other.low, other.counts)

    def _add(self, low: int, more: np.ndarray) -> None:
        before = max(0, self.low - low)
        after = max(0, low + len(more) - self.low - len(self.counts))
        if before or after:
            self.counts = np.pad(self.counts, (before, after))
            self.low -= before
        self.counts[low - self.low : low - self.low + len(more)] += more

    def between(self, low: int, high: int) -> np.ndarray:
        """Occurrences of the values from ``low`` to ``high``, int64 (values,)."""
        found = np.zeros(high - low + 1, np.int64)
        first = max(low, self.low)
        counted = self.counts[first - self.low : max(0, high - self.low + 1)]
        found[first - low : first - low + len(counted)] = counted
        return found

    def in_classes(self, low: int, high: int, width: int) -> tuple[np.ndarray, np.ndarray]:
        """Occurrences by classes of ``width`` values that end at its multiples.

        Parameters
        ----------
        low, high : int
            Values in the first and the last class.
        width : int

        Returns
        -------
        ends : int64 (classes, 2)
            First and last value of each class. There is none below 0 if no value is.
        counts : int64 (classes,)

        Examples
        --------
        >>> counts = Counts()
        >>> counts.add(np.array([0, 0, 3, 12, 20]))
        >>> ends, found = counts.in_classes(0, 12, 10)
        >>> ends.tolist(), found.tolist()
        ([[0, 0], [1, 10], [11, 20]], [2, 1, 2])
        """
        last = np.arange(-(-low // width), -(-high // width) + 1) * width
        first = last - width + 1
        first[0] = max(int(first[0]), min(low, self.low))
        found = np.add.reduceat(self.between(int(first[0]), int(last[-1])), first - first[0])
        return np.stack([first, last], axis=1), found

    def visible(self) -> tuple[int, int]:
        """Range of values without the outermost `TAIL` on either side."""
        below = np.cumsum(self.counts)
        total = int(below[-1])
        low = int(np.searchsorted(below, int(TAIL * total), side="right"))
        high = int(np.searchsorted(below, total - int(TAIL * total)))
        return low + self.low, high + self.low
