"""What an option, a house rule or a changed number means in play, in a sentence per value.

Where a sentence comes from stands in the fields of ``rules``; ``citations`` puts both together.
``{name}`` is the value of a number in force in words, ``{name:card}`` so many cards,
``{name:+}`` points.
"""

from __future__ import annotations

#: Value by value; the values left out follow a sentence of the rulebook, see ``citations``.
OPTIONS: dict[str, dict[str, str]] = {
    # --- the deal ---
    "setup_hand": {
        "numbers_only": "Hands begin with Number cards alone: a Gold or Lead turned up in the deal "
        "is put aside and replaced like an Action card.",
    },
    "setup_winter": {
        "reshuffle_all": "If Winter turned up in the deal, hands are kept and the deck is shuffled "
        "again, with all cards turned up in it.",
        "reshuffle_winter_only": "If Winter turned up in the deal, hands are kept and the deck is "
        "shuffled again, with Winter in it but without the other cards turned up.",
    },
    "setup_discards": {
        "shuffle_back": "Cards turned up in the deal are shuffled back into the deck.",
    },
    "winter_place": {
        "lower_half": "Winter is shuffled into the lower half of what the deal leaves of the deck.",
        "lower_third": "Winter is shuffled into the lowest third of what the deal leaves of the "
        "deck.",
    },
    # --- turns ---
    "draw_rule": {
        "optional": "With fewer than {stop_level:card} a player may draw on or stop.",
    },
    "deck_exhausted": {
        "end_round": "When the deck has run out, the round ends.",
        "reshuffle_discard": "When the deck has run out, the Discard pile is shuffled and is the "
        "new deck; without one, or after a hundred times, the round ends.",
    },
    "store_mandatory": {
        "forced": "Every complete set, {set_size:Number card} of one value, must be stored.",
    },
    "gold_discardable": {
        "yes": "The Gold may be discarded like a Number card.",
        "only_if_last": "The Gold may be discarded only as the last card in hand.",
    },
    "gold_alone": {
        "keep": "Who holds nothing but the Gold keeps it and discards nothing.",
    },
    # --- Quarrel ---
    "lead_rank": {
        "not_playable_unless_last": "The Lead is the lowest card in a Quarrel, and may be shown "
        "only if there is nothing else in hand.",
    },
    "quarrel_partial_tie": {
        "last_able_wins": "Of tied players, the only one with a card left wins.",
        "draw": "If only one of the tied players has a card left, nobody wins.",
    },
    "quarrel_draw_next": {
        "resume_turn": "After a Quarrel without a winner the turn goes on as if there had been "
        "none.",
        "store_discard": "After a Quarrel without a winner the player stores and discards.",
    },
    "quarrel_single": {
        "cancel": "A Quarrel is cancelled if only one player holds cards.",
        "auto_win": "The only player with cards wins the Quarrel without playing.",
    },
    "quarrel_next": {
        "winner_again": "After a Quarrel the next turn is the winner's own.",
        "left_of_drawer": "After a Quarrel play goes on to the left of whoever drew it.",
    },
    "gold_lost_scope": {
        "game": "A Gold that is lost is out for the rest of the match.",
    },
    # --- Hoard ---
    "hoard_eligible": {
        "all": "Everybody, the player who drew it included, may race for the Hoard pile.",
    },
    "hoard_empty": {
        "fizzle_store": "There is no race for an empty pile; who drew the Hoard stores and "
        "discards.",
        "fizzle_resume": "There is no race for an empty pile; who drew the Hoard goes on with the "
        "turn.",
        "race_for_turn": "There is a race even for an empty pile: who wins it stores and discards.",
    },
    "hoard_visibility": {
        "face_down": "Cards lie face down on the Hoard pile; only a transcript names them.",
    },
    "slap_race": {
        "ex_gaussian": "The first hand takes the pile; how long a hand takes is drawn as a human "
        "reaction time.",
    },
    "hoard_winner_draw": {
        "optional_to_7": "Who wins the pile may first draw on or stop, up to {stop_level:card} in "
        "hand; then stores and discards.",
    },
    "hoard_next": {
        "winner_again": "After a Hoard the next turn is the winner's own.",
        "left_of_drawer": "After a Hoard play goes on to the left of whoever drew it.",
    },
    "gold_in_hoard": {
        "wild_in_match": "Once, in the mini-turn of a Hoard, the Gold may stand for a card of a "
        "set; it is lost then, unless it was the last card in hand.",
    },
    "false_slap_penalty": {
        "random_card": "Who slaps at an Action card that is no Hoard puts a random card on the "
        "Hoard pile.",
        "highest_card": "Who slaps at an Action card that is no Hoard puts the highest Number card "
        "in hand on the Hoard pile.",
        "sit_out": "Who slaps at an Action card that is no Hoard may not race at the next Hoard.",
    },
    # --- Ambush ---
    "after_ambush": {
        "store_discard": "After an Ambush the player stores and discards, without drawing on.",
        "resume_draw": "After an Ambush the player goes on with the turn and may draw.",
    },
    # --- the end ---
    "winter_store": {
        "complete_sets": "When the round ends, complete sets still in hand are stored before "
        "scoring.",
    },
    "set_scoring": {
        "sum": "A stored set scores the sum of its cards.",
        "square": "A stored set scores the square of the number on its cards.",
    },
    "cards_left": {
        "minus_one_each": "Each Number card left in hand costs a point.",
        "minus_face": "Each Number card left in hand costs the number on it.",
    },
    # --- matches ---
    "next_dealer": {
        "round_winner": "The winner of the round deals the next one; of those tied the one with "
        "the highest total, and then the lot decides.",
        "rotate": "The deal moves on by one seat to the left.",
        "random": "The next dealer is drawn by lot.",
    },
    "target_multi": {
        "highest_total": "If several players reach the target at once, the highest total wins; "
        "those tied for it share.",
        "first_in_turn_order": "If several players reach the target at once, the one who sat first "
        "in that round wins.",
        "shared": "If several players reach the target at once, they share the match.",
        "play_on_if_tied": "If several players reach the target at once, the highest total wins; "
        "as long as it is tied there is another round.",
    },
}

NUMBERS: dict[str, str] = {
    "starting_hand": "Everybody begins with {starting_hand:card}.",
    "stop_level": "With fewer than {stop_level:card} a player draws on, up to {stop_level}.",
    "minimum_draws": "In a full turn at least {minimum_draws:card} must be drawn.",
    "set_size": "A set is {set_size:Number card} of one value, and may be stored.",
    "discards": "A turn ends with {discards:card} discarded to the Hoard pile.",
    "hand_cap": "Discarding goes on until there are at most {hand_cap:card} in hand.",
    "leads": "Who holds nothing but Leads discards one of them.",
    "winters": "The first of {winters:Winter} ends the round.",
    "max_turns_per_round": "After {max_turns_per_round:full turn} the round is cut, and scored as "
    "it stands.",
    "gold_points": "In hand at the end, the Gold scores {gold_points:+}.",
    "lead_points": "In hand at the end, the Lead scores {lead_points:+}.",
    "target_score": "A match ends with the round after which somebody has {target_score:point} or "
    "more in all.",
    "match_rounds": "A match has {match_rounds:round}; the highest total wins, and those tied for "
    "it share.",
    "max_rounds": "After {max_rounds:round} a match is cut; the highest total wins, and those tied "
    "for it share.",
}
