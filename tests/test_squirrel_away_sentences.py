"""Single sentences of Squirrel Away transcripts: lies, settlements, ties, matches, sources."""

import dataclasses

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games._rules import shown
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._option_texts import NUMBERS, OPTIONS
from squirrelstats.games.squirrel_away.citations import citations
from squirrelstats.games.squirrel_away.narrate import narrate
from squirrelstats.games.squirrel_away.rules import Rules

FIELDS = {entry.name: entry for entry in dataclasses.fields(Rules)}
#: Fields of what the deck and the Loot are made of: sentences show it without a rule.
SILENT = {"card_faces", "custom_faces", "card_copies", "wilds"}
SILENT |= {f"loot_{colour}" for colour in L.COLOURS}
NAMES = ["ann", "bob", "cy"]

# --- sources --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OPTIONS)
def test_a_rule_that_follows_from_a_field_has_its_source(name):
    field = FIELDS[name]
    values = field.metadata["values"]
    assert set(OPTIONS[name]) <= set(values)
    assert set(values) - set(OPTIONS[name]) <= {field.default}
    for value in values:
        if value in OPTIONS[name]:
            cite = citations(Rules(**{name: value}))[f"{name}={value}"]
            assert cite.source.startswith(f"option {name}; {field.metadata['source'].rstrip('.')}")


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_is_changed_is_a_house_rule(name):
    field = FIELDS[name]
    assert "house rule" not in citations(Rules())[f"{name}={field.default}"].source
    cite = citations(Rules(**{name: 2}))[f"{name}=2"]
    assert cite.source.startswith("house rule; ")
    assert "two" in cite.text


def test_every_field_has_sentences_unless_the_table_shows_it():
    assert set(FIELDS) == set(OPTIONS) | set(NUMBERS) | SILENT


# --- single sentences -----------------------------------------------------------------------------

RB, GG, TWO_WILD = 0, 8, 10
TURN = (L.TURN, 0, -1, 1)


def grab(*colours):
    return [(L.GRABBED, 0, colour, colours.count(colour)) for colour in sorted(set(colours))]


def fist(matches, *colours):
    held = [(L.FIST_ACORNS, 0, colour, colours.count(colour)) for colour in sorted(set(colours))]
    return [(L.FIST_SHOWN, 0, -1, matches), *held]


def sentences(events, **changes):
    lines = narrate(np.array(events), NAMES, Rules(**changes))
    assert sorted(row for line in lines for row in line.rows) == list(range(len(events)))
    return [(line.text, line.cite.key) for line in lines if line.cite]


def taken(card, claim, *colours):
    """A turn up to the claim."""
    return [TURN, (L.LAID, 0, card, 4), *grab(*colours), (L.CLAIMED, 0, claim, -1)]


OVERGRAB = taken(RB, RB, L.RED, L.BLUE, L.GREEN)
CAUGHT = [*OVERGRAB, (L.CALLED_FIST, 2, RB, 2), *fist(0, L.RED, L.BLUE, L.GREEN)]
ACCUSED = [*OVERGRAB, (L.CALLED_CARD, 2, RB, 2), (L.CARD_SHOWN, 0, RB, 1)]


@pytest.mark.parametrize(
    ("card", "claim", "colours", "text"),
    [
        (RB, RB, (L.RED, L.BLUE), "claims Red and Blue (truly)"),
        (RB, RB, (L.RED, L.BLUE, L.GREEN), "claims Red and Blue (the fist is not)"),
        (GG, RB, (L.RED, L.BLUE), "claims Red and Blue (the card is not)"),
        (GG, RB, (L.RED, L.BLUE, L.CLEAR), "claims Red and Blue (card and fist are not)"),
        (TWO_WILD, TWO_WILD, (L.RED, L.RED), "claims 2 Wilds (truly)"),
        (TWO_WILD, TWO_WILD, (L.CLEAR,), "claims 2 Wilds (the fist is not)"),
        (TWO_WILD, RB, (L.RED, L.BLUE), "claims Red and Blue (the card is not)"),
    ],
)
def test_claims(card, claim, colours, text):
    assert sentences(taken(card, claim, *colours))[-1] == (text, "claim")


