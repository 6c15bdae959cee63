"""What the fields of the deck say: the printed number of copies, and what another one does."""

from __future__ import annotations

from squirrelstats.games.squirrels import layout as L

_SPECIALS = {
    L.WILD: "0: runs are made of Number cards alone.",
    L.PUSH: "0: nobody gets a pile but by picking it up or by a Blind Card.",
    L.SKIP: "0: nobody loses a turn.",
    L.SQUIRREL: "6, one of each species: piles are cleared by runs more often than by Squirrels.",
}


def deck_texts(kind: int) -> dict[str, str]:
    """Source, effect and example of the field for that kind of card.

    Parameters
    ----------
    kind : int

    Examples
    --------
    >>> deck_texts(L.TEN)["example"]
    '8: a deck of 158 cards, which are worth 1460 points instead of 1500.'
    """
    printed, title = L.PRINTED_COUNTS[kind], L.KIND_TITLES[kind]
    if kind < L.NUMBER_KINDS:
        source = f"rulebook, Game Contents: {printed} cards of each number."
        value = kind + 1
        example = (
            f"8: a deck of {sum(L.PRINTED_COUNTS) - 4} cards, which are worth {1500 - 4 * value} "
            "points instead of 1500."
        )
    else:
        source = f"rulebook, Game Contents: {printed} cards."
        example = _SPECIALS[kind]
    if kind == L.SQUIRREL:
        source = "rulebook, Game Contents: six species, three cards each; all work the same."
    effect = f"The deck holds this many cards of {title}."
    return {"source": source, "effect": effect, "example": example}
