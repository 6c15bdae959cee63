"""What a compiled policy receives: numba types without setters over the kernel's records.

A value of these types is only the address of a record. Fields of a view and elements of its arrays
read as int64, parameters as float64; nothing can be assigned, and indices are checked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import call_getiter
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer, signature
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    models,
    overload,
    overload_method,
    register_model,
)

from squirrelstats._codegen import NumbasCalls

MEMORY_SIZE = 64
PARAM_LIMIT = 16


class AddressType(types.Type):
    """A value that is the address of something; subclasses say of what."""


class ViewType(AddressType):
    """Address of a game's view record; the hidden fields cannot be read."""

    def __init__(self, game: str, dtype: np.dtype, hidden: tuple[str, ...] = ()) -> None:
        fields = dict(dtype.fields or {})
        self.fields = {name: field for name, field in fields.items() if name not in hidden}
        without = "".join(f", without {name}" for name in hidden)
        super().__init__(name=f"View[{game}, {dtype!r}{without}]")
        self.title = f"View of {game}"


class LanesType(AddressType):
    """Read-only row of integers."""

    def __init__(self, dtype: np.dtype, count: int) -> None:
        self.dtype = np.dtype(dtype)
        self.count = count
        super().__init__(name=f"Lanes[{self.dtype.str}, {count}]")


class GridType(AddressType):
    """Read-only rows of integers."""

    def __init__(self, dtype: np.dtype, rows: int, count: int) -> None:
        self.row = LanesType(dtype, count)
        self.rows = rows
        super().__init__(name=f"Grid[{self.row.name}, {rows}]")


class ParamsType(AddressType):
    """Named parameters of a policy, float64."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        super().__init__(name=f"Params[{', '.join(names)}]")


class StreamType(AddressType):
    """Two words of state of a policy's own random stream."""

    def __init__(self) -> None:
        super().__init__(name="Stream")


@register_model(ViewType)
@register_model(LanesType)
@register_model(GridType)
@register_model(ParamsType)
@register_model(StreamType)
class AddressModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, ir.IntType(64))


def _pointer(builder: Any, address: Any, offset: Any, llvm_type: Any) -> Any:
    return builder.inttoptr(builder.add(address, offset), llvm_type.as_pointer())


def _load_integer(builder: Any, address: Any, offset: Any, dtype: np.dtype) -> Any:
    """Load an integer of that dtype, widened to 64 bits."""
    width = ir.IntType(8 * dtype.itemsize)
    value = builder.load(_pointer(builder, address, offset, width))
    if dtype.itemsize == 8:
        return value
    widen = builder.sext if dtype.kind == "i" else builder.zext
    return widen(value, ir.IntType(64))


def _field_type(dtype: np.dtype) -> types.Type:
    if dtype.subdtype is None:
        return types.int64
    element, shape = dtype.subdtype
    return LanesType(element, shape[0]) if len(shape) == 1 else GridType(element, *shape)


@infer_getattr
class ViewAttributes(AttributeTemplate):
    key = ViewType

    def generic_resolve(self, typ, attr):
        if attr in typ.fields:
            return _field_type(typ.fields[attr][0])
        return None


@lower_getattr_generic(ViewType)
def view_getattr(context, builder, typ, value, attr):
    dtype, offset = typ.fields[attr][:2]
    offset = ir.Constant(ir.IntType(64), offset)
    if dtype.subdtype is None:
        return _load_integer(builder, value, offset, dtype)
    return builder.add(value, offset)


@infer_getattr
class ParamsAttributes(AttributeTemplate):
    key = ParamsType

    def generic_resolve(self, typ, attr):
        return types.float64 if attr in typ.names else None


@lower_getattr_generic(ParamsType)
def params_getattr(context, builder, typ, value, attr):
    offset = ir.Constant(ir.IntType(64), 8 * typ.names.index(attr))
    return builder.load(_pointer(builder, value, offset, ir.DoubleType()))


@intrinsic
def _element(typingctx, lanes, index):
    dtype = lanes.dtype

    def codegen(context, builder, signature, args):
        stride = ir.Constant(ir.IntType(64), dtype.itemsize)
        return _load_integer(builder, args[0], builder.mul(args[1], stride), dtype)

    return types.int64(lanes, types.int64), codegen


@intrinsic
def _row(typingctx, grid, index):
    size = grid.row.dtype.itemsize * grid.row.count

    def codegen(context, builder, signature, args):
        stride = ir.Constant(ir.IntType(64), size)
        return builder.add(args[0], builder.mul(args[1], stride))

    return grid.row(grid, types.int64), codegen


@overload(operator.getitem)
def address_getitem(values, index):
    if isinstance(values, LanesType) and isinstance(index, types.Integer):
        count = values.count

        def element(values, index):
            i = np.int64(index)
            if i < 0:
                i += count
            if i < 0 or i >= count:
                raise IndexError("index out of range of a view's field")
            return _element(values, i)

        return element
    if isinstance(values, LanesType) and isinstance(index, types.SliceType):
        return lambda values, index: values.copy()[index]
    if isinstance(values, GridType) and isinstance(index, types.Integer):
        rows = values.rows

        def row(values, index):
            i = np.int64(index)
            if i < 0:
                i += rows
            if i < 0 or i >= rows:
                raise IndexError("index out of range of a view's field")
            return _row(values, i)

        return row
    if isinstance(values, GridType) and isinstance(index, types.BaseTuple) and len(index) == 2:

        def cell(values, index):
            return values[index[0]][index[1]]

        return cell
    return None


