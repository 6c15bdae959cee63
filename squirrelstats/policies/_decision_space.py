"""The records of one thread that keeps decisions and plays them out."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from squirrelstats import _rng
from squirrelstats.errors import PolicyError
from squirrelstats.games._packed import as_words
from squirrelstats.games.contract import Game
from squirrelstats.policies._decision_loops import (
    DECISION,
    WANTED,
    build_playouts,
    build_recorder,
)
from squirrelstats.policies._loop import PLAYERS
from squirrelstats.policies._workspace import Workspace, longest_match, one

#: Rows there is room for at first.
ROOM = 4096


@functools.cache
def recorder(game: Game) -> Callable[..., int]:
    """The compiled loop of a game that keeps decisions."""
    return build_recorder(game.name, game.kernel)


@functools.cache
def playouts(game: Game) -> Callable[..., int]:
    """The compiled loop of a game that plays decisions out."""
    return build_playouts(game.name, game.kernel)


class Kept(NamedTuple):
    """Decisions in order of deal, playing, round and number.

    Attributes
    ----------
    asked : int
        Decisions among which they were chosen.
    rows : DECISION (decisions,)
    views : VIEW (decisions,)
    states, memories : STATE and PLAYERS (decisions,)
        When each was asked, and just after; empty if not wanted.
    """

    asked: int
    rows: np.ndarray
    views: np.ndarray
    states: np.ndarray
    memories: np.ndarray


class DecisionSpace(Workspace):
    """A workspace with the two loops about decisions; the parameters are those of `Workspace`."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._wanted = one(WANTED)
        self._own = self.streams.copy()
        self._room = ROOM

    def keep(
        self,
        seating: np.ndarray,
        first: int,
        deals: int,
        *,
        share: float = 1.0,
        player: int = -1,
        number: int = 0,
        with_states: bool = False,
        in_matches: bool = False,
        only: int = -1,
    ) -> Kept:
        """Play deals, or matches, and keep some of the decisions.

        Parameters
        ----------
        seating : uint64 (playings, 8)
        first, deals : int
        share : float
            Chance of each decision to be kept.
        player, number : int
            Only decisions of that player, or with that number in their round; −1 and 0: of all.
        with_states : bool
            Keep what is needed to play them out.
        in_matches : bool
        only : int
            Stop a match after that round.

        Raises
        ------
        PolicyError
        """
        words = as_words(self.game.view_dtype)
        room = max(1, deals * len(seating)) if number else self._room
        while True:
            held = room if with_states else 0
            rows, seen = np.zeros(room, DECISION), np.zeros(room, words)
            states = np.zeros(held, self.game.layout.STATE)
            memories = np.zeros(held, PLAYERS)
            self._wanted.threshold = np.uint64(np.ceil(share * 2.0**53))
            self._wanted.player, self._wanted.number = player, number
            self._wanted.asked = self._wanted.kept = 0
            longest = longest_match(self.game, self._plain_rules) if in_matches else 0
            self._begin(first, deals * len(seating), longest, only)
            buffers = [rows, seen, states, memories]
            records = [buffer.view(np.recarray) for buffer in buffers]
            asked_for = (*self._records(), seating, self._own, self._wanted, *records)
            self._guarded(recorder(self.game), asked_for)
            count = int(self._wanted.kept[0])
            if count <= room:
                break
            room = 2 * count
            self._room = max(self._room, room)
        views = seen.view(self.game.view_dtype)
        ends = min(count, held)
        parts = rows[:count], views[:count], states[:ends], memories[:ends]
        return Kept(int(self._wanted.asked[0]), *(part.copy() for part in parts))

    def play_out(
        self,
        kept: Kept,
        place: int,
        actions: Sequence[int],
        first: int,
        repeats: int,
        seed: int,
        *,
        redeal: bool = True,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play a kept decision out with each of several actions, on common redeals.

        Parameters
        ----------
        kept : Kept
            With states.
        place : int
            Which of them.
        actions : sequence of int
            Legal ones.
        first, repeats : int
            The repeats ``first … first + repeats - 1``; each has its own redeal and chance.
        seed : int
        redeal : bool
            Deal what that seat cannot know again, and let the others forget what their policies
            kept in memory; else all cards lie as they did, and only later chance is drawn anew.

        Returns
        -------
        scores, shares : int64 (repeats, actions)
            Of the seat that decides; shares in 840ths.

        Raises
        ------
        PolicyError
        """
        row = kept.rows[place]
        base = kept.states[place : place + 1].copy().view(np.recarray)
        memory = kept.memories[place : place + 1].copy().view(np.recarray)
        streams = self.streams.copy()
        streams.hashed[0] = _rng.hashed_seeds(_own_seed(seed, row))
        scores, shares = (np.zeros((repeats, len(actions)), np.int64) for _ in range(2))
        self._begin(int(row["deal"]), 1, 0)
        self.progress.playing = row["playing"]
        records = list(self._records())
        records[3] = streams
        given = (np.array(actions, "u8"), np.uint64(first), redeal, scores, shares)
        begin = (base, memory, np.uint64(row["match_round"]), base.copy())
        try:
            self._guarded(playouts(self.game), (*begin, *records, *given))
        except PolicyError as error:
            error.args = (f"in a play-out of a what-if: {error.args[0]}",)
            raise
        return scores, shares

    def _records(self) -> tuple[Any, ...]:
        """What both loops need, in their order."""
        return (
            *(self.state, self.rules, self.traits, self.streams, self.log, self.view),
            *(self.players, self.lineup, self.progress),
        )

    def _guarded(self, loop: Callable[..., int], given: tuple[Any, ...]) -> None:
        """Run a loop; what a policy did wrong becomes a `PolicyError`."""
        try:
            with np.errstate(over="ignore"):
                loop(*given)
        except Exception as error:
            if not self.progress.asking[0]:
                raise
            raise self._fault(error) from error
        if self.progress.asking[0]:
            failure = self._policy_failure()
            raise self._fault(failure) from failure


def _own_seed(seed: int, row: Any) -> int:
    """A seed of the play-outs of one decision, which no run is likely to have."""
    key = [seed, *(int(row[name]) for name in ("deal", "playing", "match_round", "number"))]
    digest = hashlib.sha256(f"what if {key}".encode()).digest()
    return int.from_bytes(digest[:8], "little")
