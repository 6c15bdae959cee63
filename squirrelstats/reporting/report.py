"""Balance reports: verdicts, evidence and method as one HTML file, and as data."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from squirrelstats.balance._sizes import LEAST_ROUNDS
from squirrelstats.balance.contract import Contract
from squirrelstats.balance.house_rules import check_name, compare_rules, with_luck
from squirrelstats.balance.study import Study
from squirrelstats.balance.verdicts import (
    BalanceVerdicts,
    check_balance,
    contract_of,
    correction,
    study_of,
)
from squirrelstats.errors import UsageError
from squirrelstats.games.contract import Game, get_game
from squirrelstats.policies.player import Member
from squirrelstats.reporting import (
    _card_sections,
    _ground,
    _outcomes,
    _side_by_side,
    _skill_sections,
)
from squirrelstats.reporting._blocks import Section
from squirrelstats.reporting._command import python_call, shell_command
from squirrelstats.reporting._data import as_json, value_of
from squirrelstats.reporting._page import page
from squirrelstats.reporting._verdict_cards import cards
from squirrelstats.reporting._write import check_place, write
from squirrelstats.simulate.run import Run
from squirrelstats.stats._paired import alike

#: Of the data beside a report; raised when a reader would have to change.
SCHEMA = 1
CLOSING = (
    "Made by squirrelstats. The games belong to their publishers; this project has no tie to them."
)
SECTIONS: tuple[Callable[[Study], Section], ...] = (
    _outcomes.who_wins,
    _outcomes.scores,
    _outcomes.seats,
    _card_sections.cards,
    _card_sections.deck,
    _outcomes.length,
    _skill_sections.luck,
    _skill_sections.policies,
    _ground.rules,
    _ground.readings,
)


@dataclass(frozen=True, repr=False)
class Report:
    """A balance report.

    Attributes
    ----------
    title : str
    verdicts : tuple of BalanceVerdicts
        One, or in a side-by-side report one for each of the rules.
    html : str
        The whole file.
    data : dict
        The same numbers for programs.
    """

    title: str
    verdicts: tuple[BalanceVerdicts, ...]
    html: str
    data: dict[str, Any]

    @property
    def json(self) -> str:
        """The data as text; the same bytes for the same inputs."""
        return as_json(self.data)

    def save(
        self, path: str | os.PathLike[str], json: str | os.PathLike[str] | None = None
    ) -> Path:
        """Write the page, and its data if asked to; a file is there whole or not at all.

        Parameters
        ----------
        path : path
            Ends in ``.html``.
        json : path, optional
            Ends in ``.json``.

        Returns
        -------
        path : Path

        Raises
        ------
        UsageError
            Another ending, or a place that cannot be written.
        """
        if json is not None:
            check_place(json, ".json")
        write(path, ".html", self.html)
        if json is not None:
            write(json, ".json", self.json)
        return Path(path)

    def __repr__(self) -> str:
        told = "\n\n".join(repr(found) for found in self.verdicts)
        return f"{self.title}; .save('report.html') writes it\n{told}"

    def _repr_html_(self) -> str:
        return "".join(found._repr_html_() for found in self.verdicts)


def report(
    what: str | Game | Run | Study,
    out: str | os.PathLike[str] | None = None,
    *,
    rules: Any = None,
    lineup: Sequence[Member] | None = None,
    pool: Sequence[Member] | None = None,
    contract: str | os.PathLike[str] | Contract | None = None,
    rounds: int | None = None,
    seed: int | Mapping[str, int] | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Report:
    """Study a table and write what was found: verdicts first, then the evidence, then the method.

    Parameters
    ----------
    what : str, Run or Study
        A game; a run, whose rules, line-up, seed and number of deals are taken; or a study, which
        has all of it and may be measured in part already.
    out : path, optional
        File to write, ending in ``.html``; it needs nothing beside it, and no network.
    rules : str, Path or Rules, or a list or mapping of several, optional
        Several are set side by side, the first as the base.
    lineup, pool : sequence of str, Policy or Player, optional
        Who plays, and who contends for being the best. Default: those of the contract.
    contract : path, str or Contract, optional
        Tolerances of the verdicts. Default: the game's own.
    rounds : int, optional
        Deals at the line-up; the sizes of everything else follow. Default: the contract's.
    seed : int or mapping of str to int, optional
    threads, progress
        As for `simulate`.

    Returns
    -------
    report : Report
        Two reports of the same call are the same, byte by byte, on one set of versions.

    Raises
    ------
    UsageError
        Something in the call is wrong, or the file cannot be written.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> found = sq.report("squarrels", rounds=100)  # doctest: +SKIP
    >>> found.save("squarrels.html")  # doctest: +SKIP
    """
    kept, studies = _studies(what, rules, lineup, pool, contract, rounds, seed, threads, progress)
    if out is not None:
        check_place(out, ".html")
    if len(studies) == 1:
        made = _single(next(iter(studies.values())), kept)
    else:
        made = _several(studies, kept, rules)
    if out is not None:
        made.save(out)
    return made


def _single(study: Study, contract: Contract) -> Report:
    """The report of one table."""
    found = check_balance(contract, study=study)
    plan = study.plan
    title = f"{plan.game.title}: balance report"
    sections = [*(make(study) for make in SECTIONS), _method({plan.rules_label: study}, contract)]
    about = [
        f"Rules: {plan.rules_label}. {study.seats} players: {', '.join(plan.labels)}.",
        f"{plan.counted(study.rounds)}, everybody in every seat, seed {plan.seed}. "
        f"Held against {_yardsticks(contract)}.",
        *(f"Assumed: {text}." for text in plan.assumptions),
    ]
    notes = [
        f"{found.conclusion[0].upper()}{found.conclusion[1:]}.",
        correction(len(found.verdicts)),
    ]
    html = page(title, about, cards(found), notes, sections, CLOSING)
    data = {**_data(title, sections), "verdicts": value_of(found.data)}
    return Report(title, (found,), html, data)


def _method(studies: dict[str, Study], contract: Contract, rules: Any = None) -> Section:
    """What everything rests on, and how to make it again."""
    command = shell_command(studies, contract, rules)
    return _ground.method(studies, command, python_call(studies, contract))


def _several(studies: dict[str, Study], contract: Contract, rules: Any) -> Report:
    """The report of several rules, side by side on common deals."""
    found = {name: check_balance(contract, study=study) for name, study in studies.items()}
    base, *others = studies
    first = studies[base]
    compared = compare_rules(
        first.game,
        {name: studies[name].rules for name in others},
        base={base: first.rules},
        lineup=list(first.lineup),
        rounds=first.rounds,
        seed=first.plan.seed,
        rotate="cyclic",
        seconds_per_turn=first.seconds_per_turn,
        seconds_per_decision=first.seconds_per_decision,
        replayed=first.sizes.replayed,
        threads=first.threads,
        progress=first.progress,
    )
    if not alike(first.plan):
        compared = with_luck(compared, {name: study.luck for name, study in studies.items()})
    title = f"{first.game.title}: {len(studies)} rules side by side"
    sections = [
        _side_by_side.verdicts(found),
        _side_by_side.changes(compared),
        _side_by_side.options(studies),
        _method(studies, contract, rules),
    ]
    about = [
        f"{', '.join(studies)}. {first.seats} players: {', '.join(first.plan.labels)}.",
        f"{first.plan.counted(first.rounds)} in common, everybody in every seat, seed "
        f"{first.plan.seed}. Held against {_yardsticks(contract)}.",
        *(f"Assumed: {text}." for text in first.plan.assumptions),
    ]
    notes = [f"For each of the rules by itself: {correction(len(contract.tolerances))}."]
    html = page(title, about, [], notes, sections, CLOSING)
    return Report(title, tuple(found.values()), html, _data(title, sections))


def _data(title: str, sections: Sequence[Section]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "title": title,
        "sections": {section.key: section.data for section in sections},
    }


def _studies(
    what: Any,
    rules: Any,
    lineup: Any,
    pool: Any,
    contract: Any,
    rounds: Any,
    seed: Any,
    threads: Any,
    progress: Any,
) -> tuple[Contract, dict[str, Study]]:
    """The contract, and a study for each of the rules, by name."""
    if isinstance(what, Study):
        given = (rules, lineup, pool, rounds, seed, threads, progress)
        if any(value is not None for value in given):
            raise UsageError("a study has its rules, players, rounds and seed; give a game instead")
        return _contract(what.game, contract), {what.plan.rules_label: what}
    if isinstance(what, Run):
        plan = what.plan
        if plan.in_matches:
            raise UsageError("a report is about rounds; give it a run of rounds=…, or a game")
        if rules is not None or lineup is not None or seed is not None:
            raise UsageError("a run brings its rules, line-up and seed; give the game instead")
        rules, lineup, seed = plan.rules, plan.players, plan.seed
        rounds = max(what.deals, LEAST_ROUNDS) if rounds is None else rounds
        game = plan.game
    else:
        game = get_game(what)
    kept = _contract(game, contract)
    return kept, {
        name: study_of(
            kept,
            rules=chosen,
            lineup=lineup,
            pool=pool,
            rounds=rounds,
            seed=seed,
            threads=threads,
            progress=progress,
        )
        for name, chosen in _named(game, kept.rules if rules is None else rules).items()
    }


def _yardsticks(contract: Contract) -> str:
    """What a contract is called: its file, or that it is ours."""
    if contract.is_own:
        return "squirrelstats' own yardsticks for this game"
    return contract.name


def _contract(game: Game, given: Any) -> Contract:
    kept = contract_of(game.name if given is None else given)
    if kept.game is not game:
        raise UsageError(
            f"the contract {kept.name} is about {kept.game.title}, the report about {game.title}"
        )
    return kept


def _named(game: Game, rules: Any) -> dict[str, Any]:
    """Rules by name: of one, of a list, or of a mapping."""
    if isinstance(rules, Mapping):
        named = {str(name): game.rules(chosen) for name, chosen in rules.items()}
        if len(named) != len(rules):
            raise UsageError(f"two of these rules have one name: {', '.join(map(str, rules))}")
    elif isinstance(rules, list | tuple):
        pairs = [(_name(game, chosen), game.rules(chosen)) for chosen in rules]
        named = dict(pairs)
        if len(named) != len(rules):
            same = len({chosen for _, chosen in pairs}) != len(rules)
            what = "are the same" if same else "have one name"
            raise UsageError(
                f"two of these rules {what}; a report sets different ones side by side, by names "
                "of their own: {'one': …, 'other': …}"
            )
    else:
        chosen = game.rules(rules)
        named = {game.rules_label(chosen): chosen}
    if not named:
        raise UsageError("there are no rules to report on; leave rules=… out for the preset")
    for name in named:
        check_name(name)
    if len(set(named.values())) != len(named):
        raise UsageError(
            "two of these rules are the same; a report sets different ones side by side"
        )
    return named


def _name(game: Game, chosen: Any) -> str:
    """A file by its name, other rules by what differs from a preset."""
    if isinstance(chosen, str | os.PathLike) and os.fspath(chosen).endswith(".toml"):
        return Path(chosen).stem
    return game.rules_label(game.rules(chosen))
