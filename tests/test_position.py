"""`Position`: one round steered move by move, its answers and its refusals."""

import re

import numpy as np
import pytest

from squirrelstats.errors import PolicyError, UsageError
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.helpers import first_legal
from squirrelstats.policies.policy import make_policy
from squirrelstats.policies.registry import get
from squirrelstats.simulate.position import Position
from tests import positions
from tests.naive import streams
from tests.naive.streams import Stream
from tests.rules.squarrels_examples import cards

GAME = get_game("squarrels")


def small(**rest):
    """Seat 0 draws a One and may store, or draw the Winter."""
    return Position("squarrels", 2, hands=[cards("114"), cards("4")], deck=cards("1X"), **rest)


def play_out(position, stop_at_chance=False):
    """Every decision by the line-up, to the end."""
    while (where := position.advance(stop_at_chance)) != "end":
        if where == "decision":
            position.apply(position.ask())


# --- the round --------------------------------------------------------------------------------


@pytest.mark.parametrize("stop_at_chance", [False, True])
@pytest.mark.parametrize("seats", range(2, 7))
def test_it_plays_the_rounds_of_a_run(seats, stop_at_chance):
    lineup = ["random", "baseline", "random", "random", "baseline", "random"][:seats]
    rules = Rules(draw_rule="optional", after_ambush="resume_draw")
    workspace = Workspace(GAME, rules, [get(GAME, name) for name in lineup], 31)
    for deal in range(25):
        position = Position(GAME, lineup, rules=rules, seed=31, deal=deal)
        play_out(position, stop_at_chance)
        events, fault = workspace.record(identity_seating()[0], deal)
        assert fault is None
        assert position.events == [tuple(event) for event in events.tolist()]
        assert position.scores == workspace.state.score[0, :seats].tolist()


def test_what_it_says_at_a_decision():
    position = small()
    assert position.legal == 0
    assert position.phase == 0
    assert position.advance() == "decision"
    assert (position.actor, position.drawer, position.phase) == (0, 0, sq.PHASE_DRAW)
    assert position.legal == 1 << sq.DRAW | 1 << sq.STORE_ONE
    assert position.legal_actions == [sq.DRAW, sq.STORE_ONE]
    view = position.view
    assert view.hand.tolist() == [3, 0, 0, 1, 0, 0, 0, 4]
    assert view.unseen.tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert position.advance() == "decision", "nothing happens before the decision is made"
    assert position.events == [(sq.TURN, 0, -1, 1), (sq.DRAWN, 0, sq.ONE, 1)]

    position.apply(sq.STORE_ONE)
    assert position.legal == 0
    assert view.hand.tolist() == [3, 0, 0, 1, 0, 0, 0, 4], "a view does not change"
    assert position.advance() == "end"
    assert position.scores == [1, 0]
    assert position.legal_actions == []
    assert position.advance() == "end"
    assert position.events[-4:] == [
        (sq.DRAWN, 1, sq.WINTER, 0),
        (sq.WINTER_CAME, 1, sq.WINTER, 0),
        (sq.SCORED, 0, -1, 1),
        (sq.SCORED, 1, -1, 0),
    ]


def test_asked_decisions_are_logged_and_counted():
    position = small()
    position.advance()
    position.apply(np.int64(sq.DRAW))
    assert position.events[-1] == (sq.ASKED, 0, sq.DRAW, 1)
    assert int(position._state.decisions[0]) == 1


def test_its_representation():
    position = small()
    assert repr(position) == "<Position of squarrels, 2 seats: between two steps>"
    assert position.advance(stop_at_chance=True) == "chance"
    assert repr(position) == "<Position of squarrels, 2 seats: before a chance event>"
    position.advance()
    assert repr(position) == "<Position of squarrels, 2 seats: seat 0 decides (draw on, or stop)>"
    position.apply(sq.DRAW)
    position.advance()
    assert repr(position) == "<Position of squarrels, 2 seats: over>"


# --- constructed positions ------------------------------------------------------------------------


