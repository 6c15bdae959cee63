"""Squirrel Away in plain Python, written from ``docs/contract.md`` and the rules alone.

Acorns are lists of four numbers by colour, hands lists of copies by face.
"""

from tests.naive.squirrel_away.faces import faces_of
from tests.naive.squirrel_away.match import Match, MatchRecord, play_match
from tests.naive.squirrel_away.policies import (
    actions_of,
    all_random,
    baseline,
    by_seat,
    mask_of,
    random_choice,
)
from tests.naive.squirrel_away.rounds import Round, play, play_from
from tests.naive.squirrel_away.table import Record, rules_of
from tests.naive.squirrel_away.view import pack_view

__all__ = [
    "Match",
    "MatchRecord",
    "Record",
    "Round",
    "actions_of",
    "all_random",
    "baseline",
    "by_seat",
    "faces_of",
    "mask_of",
    "pack_view",
    "play",
    "play_from",
    "play_match",
    "random_choice",
    "rules_of",
]
