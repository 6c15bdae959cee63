"""The bulk loop of a game: ``advance``, ``observe``, policy, ``apply``, until the round ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import JIT_DISABLED, call_policy, compiled, inline, record_address
from squirrelstats.games._machine import ASKED, AT_DECISION, emit
from squirrelstats.policies._compile import python_policy
from squirrelstats.policies._types import MEMORY_SIZE, PARAM_LIMIT

U = np.uint64
SEAT_LIMIT = 8

#: What belongs to the policies while a round is played: cloned with the state.
PLAYERS = np.dtype(
    [
        ("memory", "i8", (SEAT_LIMIT, MEMORY_SIZE)),  # by seat
        ("stream", "u8", (SEAT_LIMIT, 2)),  # by seat: state of the policy's random stream
    ],
    align=True,
)

#: The line-up, by player.
LINEUP = np.dtype(
    [
        ("address", "u8", (SEAT_LIMIT,)),
        ("params", "f8", (SEAT_LIMIT, PARAM_LIMIT)),
        ("uses_stream", "u1", (SEAT_LIMIT,)),
        ("uses_memory", "u1", (SEAT_LIMIT,)),
    ],
    align=True,
)

#: Where the loop is, or why it stopped.
PROGRESS = np.dtype(
    [
        ("playing", "u8"),
        ("asking", "u8"),  # 1 while a policy decides
        ("action", "i8"),  # what it returned
    ],
    align=True,
)

_STREAM_OFFSET = U(PLAYERS.fields["stream"][1])  # type: ignore[index]
_PARAMS_OFFSET = U(LINEUP.fields["params"][1])  # type: ignore[index]
_MEMORY_BYTES, _STREAM_BYTES, _PARAM_BYTES = U(8 * MEMORY_SIZE), U(16), U(8 * PARAM_LIMIT)


def _ask_python(lineup: Any, players: Any, view: Any, seat: Any, player: Any, legal: Any) -> Any:
    policy = python_policy(int(lineup.address[player]))
    return policy(
        view, int(legal), players.stream[seat], lineup.params[player], players.memory[seat]
    )


@inline
def _ask_native(lineup, players, view, seat, player, legal):
    return call_policy(
        lineup.address[player],
        record_address(view),
        legal,
        record_address(players) + _STREAM_OFFSET + seat * _STREAM_BYTES,
        record_address(lineup) + _PARAMS_OFFSET + player * _PARAM_BYTES,
        record_address(players) + seat * _MEMORY_BYTES,
    )


ask_policy = _ask_python if JIT_DISABLED else _ask_native


@inline
def prepare_players(state, players, lineup, streams):
    """Fresh memory and streams for the policies that use them."""
    for s in range(state.seats):
        seat = U(s)
        player = state.player[seat]
        if lineup.uses_memory[player]:
            for i in range(MEMORY_SIZE):
                players.memory[seat, U(i)] = 0
        if lineup.uses_stream[player]:
            _rng.start(streams, _rng.POLICY, seat, U(0))
            players.stream[seat, U(0)] = streams.state[U(0)]
            players.stream[seat, U(1)] = streams.state[U(1)]


def build_loop(game: str, kernel: Any) -> Callable[..., int]:
    """Compile (on first call) the bulk loop of a game.

    Parameters
    ----------
    game : str
        Name of the game, part of the cache key.
    kernel : module
        The functions of the contract.

    Returns
    -------
    play : function
        ``play(state, rules, streams, log, view, players, lineup, progress, seating, first, rounds,
        seats)`` plays the deals ``first … first + len(rounds) / playings - 1``, every seating of
        each; all records come as arrays of length 1. Returns the number of rounds played, less
        than ``len(rounds)`` after an illegal action.

        seating : uint64 (playings, 8)
            Player by seat.
        rounds : ROUND_RESULT (deals * playings,)
        seats : SEAT_RESULT (deals * playings, seats)
    """
    deal, advance, observe, apply = kernel.deal, kernel.advance, kernel.observe, kernel.apply
    seat_result, round_result = kernel.seat_result, kernel.round_result

    def play(
        states,
        rule_sets,
        stream_sets,
        logs,
        views,
        player_sets,
        lineups,
        progresses,
        seating,
        first,
        rounds,
        seats,
    ):
        state, rules, streams, log = states[0], rule_sets[0], stream_sets[0], logs[0]
        view, players, lineup, progress = views[0], player_sets[0], lineups[0], progresses[0]
        playings = len(seating)
        for row in range(len(rounds)):
            playing = row % playings
            streams.deal = U(first + row // playings)
            streams.match_round = U(0)
            progress.playing = playing
            for s in range(SEAT_LIMIT):
                state.player[U(s)] = seating[playing, s]
            deal(state, rules, streams, log)
            prepare_players(state, players, lineup, streams)
            while advance(state, rules, streams, log, False) == AT_DECISION:
                seat = state.actor
                observe(state, rules, view)
                state.decisions += U(1)
                progress.asking = 1
                action = ask_policy(lineup, players, view, seat, state.player[seat], state.legal)
                if action < 0 or action > 62 or (state.legal >> U(action)) & U(1) == U(0):
                    progress.action = action
                    return row
                emit(log, ASKED, seat, action, state.decisions)
                apply(state, rules, log, U(action))
            progress.asking = 0
            for s in range(state.seats):
                seat_result(state, U(s), seats[row, s])
            round_result(state, rounds[row])
        return len(rounds)

    play.cache_label = game  # type: ignore[attr-defined]
    return compiled(play)  # type: ignore[no-any-return]
