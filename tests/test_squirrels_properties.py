"""What holds in every position of Squirrels: cards, legality, ledger, hidden cards, chance."""

import random
from collections import Counter

import pytest
from scipy import stats

from squirrelstats._jit import JIT_DISABLED
from squirrelstats.games.squirrels import layout as sq
from squirrelstats.games.squirrels.rules import Rules
from squirrelstats.policies import registry
from squirrelstats.simulate.position import Position
from tests import positions_squirrels as positions
from tests.naive.squirrels import play_from
from tests.random_rules import full_deck
from tests.random_rules_squirrels import SQUIRRELS
from tests.rules.squirrels_example import cards

#: Rounds and moves are fewer where nothing is compiled.
SCALE = 20 if JIT_DISABLED else 1
LEVEL = 1e-6  # of every chi-square test below
BLIND, TAKE, RECALL, DRAW = (sq.CHANCES[code] for code in sorted(sq.CHANCES))
SHOWN_BY = {BLIND: sq.BLIND_TURNED, TAKE: sq.UNCOVERED, DRAW: sq.DREW}


def random_rounds(number, start, lineup=("random", "random", "baseline"), seats=range(2, 9)):
    """Positions at their beginning: every number of seats, random rules and memories."""
    rng = random.Random(start)
    for deal in range(-(-number // SCALE)):
        for n in seats:
            rules = SQUIRRELS.rules(rng, n)
            yield Position(
                "squirrels",
                [rng.choice(lineup) for _ in range(n)],
                rules=rules,
                traits=SQUIRRELS.traits(rng, n),
                seed=start,
                deal=deal,
            )


def move(position, rng):
    """Mostly the policy's choice; now and then another one, to get about."""
    position.apply(rng.choice(position.legal_actions) if rng.random() < 0.3 else position.ask())


def check_view(position):
    """A view agrees with the truth and with itself."""
    view, seat, seats = position.view, position.actor, position.seats
    order = [(seat + i) % seats for i in range(seats)]
    hands = positions.hands(position)
    hidden = positions.nobody_has_seen(position)
    for other in order[1:]:
        hidden.update(hands[other])
    if not position.rules.discard_public:
        hidden.update(positions.cards_of(positions.state(position)["discard"]))
    assert Counter(cards_in(view.unseen)) == +hidden
    assert cards_in(view.hand) == hands[seat]
    assert cards_in(view.pile) == positions.pile(position)
    assert view.hand_sizes.tolist() == [len(hands[s]) for s in order] + [0] * (8 - seats)
    assert view.skipped.tolist()[:seats] == [positions.skips(position)[s] for s in order]
    for away, owner in enumerate(order):
        assert Counter(cards_in(view.known[away])) <= Counter(hands[owner])
        assert cards_in(view.known[0]) == hands[seat]
    assert (view.run == 0) == (view.top == 0) == (not positions.pile(position))


def cards_in(counts):
    assert counts[sq.TOTAL] == counts[: sq.TOTAL].sum()
    return [kind for kind in range(len(sq.KINDS)) for _ in range(counts[kind])]


def test_cards_are_conserved_at_every_decision():
    for position in random_rounds(40, start=5):
        everything = full_deck(position.rules)
        while position.advance() == "decision":
            assert positions.count_cards(position) == everything
            assert len(position.legal_actions) > 1, "the only action is carried out unasked"
            check_view(position)
            action = position.ask()
            assert action in position.legal_actions
            position.apply(action)
        assert positions.count_cards(position) == everything
        assert int(position._state.share840.sum()) == 840


# --- hidden cards ---------------------------------------------------------------------------------


def same_for(position, other, seat):
    """Redealt for this seat: the same table, other hands perhaps."""
    assert positions.count_cards(other) == full_deck(position.rules)
    for part in (positions.pile, positions.tops, positions.skips, positions.run):
        assert part(other) == part(position)
    assert positions.hands(other)[seat] == positions.hands(position)[seat]
    sizes = [[len(hand) for hand in positions.hands(each)] for each in (position, other)]
    assert sizes[0] == sizes[1]
    if position.rules.leftover_visible:
        assert sorted(positions.undealt(other)) == sorted(positions.undealt(position))


@pytest.mark.parametrize("name", [made.name for made in registry.list("squirrels")])
def test_nothing_hidden_is_seen(name):
    """After a redeal the same view, the same actions, the same choice; other hands change."""
    rng = random.Random(name)
    changed = tried = 0
    for position in random_rounds(14, start=7, lineup=[name]):
        while position.advance() == "decision":
            if rng.random() < 0.3:
                seat, view = position.actor, position.view._content
                choice = position.clone().ask()
                for _ in range(3):
                    other = position.clone()
                    other.redeal_hidden(seat, seed=rng.getrandbits(64))
                    assert other.view._content == view
                    assert other.legal == position.legal
                    assert (other.actor, other.phase) == (seat, position.phase)
                    assert other.ask() == choice
                    same_for(position, other, seat)
                    check_view(other)
                    changed += positions.face_down(other) != positions.face_down(position)
                    tried += 1
            move(position, rng)
    assert tried > 1200 / SCALE
    assert changed > 0.6 * tried


def test_bystanders_see_nothing_hidden_either():
    """The same for the seats that do not decide, whatever is pending; the round can go on."""
    rng = random.Random(3)
    for position in random_rounds(15, start=11):
        while (where := position.advance(stop_at_chance=rng.random() < 0.3)) != "end":
            if rng.random() < 0.2:
                seat = rng.randrange(position.seats)
                other = position.clone()
                other.redeal_hidden(seat, seed=rng.getrandbits(64))
                same_for(position, other, seat)
                if where == "decision" and seat != position.actor:
                    assert other.legal == 0, "asked anew"
                play_out(other, rng)
            if where == "decision":
                move(position, rng)


def play_out(position, rng):
    """Legal and conserving to the end, or for a while."""
    for _ in range(20):
        if position.advance() == "end":
            break
        check_view(position)
        move(position, rng)
    assert positions.count_cards(position) == full_deck(position.rules)


def test_a_blind_card_is_any_card_not_known_to_be_elsewhere():
    """(unseen − known in other hands) of a kind over their sum. One chi-square test at 1e-6."""
    position = Position(
        "squirrels",
        3,
        hands=[cards("T12"), cards("3"), cards("45")],
        stacks=[[cards("8"), cards("6WW")], [cards("99Q")], [cards("7")]],
        pile=cards("T5"),
        undealt=cards("66PS"),
        starter=1,
    )
    position.advance()
    position.apply(sq.PICK_UP)  # B is known to hold 5 and 10
    position.advance()
    position.apply(sq.PLAY_FOUR)
    position.advance()
    assert position.actor == 0
    view = position.view
    odds = Counter(cards_in(view.unseen))
    for away in (1, 2):
        odds -= Counter(cards_in(view.known[away]))
    assert odds == Counter(cards("3 5 8 WW 9Q 7 66PS".replace(" ", "")))

    number = 4000 // SCALE
    found = Counter()
    for seed in range(number):
        other = position.clone()
        other.redeal_hidden(0, seed=seed)
        found[positions.face_down(other)[0][0][-1]] += 1
    expected = [number * copies / odds.total() for copies in odds.values()]
    assert set(found) <= set(odds)
    assert stats.chisquare([found[kind] for kind in odds], expected).pvalue > LEVEL


# --- chance ---------------------------------------------------------------------------------------


def happened(position, name, before):
    """The card shown first after so many events."""
    code, _, card, _ = position.events[before]
    assert code == SHOWN_BY[name]
    return card


def test_every_listed_outcome_can_be_forced():
    """Weights are the copies nobody has seen, given all hands."""
    rng = random.Random(9)
    forced, unlisted = Counter(), 0
    for position in random_rounds(40, start=13):
        while (where := position.advance(stop_at_chance=True)) != "end":
            if where == "decision":
                move(position, rng)
                continue
            name, weights = position.chance()
            if name == RECALL:
                assert weights == {}
                unlisted += 1
                continue
            assert weights == +positions.nobody_has_seen(position)
            before = len(position.events)
            for outcome in rng.sample(sorted(weights), min(2, len(weights))):
                other = position.clone()
                other.force(outcome, seed=rng.getrandbits(64))
                assert positions.nobody_has_seen(other) == positions.nobody_has_seen(position)
                other.advance(stop_at_chance=True)
                assert happened(other, name, before) == outcome
                assert positions.count_cards(other) == full_deck(position.rules)
                forced[name] += 1
    assert unlisted
    assert set(forced) == set(SHOWN_BY)


def test_resampled_blind_cards_follow_their_weights():
    """P(the Blind Card is too high) is their weight above the top. A chi-square test at 1e-6."""
    table = {"stacks": [[cards("1")], [cards("89T"), cards("9")]], "undealt": cards("2233344QQ")}
    position = Position("squirrels", 2, hands=[cards("3"), cards("3")], pile=cards("5"), **table)
    position.advance()
    position.apply(sq.BLIND_0)
    assert position.advance(stop_at_chance=True) == "chance"
    name, weights = position.chance()
    assert name == BLIND
    assert weights == Counter(cards("19T92233344QQ"))
    too_high = sum(w for kind, w in weights.items() if 5 < kind + 1 <= 10)
    assert (too_high, sum(weights.values())) == (3, 13)

    number = 3000 // SCALE
    before = len(position.events)
    drawn, failed = Counter(), 0
    for seed in range(number):
        other = position.clone()
        other.resample(seed=seed)
        other.advance()
        drawn[happened(other, name, before)] += 1
        failed += sq.BLIND_FAILED in {code for code, *_ in other.events}
    expected = [number * weight / 13 for weight in weights.values()]
    assert stats.chisquare([drawn[kind] for kind in weights], expected).pvalue > LEVEL
    assert failed == sum(copies for kind, copies in drawn.items() if 5 < kind + 1 <= 10)


# --- endless play ---------------------------------------------------------------------------------


def test_example_28_endless_play_is_cut():
    """Three players who pick up whenever they can, else play one card: every 6 turns the same."""

    def timid(seat, view, legal):
        actions = [action for action in range(len(sq.ACTIONS)) if legal >> action & 1]
        last = [action for action in (sq.PICK_UP, sq.DONE) if action in actions]
        return (last or actions)[0]

    hands = [cards("123")] * 3
    position = Position("squirrels", 3, hands=hands)
    while position.advance() == "decision":
        position.apply(timid(position.actor, None, position.legal))
    record = play_from(hands, timid).record
    assert position.events == record.events
    turns = [i for i, event in enumerate(record.events) if event[0] == sq.TURN]
    assert len(turns) == Rules().max_turns_per_round == 1000

    def told(first):
        """What happens in six turns, without running numbers."""
        span = record.events[turns[first] : turns[first + 6]]
        return [event for event in span if event[0] not in (sq.TURN, sq.ASKED)]

    assert told(0) == told(6) == told(600)
    assert record.truncated
    assert bool(position._state.truncated[0])
    assert record.out_first == -1
    assert sorted(record.scores) == [5, 6, 7]
    assert position._state.share840[0, :3].tolist() == record.shares840
    assert record.shares840[record.scores.index(5)] == 840
