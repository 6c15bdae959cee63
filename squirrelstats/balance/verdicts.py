"""A study held against a contract: within, outside, or not enough rounds to say."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from squirrelstats._display import ShownAsTable
from squirrelstats.balance._verdict import (
    EXIT_CODES,
    FAIL,
    OPEN,
    PASS,
    Verdict,
    row_of,
    verdicts_of,
)
from squirrelstats.balance._verdict_text import short
from squirrelstats.balance.contract import Contract, default_contract, load_contract
from squirrelstats.balance.study import Study
from squirrelstats.errors import UsageError
from squirrelstats.games.contract import GAMES

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class BalanceVerdicts(ShownAsTable):
    """All tolerances of a contract answered.

    Attributes
    ----------
    contract : Contract
    study : Study
    verdicts : tuple of Verdict
        In the order of the contract.
    """

    contract: Contract
    study: Study
    verdicts: tuple[Verdict, ...]

    @property
    def status(self) -> str:
        """``"fail"`` if any tolerance fails, ``"pass"`` if all pass, else not enough rounds."""
        found = {verdict.status for verdict in self.verdicts}
        return FAIL if FAIL in found else OPEN if OPEN in found else PASS

    @property
    def exit_code(self) -> int:
        """0: pass, 1: fail, 3: not enough rounds."""
        return EXIT_CODES[self.status]

    def __getitem__(self, metric: str) -> Verdict:
        for verdict in self.verdicts:
            if verdict.metric.name == metric:
                return verdict
        raise KeyError(metric)

    @property
    def conclusion(self) -> str:
        """What the verdicts say together."""
        number = len(self.verdicts)
        failed = [v.metric.words for v in self.verdicts if v.status == FAIL]
        undecided = [v.metric.words for v in self.verdicts if v.status == OPEN]
        parts = []
        if failed:
            parts.append(f"outside its limits: {', '.join(failed)}")
        if undecided:
            parts.append(f"not settled: {', '.join(undecided)}")
        if parts:
            within = number - len(failed) - len(undecided)
            return f"{'; '.join(parts)}; {within} of {number} within their limits"
        return "within its limits" if number == 1 else f"all {number} within their limits"

    def frame(self) -> pd.DataFrame:
        """Tidy table, a row for each tolerance.

        Returns
        -------
        frame : DataFrame
            ``metric, status, value, se, low, high, level, n``, the limits ``at_least`` and
            ``at_most``, ``p_inside, p_outside, p_outside_holm``, ``rounds_needed``, ``about``,
            ``unit`` and ``sentence``. Shares are shares, not percent.
        """
        import pandas as pd

        return pd.DataFrame([row_of(verdict) for verdict in self.verdicts])

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data for JSON; what is unknown or infinite is null."""
        plan = self.study.plan
        rows = [
            {key: _plain(value) for key, value in row_of(verdict).items()}
            for verdict in self.verdicts
        ]
        return {
            "contract": self.contract.name,
            "game": plan.game.name,
            "rules": plan.rules_label,
            "lineup": list(plan.labels),
            "rounds": self.study.rounds,
            "seed": plan.seed,
            "status": self.status,
            "exit_code": self.exit_code,
            "conclusion": self.conclusion,
            "correction": correction(len(self.verdicts)),
            "verdicts": rows,
        }

    def json(self) -> str:
        """`data` as a JSON text; the same verdicts give the same bytes."""
        import json

        return json.dumps(self.data, indent=2, ensure_ascii=False) + "\n"

    def _lines(self) -> tuple[str, list[str]]:
        plan = self.study.plan
        return f"{plan.game.title}: {self.status}", [
            f"{plan.rules_note} · {', '.join(plan.labels)} · {plan.counted(self.study.rounds)} · "
            f"seed {plan.seed} · {self.contract.name}",
            self.conclusion,
            correction(len(self.verdicts)),
            *(verdict.sentence for verdict in self.verdicts if verdict.status != PASS),
        ]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["metric", "verdict", "value", "90 % interval", "tolerance", "n"]
        return header, [
            [v.metric.words, v.status, *short(v), v.limits, f"{v.estimate.n:,}"]
            for v in self.verdicts
        ]