def test_a_constructed_table():
    position = Position(
        "squarrels",
        3,
        hands=[cards("12"), cards("2L"), []],
        deck=cards("3QX"),
        hoard=cards("45G"),
        stored=[cards("11"), {sq.FIVE: 2, sq.TWO: 1}, []],
        drawer=1,
    )
    assert positions.hands(position) == [cards("12"), cards("2L"), []]
    assert positions.deck(position) == cards("3QX")
    assert positions.hoard(position) == cards("45G")
    assert positions.stored(position) == [{sq.ONE: 2}, {sq.FIVE: 2, sq.TWO: 1}, {}]
    assert position._state.points[0, :3].tolist() == [2, 12, 0]
    assert position._state.opening[0, :3].tolist() == position._state.hand[0, :3].tolist()
    assert position.drawer == 1
    assert position.advance(stop_at_chance=True) == "chance"
    assert position.events == [(sq.TURN, 1, -1, 1)]
    assert position.advance() == "decision"
    view = position.view
    assert (view.seat, view.turn, view.deck_left) == (0, 1, 1)
    assert view.points.tolist() == [2, 12, 0, 0, 0, 0, 0, 0]
    assert view.stored[1].tolist() == [0, 1, 0, 0, 2, 0, 0, 3]
    assert view.known[0].tolist() == [1, 1, 0, 0, 0, 0, 0, 2]
    assert not view.known[1:].any()
    assert view.unseen.sum() == view.deck_left + view.hand_sizes[1:].sum()


def test_a_constructed_table_needs_no_deck():
    position = Position("squarrels", 2, hands=[cards("G"), cards("L")])
    assert position.advance() == "end"
    assert position.scores == [5, -5]
    assert position.events == [(sq.SCORED, 0, -1, 5), (sq.SCORED, 1, -1, -5)]


