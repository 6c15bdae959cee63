"""How far the number that can be observed is from what a card causes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats._display import LOWER_IS_BETTER, html_block, html_table, text_block, text_table
from squirrelstats.estimate import FEW_DIFFERING, Estimate, hedged, p_value
from squirrelstats.games.contract import Game
from squirrelstats.intervals import LEVEL, holm
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import asked_for
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._forced import ForcedPlay, Played, from_influence, ratio_of
from squirrelstats.stats._wording import decimals, ends, in_words, scale_of, shown_p, signed
from squirrelstats.stats.causal_cards import exchanged
from squirrelstats.stats.count_curves import conditional, usual_copies
from squirrelstats.stats.measures import Measure

if TYPE_CHECKING:
    import pandas as pd

#: The numbers side by side, in the words of tables and charts.
NUMBERS = {
    "iwd": "ever in hand − not seen",
    "observational": "one copy more, as observed",
    "conditional": "one copy more, conditional deals",
    "causal": "one copy exchanged in: causal",
}


@dataclass(frozen=True)
class CardBias:
    """One kind of card: what is observed, and what it causes.

    Attributes
    ----------
    kind : str
    iwd : Estimate
        Seats that ever had it in hand (dealt, or drawn where the game tells) minus those that did
        not: the improvement when drawn.
    observational : Estimate
        Hands with one copy more minus hands with one less, among the deals as they come.
    conditional : Estimate
        The same on deals made to have so many copies.
    causal : Estimate
        Of one copy exchanged in.
    iwd_bias, bias : Estimate
        ``iwd`` and ``observational`` minus ``causal``, on common deals; not corrected.
    p_holm : mapping of str to float
        Of ``"iwd_bias"`` and ``"bias"``, corrected by Holm for all kinds and both.
    """

    kind: str
    iwd: Estimate
    observational: Estimate
    conditional: Estimate
    causal: Estimate
    iwd_bias: Estimate
    bias: Estimate
    p_holm: Mapping[str, float]

    def settled(self, which: str) -> bool:
        """Whether the corrected p value says that the observed number is off."""
        return self.bias.n >= FEW_DIFFERING and self.p_holm[which] <= 1 - LEVEL


@dataclass(frozen=True, repr=False)
class CardBiases:
    """Observed numbers and causal effects side by side.

    Attributes
    ----------
    plan : Plan
    measure : Measure
    seats : tuple of int
    cards : tuple of CardBias
    n : int
        Common deals.
    """

    plan: Plan
    measure: Measure
    seats: tuple[int, ...]
    cards: tuple[CardBias, ...]
    n: int

    def frame(self) -> pd.DataFrame:
        """Tidy table: a row for each kind and number, with its ``value, se, low, high, n``.

        The numbers are those of `NUMBERS` and the differences ``iwd_bias`` and ``bias``, whose
        rows have a ``p_holm``.
        """
        import pandas as pd

        rows = []
        for card in self.cards:
            for name in (*NUMBERS, "iwd_bias", "bias"):
                found: Estimate = getattr(card, name)
                row: dict[str, Any] = {"measure": self.measure.name, "kind": card.kind}
                row |= {"number": name, "value": found.value}
                row |= {key: getattr(found, key) for key in ("se", "low", "high", "n")}
                rows.append(row | {"p_holm": card.p_holm.get(name, np.nan)})
        return pd.DataFrame(rows)

    def lines(self) -> tuple[str, list[str]]:
        """Title and small print."""
        plan = self.plan
        whose = ", ".join(map(str, self.seats))
        quiet = [
            f"{plan.rules_label} · {', '.join(plan.labels)} · {plan.counted(self.n)} · seat {whose}"
            f" · {in_words(self.measure)}",
            *(f"{name}: {words}" for name, words in NUMBERS.items()),
            "95 % intervals, not corrected; p of the biases (minus causal, on common deals) "
            f"corrected by Holm for {2 * len(self.cards)}",
        ]
        if self.measure.sign < 0:
            quiet.append(LOWER_IS_BETTER)
        quiet += [f"assumed: {text}" for text in plan.assumptions]
        return f"{plan.game.title}: observed and causal card effects", quiet

    def _table(self) -> tuple[list[str], list[list[str]]]:
        scale = scale_of(self.measure)
        digits = decimals(*(card.causal for card in self.cards), scale=scale)
        names = ("iwd", "observational", "conditional", "causal")
        header = ["card", *(h for name in names for h in (name, "95 %"))]
        header += ["iwd − causal", "95 %", "p", "observational − causal", "95 %", "p"]
        rows = []
        for card in self.cards:
            row = [card.kind]
            for name in names:
                found: Estimate = getattr(card, name)
                row += [signed(found.value * scale, digits), ends(found, scale, digits)]
            for name in ("iwd_bias", "bias"):
                found = getattr(card, name)
                row += [signed(found.value * scale, digits), ends(found, scale, digits)]
                row += [shown_p(card.p_holm[name])]
            rows.append(row)
        return header, rows

    def __repr__(self) -> str:
        title, quiet = self.lines()
        return text_block(title, quiet, text_table(*self._table()))

    def _repr_html_(self) -> str:
        title, quiet = self.lines()
        return html_block(title, quiet, html_table(*self._table()))


def card_bias(
    game: str | Game,
    lineup: Sequence[Member],
    kinds: str | Sequence[str] | None = None,
    *,
    rounds: int,
    seats: int | Sequence[int] | None = 0,
    measure: str = "win_share",
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "none",
    threads: int | None = None,
    progress: bool | None = None,
) -> CardBiases:
    """Observed, conditional and causal effect of each card side by side, and how far they differ.

    Parameters
    ----------
    game, lineup, kinds, rounds, rules, seed, rotate, threads, progress
        As for `causal_card_effects`.
    seats : int or sequence of int, optional
        Whose hands; of several the mean, None: all.
    measure : str
        A column of players.

    Returns
    -------
    biases : CardBiases

    Raises
    ------
    UsageError
        Something in the call is wrong.
    NotRepeatable
        A policy does not do the same when it plays a deal again.

    Notes
    -----
    With m(k) the mean outcome of hands with k copies, *one copy more* is Σ w(k) (m(k + 1) − m(k)),
    w(k) the exact chance of k copies among the numbers that are not rare. Observed and conditional
    deals estimate the same. An exchange from outside all hands differs from both: a hand that has
    one more by chance leaves fewer for the other hands. The improvement when drawn differs much
    more: who plays longer draws more.

    References
    ----------
    Rubin (1974), J. Educ. Psychol. 66. Holm (1979), Scand. J. Stat. 6.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.card_bias("squarrels", ["baseline"] * 2, "gold", rounds=300, measure="score")
    >>> found.frame().number.tolist()[:4]
    ['iwd', 'observational', 'conditional', 'causal']
    """
    deals = asked_for(rounds, None, least=2)[1]
    table = ForcedPlay(
        game,
        lineup,
        kinds=kinds,
        seats=seats,
        measure=(measure,),
        deals=deals,
        rules=rules,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    base = table.unforced()
    cards = [_card(table, base, kind) for kind in table.kinds]
    corrected = holm([card.p_holm[name] for card in cards for name in ("iwd_bias", "bias")])
    done = tuple(
        dataclasses.replace(
            card, p_holm={"iwd_bias": corrected[2 * place], "bias": corrected[2 * place + 1]}
        )
        for place, card in enumerate(cards)
    )
    return CardBiases(table.plan, table.measures[0], table.seats, done, deals)


def _card(table: ForcedPlay, base: Played, kind: str) -> CardBias:
    name, chosen, n = table.measures[0].name, list(table.seats), table.deals
    weights = step_weights(table.chance_of_copies(kind))
    outcome, copies = base.outcomes[name][:, chosen], base.opening[kind][:, chosen]
    observed, observed_by = 0.0, np.zeros(n)
    for number, weight in weights.items():
        cells = copies == number
        mean, influence = ratio_of(cells.sum(axis=1), (cells * outcome).sum(axis=1))
        observed, observed_by = observed + weight * mean.value, observed_by + weight * influence
    seen, with_it = base.seen[kind][:, chosen], base.with_it[name, kind][:, chosen]
    held, held_by = ratio_of(seen.sum(axis=1), with_it.sum(axis=1))
    rest, rest_by = ratio_of((1 - seen).sum(axis=1), (outcome - with_it).sum(axis=1))
    curve = conditional(table, kind, list(weights))
    steps = sum((weight * curve[k][name] for k, weight in weights.items()), np.zeros(n))
    possible, gains = exchanged(table, base, kind)
    causal, causal_by = ratio_of(possible.sum(axis=1), gains[name].sum(axis=1))
    made = from_influence(float(steps.mean()), (steps - steps.mean()) / n, n)
    room = 1.0 if table.measures[0].is_share else None
    made, causal = hedged(made, room), hedged(causal, room)
    iwd, iwd_by = held.value - rest.value, held_by - rest_by
    iwd_bias = from_influence(iwd - causal.value, iwd_by - causal_by, n)
    bias = from_influence(observed - causal.value, observed_by - causal_by, n)
    return CardBias(
        kind,
        from_influence(iwd, iwd_by, n),
        from_influence(observed, observed_by, n),
        made,
        causal,
        iwd_bias,
        bias,
        {"iwd_bias": p_value(iwd_bias), "bias": p_value(bias)},
    )


def step_weights(chance: np.ndarray) -> dict[int, float]:
    """Weights of the means by copies that make the mean step from one number to the next.

    Examples
    --------
    >>> step_weights(np.array([0.5, 0.5]))
    {0: -1.0, 1: 1.0}
    >>> step_weights(np.array([0.5, 0.5, 0.5]))
    {0: -0.5, 1: 0.0, 2: 0.5}
    """
    numbers = usual_copies(chance)
    steps = {k: chance[k] for k in numbers if k + 1 in numbers}
    total = sum(steps.values())
    weights = dict.fromkeys(numbers, 0.0)
    for k, own in steps.items():
        weights[k] -= float(own / total)
        weights[k + 1] += float(own / total)
    return weights
