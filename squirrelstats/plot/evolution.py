"""Charts of populations of policies: equilibrium mixtures, α-rank, replicator dynamics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from squirrelstats.estimate import Estimate
from squirrelstats.metagame.mixture import Equilibrium
from squirrelstats.metagame.payoffs import Tournament
from squirrelstats.metagame.populations import AlphaRank, Replicator
from squirrelstats.plot import _text
from squirrelstats.plot._about import need
from squirrelstats.plot._style import (
    BARS,
    COLOURS,
    INK,
    QUIET,
    axes,
    footnote,
    height,
    style,
    title,
)

#: Shares below this at the end have no line of their own name.
UNNAMED = 0.01


def equilibrium(equilibrium: Equilibrium, *, ax: Axes | None = None) -> Axes:
    """Weights of the equilibrium mixture with their intervals, the largest on top.

    Parameters
    ----------
    equilibrium : Equilibrium
        From ``sq.equilibrium(tournament)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        Beside each weight, its interval, and who dominates a policy.
    """
    need(
        equilibrium,
        Equilibrium,
        "an equilibrium",
        "sq.plot.equilibrium(sq.equilibrium(tournament))",
    )
    ordered = sorted(equilibrium.standings, key=lambda s: (s.weight.value, s.gain.value))
    beaten = {s.policy: "dominated" for s in ordered if s.dominated_by}
    with style():
        ax = _bars(ax, [(s.policy, s.weight) for s in ordered], beaten)
        ax.set_xlabel("weight in the mixture")
        title(ax, "Equilibrium mixture: who survives")
        played = equilibrium.tournament
        regret = 100 * equilibrium.regret.high if played.measure.is_share else None
        high = f"{equilibrium.regret.high:.3g}" if regret is None else f"{regret:.2f} %"
        footnote(
            ax,
            f"{_about(played)} · 95 % intervals of {equilibrium.resamples:,} resamples · regret at "
            f"most {high} (95 %) · dominated: another does better in every field (Holm-corrected)",
        )
    return ax


def alpha_rank(ranks: AlphaRank, *, ax: Axes | None = None) -> Axes:
    """Share of time that evolution spends at each policy, the largest on top.

    Parameters
    ----------
    ranks : AlphaRank
        From ``sq.alpha_rank(tournament)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
    """
    need(ranks, AlphaRank, "an α-rank", "sq.plot.alpha_rank(sq.alpha_rank(tournament))")
    pairs = sorted(zip(ranks.labels, ranks.masses, strict=True), key=lambda pair: pair[1].value)
    with style():
        ax = _bars(ax, pairs, {})
        ax.set_xlabel("share of time at the policy")
        title(ax, "α-rank: where evolution spends its time")
        _, lines = ranks.lines()
        kind = f" · n = {ranks.masses[0].n:,} · 95 % intervals" if ranks.resamples else ""
        footnote(ax, " · ".join(lines) + kind)
    return ax


def _bars(ax: Axes | None, pairs: Sequence[tuple[str, Estimate]], remarks: dict[str, str]) -> Axes:
    """Horizontal bars of shares with their intervals written out."""
    ax = axes(ax, (6.8, 1.6 + 0.36 * len(pairs)), grid="x")
    for row, (label, e) in enumerate(pairs):
        ax.barh(row, e.value, height=0.62, color=BARS, zorder=2)
        text = f"{100 * e.value:.1f}{_text.SPACE}%"
        if e.low == e.low:
            ax.plot([e.low, e.high], [row, row], color=INK, linewidth=1.4, zorder=3)
            for end in (e.low, e.high):
                ax.plot([end, end], [row - 0.14, row + 0.14], color=INK, linewidth=1.4, zorder=3)
            text += f" ({100 * e.low:.1f}–{100 * e.high:.1f})"
        remark = f"  {remarks[label]}" if label in remarks else ""
        _text.beside(ax, row, text + remark, gap=8, color=QUIET if remark else INK)
    ax.set_yticks(range(len(pairs)), [label for label, _ in pairs])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.6, len(pairs) - 0.4)
    ax.set_xlim(0, 1.0)
    _text.percent_axis(ax.xaxis)
    return ax


def replicator(path: Replicator, *, ax: Axes | None = None) -> Axes:
    """Shares of the policies over time, those that do better than the mean growing.

    Parameters
    ----------
    path : Replicator
        From ``sq.replicator(tournament)``.
    ax : Axes, optional

    Returns
    -------
    ax : Axes
        A line for each policy, named at its end; bands are 95 % of the resamples.
    """
    need(path, Replicator, "replicator dynamics", "sq.plot.replicator(sq.replicator(tournament))")
    with style():
        ax = axes(ax, (7.2, 4.2))
        peaks = path.shares.max(axis=0)
        ranked = np.argsort(-path.shares[-1] - 1e-6 * peaks, kind="stable")
        dashes = ("-", "--", "-.", ":")
        for number, i in enumerate(ranked.tolist()):
            colour = COLOURS[number % len(COLOURS)]
            ax.plot(
                path.times,
                path.shares[:, i],
                color=colour,
                linewidth=1.8,
                linestyle=dashes[(number + number // len(COLOURS)) % len(dashes)],
            )
            if path.resamples:
                ax.fill_between(
                    path.times, path.low[:, i], path.high[:, i], color=colour, alpha=0.15, lw=0
                )
        top = min(1.0, 1.06 * float(path.high.max()))
        ax.set_ylim(0, top)
        ax.set_xlim(0, path.times[-1])
        _name_ends(ax, path, ranked, top)
        _text.percent_axis(ax.yaxis)
        ax.set_xlabel("time, in units of one payoff")
        ax.set_ylabel("share of the population")
        heading, lines = path.lines()
        title(ax, heading)
        kind = f" · n = {path.n:,} · bands: 95 %" if path.resamples else ""
        footnote(ax, " · ".join(line for line in lines) + kind)
    return ax


def _name_ends(ax: Axes, path: Replicator, ranked: np.ndarray, top: float) -> None:
    """Names at the ends of the lines, pushed apart; those that die out in one line."""
    ends = [(float(path.shares[-1, i]), path.labels[i], n) for n, i in enumerate(ranked.tolist())]
    alive = [end for end in ends if end[0] >= UNNAMED]
    gone = [label for share, label, _ in ends if share < UNNAMED]
    gap = 12 / height(ax)
    places: list[float] = []
    for share, _, _ in reversed(alive):
        least = places[-1] + gap if places else gap if gone else 0.0
        places.append(max(share / top, least))
    highest = 1.0 - gap * (len(places) - 1)
    for number, place in enumerate(places):
        places[number] = min(place, highest + gap * number)
    for place, (share, label, number) in zip(reversed(places), alive, strict=True):
        _end(ax, place, f"{label} {100 * share:.0f}{_text.SPACE}%", COLOURS[number % len(COLOURS)])
    if gone:
        more = f" and {len(gone) - 2} more" if len(gone) > 3 else ""
        named = ", ".join(gone[:2] if more else gone)
        _end(ax, 0.0, f"{named}{more}: under 1{_text.SPACE}%", QUIET)


def _end(ax: Axes, place: float, text: str, colour: str) -> None:
    ax.annotate(
        text,
        (1, place),
        xycoords="axes fraction",
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
        color=colour,
        annotation_clip=False,
    )


def _about(played: Tournament) -> str:
    plan = played.plan
    return f"{plan.rules_note} · {played.seats} seats · n = {plan.counted(played.n)}"
