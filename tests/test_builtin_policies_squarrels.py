"""The built-in policies of S'Quarrels do what ``docs/squarrels.md`` says of them."""

import dataclasses
import inspect
import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest

from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.policies import registry
from squirrelstats.policies._workspace import Workspace
from tests.rules.squarrels_examples import actions, cards

GAME = get_game("squarrels")
BUILTIN = ("baseline", "random", "choosy")


def counts(letters):
    """A packed count as a view shows it: kinds 0-6 and the total."""
    held = [cards(letters).count(kind) for kind in range(sq.HAND_KINDS)]
    return [*held, sum(held)]


def mask(text):
    """Legal actions from words."""
    return sum(1 << action for action in actions(text))


def asked(name, phase, hand, legal, *, rivals=(7,), sitting_out=(), unseen="", subround=0):
    """What the plain function answers to a hand-made view, as a word.

    ``rivals`` and ``sitting_out`` are the hand sizes of those in the Quarrel and of the others.
    """
    policy = registry.get(GAME, name)
    sizes = [len(cards(hand)), *rivals, *sitting_out]
    view = SimpleNamespace(
        phase=phase,
        seats=len(sizes),
        hand=counts(hand),
        hand_sizes=sizes,
        contesting=[1] * (1 + len(rivals)) + [0] * len(sitting_out),
        unseen=counts(unseen),
        subround=subround,
    )
    offered = {
        "view": view,
        "legal": mask(legal),
        "params": SimpleNamespace(**policy.values),
    }
    return policy(*[offered[argument] for argument in policy.arguments])


# --- what they do ---------------------------------------------------------------------------------

BASELINE = [
    # phase, hand, legal, expected
    (sq.PHASE_DRAW, "11123", "draw store1", "draw"),
    (sq.PHASE_DRAW, "125", "draw stop", "draw"),
    (sq.PHASE_STORE, "111555", "store1 store5 done", "store1"),
    (sq.PHASE_STORE, "1555", "store5 done", "store5"),
    (sq.PHASE_DISCARD, "GL", "discardG discardL", "discardL"),
    (sq.PHASE_DISCARD, "G12", "discard1 discard2 discardG", "discard1"),
    (sq.PHASE_DISCARD, "1145", "discard1 discard4 discard5", "discard4"),
    (sq.PHASE_DISCARD, "L1155", "discard1 discard5", "discard1"),
    (sq.PHASE_DISCARD, "112223", "discard1 discard2 discard3", "discard3"),
    (sq.PHASE_QUARREL, "1125GL", "play1 play2 play5 playG playL", "play5"),
    (sq.PHASE_QUARREL, "1L", "play1 playL", "play1"),
    (sq.PHASE_QUARREL, "GL", "playG playL", "playL"),
    (sq.PHASE_RACE, "11", "race hold", "race"),
]


@pytest.mark.parametrize(("phase", "hand", "legal", "expected"), BASELINE)
def test_baseline_follows_its_definition(phase, hand, legal, expected):
    assert asked("baseline", phase, hand, legal) == actions(expected)[0]


@pytest.mark.parametrize(
    ("phase", "hand", "legal", "expected"),
    [
        (sq.PHASE_DRAW, "11123", "draw store1", "draw"),
        (sq.PHASE_STORE, "111555", "store1 store5 done", "store1"),
        (sq.PHASE_DISCARD, "1145", "discard1 discard4 discard5", "discard1"),
        (sq.PHASE_DISCARD, "G55", "discard5 discardG", "discard5"),
        (sq.PHASE_DISCARD, "GL", "discardG discardL", "discardL"),
        (sq.PHASE_RACE, "11", "race hold", "race"),
    ],
)
def test_choosy_outside_quarrels(phase, hand, legal, expected):
    assert asked("choosy", phase, hand, legal) == actions(expected)[0]


