"""Built-in policies of S'Quarrels."""

from squirrelstats.policies.builtin.squarrels import careful, piles, quarrels, reference

POLICIES = (*reference.POLICIES, *quarrels.POLICIES, *piles.POLICIES, *careful.POLICIES)
