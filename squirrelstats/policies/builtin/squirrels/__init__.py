"""Built-in policies of Squirrels."""

from squirrelstats.policies.builtin.squirrels import piles, planning, reference, specials, stacks

POLICIES = (
    *reference.POLICIES,
    *specials.POLICIES,
    *stacks.POLICIES,
    *piles.POLICIES,
    *planning.POLICIES,
)