@pytest.mark.parametrize(
    ("events", "changes", "text", "key"),
    [
        ([TURN, *grab(L.RED, L.RED)], {}, "grabs 2 Red", "grab"),
        ([TURN, *grab(L.RED, L.RED)], {"grab_limit": 2}, "grabs 2 Red", "grab_limit=2"),
        ([TURN, (L.GRABBED, 0, -1, 0)], {}, "grabs nothing", "zero_grab=allowed"),
        ([TURN, *grab(L.RED)], {"zero_grab": "min_one"}, "grabs Red", "zero_grab=min_one"),
        (
            [TURN, *grab(L.RED, L.RED), (L.SLIPPED, 0, L.CLEAR, L.RED)],
            {},
            "holds by accident Clear for Red: Red and Clear",
            "slip",
        ),
        (
            [TURN, (L.EXPOSED, 0, TWO_WILD, 4)],
            {},
            "shows a card by accident, 2 Wild, and discards it (4 cards left)",
            "card-shown-early",
        ),
        ([TURN, (L.NO_CARD, 0, -1, -1)], {}, "has no card and is passed over", "no-card"),
        (
            [TURN, (L.ASKED, 0, L.WAIT, 1)],
            {"sneaky_turns": "on"},
            "waits until the last turn is settled",
            "sneaky_turns=on",
        ),
        (
            [TURN, (L.STARTED_EARLY, 0, -1, -1), (L.FOULED, 0, -1, -1)],
            {"sneaky_turns": "on"},
            "reaches into the Loot before laying a card: gives all back and starts again",
            "foul",
        ),
        ([*OVERGRAB, (L.SAID_GOOD, 2, -1, 3)], {}, "cy says good", "verdict"),
        ([*OVERGRAB, (L.SAID_GOOD, 2, -1, 0)], {}, "cy says good, having no token", "no-token"),
        (
            [*OVERGRAB, (L.CALLED_FIST, 2, RB, 1)],
            {},
            "cy calls the fist (1 token left)",
            "call",
        ),
        (
            [*OVERGRAB, (L.CALLED_CARD, 2, RB, 0)],
            {"verdict_mode": "simultaneous"},
            "cy calls the card (0 tokens left)",
            "verdict_mode=simultaneous",
        ),
        (CAUGHT, {}, "the fist is opened: Red, Blue and Green, not as claimed", "reveal"),
        (ACCUSED, {}, "the card is shown: Red and Blue, as claimed", "reveal"),
        (
            ACCUSED,
            {"reveal_policy": "pointed_only"},
            "the card is shown: Red and Blue, as claimed",
            "reveal_policy=pointed_only",
        ),
        ([*OVERGRAB, (L.KEPT_ALL, 0, -1, 3)], {}, "keeps Red, Blue and Green", "all-good"),
        ([*ACCUSED, (L.KEPT_ALL, 0, -1, 3)], {}, "keeps Red, Blue and Green", "match-keeps"),
        ([*ACCUSED, (L.KEPT_ALL, 0, -1, 3)], {"bonus": 0}, "keeps Red, Blue and Green", "bonus=0"),
        (
            [*ACCUSED, (L.KEPT_ALL, 0, -1, 3), (L.TOOK, 0, L.CLEAR, 96)],
            {},
            "takes Clear for the wrong call (96 acorns left)",
            "match-bonus",
        ),
        ([*CAUGHT, (L.KEPT_ONE, 0, L.GREEN, 3)], {}, "keeps Green, of 3", "caught-one"),
        (
            [*CAUGHT, (L.KEPT_ONE, 0, L.GREEN, 3)],
            {"bust_keep": "caller_chooses"},
            "cy leaves ann Green, of 3",
            "bust_keep=caller_chooses",
        ),
        (
            [*CAUGHT, (L.KEPT_ONE, 0, -1, 3)],
            {"caught_keeps": "none"},
            "keeps nothing",
            "caught_keeps=none",
        ),
        (
            [*CAUGHT, (L.KEPT_ONE, 0, L.GREEN, 3), (L.RETURNED, 0, -1, 2)],
            {},
            "Red and Blue go back to the Loot",
            "rest-returns",
        ),
        (
            [*CAUGHT, (L.TOOK, 2, L.CLEAR, 96)],
            {},
            "cy takes Clear (96 acorns left)",
            "caller-takes",
        ),
        (
            [*CAUGHT, (L.TOOK, 2, L.RED, 97)],
            {"caller_reward": "from_fist"},
            "cy takes Red of the fist",
            "caller_reward=from_fist",
        ),
        (
            [*CAUGHT, (L.TOOK_REST, 2, -1, 3)],
            {"caller_reward": "rest_of_fist"},
            "cy takes the rest of the fist: Red, Blue and Green",
            "caller_reward=rest_of_fist",
        ),
        (
            [*CAUGHT, *((L.TOOK, 2, colour, 9) for colour in range(4))],
            {"caller_stash": "own_turn", "caller_acorns": 3},
            "cy takes Clear (9 acorns left); a complete set waits",
            "caller_stash=own_turn",
        ),
        (
            [*CAUGHT, *((L.TOOK, 2, colour, 9) for colour in range(4)), (L.STASHED, 2, -1, 1)],
            {},
            "cy stashes 1 set (1 in all)",
            "caller-stashes",
        ),
        (
            [*CAUGHT, (L.REFUNDED, 2, -1, 3)],
            {"token_cost": "refund_if_right"},
            "cy has the token back (3 tokens)",
            "token_cost=refund_if_right",
        ),
        (
            [*CAUGHT, (L.TOOK, 2, L.RED, 9), (L.PAID_BACK, 2, L.RED, 0)],
            {"wrong_call_penalty": 1},
            "cy puts Red back into the Loot",
            "wrong_call_penalty=1",
        ),
        (
            [TURN, *grab(*[0, 1, 2, 3] * 2), (L.KEPT_ALL, 0, -1, 8), (L.STASHED, 0, -1, 2)],
            {},
            "stashes 2 sets (2 in all)",
            "stash",
        ),
        (
            [(L.CARDS_OUT, -1, -1, 15)],
            {},
            "the cards are played: the game is over after 15 turns",
            "end-cards",
        ),
        (
            [*(((L.SAID_GOOD, s, -1, 0)) for s in range(3)), (L.CARDS_OUT, -1, -1, 15)],
            {"token_end": "off"},
            "the cards are played: the game is over after 15 turns",
            "token_end=off",
        ),
        (
            [(L.TOKENS_OUT, 1, -1, 9)],
            {},
            "nobody could call bob: the game is over after 9 turns",
            "end-tokens",
        ),
        ([(L.TRUNCATED, -1, -1, 15)], {}, "the game is cut after 15 turns", "cut"),
    ],
)
def test_sentences(events, changes, text, key):
    assert sentences(events, **changes)[-1] == (text, key)


