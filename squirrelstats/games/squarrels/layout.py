"""Named constants of S'Quarrels: cards, phases, actions, events, records.

Everything that the kernel, the policies, the transcripts, the tests and the documentation must
agree on is declared here once. ``docs/contract.md`` explains it.
"""

import numpy as np

from squirrelstats.games._machine import ASKED as ASKED

MAX_SEATS = 6
MIN_SEATS = 2

# --- cards ------------------------------------------------------------------------------------
# Kinds of cards. The first seven can be held in a hand; the others are Action cards.
ONE, TWO, THREE, FOUR, FIVE, GOLD, LEAD = range(7)
QUARREL, HOARD, AMBUSH, WHIRLWIND, WINTER = range(7, 12)
#: Index of the total in every packed count (hands, piles, known cards).
TOTAL = 7

KINDS = (
    "one", "two", "three", "four", "five", "gold", "lead",
    "quarrel", "hoard", "ambush", "whirlwind", "winter",
)  # fmt: skip
KIND_TITLES = (
    "One", "Two", "Three", "Four", "Five", "the Gold Acorn", "the Lead Acorn",
    "Quarrel", "Hoard", "Ambush", "Whirlwind", "Winter",
)  # fmt: skip
#: Copies of each kind in the printed deck of 120 cards (rulebook, Equipment).
PRINTED_COUNTS = (30, 24, 18, 12, 9, 1, 1, 8, 8, 6, 2, 1)
HAND_KINDS = 7
NUMBER_KINDS = 5

# --- decisions --------------------------------------------------------------------------------
PHASE_DRAW, PHASE_STORE, PHASE_DISCARD, PHASE_QUARREL, PHASE_RACE = range(1, 6)
PHASES = {
    PHASE_DRAW: "draw on, or stop",
    PHASE_STORE: "store a set, or be done",
    PHASE_DISCARD: "discard a card to the Hoard pile",
    PHASE_QUARREL: "pick a card for the Quarrel",
    PHASE_RACE: "race for the Hoard pile, or hold back",
}

DRAW, STOP = 0, 1
STORE_ONE, STORE_TWO, STORE_THREE, STORE_FOUR, STORE_FIVE = range(2, 7)
DONE = 7
DISCARD_ONE, DISCARD_TWO, DISCARD_THREE, DISCARD_FOUR, DISCARD_FIVE = range(8, 13)
DISCARD_GOLD, DISCARD_LEAD = 13, 14
PLAY_ONE, PLAY_TWO, PLAY_THREE, PLAY_FOUR, PLAY_FIVE, PLAY_GOLD, PLAY_LEAD = range(15, 22)
RACE, HOLD = 22, 23

ACTIONS = (
    "draw", "stop",
    "store one", "store two", "store three", "store four", "store five", "done",
    "discard one", "discard two", "discard three", "discard four", "discard five",
    "discard gold", "discard lead",
    "play one", "play two", "play three", "play four", "play five", "play gold", "play lead",
    "race", "hold",
)  # fmt: skip

# --- chance -----------------------------------------------------------------------------------
CHANCE_DRAW, CHANCE_AMBUSH, CHANCE_WHIRLWIND, CHANCE_RACE = range(1, 5)
CHANCES = {
    CHANCE_DRAW: "the card drawn from the deck",
    CHANCE_AMBUSH: "the card one victim of an Ambush loses",
    CHANCE_WHIRLWIND: "how the pooled hands are dealt again (too many outcomes to list)",
    CHANCE_RACE: "who is first at the Hoard pile",
}

# --- events -----------------------------------------------------------------------------------
# (code, seat, card, amount); -1 where a place does not apply. 0 (ASKED) is logged by the loop.
(
    SETUP_TURNED, DEALT, RESHUFFLED, TURN, DRAWN, STOPPED, STORED, DISCARDED, NO_DISCARD,
    QUARREL_BEGUN, QUARREL_CANCELLED, PLAYED, GOLD_LOST, QUARREL_WON, QUARREL_TIED, QUARREL_DRAWN,
    HOARD_EMPTY, RACED, RACE_WON, RACE_NONE, AMBUSHED, WHIRLED, REDEALT, MINI_TURN, WINTER_CAME,
    SCORED,
) = range(1, 27)  # fmt: skip

# --- options: values by their position, as the rules record holds them --------------------------
OPTION_VALUES = {
    "draw_rule": ("forced_unless_store", "optional"),
    "hoard_eligible": ("all_but_drawer", "all"),
    "after_ambush": ("store_discard", "resume_draw"),
    "quarrel_draw_next": ("resume_turn", "store_discard"),
    "quarrel_partial_tie": ("last_able_wins", "draw"),
    "quarrel_single": ("cancel", "auto_win"),
    "gold_discardable": ("yes", "only_if_last"),
}

# --- records ----------------------------------------------------------------------------------
RULES = np.dtype(
    [
        ("deck", "u1", (256,)),  # the kinds of all cards, ascending
        ("deck_size", "u8"),
        ("unseen", "u8", (2,)),  # the same as counts, see `unseen` of the state
        ("options", "u8", (len(OPTION_VALUES),)),  # in the order of OPTION_VALUES
        ("hand_size", "u8"),  # cards dealt
        ("stop_level", "u8"),  # cards at which drawing stops
        ("set_size", "u8"),
        ("gold_points", "i8"),
        ("lead_points", "i8"),
    ],
    align=True,
)

