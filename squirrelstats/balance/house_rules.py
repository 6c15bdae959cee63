"""House rules against a base: what each changes at the table, on common deals."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from squirrelstats._display import filled, html_block, html_table, text_block, text_table
from squirrelstats.balance._effects import RuleEffect, corrected, luck_effect, play_variants
from squirrelstats.balance._quantities import LUCK, QUANTITIES, Wanted
from squirrelstats.balance._rules_text import effect_table, lines, paragraph
from squirrelstats.errors import UsageError, choices
from squirrelstats.games._rules import shown
from squirrelstats.games.contract import Game, get_game
from squirrelstats.simulate.api import asked_for
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.stats._paired import alike
from squirrelstats.stats.arms import Arm
from squirrelstats.stats.luck_split import LuckSplit, luck_split
from squirrelstats.stats.settings import usual_table
from squirrelstats.stats.shape import REPLAYED, SECONDS_PER_DECISION, SECONDS_PER_TURN

if TYPE_CHECKING:
    import pandas as pd

#: Deals from which luck's share is found: each is played many times over.
LUCK_DEALS = 4_000
#: Letters of a name that is given.
LONGEST_NAME = 100


@dataclass(frozen=True, repr=False)
class RulesComparison:
    """What `compare_rules` found. It shows itself as a table and a paragraph for each variant.

    Attributes
    ----------
    arms : tuple of Arm
        Name and plan; the first is the base.
    effects : tuple of RuleEffect
        Of every variant; p values are corrected for all of them together.
    n : int
        Blocks: common deals, or matches.
    wanted : Wanted
        What minutes and lead changes rest on.
    """

    arms: tuple[Arm, ...]
    effects: tuple[RuleEffect, ...]
    n: int
    wanted: Wanted

    @property
    def variants(self) -> tuple[str, ...]:
        """Names of the variants."""
        return tuple(arm.name for arm in self.arms[1:])

    def of(self, variant: str) -> tuple[RuleEffect, ...]:
        """The effects of one variant.

        Raises
        ------
        UsageError
            There is no variant of that name.
        """
        if variant not in self.variants:
            raise UsageError(choices("variant of this comparison", variant, self.variants))
        return tuple(effect for effect in self.effects if effect.variant == variant)

    @cached_property
    def paragraphs(self) -> Mapping[str, str]:
        """What each variant changes in plain words, by its name."""
        return {name: paragraph(self, name) for name in self.variants}

    def frame(self) -> pd.DataFrame:
        """Tidy table.

        Returns
        -------
        frame : DataFrame
            A row for each effect: ``base, variant, measure, group, unit``; ``difference, se, low,
            high, n``; ``p, p_holm, settled``; ``base_mean`` and ``variant_mean`` with ``_low`` and
            ``_high``; ``differing`` blocks. Shares are between 0 and 1.
        """
        import pandas as pd

        return pd.DataFrame(
            [{"base": e.base, "variant": e.variant, **e.row()} for e in self.effects]
        )

    def __repr__(self) -> str:
        title, quiet = lines(self)
        parts = [text_block(title, quiet)]
        for name in self.variants:
            parts += ["", text_table(*effect_table(self, name)), filled(self.paragraphs[name])]
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        title, quiet = lines(self)
        parts = []
        for name in self.variants:
            parts.append(html_table(*effect_table(self, name)))
            parts.append(f"<p>{html.escape(self.paragraphs[name])}</p>")
        return html_block(title, quiet, *parts)


def compare_rules(
    game: str | Game,
    variants: Sequence[Any] | Mapping[str, Any],
    *,
    base: Any = None,
    lineup: Sequence[Any] | None = None,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int | Mapping[str, int] = 0,
    rotate: str | None = None,
    luck: bool = False,
    seconds_per_turn: float = SECONDS_PER_TURN,
    seconds_per_decision: float = SECONDS_PER_DECISION,
    replayed: int = REPLAYED,
    threads: int | None = None,
    progress: bool | None = None,
) -> RulesComparison:
    """Set house rules against a base on common deals: what each changes at the table.

    Of every variant: win shares by policy and by seat, seat bias, scores, turns, minutes, decisions
    asked, lead changes, rounds that are cut, and luck's share if asked for. The players keep their
    policies, whatever is played.

    Parameters
    ----------
    game : str
    variants : sequence, or mapping of str to …
        Presets, paths of ``.toml`` files, or ``sq.rules(…)``. A mapping names them.
    base : str, Path or Rules, or mapping of one name to these, optional
        What they are set against; default: the game's default preset.
    lineup : sequence, optional
        Who plays; default: ``baseline`` in all of four seats.
    rounds, matches : int
        Common deals, or matches, by every set of rules, at least 2; one of the two. Of matches
        there are no lead changes, and seats are those of the first round.
    seed : int or mapping of str to int
    rotate : str, optional
        As for `simulate`. Default: ``"cyclic"``; ``"none"`` where all players are alike.
    luck : bool
        Also luck's share of the variance of a win (`luck_split` on at most 4,000 deals by every set
        of rules, which takes several times as long). Needs players who differ.
    seconds_per_turn, seconds_per_decision : float
        Assumptions that turn turns and decisions asked into minutes.
    replayed : int
        Playings by every set of rules that are replayed with their events for lead changes; 0:
        none.
    threads, progress
        As for `simulate`.

    Returns
    -------
    found : RulesComparison

    Raises
    ------
    UsageError
        Something in the call is wrong.
    NotRepeatable
        A policy does not do the same when it plays a deal again.

    Notes
    -----
    A difference is the mean over deals of what variant and base differ by, with Student's interval.
    All p values, of all variants, are corrected together by Holm (1979); intervals are not. Win
    shares of policies are left out where all players are alike.

    *Seat bias* is the root mean square of the seats' advantages, corrected for noise; its interval
    rests on the noncentral χ² distribution, and that of a difference is made of the arms of both.
    It is about the seats only where all players are alike or rotate.

    References
    ----------
    Glasserman and Yao (1992), Some guidelines and guarantees for common random numbers, Management
    Science 38. Steiger (2004), Beyond the F test, Psychological Methods 9. Zou and Donner (2008),
    Construction of confidence limits about effect measures, Statistics in Medicine 27.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> rules = sq.rules("squarrels", stop_level=5)
    >>> found = sq.compare_rules("squarrels", [rules], rounds=100, replayed=0)
    >>> "turns" in [e.measure for e in found.of("stop_level=5") if e.settled]
    True
    """
    played = get_game(game)
    unit, deals = asked_for(rounds, matches, least=2)
    names = tuple(name for name in QUANTITIES if name != LUCK)
    wanted = Wanted(names, seconds_per_turn, seconds_per_decision, replayed)
    named = _named(played, base, variants)
    if luck:
        usual = "cyclic" if rotate is None else rotate
        rules = next(iter(named.values()))
        _check_luck(make_plan(played, usual_table(played, lineup), rules=rules, rotate=usual), unit)
    arms, effects = play_variants(
        played,
        named,
        wanted,
        lineup=lineup,
        unit=unit,
        deals=deals,
        seed=seed,
        rotate=rotate,
        threads=threads,
        progress=progress,
    )
    found = RulesComparison(tuple(arms), corrected(effects), deals, wanted)
    return with_luck(found, _luck(arms, min(deals, LUCK_DEALS), seed, threads)) if luck else found


def with_luck(found: RulesComparison, splits: Mapping[str, LuckSplit]) -> RulesComparison:
    """The comparison with luck's share beside the rest, all p values corrected together.

    Parameters
    ----------
    found : RulesComparison
    splits : mapping of str to LuckSplit
        By the names of the base and of all variants.
    """
    base = found.arms[0].name
    effects = [
        effect
        for name in found.variants
        for effect in (*found.of(name), luck_effect(base, name, splits[base], splits[name]))
    ]
    return dataclasses.replace(found, effects=corrected(effects))


def _named(game: Game, base: Any, variants: Any) -> dict[str, Any]:
    """Rules by name, the base first."""
    if isinstance(variants, str | Path | game.rules_class) or not isinstance(
        variants, Sequence | Mapping
    ):
        raise UsageError(
            "house rules come as a list of presets, .toml files or sq.rules(…), or as a mapping "
            f"that names them; got {variants!r}"
        )
    if not variants:
        raise UsageError("there are no house rules to compare: the list is empty")
    found = _base(game, base)
    origin = next(iter(found.values()))
    pairs = variants.items() if isinstance(variants, Mapping) else ((None, v) for v in variants)
    for name, what in pairs:
        rules, called = game.rules(what), _name(game, what, origin) if name is None else str(name)
        if not isinstance(what, game.rules_class) or name is not None:
            check_name(called)
        if called in found:
            raise UsageError(
                f"two sets of rules are called {called!r}; give each once, or name them: "
                "{'one': …, 'other': …}"
            )
        same = next((known for known, own in found.items() if own == rules), None)
        if same is not None:
            raise UsageError(
                f"{called!r} and {same!r} are the same rules, so there is nothing to compare; "
                "leave one out"
            )
        found[called] = rules
    return found


def _base(game: Game, base: Any) -> dict[str, Any]:
    """The base by its name."""
    if isinstance(base, Mapping):
        if len(base) != 1:
            raise UsageError(f"a base is one set of rules, got a mapping of {len(base)}")
        [(name, rules)] = base.items()
        check_name(str(name))
        return {str(name): game.rules(rules)}
    first = game.default_preset if base is None else base
    return {_name(game, first, game.rules(first)): game.rules(first)}


def check_name(name: str) -> None:
    """A name of rules that tables and charts have room for.

    Raises
    ------
    UsageError
        Nothing, too much, or what cannot be printed.

    Examples
    --------
    >>> check_name("ours, as of May")
    """
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        told = name if len(name) <= LONGEST_NAME else f"{name[:20]}…"
        raise UsageError(
            f"rules cannot be called {told!r}: a name is one line of 1 to {LONGEST_NAME} letters; "
            "give another, as in {'ours': …}"
        )


def _name(game: Game, what: Any, origin: Any) -> str:
    """Preset, file, or what is changed."""
    if isinstance(what, game.rules_class):
        changes = what.changes(origin)
        if what in game.presets.values() or not changes:
            return game.rules_label(what)
        return ", ".join(f"{field}={shown(value)}" for field, value in changes.items())
    return Path(what).stem if str(what).endswith(".toml") else str(what)


def _check_luck(plan: Plan, unit: str) -> None:
    """Refuse tables of which luck's share cannot be said, before they are played."""
    if alike(plan):
        raise UsageError(
            "luck's share is that beside the players' policies, and here all players are alike; "
            'give a line-up of different players, like lineup=["baseline", "baseline", "random"]'
        )
    if unit == "matches":
        raise UsageError("luck's share is that of a round; compare with rounds=…, or luck=False")
    if plan.rotate == "none":
        raise UsageError("luck's share needs a rotation; leave rotate=… out")


def _luck(
    arms: Sequence[Arm], deals: int, seed: int | Mapping[str, int], threads: int | None
) -> dict[str, LuckSplit]:
    """The split of every set of rules, by name."""
    plan = arms[0].plan
    return {
        arm.name: luck_split(
            plan.game,
            list(plan.players),
            rules=arm.plan.rules,
            rounds=deals,
            seed=seed,
            rotate=plan.rotate,
            threads=threads,
        )
        for arm in arms
    }
