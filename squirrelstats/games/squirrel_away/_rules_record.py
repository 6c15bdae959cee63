"""The rules of Squirrel Away as the kernel reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from squirrelstats.games.squirrel_away import layout as L

if TYPE_CHECKING:
    from squirrelstats.games.squirrel_away.rules import Rules


def rules_record(rules: Rules) -> np.ndarray:
    """The rules as the kernel's record.

    Returns
    -------
    record : RULES (1,)
    """
    record = np.zeros(1, L.RULES)
    faces, copies = rules.faces, rules.counts
    deck = np.repeat(np.arange(len(faces)), copies)
    record["deck"][0, : len(deck)] = deck
    record["deck_size"] = len(deck)
    counts = np.zeros(L.MAX_FACES, "u1")
    counts[: len(faces)] = copies
    record["counts"][0] = counts.view("u8")
    record["faces"] = len(faces)
    for number, face in enumerate(faces):
        record["face_acorns"][0, number] = _packed(face.acorns, face.number)
    record["face_wild"] = sum(1 << number for number, face in enumerate(faces) if face.wild)
    record["loot"] = _packed(rules.acorns, sum(rules.acorns))
    for place, (name, values) in enumerate(L.OPTION_VALUES.items()):
        record["options"][0, place] = values.index(getattr(rules, name))
    for name in L.NUMBERS:
        record[name] = getattr(rules, name)
    return record


def _packed(acorns: tuple[int, ...], total: int) -> np.uint64:
    """Acorns by colour and their total, a byte for each."""
    lanes = np.zeros(8, "u1")
    lanes[: len(acorns)] = acorns
    lanes[L.TOTAL] = total
    packed: np.uint64 = lanes.view("u8")[0]
    return packed
