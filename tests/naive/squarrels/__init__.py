"""S'Quarrels in plain Python, written from ``docs/contract.md`` and the rules alone.

Hands, piles and the deck are plain lists of kinds. Nothing here is fast on purpose or packed.
"""

from tests.naive.squarrels.match import Match, MatchRecord, play_match
from tests.naive.squarrels.policies import (
    actions_of,
    all_random,
    baseline,
    by_seat,
    mask_of,
    random_choice,
)
from tests.naive.squarrels.rounds import Round, play, play_from
from tests.naive.squarrels.table import Position, Record, counts, rules_of
from tests.naive.squarrels.view import pack_view

__all__ = [
    "Match",
    "MatchRecord",
    "Position",
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
