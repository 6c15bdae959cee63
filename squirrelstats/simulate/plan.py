"""What to play: a plan. Its identity decides which results belong together."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats._jit import PACKAGE
from squirrelstats._rng import hashed_seeds
from squirrelstats.columns import LEVELS
from squirrelstats.errors import UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies._loop import SEAT_LIMIT
from squirrelstats.policies.policy import Policy
from squirrelstats.policies.registry import get

ROTATIONS = ("none", "cyclic")


@dataclass(frozen=True, eq=False)
class Plan:
    """Game, rules, line-up, seed and the shape of the results, all checked.

    The number of deals, threads and chunks is not part of it: results of one plan can be added to.

    Attributes
    ----------
    game : Game
    rules : the game's Rules
    lineup : tuple of Policy
        By player.
    seed : int or dict of purpose to int
    rotate : str
        ``"none"`` or ``"cyclic"``.
    columns : str
        ``"core"`` or ``"cards"``.
    """

    game: Game
    rules: Any
    lineup: tuple[Policy, ...]
    seed: int | Mapping[str, int] = 0
    rotate: str = "none"
    columns: str = "core"

    @functools.cached_property
    def seating(self) -> np.ndarray:
        """Player by seat, for each playing of a deal.

        In playing j of a cyclic rotation player i sits in seat (i + j) mod n: neighbours stay
        neighbours, and everybody starts once.

        Returns
        -------
        seating : uint64 (playings, 8)
            Unused seats hold 0.
        """
        seats = len(self.lineup)
        playings = seats if self.rotate == "cyclic" else 1
        seating = np.zeros((playings, SEAT_LIMIT), "u8")
        for playing in range(playings):
            for player in range(seats):
                seating[playing, (player + playing) % seats] = player
        return seating

    @functools.cached_property
    def labels(self) -> tuple[str, ...]:
        """The policies' labels, by player; different policies that share one are numbered."""
        seen: dict[str, list[Policy]] = {}
        labels = []
        for policy in self.lineup:
            known = seen.setdefault(policy.label, [])
            same = [place for place, other in enumerate(known) if _same(policy, other)]
            place = same[0] if same else len(known)
            if not same:
                known.append(policy)
            labels.append(f"{policy.label} #{place + 1}" if place else policy.label)
        return tuple(labels)

    @property
    def rules_label(self) -> str:
        """Name of the rules, with what differs from a preset."""
        return self.game.rules_label(self.rules)

    @functools.cached_property
    def description(self) -> dict[str, Any]:
        """The identity as plain data, as it stands in every dataset."""
        fields = {name: getattr(self.rules, name) for name in self.rules.__dataclass_fields__}
        seed = dict(self.seed) if isinstance(self.seed, Mapping) else self.seed
        return {
            "game": self.game.name,
            "rules": fields,
            "lineup": [policy.identity() for policy in self.lineup],
            "seed": seed,
            "rotate": self.rotate,
            "columns": self.columns,
            "code": code_digest(self.game.name),
        }

    @functools.cached_property
    def digest(self) -> str:
        """SHA-256 of the identity."""
        return digest_of(self.description)

    @property
    def can_be_extended(self) -> bool:
        """Whether later rows are sure to come from the same code as earlier ones.

        A plain Python policy may do what its bytecode does not show, and so may objects whose
        state cannot be told: then its author must state a version.
        """
        return all(policy.provable for policy in self.lineup)


def _same(one: Policy, other: Policy) -> bool:
    if one.function is other.function and one.values == other.values:
        return one.version == other.version
    return one.identity() == other.identity()


