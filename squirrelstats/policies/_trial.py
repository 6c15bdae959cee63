"""A new policy plays a few rounds before anyone relies on it."""

from __future__ import annotations

from squirrelstats._guard import lost_message, run_guarded
from squirrelstats.errors import PolicyError
from squirrelstats.games.contract import get_game
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.policy import Policy
from squirrelstats.policies.registry import get

ROUNDS = 3
#: Seconds after which a trial of a few rounds counts as endless.
LIMIT = 5.0


def try_out(policy: Policy) -> None:
    """Play a policy against `random` in the smallest and the largest game.

    Raises
    ------
    PolicyError
        If it returns an illegal action, raises, or does not come back.
    """
    game = get_game(policy.game)
    opponent = get(game, "random")
    spaces = [
        Workspace(game, game.rules(), [policy, *[opponent] * (seats - 1)], seed=0)
        for seats in (game.min_seats, game.max_seats)
    ]
    warm = Workspace(game, game.rules(), [opponent] * game.min_seats, seed=0)
    warm.play(identity_seating(), 0, 1)

    def job() -> None:
        for space in spaces:
            space.play(identity_seating(), 0, ROUNDS)

    run_guarded(
        job,
        LIMIT,
        lambda: PolicyError(
            f"policy {policy.name!r} does not come back within {LIMIT:g} s on trial: does it loop "
            f"for ever? Now {lost_message()}"
        ),
    )
