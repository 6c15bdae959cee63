"""Named constants of Squirrel Away: colours, faces, phases, actions, events, records.

Everything that the kernel, the policies, the transcripts, the tests and the documentation must
agree on is declared here once. ``docs/contract.md`` explains it.
"""

import numpy as np

from squirrelstats.games._machine import ASKED as ASKED

MIN_SEATS, MAX_SEATS = 2, 6
#: Most card faces of a deck; which acorns each names, the rules say.
MAX_FACES = 16

# --- acorns and cards -------------------------------------------------------------------------
RED, BLUE, GREEN, CLEAR = range(4)
#: Index of the total in every count of acorns.
TOTAL = 7

COLOURS = ("red", "blue", "green", "clear")
COLOUR_TITLES = ("Red", "Blue", "Green", "Clear")
#: Acorns of each colour in the printed game (rulebook, Components).
PRINTED_ACORNS = (25, 25, 25, 25)
#: The kinds of cards are faces, by number; `card_faces` of the rules says what they show.
KINDS = tuple(f"face_{face}" for face in range(MAX_FACES))
KIND_TITLES = tuple(f"face {face}" for face in range(MAX_FACES))

# --- decisions --------------------------------------------------------------------------------
(
    PHASE_SNEAK, PHASE_CARD, PHASE_GRAB, PHASE_CLAIM, PHASE_VERDICT, PHASE_KEEP, PHASE_TAKE,
) = range(1, 8)  # fmt: skip
PHASES = {
    PHASE_SNEAK: "start the turn while the last one is being settled, or wait",
    PHASE_CARD: "lay down a card, face down",
    PHASE_GRAB: "take one more acorn into the fist, or be done",
    PHASE_CLAIM: "say what card it is",
    PHASE_VERDICT: "say good, or call the card or the fist",
    PHASE_KEEP: "choose an acorn of the fist that is kept",
    PHASE_TAKE: "choose an acorn to take",
}

CARD_0 = 0
GRAB_RED, GRAB_BLUE, GRAB_GREEN, GRAB_CLEAR, GRAB_DONE = range(16, 21)
CLAIM_0 = 21
GOOD, CALL_CARD, CALL_FIST = range(37, 40)
KEEP_RED, KEEP_BLUE, KEEP_GREEN, KEEP_CLEAR = range(40, 44)
TAKE_RED, TAKE_BLUE, TAKE_GREEN, TAKE_CLEAR = range(44, 48)
START_EARLY, WAIT = 48, 49

ACTIONS = (
    *(f"lay down {face}" for face in KIND_TITLES),
    *(f"grab {colour}" for colour in COLOURS),
    "done grabbing",
    *(f"claim {face}" for face in KIND_TITLES),
    "good", "call the card", "call the fist",
    *(f"keep {colour}" for colour in COLOURS),
    *(f"take {colour}" for colour in COLOURS),
    "start early", "wait",
)  # fmt: skip

#: A verdict as views show it.
VERDICT_NONE, VERDICT_GOOD, VERDICT_CARD, VERDICT_FIST = range(4)

# --- chance -----------------------------------------------------------------------------------
(
    CHANCE_FOUL, CHANCE_EXPOSE, CHANCE_SLIP, CHANCE_ORDER, CHANCE_IMPRESSION, CHANCE_KEEP,
    CHANCE_TIE,
) = range(1, 8)  # fmt: skip
CHANCES = {
    CHANCE_FOUL: "whether an early start is a foul",
    CHANCE_EXPOSE: "which hand card is shown by accident, if any",
    CHANCE_SLIP: "which acorns slip into the fist (too many outcomes to list)",
    CHANCE_ORDER: "the order in which the others judge (too many outcomes to list)",
    CHANCE_IMPRESSION: "what a judge perceives (too many outcomes to list)",
    CHANCE_KEEP: "the acorn that a caught player keeps",
    CHANCE_TIE: "who wins a tie",
}

# --- events -----------------------------------------------------------------------------------
# (code, seat, card, amount); -1 where a place does not apply. 0 (ASKED) is logged by the loop.
(
    DEALT, TURN, NO_CARD, STARTED_EARLY, FOULED, EXPOSED, LAID, GRABBED, SLIPPED, CLAIMED,
    SAID_GOOD, CALLED_CARD, CALLED_FIST, CARD_SHOWN, FIST_SHOWN, FIST_ACORNS, KEPT_ALL,
    KEPT_ONE, RETURNED, TOOK, REFUNDED, STASHED, CARDS_OUT, TOKENS_OUT, TIE_BROKEN, TRUNCATED,
    SCORED, PAID_BACK, TOOK_REST, TOTALLED, NEXT_STARTER, MATCH_WON, PERCEIVED,
) = range(1, 34)  # fmt: skip
#: The event by which a replay knows that the next round of a match begins.
NEXT_DEALER = NEXT_STARTER

