"""The line on the shell that makes a report again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from typing import Any

from squirrelstats.balance._method import member_call, rules_call
from squirrelstats.balance._study_parts import nearest_preset
from squirrelstats.balance.contract import Contract
from squirrelstats.balance.study import Study
from squirrelstats.games._rules import shown
from squirrelstats.policies.player import Player


def shell_command(studies: Mapping[str, Study], contract: Contract, rules: Any = None) -> str:
    """What to type, with everything said that is not in the contract; empty if it cannot be said.

    Policies of one's own are written by name alone: on the shell their file comes before it. So is
    a contract of one's own, by the name of its file.

    Parameters
    ----------
    studies : mapping of str to Study
    contract : Contract
    rules : optional
        What several studies were asked for by: a list of presets and files.

    Examples
    --------
    >>> from squirrelstats.balance.contract import default_contract
    >>> study = Study.of("squarrels", lineup=["baseline"] * 2, rounds=500, alike="baseline")
    >>> shell_command({"": study}, default_contract("squarrels"))
    'squirrelstats report squarrels --lineup baseline,baseline --rounds 500 -o report.html'
    """
    study = next(iter(studies.values()))
    seed, seconds = study.plan.seed, ("seconds_per_turn", "seconds_per_decision")
    silent = [getattr(study, name) == getattr(contract, name) for name in seconds]
    if isinstance(seed, Mapping) or study.alike.label != contract.alike or not all(silent):
        return ""
    words = ["squirrelstats", "report", study.game.name]
    if len(studies) == 1:
        words += rules_words(study, contract)
    elif isinstance(rules, list | tuple) and all(isinstance(r, str | os.PathLike) for r in rules):
        words += [word for given in rules for word in ("--rules", os.fspath(given))]
    else:
        return ""
    for name, members, usual in (
        ("lineup", study.lineup, contract.lineup),
        ("pool", study.pool, contract.pool),
    ):
        written = [member_words(member) for member in members]
        words += [f"--{name}", ",".join(written)] if written != list(usual) else []
    words += ["--rounds", str(study.rounds)] if study.rounds != contract.rounds else []
    words += ["--seed", str(seed)] if seed != contract.seed else []
    if not contract.is_own:
        words += ["--contract", contract.name]
    return shlex.join([*words, "-o", "report.html"])


def rules_words(study: Study, contract: Contract) -> list[str]:
    """The nearest preset and the options that differ from it, unless they are the contract's."""
    if study.rules == contract.rules:
        return []
    preset = nearest_preset(study.game, study.rules)
    changes: dict[str, Any] = study.rules.changes(study.game.presets[preset])
    options = [word for key in changes for word in ("-O", f"{key}={shown(changes[key])}")]
    return ["--rules", preset, *options]


def member_words(member: Player) -> str:
    """A member of a line-up as the shell writes it.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> member_words(Player(sq.policies.get("squarrels", "choosy", give_up=1), {"slap_speed": 2.0}))
    'choosy:give_up=1:slap_speed=2'
    """
    policy: Any = member.policy
    given = {
        name: value
        for name, value in policy.values.items()
        if value != policy.declared[name].default
    } | dict(member.traits)
    return ":".join([policy.name, *(f"{name}={value:g}" for name, value in given.items())])


def python_call(studies: Mapping[str, Study], contract: Contract) -> str:
    """The call that makes a report again, of one study or of several side by side.

    A contract of one's own is written by the name of its file.

    Examples
    --------
    >>> from squirrelstats.balance.contract import default_contract
    >>> study = Study.of("squarrels", rounds=500)
    >>> call = python_call({"rulebook_2009": study}, default_contract("squarrels"))
    >>> call.startswith("sq.report(sq.Study.of('squarrels', ")
    True
    """
    first = next(iter(studies.values()))
    held = "" if contract.is_own else f", contract={contract.name!r}"
    if len(studies) == 1:
        return f"sq.report({first.method.call}{held})"
    name = first.game.name
    rules = ", ".join(f"{key!r}: {rules_call(one)}" for key, one in studies.items())
    lineup, pool = (
        ", ".join(member_call(name, member) for member in which)
        for which in (first.lineup, first.pool)
    )
    return (
        f"sq.report({name!r}, rules={{{rules}}}, lineup=[{lineup}], pool=[{pool}], "
        f"rounds={first.rounds}, seed={first.plan.seed!r}{held})"
    )
