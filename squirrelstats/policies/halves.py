"""Two policies joined: one decides in one phase of a game, the other in all others."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from squirrelstats.errors import UsageError
from squirrelstats.policies._compile import ARGUMENTS
from squirrelstats.policies.policy import Param, Policy

_TEXT = """def joined({taken}):
    if view.phase == PHASE:
        return calling({calling})
    return acting({acting})
"""


@functools.lru_cache(maxsize=256)
def _joined_function(
    acting: Callable[..., Any],
    calling: Callable[..., Any],
    arguments: tuple[tuple[str, ...], tuple[str, ...]],
    phase: int,
) -> Callable[..., Any]:
    """A plain function that asks one of two others, each with the arguments that it takes."""
    taken = [name for name in ARGUMENTS if name in {"view", *arguments[0], *arguments[1]}]
    text = _TEXT.format(
        taken=", ".join(taken), acting=", ".join(arguments[0]), calling=", ".join(arguments[1])
    )
    space: dict[str, Any] = {
        "__name__": __name__,
        "acting": acting,
        "calling": calling,
        "PHASE": phase,
    }
    exec(text, space)
    function: Callable[..., Any] = space["joined"]
    return function


def join(name: str, acting: Policy, calling: Policy, phase: int) -> Policy:
    """One policy that acts as one and calls as another, with the parameters of both.

    Both share random stream and memory.

    Parameters
    ----------
    name : str
    acting, calling : Policy
    phase : int
        In which ``calling`` is asked.

    Raises
    ------
    UsageError
        Both declare a parameter of the same name, but not the same.
    """
    halves = (acting, calling)
    declared: dict[str, Param] = {}
    values: dict[str, float] = {}
    for half in halves:
        for key, param in half.declared.items():
            if declared.setdefault(key, param) != param:
                raise UsageError(
                    f"{acting.name!r} and {calling.name!r} both have a parameter {key}, with "
                    "another meaning; rename it in one of them"
                )
            values[key] = half.values[key]
    stated = [half.version for half in halves if not half.builtin]
    return Policy(
        game=acting.game,
        name=name,
        function=_joined_function(
            acting.function, calling.function, (acting.arguments, calling.arguments), phase
        ),
        declared=declared,
        values=values,
        memory="match" if "match" in (acting.memory, calling.memory) else "round",
        native=False if False in (acting.native, calling.native) else None,
        version="+".join(map(str, stated)) if stated and None not in stated else None,
        impressions=acting.impressions or calling.impressions,
        builtin=acting.builtin and calling.builtin,
        halves=halves,
    )
