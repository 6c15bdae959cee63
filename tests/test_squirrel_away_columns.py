"""Columns of Squirrel Away: each against the events of the round."""

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.games.squirrel_away import layout as L

DEALS = 60
SETTINGS = {
    "printed": {},
    "sneaky": {"sneaky_turns": "on", "token_cost": "refund_if_right", "caught_keeps": "half"},
    "at once": {"verdict_mode": "simultaneous", "wrong_call_penalty": 1, "bonus": 2},
    "all the rest": {"caller_reward": "rest_of_fist", "leftover_quarters": 1, "tokens": 5},
}
CLUMSY = {"slip": 0.2, "expose_rate": 0.1, "foul_rate": 0.5}


@pytest.fixture(scope="module", params=SETTINGS)
def rounds(request):
    """Row of the round, rows of its seats, and events, round by round."""
    rules = sq.rules("squirrel_away", **SETTINGS[request.param])
    lineup = ["random", sq.player("random", **CLUMSY), "baseline", sq.player("baseline", **CLUMSY)]
    run = sq.simulate("squirrel_away", lineup, rounds=DEALS, rules=rules, columns="all", seed=8)
    space, found = run.plan.workspace(), []
    for deal in range(DEALS):
        events, fault = space.record(run.plan.seating[0], deal)
        assert fault is None
        seats = run.seats[run.seats.deal == deal].reset_index(drop=True)
        found.append((rules, run.rounds.iloc[deal], seats, events))
    return found


def times(events, code, seats):
    """By seat: how often that event happened."""
    return np.bincount(events[events[:, 0] == code, 1], minlength=seats)


def amounts(events, code, seats):
    """By seat: the amounts of that event added up."""
    here = events[events[:, 0] == code]
    return np.bincount(here[:, 1], here[:, 3], minlength=seats).astype(int)


def test_what_seats_did_is_what_the_events_say(rounds):
    counted = {
        "turns_taken": L.LAID,
        "turns_skipped": L.NO_CARD,
        "early_starts": L.STARTED_EARLY,
        "fouls": L.FOULED,
        "cards_exposed": L.EXPOSED,
        "acorns_slipped": L.SLIPPED,
        "acorns_paid_back": L.PAID_BACK,
        "calls_card": L.CALLED_CARD,
        "calls_fist": L.CALLED_FIST,
    }
    for _, _, seats, events in rounds:
        for name, code in counted.items():
            assert list(seats[name]) == list(times(events, code, len(seats))), name
        assert list(seats.acorns_intended) == list(amounts(events, L.GRABBED, len(seats)))


def test_acorns_are_where_the_columns_say(rounds):
    for rules, round_, seats, events in rounds:
        gained = seats.acorns_kept + seats.bonus_acorns + seats.caller_acorns
        assert list(gained - seats.acorns_paid_back) == list(4 * seats.sets + seats.acorns_left)
        colours = seats[[f"front_{colour}" for colour in L.COLOURS]].to_numpy()
        assert list(colours.sum(axis=1)) == list(seats.acorns_left)
        assert (4 * seats.sets + seats.acorns_left).sum() + round_.loot_left == sum(rules.acorns)
        assert list(seats.score) == list(
            seats.sets + rules.leftover_quarters * seats.acorns_left // 4
        )
        active = events[events[:, 0] == L.KEPT_ONE]
        kept = amounts(events, L.KEPT_ALL, len(seats)) + np.bincount(
            active[active[:, 2] >= 0, 1], minlength=len(seats)
        )
        assert list(seats.acorns_kept) == list(kept)


def test_turns_are_honest_or_lies_of_one_kind(rounds):
    for _, round_, seats, events in rounds:
        kinds = seats.honest_turns + seats.fist_lies + seats.card_lies + seats.double_lies
        assert list(kinds) == list(seats.turns_taken)
        assert round_.turns == seats.turns_taken.sum()
        assert round_.turns_skipped == seats.turns_skipped.sum()
        shown = {code: events[events[:, 0] == code] for code in (L.CARD_SHOWN, L.FIST_SHOWN)}
        false = {code: np.bincount(rows[rows[:, 3] == 0, 1], minlength=len(seats))
                 for code, rows in shown.items()}  # fmt: skip
        assert list(seats.card_lies + seats.double_lies) == list(false[L.CARD_SHOWN])
        assert list(seats.fist_lies + seats.double_lies) == list(false[L.FIST_SHOWN])


def test_verdicts(rounds):
    for _, round_, seats, events in rounds:
        calls = seats.calls_card + seats.calls_fist
        right = seats.calls_card_right + seats.calls_fist_right
        assert round_.calls == calls.sum()
        assert round_.calls_right == right.sum()
        assert (right <= calls).all()
        for what in ("card", "fist"):
            assert (seats[f"calls_{what}_right"] <= seats[f"judged_{what}_false"]).all()
            assert (seats[f"judged_{what}_false"] <= seats.judged).all()
        assert seats.caught.sum() + seats.accused_wrongly.sum() <= calls.sum()
        ended = {L.CARDS_OUT: 0, L.TOKENS_OUT: 1}
        codes = [int(code) for code in events[:, 0] if int(code) in ended]
        assert [ended[code] for code in codes] == [round_.ended_by]


def test_hands(rounds):
    for rules, _, seats, events in rounds:
        faces = range(len(rules.faces))
        opening = seats[[f"opening_face_{face}" for face in range(L.MAX_FACES)]].to_numpy()
        final = seats[[f"final_face_{face}" for face in range(L.MAX_FACES)]].to_numpy()
        dealt = np.zeros_like(opening)
        for _, seat, face, copies in events[events[:, 0] == L.DEALT]:
            dealt[seat, face] += copies
        assert (opening == dealt).all()
        assert not opening[:, len(faces) :].any()
        played = seats.turns_taken + seats.cards_exposed
        assert list((opening - final).sum(axis=1)) == list(played)


def test_levels():
    run = sq.simulate("squirrel_away", ["baseline"] * 2, rounds=5)
    assert {"sets", "acorns_left", "tokens_left"} <= set(run.seats.columns)
    assert {"ended_by", "calls", "calls_right", "turns_skipped"} <= set(run.rounds.columns)
    assert "caught" not in run.seats.columns
    assert "opening_face_0" not in run.seats.columns
