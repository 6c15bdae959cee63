"""Built-in policies of Squirrel Away: acting and calling halves, and whole ones joined of them."""

from squirrelstats.games.squirrel_away.layout import PHASE_VERDICT
from squirrelstats.policies.builtin.squirrel_away import acting, calling, reference
from squirrelstats.policies.halves import join

#: In which calling halves decide.
CALLING_PHASE = PHASE_VERDICT

_baseline = reference.POLICIES[0]
_bayesian = next(half for half in calling.HALVES if half.name == "bayesian")

#: Acting halves call as `bayesian`, calling halves act as `baseline`.
POLICIES = (
    *reference.POLICIES,
    *(join(half.name, half, _bayesian, CALLING_PHASE) for half in acting.HALVES),
    *(join(half.name, _baseline, half, CALLING_PHASE) for half in calling.HALVES),
)
