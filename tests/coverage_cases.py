"""Blocks of known mean, as games give them: what intervals are tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from squirrelstats.columns import SHARE_UNITS
from squirrelstats.estimate import Estimate, RatioSums, mean_of

#: Draws blocks: int64 (experiments, blocks), or two such arrays for ratios (cells, totals).
Draw = Callable[[np.random.Generator, tuple[int, int]], np.ndarray | tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Case:
    """A distribution of blocks, and the estimate made of them.

    Attributes
    ----------
    name : str
    draw : callable
    truth : float
    blocks : tuple of int
        Numbers of blocks tried.
    divisor : float
    share : bool
    coarse : tuple of int
        Numbers of blocks with so few possible results that no interval covers close to 95 %.
    """

    name: str
    draw: Draw
    truth: float
    blocks: tuple[int, ...]
    divisor: float = 1.0
    share: bool = False
    coarse: tuple[int, ...] = ()

    def estimates(
        self, rng: np.random.Generator, experiments: int, blocks: int
    ) -> Iterator[Estimate]:
        """Estimates of so many independent experiments."""
        for _ in range(0, experiments, 500):
            drawn = self.draw(rng, (500, blocks))
            if isinstance(drawn, tuple):
                for cells, totals in zip(*drawn, strict=True):
                    sums = RatioSums()
                    sums.add(cells, totals)
                    yield sums.mean(self.divisor, share=self.share)
            else:
                for values in drawn:
                    yield mean_of(values, self.divisor, share=self.share)


def chosen(worth: list[int], odds: list[float]) -> tuple[Draw, float]:
    """Independent values with these odds, and their mean."""
    odds_of = np.array(odds) / sum(odds)

    def draw(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
        return rng.choice(np.array(worth, np.int64), size, p=odds_of)

    return draw, float(odds_of @ np.array(worth))


def rotated(share: float, spread: float, playings: int) -> Draw:
    """Win shares over the seatings of a deal whose own luck moves all of them."""

    def draw(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
        strength = rng.beta(share * spread, (1 - share) * spread, size)
        won = rng.binomial(playings, strength)
        return (won * SHARE_UNITS).astype(np.int64)

    return draw


def flags(p: float, playings: int) -> Draw:
    """How many playings of a deal show something rare."""
    return lambda rng, size: rng.binomial(playings, p, size).astype(np.int64)


def flags_alike(p: float, playings: int, alike: float) -> Draw:
    """The same where the playings of a deal are alike, with this correlation (beta-binomial)."""
    size = (1 - alike) / alike

    def draw(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
        own = rng.beta(p * size, (1 - p) * size, shape)
        return rng.binomial(playings, own).astype(np.int64)

    return draw


def hands(p: float, score: bool) -> Draw:
    """Seats of a deal that hold a card, and what they won or scored."""

    def draw(rng: np.random.Generator, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        cells = rng.binomial(4, p, size)
        if score:
            luck = rng.normal(0, 3, size)  # of the deal, in common
            totals = np.rint(cells * (12 + luck) + rng.normal(0, 6, size) * np.sqrt(cells))
        else:
            totals = rng.binomial(cells, rng.beta(3, 7, size))
        return cells.astype(np.int64), totals.astype(np.int64)

    return draw


def skewed(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """Scores with a long tail; mean 12, standard deviation 9.2."""
    return rng.negative_binomial(2, 2 / 14, size).astype(np.int64)


def rotated_scores(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """Four scores of a deal with its luck in common, added up; mean 48."""
    return rng.poisson(rng.gamma(4, 12, size)).astype(np.int64)


def close_pair(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """Difference of two policies that mostly do the same; mean 0.02 of a win."""
    worth = np.array([-SHARE_UNITS, -SHARE_UNITS // 2, 0, SHARE_UNITS // 2, SHARE_UNITS])
    return rng.choice(worth, size, p=[0.02, 0.03, 0.88, 0.03, 0.04])


TIES, TIES_MEAN = chosen([0, 210, 280, 420, 840], [70, 1, 2, 7, 20])
COIN, COIN_MEAN = chosen([0, 420, 840], [45, 10, 45])
FAVOURITE, FAVOURITE_MEAN = chosen([0, 420, 840], [6, 4, 90])
PENTA, PENTA_MEAN = chosen([-2, -1, 0, 1, 2], [5, 20, 48, 21, 6])
CASES = (
    Case("win share, two seats", COIN, COIN_MEAN / 840, (20, 100, 1000), 840, True, (20,)),
    Case(
        "win share with ties, four seats", TIES, TIES_MEAN / 840, (50, 100, 1000), 840, True, (50,)
    ),
    Case(
        "win share of a favourite", FAVOURITE, FAVOURITE_MEAN / 840, (100, 1000), 840, True, (100,)
    ),
    Case("win share, 4 seatings a deal", rotated(0.25, 4, 4), 0.25, (50, 200, 1000), 3360, True),
    Case("win share, 12 seatings a deal", rotated(0.3, 3, 12), 0.3, (50, 200, 1000), 10080, True),
    Case("score with a long tail", skewed, 12.0, (100, 400, 2000)),
    Case("score, 4 seatings a deal", rotated_scores, 12.0, (50, 200, 1000), 4),
    Case("difference in pairs", PENTA, PENTA_MEAN, (50, 200, 1000)),
    Case("difference of near twins", close_pair, 0.02, (200, 1000, 5000), 840),
    Case("share in hands with a card", hands(0.3, score=False), 0.3, (100, 1000), 1, True),
    Case(
        "share in hands with a rare card",
        hands(0.03, score=False),
        0.3,
        (500, 2000),
        1,
        True,
        (500,),
    ),
    Case("score in hands with a card", hands(0.3, score=True), 12.0, (100, 1000)),
    Case("score in hands with a rare card", hands(0.03, score=True), 12.0, (500, 2000)),
    Case("flag of 2 %", flags(0.02, 1), 0.02, (200, 1000, 5000), 1, True, (200, 1000)),
    Case("flag of 2 %, 4 seatings", flags(0.02, 4), 0.02, (200, 1000), 4, True, (200,)),
    Case("flag of 1 %, 4 like seatings", flags_alike(0.01, 4, 0.3), 0.01, (500, 1500), 4, True),
    Case(
        "flag of 1 %, 4 very like seatings",
        flags_alike(0.01, 4, 0.8),
        0.01,
        (500, 1000, 3000),
        4,
        True,
    ),
    Case("flag of 0.2 %", flags(0.002, 1), 0.002, (1000, 5000, 20000), 1, True, (1000, 5000)),
)
