"""The records one thread plays in, and what a policy did wrong put into words."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from squirrelstats import _rng
from squirrelstats.errors import PolicyError, UsageError
from squirrelstats.games._dealing import USUAL, Dealing
from squirrelstats.games._machine import BETWEEN_ROUNDS, EVENT_CAPACITY, LOG, MATCH_RESULT
from squirrelstats.games._packed import as_words
from squirrelstats.games.contract import Game
from squirrelstats.policies._loop import (
    LINEUP,
    NO_MEMORY,
    OF_A_MATCH,
    OF_A_ROUND,
    PLAYERS,
    PROGRESS,
    SEAT_LIMIT,
    build_loop,
)
from squirrelstats.policies.helpers import OTHERWISE
from squirrelstats.policies.policy import Policy

#: Rounds that a thread plays before their results are put away; more if a match may need them.
PIECE = 4096


class Results(NamedTuple):
    """What consecutive playings left behind, row after row.

    Attributes
    ----------
    rounds : ROUND_RESULT (rows,)
    seats : SEAT_RESULT (rows, seats)
    lengths : int32 (playings,)
        Rows of each playing: 1, or the rounds of the match.
    matches : MATCH_RESULT (playings, players)
        Without rows for single rounds.
    """

    rounds: Any
    seats: Any
    lengths: Any
    matches: Any


@functools.cache
def bulk_loop(game: Game) -> Callable[..., int]:
    """The compiled bulk loop of a game."""
    return build_loop(game.name, game.kernel)


def one(dtype: np.dtype[Any]) -> Any:
    """One zeroed record, as an array of length 1."""
    return np.zeros(1, dtype).view(np.recarray)


def longest_match(game: Game, rules: Any) -> int:
    """The most rounds that a match can have.

    Raises
    ------
    UsageError
        The game has no matches.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> game = get_game("squarrels")
    >>> longest_match(game, game.rules()), longest_match(game, game.rules(match_rounds=3))
    (500, 3)
    """
    most = getattr(rules, "match_rounds", 0) or getattr(rules, "max_rounds", 0)
    if not most:
        raise UsageError(f"{game.title} is not played in matches; play rounds")
    return int(most)


class Workspace:
    """Everything the bulk loop needs, allocated once per thread.

    Parameters
    ----------
    game : Game
    rules : the game's Rules
    lineup : sequence of Policy
        By player.
    seed : int or mapping of purpose to int
    traits : sequence of mapping of str to float, optional
        By player, of a game with traits; what is not said has its default.
    dealing : Dealing, optional
        What of the deals is not left to chance.
    """

    def __init__(
        self,
        game: Game,
        rules: Any,
        lineup: Sequence[Policy],
        seed: int | Mapping[str, int],
        traits: Sequence[Mapping[str, float]] = (),
        dealing: Dealing = USUAL,
    ) -> None:
        layout = game.layout
        self.game = game
        self.policies = tuple(lineup)
        self.seats = game.check_seats(len(lineup))
        self.state = one(layout.STATE)
        self.state.seats = self.seats
        self._plain_rules = rules
        self.rules = rules.record().view(np.recarray)
        self.traits = game.trait_record(traits, [policy.impressions for policy in lineup])
        self.streams = one(_rng.STREAMS)
        self.streams.hashed[0] = _rng.hashed_seeds(seed)
        dealing.put_into(self.streams, rules)
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
            scope = OF_A_MATCH if policy.memory == "match" else OF_A_ROUND
            uses = "memory" in policy.arguments
            self.lineup.uses_memory[0, player] = scope if uses else NO_MEMORY
        self._buffers: dict[int, Results] = {}
        self._play = bulk_loop(game)

    # --- many playings --------------------------------------------------------------------------

    def play(self, seating: np.ndarray, first: int, deals: int) -> tuple[Any, Any]:
        """Play whole deals, every seating of each, as single rounds.

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
        room = self._allocate(deals * len(seating), 0)
        self._begin(first, deals * len(seating), 0)
        self._go_on(seating, room)
        return room.rounds, room.seats

    def play_matches(self, seating: np.ndarray, first: int, matches: int) -> Any:
        """Play whole matches, every seating of each; `pieces` also gives their rounds.

        Parameters
        ----------
        seating : uint64 (playings, 8)
            Player by seat in the first round.
        first, matches : int
            The matches ``first … first + matches - 1``.

        Returns
        -------
        results : MATCH_RESULT (matches * playings, players)

        Raises
        ------
        PolicyError
            If a policy returned an illegal action or raised.
        """
        pieces = self.pieces(seating, first, matches, in_matches=True)
        return np.concatenate(
            [np.zeros((0, self.seats), MATCH_RESULT), *(piece.matches.copy() for piece in pieces)]
        )

    def pieces(
        self, seating: np.ndarray, first: int, deals: int, in_matches: bool = False
    ) -> Iterator[Results]:
        """Play whole deals, or matches, in little memory.

        Yields
        ------
        results : Results
            Whole playings in order. The arrays are overwritten by the next ones.

        Raises
        ------
        PolicyError
            If a policy returned an illegal action or raised.
        """
        longest = longest_match(self.game, self._plain_rules) if in_matches else 0
        left = deals * len(seating)
        if longest not in self._buffers:
            self._buffers[longest] = self._allocate(max(PIECE, longest), longest)
        room = self._buffers[longest]
        self._begin(first, left, longest)
        while left:
            done = self._go_on(seating, room)
            rows = int(room.lengths[:done].sum())
            yield Results(
                room.rounds[:rows], room.seats[:rows], room.lengths[:done], room.matches[:done]
            )
            left -= done

    def _allocate(self, rows: int, longest: int) -> Results:
        """Room for so many rounds."""
        layout, playings = self.game.layout, rows if longest else 0
        return Results(
            np.zeros(rows, layout.ROUND_RESULT),
            np.zeros((rows, self.seats), layout.SEAT_RESULT),
            np.zeros(rows, "i4"),
            np.zeros((playings, self.seats), MATCH_RESULT),
        )

    def _begin(self, deal: int, playings: int, longest: int, only: int = -1) -> None:
        """Say what is to be played; nothing is left of an earlier match."""
        np.asarray(self.state).view("u1")[:] = 0
        self.state.seats = self.seats
        self.progress.deal, self.progress.playing = deal, 0
        self.progress.left, self.progress.longest = playings, longest
        self.progress.only, self.progress.asking = only, 0

    def _go_on(self, seating: np.ndarray, room: Results) -> int:
        """Play as much as fits; how many playings that was."""
        rounds, seats, lengths, matches = room
        try:
            with np.errstate(over="ignore"):
                done = self._play(
                    self.state,
                    self.rules,
                    self.traits,
                    self.streams,
                    self.log,
                    self.view,
                    self.players,
                    self.lineup,
                    self.progress,
                    seating,
                    rounds.view(np.recarray),
                    seats.view(as_words(seats.dtype)).view(np.recarray),
                    lengths,
                    matches.view(np.recarray),
                )
        except Exception as error:
            if not self.progress.asking[0]:
                raise
            raise self._fault(error) from error
        if self.progress.asking[0]:
            failure = self._policy_failure()
            raise self._fault(failure) from failure
        return int(done)

    # --- one round with its events --------------------------------------------------------------

    def record(
        self, seating: np.ndarray, deal: int, match_round: int | None = None
    ) -> tuple[np.ndarray, PolicyError | None]:
        """Play one seating of a deal, or of a match up to one of its rounds, and keep the events.

        Parameters
        ----------
        seating : uint64 (8,)
            Player by seat, in the first round of a match.
        deal : int
        match_round : int, optional
            Play the match ``deal`` up to this round, and keep the events of this round alone. They
            end with those of `next_round`, up to who deals the next round or who won.

        Returns
        -------
        events : int32 (events, 4)
            Code, seat, card, amount.
        fault : PolicyError or None
            What stopped the round, or an earlier one of the match, if a policy did.

        Raises
        ------
        UsageError
            The match is over before that round.
        """
        events, fault, _ = self.recorded(seating, deal, match_round)
        return events, fault

    def recorded(
        self, seating: np.ndarray, deal: int, match_round: int | None = None
    ) -> tuple[np.ndarray, PolicyError | None, np.ndarray]:
        """As `record`, and the players by seat in that round, uint64 (seats,)."""
        in_match = match_round is not None
        wanted = match_round if match_round is not None else -1
        longest = longest_match(self.game, self._plain_rules) if in_match else 0
        room = self._allocate(max(longest, 1), longest)
        self._begin(deal, 1, longest, wanted)
        full = EVENT_CAPACITY + BETWEEN_ROUNDS
        self.log.capacity = full
        self.log.count = 0
        fault = None
        try:
            self._go_on(seating.reshape(1, SEAT_LIMIT), room)
        except PolicyError as error:
            fault = error
        finally:
            self.log.capacity = 0
        events = np.array(self.log.events[0, : min(int(self.log.count[0]), full)])
        if fault is not None:
            players = self.state.player[0, : self.seats].copy()
            return self._of_one_round(events, bool(fault.round)), fault, players
        if not in_match:
            return events[:EVENT_CAPACITY], None, seating[: self.seats]
        rounds = int(room.lengths[0])
        if rounds <= wanted:
            raise UsageError(
                f"round must be a whole number from 0 to {rounds - 1}, the last round of that "
                f"match, got {wanted}"
            )
        shift = int(room.rounds["shift"][wanted])
        return self._of_one_round(events, wanted > 0), None, np.roll(seating[: self.seats], -shift)

    def _of_one_round(self, events: np.ndarray, later: bool) -> np.ndarray:
        """Events from the deal of a round to who deals the next one; ``later``: not the first."""
        ends = np.flatnonzero(events[:, 0] == self.game.layout.NEXT_DEALER) + 1  # one a round
        begin = ends[0] if later else 0
        stop = ends[int(later)] if len(ends) > int(later) else len(events)
        return events[begin:stop][:EVENT_CAPACITY]

    # --- what a policy did wrong ----------------------------------------------------------------

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
            if action == OTHERWISE:
                what = "left to another policy (sq.OTHERWISE), without otherwise=…, what to do"
        else:
            what = f"raised {type(error).__name__}: {error}"
        deal, playing = int(self.progress.deal[0]), int(self.progress.playing[0])
        number = int(self.streams.match_round[0])
        where = f"round {number} of match {deal}" if self.progress.longest[0] else f"deal {deal}"
        fault = PolicyError(
            f"policy {self.policies[player].label!r} (player {player}, seat {seat}) {what} "
            f"at decision {int(self.state.decisions[0])} of {where}, playing {playing} "
            f"({layout.PHASES[int(self.state.phase[0])]}); legal: {', '.join(legal)}"
        )
        fault.deal, fault.playing, fault.round = deal, playing, number
        return fault


def identity_seating() -> np.ndarray:
    """Player i in seat i.

    Returns
    -------
    seating : uint64 (1, 8)
    """
    return np.arange(SEAT_LIMIT, dtype="u8").reshape(1, SEAT_LIMIT)
