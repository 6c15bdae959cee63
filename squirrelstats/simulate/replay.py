"""One round move by move: a transcript whose every event cites the rule behind it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from squirrelstats._display import text_table
from squirrelstats.errors import PolicyError
from squirrelstats.games._narration import Citation, Line
from squirrelstats.games.contract import Game
from squirrelstats.simulate.plan import Plan

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Replay:
    """A round told move by move. ``print(replay)`` is the transcript.

    Attributes
    ----------
    game : Game
    rules_label : str
        Preset, and options that differ from it.
    seed : int or mapping of str to int
    deal, playing : int
    round : int or None
        Number of the round in the match ``deal``; None where rounds stand alone.
    players : tuple of str
        Labels by seat.
    events : int32 (events, 4)
        Code, seat, card, amount, as ``docs/contract.md`` lists them.
    lines : tuple of Line
    citations : tuple of Citation
        The rules cited, by their keys in alphabetical order.
    scores : mapping of int to int
        By seat; empty if the round did not end.
    winners : tuple of int
        Seats, of the round.
    fault : str or None
        What a policy did wrong, if that stopped the round.
    assumptions : tuple of str
        What is assumed about the game and is in the rules played.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> plan = sq.make_plan("squarrels", ["baseline", "random"], seed=7)
    >>> replay = sq.replay(plan, deal=3)
    >>> print(replay.lines[2].text, "·", replay.lines[2].cite.key)
    baseline (seat 0) begins with 1 1 2 2 2 4 L · deal-seven
    """

    game: Game
    rules_label: str
    seed: int | Mapping[str, int]
    deal: int
    playing: int
    players: tuple[str, ...]
    events: np.ndarray
    lines: tuple[Line, ...]
    citations: tuple[Citation, ...]
    scores: Mapping[int, int]
    winners: tuple[int, ...]
    fault: str | None = None
    round: int | None = None
    assumptions: tuple[str, ...] = ()

    def header(self) -> list[str]:
        """What was played: rules, deal, seats."""
        seed = self.seed
        shown = seed if isinstance(seed, int) else ", ".join(f"{k} {v}" for k, v in seed.items())
        seats = " · ".join(f"seat {seat} {label}" for seat, label in enumerate(self.players))
        where = f"seed {shown} · {self._where(' · ')}"
        assumed = [f"assumed: {text}" for text in self.assumptions]
        return [self.rules_label, *assumed, where, seats]

    def _where(self, between: str) -> str:
        of_match = self.round is not None
        parts = [f"{'match' if of_match else 'deal'} {self.deal}", f"playing {self.playing}"]
        return between.join([*parts, f"round {self.round}"] if of_match else parts)

    def result(self) -> list[list[str]]:
        """A row per seat: player, score, whether it won."""
        win = "wins" if len(self.winners) == 1 else "shares the win"
        return [
            [
                f"{label} (seat {seat})",
                f"{self.scores[seat]}".replace("-", "−"),
                win if seat in self.winners else "",
            ]
            for seat, label in enumerate(self.players)
            if seat in self.scores
        ]

    def __str__(self) -> str:
        header = [part for line in self.header() for part in textwrap.wrap(line, _WIDTH)]
        parts = ["\n".join([self.game.title, *header]), self._body()]
        if self.fault:
            parts.append(textwrap.fill(f"Stopped: {self.fault}", _WIDTH))
        if self.scores:
            parts.append(text_table(["player", "score", ""], self.result()))
        if self.citations:
            parts.append("\n".join(["Rules cited", *map(_legend, self.citations)]))
        return "\n\n".join(parts) + "\n"

    def _body(self) -> str:
        width = max((len(_left(line)) for line in self.lines if line.cite), default=0)
        width = min(width, _RULE_COLUMN)
        out: list[str] = []
        for line in self.lines:
            left = _left(line)
            if line.kind == "heading" and out:
                out.append("")
            out.append(f"{left:{width}}  [{line.cite.key}]" if line.cite else left)
        return "\n".join(out)

    def __repr__(self) -> str:
        ended = f"{len(self.scores)} scores" if self.scores else "not ended"
        return (
            f"<Replay of {self.game.name} {self._where(', ')}: "
            f"{len(self.events)} events, {ended}; print it to read it>"
        )

    def _repr_html_(self) -> str:
        from squirrelstats.simulate._replay_html import to_html

        return to_html(self)

    def to_frame(self) -> pd.DataFrame:
        """The events as a table.

        Returns
        -------
        frame : DataFrame
            One row an event: ``event`` (its name), ``seat, card, amount`` (−1 where one does not
            apply; of ASKED the action and the number of the decision), the ``text`` and the key of
            the ``citation`` of the line that tells it, and the ``line``'s number. Events told
            together share a line; ASKED has the line of its effect.
        """
        import pandas as pd

        names, texts, cites, numbers = ([""] * len(self.events) for _ in range(4))
        asked = int(self.game.layout.ASKED)
        for line in self.lines:
            for row in line.rows:
                is_asked = int(self.events[row, 0]) == asked
                names[row] = "ASKED" if is_asked else line.event
                texts[row] = line.text
                cites[row] = line.cite.key if line.cite else ""
                numbers[row] = str(line.number)
        columns = dict(zip(("seat", "card", "amount"), self.events[:, 1:].T, strict=True))
        return pd.DataFrame(
            {
                "event": names,
                **columns,
                "text": texts,
                "citation": cites,
                "line": np.array(numbers, "i4"),
            }
        )


#: Width of running text, and the column of the citations beside lines that are not longer.
_WIDTH, _RULE_COLUMN = 96, 76


def _left(line: Line) -> str:
    number = str(line.number) if line.number else ""
    return f"{number:>4} {'  ' * line.indent} {line.shown}"


def _legend(cite: Citation) -> str:
    width = _WIDTH - 6
    lines = textwrap.wrap(cite.text, width) + textwrap.wrap(f"({cite.source})", width)
    return "\n".join([f"  {cite.key}", *("      " + line for line in lines)])


def make_replay(
    plan: Plan,
    deal: int,
    playing: int,
    events: np.ndarray,
    fault: PolicyError | str | None = None,
    *,
    round: int = 0,
    players: Sequence[int] | np.ndarray | None = None,
) -> Replay:
    """Tell the events of a round.

    Parameters
    ----------
    plan : Plan
    deal, playing : int
    events : int32 (events, 4)
    fault : PolicyError, str or None
        What stopped the round, if a policy did.
    round : int
        Number of the round, in a match.
    players : sequence of int, optional
        By seat; default: as the playing begins.

    Returns
    -------
    replay : Replay

    Examples
    --------
    >>> from squirrelstats.simulate.plan import make_plan
    >>> plan = make_plan("squarrels", ["baseline", "random"], rotate="cyclic")
    >>> events = np.array([(plan.game.layout.TURN, 0, -1, 1)], "i4")
    >>> told = make_replay(plan, 0, 1, events)
    >>> told.players, told.lines[0].text
    (('random', 'baseline'), 'Turn 1 · random (seat 0)')
    """
    game, labels = plan.game, plan.labels
    seated = plan.seating[playing, : len(labels)] if players is None else players
    names = tuple(labels[int(player)] for player in seated)
    lines = tuple(game.narrate(events, names, plan.rules))
    citations = {line.cite.key: line.cite for line in lines if line.cite}
    scored = events[events[:, 0] == game.layout.SCORED]
    return Replay(
        game=game,
        rules_label=plan.rules_label,
        seed=plan.seed,
        deal=int(deal),
        playing=int(playing),
        players=names,
        events=events,
        lines=lines,
        citations=tuple(citations[key] for key in sorted(citations)),
        scores={int(seat): int(score) for _, seat, _, score in scored},
        winners=tuple(line.seat for line in lines if line.kind == "winner"),
        fault=str(fault) if fault is not None else None,
        round=round if plan.in_matches else None,
        assumptions=plan.assumptions,
    )
