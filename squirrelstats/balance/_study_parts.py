"""Parts of a study that are more than one call."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats.errors import UsageError
from squirrelstats.games._rules import shown
from squirrelstats.games.contract import Game
from squirrelstats.metagame.payoffs import Tournament
from squirrelstats.simulate.run import Run
from squirrelstats.stats.measures import measure_of
from squirrelstats.stats.sweep import Sweep, sweep

if TYPE_CHECKING:
    import pandas as pd

    from squirrelstats.balance.study import Study

#: Groups of rules whose numbers say what is in the box.
DECK_GROUPS = ("deck", "acorn cards", "Loot")
#: A number in the deck times these, beside itself.
TIMES = (0.0, 0.5, 1.5, 2.0)
SWEPT = ("win_share", "score", "turns")


def seat_shares(run: Run) -> np.ndarray:
    """Win share of every seat by block; float64 (blocks, seats)."""
    blocks = []
    for chunk in run.blocks("seats", ("win_share",)):
        blocks.append(chunk.sums_by_deal(chunk.values["seats"]["win_share"]))
    scale = measure_of(run.plan, "win_share").scale * run.playings
    return np.asarray(np.concatenate(blocks) / scale)


def picked(played: Tournament) -> tuple[int, np.ndarray]:
    """The best policy by the even deals, and what it gets on the odd ones.

    Chosen and judged on different deals, it is not flattered by having been chosen.

    Returns
    -------
    place : int
        Among the policies.
    shares : float64 (blocks,)
        Its win share on the odd deals, among players of a policy drawn from the pool.
    """
    values, _ = played.block_payoffs(played.weights_of(None))
    place = int(values[:, ::2].mean(axis=1).argmax())
    return place, values[place, 1::2]


def deck_sweeps(study: Study) -> tuple[Sweep, ...]:
    """Every number in the deck at more and fewer, as far as the rules allow, among equals."""
    found = []
    for field in dataclasses.fields(study.rules):
        about = field.metadata
        if about["group"] not in DECK_GROUPS or "low" not in about:
            continue
        now = getattr(study.rules, field.name)
        tried = sorted({now, *(round(now * times) for times in TIMES)})
        allowed = [value for value in tried if value == now or _possible(study, field.name, value)]
        if len(allowed) < 2:
            continue
        found.append(
            sweep(
                study.game,
                f"rule:{field.name}",
                allowed,
                lineup=study.equals,
                rules=study.rules,
                rounds=study.sizes.sweeps,
                measure=SWEPT,
                seed=study.plan.seed,
                rotate="none",
                threads=study.threads,
                progress=study.progress,
            )
        )
    return tuple(found)


def _possible(study: Study, field: str, value: int) -> bool:
    """Whether the rules allow a value at this table."""
    try:
        study.game.rules(study.rules, **{field: value}).check_seats(study.seats)
    except UsageError:
        return False
    return True


def options(game: Game, rules: Any) -> pd.DataFrame:
    """The rules and the nearest preset, field by field."""
    import pandas as pd

    nearest = nearest_preset(game, rules)
    base = game.presets[nearest]
    rows = []
    for field in dataclasses.fields(rules):
        value, usual = getattr(rules, field.name), getattr(base, field.name)
        rows.append(
            {
                "group": field.metadata["group"],
                "field": field.name,
                "value": shown(value),
                "preset": nearest,
                "preset_value": shown(usual),
                "differs": value != usual,
                "meaning": field.metadata["meaning"],
            }
        )
    return pd.DataFrame(rows)


def nearest_preset(game: Game, rules: Any) -> str:
    """The preset that differs from the rules in the fewest fields."""
    return min(game.presets, key=lambda name: len(rules.changes(game.presets[name])))


def shifted(seed: int | Mapping[str, int], by: int) -> int | dict[str, int]:
    """Another seed, or other seeds of all purposes named."""
    if isinstance(seed, Mapping):
        return {purpose: (value ^ by) % 2**64 for purpose, value in seed.items()}
    return (seed ^ by) % 2**64
