"""Rules as data: what fields say of themselves, what is refused, presets, files of house rules."""

import dataclasses
from pathlib import Path

import pytest

import squirrelstats as sq
from squirrelstats.cli.rules import rules_markdown, rules_text, validated
from squirrelstats.games._variants import load_variant
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.rules import PRESETS, Rules

ROOT = Path(__file__).parent.parent
GAME = sq.get_game("squarrels")
VARIANTS = sorted((ROOT / "data" / "variants" / "squarrels").glob("*.toml"))
FIELDS = {field.name: field for field in dataclasses.fields(Rules)}
#: Fields that interpret a printed sentence, row by row of the ambiguities of the rule texts.
PRINTED = (
    *("draw_rule", "hoard_eligible", "hoard_winner_draw", "hoard_empty", "hoard_mode"),
    *("gold_in_hoard", "after_ambush", "quarrel_draw_next", "quarrel_partial_tie"),
    *("quarrel_single", "gold_lost_scope", "gold_discardable", "lead_rank", "setup_winter"),
    *("setup_discards", "setup_hand", "empty_hand_discard", "store_mandatory", "whirlwind_then"),
    *("hoard_visibility", "target_score", "target_multi", "next_dealer", "hoard_next"),
    *("lead_transfer", "deck_exhausted", "gold_alone"),
)


# --- what fields say ------------------------------------------------------------------------------


def test_every_ambiguity_is_a_field_with_its_printed_sentence():
    assert set(PRINTED) <= set(FIELDS)
    for name in PRINTED:
        assert FIELDS[name].metadata["source"], name
    assert all(field.metadata["source"] for field in FIELDS.values())


def test_every_house_rule_says_what_it_does_and_shows_it():
    for name in set(FIELDS) - set(PRINTED) - {"quarrel_next", "hoard_next"}:
        about = FIELDS[name].metadata
        assert about["effect"], name
        assert about["example"], name


def test_what_a_preset_borrows_is_said():
    """Where a text is silent, the field says from where a preset has its value."""
    for name in ("quarrel_draw_next", "setup_winter", "hoard_visibility", "gold_lost_scope"):
        assert FIELDS[name].metadata["borrowed"], name


def test_the_default_is_the_first_value_and_the_rulebook():
    assert Rules() == PRESETS["rulebook_2009"] == sq.rules("squarrels")
    for name, field in FIELDS.items():
        if "values" in field.metadata:
            assert field.default == field.metadata["values"][0], name
    assert Rules().counts == L.PRINTED_COUNTS
    assert sum(Rules().counts) == 120


def test_the_presets():
    draft, website = PRESETS["wikipedia_draft"].changes(), PRESETS["website"].changes()
    assert draft == {
        "draw_rule": "optional",
        "hoard_eligible": "all",
        "hoard_winner_draw": "optional_to_7",
    }
    assert website == {
        "draw_rule": "optional",
        "hoard_winner_draw": "optional_to_7",
        "hoard_visibility": "face_down",
    }
    assert PRESETS["website"].changes(PRESETS["wikipedia_draft"]) == {
        "hoard_eligible": "all_but_drawer",
        "hoard_visibility": "face_down",
    }


def test_the_page_of_all_fields_is_up_to_date():
    page = (ROOT / "docs" / "squarrels_rules.md").read_text(encoding="utf-8")
    assert page == rules_markdown(GAME) + "\n", (
        "squirrelstats rules squarrels --markdown > docs/squarrels_rules.md"
    )


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"draw_rule": "optionl"}, "did you mean 'optional'"),
        ({"draw_rul": "optional"}, "did you mean 'draw_rule'"),
        ({"winter": 2}, "did you mean 'winters'"),
        ({"stop_level": 0}, "stop_level must be from 1 to 30, got 0"),
        ({"stop_level": "7"}, "stop_level must be an integer from 1 to 30, got '7'"),
        ({"winters": True}, "winters must be an integer from 0 to 127, got True"),
        ({"gold_points": 2.5}, "gold_points must be an integer from -100 to 100, got 2.5"),
        ({"draw_rule": 1}, "unknown value of draw_rule 1"),
        ({"ones": 127, "twos": 127}, "more than the 255 that fit"),
        ({"set_size": 6, **dict.fromkeys(["ones", "twos", "threes", "fours", "fives"], 5)}, "set"),
        ({"golds": 0, "gold_in_hoard": "wild_in_match"}, "golds=0 takes out"),
        ({"golds": 0, "gold_lost_scope": "game"}, "golds=0 takes out"),
        ({"golds": 0, "gold_discardable": "only_if_last"}, "golds=0 takes out"),
        ({"golds": 0, "gold_alone": "keep"}, "golds=0 takes out"),
        ({"leads": 0, "lead_rank": "not_playable_unless_last"}, "leads=0 takes out"),
        ({"winters": 0, "winter_place": "lower_half"}, "winters=0 takes out"),
        ({"match_rounds": 9, "max_rounds": 8}, "longer than max_rounds=8"),
    ],
)
def test_refused(changes, said):
    with pytest.raises(sq.UsageError) as caught:
        sq.rules("squarrels", **changes)
    assert said in str(caught.value)