#: Where scratch begins in `state.deck`; a deck has fewer cards.
SCRATCH = 256

STATE = np.dtype(
    [
        ("stage", "u8"),  # what the machine does next
        ("held", "u8"),  # 1: stopped before the chance event of `stage`
        ("fixed", "u8", (3,)),  # a chance outcome fixed from outside: flag, then value or stream
        ("seats", "u8"),
        ("phase", "u8"),
        ("actor", "u8"),  # who decides, stores, discards
        ("drawer", "u8"),  # whose turn it is
        ("legal", "u8"),
        ("mini", "u8"),  # 1 in the mini-turn of a Quarrel or Hoard winner
        ("deck_next", "u8"),
        ("deck_end", "u8"),
        ("hoard", "u8"),  # packed counts
        ("table", "u8"),  # packed counts: cards shown in this Quarrel
        ("contest", "u8"),  # bit per seat: in this sub-round, or eligible to race
        ("waiting", "u8"),  # bit per seat: still to be asked
        ("racing", "u8"),  # bit per seat: chose to race
        ("subround", "u8"),
        ("turned", "u8"),  # packed by kind - 7: Action cards turned up in play
        ("unseen", "u8", (2,)),  # packed by kind: in any hand or in the deck
        ("turns", "u8"),
        ("mini_turns", "u8"),
        ("decisions", "u8"),
        ("forced", "u8"),
        ("truncated", "u8"),
        ("player", "u8", (8,)),  # by seat: slot in the line-up
        ("hand", "u8", (8,)),  # packed counts
        ("opening", "u8", (8,)),  # the hand after the setup
        ("stored", "u8", (8,)),  # packed counts of sets
        ("points", "i8", (8,)),  # stored points
        ("played", "u8", (8,)),  # packed counts: own cards on the table
        ("pick", "u8", (8,)),  # kind chosen, hidden until the reveal
        ("known", "u8", (64,)),  # packed lower bounds, index hand * 8 + observer
        ("score", "i8", (8,)),
        ("share840", "u8", (8,)),  # win share in parts of columns.SHARE_UNITS
        ("deck", "u1", (512,)),  # kinds, front to back from deck_next; from 256 on scratch
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("phase", "u1"),
        ("seat", "u1"),
        ("seats", "u1"),
        ("drawer", "u1"),
        ("mini_turn", "u1"),
        ("deck_left", "u1"),
        ("subround", "u1"),
        ("turn", "i8"),
        ("hand", "u1", (8,)),
        ("hoard", "u1", (8,)),
        ("table", "u1", (8,)),
        ("unseen", "u1", (16,)),
        ("hand_sizes", "u1", (8,)),
        ("contesting", "u1", (8,)),
        ("points", "i2", (8,)),
        ("stored", "u1", (MAX_SEATS, 8)),
        ("known", "u1", (MAX_SEATS, 8)),
        ("played", "u1", (MAX_SEATS, 8)),
    ],
    align=True,
)

#: What a policy may read, in plain words. Seats are relative: 0 is oneself, 1 the left neighbour.
VIEW_FIELDS = {
    "phase": "which decision is asked: PHASE_DRAW, _STORE, _DISCARD, _QUARREL or _RACE",
    "seat": "own seat, 0 acted first in this round",
    "seats": "number of seats",
    "drawer": "relative seat of the player whose turn it is",
    "mini_turn": "1 in the mini-turn of a Quarrel or Hoard winner",
    "deck_left": "cards in the deck, Winter among them",
    "subround": "number of the Quarrel sub-round, from 1; 0 outside a Quarrel",
    "turn": "number of the full turn, from 1",
    "hand": "own hand by kind; [TOTAL] is its size",
    "hoard": "the Hoard pile by kind; [TOTAL] is its size",
    "table": "cards shown in this Quarrel by kind; [TOTAL] is their number",
    "unseen": "by kind 0-11: cards in the deck or in other hands (Actions: in the deck)",
    "hand_sizes": "cards in hand by relative seat",
    "contesting": "by relative seat: 1 if in this Quarrel sub-round, or allowed to race",
    "points": "points stored by relative seat, Gold and Lead not counted",
    "stored": "[relative seat, kind]: sets stored; [.., TOTAL] is their number",
    "known": "[relative seat, kind]: cards known to be in that hand at least (own hand: all)",
    "played": "[relative seat, kind]: cards that seat has on the table",
}

SEAT_RESULT = np.dtype(
    {
        "names": ["opening", "score", "share840"],
        "formats": [("u1", (8,)), "i2", "i2"],
        "offsets": [0, 8, 10],
        "itemsize": 16,  # whole words, since kernels write the hand as one
    },
    align=True,
)
ROUND_RESULT = np.dtype(
    [
        ("turns", "i4"),
        ("mini_turns", "i4"),
        ("decisions", "i4"),
        ("forced", "i4"),
        ("truncated", "i4"),
    ],
    align=True,
)
