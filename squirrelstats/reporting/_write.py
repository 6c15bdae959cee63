"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from squirrelstats.errors import UsageError

#: Bytes of a name of a file that leave room for a temporary one.
LONGEST_NAME = 230


def check_place(path: str | os.PathLike[str], ending: str) -> Path:
    """The file to write, before anything is played for it.

    Raises
    ------
    UsageError
        No path, another ending, or a folder that is not there or cannot be written.
    """
    if not isinstance(path, str | os.PathLike) or "\0" in str(path):
        raise UsageError(f"the place of a {ending} file is a path, got {path!r}")
    file = Path(path)
    if file.suffix.lower() != ending:
        raise UsageError(f"a file ending in {ending} is written here, got {str(path)!r}")
    file = Path(os.path.realpath(file))  # a link stays one
    if not file.parent.is_dir():
        raise UsageError(f"there is no folder {str(file.parent)!r}; make it first")
    if len(os.fsencode(file.name)) > LONGEST_NAME:
        raise UsageError(f"the name {file.name!r} is too long; choose a shorter one")
    if file.is_dir() or not os.access(file.parent, os.W_OK):
        raise UsageError(f"{str(path)!r} cannot be written; choose another place")
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
        temporary = ""
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}") from error
    finally:  # also after Ctrl-C
        if temporary:
            Path(temporary).unlink(missing_ok=True)
    return file
