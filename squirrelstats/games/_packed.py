"""Packed counts: a hand or pile as one uint64, a byte (lane) per kind and the total in lane 7.

Kinds are 0-6, a lane holds at most 127, the total at most 255. Every bit trick of the kernels lives
here. All arguments and results are uint64.
"""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import inline, rare

U = np.uint64
EMPTY = U(0)
#: All lanes but the total.
CARDS = U(0x00FFFFFFFFFFFFFF)
_ONES = U(0x0101010101010101)
_HIGHS = U(0x0080808080808080)
_ALL_HIGHS = U(0x8080808080808080)
_SQUEEZE = U(0x0102040810204080)


@inline
def count(word, kind):
    """Cards of that kind."""
    return (word >> (kind << U(3))) & U(0xFF)


@inline
def total(word):
    """All cards."""
    return word >> U(56)


@inline
def lane(kind):
    """One card of that kind, not counted in the total."""
    return U(1) << (kind << U(3))


@inline
def card(kind):
    """One card of that kind: add or subtract it."""
    return lane(kind) | (U(1) << U(56))


@inline
def one_of_each(mask):
    """One card of every kind whose bit is set (kinds 0-6), not counted in the total."""
    return (mask * U(0x0002040810204081)) & _ONES


@inline
def at_least(word, copies):
    """Mask of the kinds held at least that often, 1 <= copies <= 127; bit = kind."""
    high = ((word & CARDS) + (U(128) - copies) * (_ONES & CARDS)) & _HIGHS
    return ((high >> U(7)) * _SQUEEZE) >> U(56)


@rare
def _nth_of_many(word, position):
    """`nth` where running totals do not fit in seven bits."""
    kind = U(0)
    left = position
    while left >= count(word, kind):
        left -= count(word, kind)
        kind += U(1)
    return kind


@inline
def nth(word, position):
    """Kind of the card at that position, the word laid out by kind."""
    if total(word) > U(127):
        return _nth_of_many(word, position)
    running = (word & CARDS) * _ONES  # lane k: cards of the kinds 0 … k
    reached = ((position * _ONES | _ALL_HIGHS) - running) & _HIGHS  # high bit: running <= position
    return ((reached >> U(7)) * _ONES) >> U(56)


@inline
def less_one(word, kind):
    """The word without one card of that kind, if it has one."""
    if count(word, kind) != U(0):
        return word - card(kind)
    return word


@inline
def less_one_of_each(word):
    """The word without one card of every kind it has."""
    present = (((word & CARDS) + U(127) * (_ONES & CARDS)) & _HIGHS) >> U(7)
    return word - present - (((present * _ONES) >> U(56)) << U(56))


@inline
def least(first, second):
    """The smaller count of every kind."""
    both = EMPTY
    for k in range(7):
        kind = U(k)
        both += min(count(first, kind), count(second, kind)) * card(kind)
    return both


def as_words(dtype: np.dtype) -> np.dtype:
    """The same record with its rows of byte or 16-bit lanes as uint64, for kernels to write.

    Examples
    --------
    >>> as_words(np.dtype([("hand", "u1", (8,)), ("known", "u1", (6, 8)), ("turn", "i8")]))["known"]
    dtype(('<u8', (6,)))
    """
    names, formats, offsets = [], [], []
    for name, (field, offset, *_) in (dtype.fields or {}).items():
        words = field
        if field.subdtype is not None and field.subdtype[0] in (np.dtype("u1"), np.dtype("u2")):
            size = field.itemsize // 8
            words = np.dtype("u8") if size == 1 else np.dtype(("u8", (size,)))
        names.append(name)
        formats.append(words)
        offsets.append(offset)
    return np.dtype(
        {"names": names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize},
        align=True,
    )
