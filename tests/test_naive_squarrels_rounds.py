"""Whole rounds of the naive engine of S'Quarrels: conservation, counts, exact facts."""

import math
import random
from collections import Counter

import pytest

from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import PRESETS
from tests.naive.squarrels import Round, all_random, baseline, play
from tests.random_rules import full_deck
from tests.random_rules_squarrels import SQUARRELS

# --- random rules -------------------------------------------------------------------------------


def check_view(game, seat, view):
    """Everything in a view that must agree with the truth or with itself."""
    assert set(view) == set(sq.VIEW_FIELDS)
    assert game.count_cards() == full_deck(game.rules)
    own = Counter(game.hands[seat])
    open_pile = game.rules.hoard_visibility == "face_up"
    for name in ("hand", "hoard", "table") if open_pile else ("hand", "table"):
        assert view[name][sq.TOTAL] == sum(view[name][: sq.TOTAL])
    assert all(view["hand"][kind] == own[kind] for kind in range(sq.HAND_KINDS))
    hidden = len(game.hoard) - sum(view["hoard"][: sq.TOTAL])
    assert hidden == 0 or not open_pile
    assert view["hoard"][sq.TOTAL] == len(game.hoard)
    assert sum(view["unseen"]) == view["deck_left"] + sum(view["hand_sizes"][1:]) + hidden
    assert sq.WINTER not in game.deck[: view["winter_safe"]]
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


def check_counts(game, record):
    """What a round counts, once more from its events."""
    seats = range(game.seats)
    drawn = [[0] * len(sq.KINDS) for _ in seats]
    tallies = [Counter() for _ in seats]
    players, racers = set(), set()
    for code, seat, card, amount in record.events:
        if code == sq.DRAWN:
            drawn[seat][card] += 1
        elif code == sq.QUARREL_BEGUN:
            players = set()
        elif code == sq.PLAYED:
            players.add(seat)
        elif code == sq.QUARREL_WON:
            tallies[seat]["quarrels_won"] += 1
            for other in players - {seat}:
                tallies[other]["quarrels_lost"] += 1
        elif code == sq.RACED:
            racers = racers | {seat} if amount else racers - {seat}
        elif code == sq.LAPSED:
            racers.remove(seat)
        elif code == sq.RACE_WON:
            tallies[seat]["hoards_won"] += 1
            for other in racers - {seat}:
                tallies[other]["hoards_lost"] += 1
            racers = set()
        elif code == sq.RACE_NONE:
            racers = set()
        elif code == sq.AMBUSHED:
            tallies[amount]["ambushed_cards_won"] += 1
            tallies[seat]["ambushed_cards_lost"] += 1
    assert record.drawn == drawn
    assert record.tallies == [[tallies[seat][name] for name in sq.TALLIES] for seat in seats]
    codes = Counter(event[0] for event in record.events)
    assert record.turns == codes[sq.TURN]
    assert record.mini_turns == codes[sq.MINI_TURN]
    assert record.decisions == codes[sq.ASKED] == len(record.views)
    assert record.truncated == codes[sq.TRUNCATED]


def check_end(game, record):
    rules = game.rules
    assert game.count_cards() == full_deck(rules)
    assert not any(game.lying)
    assert sum(record.shares840) == 840
    assert record.turns <= rules.max_turns_per_round
    assert all(opening[sq.TOTAL] == rules.starting_hand for opening in record.openings)
    ways = Counter(event[0] for event in record.events)
    assert ways[sq.WINTER_CAME] + ways[sq.TRUNCATED] <= 1
    if not ways[sq.WINTER_CAME] + ways[sq.TRUNCATED]:
        assert not game.deck
        assert rules.deck_exhausted == "end_round" or not game.discard
    for hand, stuck in zip(record.finals, record.stuck, strict=True):
        for kind in range(sq.NUMBER_KINDS):
            assert stuck[kind] % rules.set_size == 0
            assert 0 <= hand[kind] - stuck[kind] < rules.set_size
        assert stuck[sq.TOTAL] == sum(stuck[: sq.NUMBER_KINDS])
        assert rules.winter_store == "none" or stuck[sq.TOTAL] == 0


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_gets_lost(seats):
    """Every value of every field in turn, all other fields at random."""
    rng = random.Random(seats)
    reached = set()
    for deal, (name, value) in enumerate(SQUARRELS.every_value[seats % 5 :: 5] * 2):
        try:
            rules = SQUARRELS.rules(rng, seats, **{name: value})
        except LookupError:  # not for so many seats
            continue
        policy = all_random(seats, 11, deal) if deal % 3 else baseline

        def choose(seat, view, legal, policy=policy):
            check_view(game, seat, view)  # noqa: B023
            return policy(seat, view, legal)

        traits = SQUARRELS.traits(rng, seats)
        game = Round(seats, choose, seed=11, deal=deal, options=rules, traits=traits)
        game.deal()
        record = game.play()
        reached |= {event[0] for event in record.events}
        check_end(game, record)
        check_counts(game, record)
    assert len(reached) >= 28


