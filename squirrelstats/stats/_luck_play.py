"""Rounds with the controls of their luck: numbers whose mean is exactly 0, whoever plays how."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats._guard import Crew
from squirrelstats.columns import SHARE_UNITS
from squirrelstats.errors import UsageError
from squirrelstats.games.contract import Game
from squirrelstats.policies._luck_workspace import (
    ROUNDS_AT_ONCE,
    LuckWorkspace,
    chances_of,
    value_of,
)
from squirrelstats.simulate.plan import Plan

DEAL = "deal"
#: Outcomes of a round, in the order of their arrays.
OUTCOMES = ("score", "win_share")


@dataclass(frozen=True, eq=False)
class Piece:
    """Consecutive deals.

    Attributes
    ----------
    outcomes : float64 (rounds, players, OUTCOMES)
    controls : float64 (rounds, players, controls)
    """

    outcomes: np.ndarray
    controls: np.ndarray


def sources_of(game: Game) -> tuple[str, ...]:
    """Where luck comes from: the deal, and every kind of chance event."""
    return (DEAL, *chances_of(game))


def control_sources(plan: Plan) -> np.ndarray:
    """Place in `sources_of` of every control, int64 (controls,)."""
    nobody = np.zeros((0, len(plan.lineup)), plan.game.layout.SEAT_RESULT)
    openings = _opening(plan, nobody).shape[2]
    number = value_of(plan.game).N
    chances = np.repeat(1 + np.arange(len(chances_of(plan.game))), number)
    return np.concatenate([np.zeros(openings, np.int64), chances])


def pieces(plan: Plan, first: int, deals: int, threads: int) -> Iterator[Piece]:
    """Play deals of a plan with an account of their luck.

    How they are cut into pieces does not depend on the number of threads.

    Yields
    ------
    piece : Piece
        In the order of the deals.

    Raises
    ------
    UsageError
        Matches, or hands that are not left to chance.
    PolicyError
        If a policy misbehaves.
    """
    check_plan(plan)
    at_once = max(1, ROUNDS_AT_ONCE // len(plan.seating))
    starts = iter(range(first, first + deals, at_once))

    def next_task() -> tuple[int, int] | None:
        begun = next(starts, None)
        return None if begun is None else (begun, min(at_once, first + deals - begun))

    def make_worker() -> Callable[[tuple[int, int]], Piece]:
        space = LuckWorkspace(
            plan.game, plan.rules, plan.lineup, plan.seed, plan.traits, plan.dealing
        )

        def work(task: tuple[int, int]) -> Piece:
            ((seats, luck),) = space.with_luck(plan.seating, *task)
            return _piece(plan, seats, luck)

        return work

    crew = Crew(max(1, min(threads, -(-deals // at_once))), make_worker, next_task)
    try:
        yield from crew.results()
    finally:
        deque(crew.stop(), maxlen=0)
    if crew.error:
        raise crew.error


def check_plan(plan: Plan) -> None:
    """Refuse plans whose luck cannot be told."""
    if plan.in_matches:
        raise UsageError("luck is told of rounds that stand alone; play rounds=…, not matches=…")
    if plan.dealing.hands or plan.dealing.exchanges:
        raise UsageError(
            "the hands of this plan are not left to chance, so the luck of its deals cannot be "
            "told; leave hands=… and exchanges=… out"
        )


def _rules(plan: Plan) -> Any:
    return plan.rules.record().view(np.recarray)


def _piece(plan: Plan, seats: Any, luck: np.ndarray) -> Piece:
    rounds, players = seats.shape
    place = np.argsort(plan.seating[:, :players].astype(np.intp), axis=1)
    place = np.tile(place, (rounds // len(plan.seating), 1))  # seat by round and player
    both = np.stack([seats["score"].astype(float), seats["share840"] / SHARE_UNITS], axis=2)
    parts = [both, _opening(plan, seats)]
    by_seat = np.concatenate(parts, axis=2)
    by_player = np.take_along_axis(by_seat, place[:, :, np.newaxis], axis=1)
    flat = luck.reshape(rounds, players, -1)
    return Piece(by_player[:, :, :2], np.concatenate([by_player[:, :, 2:], flat], axis=2))


def _opening(plan: Plan, seats: Any) -> np.ndarray:
    """What the deal gave each seat, less its mean; float64 (rounds, seats, controls)."""
    parts = value_of(plan.game).opening(_rules(plan), seats)
    return np.concatenate([_of_cards(*part) for part in parts], axis=2)


def _of_cards(held: np.ndarray, copies: np.ndarray, cards: int) -> np.ndarray:
    """Copies, pairs and triples of copies, and copies of other seats by kind, less their means.

    Parameters
    ----------
    held : uint8 (rounds, seats, kinds)
    copies : int64 (kinds,)
        In the pack that is drawn from, without replacement.
    cards : int
        Drawn by each seat.

    Returns
    -------
    controls : float64 (rounds, seats, 4 * kinds)

    References
    ----------
    Johnson, Kemp and Kotz (2005), Univariate Discrete Distributions, 3rd ed., section 6.3
    (factorial moments of the hypergeometric distribution).
    """
    own, pack = held.astype(float), float(copies.sum())
    power, mean = np.ones_like(own), np.ones(len(copies))
    parts = []
    for taken in range(3):
        power = power * (own - taken)
        mean = mean * (copies - taken) * (cards - taken) / max(pack - taken, 1.0)
        parts.append(power - mean)
    others = parts[0].sum(axis=1, keepdims=True) - parts[0]
    return np.concatenate([*parts, others / (own.shape[1] - 1)], axis=2)
