"""Deals of which not all is left to chance: hands as asked for, a deck in common."""

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.games._dealing import Dealing, asked_hands, common_deck
from squirrelstats.policies._workspace import Workspace
from tests.agreement import event_difference, random_setting, rules_of
from tests.naive import streams
from tests.naive.orders import Asked
from tests.naive.streams import Stream
from tests.squarrels_twin import SQUARRELS
from tests.squirrel_away_twin import SQUIRREL_AWAY
from tests.squirrels_twin import SQUIRRELS

TWINS = {"squarrels": SQUARRELS, "squirrels": SQUIRRELS, "squirrel_away": SQUIRREL_AWAY}


def asked_of(dealing):
    hands = {seat: dict(kinds) for seat, kinds in dealing.hands}
    return Asked(dealing.deck, hands, dict(dealing.exchanges))


def random_dealing(rng, rules, seats):
    """A deck in common, hands or exchanges, that these rules can be dealt by."""
    dealable = rules.hand_shape()[2]
    deck = None
    if rng.random() < 0.5:
        room = 255 - sum(rules.counts)
        extra = [rng.randrange(min(4, room // len(rules.counts)) + 1) for _ in rules.counts]
        deck = tuple(n + more for n, more in zip(rules.counts, extra, strict=True))
        if len(deck) < 16 and sum(deck) < 255:
            deck += rng.choice([(), (1,)])  # a kind that these rules lack
    kinds = rng.sample(range(dealable), min(dealable, rng.choice([1, 1, 2, 3, 16])))
    hands, exchanges = {}, ()
    if rng.random() < 0.7:
        for seat in rng.sample(range(seats), rng.choice([1, 1, 2])):
            hands[seat] = {kind: rng.choice([0, 0, 1, 1, 2]) for kind in kinds}
    else:
        exchanges = tuple((seat, rng.choice(kinds)) for seat in range(rng.choice([1, seats])))
    names = {
        seat: {kinds_of(rules)[kind]: copies for kind, copies in wanted.items()}
        for seat, wanted in hands.items()
    }
    return deck, names, exchanges


def kinds_of(rules):
    games = [twin.game for twin in TWINS.values() if type(rules) is twin.game.rules_class]
    return games[0].layout.KINDS


def setting_of(twin, rng):
    seats = rng.choice([2, 3, 4, twin.game.max_seats])
    while True:
        try:
            rules = twin.random.rules(rng, seats)
            rules.check_seats(seats)
            deck, names, exchanges = random_dealing(rng, rules, seats)
            hands = asked_hands(twin.game, rules, seats, names)
        except (LookupError, sq.UsageError):
            continue
        setting = random_setting(twin, rng, rules, seats, ["random"])
        return setting, Dealing(deck, tuple(sorted(hands)), exchanges)


@pytest.mark.parametrize("name", TWINS)
def test_both_engines_deal_the_same_rounds(name):
    twin, rng = TWINS[name], random.Random(5)
    for _ in range(120):
        setting, dealing = setting_of(twin, rng)
        lineup = [sq.policies.get(name, "random")] * setting.seats
        space = Workspace(twin.game, setting.rules, lineup, setting.seed, setting.traits, dealing)
        seating = np.zeros(8, "u8")
        seating[: setting.seats] = setting.seating
        deal = rng.randrange(2**50)
        events, fault = space.record(seating, deal)
        assert fault is None
        chosen = [
            twin.naive.random_choice(Stream(setting.seed, deal, streams.POLICY, seat, 0, 0))
            for seat in range(setting.seats)
        ]
        record = twin.naive.play(
            setting.seats,
            twin.naive.by_seat(chosen),
            seed=setting.seed,
            deal=deal,
            asked=asked_of(dealing),
            **rules_of(setting),
        )
        told = [tuple(event) for event in events.tolist()]
        assert not event_difference(told, record.events), f"{setting}\n{dealing} deal={deal}"


@pytest.mark.parametrize("name", TWINS)
def test_a_deck_in_common_that_is_the_own_one_changes_nothing(name):
    twin = TWINS[name]
    rules = twin.game.rules()
    usual = sq.make_plan(name, ["random"] * 3, seed=3)
    common = sq.make_plan(name, ["random"] * 3, seed=3, deck=rules.counts)
    for deal in range(20):
        assert np.array_equal(sq.replay(usual, deal).events, sq.replay(common, deal).events)


def test_rules_with_more_fives_have_the_other_cards_in_the_same_order():
    few, many = sq.rules("squarrels", fives=6), sq.rules("squarrels", fives=12)
    deck = common_deck([few, many])
    assert deck[4] == 12
    orders = []
    for rules in (few, many):
        space = sq.make_plan("squarrels", ["random"] * 2, rules=rules, deck=deck).workspace()
        space.record(np.array([0, 1, 0, 0, 0, 0, 0, 0], "u8"), 4)
        hands = np.asarray(space.state.opening[0]).view("u1").reshape(-1, 8)
        orders.append(hands[:2, :7].astype(int))
    a, b = orders  # they differ at most by Fives and what comes instead of them
    assert np.abs(a - b).sum() <= 8


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("squarrels", {0: {"gold": 1, "five": 3}}),
        ("squarrels", {1: {"one": 0}, 2: {"one": 4}}),
        ("squirrels", {3: {"wild": 2, "push": 0}}),
        ("squirrels", {0: {"squirrel": 2, "ten": 1}, 1: {"squirrel": 3, "ten": 0}}),
        ("squirrel_away", {2: {f"face_{face}": int(face < 5) for face in range(12)}}),
        ("squirrel_away", {s: {f"face_{f}": int(f % 2 == s) for f in range(10)} for s in (0, 1)}),
    ],
)
def test_hands_are_as_asked_for(name, wanted):
    run = sq.simulate(name, ["random"] * 4, rounds=300, columns="cards", hands=wanted, seed=9)
    for seat, kinds in wanted.items():
        mine = run.seats[run.seats.seat == seat]
        for kind, copies in kinds.items():
            assert (mine[f"opening_{kind}"] == copies).all()


def test_faces_are_asked_for_by_what_they_show():
    rules = sq.rules("squirrel_away", card_faces="custom", custom_faces="GC*9 2W*5 RRB*5")
    shown, numbered = (
        sq.make_plan("squirrel_away", ["random"] * 3, rules=rules, hands={1: hand})
        for hand in ({"RRB": 2, "2W": 0}, {"face_2": 2, "face_1": 0})
    )
    assert shown.dealing == numbered.dealing == Dealing(hands=((1, ((1, 0), (2, 2))),))
    plan = sq.make_plan("squirrel_away", ["random"] * 3, rules=rules, exchanges={0: "2W"})
    assert plan.dealing.exchanges == ((0, 1),)
    for hand, said in [
        ({"GC": 1, "face_0": 1}, "GC and 'face_0' are the same kind"),
        ({"RB": 1}, "unknown kind .* did you mean 'RRB'.* Allowed: 'GC', '2W', 'RRB'"),
        ({"face_3": 1}, "unknown kind"),
    ]:
        with pytest.raises(sq.UsageError, match=said):
            sq.make_plan("squirrel_away", ["random"] * 3, rules=rules, hands={0: hand})


def test_a_hand_whose_kinds_are_all_asked_for_is_any_of_the_ways_to_deal_it():
    """Two kinds, no other card: which copies lie where; chi-square, false alarms 1 in 10^4."""
    from scipy import stats

    rules = sq.rules("squirrel_away", card_faces="custom", custom_faces="RB*4 GC*3", hand_size=2)
    hands = {0: {"RB": 1, "GC": 1}}
    run = sq.simulate(
        *("squirrel_away", ["random"] * 3), rules=rules, rounds=4_000, columns="cards", hands=hands
    )
    held = run.seats.opening_face_0.to_numpy().reshape(-1, 3)
    assert (held[:, 0] == 1).all()
    seen = Counter(map(tuple, held[:, 1:].tolist()))
    # the other five cards, three of them RB, in order: two to seat 1, two to seat 2, one unused
    ways = Counter(
        (sum(order[:2]), sum(order[2:4])) for order in itertools.permutations((1, 1, 1, 0, 0))
    )
    expected = [4_000 * n / ways.total() for n in ways.values()]
    assert set(seen) == set(ways)
    assert stats.chisquare([seen[key] for key in ways], expected).pvalue > 1e-4


def test_rules_with_fewer_faces_are_compared_on_common_deals():
    table = sq.compare(
        "squirrel_away",
        {"with Wilds": sq.rules("squirrel_away"), "none": sq.rules("squirrel_away", wilds=False)},
        lineup=["baseline", "random"],
        rounds=20,
    )
    assert "none" in str(table)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"deck": (3,) * 11}, "all cards of the rules"),
        ({"deck": (3,) * 11 + (2,)}, "all cards of the rules"),
        ({"deck": (3,) * 17}, "at most 255 cards of 16 kinds"),
        ({"deck": (30,) * 12}, "at most 255 cards of 16 kinds"),
        ({"deck": (3.0,) * 12}, "copies of each kind"),
        ({"deck": "333"}, "copies of each kind"),
        ({"hands": [{"RB": 1}]}, "hands are given by seat"),
        ({"exchanges": ["RB"]}, "exchanges are given by seat"),
        ({"exchanges": {2: "RB"}}, "from 0 to 1, got 2"),
        ({"exchanges": {"0": "RB", 1: "RB"}}, "from 0 to 1, got '0'"),
    ],
)
def test_other_dealings_that_cannot_be_are_refused(what, said):
    with pytest.raises(sq.UsageError, match=said):
        sq.make_plan("squirrel_away", ["random"] * 2, **what)


