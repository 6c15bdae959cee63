"""The rules of S'Quarrels as the kernel reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from squirrelstats.games.squarrels import layout as L

if TYPE_CHECKING:
    from squirrelstats.games.squarrels.rules import Rules


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
    record["unseen"][0] = counts.view("u8")
    for place, (name, values) in enumerate(L.OPTION_VALUES.items()):
        record["options"][0, place] = values.index(getattr(rules, name))
    value = np.arange(1, L.NUMBER_KINDS + 1)
    points = {"face": value, "sum": value * rules.set_size, "square": value * value}
    lost = {"nothing": 0 * value, "minus_one_each": 1 + 0 * value, "minus_face": value}
    record["set_points"][0] = points[rules.set_scoring]
    record["hand_points"][0, : L.NUMBER_KINDS] = -lost[rules.cards_left]
    record["hand_points"][0, L.GOLD] = rules.gold_points
    record["hand_points"][0, L.LEAD] = rules.lead_points
    for name in (
        *("starting_hand", "stop_level", "hand_cap", "minimum_draws", "discards", "set_size"),
        *("target_score", "match_rounds", "max_rounds"),
    ):
        record[name] = getattr(rules, name)
    record["max_turns"] = rules.max_turns_per_round
    return record
