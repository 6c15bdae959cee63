"""Streams, deals, rounds and steered positions as arrays: compiled here, in plain Python there.

Run as a program it writes them to a file.
"""

import sys

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies._workspace import Results, Workspace, identity_seating
from squirrelstats.policies.helpers import count_legal, rand_below
from squirrelstats.policies.policy import make_policy, param
from squirrelstats.policies.registry import get
from squirrelstats.simulate.position import Position

ROUNDS_EACH = 20
SETTINGS = [
    (2, {}),
    (3, {"draw_rule": "optional", "quarrel_draw_next": "store_discard"}),
    (4, {}),
    (
        4,
        {
            "hoard_eligible": "all",
            "after_ambush": "resume_draw",
            "gold_discardable": "only_if_last",
        },
    ),
    (5, {"quarrel_partial_tie": "draw", "quarrel_single": "auto_win"}),
    (6, {name: values[-1] for name, values in sq.OPTION_VALUES.items()}),
]


COURAGE = {"courage": param(1.25, 0, 2)}


def wavering(view, legal, rng, params, memory):
    """Uses every argument."""
    memory[0] += view.hand[sq.TOTAL] + view.unseen[0]
    skip = (memory[0] + rand_below(rng, 1 << 32)) % count_legal(legal)
    if params.courage * view.deck_left > 50.5:
        skip = 0
    for action in range(len(sq.ACTIONS)):
        if (legal >> action) & 1:
            if skip == 0:
                return action
            skip -= 1
    return -1


def results():
    """Name → array; the same bits however they are computed."""
    found = {
        "hashed": _rng.hashed_seeds({"deal": 2**64 - 1, "policy": 5}),
        "compiled": np.array([not JIT_DISABLED]),
    }
    game = get_game("squarrels")
    own = make_policy("squarrels", wavering, params=COURAGE)
    builtin = [get(game, "baseline"), get(game, "random")]
    for number, (seats, options) in enumerate(SETTINGS):
        lineup = [[*builtin, own][i % 3] for i in range(seats)]
        for half, seed in enumerate((number, {"deal": 2**63 + number, "ambush": 3})):
            space = Workspace(game, Rules(**options), lineup, seed)
            rounds, rows = space.play(identity_seating(), 2**40 * number, ROUNDS_EACH)
            name = f"{number}{'ab'[half]}"
            found[f"rounds {name}"] = rounds.view("i4")
            found[f"seats {name}"] = rows.view("u1")
            found[f"memory {name}"] = space.players.memory[0].copy()
            found[f"streams {name}"] = space.streams.state[0].copy()
            events, fault = space.record(identity_seating()[0], 3)
            assert fault is None
            found[f"events {name}"] = events
        found |= matches(number, game, lineup, options)
    for deal in range(3):
        found[f"steered {deal}"] = steered(deal)
    return found


def matches(number, game, lineup, options):
    """Short matches, and the events of the second round of one."""
    found = {}
    remembering = make_policy("squarrels", wavering, "keeping", COURAGE, memory="match")
    space = Workspace(game, Rules(**options, match_rounds=2), [remembering, *lineup[1:]], number)
    pieces = list(space.pieces(identity_seating(), 7, 2, in_matches=True))
    for name, *parts in zip(Results._fields, *pieces, strict=True):
        found[f"{name} of matches {number}"] = np.concatenate(parts).view("u1")
    found[f"memory of matches {number}"] = space.players.memory[0].copy()
    events, fault = space.record(identity_seating()[0], 8, 1)
    assert fault is None
    found[f"events of matches {number}"] = events
    return found


def steered(deal):
    """A round whose chance and hidden cards are meddled with, and what was seen on the way."""
    position = Position("squarrels", ["random", "baseline", "random"], seed=6, deal=deal)
    noted = []
    step = 0
    while (where := position.advance(stop_at_chance=True)) != "end":
        step += 1
        if where == "chance":
            name, weights = position.chance()
            noted += [len(name), *weights, *weights.values()]
            if step % 4 == 0:
                position.resample(seed=step)
            elif step % 4 == 1 and weights:
                position.force(min(weights), seed=step)
        else:
            if step % 5 == 0:
                position.redeal_hidden(position.actor, seed=step)
            noted += list(position.view._content)
            position.apply(position.ask())
    for event in position.events:
        noted += event
    return np.array([*noted, *position.scores])


if __name__ == "__main__":
    np.savez(sys.argv[1], **results())
