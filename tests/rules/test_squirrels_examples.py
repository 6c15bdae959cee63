"""The worked examples of Squirrels through both engines, step by step."""

import numpy as np
import pytest

from squirrelstats.games.squirrels import layout as sq
from squirrelstats.games.squirrels.rules import Rules
from squirrelstats.simulate.position import Position
from tests import positions_squirrels as positions
from tests.naive.squirrels import counts, pack_view, play_from
from tests.rules.squirrels_examples import EXAMPLES


def named(example):
    return example.name.replace(" ", "_")


def appear_in_order(wanted, events):
    """Whether all wanted events are found, in this order."""
    rest = iter(events)
    return all(event in rest for event in wanted)


def check_record(example, events, forced, scores, truncated):
    assert appear_in_order(example.events, events), events
    assert not {code for code, *_ in events} & set(example.absent)
    assert example.forced in (None, forced)
    assert example.scores in (None, scores)
    assert example.truncated == truncated


def check_asked(example, number, seat, view, legal):
    assert example.script[number - 1][0] == seat, f"decision {number}"
    assert example.legal.get(number, legal) == legal, f"decision {number}"
    for name, value in example.views.get(number, {}).items():
        assert view[name] == value, f"{name} at decision {number}"


def start(example):
    rules = Rules(**example.options)
    return Position("squirrels", example.seats, rules=rules, **example.table)


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_example(example):
    position = start(example)
    for number, (_, action) in enumerate(example.script, start=1):
        assert position.advance() == "decision", f"decision {number} was never asked"
        view = np.frombuffer(position.view._content, sq.VIEW)[0]
        check_asked(example, number, position.actor, view, position.legal)
        position.apply(action)
    assert position.advance() == "end", f"seat {position.actor} is asked, {position.legal_actions}"
    record = position._state[0]
    check_record(example, position.events, record.forced, position.scores, bool(record.truncated))
    assert example.end_hands in (None, positions.hands(position))
    assert example.end_pile in (None, positions.pile(position))
    assert example.end_run in (None, positions.run(position))


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_example_in_the_naive_engine(example):
    """By itself, and every view and event as the kernel has it."""
    position = start(example)
    asked = []

    def choose(seat, view, legal):
        number = len(asked) + 1
        check_asked(example, number, seat, view, legal)
        assert position.advance() == "decision"
        assert (position.actor, position.legal) == (seat, legal)
        assert position.view._content == pack_view(view)
        action = example.script[number - 1][1]
        asked.append(action)
        position.apply(action)
        return action

    game = play_from(choose=choose, options=example.options, **example.table)
    record = game.record
    assert len(asked) == len(example.script)
    assert position.advance() == "end"
    assert position.events == record.events
    assert position.scores == record.scores
    check_record(example, record.events, record.forced, record.scores, bool(record.truncated))
    if example.end_hands is not None:
        assert game.hands == [counts(hand) for hand in example.end_hands]
    assert example.end_pile is None or game.pile == counts(example.end_pile)
    assert example.end_run in (None, (game.top, game.run))


def test_examples_have_names_of_their_own():
    names = [example.name for example in EXAMPLES]
    assert len(set(names)) == len(names)