# --- options: values by their position, as the rules record holds them; the default first ---------
OPTION_VALUES = {
    "card_faces": ("multiset2", "pairs_triples", "custom"),
    "reveal_policy": ("both_always", "pointed_only"),
    "bust_keep": ("active_chooses", "random", "caller_chooses"),
    "caught_keeps": ("one", "half", "none"),
    "caller_reward": (
        "loot_after_return", "loot_before_return", "from_fist", "rest_of_fist",
    ),
    "caller_stash": ("immediate", "own_turn"),
    "token_cost": ("always", "refund_if_right"),
    "call_targets": ("card_and_fist", "fist_only", "card_only"),
    "token_end": ("others_zero", "all_zero", "off"),
    "token_end_when": ("turn_start", "immediately"),
    "card_end_scope": ("all_hands_empty", "any_hand_empty"),
    "verdict_mode": ("sequential_ccw", "simultaneous", "random_order"),
    "zero_grab": ("allowed", "min_one"),
    "sneaky_turns": ("off", "on"),
    "final_tie": ("shared", "youngest", "random"),
}  # fmt: skip
#: Numbers of the rules that the kernel reads, in fields of their own names.
NUMBERS = (
    "hand_size", "tokens", "bonus", "caller_acorns", "wrong_call_penalty", "grab_limit",
    "leftover_quarters", "match_rounds",
)  # fmt: skip

# --- records ----------------------------------------------------------------------------------
RULES = np.dtype(
    [
        ("deck", "u1", (256,)),  # the faces of all cards, ascending
        ("deck_size", "u8"),
        ("counts", "u8", (2,)),  # copies in the deck, packed by face
        ("faces", "u8"),  # how many there are
        ("face_acorns", "u8", (MAX_FACES,)),  # packed by colour, with the total; a Wild: the total
        ("face_wild", "u8"),  # bit per face: a Wild
        ("loot", "u8"),  # packed by colour, with the total
        ("options", "u8", (len(OPTION_VALUES),)),  # in the order of OPTION_VALUES
        *((name, "u8") for name in NUMBERS),
    ],
    align=True,
)

#: Physical and social parameters of the players, by slot in the line-up.
TRAITS = np.dtype(
    [
        ("w", "f8", (8,)),
        ("d_col", "f8", (8,)),
        ("d_tell", "f8", (8,)),
        ("attention", "f8", (8,)),
        ("sneak_attention", "f8", (8,)),
        ("concealment", "f8", (8,)),
        ("slip", "f8", (8,)),
        ("foul_rate", "f8", (8,)),
        ("expose_rate", "f8", (8,)),
        ("capacity", "f8", (8,)),
        ("age", "f8", (8,)),
        ("reads_impressions", "u8", (8,)),  # 1: this player's policy reads them; no trait
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("stage", "u8"),  # what the machine does next
        ("held", "u8"),  # 1: stopped before the chance event of `stage`
        ("fixed", "u8", (3,)),  # outcome + 1 of the pending event, or flag and stream
        ("seats", "u8"),
        ("phase", "u8"),
        ("actor", "u8"),
        ("legal", "u8"),
        ("active", "u8"),  # the seat whose turn it is
        ("number", "u8"),  # of the turn, from 1, skipped ones included
        ("early", "u8"),  # 1: this turn was started early, without a foul
        ("card", "u8"),  # face + 1 of the card laid down
        ("claim", "u8"),  # face + 1
        ("card_seen", "u8"),  # 1: the card laid down has been shown
        ("card_false", "u8"),  # 1: card and claim differ
        ("fist_false", "u8"),  # 1: fist and claim differ
        ("loot", "u8"),  # packed by colour, with the total, as are all acorns
        ("intended", "u8"),
        ("fist", "u8"),  # what of it is not yet settled
        ("grabbed", "u8"),  # acorns that were in the fist at first
        ("limit", "u8"),  # most acorns that the active seat may take
        ("order", "u8"),  # row by place: seats that judge, in order
        ("judged", "u8"),  # how many have
        ("verdicts", "u8"),  # row by seat, as all may see them: VERDICT_NONE, …
        ("hidden", "u8"),  # row by seat: verdicts not shown yet (`simultaneous`)
        ("caller", "u8"),  # the right caller who settles now
        ("callers", "u8"),  # row by seat: 1, a right caller who has not settled yet
        ("pending_takes", "u8"),  # acorns that the actor still takes
        ("pending_keeps", "u8"),
        ("kept", "u8"),  # acorns of this fist kept one by one
        ("following", "u8"),  # the stage after TAKE
        ("impressions", "i8", (2,)),  # of the seat being asked: fist, tell; 1/256 sd
        ("odds", "u8"),  # of the pending event: its probability times 2^53, rounded up
        ("slip_odds", "u8"),  # the same of a slip in this turn
        ("hand_sizes", "u8"),  # rows by seat
        ("tokens", "u8"),
        ("calls", "u8"),
        ("calls_right", "u8"),
        ("sets", "u8"),
        ("unshown", "u8", (2,)),  # cards neither shown nor exposed, packed by face in two words
        ("turns", "u8"),  # with a card
        ("ended_by", "u8"),  # ENDED_…
        ("tied", "u8"),  # mask of the seats among which the round is still undecided
        ("decisions", "u8"),
        ("forced", "u8"),
        ("truncated", "u8"),
        ("player", "u8", (8,)),  # by seat: slot in the line-up
        ("hand", "u8", (8, 2)),
        ("opening", "u8", (8, 2)),
        ("secret", "u8", (8, 2)),  # own cards not shown: in the hand, or laid down
        ("front", "u8", (8,)),
        ("record", "u8", (8,)),  # row by lane: see RECORD
        ("score", "i8", (8,)),
        ("share840", "u8", (8,)),  # win share in parts of columns.SHARE_UNITS
        ("tally", "u8", (8, 24)),  # by seat: see TALLIES
        # the match, by player where by somebody
        ("in_match", "u8"),
        ("rounds_before", "u8"),
        ("shift", "u8"),  # the player in seat 0 sat so many seats to the left at first
        ("match_truncated", "u8"),
        ("totals", "i8", (8,)),
        ("front_totals", "u8", (8,)),
        ("match_share840", "u8", (8,)),
        ("ages", "f8", (8,)),  # by player, if a tie needs them
        ("deck", "u1", (256,)),  # faces, in the order of the deal
    ],
    align=True,
)

