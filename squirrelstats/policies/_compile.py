"""From a plain function to an address the kernel can call, with our own messages on the way."""

from __future__ import annotations

import ctypes
import difflib
import inspect
import itertools
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numba import types

from squirrelstats import _jit
from squirrelstats._code_cache import PACKAGE
from squirrelstats.errors import PolicyError, choices
from squirrelstats.policies import _types
from squirrelstats.policies._fingerprint import Fingerprint
from squirrelstats.policies._python_view import Params, View, undeclared
from squirrelstats.policies.helpers import Stream

ARGUMENTS = ("view", "legal", "rng", "params", "memory")

#: What the compiled kernel reads as "this policy raised"; never a legal action.
RAISED = -1


class PolicyNotice(UserWarning):
    """A policy runs, but not as fast as it could."""


def give_notice(text: str) -> None:
    """Warn at the line of the user's code that called us."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(str(PACKAGE)):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, PolicyNotice, stacklevel=level)


class CompiledEntry:
    """A policy behind a native address.

    Attributes
    ----------
    address : int
    native : bool
        Whether it runs compiled.
    fingerprint : Fingerprint
        Of the function when it was compiled.
    """

    fingerprint: Fingerprint

    def __init__(self, address: int, native: bool, keep: Any) -> None:
        self.address = address
        self.native = native
        self._keep = keep
        self._failures: dict[int, BaseException] = {}

    def failed(self, error: BaseException) -> None:
        """Keep the exception that a plain Python policy raised in this thread."""
        self._failures[threading.get_ident()] = error

    def take_failure(self) -> BaseException | None:
        """The exception a plain Python policy raised in this thread since last asked."""
        return self._failures.pop(threading.get_ident(), None)


def check_arguments(name: str, function: Callable[..., Any]) -> tuple[str, ...]:
    """Names of the policy's arguments, in order."""
    parameters = inspect.signature(function).parameters
    for argument, parameter in parameters.items():
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise PolicyError(
                f"policy {name!r}: argument {parameter} cannot be used; "
                f"name any of {', '.join(ARGUMENTS)}"
            )
        if argument not in ARGUMENTS:
            raise PolicyError(
                f"policy {name!r}: {choices('argument', argument, ARGUMENTS)} (any subset, any "
                "order); a value of your own becomes a parameter with params={'name': sq.param(…)}"
            )
    return tuple(parameters)


def compile_native(
    game: str,
    view: np.dtype[Any],
    name: str,
    function: Callable[..., Any],
    params: tuple[str, ...],
    hidden: tuple[str, ...],
    cached: bool,
) -> CompiledEntry:
    """Compile a policy against the fixed entry signature; it cannot read the hidden fields.

    Raises
    ------
    PolicyError
        If the policy is wrong (unknown field or parameter, writes to its view, wrong result).
    NotCompilable
        If numba cannot compile it.
    """
    offered = _types.argument_types(game, view, params, hidden)
    chosen = {argument: offered[argument] for argument in check_arguments(name, function)}
    dispatcher = _jit.compiled_policy(function)
    entry = _types.make_entry(dispatcher, chosen)
    if cached:
        entry.cache_label = f"{game}.{name}"  # type: ignore[attr-defined]
        compiled = _jit.compiled(entry)
    else:
        _compile_function(name, dispatcher, tuple(chosen.values()), view, params, hidden)
        compiled = _jit.uncached(entry)
    return CompiledEntry(_jit.native_address(compiled), True, (compiled, dispatcher))


class NotCompilable(Exception):
    """numba cannot compile this policy; the text says why."""


def _compile_function(
    name: str,
    dispatcher: Any,
    argument_types: tuple[Any, ...],
    view: np.dtype[Any],
    params: tuple[str, ...],
    hidden: tuple[str, ...],
) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            dispatcher.compile(argument_types)
    except Exception as error:  # numba raises many kinds, not all of them NumbaError
        readable = [field for field in view.names or () if field not in hidden]
        _explain(name, str(error), readable, params, hidden)
        raise NotCompilable(_shorten(str(error))) from error
    result = dispatcher.overloads[argument_types].signature.return_type
    if not isinstance(result, types.Integer):
        raise PolicyError(
            f"policy {name!r} must return an action (an int) on every path, "
            f"but it returns {_plain_type(result)}"
        )


def _plain_type(result: Any) -> str:
    if isinstance(result, types.Optional):
        return f"{result.type} or nothing"
    return "nothing" if isinstance(result, types.NoneType) else str(result)


