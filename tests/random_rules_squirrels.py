"""Random rules and traits of Squirrels."""

from squirrelstats.games.squirrels.rules import Rules
from tests.random_rules import RandomRules

#: Numbers tried, the bounds of each field among them. Most keep rounds short enough.
NUMBERS = {
    "clear_size": [3, 5],
    "max_turns_per_round": [1, 2, 5, 5, 10, 10, 20, 40, 10_000],
    "wild_points": [0, 10, 50, 100],
    "push_points": [0, 15, 50, 100],
    "skip_points": [0, 25, 50, 100],
    "squirrel_points": [0, 1, 50, 100],
    "face_down_factor": [0, 2, 3],
    "first_out_bonus": [1, 10, 100],
    "hand_size": [1, 1, 2, 3, 5, 12, 40],
    "stacks": [2, 2, 3, 5, 6],
    "depth": [2, 2, 4],
    "draw_to": [1, 3, 5, 20],
    "match_rounds": [0, 1, 2, 4, 100],
    "target_points": [1, 20, 100, 10_000],
    "max_rounds": [1, 2, 3, 5, 10_000],
    "ones": [0, 1, 8, 127],
    "twos": [0, 4, 8, 127],
    "threes": [0, 8, 20, 127],
    "fours": [0, 2, 8, 127],
    "fives": [0, 1, 8, 127],
    "sixes": [0, 4, 8, 127],
    "sevens": [0, 8, 10, 127],
    "eights": [0, 2, 8, 127],
    "nines": [0, 8, 10, 127],
    "tens": [0, 6, 8, 127],
    "wilds": [0, 1, 24, 60, 127],
    "pushes": [0, 1, 24, 60, 127],
    "skips": [0, 1, 24, 60, 127],
    "squirrels": [0, 6, 24, 127],
}
TRAITS = {"recall": [0, 0.1, 0.5, 0.9, 1]}
MANY_WILDS = {"wilds": 40}
DEAD_PUSHES = {"pushes": 40, "push_target": "next_player", "voluntary_pickup": False}
DEAD_SKIPS = {"skips": 40, "skip_target": "next_player"}
GO_TOGETHER = {
    "wild_in_sets": MANY_WILDS,
    "wild_can_complete_four": MANY_WILDS,
    "natural_fours": MANY_WILDS,
    "blind_add_wild": MANY_WILDS,
    "blind_wild_value": MANY_WILDS,
    "blind_unusable": {**DEAD_PUSHES, **DEAD_SKIPS},
    "push_no_target_pile": DEAD_PUSHES,
    "skip_no_target": DEAD_SKIPS,
    "skip_stack": {"skips": 40},
}


def shorten(rng, changes):
    """Small hands and stacks, and an early end."""
    if rng.random() < 0.98:
        changes.setdefault("max_turns_per_round", rng.choice([5, 8, 12, 20]))
    if rng.random() < 0.85:
        changes.setdefault("hand_size", rng.choice([1, 1, 2, 3]))
        changes.setdefault("stacks", rng.choice([2, 2, 3]))
        changes.setdefault("depth", rng.choice([2, 2, 3]))
        if rng.random() < 0.7:
            changes.setdefault("draw_to", 0)


SQUIRRELS = RandomRules(Rules, NUMBERS, TRAITS, GO_TOGETHER, shorten)
