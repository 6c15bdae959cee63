"""A policy: what a seat sees → action."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import math
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats import _jit
from squirrelstats.errors import PolicyError, UsageError, choices
from squirrelstats.games.contract import get_game
from squirrelstats.policies import _compile
from squirrelstats.policies._compile import check_arguments
from squirrelstats.policies._fingerprint import fingerprint
from squirrelstats.policies._types import PARAM_LIMIT

Function = Callable[..., int]
MEMORY_SCOPES = ("round", "match")


@dataclass(frozen=True)
class Param:
    """A parameter of a policy: default, bounds and meaning."""

    default: float
    low: float
    high: float
    meaning: str = ""

    def check(self, policy: str, name: str, value: float) -> float:
        """The value as a float, or a clear error."""
        if isinstance(value, bool) or not isinstance(value, int | float | np.number):
            raise UsageError(
                f"parameter {name} of policy {policy!r} must be a number, got {value!r}"
            )
        if not (math.isfinite(value) and self.low <= value <= self.high):
            raise UsageError(
                f"parameter {name} of policy {policy!r} must be from {self.low:g} to "
                f"{self.high:g}, got {value!r}"
            )
        return float(value)


def param(default: float, low: float, high: float, meaning: str = "") -> Param:
    """Declare a parameter of a policy.

    Parameters
    ----------
    default, low, high : float
        Default and bounds, both inclusive.
    meaning : str
        What it does, in a few words.

    Examples
    --------
    >>> param(5, low=1, high=7, meaning="cards at which drawing stops").default
    5
    """
    if not low <= default <= high:
        raise UsageError(f"the default {default!r} of a parameter is outside {low!r} to {high!r}")
    return Param(default, low, high, meaning)


@dataclass(frozen=True, eq=False)
class Policy:
    """A policy with values for its parameters.

    Attributes
    ----------
    game, name : str
    function : callable
        The plain function: any of ``view, legal, rng, params, memory`` by name → action.
    declared : mapping of str to Param
    values : mapping of str to float
        Value of every parameter.
    memory : str
        ``"round"``: memory starts at zero each round; ``"match"``: each match.
    native : bool or None
        True: must compile; False: runs as plain Python; None: compiled if it can be.
    version : str or None
        Stated by the author; needed to top up data of a plain Python policy.
    impressions : bool
        Whether it reads impressions (``game.impressions``); they are drawn only then.
    builtin : bool
    parts : mapping of str to Policy
        What it is joined of, if it is: ``acting`` and ``calling``, or ``change`` and ``base``.
    """

    game: str
    name: str
    function: Function
    declared: Mapping[str, Param] = dataclasses.field(default_factory=dict)
    values: Mapping[str, float] = dataclasses.field(default_factory=dict)
    memory: str = "round"
    native: bool | None = None
    version: str | None = None
    impressions: bool = False
    builtin: bool = False
    parts: Mapping[str, Policy] = dataclasses.field(default_factory=dict)

    @property
    def halves(self) -> tuple[Policy, ...]:
        """The acting and the calling half, if it is joined of them."""
        return tuple(self.parts.values()) if "acting" in self.parts else ()

    @property
    def label(self) -> str:
        """Name, with the parameters that differ from their defaults."""
        changed = [
            f"{name}={self.values[name]:g}"
            for name, p in self.declared.items()
            if self.values[name] != p.default
        ]
        return f"{self.name}({', '.join(changed)})" if changed else self.name

    @property
    def idea(self) -> str:
        """First paragraph of the docstring; of halves, of the one that gave the name."""
        text = self.function.__doc__ or ""
        if self.halves:
            acting, calling = self.halves
            text = f"Acts as {acting.name}, calls as {calling.name}."
            text = {half.name: half.function.__doc__ or "" for half in self.halves}.get(
                self.name, text
            )
        text = inspect.cleandoc(text)
        return " ".join(text.split("\n\n")[0].split())

    def with_params(self, **values: float) -> Policy:
        """The same policy with other values of its parameters.

        Raises
        ------
        UsageError
            For an unknown parameter or a value out of bounds.
        """
        for name in values:
            if name not in self.declared:
                raise UsageError(choices(f"parameter of policy {self.name!r}", name, self.declared))
        checked = {n: self.declared[n].check(self.name, n, v) for n, v in values.items()}
        return dataclasses.replace(self, values={**self.values, **checked})

    @functools.cached_property
    def arguments(self) -> tuple[str, ...]:
        """Names of the arguments that the function takes, in its order."""
        return check_arguments(self.name, self.function)

    @property
    def source(self) -> str:
        """Text of the function, or of those of its parts."""
        if self.parts:
            return "\n\n".join(part.source for part in self.parts.values())
        return inspect.getsource(self.function).rstrip()

    @property
    def entry(self) -> Any:
        """The compiled policy (compiled at first use)."""
        return compiled_entry(self.function, self)

    @property
    def provable(self) -> bool:
        """Whether its identity shows every change: compiled and complete, or a stated version."""
        return self.version is not None or (self.entry.native and self.entry.fingerprint.complete)

    def identity(self) -> dict[str, Any]:
        """What makes results of this policy comparable: part of a plan's identity."""
        return {
            "name": self.name,
            "params": dict(self.values),
            "memory": self.memory,
            "version": self.version,
            "code": self.entry.fingerprint.digest,
            **({"impressions": True} if self.impressions else {}),
        }

    def __call__(self, *args: Any, **kwargs: Any) -> int:
        """Call the plain function."""
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<Policy {self.label!r} of {self.game}: {self.idea}>"


