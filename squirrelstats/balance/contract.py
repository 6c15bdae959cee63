"""Balance contracts: what a table may be, in a file."""

from __future__ import annotations

import functools
import math
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from squirrelstats.balance._sizes import LEAST_ROUNDS, ROUNDS
from squirrelstats.balance._tolerances import Tolerance
from squirrelstats.balance.metrics import METRICS, Metric
from squirrelstats.errors import UsageError, choices
from squirrelstats.games.contract import GAMES, Game, get_game
from squirrelstats.simulate.api import ROUND_LIMIT, whole_number
from squirrelstats.stats.shape import SECONDS_PER_DECISION, SECONDS_PER_TURN, check_seconds

KEYS = (
    *("game", "rules", "lineup", "alike", "pool", "rounds", "seed"),
    *("seconds_per_turn", "seconds_per_decision", "tolerances"),
)


@dataclass(frozen=True)
class Contract:
    """A table, how much of it is played, and what its numbers may be.

    Attributes
    ----------
    game : Game
    rules : the game's Rules
    lineup, pool : tuple of str
        Policies at the table, and those that contend for being the best.
    alike : str
        Policy in every seat where seats and cards are measured.
    rounds, seed : int
    seconds_per_turn, seconds_per_decision : float
        Assumed for minutes.
    tolerances : tuple of Tolerance
    name : str
        Of the file.
    """

    game: Game
    rules: Any
    lineup: tuple[str, ...]
    pool: tuple[str, ...]
    alike: str
    rounds: int
    seed: int
    seconds_per_turn: float
    seconds_per_decision: float
    tolerances: tuple[Tolerance, ...]
    name: str

    @property
    def is_own(self) -> bool:
        """Whether it is the one that the game has of its own."""
        return self == default_contract(self.game.name)


def load_contract(path: str | os.PathLike[str]) -> Contract:
    """Read a contract.

    Parameters
    ----------
    path : path
        A TOML file: ``game``, perhaps ``rules`` (a preset, the path of a variant beside the file,
        or a table of changes with a ``preset``), ``lineup``, ``pool``, ``alike``, ``rounds``,
        ``seed``, ``seconds_per_turn``, ``seconds_per_decision``, and a table ``[tolerances]`` of
        metrics. What is left out is as in the game's own contract, but for the tolerances.

    Returns
    -------
    contract : Contract

    Raises
    ------
    UsageError
        No such file, no TOML, an unknown key, metric or policy, a value that is not allowed.
    """
    if not isinstance(path, str | os.PathLike) or "\0" in str(path):
        raise UsageError(f"a contract is the path of a .toml file, got {path!r}")
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(
            f"there is no contract {str(path)!r}; the games have contracts of their own: "
            f"{', '.join(GAMES)}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the contract {str(path)!r}: {error}") from error
    return _read(text, file.name, file.parent)


@functools.cache
def default_contract(game: str | Game) -> Contract:
    """The contract that a game has of its own.

    Parameters
    ----------
    game : str

    Returns
    -------
    contract : Contract

    Examples
    --------
    >>> default_contract("squirrels").tolerances[0].metric
    'seat_bias'
    """
    played = get_game(game)
    own = files("squirrelstats.balance") / "contracts" / f"{played.name}.toml"
    return _read(own.read_text(encoding="utf-8"), f"{played.name}.toml", Path())


def _read(text: str, name: str, folder: Path) -> Contract:
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers and nesting without end
        raise UsageError(f"{name}: not a TOML file: {error}") from error
    try:
        return _checked(content, name, folder)
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None


def _checked(content: Mapping[str, Any], name: str, folder: Path) -> Contract:
    for key in content:
        if key not in KEYS:
            hint = "; tolerances stand under [tolerances]" if key in METRICS else ""
            if key in ("title", "about", "preset"):
                hint = "; this looks like house rules: a contract names their file, rules = …"
            raise UsageError(f"{choices('key', key, KEYS)}{hint}")
    if "game" not in content:
        raise UsageError(f"say which game it is about: game = … ({', '.join(GAMES)})")
    game = get_game(content["game"])
    base: Mapping[str, Any] = {}
    if "lineup" not in content or "pool" not in content:
        own = default_contract(game.name)
        base = {"lineup": own.lineup, "pool": own.pool}
    lineup = policies(game, "lineup", content.get("lineup", base.get("lineup")))
    rules = _rules(game, content.get("rules"), folder)
    game.check_seats(len(lineup))
    rules.check_seats(len(lineup))
    return Contract(
        game=game,
        rules=rules,
        lineup=lineup,
        pool=policies(game, "pool", content.get("pool", base.get("pool")), least=2),
        alike=policies(game, "alike", [content.get("alike", "baseline")])[0],
        rounds=whole_number("rounds", content.get("rounds", ROUNDS), ROUND_LIMIT, LEAST_ROUNDS),
        seed=whole_number("seed", content.get("seed", 0), 2**63, 0),
        seconds_per_turn=_seconds(content, "seconds_per_turn", SECONDS_PER_TURN),
        seconds_per_decision=_seconds(content, "seconds_per_decision", SECONDS_PER_DECISION),
        tolerances=_tolerances(content.get("tolerances")),
        name=name,
    )


def policies(game: Game, what: str, given: Any, least: int = 1) -> tuple[str, ...]:
    """Names of policies of a list."""
    from squirrelstats.policies.registry import get

    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) < least:
        raise UsageError(
            f"{what} is a list of {least} policies or more of {game.name}, got {given!r}"
        )
    for policy in given:
        get(game, policy)
    return tuple(given)


def _rules(game: Game, given: Any, folder: Path) -> Any:
    if isinstance(given, Mapping):
        changes = dict(given)
        return game.preset_rules(changes.pop("preset", None), changes)
    if given is not None and not isinstance(given, str):
        raise UsageError(
            f"rules are a preset, the path of a .toml file or a table of changes, got {given!r}"
        )
    if isinstance(given, str) and given.endswith(".toml"):
        return game.rules(folder / given)
    return game.rules(given)


def _seconds(content: Mapping[str, Any], key: str, usual: float) -> float:
    value = content.get(key, usual)
    check_seconds(key, value)
    return float(value)


def _tolerances(given: Any) -> tuple[Tolerance, ...]:
    if not isinstance(given, Mapping) or not given:
        raise UsageError(
            "a contract has a table [tolerances], with lines like seat_bias = { at_most = 0.02 }; "
            f"metrics: {', '.join(METRICS)}"
        )
    for metric in given:
        if metric not in METRICS:
            raise UsageError(choices("metric", metric, METRICS))
    return tuple(_tolerance(METRICS[name], table) for name, table in given.items())


def _tolerance(metric: Metric, given: Any) -> Tolerance:
    """A tolerance whose limits and margins of shares can be shares: no percent, no points."""
    tolerance = Tolerance.read(metric.name, given, metric.options)
    shares = list(tolerance.options.items())
    if metric.scale == 100:
        shares += [("a limit", end) for end in (tolerance.low, tolerance.high)]
    for what, value in shares:
        if math.isfinite(value) and not -1 <= value <= 1:
            unit = "1 %" if metric.unit == "%" else "1 point"
            raise UsageError(
                f"tolerance {metric.name}: {what} must be a share from -1 to 1, got {value:g}; "
                f"0.01 is {unit}, so {value / 100:g} may be meant"
            )
    return tolerance
