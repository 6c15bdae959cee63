"""Seats and shape of play, as found: numbers by table, and how they show themselves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.estimate import Estimate
from squirrelstats.intervals import LEVEL
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._courses import standing_of
from squirrelstats.stats._paired import alike
from squirrelstats.stats._wording import decimals, ends, plain, shown_p, signed

if TYPE_CHECKING:
    import pandas as pd

#: What is measured of a table: words, and whether it is a share.
MEASURES = {
    "turns": ("turns", False),
    "minutes": ("minutes", False),
    "decisions": ("decisions asked", False),
    "forced": ("decisions that are forced", True),
    "truncated": ("rounds cut by the turn cap", True),
    "shared_wins": ("rounds with a shared win", True),
    "first_out_wins": ("win share of who is out first", True),
    "lead_changes": ("lead changes", False),
    "behind": ("turns the winner is behind", True),
    "drama": ("drama (0–1)", False),
    "comebacks": ("winner behind at half time", True),
    "decisive": ("turns left once decided", True),
}


@dataclass(frozen=True)
class SeatEffect:
    """How one seat does.

    Attributes
    ----------
    seat : int
        0 acts first.
    advantage : Estimate
        Win share minus an even share.
    score : Estimate
        Mean score.
    first_out : Estimate or None
        How often it is out of cards first, where the game tells.
    p, p_holm : float
        Of the advantage, as it is and corrected by Holm for all seats of the table.
    """

    seat: int
    advantage: Estimate
    score: Estimate
    first_out: Estimate | None
    p: float
    p_holm: float

    @property
    def settled(self) -> bool:
        """Whether the corrected p value says that the seat is not an even one."""
        return self.p_holm <= 1 - LEVEL


@dataclass(frozen=True)
class Shape:
    """Seats and shape of play at one table.

    Attributes
    ----------
    plan : Plan
    n : int
        Deals.
    seats : tuple of SeatEffect
    measures : mapping of str to Estimate
        By the names of `MEASURES`; those that the game and the run have.
    turn_quantiles : tuple of int
        5 %, half and 95 % of the rounds have at most so many turns.
    replayed, cut : int
        Playings replayed for the course of play, and those left out because they are too long.
    """

    plan: Plan
    n: int
    seats: tuple[SeatEffect, ...]
    measures: Mapping[str, Estimate]
    turn_quantiles: tuple[int, int, int]
    replayed: int
    cut: int

    @property
    def fair(self) -> bool:
        """Whether every seat is held by the same players, so that its effect is its own."""
        return alike(self.plan) or self.plan.rotate != "none"

    @property
    def name(self) -> str:
        """What a table or chart calls it."""
        return f"{len(self.plan.lineup)} seats"


@dataclass(frozen=True, repr=False)
class Shapes:
    """Seats and shape of play at one or more tables.

    Attributes
    ----------
    tables : tuple of Shape
    names : tuple of str
    seconds_per_turn, seconds_per_decision : float
        Assumed for the minutes.
    """

    tables: tuple[Shape, ...]
    names: tuple[str, ...]
    seconds_per_turn: float
    seconds_per_decision: float

    def frame(self) -> pd.DataFrame:
        """Tidy table of measures: ``table, seats, measure, value, se, low, high, n``."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "table": name,
                    "seats": len(table.plan.lineup),
                    "measure": measure,
                    **{key: getattr(e, key) for key in ("value", "se", "low", "high", "n")},
                }
                for name, table in zip(self.names, self.tables, strict=True)
                for measure, e in table.measures.items()
            ]
        )

    def seat_frame(self) -> pd.DataFrame:
        """Tidy table of seats: ``table, seats, seat``, ``advantage`` and ``score`` with their ends.

        ``p`` is that of the advantage, ``p_holm`` corrected for the seats of the table.
        """
        import pandas as pd

        rows = []
        for name, table in zip(self.names, self.tables, strict=True):
            for seat in table.seats:
                row: dict[str, Any] = {"table": name, "seats": len(table.plan.lineup)}
                row |= {"seat": seat.seat, "n": seat.advantage.n}
                for what in ("advantage", "score", "first_out"):
                    found = getattr(seat, what)
                    row[what] = found.value if found is not None else math.nan
                    for key in ("se", "low", "high"):
                        row[f"{what}_{key}"] = getattr(found, key) if found else math.nan
                rows.append(row | {"p": seat.p, "p_holm": seat.p_holm, "settled": seat.settled})
        return pd.DataFrame(rows)

    def assumed(self) -> str:
        """What the minutes rest on."""
        return (
            f"minutes assume {self.seconds_per_turn:g} s a turn and {self.seconds_per_decision:g} "
            "s a decision"
        )

    def lines(self) -> tuple[str, list[str]]:
        """Title and small print."""
        first = self.tables[0]
        game, labels = first.plan.game, dict.fromkeys(x for t in self.tables for x in t.plan.labels)
        rules = dict.fromkeys(table.plan.rules_label for table in self.tables)
        n = " / ".join(dict.fromkeys(first.plan.counted(table.n) for table in self.tables))
        quiet = [f"{', '.join(rules)} · {', '.join(labels)} · {n} a table · 95 % intervals"]
        quiet.append(self.assumed())
        if any(table.replayed for table in self.tables):
            replayed = " / ".join(dict.fromkeys(f"{t.replayed:,}" for t in self.tables))
            cut = sum(table.cut for table in self.tables)
            quiet.append(
                f"course of play: {replayed} playings replayed, by {standing_of(game).UNIT}"
                + (f"; {cut} too long and left out" if cut else "")
            )
        quiet.append("seat advantage: win share minus an even share; * settled (Holm, by table)")
        if not all(table.fair for table in self.tables):
            quiet.append(
                "seats hold different players and do not rotate: not the seats' own effect"
            )
        quiet += [f"assumed: {text}" for text in first.plan.assumptions]
        return f"{game.title}: seats and shape of play", quiet

    def _measure_table(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for measure, (words, share) in MEASURES.items():
            found = [table.measures.get(measure) for table in self.tables]
            known = [e for e in found if e is not None]
            if known:
                scale = 100.0 if share else 1.0
                digits = decimals(*known, scale=scale)
                row = [words + (", %" if share else "")]
                rows.append([*row, *(_shown(e, scale, digits) if e else "–" for e in found)])
        spans = ["{1} ({0} to {2})".format(*table.turn_quantiles) for table in self.tables]
        rows.insert(1, ["turns, median (5 to 95 % of rounds)", *spans])
        return ["", *self.names], rows

    def _seat_table(self) -> tuple[list[str], list[list[str]]]:
        known = [seat.advantage for table in self.tables for seat in table.seats]
        digits, rows = decimals(*known, scale=100), []
        for number in range(max(len(table.seats) for table in self.tables)):
            row = [f"seat {number}" + (" (starts)" if number == 0 else "")]
            for table in self.tables:
                if number >= len(table.seats):
                    row.append("–")
                    continue
                seat = table.seats[number]
                told = signed(100 * seat.advantage.value, digits)
                row.append(
                    f"{told}{'*' if seat.settled else ''} ({ends(seat.advantage, 100, digits)})"
                )
            rows.append(row)
        if len(self.tables) == 1:
            rows = [
                [*row, shown_p(seat.p_holm)]
                for row, seat in zip(rows, self.tables[0].seats, strict=True)
            ]
        header = ["seat advantage, points", *self.names]
        return header + (["p"] if len(self.tables) == 1 else []), rows

    def __repr__(self) -> str:
        title, quiet = self.lines()
        tables = [text_table(*self._seat_table()), "", text_table(*self._measure_table())]
        return text_block(title, quiet, *tables)

    def _repr_html_(self) -> str:
        title, quiet = self.lines()
        return html_block(
            title, quiet, html_table(*self._seat_table()), html_table(*self._measure_table())
        )


def _shown(e: Estimate, scale: float, digits: int) -> str:
    if not (math.isfinite(e.low) and math.isfinite(e.high)):
        return plain(e.value * scale, digits)
    low, high = plain(e.low * scale, digits), plain(e.high * scale, digits)
    return f"{plain(e.value * scale, digits)} ({low} to {high})"
