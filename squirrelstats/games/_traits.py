"""Physical and social parameters of a player: what a game declares, checks and hands to kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError, choices


@dataclass(frozen=True)
class Trait:
    """A parameter of a player.

    Attributes
    ----------
    default, low, high : float
    unit, meaning : str
    whole : bool
        Whether it is a whole number.
    """

    default: float
    low: float
    high: float
    unit: str
    meaning: str
    whole: bool = False


def checked_traits(
    game: str, declared: Mapping[str, Trait], traits: Mapping[str, float]
) -> dict[str, float]:
    """Traits of one player that differ from the defaults.

    Raises
    ------
    UsageError
        Unknown trait, or a value out of bounds.
    """
    checked = {}
    for name, value in traits.items():
        if name not in declared:
            raise UsageError(choices(f"trait of a player of {game}", name, declared))
        trait = declared[name]
        number = isinstance(value, int | float | np.integer | np.floating)
        fits = number and not isinstance(value, bool) and trait.low <= value <= trait.high
        if not fits or (trait.whole and value != int(value)):
            kind = "whole number" if trait.whole else "number"
            raise UsageError(
                f"trait {name} must be a {kind} from {trait.low:g} to {trait.high:g} "
                f"({trait.meaning}), got {value!r}"
            )
        if value != trait.default:
            checked[name] = float(value) + 0.0  # −0 is 0
    return checked


def trait_record(
    dtype: np.dtype[Any],
    declared: Mapping[str, Trait],
    traits: Sequence[Mapping[str, float]],
    reading: Sequence[bool] = (),
) -> Any:
    """The traits of all players as the kernel's record.

    Parameters
    ----------
    dtype : dtype
        Fields float64 (8,), by player.
    declared : mapping of str to Trait
    traits : sequence of mapping of str to float
        By player, checked; players and traits left out have the defaults.
    reading : sequence of bool
        By player: whether the policy reads impressions, where the record has a place for that.

    Returns
    -------
    record : dtype (1,)
    """
    record = np.zeros(1, dtype).view(np.recarray)
    for name, trait in declared.items():
        record[name] = trait.default
        for player, own in enumerate(traits):
            record[name][0, player] = own.get(name, trait.default)
    if "reads_impressions" in (dtype.names or ()):
        record["reads_impressions"][0, : len(reading)] = reading
    return record
