"""Golden transcripts: rounds where much happens, as the package tells them."""

import importlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.policies._workspace import Workspace
from squirrelstats.policies.helpers import first_legal, is_legal
from squirrelstats.policies.policy import make_policy
from squirrelstats.simulate.plan import make_plan
from squirrelstats.simulate.replay import make_replay

FOLDER = Path(__file__).parent


def bold(view, legal):
    """Stops drawing at five cards, races for three and more, plays the Gold whenever it can."""
    if view.phase == sq.PHASE_DRAW:
        enough = view.hand[sq.TOTAL] >= 5 and is_legal(legal, sq.STOP)
        return sq.STOP if enough else sq.DRAW
    if view.phase == sq.PHASE_QUARREL:
        if is_legal(legal, sq.PLAY_GOLD):
            return sq.PLAY_GOLD
        held = [kind for kind in range(sq.NUMBER_KINDS) if view.hand[kind]]
        return sq.PLAY_ONE + held[-1]
    if view.phase == sq.PHASE_RACE:
        return sq.RACE if view.hoard[sq.TOTAL] >= 3 else sq.HOLD
    return first_legal(legal)


BOLD = make_policy("squarrels", bold, native=False)


def seating(lineup, playing):
    """Player by seat: the line-up turned by so many seats."""
    seats = len(lineup)
    row = np.zeros(8, "u8")
    row[:seats] = [(seat + playing) % seats for seat in range(seats)]
    return row


def replay(lineup, deal, playing=0, options=None, seed=7, preset=None, traits=(), game="squarrels"):
    """The replay of one round; players by name or policy."""
    game = get_game(game)
    rules = game.rules(preset, **(options or {}))
    plan = make_plan(game, lineup, rules=rules, seed=seed)
    rows = np.stack([seating(lineup, number) for number in range(len(lineup))])
    vars(plan)["seating"] = rows
    space = Workspace(game, rules, plan.lineup, seed, traits)
    events, fault = space.record(rows[playing], deal)
    return make_replay(plan, deal, playing, events, fault)


@dataclass(frozen=True)
class Playthrough:
    """A round of seed 7, and the events it is kept for."""

    name: str
    lineup: tuple
    deal: int
    shows: tuple
    playing: int = 0
    options: dict = field(default_factory=dict)
    preset: str | None = None
    traits: tuple = ()
    game: str = "squarrels"

    @property
    def path(self):
        return FOLDER / f"{self.name}.txt"

    @property
    def event_names(self):
        return importlib.import_module(f"squirrelstats.games.{self.game}.narrate").EVENTS

    def replay(self):
        how = {"preset": self.preset, "traits": self.traits, "game": self.game}
        return replay(self.lineup, self.deal, self.playing, self.options, **how)


HOUSE_RULES = {
    "draw_rule": "optional",
    "hoard_eligible": "all",
    "after_ambush": "resume_draw",
    "quarrel_draw_next": "store_discard",
    "quarrel_partial_tie": "draw",
    "quarrel_single": "auto_win",
    "gold_discardable": "only_if_last",
}

