"""Seats and the shape of play."""

import importlib

import matplotlib.pyplot as plt
import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.stats._courses import measured


@pytest.mark.parametrize("game", sq.GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_standings_end_as_the_result_columns_say(game, seats):
    lineup = (["baseline", "random"] * 2)[:seats]
    run = sq.simulate(game, lineup, rounds=60, columns="all", seed=4, progress=False)
    module = importlib.import_module(f"squirrelstats.games.{game}.standing")
    space = run.plan.workspace()
    for deal, rows in run.seats.groupby("deal"):
        events, _ = space.record(run.plan.seating[0], deal)
        course = module.standings(events, seats, run.plan.rules)
        if game == "squirrels":
            assert course[-1].tolist() == rows.cards_left.tolist()
        elif game == "squirrel_away":
            assert course[-1].tolist() == (4 * rows.sets + rows.acorns_left).tolist()
        else:
            changes = measured(course, np.array([0]), np.ones(seats, bool))[0]
            assert changes == run.rounds.lead_changes[deal]


def test_a_course_by_hand():
    """Two seats; the loser leads at the second and third of four turns, by 3 of at most 5."""
    course = np.array([[0, 0], [3, 0], [3, 0], [3, 8], [3, 8]])
    changes, behind, drama, comeback, decisive = measured(
        course, np.array([0, 1, 2, 3]), np.array([False, True])
    )
    assert (changes, behind, comeback, decisive) == (1, 0.5, 1, 0.25)
    assert drama == pytest.approx(np.sqrt(3 / 5))


def test_everybody_who_wins_is_never_behind():
    course = np.array([[0, 0], [1, 0], [1, 1]])
    assert measured(course, np.arange(3), np.ones(2, bool)) == (0.0, 0.0, 0.0, 0.0, 0.0)


def test_seats_and_lengths_by_brute_force():
    run = sq.simulate("squirrels", ["baseline"] * 3, rounds=300, seed=6, progress=False)
    found = sq.shape(run, seconds_per_turn=10, seconds_per_decision=2, replayed=0)
    table = found.tables[0]
    share = run.seats.groupby("seat").win_share.mean()
    for seat in table.seats:
        assert seat.advantage.value == pytest.approx(share[seat.seat] - 1 / 3)
        assert seat.p_holm >= seat.p
    rounds = run.rounds
    minutes = (10 * rounds.turns + 2 * rounds.decisions) / 60
    assert table.measures["minutes"].value == pytest.approx(minutes.mean())
    assert table.measures["minutes"].se == pytest.approx(minutes.std() / np.sqrt(300))
    forced = rounds.forced.sum() / (rounds.forced + rounds.decisions).sum()
    assert table.measures["forced"].value == pytest.approx(forced)
    first = run.seats[run.seats.first_out]
    assert table.measures["first_out_wins"].value == pytest.approx(first.win_share.mean())
    middle = int(np.quantile(rounds.turns, 0.5, method="inverted_cdf"))
    assert table.turn_quantiles[1] == middle
    assert "drama" not in table.measures


def test_rotation_of_one_policy_changes_no_seat():
    frames = [
        sq.shape(
            sq.simulate("squarrels", ["baseline"] * 3, rounds=80, rotate=rotate, progress=False),
            replayed=30,
        ).seat_frame()
        for rotate in ("none", "cyclic")
    ]
    assert np.allclose(frames[0].advantage, frames[1].advantage)


def test_tables_show_themselves_and_draw():
    found = sq.shape_by_seats("squirrel_away", rounds=60, seats=[2, 3], replayed=20, progress=False)
    assert "assumed: ten of the twelve" in repr(found)
    assert "minutes assume 8 s a turn and 3 s a decision" in found._repr_html_()
    assert set(found.frame().table) == {"2 seats", "3 seats"}
    assert len(found.seat_frame()) == 5
    ax = sq.plot.seat_advantage(found)
    assert "n = 60 deals a table" in " ".join(text.get_text() for text in ax.texts)
    figure = sq.plot.shape_of_play(found)
    assert len(figure.axes) == 3
    plt.close("all")
    one = sq.shape(sq.simulate("squarrels", ["baseline", "random"], rounds=40), replayed=5)
    assert "seats hold different players" in repr(one)


def test_errors_name_the_way_out():
    run = sq.simulate("squarrels", ["baseline"] * 2, rounds=20, progress=False)
    matches = sq.simulate("squarrels", ["baseline"] * 2, matches=2, progress=False)
    other = sq.simulate("squirrels", ["baseline"] * 2, rounds=2, progress=False)
    for wrong, words in (
        (3, "of a run or several"),
        ([], "of a run or several"),
        ([3], "from sq.simulate"),
        (matches, "simulate with rounds"),
        ([run, other], "the same game"),
    ):
        with pytest.raises(sq.UsageError, match=words):
            sq.shape(wrong)
    with pytest.raises(sq.UsageError, match="seconds_per_turn"):
        sq.shape(run, seconds_per_turn=-1)
    with pytest.raises(sq.UsageError, match="draws the shape"):
        sq.plot.seat_advantage(run)
