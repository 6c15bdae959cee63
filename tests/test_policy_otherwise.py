"""Policies that change only some decisions of another."""

import pytest

import squirrelstats as sq
from squirrelstats._jit import JIT_DISABLED
from squirrelstats.errors import PolicyError, UsageError
from squirrelstats.policies import registry
from squirrelstats.policies.policy import param

S = sq.squarrels

both_ways = pytest.mark.parametrize(
    "native",
    [
        pytest.param(True, marks=pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")),
        False,
    ],
)


@pytest.fixture(autouse=True)
def session(monkeypatch):
    """What is registered is forgotten afterwards."""
    monkeypatch.setattr(registry, "_session", {})


def nothing_new(view, legal):
    """Leaves everything to the other."""
    return sq.OTHERWISE


def slow(view, legal):
    """Never races."""
    return S.HOLD if view.phase == S.PHASE_RACE else sq.OTHERWISE


def seats(policy, rounds=30):
    run = sq.simulate("squarrels", [policy, "choosy", "baseline"], rounds=rounds, progress=False)
    return run.seats.drop(columns="policy")


@both_ways
def test_who_changes_nothing_plays_as_the_other(native):
    made = sq.policy("squarrels", otherwise="choosy", native=native)(nothing_new)
    assert seats(made).equals(seats("choosy"))
    assert made.idea == "Leaves everything to the other."
    assert "fight_if_worth_it" in made.source
    assert "OTHERWISE" in made.source


def decided(policy, phase_name):
    """What it does in a phase."""
    kept = sq.decisions("squarrels", [policy, "choosy"], rounds=40, sample=1, progress=False)
    frame = kept.frame()
    return frame[(frame.player == 0) & (frame.phase_name == phase_name)]


@both_ways
def test_what_it_decides_is_done_and_the_rest_is_the_others(native):
    made = sq.policy("squarrels", otherwise="choosy", native=native)(slow)
    assert set(decided(made, "race").action) == {S.HOLD}
    thrown = decided(made, "discard")
    lowest = [(int(m) & -int(m)).bit_length() - 1 for m in thrown.legal]
    usual = [S.DISCARD_LEAD if int(m) >> S.DISCARD_LEAD & 1 else a
             for m, a in zip(thrown.legal, lowest, strict=True)]  # fmt: skip
    assert thrown.action.tolist() == usual


def test_parameters_of_both_and_values_that_were_given():
    base = sq.policies.get("squarrels", "choosy", give_up=1)
    extra = {"extra": param(2, 0, 5, "nothing")}
    made = sq.policy("squarrels", otherwise=base, params=extra)(nothing_new)
    assert set(made.declared) == {"extra", "give_up", "spend_gold"}
    assert made.label == "nothing_new(give_up=1)"
    assert seats(made.with_params(give_up=0.35)).equals(seats("choosy"))
    assert seats(made, 200).equals(seats(base, 200))


def test_it_may_vary_what_varies_another():
    inner = sq.policy("squarrels", otherwise="choosy")(slow)
    outer = sq.policy("squarrels", otherwise=inner)(nothing_new)
    assert seats(outer).equals(seats(inner))
    assert not seats(outer).equals(seats("choosy"))
    assert outer.provable == (not JIT_DISABLED)


def test_its_identity_is_that_of_what_it_varies():
    over = {name: sq.policy("squarrels", otherwise=name)(nothing_new).identity()["code"]
            for name in ("choosy", "baseline")}  # fmt: skip
    assert over["choosy"] != over["baseline"]
    nested = [
        sq.policy("squarrels", otherwise=sq.policy("squarrels", otherwise=name)(slow))(nothing_new)
        for name in ("choosy", "baseline")
    ]
    assert nested[0].identity()["code"] != nested[1].identity()["code"]


def test_halves_may_be_varied():
    made = sq.policy("squirrel_away", otherwise="greedy+suspicious")(nothing_new)
    lineups = ([made, "baseline"], ["greedy+suspicious", "baseline"])
    runs = [sq.simulate("squirrel_away", lineup, rounds=20, progress=False) for lineup in lineups]
    frames = [run.seats.drop(columns="policy") for run in runs]
    assert frames[0].equals(frames[1])


def test_mistakes_are_told():
    with pytest.raises(UsageError, match="unknown policy of squarrels 'chosy'"):
        sq.policy("squarrels", otherwise="chosy")(nothing_new)
    clash = {"give_up": param(1, 0, 2, "another thing")}
    many = {f"p{place}": param(1, 0, 2) for place in range(15)}
    with pytest.raises(UsageError, match="both have a parameter give_up"):
        sq.policy("squarrels", otherwise="choosy", params=clash)(nothing_new)
    with pytest.raises(UsageError, match="together have 17 parameters, at most 16 fit"):
        sq.policy("squarrels", otherwise="choosy", params=many)(nothing_new)
    with pytest.raises(PolicyError, match=r"sq\.OTHERWISE\), without otherwise=…, what to do"):
        sq.policy("squarrels")(nothing_new)
