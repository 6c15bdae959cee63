"""Who plays: a policy, and what else differs between players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from squirrelstats.errors import UsageError
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.policy import Policy
from squirrelstats.policies.registry import get


@dataclass(frozen=True, eq=False, repr=False)
class Player:
    """A policy with the traits of who plays it; they travel with the player from seat to seat.

    Attributes
    ----------
    policy : Policy or str
    traits : mapping of str to float
        Those that are not the default; of a policy given by name they are not checked yet.
    """

    policy: Policy | str
    traits: Mapping[str, float] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The policy's label, with the traits."""
        policy = self.policy if isinstance(self.policy, str) else self.policy.label
        return policy + traits_label(self.traits)

    def __repr__(self) -> str:
        return f"<Player {self.label}>"


#: What a line-up may hold.
Member: TypeAlias = str | Policy | Player


def player(policy: Policy | str, /, **traits: float) -> Player:
    """A player: a policy, and how fast, attentive, … its hands and eyes are.

    Parameters
    ----------
    policy : Policy or str
        A policy, or its name.
    **traits : float
        Traits of the game (``sq.get_game(game).traits``) that are not the default.

    Returns
    -------
    player : Player
        For line-ups.

    Raises
    ------
    UsageError
        Unknown trait, or a value out of bounds. Of a policy given by name only, the game that it
        belongs to says so when the line-up meets it.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> quick = sq.player("baseline", slap_speed=2)
    >>> run = sq.simulate("squarrels", [quick, "baseline", "baseline"], rounds=50)
    >>> run.plan.labels
    ('baseline [slap_speed=2]', 'baseline', 'baseline')
    """
    if isinstance(policy, Policy):
        return Player(policy, _checked(get_game(policy.game), traits))
    if not isinstance(policy, str):
        raise UsageError(f"a player plays a policy, or one given by its name, got {policy!r}")
    return Player(policy, dict(traits))


def traits_label(traits: Mapping[str, float]) -> str:
    """What a label says of traits.

    Examples
    --------
    >>> traits_label({"slap_speed": 2.0}), traits_label({})
    (' [slap_speed=2]', '')
    """
    shown = ", ".join(f"{name}={_number(value)}" for name, value in traits.items())
    return f" [{shown}]" if shown else ""


def _number(value: object) -> str:
    """A number as short as it can be without becoming another one."""
    if isinstance(value, float) and float(f"{value:g}") == value:
        return f"{value:g}"
    return repr(value)


def seated(game: Game, member: Member) -> tuple[Policy, dict[str, float]]:
    """Policy and traits of a member of a line-up.

    Raises
    ------
    UsageError
        What is no member of a line-up of this game.
    """
    if isinstance(member, Player):
        return get(game, member.policy), _checked(game, member.traits)
    if not isinstance(member, str | Policy):
        raise UsageError(
            f"a line-up holds names of policies, policies (made with @sq.policy or "
            f"sq.policies.get) and players (sq.player), got {member!r}"
        )
    return get(game, member), {}


def _checked(game: Game, traits: Mapping[str, float]) -> dict[str, float]:
    """Traits that are not the default, in the order in which the game declares them."""
    checked = game.checked_traits(traits)
    return {name: checked[name] for name in game.traits if name in checked}