def test_a_constructed_table_has_chance_of_its_own_key():
    def taken(seed, deal):
        position = Position(
            "squarrels", 2, hands=[[], cards("1122334")], deck=cards("A"), seed=seed, deal=deal
        )
        position.advance()
        return next(card for code, _, card, _ in position.events if code == sq.AMBUSHED)

    for seed, deal in [(0, 0), (0, 1), (5, 2**40)]:
        lost = Stream(seed, deal, streams.AMBUSH, 1).below(7)
        assert taken(seed, deal) == sorted(cards("1122334"))[lost]
    assert len({taken(0, deal) for deal in range(30)}) == 4


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ({"hands": [[0]]}, "hands must be given for 2 seats, got 1"),
        ({"hands": [[0], [7]]}, "hand of seat 1: kinds there are 0 to 6, got 7"),
        ({"hands": [[0], [-1]]}, "kinds there are 0 to 6, got -1"),
        ({"hands": [[0], ["1"]]}, "a card is given by its kind, a number; got '1'"),
        ({"hands": [[0], [True]]}, "a number; got True"),
        ({"hands": [[0], []], "deck": [12]}, "deck: kinds there are 0 to 11, got 12"),
        ({"hands": [[0], []], "hoard": [11]}, "Hoard pile: kinds there are 0 to 6, got 11"),
        (
            {"hands": [[0], []], "stored": [[5], []]},
            "sets of seat 0: kinds there are 0 to 4, got 5",
        ),
        ({"hands": [[0], []], "stored": [[]]}, "stored sets must be given for 2 seats, got 1"),
        ({"hands": [[0], []], "drawer": 2}, "drawer must be a seat from 0 to 1, got 2"),
        ({"hands": [[5], [5]]}, r"2 cards of kind 5 \(gold\), the deck only 1"),
        ({"hands": [[4], []], "stored": [[4, 4, 4], []]}, r"10 cards of kind 4 \(five\)"),
        ({"deck": [1]}, "deck, hoard, stored and drawer belong to a position with hands"),
        ({"drawer": 1}, "belong to a position with hands"),
    ],
)
def test_impossible_tables_are_refused(rest, message):
    with pytest.raises(UsageError, match=message):
        Position("squarrels", 2, **rest)


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ({"hands": [[0], [99]]}, "hand of seat 1: kinds are 0 to 13, got 99"),
        ({"stacks": [[[0, 1]], []]}, "stack 0 of seat 0 has 2 cards: a stack is full"),
        ({"pile": [0, 9]}, r"values never rise from bottom to top, got \[1, 10\]"),
        ({"pile": [10]}, r"a Wild as \(WILD, its value\); got 10"),
        ({"undealt": [9] * 13}, r"13 cards of kind 9 \(ten\), the deck only 12"),
        ({"skipped": [2, 0]}, "seat 0 has 2 Skips in front; more than one needs the rule"),
        ({"skipped": [0, -1]}, "Skips in front of seat 1 must be a number from 0, got -1"),
        ({"skipped": ["1", 0]}, "must be a number from 0, got '1'"),
        ({"safe": 2}, "safe must be a seat from -1 to 1, got 2"),
        ({"safe": 0}, "seat 0 is safe, so it has no card left"),
        ({"hands": [[], [0]], "stacks": [[[0]], []], "safe": 0}, "seat 0 is safe"),
        ({"final_turns": 2}, "final_turns must be from 0 to 1, got 2"),
        ({"final_turns": "1"}, "final_turns must be from 0 to 1, got '1'"),
        ({"drawer": 0}, "unknown part of a table of squirrels 'drawer'"),
    ],
)
def test_impossible_tables_of_squirrels_are_refused(rest, message):
    with pytest.raises(UsageError, match=message):
        Position("squirrels", 2, **{"hands": [[0], [1]], **rest})


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ({"hands": [[0]]}, "hands must be given for 2 seats, got 1"),
        ({"hands": [[12], []]}, "hand of seat 0: faces are 0 to 11, got 12"),
        ({"hands": [[True], []]}, "a card is given by its face"),
        ({"hands": [[0, 1, 2, 3, 4, 5], []]}, "seat 0 holds 6 cards, the rules deal 5"),
        ({"unused": [0, 0, 0]}, "the position has 4 cards of face 0, the deck only 3"),
        ({"loot": [25, 25, 25]}, "loot: acorns are given for 4 colours"),
        ({"loot": [0, 26, 0, 0]}, "the position has 26 acorns of Blue, the rules only 25"),
        ({"fronts": [[25, 0, 0, 0], [0] * 4], "sets": [0, 1]}, "26 acorns of Red, the rules only"),
        ({"fronts": [[-1, 0, 0, 0], [0] * 4]}, "front of seat 0 must be a number from 0 to 127"),
        ({"sets": [1]}, "sets must be given for 2 seats, got 1"),
        ({"tokens": [3, 128]}, "tokens of seat 1 must be a number from 0 to 127, got 128"),
        ({"starter": 2}, "starter must be a seat from 0 to 1, got 2"),
        ({"pile": []}, "unknown part of a table of squirrel_away 'pile'"),
    ],
)
def test_impossible_tables_of_squirrel_away_are_refused(rest, message):
    with pytest.raises(UsageError, match=message):
        Position("squirrel_away", 2, **{"hands": [[0], [1]], **rest})


def test_a_table_of_squirrel_away_has_the_rest_of_the_acorns_in_the_loot():
    position = Position(
        "squirrel_away", 2, hands=[[0, 1], [2]], fronts=[[1, 0, 0, 0], [0, 2, 0, 0]], sets=[0, 3]
    )
    assert position.advance() == "decision"
    view = position.view
    assert view.loot.tolist() == [21, 20, 22, 22, 0, 0, 0, 85]
    assert view.sets.tolist()[:2] == [0, 3]
    assert view.tokens.tolist()[:2] == [3, 3]
    assert view.unseen.sum() == 1


def test_a_turn_of_squirrels_belongs_to_its_actor():
    position = Position("squirrels", 3, hands=[[0, 1], [2], [3]], starter=0)
    assert position.advance() == "decision"
    assert position.drawer == position.actor == 0


