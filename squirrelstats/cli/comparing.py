"""Commands that compare: settings, rules, policies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import squirrelstats as sq
from squirrelstats.cli._app import app
from squirrelstats.cli._words import (
    DEFAULT_LINEUP,
    Options,
    check_chart,
    number,
    rules_of,
    save,
)
from squirrelstats.cli.lineup import parse_lineup
from squirrelstats.cli.sweep import parse_of, parse_values

DEFAULT_COMMON_ROUNDS = "10000"
DEFAULT_TOURNAMENT_ROUNDS = "1000"


@app.command
def sweep(
    game: str,
    field: str,
    values: str,
    *,
    lineup: str = DEFAULT_LINEUP,
    rounds: str | None = None,
    matches: str | None = None,
    rules: str | None = None,
    option: Options = None,
    measure: str = "win_share",
    player: int = 0,
    of: str | None = None,
    base: str | None = None,
    seed: int = 0,
    rotate: str | None = None,
    threads: int | None = None,
    chart: Path | None = None,
    progress: bool | None = None,
) -> int:
    """Measure a table at every value of a rule, a trait, a parameter or the number of seats.

    Parameters
    ----------
    game
        squarrels, squirrels or squirrel_away.
    field
        A field of the rules, a trait, a parameter of the player's policy, or seats.
    values
        A range, 6:13 or 0.5:2:0.25, or a list, a,b,c.
    lineup
        Comma list of policies: name, name:param=value, name:trait=value, or my_bots.py:name.
    rounds
        Deals in common for every value. Default: 10000.
    matches
        Instead of rounds: matches.
    rules
        A preset, or a .toml file of house rules.
    measure
        What is measured: columns such as win_share, score or turns, in a comma list.
    player
        Who is measured: place in the line-up, from 0.
    of
        Whose trait or parameter it is: a player's number, or all. Default: the player's.
    base
        The value that others are compared with. Default: the one in force, or the first.
    seed
        Same plan and seed, same results.
    rotate
        none, cyclic, balanced or all. Default: cyclic.
    threads
        Default: all processors.
    chart
        Picture file (.png, .svg, .pdf) of the curves.
    progress
        Show a progress bar; default: in a terminal.
    """
    played = sq.get_game(game)
    tried = parse_values(values)
    if chart is not None:
        check_chart(chart)
    if rounds is None and matches is None:
        rounds = DEFAULT_COMMON_ROUNDS
    measures = [name.strip() for name in measure.split(",")]
    found = sq.sweep(
        played,
        field,
        tried,
        lineup=parse_lineup(played, lineup),
        rules=rules_of(played, rules, option),
        rounds=None if rounds is None else number(rounds, "rounds"),
        matches=None if matches is None else number(matches, "matches"),
        measure=measures,
        player=player,
        of=parse_of(of),  # type: ignore[arg-type]
        base=None if base is None else parse_values(base)[0],
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    print(found)
    if chart is not None:
        save(chart, lambda: sq.plot.sweeps(found))
        print(f"chart: {chart}")
    return 0


@app.command
def compare(
    game: str,
    *variants: str,
    base: str | None = None,
    lineup: str = DEFAULT_LINEUP,
    rounds: str | None = None,
    matches: str | None = None,
    luck: bool = False,
    seed: int = 0,
    rotate: str | None = None,
    threads: int | None = None,
    chart: Path | None = None,
    progress: bool | None = None,
) -> int:
    """Set house rules against a base on common deals: who wins, how long, how open.

    Parameters
    ----------
    game
        squarrels, squirrels or squirrel_away.
    variants
        Presets, or .toml files of house rules.
    base
        Preset or file that they are set against. Default: the preset of the game.
    lineup
        Comma list of policies: name, name:param=value, name:trait=value, or my_bots.py:name.
    rounds
        Deals in common for all rules. Default: 10000.
    matches
        Instead of rounds: matches.
    luck
        Also luck's share of the variance of a win; takes several times as long.
    seed
        Same plan and seed, same results.
    rotate
        none, cyclic, balanced or all. Default: cyclic; none where all players are alike.
    threads
        Default: all processors.
    chart
        Picture file (.png, .svg, .pdf) of the differences.
    progress
        Show a progress bar; default: in a terminal.
    """
    played = sq.get_game(game)
    if chart is not None:
        check_chart(chart)
    if not variants:
        raise sq.UsageError(
            f"name the rules to compare: presets ({', '.join(played.presets)}) or .toml files"
        )
    if rounds is None and matches is None:
        rounds = DEFAULT_COMMON_ROUNDS
    found = sq.compare_rules(
        played,
        variants,
        base=base,
        lineup=parse_lineup(played, lineup),
        rounds=None if rounds is None else number(rounds, "rounds"),
        matches=None if matches is None else number(matches, "matches"),
        luck=luck,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    print(found)
    if chart is not None:
        save(chart, lambda: sq.plot.house_rules(found))
        print(f"chart: {chart}")
    return 0


@app.command
def tournament(
    game: str,
    *,
    policies: str | None = None,
    seats: int | None = None,
    pool: str | None = None,
    rounds: str | None = None,
    matches: str | None = None,
    design: str = "all",
    measure: str = "win_share",
    rules: str | None = None,
    option: Options = None,
    seed: int = 0,
    rotate: str = "balanced",
    resamples: int = 500,
    threads: int | None = None,
    out: Path | None = None,
    chart: Path | None = None,
    progress: bool | None = None,
) -> int:
    """Play policies against each other on common deals; who does well, and who survives.

    Parameters
    ----------
    game
        squarrels, squirrels or squirrel_away.
    policies
        Comma list, as a line-up of simulate. Default: all of the game.
    seats
        Players at the table; default: four.
    pool
        Comma list of opponents, drawn with replacement; default: the policies themselves.
    rounds
        Deals for each line-up: 2000 or 10k. Default: 1000.
    matches
        Instead of rounds: matches for each line-up.
    design
        all line-ups; balanced: one of a policy among players of another, for many policies.
    measure
        win_share or score.
    rules
        A preset, or a .toml file of house rules.
    seed
        Same call and seed, same results.
    rotate
        balanced: everybody in every seat and beside everybody; cyclic: in one order; all.
    resamples
        Resamples of the deals for the intervals of the equilibrium and the ratings.
    threads
        Default: all processors.
    out
        Folder to keep results in. The same command again goes on, adds rounds or policies.
    chart
        Picture file (.png, .svg, .pdf) of who does how well among whom.
    progress
        Show a progress bar; default: in a terminal.
    """
    played = sq.get_game(game)
    if chart is not None:
        check_chart(chart)
    if rounds is None and matches is None:
        rounds = DEFAULT_TOURNAMENT_ROUNDS
    entrants: Sequence[sq.Policy | sq.Player] = sq.policies.list(played)
    found = sq.tournament(
        played,
        parse_lineup(played, policies) if policies is not None else entrants,
        seats=seats,
        pool=None if pool is None else parse_lineup(played, pool),
        rounds=None if rounds is None else number(rounds, "rounds"),
        matches=None if matches is None else number(matches, "matches"),
        design=design,
        measure=measure,
        rules=rules_of(played, rules, option),
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
        out=out,
    )
    print(found)
    if found.n > 1 and pool is None:
        print(f"\n{sq.equilibrium(found, resamples=resamples)}")
    if found.n > 1 and measure == "win_share":
        print(f"\n{sq.ratings(found, resamples=resamples)}")
    if chart is not None:
        save(chart, lambda: sq.plot.payoffs(found))
        print(f"chart: {chart}")
    return 0
