"""Rules of Squirrels as data: what fields say, what is refused, house rules in files, the shell."""

import dataclasses
from pathlib import Path

import pytest

import squirrelstats as sq
from squirrelstats.cli import main
from squirrelstats.cli.rules import rules_markdown, rules_text, validated
from squirrelstats.games._variants import load_variant
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels.rules import PRESET_NOTES, PRESETS, Rules

ROOT = Path(__file__).parent.parent
GAME = sq.get_game("squirrels")
VARIANTS = sorted((ROOT / "data" / "variants" / "squirrels").glob("*.toml"))
FIELDS = {field.name: field for field in dataclasses.fields(Rules)}


# --- what fields say ------------------------------------------------------------------------------


def test_every_field_says_its_source_its_effect_and_a_worked_case():
    for name, field in FIELDS.items():
        for text in ("source", "effect", "example"):
            assert field.metadata[text], (name, text)


def test_what_swoop_like_takes_from_elsewhere_is_said():
    changes = PRESETS["swoop_like"].changes()
    assert {name for name, field in FIELDS.items() if "borrowed" in field.metadata} == {
        *changes,
        "target_points",
    }
    assert "not the official game" in PRESET_NOTES["swoop_like"]


def test_the_default_is_the_rulebook():
    assert Rules() == PRESETS["official"] == sq.rules("squirrels")
    for name, field in FIELDS.items():
        if "values" in field.metadata:
            assert field.default == field.metadata["values"][0], name
    assert Rules().counts == L.PRINTED_COUNTS
    assert sum(Rules().counts) == 162
    assert sum(Rules().counts * Rules().record()["points"][0, :14]) == 1500


def other_values(field):
    about = field.metadata
    if "low" in about:
        return [about["low"] if about["low"] != field.default else about["high"]]
    return about["values"][1:] if "values" in about else [not field.default]


@pytest.mark.parametrize("name", FIELDS)
def test_the_record_holds_every_field(name):
    """A field that is changed changes the record that kernels read."""
    to_points = {"match_rounds": 0} if name in ("target_points", "max_rounds") else {}
    base = Rules(**to_points).record().tobytes()
    for value in other_values(FIELDS[name]):
        assert Rules(**{name: value}, **to_points).record().tobytes() != base, value


def test_the_page_of_all_fields_is_up_to_date():
    page = (ROOT / "docs" / "squirrels_rules.md").read_text(encoding="utf-8")
    assert page == rules_markdown(GAME) + "\n", (
        "squirrelstats rules squirrels --markdown > docs/squirrels_rules.md"
    )


def test_the_page_of_the_game_names_every_field_of_a_view_and_every_file():
    page = (ROOT / "docs" / "squirrels.md").read_text(encoding="utf-8")
    for name in (*L.VIEW_FIELDS, *(path.stem for path in VARIANTS), *GAME.traits):
        assert f"`{name}`" in page, name


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"four_limit": "exact"}, "did you mean 'exact4'"),
        ({"final_turn": False}, "did you mean 'final_turns'"),
        ({"final_turns": 1}, "final_turns must be true or false, got 1"),
        ({"final_turns": "false"}, "final_turns must be true or false, got 'false'"),
        ({"clear_size": 6}, "clear_size must be from 3 to 5, got 6"),
        ({"clear_size": True}, "clear_size must be an integer from 3 to 5, got True"),
        ({"ones": 127, "twos": 127}, "the deck has 392 cards, more than the 255 that fit"),
        ({"wilds": 0, "wild_in_sets": False}, "wilds=0 takes out; leave wild_in_sets at true"),
        ({"wilds": 0, "wild_can_complete_four": False}, "wilds=0 takes out"),
        ({"wilds": 0, "natural_fours": True}, "wilds=0 takes out"),
        ({"wilds": 0, "blind_add_wild": False}, "wilds=0 takes out"),
        ({"wilds": 0, "blind_wild_value": "any"}, "wilds=0 takes out"),
        ({"pushes": 0, "push_target": "next_player"}, "pushes=0 takes out"),
        ({"pushes": 0, "push_needs_pile": True}, "pushes=0 takes out"),
        ({"pushes": 0, "push_no_target_pile": "discard_no_effect"}, "pushes=0 takes out"),
        ({"skips": 0, "skip_target": "next_player"}, "skips=0 takes out"),
        ({"skips": 0, "skip_stack": True}, "skips=0 takes out"),
        ({"skips": 0, "skip_no_target": "discard_no_effect"}, "skips=0 takes out"),
        ({"pushes": 0, "skips": 0, "self_target": True}, "pushes=0 and skips=0 take out"),
        ({"pushes": 0, "skips": 0, "blind_unusable": "pickup_pile"}, "or keep one of them"),
        ({"squirrels": 0, "squirrel_ends_turn": True}, "squirrels=0 takes out"),
        ({"final_turns": False, "final_turn_must_pickup": False}, "speaks of final turns"),
        ({"self_target": True, "push_no_target_pile": "discard_no_effect"}, "nobody to push"),
        ({"self_target": True, "skip_no_target": "discard_no_effect"}, "nobody to skip"),
        (
            {"self_target": True, "push_target": "next_player", "skip_target": "next_player"},
            "nobody but the left neighbour",
        ),
        ({"draw_to": 5, "leftover_visible": True}, "leave leftover_visible at false"),
        ({"target_points": 200}, "set match_rounds=0"),
        ({"match_rounds": 9, "max_rounds": 8}, "longer than max_rounds=8"),
    ],
)
def test_refused(changes, said):
    with pytest.raises(sq.UsageError) as caught:
        sq.rules("squirrels", **changes)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"pushes": 0, "self_target": True},
        {"skips": 0, "blind_unusable": "pickup_pile"},
        {"natural_fours": True, "wild_can_complete_four": False},
        {"clear_size": 5, **dict.fromkeys(("ones", "twos", "threes", "fours", "fives"), 4)},
        {"push_needs_pile": True, "push_no_target_pile": "discard_no_effect"},
        {"self_target": True, "skip_target": "next_player", "skip_no_target": "discard_no_effect"},
        {"swap_tops": True, "draw_to": 8},
        {"match_rounds": 0, "target_points": 200},
    ],
)
def test_what_only_seems_to_contradict_itself_is_allowed(changes):
    assert sq.rules("squirrels", **changes).changes() == changes


