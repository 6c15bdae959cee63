"""All policies of a game by name: built-in ones and those defined in this session."""

from __future__ import annotations

import functools
import importlib

from squirrelstats.errors import UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.policy import Policy

_session: dict[str, dict[str, Policy]] = {}


@functools.cache
def _builtin(game: str) -> dict[str, Policy]:
    module = importlib.import_module(f"squirrelstats.policies.builtin.{game}")
    return {made.name: made for made in module.POLICIES}


def register(made: Policy) -> None:
    """Put a policy under its name, replacing an earlier one of this session."""
    if made.name in _builtin(made.game):
        raise UsageError(
            f"{made.name!r} is a built-in policy of {made.game}; give yours another name (name=…)"
        )
    _session.setdefault(made.game, {})[made.name] = made


def names(game: str | Game) -> tuple[str, ...]:
    """Names of all policies of a game, built-in ones first.

    Examples
    --------
    >>> "baseline" in names("squarrels")
    True
    """
    game = get_game(game).name
    return (*_builtin(game), *_session.get(game, {}))


def get(game: str | Game, name: str | Policy, **params: float) -> Policy:
    """A policy by name, with values for its parameters.

    Parameters
    ----------
    game : str
    name : str or Policy
    **params : float

    Returns
    -------
    policy : Policy

    Raises
    ------
    UsageError
        Unknown game, policy or parameter, or a value out of bounds.

    Examples
    --------
    >>> get("squarrels", "baseline").name
    'baseline'
    """
    played = get_game(game)
    if isinstance(name, Policy):
        if name.game != played.name:
            raise UsageError(f"policy {name.name!r} is for {name.game}, not for {played.name}")
        return name.with_params(**params)
    known = {**_builtin(played.name), **_session.get(played.name, {})}
    if not isinstance(name, str) or name not in known:
        raise UsageError(choices(f"policy of {played.name}", name, known))
    return known[name].with_params(**params)


def list(game: str | Game) -> tuple[Policy, ...]:
    """All policies of a game, built-in ones first.

    Examples
    --------
    >>> [p.name for p in list("squarrels")][:2]
    ['baseline', 'random']
    """
    return tuple(get(game, name) for name in names(game))
