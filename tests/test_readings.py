"""The ambiguity ledger, and every reading in turn."""

from __future__ import annotations

import dataclasses

import pytest

import squirrelstats as sq
from squirrelstats.intervals import holm

QUIET = {"threads": 1, "progress": False}


@pytest.mark.parametrize("game", sq.GAMES)
def test_the_ledger_has_every_option_with_its_sentence(game):
    ledger = sq.readings(game)
    fields = [field.name for field in dataclasses.fields(sq.get_game(game).rules_class)]
    assert [row.field for row in ledger.rows] == fields
    assert all(row.source and row.question for row in ledger.rows)
    text, frame = repr(ledger), ledger.frame()
    assert list(frame.field) == fields
    for row in ledger.rows:
        assert f"{row.field} = " in text
        assert row.value not in row.others
        assert row.value == row.presets[sq.get_game(game).default_preset]
    assert ledger._repr_html_().count("<tr>") == len(fields) + 1


@pytest.mark.parametrize(
    ("game", "field", "kind"),
    [
        ("squarrels", "draw_rule", "reading"),
        ("squarrels", "hoard_empty", "reading"),  # no text says it
        ("squarrels", "set_size", "house rule"),
        ("squarrels", "false_slap_penalty", "house rule"),  # no printed rule
        ("squirrels", "final_turns", "reading"),
        ("squirrels", "depth", "reading"),  # a number in which presets differ
        ("squirrels", "swap_tops", "house rule"),
        ("squirrel_away", "card_faces", "assumption"),
        ("squirrel_away", "card_copies", "assumption"),
        ("squirrel_away", "custom_faces", "house rule"),
        ("squirrel_away", "bust_keep", "reading"),
    ],
)
def test_kinds(game, field, kind):
    ledger = sq.readings(game)
    assert ledger[field].kind == kind
    assert ledger[field] in ledger.of(kind)


def test_the_ledger_of_other_rules():
    ledger = sq.readings("squarrels", "website")
    assert ledger["draw_rule"].value == "optional"
    assert ledger["draw_rule"].others == ("forced_unless_store",)
    assert "website" in repr(ledger)


@pytest.fixture(scope="module")
def varied():
    return sq.vary_readings(
        "squarrels",
        lineup=["baseline", "random"],
        measures=["turns", "win_share", "seat_bias"],
        fields=["draw_rule", "set_size", "gold_lost_scope", "hoard_next"],
        rounds=150,
        **QUIET,
    )


def test_every_value_is_a_comparison_of_its_own(varied):
    names = {v.name for v in varied.varied}
    assert names == {
        "draw_rule=optional",
        "set_size=2",
        "set_size=4",
        "gold_lost_scope=game",
        "hoard_next=winner_again",
        "hoard_next=left_of_drawer",
    }
    alone = sq.compare_rules(
        "squarrels",
        [sq.rules("squarrels", set_size=4)],
        lineup=["baseline", "random"],
        rounds=150,
        replayed=0,
        **QUIET,
    )
    wanted = {(e.measure, e.group): e.difference for e in alone.effects}
    four = next(v for v in varied.varied if v.name == "set_size=4")
    assert {(e.measure, e.group): e.difference for e in four.effects} == {
        key: wanted[key] for key in wanted if key[0] in ("turns", "win_share", "seat_bias")
    }


def test_the_largest_comes_first_and_all_are_corrected_together(varied):
    sizes = [abs(v.largest("turns").difference.value) for v in varied.varied]
    assert sizes == sorted(sizes, reverse=True)
    effects = [e for v in varied.varied for e in v.effects]
    corrected = dict(zip([id(e) for e in effects], holm([e.p for e in effects]), strict=True))
    assert all(corrected[id(e)] == e.p_holm for e in effects)
    assert len(effects) == 6 * 4  # turns, two policies, seat bias


def test_what_matters_and_what_does_not(varied):
    assert "set_size" in varied.matter
    assert varied.idle == ("gold_lost_scope",)
    assert set(varied.matter) | set(varied.open) == {
        "draw_rule",
        "set_size",
        "gold_lost_scope",
        "hoard_next",
    }
    assert "changed nothing measured in any of 150 deals: gold_lost_scope" in varied.sentence
    assert varied.sentence in " ".join(repr(varied).split())
    frame = varied.frame()
    assert len(frame) == 24
    for mean in ("base_mean", "variant_mean"):
        assert (frame[f"{mean}_low"] <= frame[mean]).all()
        assert (frame[mean] <= frame[f"{mean}_high"]).all()
    assert set(frame.field) == set(varied.matter) | set(varied.open)


def test_what_acts_between_rounds_is_tried_in_matches_only():
    found = sq.vary_readings("squarrels", rounds=2, measures=["turns"], **QUIET)
    assert set(found.left_out) == {"target_multi", "next_dealer"}
    ledger = sq.readings("squarrels")
    tried = {v.reading.field for v in found.varied}
    assert tried == {r.field for r in ledger.of("reading") if r.others} - set(found.left_out)
    found = sq.vary_readings(
        "squarrels", matches=4, measures=["turns"], fields={"next_dealer": ["rotate"]}, **QUIET
    )
    assert [v.name for v in found.varied] == ["next_dealer=rotate"]


def test_values_that_the_rules_exclude_are_named():
    found = sq.vary_readings(
        "squirrel_away", rounds=2, measures=["turns"], fields=["card_faces", "card_copies"], **QUIET
    )
    assert list(found.left_out) == ["card_faces=custom"]
    assert {v.name for v in found.varied} == {
        "card_faces=pairs_triples",
        "card_copies=2",
        "card_copies=4",
    }
    assert "not tried: card_faces=custom" in repr(found)
    assert "assumed: ten of the twelve" in repr(found)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"fields": ["draw_rul"]}, "did you mean 'draw_rule'"),
        ({"fields": "draw_rule"}, "fields are a list of options"),
        ({"fields": {"set_size": 4}}, "the values of 'set_size' are a list"),
        ({"fields": {"set_size": [99]}}, "set_size must be from"),
        ({"fields": {"set_size": [3]}}, "there is no reading to vary"),
        ({"measures": ["trns"]}, "did you mean 'turns'"),
        ({"measures": "turns"}, "given as a list"),
        ({"measures": ["luck_share"]}, "by sq.compare_rules"),
        ({"measures": ["win_share"]}, "nothing is left to measure"),
    ],
)
def test_what_is_refused(options, said):
    with pytest.raises(sq.UsageError, match=said):
        sq.vary_readings("squarrels", rounds=2, **QUIET, **options)


def test_a_text_needs_values():
    with pytest.raises(sq.UsageError, match="custom_faces is a text"):
        sq.vary_readings("squirrel_away", rounds=2, fields=["custom_faces"])
    with pytest.raises(sq.UsageError, match="unknown kind of option 'opinion'"):
        sq.readings("squirrels").of("opinion")
