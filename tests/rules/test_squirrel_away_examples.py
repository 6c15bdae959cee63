"""The worked examples of Squirrel Away through both engines, step by step."""

import numpy as np
import pytest

from squirrelstats.games.squirrel_away import layout as sq
from squirrelstats.games.squirrel_away.rules import Rules
from squirrelstats.simulate.position import Position
from tests import positions_squirrel_away as positions
from tests.naive.squirrel_away import pack_view, play_from
from tests.rules.squirrel_away_examples import EXAMPLES


def named(example):
    return example.name.replace(" ", "_")


def appear_in_order(wanted, events):
    """Whether all wanted events are found, in this order."""
    rest = iter(events)
    return all(event in rest for event in wanted)


def check_end(example, events, forced, turns, **end):
    assert appear_in_order(example.events, events), events
    assert not {code for code, *_ in events} & set(example.absent)
    assert example.forced in (None, forced)
    assert example.turns in (None, turns)
    for name, found in end.items():
        assert getattr(example, name) in (None, found), name


def check_asked(example, number, seat, view, legal):
    assert example.script[number - 1][0] == seat, f"decision {number}"
    assert example.legal.get(number, legal) == legal, f"decision {number}"
    for name, value in example.views.get(number, {}).items():
        assert np.array_equal(view[name], value), f"{name} at decision {number}"


def start(example):
    return Position(
        "squirrel_away",
        example.seats,
        rules=Rules(**example.options),
        traits=example.traits,
        **example.table,
    )


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
    check_end(
        example,
        position.events,
        record.forced,
        record.turns,
        fronts=positions.fronts(position),
        loot=sum(positions.loot(position)),
        tokens=positions.tokens(position),
        scores=position.scores,
        shares840=record.share840[: example.seats].tolist(),
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_example_in_the_naive_engine(example):
    """By itself, and every view and event as the kernel has it."""
    position = start(example)
    asked = []

    def choose(seat, view, legal):
        number = len(asked) + 1
        assert number <= len(example.script), f"seat {seat} is asked, {legal:b}"
        check_asked(example, number, seat, view, legal)
        assert position.advance() == "decision"
        assert (position.actor, position.legal) == (seat, legal)
        seen = pack_view(view)
        impressions = slice(*[sq.VIEW.fields[name][1] for name in ("fist_impression", "hand")])
        assert without(position.view._content, impressions) == without(seen, impressions)
        action = example.script[number - 1][1]
        asked.append(action)
        position.apply(action)
        return action

    traits = [*example.traits, *[{}] * (example.seats - len(example.traits))]
    game = play_from(choose=choose, options=example.options, traits=traits, **example.table)
    record = game.record
    assert len(asked) == len(example.script)
    assert position.advance() == "end"
    drawn = [event for event in position.events if event[0] != sq.PERCEIVED]
    assert drawn == record.events
    assert position.scores == record.scores
    check_end(
        example,
        record.events,
        record.forced,
        record.turns,
        fronts=record.fronts,
        loot=record.loot_left,
        tokens=record.tokens_left,
        scores=record.scores,
        shares840=record.shares840,
    )


def without(content, part):
    """The bytes of a view with a part of them cut out."""
    return content[: part.start] + content[part.stop :]


def test_examples_have_names_of_their_own():
    names = [example.name for example in EXAMPLES]
    assert len(set(names)) == len(names)
