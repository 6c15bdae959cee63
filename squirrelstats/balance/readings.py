"""The ambiguity ledger: every option of the rules, and the printed sentence that it interprets."""

from __future__ import annotations

import dataclasses
import html
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from squirrelstats._display import html_block, text_block
from squirrelstats.errors import UsageError, choices
from squirrelstats.games._rules import allowed, shown
from squirrelstats.games.contract import Game, get_game

if TYPE_CHECKING:
    import pandas as pd

#: Kinds of options, and what makes them so.
READING, ASSUMPTION, HOUSE_RULE = "reading", "assumption", "house rule"
KINDS = {
    READING: "the texts can be read, or are silent, in more than one way",
    ASSUMPTION: "no source says it, so something is assumed",
    HOUSE_RULE: "a number, a list or a custom that is a matter of taste, not of reading",
}
UNPRINTED, ASSUMED = "no printed rule", "ASSUMPTION"
#: Letters in a line of the ledger.
WIDTH = 100


@dataclass(frozen=True)
class Reading:
    """One option of the rules.

    Attributes
    ----------
    field, group, question : str
        Name, heading, and what it decides.
    kind : str
        ``"reading"``, ``"assumption"`` or ``"house rule"``.
    value : str, int or bool
        In force in these rules.
    others : tuple
        The other values, where they can be listed.
    allowed : str
        All values in words.
    presets : mapping of str to str, int or bool
        The value in every preset.
    source : str
        The printed sentence that it interprets, paraphrased, and where it stands.
    borrowed : str
        What presets take from elsewhere because their own text is silent.
    effect, example : str
        Of values that no text has: exactly what they change, and a worked case.
    """

    field: str
    group: str
    question: str
    kind: str
    value: str | int | bool
    others: tuple[str | int | bool, ...]
    allowed: str
    presets: Mapping[str, str | int | bool]
    source: str
    borrowed: str
    effect: str
    example: str


@dataclass(frozen=True, repr=False)
class Readings:
    """Every option of a game's rules. It shows itself as the ledger.

    Attributes
    ----------
    game : Game
    label : str
        The rules whose values are in force.
    rows : tuple of Reading
    """

    game: Game
    label: str
    rows: tuple[Reading, ...]

    def __getitem__(self, field: str) -> Reading:
        for row in self.rows:
            if row.field == field:
                return row
        names = [row.field for row in self.rows]
        raise UsageError(choices(f"option of {self.game.name}", field, names))

    def of(self, kind: str) -> tuple[Reading, ...]:
        """The options of one kind."""
        if kind not in KINDS:
            raise UsageError(choices("kind of option", kind, KINDS))
        return tuple(row for row in self.rows if row.kind == kind)

    def frame(self) -> pd.DataFrame:
        """A row for each option.

        Returns
        -------
        frame : DataFrame
            ``field, group, kind, question, value, others, allowed``, a column for each preset,
            ``source, borrowed, effect, example``; values as they are written on the shell.
        """
        import pandas as pd

        told = []
        for row in self.rows:
            line: dict[str, str] = {"field": row.field, "group": row.group, "kind": row.kind}
            line |= {"question": row.question, "value": shown(row.value)}
            line |= {"others": ", ".join(map(shown, row.others)), "allowed": row.allowed}
            line |= {name: shown(value) for name, value in row.presets.items()}
            texts = ("source", "borrowed", "effect", "example")
            told.append(line | {name: getattr(row, name) for name in texts})
        return pd.DataFrame(told)

    def _lines(self) -> tuple[str, list[str]]:
        counts = ", ".join(f"{len(self.of(kind))} of kind {kind}" for kind in KINDS)
        quiet = [f"{self.label} · {len(self.rows)} options: {counts}"]
        quiet += [f"{kind}: {meaning}" for kind, meaning in KINDS.items()]
        quiet += [f"assumed: {text}" for text in self.game.assumptions]
        return f"{self.game.title}: what the rules leave open", quiet

    def __repr__(self) -> str:
        title, quiet = self._lines()
        parts, group = [text_block(title, quiet)], None
        for row in self.rows:
            if row.group != group:
                parts += ["", f"— {row.group} —"]
                group = row.group
            parts.append(f"{row.field} = {shown(row.value)}{_or(row)}   [{row.kind}]")
            for text in (row.question, row.source):
                parts.append(
                    textwrap.fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
                )
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        title, quiet = self._lines()
        heads = ("option", "in force", "others", "kind", "question", "printed sentence")
        head = "".join(f'<th scope="col">{cell}</th>' for cell in heads)
        body = ""
        for row in self.rows:
            cells = (shown(row.value), _others(row), row.kind, row.question, row.source)
            told = "".join(
                f'<td style="text-align: left">{html.escape(cell)}</td>' for cell in cells
            )
            body += f'<tr><th scope="row">{html.escape(row.field)}</th>{told}</tr>'
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return html_block(title, quiet, table)


def _others(row: Reading) -> str:
    return ", ".join(map(shown, row.others)) or row.allowed


def _or(row: Reading) -> str:
    return f" (or {_others(row)})" if row.others or row.kind != READING else ""


def readings(game: str | Game, rules: Any = None) -> Readings:
    """The ambiguity ledger of a game: every option, with the printed sentence behind it.

    Parameters
    ----------
    game : str
    rules : str, Path or Rules, optional
        A preset, the path of a ``.toml`` file, or ``sq.rules(…)``, whose values are in force.
        Default: the game's default preset.

    Returns
    -------
    ledger : Readings

    Raises
    ------
    UsageError
        Unknown game or rules.

    Notes
    -----
    An option is a *reading* if its values have names, or are true and false, or if presets differ
    in it, and some text speaks of it or should; an *assumption* if its source says so; else, being
    a number or a list, or without a printed rule, it is a *house rule*.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> ledger = sq.readings("squarrels")
    >>> ledger["draw_rule"].kind, ledger["draw_rule"].others
    ('reading', ('optional',))
    >>> ledger["set_size"].kind
    'house rule'
    """
    played = get_game(game)
    own = played.rules(rules)
    rows = tuple(_reading(played, own, field) for field in dataclasses.fields(own))
    return Readings(played, played.rules_label(own), rows)


def _reading(game: Game, rules: Any, field: dataclasses.Field[Any]) -> Reading:
    about, value = field.metadata, getattr(rules, field.name)
    presets = {name: getattr(preset, field.name) for name, preset in game.presets.items()}
    known: tuple[Any, ...] = ()
    if "values" in about:
        known = about["values"]
    elif "low" in about or "form" in about:
        known = tuple(dict.fromkeys(presets.values()))
    else:
        known = (True, False)
    return Reading(
        field=field.name,
        group=about["group"],
        question=about["meaning"],
        kind=_kind(about, len(set(presets.values())) > 1),
        value=value,
        others=tuple(other for other in known if other != value),
        allowed=allowed(about),
        presets=presets,
        **{name: about.get(name, "") for name in ("source", "borrowed", "effect", "example")},
    )


def _kind(about: Mapping[str, Any], presets_differ: bool) -> str:
    source = about.get("source", "")
    if source.startswith(ASSUMED):
        return ASSUMPTION
    named = "low" not in about and "form" not in about
    if (named or presets_differ) and source and not source.startswith(UNPRINTED):
        return READING
    return HOUSE_RULE
