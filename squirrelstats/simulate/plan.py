"""What to play: a plan. Its identity decides which results belong together."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from squirrelstats._display import ShownAsTable, counted
from squirrelstats._rng import hashed_seeds
from squirrelstats.columns import LEVELS, TABLES
from squirrelstats.errors import UsageError, choices
from squirrelstats.games._dealing import (
    USUAL,
    Dealing,
    asked_deck,
    asked_exchanges,
    asked_hands,
)
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies._workspace import Workspace, longest_match
from squirrelstats.policies.player import Member, Player, seated, traits_label
from squirrelstats.policies.policy import Policy
from squirrelstats.simulate.identity import code_digest, digest_of
from squirrelstats.simulate.rotations import check_rotation, seatings

#: What a deal number counts: rounds that stand alone, or matches.
UNITS = ("rounds", "matches")


@dataclass(frozen=True, eq=False, repr=False)
class Plan(ShownAsTable):
    """Game, rules, players, seed and the shape of the results, all checked.

    The number of deals, threads and chunks is not part of it: results of one plan can be added to.

    Attributes
    ----------
    game : Game
    rules : the game's Rules
    lineup : tuple of Policy
        By player.
    seed : int or dict of purpose to int
    rotate : str
        ``"none"``, ``"cyclic"``, ``"balanced"`` or ``"all"``; `squirrelstats.simulate.rotations`
        says who sits where.
    columns : str
        ``"core"``, ``"cards"`` or ``"all"``.
    unit : str
        ``"rounds"``: every deal is a round of its own. ``"matches"``: a deal number counts matches.
    traits : tuple of mapping of str to float
        By player: traits that are not the default.
    dealing : Dealing
        What of the deals is not left to chance.
    """

    game: Game
    rules: Any
    lineup: tuple[Policy, ...]
    seed: int | Mapping[str, int] = 0
    rotate: str = "none"
    columns: str = "core"
    unit: str = "rounds"
    traits: tuple[Mapping[str, float], ...] = ()
    dealing: Dealing = USUAL

    @functools.cached_property
    def seating(self) -> np.ndarray:
        """Player by seat, for each playing of a deal; in a match that of its first round.

        Returns
        -------
        seating : uint64 (playings, 8)
            Unused seats hold 0.
        """
        return seatings(self.rotate, len(self.lineup))

    @functools.cached_property
    def players(self) -> tuple[Player, ...]:
        """Policy and traits of every player."""
        traits = self.traits or ({},) * len(self.lineup)
        return tuple(map(Player, self.lineup, traits))

    @functools.cached_property
    def labels(self) -> tuple[str, ...]:
        """Policies with their traits, by player; different players that share a label are numbered.

        Policies are numbered first, so those of one name and number are the same.
        """
        policies = _numbered([policy.label for policy in self.lineup], self.lineup, _same)
        traits = [player.traits for player in self.players]
        labels = [label + traits_label(own) for label, own in zip(policies, traits, strict=True)]
        return _numbered(labels, traits, operator.eq)

    def _lines(self) -> tuple[str, list[str]]:
        playings = len(self.seating)
        seatings = f" × {playings} seatings ({self.rotate})" if playings > 1 else ""
        about = f"{self.rules_label} · {self.unit}{seatings} · seed {self.seed}"
        return f"Plan of {self.game.title}", [f"{about} · columns {self.columns}"]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        labels = enumerate(self.labels)
        return ["player", "policy"], [[str(player), label] for player, label in labels]

    @property
    def in_matches(self) -> bool:
        """Whether matches are played."""
        return self.unit == "matches"

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables of its results."""
        return TABLES if self.in_matches else ("seats", "rounds")

    def counted(self, number: int) -> str:
        """So many deals, or matches."""
        return counted(number, "match", "matches") if self.in_matches else counted(number, "deal")

    def workspace(self) -> Workspace:
        """The records of one thread that plays it."""
        return Workspace(self.game, self.rules, self.lineup, self.seed, self.traits, self.dealing)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is assumed about the game and is in these rules."""
        return self.game.assumptions if self.rules.rest_on_assumptions else ()

    @property
    def rules_label(self) -> str:
        """Name of the rules, with what differs from a preset, and the hands that were asked for."""
        hands = self.dealing.note(self.game.kind_names(self.rules))
        return ", ".join(filter(None, [self.game.rules_label(self.rules), hands]))

    @property
    def rules_note(self) -> str:
        """Name of the rules, with what is assumed in a few words."""
        note = self.game.assumed_in_brief if self.assumptions else ""
        return f"{self.rules_label} ({note})" if note else self.rules_label

    @functools.cached_property
    def description(self) -> dict[str, Any]:
        """The identity as plain data, as it stands in every dataset."""
        fields = {name: getattr(self.rules, name) for name in self.rules.__dataclass_fields__}
        seed = dict(self.seed) if isinstance(self.seed, Mapping) else self.seed
        return {
            "game": self.game.name,
            "rules": fields,
            "unit": self.unit,
            "lineup": [policy.identity() for policy in self.lineup],
            "traits": [dict(player.traits) for player in self.players],
            "seed": seed,
            "rotate": self.rotate,
            "columns": self.columns,
            "dealing": self.dealing.describe(),
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


def _numbered(
    labels: Sequence[str], things: Sequence[Any], same: Callable[[Any, Any], bool]
) -> tuple[str, ...]:
    """Labels that differ where the things do: the second of a label gets ``#2``, and so on."""
    seen: dict[str, list[Any]] = {}
    numbered = []
    for label, thing in zip(labels, things, strict=True):
        known = seen.setdefault(label, [])
        places = [place for place, other in enumerate(known) if same(thing, other)]
        place = places[0] if places else len(known)
        if not places:
            known.append(thing)
        numbered.append(f"{label} #{place + 1}" if place else label)
    return tuple(numbered)


