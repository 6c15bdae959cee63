"""Squirrel Away in both engines."""

from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrel_away import layout as sq
from tests.agreement import Twin, padded
from tests.naive import squirrel_away
from tests.random_rules_squirrel_away import SQUIRREL_AWAY as RANDOM


def by_seat(record):
    fronts = [[*front, 0, 0, 0, sum(front)] for front in record.fronts]
    return {
        "opening": record.openings,
        "final": record.finals,
        "front": fronts,
        "tally": padded(record.tallies, 24),
        "sets": record.sets,
        "tokens_left": record.tokens_left,
        "score": record.scores,
        "share840": record.shares840,
    }


def short_match(rng):
    return {"match_rounds": rng.choice([1, 1, 2, 3, 4])}


def about_players(setting):
    """Who reads impressions."""
    return {"reads": [name == "hash" for name in setting.who]}


SQUIRREL_AWAY = Twin(
    game=get_game("squirrel_away"),
    naive=squirrel_away,
    random=RANDOM,
    by_seat=by_seat,
    of_round=(
        *("turns", "decisions", "forced", "truncated", "ended_by", "loot_left", "calls"),
        *("calls_right", "turns_skipped"),
    ),
    short_match=short_match,
    last_resort=(sq.CALL_CARD, sq.CALL_FIST),
    drawing={"random": "random_choice", "baseline": "baseline"},
    declares={"impressions": True},
    about_players=about_players,
)
