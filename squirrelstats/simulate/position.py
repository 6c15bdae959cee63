"""One round in progress, steered move by move: for what-if questions, search and play by hand."""

from __future__ import annotations

import copy
import functools
import importlib
import importlib.util
import inspect
import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from squirrelstats import _rng
from squirrelstats._guard import run_guarded
from squirrelstats.errors import PolicyError, UsageError, choices
from squirrelstats.games._machine import (
    AT_CHANCE,
    AT_DECISION,
    EVENT_CAPACITY,
    LOG,
    OUTCOMES,
)
from squirrelstats.games._packed import as_words
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies._compile import RAISED
from squirrelstats.policies._loop import PLAYERS, SEAT_LIMIT
from squirrelstats.policies._python_view import View
from squirrelstats.policies._steps import Steps, build_steps
from squirrelstats.policies._workspace import Workspace, one
from squirrelstats.policies.player import Member, Player, seated

Where = Literal["decision", "chance", "end"]

#: Deal number of the streams that `force`, `resample` and `redeal_hidden` draw from. No run has
#: it, so they never meet a run's own randomness, whatever the seeds.
OWN_DEAL = 2**64 - 1

#: What every ``construct`` of a game takes.
_GIVEN = ("state", "rules", "hands")


@functools.cache
def steps_of(game: Game) -> Steps:
    """Compiled functions of a game, one at a time."""
    return build_steps(game.name, game.kernel)


