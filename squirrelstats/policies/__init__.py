"""Policies: what a seat sees → action.

``sq.policies.get(game, name, **params)``, ``sq.policies.list(game)`` and
``sq.policies.names(game)`` look them up, and so does ``sq.policies.squarrels.<TAB>``;
``sq.policies.combine(game, acting, calling)`` joins two halves; ``@sq.policy(game)`` makes one.
"""

import builtins

from squirrelstats.policies._names import PolicyNames
from squirrelstats.policies.registry import combine, get, list, names

squarrels = PolicyNames("squarrels")
squirrels = PolicyNames("squirrels")
squirrel_away = PolicyNames("squirrel_away")


def __dir__() -> builtins.list[str]:
    return __all__


__all__ = ["combine", "get", "list", "names", "squarrels", "squirrel_away", "squirrels"]
