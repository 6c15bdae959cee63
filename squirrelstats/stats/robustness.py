"""Whether a difference holds elsewhere: at other tables, by other rules, between other players."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.errors import UsageError
from squirrelstats.estimate import FEW_DIFFERING, Estimate, p_value
from squirrelstats.intervals import LEVEL, holm
from squirrelstats.policies.player import Player
from squirrelstats.policies.policy import Policy
from squirrelstats.stats._wording import decimals, ends, in_words, plain, scale_of, shown_p, signed
from squirrelstats.stats.arms import parts
from squirrelstats.stats.compare import Asked, Comparison, compare_asked
from squirrelstats.stats.measures import Measure
from squirrelstats.stats.settings import knob, turned_to, usual_table, written

if TYPE_CHECKING:
    import pandas as pd

AS_COMPARED = "as compared"
OPEN = "not settled"
#: Verdicts by sign against that of the effect; if that is not settled, by the sign itself.
AGAINST_EFFECT = {1: "holds", -1: "flips"}
BY_SIGN = {1: "more", -1: "less"}


@dataclass(frozen=True)
class SettingEffect:
    """The difference under one setting.

    Attributes
    ----------
    name : str
        What was changed; the first is ``"as compared"``.
    difference : Estimate
    p, p_holm : float
        Two-sided p value, and corrected by Holm for all settings.
    few : bool
        Too few blocks differ to judge by.
    verdict : str
        ``"holds"``: settled, of the same sign as the effect as compared; ``"flips"``: settled, of
        the other sign. Where the effect as compared is not settled: ``"more"`` or ``"less"``. Else
        ``"not settled"``.
    """

    name: str
    difference: Estimate
    p: float
    p_holm: float
    few: bool
    verdict: str


@dataclass(frozen=True, repr=False)
class Robustness:
    """What `robustness` found.

    Attributes
    ----------
    effect : str
        What the difference is of.
    measure : Measure or None
        None for effects of one's own.
    direction : int
        +1 or −1: sign of the effect as compared; 0 if it is not settled.
    settings : tuple of SettingEffect
    """

    effect: str
    measure: Measure | None
    direction: int
    settings: tuple[SettingEffect, ...]

    def _by(self, verdict: str) -> list[str]:
        return [setting.name for setting in self.settings if setting.verdict == verdict]

    @property
    def sentence(self) -> str:
        """The result in plain words."""
        count, open_ = len(self.settings), self._by(OPEN)
        if not self.direction:
            signs = [(verdict, self._by(verdict)) for verdict in BY_SIGN.values()]
            parts = [f"{verdict} with {_listed(names)}" for verdict, names in signs if names]
            parts.append(f"not settled in {len(open_)}")
            return (
                f"{self.effect}: not settled as compared; of {count} settings, {'; '.join(parts)}."
            )
        holds, flips = (self._by(verdict) for verdict in AGAINST_EFFECT.values())
        told = f"{self.effect}: holds in {len(holds)} of {count} settings"
        told += f"; flips with {_listed(flips)}" if flips else ""
        return told + (f"; not settled with {_listed(open_)}" if open_ else "") + "."

    def frame(self) -> pd.DataFrame:
        """A row for each setting: difference with interval and n, p values, verdict."""
        import pandas as pd

        rows = []
        for setting in self.settings:
            row: dict[str, Any] = {"setting": setting.name, "difference": setting.difference.value}
            row |= {key: getattr(setting.difference, key) for key in ("se", "low", "high", "n")}
            row |= {"p": setting.p, "p_holm": setting.p_holm, "few": setting.few}
            rows.append(row | {"verdict": setting.verdict})
        return pd.DataFrame(rows)

    def _table(self) -> tuple[list[str], list[list[str]]]:
        scale = scale_of(self.measure) if self.measure else 1.0
        places = decimals(*(setting.difference for setting in self.settings), scale=scale)
        what = f"difference in {in_words(self.measure)}" if self.measure else "difference"
        rows = []
        for setting in self.settings:
            d = setting.difference
            rows.append(
                [
                    setting.name,
                    signed(d.value * scale, places),
                    ends(d, scale, places),
                    f"{d.n:,}" + (" (few differ)" if setting.few else ""),
                    shown_p(setting.p_holm),
                    setting.verdict,
                ]
            )
        return ["setting", what, "95 %", "n", "p", "verdict"], rows

    @property
    def small_print(self) -> str:
        """How the numbers are to be read."""
        return (
            f"95 % intervals, not corrected; p, and the verdicts at {plain(100 * (1 - LEVEL), 0)} "
            f"%, corrected by Holm for {len(self.settings)} settings"
        )

    def __repr__(self) -> str:
        return text_block(self.sentence, [self.small_print], text_table(*self._table()))

    def _repr_html_(self) -> str:
        return html_block(self.sentence, [self.small_print], html_table(*self._table()))


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def robustness(
    effect: Comparison | Callable[..., Any],
    over: Mapping[str, Sequence[Any]] | Mapping[str, Mapping[str, Any]],
) -> Robustness:
    """Recompute a difference under other settings, and say where it holds.

    Parameters
    ----------
    effect : Comparison or callable
        A comparison of two arms, which is made again with all else as it was; or a function that
        returns a Comparison of two arms or an `Estimate` and takes the changes as keywords (none:
        the effect itself).
    over : mapping
        Either ``{setting: values}``, one changed at a time: ``"seats"``, ``"rules"`` (presets,
        files, ``sq.rules(…)``), ``"opponents"`` (a policy for all other players), ``"lineup"``
        (line-ups), and every field of the rules, trait (of all players) or parameter of a policy
        (of all other players) by its name. Or ``{name: {setting: value, …}}``: each name a setting
        with all of its changes. For a function the settings are its keywords.

    Returns
    -------
    robustness : Robustness
        The comparison as it was is the first setting and counts as one.

    Raises
    ------
    UsageError
        A setting that does not exist, or that the arms themselves decide.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> effect = sq.compare("squarrels", ["random", "baseline"], rounds=100, replayed=0)
    >>> print(sq.robustness(effect, {"seats": [2, 3]}).sentence)
    baseline against random: holds in 3 of 3 settings.
    """
    settings = _settings(over)
    if isinstance(effect, Comparison):
        _one(effect)
        found = [(AS_COMPARED, effect.differences[0])]
        done = {_digests(effect)}
        for name, changes in settings:
            again = compare_asked(_changed(effect, changes))
            if _digests(again) not in done:
                done.add(_digests(again))
                found.append((name, again.differences[0]))
        told, measure = f"{found[0][1].arm} against {found[0][1].base}", effect.measure
        return _judged(told, measure, [(n, d.difference, d.p, d.few) for n, d in found])
    if not callable(effect):
        raise UsageError(
            "an effect is a comparison (from sq.compare) of two arms, or a function that returns "
            f"one or an estimate; got {type(effect).__name__}"
        )
    results = [(AS_COMPARED, effect()), *((name, effect(**changes)) for name, changes in settings)]
    told = str(getattr(effect, "__name__", "effect")).replace("_", " ")
    first = results[0][1]
    measure_ = first.measure if isinstance(first, Comparison) else None
    return _judged(told, measure_, [(name, *_numbers(result)) for name, result in results])


def _settings(over: Any) -> list[tuple[str, dict[str, Any]]]:
    """Names and changes."""
    if not isinstance(over, Mapping) or not over:
        raise UsageError(
            "settings are given as {'seats': [2, 3], 'rules': [...]} (one changed at a time), or "
            f"as {{name: {{'seats': 2, ...}}}}; got {over!r}"
        )
    found: list[tuple[str, dict[str, Any]]] = []
    for name, values in over.items():
        if isinstance(values, Mapping):
            found.append((str(name), dict(values)))
            continue
        if isinstance(values, str) or not isinstance(values, Sequence):
            raise UsageError(f"the values of {name!r} are a list, got {values!r}")
        found += [(f"{name} = {_shown(value)}", {str(name): value}) for value in values]
    names = [name for name, _ in found]
    twice = [name for name in names if names.count(name) > 1 or name == AS_COMPARED]
    if twice:
        raise UsageError(f"two settings are called {twice[0]!r}; name them: {{name: {{…}}}}")
    return found


def _shown(value: Any) -> str:
    if isinstance(value, Policy | Player):
        return value.label
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_shown, value))
    return written(value)


def _changed(effect: Comparison, changes: Mapping[str, Any]) -> Asked:
    """The same comparison under a setting."""
    asked = effect.asked
    game, player = asked.game, asked.player
    lineup, rules = usual_table(game, asked.lineup), asked.rules
    arms = {arm.name: part for arm, part in zip(effect.arms, _parts_of(asked), strict=True)}
    for name, value in changes.items():
        decided = "rules"
        if name in ("lineup", "opponents", "rules"):
            decided = "rules" if name == "rules" else "lineup"
        else:
            others = tuple(i for i in range(len(lineup)) if i != player)
            setting = knob(game, name, lineup, others)
            decided = "rules" if setting.kind == "rule" else "lineup"
        if any(decided in part for part in arms.values()):
            raise UsageError(
                f"{name!r} cannot be changed: the arms compared decide the {decided} themselves"
            )
        if name == "lineup":
            lineup = usual_table(game, value)
        elif name == "rules":
            rules = value
        elif name == "opponents":
            lineup = [own if i == player else value for i, own in enumerate(lineup)]
        else:
            lineup, rules = turned_to(game, setting, value, lineup, rules)
            if setting.kind == "trait":
                mine = dataclasses.replace(setting, of=(0,))
                lineup[player] = turned_to(game, mine, value, [lineup[player]], rules)[0][0]
                arms = {
                    arm: {
                        key: turned_to(game, mine, value, [own], rules)[0][0]
                        if key == "policy"
                        else own
                        for key, own in part.items()
                    }
                    for arm, part in arms.items()
                }
    return dataclasses.replace(asked, lineup=lineup, rules=rules, arms=arms)


def _parts_of(asked: Asked) -> list[dict[str, Any]]:
    """What each arm says, by part."""
    wanted = asked.arms.values() if isinstance(asked.arms, Mapping) else asked.arms
    return [parts(asked.game, what) for what in wanted]


def _one(effect: Comparison) -> None:
    """Refuse what is not a single difference of two arms."""
    if len(effect.differences) != 1:
        raise UsageError(
            f"robustness is about one difference, this comparison has {len(effect.differences)}; "
            "compare two arms, without by=…"
        )
    if effect.differences[0].same:
        raise UsageError("the arms compared are the same, so there is no difference to hold")


def _digests(effect: Comparison) -> tuple[str, ...]:
    return tuple(arm.plan.digest for arm in effect.arms)


def _numbers(result: Any) -> tuple[Estimate, float, bool]:
    """Difference, p value and whether it rests on too little, of what a function returned."""
    if isinstance(result, Comparison):
        _one(result)
        d = result.differences[0]
        return d.difference, d.p, d.few
    if isinstance(result, Estimate):
        return result, p_value(result), result.n < FEW_DIFFERING
    raise UsageError(
        "the function must return a Comparison (from sq.compare) or an Estimate, got "
        f"{type(result).__name__}"
    )


def _judged(
    effect: str, measure: Measure | None, found: Sequence[tuple[str, Estimate, float, bool]]
) -> Robustness:
    """Verdicts, by corrected p values and the sign of the first."""
    settings, direction = [], 0
    corrected = holm([p for _, _, p, _ in found])
    for (name, difference, p, few), p_holm in zip(found, corrected, strict=True):
        verdict = OPEN
        if p_holm <= 1 - LEVEL and not few:
            sign = 1 if difference.value > 0 else -1
            direction = sign if name == AS_COMPARED else direction
            verdict = AGAINST_EFFECT[sign * direction] if direction else BY_SIGN[sign]
        settings.append(SettingEffect(name, difference, p, p_holm, few, verdict))
    return Robustness(effect, measure, direction, tuple(settings))
