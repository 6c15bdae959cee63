"""The records one thread plays in, and what a policy did wrong put into words."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from squirrelstats import _rng
from squirrelstats.errors import PolicyError
from squirrelstats.games._machine import EVENT_CAPACITY, LOG
from squirrelstats.games._packed import as_words
from squirrelstats.games.contract import Game
from squirrelstats.policies._loop import LINEUP, PLAYERS, PROGRESS, SEAT_LIMIT, build_loop
from squirrelstats.policies.policy import Policy


@functools.cache
def bulk_loop(game: Game) -> Callable[..., int]:
    """The compiled bulk loop of a game."""
    return build_loop(game.name, game.kernel)


def one(dtype: np.dtype[Any]) -> Any:
    """One zeroed record, as an array of length 1."""
    return np.zeros(1, dtype).view(np.recarray)


class Workspace:
    """Everything the bulk loop needs, allocated once per thread.

    Parameters
    ----------
    game : Game
    rules : the game's Rules
    lineup : sequence of Policy
        By player.
    seed : int or mapping of purpose to int
    """

    def __init__(
        self, game: Game, rules: Any, lineup: Sequence[Policy], seed: int | Mapping[str, int]
    ) -> None:
        layout = game.layout
        self.game = game
        self.policies = tuple(lineup)
        self.seats = game.check_seats(len(lineup))
        self.state = one(layout.STATE)
        self.state.seats = self.seats
        self.rules = rules.record().view(np.recarray)
        self.streams = one(_rng.STREAMS)
        self.streams.hashed[0] = _rng.hashed_seeds(seed)
        self.log = one(LOG)
        self.view = one(as_words(layout.VIEW))
        self.players = one(PLAYERS)
        self.progress = one(PROGRESS)
        self.entries = [policy.entry for policy in lineup]
        self.lineup = one(LINEUP)
        for player, (policy, entry) in enumerate(zip(lineup, self.entries, strict=True)):
            self.lineup.address[0, player] = entry.address
            self.lineup.params[0, player, : len(policy.values)] = list(policy.values.values())
            self.lineup.uses_stream[0, player] = "rng" in policy.arguments
            self.lineup.uses_memory[0, player] = "memory" in policy.arguments
        self._play = bulk_loop(game)

    def play(self, seating: np.ndarray, first: int, deals: int) -> tuple[Any, Any]:
        """Play whole deals, every seating of each.

        Parameters
        ----------
        seating : uint64 (playings, 8)
            Player by seat.
        first, deals : int
            The deals ``first … first + deals - 1``.

        Returns
        -------
        rounds : ROUND_RESULT (deals * playings,)
        seats : SEAT_RESULT (deals * playings, seats)

        Raises
        ------
        PolicyError
            If a policy returned an illegal action or raised.
        """
        rows = deals * len(seating)
        rounds = np.zeros(rows, self.game.layout.ROUND_RESULT)
        seats = np.zeros((rows, self.seats), self.game.layout.SEAT_RESULT)
        self.progress.asking = 0
        try:
            with np.errstate(over="ignore"):
                done = self._play(
                    self.state,
                    self.rules,
                    self.streams,
                    self.log,
                    self.view,
                    self.players,
                    self.lineup,
                    self.progress,
                    seating,
                    first,
                    rounds.view(np.recarray),
                    seats.view(as_words(seats.dtype)).view(np.recarray),
                )
        except Exception as error:
            if not self.progress.asking[0]:
                raise
            raise self._fault(error) from error
        if done != rows:
            failure = self._policy_failure()
            raise self._fault(failure) from failure
        return rounds, seats

    def record(self, seating: np.ndarray, deal: int) -> tuple[np.ndarray, PolicyError | None]:
        """Play one seating of a deal and keep its events.

        Returns
        -------
        events : int32 (events, 4)
            Code, seat, card, amount.
        fault : PolicyError or None
            What stopped the round, if a policy did.
        """
        self.log.capacity = EVENT_CAPACITY
        self.log.count = 0
        fault = None
        try:
            self.play(seating.reshape(1, SEAT_LIMIT), deal, 1)
        except PolicyError as error:
            fault = error
        finally:
            self.log.capacity = 0
        return np.array(self.log.events[0, : int(self.log.count[0])]), fault

    def _policy_failure(self) -> BaseException | None:
        """The exception of the plain Python policy that was asked last, if it raised."""
        player = int(self.state.player[0, int(self.state.actor[0])])
        return self.entries[player].take_failure()  # type: ignore[no-any-return]

    def _fault(self, error: BaseException | None) -> PolicyError:
        """What the policy that was asked last did wrong, and where."""
        layout = self.game.layout
        seat = int(self.state.actor[0])
        player = int(self.state.player[0, seat])
        mask = int(self.state.legal[0])
        legal = [f"{a} ({name})" for a, name in enumerate(layout.ACTIONS) if mask >> a & 1]
        if error is None:
            action = int(self.progress.action[0])
            known = 0 <= action < len(layout.ACTIONS)
            shown = f"{action} ({layout.ACTIONS[action]})" if known else str(action)
            what = f"returned the illegal action {shown}"
        else:
            what = f"raised {type(error).__name__}: {error}"
        fault = PolicyError(
            f"policy {self.policies[player].label!r} (player {player}, seat {seat}) {what} "
            f"at decision {int(self.state.decisions[0])} of deal {int(self.streams.deal[0])}, "
            f"playing {int(self.progress.playing[0])} ({layout.PHASES[int(self.state.phase[0])]}); "
            f"legal: {', '.join(legal)}"
        )
        fault.deal = int(self.streams.deal[0])
        fault.playing = int(self.progress.playing[0])
        return fault


def identity_seating() -> np.ndarray:
    """Player i in seat i.

    Returns
    -------
    seating : uint64 (1, 8)
    """
    return np.arange(SEAT_LIMIT, dtype="u8").reshape(1, SEAT_LIMIT)