def compiled_entry(function: Function, policy: Policy) -> _compile.CompiledEntry:
    """The entry of a function as it is now; compiled again when something it refers to changed."""
    now = fingerprint(function)
    declared = tuple(policy.declared)
    key = (policy.game, function, policy.native, declared, policy.impressions, now.digest)
    if key not in _ENTRIES:
        if now.shared_randomness:
            raise PolicyError(
                f"policy {policy.name!r} uses {', '.join(now.shared_randomness)}: such numbers "
                "depend on all that was drawn before, so no round could be repeated. Take the "
                "argument rng instead: sq.rand_below(rng, n), sq.rand_float(rng), "
                "sq.random_legal(rng, legal)"
            )
        _ENTRIES[key] = _compiled(function, policy)
        _ENTRIES[key].fingerprint = now
    return _ENTRIES[key]


def _compiled(function: Function, policy: Policy) -> _compile.CompiledEntry:
    game = get_game(policy.game)
    view, hidden = game.view_dtype, () if policy.impressions else game.impressions
    names = tuple(policy.declared)
    if policy.native is not False and not _jit.JIT_DISABLED:
        function = _with_compiled_parts(policy)
        try:
            return _compile.compile_native(
                policy.game, view, policy.name, function, names, hidden, cached=policy.builtin
            )
        except _compile.NotCompilable as error:
            if policy.native:
                raise PolicyError(
                    f"policy {policy.name!r} cannot be compiled: {error} "
                    "(native=False runs it as plain Python, slower)"
                ) from error
            _compile.give_notice(
                f"policy {policy.name!r} runs as plain Python, some 40 times slower than compiled: "
                f"{error} (native=False silences this)"
            )
    return _compile.compile_python(view, policy.name, function, names, hidden)


def _with_compiled_parts(policy: Policy) -> Any:
    """The function, calling its parts as compiled functions if it is joined of some."""
    if not policy.parts:
        return policy.function
    parts = {n: _jit.compiled_policy(_with_compiled_parts(p)) for n, p in policy.parts.items()}
    function: Any = policy.function
    return types.FunctionType(function.__code__, {**function.__globals__, **parts})


_ENTRIES: dict[Any, _compile.CompiledEntry] = {}


def make_policy(
    game: str,
    function: Function,
    name: str | None = None,
    params: Mapping[str, Param] | None = None,
    memory: str = "round",
    native: bool | None = None,
    version: str | None = None,
    impressions: bool = False,
    builtin: bool = False,
) -> Policy:
    """Check the declaration; nothing is compiled yet."""
    function = getattr(function, "py_func", function)
    kinds = (types.FunctionType, types.MethodType) if native is False else types.FunctionType
    if not isinstance(function, kinds) or inspect.iscoroutinefunction(function):
        raise UsageError(
            f"a policy is made of a plain function (def …), got {function!r}; "
            "call what you have from one"
        )
    called = str(name or getattr(function, "__name__", "policy"))
    if not called.isidentifier():
        raise UsageError(f"the name of a policy must be an identifier, got {called!r}; use name=…")
    declared = dict(params or {})
    if len(declared) > PARAM_LIMIT:
        raise UsageError(
            f"policy {called!r} declares {len(declared)} parameters, at most {PARAM_LIMIT} fit"
        )
    for key, value in declared.items():
        if not isinstance(value, Param):
            raise UsageError(
                f"parameter {key} of policy {called!r} must be declared with "
                f"sq.param(default, low, high), got {value!r}"
            )
    if impressions and not get_game(game).impressions:
        raise UsageError(
            f"policy {called!r} declares impressions, but {get_game(game).title} has none; "
            "leave impressions=True out"
        )
    made = Policy(
        game=game,
        name=called,
        function=function,
        declared=declared,
        values={key: float(p.default) for key, p in declared.items()},
        memory=memory,
        native=native,
        version=version,
        impressions=impressions,
        builtin=builtin,
    )
    if "params" in made.arguments and not declared:
        raise PolicyError(
            f"policy {called!r} takes params but declares none; "
            "add params={'stop_at': sq.param(5, 1, 7)} to the decorator"
        )
    return made
