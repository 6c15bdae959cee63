"""The line on the shell that makes a report again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from squirrelstats.balance._method import member_call, rules_call
from squirrelstats.balance._study_parts import nearest_preset
from squirrelstats.balance.contract import Contract, default_contract
from squirrelstats.balance.study import Study
from squirrelstats.games._rules import shown
from squirrelstats.policies.player import Player


def shell_command(study: Study, contract: Contract) -> str:
    """What to type, with everything said that is not a default.

    Policies of one's own are written by name alone: on the shell their file comes before it.

    Examples
    --------
    >>> study = Study.of("squarrels", lineup=["baseline"] * 2, rounds=500)
    >>> shell_command(study, default_contract("squarrels"))
    'squirrelstats report squarrels --lineup baseline,baseline --rounds 500 -o report.html'
    """
    words = ["squirrelstats", "report", study.game.name]
    words += rules_words(study)
    for name, members, usual in (
        ("lineup", study.lineup, contract.lineup),
        ("pool", study.pool, contract.pool),
    ):
        written = [member_words(member) for member in members]
        words += [f"--{name}", ",".join(written)] if written != list(usual) else []
    words += ["--rounds", str(study.rounds)] if study.rounds != contract.rounds else []
    seed: int | Mapping[str, int] = study.plan.seed
    words += ["--seed", str(seed)] if seed != contract.seed and isinstance(seed, int) else []
    if contract != default_contract(study.game.name):
        words += ["--contract", contract.name]
    return shlex.join([*words, "-o", "report.html"])


def rules_words(study: Study) -> list[str]:
    """The nearest preset and the options that differ from it."""
    preset = nearest_preset(study.game, study.rules)
    words = ["--rules", preset] if preset != study.game.default_preset else []
    changes: dict[str, Any] = study.rules.changes(study.game.presets[preset])
    for name, value in changes.items():
        words += ["-O", f"{name}={shown(value)}"]
    return words


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


def python_call(studies: Mapping[str, Study]) -> str:
    """The call that makes a report again, of one study or of several side by side.

    Examples
    --------
    >>> study = Study.of("squarrels", rounds=500)
    >>> python_call({"rulebook_2009": study}).startswith("sq.report(sq.Study.of('squarrels', ")
    True
    """
    first = next(iter(studies.values()))
    if len(studies) == 1:
        return f"sq.report({first.method.call})"
    name = first.game.name
    rules = ", ".join(f"{key!r}: {rules_call(one)}" for key, one in studies.items())
    lineup, pool = (
        ", ".join(member_call(name, member) for member in which)
        for which in (first.lineup, first.pool)
    )
    return (
        f"sq.report({name!r}, rules={{{rules}}}, lineup=[{lineup}], pool=[{pool}], "
        f"rounds={first.rounds}, seed={first.plan.seed!r})"
    )
