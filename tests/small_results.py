"""A small result of every public function, and the functions that give none."""

import dataclasses
import functools

import numpy as np

import squirrelstats as sq
from squirrelstats.balance.contract import default_contract
from squirrelstats.stats.watched import Watch

GAME = "squarrels"
#: A policy whose name would be markup if it were not escaped.
BOLD = dataclasses.replace(sq.policies.get(GAME, "baseline"), name="<b>", builtin=False)
PAIR = [BOLD, "random"]
QUIET = {"progress": False}


@functools.cache
def run():
    return sq.simulate(GAME, PAIR, rounds=40, rotate="cyclic", columns="all", **QUIET)


@functools.cache
def tournament():
    return sq.tournament(GAME, [BOLD, "random"], seats=2, rounds=40, **QUIET)


@functools.cache
def comparison():
    return sq.compare(GAME, {"<b>": BOLD, "other": "random"}, rounds=40, replayed=10)


def check_balance():
    whole = default_contract(GAME)
    few = tuple(t for t in whole.tolerances if t.metric in ("minutes", "turns"))
    return sq.check_balance(dataclasses.replace(whole, tolerances=few), rounds=100)


def what_if():
    return run().what_if(3, 1, repeats=20)


def watched_shares():
    watch = Watch(sq.make_plan(GAME, PAIR, rotate="cyclic"))
    watch.play_to(100)
    return watch.look()


#: By function: a call that gives a small result.
RESULTS = {
    "Study": lambda: sq.Study.of(GAME, lineup=PAIR, rounds=100, **QUIET),
    "alpha_rank": lambda: sq.alpha_rank(tournament(), resamples=20),
    "blunders": lambda: sq.blunders(
        GAME, BOLD, lineup=PAIR, rounds=10, sample=0.2, repeats=5, **QUIET
    ),
    "card_bias": lambda: sq.card_bias(GAME, PAIR, "gold", rounds=60, **QUIET),
    "card_effects": lambda: sq.card_effects(run(), ["gold", "five"]),
    "card_table": lambda: sq.card_table(run(), ["gold", "five"]),
    "causal_card_effects": lambda: sq.causal_card_effects(GAME, PAIR, "gold", rounds=60, **QUIET),
    "check_balance": check_balance,
    "compare": comparison,
    "compare_rules": lambda: sq.compare_rules(
        GAME, {"<b>": sq.rules(GAME, stop_level=6)}, lineup=PAIR, rounds=40, replayed=5, **QUIET
    ),
    "confidence_sequence": lambda: sq.confidence_sequence(
        np.array([0, 1] * 100), within=(0, 1), looks=[50, 200]
    ),
    "count_curves": lambda: sq.count_curves(GAME, PAIR, "lead", rounds=60, **QUIET),
    "decisions": lambda: sq.decisions(GAME, PAIR, rounds=20, sample=0.2, **QUIET),
    "duel": lambda: sq.duel(
        GAME, {"<b>": BOLD, "other": "random"}, bounds=(0.0, 0.1), max_rounds=200, **QUIET
    ),
    "equilibrium": lambda: sq.equilibrium(tournament(), resamples=20),
    "estimate_until": lambda: sq.estimate_until(
        GAME, PAIR, half_width=0.2, max_rounds=400, **QUIET
    ),
    "estimates": lambda: sq.estimates(run().seats, "win_share", by="policy"),
    "get_game": lambda: sq.get_game(GAME),
    "luck": lambda: sq.luck(GAME, PAIR, rounds=20, fit_rounds=100),
    "luck_comparison": lambda: sq.luck_comparison(
        GAME, BOLD, "random", seats=2, rounds=20, fit_rounds=100
    ),
    "luck_split": lambda: sq.luck_split(GAME, PAIR, rounds=20),
    "make_plan": lambda: sq.make_plan(GAME, PAIR, rotate="cyclic"),
    "plan_rounds": lambda: sq.plan_rounds(
        GAME, {"<b>": BOLD, "other": "random"}, half_width=0.05, pilot=100, **QUIET
    ),
    "player": lambda: sq.player(BOLD, slap_speed=2),
    "ratings": lambda: sq.ratings(tournament(), resamples=20),
    "readings": lambda: sq.readings(GAME),
    "replay": lambda: sq.replay(sq.make_plan(GAME, PAIR), 3),
    "replicator": lambda: sq.replicator(tournament(), resamples=20),
    "robustness": lambda: sq.robustness(comparison(), {"seats": [2, 3]}),
    "rules": lambda: sq.rules(GAME),
    "shape": lambda: sq.shape(run(), replayed=10),
    "shape_by_seats": lambda: sq.shape_by_seats(GAME, BOLD, rounds=20, seats=[2, 3], replayed=5),
    "simulate": run,
    "skill_ladder": lambda: sq.skill_ladder(GAME, ["random", BOLD], seats=2, rounds=20),
    "sprt": lambda: sq.sprt([93, 18711, 58877, 18739, 100], (-1.75, 0.25)),
    "sweep": lambda: sq.sweep(
        GAME, "stop_level", [6, 7], lineup=PAIR, rounds=20, measure=["win_share", "turns"], **QUIET
    ),
    "tournament": tournament,
    "vary_readings": lambda: sq.vary_readings(
        GAME, rounds=100, fields=["draw_rule"], measures=["turns"], **QUIET
    ),
    "watched_shares": watched_shares,
    "what_if": what_if,
}
#: Public functions that return a number, a declaration, what another one returns, or what has tests
#: of its own in a browser.
NO_RESULTS = {
    *("count_legal", "first_legal", "is_legal", "last_legal"),
    *("rand_below", "rand_float", "random_legal"),
    *("load", "param", "policy"),
    *("live", "report"),
}
