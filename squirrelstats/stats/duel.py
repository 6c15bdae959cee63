"""Duels: arms on common deals, played until it is clear who is better."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from squirrelstats.errors import UsageError, choices
from squirrelstats.games.contract import Game, get_game
from squirrelstats.simulate.plan import make_plan
from squirrelstats.stats._batches import check_watch, checked_folder, checked_most
from squirrelstats.stats._duel_result import Duel
from squirrelstats.stats._duel_session import Session, Table, Test, Watch
from squirrelstats.stats.arms import Arm, make_arms
from squirrelstats.stats.measures import check_size
from squirrelstats.stats.sprt import checked_bounds, limits

GOALS = ("better", "best")
SCALES = ("mean", "normalised")
#: The gain in win share that a duel looks for, unless told.
USUAL_BOUNDS = (0.0, 0.02)
USUAL_ROUNDS = 100_000


def duel(
    game: str | Game,
    arms: Sequence[Any] | Mapping[str, Any],
    *,
    goal: str = "better",
    bounds: tuple[float, float] | None = None,
    scale: str = "mean",
    close: float | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    measure: str = "win_share",
    together: bool = False,
    lineup: Sequence[Any] | None = None,
    rules: Any = None,
    player: int = 0,
    rotate: str = "cyclic",
    seed: int | Mapping[str, int] = 0,
    max_rounds: int | None = None,
    max_matches: int | None = None,
    watch: Watch | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Duel:
    """Play arms against each other until it is clear who is better; then stop.

    Parameters
    ----------
    game : str
    arms : sequence, or mapping of str to …
        Two or more policies, players, line-ups or rules, as `compare` takes them.
    goal : str
        ``"better"``: which of the others are better than the first? A sequential test for each.
        ``"best"``: which is the best of all? Arms that are surely worse than another drop out.
    bounds : tuple of float
        For ``"better"``: a gain that is not worth having and one that is. The test tells them
        apart; default for win shares: ``(0.0, 0.02)``.
    scale : str
        Of the bounds. ``"mean"``: in units of the measure. ``"normalised"``: in standard deviations
        of the difference on a deal: then the length of the test does not depend on luck.
    close : float, optional
        For ``"best"``: stop, too, when the arms left are within so much of each other.
    alpha, beta : float
        ``"better"``: the chance to call any arm better whose gain is the lower bound or less, and
        for one arm the chance to miss a gain of the higher bound or more. ``"best"``: ``alpha`` is
        the chance that any statement is wrong.
    measure : str
        A column of players (``"win_share"``, ``"score"``) or rounds. A gain in score is counted so
        that more is better in every game.
    together : bool
        The arms, policies, sit at one table: players 0, 1, … of a line-up that goes on with
        ``lineup``, if given. Otherwise each takes ``player``'s place in the line-up, on the same
        deals.
    lineup, rules, player, rotate, seed, threads, progress
        As for `compare` and `simulate`.
    max_rounds, max_matches : int, optional
        Deals, or matches, at most; default: 100,000 deals.
    watch : callable, optional
        Called with the state, a `Duel`, after each look: draw it, or return True to stop.
    out : path, optional
        A folder to keep all rows in. The same call again goes on where it stopped.

    Returns
    -------
    duel : Duel
        Also after Ctrl-C, with what was done. ``duel.go_on()`` continues, ``duel.go_on(most=…)``
        with more deals allowed; nothing loses its validity by that.

    Raises
    ------
    UsageError
        Arms, bounds, rates or names that cannot be.
    PolicyError, DatasetError
        As for `simulate`.

    References
    ----------
    Wald (1945), Annals of Mathematical Statistics 16; Van den Bergh's notes on the GSPRT;
    Waudby-Smith and Ramdas (2024), JRSS-B 86. For several arms error rates are divided among the
    statements (Bonferroni).

    Examples
    --------
    >>> import squirrelstats as sq
    >>> result = sq.duel("squarrels", ["random", "baseline"], bounds=(0.0, 0.1), max_rounds=400)
    >>> result.stopped, result.contrasts[0].verdict
    ('decided', 'better')
    """
    if goal not in GOALS:
        raise UsageError(choices("goal", goal, GOALS))
    if scale not in SCALES:
        raise UsageError(choices("scale", scale, SCALES))
    number = isinstance(close, int | float) and not isinstance(close, bool)
    if close is not None and not (number and 0 < close < float("inf")):
        raise UsageError(f"close is a difference too small to matter, above 0; got {close!r}")
    unit, most = checked_most(max_rounds, max_matches, USUAL_ROUNDS)
    limits(alpha, beta)
    check_watch(watch)
    played = get_game(game)
    options: dict[str, Any] = {"rules": rules, "seed": seed, "rotate": rotate, "unit": unit}
    apart: dict[str, Any] = {} if together else {"lineup": lineup, "player": player}
    made = make_arms(played, arms, **apart, **options)
    if len(made) < 2:
        raise UsageError(f"a duel is between two arms or more, got {arms!r}")
    places = [player] * len(made)
    if together:
        wanted = list(arms.values()) if isinstance(arms, Mapping) else list(arms)
        plan = make_plan(played, [*wanted, *(lineup or [])], **options)
        made = [Arm(arm.name, plan) for arm in made]
        places = list(range(len(made)))
    if len({arm.plan.seating.shape[0] for arm in made}) > 1:
        raise UsageError("arms of a duel are played equally often: use line-ups of one size")
    table = Table(made, places, measure, threads, checked_folder(out), together)
    if close is not None:
        check_size(table.measure, "close", close)
    test = Test(goal, *_bounds(goal, bounds, scale, table), close, alpha, beta, len(made))
    return Session(table, test, most).run(most, watch, progress)


def _bounds(
    goal: str, bounds: tuple[float, float] | None, scale: str, table: Table
) -> tuple[tuple[float, float], bool]:
    """Bounds on gains, and whether they are normalised."""
    if bounds is None:
        if goal == "better" and (table.within is None or scale == "normalised"):
            raise UsageError(
                f"say which gains in {table.name} the duel shall tell apart, like "
                "bounds=(0.0, 0.05) with scale='normalised' (in standard deviations of a deal)"
            )
        bounds = USUAL_BOUNDS
    low, high = checked_bounds(bounds)
    if table.within is not None and scale == "mean" and (low <= -1 or high >= 1):
        raise UsageError(
            f"gains in {table.name} lie between −1 and 1, 0.01 is one point of 100; "
            f"got bounds {bounds!r}"
        )
    return (low, high), scale == "normalised"
