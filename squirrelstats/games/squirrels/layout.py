"""Named constants of Squirrels: The Card Game: cards, phases, actions, events, records.

Everything that the kernel, the policies, the transcripts, the tests and the documentation must
agree on is declared here once. ``docs/contract.md`` explains it.
"""

import numpy as np

from squirrelstats.games._machine import ASKED as ASKED

MIN_SEATS, MAX_SEATS = 2, 8
MAX_STACKS, MAX_DEPTH = 6, 4

# --- cards ------------------------------------------------------------------------------------
# Kinds of cards: the values 1 to 10 (kind = value - 1), then the specials.
ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = range(10)
WILD, PUSH, SKIP, SQUIRREL = range(10, 14)
#: Index of the total in every count of cards.
TOTAL = 15

KINDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "wild", "push", "skip", "squirrel",
)  # fmt: skip
KIND_TITLES = (
    "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
    "Wild", "Push", "Skip", "Squirrel",
)  # fmt: skip
#: Copies of each kind in the printed deck of 162 cards (rulebook, Game Contents).
PRINTED_COUNTS = (12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 8, 8, 8, 18)
NUMBER_KINDS = 10

# --- decisions --------------------------------------------------------------------------------
PHASE_ACT, PHASE_DECLARE, PHASE_ADD, PHASE_TARGET, PHASE_SWAP, PHASE_PUT = range(1, 7)
PHASES = {
    PHASE_ACT: "play a card, turn up a Blind Card, or pick up the pile",
    PHASE_DECLARE: "declare the value of a Wild",
    PHASE_ADD: "add an equal card to the play, or be done",
    PHASE_TARGET: "choose whom to push to, or to skip",
    PHASE_SWAP: "take a top into the hand before the start, or be done",
    PHASE_PUT: "lay a card from the hand where that top lay",
}

(
    PLAY_ONE, PLAY_TWO, PLAY_THREE, PLAY_FOUR, PLAY_FIVE, PLAY_SIX, PLAY_SEVEN, PLAY_EIGHT,
    PLAY_NINE, PLAY_TEN, PLAY_WILD, PLAY_PUSH, PLAY_SKIP, PLAY_SQUIRREL,
) = range(14)  # fmt: skip
TOP_0, TOP_1, TOP_2, TOP_3, TOP_4, TOP_5 = range(14, 20)
BLIND_0, BLIND_1, BLIND_2, BLIND_3, BLIND_4, BLIND_5 = range(20, 26)
PICK_UP, PASS, DONE = 26, 27, 28
(
    DECLARE_ONE, DECLARE_TWO, DECLARE_THREE, DECLARE_FOUR, DECLARE_FIVE, DECLARE_SIX,
    DECLARE_SEVEN, DECLARE_EIGHT, DECLARE_NINE, DECLARE_TEN,
) = range(29, 39)  # fmt: skip
#: Targets by relative seat: oneself, the left neighbour, …
TARGET_0, TARGET_1, TARGET_2, TARGET_3, TARGET_4, TARGET_5, TARGET_6, TARGET_7 = range(39, 47)

ACTIONS = (
    *(f"play {kind}" for kind in KINDS),
    *(f"play the top of stack {stack}" for stack in range(MAX_STACKS)),
    *(f"turn up the Blind Card of stack {stack}" for stack in range(MAX_STACKS)),
    "pick up", "pass", "done",
    *(f"declare {value}" for value in range(1, NUMBER_KINDS + 1)),
    "target oneself", "target the left neighbour",
    *(f"target seat {seat} to the left" for seat in range(2, MAX_SEATS)),
)  # fmt: skip

# --- chance -----------------------------------------------------------------------------------
CHANCE_BLIND, CHANCE_TAKE, CHANCE_RECALL, CHANCE_DRAW = range(1, 5)
CHANCES = {
    CHANCE_BLIND: "the Blind Card turned up",
    CHANCE_TAKE: "the face-down card taken into the hand",
    CHANCE_RECALL: "which cards of a move each observer remembers (too many outcomes to list)",
    CHANCE_DRAW: "the card drawn from the undealt cards",
}