def make_plan(
    game: str | Game,
    lineup: Sequence[Member],
    *,
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "none",
    columns: str = "core",
    unit: str = "rounds",
    hands: Mapping[int, Mapping[str, int]] | None = None,
    exchanges: Mapping[int, str] | None = None,
    deck: tuple[int, ...] | None = None,
) -> Plan:
    """Check everything a user said and make a plan of it.

    Parameters
    ----------
    game, lineup, rules, seed, rotate, columns, hands
        As for `simulate`.
    unit : str
        ``"rounds"`` or ``"matches"``.
    exchanges : mapping of int to str, optional
        By seat, a kind of card, named as in ``hands``: one uniformly chosen card of another kind in
        the opening hand is exchanged for a uniformly chosen copy of it from outside all hands, if
        there is one; all other cards of the deal stay where they are.
    deck : tuple of int, optional
        Copies by kind of a deck in common with plans by other rules: cards that these rules lack
        are left out of its order, so that deals stay as alike as they can be.

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
            f'a line-up is a list of policies or players, like ["baseline", "random"]; '
            f"got {lineup!r}"
        )
    players = [seated(played, member) for member in lineup]
    seats = played.check_seats(len(players))
    check_rotation(rotate, seats)
    if columns not in LEVELS:
        raise UsageError(choices("level of columns", columns, LEVELS))
    if unit not in UNITS:
        raise UsageError(choices("unit of play", unit, UNITS))
    if not (rules is None or isinstance(rules, str | Path | played.rules_class)):
        raise UsageError(
            f"rules are the name of a preset ({', '.join(played.presets)}), the path of a .toml "
            f"file, or sq.rules({played.name!r}, option=value); got {rules!r}"
        )
    hashed_seeds(seed)
    if isinstance(seed, Mapping):
        seed = {str(purpose): int(value) for purpose, value in seed.items()}
    else:
        seed = int(seed)
    rules = played.rules(rules)
    rules.check_seats(seats)
    if unit == "matches":
        longest_match(played, rules)
    if unit == "matches" and (hands or exchanges):
        raise UsageError(
            "opening hands can be asked for in rounds that stand alone, not in matches"
        )
    dealing = Dealing(
        asked_deck(rules, deck),
        asked_hands(played, rules, seats, {} if hands is None else hands),
        asked_exchanges(played, rules, seats, {} if exchanges is None else exchanges),
    )
    policies, traits = zip(*players, strict=True)
    return Plan(played, rules, policies, seed, rotate, columns, unit, traits, dealing)
