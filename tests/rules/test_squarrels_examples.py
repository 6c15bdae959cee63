"""The worked examples of S'Quarrels through the compiled kernel, step by step."""

import pytest

from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.simulate.position import Position
from tests import positions
from tests.naive.squarrels import play_from
from tests.rules.squarrels_examples import EXAMPLES


def appear_in_order(wanted, events):
    """Whether all wanted events are found, in this order."""
    rest = iter(events)
    return all(event in rest for event in wanted)


def start(example):
    return Position(
        "squarrels",
        example.seats,
        rules=Rules(**example.options),
        hands=example.hands,
        deck=example.deck,
        hoard=example.hoard,
        stored=example.stored,
    )


def follow(position, script, legal):
    """Play the script; where a legal mask is given, it must be that one."""
    for number, (seat, action) in enumerate(script, start=1):
        assert position.advance() == "decision", f"decision {number} was never asked"
        assert position.actor == seat, f"decision {number}"
        assert position.legal == legal.get(number, position.legal), f"decision {number}"
        position.apply(action)
    assert position.advance() == "end", f"seat {position.actor} is asked, {position.legal_actions}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name.replace(" ", "_"))
def test_example(example):
    position = start(example)
    follow(position, example.script, example.legal)
    hands = positions.hands(position)
    codes = {code for code, *_ in position.events}
    assert appear_in_order(example.events, position.events), position.events
    assert not codes & set(example.absent)
    for wanted, got in [
        (example.forced, int(position._state.forced[0])),
        (example.end_hands, hands),
        (example.end_sizes, [len(hand) for hand in hands]),
        (example.end_stored, positions.stored(position)),
        (example.end_hoard, positions.hoard(position)),
        (example.next_drawer, position.drawer),
        (example.scores, position.scores),
    ]:
        assert wanted is None or wanted == got


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name.replace(" ", "_"))
def test_example_is_the_same_in_the_naive_engine(example):
    """Every event, beyond what the example asks for."""
    position = start(example)
    follow(position, example.script, {})
    steps = iter(example.script)
    record = play_from(
        example.hands,
        example.deck,
        lambda seat, view, legal: next(steps)[1],
        hoard=example.hoard,
        stored=example.stored,
        options=example.options,
    )
    assert position.events == record.events
    assert position.scores == record.scores
