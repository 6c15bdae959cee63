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
from squirrelstats.policies.policy import Policy
from squirrelstats.policies.registry import get

ROTATIONS = ("none", "cyclic")
SEAT_LIMIT = 8


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

    @property
    def labels(self) -> tuple[str, ...]:
        """The policies' labels, by player."""
        return tuple(policy.label for policy in self.lineup)

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
        return hashlib.sha256(json.dumps(self.description, sort_keys=True).encode()).hexdigest()

    @property
    def can_be_extended(self) -> bool:
        """Whether later rows are sure to come from the same code as earlier ones.

        A plain Python policy may do what its bytecode does not show, so its author must state a
        version.
        """
        return all(p.entry.native or p.version is not None for p in self.lineup)


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
        raise UsageError(f"a line-up is a list of policies, got {lineup!r}")
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
    hashed_seeds(seed)
    return Plan(played, played.rules(rules), policies, seed, rotate, columns)


@functools.cache
def code_digest(game: str) -> str:
    """Digest of the code that decides results: streams, kernel, layout, loop; not comments."""
    files = [PACKAGE / "_rng.py", PACKAGE / "policies" / "_loop.py"]
    files += sorted((PACKAGE / "games").glob("_*.py"))
    folder = PACKAGE / "games" / game
    files += [*sorted((folder / "kernel").glob("*.py")), folder / "layout.py", folder / "rules.py"]
    digest = hashlib.sha256()
    for file in files:
        if file.name == "__init__.py":
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        digest.update(f"{file.name}\0{ast.unparse(_without_docstrings(tree))}\0".encode())
    return digest.hexdigest()


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [
                part
                for part in body
                if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]
    return tree
