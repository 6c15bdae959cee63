"""Rounds played with an account of their luck: what every chance event changed.

Before a chance event the state is copied, every outcome is made to happen in a copy, and the
features of what follows are averaged by the outcomes' weights; events that cannot be listed are
redrawn a few times instead. The features after what really happened, minus that average, have
mean 0 whatever the features are.

References
----------
Burch, Schmid, Moravčík, Morrill, Bowling (2018), AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games, AAAI.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import compiled, part
from squirrelstats.games._machine import AT_CHANCE, AT_END, OUTCOMES
from squirrelstats.policies._loop import SEAT_LIMIT, ask_policy, prepare_players

U = np.uint64
#: Redraws of an event whose outcomes cannot be listed.
REDRAWS = 8
#: Streams are apart by so many occurrences for each event: one for copies of cards, and redraws.
STREAMS_AN_EVENT = U(16)


def build_luck_loop(game: str, kernel: Any, value: Any) -> Callable[..., bool]:
    """Compile (on first call) the loop that accounts for luck.

    Parameters
    ----------
    game : str
        Name of the game, part of the cache key.
    kernel : module
        The functions of the contract.
    value : module
        ``features(state, rules, over, out)`` fills float64 (8, N).

    Returns
    -------
    play : function
        ``play(states, rules, traits, streams, own, log, view, players, lineup, progress, seating,
        seats, luck, outcomes, after)`` plays the next ``progress.left`` single rounds, every
        seating of a deal before the next deal; false if a policy returned an illegal action. All
        records come as arrays of length 1, ``states`` of length 2. The streams of ``own`` are for
        copies of cards and for redraws alone.

        seats : SEAT_RESULT (rounds, seats)
        luck : float64 (rounds, players, kinds of chance, N)
            To begin with 0; then by player the features after every event of a kind minus their
            mean over what could have happened, added up.
        outcomes : int64 (OUTCOMES,)
        after : float64 (8, N)
            Scratch.
    """
    deal, observe, apply = kernel.deal, kernel.observe, kernel.apply
    chance, force, resample = kernel.chance, kernel.force, kernel.resample
    kernel_advance, seat_result = kernel.advance, kernel.seat_result
    value_features, number = value.features, value.N

    def advance(state, rules, traits, streams, log):
        return kernel_advance(state, rules, traits, streams, log, True)

    def measure(state, rules, over, after, luck, row, kind, share):
        """Add the features of all players, times a share."""
        value_features(state, rules, over, after)
        for s in range(state.seats):
            player = state.player[U(s)]
            for f in range(number):
                luck[row, player, kind, U(f)] += share * after[U(s), U(f)]

    advance, measure = part(advance), part(measure)

    def expect(states, rules, traits, streams, own, log, event, row, luck, outcomes, after):
        """Take the mean over what can happen off the luck; the kind of the event."""
        kind = U(chance(states[0], rules, traits, outcomes)) - U(1)
        total = 0.0
        for i in range(OUTCOMES):
            total += np.float64(outcomes[i])
        listed = total > 0.0
        trials = OUTCOMES
        if not listed:
            total = np.float64(REDRAWS)
            trials = REDRAWS
        for i in range(trials):
            weight = 1.0
            if listed:
                weight = np.float64(outcomes[i])
            if weight > 0.0:
                states[1] = states[0]
                copy = states[1]
                if listed:
                    _rng.start(own, _rng.FORCE, U(0), event * STREAMS_AN_EVENT)
                    force(copy, rules, U(i), own)
                else:
                    _rng.start(own, _rng.FORCE, U(0), event * STREAMS_AN_EVENT + U(1 + i))
                    resample(copy, rules, traits, own)
                over = advance(copy, rules, traits, streams, log) == AT_END
                measure(copy, rules, over, after, luck, row, kind, -weight / total)
        return kind

    expect = part(expect)

    def play(
        states,
        rule_sets,
        trait_sets,
        stream_sets,
        own_sets,
        logs,
        views,
        player_sets,
        lineups,
        progresses,
        seating,
        seats,
        luck,
        outcomes,
        after,
    ):
        state, rules, traits = states[0], rule_sets[0], trait_sets[0]
        streams, own, log = stream_sets[0], own_sets[0], logs[0]
        view, players, lineup, progress = views[0], player_sets[0], lineups[0], progresses[0]
        row = U(0)
        while progress.left != U(0):
            streams.deal = progress.deal
            own.deal = progress.deal
            for s in range(SEAT_LIMIT):
                state.player[U(s)] = seating[progress.playing, U(s)]
            deal(state, rules, streams, log)
            prepare_players(state, players, lineup, streams)
            progress.asking = 1
            event = U(0)
            came_to = advance(state, rules, traits, streams, log)
            while came_to != AT_END:
                if came_to == AT_CHANCE:
                    kind = expect(
                        states, rules, traits, streams, own, log, event, row, luck, outcomes, after
                    )
                    event += U(1)
                    came_to = advance(state, rules, traits, streams, log)
                    measure(state, rules, came_to == AT_END, after, luck, row, kind, 1.0)
                    continue
                seat = state.actor
                observe(state, rules, view)
                state.decisions += U(1)
                action = ask_policy(lineup, players, view, seat, state.player[seat], state.legal)
                if action < 0 or action > 62 or (state.legal >> U(action)) & U(1) == U(0):
                    progress.action = action
                    return False
                apply(state, rules, log, U(action))
                came_to = advance(state, rules, traits, streams, log)
            progress.asking = 0
            for s in range(state.seats):
                seat_result(state, rules, U(s), seats[row, U(s)])
            row += U(1)
            progress.left -= U(1)
            progress.playing += U(1)
            if progress.playing == U(len(seating)):
                progress.playing = U(0)
                progress.deal += U(1)
        return True

    play.cache_label = game  # type: ignore[attr-defined]
    return compiled(play)  # type: ignore[no-any-return]
