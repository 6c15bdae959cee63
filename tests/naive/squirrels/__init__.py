"""Squirrels: The Card Game in plain Python, written from ``docs/contract.md`` and the rules alone.

Hands and piles are lists of copies by kind. Nothing here is fast on purpose or packed.
"""

from tests.naive.squirrels.cards import counts
from tests.naive.squirrels.match import Match, MatchRecord, play_match
from tests.naive.squirrels.policies import (
    actions_of,
    all_random,
    baseline,
    by_seat,
    mask_of,
    random_choice,
)
from tests.naive.squirrels.rounds import Round, play, play_from
from tests.naive.squirrels.table import Record, rules_of
from tests.naive.squirrels.view import pack_view

__all__ = [
    "Match",
    "MatchRecord",
    "Record",
    "Round",
    "actions_of",
    "all_random",
    "baseline",
    "by_seat",
    "counts",
    "mask_of",
    "pack_view",
    "play",
    "play_from",
    "play_match",
    "random_choice",
    "rules_of",
]
