"""The worked examples of S'Quarrels as data: positions, scripts, what must come out.

Every example is a constructed position at the beginning of seat 0's full turn. Seats 0, 1, 2, 3
are the players A, B, C, D of the printed examples. The script holds every asked decision, in
order; forced ones are not in it. Chance cannot change what is expected: races have one racer, and
hands that lose a card to an Ambush or go through a Whirlwind are of one kind (or only their sizes
are checked). The last card of every deck is Winter, mostly drawn by whoever has the next full
turn, so each example is a complete round.
"""

from collections import Counter
from dataclasses import dataclass, field

from squirrelstats.games.squarrels import layout as sq

LETTERS = "12345GLQHAWX"  # kinds 0-11; W is the Whirlwind, X is Winter
A, B, C, D = range(4)


def cards(letters):
    """Kinds from letters: ``cards("15G")`` is [ONE, FIVE, GOLD]."""
    return [LETTERS.index(letter) for letter in letters if letter != " "]


def _discard(letter):
    return sq.DISCARD_ONE + LETTERS.index(letter)


def _play(letter):
    return sq.PLAY_ONE + LETTERS.index(letter)


def _store(letter):
    return sq.STORE_ONE + LETTERS.index(letter)


def actions(text):
    """Action numbers from words: ``"draw store1 discard5 playG race"``."""
    plain = {"draw": sq.DRAW, "stop": sq.STOP, "done": sq.DONE, "race": sq.RACE, "hold": sq.HOLD}
    verbs = {"discard": _discard, "play": _play, "store": _store}
    return [plain[word] if word in plain else verbs[word[:-1]](word[-1]) for word in text.split()]


@dataclass(frozen=True)
class Example:
    """One example; what is None or empty is not checked."""

    name: str  # its number in the rules, then words
    hands: list  # by seat: kinds
    deck: list  # kinds, front to back
    script: list = field(default_factory=list)  # (seat, action) of every asked decision
    hoard: list = field(default_factory=list)
    stored: list | None = None  # by seat: {kind: sets}
    options: dict = field(default_factory=dict)
    legal: dict = field(default_factory=dict)  # number of an asked decision → legal mask
    forced: int | None = None
    events: list = field(default_factory=list)  # appear in this order, others may come between
    absent: list = field(default_factory=list)  # codes of events that do not appear
    end_hands: list | None = None  # by seat: kinds, ascending
    end_sizes: list | None = None  # by seat: cards in hand
    end_stored: list | None = None  # by seat: {kind: sets}
    end_hoard: list | None = None  # kinds, ascending
    next_drawer: int | None = None  # drawer of the last full turn
    scores: list | None = None

    @property
    def seats(self):
        return len(self.hands)


def example(name, hands, deck, script="", **rest):
    """An example from letters and words.

    ``hands`` and ``end_hands``: words of card letters, "-" an empty hand; ``script``: "A draw,
    B race"; ``legal``: {number of the decision: "words"}; ``stored`` and ``end_stored``: {seat:
    a letter for each set}.
    """

    def hands_of(text):
        return [cards(word) if word != "-" else [] for word in text.split()]

    def sets_of(letters):
        return [dict(Counter(cards(letters.get(seat, "")))) for seat in range(seats)]

    seats = len(hands_of(hands))
    asked = []
    for step in script.split(",") if script else []:
        letter, words = step.strip().split(" ", 1)
        asked += [("ABCD".index(letter), action) for action in actions(words)]
    for key in ("stored", "end_stored"):
        if key in rest:
            rest[key] = sets_of(rest[key])
    for key in ("hoard", "end_hoard"):
        if key in rest:
            rest[key] = sorted(cards(rest[key]))
    if "end_hands" in rest:
        rest["end_hands"] = [sorted(hand) for hand in hands_of(rest["end_hands"])]
    legal = {
        number: sum(1 << action for action in actions(text))
        for number, text in rest.pop("legal", {}).items()
    }
    return Example(name, hands_of(hands), cards(deck), asked, legal=legal, **rest)


OPTIONAL = {"draw_rule": "optional"}
#: The wikipedia draft, as far as the built options go.
DRAFT = {"draw_rule": "optional", "hoard_eligible": "all"}

