"""All policies of a game by name: built-in ones and those defined in this session."""

from __future__ import annotations

import functools
import importlib
from types import ModuleType

from squirrelstats.errors import UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.halves import join
from squirrelstats.policies.policy import Policy

_session: dict[str, dict[str, Policy]] = {}


def _module(game: str) -> ModuleType:
    return importlib.import_module(f"squirrelstats.policies.builtin.{game}")


@functools.cache
def _builtin(game: str) -> dict[str, Policy]:
    return {made.name: made for made in _module(game).POLICIES}


def register(made: Policy) -> None:
    """Put a policy under its name, replacing an earlier one of this session."""
    if made.name in _builtin(made.game):
        raise UsageError(
            f"{made.name!r} is a built-in policy of {made.game}; give yours another name (name=…)"
        )
    _session.setdefault(made.game, {})[made.name] = made


def builtin(game: str | Game) -> tuple[Policy, ...]:
    """The built-in policies of a game.

    Examples
    --------
    >>> [made.name for made in builtin("squirrels")][:2]
    ['baseline', 'random']
    """
    return tuple(_builtin(get_game(game).name).values())


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
        ``"greedy+bayesian"`` acts as one and calls as the other, see `combine`.
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
    if isinstance(name, str) and "+" in name:
        halves = [half.strip() for half in name.split("+")]
        if len(halves) != 2:
            raise UsageError(f"a policy is joined of two halves, acting+calling, got {name!r}")
        return combine(played, halves[0], halves[1], **params)
    if not isinstance(name, str) or name not in known:
        raise UsageError(choices(f"policy of {played.name}", name, known))
    return known[name].with_params(**params)


def combine(
    game: str | Game, acting: str | Policy, calling: str | Policy, **params: float
) -> Policy:
    """A policy that acts as one and calls as another; it has the parameters of both.

    Both may be your own. Halves share their random numbers and their memory, of which the built-in
    ones use the last two places.

    Parameters
    ----------
    game : str
        One where players judge each other: ``"squirrel_away"``.
    acting : str or Policy
        Decides everything but verdicts.
    calling : str or Policy
        Gives the verdicts.
    **params : float

    Returns
    -------
    policy : Policy
        Called ``acting+calling``; that name also works in line-ups.

    Raises
    ------
    UsageError
        Unknown policy or parameter, or a game without verdicts.

    Examples
    --------
    >>> combine("squirrel_away", acting="greedy", calling="bayesian", extra=2).label
    'greedy+bayesian(extra=2)'
    """
    played = get_game(game)
    phase = getattr(_module(played.name), "CALLING_PHASE", None)
    if phase is None:
        raise UsageError(
            f"policies of {played.name} have no halves to combine: nobody judges another there"
        )
    halves = [_half(played, name, place) for place, name in enumerate((acting, calling))]
    name = "+".join(half.name for half in halves)
    return join(name, halves[0], halves[1], phase).with_params(**params)


def _half(game: Game, name: str | Policy, place: int) -> Policy:
    """The acting (0) or calling (1) half of a policy; one that is not joined does both."""
    whole = get(game, name)
    if not whole.halves:
        return whole
    half = whole.halves[place]
    return half.with_params(**{key: whole.values[key] for key in half.declared})


def is_known(game: str | Game, name: str) -> bool:
    """Whether a policy goes by that name, which may be joined of two."""
    known = names(game)
    return all(part.strip() in known for part in name.split("+"))


def list(game: str | Game) -> tuple[Policy, ...]:
    """All policies of a game, built-in ones first.

    Examples
    --------
    >>> [p.name for p in list("squarrels")][:2]
    ['baseline', 'random']
    """
    return tuple(get(game, name) for name in names(game))