def make_plan(
    game: str | Game,
    lineup: Sequence[str | Policy],
    *,
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "none",
    columns: str = "core",
) -> Plan:
    """Check everything a user said and make a plan of it.

    Raises
    ------
    UsageError
        For the first thing that is wrong: value, allowed values, way out.

    Examples
    --------
    >>> plan = make_plan("squarrels", ["baseline", "random"], rotate="cyclic")
    >>> plan.labels, plan.seating.shape
    (('baseline', 'random'), (2, 8))
    """
    played = get_game(game)
    if isinstance(lineup, str) or not isinstance(lineup, Sequence):
        raise UsageError(
            f'a line-up is a list of policies, one for each player, like ["baseline", "random"]; '
            f"got {lineup!r}"
        )
    for member in lineup:
        if not isinstance(member, str | Policy):
            raise UsageError(
                f"a line-up holds names of policies or policies (made with @sq.policy or "
                f"sq.policies.get), got {member!r}"
            )
    policies = tuple(get(played, member) for member in lineup)
    played.check_seats(len(policies))
    if rotate not in ROTATIONS:
        raise UsageError(choices("rotation", rotate, ROTATIONS))
    if columns not in LEVELS:
        raise UsageError(choices("level of columns", columns, LEVELS))
    if not (rules is None or isinstance(rules, str | played.rules_class)):
        raise UsageError(
            f"rules are the name of a preset ({', '.join(played.presets)}) or "
            f"sq.rules({played.name!r}, option=value), got {rules!r}"
        )
    hashed_seeds(seed)
    if isinstance(seed, Mapping):
        seed = {str(purpose): int(value) for purpose, value in seed.items()}
    else:
        seed = int(seed)
    return Plan(played, played.rules(rules), policies, seed, rotate, columns)


def digest_of(description: Mapping[str, Any]) -> str:
    """SHA-256 of a plan's description."""
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()


def difference(old: Mapping[str, Any], plan: Plan) -> str:
    """In words, what the plan described by ``old`` and this one do not have in common."""
    new = plan.description
    parts = []
    for key in new:
        if old.get(key) == new[key]:
            continue
        if key == "code":
            parts.append("the simulator's code has changed")
        elif key == "lineup":
            parts.append(_lineup_difference(old[key], new[key]))
        elif isinstance(old.get(key), dict) and isinstance(new[key], dict):
            for name in {**old[key], **new[key]}:
                there, here = old[key].get(name), new[key].get(name)
                if there != here:
                    parts.append(f"{key}: {name} {there!r} there, {here!r} here")
        else:
            parts.append(f"{key} {old.get(key)!r} there, {new[key]!r} here")
    return "; ".join(parts) or "its plan is different"


def _lineup_difference(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> str:
    def called(members: list[dict[str, Any]]) -> list[str]:
        return [
            f"{m['name']}({', '.join(f'{k}={v:g}' for k, v in m['params'].items())})"
            if m["params"]
            else str(m["name"])
            for m in members
        ]

    there, here = called(old), called(new)
    if there != here:
        return f"line-up {', '.join(there)} there, {', '.join(here)} here"
    edited = [name for name, a, b in zip(here, old, new, strict=True) if a != b]
    return f"policy {', '.join(dict.fromkeys(edited))} has been edited since"


#: Sources that decide results whatever the game.
SHARED_SOURCES = (
    "_jit.py",
    "_rng.py",
    "columns.py",
    "games/_machine.py",
    "games/_packed.py",
    "policies/_loop.py",
    "policies/_types.py",
    "policies/helpers.py",
    "simulate/chunks.py",
)
#: And those of a game, beside its kernel.
GAME_SOURCES = ("columns.py", "layout.py", "rules.py")


@functools.cache
def code_digest(game: str) -> str:
    """Digest of the code that decides results; comments and prose do not count."""
    folder = PACKAGE / "games" / game
    files = [PACKAGE / name for name in SHARED_SOURCES]
    files += [*sorted((folder / "kernel").glob("*.py")), *(folder / name for name in GAME_SOURCES)]
    digest = hashlib.sha256()
    for file in files:
        tree = _Bare().visit(ast.parse(file.read_text(encoding="utf-8")))
        digest.update(f"{file.name}\0{ast.unparse(tree)}\0".encode())
    return digest.hexdigest()


class _Bare(ast.NodeTransformer):
    """Empties docstrings, messages and other prose: strings with a blank in them."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if isinstance(node.value, str) and " " in node.value:
            return ast.copy_location(ast.Constant(""), node)
        return node
