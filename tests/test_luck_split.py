"""Splits of variance with known answers, and the ladder of skill."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats import _rng
from squirrelstats.stats._sobol import shares

mpl.use("Agg")


def toy(blocks: int, player_effect: float = 2.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Y = 3·a + 2·b + a·b, player ±effect; a, b standard normal and the same for all cells."""
    random = np.random.default_rng(7)
    one, two = random.normal(size=(2, 2, blocks))
    level = np.array([player_effect, player_effect, -player_effect, -player_effect])

    def outcome(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (3 * a + 2 * b + a * b)[:, np.newaxis] + level

    mixed = np.stack([outcome(two[0], one[1]), outcome(one[0], two[1]), outcome(*one)])
    return outcome(*one), outcome(*two), mixed


def test_additive_toy() -> None:
    """Variances 9, 4, 1 (interaction), 4 (player): within 4 standard errors, about 1 in 1,500."""
    player, seat = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 0])
    found = shares(*toy(20_000), player, seat)
    known = {"places": [4, 0, 0], "first": [9, 4, 0], "total": [10, 5, 0], "interaction": [1]}
    for name, values in known.items():
        for estimate, value in zip(found[name], values, strict=True):
            assert abs(estimate.value - value / 18) <= 4 * estimate.se + 1e-12, name
    whole = [e.value for name in ("places", "first", "interaction") for e in found[name]]
    assert sum(whole) == pytest.approx(1)
    assert found["first"][2].value == found["first"][2].se == 0
    variance = found["variance"][0]
    assert abs(variance.value - 18) <= 4 * variance.se


def test_only_the_deal_matters() -> None:
    """Baselines of Squirrels draw nothing by lot: all chance is in the deal, exactly."""
    split = sq.luck_split("squirrels", ["baseline"] * 4, rounds=200, measure="score")
    assert split["own lots"].alone.value == split["recall"].total.value == 0
    assert split["opponents' lots"].total.value == 0
    places = sum(split[name].alone.value for name in ("player", "seat", "player × seat"))
    assert split["deal"].alone.value == pytest.approx(1 - places, abs=0.05)
    assert split["deal"].alone.value > 0.9
    assert sum(share.alone.value for share in split.shares) == pytest.approx(1)


def test_policies_that_draw_by_lot_have_a_share() -> None:
    split = sq.luck_split("squirrel_away", ["random"] * 3, rounds=60)
    assert split["own lots"].total.low > 0.2
    assert split["opponents' lots"].total.low > 0.3
    assert sum(share.alone.value for share in split.shares) == pytest.approx(1)


def test_lots_are_told_apart_by_whose_they_are() -> None:
    """Of two, what one loses the other wins: own lots of the one are the opponent's of the other.

    As `baseline` draws nothing, each is half of what all lots do, up to rounding.
    """
    plan = {"rounds": 50, "rotate": "cyclic"}
    lineup = ["baseline", "random"]
    split = sq.luck_split("squarrels", lineup, rounds=50, seed=4)
    assert 0 < split["own lots"].total.value < 1
    assert split["own lots"].total.value == pytest.approx(split["opponents' lots"].total.value)
    other = 4 ^ 0x9E3779B97F4A7C15
    seeds = dict.fromkeys(_rng.PURPOSES, 4)
    base, redrawn = (
        sq.simulate("squarrels", lineup, seed=seed, **plan).seats.win_share.to_numpy(float)
        for seed in (4, {**seeds, "policy": other})
    )
    in_all = ((base - redrawn) ** 2).mean() / 2 / split.variance.value
    assert split["own lots"].total.value == pytest.approx(in_all / 2)


def test_split_shows_itself() -> None:
    split = sq.luck_split("squarrels", ["baseline", "random"], rounds=40, seed={"deal": 3})
    frame = split.frame()
    assert frame.share.sum() == pytest.approx(1)
    assert {"source", "share", "se", "low", "high", "n"} <= set(frame.columns)
    assert {"total", "total_se", "total_low", "total_high"} <= set(frame.columns)
    assert 0 < split.variance.low < split.variance.value < split.variance.high
    assert "variance of a win share" in repr(split)
    assert "<table>" in split._repr_html_()
    ax = sq.plot.luck_split(split)
    assert ax.get_xlabel() == "share of the variance of one player's win share, %"
    with pytest.raises(sq.UsageError, match=r"sq\.luck_split"):
        sq.plot.luck_split(frame)


def test_split_refuses() -> None:
    with pytest.raises(sq.UsageError, match="without rotation"):
        sq.luck_split("squarrels", ["baseline"] * 2, rotate="none")
    with pytest.raises(sq.UsageError, match="same for all"):
        sq.luck_split("squarrels", ["baseline"] * 2, measure="turns")


def test_ladder() -> None:
    ladder = sq.skill_ladder("squarrels", ["random", "baseline", "baseline"], rounds=300, seed=9)
    better, equal = ladder.rungs
    assert better.win_share.low > 0.4
    assert 1 <= better.needed.low <= better.needed.value <= better.needed.high < 20
    assert better.policy.low > 0.05
    assert equal.win_share.value == 0.25
    assert equal.needed.high == np.inf
    assert equal.policy.value == 0
    assert list(ladder.frame().stronger) == ["baseline", "baseline"]
    assert "to be sure" in repr(ladder)
    assert "<table>" in ladder._repr_html_()
    assert "win share" in sq.plot.skill_ladder(ladder).get_xlabel()
    with pytest.raises(sq.UsageError, match=r"sq\.skill_ladder"):
        sq.plot.skill_ladder(better)


def test_time_to_tell_is_that_of_the_normal_law() -> None:
    """Sums of so many rounds put the better one ahead in about 95 %; 4 sd of 400 sums."""
    ladder = sq.skill_ladder("squarrels", ["random", "baseline"], rounds=4000, seed=1)
    run = sq.simulate(
        "squarrels", ["baseline", *["random"] * 3], rounds=4000, seed=2, rotate="cyclic"
    )
    seats = run.seats.sort_values(["deal", "playing", "player"])
    scores = seats.score.to_numpy(float).reshape(-1, 4)
    lead = scores[:, 0] - scores[:, 1]
    number = int(np.ceil(ladder.rungs[0].needed.value))
    picked = np.random.default_rng(3).permutation(lead)[: 400 * number].reshape(400, number)
    ahead = (picked.sum(axis=1) > 0).mean()
    assert 0.95 - 4 * 0.011 - 0.02 < ahead <= 1


def test_ladder_refuses() -> None:
    with pytest.raises(sq.UsageError, match="two policies or more"):
        sq.skill_ladder("squarrels", ["baseline"])


def test_says_how_much_is_luck_and_names_what_never_mattered() -> None:
    found = sq.luck_split("squirrels", ["planner", "baseline"], rounds=60)
    places = sum(share.alone.value for share in found.shares if share.kind == "place")
    assert found.chance.value == pytest.approx(1 - places)
    assert found.chance.low < found.chance.value < found.chance.high
    assert f"{100 * found.chance.value:.2f} %" in found.sentence
    shown = repr(found)
    assert "exactly 0: " in shown
    assert "\nrecall " not in shown
    assert "-0" not in shown