def test_the_printed_deck_keeps_its_bounds():
    for deal in range(60):
        seats = 2 + deal % 5
        record = play(seats, all_random(seats, 12, deal), seed=12, deal=deal)
        assert sum(record.scores) <= 80
        assert record.turns <= 106
        assert record.mini_turns <= 16
        assert record.events[-seats - 1][0] == sq.WINTER_CAME


def test_the_same_deal_is_the_same_round():
    one, two = (play(4, all_random(4, 9, 5), seed=9, deal=5) for _ in range(2))
    assert one == two
    assert one != play(4, all_random(4, 9, 5), seed=9, deal=6)


def test_forced_decisions_are_never_asked():
    for deal in range(20):
        record = play(3, all_random(3, 1, deal), seed=1, deal=deal)
        assert all(legal.bit_count() > 1 for _, _, legal in record.views)
        asked = [event for event in record.events if event[0] == sq.ASKED]
        assert [event[3] for event in asked] == list(range(1, record.decisions + 1))


# --- exact facts of section 1 (five-sigma bands, seeds fixed) -----------------------------------


def check_means(samples, expected):
    for name, values in samples.items():
        mean = sum(values) / len(values)
        variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        assert abs(mean - expected[name]) < 5 * math.sqrt(variance / len(values)), name


def turned_up(record):
    return [card for code, _, card, _ in record.events if code == sq.SETUP_TURNED]


@pytest.mark.parametrize(
    ("preset", "seats"),
    [*[("rulebook_2009", n) for n in range(2, 7)], ("wikipedia_draft", 3), ("website", 4)],
)
def test_exact_facts(preset, seats):
    dealt = 7 * seats
    r = dealt * (96 - dealt) / 9312
    expected = {
        "drawn": (121 - dealt - 24 * r) / 2,
        "winter in setup": dealt / 96,
        "turned up in setup": 24 * dealt / 96,
        "removed in setup": 24 * dealt * (96 - dealt) / (96 * 97),
        sq.QUARREL: 4 * (1 - r),
        sq.HOARD: 4 * (1 - r),
        sq.AMBUSH: 3 * (1 - r),
        sq.WHIRLWIND: 1 - r,
        "gold in deck": (95 - dealt) / 190,
    }
    samples = {name: [] for name in expected}
    for deal in range(300):
        record = play(seats, baseline, seed=77, deal=deal, options=PRESETS[preset])
        drawn = [card for code, _, card, _ in record.events if code == sq.DRAWN]
        turned = turned_up(record)
        actions_left = len(turned) if sq.WINTER not in turned else 0
        samples["drawn"].append(len(drawn))
        samples["winter in setup"].append(sq.WINTER in turned)
        samples["turned up in setup"].append(sum(card != sq.WINTER for card in turned))
        samples["removed in setup"].append(actions_left)
        samples["gold in deck"].append(sq.GOLD in record.final.deck)
        for kind in (sq.QUARREL, sq.HOARD, sq.AMBUSH, sq.WHIRLWIND):
            samples[kind].append(drawn.count(kind))
    check_means(samples, expected)


def setups(seats, **options):
    for deal in range(400):
        game = Round(seats, baseline, seed=78, deal=deal, options=options)
        game.deal()
        yield game, turned_up(game.record)


def test_exact_facts_of_the_setup():
    """Winter in the setup with numbers only; where it lies if its place is ruled."""
    numbers_only = [sq.WINTER in turned for _, turned in setups(4, setup_hand="numbers_only")]
    check_means({"winter": numbers_only}, {"winter": 28 / 94})
    for place, part in [("lower_half", 2), ("lower_third", 3)]:
        places = []
        for game, turned in setups(4, winter_place=place, setup_discards="shuffle_back"):
            assert sq.WINTER not in turned
            assert len(game.deck) == 92
            places.append(game.deck.index(sq.WINTER))
        last = 92 // part
        assert min(places) >= 92 - last
        check_means({place: places}, {place: 92 - last + (last - 1) / 2})
