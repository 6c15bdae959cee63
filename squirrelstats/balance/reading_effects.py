"""Every reading of the rules in turn: which arguments at the table matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from squirrelstats._display import ShownAsTable
from squirrelstats.balance._effects import RuleEffect, corrected, play_variants
from squirrelstats.balance._quantities import LUCK, QUANTITIES, SEAT_BIAS, WIN_SHARE, Wanted
from squirrelstats.balance._rules_text import (
    assumed_lines,
    basis_lines,
    family_line,
    played_lines,
)
from squirrelstats.balance.readings import READING, Reading, Readings, readings
from squirrelstats.errors import UsageError
from squirrelstats.games._rules import shown
from squirrelstats.games.contract import Game
from squirrelstats.simulate.api import asked_for
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._wording import decimals, ends, scale_of, shown_p, signed
from squirrelstats.stats.settings import usual_table

if TYPE_CHECKING:
    import pandas as pd

#: What is measured unless something else is asked for; the first found is what is sorted by.
USUAL = (WIN_SHARE, "turns", SEAT_BIAS, "score", "truncated")
#: Heading of the options that act between the rounds of a match.
BETWEEN_ROUNDS = "match"


@dataclass(frozen=True)
class Varied:
    """One other value of one option.

    Attributes
    ----------
    reading : Reading
    value : str, int or bool
    effects : tuple of RuleEffect
        Of all that was measured.
    """

    reading: Reading
    value: str | int | bool
    effects: tuple[RuleEffect, ...]

    @property
    def name(self) -> str:
        """Option and value."""
        return f"{self.reading.field}={shown(self.value)}"

    @property
    def settled(self) -> tuple[RuleEffect, ...]:
        """The effects that are settled."""
        return tuple(effect for effect in self.effects if effect.settled)

    def largest(self, measure: str) -> RuleEffect:
        """The largest effect on a quantity, of all policies or seats."""
        own = [effect for effect in self.effects if effect.measure == measure]
        return max(own, key=lambda effect: abs(effect.difference.value))


@dataclass(frozen=True, repr=False)
class ReadingEffects(ShownAsTable):
    """What `vary_readings` found.

    Attributes
    ----------
    ledger : Readings
    plan : Plan
        Of the rules as they are.
    n : int
        Blocks.
    wanted : Wanted
    varied : tuple of Varied
        By the size of the effect on `measure`, largest first.
    left_out : mapping of str to str
        Values (as option=value) and options that were not tried, and why.
    """

    ledger: Readings
    plan: Plan
    n: int
    wanted: Wanted
    varied: tuple[Varied, ...]
    left_out: Mapping[str, str]

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """Quantities that were measured."""
        return tuple(dict.fromkeys(effect.measure for effect in self.varied[0].effects))

    @property
    def measure(self) -> str:
        """The quantity that is sorted by."""
        return self.measures[0]

    @property
    def matter(self) -> tuple[str, ...]:
        """Options with a settled effect on anything measured, largest first."""
        return tuple(dict.fromkeys(v.reading.field for v in self.varied if v.settled))

    @property
    def open(self) -> tuple[str, ...]:
        """Options with no settled effect."""
        names = dict.fromkeys(v.reading.field for v in self.varied)
        return tuple(name for name in names if name not in self.matter)

    @property
    def idle(self) -> tuple[str, ...]:
        """Options of which nothing that was measured ever differed, in any deal."""
        moved = {v.reading.field for v in self.varied if any(e.differing for e in v.effects)}
        return tuple(name for name in self.open if name not in moved)

    @property
    def sentence(self) -> str:
        """Which arguments matter, in plain words."""
        n, idle = self.plan.counted(self.n), self.idle
        unsure = [name for name in self.open if name not in idle]
        told = f"Settled: these make a difference at this table: {', '.join(self.matter)}."
        if not self.matter:
            told = "No reading makes a difference that is settled."
        if unsure:
            told += f" Of these no effect is settled over {n}: {', '.join(unsure)}."
        if idle:
            told += f" These changed nothing measured in any of {n}: {', '.join(idle)}."
        return told

    def frame(self) -> pd.DataFrame:
        """Tidy table.

        Returns
        -------
        frame : DataFrame
            A row for each value and effect: ``field, kind, value, from, measure, group, unit``;
            ``difference, se, low, high, n``; ``p, p_holm, settled``; ``base_mean, variant_mean``
            with ``_low`` and ``_high``; ``differing`` blocks; ``source``.
        """
        import pandas as pd

        rows = []
        for v in self.varied:
            for e in v.effects:
                row: dict[str, Any] = {"field": v.reading.field, "kind": v.reading.kind}
                row |= {"value": shown(v.value), "from": shown(v.reading.value)}
                rows.append({**row, **e.row(), "source": v.reading.source})
        return pd.DataFrame(rows)

    def _lines(self) -> tuple[str, list[str]]:
        plan = self.plan
        count = sum(len(v.effects) for v in self.varied)
        quiet = [self.sentence, f"against {plan.rules_label}", *played_lines(plan, self.n)]
        quiet += [family_line(count), *basis_lines(plan, self.wanted, set(self.measures))]
        quiet.append(
            "the players keep their policies: what none of them ever does cannot matter here"
        )
        for why in dict.fromkeys(self.left_out.values()):
            names = [name for name, reason in self.left_out.items() if reason == why]
            quiet.append(f"not tried: {', '.join(names)} ({why})")
        return f"{plan.game.title}: one reading changed at a time", quiet + assumed_lines([plan])

    def _table(self) -> tuple[list[str], list[list[str]]]:
        first = [v.largest(self.measure) for v in self.varied]
        scale = scale_of(first[0].what)
        places = decimals(*(e.difference for e in first), scale=scale)
        whose = any(e.group for e in first)
        rows = []
        for v, e in zip(self.varied, first, strict=True):
            d = e.difference
            rows.append(
                [
                    v.name,
                    *([e.group] if whose else []),
                    signed(d.value * scale, places),
                    ends(d, scale, places) if e.differing else "never differed",
                    shown_p(e.p_holm) if e.differing else "–",
                    ", ".join(effect.label for effect in v.settled) or "–",
                ]
            )
        what = QUANTITIES[self.measure].split(" (")[0] + (", %" if first[0].what.is_share else "")
        head = ["reading", *(["largest for"] if whose else []), what]
        return [*head, "95 %", "p", "settled for"], rows


def vary_readings(
    game: str | Game,
    *,
    rules: Any = None,
    lineup: Sequence[Any] | None = None,
    measures: Sequence[str] = USUAL,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int | Mapping[str, int] = 0,
    fields: Sequence[str] | Mapping[str, Sequence[Any]] | None = None,
    rotate: str | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> ReadingEffects:
    """Change every reading of the rules in turn, on common deals: which arguments matter.

    Parameters
    ----------
    game : str
    rules : str, Path or Rules, optional
        Where every change starts from; default: the game's default preset.
    lineup : sequence, optional
        Who plays; default: ``baseline`` in all of four seats.
    measures : sequence of str
        Of ``"win_share"`` (by policy, where the players differ), ``"seat_share"``,
        ``"seat_bias"``, ``"score"``, ``"turns"``, ``"minutes"``, ``"decisions"``,
        ``"truncated"`` and ``"lead_changes"`` (which takes most of the time). The result is sorted
        by the first that there is.
    rounds, matches : int
        Common deals, or matches, with every reading, at least 2; one of the two.
    seed, rotate, threads, progress
        As for `compare_rules`.
    fields : sequence of str, or mapping of str to sequence, optional
        Options to vary: by name, with all other values (of a number a tenth, at least 1, less and
        more), or with values of one's own. Default: all readings of the ledger; those that act
        between rounds only where matches are played.

    Returns
    -------
    found : ReadingEffects
        Draw it with ``sq.plot.tornado``.

    Raises
    ------
    UsageError
        Something in the call is wrong.
    NotRepeatable
        A policy does not do the same when it plays a deal again.

    Notes
    -----
    Readings are changed one at a time, so what two of them do together is not seen; and the players
    keep their policies, whatever is played. Values that the rules or the table exclude are named in
    ``left_out``. p values of all values and quantities are corrected together by Holm (1979).

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6.
    Saltelli et al. (2008), Global Sensitivity Analysis: The Primer, section 1.2 (one at a time, and
    what it misses).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.vary_readings(
    ...     "squarrels", rounds=100, fields=["draw_rule", "set_size"], measures=["turns"]
    ... )
    >>> [varied.name for varied in found.varied]
    ['set_size=4', 'set_size=2', 'draw_rule=optional']
    """
    unit, deals = asked_for(rounds, matches, least=2)
    wanted = Wanted(tuple(measures) if not isinstance(measures, str) else measures)  # type: ignore[arg-type]
    if LUCK in wanted.names:
        raise UsageError(f"{LUCK!r} is measured by sq.compare_rules(…, luck=True) only")
    ledger = readings(game, rules)
    played, own = ledger.game, ledger.game.rules(rules)
    members = usual_table(played, lineup)
    asked, left_out = _asked(ledger, fields, unit)
    tried: dict[str, tuple[Reading, Any, Any]] = {}
    for row, values in asked:
        for value in values:
            name = f"{row.field}={shown(value)}"
            try:
                changed = played.rules(own, **{row.field: value})
                changed.check_seats(len(members))
            except UsageError as error:
                if isinstance(fields, Mapping):
                    raise
                left_out[name] = str(error)
            else:
                tried[name] = row, value, changed
    if not tried:
        raise UsageError(
            "there is no reading to vary; name fields with values, like fields={'set_size': [4]}"
        )
    base = "as they are"
    variants = {base: own, **{name: changed for name, (_, _, changed) in tried.items()}}
    arms, effects = play_variants(
        played,
        variants,
        wanted,
        lineup=members,
        unit=unit,
        deals=deals,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    if not effects:
        raise UsageError(
            "nothing is left to measure: win shares of policies need players who differ, lead "
            "changes need rounds; ask for more, like measures=['turns', 'seat_bias']"
        )
    by_variant: dict[str, list[RuleEffect]] = {}
    for effect in corrected(effects):
        by_variant.setdefault(effect.variant, []).append(effect)
    varied = [
        Varied(row, value, tuple(by_variant[name])) for name, (row, value, _) in tried.items()
    ]
    first = varied[0].effects[0].measure
    varied.sort(key=lambda v: (-abs(v.largest(first).difference.value), -len(v.settled)))
    return ReadingEffects(ledger, arms[0].plan, deals, wanted, tuple(varied), left_out)


def _asked(
    ledger: Readings, fields: Any, unit: str
) -> tuple[list[tuple[Reading, Sequence[Any]]], dict[str, str]]:
    """Options and the values to try, and those that are not tried."""
    found: list[tuple[Reading, Sequence[Any]]] = []
    if fields is None:
        rows = ledger.of(READING)
        late = [r.field for r in rows if r.group == BETWEEN_ROUNDS and unit == "rounds"]
        found += [(row, row.others) for row in rows if row.field not in late]
        return found, dict.fromkeys(late, "acts between rounds; play matches=…")
    if isinstance(fields, str) or not isinstance(fields, Sequence | Mapping) or not fields:
        raise UsageError(
            "fields are a list of options, or a mapping to values, like "
            f"{{'set_size': [2, 4]}}; got {fields!r}"
        )
    for name in fields:
        row = ledger[name]
        if not isinstance(fields, Mapping):
            found.append((row, _neighbours(ledger, row)))
            continue
        values = fields[name]
        if isinstance(values, str) or not isinstance(values, Sequence):
            raise UsageError(f"the values of {name!r} are a list, got {values!r}")
        found.append((row, [value for value in values if value != row.value]))
    return found, {}


def _neighbours(ledger: Readings, row: Reading) -> Sequence[Any]:
    """The other values, or of a number the next ones."""
    about = ledger.game.rules_class.__dataclass_fields__[row.field].metadata
    if "form" in about:
        raise UsageError(f"{row.field} is a text; say which: fields={{{row.field!r}: [...]}}")
    if "low" not in about or row.kind == READING:
        return row.others
    now = int(row.value)
    step = max(1, abs(now) // 10)
    return [value for value in (now - step, now + step) if about["low"] <= value <= about["high"]]
