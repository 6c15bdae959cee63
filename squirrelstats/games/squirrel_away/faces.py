"""Faces of the acorn cards: which acorns each names, how it is written, and what it is called.

A face is written by the letters of its colours, ``R``, ``B``, ``G`` and ``C``, one for each acorn,
or as ``2W`` for two Wilds.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from squirrelstats.errors import UsageError
from squirrelstats.games._narration import join
from squirrelstats.games.squirrel_away import layout as L

LETTERS = "RBGC"
#: Most acorns that a face names, and most copies of one.
MAX_ACORNS, MAX_COPIES = 20, 127
_FORM = re.compile(r"(?P<colours>[RBGC]+)|(?P<wilds>[0-9]+)W")
_WAY = "write the letters R, B, G, C of its acorns, or 2W for two Wilds, and *4 behind for 4 copies"

#: The faces of the families that the rules know by name; what the printed cards show is unknown.
FAMILIES = {
    "multiset2": "RB RG RC BG BC GC RR BB GG CC 2W 3W",
    "pairs_triples": "RB RG RC BG BC GC RBG RBC RGC BGC 2W 3W",
}


class Face(NamedTuple):
    """A card design.

    Attributes
    ----------
    acorns : tuple of int
        Acorns by colour; a Wild has none.
    wild : int
        Acorns of any colour that a Wild names; 0: no Wild.
    copies : int
        Copies in the deck; 0: as many as the rules say for all faces.
    """

    acorns: tuple[int, int, int, int]
    wild: int = 0
    copies: int = 0

    @property
    def number(self) -> int:
        """Acorns that it names."""
        return self.wild or sum(self.acorns)

    @property
    def code(self) -> str:
        """How it is written, without copies."""
        if self.wild:
            return f"{self.wild}W"
        return "".join(letter * count for letter, count in zip(LETTERS, self.acorns, strict=True))

    @property
    def title(self) -> str:
        """What it is called, as in ``face_title``."""
        if self.wild:
            return f"{self.wild} Wild{'s' * (self.wild > 1)}"
        return acorns_title(self.acorns)

    @property
    def card(self) -> str:
        """What a card with it is called: a 2 Wild is announced as 2 Wilds."""
        return f"{self.wild} Wild" if self.wild else self.title

    def matches(self, acorns: Sequence[int]) -> bool:
        """Whether a fist of these acorns, by colour, is what it names."""
        return sum(acorns) == self.wild if self.wild else tuple(acorns) == self.acorns


def acorns_title(acorns: Sequence[int]) -> str:
    """Acorns by colour in a sentence.

    Examples
    --------
    >>> acorns_title([1, 0, 2, 0]), acorns_title([0, 0, 0, 0])
    ('Red and 2 Green', 'nothing')
    """
    titles = zip(L.COLOUR_TITLES, acorns, strict=True)
    return join([name if count == 1 else f"{count} {name}" for name, count in titles if count]) or (
        "nothing"
    )


def parse_face(code: str) -> Face:
    """Read a face, such as ``RB``, ``2W`` or ``RB*4``.

    Raises
    ------
    UsageError
        If it cannot be read, names too many acorns, or has too many copies.

    Examples
    --------
    >>> parse_face("BR*2")
    Face(acorns=(1, 1, 0, 0), wild=0, copies=2)
    """
    design, star, number = code.upper().partition("*")
    read = _FORM.fullmatch(design)
    if read is None:
        raise UsageError(f"face {code!r} cannot be read; {_WAY}")
    copies = 0
    if star:
        digits = number.isascii() and number.isdecimal()
        if not digits or not 1 <= int(number[:9]) <= MAX_COPIES:
            raise UsageError(
                f"face {code!r}: behind the * stands its number of copies, from 1 to {MAX_COPIES}"
            )
        copies = int(number)
    wild = int(read["wilds"][:9]) if read["wilds"] else 0
    colours = read["colours"] or ""
    face = Face(
        (colours.count("R"), colours.count("B"), colours.count("G"), colours.count("C")),
        wild,
        copies,
    )
    if not 1 <= face.number <= MAX_ACORNS:
        raise UsageError(f"face {code!r} names {face.number} acorns; from 1 to {MAX_ACORNS} fit")
    return face


@functools.cache
def parse_faces(text: str) -> tuple[Face, ...]:
    """Read a list of faces, separated by spaces or commas.

    Raises
    ------
    UsageError
        If one cannot be read, two are alike, or there are too many.

    Examples
    --------
    >>> [face.code for face in parse_faces("RB gr*2 2W")]
    ['RB', 'RG', '2W']
    """
    faces = tuple(parse_face(code) for code in text.replace(",", " ").split())
    if len(faces) > L.MAX_FACES:
        raise UsageError(f"{len(faces)} faces are more than the {L.MAX_FACES} that fit")
    codes = [face.code for face in faces]
    for code in codes:
        if codes.count(code) > 1:
            raise UsageError(f"face {code!r} is there twice; write {code}*2 for two copies")
    return faces


def written(faces: tuple[Face, ...]) -> str:
    """A list of faces as text, each with its own number of copies if it has one.

    Examples
    --------
    >>> written(parse_faces("BR*2, 2w"))
    'RB*2 2W'
    """
    return " ".join(f"{face.code}*{face.copies}" if face.copies else face.code for face in faces)


def face_title(code: str) -> str:
    """What a face is called in sentences.

    Examples
    --------
    >>> face_title("RB"), face_title("GG"), face_title("RBG"), face_title("2W")
    ('Red and Blue', '2 Green', 'Red, Blue and Green', '2 Wilds')
    """
    return parse_face(code).title
