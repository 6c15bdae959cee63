"""Policies as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

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
            lines += ["", policy.source]
    return "\n".join(lines)
