"""Perception in Squirrel Away: closed forms and limits of the signal-detection model.

Rates are held against their standard error: five of them either way, a false alarm in 6e-7 of the
checks. Seeds are fixed, so a test passes or fails for good.
"""

import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from scipy.stats import norm

from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games.contract import get_game
from squirrelstats.games.squirrel_away import layout as sq
from squirrelstats.games.squirrel_away.rules import Rules
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.helpers import first_legal
from squirrelstats.policies.policy import make_policy, param
from squirrelstats.policies.registry import get
from tests.rules.squirrel_away_example import acorns

GAME = get_game("squirrel_away")
ROUNDS = 4_000
NEVER = 1000.0

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="too many rounds for plain Python")


def steady(view, legal, params):
    """Takes the same acorns in every turn; calls above thresholds."""
    if view.phase == sq.PHASE_GRAB:
        if view.intended[0] < params.red:
            return sq.GRAB_RED
        if view.intended[1] < params.blue:
            return sq.GRAB_BLUE
        if view.intended[2] < params.green:
            return sq.GRAB_GREEN
        if view.intended[3] < params.clear:
            return sq.GRAB_CLEAR
        return sq.GRAB_DONE
    if view.phase == sq.PHASE_VERDICT:
        if view.fist_impression > params.fist_at * 256:
            return sq.CALL_FIST
        return sq.CALL_CARD if view.tell_impression > params.tell_at * 256 else sq.GOOD
    if view.phase == sq.PHASE_SNEAK:
        return sq.START_EARLY if params.early > 0 else sq.WAIT
    return first_legal(legal)


STEADY = make_policy(
    "squirrel_away",
    steady,
    params={
        **{colour: param(0, 0, 127) for colour in sq.COLOURS},
        "fist_at": param(NEVER, -NEVER, NEVER),
        "tell_at": param(NEVER, -NEVER, NEVER),
        "early": param(0, 0, 1),
    },
    impressions=True,
)
FISTS = ("RB", "RBG", "GC", "R")  # the first one is as claimed


def play(fist, claim, *, rules=None, traits=(), **params):
    """Tallies of two equal players by round and seat; all cards are the one claimed."""
    taken = dict(zip(sq.COLOURS, acorns(fist), strict=True))
    changes = {"tokens": 20, "card_faces": "custom", "custom_faces": f"{claim}*36"}
    player = STEADY.with_params(**taken, **params)
    space = Workspace(GAME, Rules(**changes | (rules or {})), [player] * 2, 11, traits)
    _, rows = space.play(identity_seating(), 0, ROUNDS)
    return {name: rows["tally"][..., lane].astype(int) for lane, name in enumerate(sq.TALLIES)}


def agrees(number, of, rate):
    assert of > 10_000
    return abs(number - of * rate) <= 5 * math.sqrt(of * rate * (1 - rate)) + 1e-9


def exceeds(threshold, mean=0.0):
    """P(a stored impression is above the threshold); what is stored is rounded."""
    return float(norm.sf((math.floor(256 * threshold) + 0.5) / 256 - mean))


# --- closed forms ---------------------------------------------------------------------------------


def distance(fist, claim, *, w=0.25, d_col=1.0, attention=1.0, concealment=0.0):
    """d' of a fist, from the formula of the rules."""
    g, c = len(fist), int(claim[0]) if claim.endswith("W") else len(claim)
    count = abs(g - c) / (w * math.sqrt((g * g + c * c) / 2))
    overlap = sum(map(min, acorns(fist), acorns(claim)))
    wrong = 0 if claim.endswith("W") else min(g, c) - overlap
    return attention * math.hypot(count, d_col * wrong) / (1 + concealment)


@pytest.mark.parametrize(
    ("fist", "claim", "printed"),
    [("RBG", "RB", 1.57), ("RBGC", "3W", 1.13), ("RRBBGGCC", "3W", 3.31)],
)
def test_printed_distances(fist, claim, printed):
    assert round(distance(fist, claim), 2) == printed


