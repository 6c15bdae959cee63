"""Speed, measured: ratios from interleaved runs, since machines are noisy."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numba

import squirrelstats as sq
from squirrelstats.cli._bench_games import game_speed
from squirrelstats.cli._timing import interleaved, markdown_table

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
    parts = [ABOUT, _machine()]
    parts += [game_speed(sq.get_game(name), rounds, repeats) for name in sq.GAMES]
    parts.append("## Start-up and memory")
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


def _process(
    code: str, *arguments: str, environment: dict[str, str] | None = None
) -> Callable[[], str]:
    def run() -> str:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **(environment or {})},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    return run


FIRST = (
    "import sys, squirrelstats as sq; "
    "run = sq.simulate(sys.argv[1], ['baseline'] * 4, rounds=10_000, progress=False); repr(run)"
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
    imports = interleaved(
        {
            "ours": _process("import squirrelstats"),
            "numba": _process("import numba"),
            "first result": _process(FIRST, sq.GAMES[0]),
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
        for game in sq.GAMES:
            with tempfile.TemporaryDirectory() as cache:
                begun = time.perf_counter()
                _process(FIRST, game, environment={"SQUIRRELSTATS_CACHE_DIR": cache})()
                cold = time.perf_counter() - begun
            rows.append([f"first result in a fresh process, empty cache, {game}", f"{cold:.1f} s"])
    return markdown_table(["start-up", ""], rows)


#: Linux counts the process that started this one into ``ru_maxrss``, not into VmHWM.
MEMORY = """
import resource, sys, tempfile
from pathlib import Path
import squirrelstats as sq
with tempfile.TemporaryDirectory() as folder:
    sq.simulate(
        "squarrels", ["baseline"] * 4, rounds=int(sys.argv[1]), out=folder, progress=False
    )
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
peaks = [line.split()[1] for line in lines if line.startswith("VmHWM")]
print(peaks[0] if peaks else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _memory() -> str:
    peaks = {}
    for rounds in (1_000_000, 10_000_000):
        peaks[rounds] = int(_process(MEMORY, str(rounds))())
    small, large = peaks.values()
    return markdown_table(
        ["peak memory, to Parquet", ""],
        [
            ["1 million rounds", f"{small / 1024:.0f} MiB"],
            ["10 million rounds", f"{large / 1024:.0f} MiB"],
            ["ratio", f"{large / small:.2f}"],
        ],
    )
