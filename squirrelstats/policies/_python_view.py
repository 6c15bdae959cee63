"""What a plain Python policy receives: the same names as a compiled one, read-only too."""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats.errors import choices


def undeclared(field: str) -> str:
    """What a policy is told that reads an impression without having said that it does."""
    return (
        f"view.{field} is an impression, which only a policy that declares it may read: "
        "add impressions=True to @sq.policy(…)"
    )


class View:
    """What a seat may see, as plain integers and read-only arrays.

    Parameters
    ----------
    content : bytes
        The view record of one decision.
    dtype : dtype
    hidden : tuple of str
        Fields that the policy may not read.
    """

    __slots__ = ("_content", "_dtype", "_hidden")
    _content: bytes
    _dtype: np.dtype[Any]
    _hidden: tuple[str, ...]

    def __init__(self, content: bytes, dtype: np.dtype[Any], hidden: tuple[str, ...] = ()) -> None:
        object.__setattr__(self, "_content", content)
        object.__setattr__(self, "_dtype", dtype)
        object.__setattr__(self, "_hidden", hidden)

    def __getattr__(self, name: str) -> Any:
        if name in self._hidden:
            raise AttributeError(undeclared(name))
        fields = dir(self)
        if name not in fields:
            raise AttributeError(choices("field of view", name, fields))
        raw = np.frombuffer(self._content, self._dtype)[0][name]
        if raw.ndim == 0:
            return int(raw)
        values = raw.astype(np.int64)
        values.flags.writeable = False
        return values

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a view is read-only")

    def __dir__(self) -> list[str]:
        return [name for name in self._dtype.names or () if name not in self._hidden]

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in dir(self))
        return f"View({', '.join(shown)})"


class Params:
    """Values of a policy's parameters by name."""

    __slots__ = ("_names", "_values")
    _names: tuple[str, ...]
    _values: np.ndarray

    def __init__(self, names: tuple[str, ...], values: np.ndarray) -> None:
        object.__setattr__(self, "_names", names)
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name: str) -> float:
        if name not in self._names:
            raise AttributeError(choices("parameter", name, self._names))
        return float(self._values[self._names.index(name)])

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("parameters are read-only; set them with policies.get(…, name=value)")