def correction(number: int) -> str:
    """What the verdicts together may be wrong about.

    Examples
    --------
    >>> correction(1)
    'pass: the 90 % interval is inside (two one-sided tests at 5 %); fail: outside at 5 %'
    """
    one = "pass: the 90 % interval is inside (two one-sided tests at 5 %)"
    if number == 1:
        return f"{one}; fail: outside at 5 %"
    return (
        f"{one}; all pass: at most 5 % risk that any is outside, without correction "
        f"(intersection–union); fail: outside at 5 %, corrected by Holm for {number} tolerances"
    )


def check_balance(
    contract: str | os.PathLike[str] | Contract,
    *,
    study: Study | None = None,
    rounds: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> BalanceVerdicts:
    """Answer every tolerance of a balance contract: pass, fail, or not enough rounds.

    Parameters
    ----------
    contract : path, str or Contract
        A TOML file, or the name of a game: the contract it has of its own.
    study : Study, optional
        A table studied already, in the place of the contract's own. Only the pieces that the
        tolerances need are played.
    rounds, seed : int, optional
        Instead of the contract's.
    threads, progress
        As for `simulate`.

    Returns
    -------
    verdicts : BalanceVerdicts

    Raises
    ------
    UsageError
        The contract is wrong, or is about another game than the study.

    Notes
    -----
    A tolerance passes if two one-sided tests at 5 % each say that the value is above its lower and
    below its upper limit, that is, if the 90 % interval is inside; it fails if a test says that the
    value is beyond a limit, corrected by Holm for all tolerances. That all pass is a claim at 5 %
    without any correction, since each of them must be shown (intersection–union).

    References
    ----------
    Schuirmann (1987), J. Pharmacokinet. Biopharm. 15 (two one-sided tests). Berger (1982),
    Multiparameter hypothesis testing and acceptance sampling, Technometrics 24 (intersection–union
    tests). Holm (1979), Scand. J. Stat. 6.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> from squirrelstats.balance.contract import default_contract
    >>> import dataclasses
    >>> whole = default_contract("squarrels")
    >>> short = [t for t in whole.tolerances if t.metric in ("minutes", "truncated")]
    >>> found = sq.check_balance(dataclasses.replace(whole, tolerances=tuple(short)), rounds=400)
    >>> found["minutes"].status
    'pass'
    """
    asked = contract_of(contract)
    if study is None:
        study = study_of(asked, rounds=rounds, seed=seed, threads=threads, progress=progress)
    elif not isinstance(study, Study):
        raise UsageError(f"a study is made by sq.Study.of(…), got {study!r}")
    elif rounds is not None or seed is not None:
        raise UsageError("a study has its rounds and seed already; give them to Study.of instead")
    elif study.game is not asked.game:
        raise UsageError(
            f"the contract {asked.name} is about {asked.game.title}, the study about "
            f"{study.game.title}"
        )
    return BalanceVerdicts(asked, study, verdicts_of(study, asked.tolerances))


def study_of(contract: Contract, **instead: Any) -> Study:
    """The table of a contract, with what is given, and is not None, in the place of its own."""
    names = ("rules", "lineup", "pool", "alike", "rounds", "seed")
    seconds = ("seconds_per_turn", "seconds_per_decision")
    own = {name: getattr(contract, name) for name in (*names, *seconds)}
    given = {name: value for name, value in instead.items() if value is not None}
    return Study.of(contract.game, **(own | given))


def contract_of(given: Any) -> Contract:
    """A contract given as it is, as a file, or as the name of a game."""
    if isinstance(given, Contract):
        return given
    if isinstance(given, str) and given in GAMES:
        return default_contract(given)
    return load_contract(given)


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
