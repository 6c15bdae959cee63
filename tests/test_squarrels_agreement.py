"""The compiled kernel equals the naive engine: choices by hash, so that every view counts.

Together with ``test_squarrels_agreement_policies.py`` more than 20,000 rounds, and with -m slow
more than 50,000 others.
"""

import numpy as np
import pytest

from squirrelstats.games.squarrels import layout as sq
from tests.agreement import (
    check_many,
    check_rounds,
    first_difference,
    plain_setting,
    random_settings,
    result_difference,
)
from tests.naive import squarrels as naive
from tests.squarrels_twin import SQUARRELS


@pytest.mark.parametrize("seats", range(2, 7))
def test_rounds_chosen_by_hash(seats):
    assert check_many(SQUARRELS, seats, ["hash"], rounds_each=11, start=1) > 2700


@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 104))
@pytest.mark.parametrize("seats", range(2, 7))
def test_many_rounds_chosen_by_hash(seats, start):
    assert check_many(SQUARRELS, seats, ["hash"], rounds_each=6, start=start, per_value=2) > 2900


def test_settings_take_every_value_of_every_field():
    taken = set()
    for seats in range(2, 7):
        for setting in random_settings(SQUARRELS, seats, ["hash"], start=1):
            taken |= {
                (name, getattr(setting.rules, name)) for name, _ in SQUARRELS.random.every_value
            }
    assert set(SQUARRELS.random.every_value) <= taken


def test_far_deals_and_seeds():
    for seed in (0, 1, 2**63, 2**64 - 1):
        setting = plain_setting(SQUARRELS, ["hash"] * 3, seed)
        check_rounds(setting, [0, 1, 2**31, 2**32, 2**53 + 1, 2**63 - 2])


def test_a_difference_is_found_and_named():
    record = naive.play(2, naive.baseline, seed=1, deal=1)
    views = [naive.pack_view(view) for _, view, _ in record.views]
    assert first_difference(SQUARRELS, record.events, views, record.events, views) == ""

    changed = [*record.events[:20], (sq.STOPPED, 0, -1, 3), *record.events[21:]]
    assert "event 20: kernel (6, 0, -1, 3)" in first_difference(
        SQUARRELS, changed, views, record.events, views
    )
    assert "event 20: kernel None" in first_difference(
        SQUARRELS, record.events[:20], views, record.events, views
    )
    other = bytearray(views[3])
    other[sq.VIEW.fields["hoard"][1]] ^= 1
    assert "view 3: hoard: kernel" in first_difference(
        SQUARRELS, record.events, [*views[:3], bytes(other), *views[4:]], record.events, views
    )
    assert "naive ones" in first_difference(
        SQUARRELS, record.events, views[:-1], record.events, views
    )


def test_a_wrong_result_is_named():
    record = naive.play(2, naive.baseline, seed=1, deal=1)
    seats = np.zeros(2, sq.SEAT_RESULT)
    rounds = np.zeros(1, sq.ROUND_RESULT)
    for name in ("turns", "mini_turns", "decisions", "forced", "lead_changes"):
        rounds[name] = getattr(record, name)
    seats["score"], seats["share840"] = record.scores, record.shares840
    seats["opening"], seats["final"], seats["stuck"] = record.openings, record.finals, record.stuck
    seats["drawn"][:, : len(sq.KINDS)] = record.drawn
    seats["tally"][:, : len(sq.TALLIES)] = record.tallies
    assert result_difference(SQUARRELS, rounds[0], seats, record) == ""
    seats["score"][1] += 1
    assert result_difference(SQUARRELS, rounds[0], seats, record).startswith("score: kernel")
