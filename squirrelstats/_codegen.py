"""How machine code is made of a kernel: its parts are linked first and optimized once, together.

numba optimizes every function when it is compiled and again in each caller, zeroes the result of a
call twice, and leaves superword vectorization off. For a kernel, which is some 150 small functions
in one loop, doing otherwise saves a third of the compile time and a tenth of the run time. Only
what is compiled inside `compiling` is made this way; other users of numba in the process see
nothing of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import callconv, config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

#: numba's own calling convention.
NumbasCalls = callconv.CPUCallConv


class LeanCalls(NumbasCalls):  # type: ignore[misc]
    """numba's calling convention, without zeroing the places of result and exception first.

    numba stores the zeroes whenever the *calling* function begins; in an inlined function with
    many calls, at every pass of the loop. They matter to ``try`` alone: a function with one takes
    what it finds in the place of its exception for an exception, and goes on with the result of a
    call that failed. So there is no ``try`` in a kernel, and policies are called by `NumbasCalls`.
    """

    def call_function(
        self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> tuple[Any, Any]:
        """Call ``callee``: (status, result)."""
        with builder.goto_entry_block():
            result = builder.alloca(self.get_return_type(resty).pointee)
            exception = builder.alloca(ir.PointerType(callconv.excinfo_t))
        arguments = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [result, exception, *arguments], attrs=attrs or ())
        status = self._get_return_status(builder, code, builder.load(exception))
        return status, self.context.get_returned_value(builder, resty, builder.load(result))


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code of a part of a kernel, only good for being linked into an entry point.

    It is not optimized, and no machine code is made of it.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@functools.cache
def _library(base: type, function: str, attributes: tuple[str, ...]) -> type:
    """A library class that gives that function those LLVM attributes."""

    class Library(base):  # type: ignore[misc]
        def add_ir_module(self, ir_module: Any) -> None:
            if self.name == function:
                for made in ir_module.functions:
                    if not made.is_declaration:
                        for attribute in attributes:
                            made.attributes.add(attribute)
            super().add_ir_module(ir_module)

    return Library


def _no_environment(name: str, environment: Any) -> None:
    """Parts have no environment in memory, and need none."""


@contextmanager
def _with(changes: Sequence[tuple[Any, str, Any]]) -> Iterator[None]:
    """Attributes of objects changed for a while."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    try:
        for owner, name, value in changes:
            setattr(owner, name, value)
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


@contextmanager
def compiling(library: type) -> Iterator[None]:
    """Compile with our calls, vectorization and that class of library."""
    with global_compiler_lock:
        codegen = cpu_target.target_context.codegen()
        is_part = issubclass(library, PartLibrary)
        changes = (
            (codegen, "_library_class", library),
            (codegen, "set_env", _no_environment if is_part else _set_environment(codegen)),
            (callconv, "CPUCallConv", LeanCalls),
            (config, "SLP_VECTORIZE", 1),
        )
        with _with(changes):
            yield


def _set_environment(codegen: Any) -> Any:
    """Numba's own `set_env`, whatever stands in its place now."""
    return functools.partial(type(codegen).set_env, codegen)


def compile_our_way(
    dispatcher: Any, attributes: tuple[str, ...] = (), is_part: bool = False
) -> Any:
    """Let a dispatcher compile as this module does; returns it.

    Parameters
    ----------
    dispatcher : numba dispatcher
        Not yet compiled.
    attributes : tuple of str
        LLVM attributes of the function.
    is_part : bool
        Whether it is only called by compiled code: calling it from Python would crash.
    """
    base = PartLibrary if is_part else JITCodeLibrary
    library = _library(base, dispatcher.py_func.__qualname__, attributes)
    numbas_way: Callable[..., Any] = dispatcher._compiler.compile

    def compile_it(args: Any, return_type: Any) -> Any:
        with compiling(library):
            return numbas_way(args, return_type)

    dispatcher._compiler.compile = compile_it
    return dispatcher
