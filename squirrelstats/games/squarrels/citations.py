"""The rules that transcripts of S'Quarrels cite, each in a sentence and with its source.

*Rulebook*, *draft* and *website* as in ``rules``. *Ruling*: the rulebook says nothing and there is
no option for it. Keys of the form ``field=value`` belong to a field of the rules and the value in
force; their sources are those of the field.
"""

from __future__ import annotations

from typing import Any

from squirrelstats.games._citing import cited
from squirrelstats.games._narration import Citation
from squirrelstats.games.squarrels._option_texts import NUMBERS, OPTIONS

SETUP = "rulebook, Game Setup"
PLAY = "rulebook, How to Play"
QUARREL = "rulebook, Quarrel (update of 6/28/09)"
HOARD = "rulebook, Hoard (update of 12/2/08)"
WHIRLWIND = "rulebook, Whirlwind"
SPECIAL = "rulebook, Special Cards"
END = "rulebook, End of Game"

#: Key, rule and source; numbers in braces as in ``_option_texts``.
PRINTED = (
    # --- the deal ---
    ("deal-seven", "Everybody begins with seven cards, none of them an Action card.", SETUP),
    ("deal-replace", "An Action card turned up in the deal is put aside and replaced.", SETUP),
    # --- turns ---
    ("first-turn", "The dealer's left neighbour, here seat 0, begins.", PLAY),
    (
        "next-left",
        "Play goes on clockwise: to the left of whoever stored and discarded.",
        f"{PLAY}, Quarrel, Hoard",
    ),
    ("draw-one", "A turn begins with one card drawn, whatever is in hand.", PLAY),
    ("draw-to-seven", "With fewer than seven cards a player draws on, up to seven.", PLAY),
    ("action-at-once", "An Action card ends the drawing and is played at once.", PLAY),
    ("store-three", "Three Number cards of one value may be stored.", "rulebook, Storing Cards"),
    (
        "store-ends-drawing",
        "A player may store before having {stop_level:card}, but then draws no more this turn.",
        PLAY,
    ),
    (
        "store-optional",
        "Nobody has to store a set.",
        f"{PLAY}: it says that players may; a ruling",
    ),
    ("discard-one", "A turn ends with one card discarded to the Hoard pile.", PLAY),
    (
        "discard-none",
        "Who has no card left discards none.",
        "ruling: the rulebook is silent, the website agrees",
    ),
    (
        "lead-last",
        "The Lead goes to the Hoard pile only as the last card in hand.",
        f"{SPECIAL}, Lead Acorn",
    ),
    (
        "lead-over-gold",
        "Who holds nothing but Gold and Lead may discard the Lead.",
        f"{SPECIAL}, closing note",
    ),
    # --- Quarrel ---
    (
        "quarrel-all",
        "Everybody picks a card in secret; who holds none sits out.",
        f"{QUARREL}; sitting out is a ruling",
    ),
    ("quarrel-reveal", "All picked cards are turned over together.", QUARREL),
    ("gold-trumps", "The Gold beats every Number card.", f"{SPECIAL}, Gold Acorn"),
    (
        "gold-lost",
        "A Gold played goes to the Discard pile, out of the round.",
        f"{SPECIAL}, Gold Acorn; that it is back in the next round is a ruling",
    ),
    (
        "gold-kept",
        "A Gold that was the last card in hand is not lost when played.",
        f"{SPECIAL}, Gold Acorn",
    ),
    (
        "lead-lowest",
        "The Lead may be played in a Quarrel and is the lowest card.",
        f"{SPECIAL}, Lead Acorn; that it is the lowest is from the draft",
    ),
    ("quarrel-highest", "The highest card wins all cards played.", QUARREL),
    ("quarrel-tie", "Players whose highest cards match pick again.", QUARREL),
    ("quarrel-draw", "Without a winner all cards go back to their players.", QUARREL),
    (
        "quarrel-nobody",
        "A Quarrel is cancelled if nobody holds a card.",
        "ruling: the rulebook is silent",
    ),
    ("quarrel-winner", "The winner stores and discards, without drawing.", QUARREL),
    # --- Hoard ---
    ("hoard-race", "Everybody but the player who drew it may race for the Hoard pile.", HOARD),
    ("hoard-hold", "Nobody has to race.", "ruling: the rulebook is silent"),
    ("hoard-first", "The first hand on the Hoard pile takes all of it.", HOARD),
    (
        "hoard-nobody",
        "If nobody races the pile stays, and who drew the Hoard stores and discards.",
        "ruling: the rulebook is silent",
    ),
    ("hoard-winner", "The winner stores and discards, without drawing.", HOARD),
    (
        "trait-vigilance",
        "Who is not attentive misses a race; if all racers do, the pile stays.",
        "trait vigilance of the players, a model",
    ),
    # --- Ambush and Whirlwind ---
    (
        "ambush-take",
        "The player takes a random card from everybody else's hand.",
        "rulebook, Ambush",
    ),
    (
        "ambush-nobody",
        "An empty hand gives nothing to an Ambush.",
        "ruling: the rulebook is silent",
    ),
    ("whirlwind-pool", "All hands are collected and shuffled together.", WHIRLWIND),
    (
        "whirlwind-deal",
        "The pooled cards are dealt clockwise, from the player who drew the Whirlwind.",
        WHIRLWIND,
    ),
    (
        "whirlwind-draw",
        "After a Whirlwind the player draws on if there are fewer than {stop_level:card} in hand.",
        WHIRLWIND,
    ),
    # --- the end ---
    ("winter-ends", "Winter ends the round at once; nobody may store first.", "rulebook, Winter"),
    ("score-sets", "A stored set scores the number on its cards.", END),
    (
        "score-special",
        "In hand at the end, the Gold scores {gold_points:+} and the Lead {lead_points:+}.",
        f"{SPECIAL}, and End of Game",
    ),
    ("most-points", "The highest score wins the round.", "rulebook, introduction and End of Game"),
    (
        "tie-shared",
        "Players tied for the highest score share the win.",
        "ruling: the rulebook only says who deals next",
    ),
)


def citations(rules: Any) -> dict[str, Citation]:
    """Every rule that can be cited under these rules, by its key.

    Parameters
    ----------
    rules : Rules

    Examples
    --------
    >>> from squirrelstats.games.squarrels.rules import Rules
    >>> known = citations(Rules(starting_hand=5, stop_level=6, draw_rule="optional"))
    >>> print(known["draw_rule=optional"].text)
    With fewer than six cards a player may draw on or stop.
    >>> print(known["starting_hand=5"])
    starting_hand=5: Everybody begins with five cards. (house rule; rulebook, Game Setup: seven)
    """
    return cited(rules, PRINTED, OPTIONS, NUMBERS)
