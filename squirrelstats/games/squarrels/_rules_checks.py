"""Rules of S'Quarrels that exclude each other, or a number of players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squirrelstats.errors import UsageError
from squirrelstats.games._rules_checks import (
    Contradiction,
    match_too_long,
    speaking_of_absent_cards,
    too_many_cards,
)
from squirrelstats.games.squarrels import layout as L

if TYPE_CHECKING:
    from squirrelstats.games.squarrels.rules import Rules

#: Fields that speak of cards, by the fields that count these cards.
_SPEAK_OF: dict[tuple[str, ...], tuple[str, ...]] = {
    ("golds",): ("gold_in_hoard", "gold_lost_scope", "gold_discardable", "gold_alone"),
    ("leads",): ("lead_rank",),
    ("winters",): ("winter_place",),
}


def contradictions(rules: Rules) -> Iterator[Contradiction]:
    """Every way in which values can exclude each other: whether they do, and what to say."""
    yield too_many_cards(rules)
    yield (
        max(rules.counts[: L.NUMBER_KINDS]) < rules.set_size,
        f"no value has the {rules.set_size} copies of a set (set_size), so nothing can ever be "
        "stored; use a smaller set_size or more copies",
    )
    yield from speaking_of_absent_cards(rules, _SPEAK_OF)
    yield match_too_long(rules)


def check_seats(rules: Rules, seats: int) -> None:
    """Refuse a table for which the deck is too small.

    Raises
    ------
    UsageError
        If the starting hands cannot be dealt.
    """
    dealable = L.NUMBER_KINDS if rules.setup_hand == "numbers_only" else L.HAND_KINDS
    cards = sum(rules.counts[:dealable])
    if rules.gold_lost_scope == "game" and dealable > L.GOLD:
        cards -= rules.golds
    if seats * rules.starting_hand > cards:
        raise UsageError(
            f"{seats} hands of {rules.starting_hand} (starting_hand) need "
            f"{seats * rules.starting_hand} cards that can be dealt, the deck has {cards}; use "
            "fewer players, a smaller starting_hand or more copies"
        )