class Position:
    """One round in progress.

    It starts with a deal, the same as that deal of a run with this seed, or with a constructed
    table (``hands=…``) at the beginning of a turn. `advance` runs to the next decision; `apply`
    carries out an action.

    Parameters
    ----------
    game : str or Game
    seats_or_lineup : int or sequence of str, Policy or Player
        The number of seats, or who sits there (seat 0 acts first): then `ask` tells what the
        policy would do.
    rules : str or Rules, optional
        A preset by name, or rules. Default: the game's default preset.
    traits : sequence of mapping of str to float
        By seat: traits of the players that are not the default, unless players bring their own.
    seed : int or mapping of purpose to int
    deal : int
        Number of the deal. A constructed position draws its chance from these streams too.
    hands : sequence of sequence of int, optional
        By seat: kinds of the cards held. Makes a constructed position.
    **table
        What else lies on a constructed table, as the game's ``construct`` takes it: in S'Quarrels
        ``deck``, ``hoard``, ``stored`` and ``drawer``, in Squirrels ``stacks``, ``pile``,
        ``discard``, ``undealt``, ``skipped``, ``starter``, ``safe`` and ``final_turns``, in
        Squirrel Away ``loot``, ``fronts``, ``sets``, ``tokens``, ``unused`` and ``starter``. What
        is not given is empty, but acorns and tokens as many as the rules have.

    Examples
    --------
    >>> from squirrelstats.games.squarrels.layout import DRAW, FOUR, ONE, STORE_ONE, WINTER
    >>> position = Position("squarrels", 2, hands=[[ONE, ONE, FOUR], [FOUR]], deck=[ONE, WINTER])
    >>> position.advance()
    'decision'
    >>> position.legal_actions == [DRAW, STORE_ONE]
    True
    >>> other = position.clone()
    >>> position.apply(STORE_ONE)
    >>> position.advance(), position.scores
    ('end', [1, 0])
    >>> other.apply(DRAW)
    >>> other.advance(), other.scores
    ('end', [0, 0])
    """

    def __init__(
        self,
        game: str | Game,
        seats_or_lineup: int | Sequence[Member],
        *,
        rules: Any = None,
        traits: Sequence[Mapping[str, float]] = (),
        seed: int | Mapping[str, int] = 0,
        deal: int = 0,
        hands: Sequence[Sequence[int]] | None = None,
        **table: Any,
    ) -> None:
        self.game = get_game(game)
        self.rules = self.game.rules(rules)
        layout = self.game.layout
        self._steps = steps_of(self.game)
        self._table: Workspace | None = None
        if isinstance(seats_or_lineup, int):
            self.seats = self.game.check_seats(seats_or_lineup)
            reading = [True] * self.seats
        else:
            if traits and any(isinstance(member, Player) for member in seats_or_lineup):
                raise UsageError(
                    "traits are given twice, with players of the line-up and as traits=…; "
                    "use one of the two"
                )
            players = [seated(self.game, member) for member in seats_or_lineup]
            traits = traits or [own for _, own in players]
            self._table = Workspace(self.game, self.rules, [policy for policy, _ in players], 0)
            self.seats = len(players)
            reading = [policy.impressions for policy, _ in players]
        if isinstance(deal, bool) or not isinstance(deal, int) or not 0 <= deal < OWN_DEAL:
            raise UsageError(f"deal must be an integer from 0 to 2**64 - 2, got {deal!r}")

        self.rules.check_seats(self.seats)
        fitting = isinstance(traits, Sequence) and len(traits) <= self.seats
        if not fitting or not all(isinstance(own, Mapping) for own in traits):
            raise UsageError(
                f"traits are a list of mappings, one for each of the {self.seats} seats (fewer: "
                f"the others have the defaults), got {traits!r}"
            )
        self._rules = self.rules.record().view(np.recarray)
        self._traits = self.game.trait_record(
            [self.game.checked_traits(own) for own in traits], reading
        )
        self._state = one(layout.STATE)
        self._state.seats = self.seats
        self._state.player[0] = np.arange(SEAT_LIMIT)
        self._streams = one(_rng.STREAMS)
        self._streams.hashed[0] = _rng.hashed_seeds(seed)
        self._streams.deal = deal
        self._own = one(_rng.STREAMS)
        self._own.deal = OWN_DEAL
        self._log = one(LOG)
        self._log.capacity = EVENT_CAPACITY
        self._players = one(PLAYERS)
        self._view_words = as_words(self.game.view_dtype)
        self._where: Where | None = None
        self._fixed = False

        if hands is not None or table:
            self._construct(hands, table)
        else:
            self._steps.deal(self._state, self._rules, self._streams, self._log)
        if self._table is not None:
            self._steps.prepare(self._state, self._players, self._table.lineup, self._streams)

    def _construct(self, hands: Sequence[Sequence[int]] | None, table: dict[str, Any]) -> None:
        """Lay the table out by hand."""
        module = f"squirrelstats.games.{self.game.name}.construct"
        if importlib.util.find_spec(module) is None:
            raise UsageError(
                f"a position of {self.game.title} cannot be laid out by hand; it begins with a deal"
            )
        construct = importlib.import_module(module).construct
        known = [name for name in inspect.signature(construct).parameters if name not in _GIVEN]
        for name in table:
            if name not in known:
                raise UsageError(choices(f"part of a table of {self.game.name}", name, known))
        if hands is None:
            parts = f"{', '.join(known[:-1])} and {known[-1]}"
            raise UsageError(f"{parts} belong to a position with hands=…")
        construct(self._state, self._rules, hands, **table)

    # --- where the round is ---------------------------------------------------------------------

    def advance(self, stop_at_chance: bool = False) -> Where:
        """Run forced decisions and chance up to the next decision.

        Parameters
        ----------
        stop_at_chance : bool
            Stop before each chance event, too. Called again, it lets the event happen.

        Returns
        -------
        where : str
            ``"decision"``, ``"chance"`` or ``"end"``. At a decision nothing happens: `apply` first.
        """
        if self._where == "decision":
            return "decision"
        came_to = self._steps.advance(
            self._state, self._rules, self._traits, self._streams, self._log, bool(stop_at_chance)
        )
        self._fixed = False
        if came_to == AT_DECISION:
            self._where = "decision"
        else:
            self._where = "chance" if came_to == AT_CHANCE else "end"
        return self._where

    @property
    def actor(self) -> int:
        """Seat that decides; between decisions the one that acts."""
        return int(self._state.actor[0])

    @property
    def drawer(self) -> int:
        """Seat whose full turn it is; in games without turns in between that of `actor`."""
        state = self._state
        return int(state["drawer" if "drawer" in state.dtype.names else "actor"][0])

    @property
    def phase(self) -> int:
        """Which decision is asked, a number of ``game.phases``; 0 if none is."""
        return int(self._state.phase[0]) if self._where == "decision" else 0

    @property
    def legal(self) -> int:
        """Mask of the legal actions, bit = action; 0 if no decision is asked."""
        return int(self._state.legal[0]) if self._where == "decision" else 0

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions, ascending."""
        mask = self.legal
        return [action for action in range(mask.bit_length()) if mask >> action & 1]

    @property
    def view(self) -> View:
        """What the seat that decides may see now (it does not change with the position)."""
        self._need("decision", "a view shows what the seat that decides may see")
        return View(self._observed()[0].tobytes(), self.game.view_dtype)

    @property
    def scores(self) -> list[int]:
        """Scores by seat, when the round is over."""
        self._need("end", "scores are counted at the end")
        return [int(score) for score in self._state.score[0, : self.seats]]

    @property
    def events(self) -> list[tuple[int, int, int, int]]:
        """Everything that happened: code, seat, card, amount. Not what a seat may see."""
        kept = min(int(self._log.count[0]), EVENT_CAPACITY)
        return [tuple(event) for event in self._log.events[0, :kept].tolist()]

    # --- steering -------------------------------------------------------------------------------

    def apply(self, action: int) -> None:
        """Carry out an action of the seat that decides.

        Raises
        ------
        UsageError
            If no decision is asked, or the action is not legal.
        """
        self._need("decision", "an action is only possible where one is asked")
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise UsageError(f"an action is a number, got {action!r}")
        if action < 0 or not self.legal >> int(action) & 1:
            names = self.game.actions
            shown = f"{action} ({names[action]})" if 0 <= action < len(names) else str(action)
            legal = ", ".join(f"{a} ({names[a]})" for a in self.legal_actions)
            raise UsageError(f"action {shown} is not legal for seat {self.actor}; legal: {legal}")
        self._steps.apply(self._state, self._rules, self._log, np.uint64(action))
        self._where = None

    def ask(self) -> int:
        """Ask the policy of the seat that decides what it chooses; nothing is carried out.

        The policy's memory and random stream move on as in a run: ask once per decision, or ask a
        `clone`.

        Raises
        ------
        UsageError
            If no decision is asked, or the position was made without a line-up.
        PolicyError
            If the policy raises.
        """
        self._need("decision", "a policy is asked at its decisions")
        if self._table is None:
            raise UsageError("this position has no line-up: give policies instead of a number")
        view = self._observed()
        table, policy = self._table, self._table.policies[self.actor]

        def decide() -> tuple[int, BaseException | None]:
            action = self._steps.ask(self._state, view, self._players, table.lineup)
            return action, table.entries[self.actor].take_failure() if action == RAISED else None

        try:
            action, failure = run_guarded(decide, math.inf, RuntimeError)
        except Exception as error:
            action, failure = RAISED, error
        if failure is not None:
            raise PolicyError(
                f"policy {policy.label!r} raised {type(failure).__name__}: {failure}"
            ) from failure
        return int(action)

    def chance(self) -> tuple[str, dict[int, int]]:
        """List the outcomes of the chance event that comes next.

        Returns
        -------
        name : str
            One of ``layout.CHANCES``.
        weights : dict of int to int
            Outcome (a kind of card, or a seat) → weight; its probability is weight / sum, given
            all hands and piles but not the order of the deck. Empty if they are too many.
        """
        self._need("chance", "stop there with advance(stop_at_chance=True)")
        outcomes = np.zeros(OUTCOMES, "i8")
        code = self._steps.chance(self._state, self._rules, self._traits, outcomes)
        weights = {int(i): int(outcomes[i]) for i in np.flatnonzero(outcomes)}
        return str(self.game.layout.CHANCES[int(code)]), weights

    def force(self, outcome: int, *, seed: int = 0) -> None:
        """Make an outcome of the pending chance event happen.

        Parameters
        ----------
        outcome : int
            One of those listed by `chance`.
        seed : int
            Where a card is exchanged with one of several copies: decides which.

        Raises
        ------
        UsageError
            If no chance event is pending or the outcome is not one of those listed.
        """
        name, weights = self.chance()
        if isinstance(outcome, bool) or outcome not in weights:
            possible = ", ".join(map(str, weights)) or "none can be listed; resample() redraws it"
            raise UsageError(f"{outcome!r} is not an outcome of this event ({name}): {possible}")
        self._steps.force(self._state, self._rules, np.uint64(outcome), self._own, self._seed(seed))
        self._fixed = True

    def resample(self, *, seed: int = 0) -> None:
        """Draw the pending chance event again, by a stream of that seed."""
        self._need("chance", "stop there with advance(stop_at_chance=True)")
        self._steps.resample(self._state, self._rules, self._traits, self._own, self._seed(seed))
        self._fixed = True

    def redeal_hidden(self, seat: int, *, seed: int = 0) -> None:
        """Deal again what that seat cannot know; it sees the same as before.

        The memory of the other seats' policies is set to zero, since it may hold what they saw. A
        decision of another seat is asked anew, since its hand has changed: `advance` again.

        Parameters
        ----------
        seat : int
        seed : int
            Decides the new deal.

        Raises
        ------
        UsageError
            If there is no such seat, or the pending chance event has been fixed (redeal first).
        """
        if isinstance(seat, bool) or seat not in range(self.seats):
            raise UsageError(f"seat must be from 0 to {self.seats - 1}, got {seat!r}")
        if self._fixed:
            raise UsageError("the pending chance event is fixed: redeal first, then force it")
        self._steps.redeal_hidden(
            self._state, self._rules, np.uint64(seat), self._own, self._seed(seed)
        )
        others = [s for s in range(self.seats) if s != seat]
        self._players.memory[0, others] = 0
        if self._where == "decision" and seat != self.actor:
            self._where = None

    def clone(self) -> Position:
        """Copy the position, with the memory and the streams of the policies."""
        other = copy.copy(self)
        for name in ("_state", "_streams", "_own", "_log", "_players"):
            setattr(other, name, getattr(self, name).copy())
        return other

    # --- small parts ----------------------------------------------------------------------------

    def _observed(self) -> Any:
        view = one(self._view_words)
        self._steps.observe(self._state, self._rules, view)
        return view

    def _need(self, where: Where, why: str) -> None:
        if self._where != where:
            here = f"at {self._where!r}" if self._where else "between two steps: call advance()"
            raise UsageError(f"{why}; the round is {here}")

    @staticmethod
    def _seed(seed: int) -> np.uint64:
        return np.uint64(_rng.checked_seed(seed))

    def __repr__(self) -> str:
        if self._where == "decision":
            where = f"seat {self.actor} decides ({self.game.phases[self.phase]})"
        else:
            where = {"chance": "before a chance event", "end": "over"}.get(
                str(self._where), "between two steps"
            )
        return f"<Position of {self.game.name}, {self.seats} seats: {where}>"