EXAMPLES = [
    # --- scoring ---
    example(
        "3 a set is worth its value",
        "1 2 3",
        "X",
        stored={A: "2", B: "1", C: "5"},
        scores=[2, 1, 5],
        events=[(sq.WINTER_CAME, A, sq.WINTER, 0), (sq.SCORED, A, -1, 2), (sq.SCORED, C, -1, 5)],
        forced=0,
    ),
    example(
        "4 stored sets and the Gold",
        "G555 1",
        "X",
        stored={A: "14"},
        scores=[10, 0],
    ),
    example("5 the Lead costs five", "1 L3", "X", stored={B: "2"}, scores=[0, -3]),
    example("6 Gold and Lead cancel", "1 GL", "X", scores=[0, 0]),
    # --- drawing, storing, discarding ---
    example(
        "7 seven cards at the start, draws one",
        "1122345 1",
        "3X",
        "A discard5",
        legal={1: "discard1 discard2 discard3 discard4 discard5"},
        forced=1,  # done
        end_hands="1122334 1",
        end_hoard="5",
        next_drawer=B,
    ),
    example(
        "8 storing ends drawing",
        "33312 1",
        "4X",
        "A store3, A discard1",
        legal={1: "draw store3", 2: "discard1 discard2 discard4"},
        forced=1,  # done
        end_hands="24 1",
        end_stored={A: "3"},
        end_hoard="1",
        next_drawer=B,
        scores=[3, 0],
    ),
    example(
        "8 storing ends drawing, optional draws",
        "33312 1",
        "4X",
        "A stop, A store3, A discard1",
        options=OPTIONAL,
        legal={1: "draw stop", 2: "store3 done"},
        events=[(sq.STOPPED, A, -1, 6), (sq.STORED, A, sq.THREE, 1)],
        end_hands="24 1",
        end_stored={A: "3"},
        next_drawer=B,
    ),
    example(
        "9 must draw without a set",
        "1234 1",
        "5X",
        forced=1,
        events=[
            (sq.TURN, A, -1, 1),
            (sq.DRAWN, A, sq.FIVE, 1),
            (sq.DRAWN, A, sq.WINTER, 0),
            (sq.WINTER_CAME, A, sq.WINTER, 0),
        ],
        absent=[sq.ASKED],
        end_hands="12345 1",
        next_drawer=A,
    ),
    example(
        "9 draw or stop, optional draws",
        "1234 1",
        "5X",
        "A stop, A discard5",
        options=DRAFT,
        legal={1: "draw stop"},
        end_hands="1234 1",
        next_drawer=B,
    ),
    example(
        "10 draw or store",
        "1112 1",
        "2X",
        "A store1",
        legal={1: "draw store1"},
        forced=2,  # done, the discard of a Two
        end_hands="2 1",
        end_stored={A: "1"},
        next_drawer=B,
    ),
    example(
        "10 draw or stop, optional draws",
        "1112 1",
        "2X",
        "A draw",
        options=DRAFT,
        legal={1: "draw stop"},
        end_hands="11122 1",
        next_drawer=A,
    ),
    example(
        "11 discard from {Lead, 3}",
        "111L 1",
        "3X",
        "A store1",
        forced=2,
        events=[(sq.DISCARDED, A, sq.THREE, 1)],
        end_hands="L 1",
    ),
    example(
        "11 discard from {Lead}",
        "11L 1",
        "1X",
        "A store1",
        forced=2,
        events=[(sq.DISCARDED, A, sq.LEAD, 1)],
        end_hands="- 1",
    ),
    example(
        "11 discard from {Gold, Lead}",
        "11GL 1",
        "1X",
        "A store1, A discardG",
        legal={2: "discardG discardL"},
        end_hands="L 1",
        scores=[-4, 0],
    ),
    example(
        "11 discard from {Lead, Gold, 2}",
        "111LG 1",
        "2X",
        "A store1, A discardG",
        legal={2: "discard2 discardG"},
        end_hands="2L 1",
    ),
    example(
        "11 discard from {Gold}",
        "11G 1",
        "1X",
        "A store1",
        forced=2,
        events=[(sq.DISCARDED, A, sq.GOLD, 1)],
        end_hands="- 1",
    ),
    example(
        "11 gold_discardable=only_if_last from {Lead, Gold, 2}",
        "111LG 1",
        "2X",
        "A store1",
        options={"gold_discardable": "only_if_last"},
        forced=2,
        events=[(sq.DISCARDED, A, sq.TWO, 1)],
        end_hands="GL 1",
    ),
    example(
        "11 gold_discardable=only_if_last from {Gold, Lead}",
        "11GL 1",
        "1X",
        "A store1",
        options={"gold_discardable": "only_if_last"},
        forced=2,
        events=[(sq.DISCARDED, A, sq.LEAD, 1)],
        end_hands="G 1",
    ),
    example(
        "11 gold_discardable=only_if_last from {Gold}",
        "11G 1",
        "1X",
        "A store1",
        options={"gold_discardable": "only_if_last"},
        forced=2,
        events=[(sq.DISCARDED, A, sq.GOLD, 1)],
        end_hands="- 1",
    ),
    example(
        "12 no discard from an emptied hand",
        "44 1",
        "4X",
        "A store4",
        legal={1: "draw store4"},
        forced=1,  # done
        events=[
            (sq.STORED, A, sq.FOUR, 1),
            (sq.NO_DISCARD, A, -1, -1),
            (sq.TURN, B, -1, 2),
        ],
        absent=[sq.DISCARDED],
        end_hands="- 1",
        next_drawer=B,
        scores=[4, 0],
    ),
    # --- Quarrel ---
    example(
        "13 a tie is fought out",
        "31 514 21 522",
        "QX",
        "A play3, B play5, C play2, D play5, B play1, D store2, D discard1",
        legal={1: "play1 play3", 4: "play2 play5", 5: "play1 play4", 6: "store2 done"},
        forced=2,  # D's second card, done
        events=[
            (sq.QUARREL_BEGUN, A, -1, 4),
            (sq.PLAYED, A, sq.THREE, 1),
            (sq.PLAYED, B, sq.FIVE, 1),
            (sq.PLAYED, C, sq.TWO, 1),
            (sq.PLAYED, D, sq.FIVE, 1),
            (sq.QUARREL_TIED, -1, -1, 2),
            (sq.PLAYED, B, sq.ONE, 2),
            (sq.PLAYED, D, sq.TWO, 2),
            (sq.QUARREL_WON, D, -1, 6),
            (sq.MINI_TURN, D, -1, 1),
            (sq.STORED, D, sq.TWO, 1),
            (sq.DISCARDED, D, sq.ONE, 1),
            (sq.TURN, A, -1, 2),
        ],
        end_hands="1 4 1 355",
        end_hoard="1",
        next_drawer=A,
    ),
    example(
        "14 the winner takes all, play goes on to the left of the winner",
        "25 43 13",
        "QX",
        "A play2, B play4, C play1, B discard1",
        events=[(sq.QUARREL_WON, B, -1, 3), (sq.TURN, C, -1, 2)],
        end_hands="5 234 3",
        next_drawer=C,
    ),
    example(
        "15 a draw returns the cards",
        "4 4 23",
        "QX",
        "C play2",
        forced=3,  # two last cards, the draw
        events=[
            (sq.PLAYED, C, sq.TWO, 1),
            (sq.QUARREL_DRAWN, A, -1, 3),
            (sq.DRAWN, A, sq.WINTER, 0),
        ],
        absent=[sq.QUARREL_WON, sq.QUARREL_TIED, sq.MINI_TURN, sq.DISCARDED],
        end_hands="4 4 23",
        next_drawer=A,
    ),
    example(
        "15 a draw returns the cards, optional draws",
        "4 4 23",
        "QX",
        "C play2, A stop",
        options=DRAFT,
        legal={2: "draw stop"},
        forced=4,
        end_hands="- 4 23",
        end_hoard="4",
        next_drawer=B,
    ),
    example(
        "15 quarrel_draw_next=store_discard",
        "4 4 23",
        "QX",
        "C play2",
        options={"quarrel_draw_next": "store_discard"},
        forced=4,  # two last cards, done, the discard
        events=[(sq.QUARREL_DRAWN, A, -1, 3), (sq.DISCARDED, A, sq.FOUR, 1)],
        absent=[sq.MINI_TURN],
        end_hands="- 4 23",
        next_drawer=B,
    ),
    example(
        "16 the last able player wins",
        "4 41 23",
        "QX",
        "B play4, C play2, B discard2",
        events=[(sq.PLAYED, C, sq.TWO, 1), (sq.QUARREL_WON, B, -1, 3), (sq.MINI_TURN, B, -1, 1)],
        absent=[sq.QUARREL_TIED],
        end_hands="- 144 3",
        next_drawer=C,
    ),
    example(
        "16 quarrel_partial_tie=draw",
        "4 41 23",
        "QX",
        "B play4, C play2",
        options={"quarrel_partial_tie": "draw"},
        events=[(sq.QUARREL_DRAWN, A, -1, 3)],
        absent=[sq.QUARREL_WON],
        end_hands="4 14 23",
        next_drawer=A,
    ),
    example(
        "17 the Gold wins and is lost",
        "51 G12 52",
        "QX",
        "A play5, B playG, C play5, B discard1",
        events=[
            (sq.PLAYED, C, sq.FIVE, 1),
            (sq.GOLD_LOST, B, sq.GOLD, -1),
            (sq.QUARREL_WON, B, -1, 2),
        ],
        end_hands="1 255 2",
        scores=[0, 0, 0],
        next_drawer=C,
    ),
    example(
        "18 the Gold as a last card is kept",
        "23 G 34",
        "QX",
        "A play2, C play3, B discard2",
        legal={3: "discard2 discard3 discardG"},
        events=[(sq.PLAYED, B, sq.GOLD, 1), (sq.QUARREL_WON, B, -1, 3)],
        absent=[sq.GOLD_LOST],
        end_hands="3 3G 4",
        scores=[0, 5, 0],
        next_drawer=C,
    ),
    example(
        "19 the Lead is lowest and goes to the winner",
        "L5 134 125",
        "QX",
        "A playL, B play1, C play1, B play3, C play2, B discard4",
        legal={1: "play5 playL", 6: "discard1 discard2 discard3 discard4"},
        events=[
            (sq.QUARREL_TIED, -1, -1, 2),
            (sq.PLAYED, B, sq.THREE, 2),
            (sq.PLAYED, C, sq.TWO, 2),
            (sq.QUARREL_WON, B, -1, 5),
        ],
        end_hands="5 1123L 5",
        scores=[0, -5, 0],
        next_drawer=C,
    ),
    # --- Ambush ---
    example(
        "20 one card from everybody who has one",
        "12345 2222222 - 333",
        "AX",
        "A discard1",
        forced=1,
        events=[
            (sq.AMBUSHED, B, sq.TWO, A),
            (sq.AMBUSHED, D, sq.THREE, A),
            (sq.DISCARDED, A, sq.ONE, 1),
        ],
        end_hands="223345 222222 - 33",
        end_sizes=[6, 6, 0, 2],
        next_drawer=B,
    ),
    example(
        "20 after_ambush=resume_draw",
        "345 2222222 - 333",
        "AX",
        options={"after_ambush": "resume_draw"},
        forced=1,  # the draw
        events=[(sq.AMBUSHED, D, sq.THREE, A), (sq.DRAWN, A, sq.WINTER, 0)],
        end_hands="23345 222222 - 33",
        next_drawer=A,
    ),
    # --- Hoard ---
    example(
        "21 the winner of the race takes the pile and stores",
        "1 1 22 1",
        "HX",
        "B hold, C race, D hold, C store1, C store2, C discard3",
        hoard="111235",
        legal={1: "race hold", 4: "store1 store2 done", 5: "store2 done", 6: "discard3 discard5"},
        forced=1,
        events=[
            (sq.RACED, B, -1, 0),
            (sq.RACED, C, -1, 1),
            (sq.RACED, D, -1, 0),
            (sq.RACE_WON, C, -1, 6),
            (sq.MINI_TURN, C, -1, 1),
            (sq.STORED, C, sq.ONE, 1),
            (sq.STORED, C, sq.TWO, 1),
            (sq.DISCARDED, C, sq.THREE, 1),
        ],
        end_hands="1 1 5 1",
        end_hoard="3",
        next_drawer=D,
        scores=[0, 0, 3, 0],
    ),
    example(
        "22 hoard_eligible=all, the drawer races too",
        "45 1 2",
        "HX",
        "A race, B hold, C hold, A discard1",
        hoard="12",
        options=DRAFT,
        events=[
            (sq.RACED, A, -1, 1),
            (sq.RACED, B, -1, 0),
            (sq.RACE_WON, A, -1, 2),
            (sq.MINI_TURN, A, -1, 1),
        ],
        end_hands="245 1 2",
        end_hoard="1",
        next_drawer=B,
    ),
    example(
        "23 two players, the other one takes the pile",
        "1 2",
        "HX",
        "B race, B discard5",
        hoard="345",
        events=[(sq.RACED, B, -1, 1), (sq.RACE_WON, B, -1, 3), (sq.TURN, A, -1, 2)],
        end_hands="1 234",
        next_drawer=A,
    ),
    # --- Whirlwind ---
    example(
        "24 hands are dealt again from the drawer",
        "11 1111111 1111",
        "WX",
        "A store1",
        legal={1: "draw store1"},
        events=[
            (sq.WHIRLED, A, -1, 13),
            (sq.REDEALT, A, sq.ONE, 5),
            (sq.REDEALT, B, sq.ONE, 4),
            (sq.REDEALT, C, sq.ONE, 4),
            (sq.STORED, A, sq.ONE, 1),
        ],
        end_hands="1 1111 1111",
        next_drawer=B,
    ),
    example(
        "24 hands are dealt again, optional draws",
        "11 1111111 1111",
        "WX",
        "A draw",
        options=DRAFT,
        legal={1: "draw stop"},
        end_sizes=[5, 4, 4],
        next_drawer=A,
    ),
    # --- the rest ---
    example(
        "26 the Lead goes on the pile, the Gold stays",
        "11GL 1",
        "1X",
        "A store1, A discardL",
        legal={2: "discardG discardL"},
        end_hands="G 1",
        end_hoard="L",
        scores=[6, 0],
    ),
    example(
        "29 a Hoard without a pile",
        "12 1 1",
        "HX",
        "A discard1",
        forced=1,
        events=[(sq.HOARD_EMPTY, A, -1, -1), (sq.DISCARDED, A, sq.ONE, 1)],
        absent=[sq.RACED, sq.MINI_TURN],
        end_hands="2 1 1",
        end_hoard="1",
        next_drawer=B,
    ),
    example(
        "30 six equal cards, no set stored",
        "1222222 1",
        "3X",
        "A done, A discard2",
        legal={1: "store2 done"},
        end_hands="1222223 1",
        end_stored={},
    ),
    example(
        "30 six equal cards, one set stored",
        "1222222 1",
        "3X",
        "A store2, A done, A discard3",
        legal={2: "store2 done"},
        end_hands="1222 1",
        end_stored={A: "2"},
    ),
    example(
        "30 six equal cards, two sets stored",
        "1222222 1",
        "3X",
        "A store2, A store2, A discard3",
        forced=1,
        events=[(sq.STORED, A, sq.TWO, 1), (sq.STORED, A, sq.TWO, 2)],
        end_hands="1 1",
        end_stored={A: "22"},
        scores=[4, 0],
    ),
    # --- the edge cases of section 2.10 ---
    example(
        "2.10 more than seven cards at the start, draws one",
        "112233445 1",
        "5X",
        "A discard5",
        forced=1,
        end_hands="112233445 1",
        next_drawer=B,
    ),
    example(
        "2.10 a hand that was emptied starts from no cards",
        "- 1",
        "12X",
        forced=2,
        end_hands="12 1",
        next_drawer=A,
    ),
    example(
        "2.10 a Quarrel without the drawer and another empty hand",
        "- 12 - 34",
        "QX",
        "B play1, D play3, D discard1",
        events=[(sq.QUARREL_BEGUN, A, -1, 2), (sq.QUARREL_WON, D, -1, 2)],
        end_hands="- 2 - 34",
        next_drawer=A,
    ),
    example(
        "2.10 a Quarrel of nobody",
        "- - -",
        "QX",
        forced=1,  # the draw
        events=[
            (sq.QUARREL_BEGUN, A, -1, 0),
            (sq.QUARREL_CANCELLED, A, -1, 0),
            (sq.DRAWN, A, sq.WINTER, 0),
        ],
        next_drawer=A,
    ),
    example(
        "2.10 a Quarrel of nobody, quarrel_draw_next=store_discard",
        "- - -",
        "QX",
        options={"quarrel_draw_next": "store_discard", "quarrel_single": "auto_win"},
        forced=1,  # done
        events=[(sq.QUARREL_CANCELLED, A, -1, 0), (sq.NO_DISCARD, A, -1, -1)],
        next_drawer=B,
    ),
    example(
        "2.10 a Quarrel of one, cancelled",
        "- 12 -",
        "QX",
        forced=1,  # the draw
        events=[(sq.QUARREL_BEGUN, A, -1, 1), (sq.QUARREL_CANCELLED, A, -1, 1)],
        end_hands="- 12 -",
        next_drawer=A,
    ),
    example(
        "2.10 a Quarrel of one, quarrel_single=auto_win",
        "- 12 -",
        "QX",
        "B discard1",
        options={"quarrel_single": "auto_win"},
        events=[
            (sq.QUARREL_BEGUN, A, -1, 1),
            (sq.QUARREL_WON, B, -1, 0),
            (sq.MINI_TURN, B, -1, 1),
            (sq.DISCARDED, B, sq.ONE, 1),
        ],
        absent=[sq.QUARREL_CANCELLED, sq.PLAYED],
        end_hands="- 2 -",
        next_drawer=C,
    ),
    example(
        "2.10 the drawer wins the Quarrel",
        "5 1 2",
        "QX",
        "A discard1",
        forced=4,
        events=[(sq.QUARREL_WON, A, -1, 3), (sq.MINI_TURN, A, -1, 1)],
        end_hands="25 - -",
        next_drawer=B,
    ),
    example(
        "2.10 Gold as the last card in a second sub-round",
        "5G 52 1",
        "QX",
        "A play5, B play5, A discard1",
        events=[(sq.PLAYED, A, sq.GOLD, 2), (sq.QUARREL_WON, A, -1, 5)],
        absent=[sq.GOLD_LOST],
        end_hands="255G - -",
        next_drawer=B,
        scores=[5, 0, 0],
    ),
    example(
        "2.10 an Ambush on empty hands",
        "12 - -",
        "AX",
        "A discard1",
        forced=1,
        absent=[sq.AMBUSHED],
        end_hands="2 - -",
        next_drawer=B,
    ),
    example(
        "2.10 nobody races",
        "12 1 1",
        "HX",
        "B hold, C hold, A discard2",
        hoard="34",
        events=[
            (sq.RACED, B, -1, 0),
            (sq.RACED, C, -1, 0),
            (sq.RACE_NONE, A, -1, 2),
            (sq.DISCARDED, A, sq.TWO, 3),
        ],
        absent=[sq.MINI_TURN],
        end_hands="1 1 1",
        end_hoard="234",
        next_drawer=B,
    ),
    example(
        "2.10 the pile holds the Lead, a racer without cards takes it",
        "12 - 1",
        "HX",
        "B race, C hold",
        hoard="3L",
        forced=2,  # done, the only legal discard
        events=[(sq.RACE_WON, B, -1, 2), (sq.DISCARDED, B, sq.THREE, 1)],
        end_hands="12 L 1",
        end_hoard="3",
        next_drawer=C,
        scores=[0, -5, 0],
    ),
    example(
        "2.10 Winter after a Whirlwind",
        "111 1",
        "WX",
        forced=1,
        events=[(sq.WHIRLED, A, -1, 4), (sq.WINTER_CAME, A, sq.WINTER, 0)],
        end_hands="11 11",
        scores=[0, 0],
        next_drawer=A,
    ),
    example(
        "2.10 several Actions in one turn",
        "1 1",
        "QWQ2X",
        forced=8,  # in each Quarrel two last cards, after each Action the draw, after the Two too
        events=[
            (sq.QUARREL_DRAWN, A, -1, 2),
            (sq.WHIRLED, A, -1, 2),
            (sq.QUARREL_DRAWN, A, -1, 2),
            (sq.DRAWN, A, sq.TWO, 1),
            (sq.WINTER_CAME, A, sq.WINTER, 0),
        ],
        end_hands="12 1",
        next_drawer=A,
    ),
]
