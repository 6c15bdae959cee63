"""The rules that transcripts of S'Quarrels cite, each in a sentence and with its source.

*Rulebook*, *draft* and *website* as in ``rules``. *Ruling*: the rulebook says nothing and there is
no option for it. Keys of the form ``option=value`` belong to the value in force.
"""

from __future__ import annotations

from squirrelstats.games._narration import Citation

SETUP = "rulebook, Game Setup"
PLAY = "rulebook, How to Play"
QUARREL = "rulebook, Quarrel (update of 6/28/09)"
HOARD = "rulebook, Hoard (update of 12/2/08)"
WHIRLWIND = "rulebook, Whirlwind"
SPECIAL = "rulebook, Special Cards"
END = "rulebook, End of Game"

_TABLE = (
    # --- the deal ---
    ("deal-seven", "Everybody begins with seven cards, none of them an Action card.", SETUP),
    ("deal-replace", "An Action card turned up in the deal is put aside and replaced.", SETUP),
    (
        "deal-winter",
        "If Winter turned up in the deal, hands are kept and the deck is shuffled again, "
        "with all cards turned up in it.",
        f"{SETUP}; that all of them go back is a ruling after common practice",
    ),
    # --- turns ---
    ("first-turn", "The dealer's left neighbour, here seat 0, begins.", PLAY),
    (
        "next-left",
        "Play goes on clockwise: to the left of whoever stored and discarded.",
        f"{PLAY}, Quarrel, Hoard",
    ),
    ("draw-one", "A turn begins with one card drawn, whatever is in hand.", PLAY),
    (
        "draw-to-seven",
        "With fewer than seven cards a player draws on, up to seven.",
        PLAY,
    ),
    (
        "draw_rule=optional",
        "With fewer than seven cards a player may draw on or stop.",
        "option draw_rule=optional, after the draft and the website; "
        "the rulebook has players draw up to seven",
    ),
    ("action-at-once", "An Action card ends the drawing and is played at once.", PLAY),
    ("store-three", "Three Number cards of one value may be stored.", "rulebook, Storing Cards"),
    (
        "store-ends-drawing",
        "A player may store before having seven cards, but then draws no more this turn.",
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
    (
        "gold_discardable=yes",
        "The Gold may be discarded like a Number card.",
        "option gold_discardable=yes; the rulebook restricts only the Lead",
    ),
    (
        "gold_discardable=only_if_last",
        "The Gold may be discarded only as the last card in hand.",
        "option gold_discardable=only_if_last, after a fan app; the rulebook restricts only "
        "the Lead",
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
    (
        "quarrel_partial_tie=last_able_wins",
        "Of tied players, the only one with a card left wins.",
        "option quarrel_partial_tie=last_able_wins; the rulebook is silent",
    ),
    (
        "quarrel_partial_tie=draw",
        "If only one of the tied players has a card left, nobody wins.",
        "option quarrel_partial_tie=draw; the rulebook is silent",
    ),
    ("quarrel-draw", "Without a winner all cards go back to their players.", QUARREL),
    (
        "quarrel_draw_next=resume_turn",
        "After a Quarrel without a winner the turn goes on as if there had been none.",
        "option quarrel_draw_next=resume_turn, after the draft; the rulebook is silent",
    ),
    (
        "quarrel_draw_next=store_discard",
        "After a Quarrel without a winner the player stores and discards.",
        "option quarrel_draw_next=store_discard; the rulebook is silent",
    ),
    (
        "quarrel_single=cancel",
        "A Quarrel is cancelled if only one player holds cards.",
        "option quarrel_single=cancel; the rulebook is silent",
    ),
    (
        "quarrel_single=auto_win",
        "The only player with cards wins the Quarrel without playing.",
        "option quarrel_single=auto_win; the rulebook is silent",
    ),
    (
        "quarrel-nobody",
        "A Quarrel is cancelled if nobody holds a card.",
        "ruling: the rulebook is silent",
    ),
    ("quarrel-winner", "The winner stores and discards, without drawing.", QUARREL),
    # --- Hoard ---
    ("hoard-race", "Everybody but the player who drew it may race for the Hoard pile.", HOARD),
    (
        "hoard_eligible=all",
        "Everybody, the player who drew it included, may race for the Hoard pile.",
        "option hoard_eligible=all, after the draft; the rulebook leaves out who drew it",
    ),
    ("hoard-hold", "Nobody has to race.", "ruling: the rulebook is silent"),
    ("hoard-first", "The first hand on the Hoard pile takes all of it.", HOARD),
    (
        "hoard-nobody",
        "If nobody races the pile stays, and who drew the Hoard stores and discards.",
        "ruling: the rulebook is silent",
    ),
    (
        "hoard-empty",
        "There is no race for an empty pile; who drew the Hoard stores and discards.",
        "ruling: the rulebook is silent",
    ),
    ("hoard-winner", "The winner stores and discards, without drawing.", HOARD),
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
    (
        "after_ambush=store_discard",
        "After an Ambush the player stores and discards, without drawing on.",
        "option after_ambush=store_discard, after the draft and the website; in the rulebook "
        "an Action ends the drawing, and only Whirlwind says that it goes on",
    ),
    (
        "after_ambush=resume_draw",
        "After an Ambush the player goes on with the turn and may draw.",
        "option after_ambush=resume_draw; in the rulebook only Whirlwind says so",
    ),
    ("whirlwind-pool", "All hands are collected and shuffled together.", WHIRLWIND),
    (
        "whirlwind-deal",
        "The pooled cards are dealt clockwise, from the player who drew the Whirlwind.",
        WHIRLWIND,
    ),
    (
        "whirlwind-draw",
        "After a Whirlwind the player draws on if there are fewer than seven cards in hand.",
        WHIRLWIND,
    ),
    # --- the end ---
    ("winter-ends", "Winter ends the round at once; nobody may store first.", "rulebook, Winter"),
    ("score-sets", "A stored set scores the number on its cards.", END),
    (
        "score-special",
        "In hand at the end, the Gold scores +5 and the Lead −5.",
        f"{SPECIAL}, and End of Game",
    ),
    ("most-points", "The highest score wins the round.", "rulebook, introduction and End of Game"),
    (
        "tie-shared",
        "Players tied for the highest score share the win.",
        "ruling: the rulebook only says who deals next",
    ),
)

#: Every citation by its key.
CITATIONS = {key: Citation(key, text, source) for key, text, source in _TABLE}
