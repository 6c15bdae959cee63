"""Facts of Squirrel Away that can be computed exactly, against many rounds.

Means are held against their standard error: five of them either way, a false alarm in 6e-7 of the
checks. Chi-square tests fail at 1e-6. Seeds are fixed, so a test passes or fails for good.
"""

import functools
import math
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrel_away import layout as sq
from squirrelstats.games.squirrel_away.rules import Rules
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.registry import get
from tests.naive.squirrel_away import faces_of

GAME = get_game("squirrel_away")
SEATS = range(2, 7)
ROUNDS = 20_000
CALL, CARDS, TOKENS = 0.15, 5, 3
#: P(end by tokens), mean turns and mean calls of `baseline`, from section 2.9 of the rules.
PRINTED = {
    2: (0.02382, 9.95075, 1.49261),
    3: (0.02262, 14.94594, 4.02806),
    4: (0.02693, 19.93352, 7.14623),
    5: (0.04082, 24.89170, 10.55858),
    6: (0.06747, 29.80302, 14.10106),
}

compiled = pytest.mark.skipif(JIT_DISABLED, reason="too many rounds for plain Python")


@functools.cache
def played(seats, **options):
    """Results of many rounds of `baseline`."""
    workspace = Workspace(GAME, Rules(**options), [get(GAME, "baseline")] * seats, 2026)
    return workspace.play(identity_seating(), 0, ROUNDS)


def tallies(rows):
    return {name: rows["tally"][..., lane].astype(int) for lane, name in enumerate(sq.TALLIES)}


def close(found, mean):
    """Whether numbers have that mean."""
    return abs(found.mean() - mean) < 5 * found.std() / math.sqrt(len(found))


def has_rate(number, of, rate):
    """Whether so many of them are what the rate lets expect."""
    return abs(number - of * rate) < 5 * math.sqrt(of * rate * (1 - rate))


# --- components and deals -------------------------------------------------------------------------


def test_example_1_components():
    rules = Rules()
    record = rules.record()
    assert sum(rules.acorns) == 4 * 25 == 100
    assert record["deck_size"] == sum(rules.counts) == 36
    assert set(rules.counts) == {3}
    assert sq.MAX_SEATS * rules.tokens == 18
    for seats, unused in ((4, 16), (6, 6)):
        assert 36 - seats * rules.hand_size == unused
        rules.check_seats(seats)


@pytest.mark.parametrize(("family", "total"), [("multiset2", 25), ("pairs_triples", 29)])
def test_mean_acorns_of_a_card(family, total):
    faces = faces_of(Rules(card_faces=family))
    assert len(faces) == 12
    assert sum(face.number for face in faces) == total
    assert [sum(face.acorns[colour] for face in faces) for colour in range(4)] == [
        (total - 5) // 4
    ] * 4


def test_chances_of_a_hand():
    one_face = 1 - math.comb(33, 5) / math.comb(36, 5)
    either_wild = 1 - math.comb(30, 5) / math.comb(36, 5)
    assert (round(100 * one_face, 1), round(100 * either_wild, 1)) == (37.0, 62.2)


@compiled
@pytest.mark.parametrize("seats", [2, 6])
def test_opening_hands_are_hypergeometric(seats):
    _, rows = played(seats)
    opening = rows["opening"][:, seats - 1].astype(int)
    assert (opening.sum(axis=1) == CARDS).all()
    law = stats.hypergeom(36, 3, CARDS).pmf(np.arange(4)) * ROUNDS
    for face in range(12):
        seen = np.bincount(opening[:, face], minlength=4)
        assert stats.chisquare(seen, law).pvalue > 1e-6
        assert has_rate((opening[:, face] > 0).sum(), ROUNDS, 0.36982)
    assert has_rate((opening[:, 10:12].sum(axis=1) > 0).sum(), ROUNDS, 0.62199)


# --- tokens ---------------------------------------------------------------------------------------


def token_process(seats):
    """P(end by tokens), mean turns, mean calls: a Markov chain of the tokens."""
    states = {(TOKENS,) * seats: 1.0}
    by_tokens = turns = calls = 0.0
    for turn in range(CARDS * seats):
        after = Counter()
        for tokens, p in states.items():
            active = turn % seats
            judges = [(active - i) % seats for i in range(1, seats)]
            if not any(tokens[judge] for judge in judges):
                by_tokens += p
                continue
            turns += p
            for judge in judges:
                if tokens[judge]:
                    fewer = tuple(t - (s == judge) for s, t in enumerate(tokens))
                    after[fewer] += p * CALL
                    calls += p * CALL
                    p *= 1 - CALL
            after[tokens] += p
        states = after
    return by_tokens, turns, calls


@pytest.mark.parametrize("seats", SEATS)
def test_the_chain_has_the_printed_figures(seats):
    by_tokens, turns, calls = PRINTED[seats]
    exact = token_process(seats)
    assert [round(number, 5) for number in exact] == [by_tokens, turns, calls]


