"""Rules of Squirrels that exclude each other, or a number of players.

Refused is what cannot be played, and what speaks of what can never happen. A ``clear_size`` for
which no value has the copies is no contradiction: piles are then cleared by Squirrels alone, and
rounds end as always. Nor are values that say the same twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from squirrelstats.errors import UsageError
from squirrelstats.games._rules import shown

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


def contradictions(rules: Rules) -> Iterator[tuple[bool, str]]:
    """Everything that rules may do wrong: whether these do, and what to say then."""
    size = sum(rules.counts)
    yield (
        size > 255,
        f"the deck has {size} cards, more than the 255 that fit; use fewer copies",
    )
    for counts, names in _SPEAK_OF.items():
        absent = not any(getattr(rules, count) for count in counts)
        for name in names:
            gone = " and ".join(f"{count}=0" for count in counts)
            card = "a card" if len(counts) == 1 else "cards"
            keep = "the card" if len(counts) == 1 else "one of them"
            yield (
                absent and _changed(rules, name),
                f"{_said(rules, name)} speaks of {card} that {gone} "
                f"take{'s' if len(counts) == 1 else ''} out; {_leave(rules, name)}, or keep {keep}",
            )
    yield (
        not rules.final_turns and _changed(rules, "final_turn_must_pickup"),
        "final_turn_must_pickup=false speaks of final turns, which final_turns=false takes out; "
        f"{_leave(rules, 'final_turn_must_pickup')}, or keep final_turns",
    )
    for card in ("push", "skip"):
        name = "push_no_target_pile" if card == "push" else "skip_no_target"
        anyone = getattr(rules, f"{card}_target") == "anyone"
        yield (
            rules.self_target and anyone and _changed(rules, name),
            f"{_said(rules, name)} speaks of nobody to {card}, but under self_target=true there is "
            f"always oneself; {_leave(rules, name)}, or self_target at false",
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
        rules.match_rounds > 0 and _changed(rules, "target_points"),
        f"target_points={rules.target_points} ends a match to a number of points, but match_rounds="
        f"{rules.match_rounds} ends it after so many rounds; set match_rounds=0, or leave "
        "target_points at 300",
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
        If the cards cannot be dealt.
    """
    each, cards = rules.stacks * rules.depth + rules.hand_size, sum(rules.counts)
    if seats * each > cards:
        raise UsageError(
            f"{seats} players need {seats} times {each} cards (stacks, depth, hand_size), the "
            f"deck has {cards}; use fewer players, smaller hands or more copies"
        )


def _default(rules: Rules, name: str) -> Any:
    return type(rules).__dataclass_fields__[name].default


def _changed(rules: Rules, name: str) -> bool:
    return bool(getattr(rules, name) != _default(rules, name))


def _said(rules: Rules, name: str) -> str:
    return f"{name}={shown(getattr(rules, name))}"


def _leave(rules: Rules, name: str) -> str:
    return f"leave {name} at {shown(_default(rules, name))}"
