"""Replays: every event is told with its rule, and the hands in the transcript are the real ones.

Here the plain engine is the witness; ``test_transcripts`` has every rule that there is.
"""

import random
import re
from collections import Counter
from html.parser import HTMLParser

import numpy as np
import pytest

from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels._table import NAMES
from squirrelstats.games.squarrels.citations import citations
from squirrelstats.games.squarrels.narrate import EVENTS, narrate
from squirrelstats.policies.policy import make_policy
from tests.naive.squarrels import all_random, baseline, by_seat, play, play_from, random_choice
from tests.naive.streams import POLICY, Stream
from tests.playthroughs import HOUSE_RULES, replay
from tests.rules.squarrels_examples import EXAMPLES, cards
from tests.transcripts import counted

GAME = get_game("squarrels")
KINDS = range(sq.HAND_KINDS)
OPTIONS = {name: sq.OPTION_VALUES[name] for name in HOUSE_RULES}


def names(seats):
    return [f"p{seat}" for seat in range(seats)]


def tell(record, seats, options=None, opening=None):
    """The lines about a record of the naive engine; a constructed opening is dealt first."""
    deal = [
        (sq.DEALT, seat, kind, copies)
        for seat, hand in enumerate(opening or [])
        for kind, copies in sorted(Counter(hand).items())
    ]
    events = np.array(deal + record.events, "i4")
    return events, narrate(events, names(seats), GAME.rules(**(options or {})))


def fuzzed():
    """Rounds of random play under random options."""
    draw = random.Random(11)
    for deal in range(150):
        seats = draw.randrange(2, 7)
        options = {name: draw.choice(values) for name, values in OPTIONS.items()}
        record = play(seats, all_random(seats, 3, deal), seed=3, deal=deal, options=options)
        yield record, seats, options, None


def constructed():
    """The worked examples, and positions that hardly ever come up."""

    def scripted(script):
        steps = iter(script)
        return lambda seat, view, legal: next(steps)[1]

    for e in EXAMPLES:
        if e.hoard or e.stored:
            continue
        record = play_from(e.hands, e.deck, scripted(e.script), options=e.options, traits=e.traits)
        yield record, len(e.hands), e.options, e.hands
    for hands, deck in [
        (["", ""], "QX"),  # nobody has a card for a Quarrel
        (["1", ""], "QX"),
        (["1", ""], "AX"),  # nobody to ambush
        (["G", "12"], "QX"),  # a last Gold stays
        (["GL", "12"], "1AX"),
        (["G", "1"], "AX"),
        (["L1", "15"], "AX"),
        (["LG", ""], "AX"),
        (["L", ""], "AX"),
        (["G", ""], "AX"),
    ]:
        for options in ({}, HOUSE_RULES):
            kinds = [cards(hand) for hand in hands]
            record = play_from(kinds, cards(deck), baseline, options=options)
            yield record, len(hands), options, kinds


ROUNDS = [*fuzzed(), *constructed()]


def test_every_event_has_a_name():
    assert sorted(EVENTS) == list(range(sq.MATCH_WON + 1))
    assert all(getattr(sq, name) == code for code, name in EVENTS.items())


def test_every_event_is_told_once_with_its_rule():
    told = Counter()
    for record, seats, options, opening in ROUNDS:
        events, lines = tell(record, seats, options, opening)
        rows = [row for line in lines for row in line.rows]
        assert sorted(rows) == list(range(len(events)))
        for line in lines:
            assert (line.cite is None) == (line.number == 0)
            assert line.cite or not line.rows
            codes = {int(events[row, 0]) for row in line.rows} - {sq.ASKED}
            assert codes <= {getattr(sq, line.event)} if line.event else not codes
            told.update(EVENTS[code] for code in codes)
        numbers = [line.number for line in lines if line.number]
        assert numbers == list(range(1, len(numbers) + 1))
    assert set(told) >= {EVENTS[code] for code in range(1, sq.SCORED + 1)}


def test_decisions_show_in_their_effect():
    for record, seats, options, opening in ROUNDS:
        events, lines = tell(record, seats, options, opening)
        asked = {int(e[3]): (int(e[1]), int(e[2])) for e in events if e[0] == sq.ASKED}
        shown = {number: line for line in lines for number in line.decisions}
        assert set(shown) == set(asked)
        for number, (seat, action) in asked.items():
            line = shown[number]
            assert line.seat == seat
            assert line.shown.endswith(f" ·d{number}")
            if action in range(sq.DISCARD_ONE, sq.PLAY_ONE):
                assert line.text.startswith("discards")
            elif action in range(sq.PLAY_ONE, sq.RACE):
                assert " shows " in line.text
            elif action == sq.DONE:
                assert line.text.startswith("keeps")


def test_cards_left_are_those_of_the_naive_engine():
    for record, seats, options, opening in ROUNDS:
        _, lines = tell(record, seats, options, opening)
        scores = [line for line in lines if line.kind == "score"]
        hands = [counted(re.search(r"left in hand: (.+)$", line.text)[1]) for line in scores]
        assert hands == record.final.hands
        last = [line.text for line in lines if line.kind == "state"][-1]
        assert counted(re.search(r"Hoard pile: (.+)$", last)[1]) == record.final.hoard
        points = [
            int(re.search(r": (−?\d+) point", line.text)[1].replace("−", "-")) for line in scores
        ]
        assert points == record.scores
        winners = [line.seat for line in lines if line.kind == "winner"]
        assert winners == [seat for seat, share in enumerate(record.shares840) if share]