def test_deals_on_a_condition_have_the_odds_of_chance():
    """Against deals that meet the condition by chance; chi-square, false alarms 1 in 10^4."""
    from scipy import stats

    rules = {"ones": 6, "twos": 6, "threes": 6, "fours": 4, "fives": 4}
    small = sq.rules("squarrels", **rules, starting_hand=4)
    wanted = {"five": 1}

    def hands(run, keep):
        seats = run.seats
        columns = [c for c in seats if c.startswith("opening_")]
        table = seats[columns].to_numpy().reshape(-1, 2, len(columns))
        five = columns.index("opening_five")
        if keep:
            table = table[table[:, 0, five] == 1]
        return table

    play = {"rounds": 60_000, "rules": small, "columns": "cards"}
    free = hands(sq.simulate("squarrels", ["random"] * 2, seed=1, **play), True)
    forced = hands(
        sq.simulate("squarrels", ["random"] * 2, seed=2, hands={0: wanted}, **play), False
    )
    for seat in (0, 1):
        both = [Counter(map(tuple, table[:, seat])) for table in (free, forced)]
        keys = [k for k in {*both[0], *both[1]} if both[0][k] + both[1][k] >= 20]
        counts = [[one[k] for k in keys] for one in both]
        assert stats.chi2_contingency(counts).pvalue > 1e-4


