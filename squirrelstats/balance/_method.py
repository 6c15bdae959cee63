"""How a study was made, and the call that makes it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from squirrelstats._display import ShownAsTable
from squirrelstats.balance._study_parts import nearest_preset
from squirrelstats.stats.shape import SECONDS_PER_DECISION, SECONDS_PER_TURN

if TYPE_CHECKING:
    import pandas as pd

    from squirrelstats.balance.study import Study

#: Whose versions decide numbers.
LIBRARIES = ("squirrelstats", "numba", "numpy", "pandas", "scipy")
#: What every piece of a study is, by the names of its sizes.
PIECES = {
    "run": "the line-up, each deal in every rotation",
    "equal_run": "the same player in every seat",
    "replayed": "playings replayed with their events (lead changes, comebacks)",
    "luck": "deals of the split of the variance",
    "cards": "deals on which cards are exchanged",
    "sweeps": "deals for every value of a number in the deck",
    "tournament": "deals for one of each policy among players of each",
    "skill": "deals for every rung of the ladder",
    "readings": "deals for every other reading of the rules",
}


@dataclass(frozen=True, repr=False)
class Method(ShownAsTable):
    """What a study rests on.

    Attributes
    ----------
    title, rules_label, seed : str
    lineup, pool : tuple of str
    alike : str
    rounds : int
    sizes : tuple of (str, int)
        Deals (of `replayed`: playings) of every piece.
    digest : str
        Identity of the plan of the line-up.
    versions : tuple of (str, str)
    assumptions : tuple of str
    call : str
        Python that makes the same study again.
    """

    title: str
    rules_label: str
    seed: str
    lineup: tuple[str, ...]
    alike: str
    pool: tuple[str, ...]
    rounds: int
    sizes: tuple[tuple[str, int], ...]
    digest: str
    versions: tuple[tuple[str, str], ...]
    assumptions: tuple[str, ...]
    call: str

    def frame(self) -> pd.DataFrame:
        """A row for each piece: ``piece, deals, what``."""
        import pandas as pd

        rows = [(name, number, PIECES[name]) for name, number in self.sizes]
        return pd.DataFrame(rows, columns=["piece", "deals", "what"])

    def _lines(self) -> tuple[str, list[str]]:
        versions = ", ".join(f"{name} {version}" for name, version in self.versions)
        return f"{self.title}: how it was measured", [
            f"{self.rules_label} · {', '.join(self.lineup)} · seed {self.seed}",
            f"seats and cards: {self.alike} in every seat · pool: {', '.join(self.pool)}",
            *(f"assumed: {text}" for text in self.assumptions),
            f"plan {self.digest[:16]} · {versions}",
            self.call,
        ]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        return ["piece", "deals", "what"], [
            [name, f"{number:,}", PIECES[name]] for name, number in self.sizes
        ]


def method_of(study: Study) -> Method:
    """How a study is made."""
    from importlib.metadata import version

    plan = study.plan
    return Method(
        title=study.game.title,
        rules_label=plan.rules_label,
        seed=str(plan.seed),
        lineup=plan.labels,
        alike=study.alike.label,
        pool=tuple(member.label for member in study.pool),
        rounds=study.rounds,
        sizes=tuple(study.sizes.table()),
        digest=plan.digest,
        versions=tuple((name, version(name)) for name in LIBRARIES),
        assumptions=plan.assumptions,
        call=_call(study),
    )


def _call(study: Study) -> str:
    name = study.game.name
    words = [repr(name), f"rules={rules_call(study)}"]
    words.append(f"lineup=[{', '.join(member_call(name, player) for player in study.lineup)}]")
    words.append(f"pool=[{', '.join(member_call(name, player) for player in study.pool)}]")
    words.append(f"alike={member_call(name, study.alike)}")
    words += [f"rounds={study.rounds}", f"seed={study.plan.seed!r}"]
    for key, usual in (
        ("seconds_per_turn", SECONDS_PER_TURN),
        ("seconds_per_decision", SECONDS_PER_DECISION),
    ):
        value = getattr(study, key)
        words += [f"{key}={value!r}"] if value != usual else []
    return f"sq.Study.of({', '.join(words)})"


def rules_call(study: Study) -> str:
    """The rules of a study as they are written in Python."""
    preset = nearest_preset(study.game, study.rules)
    changes = study.rules.changes(study.game.presets[preset])
    given = "".join(f", {field}={value!r}" for field, value in changes.items())
    return f"sq.rules({study.game.name!r}, {preset!r}{given})" if changes else repr(preset)


def member_call(game: str, member: Any) -> str:
    """A member of a line-up as it is written in Python; policies of one's own by their names."""
    policy = member.policy
    params = {
        name: value
        for name, value in policy.values.items()
        if value != policy.declared[name].default
    }
    given = "".join(f", {name}={value!r}" for name, value in params.items())
    written = f"sq.policies.get({game!r}, {policy.name!r}{given})" if params else repr(policy.name)
    if not member.traits:
        return written
    traits = "".join(f", {name}={value!r}" for name, value in member.traits.items())
    return f"sq.player({written}{traits})"
