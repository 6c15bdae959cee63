"""What of a deal is not left to chance: a deck in common with other rules, hands as asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from squirrelstats import _rng
from squirrelstats.errors import UsageError, choices

#: Most cards of a deck.
MOST_CARDS = 255
#: By seat: copies by kind.
Hands: TypeAlias = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True)
class Dealing:
    """How the orders of the deals are made.

    Attributes
    ----------
    deck : tuple of int, optional
        Copies by kind of the deck that is shuffled; cards that the rules lack are left out then.
        Rules with different decks that share it have common deals. Default: the rules' own deck.
    hands : tuple of (seat, ((kind, copies), …))
        Opening hands with exactly so many copies of these kinds, the rest left to chance.
    exchanges : tuple of (seat, kind)
        A uniformly chosen card of another kind in the opening hand goes for a uniformly chosen copy
        of this kind from outside all hands; where there is none the deal stays as it was.
    """

    deck: tuple[int, ...] | None = None
    hands: Hands = ()
    exchanges: tuple[tuple[int, int], ...] = ()

    def describe(self) -> dict[str, Any]:
        """As plain data, without what is as usual."""
        told: dict[str, Any] = {}
        if self.deck is not None:
            told["deck"] = list(self.deck)
        if self.hands:
            told["hands"] = {
                str(seat): [list(pair) for pair in kinds] for seat, kinds in self.hands
            }
        if self.exchanges:
            told["exchanges"] = [list(pair) for pair in self.exchanges]
        return told

    def note(self, names: Sequence[str]) -> str:
        """The hands that were asked for, in words.

        Examples
        --------
        >>> Dealing(hands=((0, ((1, 3), (2, 1))),)).note(("four", "five", "gold"))
        'seat 0 opens with 3 five, 1 gold'
        """
        return "; ".join(
            f"seat {seat} opens with "
            + ", ".join(f"{copies or 'no'} {names[kind]}" for kind, copies in kinds)
            for seat, kinds in self.hands
        )

    @classmethod
    def described(cls, told: Mapping[str, Any]) -> Dealing:
        """What `describe` told."""
        deck, hands = told.get("deck"), told.get("hands", {})
        return cls(
            None if deck is None else tuple(deck),
            tuple((int(seat), tuple((k, n) for k, n in kinds)) for seat, kinds in hands.items()),
            tuple((seat, kind) for seat, kind in told.get("exchanges", ())),
        )

    def put_into(self, streams: Any, rules: Any) -> None:
        """Write it into a ``STREAMS`` record for these rules."""
        streams.copies[0] = _rng.ANY_NUMBER
        for seat, pairs in self.hands:
            for kind, copies in pairs:
                streams.copies[0, seat, kind] = copies
        for seat, kind in self.exchanges:
            streams.exchange[0, seat] = kind + 1
        streams.forced[0] = bool(self.hands or self.exchanges)
        if self.deck is not None:
            kinds = np.repeat(np.arange(len(self.deck)), self.deck)
            copy = np.concatenate([np.arange(copies) for copies in self.deck])
            printed = np.zeros(len(self.deck), int)
            printed[: len(rules.counts)] = rules.counts
            here = copy < printed[kinds]
            streams.common[0] = len(kinds)
            streams.common_kind[0, : len(kinds)] = np.where(here, kinds, _rng.LACKING)


USUAL = Dealing()
_LIKE = {"hands": '{0: {"gold": 1}}', "exchanges": '{0: "gold"}'}


def common_deck(several: list[Any]) -> tuple[int, ...] | None:
    """The smallest deck that has the cards of all these rules; None if all have the same.

    Raises
    ------
    UsageError
        It has more cards than fit.
    """
    decks = {tuple(rules.counts) for rules in several}
    if len(decks) == 1:
        return None
    width = max(map(len, decks))
    union = tuple(max(deck[k] if k < len(deck) else 0 for deck in decks) for k in range(width))
    if sum(union) > MOST_CARDS:
        raise UsageError(
            f"the decks of these rules have {sum(union)} cards between them, more than the "
            f"{MOST_CARDS} of a deal in common; compare fewer, or smaller decks"
        )
    return union


def asked_hands(game: Any, rules: Any, seats: int, hands: Mapping[int, Mapping[str, int]]) -> Hands:
    """Hands that a user asked for, checked.

    Parameters
    ----------
    hands : mapping of int to mapping of str to int
        By seat: copies by name of the kind, that of the columns or that under these rules.

    Raises
    ------
    UsageError
        No such seat or kind, or hands that cannot be dealt.
    """
    _, size, dealable = rules.hand_shape()
    names = game.kind_names(rules)[:dealable]
    asked: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    for seat, wished in _by_seat("hands", hands, seats):
        if not isinstance(wished, Mapping):
            raise UsageError(
                f'a hand is asked for by kind, like {{"{names[0]}": 2}}, got {wished!r} for seat '
                f"{seat}"
            )
        asked.append((seat, tuple(sorted(_copies(game, names, wished).items()))))
    fixed = {kind for _, kinds in asked for kind, _ in kinds}
    for seat, kinds in asked:
        if {kind for kind, _ in kinds} != fixed:
            raise UsageError(
                "several hands can be asked for only by the same kinds, else their odds are not "
                f"those of chance; name {', '.join(names[kind] for kind in sorted(fixed))} for each"
            )
        if sum(copies for _, copies in kinds) > size:
            raise UsageError(f"seat {seat}: more cards are asked for than the {size} of a hand")
    counts = rules.counts
    for kind in fixed:
        wanted = sum(dict(pairs)[kind] for _, pairs in asked)
        if wanted > counts[kind]:
            raise UsageError(
                f"{wanted} cards {names[kind]!r} are asked for, the deck has {counts[kind]}"
            )
    free = sum(counts[kind] for kind in range(dealable) if kind not in fixed)
    needed = sum(size - sum(copies for _, copies in kinds) for _, kinds in asked)
    if needed > free:
        raise UsageError(
            f"the rest of these hands needs {needed} cards of other kinds, the deck has {free}"
        )
    return tuple(asked)


def asked_exchanges(
    game: Any, rules: Any, seats: int, exchanges: Mapping[int, str]
) -> tuple[tuple[int, int], ...]:
    """Exchanges that a user asked for, checked: kind by seat."""
    names = game.kind_names(rules)[: rules.hand_shape()[2]]
    return tuple(
        (seat, _kind(game, names, name)) for seat, name in _by_seat("exchanges", exchanges, seats)
    )


def asked_deck(rules: Any, deck: Sequence[int] | None) -> tuple[int, ...] | None:
    """A deck in common that a user asked for, checked.

    Raises
    ------
    UsageError
        It is no deck, or lacks cards that the rules have.
    """
    if deck is None:
        return None
    numbers = isinstance(deck, Sequence) and not isinstance(deck, str)
    if not numbers or not all(_is_number(copies) for copies in deck):
        raise UsageError(
            f"a deck in common is given as the copies of each kind, such as {rules.counts}, "
            f"got {deck!r}"
        )
    lacks = len(deck) < len(rules.counts) or any(
        copies < own for copies, own in zip(deck, rules.counts, strict=False)
    )
    if lacks:
        raise UsageError(
            f"a deck in common has all cards of the rules, {rules.counts} by kind, got "
            f"{tuple(deck)}"
        )
    if sum(deck) > MOST_CARDS or len(deck) > _rng.KIND_LIMIT:
        raise UsageError(
            f"a deck in common has at most {MOST_CARDS} cards of {_rng.KIND_LIMIT} kinds, got "
            f"{sum(deck)} of {len(deck)}"
        )
    return tuple(int(copies) for copies in deck)


def _by_seat(what: str, given: Any, seats: int) -> list[tuple[int, Any]]:
    """What is asked for, by ascending seat."""
    if not isinstance(given, Mapping):
        raise UsageError(f"{what} are given by seat, like {_LIKE[what]}, got {given!r}")
    for seat in given:
        whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if not whole or not 0 <= seat < seats:
            raise UsageError(
                f"{what} are given by seat, like {_LIKE[what]}: a seat must be a whole number from "
                f"0 to {seats - 1}, got {seat!r}"
            )
    return sorted((int(seat), wished) for seat, wished in given.items())


def _is_number(copies: Any) -> bool:
    whole = isinstance(copies, int | np.integer) and not isinstance(copies, bool)
    return whole and copies >= 0


def _kind(game: Any, names: tuple[str, ...], name: Any) -> int:
    """The kind that is called so, by the rules or by the columns of results."""
    for known in (names, game.layout.KINDS[: len(names)]):
        if name in known:
            return int(known.index(name))
    raise UsageError(choices(f"kind of card in a hand of {game.name}", name, names))


def _copies(game: Any, names: tuple[str, ...], kinds: Mapping[str, int]) -> dict[int, int]:
    asked: dict[int, int] = {}
    for name, copies in kinds.items():
        kind = _kind(game, names, name)
        if kind in asked:
            raise UsageError(f"{names[kind]} and {name!r} are the same kind; name it once")
        if not _is_number(copies):
            raise UsageError(f"copies of {name!r} must be a whole number from 0 on, got {copies!r}")
        asked[kind] = int(copies)
    return asked