def test_an_exchange_puts_one_more_copy_into_the_hand_and_leaves_all_else():
    plan = sq.make_plan("squirrels", ["random"] * 4, seed=2, columns="cards")
    other = sq.make_plan(
        "squirrels", ["random"] * 4, seed=2, columns="cards", exchanges={1: "wild"}
    )
    moved = 0
    for deal in range(60):
        hands = []
        for one in (plan, other):
            space = one.workspace()
            space.record(np.arange(8, dtype="u8"), deal)
            hands.append(space.state.opening[0].copy().view("u1").reshape(8, 16)[:4].astype(int))
        change = hands[1] - hands[0]
        assert not change[[0, 2, 3]].any()
        assert change[1, 10] in (0, 1)
        assert change[1, :14].sum() == 0
        assert np.abs(change[1, :14]).sum() == 2 * change[1, 10]
        moved += change[1, 10]
    assert moved > 50


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ({4: {"gold": 1}}, "from 0 to 3, got 4"),
        ({0: {"golden": 1}}, "golden"),
        ({0: {"winter": 1}}, "winter"),
        ({0: {"gold": 2}}, "2 cards 'gold' are asked for, the deck has 1"),
        ({0: {"one": 9}}, "more cards are asked for than the"),
        ({0: {"one": 1}, 1: {"two": 1}}, "only by the same kinds"),
        ({0: {"one": -1}}, "from 0 on, got -1"),
        ({0: ["one"]}, "by kind, like"),
    ],
)
def test_hands_that_cannot_be_are_refused(hands, said):
    with pytest.raises(sq.UsageError, match=said):
        sq.make_plan("squarrels", ["random"] * 4, hands=hands)


