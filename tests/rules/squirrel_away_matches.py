"""Worked examples of matches of Squirrel Away: what comes after a round."""

from dataclasses import dataclass

from tests.rules.squirrel_away_example import A, B, C


@dataclass(frozen=True)
class Settlement:
    """What comes after a round of a match; everything by seat of that round."""

    name: str
    before: list  # totals
    fronts_before: list  # acorns left in Front in earlier rounds
    scores: list
    fronts: list
    won: dict | None  # seat → share in 840ths; None: the match goes on, or a draw by lot
    rounds: int  # before this one
    ages: list
    options: dict

    @property
    def seats(self):
        return len(self.scores)

    @property
    def goes_on(self):
        return self.rounds + 1 < self.options["match_rounds"]


def settle(name, before, scores, won, *, fronts=None, earlier=None, rounds=2, ages=None, **options):
    none = [0] * len(scores)
    options = {"match_rounds": 3, **options}
    return Settlement(
        name,
        before,
        earlier or none,
        scores,
        fronts or none,
        won,
        rounds,
        ages or none,
        options,
    )


TIED = {"fronts": [3, 3, 0], "earlier": [1, 1, 9]}

SETTLEMENTS = [
    settle("the highest total, not the last round", [9, 4], [0, 3], {A: 840}),
    settle("before the last round", [9, 4], [0, 3], None, rounds=1),
    settle("a match of one round", [0, 0], [2, 3], {B: 840}, rounds=0, match_rounds=1),
    settle(
        "tied, more acorns left in all rounds",
        [3, 4, 2],
        [5, 4, 0],
        {B: 840},
        fronts=[5, 1, 2],
        earlier=[0, 5, 9],
    ),
    settle("still tied", [3, 4, 2], [5, 4, 0], {A: 420, B: 420}, **TIED),
    settle(
        "still tied, the younger wins",
        [3, 4, 2],
        [5, 4, 0],
        {B: 840},
        ages=[40, 30, 5],
        final_tie="youngest",
        **TIED,
    ),
    settle(
        "still tied, of one age",
        [3, 4, 8],
        [5, 4, 0],
        {A: 280, B: 280, C: 280},
        ages=[9, 9, 9],
        final_tie="youngest",
    ),
    settle(
        "still tied, who gives no age counts as the oldest",
        [3, 4, 8],
        [5, 4, 0],
        {B: 840},
        ages=[0, 99, 0],
        final_tie="youngest",
    ),
    settle(
        "still tied, no ages given",
        [3, 4, 2],
        [5, 4, 0],
        {A: 420, B: 420},
        final_tie="youngest",
        **TIED,
    ),
    settle("still tied, by lot", [3, 4, 2], [5, 4, 0], None, final_tie="random", **TIED),
]
