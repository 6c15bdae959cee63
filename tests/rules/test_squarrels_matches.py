"""How matches of S'Quarrels go on: the compiled ``next_round`` after rounds made up by hand."""

import numpy as np
import pytest

from squirrelstats import _jit, _rng
from squirrelstats.games._machine import EVENT_CAPACITY, LOG
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.kernel import begin_match, next_round
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies._workspace import one
from tests.rules.squarrels_matches import SETTLEMENTS

U = np.uint64
SEED, DEAL = 3, 4


@_jit.uncached
def settle(states, rule_sets, stream_sets, logs, scores, before, rounds):
    """Go on after a round with these scores by seat; totals before it are by player."""
    state = states[0]
    begin_match(state)
    for seat in range(len(scores)):
        state.score[seat] = scores[seat]
        state.totals[seat] = before[seat]
    state.rounds_before = rounds
    stream_sets[0].match_round = rounds
    return next_round(state, rule_sets[0], stream_sets[0], logs[0])


@pytest.mark.parametrize("case", SETTLEMENTS, ids=lambda case: case.name.replace(" ", "_"))
def test_settlement(case):
    seats = range(case.seats)
    seating = [(seat + 1) % case.seats for seat in seats]  # player by seat
    state, streams, log = one(sq.STATE), one(_rng.STREAMS), one(LOG)
    state.seats = case.seats
    state.player[0, : case.seats] = seating
    streams.hashed[0] = _rng.hashed_seeds(SEED)
    streams.deal = DEAL
    log.capacity = EVENT_CAPACITY
    before = np.zeros(case.seats, "i8")
    before[seating] = case.before
    rules = Rules(**case.options).record().view(np.recarray)
    scores = np.array(case.scores, "i8")
    going = settle(state, rules, streams, log, scores, before, U(case.rounds))

    events = [tuple(event) for event in log.events[0, : int(log.count[0])].tolist()]
    totals = [old + score for old, score in zip(case.before, case.scores, strict=True)]
    assert events[: case.seats] == [(sq.TOTALLED, seat, -1, totals[seat]) for seat in seats]
    rest = events[case.seats :]
    if case.won is None:
        assert going
        code, dealer, card, number = rest[0]
        assert (code, card, number) == (sq.NEXT_DEALER, -1, case.rounds + 1)
        assert dealer in seats
        assert case.dealer in (dealer, None)
        turned = [seating[(dealer + 1 + seat) % case.seats] for seat in seats]
        assert state.player[0, : case.seats].tolist() == turned
        assert int(streams.match_round[0]) == case.rounds + 1
        assert rest[1][0] in (sq.SETUP_TURNED, sq.DEALT)
    else:
        assert not going
        assert rest == [(sq.MATCH_WON, seat, -1, share) for seat, share in case.won.items()]
    assert bool(state.match_truncated[0]) == case.truncated
