"""What a card in the opening hand causes: the same deals with one card exchanged for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import LOWER_IS_BETTER, ShownAsTable
from squirrelstats.estimate import Estimate, Judged, hedged, p_value
from squirrelstats.games.contract import Game
from squirrelstats.intervals import holm
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import asked_for
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._forced import ForcedPlay, ratio_of
from squirrelstats.stats._wording import decimals, ends, in_words, scale_of, shown_p, signed
from squirrelstats.stats.measures import Measure

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class CausalEffect(Judged):
    """What one more copy of a kind does to the outcome of its seat.

    Attributes
    ----------
    kind : str
    seat : int or None
        None: over all seats asked for.
    measure : Measure
    effect : Estimate
        Outcome with the exchange minus without it, on the same deals; the interval is not
        corrected for the number of kinds.
    p, p_holm : float
        Two-sided, as it is and corrected by Holm for all kinds (and seats, where by seat) of the
        measure.
    possible, impossible : int
        Seats of deals with an exchange, and those left out because there was no copy outside all
        hands or no other card in the hand.
    differing : int
        Blocks whose outcome changed.
    """

    kind: str
    seat: int | None
    measure: Measure
    effect: Estimate
    p: float
    p_holm: float
    possible: int
    impossible: int
    differing: int


@dataclass(frozen=True, repr=False)
class CausalEffects(ShownAsTable):
    """Causal card effects.

    Attributes
    ----------
    plan : Plan
        Of the deals as they come.
    measures : tuple of Measure
    effects : tuple of CausalEffect
        By measure and kind: over all seats first, then by seat.
    n : int
        Common deals.
    """

    plan: Plan
    measures: tuple[Measure, ...]
    effects: tuple[CausalEffect, ...]
    n: int

    def of(self, measure: str, seat: int | None = None) -> tuple[CausalEffect, ...]:
        """The effects on one measure, over all seats or in one."""
        return tuple(e for e in self.effects if e.measure.name == measure and e.seat == seat)

    def frame(self) -> pd.DataFrame:
        """Tidy table.

        Returns
        -------
        frame : DataFrame
            A row for each measure, kind and seat (−1: over all): ``effect, se, low, high, n``,
            ``p``, ``p_holm``, ``settled``, ``possible``, ``impossible`` and ``differing``.
        """
        import pandas as pd

        rows = []
        for e in self.effects:
            row: dict[str, Any] = {"measure": e.measure.name, "kind": e.kind}
            row |= {"seat": -1 if e.seat is None else e.seat, "effect": e.effect.value}
            row |= {key: getattr(e.effect, key) for key in ("se", "low", "high", "n")}
            row |= {"p": e.p, "p_holm": e.p_holm, "settled": e.settled}
            row |= {key: getattr(e, key) for key in ("possible", "impossible", "differing")}
            rows.append(row)
        return pd.DataFrame(rows)

    def _lines(self) -> tuple[str, list[str]]:
        plan, count = self.plan, len(self.of(self.measures[0].name))
        seatings = f", each in {len(plan.seating)} seatings" if len(plan.seating) > 1 else ""
        quiet = [
            f"{plan.rules_label} · {', '.join(plan.labels)} · {plan.counted(self.n)}{seatings}",
            "causal: one card of another kind exchanged for a copy from outside all hands, minus "
            "the same deal without; left out: no exchange was possible",
            f"95 % intervals, not corrected; p corrected by Holm for {count} kinds",
        ]
        if any(measure.sign < 0 for measure in self.measures):
            quiet.append(LOWER_IS_BETTER)
        quiet += [f"assumed: {text}" for text in plan.assumptions]
        return f"{plan.game.title}: what a card in the opening hand causes", quiet

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["card", "seats dealt it", "left out"]
        places = {}
        for measure in self.measures:
            header += [in_words(measure), "95 %", "p"]
            found = [e.effect for e in self.of(measure.name)]
            places[measure.name] = decimals(*found, scale=scale_of(measure))
        rows = []
        for first in self.of(self.measures[0].name):
            row = [first.kind, f"{first.possible:,}", f"{first.impossible:,}"]
            for measure in self.measures:
                e = next(e for e in self.of(measure.name) if e.kind == first.kind)
                scale, digits = scale_of(measure), places[measure.name]
                few = " (few)" if e.few else ""
                row += [signed(e.effect.value * scale, digits) + few]
                row += [ends(e.effect, scale, digits), shown_p(e.p_holm)]
            rows.append(row)
        return header, rows


def causal_card_effects(
    game: str | Game,
    lineup: Sequence[Member],
    kinds: str | Sequence[str] | None = None,
    *,
    rounds: int,
    seats: int | Sequence[int] | None = None,
    measure: str | Sequence[str] = ("win_share", "score"),
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "none",
    threads: int | None = None,
    progress: bool | None = None,
) -> CausalEffects:
    """What one more copy of each card in the opening hand does to the outcome of its seat.

    Every deal is played as it comes, and again with a uniformly chosen card of another kind in a
    hand exchanged for a uniformly chosen copy from outside all hands; all other cards and chance
    events stay. Deals in which there is no such copy, or no other card, are left out and counted.

    Parameters
    ----------
    game : str
    lineup : sequence of str, Policy or Player
    kinds : str or sequence of str, optional
        Default: all that can be in a hand (in S'Quarrels no Action cards).
    rounds : int
        Common deals; each is played 1 + kinds × seats times (times the seatings of ``rotate``).
    seats : int or sequence of int, optional
        Whose hands get the card, one at a time; default: all.
    measure : str or sequence of str
        Columns of players, of the seat that gets the card.
    rules : str, Path or Rules, optional
    seed : int or mapping of str to int
    rotate : str
        As for `simulate`; the outcome is then the mean over those who sit in the seat.
    threads, progress
        As for `simulate`.

    Returns
    -------
    effects : CausalEffects

    Raises
    ------
    UsageError
        Something in the call is wrong.
    NotRepeatable
        A policy does not do the same when it plays a deal again.

    References
    ----------
    Rubin (1974), Estimating causal effects of treatments in randomized and nonrandomized studies,
    J. Educ. Psychol. 66. Holm (1979), Scand. J. Stat. 6. Cochran (1977), Sampling Techniques,
    section 6.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.causal_card_effects(
    ...     "squarrels", ["baseline"] * 2, "gold", rounds=400, seats=0, measure="score"
    ... )
    >>> found.effects[0].possible + found.effects[0].impossible
    400
    """
    deals = asked_for(rounds, None, least=2)[1]
    table = ForcedPlay(
        game,
        lineup,
        kinds=kinds,
        seats=seats,
        measure=measure,
        deals=deals,
        rules=rules,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    base = table.unforced()
    found = []
    for kind in table.kinds:
        possible, gains = exchanged(table, base, kind)
        for one in table.measures:
            scopes = [None, *table.seats] if len(table.seats) > 1 else [None]
            for seat in scopes:
                chosen = slice(None) if seat is None else [table.seats.index(seat)]
                found.append(
                    _effect(kind, seat, one, possible[:, chosen], gains[one.name][:, chosen])
                )
    return CausalEffects(table.plan, table.measures, _corrected(found, table.measures), deals)


def exchanged(table: ForcedPlay, base: Any, kind: str) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Play every seat's exchange for a kind.

    Returns
    -------
    possible : bool (blocks, seats asked for)
    gains : mapping of str to float64 (blocks, seats asked for)
        By measure: outcome with the exchange minus without; 0 where none was possible.
    """
    possible = np.zeros((table.deals, len(table.seats)), bool)
    gains = {measure.name: np.zeros(possible.shape) for measure in table.measures}
    for place, seat in enumerate(table.seats):
        played = table.play(exchanges={seat: kind})
        possible[:, place] = played.opening[kind][:, seat] > base.opening[kind][:, seat]
        for name, gain in gains.items():
            gain[:, place] = (played.outcomes[name] - base.outcomes[name])[:, seat]
    return possible, gains


def _effect(
    kind: str, seat: int | None, measure: Measure, possible: np.ndarray, gains: np.ndarray
) -> CausalEffect:
    cells, totals = possible.sum(axis=1), gains.sum(axis=1)
    room = 1.0 if measure.is_share else None
    effect = hedged(ratio_of(cells, totals)[0], room)
    p = p_value(effect, room)
    done = int(cells.sum())
    differing = int(np.count_nonzero(totals))
    return CausalEffect(*(kind, seat, measure, effect, p, p, done, possible.size - done, differing))


def _corrected(
    found: Sequence[CausalEffect], measures: Sequence[Measure]
) -> tuple[CausalEffect, ...]:
    """Holm over the kinds, and over kinds and seats where by seat; by measure."""
    done: list[CausalEffect] = []
    for measure in measures:
        mine = [e for e in found if e.measure.name == measure.name]
        families = [[e for e in mine if (e.seat is None) == whole] for whole in (True, False)]
        for family in families:
            corrected = holm([e.p for e in family])
            done += [
                dataclasses.replace(e, p_holm=p) for e, p in zip(family, corrected, strict=True)
            ]
    return tuple(done)
