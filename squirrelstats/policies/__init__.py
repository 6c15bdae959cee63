"""Policies: what a seat sees → action.

``sq.policies.get(game, name, **params)``, ``sq.policies.list(game)`` and
``sq.policies.names(game)`` look them up; ``@sq.policy(game)`` makes one.
"""

from squirrelstats.policies.registry import get, list, names

__all__ = ["get", "list", "names"]
