"""Transcripts under any rules: nothing is left out, every rule cited is in force, cards add up."""

import dataclasses
import math
import re
from collections import Counter

import pytest

from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels._option_texts import NUMBERS, OPTIONS
from squirrelstats.games.squarrels.citations import PRINTED, citations
from squirrelstats.games.squarrels.narrate import EVENTS, narrate
from tests.transcripts import Followed, counted, fuzzed, listed, play


@pytest.fixture(scope="module")
def rounds():
    return list(fuzzed(400, seed=20))


def unpacked(word):
    """Kinds in a packed count of the kernel."""
    return [kind for kind in range(sq.HAND_KINDS) for _ in range(int(word) >> 8 * kind & 255)]


def number(text):
    return int(text.replace("−", "-"))


def test_every_event_is_told_once(rounds):
    told = set()
    for events, lines in ((r.events, r.lines) for r in rounds):
        assert sorted(row for line in lines for row in line.rows) == list(range(len(events)))
        for line in lines:
            codes = {int(events[row, 0]) for row in line.rows} - {sq.ASKED}
            assert {EVENTS[code] for code in codes} == {line.event} - {"", "ASKED"}
            assert (line.cite is None) == (line.number == 0)
            told.add(line.event)
    assert told == {*EVENTS.values(), ""} - {"TOTALLED", "NEXT_DEALER", "MATCH_WON"}


def test_every_decision_shows_once_where_it_takes_effect(rounds):
    for events, lines in ((r.events, r.lines) for r in rounds):
        asked = [(int(e[3]), int(e[1])) for e in events if e[0] == sq.ASKED]
        assert sorted((n, line.seat) for line in lines for n in line.decisions) == asked


#: Fields that must have their defaults where a printed rule is cited.
AS_PRINTED = {
    "deal-seven": ("starting_hand", "setup_hand"),
    "draw-to-seven": ("draw_rule", "stop_level"),
    "store-three": ("set_size",),
    "store-optional": ("store_mandatory",),
    "discard-one": ("discards", "hoard_visibility"),
    "lead-lowest": ("lead_rank",),
    "gold-lost": ("gold_lost_scope",),
    "hoard-race": ("hoard_eligible",),
    "hoard-first": ("slap_race",),
    "hoard-winner": ("hoard_winner_draw",),
    "winter-ends": ("winter_store",),
    "score-sets": ("set_scoring",),
}
OF_MATCHES = ("next_dealer", "target_multi", "target_score", "match_rounds", "max_rounds")


def test_rules_cited_are_in_force(rounds):
    cited = set()
    for rules, lines in ((r.rules, r.lines) for r in rounds):
        known, changed = citations(rules), rules.changes()
        for key in {line.cite.key for line in lines if line.cite}:
            name, _, value = key.partition("=")
            assert not value or str(getattr(rules, name)) == value
            assert not changed.keys() & set(AS_PRINTED.get(key, ()))
            cited |= {key, name}
        assert all(known[line.cite.key] == line.cite for line in lines if line.cite)
    every = {key for key, _, _ in PRINTED} | set(NUMBERS)
    every |= {f"{name}={value}" for name, texts in OPTIONS.items() for value in texts}
    assert {key for key in every if key.split("=")[0] not in OF_MATCHES} <= cited


def test_hands_and_piles_told_are_those_that_the_events_leave(rounds):
    state = re.compile(r"hand.*?: (.+) · (−?\d+) points? stored · Hoard pile: (.+)")
    states = 0
    for r in rounds:
        followed, done = Followed(len(r.names), r.rules.set_size), 0
        for line in r.lines:
            for row in range(done, max(line.rows, default=-1) + 1):
                followed(r.events[row])
                done = row + 1
            hand = listed(followed.hands[line.seat])
            if line.kind == "state":
                told = state.fullmatch(line.text)
                assert (counted(told[1]), counted(told[3])) == (hand, listed(followed.hoard))
                states += 1
            elif line.kind == "score":
                assert counted(line.text.split("left in hand: ")[1]) == hand
            elif line.event in ("RACE_WON", "QUARREL_WON") and ": " in line.text:
                won = counted(line.text.split(": ")[1])
                assert len(won) == r.events[line.rows[-1], 3]
                assert Counter(won) <= Counter(hand)
    assert states > 5000


