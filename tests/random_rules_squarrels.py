"""Random rules and traits of S'Quarrels."""

from squirrelstats.games.squarrels.rules import Rules
from tests.random_rules import RandomRules

#: Numbers tried, the bounds of each field among them. Most keep rounds short enough.
NUMBERS = {
    "stop_level": [1, 2, 4, 5, 6, 8, 9, 10, 12, 30],
    "minimum_draws": [1, 2, 2, 3, 4, 10],
    "discards": [0, 2, 3],
    "hand_cap": [0, 1, 2, 4, 5, 6, 7, 8, 10, 100],
    "set_size": [2, 2, 4, 4, 5, 6],
    "gold_points": [-100, -5, 0, 3, 10, 100],
    "lead_points": [-100, -10, 0, 4, 100],
    "starting_hand": [1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 24],
    "max_turns_per_round": [1, 2, 5, 10, 20, 40, 1000],
    "target_score": [1, 2, 5, 10, 20, 30, 100, 10_000],
    "match_rounds": [0, 1, 2, 3, 4, 6, 500],
    "max_rounds": [1, 2, 3, 5, 8, 1000],
    "ones": [0, 3, 12, 33, 60, 127],
    "twos": [0, 3, 12, 30, 60, 127],
    "threes": [0, 1, 3, 12, 20, 40, 127],
    "fours": [0, 2, 4, 10, 20, 127],
    "fives": [0, 2, 3, 12, 20, 127],
    "golds": [0, 2, 2, 3, 6, 127],
    "leads": [0, 2, 2, 3, 6, 127],
    "quarrels": [0, 2, 4, 12, 20, 127],
    "hoards": [0, 2, 4, 12, 20, 127],
    "ambushes": [0, 2, 4, 10, 20, 127],
    "whirlwinds": [0, 1, 3, 6, 10, 127],
    "winters": [0, 2, 2, 3, 5, 10, 127],
}
TRAITS = {
    "slap_speed": [0.01, 0.5, 1, 1.5, 2, 3, 100],
    "drawer_speed_factor": [0.01, 0.5, 1, 1.25, 2, 100],
    "vigilance": [0, 0.25, 0.5, 0.9, 1],
    "false_slap_rate": [0, 0.1, 0.5, 0.9, 1],
    "reaction_mean": [1, 200, 300, 350, 400.5, 10_000],
    "reaction_sd": [0, 20, 40, 80, 10_000],
    "reaction_tail": [0, 50, 100, 200, 10_000],
}
GO_TOGETHER = {
    "gold_in_hoard": {"golds": 6},
    "deck_exhausted": {"winters": 0},
}


def shorten(rng, changes):
    if changes.get("winters") == 0 and rng.random() < 0.9:
        changes.setdefault("max_turns_per_round", rng.choice([10, 30, 50]))


SQUARRELS = RandomRules(Rules, NUMBERS, TRAITS, GO_TOGETHER, shorten)