def test_who_leaves_an_acorn_is_who_was_asked():
    events = [*CAUGHT, (L.ASKED, 2, L.KEEP_GREEN, 7), (L.KEPT_ONE, 0, L.GREEN, 3)]
    last = narrate(np.array(events), NAMES, Rules(bust_keep="caller_chooses"))[-2]
    assert (last.seat, last.decisions, last.event) == (2, (7,), "KEPT_ONE")


def test_right_callers_are_told_counter_clockwise():
    """Of several right callers the one next to the right is the first."""
    both = [(L.CALLED_FIST, 1, RB, 2), (L.CALLED_FIST, 2, RB, 2)]
    events = [*OVERGRAB, *both, (L.KEPT_ONE, 0, L.RED, 3)]
    told = sentences(events, verdict_mode="simultaneous", bust_keep="caller_chooses")
    assert told[-1][0] == "cy leaves ann Red, of 3"


@pytest.mark.parametrize(
    ("action", "text", "key"),
    [
        (L.CARD_0 + TWO_WILD, "lay down 2 Wild", "card-first"),
        (L.GRAB_RED, "grab red", "grab"),
        (L.GRAB_DONE, "done grabbing", "grab"),
        (L.CLAIM_0 + TWO_WILD, "claim 2 Wilds", "claim"),
        (L.GOOD, "good", "verdict"),
        (L.CALL_FIST, "call the fist", "call"),
        (L.KEEP_RED, "keep red", "caught-one"),
        (L.TAKE_RED, "take red", "match-bonus"),
        (L.START_EARLY, "start early", "sneaky_turns=on"),
    ],
)
def test_the_rule_behind_a_decision_that_has_not_shown_yet(action, text, key):
    told = sentences([TURN, (L.ASKED, 0, action, 1)], sneaky_turns="on")
    assert told[-1] == (f"ann has decided, not yet shown: {text}", key)


