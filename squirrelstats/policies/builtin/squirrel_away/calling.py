"""Calling halves: the verdict."""

from __future__ import annotations

from typing import Any

import numpy as np

from squirrelstats._log import exp
from squirrelstats.games.squirrel_away.layout import (
    CALL_CARD,
    CALL_FIST,
    GOOD,
    TOTAL,
)
from squirrelstats.policies.builtin.squirrel_away._parts import there
from squirrelstats.policies.helpers import in_policies, is_legal, rand_float
from squirrelstats.policies.policy import Param, make_policy, param

#: Impressions are counted in 1/256 standard deviation.
UNIT = 256.0
#: Weber fraction of a player of default traits.
WEBER = 0.25


@in_policies
def card_impossible(view: Any) -> bool:
    """Whether all copies of the face claimed are known to be elsewhere."""
    return view.unseen[view.claim - 1] == 0


@in_policies
def fist_impossible(view: Any) -> bool:
    """Whether the Loot did not have the acorns claimed."""
    return not there(view, view.claim - 1)


@in_policies
def likelihood_ratio(d: Any, impression: Any) -> float:
    """How much likelier an impression is with mean d than with mean 0, unit variance."""
    return exp(d * (impression / UNIT) - 0.5 * d * d)


@in_policies
def of_surplus(claimed: Any, surplus: Any) -> float:
    """The d' of so many acorns too many, for a player of default traits."""
    taken = claimed + surplus
    return surplus / (WEBER * np.sqrt((taken * taken + claimed * claimed) / 2.0))


@in_policies
def believed(
    view: Any, params: Any, honest: Any, fist: Any, card: Any, both: Any
) -> tuple[float, float]:
    """Probabilities that the card and that the fist does not match the claim.

    By Bayes' rule from the prior weights of the four kinds of turns, both impressions and what is
    certain.
    """
    d = params.d_fist
    if d < 0:
        d = of_surplus(view.faces[view.claim - 1][TOTAL], params.surplus)
    looks = likelihood_ratio(d, view.fist_impression)
    tells = likelihood_ratio(params.d_tell, view.tell_impression)
    fist *= looks * tells
    card *= tells
    both *= looks * tells
    if card_impossible(view):
        honest = fist = 0.0
    if fist_impossible(view):
        honest = card = 0.0
    whole = honest + fist + card + both
    if whole <= 0:  # what is certain contradicts the prior
        return 1.0 * card_impossible(view), 1.0 * fist_impossible(view)
    return (card + both) / whole, (fist + both) / whole


@in_policies
def verdict(
    view: Any, legal: Any, params: Any, honest: Any, fist: Any, card: Any, both: Any
) -> int:
    """Call what is likelier false, if what that wins is worth what it risks."""
    false_card, false_fist = believed(view, params, honest, fist, card, both)
    call, p = CALL_FIST, false_fist
    if not is_legal(legal, CALL_FIST) or (is_legal(legal, CALL_CARD) and false_card > false_fist):
        call, p = CALL_CARD, false_card
    tilt = exp(params.bias)
    p = p * tilt / (p * tilt + (1.0 - p))
    rivalry = params.rivalry
    if rivalry < 0:
        rivalry = 1.0 / (view.seats - 1)
    turns_left = 0
    for seat in range(1, view.seats):
        turns_left += view.hand_sizes[seat]
    token = params.end_price if view.tokens[0] > turns_left else params.token_price
    size = view.faces[view.claim - 1][TOTAL] + params.surplus
    wins = view.caller_acorns * params.acorn + rivalry * (size - 1.0)
    loses = rivalry * view.bonus
    return call if p * wins > (1.0 - p) * loses + token else GOOD


def trusting() -> int:
    """Never calls."""
    return GOOD


def suspicious(view: Any, legal: Any, rng: Any, params: Any) -> int:
    """Calls a fist that looks wrong, and the card of a player who looks like a liar.

    By fixed thresholds, with no thought of how common lies are or what a call is worth; sometimes
    it calls the fist without any reason.
    """
    if view.fist_impression > params.fist_at * UNIT and is_legal(legal, CALL_FIST):
        return CALL_FIST
    if view.tell_impression > params.tell_at * UNIT and is_legal(legal, CALL_CARD):
        return CALL_CARD
    if rand_float(rng) < params.guesses and is_legal(legal, CALL_FIST):
        return CALL_FIST
    return GOOD


