"""Identity of a user's function: bytecode, constants, defaults, cells and referenced globals."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

PLAIN = (int, float, complex, str, bytes, type(None), type(...), np.generic, frozenset)


def fingerprint(function: Callable[..., Any]) -> str:
    """SHA-256 of everything a function computes with, as far as Python shows it.

    Parameters
    ----------
    function : function

    Returns
    -------
    digest : str

    Examples
    --------
    >>> one, other = (lambda view: 1), (lambda view: 2)
    >>> fingerprint(one) == fingerprint(other)
    False
    """
    digest = hashlib.sha256()
    _add(digest, function, set())
    return digest.hexdigest()


def _add(digest: Any, value: Any, seen: set[int]) -> None:
    value = getattr(value, "py_func", value)
    if isinstance(value, types.FunctionType | types.ModuleType | types.CodeType | list | dict):
        if id(value) in seen:
            digest.update(b"again;")
            return
        seen.add(id(value))
    if isinstance(value, types.FunctionType):
        _add_function(digest, value, seen)
    elif isinstance(value, types.CodeType):
        digest.update(value.co_code)
        digest.update(repr((value.co_names, value.co_varnames)).encode())
        for constant in value.co_consts:
            _add(digest, constant, seen)
    elif isinstance(value, types.ModuleType):
        _add_module(digest, value)
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype.str}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, tuple | list):
        digest.update(f"{type(value).__name__}{len(value)}".encode())
        for item in value:
            _add(digest, item, seen)
    elif isinstance(value, dict):
        digest.update(f"dict{len(value)}".encode())
        for key, item in value.items():
            _add(digest, key, seen)
            _add(digest, item, seen)
    elif isinstance(value, PLAIN):
        shown = sorted(map(repr, value)) if isinstance(value, frozenset) else repr(value)
        digest.update(f"{type(value).__name__}:{shown};".encode())
    else:
        digest.update(f"{type(value).__module__}.{type(value).__qualname__};".encode())
        state = getattr(value, "__dict__", None)
        if state and id(value) not in seen:
            seen.add(id(value))
            _add(digest, {k: v for k, v in state.items() if not k.startswith("_")}, seen)


def _add_function(digest: Any, function: types.FunctionType, seen: set[int]) -> None:
    _add(digest, function.__code__, seen)
    _add(digest, function.__defaults__, seen)
    _add(digest, function.__kwdefaults__, seen)
    for cell in function.__closure__ or ():
        try:
            _add(digest, cell.cell_contents, seen)
        except ValueError:  # not yet filled
            digest.update(b"empty cell;")
    for name in sorted(_global_names(function.__code__)):
        if name in function.__globals__:
            digest.update(f"global {name}=".encode())
            _add(digest, function.__globals__[name], seen)


def _global_names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _global_names(constant)
    return names


def _add_module(digest: Any, module: types.ModuleType) -> None:
    """A module by name, version and, where it is a single source file, its text."""
    digest.update(f"module {module.__name__} {getattr(module, '__version__', '')};".encode())
    file = getattr(module, "__file__", None)
    if file and file.endswith(".py") and Path(file).is_file():
        digest.update(Path(file).read_bytes())
