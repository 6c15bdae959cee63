"""Rules of Squirrel Away that exclude each other, or a number of players.

Refused is what cannot be played, and what speaks of what can never happen. A face that names more
acorns than the Loot has, or a hand can hold, is no contradiction: one lies about it, or fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squirrelstats.errors import UsageError
from squirrelstats.games._rules_checks import Contradiction, changed, leave, said, too_many_cards
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.faces import parse_faces

if TYPE_CHECKING:
    from squirrelstats.games.squirrel_away.rules import Rules

#: Most acorns that fit into a lane of the kernel's counts.
MOST_ACORNS = 127
#: Fields that speak of calls, which nobody can make without tokens.
_OF_CALLS = (
    *("bust_keep", "caught_keeps", "caller_reward", "caller_stash", "token_cost", "call_targets"),
    *("verdict_mode", "bonus", "caller_acorns", "wrong_call_penalty"),
)


def contradictions(rules: Rules) -> Iterator[Contradiction]:
    """Everything that rules may do wrong: whether these do, and what to say then."""
    yield from _of_faces(rules)
    yield too_many_cards(rules)
    yield from _of_calls(rules)
    yield from _of_acorns(rules)
    yield (
        rules.token_end == "off" and changed(rules, "token_end_when"),
        f"{said(rules, 'token_end_when')} says when a game without tokens ends, but token_end=off "
        f"never ends it so; {leave(rules, 'token_end_when')}, or token_end at others_zero",
    )
    needed, cards = L.MIN_SEATS * rules.hand_size, sum(rules.counts)
    yield (
        needed > cards,
        f"{L.MIN_SEATS} hands of {rules.hand_size} (hand_size) need {needed} cards, the deck has "
        f"{cards}; use smaller hands or more copies",
    )


def _of_faces(rules: Rules) -> Iterator[Contradiction]:
    """What the list of faces may do wrong."""
    custom = rules.card_faces == "custom"
    given = parse_faces(rules.custom_faces)
    yield (
        custom and not given,
        "card_faces=custom needs the faces of the deck; list them in custom_faces, such as "
        "custom_faces='RB RG*2 2W'",
    )
    yield (
        bool(given) and not custom,
        f"custom_faces lists faces, but card_faces={rules.card_faces} has its own; leave "
        "custom_faces empty, or set card_faces=custom",
    )
    yield (
        custom and not rules.wilds and not any(face.wild for face in given),
        "wilds=false takes out Wilds, but custom_faces lists none; leave wilds at true",
    )
    yield (
        not rules.faces,
        "wilds=false leaves no face of custom_faces; list a face without a Wild, or leave wilds at "
        "true",
    )
    yield (
        custom and changed(rules, "card_copies") and all(face.copies for face in rules.faces),
        f"{said(rules, 'card_copies')} is for faces without a number of their own, but every face "
        f"of custom_faces has one; {leave(rules, 'card_copies')}, or take a *number away",
    )


def _of_calls(rules: Rules) -> Iterator[Contradiction]:
    """What the fields of calls and their price may do wrong."""
    yield (
        rules.tokens == 0 and rules.token_end != "off",
        f"tokens=0 with token_end={rules.token_end} ends the game before its first turn; set "
        "token_end=off, or deal tokens",
    )
    for name in _OF_CALLS:
        yield (
            rules.tokens == 0 and changed(rules, name),
            f"{said(rules, name)} speaks of calls, which tokens=0 takes out; {leave(rules, name)}, "
            "or deal tokens",
        )
    yield (
        rules.caught_keeps == "none" and changed(rules, "bust_keep"),
        f"{said(rules, 'bust_keep')} says who chooses the acorns that are kept, but "
        f"caught_keeps=none keeps none; {leave(rules, 'bust_keep')}, or caught_keeps at one",
    )
    yield (
        rules.caller_reward == "rest_of_fist" and changed(rules, "caller_acorns"),
        f"{said(rules, 'caller_acorns')} counts the acorns of the caller, but caller_reward="
        f"rest_of_fist gives all the rest; {leave(rules, 'caller_acorns')}, or caller_reward at "
        "loot_after_return",
    )
    for name in ("caller_reward", "caller_stash"):
        yield (
            rules.caller_acorns == 0 and changed(rules, name),
            f"{said(rules, name)} speaks of the caller's acorns, which caller_acorns=0 takes out; "
            f"{leave(rules, name)}, or caller_acorns at 1",
        )


def _of_acorns(rules: Rules) -> Iterator[Contradiction]:
    """What the numbers of the Loot may do wrong."""
    total = sum(rules.acorns)
    yield (
        total > MOST_ACORNS,
        f"the Loot has {total} acorns, more than the {MOST_ACORNS} that fit; use fewer of a colour",
    )
    missing = [
        f"loot_{colour}"
        for colour, acorns in zip(L.COLOURS, rules.acorns, strict=True)
        if not acorns
    ]
    yield (
        bool(missing) and rules.leftover_quarters == 0,
        f"{' and '.join(f'{name}=0' for name in missing)} leaves no complete set to be made, so "
        "nobody could ever score; use at least one acorn of each colour, or leftover_quarters",
    )
    yield (
        total == 0,
        "the Loot is empty; use at least one acorn",
    )


def check_seats(rules: Rules, seats: int) -> None:
    """Refuse a table for which the deck is too small.

    Raises
    ------
    UsageError
        If the hands cannot be dealt.
    """
    cards = sum(rules.counts)
    if seats * rules.hand_size > cards:
        raise UsageError(
            f"{seats} hands of {rules.hand_size} (hand_size) need {seats * rules.hand_size} cards, "
            f"the deck has {cards}; use fewer players, smaller hands or more copies"
        )
