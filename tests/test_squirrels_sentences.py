"""Single sentences of Squirrels transcripts: rare moments, scores, matches, sources."""

import dataclasses

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games._rules import shown
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._option_texts import NUMBERS, OPTIONS
from squirrelstats.games.squirrels.citations import citations
from squirrelstats.games.squirrels.narrate import narrate
from squirrelstats.games.squirrels.rules import Rules
from squirrelstats.policies.policy import make_policy
from tests.squirrels_transcripts import play

FIELDS = {entry.name: entry for entry in dataclasses.fields(Rules)}
#: Fields that change what may be known, or the deck, and that no event shows.
SILENT = {"leftover_visible", "discard_public", "sixes", "pushes"}
SILENT |= {f"{kind}s" for kind in L.KINDS if kind not in ("six", "push")}

# --- sources --------------------------------------------------------------------------------------


def valid(name, value):
    to_points = {"match_rounds": 0} if name in ("target_points", "max_rounds") else {}
    return {name: value, **to_points}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_rule_that_follows_from_a_field_has_its_source(name):
    field = FIELDS[name]
    values = field.metadata.get("values", (True, False))
    assert set(OPTIONS[name]) <= set(map(shown, values))
    assert set(map(shown, values)) - set(OPTIONS[name]) <= {shown(field.default)}
    for value in values:
        if shown(value) in OPTIONS[name]:
            cite = citations(Rules(**{name: value}))[f"{name}={shown(value)}"]
            assert cite.source.startswith(f"option {name}; {field.metadata['source'].rstrip('.')}")


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_is_changed_is_a_house_rule(name):
    field = FIELDS[name]
    known = citations(Rules())
    assert "house rule" not in known[f"{name}={field.default}"].source
    other = field.metadata["low"] if field.metadata["low"] != field.default else 5
    cite = citations(Rules(**valid(name, other)))[f"{name}={other}"]
    assert cite.source.startswith("house rule; ")


def test_every_field_has_sentences_unless_no_event_shows_it():
    assert set(FIELDS) == set(OPTIONS) | set(NUMBERS) | SILENT


def test_other_numbers_in_a_sentence_are_named_in_its_source():
    cite = citations(Rules(natural_fours=True, clear_size=3))["natural_fours=true"]
    assert cite.text == "Only a run of three Number cards clears the pile, no Wild among them."
    assert cite.source.endswith("; clear_size=3 is a house rule")


# --- single sentences -----------------------------------------------------------------------------

TURN = [(L.TURN, 0, -1, 1)]
NINE = [(L.LAID_HAND, 0, L.NINE, 1), (L.PLAYED, 0, L.NINE, 1), (L.TURN, 1, -1, 2)]
TWO_NINES = [(L.LAID_HAND, 0, L.NINE, 2), (L.PLAYED, 0, L.NINE, 2), (L.TURN, 1, -1, 2)]
THREE_NINES = [(L.LAID_HAND, 0, L.NINE, 3), (L.PLAYED, 0, L.NINE, 3), (L.TURN, 1, -1, 2)]


def sentences(events, **changes):
    return [
        (line.text, line.cite.key)
        for line in narrate(np.array(events), ["ann", "bob", "cy"], Rules(**changes))
        if line.cite
    ]


