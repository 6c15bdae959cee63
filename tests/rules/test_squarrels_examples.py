"""The worked examples of S'Quarrels through the compiled kernel, step by step."""

import numpy as np
import pytest

from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.simulate.position import Position
from tests import positions
from tests.naive.squarrels import Round, baseline, play_from
from tests.rules.squarrels_examples import EXAMPLES, cards
from tests.rules.squarrels_matches import SETUPS


def appear_in_order(wanted, events):
    """Whether all wanted events are found, in this order."""
    rest = iter(events)
    return all(event in rest for event in wanted)


def start(example):
    traits = {"traits": example.traits} if example.traits else {}
    return Position(
        "squarrels",
        example.seats,
        rules=Rules(**example.options),
        hands=example.hands,
        deck=example.deck,
        hoard=example.hoard,
        stored=example.stored,
        **traits,
    )


def check_view(position, wanted, number):
    """Some fields of the view of whoever decides."""
    seen = np.frombuffer(position.view._content, sq.VIEW)[0]
    for name, value in wanted.items():
        rows = value if isinstance(value, dict) else None
        got = {row: seen[name][row].tolist() for row in rows} if rows else seen[name].tolist()
        assert got == value, f"{name} at decision {number}"


def follow(position, script, legal, views):
    """Play the script; legal masks and parts of views must be as given."""
    for number, (seat, action) in enumerate(script, start=1):
        assert position.advance() == "decision", f"decision {number} was never asked"
        assert position.actor == seat, f"decision {number}"
        assert position.legal == legal.get(number, position.legal), f"decision {number}"
        check_view(position, views.get(number, {}), number)
        position.apply(action)
    assert position.advance() == "end", f"seat {position.actor} is asked, {position.legal_actions}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name.replace(" ", "_"))
def test_example(example):
    position = start(example)
    follow(position, example.script, example.legal, example.views)
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
    follow(position, example.script, {}, {})
    steps = iter(example.script)
    record = play_from(
        example.hands,
        example.deck,
        lambda seat, view, legal: next(steps)[1],
        hoard=example.hoard,
        stored=example.stored,
        options=example.options,
        traits=example.traits,
    )
    assert position.events == record.events
    assert position.scores == record.scores


@pytest.mark.parametrize("case", SETUPS, ids=lambda case: case.name.replace(" ", "_"))
def test_setup(case):
    rules = Rules(**case.options)
    position = Position("squarrels", case.seats, rules=rules, seed=0, deal=case.deal)
    events = position.events
    assert [kind for code, _, kind, _ in events if code == sq.SETUP_TURNED] == cards(case.turned)
    assert len(positions.deck(position)) == case.left

    naive = Round(case.seats, baseline, seed=0, deal=case.deal, options=rules)
    naive.deal()
    assert events == naive.record.events
    assert positions.deck(position) == naive.deck
    assert positions.hands(position) == [sorted(hand) for hand in naive.hands]
