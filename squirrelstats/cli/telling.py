"""Commands that tell what is there: policies, rules, pages of documentation, speed."""

from __future__ import annotations

from pathlib import Path

import squirrelstats as sq
from squirrelstats.cli._app import app
from squirrelstats.cli._words import (
    number,
    policies_of,
)
from squirrelstats.cli.rules import rules_markdown, rules_text, validated
from squirrelstats.cli.show import policies_text


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
    shown = policies_of(played, name) if name else sq.policies.list(played)
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
    text = measure(number(rounds, "rounds"), repeats, full)
    print(text)
    if out is not None:
        out.write_text(text + "\n", encoding="utf-8")
    return 0
