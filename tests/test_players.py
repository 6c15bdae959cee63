"""Players: a policy with traits, in line-ups, rotations, datasets and positions."""

import json
import math
import pickle

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.games.squarrels import layout
from squirrelstats.policies._workspace import Workspace
from squirrelstats.policies.policy import make_policy
from squirrelstats.simulate.position import Position

GAME = sq.get_game("squarrels")
HAND_REFLEX = {"slap_speed": 2.0, "vigilance": 0.9}


def racer(legal):
    """Races whenever it can."""
    return sq.first_legal(legal)


RACER = make_policy("squarrels", racer)
QUICK = sq.player(RACER, slap_speed=2)


def play(lineup, rounds=200, **options):
    return sq.simulate("squarrels", lineup, rounds=rounds, **{"seed": 5, **options})


# --- what traits do -------------------------------------------------------------------------------


def won_races(rows):
    """Races won, and all that were run, of some rows of the table ``seats``."""
    won = int(rows.hoards_won.sum())
    return won, won + int(rows.hoards_lost.sum())


@pytest.fixture(scope="module")
def races():
    return play([QUICK, RACER, RACER, RACER], rounds=4000, rotate="cyclic", columns="all")


def test_twice_as_fast_wins_two_shares_of_four(races):
    """Among three racers the quick one wins 2 / (2 + 1 + 1); false alarms: 1e-5 each (z = 4.42).

    Playings of a deal share the streams of their races, so only the first playing is used.
    """
    rows = races.seats[races.seats.playing == 0]
    for player, chance in ((0, 2 / 4), (1, None)):
        won, run = won_races(rows[rows.player == player])
        if chance is not None:
            assert run > 5000
            assert abs(won - run * chance) < 4.42 * math.sqrt(run * chance * (1 - chance))
        else:  # against the quick one 1/4, without it 1/3
            assert 0.25 < won / run < 1 / 3


def test_traits_travel_with_the_player(races):
    """The quick player wins half of its races from every seat; false alarms: 1e-5 each."""
    rows = races.seats[races.seats.player == 0]
    for seat in range(4):
        won, run = won_races(rows[rows.seat == seat])
        assert run > 5000
        assert abs(won - run / 2) < 4.42 * math.sqrt(run / 4)


def test_traits_of_players_moved_are_those_of_seats_set():
    """Seating [2, 0, 1] of players a, b, c is the line-up c, a, b."""
    traits = [{"slap_speed": 5.0}, {}, {"vigilance": 0.3, "false_slap_rate": 0.5}]
    rules = GAME.rules(false_slap_penalty="random_card")
    policies = [sq.policies.get(GAME, name) for name in ("baseline", "random", "choosy")]
    order = [2, 0, 1]
    seating = np.zeros((1, 8), "u8")
    seating[0, :3] = order
    moved = Workspace(GAME, rules, policies, 3, traits).play(seating, 0, 200)
    seating[0, :3] = range(3)
    set_so = Workspace(
        GAME, rules, [policies[i] for i in order], 3, [traits[i] for i in order]
    ).play(seating, 0, 200)
    for one, other in zip(moved, set_so, strict=True):
        assert (one == other).all()


# --- labels ---------------------------------------------------------------------------------------


def test_labels_tell_players_apart():
    slow = sq.player("baseline", slap_speed=0.5)
    lineup = ["baseline", slow, sq.player("baseline", slap_speed=0.5), sq.player("baseline")]
    run = play([*lineup, sq.player("baseline", vigilance=0.5, slap_speed=2)])
    both = "baseline [slap_speed=2, vigilance=0.5]"  # in the order of the game
    assert run.plan.labels == (
        *("baseline", "baseline [slap_speed=0.5]", "baseline [slap_speed=0.5]", "baseline"),
        both,
    )
    assert run.summary().policy.tolist() == ["baseline", "baseline [slap_speed=0.5]", both]
    assert set(run.seats.policy) == set(run.plan.labels)
    assert "baseline [slap_speed=0.5]" in repr(run)


def test_usual_traits_say_nothing():
    same = play([sq.player("baseline", slap_speed=1, false_slap_rate=0), "baseline"])
    assert same.plan.labels == ("baseline", "baseline")
    assert same.plan.digest == play(["baseline", "baseline"]).plan.digest


def test_labels_that_look_alike_are_numbered():
    def other(legal):
        return sq.last_legal(legal)

    namesake = make_policy("squarrels", other, name="racer")
    near = [sq.player(RACER, slap_speed=2 + x) for x in (0, 1e-9)]
    labels = play([RACER, namesake, *near, sq.player(namesake, slap_speed=2)], rounds=2).plan.labels
    assert labels == (
        "racer",
        "racer #2",
        "racer [slap_speed=2]",
        "racer [slap_speed=2.000000001]",
        "racer #2 [slap_speed=2]",
    )


# --- identity and data ----------------------------------------------------------------------------


def test_identity_covers_traits(tmp_path):
    quick = ["baseline", sq.player("random", **HAND_REFLEX)]
    run = play(quick, rounds=20, out=tmp_path)
    assert run.plan.traits == ({}, HAND_REFLEX)
    about = json.loads((tmp_path / "plan.json").read_text())
    assert about["plan"]["traits"] == [{}, HAND_REFLEX]
    reordered = dict(reversed(HAND_REFLEX.items()))
    assert play(["baseline", sq.player("random", **reordered)], 30, out=tmp_path).deals == 30
    with pytest.raises(
        sq.DatasetError,
        match=r"traits of player 1: slap_speed=2, vigilance=0.9 there, the usual here",
    ):
        play(["baseline", "random"], rounds=20, out=tmp_path)
    with pytest.raises(sq.DatasetError, match=r"player 0: the usual there, slap_speed=3 here;"):
        play([sq.player("baseline", slap_speed=3), "random"], rounds=20, out=tmp_path)


