"""Commands that play, and show what was played."""

from __future__ import annotations

import shlex
from pathlib import Path

import squirrelstats as sq
from squirrelstats.cli._app import app
from squirrelstats.cli._words import (
    DEFAULT_LINEUP,
    Options,
    check_chart,
    number,
    policies_of,
    rules_of,
    save,
)
from squirrelstats.cli.lineup import parse_lineup
from squirrelstats.errors import choices
from squirrelstats.simulate.dataset import PLAN_FILE, AbsentPolicy, read_description

DEFAULT_ROUNDS = "100000"


@app.command
def simulate(
    game: str,
    *,
    lineup: str = DEFAULT_LINEUP,
    rounds: str | None = None,
    matches: str | None = None,
    rules: str | None = None,
    option: Options = None,
    seed: int = 0,
    rotate: str = "none",
    columns: str = "core",
    threads: int | None = None,
    out: Path | None = None,
    chart: Path | None = None,
    progress: bool | None = None,
) -> int:
    """Play many rounds or matches; print the summary, write Parquet and a chart if asked to.

    Parameters
    ----------
    game
        squarrels, squirrels or squirrel_away.
    lineup
        Comma list of policies: name, name:param=value, name:trait=value, or my_bots.py:name.
    rounds
        Deals to play: 100000, 1e6 or 10M. Default: 100000.
    matches
        Instead of rounds: matches to play, 10k.
    rules
        A preset, or a .toml file of house rules; see "squirrelstats rules GAME".
    seed
        Same plan and seed, same results.
    rotate
        none; cyclic: everybody sits in every seat once on each deal; balanced: also beside
        everybody else equally often; all: every seating.
    columns
        core; cards: opening and final hands and cards drawn too; all.
    threads
        Default: all processors.
    out
        Folder for Parquet files. The same command again goes on, or adds rounds.
    chart
        Picture file (.png, .svg, .pdf) of win shares, scores and length.
    progress
        Show a progress bar; default: in a terminal.
    """
    played = sq.get_game(game)
    players = parse_lineup(played, lineup)
    if rounds is None and matches is None:
        rounds = DEFAULT_ROUNDS
    if chart is not None:
        check_chart(chart)
    try:
        run = sq.simulate(
            played,
            players,
            rounds=None if rounds is None else number(rounds, "rounds"),
            matches=None if matches is None else number(matches, "matches"),
            rules=rules_of(played, rules, option),
            seed=seed,
            rotate=rotate,
            columns=columns,
            threads=threads,
            progress=progress,
            out=out,
        )
    except sq.RunInterrupted as stop:
        if out is None:
            _say(stop, "; they are lost, --out FOLDER would have kept them")
        raise
    except sq.PolicyError as error:
        if error.deal is not None:
            again = ["squirrelstats", "replay", game, str(error.deal)]
            again += ["--playing", str(error.playing)]
            again += ["--round", str(error.round)] if matches is not None else []
            again += ["--lineup", lineup, "--seed", str(seed)]
            again += ["--rotate", rotate] if rotate != "none" else []
            again += ["--rules", rules] if rules is not None else []
            again += [word for change in option or () for word in ("-O", change)]
            kept = f"kept in {out}" if out is not None else "lost (--out FOLDER keeps them)"
            _say(
                error,
                f". The {error.plan.counted(error.run.deals)} before it are {kept}. See it move by "
                f"move: {shlex.join(again)}",
            )
        raise
    print(run)
    if chart is not None:
        save(chart, lambda: sq.plot.overview(run))
        print(f"chart: {chart}")
    return 0


def _say(error: sq.PolicyError | sq.RunInterrupted, way_out: str) -> None:
    """Let the message of an error end with what to do on the shell."""
    error.args = (str(error).removesuffix(error.way_out) + way_out,)


@app.command
def replay(
    where: str,
    deal: int,
    *,
    playing: int = 0,
    round: int | None = None,
    lineup: str | None = None,
    rules: str | None = None,
    option: Options = None,
    seed: int = 0,
    rotate: str = "none",
) -> int:
    """Show one round move by move, each event with the rule behind it.

    Parameters
    ----------
    where
        A dataset folder, or a game (then lineup, rules, seed and rotate say what is played).
        For a dataset, lineup only says where policies of your own are: my_bots.py:stubborn.
    deal
        Number of the deal, or of the match.
    playing
        Number of its seating, with rotation.
    round
        Number of the round in the match; of a game it says that matches are played.
    lineup
        Comma list of policies.
    rules
        A preset.
    seed
        Seed.
    rotate
        none, cyclic, balanced or all.
    """
    folder = Path(where)
    if folder.is_dir() and (where not in sq.GAMES or (folder / PLAN_FILE).is_file()):
        run = _open(folder, lineup)
        absent = [policy for policy in run.plan.lineup if isinstance(policy, AbsentPolicy)]
        if absent:
            raise sq.DatasetError(
                f"the shell does not know policy {absent[0].label!r} of {where!r}; say which file "
                f"it is in: squirrelstats replay {shlex.quote(where)} {deal} --playing {playing} "
                f"--lineup my_bots.py:{absent[0].name}"
            )
        print(run.replay(deal, playing, round or 0))
        return 0
    if where not in sq.GAMES:
        unknown = choices("game", where, sq.GAMES)
        raise sq.UsageError(f"there is no dataset folder {where!r}; {unknown}")
    game = sq.get_game(where)
    players = parse_lineup(game, lineup or DEFAULT_LINEUP)
    plan = sq.make_plan(
        game,
        players,
        rules=rules_of(game, rules, option),
        seed=seed,
        rotate=rotate,
        unit="rounds" if round is None else "matches",
    )
    print(sq.replay(plan, deal, playing, round or 0))
    return 0


def _open(folder: Path, lineup: str | None) -> sq.Run:
    """A dataset, with policies of the user's own files."""
    if lineup is None:
        return sq.load(folder)
    game = sq.get_game(read_description(folder)["plan"]["game"])
    found: dict[str, sq.Policy] = {}
    for policy in policies_of(game, lineup):
        found[f"{policy.name}, {len(found)}" if policy.name in found else policy.name] = policy
    return sq.load(folder, found)