def test_a_reward_that_has_not_been_chosen_yet():
    told = sentences([*CAUGHT, (L.ASKED, 2, L.TAKE_RED, 9)])
    assert told[-1] == ("cy has decided, not yet shown: take red", "caller-takes")


# --- the end --------------------------------------------------------------------------------------


def ended(sets, acorns, *more, **changes):
    """Scores of a game in which players have so many sets, and acorns in Front."""
    events = []
    for seat, (own, left) in enumerate(zip(sets, acorns, strict=True)):
        events += [(L.TURN, seat, -1, seat + 1)]
        events += [(L.GRABBED, seat, colour, own + (left if colour == 0 else 0)) for colour in
                   range(4)]  # fmt: skip
        events += [(L.KEPT_ALL, seat, -1, 4 * own + left), (L.STASHED, seat, -1, own)]
    quarters = changes.get("leftover_quarters", 0)
    points = [own + quarters * left // 4 for own, left in zip(sets, acorns, strict=True)]
    events += [*more, *((L.SCORED, seat, -1, score) for seat, score in enumerate(points))]
    return sentences(events, **changes)


@pytest.mark.parametrize(
    ("sets", "acorns", "changes", "told"),
    [
        ([3, 2, 1], [0, 2, 3], {}, [("ann (seat 0) wins with 3 points", "most-points")]),
        ([3, 3, 1], [1, 2, 3], {}, [("bob (seat 1) wins with 3 points", "most-acorns")]),
        (
            [3, 3, 1],
            [2, 2, 3],
            {},
            [
                ("ann (seat 0) shares the win with 3 points", "final_tie=shared"),
                ("bob (seat 1) shares the win with 3 points", "final_tie=shared"),
            ],
        ),
        (
            [3, 3, 1],
            [2, 2, 3],
            {"final_tie": "youngest"},
            [
                ("ann (seat 0) shares the win with 3 points", "final_tie=youngest"),
                ("bob (seat 1) shares the win with 3 points", "final_tie=youngest"),
            ],
        ),
        (
            [1, 0, 1],
            [3, 8, 2],
            {"leftover_quarters": 1},
            [("bob (seat 1) wins with 2 points", "most-points")],
        ),
    ],
)
def test_who_wins(sets, acorns, changes, told):
    found = ended(sets, acorns, **changes)
    score_key = "leftover_quarters=1" if "leftover_quarters" in changes else "score-sets"
    assert {key for _, key in found[-len(told) - 3 : -len(told)]} == {score_key}
    assert found[-len(told) :] == told


def test_a_tie_decided_by_lot():
    found = ended([3, 3, 1], [2, 2, 3], (L.TIE_BROKEN, 1, -1, 2), final_tie="random")
    assert ("bob is drawn of 2 players who tie", "final_tie=random") in found
    assert found[-1] == ("bob (seat 1) wins with 3 points", "final_tie=random")


def test_score_lines_explain_themselves():
    assert ended([1, 0, 0], [3, 1, 0])[-4:-1] == [
        ("ann (seat 0): 1 point (1 set, 3 acorns in Front)", "score-sets"),
        ("bob (seat 1): 0 points (0 sets, 1 acorn in Front)", "score-sets"),
        ("cy (seat 2): 0 points (0 sets, 0 acorns in Front)", "score-sets"),
    ]


# --- matches --------------------------------------------------------------------------------------


def test_a_match_move_by_move():
    """The starter of each round has seat 0, and the names move with the players."""
    rules = sq.rules("squirrel_away", match_rounds=3)
    lineup = ["baseline", sq.player("baseline", w=0.5), "random"]
    run = sq.simulate("squirrel_away", lineup, matches=5, rules=rules, seed=3)
    for number in range(3):
        replay = run.replay(deal=1, round=number)
        rows = run.seats[(run.seats.deal == 1) & (run.seats.round_in_match == number)]
        assert list(replay.players) == list(rows.sort_values("seat").policy)
        texts = [line.text for line in replay.lines]
        assert "Totals" in texts
        if number < 2:
            assert texts[-1] == f"{replay.players[1]} (seat 1) starts round {number + 2}"
            assert replay.lines[-1].cite.key == "match_rounds=3"
        else:
            assert "match" in texts[-1]
    assert "match_rounds=3" in str(run.replay(deal=1, round=2))


SCORES = [(L.SCORED, 0, -1, 0), (L.SCORED, 1, -1, 0), (L.SCORED, 2, -1, 0)]


@pytest.mark.parametrize(
    ("totals", "fronts", "won", "key"),
    [
        ([8, 7, 7], [0, 0, 0], [(0, 840)], "match_rounds=3"),
        ([8, 8, 7], [1, 2, 3], [(1, 840)], "most-acorns"),
        ([8, 8, 7], [2, 2, 3], [(0, 420), (1, 420)], "final_tie=shared"),
    ],
)
def test_the_end_of_a_match(totals, fronts, won, key):
    events = []
    for seat, acorns in enumerate(fronts):
        events += [(L.TURN, seat, -1, seat + 1), (L.GRABBED, seat, L.RED, acorns)]
        events += [(L.KEPT_ALL, seat, -1, acorns)]
    events += [*SCORES, *((L.TOTALLED, seat, -1, total) for seat, total in enumerate(totals))]
    events += [(L.MATCH_WON, seat, -1, share) for seat, share in won]
    told = sentences(events, match_rounds=3)[-len(won) :]
    verb = "wins" if len(won) == 1 else "shares"
    assert told == [
        (f"{NAMES[seat]} (seat {seat}) {verb} the match with {totals[seat]} points", key)
        for seat, _ in won
    ]


def test_the_next_round_begins_anew():
    events = [*OVERGRAB, (L.KEPT_ALL, 0, -1, 3), *SCORES]
    events += [(L.NEXT_STARTER, 1, -1, 1), (L.DEALT, 0, RB, 1), (L.TURN, 0, -1, 1)]
    lines = narrate(np.array(events), NAMES, Rules(match_rounds=3))
    texts = [line.text for line in lines]
    assert "Round 2" in texts
    assert "bob (seat 0) begins with RB" in texts
    assert texts[-1] == "Turn 1 · bob (seat 0)"
    assert texts.count("Deal") == 1
    assert "the Loot: 25 Red, 25 Blue, 25 Green, 25 Clear; 3 tokens each" in texts


# --- a record that was too long -------------------------------------------------------------------


def test_a_full_record_says_so():
    turn = [(L.TURN, 0, -1, 1), (L.NO_CARD, 0, -1, -1)]
    events = np.array((turn * EVENT_CAPACITY)[:EVENT_CAPACITY])
    told = narrate(events, NAMES, Rules())[-1]
    assert told.text == "the record ends here: no more than 16,384 events of a round are kept"
    assert told.cite is None


def test_values_are_written_as_on_the_shell():
    assert {shown(field.default) for field in FIELDS.values()} >= {"true", "3", '""', "multiset2"}
