"""How matches of Squirrel Away go on, after rounds made up by hand, in both engines."""

import numpy as np
import pytest

import squirrelstats
from squirrelstats import _jit, _rng
from squirrelstats.games._machine import EVENT_CAPACITY, LOG
from squirrelstats.games.squirrel_away import layout as sq
from squirrelstats.games.squirrel_away.kernel import begin_match, next_round
from squirrelstats.games.squirrel_away.rules import Rules
from squirrelstats.policies._workspace import one
from tests.naive.squirrel_away import Match, Record
from tests.rules.squirrel_away_matches import SETTLEMENTS

U = np.uint64
SEED, DEAL = 3, 4


@_jit.uncached
def settle(states, rule_sets, stream_sets, logs, scores, fronts, before, earlier, ages, rounds):
    """Go on after a round with these scores by seat; totals before it and ages are by player."""
    state = states[0]
    begin_match(state)
    for seat in range(len(scores)):
        state.score[seat] = scores[seat]
        state.front[seat] = U(fronts[seat]) << U(8 * sq.TOTAL)
        state.totals[seat] = before[seat]
        state.front_totals[seat] = U(earlier[seat])
        state.ages[seat] = ages[seat]
    state.rounds_before = rounds
    stream_sets[0].match_round = rounds
    return next_round(state, rule_sets[0], stream_sets[0], logs[0])


def naive_settlement(case, seating):
    """The match, its events, and whether it goes on."""
    traits = [{"age": case.ages[seating.index(player)]} for player in range(case.seats)]
    match = Match(seating, seed=SEED, deal=DEAL, options=case.options, traits=traits)
    match.rounds = case.rounds
    for seat, player in enumerate(seating):
        match.totals[player] = case.before[seat]
        match.front_totals[player] = case.fronts_before[seat]
    fronts = [[acorns, 0, 0, 0] for acorns in case.fronts]
    shares = [(case.won or {}).get(seat, 0) for seat in range(case.seats)]  # if this round is all
    record = Record(scores=list(case.scores), fronts=fronts, shares840=shares)
    going = match.next_round(record)
    return match, record.events, going


def by_player(numbers, seating, dtype):
    array = np.zeros(len(seating), dtype)
    array[seating] = numbers
    return array


@pytest.mark.parametrize("case", SETTLEMENTS, ids=lambda case: case.name.replace(" ", "_"))
def test_settlement(case):
    seats = range(case.seats)
    seating = [(seat + 1) % case.seats for seat in seats]  # player by seat
    match, told, going = naive_settlement(case, seating)
    totals = [old + score for old, score in zip(case.before, case.scores, strict=True)]
    assert told[: case.seats] == [(sq.TOTALLED, seat, -1, totals[seat]) for seat in seats]
    rest = told[case.seats :]
    assert going == case.goes_on
    if going:
        assert rest == [(sq.NEXT_STARTER, 1, -1, case.rounds + 1)]
        assert match.seating == [seating[(1 + seat) % case.seats] for seat in seats]
    elif case.won is None:
        ((code, _, card, share),) = rest
        assert (code, card, share) == (sq.MATCH_WON, -1, 840)
    else:
        assert rest == [(sq.MATCH_WON, seat, -1, share) for seat, share in case.won.items()]

    state, streams, log = one(sq.STATE), one(_rng.STREAMS), one(LOG)
    state.seats = case.seats
    state.player[0, : case.seats] = seating
    streams.hashed[0] = _rng.hashed_seeds(SEED)
    streams.deal = DEAL
    log.capacity = EVENT_CAPACITY
    numbers = (
        np.array(case.scores, "i8"),
        np.array(case.fronts, "i8"),
        by_player(case.before, seating, "i8"),
        by_player(case.fronts_before, seating, "i8"),
        by_player(case.ages, seating, "f8"),
    )
    rules = Rules(**case.options).record().view(np.recarray)
    assert settle(state, rules, streams, log, *numbers, U(case.rounds)) == going
    events = [tuple(event) for event in log.events[0, : int(log.count[0])].tolist()]
    assert events[: len(told)] == told
    assert state.player[0, : case.seats].tolist() == match.seating
    if going:
        assert int(streams.match_round[0]) == case.rounds + 1
        assert events[len(told)][0] == sq.DEALT
    else:
        assert len(events) == len(told)


def test_ties_of_a_match_are_drawn():
    winners = []
    for deal in range(600):
        options = {"final_tie": "random", "match_rounds": 2}
        match = Match(range(3), seed=2, deal=deal, options=options)
        match.rounds = 1
        record = Record(scores=[3, 1, 3], fronts=[[0] * 4] * 3)
        assert not match.next_round(record)
        winners.append(record.events[-1][1])
    assert set(winners) == {0, 2}
    assert min(winners.count(seat) for seat in (0, 2)) > 240


def test_a_match_of_one_round_has_the_winner_of_the_round():
    rules = squirrelstats.rules("squirrel_away", final_tie="random", hand_size=1)
    run = squirrelstats.simulate("squirrel_away", ["baseline"] * 3, matches=60, rules=rules)
    seats = run.seats.sort_values(["deal", "player"]).win_share.to_numpy()
    matches = run.matches.sort_values(["deal", "player"]).win_share.to_numpy()
    assert np.array_equal(seats, matches)
    assert set(matches) == {0, 1}
