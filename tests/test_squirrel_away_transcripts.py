"""Transcripts of Squirrel Away under any rules: all is told, rules cited hold, all adds up."""

import re

import pytest

from squirrelstats.games._rules import shown
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._option_texts import NUMBERS, OPTIONS
from squirrelstats.games.squirrel_away.citations import PRINTED, citations
from squirrelstats.games.squirrel_away.faces import LETTERS
from squirrelstats.games.squirrel_away.narrate import EVENTS, narrate
from tests.squirrel_away_transcripts import Followed, counted, fuzzed


@pytest.fixture(scope="module")
def rounds():
    return list(fuzzed(600, seed=21))


#: Events told with the one that they belong to.
WITH_OTHERS = {"ASKED", "FIST_ACORNS"}
OF_MATCHES = {"TOTALLED", "NEXT_STARTER", "MATCH_WON", "match_rounds"}
#: What no round comes to: the cap.
NEVER = {"TRUNCATED", "cut"}


def test_every_event_is_told_once(rounds):
    told = set()
    for r in rounds:
        assert sorted(row for line in r.lines for row in line.rows) == list(range(len(r.events)))
        for line in r.lines:
            names = {EVENTS[int(r.events[row, 0])] for row in line.rows}
            assert names - WITH_OTHERS == {line.event} - {"", "ASKED"}
            assert (line.cite is None) == (line.number == 0)
            told |= names
    assert told == set(EVENTS.values()) - OF_MATCHES - NEVER


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
    "deal-tokens": ("tokens",),
    "grab": ("grab_limit",),
    "verdict": ("verdict_mode",),
    "call": ("call_targets", "verdict_mode"),
    "reveal": ("reveal_policy",),
    "match-bonus": ("bonus",),
    "caught-one": ("caught_keeps", "bust_keep"),
    "rest-returns": ("caller_reward",),
    "caller-takes": ("caller_reward", "caller_acorns"),
    "caller-stashes": ("caller_stash",),
    "end-cards": ("card_end_scope",),
    "end-tokens": ("token_end", "token_end_when"),
    "score-sets": ("leftover_quarters",),
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
    left = {key for key in every if key.split("=")[0] not in OF_MATCHES | NEVER}
    assert left - cited == set()


def test_what_is_told_is_what_the_events_leave(rounds):
    state = re.compile(r"hand: (.+) · Front: (.+) · (\d+) sets? · (\d+) tokens? · Loot: (.+)")
    states = 0
    for r in rounds:
        followed, done = Followed(r.rules, len(r.names)), 0
        for line in r.lines:
            for row in range(done, max(line.rows, default=-1) + 1):
                followed(r.events[row])
                done = row + 1
            if line.kind != "state":
                continue
            hand, front, sets, tokens, loot = state.fullmatch(line.text).groups()
            faces = {r.rules.faces[face].code: n for face, n in followed.hands[line.seat].items()}
            assert counted(hand) == {code: n for code, n in faces.items() if n}
            held = {LETTERS[colour]: n for colour, n in followed.fronts[line.seat].items()}
            assert counted(front) == {letter: n for letter, n in held.items() if n}
            assert int(sets) == followed.sets[line.seat]
            assert int(tokens) == followed.tokens[line.seat]
            left = [followed.loot[colour] for colour in range(4)]
            assert [int(n) for n in re.findall(r"\d+", loot)] == left
            states += 1
    assert states > 3000


def test_scores_are_those_of_the_kernel_and_add_up(rounds):
    score_line = re.compile(r".+: (\d+) points? \((\d+) sets?, (\d+) acorns? in Front\)")
    for r in rounds:
        scores = [line for line in r.lines if line.kind == "score"]
        assert [line.seat for line in scores] == list(range(len(r.names)))
        for line in scores:
            score, sets, acorns = map(int, score_line.fullmatch(line.text).groups())
            assert score == r.state.score[0, line.seat]
            assert score == sets + r.rules.leftover_quarters * acorns // 4
        winners = [line.seat for line in r.lines if line.kind == "winner"]
        won = [s for s in range(len(r.names)) if r.state.share840[0, s]]
        assert winners == won


def test_claims_are_told_true_or_not_as_they_turn_out(rounds):
    """What is said of a claim is what the reveal says of it."""
    for r in rounds:
        claim = ""
        for line in r.lines:
            if line.event == "CLAIMED":
                claim = line.text[line.text.rindex("(") :]
            elif line.event in ("CARD_SHOWN", "FIST_SHOWN"):
                what = "card" if line.event == "CARD_SHOWN" else "fist"
                false = what in claim
                assert line.text.endswith("not as claimed" if false else ", as claimed")


def test_text_is_clean(rounds):
    things = "cards|acorns|points|turns|tokens|sets|players"
    unclean = re.compile(
        rf"None|-\d|  |[{{}}]|face_|\b1 ({things})\b|\b\d*([02-9]|1\d) (card|acorn|turn|token)\b"
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