@pytest.mark.parametrize(
    ("events", "changes", "text", "key"),
    [
        (
            [(L.LAID_HAND, 1, L.NINE, 1), (L.LAID_TOP, 1, L.WILD, 2), (L.PLAYED, 1, L.NINE, 2)],
            {},
            "plays a Nine and a Wild off stack 2 as Nines on two Nines: four Nines",
            "wild-declared",
        ),
        (
            [(L.LAID_HAND, 1, L.EIGHT, 2), (L.PLAYED, 1, L.EIGHT, 2)],
            {},
            "plays two Eights on two Nines",
            "play-together",
        ),
        (
            [(L.BLIND_TURNED, 1, L.WILD, 3), (L.PLAYED, 1, L.SIX, 1)],
            {},
            "lays it as a Six on two Nines",
            "blind-fits",
        ),
        (
            [(L.BLIND_TURNED, 1, L.FOUR, 3), (L.LAID_HAND, 1, L.FOUR, 1), (L.PLAYED, 1, L.FOUR, 2)],
            {"blind_add_wild": False},
            "lays it on two Nines and adds a Four: two Fours",
            "blind_add_wild=false",
        ),
        (
            [(L.BLIND_TURNED, 1, L.TEN, 3), (L.BLIND_FAILED, 1, L.TEN, 2), (L.TOOK, 1, L.NINE, 2)],
            {"blind_loss_includes_blind": False},
            "it does not fit on a Nine: takes 2 cards into the hand: 9 9; it goes out of play",
            "blind_loss_includes_blind=false",
        ),
        (
            [(L.BLIND_TURNED, 1, L.WILD, 3), (L.BLIND_FAILED, 1, L.WILD, 3)],
            {"blind_wild_value": "any"},
            "the Wild does not fit on a Nine: takes 3 cards into the hand: 9 9 W",
            "blind_wild_value=any",
        ),
        (
            [(L.BLIND_TURNED, 1, L.NINE, 3), (L.BLIND_FAILED, 1, L.NINE, 3)],
            {"natural_fours": True},
            "it does not fit on a Nine: takes 3 cards into the hand: 9 9 9",
            "natural_fours=true",
        ),
        (
            [(L.BLIND_TURNED, 1, L.SKIP, 3), (L.BLIND_UNUSABLE, 1, L.SKIP, 1)],
            {},
            "cannot use it and takes it into the hand",
            "blind_unusable=retain_in_hand",
        ),
        (
            [(L.BLIND_TURNED, 1, L.PUSH, 0), (L.PUSHED, 1, L.PUSH, 2), (L.TOOK, 2, L.NINE, 2)],
            {},
            "uses it: 2 cards go to cy: 9 9",
            "push-pile",
        ),
        (
            [(L.LAID_HAND, 1, L.PUSH, 1), (L.PUSHED, 1, L.PUSH, 1), (L.TOOK, 1, L.NINE, 2)],
            {"self_target": True},
            "plays a Push: 2 cards go to bob again: 9 9",
            "self_target=true",
        ),
        (
            [(L.LAID_HAND, 1, L.PUSH, 1), (L.PUSHED, 1, L.PUSH, -1)],
            {"push_no_target_pile": "discard_no_effect"},
            "plays a Push on nobody, the pile stays",
            "push_no_target_pile=discard_no_effect",
        ),
        (
            [(L.LAID_TOP, 1, L.SKIP, 0), (L.SKIP_LAID, 1, L.SKIP, -1)],
            {"skip_no_target": "discard_no_effect"},
            "plays a Skip off stack 0 on nobody",
            "skip_no_target=discard_no_effect",
        ),
        (
            [(L.LAID_TOP, 1, L.NINE, 5), (L.PICKED_UP, 1, -1, 3), (L.TOOK, 1, L.NINE, 3)],
            {"equal_allowed": False, "higher_card": "pick_up", "stacks": 6},
            "plays a Nine off stack 5, which does not fit, and picks up 3 cards: 9 9 9",
            "higher_card=pick_up",
        ),
        (
            [(L.PASSED, 1, -1, -1)],
            {"final_turn_must_pickup": False},
            "passes, the pile stays",
            "final_turn_must_pickup=false",
        ),
        (
            [(L.LAID_HAND, 1, L.SQUIRREL, 1), (L.SQUIRRELED, 1, L.SQUIRREL, 2)],
            {},
            "plays a Squirrel: the pile of 2 cards is cleared, another Action follows",
            "squirrel-clears",
        ),
        (
            [(L.BLIND_TURNED, 1, L.SQUIRREL, 1), (L.SQUIRRELED, 1, L.SQUIRREL, 2)],
            {"squirrel_ends_turn": True},
            "uses it: the pile of 2 cards is cleared",
            "squirrel_ends_turn=true",
        ),
        (
            [(L.TRUNCATED, -1, -1, 1)],
            {},
            "the round is cut after 1 turn",
            "max_turns_per_round=1000",
        ),
    ],
)  # fmt: skip
def test_sentence(events, changes, text, key):
    told = sentences(TURN + TWO_NINES + events, **changes)
    assert (text, key) in told