def test_a_table_too_large_for_the_deck():
    rules = sq.rules("squarrels", starting_hand=16)
    rules.check_seats(5)
    with pytest.raises(sq.UsageError, match=r"6 hands of 16 \(starting_hand\) need 96 .* has 95"):
        rules.check_seats(6)
    with pytest.raises(sq.UsageError, match="need 96"):
        sq.simulate("squarrels", ["random"] * 6, rounds=1, rules=rules)
    with pytest.raises(sq.UsageError, match="has 93"):
        sq.rules("squarrels", starting_hand=19, setup_hand="numbers_only").check_seats(5)
    with pytest.raises(sq.UsageError, match="has 94"):  # the Gold may be gone
        sq.rules("squarrels", starting_hand=19, gold_lost_scope="game").check_seats(5)


# --- files ----------------------------------------------------------------------------------------


def test_there_are_variants():
    assert len(VARIANTS) >= 8


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_shipped_variant_is_complete_and_runs(path):
    variant = load_variant(GAME, path)
    assert variant.title
    assert variant.about
    assert variant.rules.changes()
    for rules in (path, str(path), variant.rules):
        run = sq.simulate("squarrels", ["baseline", "random", "choosy"], rounds=20, rules=rules)
        assert run.plan.rules == variant.rules
    assert run.deals == 20


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_runs(preset):
    assert sq.simulate("squarrels", ["baseline"] * 4, rounds=50, rules=preset).deals == 50


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("titel = 'x'", "unknown key 'titel'; did you mean 'title'?"),
        ("winters = 2", "fields of the rules stand under [rules]"),
        ("[rules]\nwinter = 2", "did you mean 'winters'"),
        ("[rules]\nwinters = 'two'", "winters must be an integer"),
        ("[rules]\ndraw_rule = 'never'", "unknown value of draw_rule 'never'"),
        ("preset = 'web'", "unknown preset of squarrels 'web'"),
        ("preset = 3", "unknown preset of squarrels 3"),
        ("rules = 3", "rules must be a table"),
        ("title = 3", "title must be a text"),
        ("[rules", "not a TOML file"),
        (f"[rules]\nwinters = {'9' * 5000}", "not a TOML file"),
        (f"title = {'[' * 3000}", "not a TOML file"),
    ],
)
def test_a_wrong_file(tmp_path, text, said):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(sq.UsageError) as caught:
        sq.rules("squarrels", path)
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value)
    good, faults = validated(GAME, [str(path), str(VARIANTS[0])])
    assert len(good) == len(faults) == 1


def test_a_file_from_a_windows_editor(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[rules]\nwinters = 2\n", encoding="utf-8-sig")
    assert sq.rules("squarrels", path).winters == 2


def test_no_such_file(tmp_path):
    with pytest.raises(sq.UsageError, match="no path of a file"):
        sq.rules("squarrels", "a\0.toml")
    with pytest.raises(sq.UsageError, match=r"there is no file 'none\.toml'"):
        sq.rules("squarrels", "none.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(sq.UsageError, match="cannot read the rules in"):
        sq.rules("squarrels", tmp_path / "folder.toml")


def test_a_file_with_changes():
    rules = sq.rules("squarrels", VARIANTS[0], winters=3)
    assert rules.winters == 3
    assert rules.changes().items() > sq.rules("squarrels", VARIANTS[0]).changes().items()


# --- the shell ------------------------------------------------------------------------------------


def test_rules_are_compared_and_explained():
    names = ["rulebook_2009", "website", str(VARIANTS[0])]
    compared = rules_text(GAME, names)
    assert VARIANTS[0].stem in compared
    for name in ("draw_rule", "hoard_visibility", "hoard_winner_draw"):
        assert name in compared
    assert "after_ambush" not in compared
    assert "nothing: these rules are the same" in rules_text(GAME, ["website", "website"])
    explained = rules_text(GAME, ["gold_in_hoard", "hand_cap"])
    for word in ("wild_in_match", "Source: ", "Effect: ", "For example: ", "website: no_effect"):
        assert word in explained
    whole = rules_text(GAME, [str(VARIANTS[0])])
    assert load_variant(GAME, VARIANTS[0]).title in whole
    with pytest.raises(sq.UsageError, match="'hand_cap' is a field of the rules"):
        rules_text(GAME, ["website", "hand_cap"])
    with pytest.raises(sq.UsageError, match="did you mean 'website'"):
        rules_text(GAME, ["websit"])
    with pytest.raises(sq.UsageError, match="did you mean 'draw_rule'"):
        rules_text(GAME, ["draw_rul"])
