"""What `blunders` found: situations, examples, and how they show themselves."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from squirrelstats._display import filled, html_block, html_table, interval, text_block, text_table
from squirrelstats.estimate import Estimate, Judged
from squirrelstats.simulate.plan import Plan
from squirrelstats.stats._wording import ends, shown_p, signed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Example:
    """One decision, with which a replay or a what-if can go on.

    Attributes
    ----------
    deal, playing, round, decision : int
    taken, alternative : str
        What the policy chose, and what looked best on redeals.
    promised : float
        Gain of the alternative on the redeals by which it was chosen: too good on average.
    loss : Estimate
        The same on the other play-outs.
    """

    deal: int
    playing: int
    round: int
    decision: int
    taken: str
    alternative: str
    promised: float
    loss: Estimate


@dataclass(frozen=True)
class Situation(Judged):
    """What a policy loses in one kind of situation.

    Attributes
    ----------
    name : str
    decisions : int
        Sampled ones.
    other : Estimate
        Share of them in which another action looked better on redeals, a ratio over deals.
    per_round : Estimate
        Loss a round (a match, where matches are played): how often it comes × how much it costs,
        each decision changed alone. Changing all of them need not win it all back.
    per_decision : Estimate
        Loss of one such decision.
    p, p_holm : float
        Of the loss a round: two-sided by Student's t, and corrected by Holm for all situations.
    differing : int
        Deals in which the sampled choices changed anything.
    examples : tuple of Example
        Those with most promised, for replays.
    """

    name: str
    decisions: int
    other: Estimate
    per_round: Estimate
    per_decision: Estimate
    p: float
    p_holm: float
    differing: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, repr=False)
class Blunders:
    """What `blunders` found; it shows itself as a table and in words.

    Attributes
    ----------
    plan : Plan
        Player 0 is the policy looked at.
    measure : str
        ``"win_share"`` or ``"score"``.
    judge : str
        ``"real"``: losses are those with the cards as they lay; ``"redeals"``: on other redeals.
    deals, decisions, repeats : int
        Deals (or matches) played, decisions sampled, play-outs of each action in each half.
    sample : float
    situations : tuple of Situation
        Largest loss a round first; those with too few deals last.
    """

    plan: Plan
    measure: str
    judge: str
    deals: int
    decisions: int
    repeats: int
    sample: float
    situations: tuple[Situation, ...]

    @property
    def policy(self) -> str:
        """Label of the policy looked at."""
        return self.plan.labels[0]

    @property
    def unit(self) -> str:
        """What losses are counted in."""
        return "percentage points" if self.measure == "win_share" else "points"

    @property
    def scale(self) -> float:
        """Losses times this are in the unit."""
        return 100.0 if self.measure == "win_share" else 1.0

    @property
    def sentence(self) -> str:
        """What it says in plain words."""
        worst = [s for s in self.situations if s.settled and s.per_round.value > 0]
        per = "match" if self.plan.in_matches else "round"
        n = f"(n = {self.decisions:,} decisions in {self.deals:,} deals)"
        if not worst:
            return f"No situation is settled in which {self.policy} loses anything {n}."
        d, places = worst[0].per_round, 2
        loss = f"{signed(d.value * self.scale, places).lstrip('+')} {self.unit} a {per}"
        span = ends(d, self.scale, places).replace("+", "")
        return (
            f"{self.policy} loses most at '{worst[0].name}': single choices there cost {loss} "
            f"in all ({span}) {n}."
        )

    def frame(self) -> pd.DataFrame:
        """Tidy table, a row for each situation.

        Returns
        -------
        frame : DataFrame
            ``situation, decisions, n`` (deals), ``differing``; ``other``, ``per_round`` and
            ``per_decision``, each with ``_se, _low, _high``; ``p, p_holm, settled``; and of the
            first example ``deal, playing, round, decision``.
        """
        import pandas as pd

        rows = []
        for s in self.situations:
            row: dict[str, Any] = {"situation": s.name, "decisions": s.decisions}
            row |= {"n": s.per_round.n, "differing": s.differing}
            for name in ("other", "per_round", "per_decision"):
                found = getattr(s, name)
                row[name] = found.value
                row |= {f"{name}_{part}": getattr(found, part) for part in ("se", "low", "high")}
            row |= {"p": s.p, "p_holm": s.p_holm, "settled": s.settled}
            first = s.examples[0]
            row |= {k: getattr(first, k) for k in ("deal", "playing", "round", "decision")}
            rows.append(row)
        return pd.DataFrame(rows)

    def examples(self) -> pd.DataFrame:
        """Decisions to look at, a few of every situation.

        Returns
        -------
        frame : DataFrame
            ``situation, deal, playing, round, decision, taken, alternative, promised, loss,
            loss_se, loss_low, loss_high``, and ``n`` play-outs. What was promised chose the
            alternative and the example, and is too good on average; the loss is from other
            play-outs.
        """
        import pandas as pd

        keys = ("deal", "playing", "round", "decision", "taken", "alternative", "promised")
        return pd.DataFrame(
            [
                {"situation": s.name}
                | {key: getattr(e, key) for key in keys}
                | {"loss": e.loss.value}
                | {f"loss_{key}": getattr(e.loss, key) for key in ("se", "low", "high")}
                | {"n": e.loss.n}
                for s in self.situations
                for e in s.examples
            ]
        )

    def _parts(self) -> tuple[str, list[str], list[str], list[list[str]]]:
        judged = {
            "real": "other play-outs with the cards as they lay",
            "redeals": "other redeals, whatever the others' actions reveal",
        }[self.judge]
        plan, per = self.plan, "match" if self.plan.in_matches else "round"
        lines = [
            f"{plan.rules_label} · {self.policy} against {', '.join(plan.labels[1:])} · "
            f"n = {plan.counted(self.deals)}, {self.decisions:,} decisions sampled with chance "
            f"{self.sample:g}",
            f"loss in {self.unit} of {self.measure.replace('_', ' ')}: the best-looking action of "
            f"{self.repeats} redeals against the one taken, on {self.repeats} {judged}",
            "each decision changed alone; losses a round are added up over decisions; below 0: "
            "redeals advise badly there",
            "95 % intervals are not corrected; p is (Holm); (few): not judged",
            *(f"assumed: {text}" for text in plan.assumptions),
        ]
        head = ["situation", "decisions", "other, %", f"loss a {per}", "95 %", "p", "a decision"]
        head += ["95 %", "see deal/playing/decision"]
        rows = []
        for s in self.situations:
            e, other = s.examples[0], s.other
            span = interval(100 * other.low, 100 * other.high, 0)
            of = f"{e.deal}/{e.playing}/{e.round}:" if plan.in_matches else f"{e.deal}/{e.playing}/"
            rows.append(
                [
                    s.name + (" (few)" if s.few else ""),
                    f"{s.decisions:,}",
                    f"{100 * other.value:.0f} ({span})",
                    signed(s.per_round.value * self.scale, 2),
                    ends(s.per_round, self.scale, 2),
                    "" if s.few else shown_p(s.p_holm),
                    signed(s.per_decision.value * self.scale, 2),
                    ends(s.per_decision, self.scale, 2),
                    f"{of}{e.decision}",
                ]
            )
        return f"{plan.game.title}: where {self.policy} loses most", lines, head, rows

    def __repr__(self) -> str:
        title, lines, head, rows = self._parts()
        return text_block(title, lines, text_table(head, rows), "", filled(self.sentence))

    def _repr_html_(self) -> str:
        title, lines, head, rows = self._parts()
        words = f"<div>{html.escape(self.sentence)}</div>"
        return html_block(title, lines, html_table(head, rows), words)
