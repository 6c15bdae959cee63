"""Rules of S'Quarrels that exclude each other, or a number of players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squirrelstats.errors import UsageError
from squirrelstats.games.squarrels import layout as L

if TYPE_CHECKING:
    from squirrelstats.games.squarrels.rules import Rules


def contradictions(rules: Rules) -> Iterator[tuple[bool, str]]:
    """Every way in which values can exclude each other: whether they do, and what to say."""
    size = sum(rules.counts)
    yield (
        size > 255,
        f"the deck has {size} cards, more than the 255 that fit; use fewer copies",
    )
    yield (
        max(rules.counts[: L.NUMBER_KINDS]) < rules.set_size,
        f"no value has the {rules.set_size} copies of a set (set_size), so nothing can ever be "
        "stored; use a smaller set_size or more copies",
    )
    absent = {
        "golds": ("gold_in_hoard", "gold_lost_scope", "gold_discardable", "gold_alone"),
        "leads": ("lead_rank",),
        "winters": ("winter_place",),
    }
    for count, names in absent.items():
        for name in names:
            yield (
                getattr(rules, count) == 0 and getattr(rules, name) != L.OPTION_VALUES[name][0],
                f"{name}={getattr(rules, name)} speaks of a card that {count}=0 takes out; "
                f"leave {name} at {L.OPTION_VALUES[name][0]}, or keep the card",
            )
    yield (
        rules.match_rounds > rules.max_rounds,
        f"a match of {rules.match_rounds} rounds (match_rounds) is longer than max_rounds="
        f"{rules.max_rounds} allows; raise max_rounds",
    )


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
