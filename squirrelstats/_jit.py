"""The one place with numba options, the disk cache and calls through native addresses.

Five ways to compile, so that no other file spells numba options:

* ``inline``: small helpers of a kernel, always inlined by LLVM;
* ``part``: larger parts, kept out of the loop;
* ``rare``: parts of a kernel that few rounds meet, kept out of line;
* ``compiled``: the few entry points, kept in the disk cache;
* ``compiled_policy``: a user's policy, with bounds checks and Python's errors.

With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import pickle
import platform
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core import cgutils, compiler, config
from numba.core.caching import _Cache
from numba.core.serialize import dumps
from numba.extending import intrinsic

JIT_DISABLED = bool(config.DISABLE_JIT)
PACKAGE = Path(__file__).parent

#: Sources whose change makes compiled code stale: everything that is, or is inlined in, a kernel.
KERNEL_SOURCES = ("_jit.py", "_log.py", "_rng.py", "games", "policies")


def _inner(func: Callable[..., Any], forceinline: bool) -> Any:
    """Compile what compiled code calls.

    Functions of a kernel are never called from Python (it would crash), so they have no wrappers
    for that: the whole compiles in three quarters of the time.
    """
    plain = ".kernel." not in func.__module__
    return numba.njit(
        error_model="numpy",
        nogil=True,
        forceinline=forceinline,
        no_cpython_wrapper=not plain,
        no_cfunc_wrapper=not plain,
    )(func)


def inline(func: Callable[..., Any]) -> Any:
    """Compile a kernel helper that is inlined wherever it is called."""
    return _inner(func, forceinline=True)


def part(func: Callable[..., Any]) -> Any:
    """Compile a larger part of a kernel as a function; its first statement is `on_its_own()`."""
    return _inner(func, forceinline=False)


def rare(func: Callable[..., Any]) -> Any:
    """Compile a part of a kernel that few rounds meet; its first statement is `out_of_line()`."""
    return _inner(func, forceinline=False)


def compiled(func: Callable[..., Any]) -> Any:
    """Compile an entry point on first call, through the disk cache."""
    dispatcher = numba.njit(error_model="numpy", nogil=True)(func)
    if not JIT_DISABLED:
        dispatcher._cache = KernelCache(func)
    return dispatcher


def uncached(func: Callable[..., Any]) -> Any:
    """Compile an entry point on first call, for this process only."""
    return numba.njit(error_model="numpy", nogil=True)(func)


def compiled_policy(func: Callable[..., Any]) -> Any:
    """Compile a policy: index errors and divisions by zero raise as in Python."""
    return numba.njit(nogil=True, boundscheck=True)(func)


DIGEST_SIZE = hashlib.sha256().digest_size


# --- disk cache ---------------------------------------------------------------------------------


@functools.cache
def source_digest(parts: tuple[str, ...] = KERNEL_SOURCES) -> str:
    """SHA-256 over the named files and folders of the package (names and contents)."""
    digest = hashlib.sha256()
    for part in parts:
        path = PACKAGE / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0")
            digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()


def cache_folder() -> Path:
    """Folder of compiled code, ``SQUIRRELSTATS_CACHE_DIR`` or the user's cache folder.

    Its last part names the sources and the versions that made the code, so a changed source
    never meets old machine code, wherever the change was.
    """
    root = os.environ.get("SQUIRRELSTATS_CACHE_DIR")
    if not root:
        from platformdirs import user_cache_path

        root = str(user_cache_path("squirrelstats", appauthor=False))
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    key = hashlib.sha256("|".join((source_digest(), *versions)).encode()).hexdigest()
    return Path(root) / key[:24]


class KernelCache(_Cache):
    """Compiled code of one function on disk, one file per signature and processor.

    numba's own cache looks only at the file of the function itself and never finds a closure
    again. This one is keyed by the digest of all kernel sources. A folder that cannot be read or
    written means compiling again, never an error; files are renamed into place, so processes that
    compile at the same time cannot disturb each other.
    """

    def __init__(self, func: Callable[..., Any]) -> None:
        self._name = f"{func.__module__}.{func.__qualname__}".replace("<locals>.", "")
        self._label = getattr(func, "cache_label", "")
        self._enabled = True

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def _file(self, sig: Any, codegen: Any) -> Path:
        options = (config.BOUNDSCHECK, config.OPT)
        key = hashlib.sha256(repr((self._label, str(sig), codegen.magic_tuple(), options)).encode())
        return cache_folder() / f"{self._name}-{key.hexdigest()[:24]}.bin"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._enabled:
            return None
        target_context.refresh()
        file = self._file(sig, target_context.codegen())
        try:
            content = file.read_bytes()
            digest, payload = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
            if hashlib.sha256(payload).digest() != digest:  # damaged code must not run
                return None
            return compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception:  # whatever is wrong with a cache, compiling again mends it
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._enabled:
            return
        file = self._file(sig, data.codegen)
        payload = dumps(data._reduce())
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".tmp")
        except OSError:
            return
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(hashlib.sha256(payload).digest() + payload)
            os.replace(temporary, file)
        except OSError:
            Path(temporary).unlink(missing_ok=True)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        for file in cache_folder().glob(f"{self._name}-*.bin"):
            file.unlink(missing_ok=True)


# --- single instructions ------------------------------------------------------------------------


@intrinsic
def _native_trailing_zeros(typingctx, word):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], cgutils.true_bit)

    return types.uint64(types.uint64), codegen


def _attribute(*names: str) -> Any:
    """A statement that gives the function it stands in those LLVM attributes."""

    @intrinsic
    def said(typingctx):
        def codegen(context, builder, signature, args):
            for name in names:
                builder.function.attributes.add(name)
            return context.get_dummy_value()

        return types.void(), codegen

    return (lambda: None) if JIT_DISABLED else said


#: Said first in a `part`: LLVM keeps it a function of its own, so that the loop stays small.
on_its_own = _attribute("noinline")
#: Said first in a `rare` function: nor does LLVM expect it to be called.
out_of_line = _attribute("noinline", "cold")


@intrinsic
def _native_ones(typingctx, word):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def _native_highest_bit(typingctx, word):
    def codegen(context, builder, signature, args):
        zeros = builder.ctlz(args[0], cgutils.true_bit)
        return builder.sub(context.get_constant(types.uint64, 63), zeros)

    return types.uint64(types.uint64), codegen


def _plain_highest_bit(word: Any) -> Any:
    return np.uint64(int(word).bit_length() - 1)


def _plain_trailing_zeros(word: Any) -> Any:
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


def _plain_ones(word: Any) -> Any:
    return np.uint64(int(word).bit_count())


#: Number of the lowest and of the highest set bit of a uint64 that is not 0; how many are set.
trailing_zeros = _plain_trailing_zeros if JIT_DISABLED else _native_trailing_zeros
highest_bit = _plain_highest_bit if JIT_DISABLED else _native_highest_bit
ones = _plain_ones if JIT_DISABLED else _native_ones


# --- addresses ----------------------------------------------------------------------------------

#: A policy behind an address: (view, legal mask, stream, parameters, memory) -> action, all but
#: the mask being addresses of records.
POLICY_ARGS = (types.uintp, types.uint64, types.uintp, types.uintp, types.uintp)
POLICY_SIG = types.int64(*POLICY_ARGS)

#: The same in C, with numba's two hidden leading arguments (where the result goes, where an
#: exception goes) and its status as result: how a pure-Python policy sits at the same call site.
POLICY_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_uint64,
    ctypes.c_size_t,
    ctypes.c_size_t,
    ctypes.c_size_t,
)


@intrinsic
def call_policy(typingctx, address, view, legal, stream, params, memory):
    """Call a policy by its address in numba's calling convention; its exceptions propagate."""
    sig = types.int64(types.uintp, *POLICY_ARGS)

    def codegen(context, builder, signature, args):
        function_type = context.call_conv.get_function_type(types.int64, POLICY_ARGS)
        pointer = builder.inttoptr(args[0], function_type.as_pointer())
        status, result = context.call_conv.call_function(
            builder, pointer, types.int64, POLICY_ARGS, args[1:]
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return sig, codegen


@intrinsic
def record_address(typingctx, record):
    """Address of a record's first byte."""
    if not isinstance(record, types.Record):
        return None

    def codegen(context, builder, signature, args):
        return builder.ptrtoint(args[0], context.get_value_type(types.uintp))

    return types.uintp(record), codegen


def native_address(dispatcher: Any) -> int:
    """Address of a compiled policy entry; the caller keeps the dispatcher alive."""
    result = dispatcher.get_compile_result(POLICY_SIG)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
