"""Code made our way leaves numba as it was, for everybody else in the process."""

import numba
import numpy as np
import pytest
from numba.core import callconv, config
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

import squirrelstats as sq
from squirrelstats import _jit
from squirrelstats._codegen import LeanCalls, PartLibrary, compiling
from squirrelstats.policies.policy import make_policy

pytestmark = pytest.mark.skipif(_jit.JIT_DISABLED, reason="nothing is compiled")


def settings():
    """What `compiling` changes for a while."""
    codegen = cpu_target.target_context.codegen()
    return codegen._library_class, codegen.set_env, callconv.CPUCallConv, config.SLP_VECTORIZE


def test_nothing_is_left_behind():
    before = settings()
    with compiling(PartLibrary):
        assert settings()[0] is PartLibrary
        assert callconv.CPUCallConv is LeanCalls
        with compiling(JITCodeLibrary):
            assert settings()[0] is JITCodeLibrary
        assert settings()[0] is PartLibrary
    assert settings() == before


def test_nothing_is_left_behind_by_an_error():
    before = settings()

    @_jit.uncached
    def wrong(number):
        return number + "one"

    with pytest.raises(numba.TypingError):
        wrong(1)
    assert settings() == before


def test_functions_of_others_are_made_numbas_way():
    """Also those compiled while ours are, and those that go on after an error."""

    @numba.njit
    def share(number, parts):
        if parts == 0:
            raise ValueError("no parts")
        return np.full(2, number / parts)

    @_jit.uncached
    def ours(number):
        return share(number, 4)[1]

    @numba.njit
    def carefully(number, parts):
        try:
            return share(number, parts)[0]
        except Exception:
            return -1.0

    assert ours(2) == 0.5
    assert [carefully(3, parts) for parts in (2, 0, 4)] == [1.5, -1.0, 0.75]
    assert share(6, 2).tolist() == [3, 3]
    ours_of_none = _jit.uncached(lambda number: share(number, 0)[0])
    with pytest.raises(ValueError, match="no parts"):
        ours_of_none(1)


@numba.njit
def halves(number, parts):
    if parts == 0:
        raise ValueError("no parts")
    return np.full(2, number / parts)


def asking(view, legal):
    """Last action if two cards of the top value lie on the pile, else the first."""
    return sq.last_legal(legal) if view.run == 2 else sq.first_legal(legal)


def calling(view, legal):
    """The same, by a function that fails."""
    total = 0.0
    try:
        total += halves(5, view.run - 2)[0]
    except Exception:
        return sq.last_legal(legal)
    return sq.first_legal(legal)


def raising(view, legal):
    """The same, by an error of its own."""
    try:
        if view.run == 2:
            raise ValueError("two")
    except Exception:
        return sq.last_legal(legal)
    return sq.first_legal(legal)


def test_a_policy_may_catch_errors():
    """It finds the place of its exception empty, or would take whatever is there for one."""
    scores = []
    for function in (asking, calling, raising):
        made = make_policy("squirrels", function)
        run = sq.simulate("squirrels", [made, "baseline"], rounds=200, seed=3, progress=False)
        scores.append(run.seats["score"].tolist())
    assert scores[0] == scores[1] == scores[2]