def test_hands_after_a_turn_are_those_seen_before_the_discard_less_that_card():
    checked = 0
    for record, seats, options, opening in ROUNDS:
        if not set(options) <= set(OPTIONS):  # house rules may want more than one card
            continue
        _, lines = tell(record, seats, options, opening)
        for place, line in enumerate(lines):
            if line.event == "DISCARDED" and line.decisions:
                state = next(later for later in lines[place:] if later.kind == "state")
                seat, view, _ = record.views[line.decisions[0] - 1]
                hand = [kind for kind in KINDS for _ in range(view["hand"][kind])]
                hand.remove(next(k for k in KINDS if NAMES[k] in line.text))
                assert (state.kind, state.seat) == ("state", seat)
                assert counted(re.match(r"hand: (.+?) · ", state.text)[1]) == hand
                checked += 1
    assert checked > 1000


def test_kernel_and_naive_engine_end_with_the_same_hands():
    for deal in range(5):
        told = replay(["baseline", "random", "baseline"], deal, seed=5)
        choose = by_seat([baseline, random_choice(Stream(5, deal, POLICY, 1)), baseline])
        record = play(3, choose, seed=5, deal=deal)
        assert [tuple(event) for event in told.events.tolist()] == record.events
        scores = [line.text for line in told.lines if line.kind == "score"]
        assert [counted(text.split("left in hand: ")[1]) for text in scores] == record.final.hands
        assert list(told.scores.values()) == record.scores


# --- what readers get -----------------------------------------------------------------------------


def test_text():
    told = replay(
        ["baseline", "random", "random"], 12, playing=1, options={"draw_rule": "optional"}
    )
    text = str(told)
    head = text.split("\n\n")[0].split("\n")
    assert head == [
        GAME.title,
        "rulebook_2009 with draw_rule=optional",
        "seed 7 · deal 12 · playing 1",
        "seat 0 random · seat 1 random · seat 2 baseline",
    ]
    body, legend = text.split("\nRules cited\n")
    cited = set(re.findall(r"\[([\w=-]+)\]", body))
    assert cited == set(re.findall(r"^  (\S+)$", legend, re.MULTILINE))
    assert cited == {cite.key for cite in told.citations}
    assert "draw_rule=optional" in cited
    assert "draw-to-seven" not in cited
    assert "\nTurn 1 · random (seat 0)" in re.sub(r"\n *\d+ +", "\n", body)
    assert all(line == line.rstrip() for line in text.split("\n"))
    for seat, score in told.scores.items():
        assert re.search(rf"\(seat {seat}\) +{score}\b".replace("-", "−"), body.split("Scores")[1])
    assert repr(told).startswith("<Replay of squarrels deal 12, playing 1:")


def test_repeated_and_unique_names():
    assert " random shows " in str(replay(["baseline", "random"], 916))
    assert " random (seat 1) shows " in str(replay(["random", "random"], 916))


class Tags(HTMLParser):
    """Checks that tags are closed; keeps text and attributes."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.attributes = [], "", []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_html():
    told = replay(["baseline", "random"], 916)
    page = Tags()
    page.feed(told._repr_html_())
    page.close()
    assert page.open == []
    assert not {"src", "href", "id", "onclick"} & {name for name, _ in page.attributes}
    assert "url(" not in page.text
    for line in told.lines:
        assert line.text in page.text
    for cite in told.citations:
        assert cite.text in page.text
        assert ("title", f"{cite.text} ({cite.source})") in page.attributes


def test_html_escapes_names():
    told = replay(["baseline", "random"], 3)
    events, rules = told.events, GAME.rules()
    lines = narrate(events, ["<b>&", "random"], rules)
    object.__setattr__(told, "lines", tuple(lines))
    object.__setattr__(told, "players", ("<b>&", "random"))
    assert "<b>&" not in told._repr_html_()
    assert "&lt;b&gt;&amp; (seat 0)" in told._repr_html_()


def test_frame():
    told = replay(["baseline", "random"], 916)
    frame = told.to_frame()
    assert list(frame) == ["event", "seat", "card", "amount", "text", "citation", "line"]
    assert len(frame) == len(told.events)
    assert frame[["seat", "card", "amount"]].to_numpy().tolist() == told.events[:, 1:].tolist()
    assert [EVENTS[code] for code in told.events[:, 0].tolist()] == frame.event.tolist()
    assert set(frame.citation) <= set(citations(GAME.rules()))
    assert (frame.text != "").all()
    by_number = {line.number: line.text for line in told.lines if line.number}
    assert frame.line.map(by_number).tolist() == frame.text.tolist()


# --- rounds that a policy stopped ---------------------------------------------------------------


def spoiler(view, legal, memory):
    """Draws and races, then breaks the rules in its third decision."""
    memory[0] += 1
    if memory[0] == 3:
        return 99
    for action in range(24):
        if (legal >> action) & 1:
            return action
    return 0


def test_fault():
    broken = make_policy("squarrels", spoiler, native=False)
    for deal in range(6):
        told = replay(["baseline", broken, "random"], deal)
        assert "policy 'spoiler' (player 1, seat 1) returned the illegal action" in told.fault
        assert (told.scores, told.winners) == ({}, ())
        assert "Stopped: " in str(told)
        assert "Stopped:" in told._repr_html_()
        assert "not ended" in repr(told)
        rows = [row for line in told.lines for row in line.rows]
        assert sorted(rows) == list(range(len(told.events)))


@pytest.mark.parametrize("deal", [916, 2468])
def test_events_may_break_off_anywhere(deal):
    told = replay(["baseline", "random", "random"], deal)
    for stop in range(len(told.events)):
        lines = narrate(told.events[:stop], told.players, GAME.rules())
        assert sorted(row for line in lines for row in line.rows) == list(range(stop))
