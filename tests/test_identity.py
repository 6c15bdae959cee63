"""What makes datasets of one plan different: the code that decides results."""

import ast

import pytest

from squirrelstats._code_cache import PACKAGE
from squirrelstats.games.contract import GAMES
from squirrelstats.simulate.identity import GAME_SOURCES, SHARED_SOURCES

#: What kernels import without its having a say in results.
NO_SAY = {"_code_cache.py", "_traceback.py", "errors.py"}


def file_of(module):
    """The file of a module of the package, or None."""
    file = PACKAGE.parent / (module.replace(".", "/") + ".py")
    return file if file.is_file() and file.is_relative_to(PACKAGE) else None


def imported(file):
    """Files of the package that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield from filter(None, map(file_of, names))


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_kernel_imports_is_in_the_digest(game):
    folder = PACKAGE / "games" / game
    digested = {PACKAGE / name for name in SHARED_SOURCES}
    digested |= {*(folder / "kernel").glob("*.py"), *(folder / name for name in GAME_SOURCES)}
    to_read, found = list((folder / "kernel").glob("*.py")), set()
    while to_read:
        file = to_read.pop()
        if file not in found:
            found.add(file)
            to_read += imported(file)
    assert PACKAGE / "games" / "_machine.py" in found
    assert {file.relative_to(PACKAGE).as_posix() for file in found - digested} <= NO_SAY


def test_sources_of_the_digest_exist():
    assert all((PACKAGE / name).is_file() for name in SHARED_SOURCES)
