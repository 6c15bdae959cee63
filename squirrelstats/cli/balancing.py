"""Commands about balance: a contract held against a table, a report on it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import squirrelstats as sq
from squirrelstats.cli._app import app
from squirrelstats.cli._words import Options, number, rules_of
from squirrelstats.cli.lineup import parse_lineup
from squirrelstats.reporting._write import check_place, write


@app.command
def balance(
    contract: str,
    *,
    rounds: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    json: Path | None = None,
    progress: bool | None = None,
) -> int:
    """Hold a table against a balance contract; exit code 0 pass, 1 fail, 3 not enough rounds.

    Parameters
    ----------
    contract
        A .toml file of tolerances, or a game: the contract it has of its own.
    rounds
        Deals instead of the contract's: 20000 or 50k.
    seed
        Instead of the contract's.
    threads
        Default: all processors.
    json
        File for the verdicts as data, ending in .json.
    progress
        Show progress bars; default: in a terminal.
    """
    if json is not None:
        with contextlib.suppress(OSError):  # said by what checks the place
            json.parent.mkdir(parents=True, exist_ok=True)
        check_place(json, ".json")
    found = sq.check_balance(
        contract,
        rounds=None if rounds is None else number(rounds, "rounds"),
        seed=seed,
        threads=threads,
        progress=progress,
    )
    print(found)
    if json is not None:
        write(json, ".json", found.json())
    return found.exit_code


@app.command
def report(
    game: str,
    *,
    out: Annotated[Path, Parameter(name=["--out", "-o"])],
    rules: Annotated[list[str] | None, Parameter(negative="")] = None,
    option: Options = None,
    lineup: str | None = None,
    pool: str | None = None,
    rounds: str | None = None,
    seed: int | None = None,
    contract: str | None = None,
    json: Path | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> int:
    """Study a table and write what was found as one HTML file; verdicts are printed too.

    Parameters
    ----------
    game
        squarrels, squirrels or squirrel_away.
    out
        File to write, ending in .html; it needs nothing beside it.
    rules
        A preset, or a .toml file of house rules; given several times: set side by side, the first
        as the base.
    lineup
        Comma list of policies: name, name:param=value, name:trait=value, or my_bots.py:name.
        Default: that of the contract.
    pool
        Comma list of policies that contend for being the best. Default: that of the contract.
    rounds
        Deals at the line-up: 20000 or 50k; the sizes of everything else follow.
    seed
        Same seed, same report, byte by byte.
    contract
        A .toml file of tolerances. Default: the game's own.
    json
        File for the same numbers as data, ending in .json.
    threads
        Default: all processors.
    progress
        Show progress bars; default: in a terminal.
    """
    played = sq.get_game(game)
    several = len(rules or ()) > 1
    if several and option:
        raise sq.UsageError("-O changes one set of rules; several are set side by side as files")
    check_place(out, ".html")
    if json is not None:
        check_place(json, ".json")
    chosen: Any = rules if several else None
    if not several and (rules or option):
        chosen = rules_of(played, rules[0] if rules else None, option)
    found = sq.report(
        played,
        rules=chosen,
        lineup=None if lineup is None else parse_lineup(played, lineup),
        pool=None if pool is None else parse_lineup(played, pool),
        contract=contract,
        rounds=None if rounds is None else number(rounds, "rounds"),
        seed=seed,
        threads=threads,
        progress=progress,
    )
    found.save(out, json)
    print("\n\n".join(map(repr, found.verdicts)))
    print(f"report: {out}")
    if json is not None:
        print(f"data: {json}")
    return 0
