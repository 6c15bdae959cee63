"""Commands of ``squirrelstats``; each prints what the same call shows in Python."""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, CycloptsError, Parameter

import squirrelstats as sq
from squirrelstats._guard import threads_lost
from squirrelstats.cli.lineup import parse_lineup
from squirrelstats.cli.rules import rules_markdown, rules_text, validated
from squirrelstats.cli.show import policies_text
from squirrelstats.cli.sweep import parse_of, parse_values
from squirrelstats.errors import choices
from squirrelstats.simulate.dataset import PLAN_FILE, AbsentPolicy, read_description

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DEFAULT_LINEUP = "baseline,baseline,baseline,random"
DEFAULT_ROUNDS = "100000"
DEFAULT_TOURNAMENT_ROUNDS = "1000"

app = App(
    name="squirrelstats",
    help="Simulate squirrel card games and say what the numbers mean.",
    version=sq.__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)

Options = Annotated[
    list[str] | None,
    Parameter(
        name=["--option", "-O"], negative="", help="Change a rule: name=value; may be repeated."
    ),
]


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
        _check_chart(chart)
    try:
        run = sq.simulate(
            played,
            players,
            rounds=None if rounds is None else _number(rounds, "rounds"),
            matches=None if matches is None else _number(matches, "matches"),
            rules=_rules(played, rules, option),
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
        _save(chart, lambda: sq.plot.overview(run))
        print(f"chart: {chart}")
    return 0


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
        _check_chart(chart)
    if rounds is None and matches is None:
        rounds = "10000"
    measures = [name.strip() for name in measure.split(",")]
    found = sq.sweep(
        played,
        field,
        tried,
        lineup=parse_lineup(played, lineup),
        rules=_rules(played, rules, option),
        rounds=None if rounds is None else _number(rounds, "rounds"),
        matches=None if matches is None else _number(matches, "matches"),
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
        _save(chart, lambda: sq.plot.sweeps(found))
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
        rules=_rules(game, rules, option),
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
    for policy in _policies(game, lineup):
        found[f"{policy.name}, {len(found)}" if policy.name in found else policy.name] = policy
    return sq.load(folder, found)


def _policies(game: sq.Game, text: str) -> list[sq.Policy]:
    """Policies of a comma list."""
    return [sq.policies.get(game, player.policy) for player in parse_lineup(game, text)]


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
        _check_chart(chart)
    if rounds is None and matches is None:
        rounds = DEFAULT_TOURNAMENT_ROUNDS
    entrants: Sequence[sq.Policy | sq.Player] = sq.policies.list(played)
    found = sq.tournament(
        played,
        parse_lineup(played, policies) if policies is not None else entrants,
        seats=seats,
        pool=None if pool is None else parse_lineup(played, pool),
        rounds=None if rounds is None else _number(rounds, "rounds"),
        matches=None if matches is None else _number(matches, "matches"),
        design=design,
        measure=measure,
        rules=_rules(played, rules, option),
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
        _save(chart, lambda: sq.plot.payoffs(found))
        print(f"chart: {chart}")
    return 0


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
        File for the verdicts as data.
    progress
        Show progress bars; default: in a terminal.
    """
    found = sq.check_balance(
        contract,
        rounds=None if rounds is None else _number(rounds, "rounds"),
        seed=seed,
        threads=threads,
        progress=progress,
    )
    print(found)
    if json is not None:
        json.parent.mkdir(parents=True, exist_ok=True)
        json.write_text(found.json(), encoding="utf-8")
    return found.exit_code


@app.command
def policies(game: str, name: str | None = None) -> int:
    """List the policies of a game, or explain one.

    Parameters
    ----------
    game
        squarrels, squirrels or squirrel_away.
    name
        A policy, also one in a file: my_bots.py:stubborn.
    """
    played = sq.get_game(game)
    shown = _policies(played, name) if name else sq.policies.list(played)
    print(policies_text(played, shown, full=name is not None))
    return 0


@app.command
def rules(game: str, *names: str, validate: bool = False, markdown: bool = False) -> int:
    """Show, compare, explain or check rules: options, and the printed sentence behind each.

    Parameters
    ----------
    game
        squarrels, squirrels or squirrel_away.
    names
        One preset or file of house rules: shown whole (default: the game's preset). Several:
        compared. Fields, such as draw_rule: explained.
    validate
        The names are files of house rules: check each.
    markdown
        All fields as a page of documentation.
    """
    played = sq.get_game(game)
    if markdown and (names or validate):
        raise sq.UsageError("--markdown prints all fields and goes with nothing else")
    if markdown:
        print(rules_markdown(played))
        return 0
    if validate:
        good, faults = validated(played, names)
        if good:
            print("\n".join(good))
        if faults:
            raise sq.UsageError("\n".join(faults))
        return 0
    print(rules_text(played, names))
    return 0


@app.command
def docs(folder: Path = Path("docs")) -> int:
    """Write the pages of documentation that come from the registries.

    These are the glossary, the data dictionary and the rules of each game, field by field.

    Parameters
    ----------
    folder
        Where the pages lie.
    """
    from squirrelstats.cli.pages import write_pages

    for page in write_pages(folder):
        print(f"written: {page}")
    return 0


@app.command
def bench(
    *, rounds: str = "200k", repeats: int = 5, full: bool = False, out: Path | None = None
) -> int:
    """Measure speed: rounds per second against only dealing, threads, Parquet, start-up.

    Parameters
    ----------
    rounds
        Rounds per measurement.
    repeats
        Measurements of each kind, interleaved; the quickest counts.
    full
        Also an empty cache and the memory of ten million rounds (some minutes).
    out
        Put the figures with date and machine into this Markdown file.
    """
    from squirrelstats.cli.bench import measure

    if repeats < 1:
        raise sq.UsageError(f"repeats must be a whole number from 1, got {repeats}")
    text = measure(_number(rounds, "rounds"), repeats, full)
    print(text)
    if out is not None:
        out.write_text(text + "\n", encoding="utf-8")
    return 0


def _number(text: str, what: str = "rounds") -> int:
    """A whole number, also as 1e6, 10M or 1_000_000."""
    factors = {"k": 3, "m": 6, "g": 9}
    digits = text.strip().lower()
    exponent = factors.get(digits[-1:], 0)
    try:
        value = Decimal(digits[:-1] if exponent else digits).scaleb(exponent)
        if not 1 <= value < 10**18 or value != int(value):
            raise ValueError
    except (ArithmeticError, ValueError):
        raise sq.UsageError(
            f"{what} must be a whole number from 1, like 100000, 1e6 or 10M, got {text!r}"
        ) from None
    return int(value)


def _rules(game: sq.Game, preset: str | None, options: Sequence[str] | None) -> Any:
    changes: dict[str, str | int | bool] = {}
    for text in options or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise sq.UsageError(f"an option reads name=value, got {text!r}")
        if name.strip() in changes:
            raise sq.UsageError(f"option {name.strip()} is given twice")
        changes[name.strip()] = _value(value.strip())
    return game.rules(preset, **changes)


def _value(text: str) -> str | int | bool:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


CHART_TYPES = (".png", ".svg", ".pdf")


def _check_chart(chart: Path) -> None:
    if chart.suffix.lower() not in CHART_TYPES:
        raise sq.UsageError(
            f"a chart is a file ending in {', '.join(CHART_TYPES)}, got {str(chart)!r}"
        )


def _save(chart: Path, draw: Callable[[], Figure | Axes]) -> None:
    """Draw without a screen, into a file."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    chart.parent.mkdir(parents=True, exist_ok=True)
    drawn = draw()
    figure: Any = drawn if not hasattr(drawn, "figure") else drawn.figure
    try:
        figure.savefig(chart, dpi=150)
    finally:
        plt.close(figure)


def _open_streams() -> None:
    """Output that somebody closed goes nowhere; what an encoding lacks is shown as "?"."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            closed = open(nowhere, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, closed)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors become one line on stderr.

    Returns
    -------
    status : int
        0: done; 2: wrong use, policy or folder; 130: Ctrl-C; of ``balance`` also 1: fail and 3:
        not enough rounds. Ends the process where a policy's thread could not be stopped.
    """
    _open_streams()
    try:
        status = int(app(arguments, exit_on_error=False, print_error=True) or 0)
        sys.stdout.flush()
    except CycloptsError:
        status = 2
    except BrokenPipeError:  # the reader of our output, head or less, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except (sq.SquirrelstatsError, OSError) as error:
        print(f"squirrelstats: {error}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt as stop:
        kept = getattr(stop, "run", None)
        if kept is not None and kept.deals:
            print(kept)
        print(f"\nsquirrelstats: {str(stop) or 'interrupted'}", file=sys.stderr)
        status = 130
    if threads_lost():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status
