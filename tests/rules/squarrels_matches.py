"""Worked examples of S'Quarrels without a table: how rounds are set up, and how matches go on."""

from dataclasses import dataclass

from tests.rules.example import A, B, C, D


@dataclass(frozen=True)
class Setup:
    """A deal of seed 0 and what it leaves; kinds in letters (see ``example.LETTERS``)."""

    name: str
    deal: int
    turned: str  # cards turned up, in order
    left: int  # cards in the deck when the first turn begins
    seats: int
    reshuffled: bool
    winter_in_last: int  # Winter is among so many cards
    options: dict


def setup(name, deal, turned, left, *, seats=4, reshuffled=False, winter_in_last=0, **options):
    return Setup(name, deal, turned, left, seats, reshuffled, winter_in_last, options)


SETUPS = [
    setup("25 Winter came up, all go back", 27, "XAQQW", 92, reshuffled=True),
    setup("25 Winter did not come up", 33, "QHQ", 89),
    setup(
        "setup_winter=reshuffle_winter_only",
        27,
        "XAQQW",
        88,
        reshuffled=True,
        setup_winter="reshuffle_winter_only",
    ),
    setup(
        "setup_winter=reshuffle_winter_only with setup_discards=shuffle_back",
        27,
        "XAQQW",
        88,
        reshuffled=True,
        setup_winter="reshuffle_winter_only",
        setup_discards="shuffle_back",
    ),
    setup(
        "setup_discards=shuffle_back",
        33,
        "QHQ",
        92,
        reshuffled=True,
        setup_discards="shuffle_back",
    ),
    setup(
        "setup_hand=numbers_only, Specials are replaced",
        36,
        "QHAHHGLQHHWH",
        80,
        setup_hand="numbers_only",
    ),
    setup("setup_hand=non_action, Specials are kept", 36, "QHAHHQHHW", 83),
    setup("starting_hand=5", 29, "", 100, starting_hand=5),
    setup("winters=2, both came up", 10, "HXAHXQAQQHH", 93, reshuffled=True, winters=2),
    setup("winter_place=lower_half", 683, "", 92, winter_in_last=46, winter_place="lower_half"),
    setup(
        "winter_place=lower_third", 21, "QAAH", 88, winter_in_last=29, winter_place="lower_third"
    ),
    setup(
        "winter_place=lower_half with setup_discards=shuffle_back",
        21,
        "QAAH",
        92,
        reshuffled=True,
        winter_in_last=46,
        winter_place="lower_half",
        setup_discards="shuffle_back",
    ),
    setup(
        "winters=60, more than a third of the deck",
        0,
        "AQQHHQH",
        116,
        seats=2,
        winter_in_last=60,
        winter_place="lower_third",
        winters=60,
        twos=0,
        threes=0,
    ),
]


@dataclass(frozen=True)
class Settlement:
    """What comes after a round of a match; everything by seat of that round."""

    name: str
    before: list  # totals
    scores: list
    won: dict | None  # seat → share in 840ths; None: the match goes on
    dealer: int | None  # of the next round; None: drawn, or over
    rounds: int  # before this one
    truncated: bool
    options: dict

    @property
    def seats(self):
        return len(self.scores)


def settle(name, before, scores, *, won=None, dealer=None, rounds=0, truncated=False, **options):
    return Settlement(name, before, scores, won, dealer, rounds, truncated, options)


SETTLEMENTS = [
    # --- the target ---
    settle("27 both reach the target, the highest total", [48, 49], [7, 8], won={B: 840}),
    settle("target_multi=highest_total, tied for it", [48, 49, 0], [9, 8, 1], won={A: 420, B: 420}),
    settle(
        "target_multi=first_in_turn_order",
        [10, 48, 49],
        [0, 7, 8],
        won={B: 840},
        target_multi="first_in_turn_order",
    ),
    settle(
        "target_multi=shared",
        [48, 10, 49, 45],
        [7, 5, 8, 5],
        won={A: 280, C: 280, D: 280},
        target_multi="shared",
    ),
    settle(
        "target_multi=play_on_if_tied, tied",
        [48, 49],
        [9, 8],
        dealer=A,
        target_multi="play_on_if_tied",
    ),
    settle(
        "target_multi=play_on_if_tied, one is ahead",
        [48, 49],
        [7, 8],
        won={B: 840},
        target_multi="play_on_if_tied",
    ),
    settle(
        "target_multi=play_on_if_tied in the last round",
        [48, 49, 3],
        [9, 8, 9],
        won={A: 420, B: 420},
        rounds=4,
        truncated=True,
        max_rounds=5,
        target_multi="play_on_if_tied",
    ),
    settle("target_score=20", [12, 19, 3], [8, 0, 9], won={A: 840}, target_score=20),
    settle("the target is not reached", [40, 10], [9, 12], dealer=B),
    settle(
        "max_rounds, nobody reached the target",
        [3, 9, 4],
        [-5, 4, 2],
        won={B: 840},
        rounds=499,
        truncated=True,
    ),
    settle("max_rounds, but the target is reached", [48, 9], [5, 4], won={A: 840}, rounds=499),
    # --- a fixed number of rounds ---
    settle(
        "match_rounds=3, two share the match",
        [8, 15, 20, 9],
        [4, 5, 0, -4],
        won={B: 420, C: 420},
        rounds=2,
        match_rounds=3,
    ),
    settle(
        "match_rounds=3, the target does not matter",
        [48, 10],
        [7, 8],
        dealer=B,
        rounds=1,
        match_rounds=3,
    ),
    # --- the next dealer ---
    settle("28 tied in the round, the higher total deals", [11, 16, 0], [9, 9, 4], dealer=B),
    settle("next_dealer=round_winner", [30, 16, 0], [3, 5, 8], dealer=C),
    settle("next_dealer=round_winner, tied in both", [7, 7, 9], [4, 4, 3]),
    settle("next_dealer=rotate", [0, 0, 0], [3, 5, 8], dealer=A, next_dealer="rotate"),
    settle("next_dealer=random", [0, 0, 0], [3, 5, 8], next_dealer="random"),
]
