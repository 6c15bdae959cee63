"""What holds in every position of Squirrel Away: acorns, cards, views, hidden things, chance."""

import functools
import math
import random
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games.squirrel_away import layout as sq
from squirrelstats.games.squirrel_away.rules import Rules
from squirrelstats.policies import registry
from squirrelstats.simulate.position import Position
from tests import positions_squirrel_away as positions
from tests.naive.squirrel_away import actions_of
from tests.random_rules_squirrel_away import SQUIRREL_AWAY

#: Rounds and moves are fewer where nothing is compiled.
SCALE = 20 if JIT_DISABLED else 1
LEVEL = 1e-6  # of every chi-square test below
FOUL, EXPOSE, SLIP, ORDER, IMPRESSION, KEEP, TIE = (sq.CHANCES[code] for code in sorted(sq.CHANCES))
NO_FACE = sq.MAX_FACES
BEFORE_VERDICTS = (sq.PHASE_SNEAK, sq.PHASE_CARD, sq.PHASE_GRAB, sq.PHASE_CLAIM, sq.PHASE_VERDICT)
#: Every kind of chance event is met.
EVENTFUL = {"sneaky_turns": "on", "verdict_mode": "random_order", "bust_keep": "random"}
EVENTFUL_TRAITS = {"slip": 0.3, "foul_rate": 0.5, "expose_rate": 0.2}


