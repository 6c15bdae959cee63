"""Robustness: which settings are tried, and what is said of them."""

from __future__ import annotations

import pytest

import squirrelstats as sq
from squirrelstats.estimate import Estimate
from squirrelstats.stats.robustness import AS_COMPARED


def compare(arms, **options):
    usual = {"rounds": 150, "replayed": 0, "threads": 1, "progress": False}
    return sq.compare("squarrels", arms, **{**usual, **options})


@pytest.fixture(scope="module")
def effect():
    return compare(["random", "baseline"])


def test_each_setting_is_a_comparison_of_its_own(effect):
    over = {
        "seats": [2, 4],
        "rules": ["website"],
        "opponents": ["choosy"],
        "lineup": [["choosy", "counter", "random"]],
        "stop_level": [6],
        "slap_speed": [3.0],
    }
    found = sq.robustness(effect, over)
    names = [s.name for s in found.settings]
    assert names == [
        AS_COMPARED,
        "seats = 2",  # four seats are the comparison itself
        "rules = website",
        "opponents = choosy",
        "lineup = choosy, counter, random",
        "stop_level = 6",
        "slap_speed = 3",
    ]
    by_name = {s.name: s for s in found.settings}
    quick = [sq.player(name, slap_speed=3) for name in ("random", "baseline")]
    direct = {
        AS_COMPARED: effect,
        "seats = 2": compare(["random", "baseline"], lineup=["baseline"] * 2),
        "rules = website": compare(["random", "baseline"], rules="website"),
        "opponents = choosy": compare(["random", "baseline"], lineup=["choosy"] * 4),
        "stop_level = 6": compare(
            ["random", "baseline"], rules=sq.rules("squarrels", stop_level=6)
        ),
        "slap_speed = 3": compare(quick, lineup=[sq.player("baseline", slap_speed=3)] * 4),
    }
    for name, comparison in direct.items():
        assert by_name[name].difference == comparison.difference, name
    assert found.sentence == "baseline against random: holds in 7 of 7 settings."
    assert found.direction == 1
    assert all(s.p_holm >= s.p for s in found.settings)


def test_settings_with_names(effect):
    found = sq.robustness(effect, {"small and quick": {"seats": 2, "stop_level": 5}})
    assert [s.name for s in found.settings] == [AS_COMPARED, "small and quick"]


def estimate(value, se=1.0, n=100):
    return Estimate(value, se, value - 2 * se, value + 2 * se, n)


def test_verdicts():
    answers = {"as": 9.0, "a": 8.0, "b": -7.0, "c": 1.0}

    def my_effect(which="as"):
        return estimate(answers[which])

    found = sq.robustness(my_effect, {"which": ["a", "b", "c"]})
    assert [s.verdict for s in found.settings] == ["holds", "holds", "flips", "not settled"]
    assert found.sentence == (
        "my effect: holds in 2 of 4 settings; flips with which = b; not settled with which = c."
    )
    assert found.sentence in repr(found)
    assert found.sentence in found._repr_html_()
    assert found.frame().verdict.tolist()[2] == "flips"
    answers["as"] = 0.5
    open_ = sq.robustness(my_effect, {"which": ["a", "b", "c"]})
    assert [s.verdict for s in open_.settings] == ["not settled", "more", "less", "not settled"]
    assert open_.sentence == (
        "my effect: not settled as compared; of 4 settings, more with which = a; less with "
        "which = b; not settled in 2."
    )


def test_nothing_settled_is_said_so():
    found = sq.robustness(lambda which=None: estimate(0.5), {"which": [1, 2]})
    assert found.direction == 0
    assert found.sentence.endswith("not settled as compared; of 3 settings, not settled in 3.")


def test_holm_decides():
    """p = 0.03 settles alone, but not among ten."""
    few = {"which": list(range(9))}
    found = sq.robustness(lambda which=None: estimate(2.2), few)
    assert {s.verdict for s in found.settings} == {"not settled"}


def test_few_blocks_settle_nothing():
    found = sq.robustness(lambda **_: estimate(9.0, n=10), {"x": [1]})
    assert {s.verdict for s in found.settings} == {"not settled"}


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ({}, "settings are given as"),
        ({"seats": 3}, "the values of 'seats' are a list"),
        ({"seats": [9]}, "seats must be a whole number from 2 to 6"),
        ({"seets": [3]}, "did you mean 'seats'"),
        ({"seats": [3, 3]}, "two settings are called 'seats = 3'"),
    ],
)
def test_bad_settings(effect, over, said):
    with pytest.raises(sq.UsageError, match=said):
        sq.robustness(effect, over)


def test_bad_effects(effect):
    with pytest.raises(sq.UsageError, match="compare two arms"):
        sq.robustness(compare(["random", "baseline", "choosy"]), {"seats": [2]})
    with pytest.raises(sq.UsageError, match="the arms compared are the same"):
        sq.robustness(compare(["random", "random"]), {"seats": [2]})
    with pytest.raises(sq.UsageError, match="an effect is a comparison"):
        sq.robustness(["random", "baseline"], {"seats": [2]})
    with pytest.raises(sq.UsageError, match="must return a Comparison"):
        sq.robustness(lambda **_: 3, {"seats": [2]})
    by_rules = compare(["rulebook_2009", "website"], measure="turns")
    for name, values in (("rules", ["website"]), ("stop_level", [6])):
        with pytest.raises(sq.UsageError, match="the arms compared decide the rules themselves"):
            sq.robustness(by_rules, {name: values})
    lineups = compare([["random"] * 2, ["baseline", "random"]])
    with pytest.raises(sq.UsageError, match="decide the lineup themselves"):
        sq.robustness(lineups, {"seats": [3]})
