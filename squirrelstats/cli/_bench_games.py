"""Speed of a game: its kernel, and whole simulations."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import squirrelstats as sq
from squirrelstats._jit import compiled
from squirrelstats.cli._timing import interleaved, markdown_table
from squirrelstats.policies._workspace import Workspace, identity_seating

SEATS = 4
#: A policy of each game that is measured beside `baseline` and `random`.
OTHERS = {"squarrels": "choosy", "squirrels": "planner", "squirrel_away": "bayesian"}


def game_speed(game: sq.Game, rounds: int, repeats: int) -> str:
    """All figures of a game as Markdown."""
    return "\n\n".join(
        (f"## {game.title}", _kernels(game, rounds, repeats), _whole(game, rounds * 5, repeats))
    )


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


def _kernels(game: sq.Game, rounds: int, repeats: int) -> str:
    other = OTHERS[game.name]
    lineups = {
        "four baseline": ["baseline"] * SEATS,
        f"four {other}": [other] * SEATS,
        "four random": ["random"] * SEATS,
        f"{other}, baseline, baseline, random": [other, "baseline", "baseline", "random"],
    }
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
    interleaved(jobs, 1)  # compile
    times = interleaved(jobs, repeats)
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
        "4 seats, one thread, full views",
        "rounds/s",
        "µs a round",
        "asked",
        "forced",
        "ns per asked decision",
        "× dealing",
    ]
    return markdown_table(header, rows)


def _whole(game: sq.Game, rounds: int, repeats: int) -> str:
    """`simulate` with and without Parquet, one and two threads."""
    with tempfile.TemporaryDirectory() as folder:
        number = iter(range(1_000_000))

        def job(threads: int, out: bool, columns: str = "core") -> Callable[[], Any]:
            def run() -> None:
                sq.simulate(
                    game,
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
        times = interleaved(jobs, repeats)
        size = sum(f.stat().st_size for f in (Path(folder) / "0").rglob("*.parquet"))
    single = "in memory, 1 thread"
    rows = [
        [name, f"{rounds / times.best(name):,.0f}", f"{times.ratio(name, single):.2f}"]
        for name in times
    ]
    text = markdown_table(
        [f"sq.simulate, {rounds:,} rounds, four baseline", "rounds/s", "time ratio"], rows
    )
    parquet = times.ratio("to Parquet, 1 thread", single) - 1
    double = times.ratio("to Parquet, 2 threads", "in memory, 2 threads") - 1
    return (
        f"{text}\n\nParquet, written while the next chunk runs, adds {parquet:.0%} wall time with "
        f"one thread and {double:.0%} with two, and takes {size / rounds:.1f} bytes a round; two "
        f"threads are {times.ratio(single, 'in memory, 2 threads'):.2f} times as fast as one."
    )
