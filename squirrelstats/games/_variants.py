"""House rules in files: a preset, what differs from it, and why people play it so."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from squirrelstats.errors import UsageError, choices

if TYPE_CHECKING:
    from squirrelstats.games.contract import Game

KEYS = ("title", "about", "preset", "rules")


@dataclass(frozen=True)
class Variant:
    """Rules from a file.

    Attributes
    ----------
    path : Path
    title, about, preset : str
    rules : the game's Rules
    """

    path: Path
    title: str
    about: str
    preset: str
    rules: Any


def load_variant(game: Game, path: str | Path) -> Variant:
    """Read a TOML file of house rules.

    The file has ``title`` and ``about`` (texts), ``preset`` (default: the game's default preset)
    and a table ``[rules]`` with the fields that differ from it.

    Parameters
    ----------
    game : Game
    path : str or Path

    Returns
    -------
    variant : Variant

    Raises
    ------
    UsageError
        No such file, no TOML, an unknown key or field, a value that is not allowed.
    """
    file = Path(path)
    if "\0" in str(path):
        raise UsageError(f"{str(path)!r} is no path of a file")
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise UsageError(f"there is no file {str(path)!r} with rules of {game.name}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the rules in {str(path)!r}: {error}") from error
    except (ValueError, RecursionError) as error:  # also numbers and nesting without end
        raise UsageError(f"{path}: not a TOML file: {error}") from error
    for key in content:
        if key not in KEYS:
            fields = [field.name for field in dataclasses.fields(game.rules_class)]
            hint = "; fields of the rules stand under [rules]" if key in fields else ""
            raise UsageError(f"{path}: {choices('key', key, KEYS)}{hint}")
    changes = content.get("rules", {})
    if not isinstance(changes, dict):
        raise UsageError(f"{path}: rules must be a table: a line [rules], then field = value")
    texts = {key: content.get(key, "") for key in ("title", "about")}
    for key, text in texts.items():
        if not isinstance(text, str):
            raise UsageError(f"{path}: {key} must be a text in quotes, got {text!r}")
    preset = content.get("preset", game.default_preset)
    try:
        rules = game.preset_rules(preset, changes)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return Variant(file, texts["title"] or file.stem, texts["about"].strip(), preset, rules)