PLAYTHROUGHS = [
    Playthrough(
        "two_players",
        ("baseline", "random"),
        deal=916,
        shows=(
            "RESHUFFLED",
            "AMBUSHED",
            "WHIRLED",
            "GOLD_LOST",
            "QUARREL_TIED",
            "QUARREL_DRAWN",
            "RACE_NONE",
        ),
    ),
    Playthrough(
        "four_players",
        ("baseline", "random", BOLD, "random"),
        deal=2468,
        playing=1,
        shows=(
            "RESHUFFLED",
            "AMBUSHED",
            "WHIRLED",
            "GOLD_LOST",
            "QUARREL_TIED",
            "HOARD_EMPTY",
            "NO_DISCARD",
        ),
    ),
    Playthrough(
        "changed_options",
        ("baseline", BOLD, "random"),
        deal=2154,
        options=HOUSE_RULES,
        shows=(
            "RESHUFFLED",
            "STOPPED",
            "AMBUSHED",
            "WHIRLED",
            "GOLD_LOST",
            "QUARREL_TIED",
            "QUARREL_DRAWN",
            "NO_DISCARD",
        ),
    ),
    Playthrough(
        "website",
        ("baseline", BOLD, "random"),
        deal=3026,
        preset="website",
        shows=(
            "STOPPED",
            "AMBUSHED",
            "WHIRLED",
            "QUARREL_TIED",
            "RACE_WON",
            "RACE_NONE",
            "MINI_TURN",
        ),
    ),
    Playthrough(
        "house_rules",
        ("baseline", "random", BOLD),
        deal=2171,
        options={
            "starting_hand": 5,
            "discards": 2,
            "set_size": 2,
            "set_scoring": "sum",
            "cards_left": "minus_one_each",
            "golds": 3,
            "gold_in_hoard": "wild_in_match",
            "winters": 2,
            "winter_place": "lower_half",
            "winter_store": "complete_sets",
            "hoard_next": "winner_again",
            "false_slap_penalty": "highest_card",
        },
        traits=({"false_slap_rate": 0.4}, {"vigilance": 0.6}, {"false_slap_rate": 0.2}),
        shows=(
            "WINTER_PLACED",
            "FALSE_SLAPPED",
            "LAPSED",
            "STORED_WITH_GOLD",
            "GOLD_LOST",
            "AMBUSHED",
            "WHIRLED",
            "HOARD_EMPTY",
            "NO_DISCARD",
        ),
    ),
    Playthrough(
        "squirrels_two_players",
        ("baseline", "random"),
        deal=4870,
        game="squirrels",
        shows=(
            *("PUSHED", "SKIP_LAID", "SKIPPED", "BLIND_FAILED", "CLEARED", "SQUIRRELED"),
            *("PICKED_UP", "FIRST_OUT", "BLIND_UNUSABLE"),
        ),
    ),
    Playthrough(
        "squirrels_four_players",
        ("baseline", "random", "baseline", "baseline"),
        deal=2865,
        game="squirrels",
        shows=(
            *("PUSHED", "SKIP_LAID", "SKIPPED", "BLIND_FAILED", "CLEARED", "SQUIRRELED"),
            *("PICKED_UP", "FIRST_OUT", "OUT"),
        ),
    ),
    Playthrough(
        "squirrels_swoop_like",
        ("baseline", "baseline", "random"),
        deal=443,
        game="squirrels",
        preset="swoop_like",
        shows=(
            *("PUSHED", "SKIP_LAID", "SKIPPED", "BLIND_FAILED", "CLEARED", "SQUIRRELED"),
            *("PICKED_UP", "FIRST_OUT"),
        ),
    ),
    Playthrough(
        "squirrels_changed_options",
        ("random", "baseline", "baseline"),
        deal=3087,
        game="squirrels",
        options={
            "final_turn_must_pickup": False,
            "equal_allowed": False,
            "higher_card": "pick_up",
            "voluntary_pickup": False,
            "wild_in_sets": False,
            "push_target": "next_player",
            "self_target": True,
            "blind_unusable": "pickup_pile",
        },
        shows=("PUSHED", "PASSED", "CLEARED", "SKIP_LAID", "BLIND_FAILED", "FIRST_OUT"),
    ),
    Playthrough(
        "squirrels_house_rules",
        ("baseline", "baseline", "random"),
        deal=3174,
        game="squirrels",
        options={
            "hand_size": 3,
            "stacks": 2,
            "depth": 4,
            "clear_size": 3,
            "swap_tops": True,
            "draw_to": 2,
            "skip_stack": True,
            "face_down_factor": 2,
            "blind_loss_includes_blind": False,
            "squirrel_ends_turn": True,
            "max_turns_per_round": 45,
        },
        shows=(
            *("SWAPPED", "DREW", "PUSHED", "SKIP_LAID", "BLIND_FAILED", "CLEARED", "SQUIRRELED"),
            *("PICKED_UP", "TRUNCATED"),
        ),
    ),
    Playthrough(
        "squirrel_away_two_players",
        ("baseline", "random"),
        deal=56,
        game="squirrel_away",
        shows=(
            *("CALLED_CARD", "CALLED_FIST", "KEPT_ALL", "KEPT_ONE", "RETURNED", "TOOK"),
            *("STASHED", "TOKENS_OUT"),
        ),
    ),
    Playthrough(
        "squirrel_away_four_players",
        ("baseline", "wild_bluffer", "greedy", "honest"),
        deal=44,
        playing=1,
        game="squirrel_away",
        shows=(
            *("CALLED_CARD", "CALLED_FIST", "KEPT_ALL", "KEPT_ONE", "RETURNED", "TOOK"),
            *("STASHED", "CARDS_OUT"),
        ),
    ),
    Playthrough(
        "squirrel_away_sneaky",
        ("greedy", "baiter", "baseline", "mixed"),
        deal=58,
        game="squirrel_away",
        preset="official_sneaky",
        traits=({"slip": 0.1, "expose_rate": 0.1, "foul_rate": 0.3},) * 4,
        shows=(
            *("STARTED_EARLY", "FOULED", "EXPOSED", "NO_CARD", "SLIPPED"),
            *("CALLED_CARD", "CALLED_FIST", "KEPT_ONE", "STASHED", "CARDS_OUT"),
        ),
    ),
    Playthrough(
        "squirrel_away_house_rules",
        ("random", "greedy", "random"),
        deal=215,
        game="squirrel_away",
        options={
            "card_faces": "pairs_triples",
            "hand_size": 3,
            "verdict_mode": "simultaneous",
            "reveal_policy": "pointed_only",
            "caught_keeps": "half",
            "caller_reward": "rest_of_fist",
            "token_cost": "refund_if_right",
            "wrong_call_penalty": 1,
            "bonus": 2,
            "final_tie": "random",
        },
        shows=(
            *("CALLED_CARD", "CALLED_FIST", "KEPT_ONE", "TOOK_REST", "REFUNDED", "PAID_BACK"),
            *("STASHED", "TIE_BROKEN", "TOOK", "SAID_GOOD"),
        ),
    ),
]
