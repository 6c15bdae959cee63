"""S'Quarrels in both engines."""

from squirrelstats.games.contract import get_game
from tests.agreement import FEW_ROUNDS, Twin, padded
from tests.naive import squarrels
from tests.random_rules_squarrels import SQUARRELS as RANDOM


def by_seat(record):
    return {
        "score": record.scores,
        "share840": record.shares840,
        "opening": record.openings,
        "final": record.finals,
        "stuck": record.stuck,
        "drawn": padded(record.drawn, 16),
        "tally": padded(record.tallies, 8),
    }


def short_match(rng):
    changes = {"target_score": rng.choice([1, 5, 20, 50])}
    return {"match_rounds": 0, **changes} if rng.random() < 0.7 else changes


def totals_fit(rules):
    """Whether the totals of a few rounds fit the sixteen bits of a view."""
    each = rules.golds * abs(rules.gold_points) + rules.leads * abs(rules.lead_points) + 3200
    return max(FEW_ROUNDS) * each < 2**15


SQUARRELS = Twin(
    game=get_game("squarrels"),
    naive=squarrels,
    random=RANDOM,
    by_seat=by_seat,
    of_round=("turns", "mini_turns", "decisions", "forced", "truncated", "lead_changes"),
    short_match=short_match,
    totals_fit=totals_fit,
)
