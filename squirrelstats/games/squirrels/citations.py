"""The rules that transcripts of Squirrels cite, each in a sentence and with its source.

*Rulebook* as in ``rules``. *Ruling*: the rulebook says nothing and there is no option for it. Keys
of the form ``field=value`` belong to a field of the rules and the value in force; their sources are
those of the field.
"""

from __future__ import annotations

from typing import Any

from squirrelstats.games._citing import cited
from squirrelstats.games._narration import Citation
from squirrelstats.games.squirrels._option_texts import NUMBERS, OPTIONS

SETUP = "rulebook, Set Up"
PLAY = "rulebook, Basic Gameplay"
NUMBER = "rulebook, Number Cards"
STACKS = "rulebook, Stacks of Cards"
END = "rulebook, Ending the Round"
SCORING = "rulebook, Scoring"

#: Key, rule and source; numbers in braces as in ``_option_texts``.
PRINTED = (
    # --- the deal ---
    ("deal-hand", "Everybody begins with eight cards in hand.", SETUP),
    ("deal-stacks", "Everybody has four stacks of three cards, only the top one face up.", SETUP),
    # --- turns ---
    (
        "first-turn",
        "Who starts sits in seat 0: the first player of the seating in the first round, whom the "
        "rulebook leaves to lot; in later ones by the totals or as agreed.",
        SETUP,
    ),
    ("next-left", "Play goes on clockwise.", SETUP),
    ("final-turn", "When somebody is out of cards everybody else has one more turn.", END),
    (
        "skip-lost",
        "Who has a Skip in front loses the turn, and the Skip goes out of play.",
        "rulebook, Skip Card",
    ),
    ("pick-up", "Who plays no card picks up the pile.", PLAY),
    ("open-table-pass", "Who can play nothing on an open table passes.", "ruling: not covered"),
    # --- Number cards and Wilds ---
    ("play-open", "On an open table any card may be played, and one must be.", PLAY),
    ("play-fits", "A card must be equal to the top of the pile, or lower.", NUMBER),
    ("play-together", "Number cards of one value may be played together.", NUMBER),
    ("wild-declared", "A Wild is whatever Number card its player declares.", "rulebook, Wild Card"),
    (
        "four-clear",
        "A run of four cards of one value clears the pile, and its player takes another Action.",
        NUMBER,
    ),
    # --- Squirrel, Push, Skip ---
    (
        "squirrel-clears",
        "A Squirrel clears the pile, itself included, and its player takes another Action.",
        "rulebook, Squirrel Card",
    ),
    (
        "push-pile",
        "A Push gives the whole pile to another player of one's choice.",
        "rulebook, Push Card",
    ),
    ("push-open", "On an open table a Push simply goes out of play.", "rulebook, Push Card"),
    (
        "skip-laid",
        "A Skip makes another player of one's choice lose the next turn.",
        "rulebook, Skip Card",
    ),
    # --- stacks ---
    (
        "take-below",
        "When a top has been played the face-down card below it goes to the hand, for a later "
        "Action.",
        STACKS,
    ),
    (
        "blind-turn",
        "The last card of a stack may be played unseen: it is turned up, one at a time.",
        STACKS,
    ),
    (
        "blind-fits",
        "A Blind Card that is equal to the top or lower lies on the pile; on an open table any "
        "does.",
        STACKS,
    ),
    (
        "blind-high",
        "A Blind Card that is higher than the top goes to the hand with the pile, and the turn is "
        "over.",
        STACKS,
    ),
    # --- the end ---
    (
        "first-out",
        "The first player without cards is safe from Push and Skip; everybody else has one more "
        "turn.",
        END,
    ),
    (
        "out-later",
        "Others may run out of cards in their final turn; they can still be pushed to.",
        END,
    ),
    (
        "score-cards",
        "A card left over counts its number, a Wild {wild_points:point}, a Push "
        "{push_points:point}, a Skip {skip_points:point} and a Squirrel {squirrel_points:point}.",
        SCORING,
    ),
    ("first-out-zero", "Who is out first has 0 points.", SCORING),
    ("first-out-wins", "Who is out first always has the lowest score of the round.", SCORING),
    (
        "cut-lowest",
        "In a round that was cut the lowest score wins, and those tied for it share the win.",
        "ruling: no printed rule",
    ),
    # --- matches ---
    (
        "final-round-tie",
        "Of players with equal totals the one with the lower score in the last round wins.",
        SCORING,
    ),
)


def citations(rules: Any) -> dict[str, Citation]:
    """Every rule that can be cited under these rules, by its key.

    Parameters
    ----------
    rules : Rules

    Examples
    --------
    >>> from squirrelstats.games.squirrels.rules import Rules
    >>> known = citations(Rules(clear_size=3, natural_fours=True))
    >>> print(known["natural_fours=true"].text)
    Only a run of three Number cards clears the pile, no Wild among them.
    >>> print(known["clear_size=3"].source)
    house rule; rulebook, Number Cards: four
    """
    return cited(rules, PRINTED, OPTIONS, NUMBERS)
