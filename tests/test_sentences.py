"""Single sentences of transcripts: rare moments, scores, matches, and where the rules come from."""

import dataclasses
import re

import numpy as np
import pytest

from squirrelstats.games._machine import EVENT_CAPACITY
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels._option_texts import NUMBERS, OPTIONS
from squirrelstats.games.squarrels.citations import citations
from squirrelstats.games.squarrels.narrate import narrate
from squirrelstats.games.squarrels.rules import Rules
from tests.transcripts import counted, followed_to_the_end, listed, play

# --- sources --------------------------------------------------------------------------------------


def test_rules_that_follow_from_a_field_have_its_source():
    for entry in dataclasses.fields(Rules):
        for value in OPTIONS.get(entry.name, ()):
            rules = {entry.name: value, "max_rounds": 600}
            cite = citations(Rules(**rules))[f"{entry.name}={value}"]
            assert cite.source.startswith(f"option {entry.name}; ")
            assert entry.metadata["source"].rstrip(".") in cite.source
        if entry.name in NUMBERS:
            cite = citations(Rules())[f"{entry.name}={entry.default}"]
            assert "house rule" not in cite.source
            value = 999 if entry.default == 1000 else entry.default + 1
            cite = citations(Rules(**{entry.name: value}))[f"{entry.name}={value}"]
            assert cite.source.startswith("house rule; ")


def test_every_value_of_an_option_is_either_printed_or_has_a_sentence():
    for name, texts in OPTIONS.items():
        field = Rules.__dataclass_fields__[name]
        values = field.metadata["values"]
        assert set(texts) <= set(values)
        assert set(values) - set(texts) <= {field.default}
    single = {e.name for e in dataclasses.fields(Rules) if len(e.metadata.get("values", "12")) == 1}
    numbers = {e.name for e in dataclasses.fields(Rules) if "low" in e.metadata}
    counts = {f"{kind}s" for kind in sq.KINDS} | {"ambushes"}
    untold = set(Rules.__dataclass_fields__) - set(OPTIONS) - set(NUMBERS) - single
    assert untold <= counts
    assert set(NUMBERS) <= numbers


def test_other_numbers_in_a_sentence_are_named_in_its_source():
    cite = citations(Rules(draw_rule="optional", stop_level=5))["draw_rule=optional"]
    assert cite.text == "With fewer than five cards a player may draw on or stop."
    assert cite.source.endswith("; stop_level=5 is a house rule")


# --- single sentences -----------------------------------------------------------------------------


def sentences(events, **changes):
    return [
        (line.text, line.cite.key)
        for line in narrate(np.array(events), ["ann", "bob", "cy"], Rules(**changes))
        if line.cite
    ]


TURN = [(sq.TURN, 0, -1, 1)]
REFILL = (sq.RESHUFFLED, -1, -1, 0)


@pytest.mark.parametrize(
    ("events", "changes", "text", "key"),
    [
        (
            [(sq.DRAWN, 0, sq.QUARREL, 9), (sq.FALSE_SLAPPED, 1, -1, 0)],
            {"false_slap_penalty": "highest_card"},
            "bob slaps at the Quarrel, but has no Number card to pay with",
            "false_slap_penalty=highest_card",
        ),
        (
            [(sq.DRAWN, 0, sq.HOARD, 9), (sq.RACE_NONE, 0, -1, 0)],
            {"false_slap_penalty": "sit_out"},
            "nobody is left to race, the Hoard pile stays empty",
            "false_slap_penalty=sit_out",
        ),
        (
            [(sq.DRAWN, 0, sq.HOARD, 9), (sq.RACED, 1, -1, 1), (sq.RACE_WON, 1, -1, 0)],
            {"hoard_empty": "race_for_turn"},
            "bob is first, at an empty pile",
            "hoard_empty=race_for_turn",
        ),
        (
            [(sq.DRAWN, 0, sq.HOARD, 9), (sq.HOARD_EMPTY, 0, -1, -1)],
            {"hoard_empty": "fizzle_resume"},
            "the Hoard pile is empty: no race, ann goes on with the turn",
            "hoard_empty=fizzle_resume",
        ),
        (
            [(sq.DRAWN, 0, sq.GOLD, 9), (sq.NO_DISCARD, 0, -1, -1)],
            {"gold_alone": "keep"},
            "keeps the Gold, the only card in hand",
            "gold_alone=keep",
        ),
        (
            [(sq.DEALT, 0, sq.GOLD, 1), (sq.DRAWN, 0, sq.GOLD, 9), (sq.NO_DISCARD, 0, -1, -1)],
            {"golds": 2, "gold_discardable": "only_if_last"},
            "keeps two Golds, which may not be discarded",
            "gold_discardable=only_if_last",
        ),
        (
            [(sq.DEALT, 0, sq.LEAD, 2), (sq.DISCARDED, 0, sq.LEAD, 1)],
            {"leads": 2},
            "discards a Lead",
            "leads=2",
        ),
        (
            [(sq.DRAWN, 0, sq.WHIRLWIND, 9), (sq.WHIRLED, 0, -1, 0)],
            {},
            "all hands are empty: there is nothing to deal again",
            "whirlwind-pool",
        ),
        (
            [*[REFILL] * 100, (sq.ASKED, 0, sq.DRAW, 1), (sq.TRUNCATED, -1, -1, 1)],
            {"deck_exhausted": "reshuffle_discard"},
            "the deck has run out once more than it may: the round is cut after 1 full turn",
            "deck_exhausted=reshuffle_discard",
        ),
        (
            [(sq.TRUNCATED, -1, -1, 1)],
            {},
            "the round is cut after 1 full turn",
            "max_turns_per_round=1000",
        ),
        (
            [(sq.RESHUFFLED, -1, -1, 3)],
            {"deck_exhausted": "reshuffle_discard"},
            "the deck has run out: the Discard pile, 3 cards, is shuffled and is the new deck",
            "deck_exhausted=reshuffle_discard",
        ),
        (
            [(sq.ASKED, 0, sq.DRAW, 1), (sq.SCORED, 0, -1, 0)],
            {},
            "the deck has run out: the round ends",
            "deck_exhausted=end_round",
        ),
    ],
)  # fmt: skip
def test_sentence(events, changes, text, key):
    told = sentences(TURN + events, **changes)
    assert (text, key) in told
    assert not any("not yet shown" in sentence for sentence, _ in told)


