"""Verdicts of a contract as the questions that people ask."""

from __future__ import annotations

from squirrelstats.balance._verdict import FAIL, PASS, Verdict
from squirrelstats.balance.verdicts import BalanceVerdicts

#: Question, answer if within the limits, answer if outside.
QUESTIONS = {
    "seat_bias": ("Are the seats fair?", "Yes", "No"),
    "dominance": ("Does one policy dominate?", "No", "Yes"),
    "dead_cards": ("Are there dead cards?", "No", "Yes"),
    "strongest_card": ("Is one card too strong?", "No", "Yes"),
    "turns": ("Is the number of turns right?", "Yes", "No"),
    "minutes": ("Is the length right?", "Yes", "No"),
    "luck_share": ("Is there room for skill, and for luck?", "Yes", "No"),
    "skill_gap": ("Does sensible play pay?", "Yes", "No"),
    "comebacks": ("Does a leader run away?", "No", "Yes"),
    "behind": ("Is the winner behind for long?", "Within limits", "Outside limits"),
    "lead_changes": ("Is the lead contested?", "Yes", "No"),
    "truncated": ("Do rounds come to an end?", "Yes", "No"),
    "shared_wins": ("Are wins shared too often?", "No", "Yes"),
}
UNDECIDED = "Not enough rounds to say"


def question(verdict: Verdict) -> str:
    """What a verdict answers."""
    return QUESTIONS[verdict.metric.name][0]


def answer(verdict: Verdict) -> str:
    """The answer in a word or two."""
    _, inside, outside = QUESTIONS[verdict.metric.name]
    return {PASS: inside, FAIL: outside}.get(verdict.status, UNDECIDED)


def cards(found: BalanceVerdicts) -> list[dict[str, str]]:
    """Question, answer, its sentence, and how it is marked."""
    kinds = {PASS: ("pass", "✓"), FAIL: ("fail", "✗")}
    shown = []
    for verdict in found.verdicts:
        kind, mark = kinds.get(verdict.status, ("open", "?"))
        shown.append(
            {
                "question": question(verdict),
                "kind": kind,
                "mark": mark,
                "answer": answer(verdict),
                "sentence": verdict.sentence,
            }
        )
    return shown
