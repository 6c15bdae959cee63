"""Squirrels in both engines."""

from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrels import layout as sq
from tests.agreement import Twin, padded
from tests.naive import squirrels
from tests.random_rules_squirrels import SQUIRRELS as RANDOM


def by_seat(record):
    return {
        "score": record.scores,
        "share840": record.shares840,
        "opening": record.openings,
        "opening_tops": record.opening_tops,
        "final": record.finals,
        "stuck": record.stuck,
        "tally": padded(record.tallies, 16),
        "first_out": record.first_out,
        "cards_left": [held[sq.TOTAL] for held in record.stuck],
    }


def short_match(rng):
    rounds = rng.choice([0, 0, 0, 1, 2, 3, 5])
    if rounds:
        return {"match_rounds": rounds, "max_rounds": rounds}
    return {"match_rounds": 0, "target_points": rng.choice([1, 20, 60, 150, 400])}


SQUIRRELS = Twin(
    game=get_game("squirrels"),
    naive=squirrels,
    random=RANDOM,
    by_seat=by_seat,
    of_round=(
        *("turns", "decisions", "forced", "truncated", "out_first", "skipped_turns"),
        *("pickups", "pushes", "clears", "blinds", "blinds_failed"),
    ),
    short_match=short_match,
    last_resort=(sq.PICK_UP, sq.PASS),
)
