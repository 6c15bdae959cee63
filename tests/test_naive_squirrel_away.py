"""The naive engine of Squirrel Away alone: conservation, views, counts, what always holds."""

import random
from collections import Counter

import pytest

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive import squirrel_away as naive
from tests.naive.squirrel_away import Round, actions_of, by_seat, pack_view, play_match
from tests.random_rules_squirrel_away import SQUIRREL_AWAY

#: What can be only by a guard that is never reached, or in matches.
NEVER = {sq.TRUNCATED, sq.TOTALLED, sq.NEXT_STARTER, sq.MATCH_WON}


def deck_of(rules):
    faces = [face.copies for face in naive.faces_of(rules)]
    return faces + [0] * (sq.MAX_FACES - len(faces))


def loot_of(rules):
    return [rules.loot_red, rules.loot_blue, rules.loot_green, rules.loot_clear]


def check_view(game, seat, view, legal):
    """Everything in a view that must agree with the truth or with itself."""
    assert {name for name in sq.VIEW.names if view[name] is not None} == set(sq.VIEW_FIELDS)
    assert game.count_cards() == deck_of(game.rules)
    assert game.count_acorns() == loot_of(game.rules)
    order = game.clockwise(seat)
    for acorns in (view["loot"], view["intended"], view["fist"], *view["front"]):
        assert acorns[sq.TOTAL] == sum(acorns[:4])
        assert not any(acorns[4 : sq.TOTAL])
    assert min(game.tokens) >= 0
    assert max(game.tokens) <= game.rules.tokens
    assert view["hand"] == game.hands[seat]
    own = [a + b for a, b in zip(game.hands[seat], game.buried[seat], strict=True)]
    if seat == game.active and game.card is not None and not game.card_is_shown:
        own[game.card] += 1
    known = zip(view["unseen"], own, game.shown, strict=True)
    assert [sum(cards) for cards in known] == deck_of(game.rules)
    assert view["hand_sizes"][: game.seats] == [sum(game.hands[s]) for s in order]
    in_public = [sum(column) for column in zip(*view["front"], strict=True)]
    for colour in range(4):
        hidden = loot_of(game.rules)[colour] - sum(view["sets"]) - in_public[colour]
        assert view["loot"][colour] + view["fist"][colour] == hidden
    for row, calls, right in zip(view["record"], view["calls"], view["calls_right"], strict=False):
        assert row[0] == sum(row[1:5]) + row[7]
        assert right <= calls
    assert (view["fist_impression"], view["tell_impression"]) == (0, 0) or (
        view["phase"] == sq.PHASE_VERDICT and legal != 1 << sq.GOOD
    )
    assert pack_view(view)


def watched(game, rng):
    """Random play that checks every view."""

    def choose(seat, view, legal):
        check_view(game, seat, view, legal)
        actions = actions_of(legal)
        assert len(actions) > 1
        return rng.choice(actions)

    return choose


@pytest.mark.parametrize("seats", range(2, 7))
def test_views_cards_and_acorns(seats):
    rng = random.Random(seats)
    reached = set()
    for deal, (name, value) in enumerate(SQUIRREL_AWAY.every_value * 2):
        try:
            rules = SQUIRREL_AWAY.rules(rng, seats, **{name: value})
        except LookupError:
            continue
        game = Round(
            seats,
            None,
            seed=9,
            deal=deal,
            options=rules,
            traits=SQUIRREL_AWAY.traits(rng, seats),
            reads=[rng.random() < 0.5 for _ in range(seats)],
        )
        game.choose = watched(game, rng)
        game.deal()
        record = game.play_on()
        assert sum(record.shares840) == 840
        assert record.turns + record.turns_skipped <= rules.hand_size * seats
        check_events(game, record)
        reached |= {code for code, *_ in record.events}
    assert reached >= set(range(1, sq.MATCH_WON + 1)) - NEVER


def check_events(game, record):
    """Turns go clockwise, verdicts counter-clockwise, and tallies count what was told."""
    told = Counter((code, seat) for code, seat, *_ in record.events)
    for seat in range(game.seats):
        tally = dict(zip(sq.TALLIES, record.tallies[seat], strict=True))
        assert tally["turns_taken"] == told[sq.LAID, seat] == told[sq.FIST_SHOWN, seat]
        assert tally["turns_skipped"] == told[sq.NO_CARD, seat]
        assert tally["acorns_slipped"] == told[sq.SLIPPED, seat]
        assert tally["calls_card"] == told[sq.CALLED_CARD, seat]
        assert tally["calls_fist"] == told[sq.CALLED_FIST, seat]
        assert tally["acorns_paid_back"] == told[sq.PAID_BACK, seat]
        lies = ("honest_turns", "fist_lies", "card_lies", "double_lies")
        assert sum(tally[name] for name in lies) == tally["turns_taken"]
        assert tally["calls_fist_right"] <= tally["judged_fist_false"] <= tally["judged"]
        assert tally["calls_card_right"] <= tally["judged_card_false"] <= tally["judged"]
        gained = tally["acorns_kept"] + tally["bonus_acorns"] + tally["caller_acorns"]
        held = 4 * record.sets[seat] + sum(record.fronts[seat])
        assert gained - tally["acorns_paid_back"] == held
    turn, judges = None, []
    for code, seat, _, amount in record.events:
        if code == sq.TURN:
            assert seat == (0 if turn is None else (turn + 1) % game.seats)
            turn, judges = seat, []
        elif code in (sq.SAID_GOOD, sq.CALLED_CARD, sq.CALLED_FIST):
            judges.append(seat)
            if game.rules.verdict_mode == "sequential_ccw":
                assert judges == [(turn - i) % game.seats for i in range(1, len(judges) + 1)]
            elif game.rules.verdict_mode == "simultaneous":
                assert judges == sorted(judges)
        elif code == sq.STASHED:
            assert amount > 0


def test_matches_add_up():
    rng = random.Random(6)
    for deal in range(60):
        seats = rng.randrange(2, 7)
        rules = SQUIRREL_AWAY.rules(rng, seats, match_rounds=rng.choice([1, 2, 3]))
        seating = rng.sample(range(seats), seats)

        def choose(seat, view, legal):
            return rng.choice(actions_of(legal))

        match = play_match(
            seats,
            lambda number, players: by_seat([choose] * 8),
            seed=4,
            deal=deal,
            options=rules,
            traits=SQUIRREL_AWAY.traits(rng, seats),
            seating=seating,
        )
        assert len(match.rounds) == rules.match_rounds
        assert sum(match.shares840) == 840
        totals = [0] * seats
        for record, players in zip(match.rounds, match.seatings, strict=True):
            assert sorted(players) == list(range(seats))
            for seat, player in enumerate(players):
                totals[player] += record.scores[seat]
        assert totals == match.totals
        winners = [player for player in range(seats) if match.shares840[player]]
        assert all(totals[player] == max(totals) for player in winners)
