"""How matches of Squirrels go on, after rounds made up by hand, in both engines."""

import numpy as np
import pytest

from squirrelstats import _jit, _rng
from squirrelstats.games._machine import EVENT_CAPACITY, LOG
from squirrelstats.games.squirrels import layout as sq
from squirrelstats.games.squirrels.kernel import begin_match, next_round
from squirrelstats.games.squirrels.rules import Rules
from squirrelstats.policies._workspace import one
from tests.naive.squirrels import Match, Record
from tests.rules.squirrels_matches import SETTLEMENTS

U = np.uint64
SEED, DEAL = 3, 4


@_jit.uncached
def settle(states, rule_sets, stream_sets, logs, scores, safe, before, rounds):
    """Go on after a round with these scores by seat; totals before it are by player."""
    state = states[0]
    begin_match(state)
    for seat in range(len(scores)):
        state.score[seat] = scores[seat]
        state.totals[seat] = before[seat]
    state.safe = safe
    state.rounds_before = rounds
    stream_sets[0].match_round = rounds
    return next_round(state, rule_sets[0], stream_sets[0], logs[0])


def naive_settlement(case, seating):
    """The match, its events, and whether it goes on."""
    match = Match(seating, seed=SEED, deal=DEAL, options=case.options)
    match.rounds = case.rounds
    for seat, player in enumerate(seating):
        match.totals[player] = case.before[seat]
    record = Record(scores=list(case.scores), out_first=case.safe)
    going = match.next_round(record)
    return match, record.events, going


@pytest.mark.parametrize("case", SETTLEMENTS, ids=lambda case: case.name.replace(" ", "_"))
def test_settlement(case):
    seats = range(case.seats)
    seating = [(seat + 1) % case.seats for seat in seats]  # player by seat
    match, told, going = naive_settlement(case, seating)
    totals = [old + score for old, score in zip(case.before, case.scores, strict=True)]
    assert told[: case.seats] == [(sq.TOTALLED, seat, -1, totals[seat]) for seat in seats]
    rest = told[case.seats :]
    assert bool(match.truncated) == case.truncated
    assert going == (case.won is None)
    if going:
        ((code, starter, card, number),) = rest
        assert (code, card, number) == (sq.NEXT_STARTER, -1, case.rounds + 1)
        assert case.starter in (starter, None)
        assert match.seating == [seating[(starter + seat) % case.seats] for seat in seats]
    else:
        assert rest == [(sq.MATCH_WON, seat, -1, share) for seat, share in case.won.items()]

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
    safe, rounds = U(case.safe + 1), U(case.rounds)
    assert settle(state, rules, streams, log, scores, safe, before, rounds) == going
    events = [tuple(event) for event in log.events[0, : int(log.count[0])].tolist()]
    assert events[: len(told)] == told
    assert bool(state.match_truncated[0]) == case.truncated
    assert state.player[0, : case.seats].tolist() == match.seating
    if going:
        assert int(streams.match_round[0]) == case.rounds + 1
        assert events[len(told)][0] == sq.DEALT
    else:
        assert len(events) == len(told)


def test_ties_for_the_starter_are_drawn():
    starters = []
    for deal in range(600):
        match = Match(range(3), seed=2, deal=deal)
        match.totals = [50, 20, 20]
        record = Record(scores=[0, 30, 30], out_first=0)
        match.next_round(record)
        starters.append(record.events[-1][1])
    assert set(starters) == {0, 1, 2}
    assert min(starters.count(seat) for seat in range(3)) > 140