# --- events -----------------------------------------------------------------------------------
# (code, seat, card, amount); -1 where a place does not apply. 0 (ASKED) is logged by the loop.
(
    DEALT, TOP_SHOWN, TURN, SKIPPED, LAID_HAND, LAID_TOP, PLAYED, CLEARED, SQUIRRELED, PUSHED,
    SKIP_LAID, BLIND_TURNED, BLIND_FAILED, BLIND_UNUSABLE, PICKED_UP, TOOK, UNCOVERED, PASSED,
    FIRST_OUT, OUT, TRUNCATED, SCORED, SWAPPED, DREW, TOTALLED, NEXT_STARTER, MATCH_WON,
) = range(1, 28)  # fmt: skip
#: The event by which a replay knows that the next round of a match begins.
NEXT_DEALER = NEXT_STARTER

# --- options: values by their position, as the rules record holds them; the default first ---------
OPTION_VALUES = {
    "blind_wild_value": ("legal_only", "any"),
    "four_limit": ("exact4", "four_or_more"),
    "higher_card": ("illegal", "pick_up"),
    "push_target": ("anyone", "next_player"),
    "push_no_target_pile": ("illegal", "discard_no_effect"),
    "skip_target": ("anyone", "next_player"),
    "skip_no_target": ("illegal", "discard_no_effect"),
    "blind_unusable": ("retain_in_hand", "discard_no_effect", "pickup_pile"),
    "starter_next_round": ("highest_total", "lowest_total", "rotate", "first_out"),
}
#: Yes-or-no fields of the rules, in the order of ``switches`` of the rules record.
FLAGS = (
    "wild_in_sets", "blind_add_wild", "wild_can_complete_four", "natural_fours", "equal_allowed",
    "clear_ends_turn", "squirrel_ends_turn", "voluntary_pickup", "self_target",
    "push_needs_pile", "skip_stack", "blind_loss_includes_blind", "final_turns",
    "final_turn_must_pickup", "swap_tops", "leftover_visible", "discard_public",
    "final_tie_first_out",
)  # fmt: skip

# --- records ----------------------------------------------------------------------------------
RULES = np.dtype(
    [
        ("deck", "u1", (256,)),  # the kinds of all cards, ascending
        ("deck_size", "u8"),
        ("counts", "u8", (2,)),  # packed by kind, with the total
        ("options", "u8", (len(OPTION_VALUES),)),  # in the order of OPTION_VALUES
        ("switches", "u8", (len(FLAGS),)),  # in the order of FLAGS
        ("clear_size", "u8"),
        ("never_by_wild", "u8"),  # a Wild may not make a run that long; 0: any
        ("never_with_wild", "u8"),  # nor a Number card where a Wild is in the run; 0: any
        ("hand_size", "u8"),
        ("stacks", "u8"),
        ("depth", "u8"),
        ("draw_to", "u8"),
        ("points", "i8", (16,)),  # of a card left over, by kind
        ("face_down_factor", "i8"),
        ("first_out_bonus", "i8"),
        ("max_turns", "u8"),
        ("match_rounds", "u8"),  # 0: to the target
        ("target_points", "i8"),
        ("max_rounds", "u8"),
    ],
    align=True,
)

#: Physical and social parameters of the players, by slot in the line-up.
TRAITS = np.dtype([("recall", "f8", (8,))], align=True)

