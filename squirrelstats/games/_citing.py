"""The rules that transcripts cite, put together from printed rules and the fields of the rules."""

from __future__ import annotations

import dataclasses
import string
from collections.abc import Iterable, Mapping
from typing import Any

from squirrelstats.games._narration import Citation
from squirrelstats.games._rules import shown
from squirrelstats.games._words import Number


def cited(
    rules: Any,
    printed: Iterable[tuple[str, str, str]],
    options: Mapping[str, Mapping[str, str]],
    numbers: Mapping[str, str],
) -> dict[str, Citation]:
    """Every rule that can be cited under these rules, by its key.

    Parameters
    ----------
    rules : Rules
    printed : iterable of (str, str, str)
        Key, rule and source.
    options : mapping of str to mapping of str to str
        By field and value (``"true"`` and ``"false"`` of a flag) the rule that follows from it. A
        value left out follows a printed rule.
    numbers : mapping of str to str
        By field the rule that a number makes.

    Notes
    -----
    ``{name}`` in a rule is the value of the number of that name in words, ``{name:card}`` so many
    cards, ``{name:+}`` points.
    """
    fields = {entry.name: entry for entry in dataclasses.fields(rules)}
    changed = rules.changes()
    values = {name: Number(getattr(rules, name)) for name in numbers}

    def made(key: str, text: str, source: str, about: str = "") -> tuple[str, Citation]:
        spoken = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        others = [f"; {name}={changed[name]} is a house rule" for name in sorted(spoken)
                  if name in changed and name != about]  # fmt: skip
        return key, Citation(key, text.format_map(values), source + "".join(others))

    found = [made(*row) for row in printed]
    for name, texts in options.items():
        value = shown(getattr(rules, name))
        if value in texts:
            source = f"option {name}; {_source(fields[name].metadata, value)}"
            found.append(made(f"{name}={value}", texts[value], source))
    for name, text in numbers.items():
        source = _source(fields[name].metadata)
        if name in changed:
            source = f"house rule; {source}"
        found.append(made(f"{name}={getattr(rules, name)}", text, source, name))
    return dict(found)


def _source(about: Mapping[str, Any], value: str = "") -> str:
    """Where a field of the rules comes from, and why a preset has this value."""
    source = str(about.get("source", "no printed rule")).rstrip(".")
    borrowed = str(about.get("borrowed", ""))
    return f"{source}; {borrowed}" if value and borrowed.startswith(value) else source