def random_rounds(number, start, lineup=("random", "random", "baseline"), seats=range(2, 7)):
    """Positions at their beginning: every number of seats, random rules and traits."""
    rng = random.Random(start)
    for deal in range(-(-number // SCALE)):
        for n in seats:
            rules = SQUIRREL_AWAY.rules(rng, n)
            yield Position(
                "squirrel_away",
                [rng.choice(lineup) for _ in range(n)] if lineup else n,
                rules=rules,
                traits=SQUIRREL_AWAY.traits(rng, n),
                seed=start,
                deal=deal,
            )


def move(position, rng):
    """Any legal action, but nobody goes on grabbing for long."""
    actions = position.legal_actions
    if sq.GRAB_DONE in actions and rng.random() < 0.3:
        actions = [sq.GRAB_DONE]
    position.apply(rng.choice(actions))


def deck_of(rules):
    return [*rules.counts, *[0] * (sq.MAX_FACES - len(rules.counts))]


def check_conserved(position):
    """100 acorns; every card is somewhere; tokens do not grow."""
    assert positions.count_acorns(position) == list(position.rules.acorns)
    assert min(positions.unused(position)) >= 0
    assert max(positions.tokens(position)) <= position.rules.tokens
    for hand, own in zip(positions.hands(position), positions.own_unshown(position), strict=True):
        assert all(held <= unshown for held, unshown in zip(hand, own, strict=True))
    sizes = [sum(hand) for hand in positions.hands(position)]
    assert positions.hand_sizes(position) == sizes


def check_view(position):
    """A view agrees with the truth and with itself."""
    view, seat, seats = position.view, position.actor, position.seats
    order = [(seat + i) % seats for i in range(seats)]
    absent = [0] * (8 - seats)
    assert view.hand.tolist() == positions.hands(position)[seat]
    others = np.array(positions.unused(position))
    for other in order[1:]:
        others += np.array(positions.own_unshown(position)[other])
    assert view.unseen.tolist() == others.tolist()
    for name in ("hand_sizes", "tokens", "sets"):
        truth = getattr(positions, name)(position)
        assert getattr(view, name).tolist() == [truth[s] for s in order] + absent
    for away, owner in enumerate(order):
        assert view.front[away][:4].tolist() == positions.fronts(position)[owner]
    out = positions.fist(position)
    loot = positions.loot(position)
    if view.phase in BEFORE_VERDICTS:
        assert not view.fist.any()
        loot = [a + b for a, b in zip(loot, out, strict=True)]
    else:
        assert view.fist[:4].tolist() == out
    assert view.loot[:4].tolist() == loot
    if view.phase not in (sq.PHASE_GRAB, sq.PHASE_CLAIM):
        assert not view.intended.any()
    if view.active and view.phase == sq.PHASE_VERDICT:
        assert view.card == 0
    if view.phase != sq.PHASE_VERDICT:
        assert view.fist_impression == view.tell_impression == view.judges_left == 0


def test_everything_is_conserved():
    for position in random_rounds(24, start=5):
        rng = random.Random(1)
        while position.advance() == "decision":
            check_conserved(position)
            check_view(position)
            assert len(position.legal_actions) > 1, "the only action is carried out unasked"
            action = position.ask()
            assert action in position.legal_actions
            if rng.random() < 0.7:
                position.apply(action)
            else:
                move(position, rng)
        check_conserved(position)
        check_order(position)
        assert not any(positions.fist(position))
        assert int(position._state.share840.sum()) == 840


def check_order(position):
    """Turns go clockwise and are few; verdicts go counter-clockwise."""
    seats, rules = position.seats, position.rules
    turns = [seat for code, seat, *_ in position.events if code == sq.TURN]
    assert turns == [number % seats for number in range(len(turns))]
    assert len(turns) <= rules.hand_size * seats
    assert not position._state.truncated[0]
    active, judges = 0, []
    for code, seat, *_ in position.events:
        if code == sq.TURN:
            active, judges = seat, []
        elif code in (sq.SAID_GOOD, sq.CALLED_CARD, sq.CALLED_FIST):
            judges.append(seat)
            away = [(active - judge) % seats for judge in judges]
            if rules.verdict_mode == "sequential_ccw":
                assert away == list(range(1, len(away) + 1))
            assert len(set(away)) == len(away)
            assert 0 not in away


# --- what is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [made.name for made in registry.list("squirrel_away")])
def test_nothing_hidden_is_seen(name):
    """After a redeal the same view, the same actions, the same choice; hidden things change."""
    rng = random.Random(name)
    changed = tried = 0
    for position in random_rounds(4, start=7, lineup=[name]):
        while position.advance() == "decision":
            if rng.random() < 0.2:
                seat, view = position.actor, position.view._content
                choice = position.clone().ask()
                for _ in range(3):
                    other = position.clone()
                    other.redeal_hidden(seat, seed=rng.getrandbits(64))
                    assert other.view._content == view
                    assert other.legal == position.legal
                    assert (other.actor, other.phase) == (seat, position.phase)
                    assert other.ask() == choice
                    check_redealt(position, other, seat)
                    check_view(other)
                    changed += positions.hands(other) != positions.hands(position)
                    tried += 1
            move(position, rng)
    assert tried > 250 / SCALE
    assert changed > 0.3 * tried


def check_redealt(position, other, seat):
    """The same table for that seat, other hands perhaps."""
    check_conserved(other)
    for part in (positions.fronts, positions.sets, positions.tokens, positions.hand_sizes):
        assert part(other) == part(position)
    for part in (positions.hands, positions.own_unshown):
        assert part(other)[seat] == part(position)[seat]
    before, after = (
        np.add(positions.loot(each), positions.fist(each)).tolist() for each in (position, other)
    )
    assert before == after


def test_bystanders_see_nothing_hidden_either():
    """The same for seats that do not decide, whatever is pending; the round can go on."""
    rng = random.Random(3)
    for position in random_rounds(8, start=11, lineup=None):
        while (where := position.advance(stop_at_chance=rng.random() < 0.3)) != "end":
            if rng.random() < 0.2:
                seat = rng.randrange(position.seats)
                other = position.clone()
                other.redeal_hidden(seat, seed=rng.getrandbits(64))
                check_redealt(position, other, seat)
                if where == "decision" and seat != position.actor:
                    assert other.legal == 0, "asked anew"
                play_out(other, rng)
            if where == "decision":
                move(position, rng)


def play_out(position, rng):
    """Legal and conserving to the end, or for a while."""
    for _ in range(30):
        if position.advance() == "end":
            break
        check_view(position)
        check_conserved(position)
        move(position, rng)
    check_conserved(position)


def redealt_fists(position, seat, number=300 // SCALE):
    fists = set()
    for seed in range(number):
        other = position.clone()
        other.redeal_hidden(seat, seed=seed)
        fists.add(tuple(positions.fist(other)))
    return fists


def test_redeals_know_what_each_seat_knows_of_the_fist():
    """The active seat its intention, without slips the fist itself; others only the Loot."""
    for slip in (0.0, 0.5):
        position = Position("squirrel_away", ["random"] * 3, traits=[{"slip": slip}] * 3, seed=2)
        position.advance()
        while position.phase != sq.PHASE_VERDICT:
            wanted = [sq.GRAB_RED] if sum(positions.intended(position)) < 3 else [sq.GRAB_DONE]
            actions = position.legal_actions
            position.apply(next((a for a in wanted if a in actions), actions[0]))
            position.advance()
        own, others = redealt_fists(position, 0), redealt_fists(position, position.actor)
        assert {sum(fist) for fist in own} == {3}
        assert (own == {(3, 0, 0, 0)}) == (slip == 0)
        assert {sum(fist) for fist in others} >= set(range(9)) or JIT_DISABLED
        claimed = int(position.view.claim) - 1
        assert claimed == 0
        assert (1, 1, 0, 0) in others


def steer(position, script):
    """Carry out actions until all have been; the views on the way, and the seats that saw them."""
    views = []
    for action in script:
        assert position.advance() == "decision"
        views.append((position.actor, position.view._content))
        position.apply(action)
    return views


def test_no_view_shows_the_fist_before_the_settlement():
    """Other fists under one intention and claim: the same views up to the last verdict."""
    fists = set()
    for n in range(2, 7):
        for mode in ("sequential_ccw", "simultaneous"):
            position = Position(
                "squirrel_away",
                ["random"] * n,
                rules=Rules(verdict_mode=mode),
                traits=[{"slip": 0.6}] * n,
                seed=4,
            )
            position.advance()
            card = position.legal_actions[0]
            grabs = [sq.GRAB_RED, sq.GRAB_BLUE, sq.GRAB_BLUE, sq.GRAB_DONE]
            steer(position, [card, *grabs])
            assert position.advance(stop_at_chance=True) == "chance"
            assert position.chance() == (SLIP, {})
            seen = []
            for seed in range(60 // SCALE):
                other = position.clone()
                other.resample(seed=seed)
                views = steer(other, [sq.CLAIM_0 + card, *[sq.GOOD] * (n - 1)])
                assert views == (seen or views)
                seen = views
                other.advance()
                shown = [e[2:] for e in other.events if e[0] == sq.FIST_ACORNS][-4:]
                fists.add(tuple(shown))
    assert len(fists) > 5


def test_impressions_are_all_that_a_judge_has_of_the_fist():
    """Seats that read them see nothing else that differs."""
    names = [name for name in sq.VIEW.names if name not in sq.IMPRESSIONS]
    position = Position("squirrel_away", 4, traits=[{"slip": 0.6}] * 4, seed=4)
    position.advance()
    card = position.legal_actions[0]
    steer(position, [card, sq.GRAB_RED, sq.GRAB_BLUE, sq.GRAB_BLUE, sq.GRAB_DONE])
    position.advance(stop_at_chance=True)
    impressions, rest = set(), set()
    for seed in range(20):
        other = position.clone()
        other.resample(seed=seed)
        views = steer(other, [sq.CLAIM_0 + card, *[sq.GOOD] * 3])[1:]
        records = [np.frombuffer(raw, sq.VIEW)[0] for _, raw in views]
        impressions.add(tuple(int(record["fist_impression"]) for record in records))
        rest.add(tuple(record[name].tobytes() for record in records for name in names))
    assert len(impressions) > 1
    assert len(rest) == 1


# --- chance ---------------------------------------------------------------------------------------


def at_chance(position, rng, wanted=None):
    """Play on to each chance event, or to those of that name."""
    while (where := position.advance(stop_at_chance=True)) != "end":
        if where == "decision":
            move(position, rng)
        elif wanted in (None, position.chance()[0]):
            yield position.chance()


def outcome_of(position, name, before):
    """What came of the event, from what was told after so many events."""
    position.advance(stop_at_chance=True)
    told = {event[0]: event for event in reversed(position.events[before:])}
    if name == FOUL:
        return int(sq.FOULED in told)
    if name == EXPOSE:
        return told[sq.EXPOSED][2] if sq.EXPOSED in told else NO_FACE
    if name == KEEP:
        return told[sq.KEPT_ONE][2]
    return told[sq.TIE_BROKEN][1]


def test_every_listed_outcome_can_be_forced():
    rng = random.Random(8)
    forced, unlisted = Counter(), set()
    for position in random_rounds(24, start=13, lineup=None):
        for name, weights in at_chance(position, rng):
            if not weights:
                unlisted.add(name)
                continue
            for outcome in weights:
                other = position.clone()
                other.force(outcome)
                assert outcome_of(other, name, len(position.events)) == outcome
                check_conserved(other)
                forced[name] += 1
    assert unlisted == {SLIP, ORDER, IMPRESSION}
    assert set(forced) == {FOUL, EXPOSE, KEEP, TIE} or JIT_DISABLED


def expected_shares(position, name):
    """Probabilities of the outcomes, from traits and table."""
    state = positions.state(position)
    active = int(state["active"])
    traits = position._traits[0]
    if name == FOUL:
        rate = float(traits["foul_rate"][active])
        return {0: 1 - rate, 1: rate}
    if name == EXPOSE:
        rate, hand = float(traits["expose_rate"][active]), positions.hands(position)[active]
        shares = {face: rate * copies / sum(hand) for face, copies in enumerate(hand)}
        return {**shares, NO_FACE: 1 - rate}
    if name == KEEP:
        fist = positions.fist(position)
        return {colour: acorns / sum(fist) for colour, acorns in enumerate(fist)}
    return None


def test_weights_are_the_probabilities():
    rng = random.Random(9)
    checked = Counter()
    for position in random_rounds(30, start=17, lineup=None):
        for name, weights in at_chance(position, rng):
            shares = weights and expected_shares(position, name)
            if shares:
                total = sum(weights.values())
                for outcome, share in shares.items():
                    assert math.isclose(weights.get(outcome, 0) / total, share, abs_tol=1e-12)
                checked[name] += 1
    assert set(checked) == {FOUL, EXPOSE, KEEP} or JIT_DISABLED


@functools.cache
def eventful():
    """Positions before a foul, an exposure, the acorn of a caught player."""
    found = {}
    for deal in range(40):
        position = Position(
            "squirrel_away", 3, rules=Rules(**EVENTFUL), traits=[EVENTFUL_TRAITS] * 3, deal=deal
        )
        for name, weights in at_chance(position, random.Random(deal)):
            if len(weights) > 2 or (name == FOUL and weights):
                found.setdefault(name, position.clone())
    return found


@pytest.mark.parametrize("name", [FOUL, EXPOSE, KEEP])
def test_resampled_outcomes_follow_their_weights(name):
    position = eventful()[name]
    _, weights = position.chance()
    number, before = 3000 // SCALE, len(position.events)
    found = Counter()
    for seed in range(number):
        other = position.clone()
        other.resample(seed=seed)
        found[outcome_of(other, name, before)] += 1
    total = sum(weights.values())
    expected = [number * weight / total for weight in weights.values()]
    assert set(found) <= set(weights)
    assert stats.chisquare([found[outcome] for outcome in weights], expected).pvalue > LEVEL


def test_resampled_slips_follow_the_model():
    """Two red acorns meant, 2 red and 3 green in the Loot: the six ways in which they may slip."""
    slip = 0.4
    acorns = {"loot_red": 2, "loot_blue": 0, "loot_green": 3, "loot_clear": 0}
    rules = Rules(**acorns, leftover_quarters=1)
    position = Position("squirrel_away", 2, rules=rules, traits=[{"slip": slip}] * 2)
    position.advance()
    steer(position, [position.legal_actions[0], sq.GRAB_RED, sq.GRAB_RED, sq.GRAB_DONE])
    assert position.advance(stop_at_chance=True) == "chance"
    one = 2 * slip * (1 - slip)  # G and R: the first slips, the second does not, or the reverse
    came_back = slip * slip / 3  # the first came for a green one; the second for that red one
    law = {2: (1 - slip) ** 2, 1: one + came_back, 0: slip * slip * 2 / 3}
    number = 3000 // SCALE
    found = Counter()
    for seed in range(number):
        other = position.clone()
        other.resample(seed=seed)
        other.advance()
        found[positions.fist(other)[0]] += 1
        assert sum(positions.fist(other)) == 2
    assert math.isclose(sum(law.values()), 1)
    expected = [number * share for share in law.values()]
    assert stats.chisquare([found[reds] for reds in law], expected).pvalue > LEVEL


def test_resampled_orders_and_impressions():
    rules = Rules(verdict_mode="random_order")
    position = Position("squirrel_away", 4, rules=rules, seed=3)
    position.advance()
    steer(position, [position.legal_actions[0], sq.GRAB_RED, sq.GRAB_DONE, sq.CLAIM_0])
    assert position.advance(stop_at_chance=True) == "chance"
    assert position.chance() == (ORDER, {})
    number = 1200 // SCALE
    orders = Counter()
    for seed in range(number):
        other = position.clone()
        other.resample(seed=seed)
        orders[tuple(seat for seat, _ in steer(other, [sq.GOOD] * 3))] += 1
    assert len(orders) == 6 or JIT_DISABLED
    if not JIT_DISABLED:
        assert stats.chisquare(list(orders.values())).pvalue > LEVEL

    position.advance(stop_at_chance=True)
    assert position.chance() == (IMPRESSION, {})
    found = []
    for seed in range(number):
        other = position.clone()
        other.resample(seed=seed)
        other.advance()
        found.append([other.view.fist_impression, other.view.tell_impression])
    fist, tell = np.array(found).T / 256
    for impressions, mean in ((tell, 0.2), (fist, 1 / (0.25 * math.sqrt(2.5)))):
        assert stats.kstest(impressions - impressions.mean(), "norm").pvalue > LEVEL
        assert abs(impressions.mean() - mean) < 5 / math.sqrt(number) or JIT_DISABLED
    assert abs(np.corrcoef(fist, tell)[0, 1]) < 5 / math.sqrt(number)


def test_example_23_a_shown_card_costs_a_turn():
    """One card shown by accident, and never again: four turns instead of five."""
    traits = [{}, {"expose_rate": 0.5}, {}]
    position = Position("squirrel_away", ["baseline"] * 3, traits=traits, seed=1)
    shown = 0
    while (where := position.advance(stop_at_chance=True)) != "end":
        if where == "decision":
            action = position.ask()
            position.apply(sq.GOOD if sq.GOOD in actions_of(position.legal) else action)
        else:
            name, weights = position.chance()
            assert name == EXPOSE
            position.force(min(weights) if not shown else NO_FACE)
            shown = 1
    told = Counter((code, seat) for code, seat, *_ in position.events)
    assert [told[sq.LAID, seat] for seat in range(3)] == [5, 4, 5]
    assert told[sq.EXPOSED, 1] == 1
    assert told[sq.NO_CARD, 1] == 1


def test_example_21_all_cards_are_played():
    """Nobody calls: 20 turns of four players, and all tokens are left."""
    position = Position("squirrel_away", ["baseline"] * 4, seed=1)
    while position.advance() == "decision":
        is_verdict = position.phase == sq.PHASE_VERDICT
        position.apply(sq.GOOD if is_verdict else position.ask())
    assert position.events[-5] == (sq.CARDS_OUT, -1, -1, 20)
    assert positions.tokens(position) == [3] * 4
