"""Two policies joined: by the phase of the game, or one where the other leaves a decision open."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from squirrelstats.errors import UsageError
from squirrelstats.policies._compile import ARGUMENTS
from squirrelstats.policies._types import PARAM_LIMIT
from squirrelstats.policies.helpers import OTHERWISE
from squirrelstats.policies.policy import Param, Policy

_BY_PHASE = """def joined({taken}):
    if view.phase == PHASE:
        return calling({second})
    return acting({first})
"""
_OVER = """def joined({taken}):
    action = change({first})
    if action == OTHERWISE:
        return base({second})
    return action
"""


@functools.lru_cache(maxsize=256)
def _joined_function(
    text: str,
    names: tuple[str, str],
    functions: tuple[Callable[..., Any], Callable[..., Any]],
    arguments: tuple[tuple[str, ...], tuple[str, ...]],
    phase: int,
) -> Callable[..., Any]:
    """A plain function that asks one of two others, each with the arguments that it takes."""
    used = {*arguments[0], *arguments[1], *(("view",) if "view" in text else ())}
    text = text.format(
        taken=", ".join(name for name in ARGUMENTS if name in used),
        first=", ".join(arguments[0]),
        second=", ".join(arguments[1]),
    )
    space: dict[str, Any] = {"__name__": __name__, "PHASE": phase, "OTHERWISE": OTHERWISE}
    space |= dict(zip(names, functions, strict=True))
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
    return _joined(name, _BY_PHASE, {"acting": acting, "calling": calling}, phase)


def vary(change: Policy, base: Policy) -> Policy:
    """A policy that decides as ``base`` wherever ``change`` returns `OTHERWISE`.

    It has the name of ``change`` and the parameters of both, which share random stream and memory.

    Parameters
    ----------
    change, base : Policy

    Raises
    ------
    UsageError
        Both declare a parameter of the same name, but not the same.

    Examples
    --------
    >>> from squirrelstats.policies.policy import make_policy
    >>> from squirrelstats.policies.registry import get
    >>> made = make_policy("squarrels", lambda view: OTHERWISE, name="nothing_new")
    >>> vary(made, get("squarrels", "choosy", give_up=1)).label
    'nothing_new(give_up=1)'
    """
    made = _joined(change.name, _OVER, {"change": change, "base": base}, -1)
    made.function.__doc__ = change.function.__doc__
    return made


def _joined(name: str, text: str, parts: dict[str, Policy], phase: int) -> Policy:
    first, second = parts.values()
    declared: dict[str, Param] = {}
    values: dict[str, float] = {}
    for part in parts.values():
        for key, param in part.declared.items():
            if declared.setdefault(key, param) != param:
                raise UsageError(
                    f"{first.name!r} and {second.name!r} both have a parameter {key}, with "
                    "another meaning; rename it in one of them"
                )
            values[key] = part.values[key]
    if len(declared) > PARAM_LIMIT:
        raise UsageError(
            f"{first.name!r} and {second.name!r} together have {len(declared)} parameters, at most "
            f"{PARAM_LIMIT} fit; declare fewer"
        )
    stated = [part.version for part in parts.values() if not part.builtin]
    functions, arguments = (first.function, second.function), (first.arguments, second.arguments)
    return Policy(
        game=first.game,
        name=name,
        function=_joined_function(text, tuple(parts), functions, arguments, phase),
        declared=declared,
        values=values,
        memory="match" if "match" in (first.memory, second.memory) else "round",
        native=False if False in (first.native, second.native) else None,
        version="+".join(map(str, stated)) if stated and None not in stated else None,
        impressions=first.impressions or second.impressions,
        builtin=first.builtin and second.builtin,
        parts=parts,
    )
