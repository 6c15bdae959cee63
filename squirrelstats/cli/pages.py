"""Pages of documentation that are printed from the registries: glossary, data dictionary, rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from squirrelstats.balance.metrics import METRICS
from squirrelstats.cli.rules import rules_markdown
from squirrelstats.columns import LEVELS, SHARED, TABLES, Column
from squirrelstats.games.contract import GAMES, Game, get_game
from squirrelstats.glossary import TERMS
from squirrelstats.policies import registry
from squirrelstats.simulate.decision_table import FIRST
from squirrelstats.stats._shape_result import MEASURES

#: What a table has one row for.
ROWS = {
    "seats": "one row a round and seat",
    "rounds": "one row a round",
    "matches": "one row a match and player; only where matches are played",
}
COLUMNS_HEAD = ("column", "dtype", "unit", "level", "meaning")
#: A bar that is no border of a cell.
BAR = r"\|"
PRINTED = "Printed by `squirrelstats docs`; edit the registries, not this page."


def pages() -> dict[str, str]:
    """The generated pages, by file name.

    Examples
    --------
    >>> sorted(pages())[:3]
    ['data.md', 'glossary.md', 'squarrels_rules.md']
    """
    rules = {f"{name}_rules.md": rules_markdown(get_game(name)) + "\n" for name in GAMES}
    return {"glossary.md": glossary(), "data.md": dictionary(), **rules}


def write_pages(folder: Path) -> list[Path]:
    """Write every generated page into a folder; what is current already stays untouched.

    Returns
    -------
    changed : list of Path
    """
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in pages().items():
        page = folder / name
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
            changed.append(page)
    return changed


def glossary() -> str:
    """Words, balance metrics and measures, each with its meaning."""
    parts = ["# Glossary", PRINTED]
    for topic, terms in TERMS.items():
        rows = [(f"**{word}**", meaning) for word, meaning in terms.items()]
        parts += [f"## {topic}", table(("word", "meaning"), rows)]
    metrics = [(f"`{m.name}`", m.words, m.unit, m.meaning) for m in METRICS.values()]
    parts += [
        "## Balance metrics",
        "Shares and their differences are shown in percent and points; limits in a "
        "[contract](balance.md) are shares: 0.03 is 3 points.",
        table(("metric", "in words", "unit", "meaning"), metrics),
    ]
    measures = [(f"`{n}`", w, "share" if s else "mean") for n, (w, s) in MEASURES.items()]
    parts += [
        "## Measures of the shape of play",
        "Of `sq.shape`; [how they are taken](statistics/shape.md).",
        table(("measure", "in words", "kind"), measures),
    ]
    return "\n\n".join(parts) + "\n"


def dictionary() -> str:
    """Every column, trait and parameter of all games."""
    parts = [
        "# Data dictionary",
        PRINTED,
        f"Tables are `run.seats`, `run.rounds` and `run.matches`, and folders of the same names in "
        f"a dataset. `columns=` chooses a level: {', '.join(f'`{level}`' for level in LEVELS)}; "
        f"each keeps what the one before it keeps. `run.describe_columns()` says the same of a "
        f"run. [Read the data](read_the_data.md) has examples.",
        "## All games",
        *(part for name in TABLES for part in _table_of(name, SHARED)),
        "### `decisions`",
        "Of `sq.decisions(…).frame()`: one row a decision that was kept; then one column "
        "`view_…` for every number that the seat saw (`.columns` describes them).",
        table(
            ("column", "dtype", "unit", "meaning"), [(f"`{row[0]}`", *row[1:4]) for row in FIRST]
        ),
    ]
    for name in GAMES:
        parts += _game(get_game(name))
    return "\n\n".join(parts) + "\n"


def _game(game: Game) -> list[str]:
    parts = [f"## {game.title}"]
    for name in TABLES:
        parts += _table_of(name, game.columns)
    traits = [
        (f"`{n}`", f"{t.default:g}", f"{t.low:g} to {t.high:g}", t.unit, t.meaning)
        for n, t in game.traits.items()
    ]
    head = ("trait", "default", "range", "unit", "meaning")
    parts += ["### Traits of players", table(head, traits)]
    params = [
        (f"`{made.name}`", f"`{n}`", f"{p.default:g}", f"{p.low:g} to {p.high:g}", p.meaning)
        for made in registry.builtin(game.name)
        for n, p in made.declared.items()
    ]
    if params:
        head = ("policy", "parameter", "default", "range", "meaning")
        parts += ["### Parameters of policies", table(head, params)]
    return parts


def _table_of(name: str, columns: Iterable[Column]) -> list[str]:
    kept = [column for column in columns if column.table == name]
    rows = [(f"`{c.name}`", c.dtype, c.unit, c.level, c.meaning) for c in kept]
    return [f"### `{name}`", f"{ROWS[name]}:", table(COLUMNS_HEAD, rows)] if rows else []


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown.

    Examples
    --------
    >>> print(table(["a", "b"], [["1", "x"]]))
    | a | b |
    |---|---|
    | 1 | x |
    """
    heading, *body = [
        "|".join(f" {cell.replace('|', BAR)} " for cell in line) for line in (head, *rows)
    ]
    rule = "|".join(["---"] * len(head))
    return "\n".join(f"|{line}|" for line in (heading, rule, *body))
