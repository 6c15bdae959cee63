"""``@sq.policy``: a policy of a plain function, checked, tried out and registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from squirrelstats.errors import UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies._trial import try_out
from squirrelstats.policies.halves import vary
from squirrelstats.policies.policy import MEMORY_SCOPES, Function, Param, Policy, make_policy
from squirrelstats.policies.registry import get, register


def policy(
    game: str | Game,
    *,
    otherwise: str | Policy | None = None,
    name: str | None = None,
    params: Mapping[str, Param] | None = None,
    memory: str = "round",
    native: bool | None = None,
    version: str | None = None,
    impressions: bool = False,
    trial: bool = True,
) -> Callable[[Function], Policy]:
    """Make a policy of a plain function and register it under its name.

    The function takes any of these arguments, by name and in any order, and returns an action:

    * ``view``: what the seat may see (``sq.get_game(game).view_fields``), read-only;
    * ``legal``: mask of the legal actions (``sq.is_legal``, ``sq.first_legal``, …);
    * ``rng``: the seat's own random numbers (``sq.rand_below``, ``sq.rand_float``);
    * ``params``: the named parameters, ``params.stop_at``;
    * ``memory``: int64 (64,), the player's own, zero at the start of each round (or match).

    It is compiled by numba where that is possible, checked, and tried out on a few rounds.

    Parameters
    ----------
    game : str
        ``"squarrels"``.
    otherwise : str or Policy, optional
        Who decides where the function returns ``sq.OTHERWISE``: for a policy that differs from
        another only here and there. It has the parameters of both; they share ``rng`` and
        ``memory``.
    name : str, optional
        Default: the function's name. Defining it again replaces it.
    params : mapping of str to sq.param(…), optional
        Parameters with default, bounds and meaning, at most 16.
    memory : str
        ``"round"``: memory is zero at the start of each round. ``"match"``: it lasts a match;
        rounds that are no part of a match begin with zeros all the same.
    native : bool, optional
        True: refuse what cannot be compiled. False: run as plain Python.
    version : str, optional
        Your own version of a plain Python policy, needed to top up data written with it.
    impressions : bool
        It reads impressions, the fields of the view that ``sq.get_game(game).impressions`` names.
        They are drawn only for those that say so.
    trial : bool
        Try it out on a few rounds.

    Returns
    -------
    decorator : callable
        Gives the `Policy`.

    Raises
    ------
    PolicyError
        If the function is wrong or misbehaves on trial: the message says where.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> @sq.policy("squarrels")
    ... def lazy(view, legal):
    ...     "Does the first thing allowed."
    ...     return sq.first_legal(legal)
    >>> lazy
    <Policy 'lazy' of squarrels: Does the first thing allowed.>
    >>> @sq.policy("squarrels", otherwise="choosy")
    ... def shy(view, legal):
    ...     "Never races for the Hoard pile; all else as choosy."
    ...     return sq.squarrels.HOLD if view.phase == sq.squarrels.PHASE_RACE else sq.OTHERWISE
    >>> shy.with_params(give_up=0.5).label
    'shy(give_up=0.5)'
    """
    if callable(game):
        raise UsageError('write @sq.policy("squarrels"): a policy belongs to a game')
    played = get_game(game)
    if memory not in MEMORY_SCOPES:
        raise UsageError(choices("scope of memory", memory, MEMORY_SCOPES))

    def decorate(function: Function) -> Policy:
        made = make_policy(
            played.name, function, name, params, memory, native, version, impressions
        )
        if otherwise is not None:
            made = vary(made, get(played, otherwise))
        if trial:
            try_out(made)
        else:
            _ = made.entry
        register(made)
        return made

    return decorate