@pytest.mark.parametrize(
    ("begin", "changes", "size", "key"),
    [
        (THREE_NINES, {}, 4, "four-clear"),
        (TWO_NINES, {"clear_size": 3}, 3, "clear_size=3"),
        (THREE_NINES, {"natural_fours": True}, 4, "natural_fours=true"),
        (THREE_NINES, {"wild_can_complete_four": False}, 4, "wild_can_complete_four=false"),
        (THREE_NINES, {"clear_ends_turn": True}, 4, "clear_ends_turn=true"),
        (
            THREE_NINES,
            {"clear_size": 3, "four_limit": "four_or_more"},
            4,
            "four_limit=four_or_more",
        ),
    ],
)
def test_a_pile_that_is_cleared(begin, changes, size, key):
    events = [(L.LAID_HAND, 1, L.NINE, 1), (L.PLAYED, 1, L.NINE, 1), (L.CLEARED, 1, L.NINE, size)]
    follows = "" if "clear_ends_turn" in changes else ", another Action follows"
    told = sentences(TURN + begin + events, **changes)[-1]
    assert told == (f"the pile of {size} cards is cleared{follows}", key)


def test_skips_that_pile_up():
    skip = [(L.LAID_HAND, 0, L.SKIP, 1), (L.SKIP_LAID, 0, L.SKIP, 2)]
    told = sentences(
        [*TURN, *skip, *skip, (L.TURN, 2, -1, 2), (L.SKIPPED, 2, 12, -1)], skip_stack=True
    )
    assert told[1:] == [
        ("plays a Skip: it lies in front of cy", "skip-laid"),
        ("plays a Skip: it lies in front of cy", "skip_stack=true"),
        ("Turn 2 · cy (seat 2)", "next-left"),
        ("loses the turn, and the Skip goes; 1 Skip still in front", "skip_stack=true"),
    ]


def test_a_decision_that_has_not_shown_yet():
    events = [*TURN, *NINE, (L.ASKED, 1, L.PLAY_EIGHT, 1), (L.ASKED, 1, L.TOP_0, 2)]
    line = narrate(np.array(events), ["ann", "bob"], Rules())[-1]
    assert line.text == ("bob has decided, not yet shown: play eight, play the top of stack 0")
    assert line.shown.endswith("·d1–2")


@pytest.mark.parametrize(
    ("action", "changes", "key"),
    [
        (L.PLAY_EIGHT, {}, "play-fits"),
        (L.PLAY_PUSH, {}, "push-pile"),
        (L.TOP_0, {}, "skip-laid"),
        (L.BLIND_2, {}, "blind-turn"),
        (L.PICK_UP, {}, "pick-up"),
        (L.PICK_UP, {"voluntary_pickup": False}, "voluntary_pickup=false"),
        (L.PASS, {"final_turn_must_pickup": False}, "final_turn_must_pickup=false"),
    ],
)
def test_the_rule_behind_a_decision_that_has_not_shown_yet(action, changes, key):
    shown = [(L.TOP_SHOWN, 1, L.SKIP, 0)]
    events = [*shown, *TURN, *NINE, (L.ASKED, 1, action, 1)]
    assert narrate(np.array(events), ["ann", "bob"], Rules(**changes))[-1].cite.key == key


@pytest.mark.parametrize(
    ("changes", "events", "score", "text", "key"),
    [
        ({}, [(L.DEALT, 0, L.WILD, 1), (L.DEALT, 0, L.SEVEN, 1)], 77,
         "hand 7 W = 27, 12 cards face down = 50", "score-cards"),
        ({"wild_points": 50}, [(L.DEALT, 0, L.WILD, 1)], 50,
         "hand W = 50, 12 cards face down = 0", "wild_points=50"),
        ({"face_down_factor": 2}, [(L.DEALT, 0, L.WILD, 1)], 120,
         "hand W = 20, 12 cards face down, counted 2 times = 100", "face_down_factor=2"),
        ({"first_out_bonus": 10}, [(L.FIRST_OUT, 0, -1, 1)], -10,
         "out first, bonus −10", "first_out_bonus=10"),
        ({}, [(L.FIRST_OUT, 0, -1, 1)], 0, "out first", "first-out-zero"),
    ],
)  # fmt: skip
def test_score_lines_explain_themselves(changes, events, score, text, key):
    told = sentences([*events, *TURN, (L.SCORED, 0, -1, score)], **changes)[-1]
    assert f"({text})" in told[0]
    assert told[1] == key


# --- matches ----------------------------------------------------------------------------------


def of_match(totals, *after, **changes):
    """The lines after the scores of a real round whose scores are counted so."""
    first = play(Rules(), ["baseline", "random", "random"], 3)
    more = [(L.TOTALLED, seat, -1, total) for seat, total in enumerate(totals)]
    events = np.concatenate([first.events, [*more, *after]])
    lines = narrate(events, ["ann", "bob", "cy"], Rules(**changes))
    assert sorted(row for line in lines for row in line.rows) == list(range(len(events)))
    start = next(place for place, line in enumerate(lines) if line.text == "Totals")
    return [(line.text, line.cite.key) for line in lines[start:] if line.cite], lines


