"""What identifies a policy, what it may use, and what it may keep."""

import os
import random
import textwrap
import types

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.errors import PolicyError
from squirrelstats.policies import _trial
from squirrelstats.policies._fingerprint import fingerprint
from squirrelstats.policies.builtin.squarrels import _parts
from squirrelstats.policies.decorator import policy
from squirrelstats.policies.policy import make_policy
from tests import processes


def fingerprint_of(text, **space):
    exec(text, space)
    return fingerprint(space["f"]).digest


def test_a_fingerprint_tells_aliases_apart():
    text = "def f(legal):\n    return A[0] + B[0] + C[0]"
    one, two = [1], [2]
    assert fingerprint_of(text, A=one, B=two, C=one) != fingerprint_of(text, A=one, B=two, C=two)


def test_a_fingerprint_sees_sets_and_attributes_of_modules():
    text = "def f(legal):\n    return len(VALUE)"
    assert fingerprint_of(text, VALUE={1, 2}) != fingerprint_of(text, VALUE={1, 3})
    inner = types.ModuleType("own_module")
    inner.LIMIT = 5
    text = "def f(legal):\n    return own_module.LIMIT"
    before = fingerprint_of(text, own_module=inner)
    inner.LIMIT = 6
    assert fingerprint_of(text, own_module=inner) != before


def test_a_fingerprint_sees_the_parts_that_builtin_policies_share(monkeypatch):
    choosy = sq.policies.get("squarrels", "choosy").function
    before = fingerprint(choosy)
    assert before.complete
    monkeypatch.setattr(_parts, "GOLD", 4)
    assert fingerprint(choosy).digest != before.digest


def test_a_fingerprint_ignores_names_that_are_only_attributes():
    text = "def f(view):\n    return view.hand[0]"
    assert fingerprint_of(text, hand=1) == fingerprint_of(text, hand=2)


def test_a_fingerprint_says_when_it_cannot_tell():
    class Thing:
        value = 3

    space = {"THING": Thing()}
    exec("def f(legal):\n    return THING.value", space)
    assert not fingerprint(space["f"]).complete
    assert fingerprint(sq.first_legal).complete


@pytest.mark.parametrize(
    "body", ["np.random.randint(3)", "random.choice([1, 2])", "rng_of_mine.integers(3)"]
)
@pytest.mark.parametrize("native", [None, False])
def test_shared_randomness_is_refused(body, native):
    space = {"np": np, "random": random, "rng_of_mine": np.random.default_rng(1)}
    exec(f"def f(legal):\n    return {body}", space)
    with pytest.raises(PolicyError, match="Take the argument rng instead"):
        _ = make_policy("squarrels", space["f"], native=native).entry


def test_a_global_that_changes_is_seen():
    space = {"LAST": False, "sq": sq}
    text = """
    def f(legal):
        if LAST and sq.count_legal(legal) > 1:
            return sq.first_legal(legal & (legal - 1))
        return sq.first_legal(legal)
    """
    exec(textwrap.dedent(text), space)
    made = make_policy("squarrels", space["f"])

    def outcome():
        lineup = [made, "random"]
        run = sq.simulate("squarrels", lineup, rounds=300, progress=False)
        return run.seats.score.sum(), run.plan.digest

    before = outcome()
    space["LAST"] = True
    after = outcome()
    assert before[0] != after[0]
    assert before[1] != after[1]
    space["LAST"] = False
    assert outcome() == before


def test_what_a_plain_policy_keeps_is_its_own():
    kept = []

    def keeper(view, legal, rng, memory):
        kept.append((view, view.turn, rng, memory))
        return sq.first_legal(legal)

    made = make_policy("squarrels", keeper, native=False)
    run = sq.simulate("squarrels", [made, "random"], rounds=20, progress=False)
    before = run.seats.score.sum()
    for view, turn, rng, memory in kept:
        assert view.turn == turn
        rng.bits()
        memory[:] = 1
    again = sq.simulate("squarrels", [made, "random"], rounds=20, progress=False)
    assert again.seats.score.sum() == before


def test_rows_of_a_view_can_be_walked():
    def walker(view, legal, rng):
        found = 0
        for copies in view.hand:
            found += copies
        for row in range(view.seats):
            for copies in view.known[row]:
                found += copies
        found += sum(view.hand[:5]) + max(view.points) + min(view.points) + view.stored[0].sum()
        if found % 2 == 0:
            return sq.first_legal(legal)
        return sq.random_legal(rng, legal)

    totals = []
    for native in (True, False):
        made = make_policy("squarrels", walker, native=native)
        run = sq.simulate("squarrels", [made, "baseline"], rounds=200, progress=False)
        totals.append(run.seats.score.tolist())
    assert totals[0] == totals[1]


def test_a_slow_policy_passes_its_trial(monkeypatch):
    monkeypatch.setattr(_trial, "ENOUGH", 0.0)
    asked = []

    @policy("squarrels", native=False, name="slow_one")
    def slow_one(legal):
        asked.append(legal)
        return sq.first_legal(legal)

    assert 0 < len(asked) < 60  # one round, then enough
    asked.clear()
    policy("squarrels", native=False, name="slow_one", trial=False)(slow_one.function)
    assert asked == []


def test_a_helper_that_is_not_compiled_is_named():
    space = {}
    exec("def helper(view):\n    return 0\ndef f(view):\n    return helper(view)", space)
    with pytest.raises(PolicyError, match=r"put @numba\.njit before helper"):
        _ = make_policy("squarrels", space["f"], native=True).entry


# --- the cache of compiled code -------------------------------------------------------------------

ONE_ROUND = (
    "import squirrelstats as sq; "
    "run = sq.simulate('squarrels', ['random'] * 2, rounds=20, progress=False); "
    "print(run.seats.score.tolist())"
)


def played(cache, **environment):
    environment = {**os.environ, "SQUIRRELSTATS_CACHE_DIR": str(cache), **environment}
    return processes.run("-c", ONE_ROUND, env=environment)


def test_damaged_and_foreign_cache_files_are_compiled_anew(tmp_path):
    expected = played(tmp_path)
    files = sorted(tmp_path.rglob("*.bin"))
    assert files
    for number, file in enumerate(files):
        content = bytearray(file.read_bytes())
        if number % 3 == 0:
            content[len(content) // 2] ^= 0xFF
        elif number % 3 == 1:
            content = b"cbuiltins\nprint\n."
        else:
            content = content[: len(content) // 2]
        file.write_bytes(content)
    damaged = {file: file.read_bytes() for file in files}
    assert played(tmp_path) == expected
    assert all(file.read_bytes() != damaged[file] for file in files)  # mended


def test_with_bounds_checks_nothing_is_out_of_bounds(tmp_path):
    checked = played(tmp_path, NUMBA_BOUNDSCHECK="1")
    plain = played(tmp_path)
    assert checked == plain
    names = {file.name.split("-")[0] for file in tmp_path.rglob("*.bin")}
    assert len(list(tmp_path.rglob("*.bin"))) == 2 * len(names)  # code of its own
