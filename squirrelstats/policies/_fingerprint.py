"""Identity of a user's function: bytecode, constants, defaults, cells and what it refers to."""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import itertools
import random
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

PLAIN = (int, float, complex, str, bytes, type(None), type(...), np.generic, enum.Enum)
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
#: Modules of ours whose functions are followed like a user's: the parts built-in policies share,
#: and policies joined of others.
_FOLLOWED = (f"{__package__}.builtin.", f"{__package__}.halves")


@dataclass(frozen=True)
class Fingerprint:
    """What a function computes with, as far as Python shows it.

    Attributes
    ----------
    digest : str
        SHA-256; equal for equal definitions.
    complete : bool
        False where it refers to an object whose state cannot be told.
    shared_randomness : tuple of str
        Names by which it reaches ``random`` or ``numpy.random``, whose numbers depend on everything
        that was drawn before.
    """

    digest: str
    complete: bool
    shared_randomness: tuple[str, ...]


def fingerprint(function: Any) -> Fingerprint:
    """Follow a function through everything it refers to.

    Examples
    --------
    >>> one, other = (lambda view: 1), (lambda view: 2)
    >>> fingerprint(one).digest == fingerprint(other).digest
    False
    """
    walk = _Walk()
    plain = getattr(function, "__func__", function)
    if plain is not function:
        walk.complete = False  # a bound method: its object may change
    walk.add_function(plain)
    return Fingerprint(walk.digest.hexdigest(), walk.complete, tuple(walk.shared_randomness))


class _Walk:
    """One pass over a function and what it reaches."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.complete = True
        self.shared_randomness: list[str] = []
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []  # alive, so that no id is used twice

    def _write(self, text: str) -> None:
        self.digest.update(text.encode() + b";")

    def add(self, value: Any, name: str) -> None:
        """Add a value that is reached under that name."""
        value = getattr(value, "py_func", value)
        if _is_shared_randomness(value):
            self.shared_randomness.append(name)
        if isinstance(value, PLAIN):
            self._write(f"{type(value).__name__}:{value!r}")
            return
        if id(value) in self._seen:
            self._write(f"again {self._seen[id(value)]}")
            return
        self._seen[id(value)] = len(self._seen)
        self._kept.append(value)
        if isinstance(value, types.FunctionType) and _is_followed(value.__module__):
            self.add_function(value)
        elif isinstance(value, types.CodeType):
            self._add_code(value)
        elif isinstance(value, types.ModuleType):
            self._add_module(value)
        elif isinstance(value, np.ndarray) and value.dtype != object:
            self._write(f"array {value.dtype.str} {value.shape}")
            self.digest.update(value.tobytes())
        elif isinstance(value, tuple | list):
            self._write(f"{type(value).__name__} {len(value)}")
            for item in value:
                self.add(item, name)
        elif isinstance(value, set | frozenset):
            self._write(f"{type(value).__name__} {sorted(map(repr, value))}")
        elif isinstance(value, dict):
            self._write(f"dict {len(value)}")
            for key, item in value.items():
                self.add(key, name)
                self.add(item, name)
        else:
            self._add_other(value)

    def _add_other(self, value: Any) -> None:
        """A class or function of a library by its name; of anything else only the type is known."""
        owner = getattr(value, "__module__", None) or type(value).__module__
        self._write(f"{owner}.{getattr(value, '__qualname__', type(value).__qualname__)}")
        named = isinstance(value, type | types.FunctionType | types.BuiltinFunctionType | np.ufunc)
        self.complete = self.complete and named and _is_library(owner)

    def add_function(self, function: types.FunctionType) -> None:
        """Add code, defaults, cells and everything referred to."""
        self.add(function.__code__, function.__name__)
        self.add(function.__defaults__, "default")
        self.add(function.__kwdefaults__, "default")
        for cell, name in zip(
            function.__closure__ or (), function.__code__.co_freevars, strict=True
        ):
            try:
                self.add(cell.cell_contents, name)
            except ValueError:  # not yet filled
                self._write("empty cell")
        for name, value in sorted(_references(function.__code__, function.__globals__)):
            self._write(f"global {name}")
            self.add(value[0], name)

    def _add_code(self, code: types.CodeType) -> None:
        self.digest.update(code.co_code)
        self._write(repr((code.co_names, code.co_varnames)))
        for constant in code.co_consts:
            self.add(constant, "constant")

    def _add_module(self, module: types.ModuleType) -> None:
        """A module as a whole: name, version and, outside libraries, its text."""
        self._write(f"module {module.__name__} {getattr(module, '__version__', '')}")
        if _is_library(module.__name__):
            return
        file = getattr(module, "__file__", None)
        if file and file.endswith(".py") and Path(file).is_file():
            self.digest.update(Path(file).read_bytes())
        else:
            self.complete = False


def _references(
    code: types.CodeType, space: dict[str, Any]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Global names that code loads, followed through attributes of modules, and their values."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, attributes in _names_loaded(code):
        if name not in space:
            continue
        value = space[name]
        for attribute in attributes:
            if not isinstance(value, types.ModuleType):
                break
            name = f"{name}.{attribute}"
            value = getattr(value, attribute, None)
        found[name] = (value,)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found.update(_references(constant, space))
    yield from found.items()


@functools.lru_cache(maxsize=4096)
def _names_loaded(code: types.CodeType) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Global names that code loads, each with the attributes that it takes of them."""
    instructions = list(dis.get_instructions(code))
    found = []
    for place, instruction in enumerate(instructions):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            behind = itertools.takewhile(
                lambda following: following.opname in _ATTRIBUTES, instructions[place + 1 :]
            )
            found.append((str(instruction.argval), tuple(str(f.argval) for f in behind)))
    return tuple(found)


def _is_followed(module: str | None) -> bool:
    return not _is_library(module) or (module or "").startswith(_FOLLOWED)


def _is_library(module: str | None) -> bool:
    """Whether a module is of the standard library, installed as a package, or our own."""
    top = (module or "").partition(".")[0]
    if top in sys.stdlib_module_names or top == __package__.partition(".")[0]:
        return top != "__main__"
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return "site-packages" in file or "dist-packages" in file


def _is_shared_randomness(value: Any) -> bool:
    if isinstance(value, types.ModuleType):
        return value is random or value is np.random
    if isinstance(value, random.Random | np.random.Generator | np.random.RandomState):
        return True
    if isinstance(getattr(value, "__self__", None), random.Random | np.random.RandomState):
        return True
    module = str(getattr(value, "__module__", ""))
    return callable(value) and (module == "random" or module.startswith("numpy.random"))
