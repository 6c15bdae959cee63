"""What an option, a house rule or a changed number means in play, in a sentence per value.

Where a sentence comes from stands in the fields of ``rules``; ``citations`` puts both together.
``{name}`` is the value of a number in force in words, ``{name:acorn}`` so many acorns.
"""

from __future__ import annotations

#: Value by value; the values left out follow a sentence of the rulebook, see ``citations``.
OPTIONS: dict[str, dict[str, str]] = {
    # --- turns ---
    "zero_grab": {
        "allowed": "A player may take nothing at all.",
        "min_one": "At least one acorn must be taken, if there is one to take.",
    },
    "sneaky_turns": {
        "on": "A turn may start while the last one is being settled, when the others attend less.",
    },
    # --- verdicts ---
    "call_targets": {
        "fist_only": "Only the fist can be called.",
        "card_only": "Only the card can be called.",
    },
    "verdict_mode": {
        "simultaneous": "All judge at once; every caller pays, and one right call is enough.",
        "random_order": "The others judge one after another in an order drawn for the turn; the "
        "first call ends it.",
    },
    "token_cost": {
        "refund_if_right": "The token of a right call comes back.",
    },
    # --- settlement ---
    "reveal_policy": {
        "pointed_only": "The card is shown only if a call pointed at it; the fist is opened in any "
        "case.",
    },
    "caught_keeps": {
        "half": "A caught player keeps half of the fist, rounded down.",
        "none": "A caught player keeps nothing of the fist.",
    },
    "bust_keep": {
        "random": "What a caught player keeps is drawn from the fist.",
        "caller_chooses": "What a caught player keeps the caller chooses.",
    },
    "caller_reward": {
        "loot_before_return": "The caller takes from the Loot first; then the rest of the fist "
        "goes back.",
        "from_fist": "The caller takes from the rest of the fist; what is left of it goes back.",
        "rest_of_fist": "The caller has all the rest of the fist.",
    },
    "caller_stash": {
        "own_turn": "A set that the caller's acorn completes waits for the end of an own turn.",
    },
    # --- the end ---
    "token_end": {
        "all_zero": "The game is over when nobody has a token left.",
        "off": "Without tokens the game goes on until the cards are played.",
    },
    "token_end_when": {
        "immediately": "Right after a settlement the game is over if nobody could call the next "
        "player.",
    },
    "card_end_scope": {
        "any_hand_empty": "The game is over when one player has no card left.",
    },
    "final_tie": {
        "shared": "Who has equal points and equally many acorns in Front shares the win.",
        "youngest": "Of players with equal points and equally many acorns in Front the youngest "
        "wins; equal ages share, and an age not given counts as the highest.",
        "random": "Of players with equal points and equally many acorns in Front the lot decides.",
    },
}

NUMBERS: dict[str, str] = {
    "hand_size": "Everybody begins with {hand_size:card}.",
    "tokens": "Everybody begins with {tokens:Scoundrel token}.",
    "grab_limit": "A hand takes {grab_limit:acorn} at most.",
    "wrong_call_penalty": "A wrong call costs its caller {wrong_call_penalty:acorn} of Front.",
    "bonus": "Who is called wrongly keeps the fist and takes {bonus:acorn} more.",
    "caller_acorns": "A right call earns {caller_acorns:acorn} of the caller's choice.",
    "leftover_quarters": "A set is a point, and each acorn in Front {leftover_quarters:quarter} of "
    "one, rounded down in all.",
    "match_rounds": "A match has {match_rounds:round}; the highest total wins.",
}
