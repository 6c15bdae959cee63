"""The rules of Squirrels as the kernel reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from squirrelstats.games.squirrels import layout as L

if TYPE_CHECKING:
    from squirrelstats.games.squirrels.rules import Rules


def rules_record(rules: Rules) -> np.ndarray:
    """The rules as the kernel's record.

    Returns
    -------
    record : RULES (1,)
    """
    record = np.zeros(1, L.RULES)
    deck = np.repeat(np.arange(len(L.KINDS)), rules.counts)
    record["deck"][0, : len(deck)] = deck
    record["deck_size"] = len(deck)
    counts = np.zeros(16, "u1")
    counts[: len(L.KINDS)] = rules.counts
    counts[L.TOTAL] = len(deck)
    record["counts"][0] = counts.view("u8")
    for place, (name, values) in enumerate(L.OPTION_VALUES.items()):
        record["options"][0, place] = values.index(getattr(rules, name))
    for place, name in enumerate(L.FLAGS):
        record["switches"][0, place] = getattr(rules, name)
    points = record["points"][0]
    points[: L.NUMBER_KINDS] = np.arange(1, L.NUMBER_KINDS + 1)
    points[L.WILD], points[L.PUSH] = rules.wild_points, rules.push_points
    points[L.SKIP], points[L.SQUIRREL] = rules.skip_points, rules.squirrel_points
    for name in (
        *("clear_size", "hand_size", "stacks", "depth", "draw_to", "face_down_factor"),
        *("first_out_bonus", "match_rounds", "target_points", "max_rounds"),
    ):
        record[name] = getattr(rules, name)
    if rules.natural_fours and rules.four_limit == "exact4":
        record["never_by_wild"] = record["never_with_wild"] = rules.clear_size
    if not rules.wild_can_complete_four:
        record["never_by_wild"] = rules.clear_size
    record["max_turns"] = rules.max_turns_per_round
    return record
