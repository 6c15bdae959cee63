"""Speed, measured: ratios from interleaved runs, since machines are noisy."""

from __future__ import annotations

import datetime
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np

import squirrelstats as sq
from squirrelstats._jit import compiled
from squirrelstats.policies._workspace import Workspace, identity_seating

GAME = "squarrels"
SEATS = 4


ABOUT = """\
# Speed

Kinds of runs take turns on one machine. Rates and times are those of the quickest repeat; ratios
are medians over the repeats, pair by pair, so that they hold where the machine is noisy. Repeat by
`squirrelstats bench --full --out docs/performance.md`."""


def measure(rounds: int, repeats: int, full: bool) -> str:
    """All figures as Markdown.

    Parameters
    ----------
    rounds : int
        Rounds per measurement.
    repeats : int
        Interleaved measurements; the quickest of each kind counts.
    full : bool
        Also an empty cache and the memory of ten million rounds.
    """
    parts = [ABOUT, _machine(), _kernels(rounds, repeats), _whole(rounds * 5, repeats)]
    parts.append(_start_up(repeats, full))
    if full:
        parts.append(_memory())
    return "\n\n".join(parts)


def _machine() -> str:
    processor = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        processor = names[0].split(":", 1)[1].strip() if names else processor
    today = datetime.date.today().isoformat()
    return (
        f"Measured {today} on {processor}, {os.cpu_count()} processors, {platform.system()}, "
        f"Python {platform.python_version()}, numba {numba.__version__}, "
        f"squirrelstats {sq.__version__}."
    )


class _Times(dict[str, list[float]]):
    """Seconds of each job, one per repeat."""

    def best(self, name: str) -> float:
        """The quickest repeat."""
        return min(self[name])

    def ratio(self, name: str, other: str) -> float:
        """Median over the repeats of how many times as long one took as the other."""
        return statistics.median(a / b for a, b in zip(self[name], self[other], strict=True))


def _interleaved(jobs: dict[str, Callable[[], Any]], repeats: int) -> _Times:
    """Times of the jobs, which take turns."""
    times = _Times({name: [] for name in jobs})
    for _ in range(repeats):
        for name, job in jobs.items():
            begun = time.perf_counter()
            job()
            times[name].append(time.perf_counter() - begun)
    return times


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def deal_only(space: Workspace, rounds: int) -> Callable[[], Any]:
    """A kernel that deals and does nothing else."""
    deal = space.game.kernel.deal

    def deals_only(states, rule_sets, stream_sets, logs, rounds):  # type: ignore[no-untyped-def]
        state, rules, streams, log = states[0], rule_sets[0], stream_sets[0], logs[0]
        for number in range(rounds):
            streams.deal = np.uint64(number)
            deal(state, rules, streams, log)

    deals_only.cache_label = space.game.name  # type: ignore[attr-defined]
    loop = compiled(deals_only)
    return lambda: loop(space.state, space.rules, space.streams, space.log, rounds)


def _kernels(rounds: int, repeats: int) -> str:
    lineups = {
        "four baseline": ["baseline"] * SEATS,
        "four choosy": ["choosy"] * SEATS,
        "four random": ["random"] * SEATS,
        "choosy, baseline, baseline, random": ["choosy", "baseline", "baseline", "random"],
    }
    game = sq.get_game(GAME)
    spaces = {
        name: Workspace(game, game.rules(), [sq.policies.get(game, p) for p in lineup], 7)
        for name, lineup in lineups.items()
    }
    results: dict[str, Any] = {}

    def player(name: str) -> Callable[[], Any]:
        def job() -> None:
            results[name] = spaces[name].play(identity_seating(), 0, rounds)

        return job

    jobs = {name: player(name) for name in lineups}
    jobs["dealing only"] = deal_only(spaces["four baseline"], rounds)
    _interleaved(jobs, 1)  # compile
    times = _interleaved(jobs, repeats)
    dealing = times.best("dealing only")
    rows = []
    for name in lineups:
        played = results[name][0]
        asked, forced = played["decisions"].sum(), played["forced"].sum()
        rows.append(
            [
                name,
                f"{rounds / times.best(name):,.0f}",
                f"{times.best(name) / rounds * 1e6:.2f}",
                f"{asked / rounds:.1f}",
                f"{forced / rounds:.1f}",
                f"{times.best(name) / asked * 1e9:.1f}",
                f"{times.ratio(name, 'dealing only'):.1f}",
            ]
        )
    rows.append(
        [
            "dealing only",
            f"{rounds / dealing:,.0f}",
            f"{dealing / rounds * 1e6:.2f}",
            "",
            "",
            "",
            "1",
        ]
    )
    header = [
        "S'Quarrels, 4 seats, one thread, full views",
        "rounds/s",
        "µs a round",
        "asked",
        "forced",
        "ns per asked decision",
        "× dealing",
    ]
    return _table(header, rows)