@dataclass(frozen=True)
class Case:
    fist: str
    claim: str
    fist_at: float
    traits: dict = field(default_factory=dict)

    def __str__(self):
        traits = "".join(f"_{name}={value}" for name, value in self.traits.items())
        return f"{self.fist or 'none'}_for_{self.claim}_at_{self.fist_at}{traits}"


CASES = [
    Case("RBG", "RB", 1.0),
    Case("RBG", "RB", 0.5, {"w": 0.6}),
    Case("RBGC", "3W", 0.8),
    Case("RRBBGGCC", "3W", 3.0),
    Case("R", "RB", 1.0, {"w": 0.4}),
    Case("", "RB", 2.0, {"w": 0.5}),
    Case("RG", "RB", 0.3),
    Case("GC", "RB", 0.7, {"d_col": 1.5}),
    Case("RGC", "RB", 1.5, {"d_col": 0.5, "w": 0.3}),
    Case("RBG", "RB", 0.6, {"attention": 0.5}),
    Case("RBG", "RB", -0.2, {"concealment": 1.0, "w": 0.4}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_hits_of_a_threshold(case):
    """P(call) is Φ(d' − c) if the fist does not match, Φ(−c) if it does."""
    traits = (case.traits,) * 2
    tally = play(case.fist, case.claim, traits=traits, fist_at=case.fist_at)
    judged = tally["judged"].sum()
    assert np.array_equal(tally["judged"], tally["judged_fist_false"])
    assert np.array_equal(tally["calls_fist"], tally["calls_fist_right"])
    rate = exceeds(case.fist_at, distance(case.fist, case.claim, **case.traits))
    assert agrees(tally["calls_fist"].sum(), judged, rate)


@pytest.mark.parametrize("fist_at", [-0.5, 0.0, 1.0, 2.5])
def test_false_alarms_of_a_threshold(fist_at):
    tally = play("RB", "RB", fist_at=fist_at)
    assert not tally["judged_fist_false"].any()
    assert not tally["calls_fist_right"].any()
    assert agrees(tally["calls_fist"].sum(), tally["judged"].sum(), exceeds(fist_at))


@pytest.mark.parametrize(("fist", "mean"), [("RB", 0.0), ("RBG", 0.9)])
def test_hits_and_false_alarms_of_the_tell(fist, mean):
    """47 of 100 lies and 39 of 100 truths are called where d' is 0.2; here it is 3 · 0.3."""
    traits = ({"d_tell": 0.3, "attention": 3.0},) * 2
    tally = play(fist, "RB", traits=traits, tell_at=0.5)
    assert agrees(tally["calls_card"].sum(), tally["judged"].sum(), exceeds(0.5, mean))


def test_the_default_tell_is_that_of_the_literature():
    at = float(norm.isf(0.39))
    assert round(float(norm.sf(at - 0.2)), 2) == 0.47
    tally = play("RBG", "RB", tell_at=at)
    assert agrees(tally["calls_card"].sum(), tally["judged"].sum(), exceeds(at, 0.2))


def test_the_tell_follows_the_intention_the_fist_impression_the_fist():
    """Honest players all of whose acorns slip: no lie in the face, but a wrong fist."""
    traits = ({"slip": 1.0, "d_tell": 3.0},) * 2
    loot = {"loot_red": 50, "loot_blue": 0, "loot_green": 25, "loot_clear": 52}
    rules = {**loot, "leftover_quarters": 1}
    tally = play("R", "R", rules=rules, traits=traits, tell_at=1.0)
    assert agrees(tally["calls_card"].sum(), tally["judged"].sum(), exceeds(1.0))
    false = tally["judged_fist_false"].sum()
    assert false > 0.4 * tally["judged"].sum()


def test_an_early_start_divides_attention():
    """All turns of seat 1 are early, so that seat 0 judges with less attention."""
    traits = ({"sneak_attention": 0.4, "foul_rate": 0.0},) * 2
    rules = {"sneaky_turns": "on"}
    tally = play("RBG", "RB", rules=rules, traits=traits, fist_at=0.5, early=1)
    rate = exceeds(0.5, 0.4 * distance("RBG", "RB"))
    assert agrees(tally["calls_fist"][:, 0].sum(), tally["judged"][:, 0].sum(), rate)
    fouled = ({"sneak_attention": 0.4, "foul_rate": 1.0},) * 2
    tally = play("RBG", "RB", rules=rules, traits=fouled, fist_at=0.5, early=1)
    assert (tally["fouls"][:, 1] == 5).all()
    rate = exceeds(0.5, distance("RBG", "RB"))
    assert agrees(tally["calls_fist"][:, 0].sum(), tally["judged"][:, 0].sum(), rate)


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "blind",
    [
        {"attention": 0.0},
        {"w": 1e6, "d_col": 0.0, "d_tell": 0.0},
        {"concealment": 1000.0, "w": 1000.0, "d_col": 0.0, "d_tell": 0.0},
    ],
    ids=str,
)
def test_calls_of_the_blind_do_not_depend_on_truth(blind):
    """The same impressions, hence the same calls, whether the fist is right or not."""
    found = [play(fist, "RB", traits=(blind,) * 2, fist_at=1.0, tell_at=1.0) for fist in FISTS]
    for tally in found[1:]:
        for name in ("judged", "calls_fist", "calls_card"):
            assert np.array_equal(tally[name], found[0][name])
    assert found[0]["calls_fist_right"].sum() == 0
    assert np.array_equal(found[1]["calls_fist_right"], found[1]["calls_fist"])


@pytest.mark.parametrize("fist", FISTS)
def test_who_sees_all_is_always_right(fist):
    sharp = ({"w": 0.001, "d_col": 1000.0},) * 2
    tally = play(fist, "RB", traits=sharp, fist_at=10.0)
    assert tally["judged"].sum() > 10_000
    wrong_fist = tally["judged"] if fist != "RB" else 0 * tally["judged"]
    assert np.array_equal(tally["calls_fist"], wrong_fist)
    assert np.array_equal(tally["calls_fist_right"], wrong_fist)


def test_impressions_are_held_within_sixteen_bits():
    """Far-off fists look as wrong as can be stored: 128 standard deviations less 1/256."""
    sharp = ({"w": 0.001, "attention": 1000.0},) * 2
    most = (2**15 - 1) / 256
    for fist_at, calls in ((most - 1 / 256, True), (most, False)):
        tally = play("RBGC", "RB", traits=sharp, fist_at=fist_at)
        assert tally["calls_fist"].any() == calls


@pytest.mark.parametrize("target", ["fist_at", "tell_at"])
def test_calls_of_honest_players_always_fail(target):
    tally = play("RB", "RB", **{target: -NEVER})
    assert tally["judged"].sum() > 10_000
    assert np.array_equal(tally["calls_fist"] + tally["calls_card"], tally["judged"])
    assert not (tally["calls_fist_right"] + tally["calls_card_right"]).any()
    assert not tally["caught"].any()


def test_nobody_calls_if_tokens_are_priceless():
    calls = []
    for price in (0.0, 0.3, 1e6):
        bayesian = get(GAME, "bayesian").with_params(token_price=price, end_price=price)
        space = Workspace(GAME, Rules(), [bayesian] * 4, 11)
        calls.append(space.play(identity_seating(), 0, ROUNDS)[0]["calls"].mean())
    assert calls[0] > calls[1] > 0.5
    assert calls[2] == 0


def test_slips_catch_the_honest():
    """P(an acorn is another than meant) is slip · P(the other colour): no two slips here."""
    traits = ({"slip": 0.2},) * 2
    loot = {"loot_red": 60, "loot_blue": 0, "loot_green": 0, "loot_clear": 61}
    rules = {**loot, "leftover_quarters": 1, "hand_size": 1}
    tally = play("R", "R", rules=rules, traits=traits, fist_at=-NEVER)
    first = tally["judged_fist_false"][:, 1]  # the first turn, judged by seat 1 on a full Loot
    rate = 0.2 * 61 / 120
    assert abs(first.sum() - ROUNDS * rate) < 5 * math.sqrt(ROUNDS * rate * (1 - rate))
    slipped = tally["acorns_slipped"][:, 0]
    assert abs(slipped.sum() - ROUNDS * 0.2) < 5 * math.sqrt(ROUNDS * 0.2 * 0.8)
    assert np.array_equal(tally["calls_fist_right"][:, 1], first)
