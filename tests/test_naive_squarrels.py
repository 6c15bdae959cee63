"""The naive engine of S'Quarrels alone: worked examples, views, races."""

import math
from collections import Counter

import numpy as np
import pytest

from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from tests.naive.squarrels import (
    Round,
    all_random,
    baseline,
    mask_of,
    pack_view,
    play,
    play_from,
)
from tests.random_rules import full_deck
from tests.random_rules_squarrels import SQUARRELS
from tests.rules.squarrels_examples import EXAMPLES, cards
from tests.rules.squarrels_matches import SETTLEMENTS, SETUPS


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
        traits=example.traits,
    )
    final = record.final
    codes = {event[0] for event in record.events}
    assert record.decisions == len(example.script), "the script was not played to its end"
    for number, legal in example.legal.items():
        assert record.views[number - 1][2] == legal
    for number, wanted in example.views.items():
        seen = record.views[number - 1][1]
        for name, value in wanted.items():
            rows = value if isinstance(value, dict) else None
            got = {row: seen[name][row] for row in rows} if rows else seen[name]
            assert got == value, f"{name} at decision {number}"
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
    names = [case.name for case in [*EXAMPLES, *SETUPS, *SETTLEMENTS]]
    assert len(set(names)) == len(names)


def test_every_option_value_has_an_example():
    shown = {
        (name, value)
        for case in [*EXAMPLES, *SETUPS, *SETTLEMENTS]
        for name, value in case.options.items()
    }
    shown |= {(name, entry.default) for name, entry in SQUARRELS.fields.items()}
    wanted = {(name, value) for name, values in SQUARRELS.choices.items() for value in values}
    assert wanted - shown == {("gold_lost_scope", "game")}  # it takes a whole match


def test_examples_end_with_winter_and_exist_in_their_deck():
    for example in EXAMPLES:
        counts = Rules(**example.options).counts
        assert (example.deck[-1] == sq.WINTER) == (counts[sq.WINTER] > 0)
        held = Counter(example.deck + example.hoard + [k for hand in example.hands for k in hand])
        assert held <= Counter(dict(enumerate(counts))), example.name


@pytest.mark.parametrize("case", SETUPS, ids=lambda case: case.name.replace(" ", "_"))
def test_setup(case):
    game = Round(case.seats, baseline, seed=0, deal=case.deal, options=case.options)
    game.deal()
    events = game.record.events
    assert [e[2] for e in events if e[0] == sq.SETUP_TURNED] == cards(case.turned)
    assert len(game.deck) == case.left
    gone = full_deck(game.rules) - Counter(game.deck)
    dealt = Counter(card for hand in game.hands for card in hand)
    assert gone == dealt + Counter(game.discard)
    shuffled = [(sq.RESHUFFLED, -1, -1, case.left)] if case.reshuffled else []
    placed = [(sq.WINTER_PLACED, -1, -1, case.winter_in_last)] if case.winter_in_last else []
    assert [e for e in events if e[0] in (sq.RESHUFFLED, sq.WINTER_PLACED)] == shuffled + placed
    if case.winter_in_last:
        safe = case.left - case.winter_in_last
        assert sq.WINTER not in game.deck[:safe]
        view = game.play().views[0][1]
        assert view["winter_safe"] == safe - (case.left - view["deck_left"])