def test_traits_are_loaded_and_replayed(tmp_path):
    lineup = [sq.player("baseline", slap_speed=9), sq.player(RACER, vigilance=0.2), "random"]
    made = play(lineup, rounds=40, rotate="cyclic", out=tmp_path)
    run = sq.load(tmp_path, {"racer": RACER})
    assert run.plan.digest == made.plan.digest
    assert run.plan.traits == made.plan.traits == ({"slap_speed": 9}, {"vigilance": 0.2}, {})
    assert run.plan.labels == made.plan.labels
    assert run.groups() == made.groups()
    space = run.plan.workspace()
    for deal in (0, 39):
        events, fault = space.record(run.plan.seating[1], deal)
        assert fault is None
        scores = events[events[:, 0] == layout.SCORED, 3].tolist()
        rows = made.seats[(made.seats.deal == deal) & (made.seats.playing == 1)]
        assert scores == rows.score.tolist()
    absent = sq.load(tmp_path)
    assert absent.plan.labels[1] == "racer [vigilance=0.2]"
    with pytest.raises(sq.DatasetError, match=r"policy 'racer' .*policies=\{'racer': policy\}"):
        absent.replay(0)


def test_a_player_shows_itself_and_can_be_pickled():
    player = sq.player("baseline", slap_speed=2)
    assert repr(player) == "<Player baseline [slap_speed=2]>"
    again = pickle.loads(pickle.dumps(player))
    assert (again.policy, again.traits) == (player.policy, player.traits)
    assert sq.player(sq.policies.get("squarrels", "choosy", give_up=1)).label == "choosy(give_up=1)"


# --- positions ------------------------------------------------------------------------------------


def race_odds(*lineup, **options):
    """Weights of the race for a Hoard pile that all but seat 0 run."""
    position = Position(
        "squarrels", lineup, hands=[[0], [1], [2]], deck=[layout.HOARD], hoard=[3, 3], **options
    )
    while True:
        where = position.advance(stop_at_chance=True)
        if where == "decision":
            position.apply(position.ask())
        elif where == "chance" and position.chance()[0] == layout.CHANCES[layout.CHANCE_RACE]:
            return position.chance()[1]


def test_positions_take_the_traits_of_players():
    odds = race_odds(RACER, QUICK, RACER)
    assert odds[1] == pytest.approx(2 * odds[2])
    assert race_odds(RACER, RACER, RACER, traits=[{}, {"slap_speed": 2}]) == odds
    for lineup in ([RACER, QUICK], [RACER, sq.player("random")]):
        with pytest.raises(sq.UsageError, match="traits are given twice"):
            Position("squarrels", lineup, traits=[{"slap_speed": 2}])


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "words"),
    [
        ({"slap_sped": 2}, ["trait of a player of squarrels 'slap_sped'", "mean 'slap_speed'"]),
        ({"slap_speed": 0}, ["slap_speed must be a number from 0.01 to 100", "got 0"]),
        ({"vigilance": 1.5}, ["vigilance", "from 0 to 1", "got 1.5"]),
        ({"slap_speed": "2"}, ["slap_speed", "got '2'"]),
        ({"slap_speed": True}, ["slap_speed", "got True"]),
        ({"slap_speed": math.nan}, ["slap_speed", "got nan"]),
    ],
)
def test_wrong_traits(traits, words):
    def said(make):
        with pytest.raises(sq.UsageError) as caught:
            make()
        return str(caught.value)

    at_once = said(lambda: sq.player(RACER, **traits))
    later = said(lambda: play([sq.player("baseline", **traits), "random"], rounds=2))
    for text in (at_once, later):
        for word in words:
            assert word in text


@pytest.mark.parametrize("policy", [5, None, QUICK, ["baseline"]])
def test_wrong_players(policy):
    with pytest.raises(sq.UsageError, match="a player plays a policy, or one given by its name"):
        sq.player(policy)


def test_wrong_members():
    with pytest.raises(sq.UsageError, match="did you mean 'baseline'"):
        play([sq.player("baselin"), "random"])
    with pytest.raises(sq.UsageError, match=r"players \(sq.player\), got 5"):
        play(["baseline", 5])
    with pytest.raises(sq.UsageError, match=r'here it is sq.player\("baseline", slap_speed=2\)'):
        play(["baseline:slap_speed=2", "random"])
    with pytest.raises(sq.UsageError, match=r"sq.player\(sq.policies.get\(…, parameters\), traits"):
        play(["choosy:slap_speed=2:give_up=1", "random"])


def test_traits_that_look_alike():
    close = sq.player("baseline", slap_speed=1.0000001)
    plan = sq.make_plan("squarrels", [close, "baseline"])
    assert plan.labels == ("baseline [slap_speed=1.0000001]", "baseline")
    asleep = [sq.player("baseline", vigilance=zero) for zero in (0, 0.0, -0.0)]
    plan = sq.make_plan("squarrels", asleep)
    assert plan.labels == ("baseline [vigilance=0]",) * 3
    assert "10000000000000" in repr(sq.player("baseline", slap_speed=10**400))


@pytest.mark.parametrize("traits", [None, {"slap_speed": 2}, [{}] * 3, [{}, 2]])
def test_a_position_wants_traits_for_each_seat(traits):
    with pytest.raises(sq.UsageError, match="one for each of the 2 seats"):
        Position("squarrels", 2, traits=traits)