def test_hands_are_for_rounds_that_stand_alone():
    with pytest.raises(sq.UsageError, match="not in matches"):
        sq.simulate("squarrels", ["random"] * 2, matches=2, hands={0: {"gold": 1}})


def test_a_dataset_knows_its_hands(tmp_path):
    made = sq.simulate("squarrels", ["random"] * 2, rounds=20, hands={0: {"gold": 1}}, out=tmp_path)
    again = sq.load(tmp_path)
    assert again.plan.dealing == made.plan.dealing
    assert again.plan.digest == made.plan.digest
    assert again.replay(3).events.tolist() == made.replay(3).events.tolist()
    with pytest.raises(sq.DatasetError, match="another plan"):
        sq.simulate("squarrels", ["random"] * 2, rounds=20, out=tmp_path)


def test_all_ways_to_deal_a_tiny_hand_are_equally_likely():
    """Exact: a hand of two with exactly one Five, by enumeration; false alarms 1 in 10^4."""
    from scipy import stats

    rules = sq.rules("squarrels", ones=2, twos=2, threes=1, fours=1, fives=3, starting_hand=2)
    run = sq.simulate(
        "squarrels",
        ["random"] * 2,
        rounds=40_000,
        rules=rules,
        columns="cards",
        hands={0: {"five": 1}},
    )
    deck = [kind for kind, n in enumerate(rules.counts[:7]) for _ in range(n)]
    ways = Counter(
        tuple(np.bincount([deck[i] for i in pair], minlength=7).tolist())
        for pair in itertools.combinations(range(len(deck)), 2)
        if sum(deck[i] == 4 for i in pair) == 1
    )
    seats = run.seats[run.seats.seat == 0]
    columns = [c for c in seats if c.startswith("opening_")]
    seen = Counter(map(tuple, seats[columns].to_numpy().tolist()))
    assert set(seen) == set(ways)
    total = sum(ways.values())
    expected = [40_000 * ways[hand] / total for hand in ways]
    observed = [seen[hand] for hand in ways]
    assert math.isclose(sum(expected), sum(observed))
    assert stats.chisquare(observed, expected).pvalue > 1e-4


def test_hands_that_were_asked_for_are_told_wherever_the_rules_are() -> None:
    asked = {"hands": {0: {"gold": 1, "lead": 0}}}
    run = sq.simulate("squarrels", ["baseline"] * 2, rounds=20, columns="cards", **asked)
    shown = [run, run.replay(3), sq.card_table(run), sq.card_effects(run), run.decisions(sample=1)]
    for result in shown:
        assert "seat 0 opens with 1 gold, no lead" in str(result)
    assert "opens with" not in repr(sq.simulate("squarrels", ["baseline"] * 2, rounds=20))


def test_hands_without_seats_show_how_to_ask() -> None:
    with pytest.raises(sq.UsageError, match=r"like \{0: \{\"gold\": 1\}\}.*got 'gold'"):
        sq.simulate("squarrels", ["baseline"] * 2, rounds=20, hands={"gold": 1})
