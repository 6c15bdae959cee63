"""How much of an outcome is luck, of which kind, and how much the policy."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from squirrelstats import _rng
from squirrelstats._display import ShownAsTable
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate
from squirrelstats.games.contract import GAMES, Game, get_game
from squirrelstats.policies.player import Member
from squirrelstats.simulate.api import ROUND_LIMIT, asked_threads, play_on, whole_number
from squirrelstats.simulate.plan import Plan, make_plan
from squirrelstats.simulate.store import MemoryStore
from squirrelstats.stats._sobol import shares
from squirrelstats.stats._wording import plain
from squirrelstats.stats.measures import Measure, measure_of, playing_values

if TYPE_CHECKING:
    import pandas as pd

#: Purposes of randomness that games share, but for `policy`; the others belong to one game.
SHARED = ("deal", "setup")
POLICY_PLACE, SEAT, BOTH, INTERACTION = "player", "seat", "player × seat", "interaction"
#: The purpose `policy`: what the player's own policy draws by lot, and what those of the others do.
OWN_LOTS, OTHER_LOTS = "own lots", "opponents' lots"


@dataclass(frozen=True)
class Share:
    """What one source is answerable for.

    Attributes
    ----------
    source : str
        ``"player"`` (who plays: the policy), ``"seat"``, ``"player × seat"``, a purpose of
        randomness of the game, ``"own lots"`` (random numbers of the player's own policy),
        ``"opponents' lots"`` (those of the others), or ``"interaction"``.
    kind : str
        ``"place"``, ``"chance"`` or ``"rest"``.
    alone : Estimate
        Share of the variance that goes back to it alone (first-order index).
    total : Estimate or None
        With every interaction that it takes part in; of chance only.
    """

    source: str
    kind: str
    alone: Estimate
    total: Estimate | None


@dataclass(frozen=True, repr=False)
class LuckSplit(ShownAsTable):
    """What `luck_split` found.

    Attributes
    ----------
    title : str
    measure : Measure
    lineup : tuple of str
    variance : Estimate
        Of one player's outcome in one round.
    shares : tuple of Share
        Their ``alone`` add up to 1.
    chance : Estimate
        Share of all chance together: what belongs neither to player nor to seat.
    deals, playings : int
    rules_label : str
    """

    title: str
    measure: Measure
    lineup: tuple[str, ...]
    variance: Estimate
    shares: tuple[Share, ...]
    chance: Estimate
    deals: int
    playings: int
    rules_label: str

    def __getitem__(self, source: str) -> Share:
        return next(share for share in self.shares if share.source == source)

    @property
    def luck(self) -> Estimate:
        """Share of the variance that does not go back to who plays."""
        skill = self[POLICY_PLACE].alone
        return dataclasses.replace(
            skill, value=1 - skill.value, low=1 - skill.high, high=1 - skill.low
        )

    def frame(self) -> pd.DataFrame:
        """A row for each source: share alone and total share, with intervals and n."""
        import pandas as pd

        rows = []
        for share in self.shares:
            row: dict[str, Any] = {"source": share.source, "kind": share.kind}
            row |= {"share": share.alone.value}
            row |= {key: getattr(share.alone, key) for key in ("se", "low", "high", "n")}
            for key in ("value", "se", "low", "high"):
                name = "total" if key == "value" else f"total_{key}"
                row[name] = getattr(share.total, key) if share.total else float("nan")
            rows.append(row)
        return pd.DataFrame(rows)

    @property
    def sentence(self) -> str:
        """How much of it is luck, in plain words."""
        name = self.measure.name.replace("_", " ")
        own, luck = self[POLICY_PLACE].alone, self.chance
        return (
            f"{_percent(luck.value)} ({_ends(luck)}) of the variance of a {name} in one round is "
            f"luck, {_percent(own.value)} ({_ends(own)}) is due to who plays (n = {luck.n:,} "
            "deals)."
        )

    def _idle(self) -> list[str]:
        """Sources that never changed an outcome."""
        return [s.source for s in self.shares if s.total is not None and not s.total.value]

    def _lines(self) -> tuple[str, list[str]]:
        name = self.measure.name.replace("_", " ")
        spread, idle = self.variance, self._idle()
        sd, low, high = (max(v, 0.0) ** 0.5 for v in (spread.value, spread.low, spread.high))
        nothing = [f"never changed an outcome, so exactly 0: {', '.join(idle)}"] if idle else []
        return (
            f"{self.title}: where the variance of a {name} comes from",
            [
                f"{self.rules_label} · {', '.join(self.lineup)}",
                f"{self.deals:,} deals × {self.playings} seatings · standard deviation of one "
                f"round {sd:.3g} ({low:.3g} to {high:.3g})",
                "alone: first-order share; in all: with every interaction it takes part in; "
                "below 0 is noise; lots: what policies draw",
                *nothing,
                self.sentence,
            ],
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for share in self.shares:
            if share.source in self._idle():
                continue
            cells = [share.source, _percent(share.alone.value), _ends(share.alone)]
            both = [_percent(share.total.value), _ends(share.total)] if share.total else ["", ""]
            rows.append(cells + both)
        return ["source", "alone", "95 %", "in all", "95 %"], rows


def _percent(share: float) -> str:
    return f"{plain(100 * share, 2)} %"


def _ends(estimate: Estimate) -> str:
    return f"{plain(100 * estimate.low, 2)} to {plain(100 * estimate.high, 2)}"


def purposes_of(game: Game) -> tuple[str, ...]:
    """Purposes of randomness that a round of the game can use, but for lots of policies.

    Examples
    --------
    >>> purposes_of(get_game("squirrels"))
    ('deal', 'setup', 'recall')
    """
    family = 1 + GAMES.index(game.name)
    own = [name for name, number in _rng.PURPOSES.items() if int(number) >> 4 == family]
    return (*SHARED, *own)


def luck_split(
    game: str | Game,
    lineup: Sequence[Member],
    *,
    rules: Any = None,
    measure: str = "win_share",
    rounds: int = 4_000,
    seed: int | Mapping[str, int] = 0,
    rotate: str = "cyclic",
    threads: int | None = None,
) -> LuckSplit:
    """Split the variance of one player's outcome by where it comes from.

    The outcome is that of a player drawn by lot in a seating drawn by lot. Variance between the
    means of (player, seating) belongs to the player, that is the policy, to the seat, or to both
    together; variance within belongs to chance. Every purpose of randomness is drawn anew alone
    while all others stay ("pick and freeze"): its first-order share is what goes back to it alone,
    its total share also counts interactions; what no source alone accounts for is "interaction".
    What policies draw by lot is told apart by whose it is: the player's own, and the opponents'.

    Parameters
    ----------
    game, lineup, rules
        As for `simulate`.
    measure : str
        A column of players, like ``"win_share"`` or ``"score"``.
    rounds : int
        Deals; each is played in all seatings for every purpose of randomness and twice more, and
        where policies draw by lot twice more for every seat.
    seed : int or mapping
    rotate : str
        ``"cyclic"``, ``"balanced"`` or ``"all"``.
    threads : int, optional

    Returns
    -------
    split : LuckSplit

    Raises
    ------
    UsageError
        A measure that all at the table have in common, or no rotation.

    References
    ----------
    Sobol' (2001), Math. Comput. Simul. 55. Saltelli et al. (2010), Comput. Phys. Commun. 181.
    Janon et al. (2014), ESAIM Prob. Stat. 18.

    Examples
    --------
    >>> import squirrelstats as sq
    >>> split = sq.luck_split("squirrels", ["baseline"] * 3, measure="score", rounds=60)
    >>> split["recall"].total.value, split["opponents' lots"].total.value
    (0.0, 0.0)
    """
    if rotate == "none":
        raise UsageError(
            "without rotation seat and player cannot be told apart; use rotate='cyclic', "
            "'balanced' or 'all'"
        )
    played = get_game(game)
    number = whole_number("rounds", rounds, ROUND_LIMIT, 10)
    at_work = asked_threads(threads)
    purposes = purposes_of(played)
    one = _rng.seeds_by_name(seed)
    another = {name: (value ^ 0x9E3779B97F4A7C15) % 2**64 for name, value in one.items()}

    def plan_with(seeds: Mapping[str, int]) -> Plan:
        return make_plan(played, lineup, rules=rules, seed=seeds, rotate=rotate)

    plan = plan_with(one)
    wanted = measure_of(plan, measure)
    if not wanted.of_player:
        raise UsageError(
            f"{measure!r} is the same for all at the table; use 'win_share' or 'score'"
        )

    def outcomes(seeds: Mapping[str, int]) -> np.ndarray:
        run = play_on(plan_with(seeds), MemoryStore(), number, at_work, False)
        players = range(len(plan.lineup))
        values = [playing_values(run, wanted, player) / wanted.scale for player in players]
        return np.concatenate(values, axis=1)

    base, other = outcomes(one), outcomes(another)
    mixed = [outcomes({**one, name: another[name]}) for name in purposes]
    players, playings = len(plan.lineup), len(plan.seating)
    seat = np.argsort(plan.seating[:, :players].astype(np.intp), axis=1).T.ravel()
    own, others = base.copy(), base.copy()
    all_lots = {name: another[name] for name in _rng.POLICY_SEATS}
    if not np.array_equal(outcomes({**one, **all_lots}), base):
        for number_of_seat, name in enumerate([*_rng.POLICY_SEATS][:players]):
            mine = seat == number_of_seat
            own[:, mine] = outcomes({**one, name: another[name]})[:, mine]
            others[:, mine] = outcomes({**one, **all_lots, name: one[name]})[:, mine]
    purposes = (*purposes, OWN_LOTS, OTHER_LOTS)
    mixed += [own, others]
    found = shares(base, other, np.stack(mixed), np.repeat(np.arange(players), playings), seat)
    places = zip((POLICY_PLACE, SEAT, BOTH), found["places"], strict=True)
    chance = zip(purposes, found["first"], found["total"], strict=True)
    return LuckSplit(
        played.title,
        wanted,
        plan.labels,
        found["variance"][0],
        (
            *(Share(name, "place", alone, None) for name, alone in places),
            *(Share(name, "chance", alone, total) for name, alone, total in chance),
            Share(INTERACTION, "rest", found["interaction"][0], None),
        ),
        found["chance"][0],
        number,
        playings,
        plan.rules_note,
    )
