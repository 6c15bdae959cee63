"""Sweeps: what is varied, what is compared, and the shell's values."""

from __future__ import annotations

import pytest

import squirrelstats as sq
from squirrelstats.cli.sweep import parse_values
from squirrelstats.policies import registry
from squirrelstats.simulate.api import play_on
from squirrelstats.simulate.store import MemoryStore
from squirrelstats.stats.measures import estimated, measure_of


@pytest.fixture(autouse=True)
def _own_policies(monkeypatch):
    monkeypatch.setattr(registry, "_session", {})


def sweep(what, values, game="squarrels", **options):
    usual = {"progress": False, "threads": 1}
    if "matches" not in options:
        usual["rounds"] = 60
    return sq.sweep(game, what, values, **{**usual, **options})


def test_every_point_is_a_run_of_its_own():
    """Means against `simulate`, differences against `compare`."""
    lineup = ["choosy", "baseline", "random"]
    found = sweep("stop_level", [6, 7, 9], lineup=lineup, measure=["score", "turns"])
    assert found.base == 7  # the rule in force
    for measure in ("score", "turns"):
        for point in found.of(measure):
            rules = sq.rules("squarrels", stop_level=point.value)
            plan = sq.make_plan("squarrels", lineup, rules=rules, rotate="cyclic")
            run = play_on(plan, MemoryStore(), 60, 1, False)
            assert point.mean == estimated(run, measure_of(plan, measure), 0)
            arms = {"base": "rulebook_2009", "arm": rules}
            if point.value != 7:
                alone = sq.compare(
                    "squarrels", arms, lineup=lineup, measure=measure, rounds=60, threads=1
                )
                assert point.difference == alone.difference
                assert point.p_holm >= point.p
            else:
                assert point.difference.value == point.difference.low == 0
    assert len(found.frame()) == 6


def test_rules_with_other_decks_share_their_deals():
    found = sweep("golds", [0, 1, 2], measure="turns", lineup=["baseline"] * 3)
    assert len({arm.plan.dealing.deck for arm in found.arms}) == 1
    assert found.arms[0].plan.rotate == "none"  # all alike, and nobody is measured


def test_traits_of_one_and_of_all():
    one = sweep("slap_speed", [1, 4], lineup=["baseline"] * 3, rounds=400)
    assert [dict(p.traits) for p in one.arms[1].plan.players] == [{"slap_speed": 4}, {}, {}]
    assert one.of("win_share")[1].settled
    assert one.of("win_share")[1].difference.value > 0
    everybody = sweep("slap_speed", [1, 4], of="all", lineup=["baseline", "random", "random"])
    assert all(dict(p.traits) == {"slap_speed": 4} for p in everybody.arms[1].plan.players)
    other = sweep("slap_speed", [1, 4], of=2, lineup=["baseline"] * 3)
    assert dict(other.arms[1].plan.players[2].traits) == {"slap_speed": 4}


def test_parameters_of_a_policy():
    found = sweep("give_up", [0, 0.35, 2], lineup=["choosy", "baseline"])
    assert found.base == 0.35
    assert [arm.plan.lineup[0].values["give_up"] for arm in found.arms] == [0, 0.35, 2]
    assert sweep("param:give_up", [0, 2], lineup=["choosy", "baseline"]).base == 0


def test_numbers_of_seats():
    found = sweep("seats", [2, 4, 6], lineup=["choosy", "baseline", "random"])
    assert found.base == 2  # three are not among the values
    assert [arm.plan.labels for arm in found.arms] == [
        ("choosy", "baseline"),
        ("choosy", "baseline", "random", "baseline"),
        ("choosy", "baseline", "random", "baseline", "random", "baseline"),
    ]
    even = sweep("seats", [2, 4], lineup=["random"]).of("win_share")
    assert [point.mean.value for point in even] == [0.5, 0.25]


def test_matches_and_words():
    words = sweep("higher_card", ["illegal", "pick_up"], "squirrels", measure="score", matches=5)
    assert "lower scores are better" in repr(words)
    assert "higher_card" in words._repr_html_()
    assert "unknown" in repr(words)  # the difference of points never seen


