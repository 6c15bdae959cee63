"""Views as the bytes of a game's ``layout.VIEW``."""

import struct
from itertools import chain

LETTERS = {"u1": "B", "i2": "h", "i4": "i", "i8": "q"}


def view_format(dtype):
    """The record in the words of ``struct``."""
    text, end = "<", 0
    for field, offset in dtype.fields.values():
        text += "x" * (offset - end)
        end = offset
        text += f"{field.itemsize // field.base.itemsize}{LETTERS[field.base.str[1:]]}"
        end += field.itemsize
    return text + "x" * (dtype.itemsize - end)


def view_packer(dtype):
    """A function from a view, {field: number, row or rows}, to its bytes."""
    packer = struct.Struct(view_format(dtype))
    numbers = [name for name in dtype.names if not dtype[name].shape]
    fields = [(name, len(dtype[name].shape)) for name in dtype.names[len(numbers) :]]

    def pack_view(view):
        values = [view[name] for name in numbers]
        for name, dimensions in fields:
            value = view[name]
            values += value if dimensions == 1 else chain.from_iterable(value)
        return packer.pack(*values)

    return pack_view
