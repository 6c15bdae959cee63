"""What the rules of any game may not say, and the words to say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from squirrelstats.games._rules import shown

#: Whether rules do something wrong, and what to say then.
Contradiction = tuple[bool, str]


def too_many_cards(rules: Any) -> Contradiction:
    """A deck that does not fit into the kernel's."""
    size = sum(rules.counts)
    return (
        size > 255,
        f"the deck has {size} cards, more than the 255 that fit; use fewer copies",
    )


def match_too_long(rules: Any) -> Contradiction:
    """A fixed number of rounds beyond the limit of rounds."""
    return (
        rules.match_rounds > rules.max_rounds,
        f"a match of {rules.match_rounds} rounds (match_rounds) is longer than max_rounds="
        f"{rules.max_rounds} allows; raise max_rounds",
    )


def speaking_of_absent_cards(
    rules: Any, fields: Mapping[tuple[str, ...], Iterable[str]]
) -> Iterator[Contradiction]:
    """Fields that speak of cards, by the fields that count these cards."""
    for counts, names in fields.items():
        absent = not any(getattr(rules, count) for count in counts)
        for name in names:
            gone = " and ".join(f"{count}=0" for count in counts)
            card = "a card" if len(counts) == 1 else "cards"
            keep = "the card" if len(counts) == 1 else "one of them"
            yield (
                absent and changed(rules, name),
                f"{said(rules, name)} speaks of {card} that {gone} "
                f"take{'s' if len(counts) == 1 else ''} out; {leave(rules, name)}, or keep {keep}",
            )


def changed(rules: Any, name: str) -> bool:
    """Whether a field differs from its default."""
    return bool(getattr(rules, name) != _default(rules, name))


def said(rules: Any, name: str) -> str:
    """A field as it is written."""
    return f"{name}={shown(getattr(rules, name))}"


def leave(rules: Any, name: str) -> str:
    """The advice to leave a field as it was."""
    return f"leave {name} at {shown(_default(rules, name))}"


def _default(rules: Any, name: str) -> Any:
    return type(rules).__dataclass_fields__[name].default