@overload(len)
def address_len(values):
    if isinstance(values, LanesType):
        size = values.count
    elif isinstance(values, GridType):
        size = values.rows
    else:
        return None
    return lambda values: size


@overload_method(LanesType, "copy")
def lanes_copy(values):
    size = values.count

    def copy(values):
        out = np.empty(size, np.int64)
        for i in range(size):
            out[i] = values[i]
        return out

    return copy


COPY_TYPE = types.Array(types.int64, 1, "C")


@overload(sum)
def lanes_sum(values):
    if isinstance(values, LanesType):
        return lambda values: values.copy().sum()
    return None


@overload(max)
def lanes_max(values):
    if isinstance(values, LanesType):
        return lambda values: values.copy().max()
    return None


@overload(min)
def lanes_min(values):
    if isinstance(values, LanesType):
        return lambda values: values.copy().min()
    return None


@overload_method(LanesType, "sum")
def lanes_sum_method(values):
    return lambda values: values.copy().sum()


@overload_method(LanesType, "max")
def lanes_max_method(values):
    return lambda values: values.copy().max()


@infer
class LanesIteration(AbstractTemplate):
    key = "getiter"

    def generic(self, args, kws):
        if isinstance(args[0], LanesType):
            return signature(COPY_TYPE.iterator_type, args[0])
        return None


@lower_builtin("getiter", LanesType)
def lanes_getiter(context, builder, sig, args):
    """Iterate over a copy."""
    copied = context.compile_internal(
        builder, lambda values: values.copy(), COPY_TYPE(sig.args[0]), args
    )
    iterator = call_getiter(context, builder, COPY_TYPE, copied)
    context.nrt.decref(builder, COPY_TYPE, copied)  # the iterator keeps its own reference
    return iterator


@intrinsic
def load_word(typingctx, stream, index):
    """Word 0 or 1 of a stream's state."""

    def codegen(context, builder, signature, args):
        offset = builder.mul(args[1], ir.Constant(ir.IntType(64), 8))
        return builder.load(_pointer(builder, args[0], offset, ir.IntType(64)))

    return types.uint64(stream, types.int64), codegen


@intrinsic
def store_word(typingctx, stream, index, value):
    """Set word 0 or 1 of a stream's state."""

    def codegen(context, builder, signature, args):
        offset = builder.mul(args[1], ir.Constant(ir.IntType(64), 8))
        builder.store(args[2], _pointer(builder, args[0], offset, ir.IntType(64)))
        return context.get_dummy_value()

    return types.void(stream, types.int64, types.uint64), codegen


MEMORY_TYPE = types.Array(types.int64, 1, "C")


def argument_types(
    game: str, view: np.dtype, params: tuple[str, ...], hidden: tuple[str, ...] = ()
) -> dict[str, types.Type]:
    """Type of each argument a policy may name."""
    return {
        "view": ViewType(game, view, hidden),
        "legal": types.int64,  # 63 actions at most: no mixing of signs in a policy's arithmetic
        "rng": StreamType(),
        "params": ParamsType(params),
        "memory": MEMORY_TYPE,
    }


def make_entry(dispatcher: Any, chosen: dict[str, types.Type]) -> Callable[..., Any]:
    """A function of the fixed entry signature that calls the policy with the arguments it names.

    ``chosen`` are the policy's arguments in its own order. Returned uncompiled.
    """
    order = ("view", "legal", "rng", "params", "memory")
    wanted = tuple(chosen.values())

    @intrinsic
    def invoke(typingctx, view, legal, rng, params, memory):
        def codegen(context, builder, signature, args):
            dispatcher.compile(wanted)
            result = dispatcher.overloads[wanted]
            values = []
            for name, numba_type in chosen.items():
                value = args[order.index(name)]
                if numba_type is MEMORY_TYPE:
                    value = _memory_array(context, builder, value)
                values.append(value)
            context.active_code_library.add_linking_library(result.library)
            status, action = NumbasCalls(context).call_function(
                builder,
                context.declare_function(builder.module, result.fndesc),
                result.signature.return_type,
                wanted,
                values,
                attrs=("alwaysinline",),
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return context.cast(builder, action, result.signature.return_type, types.int64)

        return types.int64(view, legal, rng, params, memory), codegen

    def entry(view, legal, rng, params, memory):
        return invoke(view, legal, rng, params, memory)

    return entry


def _memory_array(context: Any, builder: Any, address: Any) -> Any:
    from numba.np.arrayobj import populate_array  # slow to import, and not yet needed then

    array = context.make_array(MEMORY_TYPE)(context, builder)
    pointer = builder.inttoptr(address, ir.IntType(64).as_pointer())
    populate_array(
        array,
        data=pointer,
        shape=[context.get_constant(types.intp, MEMORY_SIZE)],
        strides=[context.get_constant(types.intp, 8)],
        itemsize=context.get_constant(types.intp, 8),
        meminfo=None,
    )
    return array._getvalue()
