"""Luck accounts: exact means, unbiasedness, the same bits for any threads, results in words."""

from __future__ import annotations

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.policies._luck_workspace import chances_of, value_of
from squirrelstats.policies.policy import make_policy
from squirrelstats.stats._luck_model import FIT_FROM, Moments
from squirrelstats.stats._luck_play import _of_cards, control_sources, pieces, sources_of
from squirrelstats.stats.luck import rating

GAMES = sq.GAMES
LINEUPS = {
    "squarrels": ["counter", "baseline", "random"],
    "squirrels": ["planner", "baseline", "baseline"],
    "squirrel_away": ["bayesian", "baseline", "honest"],
}


def small_plan(game: str, **options: object) -> sq.Plan:
    return sq.make_plan(game, LINEUPS[game], seed=5, rotate="cyclic", **options)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_those_of_a_run(game: str) -> None:
    """Stopping at every chance event, and looking at copies, changes nothing."""
    plan = small_plan(game)
    run = sq.simulate(game, LINEUPS[game], rounds=40, seed=5, rotate="cyclic", threads=1)
    (piece,) = pieces(plan, 0, 40, 1)
    seats = run.seats.sort_values(["deal", "playing", "player"])
    shape = piece.outcomes.shape[:2]
    np.testing.assert_array_equal(piece.outcomes[:, :, 0], seats.score.to_numpy().reshape(shape))
    np.testing.assert_array_equal(
        piece.outcomes[:, :, 1], seats.win_share.to_numpy().reshape(shape)
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_control_has_mean_0(game: str) -> None:
    """z test of every control on blocks; chance of any false alarm below 1 % for the fixed seed."""
    plan = small_plan(game)
    blocks = []
    for piece in pieces(plan, 0, 600, 1):
        first = piece.controls[:, 0]
        blocks.append(first.reshape(-1, len(plan.seating), first.shape[1]).mean(axis=1))
    values = np.concatenate(blocks)
    spread = values.std(axis=0, ddof=1)
    often = (np.abs(values) > 1e-9).sum(axis=0) >= 100  # rare events are not normal
    used = often & (spread > 1e-9)
    assert used.sum() > 20
    z = values.mean(axis=0)[used] / spread[used] * np.sqrt(len(values))
    assert np.abs(z).max() < 4.5  # 200 controls: 0.14 % by Bonferroni


def test_luck_of_a_linear_toy_is_taken_off_exactly() -> None:
    random = np.random.default_rng(1)
    controls = random.normal(size=(4000, 5)) * [1, 2, 3, 4, 0]
    outcomes = (controls @ [1.0, -2.0, 0.5, 0.0, 7.0])[:, np.newaxis] + 10
    moments = Moments(5, 1)
    moments.add(controls, outcomes)
    found = moments.coefficients()[:, 0]
    np.testing.assert_allclose(found, [1, -2, 0.5, 0, 0], atol=2e-3)


def test_opening_hands_have_the_mean_of_drawing_without_replacement() -> None:
    """All hands of two cards from three of one kind and two of another, each once."""
    pack = [0, 0, 0, 1, 1]
    hands = [(i, j) for i in range(5) for j in range(i)]
    held = np.array([np.bincount([pack[i], pack[j]], minlength=2) for i, j in hands])
    controls = _of_cards(np.stack([held, held], axis=1).astype("u1"), np.array([3, 2]), 2)
    np.testing.assert_allclose(controls.mean(axis=0), 0, atol=1e-12)


def test_luck_subtraction_is_unbiased_and_worth_rounds() -> None:
    """Mean luck by source: z below 3.9 each, chance of a false alarm 0.1 % with 12 tests."""
    found = sq.luck("squarrels", LINEUPS["squarrels"], rounds=600, fit_rounds=1000, seed=2)
    for outcome in ("score", "win_share"):
        for source, mean in found.mean_luck(outcome).items():
            assert abs(mean.value) <= 3.9 * mean.se + 1e-12, source
    score = next(m for m in found.means() if (m.policy, m.outcome) == ("counter", "score"))
    assert 2 < score.worth.low < score.worth.value < score.worth.high
    assert score.worth.value == pytest.approx((score.raw.se / score.adjusted.se) ** 2)
    assert abs(score.raw.value - score.adjusted.value) < 4 * score.raw.se


def test_same_bits_for_any_threads() -> None:
    one, two = (
        sq.luck("squarrels", ["baseline"] * 3, rounds=700, fit_rounds=50, threads=threads)
        for threads in (1, 2)
    )
    np.testing.assert_array_equal(one.luck, two.luck)


def test_frame_adds_up() -> None:
    run = sq.simulate("squarrels", ["baseline", "random"], rounds=30, rotate="cyclic", seed=3)
    found = sq.luck(run, fit_rounds=100)
    frame = found.frame("score")
    assert len(frame) == 30 * 2 * 2
    parts = frame[[f"luck_{source}" for source in found.sources]].sum(axis=1)
    np.testing.assert_allclose(parts, frame.luck, atol=1e-9)
    np.testing.assert_allclose(frame.score - frame.luck, frame.score_adjusted, atol=1e-9)
    assert set(frame.rating) <= {
        "average", "lucky", "very lucky", "outrageously lucky",
        "unlucky", "very unlucky", "outrageously unlucky",
    }  # fmt: skip
    assert "luck taken off" in repr(found)
    assert "<table>" in found._repr_html_()


def test_ratings_are_symmetric() -> None:
    assert rating(0.6) == "outrageously lucky"
    assert rating(-0.6) == "outrageously unlucky"
    assert rating(0.0) == rating(-0.05) == "average"


@pytest.mark.parametrize("game", GAMES)
def test_names(game: str) -> None:
    played, plan = sq.get_game(game), small_plan(game)
    value = value_of(played)
    assert len(set(value.FEATURES)) == value.N
    assert len(chances_of(played)) == len(played.layout.CHANCES)
    assert control_sources(plan).max() == len(sources_of(played)) - 1
    assert FIT_FROM > 10**12


def test_a_policy_that_misbehaves_is_named() -> None:
    def wrong(legal):  # type: ignore[no-untyped-def]
        return 62

    plan = sq.make_plan("squarrels", [make_policy("squarrels", wrong), "baseline"])
    with pytest.raises(sq.PolicyError, match=r"'wrong'.*illegal action 62.*of deal"):
        list(pieces(plan, 0, 5, 1))


def test_what_is_refused() -> None:
    matches = sq.simulate("squarrels", ["baseline"] * 2, matches=1)
    with pytest.raises(sq.UsageError, match="rounds that stand alone"):
        sq.luck(matches)
    asked = sq.make_plan("squarrels", ["baseline"] * 2, hands={0: {"gold": 1}})
    with pytest.raises(sq.UsageError, match="not left to chance"):
        list(pieces(asked, 0, 1, 1))
    with pytest.raises(sq.UsageError, match="say who plays"):
        sq.luck("squarrels")
    with pytest.raises(sq.UsageError, match=r"measure.*turns"):
        sq.luck_comparison("squarrels", "baseline", "choosy", measure="turns")


def test_a_policy_against_itself_cancels() -> None:
    found = sq.luck_comparison("squarrels", "choosy", "choosy", seats=3, rounds=30, fit_rounds=60)
    assert found.difference.value == 0
    assert found.difference.se == 0


def test_comparison_with_luck_taken_off_agrees_and_saves_rounds() -> None:
    """All methods estimate one number: within 4 standard errors (1 in 15,000)."""
    found = sq.luck_comparison(
        "squarrels", "baseline", "choosy", measure="score", rounds=400, fit_rounds=1200, seed=4
    )
    paired, adjusted = found.methods[1], found.methods[-1]
    assert abs(paired.difference.value - adjusted.difference.value) < 4 * paired.difference.se
    assert adjusted.saved.value > paired.saved.value > 1.5
    assert list(found.frame().method) == [method.name for method in found.methods]
    assert "rounds saved" in repr(found)
    assert "<table>" in found._repr_html_()


def test_rounds_saved_show_their_interval_and_n() -> None:
    found = sq.luck("squarrels", ["counter", "baseline"], rounds=60, fit_rounds=200)
    worth = found.means()[1].worth
    assert worth.low < worth.value < worth.high
    assert f"({worth.low:.1f} to {worth.high:.1f})" in repr(found)
    compared = sq.luck_comparison("squarrels", "baseline", "choosy", rounds=60, fit_rounds=200)
    assert "percentage points" in repr(compared)
