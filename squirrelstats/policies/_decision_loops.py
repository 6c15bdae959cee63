"""Two compiled loops beside the bulk loop: one that keeps decisions, one that plays them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import compiled
from squirrelstats.games._machine import ASKED, AT_DECISION, emit
from squirrelstats.policies._loop import NO_MEMORY, SEAT_LIMIT, ask_policy, prepare_players
from squirrelstats.policies._types import MEMORY_SIZE

U = np.uint64

#: One decision that a policy was asked for, and how the round ended for its seat.
DECISION = np.dtype(
    [
        *((name, "i8") for name in ("deal", "playing", "match_round", "seat", "player")),
        ("number", "i8"),  # of the decision in its round, from 1, over all seats
        ("phase", "i8"),
        ("action", "i8"),
        ("legal", "u8"),
        ("score", "i8"),
        ("share840", "i8"),
    ],
    align=True,
)

#: Which decisions are kept, and how many there were.
WANTED = np.dtype(
    [
        ("threshold", "u8"),  # the chance of each times 2**53
        ("player", "i8"),  # -1: any
        ("number", "i8"),  # 0: any
        ("asked", "u8"),  # decisions among which the kept ones were chosen
        ("kept", "u8"),  # also those for which there was no room
    ],
    align=True,
)


def build_recorder(game: str, kernel: Any) -> Callable[..., int]:
    """Compile (on first call) the loop that keeps decisions.

    Parameters
    ----------
    game : str
        Name of the game, part of the cache key.
    kernel : module
        The functions of the contract.

    Returns
    -------
    record : function
        ``record(state, rules, traits, streams, log, view, players, lineup, progress, seating,
        own_streams, wanted, rows, views, states, memories) -> int`` plays ``progress.left``
        playings as the bulk loop does, and keeps of some decisions the row, the view and, where
        there is room for them, the state when it was asked and the players' memory just after.
        Each round draws one uniform number a decision from the stream `SAMPLE` of the playing, so
        that what is kept depends on nothing else.

        rows : DECISION (room,)
        views : VIEW (room,)
        states : STATE (room,) or (0,)
        memories : PLAYERS (room,) or (0,)
    """
    deal, advance, observe, apply = kernel.deal, kernel.advance, kernel.observe, kernel.apply
    begin_match, next_round = kernel.begin_match, kernel.next_round

    def record(
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
        own_sets,
        wanteds,
        rows,
        seen,
        kept_states,
        kept_players,
    ):
        state, rules, traits = states[0], rule_sets[0], trait_sets[0]
        streams, log = stream_sets[0], logs[0]
        view, players, lineup, progress = views[0], player_sets[0], lineups[0], progresses[0]
        own, wanted = own_sets[0], wanteds[0]
        in_matches = progress.longest != U(0)
        done = U(0)
        while progress.left != U(0):
            streams.deal = progress.deal
            own.deal = progress.deal
            streams.match_round = U(0)
            for s in range(SEAT_LIMIT):
                state.player[U(s)] = seating[progress.playing, U(s)]
            if in_matches:
                begin_match(state)
            deal(state, rules, streams, log)
            going = True
            while going:
                begun = wanted.kept
                own.match_round = streams.match_round
                _rng.start(own, _rng.SAMPLE, U(0), progress.playing)
                prepare_players(state, players, lineup, streams)
                progress.asking = 1
                while advance(state, rules, traits, streams, log, False) == AT_DECISION:
                    seat = state.actor
                    observe(state, rules, view)
                    state.decisions += U(1)
                    player = state.player[seat]
                    chosen = (_rng.bits(own) >> U(11)) < wanted.threshold
                    fits = wanted.number == 0 or np.int64(state.decisions) == wanted.number
                    if fits and (wanted.player < 0 or np.int64(player) == wanted.player):
                        wanted.asked += U(1)
                    else:
                        chosen = False
                    place = wanted.kept
                    if chosen:
                        wanted.kept += U(1)
                        chosen = place < U(len(rows))
                    if chosen:
                        seen[place] = view
                        row = rows[place]
                        row.deal, row.playing = progress.deal, progress.playing
                        row.match_round = streams.match_round
                        row.seat, row.player = seat, player
                        row.number, row.phase = state.decisions, state.phase
                        row.legal = state.legal
                        if place < U(len(kept_states)):
                            kept_states[place] = state
                    action = ask_policy(lineup, players, view, seat, player, state.legal)
                    if action < 0 or action > 62 or (state.legal >> U(action)) & U(1) == U(0):
                        progress.action = action
                        return done
                    if chosen:
                        rows[place].action = action
                        if place < U(len(kept_players)):
                            kept_players[place] = players
                    emit(log, ASKED, seat, action, state.decisions)
                    apply(state, rules, log, U(action))
                progress.asking = 0
                for place in range(begun, min(wanted.kept, U(len(rows)))):
                    row = rows[U(place)]
                    row.score = state.score[U(row.seat)]
                    row.share840 = state.share840[U(row.seat)]
                going = False
                if in_matches:
                    number = np.int64(streams.match_round)
                    going = next_round(state, rules, streams, log) and number != progress.only
            done += U(1)
            progress.left -= U(1)
            progress.playing += U(1)
            if progress.playing == U(len(seating)):
                progress.playing = U(0)
                progress.deal += U(1)
        return done

    record.cache_label = game  # type: ignore[attr-defined]
    return compiled(record)  # type: ignore[no-any-return]


def build_playouts(game: str, kernel: Any) -> Callable[..., int]:
    """Compile (on first call) the loop that plays a decision out with several actions.

    Parameters
    ----------
    game : str
    kernel : module

    Returns
    -------
    play_out : function
        ``play_out(bases, memories, match_round, dealt, state, rules, traits, streams, log, view,
        players, lineup, progress, actions, first, redeal, scores, shares) -> int``: in each repeat
        what the deciding seat cannot know is dealt again (if ``redeal``), and the round goes to its
        end once with each action, with the same redeal and the same streams. Repeat ``first + i``
        has its own streams and fills row i. It returns the repeats done; a policy that returns an
        illegal action ends it, then ``progress.asking`` is 1.

        bases, memories : STATE (1,), PLAYERS (1,)
            When the decision was asked, and just after.
        dealt : STATE (1,)
            Scratch.
        actions : uint64 (actions,)
        scores, shares : int64 (repeats, actions)
            Of the seat that decides; shares in 840ths.
    """
    advance, observe, apply = kernel.advance, kernel.observe, kernel.apply
    redeal_hidden = kernel.redeal_hidden

    def play_out(
        bases,
        memories,
        match_round,
        dealts,
        states,
        rule_sets,
        trait_sets,
        stream_sets,
        logs,
        views,
        player_sets,
        lineups,
        progresses,
        actions,
        first,
        redeal,
        scores,
        shares,
    ):
        state, rules, traits = states[0], rule_sets[0], trait_sets[0]
        streams, log = stream_sets[0], logs[0]
        view, players, lineup, progress = views[0], player_sets[0], lineups[0], progresses[0]
        decider = bases[0].actor
        streams.match_round = match_round
        for repeat in range(len(scores)):
            streams.deal = first + U(repeat)
            dealts[0] = bases[0]
            if redeal:
                _rng.start(streams, _rng.FORCE, U(0), U(0))
                redeal_hidden(dealts[0], rules, decider, streams)
            for choice in range(len(actions)):
                states[0] = dealts[0]
                player_sets[0] = memories[0]
                for s in range(state.seats):
                    player = state.player[U(s)]
                    forgets = redeal and U(s) != decider
                    if forgets and lineup.uses_memory[player] != NO_MEMORY:
                        for i in range(MEMORY_SIZE):
                            players.memory[player, U(i)] = 0
                    if lineup.uses_stream[player]:
                        _rng.start_policy(streams, U(s))
                        players.stream[U(s), U(0)] = streams.state[U(0)]
                        players.stream[U(s), U(1)] = streams.state[U(1)]
                apply(state, rules, log, actions[U(choice)])
                progress.asking = 1
                while advance(state, rules, traits, streams, log, False) == AT_DECISION:
                    seat = state.actor
                    observe(state, rules, view)
                    state.decisions += U(1)
                    player = state.player[seat]
                    action = ask_policy(lineup, players, view, seat, player, state.legal)
                    if action < 0 or action > 62 or (state.legal >> U(action)) & U(1) == U(0):
                        progress.action = action
                        return repeat
                    apply(state, rules, log, U(action))
                progress.asking = 0
                scores[U(repeat), U(choice)] = state.score[decider]
                shares[U(repeat), U(choice)] = state.share840[decider]
        return len(scores)

    play_out.cache_label = game  # type: ignore[attr-defined]
    return compiled(play_out)  # type: ignore[no-any-return]
