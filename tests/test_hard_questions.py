"""The statistics under bad input, tiny samples and blocks that all gave the same."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.estimate import Estimate, hedged, p_value
from squirrelstats.stats.confidence_sequences import asymptotic_interval

PAIR = ["baseline", "random"]


def same_everywhere(value: float, n: int) -> Estimate:
    """What Student's interval makes of n blocks that all gave one number."""
    return Estimate(value, 0.0, value, value, n)


@pytest.mark.parametrize("n", [2, 5, 6, 50])
@pytest.mark.parametrize("value", [-1.0, 0.25, 0.9])
@pytest.mark.parametrize("room", [None, 1.0])
def test_blocks_all_alike_leave_room_for_others(n: int, value: float, room: float | None) -> None:
    found = hedged(same_everywhere(value, n), room)
    assert found.low < found.high
    assert found.low <= value <= found.high
    beyond_zero = found.low > 0 or found.high < 0
    assert beyond_zero == (p_value(same_everywhere(value, n), room) < 0.05)


def test_hedged_covers_a_rare_exception() -> None:
    """Of a thousand runs of 30 blocks with an exception in 5 % each, few miss the mean."""
    rng = np.random.default_rng(5)
    missed = 0
    for blocks in np.where(rng.random((1000, 30)) < 0.05, -1.0, 0.5):
        se = blocks.std(ddof=1) / math.sqrt(30)
        if se == 0:
            found = hedged(same_everywhere(0.5, 30), 1.0)
            missed += not found.low <= 0.95 * 0.5 - 0.05 <= found.high
    assert missed == 0


def test_hedged_keeps_what_varies() -> None:
    varied = Estimate(1.0, 0.5, 0.0, 2.0, 9)
    assert hedged(varied) is varied
    assert math.isinf(hedged(same_everywhere(0.0, 1000)).high)


def test_two_deals_settle_nothing() -> None:
    for seed in range(6):
        run = sq.simulate("squarrels", PAIR, rounds=2, seed=seed)
        seats = sq.shape(run, replayed=0).seat_frame()
        assert not seats.settled.any()
        assert (seats.p > 0.05).all()
        found = sq.compare(
            "squarrels", PAIR, lineup=PAIR, rounds=2, replayed=0, seed=seed, rotate="none"
        )
        assert found.difference.low < found.difference.high
        assert found.differences[0].p > 0.05
        causal = sq.causal_card_effects("squarrels", PAIR, "one", rounds=2, seed=seed).frame()
        assert (causal.low < causal.high).all()
        assert (causal.p > 0.05).all() or causal.se.gt(0).any()


def test_no_spread_gives_no_asymptotic_interval() -> None:
    assert asymptotic_interval(500, 7.0, 0.0, 0.05) == (-math.inf, math.inf)
    ended = sq.confidence_sequence([7.0] * 300)
    assert np.isinf(ended.low).all()


def test_sprt_mean_is_not_certain_of_five_alike() -> None:
    mean = sq.sprt([0, 0, 5], (0, 10)).mean
    assert mean.low < mean.value <= mean.high


TOURNAMENT: dict[str, Any] = {}


def tournament() -> Any:
    """One small tournament for all cases."""
    if not TOURNAMENT:
        TOURNAMENT["played"] = sq.tournament("squarrels", PAIR, seats=2, rounds=3)
    return TOURNAMENT["played"]


def compared(**options: Any) -> Any:
    return sq.compare("squarrels", PAIR, rounds=2, replayed=0, **options)


def swept(values: Any = (6, 7), **options: Any) -> Any:
    return sq.sweep("squarrels", "stop_level", values, rounds=2, **{"measure": "turns"} | options)


def curves(**options: Any) -> Any:
    return sq.count_curves("squarrels", PAIR, rounds=2, **options)


WRONG = {
    "player as text": lambda: compared(player="x"),
    "player as truth": lambda: compared(player=True),
    "player between": lambda: compared(player=2.5),
    "no line-up": lambda: compared(lineup=[]),
    "line-up as number": lambda: compared(lineup=5),
    "sweep, player as text": lambda: swept(player="x"),
    "sweep, values in a table": lambda: swept(np.array([[6, 7]])),
    "sweep, one bare value": lambda: swept(np.array(6)),
    "sweep, of nobody": lambda: swept(of=()),
    "sweep, of player 9": lambda: swept(of=(0, 9)),
    "sweep, measure as number": lambda: swept(measure=5),
    "curves, kinds as number": lambda: curves(kinds=5),
    "curves, seats between": lambda: curves(seats=2.5),
    "curves, measure as number": lambda: curves(measure=5),
    "curves, copies as number": lambda: curves(kinds="one", copies=5),
    "bias, measures": lambda: sq.card_bias("squarrels", PAIR, rounds=2, measure=["score"]),
    "shape, no seats": lambda: sq.shape_by_seats("squarrels", rounds=2, seats=[10**12]),
    "shape, seats as text": lambda: sq.shape_by_seats("squarrels", rounds=2, seats="23"),
    "shape, seats between": lambda: sq.shape_by_seats("squarrels", rounds=2, seats=[2.5]),
    "shape, endless turns": lambda: sq.shape(
        sq.simulate("squarrels", PAIR, rounds=2), seconds_per_turn=math.inf
    ),
    "ladder, chain as number": lambda: sq.skill_ladder("squarrels", 5, rounds=2),
    "ladder, seats as text": lambda: sq.skill_ladder("squarrels", PAIR, seats="x", rounds=2),
    "luck, opponents": lambda: sq.luck_comparison("squarrels", *PAIR, opponents=5, rounds=2),
    "tournament, seats": lambda: sq.tournament("squarrels", PAIR, seats=2.5, rounds=2),
    "blunders, no rounds": lambda: sq.blunders("squarrels", "baseline", rounds=0),
    "blunders, by number": lambda: sq.blunders("squarrels", "random", rounds=2, repeats=2, by=5),
    "resamples, seed": lambda: sq.equilibrium(tournament(), seed=-1),
    "ratings, seed": lambda: sq.ratings(tournament(), seed="x"),
    "ratings, prior": lambda: sq.ratings(tournament(), prior=1e-300),
    "ratings, vast prior": lambda: sq.ratings(tournament(), prior=10**400),
    "payoffs as text": lambda: sq.alpha_rank([["a"]]),
    "counts with a gap": lambda: sq.sprt([1, math.nan], (0, 1)),
    "counts without end": lambda: sq.sprt([math.inf, 1], (0, 1)),
    "counts as text": lambda: sq.sprt("abc", (0, 1)),
    "reference as text": lambda: sq.sprt([1, 2], (0, 1), reference="x"),
    "sequence of text": lambda: sq.confidence_sequence("abc"),
    "looks between": lambda: sq.confidence_sequence([0.0] * 9, looks=[2.5]),
    "looks as number": lambda: sq.confidence_sequence([0.0] * 9, looks=5),
    "close as text": lambda: sq.duel("squarrels", PAIR, goal="best", close="x"),
    "watch as number": lambda: sq.duel("squarrels", PAIR, max_rounds=2, watch=5),
    "until, watch": lambda: sq.estimate_until("squarrels", PAIR, half_width=0.1, watch=5),
    "until, width": lambda: sq.estimate_until("squarrels", PAIR, half_width=10**400),
    "until, nowhere": lambda: sq.estimate_until("squarrels", PAIR, half_width=0.1, out=""),
    "planning, width": lambda: sq.plan_rounds("squarrels", PAIR, half_width=10**400),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_a_usage_error(case: str) -> None:
    with pytest.raises(sq.UsageError):
        WRONG[case]()
