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
WILD_ONE, WILD_TWO, WILD_THREE, WILD_FOUR, WILD_FIVE = range(24, 29)

ACTIONS = (
    "draw", "stop",
    "store one", "store two", "store three", "store four", "store five", "done",
    "discard one", "discard two", "discard three", "discard four", "discard five",
    "discard gold", "discard lead",
    "play one", "play two", "play three", "play four", "play five", "play gold", "play lead",
    "race", "hold",
    "store one with the gold", "store two with the gold", "store three with the gold",
    "store four with the gold", "store five with the gold",
)  # fmt: skip

# --- chance -----------------------------------------------------------------------------------
CHANCE_DRAW, CHANCE_AMBUSH, CHANCE_WHIRLWIND, CHANCE_RACE, CHANCE_FALSE_SLAP = range(1, 6)
CHANCES = {
    CHANCE_DRAW: "the card drawn from the deck",
    CHANCE_AMBUSH: "the card one victim of an Ambush loses",
    CHANCE_WHIRLWIND: "how the pooled hands are dealt again (too many outcomes to list)",
    CHANCE_RACE: "who is first at the Hoard pile",
    CHANCE_FALSE_SLAP: "whether a player slaps by mistake, and the card it costs",
}
#: Outcomes that are no seat and no kind of card.
NOBODY, NO_SLAP, SLAP_WITHOUT_CARD = 8, 8, 9

# --- events -----------------------------------------------------------------------------------
# (code, seat, card, amount); -1 where a place does not apply. 0 (ASKED) is logged by the loop.
(
    SETUP_TURNED, DEALT, RESHUFFLED, TURN, DRAWN, STOPPED, STORED, DISCARDED, NO_DISCARD,
    QUARREL_BEGUN, QUARREL_CANCELLED, PLAYED, GOLD_LOST, QUARREL_WON, QUARREL_TIED, QUARREL_DRAWN,
    HOARD_EMPTY, RACED, RACE_WON, RACE_NONE, AMBUSHED, WHIRLED, REDEALT, MINI_TURN, WINTER_CAME,
    SCORED, FALSE_SLAPPED, LAPSED, TRUNCATED, WINTER_PLACED, STORED_WITH_GOLD, TOTALLED,
    NEXT_DEALER, MATCH_WON,
) = range(1, 35)  # fmt: skip

#: Mini-turns, as a view shows them.
MINI_QUARREL, MINI_HOARD = 1, 2

# --- options: values by their position, as the rules record holds them; the default first ---------
OPTION_VALUES = {
    "draw_rule": ("forced_unless_store", "optional"),
    "hoard_eligible": ("all_but_drawer", "all"),
    "hoard_winner_draw": ("none", "optional_to_7"),
    "hoard_empty": ("fizzle_store", "fizzle_resume", "race_for_turn"),
    "hoard_next": ("left_of_winner", "winner_again", "left_of_drawer"),
    "hoard_visibility": ("face_up", "face_down"),
    "after_ambush": ("store_discard", "resume_draw"),
    "quarrel_draw_next": ("resume_turn", "store_discard"),
    "quarrel_partial_tie": ("last_able_wins", "draw"),
    "quarrel_single": ("cancel", "auto_win"),
    "quarrel_next": ("left_of_winner", "winner_again", "left_of_drawer"),
    "gold_in_hoard": ("no_effect", "wild_in_match"),
    "gold_lost_scope": ("round", "game"),
    "gold_discardable": ("yes", "only_if_last"),
    "gold_alone": ("discard", "keep"),
    "lead_rank": ("lowest", "not_playable_unless_last"),
    "setup_winter": ("reshuffle_all", "reshuffle_winter_only"),
    "setup_discards": ("out_of_round", "shuffle_back"),
    "setup_hand": ("non_action", "numbers_only"),
    "winter_place": ("anywhere", "lower_half", "lower_third"),
    "winter_store": ("none", "complete_sets"),
    "store_mandatory": ("optional", "forced"),
    "deck_exhausted": ("end_round", "reshuffle_discard"),
    "false_slap_penalty": ("none", "random_card", "highest_card", "sit_out"),
    "slap_race": ("exponential", "ex_gaussian"),
    "target_multi": ("highest_total", "first_in_turn_order", "shared", "play_on_if_tied"),
    "next_dealer": ("round_winner", "rotate", "random"),
}

