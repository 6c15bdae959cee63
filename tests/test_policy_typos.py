"""Names that nothing has are found when a policy is defined, not when their line is reached."""

import pytest

import squirrelstats as sq
from squirrelstats._jit import JIT_DISABLED


def unknown_action(view, legal):
    return sq.squarrels.DISCARD_TEN if view.turn > 999 else sq.first_legal(legal)


def unknown_helper(view, legal):
    return sq.first_leagl(legal) if view.turn > 999 else sq.first_legal(legal)


def bare_helper(view, legal):
    return last_legal(legal) if view.turn > 999 else sq.first_legal(legal)  # noqa: F821


def undefined_number(view, legal):
    return my_favourite if view.turn > 999 else sq.first_legal(legal)  # noqa: F821


@pytest.mark.skipif(JIT_DISABLED, reason="plain Python knows a name when it reaches it")
@pytest.mark.parametrize(
    ("function", "said"),
    [
        (unknown_action, r"squirrelstats\.squarrels has no name 'DISCARD_TEN'; did you mean 'DISC"),
        (unknown_helper, r"squirrelstats has no name 'first_leagl'; did you mean 'first_legal'"),
        (bare_helper, r"name 'last_legal' is not defined; did you mean sq\.last_legal\?"),
        (undefined_number, r"name 'my_favourite' is not defined; define or import it before"),
    ],
)
def test_found_in_a_branch_seldom_taken(function, said):
    with pytest.raises(sq.PolicyError, match=said):
        sq.policy("squarrels")(function)
