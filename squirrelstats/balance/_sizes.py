"""How many deals every piece of a study is played on, from one number."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

#: Rounds of a study unless it says otherwise, and the fewest that it may have.
ROUNDS, LEAST_ROUNDS = 20_000, 100


@dataclass(frozen=True)
class Sizes:
    """Deals of every piece, in proportion to the rounds of the study.

    Attributes
    ----------
    run : int
        At the line-up, each deal in every rotation.
    equal_run : int
        Everybody alike: one playing a deal, so as many rounds as `run`.
    replayed : int
        Playings replayed with their events.
    luck : int
        Of the split of the variance, each deal many times over.
    cards : int
        Of the exchange of cards, each deal for every card and seat.
    sweeps : int
        For every value of a number in the deck.
    tournament : int
        For every pair of policies; fewer the more there are.
    skill : int
        For every rung of the ladder.
    readings : int
        For every other reading of the rules, each deal in every rotation.
    """

    run: int
    equal_run: int
    replayed: int
    luck: int
    cards: int
    sweeps: int
    tournament: int
    skill: int
    readings: int

    @classmethod
    def of(cls, rounds: int, seats: int, pool: int) -> Sizes:
        """The sizes that follow from rounds, seats and policies in the pool.

        Examples
        --------
        >>> sizes = Sizes.of(20_000, seats=4, pool=9)
        >>> sizes.cards, sizes.tournament
        (5000, 740)
        """
        return cls(
            run=rounds,
            equal_run=rounds * seats,
            replayed=max(rounds // 5, 10 * seats),
            luck=max(rounds // 5, 50),
            cards=max(rounds // 4, 50),
            sweeps=max(rounds // 5, 50),
            tournament=max(3 * rounds // pool**2, 20),
            skill=max(rounds // 5, 50),
            readings=max(rounds // 10, 50),
        )

    def table(self) -> list[tuple[str, int]]:
        """Name and deals of every piece."""
        return [(field.name, getattr(self, field.name)) for field in dataclasses.fields(self)]