#: A round is cut when its Discard pile would become the deck for the time after this one.
MAX_RESHUFFLES = 100

# --- records ----------------------------------------------------------------------------------
RULES = np.dtype(
    [
        ("deck", "u1", (256,)),  # the kinds of all cards, ascending
        ("deck_size", "u8"),
        ("unseen", "u8", (2,)),  # the same as counts, see `unseen` of the state
        ("options", "u8", (len(OPTION_VALUES),)),  # in the order of OPTION_VALUES
        ("starting_hand", "u8"),
        ("stop_level", "u8"),
        ("hand_cap", "u8"),  # 0: none
        ("minimum_draws", "u8"),
        ("discards", "u8"),
        ("set_size", "u8"),
        ("set_points", "i8", (NUMBER_KINDS,)),  # of a set, by value
        ("hand_points", "i8", (HAND_KINDS,)),  # of each card left in hand, by kind
        ("max_turns", "u8"),
        ("target_score", "i8"),
        ("match_rounds", "u8"),  # 0: to the target
        ("max_rounds", "u8"),
    ],
    align=True,
)

#: Physical and social parameters of the players, by slot in the line-up.
TRAITS = np.dtype(
    [
        ("slap_speed", "f8", (8,)),
        ("drawer_speed_factor", "f8", (8,)),
        ("vigilance", "f8", (8,)),
        ("false_slap_rate", "f8", (8,)),
        ("reaction_mean", "f8", (8,)),
        ("reaction_sd", "f8", (8,)),
        ("reaction_tail", "f8", (8,)),
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
        ("mini", "u8"),  # 0, MINI_QUARREL or MINI_HOARD
        ("follow", "u8"),  # whose full turn comes next
        ("drawn_now", "u8"),  # cards drawn in this full turn
        ("tossed", "u8"),  # cards discarded in this discard phase
        ("wild", "u8"),  # 1: the Gold may stand in for a Number card now
        ("sitting", "u8"),  # bit per seat: may not race at the next Hoard
        ("slapped", "u8"),  # the stage after the false slaps
        ("deck_next", "u8"),
        ("deck_end", "u8"),
        ("winter_from", "u8"),  # place in the deck before which Winter cannot lie
        ("reshuffles", "u8"),
        ("discard", "u8", (2,)),  # packed by kind: the Discard pile without lost Golds
        ("hoard", "u8"),  # packed counts
        ("hoard_known", "u8", (8,)),  # packed counts by seat: own discards in a face-down pile
        ("table", "u8"),  # packed counts: cards shown in this Quarrel
        ("contest", "u8"),  # bit per seat: in this sub-round, or eligible to race
        ("waiting", "u8"),  # bit per seat: still to be asked
        ("racing", "u8"),  # bit per seat: chose to race
        ("subround", "u8"),
        ("fought", "u8"),  # bit per seat: took part in this Quarrel
        ("turned", "u8", (6,)),  # by kind - 7: Action cards turned up in play; then all of them
        ("unseen", "u8", (2,)),  # packed by kind: in any hand, the deck or a face-down Hoard pile
        ("turns", "u8"),
        ("mini_turns", "u8"),
        ("decisions", "u8"),
        ("forced", "u8"),
        ("truncated", "u8"),
        ("gold_lost", "u8"),  # Golds that left this round
        ("leader", "u8"),  # 1 + the seat that last led alone; 0: none yet
        ("lead_changes", "u8"),
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
        ("drawn", "u8", (8, 4)),  # by seat: cards drawn by kind, lanes of 16 bits
        ("tally", "u8", (8, 2)),  # by seat: see TALLIES, lanes of 16 bits
        # the match, by player where by somebody
        ("rounds_before", "u8"),
        ("shift", "u8"),  # the player in seat 0 sat so many seats to the left at first
        ("gold_removed", "u8"),
        ("match_truncated", "u8"),
        ("totals", "i8", (8,)),
        ("match_share840", "u8", (8,)),
        ("deck", "u1", (512,)),  # kinds, front to back from deck_next; from 256 on scratch
    ],
    align=True,
)

