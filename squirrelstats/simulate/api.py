"""`simulate` and `load`: what users call."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from squirrelstats.errors import DatasetError, PolicyError, RunInterrupted, UsageError
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.player import Member
from squirrelstats.policies.policy import Policy
from squirrelstats.simulate.dataset import read_description, stored_plan
from squirrelstats.simulate.driver import default_threads, play
from squirrelstats.simulate.identity import difference
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.store import FolderStore, MemoryStore, Store

#: Far beyond what anybody can wait for, and within what the tables can count.
ROUND_LIMIT = 10**12
THREAD_LIMIT = 1024


def simulate(
    game: str | Game,
    lineup: Sequence[Member],
    *,
    rounds: int | None = None,
    matches: int | None = None,
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "none",
    columns: str = "core",
    hands: Mapping[int, Mapping[str, int]] | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Run:
    """Play many rounds, or matches, of a game.

    Parameters
    ----------
    game : str
        ``"squarrels"``.
    lineup : sequence of str, Policy or Player
        A policy, or a player with traits (`player`), for every seat. Player i of a playing sits
        in seat i, or is rotated.
    rounds : int
        Deals to play. With rotation every deal is played once per seating.
    matches : int
        Instead of ``rounds``: matches to play, each to its final winner. Rotation is about the
        first round; later ones seat the players by the rules.
    rules : str, Path or Rules, optional
        A preset, a ``.toml`` file of house rules, or ``sq.rules(game, preset, option=value)``.
        Default: the game's.
    seed : int or mapping of str to int
        Same plan and seed, same results, to the bit. A mapping gives single purposes of
        randomness seeds of their own (``{"deal": 7}``, the others 0; ``"policy_2"`` is what the
        policy in seat 2 draws).
    rotate : str
        ``"none"``. ``"cyclic"``: every player sits in every seat once on each deal.
        ``"balanced"``: also beside every other player equally often, on either side (n(n − 1)
        seatings for odd n, twice as many for even n from 4). ``"all"``: every seating.
    columns : str
        ``"core"``: who won and how. ``"cards"``: also opening and final hands, cards drawn and
        cards stuck in hand. ``"all"``: also what happened to whom.
    hands : mapping of int to mapping of str to int, optional
        Opening hands with exactly so many copies of some kinds, by seat: ``{0: {"gold": 1, "five":
        3}}``, kinds as columns name them, or as the rules do (``"RB"``). All else is left to
        chance, with the odds that it has among the deals where this happens; none is thrown away.
        Several hands must name the same kinds.
    threads : int, optional
        Default: the processors this process may use.
    progress : bool, optional
        Show a progress bar; default: in notebooks and terminals.
    out : path, optional
        A folder to write Parquet files to, piece by piece. The same call again goes on where it
        stopped, or adds rounds.

    Returns
    -------
    run : Run

    Raises
    ------
    UsageError
        Something in the call is wrong.
    PolicyError
        A policy returned an illegal action or raised; what was finished is in its ``run``.
    DatasetError
        The folder cannot be used.
    RunInterrupted
        Ctrl-C; what was finished is in its ``run``.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squarrels", ["baseline"] * 4, rounds=100, seed=1)
    >>> len(run.seats), round(float(run.seats.win_share.sum()), 6)
    (400, 100.0)
    >>> run = sq.simulate("squarrels", ["baseline"] * 4, matches=20, seed=1)
    >>> len(run.matches), bool(run.matches.groupby("deal").total.max().min() >= 50)
    (80, True)
    """
    unit, deals = asked_for(rounds, matches)
    _check_members(get_game(game), lineup)
    plan = make_plan(
        game,
        lineup,
        rules=rules,
        seed=seed,
        rotate=rotate,
        columns=columns,
        unit=unit,
        hands=hands,
    )
    workers = asked_threads(threads)
    if out is None:
        return play_on(plan, MemoryStore(), deals, workers, progress)
    if not isinstance(out, str | os.PathLike):
        raise UsageError(f"out must be the path of a folder, got {out!r}")
    folder = Path(out)
    store = FolderStore(folder, plan, write=True)
    try:
        return play_on(plan, store, deals, workers, progress, folder)
    finally:
        store.close()


def play_on(
    plan: Plan,
    store: Store,
    deals: int,
    threads: int,
    progress: bool | None,
    folder: Path | None = None,
) -> Run:
    """Play the deals of a plan that its store lacks; errors as of `simulate`."""
    try:
        message = play(plan, store, deals, threads, progress)
    except PolicyError as error:
        run = Run(plan, store, min(deals, store.deals), folder)
        error.plan, error.run = plan, run
        if error.deal is not None:
            at = "error.plan, error.deal, error.playing" + ", error.round" * plan.in_matches
            error.way_out = (
                f". See it move by move: sq.replay({at}). "
                f"{plan.counted(run.deals)} before it {'is' if run.deals == 1 else 'are'} kept in "
                f"{folder or 'error.run'}"
            )
            error.args = (f"{error.args[0]}{error.way_out}",)
        raise
    run = Run(plan, store, min(deals, store.deals), folder)
    if message is not None:
        where = "; error.run holds them"
        if folder is not None:
            again = "; the same call goes on" if plan.can_be_extended else ""
            where = f", kept in {folder}{again}"
        done = f"{run.deals:,} of {plan.counted(deals)} are done"
        stopped = RunInterrupted(f"{message}: {done}{where}")
        stopped.run, stopped.way_out = run, where
        raise stopped
    return run


def _check_members(game: Game, lineup: Any) -> None:
    """Point out where a line-up is written as on the shell."""
    if isinstance(lineup, str) or not isinstance(lineup, Sequence):
        return
    for member in lineup:
        if not isinstance(member, str) or ":" not in member:
            continue
        name, *settings = member.split(":")
        traits = [setting for setting in settings if setting.partition("=")[0] in game.traits]
        if name.endswith(".py"):
            way_out = "import the file and give the policy itself"
        elif traits and traits == settings:
            call = ", ".join([f'"{name}"', *settings])
            way_out = f"here it is sq.player({call})"
        elif traits:
            way_out = "here it is sq.player(sq.policies.get(…, parameters), traits)"
        else:
            call = ", ".join([f'"{game.name}"', f'"{name}"', *settings])
            way_out = f"here it is sq.policies.get({call})"
        raise UsageError(f"{member!r} is how a line-up is written on the shell; {way_out}")


def asked_for(rounds: Any, matches: Any, least: int = 1) -> tuple[str, int]:
    """Unit of play, and how many of it, from the two options of which one is given.

    Raises
    ------
    UsageError
        Neither or both are given, or no whole number from ``least`` on.

    Examples
    --------
    >>> asked_for(None, 1e4)
    ('matches', 10000)
    """
    if (rounds is None) == (matches is None):
        got = "neither" if rounds is None else "both"
        raise UsageError(
            f"say how many deals to play, like rounds=100_000, or how many matches, like "
            f"matches=10_000 (whole numbers from {least} to {ROUND_LIMIT:,}); got {got}"
        )
    unit = "rounds" if matches is None else "matches"
    return unit, whole_number(unit, rounds if matches is None else matches, ROUND_LIMIT, least)


def asked_threads(threads: Any) -> int:
    """Number of threads; the processors of this process where nothing is said."""
    return default_threads() if threads is None else whole_number("threads", threads, THREAD_LIMIT)


def whole_number(what: str, value: Any, most: int, least: int = 1) -> int:
    """A whole number from ``least`` on, also when written like 1e6."""
    whole = value
    if isinstance(value, float) and value.is_integer():
        whole = int(value)
    wrong = isinstance(whole, bool) or not isinstance(whole, int | np.integer)
    if wrong or not least <= whole <= most:
        raise UsageError(f"{what} must be a whole number from {least} to {most:,}, got {value!r}")
    return int(whole)


def load(path: str | os.PathLike[str], policies: Mapping[str, Policy] | None = None) -> Run:
    """Open a dataset that `simulate` wrote.

    Parameters
    ----------
    path : path
        The folder.
    policies : mapping of str to Policy, optional
        Policies that are not registered in this session, by name (or by label in the dataset).

    Returns
    -------
    run : Run
        Tables are read when asked for. Only replays need the same policies and code as then.

    Raises
    ------
    DatasetError
        Not a dataset, damaged, or of another schema version; or its rules are unknown, so that it
        cannot be explained (the Parquet files themselves can be read by any reader).

    Examples
    --------
    >>> import squirrelstats as sq, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = sq.simulate("squarrels", ["baseline"] * 2, rounds=50, out=folder)
    ...     len(sq.load(folder).rounds)
    50
    """
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"path must be the folder of a dataset, got {path!r}")
    folder = Path(path)
    if not folder.is_dir():
        raise DatasetError(f"there is no dataset folder {str(folder)!r}")
    if not isinstance(policies or {}, Mapping):
        raise UsageError(f"policies must be a mapping of name to policy, got {policies!r}")
    about = read_description(folder)
    plan = stored_plan(folder, about, dict(policies or {}))
    store = FolderStore(folder, plan)
    same = about["digest"] == plan.digest
    changed = "" if same else difference(about["plan"], plan.description)
    return Run(plan, store, store.deals, folder, changed)
