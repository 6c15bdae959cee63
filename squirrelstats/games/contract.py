"""What a game brings: the description that everything above layer 1 works from."""

from __future__ import annotations

import dataclasses
import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import numpy as np

from squirrelstats.columns import Column
from squirrelstats.errors import UsageError, choices
from squirrelstats.games._rules import shown
from squirrelstats.games._traits import Trait, checked_traits, trait_record
from squirrelstats.games._variants import load_variant


@dataclass(frozen=True, eq=False)
class Game:
    """A set of rules, ready to be played.

    Attributes
    ----------
    name, title : str
        ``"squarrels"`` and ``"S'Quarrels: A Game of Absolute Nuts"``.
    min_seats, max_seats : int
    layout : module
        Names of cards, phases, actions, events; the records.
    columns : tuple of Column
        Result columns beside those that all games share.
    rules_class : type
        The frozen dataclass of rules; ``presets`` holds instances by name, ``preset_notes`` a line
        on each, ``default_preset`` the name of the one that is played unless others are given.
    traits : mapping of str to Trait
        What may differ between players beside their policies.
    score_goal : str
        Which scores are good, ``"high"`` or ``"low"``.
    assumptions : tuple of str
        What is assumed because no source says it: printed with rules, runs and replays.
    assumed_in_brief : str
        The same in a few words, for small print.
    endless : bool
        Whether a round can go on for ever but for its turn cap, so that summaries always say how
        many were cut.
    """

    name: str
    title: str
    min_seats: int
    max_seats: int
    layout: ModuleType
    columns: tuple[Column, ...]
    rules_class: type[Any]
    presets: Mapping[str, Any]
    default_preset: str
    traits: Mapping[str, Trait]
    preset_notes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    score_goal: Literal["high", "low"] = "high"
    assumptions: tuple[str, ...] = ()
    assumed_in_brief: str = ""
    endless: bool = False

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions, by number."""
        return tuple(self.layout.ACTIONS)

    @property
    def phases(self) -> Mapping[int, str]:
        """What each phase asks, by number."""
        return dict(self.layout.PHASES)

    def kind_names(self, rules: Any) -> tuple[str, ...]:
        """What the kinds of cards are called under these rules, by number.

        Those of the layout, by which columns are named, unless the rules have names of their own;
        these may be fewer.
        """
        return tuple(rules.kind_names or self.layout.KINDS)

    def meaning(self, column: Column, rules: Any) -> str:
        """What a column says, with the kind of card as it is called under these rules."""
        if column.level != "cards" or column.lane is None or not rules.kind_names:
            return column.meaning
        names, title = rules.kind_names, self.layout.KIND_TITLES[column.lane]
        name = names[column.lane] if column.lane < len(names) else "not in this deck"
        return column.meaning.replace(title, f"{title} ({name})")

    @property
    def view_dtype(self) -> np.dtype[Any]:
        """Record of what a policy sees."""
        dtype: np.dtype[Any] = self.layout.VIEW
        return dtype

    @property
    def view_fields(self) -> Mapping[str, str]:
        """Meaning of each field of a view."""
        return dict(self.layout.VIEW_FIELDS)

    @property
    def impressions(self) -> tuple[str, ...]:
        """Fields of a view that only policies read that declare ``impressions=True``."""
        return tuple(getattr(self.layout, "IMPRESSIONS", ()))

    @property
    def kernel(self) -> ModuleType:
        """The compiled functions of the contract."""
        return importlib.import_module(f"squirrelstats.games.{self.name}.kernel")

    @property
    def narrate(self) -> Callable[..., Any]:
        """Turns events into sentences, each with the rule behind it."""
        module = importlib.import_module(f"squirrelstats.games.{self.name}.narrate")
        return module.narrate  # type: ignore[no-any-return]

    def rules(self, preset: Any = None, **changes: Any) -> Any:
        """A preset, a file of house rules, or given rules, with changes.

        Parameters
        ----------
        preset : str, Path or Rules, optional
            Name of a preset, or path of a TOML file (``load_variant``). Default: the game's default
            preset.
        **changes
            Fields to change.

        Raises
        ------
        UsageError
            Unknown preset, file, option or value.
        """
        if isinstance(preset, Path) or (isinstance(preset, str) and preset.endswith(".toml")):
            preset = load_variant(self, preset).rules
        return self.preset_rules(preset, changes)

    def preset_rules(self, preset: Any, changes: Mapping[str, Any]) -> Any:
        """A preset by name, or given rules, with changes; no files."""
        if isinstance(preset, self.rules_class):
            base = preset
        else:
            name = self.default_preset if preset is None else preset
            if not isinstance(name, str) or name not in self.presets:
                raise UsageError(
                    choices(f"preset of {self.name}", name, self.presets)
                    + "; or the path of a .toml file"
                )
            base = self.presets[name]
        known = [f.name for f in dataclasses.fields(base)]
        for key in changes:
            if key not in known:
                raise UsageError(choices(f"option of {self.name}", key, known))
        return dataclasses.replace(base, **changes)

    def rules_label(self, rules: Any) -> str:
        """Name of the preset, and what differs from the nearest one."""
        names = [field.name for field in dataclasses.fields(rules)]

        def changes(preset: str) -> list[str]:
            base = self.presets[preset]
            return [
                f"{name}={shown(getattr(rules, name))}"
                for name in names
                if getattr(rules, name) != getattr(base, name)
            ]

        nearest = min(self.presets, key=lambda preset: len(changes(preset)))
        changed = changes(nearest)
        return f"{nearest} with {', '.join(changed)}" if changed else nearest

    def checked_traits(self, traits: Mapping[str, float]) -> dict[str, float]:
        """Traits of one player that differ from the defaults, or a clear error."""
        return checked_traits(self.name, self.traits, traits)

    def trait_record(
        self, traits: Sequence[Mapping[str, float]] = (), reading: Sequence[bool] = ()
    ) -> Any:
        """The traits of all players, given by player, as the kernel's record.

        Parameters
        ----------
        traits : sequence of mapping of str to float
        reading : sequence of bool
            By player: whether the policy reads impressions; of players left out none does.

        Returns
        -------
        record : TRAITS (1,)
        """
        return trait_record(self.layout.TRAITS, self.traits, traits, reading)

    def __reduce__(self) -> tuple[Any, ...]:
        return get_game, (self.name,)

    def check_seats(self, seats: int) -> int:
        """The number of seats, or a clear error."""
        whole = isinstance(seats, int | np.integer) and not isinstance(seats, bool)
        if not whole or not self.min_seats <= seats <= self.max_seats:
            raise UsageError(
                f"{self.title} is for {self.min_seats} to {self.max_seats} players, "
                f"got a line-up of {seats!r}"
            )
        return int(seats)

    def __repr__(self) -> str:
        return f"<Game {self.name!r}: {self.title}, {self.min_seats}-{self.max_seats} seats>"


GAMES = ("squarrels", "squirrels", "squirrel_away")


@functools.cache
def _load(name: str) -> Game:
    game: Game = importlib.import_module(f"squirrelstats.games.{name}").GAME
    return game


def get_game(name: str | Game) -> Game:
    """The game of that name.

    Parameters
    ----------
    name : str or Game

    Raises
    ------
    UsageError
        If there is no such game; the message suggests the nearest.

    Examples
    --------
    >>> get_game("squarrels").max_seats
    6
    """
    if isinstance(name, Game):
        return name
    if not isinstance(name, str) or name not in GAMES:
        raise UsageError(choices("game", name, GAMES))
    return _load(name)
