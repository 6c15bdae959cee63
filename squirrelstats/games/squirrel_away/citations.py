"""The rules that transcripts of Squirrel Away cite, each in a sentence and with its source.

*Rulebook* as in ``rules``. *Ruling*: the rulebook says nothing and there is no option for it.
*Model*: how perception and clumsy hands are simulated, which no rule could say. Keys of the form
``field=value`` belong to a field of the rules and the value in force; their sources are those of
the field.
"""

from __future__ import annotations

from typing import Any

from squirrelstats.games._citing import cited
from squirrelstats.games._narration import Citation
from squirrelstats.games.squirrel_away._option_texts import NUMBERS, OPTIONS

SETUP = "rulebook, Setup"
PLAY = "rulebook, How to Play"
CALLOUT = "rulebook, The Callout"
REVEAL = "rulebook, The Reveal"
END = "rulebook, Game End"
SCORING = "rulebook, Scoring"
EARLY = "rulebook, Revealing a Card Too Early"

#: Key, rule and source; numbers in braces as in ``_option_texts``.
PRINTED = (
    # --- the deal ---
    ("deal-hand", "Everybody begins with five cards.", SETUP),
    ("deal-tokens", "Everybody begins with three Scoundrel tokens.", SETUP),
    # --- turns ---
    (
        "first-turn",
        "Who starts sits in seat 0: the first player of the seating in the first round, in later "
        "ones the left neighbour of the last starter.",
        f"{SETUP}: whoever ate a nut last",
    ),
    ("next-left", "Play goes on clockwise.", PLAY),
    ("no-card", "Who has no card left is passed over.", EARLY),
    (
        "foul",
        "Who reaches into the Loot before laying a card gives the acorns back and starts again.",
        "rulebook, Turn Order Is Sneaky!",
    ),
    ("card-shown-early", "A card of the hand that another player sees is discarded.", EARLY),
    ("card-first", "A turn begins with a card, laid face down.", PLAY),
    ("grab", "One hand takes acorns: those on the card, or whatever it can.", PLAY),
    (
        "slip",
        "A hand that is not looked at may hold another acorn of the Loot than was meant.",
        f"model, trait slip; {PLAY}: without looking",
    ),
    ("claim", "Any card may be announced, Wilds by their number.", PLAY),
    # --- verdicts ---
    ("verdict", "The others judge counter-clockwise.", PLAY),
    (
        "perceived",
        "A judge has an impression of the fist and one of the manner: 0 on average if nothing is "
        "false, else more, by number and colours of the acorns and by traits.",
        "model, traits w, d_col, d_tell, attention, concealment",
    ),
    ("no-token", "Who has no token cannot call.", CALLOUT),
    ("call", "A call costs a token, points at card or fist, and ends the verdicts.", CALLOUT),
    # --- settlement ---
    ("reveal", "Card and fist are shown, whether there was a call or not.", PLAY),
    ("all-good", "If nobody calls, all acorns of the fist are kept.", CALLOUT),
    ("match-keeps", "If what was pointed at is as announced, all acorns are kept.", REVEAL),
    ("match-bonus", "Who is called wrongly takes one acorn of choice from the Loot.", REVEAL),
    ("caught-one", "Who is caught keeps one acorn of the fist.", REVEAL),
    ("rest-returns", "The rest of a caught fist goes back to the Loot.", REVEAL),
    ("caller-takes", "A right caller takes one acorn of choice from the Loot.", REVEAL),
    ("caller-stashes", "A set that the caller's acorn completes is stashed at once.", REVEAL),
    ("stash", "At the end of a turn complete sets of four colours are stashed.", PLAY),
    # --- the end ---
    ("end-cards", "When all cards of all players are played the game is over.", END),
    ("end-tokens", "When nobody can call the player whose turn it is the game is over.", END),
    ("cut", "After more turns than cards allow the game is cut.", "ruling: never reached"),
    ("score-sets", "Each set in the stash is a point.", SCORING),
    ("most-points", "Most points win.", SCORING),
    (
        "most-acorns",
        "Of players with equal points the one with most acorns in Front wins.",
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
    >>> from squirrelstats.games.squirrel_away.rules import Rules
    >>> known = citations(Rules(bonus=2, caller_reward="from_fist"))
    >>> print(known["bonus=2"].text)
    Who is called wrongly keeps the fist and takes two acorns more.
    >>> print(known["caller_reward=from_fist"].source.rsplit("; ")[-1])
    from_fist in review_variant, as a published review tells it
    """
    return cited(rules, PRINTED, OPTIONS, NUMBERS)
