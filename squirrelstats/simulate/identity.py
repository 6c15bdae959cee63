"""What makes results of two plans comparable: digests, and differences in words."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from squirrelstats._code_cache import PACKAGE
from squirrelstats.policies.player import traits_label

#: Sources that decide results whatever the game.
SHARED_SOURCES = (
    "_codegen.py",
    "_jit.py",
    "_log.py",
    "_rng.py",
    "columns.py",
    "games/_columns.py",
    "games/_dealing.py",
    "games/_machine.py",
    "games/_packed.py",
    "games/_traits.py",
    "games/_wide.py",
    "games/kernel/match.py",
    "games/kernel/orders.py",
    "games/kernel/shuffling.py",
    "policies/_loop.py",
    "policies/_types.py",
    "policies/helpers.py",
    "simulate/chunks.py",
    "simulate/rotations.py",
)
#: And those of a game, beside its kernel, where it has them.
GAME_SOURCES = (
    *("columns.py", "faces.py", "layout.py", "rules.py", "_rules_record.py"),
    "traits.py",
)


def digest_of(description: Mapping[str, Any]) -> str:
    """SHA-256 of a plan's description."""
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """In words, what the plans of two descriptions do not have in common."""
    parts = []
    for key in new:
        if old.get(key) == new[key]:
            continue
        if key == "code":
            parts.append("the simulator's code has changed")
        elif key == "unit":
            parts.append(f"{old.get(key)} there, {new[key]} here")
        elif key == "lineup":
            parts.append(_lineup_difference(old[key], new[key]))
        elif key == "traits":
            parts += _traits_difference(old.get(key, []), new[key])
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


def _traits_difference(old: list[dict[str, float]], new: list[dict[str, float]]) -> list[str]:
    """Players whose traits differ; nothing where the line-ups are not even of one size."""
    if len(old) != len(new):
        return []
    return [
        f"traits of player {player}: {_traits(there)} there, {_traits(here)} here"
        for player, (there, here) in enumerate(zip(old, new, strict=True))
        if there != here
    ]


def _traits(traits: dict[str, float]) -> str:
    return traits_label(traits).strip(" []") or "the usual"


@functools.cache
def code_digest(game: str) -> str:
    """Digest of the code that decides results; comments and prose do not count."""
    folder = PACKAGE / "games" / game
    files = [PACKAGE / name for name in SHARED_SOURCES]
    files += sorted((folder / "kernel").glob("*.py"))
    files += [folder / name for name in GAME_SOURCES if (folder / name).exists()]
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
