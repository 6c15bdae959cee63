"""Card faces: the acorns that each names, and when a card or a fist matches a claim."""

import functools
import re
from dataclasses import dataclass

COLOURS = "RBGC"
PAIRS = "RB RG RC BG BC GC"
FAMILIES = {
    "multiset2": f"{PAIRS} RR BB GG CC 2W 3W",
    "pairs_triples": f"{PAIRS} RBG RBC RGC BGC 2W 3W",
}
FACE = re.compile(r"(?:([RBGC]+)|(\d+)W)(?:\*(\d+))?")


@dataclass(frozen=True)
class Face:
    """A design of cards; a Wild names a number of acorns and no colours."""

    acorns: tuple
    number: int
    wild: bool
    copies: int

    def is_matched_by(self, fist):
        return sum(fist) == self.number if self.wild else list(self.acorns) == fist

    def wrong_colours(self, fist):
        """How many acorns, as far as the numbers agree, have a colour that is not named."""
        if self.wild:
            return 0
        overlap = sum(map(min, self.acorns, fist))
        return min(sum(fist), self.number) - overlap


def face_of(text, copies):
    colours, wild, own_copies = FACE.fullmatch(text.upper()).groups()
    acorns = tuple((colours or "").count(letter) for letter in COLOURS)
    number = int(wild) if wild else sum(acorns)
    return Face(acorns, number, bool(wild), int(own_copies or copies))


@functools.cache
def faces_of(rules):
    """The faces of the deck, by number."""
    text = FAMILIES.get(rules.card_faces) or rules.custom_faces.replace(",", " ")
    faces = [face_of(word, rules.card_copies) for word in text.split()]
    return [face for face in faces if rules.wilds or not face.wild]
