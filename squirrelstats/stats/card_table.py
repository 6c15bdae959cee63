"""The table card players know: how seats did that had a card, drew it, never saw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from squirrelstats._display import LOWER_IS_BETTER, ShownAsTable
from squirrelstats.errors import UsageError, choices
from squirrelstats.estimate import Estimate
from squirrelstats.simulate.chunks import Chunk
from squirrelstats.simulate.run import Run
from squirrelstats.stats._cells import CellSums, in_threads, tallied
from squirrelstats.stats._wording import plain, signed
from squirrelstats.stats.card_effects import SMALL, checked_run, chosen_kinds, deck_of, kept_kinds

if TYPE_CHECKING:
    import pandas as pd

#: Classes of seats, by number, with the short name that card players use.
CLASSES = {
    "opening": "OH",
    "drawn": "GD",
    "in_hand": "GIH",
    "not_seen": "GNS",
    "final": "at end",
    "stuck": "stuck",
}
#: Columns of a game that tell them.
TOLD = ("opening", "drawn", "final", "stuck")
IN_HAND, NOT_SEEN = 2, 3
WORDS = (
    "OH: in the opening hand · GD: drawn from the deck later · GIH: either · GNS: neither · "
    "at end: in hand when the round ended · stuck: scored against, or left over · IWD: GIH − GNS"
)


@dataclass(frozen=True)
class CardRate:
    """How seats of one class did.

    Attributes
    ----------
    hands : int
        Seat rounds.
    win_share, score : Estimate
    """

    hands: int
    win_share: Estimate
    score: Estimate

    @property
    def small(self) -> bool:
        """Too few hands to say much."""
        return self.hands < SMALL


@dataclass(frozen=True)
class CardRow:
    """One kind of card in the hands of one policy.

    Attributes
    ----------
    kind : str
    policy : str
        ``"all"`` for all together.
    rates : mapping of str to CardRate
        By class, see `CLASSES`; those that the game has columns for.
    iwd_win_share, iwd_score : Estimate or None
        Improvement when drawn: ever in hand minus not seen.
    """

    kind: str
    policy: str
    rates: Mapping[str, CardRate]
    iwd_win_share: Estimate | None
    iwd_score: Estimate | None


@dataclass(frozen=True, repr=False)
class CardTable(ShownAsTable):
    """Observational card rates of a run.

    Observational: seats that drew a card played longer or otherwise, so none of these numbers says
    what the card *causes*; `squirrelstats.causal_card_effects` does.

    Attributes
    ----------
    title, rules_label : str
    rows : tuple of CardRow
    missing : tuple of str
        Classes that the game has no columns for.
    n : int
        Blocks.
    score_goal : str
    assumptions : tuple of str
    """

    title: str
    rules_label: str
    rows: tuple[CardRow, ...]
    missing: tuple[str, ...]
    n: int
    score_goal: Literal["high", "low"] = "high"
    assumptions: tuple[str, ...] = ()

    def frame(self) -> pd.DataFrame:
        """Tidy table.

        Returns
        -------
        frame : DataFrame
            A row for each ``kind, policy, when``: ``hands``, ``small`` (under 100 hands),
            ``win_share`` and ``score`` with ``se, low, high``, and ``n`` blocks. ``when`` is a
            class or ``"iwd"``, whose values are differences and whose ``hands`` are those in hand.
        """
        import pandas as pd

        out = []
        for row in self.rows:
            parts: list[tuple[str, int, bool, Estimate, Estimate]] = [
                (name, rate.hands, rate.small, rate.win_share, rate.score)
                for name, rate in row.rates.items()
            ]
            if row.iwd_win_share is not None and row.iwd_score is not None:
                small = row.rates["in_hand"].small or row.rates["not_seen"].small
                hands = row.rates["in_hand"].hands
                parts.append(("iwd", hands, small, row.iwd_win_share, row.iwd_score))
            for name, hands, small, share, score in parts:
                told: dict[str, Any] = {"kind": row.kind, "policy": row.policy, "when": name}
                told |= {"hands": hands, "small": small, "n": share.n}
                for what, found in (("win_share", share), ("score", score)):
                    told[what] = found.value
                    told |= {f"{what}_{key}": getattr(found, key) for key in ("se", "low", "high")}
                out.append(told)
        return pd.DataFrame(out)

    def _lines(self) -> tuple[str, list[str]]:
        goal = f" · {LOWER_IS_BETTER}" if self.score_goal == "low" else ""
        quiet = [f"{self.rules_label} · n = {self.n:,} deals · win shares in % ± 95 %{goal}", WORDS]
        if self.missing:
            names = ", ".join(CLASSES[name] for name in self.missing)
            quiet.append(f"this game has no columns for {names}")
        quiet.append(f"observational, not causal; (n): fewer than {SMALL} hands, withheld")
        quiet += [f"assumed: {text}" for text in self.assumptions]
        return f"{self.title}: win share by what became of a card", quiet

    def _table(self) -> tuple[list[str], list[list[str]]]:
        shown = [name for name in CLASSES if any(name in row.rates for row in self.rows)]
        several = len({row.policy for row in self.rows}) > 1
        header = ["card", *(["policy"] if several else []), *(CLASSES[name] for name in shown)]
        header += ["IWD", "hands with it"]
        rows = []
        for row in self.rows:
            cells = [row.kind, *([row.policy] if several else [])]
            for name in shown:
                rate = row.rates.get(name)
                if rate is None or rate.small:
                    cells.append("–" if rate is None else f"({rate.hands})")
                else:
                    cells.append(_with_half(rate.win_share, plain))
            few = any(row.rates[c].small for c in ("in_hand", "not_seen") if c in row.rates)
            known = row.iwd_win_share is not None and row.iwd_win_share.n > 0 and not few
            cells.append(_with_half(row.iwd_win_share, signed) if known else "–")  # type: ignore[arg-type]
            rows.append([*cells, f"{row.rates['in_hand'].hands:,}"])
        return header, rows


def _with_half(found: Estimate, written: Any) -> str:
    half = 50 * (found.high - found.low)
    return f"{written(100 * found.value, 1)} ±{half:.1f}"


def card_table(
    run: Run, kinds: str | Sequence[str] | None = None, *, by: str | None = "policy"
) -> CardTable:
    """Win share and score of seats that had a card, drew it, never saw it, were left with it.

    Parameters
    ----------
    run : Run
        With ``columns="cards"`` or ``"all"``.
    kinds : str or sequence of str, optional
        Default: all that the deck has.
    by : str or None
        ``"policy"``: a row for each; None: all hands together.

    Returns
    -------
    table : CardTable
        Observational. A class needs the columns of the game: S'Quarrels has all; Squirrels and
        Squirrel Away have no cards drawn by kind, so *in hand* there means in the opening hand,
        and Squirrel Away has none left over. Cards won or taken from others are not told apart by
        kind in any game and do not count as seen.

    Raises
    ------
    UsageError
        The run has no such columns, or there is no such card or split.

    References
    ----------
    The classes are those of 17lands, Metrics definitions, https://www.17lands.com/metrics_definitions.
    Cochran (1977), Sampling Techniques, 3rd ed., section 6 (ratio estimates on blocks).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> run = sq.simulate("squarrels", ["baseline"] * 4, rounds=300, columns="cards")
    >>> table = sq.card_table(run, "five")
    >>> table.frame().when.tolist()
    ['opening', 'drawn', 'in_hand', 'not_seen', 'final', 'stuck', 'iwd']
    """
    plan = checked_run(run).plan
    if by not in (None, "policy"):
        raise UsageError(choices("split of a card table", by, ("policy",)) + "; or by=None")
    told = {name: kept_kinds(run, f"{name}_") for name in TOLD}
    there = {name for name, copies in deck_of(plan).items() if copies}
    kept = dict.fromkeys(kind for columns in told.values() for kind in columns)
    offered = [kind for kind in kept if kind in there]
    if not offered:
        raise UsageError(
            'this run did not keep cards; simulate with columns="cards" to see card effects'
        )
    chosen = chosen_kinds(plan, kinds, offered)
    labels = list(dict.fromkeys(plan.labels)) if by else ["all"]
    groups = [labels.index(label) if by else 0 for label in plan.labels]

    def count(chunk: Chunk) -> dict[str, CellSums]:
        values = chunk.values["seats"]
        found = {}
        for kind in chosen:
            codes = np.zeros(values["win_share"].shape, np.int8)
            for bit, name in enumerate(TOLD):
                if kind in told[name]:
                    codes |= (values[told[name][kind]] > 0).view(np.int8) << bit
            pair = (IN_HAND, NOT_SEEN)
            found[kind] = tallied(plan, chunk, codes, _MEMBER, groups, pair)
        return found

    columns = [told[name][kind] for kind in chosen for name in TOLD if kind in told[name]]
    sums: dict[str, CellSums] = {}
    for part in in_threads(run.blocks("seats", (*columns, "win_share", "score")), count):
        sums = {kind: sums[kind] + own if kind in sums else own for kind, own in part.items()}
    missing = tuple(name for name in TOLD if not told[name])
    rows = [
        _row(kind, label, sums[kind], group, {name for name in TOLD if kind in told[name]}, run)
        for kind in sums
        for group, label in enumerate(labels)
    ]
    game = plan.game
    return CardTable(
        *(game.title, plan.rules_label, tuple(rows), missing, run.deals),
        *(game.score_goal, plan.assumptions),
    )


def _row(kind: str, label: str, sums: CellSums, group: int, told: set[str], run: Run) -> CardRow:
    shown = [c for c in CLASSES if c in told or c in ("in_hand", "not_seen")]
    rates = {}
    for name in shown:
        place = list(CLASSES).index(name)
        means = [sums.mean(group, place, outcome) for outcome in ("win_share", "score")]
        rates[name] = CardRate(sums.cells(group, place), *means)
    iwd = [
        sums.difference(group, (IN_HAND, NOT_SEEN), outcome, run.deals)
        for outcome in ("win_share", "score")
    ]
    return CardRow(kind, label, rates, *iwd)


def _members() -> np.ndarray:
    """Classes of each code, a bit of which is one of `TOLD`; bool (codes, classes)."""
    codes = np.arange(1 << len(TOLD))
    has = {name: codes >> bit & 1 == 1 for bit, name in enumerate(TOLD)}
    seen = has["opening"] | has["drawn"]
    has |= {"in_hand": seen, "not_seen": ~seen}
    return np.stack([has[name] for name in CLASSES], axis=1)


_MEMBER = _members()
