"""Line-ups as words: ``baseline,choosy:give_up=5,my_bots.py:stubborn:slap_speed=2``."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from squirrelstats.errors import SquirrelstatsError, UsageError, choices
from squirrelstats.games.contract import Game
from squirrelstats.policies.player import Player, player
from squirrelstats.policies.policy import Policy
from squirrelstats.policies.registry import get, is_known, names


def parse_lineup(game: Game, text: str) -> list[Player]:
    """Players of a comma list.

    Each member is a name, two of them as ``acting+calling``, or ``file.py:name``, followed by any
    number of ``:param=value``, which set parameters of the policy or traits of the player (a
    parameter, if both have that name).

    Raises
    ------
    UsageError
        For what cannot be found or read.

    Examples
    --------
    >>> from squirrelstats.games.contract import get_game
    >>> parse_lineup(get_game("squarrels"), "baseline:slap_speed=2, choosy:give_up=1")
    [<Player baseline [slap_speed=2]>, <Player choosy(give_up=1)>]
    """
    members = [member.strip() for member in text.split(",")]
    if not all(members):
        raise UsageError(f"a line-up is a comma list of policies, got {text!r}")
    return [_parse_member(game, member) for member in members]


def _parse_member(game: Game, member: str) -> Player:
    file, separator, rest = member.rpartition(".py:")
    name, *settings = (rest if separator else member).split(":")
    values = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        try:
            if not equals:
                raise ValueError
            values[key.strip()] = float(value)
        except ValueError:
            raise UsageError(
                f"in {member!r}: {setting!r} is not of the form param=number "
                "(a line-up reads name, name:param=value or file.py:name)"
            ) from None
    if separator:
        policy = _from_file(game, Path(file + ".py"), name)
    elif is_known(game, name):
        policy = get(game, name)
    else:
        unknown = choices(f"policy of {game.name}", name, names(game))
        raise UsageError(f"{unknown}; one in a file is written my_bots.py:{name or 'name'}")
    known = [*policy.declared, *game.traits]
    for key in values:
        if key not in known:
            what = f"parameter of policy {name!r} or trait of a player"
            raise UsageError(choices(what, key, dict.fromkeys(known)))
    params = {key: value for key, value in values.items() if key in policy.declared}
    traits = {key: value for key, value in values.items() if key not in params}
    return player(policy.with_params(**params), **traits)


def _from_file(game: Game, file: Path, name: str) -> Policy:
    module = _load(file)
    found = {
        made.name: made
        for made in vars(module).values()
        if isinstance(made, Policy) and made.game == game.name
    }
    if name not in found:
        raise UsageError(
            f"{choices(f'policy in {str(file)!r}', name, found)} "
            f'(policies made with @sq.policy("{game.name}") count)'
        )
    return found[name]


def _load(file: Path) -> ModuleType:
    if not file.is_file():
        raise UsageError(f"there is no file {str(file)!r} to take a policy from")
    key = f"squirrelstats_user_{file.resolve().as_posix()}"
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, file.resolve())
    if spec is None or spec.loader is None:
        raise UsageError(f"{str(file)!r} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module
    folder = str(file.resolve().parent)
    sys.path.insert(0, folder)  # it may import a file beside it
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[key]
        if isinstance(error, SquirrelstatsError | KeyboardInterrupt):
            raise
        raise UsageError(
            f"{str(file)!r} cannot be run: {type(error).__name__}: {error}{_line(error, file)}"
        ) from error
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
    return module


def _line(error: BaseException, file: Path) -> str:
    """Where in the file it went wrong, if that can be told."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == file.resolve()]
    return f" (line {lines[-1]})" if lines else ""