@compiled
@pytest.mark.parametrize("seats", SEATS)
def test_baseline_follows_the_chain(seats):
    rounds, rows = played(seats)
    by_tokens, turns, calls = PRINTED[seats]
    assert not rounds["truncated"].any()
    assert not rounds["turns_skipped"].any()
    assert has_rate((rounds["ended_by"] == sq.ENDED_BY_TOKENS).sum(), ROUNDS, by_tokens)
    assert close(rounds["turns"], turns)
    assert close(rounds["calls"], calls)
    full = rounds["turns"] == CARDS * seats
    assert (full | (rounds["ended_by"] == sq.ENDED_BY_TOKENS)).all()
    assert np.array_equal(rows["tokens_left"].sum(axis=1), TOKENS * seats - rounds["calls"])


@compiled
@pytest.mark.parametrize("seats", SEATS)
def test_the_first_turn_is_called(seats):
    """With hands of one card seat 0 has the first turn and no other."""
    rounds, rows = played(seats, hand_size=1)
    assert (rounds["turns"] == seats).all()
    tally = tallies(rows)
    called = (tally["caught"] + tally["accused_wrongly"])[:, 0]
    assert has_rate(called.sum(), ROUNDS, 1 - (1 - CALL) ** (seats - 1))
    chosen = tally["calls_fist"].sum(), tally["calls_card"].sum()
    assert has_rate(chosen[0], sum(chosen), 0.8)


@compiled
@pytest.mark.parametrize("seats", [2, 4])
def test_baseline_grabs_one_more_now_and_then(seats):
    _, rows = played(seats)
    tally = tallies(rows)
    turns = tally["turns_taken"].sum()
    assert has_rate(tally["fist_lies"].sum(), turns, 0.30)
    assert not tally["card_lies"].any()
    assert not tally["double_lies"].any()
    intended = tally["acorns_intended"].sum()
    spread = math.sqrt(0.3 * 0.7 + 35 / 144)  # of an extra acorn, and of the number on a card
    assert abs(intended / turns - (25 / 12 + 0.3)) < 5 * spread / math.sqrt(turns)


@compiled
@pytest.mark.parametrize("seats", SEATS)
def test_results_add_up(seats):
    rounds, rows = played(seats)
    tally = tallies(rows)
    assert np.array_equal(tally["turns_taken"].sum(axis=1), rounds["turns"])
    assert (rows["share840"].sum(axis=1) == 840).all()
    assert np.array_equal(rows["sets"], rows["score"])
    left = rows["front"][..., sq.TOTAL].astype(int)
    assert np.array_equal(left, rows["front"][..., :4].sum(axis=2))
    held = (4 * rows["sets"] + left).sum(axis=1)
    assert np.array_equal(held + rounds["loot_left"], np.full(ROUNDS, 100))
    gained = tally["acorns_kept"] + tally["bonus_acorns"] + tally["caller_acorns"]
    assert np.array_equal(gained - tally["acorns_paid_back"], 4 * rows["sets"] + left)
    calls = tally["calls_card"] + tally["calls_fist"]
    right = tally["calls_card_right"] + tally["calls_fist_right"]
    assert np.array_equal(calls.sum(axis=1), rounds["calls"])
    assert np.array_equal(right.sum(axis=1), rounds["calls_right"])
    assert np.array_equal(tally["caught"].sum(axis=1), right.sum(axis=1))
    assert np.array_equal(tally["accused_wrongly"].sum(axis=1), (calls - right).sum(axis=1))
    lies = ("honest_turns", "fist_lies", "card_lies", "double_lies")
    assert np.array_equal(sum(tally[name] for name in lies), tally["turns_taken"])


# --- a colour runs out ----------------------------------------------------------------------------


def replaced_acorns(events, faces):
    """Acorns of coloured cards that `baseline` had to replace by others."""
    replaced, face, meant = 0, None, Counter()
    for code, _, card, amount in events:
        if code == sq.LAID:
            face, meant = faces[card], Counter()
        elif code == sq.GRABBED:
            meant[card] = amount
        elif code == sq.CLAIMED:
            replaced += sum(max(0, face.acorns[c] - meant[c]) for c in range(4))
    return replaced


@compiled
@pytest.mark.slow
@pytest.mark.parametrize(("family", "mean"), [("multiset2", 0.011), ("pairs_triples", 0.14)])
def test_a_colour_runs_out_with_six_players(family, mean):
    """The means are printed with two digits: half a unit of the second is allowed besides."""
    rules = Rules(card_faces=family)
    faces = faces_of(rules)
    workspace = Workspace(GAME, rules, [get(GAME, "baseline")] * 6, 2026)
    log = workspace.log
    found = []
    for deal in range(30_000):
        log.capacity, log.count = EVENT_CAPACITY, 0
        workspace.play(identity_seating(), deal, 1)
        found.append(replaced_acorns(log.events[0, : int(log.count[0])].tolist(), faces))
    allowed = 0.05 * mean + 5 * np.std(found) / math.sqrt(len(found))
    assert abs(np.mean(found) - mean) < allowed