@pytest.mark.parametrize(
    ("what", "values", "options", "said"),
    [
        ("stop_levl", [6], {}, "did you mean 'stop_level'"),
        ("rule:slap_speed", [1], {}, "unknown setting of squarrels 'rule:slap_speed'"),
        ("knob:x", [1], {}, "unknown kind of setting 'knob'"),
        (7, [1], {}, "what is varied is given by its name"),
        ("stop_level", [6, 99], {}, "stop_level must be from"),
        ("stop_level", [], {}, "there are no values to try"),
        ("stop_level", "6:9", {}, "values must come as a list"),
        ("stop_level", [6, 6], {}, "6 is given twice"),
        ("stop_level", [6, 7], {"base": 8}, "must be one of the values 6, 7, got 8"),
        ("stop_level", [6, 7], {"measure": []}, "there is nothing to measure"),
        ("stop_level", [6, 7], {"measure": "trns"}, "did you mean 'turns'"),
        ("stop_level", [6, 7], {"player": 4}, "player must be a whole number from 0 to 3"),
        ("seats", [2, 7], {}, "seats must be a whole number from 2 to 6, got 7"),
        ("seats", [2, 3], {"player": 2}, "player 2 has no place at a table of 2"),
        ("slap_speed", [1, -1], {}, "slap_speed must be a number from"),
        ("slap_speed", [1, 2], {"of": 4}, "of must be a player from 0 to 3, or 'all'"),
        ("stop_level", [6, 7], {"lineup": "baseline"}, "a line-up is a list"),
    ],
)
def test_bad_calls(what, values, options, said):
    with pytest.raises(sq.UsageError, match=said):
        sweep(what, values, **options)


def test_a_name_with_two_meanings(monkeypatch):
    @sq.policy("squarrels", params={"stop_level": sq.param(5, 1, 9)})
    def mine(view, legal, params):
        """Has a parameter called like a rule."""
        return sq.first_legal(legal)

    with pytest.raises(sq.UsageError, match=r"say 'rule:stop_level' or 'param:stop_level'"):
        sweep("stop_level", [5], lineup=[mine, "random"])
    found = sweep("param:stop_level", [5, 6], lineup=[mine, "random"])
    assert found.points[0].difference.value == 0


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("6:8", [6, 7, 8]),
        ("6:13:3", [6, 9, 12]),
        ("0.1:0.3:0.1", [0.1, 0.2, 0.3]),
        ("4", [4]),
        ("illegal, pick_up", ["illegal", "pick_up"]),
        ("1,2.5,true", [1, 2.5, True]),
    ],
)
def test_values_on_the_shell(text, values):
    assert parse_values(text) == values


@pytest.mark.parametrize(
    "text", ["6:", "8:6", "1:2:0", "a:b", "1:2:3:4", "1,,2", "", "0:1e9", "0:inf"]
)
def test_bad_values_on_the_shell(text):
    with pytest.raises(sq.UsageError, match="values"):
        parse_values(text)


def test_says_who_sits_there_at_every_number_of_seats() -> None:
    found = sq.sweep("squarrels", "seats", [2, 4], lineup=["baseline", "choosy"], rounds=30)
    assert "players in order: baseline, choosy, choosy, choosy" in repr(found)


def test_says_where_a_win_share_cannot_but_be_even() -> None:
    said = "each wins an even share"
    assert said in repr(sq.sweep("squarrels", "fives", [8, 9], rounds=30))
    unlike = ["baseline", "random"]
    assert said not in repr(sq.sweep("squarrels", "fives", [8, 9], lineup=unlike, rounds=30))
    unmoved = sq.sweep("squarrels", "fives", [8, 9], rotate="none", rounds=30)
    assert said not in repr(unmoved)


@pytest.mark.parametrize("text", ["6-9", "6..9", "0.5-2"])
def test_a_range_written_otherwise_is_told_how(text: str) -> None:
    with pytest.raises(sq.UsageError, match="first:last, like 6:13"):
        parse_values(text)
