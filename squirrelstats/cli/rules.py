"""Rules as text: shown whole, compared, explained option by option, checked."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Sequence
from typing import Any

from squirrelstats._display import text_table
from squirrelstats.errors import UsageError, choices
from squirrelstats.games._rules import allowed, shown
from squirrelstats.games._variants import load_variant
from squirrelstats.games.contract import Game

WIDTH = 100
#: What the texts of a field are called, in the order in which they are shown.
TEXTS = (
    ("source", "Source"),
    ("borrowed", "In presets"),
    ("effect", "Effect"),
    ("example", "For example"),
)


def _wrapped(text: str, indent: int) -> str:
    space = " " * indent
    return textwrap.fill(text, WIDTH, initial_indent=space, subsequent_indent=space)


def rules_text(game: Game, names: Sequence[str]) -> str:
    """What ``squirrelstats rules`` prints for presets, files or fields.

    Parameters
    ----------
    game : Game
    names : sequence of str
        None: the default preset whole. Fields: each explained. One preset or file: shown whole.
        Several: compared.

    Raises
    ------
    UsageError
        For a name that is neither.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> game = get_game("squarrels")
    >>> print(rules_text(game, []).splitlines()[0])
    S'Quarrels: A Game of Absolute Nuts · rulebook_2009
    >>> rules_text(game, ["rulebook_2009", "website"]).splitlines()[2].split()
    ['field', 'rulebook_2009', 'website']
    """
    fields = {field.name: field for field in dataclasses.fields(game.rules_class)}
    explained = [name for name in names if name in fields]
    if explained and len(explained) == len(names):
        texts = [_explained(game, fields[name]) for name in names]
        return "\n\n".join([*texts, "\n".join(_notes(game))])
    if explained:
        raise UsageError(
            f"{explained[0]!r} is a field of the rules: fields are explained by themselves, "
            "presets and files shown or compared"
        )
    for name in names:
        if not name.endswith(".toml") and name not in game.presets:
            known = [*game.presets, *fields]
            raise UsageError(
                choices("preset or field of the rules", name, known).split(" Allowed:")[0].rstrip()
                + f" Presets: {', '.join(game.presets)}; a field; or the path of a .toml file"
            )
    if len(names) > 1:
        return _compared(game, names)
    return _whole(game, names[0] if names else game.default_preset)


def _whole(game: Game, name: str) -> str:
    """Every field: value, allowed values, meaning and source."""
    rules = game.rules(name)
    lines = [f"{game.title} · {game.rules_label(rules)}"]
    if name.endswith(".toml"):
        variant = load_variant(game, name)
        lines += [variant.title, *textwrap.wrap(variant.about, WIDTH)]
    lines += [
        f"{game.min_seats} to {game.max_seats} players · presets: {', '.join(game.presets)} "
        f"(default {game.default_preset})",
        *_notes(game),
    ]
    fields = dataclasses.fields(rules)
    for group, members in _grouped(fields):
        lines += ["", f"— {group} —"]
        for field in members:
            about = field.metadata
            value = getattr(rules, field.name)
            changed = "" if value == field.default else f"   (default {shown(field.default)})"
            lines += [
                f"{field.name} = {shown(value)}{changed}",
                _wrapped(f"{about['meaning']}; {allowed(about)}", 4),
            ]
            if about.get("source"):
                lines.append(_wrapped(f"Source: {about['source']}", 4))
    lines += ["", f"One field in full: squirrelstats rules {game.name} {fields[0].name}"]
    return "\n".join(lines)


def _notes(game: Game) -> list[str]:
    """What each preset is, and what is assumed."""
    notes = [f"{name}: {note}" for name, note in game.preset_notes.items()]
    return [_wrapped(note, 4) for note in [*notes, *_assumed(game)]]


def _assumed(game: Game) -> list[str]:
    return [f"Assumed: {text}" for text in game.assumptions]


def rules_markdown(game: Game) -> str:
    """All fields and presets as a page of documentation.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> rules_markdown(get_game("squarrels")).splitlines()[0]
    "# Rules of S'Quarrels: A Game of Absolute Nuts, field by field"
    """
    lines = [
        f"# Rules of {game.title}, field by field",
        "",
        f"Printed by `squirrelstats rules {game.name} --markdown`. A variant changes fields of a "
        f'preset: `sq.rules("{game.name}", "{game.default_preset}", field=value)`, or a TOML file.',
        "",
        "## Presets",
        "",
        *(f"* `{name}`: {note}" for name, note in game.preset_notes.items()),
        "",
        *(f"**{text}**\n" for text in _assumed(game)),
        f"`{game.default_preset}` is the default of every field. The others differ in:",
        "",
    ]
    others = [name for name in game.presets if name != game.default_preset]
    rows = [
        (field.name, [getattr(game.presets[name], field.name) for name in others], field.default)
        for field in dataclasses.fields(game.rules_class)
    ]
    lines.append(
        f"| field | `{game.default_preset}` | " + " | ".join(f"`{n}`" for n in others) + " |"
    )
    lines.append("|---" * (2 + len(others)) + "|")
    lines += [
        f"| `{name}` | {shown(default)} | {' | '.join(map(shown, values))} |"
        for name, values, default in rows
        if any(value != default for value in values)
    ]
    for group, members in _grouped(dataclasses.fields(game.rules_class)):
        lines += ["", f"## {group[0].upper()}{group[1:]}"]
        for field in members:
            about = field.metadata
            lines += [
                "",
                f"### `{field.name}`",
                "",
                f"{about['meaning'][0].upper()}{about['meaning'][1:]}. "
                f"Values: {allowed(about)}; default {shown(field.default)}.",
                "",
            ]
            lines += [f"* {title}: {about[key]}" for key, title in TEXTS if about.get(key)]
    return "\n".join(lines)


def _grouped(fields: Sequence[Any]) -> list[tuple[str, list[Any]]]:
    """Fields by heading, in the order of first appearance."""
    order = list(dict.fromkeys(field.metadata["group"] for field in fields))
    return [(group, [f for f in fields if f.metadata["group"] == group]) for group in order]


def _explained(game: Game, field: Any) -> str:
    """One field with all its texts, and its value in every preset."""
    about = field.metadata
    lines = [f"{field.name}: {about['meaning']}", f"    Values: {allowed(about)}"]
    values = {name: getattr(rules, field.name) for name, rules in game.presets.items()}
    lines.append("    " + " · ".join(f"{name}: {shown(value)}" for name, value in values.items()))
    lines += [_wrapped(f"{title}: {about[key]}", 4) for key, title in TEXTS if about.get(key)]
    return "\n".join(lines)


def _compared(game: Game, names: Sequence[str]) -> str:
    """The fields in which rules differ, side by side, with what each asks."""
    sets = [game.rules(name) for name in names]
    heads = [name.rsplit("/", 1)[-1].removesuffix(".toml") for name in names]
    rows, meanings = [], []
    for field in dataclasses.fields(game.rules_class):
        values = [getattr(rules, field.name) for rules in sets]
        if len(set(values)) > 1:
            rows.append([field.name, *map(shown, values)])
            meanings.append(_wrapped(f"{field.name}: {field.metadata['meaning']}", 4))
    title = f"{game.title} · what differs"
    named = [name for name in dict.fromkeys(names) if name in game.preset_notes]
    meanings += [_wrapped(f"{name}: {game.preset_notes[name]}", 4) for name in named]
    meanings += [_wrapped(text, 4) for text in _assumed(game)]
    if not rows:
        return "\n".join([title, "", "nothing: these rules are the same", "", *meanings])
    return "\n".join([title, "", text_table(["field", *heads], rows), "", *meanings])


def validated(game: Game, files: Sequence[str]) -> tuple[list[str], list[str]]:
    """Check files of house rules.

    Returns
    -------
    good, faults : list of str
        A line for each file.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> validated(get_game("squarrels"), ["none.toml"])[1]
    ["there is no file 'none.toml' with rules of squarrels"]
    """
    if not files:
        raise UsageError("--validate needs the files to check, such as my_rules.toml")
    good, faults = [], []
    for name in files:
        try:
            variant = load_variant(game, name)
        except UsageError as error:
            faults.append(str(error))
        else:
            good.append(f"{name}: {variant.title} · {game.rules_label(variant.rules)}")
    return good, faults
