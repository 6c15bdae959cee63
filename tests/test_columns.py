"""Columns of S'Quarrels: each against the events of the round."""

import itertools
from collections import Counter

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.columns import LEVELS, TABLES, columns_of
from squirrelstats.games.squarrels import layout as L

DEALS = 60
SETTINGS = {
    "printed": {},
    "all race": {"draw_rule": "optional", "hoard_eligible": "all"},
    "refilled": {
        "deck_exhausted": "reshuffle_discard",
        "winters": 0,
        "max_turns_per_round": 150,
        "set_size": 2,
        "quarrel_single": "auto_win",
        "winter_store": "complete_sets",
    },
}


@pytest.fixture(scope="module", params=SETTINGS)
def rounds(request):
    """Rules, rows of both tables and events, round by round."""
    rules = sq.rules("squarrels", **SETTINGS[request.param])
    lineup = ["baseline", "random", sq.player("choosy", vigilance=0.7), "random"]
    run = sq.simulate("squarrels", lineup, rounds=DEALS, rules=rules, columns="all", seed=8)
    space = run.plan.workspace()
    found = []
    for deal in range(DEALS):
        events, fault = space.record(run.plan.seating[0], deal)
        assert fault is None
        seats = run.seats[run.seats.deal == deal].reset_index(drop=True)
        pile = int(space.state.hoard[0]).to_bytes(8, "little")[: L.HAND_KINDS]
        found.append((rules, run.rounds.iloc[deal], seats, events, np.array(list(pile))))
    return found


def by_kind(seats, prefix, kinds):
    """(seats, kinds) of the columns with a prefix."""
    return seats[[f"{prefix}_{kind}" for kind in L.KINDS[:kinds]]].to_numpy(dtype=int)


def tallied(events, code, place, seats, kinds):
    """(seats, kinds): how often a code came with that seat and card."""
    found = np.zeros((seats, kinds), int)
    for event in events[events[:, 0] == code]:
        found[event[1], event[2]] += event[3] if place == "amount" else 1
    return found


def test_hands_and_cards_drawn(rounds):
    for _, _, seats, events, _ in rounds:
        opening = by_kind(seats, "opening", L.HAND_KINDS)
        assert (opening == tallied(events, L.DEALT, "amount", 4, L.HAND_KINDS)).all()
        drawn = by_kind(seats, "drawn", len(L.KINDS))
        assert (drawn == tallied(events, L.DRAWN, "times", 4, len(L.KINDS))).all()
    assert sum(by_kind(seats, "drawn", 12).sum() for _, _, seats, _, _ in rounds) > 100


def test_no_card_is_lost(rounds):
    """Cards dealt and drawn are in hands, in sets, on the pile, or a Gold that was lost."""
    for rules, _, seats, events, pile in rounds:
        came = by_kind(seats, "opening", L.HAND_KINDS).sum(axis=0)
        came += by_kind(seats, "drawn", L.HAND_KINDS).sum(axis=0)
        stored = events[np.isin(events[:, 0], [L.STORED, L.STORED_WITH_GOLD])]
        sets = np.bincount(stored[:, 2], minlength=L.HAND_KINDS)
        lost = np.zeros(L.HAND_KINDS, int)
        lost[L.GOLD] = (events[:, 0] == L.GOLD_LOST).sum()
        final = by_kind(seats, "final", L.HAND_KINDS)
        assert (came == final.sum(axis=0) + sets * rules.set_size + pile + lost).all()
        stuck = by_kind(seats, "stuck", L.NUMBER_KINDS)
        hands = final[:, : L.NUMBER_KINDS]
        assert (stuck == hands - hands % rules.set_size).all()
        if rules.winter_store == "complete_sets":
            assert not stuck.any()


def test_what_happened_to_whom(rounds):
    seen = Counter()
    for _, _, seats, events, _ in rounds:
        expected = {name: [0] * 4 for name in L.TALLIES}
        fighting, racing = set(), set()
        for code, seat, _, amount in events.tolist():
            if code == L.QUARREL_BEGUN:
                fighting = set()
            elif code == L.PLAYED:
                fighting.add(seat)
            elif code == L.QUARREL_WON:
                expected["quarrels_won"][seat] += 1
                for other in fighting - {seat}:
                    expected["quarrels_lost"][other] += 1
            elif code == L.RACED:
                racing |= {seat} if amount else set()
            elif code == L.LAPSED:
                racing.discard(seat)
            elif code == L.RACE_NONE:
                racing = set()
            elif code == L.RACE_WON:
                expected["hoards_won"][seat] += 1
                for other in racing - {seat}:
                    expected["hoards_lost"][other] += 1
                racing = set()
            elif code == L.AMBUSHED:
                expected["ambushed_cards_won"][amount] += 1
                expected["ambushed_cards_lost"][seat] += 1
        for name, counts in expected.items():
            assert seats[name].tolist() == counts, name
            seen[name] += sum(counts)
    assert all(seen[name] > 5 for name in L.TALLIES)


def test_lead_changes(rounds):
    for rules, row, _, events, _ in rounds:
        value = rules.record()["set_points"][0].tolist()
        points, leader, changes = [0] * 4, None, 0
        at_the_end = np.flatnonzero(events[:, 0] == L.SCORED)[0]
        for code, seat, kind, _ in events[:at_the_end].tolist():
            if code not in (L.STORED, L.STORED_WITH_GOLD):
                continue
            points[seat] += value[kind]
            best = [s for s in range(4) if points[s] == max(points)]
            if len(best) == 1 and best[0] != leader:
                changes += leader is not None
                leader = best[0]
        assert row.lead_changes == changes


def test_long_rounds_fit():
    rules = sq.rules(
        "squarrels",
        winters=0,
        deck_exhausted="reshuffle_discard",
        discards=0,
        stop_level=1,
    )
    run = sq.simulate("squarrels", ["random"] * 2, rounds=3, rules=rules, columns="all")
    plan = run.plan
    rounds, _ = plan.workspace().play(plan.seating, 0, 3)
    for name in ("turns", "mini_turns", "decisions", "forced", "lead_changes"):
        assert run.rounds[name].tolist() == rounds[name].tolist()
    assert str(run.rounds.decisions.dtype) == str(run.rounds.forced.dtype) == "int32"


def test_levels_grow():
    own = sq.get_game("squarrels").columns
    for table in TABLES:
        names = [[c.name for c in columns_of(own, table, level)] for level in LEVELS]
        for less, more in itertools.pairwise(names):
            assert set(less) <= set(more)
            assert len(set(more)) == len(more)
    kept = {level: {c.name for c in columns_of(own, "seats", level)} for level in LEVELS}
    assert {"opening_one", "drawn_winter", "final_lead", "stuck_five"} <= kept["cards"] - kept[
        "core"
    ]
    assert set(L.TALLIES) == kept["all"] - kept["cards"]
