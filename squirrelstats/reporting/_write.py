"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from squirrelstats.errors import UsageError


def check_place(path: str | os.PathLike[str], ending: str) -> Path:
    """The file to write, before anything is played for it.

    Raises
    ------
    UsageError
        Another ending, or a folder that is not there or cannot be written.
    """
    file = Path(path)
    if file.suffix.lower() != ending:
        raise UsageError(f"a file ending in {ending} is written here, got {os.fspath(path)!r}")
    if not file.parent.is_dir():
        raise UsageError(f"there is no folder {os.fspath(file.parent)!r}; make it first")
    if file.is_dir() or not os.access(file.parent, os.W_OK):
        raise UsageError(f"{os.fspath(path)!r} cannot be written; choose another place")
    return file


def write(path: str | os.PathLike[str], ending: str, text: str) -> Path:
    """Write a text under a temporary name and give it its own when it is whole.

    Raises
    ------
    UsageError
        As `check_place`, or the disk refuses.
    """
    file = check_place(path, ending)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(".part", f".{file.name}.", file.parent)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, file)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise UsageError(f"{os.fspath(path)!r} cannot be written: {error.strerror}") from error
    return file
