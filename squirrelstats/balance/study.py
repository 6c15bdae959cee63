"""Everything that is measured about one table, each piece when it is first asked for."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats.balance import _study_parts as parts
from squirrelstats.balance._method import Method, method_of
from squirrelstats.balance._sizes import LEAST_ROUNDS, ROUNDS, Sizes
from squirrelstats.balance.reading_effects import ReadingEffects, vary_readings
from squirrelstats.errors import UsageError
from squirrelstats.games.contract import Game, get_game
from squirrelstats.metagame.payoffs import Tournament
from squirrelstats.metagame.tournament import tournament
from squirrelstats.policies.player import Member, Player, seated
from squirrelstats.simulate.api import ROUND_LIMIT, asked_threads, simulate, whole_number
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.stats._shape_result import Shapes
from squirrelstats.stats.card_table import CardTable, card_table
from squirrelstats.stats.causal_cards import CausalEffects, causal_card_effects
from squirrelstats.stats.luck_split import LuckSplit, luck_split
from squirrelstats.stats.shape import (
    SECONDS_PER_DECISION,
    SECONDS_PER_TURN,
    check_seconds,
    shape,
)
from squirrelstats.stats.skill_ladder import SkillLadder, skill_ladder
from squirrelstats.stats.sweep import Sweep

if TYPE_CHECKING:
    import pandas as pd

#: The ladder is played on deals of another seed than those on which its top was chosen.
OTHER_DEALS = 0x5EED_0F_7A11


@dataclass(frozen=True, eq=False, repr=False)
class Study:
    """One table and all that is measured about it.

    Seats and cards are measured with the same player in every seat (`alike`), so that an effect is
    theirs; everything else at the line-up, which is rotated over all seats.

    Attributes
    ----------
    plan : Plan
        The line-up, rotated.
    alike : Player
        Who sits in every seat where seats and cards are measured.
    pool : tuple of Player
        Who contends for being the best, and whom they meet.
    rounds : int
        Deals at the line-up; all other sizes follow from it (`sizes`).
    threads : int or None
    progress : bool or None
    seconds_per_turn, seconds_per_decision : float
        Assumed for minutes.
    """

    plan: Plan
    alike: Player
    pool: tuple[Player, ...]
    rounds: int
    threads: int | None = None
    progress: bool | None = None
    seconds_per_turn: float = SECONDS_PER_TURN
    seconds_per_decision: float = SECONDS_PER_DECISION

    @classmethod
    def of(
        cls,
        game: str | Game,
        *,
        rules: Any = None,
        lineup: Sequence[Member] | None = None,
        pool: Sequence[Member] | None = None,
        alike: Member | None = None,
        rounds: int = ROUNDS,
        seed: int | Mapping[str, int] = 0,
        seconds_per_turn: float = SECONDS_PER_TURN,
        seconds_per_decision: float = SECONDS_PER_DECISION,
        threads: int | None = None,
        progress: bool | None = None,
    ) -> Study:
        """A table to be studied; nothing is played yet.

        Parameters
        ----------
        game : str
        rules : str, Path or Rules, optional
        lineup : sequence of str, Policy or Player, optional
            Default: that of the game's own balance contract.
        pool : sequence of str, Policy or Player, optional
            Who contends for being the best policy. Default: that of the contract, all built-in
            policies but ``random``.
        alike : str, Policy or Player, optional
            Who sits in every seat where seats and cards are measured. Default: the line-up's
            player if all are alike, else ``baseline``.
        rounds : int
            Deals at the line-up, from 100 on; `sizes` says what follows from it.
        seed, threads, progress
            As for `simulate`.
        seconds_per_turn, seconds_per_decision : float
            As for `shape`.

        Returns
        -------
        study : Study

        Raises
        ------
        UsageError
            Something in the call is wrong.

        Examples
        --------
        >>> import squirrelstats as sq
        >>> study = sq.Study.of("squarrels", rounds=200, seed=1)
        >>> study.run.deals, study.run.playings, study.equal_run.plan.labels[0]
        (200, 4, 'baseline')
        """
        from squirrelstats.balance.contract import default_contract

        played = get_game(game)
        own = default_contract(played.name)
        plan = make_plan(
            played,
            own.lineup if lineup is None else lineup,
            rules=rules,
            seed=seed,
            rotate="cyclic",
        )
        if alike is None:
            alike = plan.players[0] if len(set(plan.labels)) == 1 else "baseline"
        check_seconds("seconds_per_turn", seconds_per_turn)
        check_seconds("seconds_per_decision", seconds_per_decision)
        asked_threads(threads)
        contenders = own.pool if pool is None else pool
        if isinstance(contenders, str) or not isinstance(contenders, Sequence):
            raise UsageError(f"a pool is a list of two policies or more, got {pool!r}")
        if len(contenders) < 2:
            raise UsageError(f"a pool is two policies or more, got {len(contenders)}")
        pooled = tuple(Player(*seated(played, member)) for member in contenders)
        labels = [member.label for member in pooled]
        for label in labels:
            if labels.count(label) > 1:
                raise UsageError(f"a pool is of different policies, and {label!r} is in it twice")
        return cls(
            plan=plan,
            alike=Player(*seated(played, alike)),
            pool=pooled,
            rounds=whole_number("rounds", rounds, ROUND_LIMIT, LEAST_ROUNDS),
            threads=threads,
            progress=progress,
            seconds_per_turn=seconds_per_turn,
            seconds_per_decision=seconds_per_decision,
        )

    @property
    def game(self) -> Game:
        """What is played."""
        return self.plan.game

    @property
    def rules(self) -> Any:
        """The rules in force."""
        return self.plan.rules

    @property
    def seats(self) -> int:
        """Players at the table."""
        return len(self.plan.lineup)

    @property
    def lineup(self) -> tuple[Player, ...]:
        """Who plays."""
        return self.plan.players

    @property
    def equals(self) -> list[Player]:
        """The same player in every seat."""
        return [self.alike] * self.seats

    @functools.cached_property
    def sizes(self) -> Sizes:
        """How many deals every piece is played on."""
        return Sizes.of(self.rounds, self.seats, len(self.pool))

    @property
    def _given(self) -> dict[str, Any]:
        return {"rules": self.rules, "seed": self.plan.seed, "threads": self.threads}

    # --- the line-up --------------------------------------------------------------------------

    @functools.cached_property
    def run(self) -> Run:
        """The line-up, everybody in every seat: win shares, scores, length."""
        return simulate(
            self.game,
            self.lineup,
            rounds=self.sizes.run,
            rotate="cyclic",
            progress=self.progress,
            **self._given,
        )

    @functools.cached_property
    def shape(self) -> Shapes:
        """Length, lead changes, comebacks at the line-up."""
        return self._shape(self.run, self.sizes.replayed)

    @functools.cached_property
    def luck(self) -> LuckSplit:
        """Where the variance of a win share at the line-up comes from."""
        return luck_split(self.game, self.lineup, rounds=self.sizes.luck, **self._given)

    # --- everybody alike ----------------------------------------------------------------------

    @functools.cached_property
    def equal_run(self) -> Run:
        """The same player in every seat, with the cards of all hands."""
        return simulate(
            self.game,
            self.equals,
            rounds=self.sizes.equal_run,
            columns="cards",
            progress=self.progress,
            **self._given,
        )

    @functools.cached_property
    def equal_shape(self) -> Shapes:
        """Seat advantages, and the course of play among equals."""
        return self._shape(self.equal_run, self.sizes.replayed)

    @functools.cached_property
    def cards(self) -> CausalEffects:
        """What one more copy of each card in the opening hand causes."""
        return causal_card_effects(
            self.game,
            self.equals,
            rounds=self.sizes.cards,
            progress=self.progress,
            **self._given,
        )

    @functools.cached_property
    def card_table(self) -> CardTable:
        """What cards went along with, observed."""
        return card_table(self.equal_run)

    @functools.cached_property
    def deck_sweeps(self) -> tuple[Sweep, ...]:
        """For each number of cards or acorns: the starter's win share, its score, turns."""
        return parts.deck_sweeps(self)

    # --- the pool -----------------------------------------------------------------------------

    @functools.cached_property
    def tournament(self) -> Tournament:
        """One of each policy of the pool among players of each: payoffs on common deals."""
        return tournament(
            self.game,
            self.pool,
            seats=self.seats,
            rounds=self.sizes.tournament,
            design="balanced",
            rotate="cyclic",
            progress=self.progress,
            **self._given,
        )

    @functools.cached_property
    def champion(self) -> Player:
        """The policy of the pool that does best on every other deal of the tournament."""
        return self.pool[parts.picked(self.tournament)[0]]

    @functools.cached_property
    def skill(self) -> SkillLadder:
        """From ``random`` by ``baseline`` to the champion of the pool, on deals of their own."""
        chain: list[Member] = ["random", "baseline"]
        if self.champion.label != "baseline":
            chain.append(self.champion)
        given = self._given | {"seed": parts.shifted(self.plan.seed, OTHER_DEALS)}
        return skill_ladder(self.game, chain, seats=self.seats, rounds=self.sizes.skill, **given)

    # --- the rules ----------------------------------------------------------------------------

    @functools.cached_property
    def readings(self) -> ReadingEffects:
        """Every other reading of the rules in turn, at the line-up."""
        return vary_readings(
            self.game,
            lineup=self.lineup,
            rounds=self.sizes.readings,
            progress=self.progress,
            **self._given,
        )

    # --- what it rests on ---------------------------------------------------------------------

    def options(self) -> pd.DataFrame:
        """The rules in force and the nearest preset, field by field.

        Returns
        -------
        frame : DataFrame
            ``group, field, value, preset, preset_value, differs, meaning``.
        """
        return parts.options(self.game, self.rules)

    @functools.cached_property
    def method(self) -> Method:
        """Plan, seed, sizes, versions, and the call that does it again."""
        return method_of(self)

    def _shape(self, run: Run, replayed: int) -> Shapes:
        return shape(
            run,
            seconds_per_turn=self.seconds_per_turn,
            seconds_per_decision=self.seconds_per_decision,
            replayed=replayed,
        )

    @functools.cached_property
    def seat_shares(self) -> np.ndarray:
        """Win share of every seat among equals, by block; float64 (blocks, seats)."""
        return parts.seat_shares(self.equal_run)

    def __repr__(self) -> str:
        plan = self.plan
        return (
            f"<Study of {self.game.title}: {plan.rules_label} · {', '.join(plan.labels)} · "
            f"{plan.counted(self.rounds)} · seed {plan.seed}>"
        )
