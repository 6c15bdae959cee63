"""Compiled code on disk: keyed by everything it depends on, so that it cannot go stale."""

from __future__ import annotations

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
from numba.core import compiler, config
from numba.core.caching import _Cache
from numba.core.serialize import dumps

PACKAGE = Path(__file__).parent

#: Sources whose change makes compiled code stale: how we compile, and all that is in a kernel.
KERNEL_SOURCES = (
    "_code_cache.py",
    "_codegen.py",
    "_jit.py",
    "_log.py",
    "_rng.py",
    "games",
    "policies",
    "stats/_tally_kernel.py",
)

DIGEST_SIZE = hashlib.sha256().digest_size


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