STATE = np.dtype(
    [
        ("stage", "u8"),  # what the machine does next
        ("held", "u8"),  # 1: stopped before the chance event of `stage`
        ("fixed", "u8", (3,)),  # a RECALL fixed from outside: flag, then its stream
        ("seats", "u8"),
        ("phase", "u8"),
        ("actor", "u8"),  # whose turn it is, or who may swap tops
        ("legal", "u8"),
        ("top", "u8"),  # value, 0: the table is open
        ("run", "u8"),
        ("run_wild", "u8"),  # 1: a Wild is among the cards of the run
        ("limbo", "u8"),  # kind + 1 of a card between hand and table
        ("blind_play", "u8"),  # kind + 1 of the Blind Card with which this play began
        ("stack", "u8"),  # of the Blind Card, of the card taken or of the top swapped
        ("layer", "u8"),  # of the card taken
        ("used", "u8"),  # row by stack: kind + 1 of the tops used in this play
        ("again", "u8"),  # 1: after this play the same player acts again
        ("drawing", "u8"),  # 1: cards are being drawn up to `draw_to`
        ("swapped", "u8"),  # bit per stack
        ("safe", "u8"),  # seat + 1
        ("final_turns", "u8"),  # after the one that lasts
        ("skipped", "u8"),  # row by seat: Skips in front
        ("hand_sizes", "u8"),  # rows by seat
        ("face_down", "u8"),
        ("cards", "u8"),  # in hand and stacks
        ("deck_next", "u8"),
        ("deck_end", "u8"),
        ("pile", "u8", (2,)),  # counts of cards are packed in two words, see games/_wide.py
        ("laid", "u8", (2,)),  # of this play
        ("discard", "u8", (2,)),
        ("undealt", "u8", (2,)),  # by kind only under leftover_visible
        ("unseen", "u8", (2,)),  # in any hand, face down or undealt
        ("moved", "u8", (2,)),  # the cards of a move, until the observers have seen it
        ("moved_to", "u8"),
        ("following", "u8"),  # the stage after a move
        ("moves", "u8"),
        ("forgets", "u8"),  # 1: `remembered` is in use, somebody's recall is below 1
        ("turns", "u8"),
        ("decisions", "u8"),
        ("forced", "u8"),
        ("truncated", "u8"),
        ("player", "u8", (8,)),  # by seat: slot in the line-up
        ("hand", "u8", (8, 2)),
        ("opening", "u8", (8, 2)),
        ("tops", "u8", (16,)),  # rows by stack: kind + 1, 0 none; a ring, see kernel/ring.py
        ("opening_tops", "u8", (8,)),
        ("below", "u8", (8, MAX_DEPTH - 1)),  # rows by stack of face-down cards; [0] the Blind Card
        ("stack_cards", "u8", (16,)),  # rows by stack; a ring
        ("known", "u8", (16, 2)),  # lower bounds of a hand that all others share; a ring
        ("remembered", "u8", (64, 2)),  # the same by observer, index hand * 8 + observer
        ("score", "i8", (8,)),
        ("share840", "u8", (8,)),  # win share in parts of columns.SHARE_UNITS
        ("tally", "u8", (8, 16)),  # by seat: see TALLIES
        # the match, by player where by somebody
        ("in_match", "u8"),
        ("rounds_before", "u8"),
        ("shift", "u8"),  # the player in seat 0 sat so many seats to the left at first
        ("match_truncated", "u8"),
        ("totals", "i8", (8,)),
        ("match_share840", "u8", (8,)),
        ("deck", "u1", (256,)),  # kinds; undealt from deck_next to deck_end
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("phase", "u1"),
        ("seat", "u1"),
        ("seats", "u1"),
        ("stacks", "u1"),
        ("depth", "u1"),
        ("top", "u1"),
        ("run", "u1"),
        ("pending", "u1"),
        ("blind_play", "u1"),
        ("clear_size", "u1"),
        ("draw_to", "u1"),
        ("rounds", "u1"),
        ("round_in_match", "i2"),
        ("turn", "i8"),
        ("safe", "u1", (8,)),
        ("final_left", "u1", (8,)),
        ("skipped", "u1", (8,)),
        ("hand_sizes", "u1", (8,)),
        ("face_down", "u1", (8,)),
        ("cards", "u1", (8,)),
        ("hand", "u1", (16,)),
        ("pile", "u1", (16,)),
        ("laid", "u1", (16,)),
        ("discarded", "u1", (16,)),
        ("undealt", "u1", (16,)),
        ("unseen", "u1", (16,)),
        ("totals", "i4", (8,)),
        ("tops", "u1", (MAX_SEATS, 8)),
        ("stack_cards", "u1", (MAX_SEATS, 8)),
        ("known", "u1", (MAX_SEATS, 16)),
    ],
    align=True,
)

