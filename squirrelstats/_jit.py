"""The one place with numba options and calls through native addresses.

Six ways to compile, so that no other file spells numba options:

* ``inline``: small helpers of a kernel, always inlined by LLVM;
* ``part``: larger parts, kept functions of their own so that the loop stays small;
* ``rare``: parts of a kernel that few rounds meet;
* ``compiled``: the few entry points, kept in the disk cache; ``uncached``: the same for this
  process only;
* ``compiled_policy``: a user's policy, with bounds checks and Python's errors.

With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic

from squirrelstats._code_cache import KernelCache
from squirrelstats._codegen import compile_our_way

JIT_DISABLED = bool(config.DISABLE_JIT)


def _inner(func: Callable[..., Any], *attributes: str) -> Any:
    """Compile what compiled code calls.

    Functions of a kernel are never called from Python (it would crash), so they need no code of
    their own, nor wrappers for Python.
    """
    if JIT_DISABLED:
        return func
    is_part = ".kernel." in func.__module__
    dispatcher = numba.njit(
        error_model="numpy", nogil=True, no_cpython_wrapper=is_part, no_cfunc_wrapper=is_part
    )(func)
    return compile_our_way(dispatcher, attributes, is_part)


def inline(func: Callable[..., Any]) -> Any:
    """Compile a kernel helper that is inlined wherever it is called."""
    return _inner(func, "alwaysinline")


def part(func: Callable[..., Any]) -> Any:
    """Compile a larger part of a kernel as a function of its own."""
    return _inner(func, "noinline")


def rare(func: Callable[..., Any]) -> Any:
    """Compile a part of a kernel that few rounds meet: LLVM does not expect it to be called."""
    return _inner(func, "noinline", "cold")


def compiled(func: Callable[..., Any]) -> Any:
    """Compile an entry point on first call, through the disk cache."""
    dispatcher = uncached(func)
    if not JIT_DISABLED:
        dispatcher._cache = KernelCache(func)
    return dispatcher


def uncached(func: Callable[..., Any]) -> Any:
    """Compile an entry point on first call, for this process only."""
    dispatcher = numba.njit(error_model="numpy", nogil=True)(func)
    return dispatcher if JIT_DISABLED else compile_our_way(dispatcher)


def compiled_policy(func: Callable[..., Any]) -> Any:
    """Compile a policy: index errors and divisions by zero raise as in Python."""
    return numba.njit(nogil=True, boundscheck=True)(func)


# --- single instructions ------------------------------------------------------------------------


@intrinsic
def _native_trailing_zeros(typingctx, word):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], cgutils.true_bit)

    return types.uint64(types.uint64), codegen


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


@intrinsic
def _native_bytes_set(typingctx, word):
    def codegen(context, builder, signature, args):
        row = ir.VectorType(ir.IntType(8), 8)
        chosen = builder.icmp_unsigned(
            "!=", builder.bitcast(args[0], row), ir.Constant(row, [0] * 8)
        )
        return builder.zext(builder.bitcast(chosen, ir.IntType(8)), args[0].type)

    return types.uint64(types.uint64), codegen


@intrinsic
def _native_bytes_in(typingctx, word, numbers):
    def codegen(context, builder, signature, args):
        lanes, mask = ir.VectorType(ir.IntType(32), 8), ir.IntType(32)
        row = builder.zext(builder.bitcast(args[0], ir.VectorType(ir.IntType(8), 8)), lanes)
        first = builder.insert_element(
            ir.Constant(lanes, ir.Undefined), builder.trunc(args[1], mask), mask(0)
        )
        copies = builder.shuffle_vector(first, first, ir.Constant(lanes, [0] * 8))
        chosen = builder.trunc(builder.lshr(copies, row), ir.VectorType(ir.IntType(1), 8))
        return builder.zext(builder.bitcast(chosen, ir.IntType(8)), args[0].type)

    return types.uint64(types.uint64, types.uint64), codegen


def _plain_highest_bit(word: Any) -> Any:
    return np.uint64(int(word).bit_length() - 1)


def _plain_trailing_zeros(word: Any) -> Any:
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


def _plain_ones(word: Any) -> Any:
    return np.uint64(int(word).bit_count())


def _plain_bytes_set(word: Any) -> Any:
    return np.uint64(sum((number > 0) << i for i, number in enumerate(_bytes(word))))


def _plain_bytes_in(word: Any, numbers: Any) -> Any:
    bits = (int(numbers) >> number & 1 for number in _bytes(word))
    return np.uint64(sum(bit << i for i, bit in enumerate(bits)))


def _bytes(word: Any) -> bytes:
    return int(word).to_bytes(8, "little")


#: Number of the lowest and of the highest set bit of a uint64 that is not 0; how many are set.
trailing_zeros = _plain_trailing_zeros if JIT_DISABLED else _native_trailing_zeros
highest_bit = _plain_highest_bit if JIT_DISABLED else _native_highest_bit
ones = _plain_ones if JIT_DISABLED else _native_ones
#: Mask of the bytes of a uint64 that are not 0.
bytes_set = _plain_bytes_set if JIT_DISABLED else _native_bytes_set
#: Mask of the bytes of a uint64 whose number, at most 31, has its bit set in another.
bytes_in = _plain_bytes_in if JIT_DISABLED else _native_bytes_in


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