#: How a round ended.
ENDED_BY_CARDS, ENDED_BY_TOKENS, ENDED_BY_CAP = range(3)

#: Lanes of a seat's record: what the table has seen of its turns.
RECORD = (
    "turns", "honest", "fist_false", "card_false", "both_false", "caught", "accused_wrongly",
    "card_not_shown",
)  # fmt: skip

VIEW = np.dtype(
    [
        ("phase", "u1"),
        ("seat", "u1"),
        ("seats", "u1"),
        ("active", "u1"),
        ("early", "u1"),
        ("card", "u1"),
        ("claim", "u1"),
        ("limit", "u1"),
        ("turn", "i2"),
        ("round_in_match", "i2"),
        ("rounds", "u1"),
        ("bonus", "u1"),
        ("caller_acorns", "u1"),
        ("judges_left", "u1"),
        ("fist_impression", "i8"),
        ("tell_impression", "i8"),
        ("hand", "u1", (16,)),
        ("unseen", "u1", (16,)),
        ("loot", "u1", (8,)),
        ("intended", "u1", (8,)),
        ("fist", "u1", (8,)),
        ("hand_sizes", "u1", (8,)),
        ("tokens", "u1", (8,)),
        ("sets", "u1", (8,)),
        ("verdicts", "u1", (8,)),
        ("calls", "u1", (8,)),
        ("calls_right", "u1", (8,)),
        ("totals", "i4", (8,)),
        ("front", "u1", (MAX_SEATS, 8)),
        ("record", "u1", (MAX_SEATS, 8)),
        ("faces", "u1", (MAX_FACES, 8)),
    ],
    align=True,
)

