"""Rules of Squirrels that exclude each other, or a number of players.

Refused is what cannot be played, and what speaks of what can never happen. A ``clear_size`` for
which no value has the copies is no contradiction: piles are then cleared by Squirrels alone, and
rounds end as always. Nor are values that say the same twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squirrelstats.errors import UsageError
from squirrelstats.games._rules_checks import (
    Contradiction,
    changed,
    leave,
    match_too_long,
    said,
    speaking_of_absent_cards,
    too_many_cards,
)

if TYPE_CHECKING:
    from squirrelstats.games.squirrels.rules import Rules

#: Fields that speak of cards, by the fields that count these cards.
_SPEAK_OF = {
    ("wilds",): (
        *("wild_in_sets", "wild_can_complete_four", "natural_fours", "blind_add_wild"),
        "blind_wild_value",
    ),
    ("pushes",): ("push_target", "push_needs_pile", "push_no_target_pile"),
    ("skips",): ("skip_target", "skip_stack", "skip_no_target"),
    ("pushes", "skips"): ("self_target", "blind_unusable"),
    ("squirrels",): ("squirrel_ends_turn",),
}


def contradictions(rules: Rules) -> Iterator[Contradiction]:
    """Everything that rules may do wrong: whether these do, and what to say then."""
    yield too_many_cards(rules)
    yield from speaking_of_absent_cards(rules, _SPEAK_OF)
    yield (
        not rules.final_turns and changed(rules, "final_turn_must_pickup"),
        "final_turn_must_pickup=false speaks of final turns, which final_turns=false takes out; "
        f"{leave(rules, 'final_turn_must_pickup')}, or keep final_turns",
    )
    for card in ("push", "skip"):
        name = "push_no_target_pile" if card == "push" else "skip_no_target"
        anyone = getattr(rules, f"{card}_target") == "anyone"
        yield (
            rules.self_target and anyone and changed(rules, name),
            f"{said(rules, name)} speaks of nobody to {card}, but under self_target=true there is "
            f"always oneself; {leave(rules, name)}, or self_target at false",
        )
    yield (
        rules.self_target and rules.push_target == rules.skip_target == "next_player",
        "self_target=true aims at oneself, but push_target=next_player and skip_target=next_player "
        "allow nobody but the left neighbour; leave self_target at false, or one of them at anyone",
    )
    yield (
        rules.leftover_visible and rules.draw_to > 0,
        f"draw_to={rules.draw_to} makes the undealt cards a face-down draw pile, but "
        "leftover_visible=true shows them; leave leftover_visible at false, or draw_to at 0",
    )
    yield (
        rules.match_rounds > 0 and changed(rules, "target_points"),
        f"target_points={rules.target_points} ends a match to a number of points, but match_rounds="
        f"{rules.match_rounds} ends it after so many rounds; set match_rounds=0, or leave "
        "target_points at 300",
    )
    yield match_too_long(rules)


def check_seats(rules: Rules, seats: int) -> None:
    """Refuse a table for which the deck is too small.

    Raises
    ------
    UsageError
        If the cards cannot be dealt.
    """
    each, cards = rules.stacks * rules.depth + rules.hand_size, sum(rules.counts)
    if seats * each > cards:
        raise UsageError(
            f"{seats} players need {seats} times {each} cards (stacks, depth, hand_size), the "
            f"deck has {cards}; use fewer players, smaller hands or more copies"
        )
