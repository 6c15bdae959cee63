"""The bulk loop of a game: ``advance``, ``observe``, policy, ``apply``, to the end and on."""

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
        ("memory", "i8", (SEAT_LIMIT, MEMORY_SIZE)),  # by player
        ("stream", "u8", (SEAT_LIMIT, 2)),  # by seat: state of the policy's random stream
    ],
    align=True,
)

#: How long a policy's memory lasts.
NO_MEMORY, OF_A_ROUND, OF_A_MATCH = range(3)

#: The line-up, by player.
LINEUP = np.dtype(
    [
        ("address", "u8", (SEAT_LIMIT,)),
        ("params", "f8", (SEAT_LIMIT, PARAM_LIMIT)),
        ("uses_stream", "u1", (SEAT_LIMIT,)),
        ("uses_memory", "u1", (SEAT_LIMIT,)),  # NO_MEMORY, OF_A_ROUND or OF_A_MATCH
    ],
    align=True,
)

#: What the loop is to do, where it is, and why it stopped.
PROGRESS = np.dtype(
    [
        ("deal", "u8"),  # the playing that comes next, or that a policy stopped
        ("playing", "u8"),
        ("left", "u8"),  # playings still to be played
        ("longest", "u8"),  # 0: single rounds; else the most rounds that a match can have
        ("only", "i8"),  # -1; else the round of a match after which to stop, see `build_loop`
        ("asking", "u8"),  # 1 while a round is played: whatever ends it then is a policy's doing
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
        view, int(legal), players.stream[seat], lineup.params[player], players.memory[player]
    )


@inline
def _ask_native(lineup, players, view, seat, player, legal):
    return call_policy(
        lineup.address[player],
        record_address(view),
        legal,
        record_address(players) + _STREAM_OFFSET + seat * _STREAM_BYTES,
        record_address(lineup) + _PARAMS_OFFSET + player * _PARAM_BYTES,
        record_address(players) + player * _MEMORY_BYTES,
    )


ask_policy = _ask_python if JIT_DISABLED else _ask_native


@inline
def prepare_players(state, players, lineup, streams):
    """Before a round: fresh streams and memory for the policies that use them."""
    for s in range(state.seats):
        seat = U(s)
        player = state.player[seat]
        memory = lineup.uses_memory[player]
        if memory == OF_A_ROUND or (memory == OF_A_MATCH and streams.match_round == U(0)):
            for i in range(MEMORY_SIZE):
                players.memory[player, U(i)] = 0
        if lineup.uses_stream[player]:
            _rng.start_policy(streams, seat)
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
        ``play(state, rules, traits, streams, log, view, players, lineup, progress, seating,
        rounds, seats, lengths, matches)`` plays the next ``progress.left`` playings, every seating
        of a deal before the next deal; all records come as arrays of length 1. A playing is a
        round, or with ``progress.longest`` a match. It begins none whose rounds might not fit into
        ``rounds``, and returns how many are over; a policy that returns an illegal action ends it,
        then ``progress.asking`` is 1.

        seating : uint64 (playings, 8)
            Player by seat, in the first round of a match.
        rounds : ROUND_RESULT (rows,)
        seats : SEAT_RESULT (rows, seats)
        lengths : int32 (playings,)
            Rounds of each playing.
        matches : MATCH_RESULT (playings, players)
            Not used in single rounds.

        With ``progress.only`` = r a match stops after its round r, and the log keeps what happened
        since round r − 1 was over.
    """
    deal, advance, observe, apply = kernel.deal, kernel.advance, kernel.observe, kernel.apply
    seat_result, round_result = kernel.seat_result, kernel.round_result
    begin_match, next_round = kernel.begin_match, kernel.next_round
    match_result = kernel.match_result

    def play(
        states,
        rule_sets,
        trait_sets,
        stream_sets,
        logs,
        views,
        player_sets,
        lineups,
        progresses,
        seating,
        rounds,
        seats,
        lengths,
        matches,
    ):
        state, rules, traits = states[0], rule_sets[0], trait_sets[0]
        streams, log = stream_sets[0], logs[0]
        view, players, lineup, progress = views[0], player_sets[0], lineups[0], progresses[0]
        in_matches = progress.longest != U(0)
        room, most = U(len(rounds)), max(progress.longest, U(1))
        row = U(0)
        done = U(0)
        while progress.left != U(0) and row + most <= room:
            streams.deal = progress.deal
            streams.match_round = U(0)
            for s in range(SEAT_LIMIT):
                state.player[U(s)] = seating[progress.playing, U(s)]
            if in_matches:
                begin_match(state)
            deal(state, rules, streams, log)
            begun = row
            going = True
            while going:
                prepare_players(state, players, lineup, streams)
                progress.asking = 1
                while advance(state, rules, traits, streams, log, False) == AT_DECISION:
                    seat = state.actor
                    observe(state, rules, view)
                    state.decisions += U(1)
                    player = state.player[seat]
                    action = ask_policy(lineup, players, view, seat, player, state.legal)
                    if action < 0 or action > 62 or (state.legal >> U(action)) & U(1) == U(0):
                        progress.action = action
                        return done
                    emit(log, ASKED, seat, action, state.decisions)
                    apply(state, rules, log, U(action))
                progress.asking = 0
                for s in range(state.seats):
                    seat_result(state, rules, U(s), seats[row, U(s)])
                round_result(state, rounds[row])
                row += U(1)
                going = False
                if in_matches:
                    number = np.int64(streams.match_round)
                    if number < progress.only:
                        log.count = U(0)
                    going = next_round(state, rules, streams, log) and number != progress.only
            lengths[done] = row - begun
            if in_matches:
                for p in range(state.seats):
                    match_result(state, U(p), matches[done, U(p)])
            done += U(1)
            progress.left -= U(1)
            progress.playing += U(1)
            if progress.playing == U(len(seating)):
                progress.playing = U(0)
                progress.deal += U(1)
        return done

    play.cache_label = game  # type: ignore[attr-defined]
    return compiled(play)  # type: ignore[no-any-return]
