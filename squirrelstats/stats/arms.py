"""Several ways to play on common deals: what a user wants compared, as plans and their runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from squirrelstats.errors import UsageError, listed
from squirrelstats.games._dealing import common_deck
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.player import Player, seated, traits_label
from squirrelstats.policies.policy import Policy
from squirrelstats.policies.registry import names
from squirrelstats.simulate.api import asked_threads, play_on, whole_number
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.run import Run
from squirrelstats.simulate.store import MemoryStore

#: Seats of the table where a user does not say who plays.
USUAL_SEATS = 4
#: What an arm given by a mapping may say.
PARTS = ("policy", "lineup", "rules")


@dataclass(frozen=True)
class Arm:
    """One of the things compared.

    Attributes
    ----------
    name : str
    plan : Plan
    """

    name: str
    plan: Plan


def make_arms(
    game: str | Game,
    wanted: Sequence[Any] | Mapping[str, Any],
    *,
    lineup: Sequence[Any] | None = None,
    rules: Any = None,
    player: int = 0,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "cyclic",
    columns: str = "core",
    unit: str = "rounds",
) -> list[Arm]:
    """Plans on common deals that differ in what a user names.

    Parameters
    ----------
    game : str
    wanted : sequence, or mapping of str to …
        Each a policy (a name, `Policy` or `Player`) that takes the place of ``player`` in the
        line-up; a list: a whole line-up; rules (``sq.rules(…)``, the name of a preset, a path); or
        a mapping with some of ``"policy"``, ``"lineup"``, ``"rules"``. A mapping names its arms.
    lineup : sequence, optional
        Who plays beside what is compared; default: ``baseline`` in all of four seats.
    rules, seed, rotate, columns, unit
        As for `make_plan`.
    player : int
        Whose place a policy takes.

    Raises
    ------
    UsageError
        What is no arm, or arms that cannot be told apart by name.
    """
    played = get_game(game)
    if isinstance(wanted, str | Policy | Player) or not isinstance(wanted, Sequence | Mapping):
        raise UsageError(f"what is compared comes as a list or a mapping, got {wanted!r}")
    named = list(wanted.items()) if isinstance(wanted, Mapping) else [("", w) for w in wanted]
    if not named:
        raise UsageError("there is nothing to compare: the list is empty")
    seats = max(played.min_seats, min(USUAL_SEATS, played.max_seats))
    table = listed("a line-up", lineup) if lineup is not None else ["baseline"] * seats
    if not table:
        raise UsageError("the line-up is empty: give the policies that play")
    player = whole_number("player", player, len(table) - 1, least=0)
    said = [parts(played, what) for _, what in named]
    by = [played.rules(part.get("rules", rules)) for part in said]
    deck = common_deck(by)
    arms = []
    for (name, _), part, own in zip(named, said, by, strict=True):
        members = list(part.get("lineup", table))
        if "policy" in part:
            if player >= len(members):
                raise UsageError(f"player {player} has no place in a line-up of {len(members)}")
            members[player] = part["policy"]
        plan = make_plan(
            played,
            members,
            rules=own,
            seed=seed,
            rotate=rotate,
            columns=columns,
            unit=unit,
            deck=deck,
        )
        arms.append(Arm(str(name) or _name(played, part, plan, player), plan))
    twice = [name for name in {arm.name for arm in arms} if [a.name for a in arms].count(name) > 1]
    if twice and len({arm.plan.digest for arm in arms}) > 1:
        raise UsageError(
            f"several arms are called {twice[0]!r}; name them: {{'one': …, 'other': …}}"
        )
    return arms


def parts(game: Game, what: Any) -> dict[str, Any]:
    """What an arm says, by part.

    Raises
    ------
    UsageError
        It is no arm.
    """
    if isinstance(what, Mapping):
        unknown = [key for key in what if key not in PARTS]
        if unknown or not what:
            raise UsageError(
                f"an arm given by a mapping has some of {', '.join(PARTS)}, got {dict(what)!r}"
            )
        return dict(what)
    if isinstance(what, str):
        rules = what.endswith(".toml") or (what in game.presets and what not in names(game))
        return {"rules" if rules else "policy": what}
    if isinstance(what, Path | game.rules_class):
        return {"rules": what}
    if isinstance(what, Policy | Player):
        return {"policy": what}
    if isinstance(what, Sequence):
        return {"lineup": list(what)}
    raise UsageError(
        "an arm is a policy, a line-up (a list), rules, the name of a preset, or a mapping with "
        f"some of {', '.join(PARTS)}; got {what!r}"
    )


def _name(game: Game, part: Mapping[str, Any], plan: Plan, player: int) -> str:
    words = []
    if "lineup" in part and "policy" not in part:
        words.append(", ".join(plan.labels))
    if "policy" in part:
        policy, traits = seated(game, part["policy"])
        words.append(policy.label + traits_label(traits))
    if "rules" in part:
        words.append(plan.rules_label)
    return "; ".join(words)


class CommonDeals:
    """Runs of several plans on the same deals, which can be played on.

    Parameters
    ----------
    plans : sequence of Plan
    threads, progress
        As for `simulate`.
    """

    def __init__(
        self, plans: Sequence[Plan], *, threads: int | None = None, progress: bool | None = None
    ) -> None:
        self.plans = tuple(plans)
        self._threads = asked_threads(threads)
        self._progress = progress
        by_digest: dict[str, MemoryStore] = {}
        self._stores = [by_digest.setdefault(plan.digest, MemoryStore()) for plan in self.plans]
        self.runs: list[Run] = []
        self.deals = 0

    def play_to(self, deals: int) -> list[Run]:
        """Play on until every plan has so many deals; their runs.

        Plans of one identity are played once.
        """
        self.runs = [
            play_on(plan, store, deals, self._threads, self._progress)
            for plan, store in zip(self.plans, self._stores, strict=True)
        ]
        self.deals = deals
        return self.runs


def unpaired_variance(a: np.ndarray, b: np.ndarray) -> float:
    """Variance of the difference of means of as many playings that have no deals in common.

    Parameters
    ----------
    a, b : (blocks, playings)
        One number of every playing; the arms may differ in the number of playings.

    Returns
    -------
    variance : float
        Of one block: all its playings independent of each other and of those of the other arm.
    """
    return float(a.var(ddof=1) / a.shape[1] + b.var(ddof=1) / b.shape[1])
