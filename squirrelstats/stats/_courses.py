"""The course of a round: a sample of playings replayed with their events, and who led when."""

from __future__ import annotations

import importlib
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats._guard import run_guarded
from squirrelstats.estimate import Estimate, mean_of
from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games.contract import Game
from squirrelstats.simulate.run import Run

#: What is measured of a course, and whether it is a share.
COURSE = {
    "lead_changes": False,
    "behind": True,
    "drama": True,
    "comebacks": True,
    "decisive": True,
}


@dataclass(frozen=True)
class Courses:
    """Means over the playings that were replayed.

    Attributes
    ----------
    means : mapping of str to Estimate
        By the names of `COURSE`.
    by_block : float64 (blocks, measures)
        Means over the playings of a block; nan where one of them is left out.
    playings : int
        Replayed.
    cut : int
        Of these left out because their record of events was full.
    """

    means: dict[str, Estimate]
    by_block: np.ndarray
    playings: int
    cut: int


def standing_of(game: Game) -> Any:
    """The module that follows the standings of a game: ``UNIT``, ``GOAL``, ``standings``."""
    return importlib.import_module(f"squirrelstats.games.{game.name}.standing")


def courses(run: Run, replayed: int) -> Courses | None:
    """Replay the first blocks of a run; None if none are asked for."""
    blocks = min(run.deals, max(1, replayed // run.playings)) if replayed else 0
    if not blocks:
        return None
    plan, winners = run.plan, _winners(run, blocks)
    standing, seats = standing_of(run.plan.game), len(run.plan.lineup)
    sign = 1 if standing.GOAL == "high" else -1

    def find() -> np.ndarray:
        space = plan.workspace()
        found = np.full((blocks, run.playings, len(COURSE)), np.nan)
        for block in range(blocks):
            for playing in range(run.playings):
                events, _ = space.record(plan.seating[playing], block)
                if len(events) < EVENT_CAPACITY:
                    course = sign * standing.standings(events, seats, plan.rules)
                    turns = np.flatnonzero(events[:, 0] == standing.TURN)
                    found[block, playing] = measured(course, turns, winners[block, playing])
        return found

    found = run_guarded(find, math.inf, RuntimeError)
    by_block = found.mean(axis=1)
    whole = ~np.isnan(by_block[:, 0])  # blocks with all their playings
    means = {
        name: mean_of(by_block[whole, place], share=share)
        for place, (name, share) in enumerate(COURSE.items())
    }
    playings = blocks * run.playings
    return Courses(means, by_block, playings, int((~whole).sum()) * run.playings)


def measured(course: np.ndarray, turns: np.ndarray, won: np.ndarray) -> tuple[float, ...]:
    """The measures of `COURSE` of one round.

    Parameters
    ----------
    course : int64 (events, seats)
        Standings after every event, more is better.
    turns : int (turns,)
        Events that begin a turn.
    won : bool (seats,)
        Who won or shared the win.

    Examples
    --------
    >>> course = np.array([[0, 0], [4, 0], [4, 5], [4, 9]])
    >>> [round(x, 3) for x in measured(course, np.arange(4), np.array([False, True]))]
    [1.0, 0.25, 0.894, 0.0, 0.5]
    """
    best = course.max(axis=1)
    alone = (course == best[:, np.newaxis]).sum(axis=1) == 1
    leaders = course.argmax(axis=1)[alone]
    changes = float(np.count_nonzero(np.diff(leaders)))
    at = course[turns]
    if not len(at):
        return changes, 0.0, 0.0, 0.0, 0.0
    winner, leader = at[:, won].max(axis=1), at.max(axis=1)
    gap = leader - winner
    behind = gap > 0
    spread = max(int((course.max(axis=1) - course.min(axis=1)).max()), 1)
    drama = float(np.sqrt(gap[behind] / spread).mean()) if behind.any() else 0.0
    decisive = 0.0
    if not won.all():
        past = np.flatnonzero(winner > course[:, ~won].max())
        decisive = (len(at) - past[0]) / len(at) if len(past) else 0.0
    return changes, float(behind.mean()), drama, float(behind[len(at) // 2]), float(decisive)


def _winners(run: Run, blocks: int) -> np.ndarray:
    """Who won, by block, playing and seat."""
    parts, there = [], 0
    for chunk in run.blocks("seats", ("win_share",)):
        values = chunk.values["seats"]["win_share"]
        parts.append(values.reshape(chunk.deals, run.playings, -1) > 0)
        there += chunk.deals
        if there >= blocks:
            break
    return np.concatenate(parts)[:blocks]
