"""The policies of a game as attributes, for tab completion."""

from __future__ import annotations

from collections.abc import Iterator

from squirrelstats._display import html_block, html_table, text_table
from squirrelstats.errors import UsageError
from squirrelstats.games.contract import get_game
from squirrelstats.policies import registry
from squirrelstats.policies.policy import Policy


class NoSuchPolicy(UsageError, AttributeError):
    """A policy asked for by a wrong name."""


class PolicyNames:
    """All policies of a game: ``sq.policies.squarrels.<TAB>`` offers them by name.

    An attribute is a policy with its default parameters; ``sq.policies.get`` takes others. The
    policies of this session are among them, and ``sq.policies.squirrel_away["greedy+bayesian"]``
    joins two halves.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> sq.policies.squarrels.baseline.name, "baseline" in dir(sq.policies.squarrels)
    ('baseline', True)
    >>> sq.policies.squarrels.basline
    Traceback (most recent call last):
    squirrelstats.policies._names.NoSuchPolicy: unknown policy of squarrels 'basline'; did you \
mean 'baseline'? Allowed: ...
    """

    def __init__(self, game: str) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Policy:
        if name.startswith("_") and name not in registry.names(self._game):
            raise AttributeError(name)  # what Python and notebooks ask every object for
        try:
            return registry.get(self._game, name)
        except UsageError as unknown:
            error = NoSuchPolicy(*unknown.args)
            error.name, error.obj = name, None  # else Python guesses once more
            raise error from None

    def __getitem__(self, name: str) -> Policy:
        return registry.get(self._game, name)

    def __iter__(self) -> Iterator[str]:
        return iter(registry.names(self._game))

    def __len__(self) -> int:
        return len(registry.names(self._game))

    def __dir__(self) -> list[str]:
        return sorted(registry.names(self._game))

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def _title(self) -> str:
        return f"Policies of {get_game(self._game).title}"

    def _table(self) -> tuple[list[str], list[list[str]]]:
        made = [registry.get(self._game, name) for name in self]
        params = [", ".join(f"{k}={p.default:g}" for k, p in m.declared.items()) for m in made]
        rows = [[m.name, own, m.idea] for m, own in zip(made, params, strict=True)]
        return ["policy", "parameters", "idea"], rows

    def __repr__(self) -> str:
        header, rows = self._table()
        return "\n".join([self._title(), text_table(header[:2], [row[:2] for row in rows])])

    def _repr_html_(self) -> str:
        return html_block(self._title(), [], html_table(*self._table()))
