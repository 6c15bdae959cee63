"""Plays of common deals in which cards of a hand are forced, and the outcomes of its seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats.columns import LEVELS
from squirrelstats.errors import UsageError, choices, listed
from squirrelstats.estimate import Estimate
from squirrelstats.games.contract import Game, get_game
from squirrelstats.intervals import student
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import asked_threads, play_on
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.store import MemoryStore
from squirrelstats.stats._repeats import check_repeats
from squirrelstats.stats.arms import Arm
from squirrelstats.stats.card_effects import deck_of, kept_kinds, names_by_kind
from squirrelstats.stats.compare import columns_for
from squirrelstats.stats.measures import measure_names, measure_of


@dataclass(frozen=True, eq=False)
class Played:
    """Outcomes of one way to deal.

    Attributes
    ----------
    outcomes : mapping of str to float64 (blocks, seats)
        By measure: mean of a playing.
    opening : mapping of str to int64 (blocks, seats)
        Copies in the opening hand by kind; the same in all playings of a deal.
    seen : mapping of str to float64 (blocks, seats)
        By kind: share of the playings in which a copy was ever in hand, dealt or drawn.
    with_it : mapping of (measure, kind) to float64 (blocks, seats)
        The outcome where it was, 0 elsewhere; mean of a playing.
    """

    outcomes: Mapping[str, np.ndarray]
    opening: Mapping[str, np.ndarray]
    seen: Mapping[str, np.ndarray]
    with_it: Mapping[tuple[str, str], np.ndarray]


class ForcedPlay:
    """A table that plays common deals again and again, with other cards forced.

    Parameters
    ----------
    game, lineup, rules, seed, rotate
        As for `make_plan`.
    kinds : str or sequence of str, optional
        Default: all that can be in a hand.
    seats : int or sequence of int, optional
        Default: all.
    measure : str or sequence of str
        Columns of players.
    deals : int
    threads, progress
        As for `simulate`.
    """

    def __init__(
        self,
        game: str | Game,
        lineup: Sequence[Member],
        *,
        kinds: str | Sequence[str] | None,
        seats: int | Sequence[int] | None,
        measure: str | Sequence[str],
        deals: int,
        rules: Any,
        seed: int | Mapping[str, int],
        rotate: str,
        threads: int | None,
        progress: bool | None,
    ) -> None:
        played = get_game(game)
        names = measure_names(measure)
        levels = ["cards", *(columns_for(played, name, "rounds") for name in names)]
        self._fixed: dict[str, Any] = {"rules": rules, "seed": seed, "rotate": rotate}
        self._fixed["columns"] = max(levels, key=LEVELS.index)
        self._game, self._lineup = played, lineup
        self.plan = self._plan()
        self.deals = deals
        self.measures = tuple(measure_of(self.plan, name) for name in names)
        for one in self.measures:
            if not one.of_player:
                raise UsageError(
                    f"{one.name!r} is the same for all at the table; card effects are about a "
                    "seat's own outcome, like 'win_share' or 'score'"
                )
        self.size, self.dealable = self.plan.rules.hand_shape()[1:]
        self.kinds = self._checked_kinds(kinds)
        self.seats = self._checked_seats(seats)
        self._threads, self._progress = asked_threads(threads), progress

    def _plan(self, **forced: Any) -> Plan:
        return make_plan(self._game, self._lineup, **self._fixed, **forced)

    def _checked_kinds(self, kinds: str | Sequence[str] | None) -> tuple[str, ...]:
        called = names_by_kind(self.plan)
        offered = list(deck_of(self.plan).items())[: self.dealable]
        there = [kind for kind, copies in offered if copies]
        wanted = (
            [kinds]
            if isinstance(kinds, str)
            else there
            if kinds is None
            else listed("kinds", kinds)
        )
        asked = [called.get(kind, kind) for kind in wanted]
        for kind in asked:
            if kind not in there:
                raise UsageError(
                    choices(f"kind of card in a hand of {self._game.name}", kind, there)
                )
        return tuple(dict.fromkeys(asked))

    def _checked_seats(self, seats: int | Sequence[int] | None) -> tuple[int, ...]:
        number = len(self.plan.lineup)
        one = isinstance(seats, int | np.integer)
        asked = [seats] if one else range(number) if seats is None else listed("seats", seats)
        chosen = tuple(dict.fromkeys(asked))
        for seat in chosen:
            whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
            if not whole or not 0 <= seat < number:
                raise UsageError(
                    f"a seat must be a whole number from 0 to {number - 1}, got {seat!r}"
                )
        if not chosen:
            raise UsageError("there are no seats to look at: the list is empty")
        return chosen

    def unforced(self) -> Played:
        """The deals as they come, after checking that they repeat themselves."""
        run = self._run(self.plan)
        check_repeats(Arm("this line-up", self.plan), run)
        return self._read(run)

    def play(self, **forced: Any) -> Played:
        """The deals with ``hands`` or ``exchanges`` as for `make_plan`."""
        return self._read(self._run(self._plan(**forced)))

    def _run(self, plan: Plan) -> Run:
        return play_on(plan, MemoryStore(), self.deals, self._threads, self._progress)

    def _read(self, run: Run) -> Played:
        names = [measure.name for measure in self.measures]
        held, drawn = kept_kinds(run, "opening_"), kept_kinds(run, "drawn_")
        told = [by[kind] for by in (held, drawn) for kind in self.kinds if kind in by]
        columns = [*names, *told]
        parts: dict[Any, list[np.ndarray]] = {}

        def keep(what: str, key: Any, values: np.ndarray) -> None:
            parts.setdefault((what, key), []).append(values)

        for chunk in run.blocks("seats", tuple(dict.fromkeys(columns))):
            shape = (chunk.deals, chunk.playings, -1)
            values = {name: own.reshape(shape) for name, own in chunk.values["seats"].items()}
            means = {m.name: values[m.name] / m.scale for m in self.measures}
            for name, own in means.items():
                keep("outcome", name, own.mean(axis=1))
            for kind in self.kinds:
                seen = values[held[kind]] > 0
                if kind in drawn:
                    seen = seen | (values[drawn[kind]] > 0)
                keep("opening", kind, values[held[kind]][:, 0].astype(np.int64))
                keep("seen", kind, seen.mean(axis=1))
                for name, own in means.items():
                    keep("with it", (name, kind), (own * seen).mean(axis=1))
        whole = {key: np.concatenate(own) for key, own in parts.items()}
        return Played(
            *(
                {key: own for (kept, key), own in whole.items() if kept == what}
                for what in ("outcome", "opening", "seen", "with it")
            )
        )

    def chance_of_copies(self, kind: str) -> np.ndarray:
        """Probability of 0, 1, 2, … copies in an opening hand, hypergeometric."""
        from scipy.stats import hypergeom

        counts = self.plan.rules.counts
        copies = deck_of(self.plan)[kind]
        cards = int(sum(counts[: self.dealable]))
        numbers = np.arange(min(copies, self.size) + 1)
        return np.asarray(hypergeom.pmf(numbers, cards, copies, self.size))


def ratio_of(cells: np.ndarray, totals: np.ndarray) -> tuple[Estimate, np.ndarray]:
    """Mean of the cells of all blocks, and what every block adds to its error.

    Parameters
    ----------
    cells, totals : (blocks,)

    Returns
    -------
    mean : Estimate
    influence : float64 (blocks,)
        Its sum of squares is the variance, but for n / (n − 1).

    References
    ----------
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (ratio estimates).
    """
    number = float(cells.sum())
    if not number:
        return Estimate(np.nan, np.nan, np.nan, np.nan, 0), np.zeros(len(cells))
    value = float(totals.sum()) / number
    influence = (totals - value * cells) / number
    return from_influence(value, influence, int(np.count_nonzero(cells))), influence


def from_influence(value: float, influence: np.ndarray, blocks: int) -> Estimate:
    """An estimate from what every block adds to its error; ``blocks`` of them say something."""
    if blocks < 2:
        return Estimate(value, np.nan, -np.inf, np.inf, blocks)
    se = float(np.sqrt(influence @ influence * blocks / (blocks - 1)))
    return Estimate(value, se, *student(value, se, blocks), blocks)
