"""Jobs that take turns, timed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any


class Times(dict[str, list[float]]):
    """Seconds of each job, one per repeat."""

    def best(self, name: str) -> float:
        """The quickest repeat."""
        return min(self[name])

    def ratio(self, name: str, other: str) -> float:
        """Median over the repeats of how many times as long one took as the other."""
        return statistics.median(a / b for a, b in zip(self[name], self[other], strict=True))


def interleaved(jobs: dict[str, Callable[[], Any]], repeats: int) -> Times:
    """Times of the jobs, which take turns."""
    times = Times({name: [] for name in jobs})
    for _ in range(repeats):
        for name, job in jobs.items():
            begun = time.perf_counter()
            job()
            times[name].append(time.perf_counter() - begun)
    return times


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as Markdown."""
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])
