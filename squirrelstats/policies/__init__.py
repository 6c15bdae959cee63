"""Policies: what a seat sees → action.

``sq.policies.get(game, name, **params)``, ``sq.policies.list(game)`` and
``sq.policies.names(game)`` look them up, ``sq.policies.combine(game, acting, calling)`` joins two
halves; ``@sq.policy(game)`` makes one.
"""

from squirrelstats.policies.registry import combine, get, list, names

__all__ = ["combine", "get", "list", "names"]
