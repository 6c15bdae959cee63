"""The records one thread plays in while it accounts for luck."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from squirrelstats import _rng
from squirrelstats.games._machine import OUTCOMES
from squirrelstats.games._packed import as_words
from squirrelstats.games.contract import Game
from squirrelstats.policies._loop import SEAT_LIMIT
from squirrelstats.policies._luck_loop import build_luck_loop
from squirrelstats.policies._workspace import Workspace, one

#: Rounds whose luck is held in memory at a time.
ROUNDS_AT_ONCE = 1024
#: Sets the streams of redraws apart from those of the run.
APART = np.uint64(0x5851F42D4C957F2D)


def value_of(game: Game) -> ModuleType:
    """What a round in progress is worth: the module ``value`` of a game."""
    return importlib.import_module(f"squirrelstats.games.{game.name}.value")


def chances_of(game: Game) -> tuple[str, ...]:
    """Short names of the kinds of chance events, in the order of their codes.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> chances_of(get_game("squirrels"))
    ('blind', 'take', 'recall', 'draw')
    """
    layout = game.layout
    by_code = {
        getattr(layout, name): name.removeprefix("CHANCE_").lower()
        for name in dir(layout)
        if name.startswith("CHANCE_")
    }
    return tuple(by_code[code] for code in sorted(by_code))


@functools.cache
def luck_loop(game: Game) -> Callable[..., bool]:
    """The compiled loop of a game that accounts for luck."""
    return build_luck_loop(game.name, game.kernel, value_of(game))


class LuckWorkspace(Workspace):
    """Everything that the loop needs; parameters as for `Workspace`."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        layout = self.game.layout
        self._states = np.zeros(2, layout.STATE).view(np.recarray)
        self._own = one(_rng.STREAMS)
        self._own.hashed[0] = self.streams.hashed[0] ^ APART
        self._shape = (self.seats, len(chances_of(self.game)), value_of(self.game).N)
        self._outcomes = np.zeros(OUTCOMES, "i8")
        self._after = np.zeros((SEAT_LIMIT, self._shape[-1]))
        self._loop = luck_loop(self.game)

    def with_luck(
        self, seating: np.ndarray, first: int, deals: int
    ) -> Iterator[tuple[Any, np.ndarray]]:
        """Play whole deals, every seating of each, as single rounds.

        Yields
        ------
        seats : SEAT_RESULT (rounds, seats)
        luck : float64 (rounds, players, kinds of chance, features)
            Of whole deals, in order.

        Raises
        ------
        PolicyError
            If a policy misbehaves.
        """
        at_once = max(1, ROUNDS_AT_ONCE // len(seating))
        for begun in range(first, first + deals, at_once):
            rounds = min(at_once, first + deals - begun) * len(seating)
            self._begin(begun, rounds, 0)
            np.asarray(self._states).view("u1")[:] = 0
            self._states.seats = self.seats
            seats = np.zeros((rounds, self.seats), self.game.layout.SEAT_RESULT)
            luck = np.zeros((rounds, *self._shape))
            self._play_on(seating, seats, luck)
            yield seats, luck

    def _play_on(self, seating: np.ndarray, seats: Any, luck: np.ndarray) -> None:
        failure: BaseException | None = None
        try:
            with np.errstate(over="ignore"):
                finished = self._loop(
                    self._states,
                    self.rules,
                    self.traits,
                    self.streams,
                    self._own,
                    self.log,
                    self.view,
                    self.players,
                    self.lineup,
                    self.progress,
                    seating,
                    seats.view(as_words(seats.dtype)).view(np.recarray),
                    luck,
                    self._outcomes,
                    self._after,
                )
        except Exception as error:
            if not self.progress.asking[0]:
                raise
            finished, failure = False, error
        if not finished:
            self.state[0] = self._states[0]
            failure = failure or self._policy_failure()
            raise self._fault(failure) from failure