def _whole(rounds: int, repeats: int) -> str:
    """`simulate` with and without Parquet, one and two threads."""
    with tempfile.TemporaryDirectory() as folder:
        number = iter(range(1_000_000))

        def job(threads: int, out: bool, columns: str = "core") -> Callable[[], Any]:
            def run() -> None:
                sq.simulate(
                    GAME,
                    ["baseline"] * SEATS,
                    rounds=rounds,
                    seed=7,
                    threads=threads,
                    columns=columns,
                    progress=False,
                    out=Path(folder) / str(next(number)) if out else None,
                )

            return run

        jobs = {
            "in memory, 1 thread": job(1, False),
            "to Parquet, 1 thread": job(1, True),
            "in memory, 2 threads": job(2, False),
            "to Parquet, 2 threads": job(2, True),
            "to Parquet with all of columns=cards, 2 threads": job(2, True, "cards"),
        }
        jobs["in memory, 1 thread"]()  # load what is loaded lazily
        times = _interleaved(jobs, repeats)
        size = sum(f.stat().st_size for f in (Path(folder) / "0").rglob("*.parquet"))
    single = "in memory, 1 thread"
    rows = [
        [name, f"{rounds / times.best(name):,.0f}", f"{times.ratio(name, single):.2f}"]
        for name in times
    ]
    text = _table(
        [f"sq.simulate, {rounds:,} rounds, four baseline", "rounds/s", "time ratio"], rows
    )
    parquet = times.ratio("to Parquet, 1 thread", single) - 1
    double = times.ratio("to Parquet, 2 threads", "in memory, 2 threads") - 1
    return (
        f"{text}\n\nParquet, written while the next chunk runs, adds {parquet:.0%} wall time with "
        f"one thread and {double:.0%} with two, and takes {size / rounds:.1f} bytes a round; two "
        f"threads are {times.ratio(single, 'in memory, 2 threads'):.2f} times as fast as one."
    )


def _process(code: str, environment: dict[str, str] | None = None) -> Callable[[], str]:
    def run() -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **(environment or {})},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    return run


FIRST = (
    "import squirrelstats as sq; "
    "run = sq.simulate('squarrels', ['baseline'] * 4, rounds=10_000, progress=False); repr(run)"
)
POLICY = """
import time
import squirrelstats as sq
sq.simulate('squarrels', ['random'] * 2, rounds=10, progress=False)
begun = time.perf_counter()
@sq.policy('squarrels')
def mine(view, legal, rng):
    if view.phase == 1 and view.hand[7] > 5:
        return sq.first_legal(legal)
    return sq.random_legal(rng, legal)
sq.simulate('squarrels', [mine, 'random'], rounds=10, progress=False)
print(time.perf_counter() - begun)
"""
LOADED = (
    "import sys, squirrelstats; "
    "print([m for m in ('pandas', 'matplotlib', 'pyarrow') if m in sys.modules])"
)


def _start_up(repeats: int, full: bool) -> str:
    imports = _interleaved(
        {
            "ours": _process("import squirrelstats"),
            "numba": _process("import numba"),
            "first result": _process(FIRST),
        },
        repeats,
    )
    mine = min(float(_process(POLICY)()) for _ in range(3))
    rows = [
        ["import squirrelstats", f"{imports.best('ours'):.2f} s"],
        ["import numba", f"{imports.best('numba'):.2f} s"],
        ["ratio", f"{imports.ratio('ours', 'numba'):.2f}"],
        ["heavy packages loaded by the import", _process(LOADED)()],
        ["first result in a fresh process, warm cache", f"{imports.best('first result'):.2f} s"],
        ["a new user policy, defined and played", f"{mine:.2f} s"],
    ]
    if full:
        with tempfile.TemporaryDirectory() as cache:
            begun = time.perf_counter()
            _process(FIRST, {"SQUIRRELSTATS_CACHE_DIR": cache})()
            cold = time.perf_counter() - begun
        rows.append(["first result in a fresh process, empty cache", f"{cold:.1f} s"])
    return _table(["start-up", ""], rows)


MEMORY = (
    "import resource, sys, tempfile, squirrelstats as sq\n"
    "with tempfile.TemporaryDirectory() as folder:\n"
    "    sq.simulate('squarrels', ['baseline'] * 4, rounds=int(sys.argv[1]), out=folder,"
    " progress=False)\n"
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
)


def _memory() -> str:
    peaks = {}
    for rounds in (1_000_000, 10_000_000):
        done = subprocess.run(
            [sys.executable, "-c", MEMORY, str(rounds)], capture_output=True, text=True, check=True
        )
        peaks[rounds] = int(done.stdout)
    small, large = peaks.values()
    return _table(
        ["peak memory, to Parquet", ""],
        [
            ["1 million rounds", f"{small / 1024:.0f} MiB"],
            ["10 million rounds", f"{large / 1024:.0f} MiB"],
            ["ratio", f"{large / small:.2f}"],
        ],
    )