def _explain(
    name: str,
    text: str,
    fields: Iterable[str],
    params: tuple[str, ...],
    hidden: tuple[str, ...],
) -> None:
    """Raise our own error where numba's text shows a known mistake."""
    _explain_name(name, text)
    unknown = re.search(r"Unknown attribute '(\w+)' of type (View|Params)", text)
    if unknown:
        if unknown[2] == "View" and unknown[1] in hidden:
            raise PolicyError(f"policy {name!r}: {undeclared(unknown[1])}")
        what, allowed = ("field of view", fields)
        if unknown[2] == "Params":
            what, allowed = ("parameter", params)
        raise PolicyError(f"policy {name!r}: {choices(what, unknown[1], allowed)}")
    if re.search(
        r"(setitem|SetItem|setattr|SetAttr)[^\n]*(View|Lanes|Grid)|"
        r">>> i\w+\((View|Lanes|Grid)|"
        r"(View|Lanes|Grid)\[[^\n]*\][^\n]* = ",
        text,
    ):
        raise PolicyError(f"policy {name!r} writes to its view; a view is read-only")


def _explain_name(name: str, text: str) -> None:
    """A name that nothing has is a mistake in plain Python, too, once its line is reached."""
    missing = re.search(r"module '([\w.]+)' has no attribute '(\w+)'", text)
    if missing and missing[1] in sys.modules:
        near = difflib.get_close_matches(missing[2], dir(sys.modules[missing[1]]), n=3)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        module = re.sub(r"\.games\.(\w+)\.layout$", r".\1", missing[1])
        raise PolicyError(f"policy {name!r}: {module} has no name {missing[2]!r}{hint}")
    undefined = re.search(r"(?:global )?name '(\w+)' is not defined", text)
    if undefined:
        ours = undefined[1] in sys.modules[PACKAGE.name].__all__
        hint = (
            f"did you mean sq.{undefined[1]}?" if ours else "define or import it before the policy"
        )
        raise PolicyError(f"policy {name!r}: name {undefined[1]!r} is not defined; {hint}")


def _shorten(text: str) -> str:
    """The telling lines of a numba error, or a plain sentence for what is met most."""
    helper = re.search(r"Untyped global name '(\w+)'[^\n]*<class 'function'>", text)
    if helper:
        return f"it calls {helper[1]}, which is not compiled; put @numba.njit before {helper[1]}"
    skip = ("Failed in nopython", "During:", "For more", "This error", "Overload", "In definition")
    lines = [line.strip() for line in text.splitlines()]
    telling = [line for line in lines if line and not line.startswith(skip)]
    return " ".join(telling[:3])[:300]


# --- plain Python ---------------------------------------------------------------------------------

_python_policies: dict[int, Callable[..., int]] = {}
_next_python_address = itertools.count(1)


def python_policy(address: int) -> Callable[..., int]:
    """The policy behind an address when nothing is compiled (``NUMBA_DISABLE_JIT=1``)."""
    return _python_policies[address]


def compile_python(
    view: np.dtype[Any],
    name: str,
    function: Callable[..., Any],
    params: tuple[str, ...],
    hidden: tuple[str, ...] = (),
) -> CompiledEntry:
    """A plain Python policy as a callback at the same call site (about 1 µs a decision)."""
    order = check_arguments(name, function)
    entry = CompiledEntry(0, False, None)

    def decide(view_bytes: bytes, legal: int, stream: Any, values: Any, memory: Any) -> int:
        """Ask with copies, which a policy may keep; what it changed is put back afterwards."""
        own_stream, own_memory = stream.copy(), memory.copy()
        offered = {
            "view": View(view_bytes, view, hidden),
            "legal": legal,
            "rng": Stream(own_stream),
            "params": Params(params, values.copy()),
            "memory": own_memory,
        }
        try:
            action = function(*(offered[argument] for argument in order))
            if isinstance(action, bool) or not isinstance(action, int | np.integer):
                raise TypeError(f"must return an action (an int), returned {action!r}")
            if not -(2**63) <= action < 2**63:
                raise ValueError(f"returned {action}; actions are numbers from 0 to 62")
        except BaseException as error:
            entry.failed(error)
            return RAISED
        stream[:], memory[:] = own_stream, own_memory
        return int(action)

    def call_plain(record: Any, legal: int, stream: Any, values: Any, memory: Any) -> int:
        return decide(record.tobytes(), legal, stream, values, memory)

    def call_back(
        result: int, _: int, record: int, legal: int, stream: int, values: int, memory: int
    ) -> int:
        ctypes.c_int64.from_address(result).value = decide(
            ctypes.string_at(record, view.itemsize),
            legal,
            _at(stream, np.dtype("u8"), 2),
            _at(values, np.dtype("f8"), _types.PARAM_LIMIT),
            _at(memory, np.dtype("i8"), _types.MEMORY_SIZE),
        )
        return 0

    if _jit.JIT_DISABLED:
        entry.address = next(_next_python_address)
        _python_policies[entry.address] = call_plain
    else:
        callback = _jit.POLICY_CALLBACK(call_back)
        entry._keep = callback
        entry.address = int(ctypes.cast(callback, ctypes.c_void_p).value or 0)
    return entry


def _at(address: int, dtype: np.dtype[Any], count: int) -> Any:
    """The kernel's own memory as an array, for the length of one call."""
    buffer: Any = (ctypes.c_char * (dtype.itemsize * count)).from_address(address)
    return np.frombuffer(buffer, dtype)
