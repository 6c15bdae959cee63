"""Worked examples of matches of Squirrels: what comes after a round."""

from dataclasses import dataclass

from tests.rules.squirrels_example import A, B, C


@dataclass(frozen=True)
class Settlement:
    """What comes after a round of a match; everything by seat of that round."""

    name: str
    before: list  # totals
    scores: list
    safe: int  # seat that was out first, -1: the round was cut
    won: dict | None  # seat → share in 840ths; None: the match goes on
    starter: int | None  # of the next round; None: drawn, or over
    rounds: int  # before this one
    truncated: bool
    options: dict

    @property
    def seats(self):
        return len(self.scores)


def settle(
    name, before, scores, *, safe=-1, won=None, starter=None, rounds=2, truncated=False, **options
):
    return Settlement(name, before, scores, safe, won, starter, rounds, truncated, options)


TARGET = {"match_rounds": 0, "target_points": 300, "max_rounds": 5}

SETTLEMENTS = [
    settle("26 tied, the lower final score", [50, 38], [0, 12], safe=A, won={A: 840}),
    settle("26 tied in the final round too", [38, 38, 38], [12, 12, 0], won={C: 840}, safe=C),
    settle("26 tied in both", [38, 38, 90], [12, 12, 0], won={A: 420, B: 420}, safe=C),
    settle("26 tied at 0, one was out first", [50, 50], [0, 0], safe=B, won={B: 840}),
    settle(
        "final_tie_first_out=False",
        [50, 50],
        [0, 0],
        safe=B,
        won={A: 420, B: 420},
        final_tie_first_out=False,
    ),
    settle("the lowest total, not the last round", [10, 70], [40, 0], safe=B, won={A: 840}),
    settle("match_rounds=3, before the last", [10, 70], [40, 0], safe=B, rounds=1, starter=B),
    settle("match_rounds=1", [0, 0], [40, 0], safe=B, rounds=0, won={B: 840}, match_rounds=1),
    settle("the target is reached", [290, 10, 0], [15, 30, 0], safe=C, won={C: 840}, **TARGET),
    settle("the target is not reached", [200, 10, 0], [15, 30, 0], safe=C, starter=A, **TARGET),
    settle(
        "max_rounds without the target",
        [200, 10, 0],
        [15, 30, 0],
        safe=C,
        rounds=4,
        won={C: 840},
        truncated=True,
        **TARGET,
    ),
    settle("highest total starts", [50, 20, 60], [0, 45, 1], safe=A, rounds=0, starter=B),
    settle("highest totals tied", [50, 20, 20], [0, 30, 30], safe=A, rounds=0),
    settle(
        "lowest total starts",
        [50, 20, 60],
        [0, 5, 1],
        safe=A,
        rounds=0,
        starter=B,
        starter_next_round="lowest_total",
    ),
    settle(
        "starters rotate",
        [50, 20, 60],
        [0, 5, 1],
        safe=A,
        rounds=0,
        starter=B,
        starter_next_round="rotate",
    ),
    settle(
        "first out starts",
        [50, 20, 60],
        [9, 0, 0],
        safe=C,
        rounds=0,
        starter=C,
        starter_next_round="first_out",
    ),
    settle(
        "first out starts, nobody was",
        [50, 20, 60],
        [9, 5, 7],
        rounds=0,
        starter=B,
        starter_next_round="first_out",
    ),
    settle(
        "first out starts, nobody was, tied",
        [50, 20, 60],
        [9, 5, 5],
        rounds=0,
        starter_next_round="first_out",
    ),
]