def test_example_1_and_2_deck_arithmetic():
    actions, numbers = sq.PRINTED_COUNTS[sq.QUARREL :], sq.PRINTED_COUNTS[: sq.NUMBER_KINDS]
    assert (sum(sq.PRINTED_COUNTS), sum(actions), sum(numbers)) == (120, 25, 93)
    sets = [copies // 3 for copies in numbers]
    assert all(copies % 3 == 0 for copies in numbers)
    assert (sum(sets), sum((kind + 1) * n for kind, n in enumerate(sets))) == (31, 75)
    more = Rules(ones=33).counts
    assert (sum(more), sum(copies // 3 for copies in more[: sq.NUMBER_KINDS])) == (123, 32)


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


# --- races and slaps: frequencies within five sigma, seeds fixed ---------------------------------


def races(who, **rest):
    """Events of many races for a pile by the players named, in seats 0-3; A draws the Hoard."""
    rounds = []
    for deal in range(2000):

        def choose(seat, view, legal):
            if view["phase"] == sq.PHASE_RACE:
                return sq.RACE if "ABCD"[seat] in who else sq.HOLD
            return baseline(seat, view, legal)

        record = play_from(
            [[]] * 4, cards("HX"), choose, hoard=cards("12"), seed=5, deal=deal, **rest
        )
        rounds.append(record.events)
    return rounds


def happened(rounds, code):
    """By seat: share of the rounds in which such an event came."""
    seats = Counter(event[1] for events in rounds for event in events if event[0] == code)
    return [seats[seat] / len(rounds) for seat in range(4)]


def close(shares, wanted):
    return all(
        abs(share - p) <= 5 * math.sqrt(p * (1 - p) / 2000)
        for share, p in zip(shares, wanted, strict=True)
    )


THREE = [0, 1 / 3, 1 / 3, 1 / 3]
EVERYBODY = {"hoard_eligible": "all"}


def test_example_23_equal_racers_win_equally_often():
    assert close(happened(races("BCD"), sq.RACE_WON), THREE)
    assert close(happened(races("ABCD", options=EVERYBODY), sq.RACE_WON), [1 / 4] * 4)
    times = {"slap_race": "ex_gaussian"}
    assert close(happened(races("BCD", options=times), sq.RACE_WON), THREE)


def test_speeds_two_one_one():
    traits = [{}, {"slap_speed": 2}, {}, {}]
    assert close(happened(races("BCD", traits=traits), sq.RACE_WON), [0, 1 / 2, 1 / 4, 1 / 4])
    assert close(happened(races("BC", traits=traits), sq.RACE_WON), [0, 2 / 3, 1 / 3, 0])


def test_the_drawer_may_be_faster():
    traits = [{"drawer_speed_factor": 3}] * 4
    rounds = races("ABCD", options=EVERYBODY, traits=traits)
    assert close(happened(rounds, sq.RACE_WON), [1 / 2, 1 / 6, 1 / 6, 1 / 6])


def test_traits_travel_with_players():
    traits = [{}, {"slap_speed": 2}, {}, {}]
    rounds = races("BCD", traits=traits, seating=[0, 3, 2, 1])
    assert close(happened(rounds, sq.RACE_WON), [0, 1 / 4, 1 / 4, 1 / 2])


def test_shorter_reaction_times_win():
    """B and C alone, means 60 apart: P(T_B < T_C) of two ex-Gaussian times, integrated."""
    traits = [{}, {"reaction_mean": 300}, {"reaction_mean": 360}, {}]
    rounds = races("BC", options={"slap_race": "ex_gaussian"}, traits=traits)
    sd, tail, apart = 40 * math.sqrt(2), 100, 60
    # the difference of two exponentials of mean t is Laplace(t), that of the normals normal
    steps = [apart + sd * (i + 0.5) / 1000 for i in range(-8000, 8000)]
    p = 0
    for x in steps:
        below = math.exp(x / tail) / 2 if x < 0 else 1 - math.exp(-x / tail) / 2
        density = math.exp(-(((x - apart) / sd) ** 2) / 2) / math.sqrt(2 * math.pi)
        p += below * density / 1000
    assert close(happened(rounds, sq.RACE_WON), [0, p, 1 - p, 0])


def test_attention_lapses():
    traits = [{}, {"vigilance": 0.25}, {"vigilance": 0.5}, {}]
    rounds = races("BCD", traits=traits)
    assert close(happened(rounds, sq.LAPSED), [0, 3 / 4, 1 / 2, 0])
    alone = races("B", traits=traits)
    assert close(happened(alone, sq.RACE_WON), [0, 1 / 4, 0, 0])
    assert close(happened(alone, sq.RACE_NONE), [3 / 4, 0, 0, 0])


def test_false_slaps_cost_any_card():
    slapped, paid = 0, Counter()
    for deal in range(2000):
        record = play_from(
            [cards("1"), cards("1225")],
            cards("QX"),
            baseline,
            seed=8,
            deal=deal,
            options={"false_slap_penalty": "random_card"},
            traits=[{}, {"false_slap_rate": 0.75}],
        )
        for code, _, card, _ in record.events:
            if code == sq.FALSE_SLAPPED:
                slapped += 1
                paid[card] += 1
    assert close([slapped / 2000], [3 / 4])
    shares = [paid[kind] / 2000 for kind in (sq.ONE, sq.TWO, sq.FIVE)]
    assert close(shares, [3 / 16, 3 / 8, 3 / 16])


# --- the lead -----------------------------------------------------------------------------------


def test_lead_changes():
    def changes(hands, deck, script, **options):
        hands = [cards(hand) for hand in hands.split()]
        record = play_from(hands, cards(deck), scripted(script), options=options)
        return record.lead_changes

    first = (0, sq.STORE_ONE)
    assert changes("11 55", "15X", [first, (1, sq.STORE_FIVE)]) == 1
    assert changes("11 55", "15X", [first, (1, sq.DRAW)]) == 0
    assert changes("11 55", "15X", [first, (1, sq.DRAW)], winter_store="complete_sets") == 1
    tie = (1, sq.STORE_ONE)
    assert changes("11 11", "11X", [first, tie]) == 0
    again = [(0, sq.STORE_ONE), (0, sq.DONE), tie, (0, sq.STORE_TWO)]
    assert changes("11222 11", "112X", again) == 0
    assert changes("11 11222", "112X", [first, tie, (1, sq.STORE_TWO)]) == 1


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
