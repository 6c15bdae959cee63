"""What holds in every position of S'Quarrels: cards, legality, ledger, hidden cards, chance."""

import operator
import random
from collections import Counter

import pytest
from scipy import stats

from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies import registry
from squirrelstats.simulate.position import Position
from tests import positions
from tests.positions import FULL_DECK
from tests.rules.squarrels_examples import cards

#: Rounds and moves are fewer where nothing is compiled.
SCALE = 20 if JIT_DISABLED else 1
LEVEL = 1e-6  # of every chi-square test below


def random_rules(rng):
    return Rules(**{name: rng.choice(values) for name, values in sq.OPTION_VALUES.items()})


def random_rounds(number, start, seats=range(2, 7)):
    """Positions at their beginning: every number of seats, random options."""
    rng = random.Random(start)
    for deal in range(-(-number // SCALE)):
        for n in seats:
            lineup = [rng.choice(["random", "random", "baseline"]) for _ in range(n)]
            yield Position("squarrels", lineup, rules=random_rules(rng), seed=start, deal=deal)


def seen_by(position, seat):
    """The bytes of what a seat sees, also where another one decides."""
    other = position.clone()
    other._state.actor = seat
    return other.view._content


# --- cards, legality, ledger ----------------------------------------------------------------------


def legal_by_the_book(position):
    """The table of decisions in the contract, from the truth."""
    hand = Counter(positions.hands(position)[position.actor])
    sets = [sq.STORE_ONE + kind for kind in range(sq.NUMBER_KINDS) if hand[kind] >= 3]
    rules = position.rules
    if position.phase == sq.PHASE_DRAW:
        assert hand.total() < 7
        may_stop = rules.draw_rule == "optional" or position.view.mini_turn == sq.MINI_HOARD
        return [sq.DRAW, sq.STOP] if may_stop else [sq.DRAW, *sets]
    if position.phase == sq.PHASE_STORE:
        done = [] if sets and rules.store_mandatory == "forced" else [sq.DONE]
        wild = positions.state(position)["wild"] and hand[sq.GOLD]
        nearly = [kind for kind in range(sq.NUMBER_KINDS) if hand[kind] >= 2]
        return [*sets, *done, *[sq.WILD_ONE + kind for kind in nearly if wild]]
    if position.phase == sq.PHASE_DISCARD:
        kinds = sorted(hand)
        if any(kind < sq.NUMBER_KINDS for kind in kinds):
            kinds = [kind for kind in kinds if kind != sq.LEAD]
        if rules.gold_discardable == "only_if_last" and hand.total() > 1:
            kinds = [kind for kind in kinds if kind != sq.GOLD]
        return [sq.DISCARD_ONE + kind for kind in kinds]
    if position.phase == sq.PHASE_QUARREL:
        if rules.lead_rank != "lowest" and set(hand) != {sq.LEAD}:
            del hand[sq.LEAD]
        return [sq.PLAY_ONE + kind for kind in sorted(hand)]
    return [sq.RACE, sq.HOLD]


def check_ledger(position):
    """Nobody believes more of a hand than it holds."""
    held = [
        [hand.count(kind) for kind in range(sq.HAND_KINDS)] for hand in positions.hands(position)
    ]
    for known in positions.known(position):
        for bounds, hand in zip(known, held, strict=True):
            assert bounds[sq.TOTAL] == sum(bounds[: sq.TOTAL])
            assert all(map(operator.le, bounds, hand))


def check_view(position):
    """A view agrees with the truth and with itself."""
    view, seat, seats = position.view, position.actor, position.seats
    hands = positions.hands(position)
    sizes = [len(hands[(seat + i) % seats]) for i in range(seats)]
    assert view.hand_sizes.tolist() == sizes + [0] * (8 - seats)
    assert view.hand.tolist()[: sq.TOTAL] == [hands[seat].count(k) for k in range(sq.HAND_KINDS)]
    for name in ("hand", "hoard", "table"):
        counts = getattr(view, name)
        assert counts[sq.TOTAL] == len(getattr(positions, name)(position))
    for name in ("hand", "table"):
        counts = getattr(view, name)
        assert counts[sq.TOTAL] == counts[: sq.TOTAL].sum()
    pile = Counter(positions.hoard(position))
    shown = Counter(dict(enumerate(view.hoard[: sq.TOTAL].tolist())))
    assert shown <= pile
    hidden = Counter(positions.deck(position))
    if position.rules.hoard_visibility == "face_up":
        assert shown == pile
    else:
        hidden += pile - shown
    for other in range(seats):
        if other != seat:
            hidden.update(hands[other])
    assert view.unseen.tolist() == [hidden[kind] for kind in range(16)]
    assert view.deck_left == len(positions.deck(position))
    assert view.points.tolist()[seats:] == [0] * (8 - seats)


def test_cards_are_conserved_and_actions_legal_at_every_decision():
    reached = set()
    for position in random_rounds(60, start=5):
        while position.advance() == "decision":
            assert positions.count_cards(position) == FULL_DECK
            assert position.legal_actions == legal_by_the_book(position)
            assert len(position.legal_actions) > 1, "the only action is carried out unasked"
            check_ledger(position)
            check_view(position)
            action = position.ask()
            assert action in position.legal_actions
            position.apply(action)
        assert positions.count_cards(position) == FULL_DECK
        assert sum(position.scores) <= 85  # 31 sets, one with the Gold, the Gold itself
        assert int(position._state.share840.sum()) == 840
        assert position.legal_actions == []
        reached |= {code for code, *_ in position.events}
    if not JIT_DISABLED:
        assert reached >= set(range(1, 27)) - {sq.QUARREL_CANCELLED}


# --- hidden cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [made.name for made in registry.list("squarrels")])
def test_nothing_hidden_is_seen(name):
    """After a redeal the same view, the same actions, the same choice; other hands change."""
    rng = random.Random(name)
    changed = tried = 0
    for number, position in enumerate(random_rounds(6, start=7)):
        seats = position.seats
        position = Position(
            "squarrels", [name] * seats, rules=position.rules, seed=number, deal=number
        )
        while position.advance() == "decision":
            if rng.random() < 0.3:
                seat, view = position.actor, position.view._content
                choice = position.clone().ask()
                for seed in range(3):
                    other = position.clone()
                    other.redeal_hidden(seat, seed=rng.getrandbits(64) if seed else 0)
                    assert other.view._content == view
                    assert other.legal == position.legal
                    assert (other.actor, other.phase) == (seat, position.phase)
                    assert positions.count_cards(other) == FULL_DECK
                    assert other.ask() == choice
                    check_ledger(other)
                    hands = positions.hands(other)
                    assert hands[seat] == positions.hands(position)[seat]
                    changed += hands != positions.hands(position)
                    tried += 1
            # mostly the policy's choice; now and then another one, to get about
            random_move = rng.random() < 0.3
            position.apply(rng.choice(position.legal_actions) if random_move else position.ask())
    assert tried > 1500 / SCALE
    assert changed > 0.9 * tried


def test_bystanders_see_nothing_hidden_either():
    """The same for the seats that do not decide, whatever is pending; the round can go on."""
    rng = random.Random(3)
    orders = set()
    for position in random_rounds(12, start=11):
        while (where := position.advance(stop_at_chance=rng.random() < 0.3)) != "end":
            if rng.random() < 0.2:
                seat = rng.randrange(position.seats)
                other = position.clone()
                other.redeal_hidden(seat, seed=rng.getrandbits(64))
                if where == "decision":
                    assert seen_by(position, seat) == seen_by_after(other, seat)
                    if seat != position.actor:
                        assert other.legal == 0, "asked anew"
                orders.add(tuple(positions.deck(other)) == tuple(positions.deck(position)))
                assert positions.count_cards(other) == FULL_DECK
                if rng.random() < 0.2:
                    play_on(other, rng)
            if where == "decision":
                position.apply(position.ask())
    assert False in orders


def seen_by_after(position, seat):
    """What a seat sees after a redeal, whose pending decision may be asked anew."""
    other = position.clone()
    other._where = "decision"
    return seen_by(other, seat)


def play_on(position, rng):
    """Legal and conserving to the end."""
    while position.advance() == "decision":
        assert position.legal_actions == legal_by_the_book(position)
        check_ledger(position)
        position.apply(rng.choice(position.legal_actions))
    assert positions.count_cards(position) == FULL_DECK


def test_known_cards_stay_and_the_rest_is_dealt_uniformly():
    """B is known to hold {1, 1, 3}; of the six others any one or two may be where they may be.

    Two chi-square tests at 1e-6 each.
    """
    position = Position(
        "squarrels",
        3,
        hands=[[], cards("2"), cards("5")],
        deck=cards("H34GLQX"),
        hoard=cards("113"),
    )
    position.advance()
    position.apply(sq.RACE)
    position.advance()
    position.apply(sq.HOLD)
    position.advance()
    assert (position.actor, positions.hands(position)[1]) == (1, cards("1123"))
    position.apply(sq.DISCARD_ONE)
    assert position.advance(stop_at_chance=True) == "chance"
    assert positions.known(position)[0][1] == [1, 0, 1, 0, 0, 0, 0, 2]

    number = 3000 // SCALE
    seen, tops = Counter(), Counter()
    for seed in range(number):
        other = position.clone()
        other.redeal_hidden(0, seed=seed)
        nobody, hand_b, hand_c = positions.hands(other)
        assert nobody == []
        rest = Counter(hand_b) - Counter(cards("13"))
        assert rest.total() == 1
        assert len(hand_c) == 1
        seen[next(iter(rest)), hand_c[0]] += 1
        tops[positions.deck(other)[0]] += 1
        assert Counter(positions.deck(other)) + rest + Counter(hand_c) == Counter(cards("2534GLQX"))
    assert len(seen) == 30
    assert stats.chisquare(list(seen.values())).pvalue > LEVEL
    # four of the six others and both Actions are in the deck, any of them in front
    expected = dict.fromkeys(cards("2534GL"), number * 4 / 6 / 6) | dict.fromkeys(
        cards("QX"), number / 6
    )
    assert (
        stats.chisquare([tops[k] for k in expected], [expected[k] for k in expected]).pvalue > LEVEL
    )


def test_hidden_picks_are_dealt_again():
    """The pick of a seat before the reveal follows its new hand; races are tossed again."""
    position = Position(
        "squarrels", 3, hands=[cards("12"), cards("34"), cards("5G")], deck=cards("QX")
    )
    position.advance()
    position.apply(sq.PLAY_ONE)
    position.advance()
    assert position.actor == 1
    shown = Counter()
    for seed in range(400 // SCALE):
        other = position.clone()
        other.redeal_hidden(1, seed=seed)
        hand = positions.hands(other)[0]
        for action in (sq.PLAY_THREE, None):
            other.advance()
            other.apply(action if action is not None else other.legal_actions[0])
        other.advance()
        played = next(
            card for code, seat, card, _ in other.events if code == sq.PLAYED and seat == 0
        )
        assert played in hand
        shown[played] += 1
    assert set(shown) == set(cards("125G"))

    race = Position("squarrels", 3, hands=[[], [], []], deck=cards("HX"), hoard=cards("1"))
    race.advance()
    race.apply(sq.RACE)
    race.advance()
    assert race.actor == 2
    raced = Counter()
    for seed in range(400 // SCALE):
        other = race.clone()
        other.redeal_hidden(2, seed=seed)
        other.apply(sq.HOLD)
        other.advance()
        raced[(sq.RACED, 1, -1, 1) in other.events] += 1
    assert stats.chisquare([raced[True], raced[False]]).pvalue > LEVEL


# --- chance ---------------------------------------------------------------------------------------

DRAW, AMBUSH, WHIRLWIND, RACE, _ = (sq.CHANCES[code] for code in sorted(sq.CHANCES))


def check_weights(position, name, weights):
    """Weights count the cards or racers behind them."""
    if name == DRAW:
        drawable = Counter(positions.deck(position))
        if positions.winter_cannot_come(position):
            del drawable[sq.WINTER]
        assert weights == drawable
    elif name == AMBUSH:
        hands = [Counter(hand) for hand in positions.hands(position)]
        assert any(weights == hand for hand in hands)
    elif name == RACE:
        racing = [
            seat for code, seat, _, amount in position.events[-6:] if code == sq.RACED and amount
        ]
        by_speed = position.rules.slap_race == "exponential"
        assert weights == (dict.fromkeys(racing, 1) if by_speed else {})
    else:
        assert weights == {}


def happened(position, name, before):
    """The outcome of the chance event that came first after ``before`` events."""
    code, seat, card, _ = next(event for event in position.events[before:] if event[0] != sq.TURN)
    if name == DRAW:
        assert code == sq.DRAWN
        return card
    if name == AMBUSH:
        assert code == sq.AMBUSHED
        return card
    assert code == sq.RACE_WON
    return seat


def test_every_listed_outcome_can_be_forced():
    rng = random.Random(9)
    forced = Counter()
    for position in random_rounds(25, start=13):
        while (where := position.advance(stop_at_chance=True)) != "end":
            if where == "decision":
                position.apply(position.ask())
                continue
            name, weights = position.chance()
            check_weights(position, name, weights)
            if not weights or rng.random() < 0.5:
                continue
            before = len(position.events)
            for outcome in rng.sample(sorted(weights), min(2, len(weights))):
                other = position.clone()
                other.force(outcome, seed=rng.getrandbits(64))
                assert Counter(positions.deck(other)) == Counter(positions.deck(position))
                other.advance(stop_at_chance=True)
                assert happened(other, name, before) == outcome
                assert positions.count_cards(other) == FULL_DECK
                forced[name] += 1
            if rng.random() < 0.3:
                position.force(rng.choice(sorted(weights)))
    assert set(forced) == {DRAW, AMBUSH, RACE}


def test_a_forced_card_changes_places_with_a_uniformly_chosen_copy():
    """Where the front card goes: one of four places. One test at 1e-6."""
    position = Position("squarrels", 2, hands=[[], []], deck=cards("G1X112Q1"))
    position.advance(stop_at_chance=True)
    went = Counter()
    for seed in range(1200 // SCALE):
        other = position.clone()
        other.force(sq.ONE, seed=seed)
        order = positions.deck(other)
        went[order.index(sq.GOLD)] += 1
        assert [k for k in order if k not in (sq.ONE, sq.GOLD)] == cards("X2Q")
        assert order[0] == sq.ONE
    assert sorted(went) == [1, 3, 4, 7]
    assert stats.chisquare(list(went.values())).pvalue > LEVEL
    same = [position.clone() for _ in range(2)]
    for other in same:
        other.force(sq.ONE, seed=5)
    assert positions.deck(same[0]) == positions.deck(same[1])


def stop_at(name, **table):
    """A position just before that chance event, all decisions made in favour of it."""
    position = Position("squarrels", len(table["hands"]), **table)
    while True:
        where = position.advance(stop_at_chance=True)
        if where == "decision":
            position.apply(sq.RACE)
        elif position.chance()[0] == name:
            return position


@pytest.mark.parametrize(
    ("name", "table"),
    [
        (DRAW, {"hands": [[], []], "deck": cards("1112233GX")}),
        (AMBUSH, {"hands": [[], cards("11123L"), []], "deck": cards("A1X")}),
        (RACE, {"hands": [[]] * 4, "deck": cards("HX"), "hoard": cards("12")}),
    ],
    ids=["draw", "ambush", "race"],
)
def test_resampled_outcomes_follow_their_weights(name, table):
    """One chi-square test at 1e-6 for each kind of event."""
    position = stop_at(name, **table)
    _, weights = position.chance()
    before = len(position.events)
    number = 2000 // SCALE
    drawn = Counter()
    for seed in range(number):
        other = position.clone()
        other.resample(seed=seed)
        assert Counter(positions.deck(other)) == Counter(positions.deck(position))
        other.advance(stop_at_chance=True)
        drawn[happened(other, name, before)] += 1
    expected = [number * weight / sum(weights.values()) for weight in weights.values()]
    assert set(drawn) <= set(weights)
    assert stats.chisquare([drawn[k] for k in weights], expected).pvalue > LEVEL


def test_a_resampled_whirlwind_is_another_one():
    """By seed; sizes as the rules say, and every card equally often with everybody."""
    position = stop_at(WHIRLWIND, hands=[cards("12"), cards("345GL"), []], deck=cards("W"))
    number = 1500 // SCALE
    holders = {kind: Counter() for kind in cards("12345GL")}
    deals = set()
    for seed in range(number):
        other = position.clone()
        other.resample(seed=seed)
        other.advance(stop_at_chance=True)
        hands = positions.hands(other)
        assert [len(hand) for hand in hands] == [3, 2, 2]
        for seat, hand in enumerate(hands):
            for kind in hand:
                holders[kind][seat] += 1
        deals.add(str(hands))
    assert len(deals) > 100 / SCALE
    for counts in holders.values():
        expected = [number * size / 7 for size in (3, 2, 2)]
        assert stats.chisquare([counts[seat] for seat in range(3)], expected).pvalue > LEVEL
    again = [position.clone() for _ in range(2)]
    for other in again:
        other.resample(seed=77)
        other.advance()
    assert positions.hands(again[0]) == positions.hands(again[1])


def test_resampling_is_over_with_the_event():
    """The next Ambush, race or Whirlwind is by the keys of the round again."""
    position = stop_at(AMBUSH, hands=[cards("1"), cards("1122334"), cards("5")], deck=cards("AX"))
    plain, other = position.clone(), position.clone()
    other.resample(seed=1)
    for each in (plain, other):
        each.advance(stop_at_chance=True)
        assert each.chance() == (AMBUSH, {sq.FIVE: 1})
    assert int(other._state.fixed[0, 0]) == 0
