"""Two halves joined to one policy, and who may read impressions."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats._jit import JIT_DISABLED
from squirrelstats.cli.lineup import parse_lineup
from squirrelstats.cli.show import policies_text
from squirrelstats.errors import PolicyError, UsageError
from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.policies import registry
from squirrelstats.policies._workspace import Workspace
from squirrelstats.policies.policy import make_policy, param
from squirrelstats.simulate.position import Position

GAME = get_game("squirrel_away")

both_ways = pytest.mark.parametrize(
    "native",
    [
        pytest.param(True, marks=pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")),
        False,
    ],
)


@pytest.fixture
def session(monkeypatch):
    """What is registered is forgotten afterwards."""
    monkeypatch.setattr(registry, "_session", {})


# --- impressions ----------------------------------------------------------------------------------


def peeking(view, legal):
    """Reads both impressions."""
    seen = view.fist_impression + view.tell_impression
    return sq.last_legal(legal) if seen > 0 else sq.first_legal(legal)


@both_ways
def test_impressions_must_be_declared(native, session):
    message = r"view.fist_impression is an impression.*add impressions=True to @sq.policy\(…\)"
    with pytest.raises(PolicyError, match=f"'peeking'.*{message}"):
        sq.policy("squirrel_away", native=native)(peeking)


@both_ways
def test_who_declares_them_may_read_them(native, session):
    made = sq.policy("squirrel_away", native=native, impressions=True)(peeking)
    assert made.impressions
    run = sq.simulate("squirrel_away", [made, "baseline"], rounds=20, progress=False)
    assert run.deals == 20


def test_other_unknown_fields_are_still_told():
    made = make_policy("squirrel_away", lambda view, legal: view.fist_impresion, name="typo")
    if not JIT_DISABLED:
        with pytest.raises(PolicyError, match=r"unknown field of view 'fist_impresion'") as caught:
            _ = made.entry
        assert "'fist_impression'" not in str(caught.value)


def test_a_game_without_impressions_has_none_to_declare():
    with pytest.raises(UsageError, match=r"'peeking' declares impressions, but S'Quarrels.* none"):
        make_policy("squarrels", peeking, impressions=True)
    assert get_game("squarrels").impressions == ()
    assert GAME.impressions == ("fist_impression", "tell_impression")


def test_an_interactive_view_is_complete():
    position = Position(GAME, 3, seed=1)
    position.advance()
    assert set(dir(position.view)) == set(GAME.view_fields)
    assert position.view.fist_impression == 0


def test_impressions_are_drawn_for_those_that_read_them():
    lineup = [registry.get(GAME, name) for name in ("bayesian", "baseline", "counter")]
    space = Workspace(GAME, GAME.rules(), lineup, 0)
    assert space.traits.reads_impressions[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert Position(GAME, lineup)._traits.reads_impressions[0].tolist() == [1, *[0] * 7]
    assert Position(GAME, 3)._traits.reads_impressions[0].tolist() == [1] * 3 + [0] * 5


@pytest.mark.parametrize("seats", [3, ["bayesian", "trusting", "trusting"]])
def test_impressions_of_a_position(seats):
    """Not 0 for a judge that reads them; at a table without policies for everybody."""
    position = Position(GAME, seats, seed=5)
    seen = {0: 0, 1: 0, 2: 0}
    while position.advance() == "decision":
        if position.phase == L.PHASE_VERDICT:
            view = position.view
            seen[position.actor] += (view.fist_impression, view.tell_impression) != (0, 0)
        good = position.legal >> L.GOOD & 1
        position.apply(L.GOOD if good else position.legal_actions[-1])
    assert seen[0] > 3
    assert (seen[1] > 3, seen[2] > 3) == ((True, True) if seats == 3 else (False, False))


def test_an_identity_names_impressions_only_where_they_are_read():
    assert registry.get(GAME, "bayesian").identity()["impressions"] is True
    assert "impressions" not in registry.get(GAME, "baseline").identity()


# --- joined policies ------------------------------------------------------------------------------


def test_a_joined_policy_has_the_parameters_of_both():
    made = sq.policies.combine(GAME, acting="greedy", calling="adaptive", extra=2, trust=9)
    assert made.label == "greedy+adaptive(extra=2, trust=9)"
    assert made.builtin
    assert made.impressions
    assert made.idea == "Acts as greedy, calls as adaptive."
    for key, name in (("extra", "greedy"), ("bias", "adaptive"), ("trust", "adaptive")):
        assert made.declared[key] == registry.get(GAME, name).declared[key]
    with pytest.raises(UsageError, match="must be from 0 to 127"):
        made.with_params(extra=-1)
    assert not sq.policies.combine(GAME, "greedy", "counter").impressions


def test_halves_keep_the_values_that_they_come_with():
    acting = registry.get(GAME, "greedy", extra=3, bias=5)
    calling = registry.get(GAME, "bayesian", token_price=1)
    made = sq.policies.combine(GAME, acting, calling)
    assert made.label == "greedy+bayesian(extra=3, token_price=1)"


def test_names_are_joined_wherever_names_go():
    made = registry.get(GAME, "greedy+counter", extra=2)
    [player] = parse_lineup(GAME, "greedy + counter:extra=2:w=0.5")
    assert player.policy.identity() == made.identity()
    assert player.traits == {"w": 0.5}
    run = sq.simulate(GAME, ["greedy+counter", made], rounds=3, progress=False)
    assert run.plan.labels == ("greedy+counter", "greedy+counter(extra=2)")
    assert "def greedy(" in policies_text(GAME, [made], full=True)
    assert "def counter(" in policies_text(GAME, [made], full=True)
    assert "greedy+counter" not in registry.names(GAME)


def test_wrong_halves_are_told():
    with pytest.raises(UsageError, match="unknown policy of squirrel_away 'bayesain'; did you"):
        registry.get(GAME, "greedy+bayesain")
    with pytest.raises(UsageError, match=r"joined of two halves, acting\+calling, got 'a\+b\+c'"):
        registry.get(GAME, "a+b+c")
    with pytest.raises(UsageError, match="policies of squarrels have no halves"):
        sq.policies.combine("squarrels", "baseline", "random")
    with pytest.raises(UsageError, match="is for squarrels, not for squirrel_away"):
        sq.policies.combine(GAME, registry.get("squarrels", "baseline"), "counter")


def test_a_dataset_finds_a_joined_policy(tmp_path):
    lineup = ["greedy+counter", sq.policies.combine(GAME, "mixed", "counter", lies=1)]
    run = sq.simulate(GAME, lineup, rounds=4, out=tmp_path / "d", progress=False)
    again = sq.load(tmp_path / "d")
    assert again.plan.digest == run.plan.digest
    assert again.plan.can_be_extended


def digest_of(names):
    lineup = [registry.get(GAME, name) for name in names]
    return [policy.identity()["code"] for policy in lineup]


@pytest.mark.skipif(JIT_DISABLED, reason="the same without compiling")
def test_the_identity_is_the_same_in_another_process():
    names = ("greedy+bayesian", "wild_bluffer", "bayesian", "baseline+counter")
    text = (
        "from squirrelstats.policies.registry import get\n"
        f"print([get('squirrel_away', n).identity()['code'] for n in {names!r}])"
    )
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == str(digest_of(names))
    assert len(set(digest_of(names))) == len(names)


def joined_by_hand(name, acting, calling):
    """What joining means, as plain Python."""
    acts, calls = registry.get(GAME, acting), registry.get(GAME, calling)

    def decide(view, legal, rng, params, memory):
        half = calls if view.phase == L.PHASE_VERDICT else acts
        offered = {"view": view, "legal": legal, "rng": rng, "params": params, "memory": memory}
        half = half.halves[half is calls] if half.halves else half
        return int(half.function(*(offered[argument] for argument in half.arguments)))

    whole = sq.policies.combine(GAME, acting, calling)
    return dataclasses.replace(
        whole, name=name, function=decide, parts={}, native=False, builtin=False
    )


def rows(lineup, deals=3, seed=4):
    seating = np.zeros((1, 8), "u8")
    seating[0, : len(lineup)] = range(len(lineup))
    return Workspace(GAME, GAME.rules(), lineup, seed).play(seating, 0, deals)[1].tobytes()


@pytest.mark.parametrize(
    ("acting", "calling"),
    [("mixed", "baseline"), ("baseline", "suspicious"), ("wild_bluffer", "adaptive")],
)
def test_each_half_decides_its_own_decisions(acting, calling):
    """Random stream and memory are shared: the two draw from one stream in turn."""
    rest = [registry.get(GAME, "baseline")] * 2
    made = sq.policies.combine(GAME, acting, calling)
    assert rows([made, *rest]) == rows([joined_by_hand("by_hand", acting, calling), *rest])


# --- with policies of one's own -------------------------------------------------------------------


@both_ways
def test_a_policy_of_ones_own_is_joined(native, session):
    @sq.policy(GAME, native=native, params={"level": param(2, 0, 9)}, trial=False)
    def own(view, legal, params):
        """Grabs so many."""
        if view.phase == L.PHASE_GRAB and view.intended[L.TOTAL] < params.level:
            return sq.first_legal(legal)
        return L.GRAB_DONE if view.phase == L.PHASE_GRAB else sq.first_legal(legal)

    made = sq.policies.get(GAME, "own+bayesian", level=3)
    assert made.label == "own+bayesian(level=3)"
    assert not made.builtin
    assert made.entry.native is (native is True)
    run = sq.simulate(GAME, [made, "trusting"], rounds=50, columns="all", progress=False)
    assert run.deals == 50
    other = sq.policies.combine(GAME, "greedy", own)
    assert other.label == "greedy+own"
    sq.simulate(GAME, [other, "trusting"], rounds=5, progress=False)


def test_a_change_of_a_half_is_seen(session):
    space = {"LAST": False, "sq": sq}
    exec(
        "def own(legal):\n    return sq.last_legal(legal) if LAST else sq.first_legal(legal)",
        space,
    )
    own = make_policy("squirrel_away", space["own"])
    made = sq.policies.combine(GAME, "honest", own)
    rest = [registry.get(GAME, "baseline")]
    before, identity = rows([made, *rest]), made.identity()
    space["LAST"] = True
    assert rows([made, *rest]) != before
    assert made.identity() != identity
    space["LAST"] = False
    assert rows([made, *rest]) == before


def test_parameters_of_one_name_must_be_the_same(session):
    def own(legal, params):
        return sq.first_legal(legal) + int(params.extra * 0)

    made = make_policy("squirrel_away", own, params={"extra": param(7, 0, 9)})
    with pytest.raises(UsageError, match="'greedy' and 'own' both have a parameter extra"):
        sq.policies.combine(GAME, "greedy", made)


@pytest.mark.parametrize(
    ("version", "stated"), [(None, None), ("7", "7")], ids=["no version", "a version"]
)
def test_versions_of_plain_halves(version, stated):
    plain = make_policy(
        "squirrel_away", sq.first_legal, name="plain", native=False, version=version
    )
    made = sq.policies.combine(GAME, plain, "counter")
    assert made.version == stated
    assert made.provable is (version is not None)
