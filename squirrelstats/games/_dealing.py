"""What of a deal is not left to chance: a deck in common with other rules, hands as asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from squirrelstats import _rng
from squirrelstats.errors import UsageError, choices

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
            here = copy < np.asarray(rules.counts)[kinds]
            streams.common[0] = len(kinds)
            streams.common_kind[0, : len(kinds)] = np.where(here, kinds, _rng.LACKING)


USUAL = Dealing()


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
    if sum(union) > 255:
        raise UsageError(
            f"the decks of these rules have {sum(union)} cards between them, more than the 255 of "
            "a deal in common; compare fewer, or smaller decks"
        )
    return union


def asked_hands(game: Any, rules: Any, seats: int, hands: Mapping[int, Mapping[str, int]]) -> Hands:
    """Hands that a user asked for, checked.

    Parameters
    ----------
    hands : mapping of int to mapping of str to int
        By seat: copies by name of the kind.

    Raises
    ------
    UsageError
        No such seat or kind, or hands that cannot be dealt.
    """
    _, size, dealable = rules.hand_shape()
    names = game.layout.KINDS[:dealable]
    asked: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    for seat, wished in sorted(hands.items()):
        _check_seat(seat, seats)
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
    names = game.layout.KINDS[: rules.hand_shape()[2]]
    asked = []
    for seat, name in sorted(exchanges.items()):
        _check_seat(seat, seats)
        if name not in names:
            raise UsageError(choices(f"kind of card in a hand of {game.name}", name, names))
        asked.append((seat, names.index(name)))
    return tuple(asked)


def _check_seat(seat: Any, seats: int) -> None:
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
        raise UsageError(f"a seat must be a whole number from 0 to {seats - 1}, got {seat!r}")


def _copies(game: Any, names: tuple[str, ...], kinds: Mapping[str, int]) -> dict[int, int]:
    asked = {}
    for name, copies in kinds.items():
        if name not in names:
            raise UsageError(choices(f"kind of card in a hand of {game.name}", name, names))
        whole = isinstance(copies, int | np.integer) and not isinstance(copies, bool)
        if not whole or copies < 0:
            raise UsageError(f"copies of {name!r} must be a whole number from 0 on, got {copies!r}")
        asked[names.index(name)] = int(copies)
    return asked