def test_scores_are_those_of_the_kernel_and_add_up(rounds):
    score_line = re.compile(r".+: (−?\d+) points? \((.+)\), left in hand: (.+)")
    for r in (r for r in rounds if r.complete):
        scores = [line for line in r.lines if line.kind == "score"]
        assert [line.seat for line in scores] == list(range(len(r.names)))
        for line in scores:
            points, parts, hand = score_line.fullmatch(line.text).groups()
            sets, *others = parts.split(", ")
            terms = [part.split(" + ") for part in sets.split(" = ")[1:]]
            for term in terms:  # 2×3 + 12
                worth = [math.prod(map(number, factors.split("×"))) for factors in term]
                assert sum(worth) == r.state.points[0, line.seat]
            assert bool(terms) == bool(r.state.stored[0, line.seat])
            total = r.state.points[0, line.seat] + sum(number(p.split()[-1]) for p in others)
            assert total == number(points) == r.state.score[0, line.seat]
            assert counted(hand) == unpacked(r.state.hand[0, line.seat])
        winners = [line.seat for line in r.lines if line.kind == "winner"]
        assert winners == [s for s in range(len(r.names)) if r.state.share840[0, s]]


def test_what_ends_a_round_is_told_once(rounds):
    said = Counter()
    for r in rounds:
        ends = [
            line
            for line in r.lines
            if line.event in ("WINTER_CAME", "TRUNCATED") or line.text.endswith(": the round ends")
        ]
        if not r.complete:
            assert not ends
            assert r.lines[-1].text.startswith("the record ends here")
            continue
        (line,) = ends
        key = line.cite.key.split("=")[0]
        said[key] += 1
        out = int(r.state.deck_next[0]) == int(r.state.deck_end[0])
        assert key != "deck_exhausted" or out
        if key == "max_turns_per_round":
            assert r.state.turns[0] == r.rules.max_turns_per_round
    assert set(said) == {
        *("winter-ends", "winters", "winter_store"),
        *("deck_exhausted", "max_turns_per_round"),
    }


def test_sets_told_as_stored_at_the_end_are_those_that_another_rule_leaves_in_hand(rounds):
    late = 0
    for r in (r for r in rounds if r.complete and r.rules.winter_store != "none"):
        other = dataclasses.replace(r.rules, winter_store="none")
        plain = play(other, r.names, r.deal, r.traits)
        scored = plain.events[:, 0].tolist().index(sq.SCORED)
        told = [line for line in r.told("STORED") if line.cite.key == "winter_store=complete_sets"]
        added = len(r.events) - len(plain.events)
        assert [row for line in told for row in line.rows] == list(range(scored, scored + added))
        late += added
    assert late > 50


def test_text_is_clean(rounds):
    unclean = re.compile(
        r"None|-\d|  |[{}]|\b1 (cards|points|turns|Number cards)\b|\b\d+[02-9] (card|point|turn)\b"
    )
    for r in rounds:
        for line in r.lines:
            assert not unclean.search(line.text), line.text
            assert line.text == line.text.strip()
        for cite in citations(r.rules).values():
            assert not unclean.search(cite.text), cite
            assert cite.text.endswith(".")
            assert cite.text[0].isupper()


def test_events_may_break_off_anywhere(rounds):
    short = sorted(rounds, key=lambda r: len(r.events))
    for r in [r for r in short if len(r.events) > 60][:60]:
        for stop in range(len(r.events)):
            lines = narrate(r.events[:stop], r.names, r.rules)
            assert sorted(row for line in lines for row in line.rows) == list(range(stop))
