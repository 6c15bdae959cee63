"""Sections about skill: what luck leaves of it, and which policy to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squirrelstats import plot
from squirrelstats.plot.tournaments import settled
from squirrelstats.reporting._blocks import Section, Table, chart, table_of
from squirrelstats.reporting._data import of_estimate, records

if TYPE_CHECKING:
    from squirrelstats.balance.study import Study

BETTER, WORSE = "▲", "▼"


def luck(study: Study) -> Section:
    """Where the variance comes from, and how far skill leads."""
    split, ladder = study.luck, study.skill
    rung = ladder.rungs[-1]
    finding = (
        f"Who plays explains {split['player'].alone:%} of the variance of a single round at this "
        f"table, the opening deal alone {split['deal'].alone:%}. One {rung.stronger} among "
        f"{rung.weaker} wins {rung.win_share:%}."
    )
    alt = f"Share of the variance of a win share by source, with 95 % intervals. {finding}"
    return Section(
        "luck",
        "Luck and skill",
        finding,
        (
            chart(lambda ax: plot.luck_split(split, ax=ax), alt, "luck", (6.8, 4.2)),
            table_of(split, "Variance by source"),
            table_of(ladder, "From the weakest to the strongest", folded=False),
        ),
        {"split": records(split.frame()), "ladder": records(ladder.frame())},
    )


def policies(study: Study) -> Section:
    """Payoffs of the pool against each other."""
    played = study.tournament
    means = list(played.against().items())
    order = sorted(range(len(means)), key=lambda i: -played.sign * means[i][1].value)
    cells = played.row_fields()
    shown = [[cells[i][j] for j in order] for i in order]
    sure = settled(shown, played.even if played.even is not None else 0.0)
    names = [played.policies[i] for i in order]
    rows = []
    for place, line in enumerate(shown):
        row = [names[place], f"{means[order[place]][1]:%}"]
        for column, e in enumerate(line):
            mark = ""
            if sure[place, column]:
                mark = f" {BETTER if e.value > (played.even or 0.0) else WORSE}"
            half = max(e.high - e.value, e.value - e.low)
            row.append(f"{100 * e.value:.1f} ± {100 * half:.1f}{mark}" if half > 0 else "even")
        rows.append(tuple(row))
    first, second = (means[order[place]] for place in (0, 1))
    finding = (
        f"Among opponents drawn from the pool {first[0]} has the highest win share found, "
        f"{first[1]:%}, then {second[0]}, {second[1]:%}. Who is ahead was picked on the same "
        "deals, so its lead is a little flattered; the verdict on dominance measures it on others."
    )
    alt = f"Mean win share of every policy of the pool, with 95 % intervals. {finding}"
    ranked = {means[i][0]: means[i][1] for i in order}
    return Section(
        "policies",
        "Which policy to play",
        finding,
        (
            chart(
                lambda ax: plot.estimates(
                    ranked,
                    heading="Win share among opponents of the pool",
                    label="win share",
                    percent=True,
                    reference=1 / study.seats,
                    note=played.about(),
                    ax=ax,
                ),
                alt,
                "policies",
                (6.8, 1.6 + 0.33 * len(names)),
            ),
            Table(
                "Win share of the row among players of the column, %",
                ("policy", "mean", *names),
                tuple(rows),
                note=f"± reaches as far as the 95 % interval, not corrected; {BETTER} more, "
                f"{WORSE} less than an even share, settled (Holm over all "
                f"cells); n = {played.n:,} deals a cell",
            ),
        ),
        {
            "payoffs": records(played.frame()),
            "against": [{"policy": name, **of_estimate(e)} for name, e in means],
        },
    )
