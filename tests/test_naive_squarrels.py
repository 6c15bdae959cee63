"""The naive engine of S'Quarrels alone: worked examples, conservation, exact facts."""

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from squirrelstats.games.squarrels import layout as sq
from tests.naive import streams
from tests.naive.squarrels import (
    Round,
    all_random,
    baseline,
    mask_of,
    pack_view,
    play,
    play_from,
)
from tests.naive.streams import Stream
from tests.rules.squarrels_examples import EXAMPLES, cards

FULL_DECK = Counter(dict(enumerate(sq.PRINTED_COUNTS)))


def scripted(script):
    """A ``choose`` that follows (seat, action) pairs."""
    steps = iter(script)

    def choose(seat, view, legal):
        whose, action = next(steps, (None, None))
        assert seat == whose, f"seat {seat} is asked, phase {view['phase']}, legal {legal:b}"
        return action

    return choose


def appear_in_order(wanted, events):
    """Whether all wanted events are found, in this order."""
    rest = iter(events)
    return all(event in rest for event in wanted)


# --- worked examples ----------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name.replace(" ", "_"))
def test_example(example):
    record = play_from(
        example.hands,
        example.deck,
        scripted(example.script),
        hoard=example.hoard,
        stored=example.stored,
        options=example.options,
    )
    final = record.final
    codes = {event[0] for event in record.events}
    assert record.decisions == len(example.script), "the script was not played to its end"
    for number, legal in example.legal.items():
        assert record.views[number - 1][2] == legal
    assert appear_in_order(example.events, record.events), record.events
    assert not codes & set(example.absent)
    for wanted, got in [
        (example.forced, record.forced),
        (example.end_hands, final.hands),
        (example.end_sizes, [len(hand) for hand in final.hands]),
        (example.end_stored, final.stored),
        (example.end_hoard, final.hoard),
        (example.next_drawer, final.drawer),
        (example.scores, record.scores),
    ]:
        assert wanted is None or wanted == got


def test_examples_have_names_of_their_own():
    assert len({example.name for example in EXAMPLES}) == len(EXAMPLES)


def test_examples_end_with_winter_and_exist_in_the_printed_deck():
    for example in EXAMPLES:
        assert example.deck[-1] == sq.WINTER
        held = Counter(example.deck + example.hoard + [k for hand in example.hands for k in hand])
        assert held <= FULL_DECK, example.name