@pytest.mark.parametrize(
    ("hand", "unseen", "rivals", "sitting_out", "subround", "expected"),
    [
        # the Lead is shed, whatever else is held
        ("5L", "1111", (2, 2), (), 1, "playL"),
        ("GL", "1111", (2, 2), (), 1, "playL"),
        # nothing beats a Five but the Gold, which is not counted
        ("15", "1111G", (2, 3), (), 1, "play5"),
        # 10 cards unseen, 2 higher: a rival with 1 card holds 0.2 of them, one with 2 cards 0.4
        ("13", "1111111145", (1, 1), (), 1, "play3"),
        ("13", "1111111145", (2, 2), (), 1, "play1"),
        # the mean over rivals counts: (3 + 1) · 0.2 / 2 = 0.4 and (2 + 1) · 0.2 / 2 = 0.3
        ("13", "1111111145", (3, 1), (), 1, "play1"),
        ("13", "1111111145", (2, 1), (), 1, "play3"),
        # who is not in the Quarrel does not count
        ("13", "1111111145", (1,), (6, 2), 1, "play3"),
        # a tie is fought out
        ("13", "1111111145", (4, 4), (), 2, "play3"),
        # the Gold goes sooner, at more than 0.2, and in a tie too
        ("13G", "1111111145", (1, 1), (), 1, "play3"),
        ("13G", "1111111145", (2, 1), (), 1, "playG"),
        ("13G", "1111111145", (4, 4), (), 1, "playG"),
        ("13G", "1111111145", (2, 1), (), 2, "playG"),
        ("15G", "1111111145", (4, 4), (), 1, "play5"),
    ],
)
def test_choosy_in_quarrels(hand, unseen, rivals, sitting_out, subround, expected):
    legal = " ".join(f"play{letter}" for letter in sorted(set(hand)))
    answer = asked(
        "choosy",
        sq.PHASE_QUARREL,
        hand,
        legal,
        rivals=rivals,
        sitting_out=sitting_out,
        unseen=unseen,
        subround=subround,
    )
    assert answer == actions(expected)[0]


# --- how good they are ----------------------------------------------------------------------------


def rotations(seats):
    """Player by seat: in playing r player 0 has seat r, and neighbours stay neighbours."""
    seating = np.zeros((seats, 8), "u8")
    for playing in range(seats):
        seating[playing, :seats] = (np.arange(seats) - playing) % seats
    return seating


@pytest.mark.skipif(JIT_DISABLED, reason="takes an hour in plain Python")
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_choosy_beats_baseline(seats):
    """One choosy seat among baselines, 20,000 deals in all rotations, seed 31.

    False alarm: two equal policies would pass with probability 3.2e-5 (z > 4, one-sided); choosy
    is about 50 standard errors ahead.
    """
    deals = 20_000
    lineup = [registry.get(GAME, "choosy")] + [registry.get(GAME, "baseline")] * (seats - 1)
    workspace = Workspace(GAME, GAME.rules(), lineup, seed=31)
    _, results = workspace.play(rotations(seats), 0, deals)
    share = results["share840"].reshape(deals, seats, seats) / 840
    blocks = np.diagonal(share, axis1=1, axis2=2).mean(axis=1)
    z = (blocks.mean() - 1 / seats) / (blocks.std(ddof=1) / math.sqrt(deals))
    assert z > 4


# --- how they are written -------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILTIN)
def test_short_with_an_idea(name):
    policy = registry.get(GAME, name)
    assert len(inspect.getsource(policy.function).splitlines()) <= 40
    assert 10 < len(policy.idea) < 100
    assert policy.idea.endswith(".")


def test_these_are_the_builtin_policies():
    assert set(BUILTIN) == {p.name for p in registry.list(GAME) if p.builtin}


@pytest.mark.parametrize(
    "options",
    [{}, *({name: values[1]} for name, values in sq.OPTION_VALUES.items())],
    ids=lambda options: "_".join(options) or "default",
)
def test_compiled_and_plain_python_agree(options):
    """Event by event, every policy in every seat once."""
    lineup = [registry.get(GAME, name) for name in ("choosy", "random", "baseline", "choosy")]
    plain = [dataclasses.replace(policy, native=False) for policy in lineup]
    rules = GAME.rules(**options)
    compiled_space, plain_space = (
        Workspace(GAME, rules, policies, seed=8) for policies in (lineup, plain)
    )
    for seating, deal in itertools.product(rotations(4), range(3)):
        events, fault = compiled_space.record(seating, deal)
        plain_events, plain_fault = plain_space.record(seating, deal)
        assert fault is None
        assert plain_fault is None
        assert np.array_equal(events, plain_events)
