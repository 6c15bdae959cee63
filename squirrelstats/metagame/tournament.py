"""Tournaments: every policy at tables with every other, on common deals."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from squirrelstats.errors import RunInterrupted, UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.metagame.lineups import multisets, number_of_multisets, round_table
from squirrelstats.metagame.payoffs import Cells, Tournament
from squirrelstats.metagame.play import Table
from squirrelstats.policies.player import Member, Player, seated, traits_label
from squirrelstats.simulate.api import asked_for, asked_threads
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.rotations import check_rotation
from squirrelstats.stats.arms import USUAL_SEATS
from squirrelstats.stats.measures import measure_of

DESIGNS = ("all", "balanced")
#: More line-ups than this are refused.
MOST_LINEUPS = 5_000


def tournament(
    game: str | Game,
    policies: Sequence[Member],
    *,
    seats: int | None = None,
    pool: Sequence[Member] | None = None,
    rounds: int | None = None,
    matches: int | None = None,
    design: str = "all",
    measure: str = "win_share",
    rules: Any = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "balanced",
    threads: int | None = None,
    progress: bool | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Tournament:
    """Play line-ups of policies against each other on common deals.

    A line-up says how many players each policy has at the table. Every line-up is played on the
    same deals, each in every seating of `rotate`, so every policy sees the same deals in every
    seat, and differences are paired. Seatings that look the same are played once.

    Parameters
    ----------
    game : str
    policies : sequence of str, Policy or Player
    seats : int, optional
        Players at the table; default: four, or as many as the game has.
    pool : sequence of str, Policy or Player, optional
        Each of `policies` plays against opponents drawn from this pool, with replacement; who is
        named twice is drawn twice as often. The policies then do not meet each other, and there is
        no equilibrium. Default: the policies are the pool.
    rounds : int
        Deals that each line-up is played on.
    matches : int
        Instead of ``rounds``: matches.
    design : str
        ``"all"``: all line-ups. ``"balanced"``: one of a policy among players of another, for
        every ordered pair of policies, and each policy among its own; for many policies or seats.
        The game is then reduced to two players in the way that keeps what a single player gains by
        a change (Wiedenbeck and Wellman 2012).
    measure : str
        What is won: ``"win_share"``, or ``"score"`` (of matches the total).
    rules, seed, threads, progress
        As for `simulate`.
    rotate : str
        ``"balanced"``: everybody in every seat and beside everybody else equally often; up to four
        seats that is every seating. ``"cyclic"``: every seat, but in one order round the table,
        that of the policies' names; quicker, and what a policy gets may owe something to its
        neighbours. ``"all"``: every seating.
    out : path, optional
        A folder to keep the results of every line-up in. The same call again goes on where it
        stopped or adds deals, and another tournament with the same rules, seed and rotation plays
        only line-ups that are not there. A plain Python policy without a stated version is played
        again each time.

    Returns
    -------
    tournament : Tournament

    Raises
    ------
    UsageError
        Something in the call is wrong.
    PolicyError, DatasetError
        As for `simulate`.
    RunInterrupted
        Ctrl-C; ``run`` is a tournament on fewer deals, if all line-ups were played on some.

    References
    ----------
    Wellman (2006), Methods for empirical game-theoretic analysis, AAAI. Wiedenbeck and Wellman
    (2012), Scaling simulation-based game analysis through deviation-preserving reduction, AAMAS.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> played = sq.tournament("squarrels", ["baseline", "random"], seats=3, rounds=100)
    >>> played.frame()[["lineup", "policy", "copies", "n"]].head(3)
                       lineup    policy  copies    n
    0            baseline × 3  baseline       3  100
    1  baseline × 2, random    baseline       2  100
    2  baseline × 2, random      random       1  100
    """
    played = get_game(game)
    unit, deals = asked_for(rounds, matches)
    workers = asked_threads(threads)
    if rotate == "none":
        raise UsageError(
            "a tournament rotates the players, or the seats would decide it: rotate='balanced', "
            "'cyclic' or 'all'"
        )
    if not isinstance(design, str) or design not in DESIGNS:
        raise UsageError(choices("design", design, DESIGNS))
    usual = max(played.min_seats, min(USUAL_SEATS, played.max_seats))
    seats = played.check_seats(usual if seats is None else seats)
    check_rotation(rotate, seats)
    entrants = _members(played, policies, "policies")
    drawn = None if pool is None else _members(played, pool, "pool", repeated=True)
    _agree(entrants, drawn or [])
    labels = list(dict.fromkeys(label for label, _ in [*entrants, *(drawn or [])]))
    members = dict([*(drawn or []), *entrants])
    weights = None
    if drawn is not None:
        named = [label for label, _ in drawn]
        weights = np.array([named.count(label) / len(named) for label in labels])
    elif len(entrants) < 2:
        raise UsageError(f"a tournament needs two policies or more, got {len(entrants)}")
    counts = _lineups(len(entrants), len(labels), seats, design, weights)
    by_name = sorted(range(len(labels)), key=labels.__getitem__)
    plans: list[Plan] = []
    players: list[list[tuple[int, ...]]] = []
    uses: list[list[tuple[int, int]]] = []
    cells: list[tuple[int, int]] = []
    for number, row in enumerate(counts.tolist()):
        there = [policy for policy in range(len(labels)) if row[policy]]
        cells += [(number, policy) for policy in there]
        kinds = [kind for kind, policy in enumerate(by_name) for _ in range(row[policy])]
        uses.append([])
        for order, times in round_table(kinds, rotate).items():
            uses[-1].append((len(plans), times))
            seated_by = [by_name[kind] for kind in order]
            lineup = [members[labels[policy]] for policy in seated_by]
            plans.append(
                make_plan(played, lineup, rules=rules, seed=seed, rotate="cyclic", unit=unit)
            )
            players.append(
                [tuple(i for i, p in enumerate(seated_by) if p == policy) for policy in there]
            )
    asked = measure_of(plans[0], measure)
    if not asked.of_player or not asked.sign:
        raise UsageError(
            f"a tournament is about what players want more of: 'win_share' or 'score', got "
            f"{measure!r}"
        )
    if out is not None and not isinstance(out, str | os.PathLike):
        raise UsageError(f"out must be the path of a folder, got {out!r}")
    table = Table(plans, players, asked.name, None if out is None else Path(out))

    def result(number: int) -> Tournament:
        return Tournament(
            plan=plans[0],
            measure=asked,
            labels=tuple(labels),
            entrants=len(entrants),
            weights=weights,
            seats=seats,
            design=design,
            rotate=rotate,
            orders=sum(times for _, times in uses[0]),
            cells=Cells(
                counts,
                np.array(cells),
                np.concatenate(
                    [sum(times * table.sums[i][:, :number] for i, times in used) for used in uses]
                ),
            ),
        )

    try:
        table.play_to(deals, workers, progress)
    except RunInterrupted:
        done = table.deals
        kept = f", kept in {out}; the same call goes on" if out is not None else ""
        stopped = RunInterrupted(
            f"interrupted: all line-ups are played on {plans[0].counted(done)} of {deals:,}{kept}"
            + ("; error.run holds that tournament" if done else "")
        )
        stopped.run = result(done) if done else None
        raise stopped from None
    return result(deals)


def _members(
    game: Game, wanted: Any, what: str, *, repeated: bool = False
) -> list[tuple[str, Player]]:
    """Labels and players of what a user names."""
    if isinstance(wanted, str) or not isinstance(wanted, Sequence) or not wanted:
        raise UsageError(
            f'{what} is a list of policies or players, like ["baseline", "random"]; got {wanted!r}'
        )
    found = []
    for member in wanted:
        policy, traits = seated(game, member)
        found.append((policy.label + traits_label(traits), Player(policy, traits)))
    labels = [label for label, _ in found]
    twice = [label for label in labels if labels.count(label) > 1]
    if twice and not repeated:
        raise UsageError(f"{twice[0]!r} is in {what} twice")
    return found


def _agree(entrants: list[tuple[str, Player]], drawn: list[tuple[str, Player]]) -> None:
    """Refuse different policies of one label."""
    known: dict[str, Player] = {}
    for label, player in [*entrants, *drawn]:
        first = known.setdefault(label, player)
        one, other = first.policy, player.policy
        if one is not other and one.identity() != other.identity():  # type: ignore[union-attr]
            raise UsageError(
                f"two different policies are called {label!r}; give one another name "
                "(@sq.policy(…, name=…))"
            )


def _lineups(
    entrants: int, policies: int, seats: int, design: str, weights: np.ndarray | None
) -> np.ndarray:
    """The line-ups of a design, int64 (line-ups, policies)."""
    one = np.eye(policies, dtype=np.int64)
    against = range(policies) if weights is None else np.flatnonzero(weights).tolist()
    if design == "balanced":
        rows = [one[i] + (seats - 1) * one[j] for i in range(entrants) for j in against]
        number = len(rows)
    else:
        number = number_of_multisets(seats if weights is None else seats - 1, len(against))
        number *= 1 if weights is None else entrants
    if number > MOST_LINEUPS:
        raise UsageError(
            f"{number:,} line-ups are more than the {MOST_LINEUPS:,} that a tournament has; take "
            "fewer policies" + (" or design='balanced'" if design == "all" else "")
        )
    if design == "all" and weights is None:
        return multisets(seats, policies)
    if design == "all":
        fields = np.zeros((number // entrants, policies), np.int64)
        fields[:, against] = multisets(seats - 1, len(against))
        rows = [one[i] + field for i in range(entrants) for field in fields]
    unique: dict[tuple[int, ...], np.ndarray] = {tuple(row.tolist()): row for row in rows}
    return np.array(list(unique.values()))
