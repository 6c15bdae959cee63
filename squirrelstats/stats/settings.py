"""What of a table can be turned like a knob: a rule, a trait, a policy's parameter, the seats."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from squirrelstats.errors import UsageError, choices
from squirrelstats.games._rules import allowed, shown
from squirrelstats.games.contract import Game
from squirrelstats.policies.player import Member, Player, seated
from squirrelstats.stats.arms import USUAL_SEATS

KINDS = ("rule", "trait", "param")
SEATS = "seats"


@dataclass(frozen=True)
class Knob:
    """Something that can have several values.

    Attributes
    ----------
    kind : str
        ``"rule"``, ``"trait"``, ``"param"`` or ``"seats"``.
    name : str
        Of the field, trait or parameter.
    of : tuple of int
        Players whose trait or parameter it is.
    """

    kind: Literal["rule", "trait", "param", "seats"]
    name: str
    of: tuple[int, ...] = ()


def usual_table(game: Game, lineup: Sequence[Member] | None) -> list[Member]:
    """The line-up, or ``baseline`` in every one of four seats."""
    if lineup is not None:
        if isinstance(lineup, str) or not isinstance(lineup, Sequence):
            raise UsageError(f"a line-up is a list of policies or players, got {lineup!r}")
        return list(lineup)
    return ["baseline"] * max(game.min_seats, min(USUAL_SEATS, game.max_seats))


def knob(
    game: Game,
    what: str,
    lineup: Sequence[Member],
    of: int | tuple[int, ...] | Literal["all"] | None = None,
) -> Knob:
    """Find out what a name means.

    Parameters
    ----------
    game : Game
    what : str
        A field of the rules, a trait, a parameter of the policy of the player ``of``, or
        ``"seats"``; ``"rule:…"``, ``"trait:…"``, ``"param:…"`` where a name is several of them.
    lineup : sequence
    of : int, tuple of int or "all", optional
        Whose trait or parameter; default: player 0's.

    Raises
    ------
    UsageError
        Unknown or ambiguous.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> knob(get_game("squarrels"), "slap_speed", ["baseline", "choosy"], "all")
    Knob(kind='trait', name='slap_speed', of=(0, 1))
    """
    players = _players(of, len(lineup))
    if not isinstance(what, str):
        raise UsageError(f"what is varied is given by its name, like 'seats', got {what!r}")
    if what == SEATS:
        return Knob("seats", SEATS)
    policies = [seated(game, lineup[player])[0] for player in players]
    known: dict[str, list[str]] = {
        "rule": [field.name for field in dataclasses.fields(game.rules_class)],
        "trait": list(game.traits),
        "param": [
            name for name in policies[0].declared if all(name in p.declared for p in policies)
        ],
    }
    prefix, colon, name = what.partition(":")
    if colon and prefix not in KINDS:
        raise UsageError(choices("kind of setting", prefix, KINDS))
    kinds = [prefix] if colon else [kind for kind in KINDS if what in known[kind]]
    name = name if colon else what
    if len(kinds) > 1:
        ways = " or ".join(repr(f"{kind}:{name}") for kind in kinds)
        raise UsageError(f"{name!r} is a {' and a '.join(kinds)}; say {ways}")
    if not kinds or name not in known[kinds[0]]:
        offered = [n for kind in (kinds or KINDS) for n in known[kind]]
        message = choices(f"setting of {game.name}", what, dict.fromkeys([SEATS, *offered]))
        raise UsageError(f"{message} (parameters are those of {policies[0].name!r})")
    return Knob(kinds[0], name, () if kinds[0] == "rule" else players)  # type: ignore[arg-type]


def _players(of: Any, seats: int) -> tuple[int, ...]:
    if of == "all":
        return tuple(range(seats))
    if of is None:
        return (0,)
    players = of if isinstance(of, tuple) else (of,)
    for player in players:
        whole = isinstance(player, int | np.integer) and not isinstance(player, bool)
        if not whole or not 0 <= player < seats:
            raise UsageError(f"of must be a player from 0 to {seats - 1}, or 'all', got {of!r}")
    if not players:
        raise UsageError("of is empty: say whose it is, a player's number or 'all'")
    return tuple(dict.fromkeys(int(player) for player in players))


def turned_to(
    game: Game, setting: Knob, value: Any, lineup: Sequence[Member], rules: Any
) -> tuple[list[Member], Any]:
    """Line-up and rules with a setting at a value.

    Of more seats than the line-up has, the players after the first come again in their order.

    Raises
    ------
    UsageError
        The value is not allowed.
    """
    members, own = list(lineup), game.rules(rules)
    if setting.kind == "rule":
        return members, game.rules(own, **{setting.name: value})
    if setting.kind == "seats":
        low, high = game.min_seats, game.max_seats
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise UsageError(f"seats must be a whole number from {low} to {high}, got {value!r}")
        others = members[1:] or members
        return [members[0], *(others[i % len(others)] for i in range(value - 1))], own
    for player in setting.of:
        policy, traits = seated(game, members[player])
        if setting.kind == "param":
            policy = policy.with_params(**{setting.name: value})
        else:
            traits = game.checked_traits({**traits, setting.name: value})
        members[player] = Player(policy, traits)
    return members, own


def value_now(game: Game, setting: Knob, lineup: Sequence[Member], rules: Any) -> Any:
    """The value that a setting has without being turned (of several players the first's)."""
    if setting.kind == "rule":
        return getattr(game.rules(rules), setting.name)
    if setting.kind == "seats":
        return len(lineup)
    policy, traits = seated(game, lineup[setting.of[0]])
    if setting.kind == "param":
        return policy.values[setting.name]
    return traits.get(setting.name, game.traits[setting.name].default)


def explained(game: Game, setting: Knob, lineup: Sequence[Member]) -> str:
    """The values that a setting may have, in words."""
    if setting.kind == "rule":
        fields = {field.name: field for field in dataclasses.fields(game.rules_class)}
        return allowed(fields[setting.name].metadata)
    if setting.kind == "seats":
        return f"{game.min_seats} to {game.max_seats}"
    bounds: Any = game.traits[setting.name] if setting.kind == "trait" else None
    if bounds is None:
        bounds = seated(game, lineup[setting.of[0]])[0].declared[setting.name]
    return f"{bounds.low:g} to {bounds.high:g}"


def written(value: Any) -> str:
    """A value as it is written on the shell.

    Examples
    --------
    >>> written(0.5), written(True), written("optional")
    ('0.5', 'true', 'optional')
    """
    return f"{value:g}" if isinstance(value, float) else shown(value)