@pytest.mark.parametrize(
    ("arguments", "rest", "message"),
    [
        (("squarels", 2), {}, "did you mean 'squarrels'"),
        (("squarrels", 7), {}, "2 to 6 players"),
        (("squarrels", ["baseline"]), {}, "2 to 6 players"),
        (("squarrels", ["baseline", "rendom"]), {}, "did you mean 'random'"),
        (("squarrels", 2), {"seed": -1}, "seed must be"),
        (("squarrels", 2), {"seed": {"deals": 1}}, "did you mean 'deal'"),
        (("squarrels", 2), {"deal": -1}, "deal must be an integer"),
        (("squarrels", 2), {"deal": 2**64 - 1}, "deal must be an integer"),
        (("squarrels", 2), {"deal": True}, "deal must be an integer"),
        (("squarrels", 2), {"rules": "rulebook_2008"}, "did you mean 'rulebook_2009'"),
    ],
)
def test_wrong_arguments_are_refused(arguments, rest, message):
    with pytest.raises(UsageError, match=message):
        Position(*arguments, **rest)


# --- refusals -----------------------------------------------------------------------------------


def test_an_illegal_action_is_refused():
    position = small()
    position.advance()
    with pytest.raises(
        UsageError,
        match=re.escape("action 1 (stop) is not legal for seat 0; legal: 0 (draw), 2 (store one)"),
    ):
        position.apply(sq.STOP)
    for action in (-1, 24, 29, 63, 64, 1000):
        with pytest.raises(UsageError, match=f"action {action} .*is not legal"):
            position.apply(action)
    for action in (True, 0.0, "draw", None):
        with pytest.raises(UsageError, match="an action is a number"):
            position.apply(action)
    assert position.legal_actions == [sq.DRAW, sq.STORE_ONE]
    position.apply(sq.DRAW)
    with pytest.raises(UsageError, match=r"between two steps: call advance\(\)"):
        position.apply(sq.DRAW)


def test_what_only_makes_sense_elsewhere_is_refused():
    position = small()
    for act in (position.chance, position.resample, lambda: position.force(0)):
        with pytest.raises(UsageError, match=r"stop there with advance\(stop_at_chance=True\)"):
            act()
    for look in (lambda: position.view, position.ask, lambda: position.scores):
        with pytest.raises(UsageError, match=r"the round is between two steps: call advance\(\)"):
            look()
    position.advance()
    with pytest.raises(
        UsageError, match="scores are counted at the end; the round is at 'decision'"
    ):
        position.scores  # noqa: B018
    with pytest.raises(UsageError, match="this position has no line-up"):
        position.ask()
    with pytest.raises(UsageError, match="the round is at 'decision'"):
        position.chance()
    for seat in (-1, 2, True, None):
        with pytest.raises(UsageError, match="seat must be from 0 to 1"):
            position.redeal_hidden(seat)
    for seed in (-1, 2**64, 1.5, True):
        with pytest.raises(UsageError, match="seed must be an integer"):
            position.redeal_hidden(0, seed=seed)


def test_impossible_outcomes_are_refused():
    position = small()
    position.advance(stop_at_chance=True)
    for outcome in (1, 5, 16, -1, True, None):
        with pytest.raises(
            UsageError, match=r"is not an outcome of this event \(the card drawn.*: 0, 11"
        ):
            position.force(outcome)
    whirlwind = Position("squarrels", 2, hands=[cards("1"), cards("2")], deck=cards("W"))
    whirlwind.advance(stop_at_chance=True)
    assert whirlwind.advance(stop_at_chance=True) == "chance"
    assert whirlwind.chance() == (sq.CHANCES[sq.CHANCE_WHIRLWIND], {})
    with pytest.raises(UsageError, match=r"none can be listed; resample\(\) redraws it"):
        whirlwind.force(0)


def test_a_fixed_event_must_happen_before_a_redeal():
    position = Position("squarrels", 2, hands=[[], cards("12")], deck=cards("A"))
    position.advance(stop_at_chance=True)
    position.advance(stop_at_chance=True)
    position.force(sq.TWO)
    with pytest.raises(UsageError, match="redeal first, then force it"):
        position.redeal_hidden(0)
    position.advance(stop_at_chance=True)
    position.redeal_hidden(0)
    assert positions.hands(position)[0] == []  # the Two was all there was to discard
    assert positions.hoard(position) == [sq.TWO]