#: What a policy may read, in plain words. Seats are relative: 0 is oneself, 1 the left neighbour.
VIEW_FIELDS = {
    "phase": "which decision is asked: PHASE_SNEAK, _CARD, _GRAB, _CLAIM, _VERDICT, _KEEP, _TAKE",
    "seat": "own seat, 0 acted first in this round",
    "seats": "number of seats",
    "active": "relative seat whose turn it is",
    "early": "1: this turn was started early, without a foul",
    "card": "face + 1 of the card laid down, for its player, and for all once it is shown; else 0",
    "claim": "face + 1 of the claim, 0 before it",
    "limit": "most acorns that one may take in this turn; GRAB only, else 0",
    "turn": "number of the turn, from 1, skipped ones included",
    "round_in_match": "number of the round in its match, from 0; 0 in round runs",
    "rounds": "rounds of the match; 1 in round runs",
    "bonus": "acorns for being called wrongly, 1 by the rulebook",
    "caller_acorns": "acorns for a right call, 1 by the rulebook",
    "judges_left": "judges that will be asked after this one unless it calls; VERDICT only, else 0",
    "fist_impression": "how much the fist looks wrong, in 1/256 standard deviation: mean 0 if it "
    "matches the claim; VERDICT only, and for policies that declare impressions",
    "tell_impression": "the same of the player's manner: mean 0 if nothing is a lie",
    "hand": "own hand by face",
    "unseen": "by face: cards neither in the own hand nor laid down by oneself nor shown",
    "loot": "the Loot by colour, [TOTAL] all; before the settlement as it was before the grab",
    "intended": "acorns one means to take, by colour; GRAB and CLAIM, else 0",
    "fist": "acorns of the fist not yet settled; KEEP and TAKE, else 0",
    "hand_sizes": "by relative seat: cards in hand",
    "tokens": "by relative seat: Scoundrel tokens",
    "sets": "by relative seat: sets stashed",
    "verdicts": "by relative seat: VERDICT_NONE, VERDICT_GOOD, VERDICT_CARD, VERDICT_FIST",
    "calls": "by relative seat: calls made in earlier turns of this round",
    "calls_right": "by relative seat: how many of them were right",
    "totals": "by relative seat: points of the earlier rounds of the match",
    "front": "[relative seat, colour]: acorns not stashed; [seat, TOTAL] all",
    "record": "[relative seat, lane]: turns, honest ones, with only the fist false, only the card, "
    "both, caught, accused wrongly, card not shown",
    "faces": "[face, colour]: acorns that a face names, [face, TOTAL] all; a Wild has no colours",
}
#: Fields that only a policy that declares ``impressions=True`` may read.
IMPRESSIONS = ("fist_impression", "tell_impression")

#: What the places of each array of a view stand for, by axis; see `AXES`. ``faces`` is left out: it
#: is the same in every decision.
VIEW_AXES = {
    **dict.fromkeys(("hand", "unseen"), ("face",)),
    **dict.fromkeys(("loot", "intended", "fist"), ("colour",)),
    **dict.fromkeys(("hand_sizes", "tokens", "sets", "verdicts"), ("seat",)),
    **dict.fromkeys(("calls", "calls_right", "totals"), ("seat",)),
    "front": ("seat", "colour"),
    "record": ("seat", "lane"),
}
#: Names of the places in use; relative seats are numbers.
AXES = {
    "face": dict(enumerate(KINDS)),
    "colour": {**dict(enumerate(COLOURS)), TOTAL: "total"},
    "lane": dict(enumerate(RECORD)),
}
#: What must be known of a redeal beside the obvious.
REDEAL_NOTE = (
    "whether others lie follows from the redeal (a claim is true of the fist half the time, of the "
    "card by chance), not from how they play: verdicts come out too suspicious"
)
#: By phase: the number of a view by which its decisions are told apart, where it is cut, its name.
SITUATIONS = {
    PHASE_SNEAK: ("hand_sizes_0", (2, 4), "in hand"),
    PHASE_CARD: ("hand_sizes_0", (2, 4), "in hand"),
    PHASE_GRAB: ("intended_total", (1, 2), "taken so far"),
    PHASE_CLAIM: ("intended_total", (2, 3), "in the fist, as meant"),
    PHASE_VERDICT: ("tokens_0", (2, 3), "own tokens"),
    PHASE_KEEP: ("fist_total", (2, 3), "in the fist"),
    PHASE_TAKE: ("loot_total", (20, 50), "in the Loot"),
}

#: What a seat did in a round, and what was done to it; lies as they really were.
TALLIES = (
    "turns_taken", "turns_skipped", "early_starts", "fouls", "cards_exposed", "acorns_intended",
    "acorns_slipped", "acorns_kept", "bonus_acorns", "caller_acorns", "acorns_paid_back",
    "honest_turns", "fist_lies", "card_lies", "double_lies", "caught", "accused_wrongly",
    "judged", "judged_fist_false", "judged_card_false", "calls_card", "calls_card_right",
    "calls_fist", "calls_fist_right",
)  # fmt: skip

SEAT_RESULT = np.dtype(
    [
        ("opening", "u1", (16,)),
        ("final", "u1", (16,)),  # in hand
        ("front", "u1", (8,)),  # by colour, with the total
        ("tally", "u4", (24,)),
        ("sets", "i4"),
        ("tokens_left", "i4"),
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
        ("ended_by", "i4"),
        ("loot_left", "i4"),
        ("calls", "i4"),
        ("calls_right", "i4"),
        ("turns_skipped", "i4"),
    ],
    align=True,
)