def bayesian(view: Any, legal: Any, params: Any) -> int:
    """Weighs impressions against how common lies are, and calls where that pays on average.

    The prior over honest turns, false fists, false cards and double lies is multiplied by the
    likelihood ratios exp(d x - d²/2) of the fist impression and of the tell. What is certain counts
    as such: a claim of which it sees all copies elsewhere, or of acorns that the Loot did not have.
    With p the probability that the likelier of card and fist is false, after the bias has been
    added to its log odds, it calls if

        p (acorns won + rivalry × (acorns in the fist - 1)) > (1 - p) rivalry × bonus + token price

    all in average acorns. The token has its end price when no more turns of others are left than
    tokens to spend on them.
    """
    honest = 1.0 - params.false_fists - params.false_cards - params.double_lies
    return verdict(
        view,
        legal,
        params,
        max(honest, 0.0),
        params.false_fists,
        params.false_cards,
        params.double_lies,
    )


def adaptive(view: Any, legal: Any, params: Any) -> int:
    """Judges as `bayesian`, but learns from each player's record how that player lies.

    To the prior, which counts as so many turns, come the turns of the player that the table has
    seen in full: a Dirichlet posterior.
    """
    record = view.record[view.active]
    honest = max(1.0 - params.false_fists - params.false_cards - params.double_lies, 0.0)
    return verdict(
        view,
        legal,
        params,
        params.trust * honest + record[1],
        params.trust * params.false_fists + record[2],
        params.trust * params.false_cards + record[3],
        params.trust * params.double_lies + record[4],
    )


def counter(view: Any, legal: Any) -> int:
    """Counts cards, and calls only what is certainly a lie.

    The card, if it sees all copies of the face elsewhere: in its hand, laid down, or shown. The
    fist, if the Loot did not have the acorns.
    """
    if card_impossible(view) and is_legal(legal, CALL_CARD):
        return CALL_CARD
    if fist_impossible(view) and is_legal(legal, CALL_FIST):
        return CALL_FIST
    return GOOD


JUDGING: dict[str, Param] = {
    "false_fists": param(0.25, 0, 1, "prior share of turns with only the fist false"),
    "false_cards": param(0.12, 0, 1, "prior share of turns with only the card false"),
    "double_lies": param(0.08, 0, 1, "prior share of turns with both false"),
    "d_fist": param(-1, -1, 20, "d' of a false fist, in sd; -1: that of the surplus"),
    "d_tell": param(0.2, 0, 20, "d' of a liar's manner, in sd"),
    "surplus": param(1, 0, 127, "acorns that it expects too many in a false fist"),
    "rivalry": param(-1, -1, 10, "worth of an acorn less for a rival; -1: 1 / (players - 1)"),
    "acorn": param(1, 0, 10, "worth of an acorn won, in average acorns"),
    "token_price": param(0.3, 0, 1e6, "price of a token, in average acorns"),
    "end_price": param(0, 0, 1e6, "its price when there are no more turns than tokens"),
    "bias": param(0, -20, 20, "added to the log odds of a lie: suspicious +, trusting -"),
}

HALVES = (
    make_policy("squirrel_away", trusting, builtin=True),
    make_policy(
        "squirrel_away",
        suspicious,
        params={
            "fist_at": param(1.5, -20, 20, "fist impression above which it calls, in sd"),
            "tell_at": param(2.5, -20, 20, "tell above which it calls the card, in sd"),
            "guesses": param(0, 0, 1, "probability of a call without reason"),
        },
        impressions=True,
        builtin=True,
    ),
    make_policy("squirrel_away", bayesian, params=JUDGING, impressions=True, builtin=True),
    make_policy(
        "squirrel_away",
        adaptive,
        params={"trust": param(4, 0, 1000, "turns that the prior counts for"), **JUDGING},
        impressions=True,
        builtin=True,
    ),
    make_policy("squirrel_away", counter, builtin=True),
)
