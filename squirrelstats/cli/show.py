"""Policies and rules as text."""

from __future__ import annotations

import dataclasses
import inspect
import textwrap
from collections.abc import Iterable
from typing import Any

from squirrelstats.games.contract import Game
from squirrelstats.policies.policy import Policy

WIDTH = 100


def _wrapped(text: str, indent: int) -> str:
    space = " " * indent
    return textwrap.fill(text, WIDTH, initial_indent=space, subsequent_indent=space)


def policies_text(game: Game, policies: Iterable[Policy], full: bool = False) -> str:
    """Name, idea and parameters of policies; with ``full`` also docstring and source.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> from squirrelstats.policies.registry import get
    >>> game = get_game("squarrels")
    >>> print(policies_text(game, [get(game, "random")]).splitlines()[1])
    random
    """
    lines = [f"Policies of {game.title}"]
    for policy in policies:
        lines += [policy.label, _wrapped(policy.idea or "(no docstring)", 4)]
        for name, param in policy.declared.items():
            lines.append(
                f"    {name} = {param.default:g} ({param.low:g} to {param.high:g}): {param.meaning}"
            )
        if full:
            lines += ["", inspect.getsource(policy.function).rstrip()]
    return "\n".join(lines)


def rules_text(game: Game, rules: Any) -> str:
    """Every field of the rules: value, other values, meaning and source.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> game = get_game("squarrels")
    >>> print(rules_text(game, game.rules()).splitlines()[0])
    S'Quarrels: A Game of Absolute Nuts · rulebook_2009
    """
    seats = f"{game.min_seats} to {game.max_seats} players"
    lines = [
        f"{game.title} · {game.rules_label(rules)}",
        f"{seats} · presets: {', '.join(game.presets)} (default {game.default_preset})",
    ]
    for field in dataclasses.fields(rules):
        value = getattr(rules, field.name)
        values = field.metadata.get("values", ())
        others = [str(v) for v in values if v != value]
        lines += [
            "",
            f"{field.name} = {value}" + (f"   (or {', '.join(others)})" if others else ""),
            _wrapped(field.metadata["meaning"], 4),
            _wrapped(f"Source: {field.metadata['source']}", 4),
        ]
    return "\n".join(lines)