def test_example_1_and_2_deck_arithmetic():
    actions, numbers = sq.PRINTED_COUNTS[sq.QUARREL :], sq.PRINTED_COUNTS[: sq.NUMBER_KINDS]
    assert (sum(sq.PRINTED_COUNTS), sum(actions), sum(numbers)) == (120, 25, 93)
    sets = [copies // 3 for copies in numbers]
    assert all(copies % 3 == 0 for copies in numbers)
    assert (sum(sets), sum((kind + 1) * n for kind, n in enumerate(sets))) == (31, 75)


@pytest.mark.parametrize(("eligible", "shares"), [("all_but_drawer", 3), ("all", 4)])
def test_example_23_equal_racers_win_equally_often(eligible, shares):
    rounds = 3000
    wins = Counter()
    for deal in range(rounds):
        record = play_from(
            [[]] * 4,
            [sq.HOARD, sq.WINTER],
            baseline,
            hoard=cards("12"),
            seed=5,
            deal=deal,
            options={"hoard_eligible": eligible},
        )
        wins[next(seat for code, seat, _, _ in record.events if code == sq.RACE_WON)] += 1
    assert len(wins) == shares
    p = 1 / shares
    for won in wins.values():  # five sigma each
        assert abs(won - rounds * p) < 5 * math.sqrt(rounds * p * (1 - p))


def test_example_25_setup_with_and_without_winter():
    reshuffled, without = [], []
    for deal in range(60):
        record = play(4, baseline, seed=3, deal=deal)
        turned = [card for code, _, card, _ in record.events if code == sq.SETUP_TURNED]
        first = next(event for event in record.events if event[0] == sq.DRAWN)
        if sq.WINTER in turned:
            assert (sq.RESHUFFLED, -1, -1, 92) in record.events
            assert first[3] == 91
            reshuffled.append(deal)
        else:
            assert first[3] == 92 - len(turned) - 1
            without.append(deal)
    assert reshuffled
    assert without


# --- the constructed position -------------------------------------------------------------------


def test_a_deck_may_run_out_silently():
    record = play_from([cards("1234"), cards("1")], cards("5"), scripted([]))
    codes = [event[0] for event in record.events]
    assert codes == [sq.TURN, sq.DRAWN, sq.SCORED, sq.SCORED]
    assert record.forced == 1
    assert record.final.hands == [cards("12345"), cards("1")]


def test_one_turn_can_be_looked_at():
    record = play_from(
        [cards("1123445"), cards("1")], cards("555"), baseline, drawer=0, stop_after_turns=1
    )
    assert (record.turns, record.final.drawer, record.final.deck) == (1, 1, cards("55"))
    assert record.events[-3:-1] == [(sq.DISCARDED, 0, sq.TWO, 1), (sq.SCORED, 0, -1, 0)]


# --- views --------------------------------------------------------------------------------------


def test_view_in_a_quarrel_hides_picks_and_shows_the_table():
    script = [(0, sq.PLAY_FIVE), (1, sq.PLAY_FIVE), (2, sq.PLAY_ONE), (0, sq.PLAY_ONE)]
    script += [(1, sq.PLAY_TWO), (1, sq.STORE_ONE), (1, sq.DISCARD_TWO)]
    record = play_from(
        [cards("125"), cards("1235"), cards("14")], cards("Q3X"), scripted(script), seed=1
    )
    first, second = record.views[1][1], record.views[4][1]
    assert first["hand_sizes"] == [4, 2, 3, 0, 0, 0, 0, 0]
    assert first["unseen"][:7] == [2, 1, 1, 1, 1, 0, 0]
    assert first["unseen"][7:] == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert first["table"] == [0] * 8
    assert (first["seat"], first["drawer"], first["subround"]) == (1, 2, 1)
    assert first["contesting"] == [1, 1, 1, 0, 0, 0, 0, 0]

    assert second["subround"] == 2
    assert second["hand_sizes"] == [3, 1, 2, 0, 0, 0, 0, 0]
    assert second["table"] == [1, 0, 0, 0, 2, 0, 0, 3]
    assert second["played"][0] == [0, 0, 0, 0, 1, 0, 0, 1]
    assert second["played"][1] == [1, 0, 0, 0, 0, 0, 0, 1]
    assert second["contesting"] == [1, 0, 1, 0, 0, 0, 0, 0]
    assert second["unseen"][:7] == [1, 1, 1, 1, 0, 0, 0]

    after = record.views[5][1]
    assert (after["phase"], after["mini_turn"], after["drawer"]) == (sq.PHASE_STORE, 1, 2)
    assert (after["table"], after["subround"]) == ([0] * 8, 0)


def test_ledger_of_a_pile_and_an_ambush():
    """B takes a pile of {1, 1, 3} and discards the 3; then C's Ambush takes one of B's Ones."""
    script = [(1, sq.RACE), (2, sq.HOLD), (1, sq.DISCARD_THREE), (2, sq.DISCARD_TWO)]
    record = play_from([[], [], cards("2345")], cards("HAX"), scripted(script), hoard=cards("113"))
    seat, view, _ = record.views[3]
    assert (seat, view["hand"]) == (2, [1, 1, 1, 1, 1, 0, 0, 5])
    assert view["known"][2] == [1, 0, 0, 0, 0, 0, 0, 1]


def test_ledger_for_bystanders_of_an_ambush():
    position = Round(3, baseline)
    position.hands = [cards("5"), cards("1123"), cards("4")]
    for observer in range(3):
        position.known[observer][1] = [2, 1, 0, 0, 0, 0, 0]
    position.ambush(0)
    taken = next(event[2] for event in position.record.events if event[1] == 1)
    drawers_view = [2, 1, 0, 0, 0, 0, 0]
    drawers_view[taken] = max(0, drawers_view[taken] - 1)
    assert position.known[0][1] == drawers_view
    assert position.known[2][1] == [1, 0, 0, 0, 0, 0, 0]
    assert position.known[1][0][taken] == 1
    assert sum(position.known[2][0]) == 1  # C knows its own lost card


def test_packed_views_are_records():
    record = play(5, all_random(5, 1, 1), seed=1, deal=1)
    for _, view, _ in record.views:
        unpacked = np.frombuffer(pack_view(view), sq.VIEW)[0]
        assert all(unpacked[name].tolist() == view[name] for name in sq.VIEW_FIELDS)


# --- random rounds ------------------------------------------------------------------------------


def random_options(rng):
    return {name: rng.choice(values) for name, values in sq.OPTION_VALUES.items()}


def check_view(game, seat, view):
    """Everything in a view that must agree with the truth or with itself."""
    assert set(view) == set(sq.VIEW_FIELDS)
    assert game.count_cards() == FULL_DECK
    own = Counter(game.hands[seat])
    for name in ("hand", "hoard", "table"):
        assert view[name][sq.TOTAL] == sum(view[name][: sq.TOTAL])
    assert all(view["hand"][kind] == own[kind] for kind in range(sq.HAND_KINDS))
    assert sum(view["unseen"]) == view["deck_left"] + sum(view["hand_sizes"][1:])
    for away in range(sq.MAX_SEATS):
        bounds = view["known"][away]
        if away >= game.seats:
            assert bounds == [0] * 8
            assert view["stored"][away] == [0] * 8
            continue
        hand = Counter(game.hands[(seat + away) % game.seats])
        assert view["hand_sizes"][away] == hand.total()
        assert all(bounds[kind] <= hand[kind] for kind in range(sq.HAND_KINDS))
        assert bounds[sq.TOTAL] == sum(bounds[: sq.TOTAL])


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_gets_lost(seats):
    rng = random.Random(seats)
    reached = set()
    for deal in range(60):
        policy = all_random(seats, 11, deal) if deal % 3 else baseline

        def choose(seat, view, legal, policy=policy):
            check_view(game, seat, view)  # noqa: B023
            return policy(seat, view, legal)

        game = Round(seats, choose, seed=11, deal=deal, options=random_options(rng))
        game.deal()
        record = game.play()
        reached |= {event[0] for event in record.events}
        assert game.count_cards() == FULL_DECK
        assert not any(game.lying)
        assert sum(record.scores) <= 80
        assert sum(record.shares840) == 840
        assert record.turns <= 106
        assert record.mini_turns <= 16
        assert record.decisions == len(record.views)
        assert record.events[-seats - 1][0] == sq.WINTER_CAME
        assert all(opening[sq.TOTAL] == 7 for opening in record.openings)
    assert len(reached) >= 24


def test_the_same_deal_is_the_same_round():
    one, two = (play(4, all_random(4, 9, 5), seed=9, deal=5) for _ in range(2))
    assert one == two
    assert one != play(4, all_random(4, 9, 5), seed=9, deal=6)


def test_all_option_values_play():
    for values in itertools.product(*sq.OPTION_VALUES.values()):
        options = dict(zip(sq.OPTION_VALUES, values, strict=True))
        record = play(4, all_random(4, 2, 0), seed=2, deal=0, options=options)
        assert len(record.scores) == 4


def test_forced_decisions_are_never_asked():
    for deal in range(20):
        record = play(3, all_random(3, 1, deal), seed=1, deal=deal)
        assert all(legal.bit_count() > 1 for _, _, legal in record.views)
        asked = [event for event in record.events if event[0] == sq.ASKED]
        assert [event[3] for event in asked] == list(range(1, record.decisions + 1))


# --- exact facts of section 1 (five-sigma bands, seeds fixed) -----------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_exact_facts(seats):
    rounds = 300
    dealt = 7 * seats
    r = dealt * (96 - dealt) / 9312
    expected = {
        "drawn": (121 - dealt - 24 * r) / 2,
        "winter in setup": dealt / 96,
        "turned up in setup": 24 * dealt / 96,
        sq.QUARREL: 4 * (1 - r),
        sq.HOARD: 4 * (1 - r),
        sq.AMBUSH: 3 * (1 - r),
        sq.WHIRLWIND: 1 - r,
        "gold in deck": (95 - dealt) / 190,
    }
    samples = {name: [] for name in expected}
    for deal in range(rounds):
        record = play(seats, baseline, seed=77, deal=deal)
        drawn = [card for code, _, card, _ in record.events if code == sq.DRAWN]
        turned = [card for code, _, card, _ in record.events if code == sq.SETUP_TURNED]
        samples["drawn"].append(len(drawn))
        samples["winter in setup"].append(sq.WINTER in turned)
        samples["turned up in setup"].append(sum(card != sq.WINTER for card in turned))
        samples["gold in deck"].append(sq.GOLD in record.final.deck)
        for kind in (sq.QUARREL, sq.HOARD, sq.AMBUSH, sq.WHIRLWIND):
            samples[kind].append(drawn.count(kind))
    for name, values in samples.items():
        mean = sum(values) / rounds
        variance = sum((value - mean) ** 2 for value in values) / (rounds - 1)
        assert abs(mean - expected[name]) < 5 * math.sqrt(variance / rounds), name


# --- reference policies -------------------------------------------------------------------------


def test_baseline_discards():
    def pick(hand, legal):
        return baseline(0, {"phase": sq.PHASE_DISCARD, "hand": hand}, mask_of(legal))

    assert pick([2, 1, 0, 1, 0, 1, 0, 5], [8, 9, 11, 13]) == sq.DISCARD_TWO
    assert pick([0, 0, 0, 0, 0, 1, 1, 2], [13, 14]) == sq.DISCARD_LEAD
    assert pick([0, 0, 0, 0, 2, 1, 0, 3], [12, 13]) == sq.DISCARD_FIVE


def test_baseline_quarrels():
    def pick(hand):
        legal = [sq.PLAY_ONE + kind for kind in range(7) if hand[kind]]
        return baseline(0, {"phase": sq.PHASE_QUARREL, "hand": hand}, mask_of(legal))

    assert pick([1, 0, 1, 0, 0, 1, 1, 4]) == sq.PLAY_THREE
    assert pick([0, 0, 0, 0, 0, 1, 1, 2]) == sq.PLAY_LEAD


# --- streams ------------------------------------------------------------------------------------


def test_generators_give_their_published_numbers():
    x = 1477776061723855037
    assert [streams.mix(x + n * streams.GAMMA) for n in range(1, 6)] == [
        1985237415132408290,
        2979275885539914483,
        13511426838097143398,
        8488337342461049707,
        15141737807933549159,
    ]
    generator = streams.Xoroshiro(1, 2)
    assert [generator.bits() for _ in range(10)] == [
        393217,
        669327710093319,
        1732421326133921491,
        11394790081659126983,
        9555452776773192676,
        3586421180005889563,
        1691397964866707553,
        10735626796753111697,
        15216282715349408991,
        14247243556711267923,
    ]


def test_draws_stay_in_range_and_shuffles_keep_the_items():
    stream = Stream(1, 2, streams.DEAL)
    assert {stream.below(5) for _ in range(200)} == set(range(5))
    assert stream.below(1) == 0
    assert 0 <= stream.uniform() < 1
    assert all(stream.below(2**32) < 2**32 for _ in range(5))
    items = list(range(50))
    stream.shuffle(items)
    assert items != sorted(items) == list(range(50))


def test_keys_and_seeds_by_purpose():
    def first(*key):
        return Stream(*key).bits()

    keys = [
        (seed, deal, purpose, seat, n)
        for seed, deal, purpose, seat, n in itertools.product(
            (0, 1), (0, 1), (streams.DEAL, streams.RACE), (0, 3), (0, 2)
        )
    ]
    assert len({first(*key) for key in keys}) == len(keys)
    assert first({"deal": 7}, 3, streams.DEAL) == first(7, 3, streams.DEAL)
    assert first({"deal": 7}, 3, streams.RACE, 2) == first(0, 3, streams.RACE, 2)
    with pytest.raises(ValueError, match="no purpose"):
        first({"deals": 7}, 3, streams.RACE)


def test_one_purpose_can_be_varied_alone():
    rounds = [play(4, baseline, seed={"deal": 7, "race": race}, deal=2) for race in range(8)]
    assert len({str(record.openings) for record in rounds}) == 1
    assert len({str(record.events) for record in rounds}) > 1