def test_a_set_stored_with_the_gold():
    begin = [(sq.DEALT, 0, sq.FIVE, 2), (sq.DEALT, 0, sq.GOLD, 1)]
    stored = [(sq.ASKED, 0, sq.WILD_FIVE, 1), (sq.STORED_WITH_GOLD, 0, sq.FIVE, 1)]
    lost = [(sq.GOLD_LOST, 0, sq.GOLD, -1)]
    key = "gold_in_hoard=wild_in_match"
    assert sentences(begin + stored, gold_in_hoard="wild_in_match")[-1] == (
        "stores two Fives and the Gold as a set for 5 points, keeping the Gold, the last card in "
        "hand",
        key,
    )
    more = [(sq.DEALT, 0, sq.TWO, 1), *begin]
    assert sentences(more + stored + lost, gold_in_hoard="wild_in_match")[-2:] == [
        ("stores two Fives and the Gold as a set for 5 points", key),
        ("the Gold of ann goes to the Discard pile, lost", key),
    ]
    not_used = [*more, (sq.ASKED, 0, sq.DONE, 1)]
    assert sentences(not_used, gold_in_hoard="wild_in_match")[-1] == (
        "makes no set with the Gold",
        key,
    )


@pytest.mark.parametrize(
    ("changes", "hand", "sets", "score", "text"),
    [
        ({"set_scoring": "sum"}, [], [1, 1, 4], 18, "sets 1 1 4 = 2×3 + 12 = 18"),
        ({"set_scoring": "square"}, [], [4], 16, "sets 4 = 16"),
        ({"golds": 3, "gold_points": -4}, [sq.GOLD] * 3, [], -12, "no sets, 3 Golds −12"),
        ({"lead_points": 10}, [sq.LEAD], [2], 12, "sets 2 = 2, Lead +10"),
        ({"cards_left": "minus_face"}, [2, 4, 4], [], -13, "no sets, 3 Number cards −13"),
        ({"cards_left": "minus_one_each"}, [0], [5], 4, "sets 5 = 5, 1 Number card −1"),
    ],
)
def test_score_lines_explain_themselves(changes, hand, sets, score, text):
    dealt = [(sq.DEALT, 0, kind, 1) for kind in hand]
    dealt += [(sq.DEALT, 0, value - 1, 3) for value in sets]
    stored = [
        event
        for number_, value in enumerate(sets)
        for event in ((sq.ASKED, 0, 1 + value, number_ + 1), (sq.STORED, 0, value - 1, 1))
    ]
    told = sentences([*dealt, *TURN, *stored, (sq.SCORED, 0, -1, score)], **changes)[-1]
    assert f"({text})" in told[0]
    assert told[1] in {f"{name}={value}" for name, value in changes.items()}


# --- matches ----------------------------------------------------------------------------------