def test_the_next_round_of_a_match():
    told, lines = of_match([31, 5, 1], (L.NEXT_STARTER, 0, -1, 1), (L.TURN, 0, -1, 1))
    assert told == [
        ("ann (seat 0): 31 points in all", "match_rounds=3"),
        ("bob (seat 1): 5 points in all", "match_rounds=3"),
        ("cy (seat 2): 1 point in all", "match_rounds=3"),
        ("ann (seat 0) starts round 2", "starter_next_round=highest_total"),
        ("Turn 1 · ann (seat 0)", "starter_next_round=highest_total"),
    ]
    assert "Round 2" in [line.text for line in lines]


def test_the_starter_has_seat_0_in_the_next_round():
    told, _ = of_match(
        [1, 31, 5], (L.NEXT_STARTER, 1, -1, 1), (L.TURN, 0, -1, 1), (L.TURN, 1, -1, 2)
    )
    assert [text for text, _ in told][-2:] == ["Turn 1 · bob (seat 0)", "Turn 2 · cy (seat 1)"]


@pytest.mark.parametrize(
    ("totals", "winners", "changes", "key"),
    [
        ([51, 20, 30], [1], {}, "match_rounds=3"),
        ([51, 20, 30], [1], {"match_rounds": 1}, "match_rounds=1"),
        ([351, 20, 30], [1], {"match_rounds": 0}, "target_points=300"),
        ([51, 20, 30], [1], {"match_rounds": 0, "max_rounds": 2}, "max_rounds=2"),
        ([50, 50, 70], [0], {}, "final-round-tie"),
    ],
)
def test_the_end_of_a_match(totals, winners, changes, key):
    won = [(L.MATCH_WON, seat, -1, 840 // len(winners)) for seat in winners]
    told, _ = of_match(totals, *won, **changes)
    assert told[-len(won) :] == [
        (
            f"{('ann', 'bob', 'cy')[seat]} (seat {seat}) wins the match with {totals[seat]} points",
            key,
        )
        for seat in winners
    ]


def test_a_tied_match():
    scored = [(L.SCORED, 0, -1, 0), (L.SCORED, 1, -1, 0), (L.SCORED, 2, -1, 9)]
    totals = [(L.TOTALLED, seat, -1, total) for seat, total in enumerate([50, 50, 70])]
    begin = [*TURN, (L.FIRST_OUT, 0, -1, 2), *scored, *totals]
    assert sentences([*begin, (L.MATCH_WON, 0, -1, 840)])[-1] == (
        "ann (seat 0) wins the match with 50 points",
        "final_tie_first_out=true",
    )
    shared = [(L.MATCH_WON, 0, -1, 420), (L.MATCH_WON, 1, -1, 420)]
    assert sentences([*begin, *shared], final_tie_first_out=False)[-1] == (
        "bob (seat 1) shares the match with 50 points",
        "final_tie_first_out=false",
    )


# --- a record that was too long ---------------------------------------------------------------


def test_a_full_record_says_so():
    turn = [(L.TURN, 0, -1, 1), (L.PASSED, 0, -1, -1)]
    events = np.array((turn * EVENT_CAPACITY)[:EVENT_CAPACITY])
    told = narrate(events, ["ann", "bob"], Rules())[-1]
    assert told.text == "the record ends here: no more than 16,384 events of a round are kept"
    assert told.cite is None
    assert narrate(events[1:], ["ann", "bob"], Rules())[-1].kind == "state"


@pytest.mark.skipif(JIT_DISABLED, reason="ten thousand turns a round are slow uncompiled")
def test_a_full_record_of_a_later_round_says_so():
    def hesitant(view, legal):
        """Picks up whatever lies there."""
        return L.PICK_UP if sq.is_legal(legal, L.PICK_UP) else sq.first_legal(legal)

    policy = make_policy("squirrels", hesitant)
    rules = Rules(max_turns_per_round=10_000)
    run = sq.simulate("squirrels", [policy] * 3, matches=1, rules=rules)
    assert run.rounds.truncated.all()
    for number in range(3):
        replay = run.replay(deal=0, round=number)
        assert len(replay.events) == EVENT_CAPACITY
        assert replay.lines[-1].text.startswith("the record ends here")
