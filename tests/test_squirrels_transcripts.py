"""Transcripts of Squirrels under any rules: all is told, rules cited are in force, cards add up."""

import re

import pytest

from squirrelstats.games._rules import shown
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._option_texts import NUMBERS, OPTIONS
from squirrelstats.games.squirrels.citations import PRINTED, citations
from squirrelstats.games.squirrels.narrate import EVENTS, narrate
from tests.squirrels_transcripts import Followed, counted, fuzzed, listed


@pytest.fixture(scope="module")
def rounds():
    return list(fuzzed(400, seed=21))


#: Events told with the one that they belong to.
WITH_OTHERS = {"ASKED", "LAID_HAND", "LAID_TOP", "TOOK"}
OF_MATCHES = {
    *("TOTALLED", "NEXT_STARTER", "MATCH_WON", "starter_next_round", "final_tie_first_out"),
    *("match_rounds", "target_points", "max_rounds", "final-round-tie"),
}


def test_every_event_is_told_once(rounds):
    told = set()
    for r in rounds:
        assert sorted(row for line in r.lines for row in line.rows) == list(range(len(r.events)))
        for line in r.lines:
            names = {EVENTS[int(r.events[row, 0])] for row in line.rows}
            assert names - WITH_OTHERS == {line.event} - {"", "ASKED"}
            assert (line.cite is None) == (line.number == 0)
            told |= names
    assert told == set(EVENTS.values()) - OF_MATCHES


def test_every_decision_shows_once_where_it_takes_effect(rounds):
    for r in rounds:
        asked = [(int(e[3]), int(e[1])) for e in r.events if e[0] == L.ASKED]
        assert sorted((n, line.seat) for line in r.lines for n in line.decisions) == asked
        for line in r.lines:
            first, *others = line.decisions or (0,)
            assert others == list(range(first + 1, first + 1 + len(others)))


#: Fields that must have their defaults where a printed rule is cited.
AS_PRINTED = {
    "deal-hand": ("hand_size",),
    "deal-stacks": ("stacks", "depth"),
    "final-turn": ("final_turns",),
    "pick-up": ("voluntary_pickup",),
    "play-fits": ("equal_allowed",),
    "wild-declared": ("wild_in_sets",),
    "four-clear": ("clear_size", "natural_fours", "wild_can_complete_four", "clear_ends_turn"),
    "squirrel-clears": ("squirrel_ends_turn",),
    "push-pile": ("push_target", "push_needs_pile"),
    "push-open": ("push_needs_pile",),
    "skip-laid": ("skip_target",),
    "take-below": ("depth",),
    "blind-fits": ("equal_allowed",),
    "blind-high": ("equal_allowed", "blind_loss_includes_blind"),
    "first-out": ("final_turns",),
    "first-out-zero": ("first_out_bonus",),
}


def test_rules_cited_are_in_force(rounds):
    cited = set()
    for r in rounds:
        known, changed = citations(r.rules), r.rules.changes()
        for key in {line.cite.key for line in r.lines if line.cite}:
            name, _, value = key.partition("=")
            assert not value or shown(getattr(r.rules, name)) == value
            assert not changed.keys() & set(AS_PRINTED.get(key, ())), key
            cited |= {key, name}
        assert all(known[line.cite.key] == line.cite for line in r.lines if line.cite)
    every = {key for key, _, _ in PRINTED} | set(NUMBERS)
    every |= {f"{name}={value}" for name, texts in OPTIONS.items() for value in texts}
    assert {key for key in every if key.split("=")[0] not in OF_MATCHES} - cited == set()


def test_cards_told_are_those_that_the_events_leave(rounds):
    state = re.compile(r"hand: (.+) · stacks: (.+) · pile: (.+)")
    states = 0
    for r in rounds:
        followed, done = Followed(r.rules, len(r.names)), 0
        for line in r.lines:
            for row in range(done, max(line.rows, default=-1) + 1):
                followed(r.events[row])
                done = row + 1
            if line.kind != "state":
                continue
            hand, stacks, pile = state.fullmatch(line.text).groups()
            assert counted(hand) == listed(followed.hands[line.seat])
            assert counted(pile) == listed(followed.pile)
            parts = stacks.split(" | ")
            tops = [counted(part.split("+")[0])[0] if "+" in part else None for part in parts]
            assert tops == followed.tops[line.seat]
            down = sum(1 if part == "?" else int((part + "+0").split("+")[1]) for part in parts
                       if part != "–")  # fmt: skip
            assert down == followed.face_down[line.seat]
            states += 1
    assert states > 5000


def test_scores_are_those_of_the_kernel_and_add_up(rounds):
    score_line = re.compile(r".+: (−?\d+) points? \((.+)\)")
    for r in (r for r in rounds if r.complete):
        points = r.rules.record()["points"][0].astype(int)
        scores = [line for line in r.lines if line.kind == "score"]
        assert [line.seat for line in scores] == list(range(len(r.names)))
        for line in scores:
            told, parts = score_line.fullmatch(line.text).groups()
            score = int(told.replace("−", "-"))
            assert score == r.state.score[0, line.seat]
            seat = line.seat
            down = [int(byte) - 1 for layer in r.state.below[0, seat] for byte in
                    int(layer).to_bytes(8, "little") if byte]  # fmt: skip
            if "out first" not in parts:
                sums = [int(n) for n in re.findall(r"= (\d+)", parts)]
                assert sum(sums) == score
                for cards, worth in re.findall(r"(?:hand|tops) (.+?) = (\d+)", parts):
                    assert sum(points[kind] for kind in counted(cards)) == int(worth)
                if down:
                    worth = sum(points[kind] for kind in down) * r.rules.face_down_factor
                    assert parts.split(", ")[-1].endswith(f"= {worth}")
                    assert f"{len(down)} card" in parts
        winners = [line.seat for line in r.lines if line.kind == "winner"]
        assert winners == [s for s in range(len(r.names)) if r.state.share840[0, s]]


def test_text_is_clean(rounds):
    unclean = re.compile(
        r"None|-\d|  |[{}]|\b1 (cards|points|turns)\b|\b\d*([02-9]|1\d) (card|point|turn)\b"
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
    for r in [r for r in short if len(r.events) > 60][:80]:
        for stop in range(len(r.events)):
            lines = narrate(r.events[:stop], r.names, r.rules)
            assert sorted(row for line in lines for row in line.rows) == list(range(stop))