#: What a seat did in a round, and what was done to it.
TALLIES = (
    "quarrels_won", "quarrels_lost", "hoards_won", "hoards_lost", "ambushed_cards_won",
    "ambushed_cards_lost",
)  # fmt: skip

VIEW = np.dtype(
    [
        ("phase", "u1"),
        ("seat", "u1"),
        ("seats", "u1"),
        ("drawer", "u1"),
        ("mini_turn", "u1"),
        ("deck_left", "u1"),
        ("subround", "u1"),
        ("stop_level", "u1"),
        ("set_size", "u1"),
        ("winter_safe", "u1"),
        ("round_in_match", "i2"),
        ("turn", "i8"),
        ("hand", "u1", (8,)),
        ("hoard", "u1", (8,)),
        ("table", "u1", (8,)),
        ("unseen", "u1", (16,)),
        ("hand_sizes", "u1", (8,)),
        ("contesting", "u1", (8,)),
        ("points", "i2", (8,)),
        ("totals", "i4", (8,)),
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
    "mini_turn": "in a winner's mini-turn MINI_QUARREL or MINI_HOARD, else 0",
    "deck_left": "cards in the deck, Winter among them",
    "subround": "number of the Quarrel sub-round, from 1; 0 outside a Quarrel",
    "stop_level": "cards in hand at which drawing stops, 7 by the rulebook",
    "set_size": "equal Number cards that make a set, 3 by the rulebook",
    "winter_safe": "cards that can be drawn before Winter can come; 0 by the rulebook",
    "round_in_match": "number of the round in its match, from 0; 0 in round runs",
    "turn": "number of the full turn, from 1",
    "hand": "own hand by kind; [TOTAL] is its size",
    "hoard": "the Hoard pile by kind (face down: own discards); [TOTAL] is its size",
    "table": "cards shown in this Quarrel by kind; [TOTAL] is their number",
    "unseen": "by kind 0-11: cards in the deck, in other hands, or face down in the Hoard pile",
    "hand_sizes": "cards in hand by relative seat",
    "contesting": "by relative seat: 1 if in this Quarrel sub-round, or allowed to race",
    "points": "points stored by relative seat, Gold and Lead not counted",
    "totals": "points of the earlier rounds of the match by relative seat",
    "stored": "[relative seat, kind]: sets stored; [.., TOTAL] is their number",
    "known": "[relative seat, kind]: cards known to be in that hand at least (own hand: all)",
    "played": "[relative seat, kind]: cards that seat has on the table",
}

#: What the places of each array of a view stand for, by axis; see `AXES`.
VIEW_AXES = {
    **dict.fromkeys(("hand", "hoard", "table"), ("kind",)),
    "unseen": ("any_kind",),
    **dict.fromkeys(("hand_sizes", "contesting", "points", "totals"), ("seat",)),
    **dict.fromkeys(("stored", "known", "played"), ("seat", "kind")),
}
#: Names of the places in use; relative seats are numbers.
AXES = {
    "kind": {**dict(enumerate(KINDS[:HAND_KINDS])), TOTAL: "total"},
    "any_kind": dict(enumerate(KINDS)),
}
#: By phase: the number of a view by which its decisions are told apart, where it is cut, its name.
SITUATIONS = {
    PHASE_DRAW: ("hand_total", (5, 6), "in hand"),
    PHASE_STORE: ("hand_total", (5, 7), "in hand"),
    PHASE_DISCARD: ("hoard_total", (4, 8), "in the Hoard pile"),
    PHASE_QUARREL: ("hand_total", (4, 7), "in hand"),
    PHASE_RACE: ("hoard_total", (4, 8), "in the Hoard pile"),
}

SEAT_RESULT = np.dtype(
    [
        ("opening", "u1", (8,)),
        ("final", "u1", (8,)),
        ("stuck", "u1", (8,)),
        ("drawn", "u2", (16,)),
        ("tally", "u2", (8,)),
        ("score", "i4"),
        ("share840", "i4"),
    ],
    align=True,
)
ROUND_RESULT = np.dtype(
    [
        ("shift", "i4"),
        ("turns", "i4"),
        ("mini_turns", "i4"),
        ("decisions", "i4"),
        ("forced", "i4"),
        ("truncated", "i4"),
        ("lead_changes", "i4"),
    ],
    align=True,
)