def test_its_own_streams_are_the_documented_ones():
    position = Position("squarrels", 2, hands=[[], []], deck=cards("G1X112Q1"))
    position.advance(stop_at_chance=True)
    for seed in (0, 1, 2**64 - 1):

        def own(occurrence, seed=seed):
            return Stream(seed, 2**64 - 1, streams.FORCE, 0, occurrence)

        other = position.clone()
        other.force(sq.ONE, seed=seed)
        assert positions.deck(other).index(sq.GOLD) == (1, 3, 4, 7)[own(0).below(4)]
        other = position.clone()
        other.resample(seed=seed)
        assert positions.deck(other).index(sq.GOLD) == own(1).below(8)


# --- policies -----------------------------------------------------------------------------------


@pytest.mark.parametrize("native", [None, False])
def test_what_a_policy_raises_is_passed_on(native):
    def breaks(view, legal):
        return 1 // (view.seat - view.seat)

    made = make_policy("squarrels", breaks, native=native)
    position = Position("squarrels", [made, "random"])
    position.advance()
    for _ in range(2):
        with pytest.raises(PolicyError, match="'breaks' raised ZeroDivisionError"):
            position.ask()


@pytest.mark.parametrize("action", [-1, 99])
@pytest.mark.parametrize("native", [None, False])
def test_an_illegal_action_of_a_policy_is_passed_on(native, action):
    made = make_policy("squarrels", lambda legal: action, name="wrong", native=native)
    position = Position("squarrels", [made, "random"])
    position.advance()
    assert position.ask() == action
    with pytest.raises(UsageError, match=f"action {action} .*is not legal"):
        position.apply(position.ask())


def counting(legal, memory):
    memory[0] += 1
    return first_legal(legal)


def test_memory_lives_in_the_position():
    position = Position("squarrels", [make_policy("squarrels", counting)] * 3, seed=1, deal=2)
    play_out(position)
    asked = [seat for code, seat, _, _ in position.events if code == sq.ASKED]
    for seat in range(3):
        assert position._players.memory[0, seat, 0] == asked.count(seat)


# --- clones -------------------------------------------------------------------------------------


def test_a_clone_goes_its_own_way():
    position = Position("squarrels", ["random", "random", "baseline"], seed=3, deal=9)
    for _ in range(12):
        position.advance()
        position.apply(position.ask())
    other = position.clone()
    third = position.clone()
    play_out(position)
    assert other.events == third.events
    assert other.events != position.events
    play_out(other)
    assert other.events == position.events, "memory, streams and state are the same"
    assert third.advance() == "decision"
    third.apply(third.legal_actions[-1])
    play_out(third)
    assert third.events != position.events


def test_a_clone_remembers_where_it_is():
    position = small()
    position.advance(stop_at_chance=True)
    other = position.clone()
    other.force(sq.WINTER)
    assert positions.deck(position) == cards("1X")
    assert positions.deck(other) == cards("X1")
    assert other.advance() == "end"
    assert position.chance()[1] == {sq.ONE: 1, sq.WINTER: 1}


# --- redeals ------------------------------------------------------------------------------------


def test_a_redeal_forgets_the_memory_of_the_others():
    position = Position("squarrels", [make_policy("squarrels", counting)] * 3, seed=1, deal=3)
    for _ in range(20):
        position.advance()
        position.apply(position.ask())
    position.advance()
    before = position._players.memory[0, :3, 0].tolist()
    assert all(before)
    position.redeal_hidden(1)
    assert position._players.memory[0, :3, 0].tolist() == [0, before[1], 0]


def test_a_decision_of_another_seat_is_asked_anew():
    position = Position(
        "squarrels", 2, hands=[cards("111"), cards("2")], deck=cards("2345GLX"), seed=1
    )
    position.advance()
    assert position.legal_actions == [sq.DRAW, sq.STORE_ONE]
    same = position.clone()
    same.redeal_hidden(0)
    assert same.legal_actions == [sq.DRAW, sq.STORE_ONE]
    changed = False
    for seed in range(20):
        other = position.clone()
        other.redeal_hidden(1, seed=seed)
        assert other.legal == 0
        assert other.advance() in ("decision", "end")
        hand = positions.hands(other)[other.actor]
        for action in other.legal_actions:
            if action >= sq.DISCARD_ONE:
                assert action - sq.DISCARD_ONE in hand
        changed = changed or other.legal != position.legal
    assert changed
