"""What can be chosen in a panel: rules from presets and files, policies from the registry."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import squirrelstats
from squirrelstats.errors import UsageError
from squirrelstats.games._variants import load_variant
from squirrelstats.games.contract import Game
from squirrelstats.policies import registry
from squirrelstats.policies.player import Member
from squirrelstats.policies.policy import Policy

#: A label and what it stands for.
Option = tuple[str, Any]
_VARIANTS = Path("data") / "variants"


def rules_options(game: Game, given: Any = None) -> list[Option]:
    """Presets of a game, house rules in files near by, and rules given by hand.

    Parameters
    ----------
    game : Game
    given : str, Path or Rules, optional

    Returns
    -------
    options : list of tuple
        Label, and what `simulate` takes as ``rules``; given ones that are not among the others
        come first.
    """
    options: list[Option] = [(name, name) for name in game.presets]
    options += [(f"house rules: {_title(game, file)}", str(file)) for file in _variants(game)]
    if given is not None and given not in [value for _, value in options]:
        options.insert(0, (game.rules_label(game.rules(given)), given))
    return _apart(options)


def policy_options(game: Game, given: Sequence[Member] = ()) -> list[Option]:
    """All policies of a game by name, those of this session too, and members given by hand."""
    options: list[Option] = [(name, name) for name in registry.names(game)]
    for member in given:
        if not any(value is member or value == member for _, value in options):
            label = member if isinstance(member, str) else member.label
            options.append((label, member))
    return _apart(options)


def by_name(game: Game, member: Member) -> Member:
    """The name of a registered policy instead of itself, so that a later one of that name counts.

    Examples
    --------
    >>> from squirrelstats import get_game, policies
    >>> by_name(get_game("squarrels"), policies.get("squarrels", "choosy"))
    'choosy'
    """
    if isinstance(member, Policy) and registry.is_known(game, member.name):
        known = registry.get(game, member.name)
        if known.function is member.function and known.values == member.values:
            return member.name
    return member


def usual_lineup(game: Game, players: int = 4) -> list[str]:
    """One policy that thinks against the baseline.

    Examples
    --------
    >>> from squirrelstats import get_game
    >>> usual_lineup(get_game("squarrels"))
    ['choosy', 'baseline', 'baseline', 'baseline']
    """
    plain = ("baseline", "random")
    names = registry.names(game)
    first = next((name for name in names if name not in plain), names[0])
    return [first, *["baseline"] * (min(players, game.max_seats) - 1)]


def _variants(game: Game) -> list[Path]:
    """Files of house rules: of where one works or above it, else beside the package."""
    here = Path.cwd()
    for top in (here, *here.parents, Path(squirrelstats.__file__).parent.parent):
        folder = top / _VARIANTS / game.name
        if folder.is_dir():
            return sorted(folder.glob("*.toml"))
    return []


def _title(game: Game, file: Path) -> str:
    try:
        return load_variant(game, file).title
    except UsageError:  # said in full when it is chosen
        return file.name


def _apart(options: list[Option]) -> list[Option]:
    """The same with a number behind labels that came before."""
    seen: dict[str, int] = {}
    told = []
    for label, value in options:
        seen[label] = seen.get(label, 0) + 1
        told.append((f"{label} #{seen[label]}" if seen[label] > 1 else label, value))
    return told
