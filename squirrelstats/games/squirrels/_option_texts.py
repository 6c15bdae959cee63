"""What an option, a house rule or a changed number means in play, in a sentence per value.

Where a sentence comes from stands in the fields of ``rules``; ``citations`` puts both together.
``{name}`` is the value of a number in force in words, ``{name:card}`` so many cards.
"""

from __future__ import annotations

#: Value by value; the values left out follow a sentence of the rulebook, see ``citations``.
OPTIONS: dict[str, dict[str, str]] = {
    # --- playing cards ---
    "wild_in_sets": {
        "false": "A Wild is played alone, as whatever Number card its player declares.",
    },
    "wild_can_complete_four": {
        "false": "A run of {clear_size:card} of one value clears the pile; the one that completes "
        "it may not be a Wild.",
    },
    "natural_fours": {
        "true": "Only a run of {clear_size:Number card} clears the pile, no Wild among them.",
    },
    "four_limit": {
        "four_or_more": "A play may go on beyond {clear_size:card} of one value; so long a run "
        "clears the pile, too.",
    },
    "equal_allowed": {
        "false": "A card must be lower than the top of the pile.",
    },
    "higher_card": {
        "pick_up": "A Number card that does not fit may be played at the price of the pile: both "
        "go to the hand.",
    },
    "clear_ends_turn": {
        "true": "A run of {clear_size:card} of one value clears the pile, and the turn is over.",
    },
    "squirrel_ends_turn": {
        "true": "A Squirrel clears the pile, itself included, and the turn is over.",
    },
    "voluntary_pickup": {
        "false": "Only who can play no card picks up the pile.",
    },
    # --- Push and Skip ---
    "self_target": {
        "true": "Push and Skip may be aimed at oneself.",
    },
    "push_target": {
        "next_player": "A Push gives the whole pile to the left neighbour.",
    },
    "push_needs_pile": {
        "true": "A Push gives the whole pile to another player; without a pile it cannot be used.",
    },
    "push_no_target_pile": {
        "discard_no_effect": "If there is nobody to push the pile to, a Push goes out of play and "
        "the pile stays.",
    },
    "skip_target": {
        "next_player": "A Skip makes the left neighbour lose the next turn.",
    },
    "skip_stack": {
        "true": "Several Skips may lie in front of a player; each costs a turn.",
    },
    "skip_no_target": {
        "discard_no_effect": "If there is nobody to skip, a Skip goes out of play without effect.",
    },
    # --- Blind Cards ---
    "blind_add_wild": {
        "true": "Number cards that match, and Wilds, may be added to a Blind Card that fits.",
        "false": "Number cards that match may be added to a Blind Card that fits, but no Wilds.",
    },
    "blind_wild_value": {
        "legal_only": "A Wild that was a Blind Card must be declared a value that fits; without "
        "one it is too high.",
        "any": "A Wild that was a Blind Card may be declared any value; one that does not fit is "
        "too high.",
    },
    "blind_unusable": {
        "retain_in_hand": "A Blind Push or Skip that cannot be used goes to the hand; the pile "
        "stays, and the turn is over.",
        "discard_no_effect": "A Blind Push or Skip that cannot be used goes out of play; the pile "
        "stays, and the turn is over.",
        "pickup_pile": "A Blind Push or Skip that cannot be used goes to the hand with the pile, "
        "and the turn is over.",
    },
    "blind_loss_includes_blind": {
        "false": "For a Blind Card that is too high the pile goes to the hand, the Blind Card out "
        "of play.",
    },
    # --- the end ---
    "final_turns": {
        "false": "The round ends with the turn in which somebody is out of cards.",
    },
    "final_turn_must_pickup": {
        "false": "In a final turn the pile is not picked up: who plays nothing passes.",
    },
    # --- the deal ---
    "swap_tops": {
        "true": "Before the first turn tops may be exchanged for cards of the hand, each stack "
        "once.",
    },
    # --- matches ---
    "starter_next_round": {
        "highest_total": "The player with the highest total starts the next round; ties by lot.",
        "lowest_total": "The player with the lowest total starts the next round; ties by lot.",
        "rotate": "The left neighbour of the last starter starts the next round.",
        "first_out": "Who was out first starts the next round; after a cut round the lowest score, "
        "ties by lot.",
    },
    "final_tie_first_out": {
        "true": "Equal totals, equal scores in the last round: who was out first in it wins, "
        "otherwise the match is tied.",
        "false": "Equal totals, equal scores in the last round: the match is tied, even if one was "
        "out first.",
    },
}

NUMBERS: dict[str, str] = {
    "hand_size": "Everybody begins with {hand_size:card} in hand.",
    "stacks": "Everybody has {stacks:stack} of {depth:card}, only the top one face up.",
    "depth": "Of the {depth:card} of a stack only the top is face up; when it has been played all "
    "others but the last go to the hand.",
    "clear_size": "A run of {clear_size:card} of one value clears the pile, and its player takes "
    "another Action.",
    "draw_to": "At the end of an own turn undealt cards are drawn up to {draw_to:card} in hand.",
    "max_turns_per_round": "After {max_turns_per_round:turn} the round is cut: nobody is safe, and "
    "all score what they hold.",
    "wild_points": "A Wild left over counts {wild_points:point}.",
    "push_points": "A Push left over counts {push_points:point}.",
    "skip_points": "A Skip left over counts {skip_points:point}.",
    "squirrel_points": "A Squirrel left over counts {squirrel_points:point}.",
    "face_down_factor": "Cards still face down count {face_down_factor:time} what they are worth.",
    "first_out_bonus": "Who is out first takes {first_out_bonus:point} off the total.",
    "match_rounds": "A match has {match_rounds:round}; the lowest total wins.",
    "target_points": "A match ends with the round after which somebody has {target_points:point} "
    "or more in all; the lowest total wins.",
    "max_rounds": "After {max_rounds:round} a match is cut; the lowest total wins.",
}