def test_a_table_too_large_for_the_deck():
    rules = sq.rules("squirrels")
    rules.check_seats(8)
    with pytest.raises(sq.UsageError, match=r"8 players need 8 times 23 cards .* has 162"):
        sq.rules("squirrels", hand_size=11).check_seats(8)
    with pytest.raises(sq.UsageError, match="from 1 to 40"):
        sq.rules("squirrels", hand_size=41)


# --- files ----------------------------------------------------------------------------------------


def test_there_are_variants():
    assert len(VARIANTS) >= 10


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_shipped_variant_is_complete_and_runs(path):
    variant = load_variant(GAME, path)
    assert variant.title
    assert variant.about
    assert variant.rules.changes()
    lineup = ["baseline", "random", "baseline"]
    assert sq.simulate("squirrels", lineup, rounds=20, rules=path).plan.rules == variant.rules
    assert sq.simulate("squirrels", lineup, matches=5, rules=str(path)).deals == 5


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_runs(preset):
    assert sq.simulate("squirrels", ["baseline"] * 4, rounds=50, rules=preset).deals == 50
    assert sq.simulate("squirrels", ["baseline"] * 4, matches=5, rules=preset).deals == 5


def test_flags_in_files(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[rules]\nfinal_turns = false\n")
    assert not sq.rules("squirrels", path).final_turns
    path.write_text("[rules]\nfinal_turns = 0\n")
    good, faults = validated(GAME, [str(path)])
    assert not good
    assert "final_turns must be true or false, got 0" in faults[0]


# --- the shell ------------------------------------------------------------------------------------


def test_rules_are_shown_compared_and_explained():
    compared = rules_text(GAME, ["official", "swoop_like"])
    for words in (["final_turns", "true", "false"], ["depth", "3", "2"]):
        assert words in [line.split() for line in compared.splitlines()]
    for shown in (compared, rules_text(GAME, ["swoop_like"]), rules_text(GAME, ["depth"])):
        assert "swoop_like: not the official game" in shown
    assert "final_turns = false   (default true)" in rules_text(GAME, ["swoop_like"])
    explained = rules_text(GAME, ["natural_fours"])
    assert "Values: true, false" in explained
    assert "official: false · swoop_like: false" in explained
    for word in ("Source: ", "Effect: ", "For example: "):
        assert word in explained
    assert load_variant(GAME, VARIANTS[0]).title in rules_text(GAME, [str(VARIANTS[0])])


@pytest.mark.parametrize("value", ["false", "False", "FALSE"])
def test_a_flag_on_the_shell(capsys, value):
    status = main(["simulate", "squirrels", "--rounds", "5", "-O", f"final_turns={value}"])
    out = capsys.readouterr().out
    assert status == 0
    assert "official with final_turns=false" in out


def test_a_flag_that_is_neither(capsys):
    assert main(["simulate", "squirrels", "--rounds", "5", "-O", "final_turns=no"]) == 2
    assert "final_turns must be true or false, got 'no'" in capsys.readouterr().err
