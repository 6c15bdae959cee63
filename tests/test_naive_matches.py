"""Matches of the naive engine of S'Quarrels alone."""

import random
from collections import Counter

import pytest

from squirrelstats.games.squarrels import layout as sq
from tests.naive.squarrels import Match, Record, all_random, baseline, play, play_match
from tests.naive.squarrels.table import Position
from tests.random_rules_squarrels import SQUARRELS
from tests.rules.squarrels_matches import SETTLEMENTS


def finished(scores):
    """A round with such scores, and nothing lost."""
    final = Position([], [], [], [], [], lost=[], drawer=0)
    return Record(scores=list(scores), final=final)


@pytest.mark.parametrize("case", SETTLEMENTS, ids=lambda case: case.name.replace(" ", "_"))
def test_settlement(case):
    seats = range(case.seats)
    seating = [(seat + 1) % case.seats for seat in seats]  # player by seat
    match = Match(seating, seed=3, deal=4, options=case.options)
    match.rounds = case.rounds
    for seat in seats:
        match.totals[seating[seat]] = case.before[seat]
    record = finished(case.scores)
    going = match.next_round(record)

    totals = [before + score for before, score in zip(case.before, case.scores, strict=True)]
    assert record.events[: case.seats] == [(sq.TOTALLED, s, -1, totals[s]) for s in seats]
    assert match.rounds == case.rounds + 1
    assert match.truncated == case.truncated
    rest = record.events[case.seats :]
    if case.won is None:
        assert going
        code, dealer, card, number = rest.pop()
        assert (code, card, number, rest) == (sq.NEXT_DEALER, -1, case.rounds + 1, [])
        assert dealer in seats
        assert case.dealer in (dealer, None)
        assert match.seating[0] == seating[(dealer + 1) % case.seats]
    else:
        assert not going
        assert rest == [(sq.MATCH_WON, seat, -1, share) for seat, share in case.won.items()]
        by_player = {seating[seat]: share for seat, share in case.won.items()}
        assert match.shares840 == [by_player.get(player, 0) for player in seats]


def drawn_dealers(scores, before, **options):
    """How often each seat deals next."""
    dealers = Counter()
    for deal in range(600):
        match = Match(range(3), seed=2, deal=deal, options=options)
        match.totals = list(before)
        record = finished(scores)
        match.next_round(record)
        dealers[record.events[-1][1]] += 1
    return dealers


def test_example_28_what_is_left_tied_is_drawn():
    dealers = drawn_dealers([4, 4, 3], [7, 7, 9])
    assert set(dealers) == {0, 1}
    assert min(dealers.values()) > 240
    dealers = drawn_dealers([4, 4, 3], [7, 7, 9], next_dealer="random")
    assert set(dealers) == {0, 1, 2}
    assert min(dealers.values()) > 140


def test_the_first_round_of_a_match_is_that_deal():
    match = play_match(4, lambda number, seating: baseline, seed=5, deal=6)
    first = play(4, baseline, seed=5, deal=6)
    assert match.rounds[0].scores == first.scores
    assert match.rounds[0].events[: len(first.events)] == first.events
    assert [event[0] for event in match.rounds[0].events[len(first.events) :]] == [
        *[sq.TOTALLED] * 4,
        sq.NEXT_DEALER,
    ]
    assert match.rounds[1].events != match.rounds[0].events


def watched(views, seats, deal):
    """Random play of seed 4 that keeps every view, with the round and its seating."""

    def choose_in(number, seating):
        policy = all_random(seats, 4, deal, number)

        def choose(seat, view, legal):
            views.append((number, seating, view))
            return policy(seat, view, legal)

        return choose

    return choose_in


def test_matches_add_up():
    rng = random.Random(6)
    lengths = Counter()
    for deal in range(60):
        seats = rng.randrange(2, 7)
        rules = SQUARRELS.rules(rng, seats, max_rounds=rng.choice([3, 6]))
        seating = rng.sample(range(seats), seats)
        views = []

        match = play_match(
            seats,
            watched(views, seats, deal),
            seed=4,
            deal=deal,
            options=rules,
            traits=SQUARRELS.traits(rng, seats),
            seating=seating,
        )
        lengths[len(match.rounds)] += 1
        assert sum(match.shares840) == 840
        totals = [[0] * seats]  # by number of rounds, by player
        for record, players in zip(match.rounds, match.seatings, strict=True):
            assert sorted(players) == list(range(seats))
            gained = dict(zip(players, record.scores, strict=True))
            totals.append([before + gained[p] for p, before in enumerate(totals[-1])])
        assert match.totals == totals[-1]
        for number, players, view in views:
            seen = [totals[number][players[(view["seat"] + i) % seats]] for i in range(seats)]
            assert view["totals"][:seats] == seen
            assert view["round_in_match"] == number
        for players, shift in zip(match.seatings, match.shifts, strict=True):
            assert players == [seating[(seat + shift) % seats] for seat in range(seats)]
    assert len(lengths) >= 4


@pytest.mark.parametrize(("scope", "gone"), [("game", 1), ("round", 0)])
def test_gold_lost_scope(scope, gone):
    """A Gold lost in a Quarrel is missing in all later rounds, or is back in the next."""

    def eager(seat, view, legal):
        gold = legal >> sq.PLAY_GOLD & 1
        return sq.PLAY_GOLD if gold else baseline(seat, view, legal)

    checked = 0
    for deal in range(30):
        match = play_match(
            5,
            lambda number, seating: eager,
            seed=1,
            deal=deal,
            options={"gold_lost_scope": scope, "golds": 2, "match_rounds": 3},
        )
        removed = 0
        for record in match.rounds:
            final = record.final
            cards = final.deck + final.hoard + final.lost + [k for h in final.hands for k in h]
            assert cards.count(sq.GOLD) == 2 - removed
            removed += gone * len(final.lost)
            checked += removed
    assert checked > 5 if gone else checked == 0
