"""Small tools for policies: the mask of legal actions and the policy's own random numbers.

All of them work the same in compiled and in plain Python policies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba.extending import overload, overload_method

from squirrelstats import _rng
from squirrelstats._jit import compiled, highest_bit, ones, trailing_zeros
from squirrelstats.policies._types import StreamType, load_word, store_word

#: What a policy returns to leave a decision to the one it was given with ``otherwise=``.
OTHERWISE = -2

U = np.uint64
_LOW32 = U(0xFFFFFFFF)

F = TypeVar("F", bound=Callable[..., Any])


def in_policies(function: F) -> F:
    """Let compiled policies call a plain function; its machine code comes from the disk cache."""
    dispatcher = compiled(function)

    @overload(function, strict=False)
    def _overload(*arguments):  # type: ignore[no-untyped-def]
        return lambda *arguments: dispatcher(*arguments)

    return function


class Stream:
    """A policy's own random stream, for plain Python policies.

    Parameters
    ----------
    state : uint64 (2,)
        State of the generator; it is advanced in place.
    """

    def __init__(self, state: np.ndarray) -> None:
        self._state = state

    def bits(self) -> int:
        """64 random bits."""
        with np.errstate(over="ignore"):
            out, self._state[0], self._state[1] = _python(_rng.step)(*self._state)
        return int(out)


def _python(function: Any) -> Any:
    return getattr(function, "py_func", function)


@in_policies
def is_legal(legal: int, action: int) -> bool:
    """Whether an action may be chosen now.

    Parameters
    ----------
    legal : int
        The mask a policy is given; bit = action.
    action : int

    Examples
    --------
    >>> is_legal(0b101, 2), is_legal(0b101, 1)
    (True, False)
    """
    return (legal >> action) & 1 == 1


def first_legal(legal: int) -> int:
    """The legal action with the lowest number.

    Examples
    --------
    >>> first_legal(0b1100)
    2
    """
    return (int(legal) & -int(legal)).bit_length() - 1


@overload(first_legal)
def _overload_first_legal(legal):  # type: ignore[no-untyped-def]
    return lambda legal: np.int64(trailing_zeros(U(legal)))


def last_legal(legal: int) -> int:
    """The legal action with the highest number.

    Examples
    --------
    >>> last_legal(0b1100)
    3
    """
    return int(legal).bit_length() - 1


@overload(last_legal)
def _overload_last_legal(legal):  # type: ignore[no-untyped-def]
    return lambda legal: np.int64(highest_bit(U(legal)))


def count_legal(legal: int) -> int:
    """How many actions are legal.

    Examples
    --------
    >>> count_legal(0b1101)
    3
    """
    return int(legal).bit_count()


@overload(count_legal)
def _overload_count_legal(legal):  # type: ignore[no-untyped-def]
    return lambda legal: np.int64(ones(U(legal)))


@overload_method(StreamType, "bits")
def _stream_bits(rng):
    def bits(rng):
        out, s0, s1 = _rng.step(load_word(rng, 0), load_word(rng, 1))
        store_word(rng, 0, s0)
        store_word(rng, 1, s1)
        return out

    return bits


def rand_below(rng: Stream, n: int) -> int:
    """A random integer from 0 to n - 1, each equally likely.

    Parameters
    ----------
    rng : the policy's stream
    n : int
        1 <= n <= 2**32.
    """
    if not 1 <= n <= 2**32:
        raise ValueError("rand_below needs 1 <= n <= 2**32")
    m = (rng.bits() >> 32) * n
    if m % 2**32 < n:
        threshold = (2**32 - n) % n
        while m % 2**32 < threshold:
            m = (rng.bits() >> 32) * n
    return m >> 32


@compiled
def _compiled_below(rng, n):  # type: ignore[no-untyped-def]
    if n < 1 or n > 4294967296:
        raise ValueError("rand_below needs 1 <= n <= 2**32")
    size = U(n)
    m = (rng.bits() >> U(32)) * size
    if (m & _LOW32) < size:
        threshold = ((U(1) << U(32)) - size) % size
        while (m & _LOW32) < threshold:
            m = (rng.bits() >> U(32)) * size
    return np.int64(m >> U(32))


@overload(rand_below)
def _overload_rand_below(rng, n):  # type: ignore[no-untyped-def]
    return lambda rng, n: _compiled_below(rng, np.int64(n))


def rand_float(rng: Stream) -> float:
    """A random number in [0, 1), 53 bits.

    Parameters
    ----------
    rng : the policy's stream
    """
    return (rng.bits() >> 11) * 2.0**-53


@overload(rand_float)
def _overload_rand_float(rng):
    def impl(rng):
        return (rng.bits() >> U(11)) * (1.0 / 9007199254740992.0)

    return impl


@in_policies
def random_legal(rng: Stream, legal: int) -> int:
    """A legal action, each equally likely: the r-th from below, r = rand_below(how many)."""
    left = legal
    for _ in range(rand_below(rng, count_legal(legal))):
        left &= left - 1
    return first_legal(left)
