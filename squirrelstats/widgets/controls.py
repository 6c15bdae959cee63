"""The widgets of a panel and how they stand together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from squirrelstats.errors import UsageError
from squirrelstats.games.contract import GAMES, Game, get_game
from squirrelstats.policies import registry
from squirrelstats.policies.player import Member, Player
from squirrelstats.stats._batches import checked_count
from squirrelstats.stats.watched import WATCHED_BY
from squirrelstats.widgets.choices import by_name, policy_options, rules_options, usual_lineup

#: Deals, more than anybody waits for and less than fills a memory.
MOST_DEALS = 10_000_000


def widgets_library() -> Any:
    """ipywidgets, or how to get it."""
    try:
        import ipywidgets
    except ImportError:
        raise UsageError(
            "sq.live needs ipywidgets, which is not installed; install the extra with the "
            "notebooks: pip install 'squirrelstats[notebooks]'"
        ) from None
    return ipywidgets


class Controls:
    """What a user sets before play: game, rules, who plays, how much.

    Attributes
    ----------
    game, rules, players, by : Dropdown
    policies : tuple of Dropdown
        One for every player that any game may have; those beyond ``players`` are hidden.
    most, seed : BoundedIntText
    start, stop : Button
    box : VBox
        All of them.
    """

    def __init__(
        self,
        game: Game,
        lineup: Sequence[Member] | None,
        rules: Any,
        by: str,
        most: int,
        seed: int,
    ) -> None:
        w = widgets_library()
        self._given = [by_name(game, member) for member in lineup or ()]
        self._given_game, self._given_rules = game.name, rules
        wide = w.Layout(width="330px")
        narrow = w.Layout(width="180px")
        labels, whole = {"description_width": "60px"}, {"description_width": "initial"}

        def dropdown(label: str, layout: Any, style: Any = labels, **options: Any) -> Any:
            return w.Dropdown(description=label, layout=layout, style=style, **options)

        titles = [(get_game(name).title, name) for name in GAMES]
        self.game = dropdown("Game", wide, options=titles, value=game.name)
        self.rules = dropdown("Rules", wide)
        self.players = dropdown("Players", narrow)
        self.by = dropdown("Watch by", narrow, whole, options=WATCHED_BY, value=by)
        seats = max(get_game(name).max_seats for name in GAMES)
        self.policies = tuple(
            dropdown(f"Player {number + 1}", w.Layout(width="230px")) for number in range(seats)
        )
        self.most = w.BoundedIntText(
            description="Deals at most",
            value=checked_count("rounds", most, 1, MOST_DEALS),
            min=1,
            max=MOST_DEALS,
            layout=w.Layout(width="210px"),
            style=whole,
        )
        self.seed = w.BoundedIntText(
            description="Seed", value=seed, min=0, max=2**63 - 1, layout=narrow, style=whole
        )
        self.start = w.Button(description="Start", button_style="primary", icon="play")
        self.stop = w.Button(description="Stop", icon="stop", disabled=True)
        flow = w.Layout(display="flex", flex_flow="row wrap")
        self.box = w.VBox(
            [
                w.Box([self.game, self.rules, self.players], layout=flow),
                w.Box(list(self.policies), layout=flow),
                w.Box([self.start, self.stop, self.most, self.seed, self.by], layout=flow),
            ]
        )
        self._change_game()
        self.game.observe(lambda _: self._change_game(), "value")
        self.players.observe(lambda _: self._show_players(), "value")
        for policy in self.policies:
            policy.observe(self._explain, "value")

    @property
    def lineup(self) -> list[Member]:
        """Who plays."""
        return [policy.value for policy in self.policies[: self.players.value]]

    def update_policies(self) -> None:
        """Offer what is registered now; what is chosen stays chosen if it is still there."""
        options = policy_options(get_game(self.game.value), self._given_here)
        for policy in self.policies:
            if list(policy.options) != options:
                chosen = policy.value
                policy.options = options
                if any(value is chosen or value == chosen for _, value in options):
                    policy.value = chosen

    def lock(self, playing: bool) -> None:
        """While it plays nothing can be changed, and only then can it be stopped."""
        for control in (self.game, self.rules, self.players, self.by, self.most, self.seed):
            control.disabled = playing
        for control in (*self.policies, self.start):
            control.disabled = playing
        self.stop.disabled = not playing

    @property
    def _given_here(self) -> Sequence[Member]:
        return self._given if self.game.value == self._given_game else []

    def _change_game(self) -> None:
        game = get_game(self.game.value)
        mine = game.name == self._given_game
        given = self._given_rules if mine else None
        lineup = self._given_here or usual_lineup(game)
        options = rules_options(game, given)
        self.rules.options = options
        self.rules.value = game.default_preset if given is None else given
        self.players.options = list(range(game.min_seats, game.max_seats + 1))
        self.players.value = len(lineup)
        self.update_policies()
        for policy, member in zip(self.policies, lineup, strict=False):
            policy.value = member
        for policy in self.policies[len(lineup) :]:
            policy.value = "baseline"
        self._show_players()

    def _show_players(self) -> None:
        for number, policy in enumerate(self.policies):
            policy.layout.display = None if number < (self.players.value or 0) else "none"

    def _explain(self, change: Any) -> None:
        """The idea of a policy, where the mouse rests on its name."""
        member = change["new"].policy if isinstance(change["new"], Player) else change["new"]
        if member is not None:
            change["owner"].tooltip = registry.get(self.game.value, member).idea
