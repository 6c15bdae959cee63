"""A new policy plays a few rounds before anyone relies on it."""

from __future__ import annotations

import functools
import time

from squirrelstats._guard import lost_message, run_guarded
from squirrelstats.errors import PolicyError
from squirrelstats.games.contract import get_game
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.policy import Policy
from squirrelstats.policies.registry import get

#: Rounds tried in each of two line-ups, as long as all of it takes less than `ENOUGH` seconds.
ROUNDS = 3
ENOUGH = 1.0
#: Seconds after which a single round counts as endless.
LIMIT = 20.0


def try_out(policy: Policy) -> None:
    """Play a policy against `random` in the smallest and the largest game.

    One whose memory lasts a match plays matches of two rounds.

    Raises
    ------
    PolicyError
        If it returns an illegal action, raises, or does not come back.
    """
    game = get_game(policy.game)
    in_matches = policy.memory == "match"
    rules = game.rules(match_rounds=2) if in_matches else game.rules()
    opponent = get(game, "random")
    spaces = [
        Workspace(game, rules, [policy, *[opponent] * (seats - 1)], seed=0)
        for seats in (game.min_seats, game.max_seats)
    ]
    warm = Workspace(game, game.rules(), [opponent] * game.min_seats, seed=0)
    warm.play(identity_seating(), 0, 1)

    def too_long() -> PolicyError:
        return PolicyError(
            f"policy {policy.name!r} does not come back: a single round on trial took more than "
            f"{LIMIT:g} s. Does it loop for ever? If it is only slow, trial=False skips this. "
            f"Now {lost_message()}"
        )

    begun = time.monotonic()
    for deal in range(ROUNDS):
        for space in spaces:
            play = space.play_matches if in_matches else space.play
            play = functools.partial(play, identity_seating(), deal, 1)
            run_guarded(play, LIMIT, too_long)
            if time.monotonic() - begun > ENOUGH:
                return
