"""Packed counts of up to 14 kinds in two words, for games with more kinds than `_packed` holds.

Kinds 0-7 are the lanes (bytes) of the first word, 8-13 lanes 0-5 of the second, whose lane 7 is the
total. A lane of a kind holds at most 127, the total 255. Read as bytes it is ``u1[16]`` with the
total at index 15. All arguments and results are uint64, ``counts`` arrays of two words.

*Rows* are words of eight small numbers, a lane each, for what belongs to a stack or to a seat.
"""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import bytes_in, bytes_set, inline, part

U = np.uint64
LOW, HIGH = U(0), U(1)
EMPTY = U(0)
KINDS = 14
#: One card in the total.
ONE_IN_ALL = U(1 << 56)
#: The lanes of kinds in the second word.
CARDS = U(0x0000FFFFFFFFFFFF)
LANE = U(0xFF)
_ONES = U(0x0101010101010101)
_BELOW = U(0x7F7F7F7F7F7F7F7F)
_HIGHS = U(0x8080808080808080)
_ALL = U(0xFFFFFFFFFFFFFFFF)


@inline
def lane(kind):
    """One card of that kind in the word that it belongs to, not counted in the total."""
    return U(1) << ((kind & U(7)) << U(3))


@inline
def total(counts):
    """All cards."""
    return counts[HIGH] >> U(56)


@inline
def count(counts, kind):
    """Cards of that kind."""
    return (counts[kind >> U(3)] >> ((kind & U(7)) << U(3))) & LANE


@inline
def put(counts, kind):
    """One card more."""
    counts[kind >> U(3)] += lane(kind)
    counts[HIGH] += ONE_IN_ALL


@inline
def take(counts, kind):
    """One card less."""
    counts[kind >> U(3)] -= lane(kind)
    counts[HIGH] -= ONE_IN_ALL


@inline
def take_known(counts, kind):
    """One card of that kind less, if there is one."""
    fewer = min(count(counts, kind), U(1))
    counts[kind >> U(3)] -= fewer * lane(kind)
    counts[HIGH] -= fewer * ONE_IN_ALL


@inline
def add(counts, more):
    """Those cards more."""
    counts[LOW] += more[LOW]
    counts[HIGH] += more[HIGH]


@inline
def remove(counts, fewer):
    """Those cards less."""
    counts[LOW] -= fewer[LOW]
    counts[HIGH] -= fewer[HIGH]


@inline
def copy(counts, other):
    """Make the counts equal to others."""
    low, high = other[LOW], other[HIGH]
    counts[LOW] = low
    counts[HIGH] = high


@inline
def clear(counts):
    """No cards."""
    counts[LOW] = EMPTY
    counts[HIGH] = EMPTY


@inline
def kinds(counts):
    """Mask of the kinds of which there is a card; bit = kind."""
    return lanes_set(counts[LOW]) | (lanes_set(counts[HIGH] & CARDS) << U(8))


@part
def lower_to(counts, bounds):
    """No more cards of any kind than the bounds have."""
    for k in range(U(KINDS)):
        kind = U(k)
        while count(counts, kind) > count(bounds, kind):
            take(counts, kind)


# --- rows ---------------------------------------------------------------------------------------


@inline
def entry(row, place):
    """The number at that place of a row."""
    return (row >> (place << U(3))) & LANE


@inline
def at(place, number):
    """A row with that number at one place, 0 elsewhere."""
    return number << (place << U(3))


@inline
def ones_where_set(row):
    """1 in every lane that is not 0; lanes are at most 127."""
    return ((row + _BELOW) & _HIGHS) >> U(7)


@inline
def lanes_set(row):
    """Mask of the lanes that are not 0."""
    return bytes_set(row)


@inline
def lanes_in(row, numbers):
    """Mask of the lanes whose number has its bit set; lanes are at most 31."""
    return bytes_in(row, numbers)


@inline
def turned(row, first, places):
    """The row as seen from place ``first``: lane 0 is that place, lane 1 the next, round again."""
    bits = places << U(3)
    back = first << U(3)
    ahead = row << U(1) << (bits - back - U(1))
    return ((row >> back) | ahead) & (_ALL >> (U(64) - bits))


@inline
def copy_four(rows, place, others, first):
    """Make four rows from ``place`` on equal to those of others from ``first`` on.

    All are read before one is written: so it becomes a single move of 32 bytes.
    """
    a, b = others[first], others[first + U(1)]
    c, d = others[first + U(2)], others[first + U(3)]
    rows[place], rows[place + U(1)] = a, b
    rows[place + U(2)], rows[place + U(3)] = c, d


@inline
def copy_two(words, place, others, first):
    """Make two counts from ``place`` on, in a row of words, equal to others from ``first`` on."""
    a, b = others[first, LOW], others[first, HIGH]
    c, d = others[first + U(1), LOW], others[first + U(1), HIGH]
    at = place << U(1)
    words[at], words[at + U(1)] = a, b
    words[at + U(2)], words[at + U(3)] = c, d


@inline
def ones_before(places):
    """1 in the first ``places`` lanes, 1 to 8 of them."""
    return _ONES >> (U(64) - (places << U(3)))