def of_match(totals, *after, **changes):
    """The lines after the scores of a real round whose scores are counted so."""
    first = play(Rules(), ["baseline", "random", "random"], 3)
    more = [(sq.TOTALLED, seat, -1, total) for seat, total in enumerate(totals)]
    events = np.concatenate([first.events, [*more, *after]])
    lines = narrate(events, ["ann", "bob", "cy"], Rules(**changes))
    assert sorted(row for line in lines for row in line.rows) == list(range(len(events)))
    start = next(place for place, line in enumerate(lines) if line.text == "Totals")
    assert [line.kind for line in lines[:start]][-1] == "winner"
    return [(line.text, line.cite.key) for line in lines[start:] if line.cite]


def test_the_next_round_of_a_match():
    told = of_match([31, -5, 1], (sq.NEXT_DEALER, 0, -1, 2))
    assert told == [
        ("ann (seat 0): 31 points in all", "target_score=50"),
        ("bob (seat 1): −5 points in all", "target_score=50"),
        ("cy (seat 2): 1 point in all", "target_score=50"),
        ("ann (seat 0) deals round 3, bob (seat 1) begins it", "next_dealer=round_winner"),
    ]


@pytest.mark.parametrize(
    ("totals", "winners", "changes", "key"),
    [
        ([51, 20, 30], [0], {}, "target_score=50"),
        ([71, 20, 30], [0], {"target_score": 70}, "target_score=70"),
        ([51, 52, 30], [1], {}, "target_multi=highest_total"),
        ([52, 52, 30], [0, 1], {}, "target_multi=highest_total"),
        ([51, 52, 30], [0], {"target_multi": "first_in_turn_order"}, None),
        ([51, 52, 30], [0, 1], {"target_multi": "shared"}, None),
        ([51, 52, 30], [1], {"target_multi": "play_on_if_tied"}, None),
        ([9, 12, 3], [1], {"match_rounds": 2}, None),
        ([9, 12, 12], [1, 2], {"max_rounds": 2}, None),
        ([52, 52, 3], [0, 1], {"max_rounds": 2, "target_multi": "play_on_if_tied"}, None),
    ],
)
def test_the_end_of_a_match(totals, winners, changes, key):
    won = [(sq.MATCH_WON, seat, -1, 840 // len(winners)) for seat in winners]
    told = of_match(totals, *won, **changes)[-len(won) :]
    how = "shares" if winners[1:] else "wins"
    assert [text for text, _ in told] == [
        f"{('ann', 'bob', 'cy')[seat]} (seat {seat}) {how} the match with {totals[seat]} points"
        for seat in winners
    ]
    expected = key or next(f"{name}={value}" for name, value in changes.items())
    assert {cited for _, cited in told} == {expected}


def test_rounds_of_a_match_may_be_told_one_after_another():
    """The dealer's left neighbour has seat 0 in the next round."""
    rounds = [play(Rules(), ["random"] * 3, deal) for deal in range(3)]
    totals = [(sq.TOTALLED, seat, -1, 7) for seat in range(3)]
    events = np.concatenate(
        [
            rounds[0].events,
            [*totals, (sq.NEXT_DEALER, 0, -1, 1)],
            rounds[1].events,
            [*totals, (sq.NEXT_DEALER, 1, -1, 2)],
            rounds[2].events,
            [*totals, (sq.MATCH_WON, 1, -1, 840)],
        ]
    )
    lines = narrate(events, ["ann", "bob", "cy"], Rules())
    assert sorted(row for line in lines for row in line.rows) == list(range(len(events)))
    first = [line.text for line in lines if line.text.startswith("Turn 1 ·")]
    assert first == [f"Turn 1 · {name} (seat 0)" for name in ("ann", "bob", "ann")]
    assert [line.text for line in lines if re.match(r"Round|Deal", line.text)] == [
        "Deal", "Round 2", "Round 3",
    ]  # fmt: skip
    assert lines[-1].text == "bob (seat 1) wins the match with 7 points"
    scores = [line.text.split(": ")[-1] for line in lines if line.kind == "score"]
    hands = [listed(hand) for r in rounds for hand in followed_to_the_end(r).hands]
    assert [counted(text) for text in scores] == hands


# --- a record that was too long ---------------------------------------------------------------


def test_a_full_record_says_so():
    turn = [(sq.TURN, 0, -1, 1), (sq.DRAWN, 0, sq.ONE, 9), (sq.DISCARDED, 0, sq.ONE, 1)]
    events = np.array((turn * EVENT_CAPACITY)[:EVENT_CAPACITY])
    told = narrate(events, ["ann", "bob"], Rules())[-1]
    assert told.text == "the record ends here: no more than 16,384 events of a round are kept"
    assert told.cite is None
    assert narrate(events[1:], ["ann", "bob"], Rules())[-1].kind == "state"
