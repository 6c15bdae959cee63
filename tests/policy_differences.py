"""In how many decisions two policies choose differently.

Run as a program, with a game, a number of rounds and perhaps of seats, it prints the table of
``docs/<game>.md``: ``python -m tests.policy_differences squarrels 5000``.
"""

import sys

import numpy as np

from squirrelstats.games.contract import get_game
from squirrelstats.policies._workspace import Workspace
from squirrelstats.policies.registry import get
from squirrelstats.policies.registry import list as policies_of
from squirrelstats.simulate.position import Position


def names_of(game):
    """The built-in policies that can be asked for an opinion."""
    return tuple(p.name for p in policies_of(game) if p.builtin and p.name != "random")


def choices(game, names, rounds, seed, seats=4):
    """What each policy would choose at every decision met.

    The seats of each round are given to policies by lot. Policies that use their memory or random
    numbers cannot be asked for an opinion.

    Returns
    -------
    chosen : int64 (decisions, policies)
    deals : int64 (decisions,)
    """
    game = get_game(game)
    policies = [get(game, name) for name in names]
    advisers = [Workspace(game, game.rules(), [policy] * seats, 0) for policy in policies]
    lots = np.random.default_rng(seed)
    chosen, deals = [], []
    for deal in range(rounds):
        players = lots.integers(len(policies), size=seats)
        position = Position(game, seats, seed=seed, deal=deal)
        while position.advance() == "decision":
            state, view, ask = position._state, position._observed(), position._steps.ask
            answers = [int(ask(state, view, a.players, a.lineup)) for a in advisers]
            chosen.append(answers)
            deals.append(deal)
            position.apply(answers[players[position.actor]])
    return np.array(chosen), np.array(deals)


def shares(chosen, deals):
    """Share of decisions in which two policies differ, and its standard error.

    Rounds are the independent units: the error is that of a ratio of sums over rounds.

    Returns
    -------
    share, error : float64 (policies, policies)
    """
    differ = chosen[:, :, None] != chosen[:, None, :]
    share = differ.mean(axis=0)
    rounds = int(deals[-1]) + 1
    residuals = np.zeros((rounds, *share.shape))
    np.add.at(residuals, deals, differ - share)
    error = np.sqrt((residuals**2).sum(axis=0) * rounds / (rounds - 1)) / len(chosen)
    return share, error


if __name__ == "__main__":
    game, rounds, seats = sys.argv[1], int(sys.argv[2]), int([*sys.argv, 4][3])
    names = names_of(game)
    chosen, deals = choices(game, names, rounds, seed=2026, seats=seats)
    share, error = shares(chosen, deals)
    print("| |" + "|".join(f" `{name}` " for name in names) + "|")
    print("|---" * (len(names) + 1) + "|")
    for name, row in zip(names, 100 * share, strict=True):
        cells = (f" {value:.1f} " if value else " " for value in row)
        print(f"| `{name}` |" + "|".join(cells) + "|")
    print(f"{len(chosen):,} decisions, standard errors up to {100 * error.max():.2f}")
