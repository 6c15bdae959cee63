"""The naive engine of Squirrels alone: conservation, views, counts, what always holds."""

import itertools
import random
from collections import Counter

import pytest

from squirrelstats.games.squirrels import layout as sq
from tests.naive.squirrels import Round, actions_of, by_seat, pack_view, play_match
from tests.naive.squirrels.cards import KINDS
from tests.random_rules import full_deck
from tests.random_rules_squirrels import SQUIRRELS


def held(cards):
    """Counts of a list of copies by kind, whose total is right."""
    assert cards[sq.TOTAL] == sum(cards[: sq.TOTAL])
    return Counter({kind: cards[kind] for kind in KINDS if cards[kind]})


def check_view(game, seat, view):
    """Everything in a view that must agree with the truth or with itself."""
    assert {name for name in sq.VIEW.names if view[name] is not None} == set(sq.VIEW_FIELDS)
    assert held(game.count_cards()) == full_deck(game.rules)
    assert game.nobody_has_seen == game.count_unseen()
    order = game.clockwise(seat)
    for name in ("hand", "pile", "laid", "discarded", "unseen"):
        held(view[name])
    hidden = held(game.count_unseen())
    for other in order[1:]:
        hidden += held(game.hands[other])
    if not game.rules.discard_public:
        hidden += held(game.discard)
    assert held(view["unseen"]) == hidden
    for away, owner in enumerate(order):
        assert view["hand_sizes"][away] == held(game.hands[owner]).total()
        assert held(view["known"][away]) <= held(game.hands[owner])
        assert view["cards"][away] == game.cards_held(owner)
        down = sum(view["stack_cards"][away]) - sum(top > 0 for top in view["tops"][away])
        assert view["face_down"][away] == down
    assert held(view["laid"]) <= held(view["pile"])
    assert (view["top"] == 0) == (view["run"] == 0) == (view["pile"][sq.TOTAL] == 0)
    assert sum(view["safe"]) == (game.safe is not None)
    assert pack_view(view)


def watched(game, rng):
    """Random play, mostly without picking up, that checks every view."""

    def choose(seat, view, legal):
        check_view(game, seat, view)
        actions = actions_of(legal)
        assert len(actions) > 1
        eager = [action for action in actions if action not in (sq.PICK_UP, sq.PASS)]
        return rng.choice(eager or actions)

    return choose


@pytest.mark.parametrize("seats", range(2, 9))
def test_views_and_cards(seats):
    rng = random.Random(seats)
    reached = set()
    for deal, (name, value) in enumerate(SQUIRRELS.every_value):
        try:
            rules = SQUIRRELS.rules(rng, seats, **{name: value})
        except LookupError:
            continue
        traits = SQUIRRELS.traits(rng, seats)
        game = Round(seats, None, seed=9, deal=deal, options=rules, traits=traits)
        game.choose = watched(game, rng)
        game.deal()
        if rules.swap_tops:
            for seat in range(seats):
                game.swap_tops(seat)
        game.player = 0
        record = game.play_on()
        assert sum(record.shares840) == 840
        assert record.truncated == (record.out_first < 0)
        assert record.turns <= rules.max_turns_per_round
        check_events(game, record)
        reached |= {code for code, *_ in record.events}
    assert reached >= set(range(1, sq.TOTALLED)) - {sq.OUT, sq.BLIND_UNUSABLE, sq.PASSED}


def check_events(game, record):
    """The pile never rises, runs do not pass the limit, nothing is aimed at the safe player."""
    rules = game.rules
    values, safe = [], None
    turns_after = 0
    for code, seat, card, amount in record.events:
        if code == sq.PLAYED:
            assert not values or card <= values[-1]
            values += [card] * amount
            runs = [len(list(run)) for _, run in itertools.groupby(values)]
            if rules.four_limit == "exact4":
                assert max(runs) <= rules.clear_size
        elif code in (sq.CLEARED, sq.SQUIRRELED, sq.PICKED_UP, sq.BLIND_FAILED):
            taken = {sq.CLEARED: amount, sq.SQUIRRELED: amount}.get(code)
            assert taken in (None, len(values))
            values = []
        elif code == sq.BLIND_UNUSABLE:
            values = [] if rules.blind_unusable == "pickup_pile" else values
        elif code in (sq.PUSHED, sq.SKIP_LAID):
            assert safe is None or amount != safe
            values = values if code == sq.SKIP_LAID or amount < 0 else []
        elif code == sq.TOOK:
            assert seat != safe
        elif code == sq.FIRST_OUT:
            safe = seat
        elif code == sq.TURN:
            assert seat != safe
            turns_after += safe is not None
    if record.truncated:
        assert turns_after < game.seats
    else:
        assert turns_after == (game.seats - 1 if rules.final_turns else 0)


def test_matches_add_up():
    rng = random.Random(6)
    for deal in range(40):
        seats = rng.randrange(2, 9)
        rounds = {"match_rounds": rng.choice([0, 1, 2, 4]), "max_rounds": 4}
        rules = SQUIRRELS.rules(rng, seats, **rounds)
        seating = rng.sample(range(seats), seats)

        def choose(seat, view, legal):
            return rng.choice(actions_of(legal))

        match = play_match(
            seats,
            lambda number, players: by_seat([choose] * 8),
            seed=4,
            deal=deal,
            options=rules,
            seating=seating,
        )
        assert sum(match.shares840) == 840
        totals = [0] * seats
        for record, players in zip(match.rounds, match.seatings, strict=True):
            assert sorted(players) == list(range(seats))
            for seat, player in enumerate(players):
                totals[player] += record.scores[seat]
        assert totals == match.totals
        winners = [player for player in range(seats) if match.shares840[player]]
        assert all(totals[player] == min(totals) for player in winners)