#: What a policy may read, in plain words. Seats are relative: 0 is oneself, 1 the left neighbour.
VIEW_FIELDS = {
    "phase": "which decision is asked: PHASE_ACT, _DECLARE, _ADD, _TARGET, _SWAP or _PUT",
    "seat": "own seat, 0 acted first in this round",
    "seats": "number of seats",
    "stacks": "stacks of each player, 4 by the rulebook",
    "depth": "cards of a full stack, 3 by the rulebook",
    "top": "value on top of the pile, 1 to 10; 0: the table is open",
    "run": "cards of that value on top, those of this play included",
    "pending": "kind + 1 of the card whose value or target is asked, or of the top taken; else 0",
    "blind_play": "1: this play began with a Blind Card",
    "clear_size": "equal cards on top that clear the pile, 4 by the rulebook",
    "draw_to": "hand size to which players draw from the undealt cards; 0 by the rulebook: never",
    "rounds": "rounds of the match; 1 in round runs, 0 in a match to a number of points",
    "round_in_match": "number of the round in its match, from 0; 0 in round runs",
    "turn": "number of the turn, from 1, skipped ones included",
    "safe": "by relative seat: 1 for the player who was out first",
    "final_left": "by relative seat: 1 if the final turn is still to come, or is now",
    "skipped": "by relative seat: Skip cards in front",
    "hand": "own hand by kind; [TOTAL] is its size",
    "pile": "the pile by kind, cards of this play included, Wilds as Wilds; [TOTAL] is its size",
    "laid": "cards laid in this play so far by kind; [TOTAL] is their number",
    "discarded": "cards out of play by kind",
    "undealt": "[TOTAL]: cards not dealt; by kind only under leftover_visible",
    "unseen": "by kind: cards in other hands, face down or undealt",
    "face_down": "by relative seat: face-down cards in the stacks",
    "hand_sizes": "by relative seat: cards in hand",
    "cards": "by relative seat: cards in hand and stacks",
    "totals": "by relative seat: points of the earlier rounds of the match",
    "tops": "[relative seat, stack]: kind + 1 of the face-up top, 0: none",
    "stack_cards": "[relative seat, stack]: cards left in the stack; 1: only the Blind Card",
    "known": "[relative seat, kind]: cards known to be in that hand at least (own hand: all)",
}

#: What the places of each array of a view stand for, by axis; see `AXES`.
VIEW_AXES = {
    **dict.fromkeys(("safe", "final_left", "skipped", "hand_sizes", "face_down"), ("seat",)),
    **dict.fromkeys(("cards", "totals"), ("seat",)),
    **dict.fromkeys(("hand", "pile", "laid", "discarded", "undealt", "unseen"), ("kind",)),
    **dict.fromkeys(("tops", "stack_cards"), ("seat", "stack")),
    "known": ("seat", "kind"),
}
#: Names of the places in use; relative seats are numbers.
AXES = {
    "kind": {**dict(enumerate(KINDS)), TOTAL: "total"},
    "stack": {stack: str(stack) for stack in range(MAX_STACKS)},
}
#: By phase: the number of a view by which its decisions are told apart, where it is cut, its name.
SITUATIONS = {
    PHASE_ACT: ("pile_total", (1, 6), "in the pile"),
    PHASE_DECLARE: ("pile_total", (2, 6), "in the pile"),
    PHASE_ADD: ("hand_total", (3, 6), "in hand"),
    PHASE_TARGET: ("hand_total", (3, 6), "in hand"),
    PHASE_SWAP: ("turn", (), ""),
    PHASE_PUT: ("turn", (), ""),
}

#: What a seat did in a round, and what was done to it.
TALLIES = (
    "turns_taken", "times_skipped", "pickups", "cards_picked_up", "pushes", "pushed_to",
    "cards_pushed_to", "skips_played", "piles_cleared", "squirrels_played", "blinds_turned",
    "blinds_failed", "specials_played", "forced_passes",
)  # fmt: skip

SEAT_RESULT = np.dtype(
    [
        ("opening", "u1", (16,)),
        ("opening_tops", "u1", (8,)),
        ("final", "u1", (16,)),  # in hand
        ("stuck", "u1", (16,)),  # in hand and stacks
        ("tally", "u4", (16,)),
        ("first_out", "i4"),
        ("cards_left", "i4"),
        ("score", "i4"),
        ("share840", "i4"),
    ],
    align=True,
)
ROUND_RESULT = np.dtype(
    [
        ("shift", "i4"),
        ("turns", "i4"),
        ("decisions", "i4"),
        ("forced", "i4"),
        ("truncated", "i4"),
        ("out_first", "i4"),  # seat, -1: nobody
        ("skipped_turns", "i4"),
        ("pickups", "i4"),
        ("pushes", "i4"),
        ("clears", "i4"),
        ("blinds", "i4"),
        ("blinds_failed", "i4"),
    ],
    align=True,
)
