"""Rules of Squirrel Away as data: what fields say, what is refused, faces, files, the shell."""

import dataclasses
from pathlib import Path

import pytest

import squirrelstats as sq
from squirrelstats.cli import main
from squirrelstats.cli.rules import rules_markdown, rules_text, validated
from squirrelstats.games._variants import load_variant
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away.faces import FAMILIES, face_title, parse_faces
from squirrelstats.games.squirrel_away.rules import ASSUMPTIONS, PRESET_NOTES, PRESETS, Rules

ROOT = Path(__file__).parent.parent
GAME = sq.get_game("squirrel_away")
VARIANTS = sorted((ROOT / "data" / "variants" / "squirrel_away").glob("*.toml"))
FIELDS = {field.name: field for field in dataclasses.fields(Rules)}


# --- what fields say ------------------------------------------------------------------------------


def test_every_field_says_its_source_its_effect_and_a_worked_case():
    for name, field in FIELDS.items():
        for text in ("source", "effect", "example"):
            assert field.metadata[text], (name, text)
        if "values" in field.metadata:
            for value in field.metadata["values"][1:]:
                assert value in field.metadata["effect"], (name, value)


def test_what_is_borrowed_and_what_is_assumed_is_said():
    assert [name for name, field in FIELDS.items() if "borrowed" in field.metadata] == [
        "caller_reward"
    ]
    assert "not the rulebook" in PRESET_NOTES["review_variant"]
    for name in ("card_faces", "card_copies"):
        assert FIELDS[name].metadata["source"].startswith("ASSUMPTION: ")
    for name, rules in PRESETS.items():
        assert f"card faces assumed ({rules.card_faces})" in PRESET_NOTES[name]


def test_everything_that_speaks_of_rules_says_what_is_assumed():
    assumed = f"ssumed: {ASSUMPTIONS[0]}"
    run = sq.simulate("squirrel_away", ["baseline", "random"], rounds=20, columns="cards")
    texts = {
        "rules": rules_text(GAME, []),
        "presets": rules_text(GAME, ["official", "review_variant"]),
        "field": rules_text(GAME, ["tokens"]),
        "page": rules_markdown(GAME),
        "run": str(run),
        "run in a notebook": run._repr_html_(),
        "replay": str(run.replay(0)),
        "effects": str(sq.card_effects(run)),
        "chart": sq.plot.win_shares(run).texts[-1].get_text(),
    }
    for name, text in texts.items():
        assert assumed in " ".join(text.split()), name
    other = sq.simulate("squarrels", ["baseline", "random"], rounds=20)
    assert "ssumed" not in str(other)


def test_the_default_is_the_rulebook():
    assert Rules() == PRESETS["official"] == sq.rules("squirrel_away")
    for name, field in FIELDS.items():
        if "values" in field.metadata:
            assert field.default == field.metadata["values"][0], name
    assert Rules().acorns == L.PRINTED_ACORNS
    assert sum(Rules().counts) == 36
    assert len(Rules().faces) == 12


def test_the_presets():
    assert PRESETS["official_sneaky"].changes() == {"sneaky_turns": "on"}
    assert PRESETS["official_pairs_triples"].changes() == {"card_faces": "pairs_triples"}
    assert PRESETS["review_variant"].changes() == {"caller_reward": "from_fist"}


def test_worked_cases_of_the_fields_about_cards():
    """Figures in the texts of the fields."""
    for family, acorns in (("multiset2", 25), ("pairs_triples", 29)):
        faces = Rules(card_faces=family).faces
        assert sum(face.number for face in faces) == acorns
        assert len(faces) == 12
    custom = Rules(card_faces="custom", custom_faces="RB*6 GC*6 RBGC*2 2W")
    assert custom.counts == (6, 6, 2, 3)


def other_values(field):
    about = field.metadata
    if "low" in about:
        return [about["low"] if about["low"] != field.default else about["high"]]
    if "form" in about:
        return ["RB*20 2W"]
    return about["values"][1:] if "values" in about else [not field.default]


@pytest.mark.parametrize("name", FIELDS)
def test_the_record_holds_every_field(name):
    """A field that is changed changes the record that kernels read."""
    base = Rules().record().tobytes()
    for value in other_values(FIELDS[name]):
        more = {}
        if name == "custom_faces":
            more = {"card_faces": "custom"}
        elif value == "custom":
            more = {"custom_faces": "RB*9 2W"}
        elif name == "tokens":
            more = {"token_end": "off"}
        elif name.startswith("loot_"):
            more = {"leftover_quarters": 1}
        elif name == "card_copies":
            value = 4
        with_more = Rules(**more).record().tobytes() if name.startswith("loot_") else base
        assert Rules(**{name: value}, **more).record().tobytes() != with_more, value


def test_the_record():
    record = Rules(card_faces="custom", custom_faces="RRB*2 3W*9", loot_red=7).record()[0]
    assert record["deck_size"] == 11
    assert list(record["deck"][:11]) == [0] * 2 + [1] * 9
    assert list(record["counts"].view("u1")) == [2, 9] + [0] * 14
    faces = record["face_acorns"].view("u1").reshape(16, 8)
    assert list(faces[0]) == [2, 1, 0, 0, 0, 0, 0, 3]
    assert list(faces[1]) == [0] * 7 + [3]
    assert not faces[2:].any()
    assert record["face_wild"] == 0b10
    assert record["faces"] == 2
    assert list(record["loot"].reshape(1).view("u1")) == [7, 25, 25, 25, 0, 0, 0, 82]


# --- faces ----------------------------------------------------------------------------------------


def test_faces_have_one_order_in_contract_and_code():
    multiset, triples = (list(parse_faces(text)) for text in FAMILIES.values())
    assert [face.code for face in multiset] == [
        *("RB", "RG", "RC", "BG", "BC", "GC", "RR", "BB", "GG", "CC", "2W", "3W"),
    ]
    assert [face.code for face in triples[6:10]] == ["RBG", "RBC", "RGC", "BGC"]


def test_faces_without_wilds_move_up():
    rules = Rules(card_faces="custom", custom_faces="2W RB 3W*9 GC*10", wilds=False)
    assert [face.code for face in rules.faces] == ["RB", "GC"]
    assert rules.counts == (3, 10)


def test_a_list_of_faces_is_written_in_one_way():
    texts = ("rb, 2w*30", "BR 2W*30", " RB   2W*30 ")
    lists = {Rules(card_faces="custom", custom_faces=text) for text in texts}
    assert [rules.custom_faces for rules in lists] == ["RB 2W*30"]


def test_what_a_fist_must_hold_to_match():
    red_blue, wild = parse_faces("RB 2W")
    assert red_blue.matches([1, 1, 0, 0])
    assert not red_blue.matches([1, 1, 1, 0])
    assert not red_blue.matches([2, 0, 0, 0])
    assert wild.matches([2, 0, 0, 0])
    assert wild.matches([0, 1, 0, 1])
    assert not wild.matches([0, 0, 0, 1])
    assert not wild.matches([2, 0, 1, 0])


@pytest.mark.parametrize(
    ("code", "title"),
    [("1W", "1 Wild"), ("RRB", "2 Red and Blue"), ("RBGC", "Red, Blue, Green and Clear")],
)
def test_faces_have_names(code, title):
    assert face_title(code) == title


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("RB RX", "face 'RX' cannot be read; write the letters R, B, G, C"),
        ("RB none", "face 'none' cannot be read"),
        ("RB*\u0663", "behind the * stands its number of copies, from 1 to 127"),
        ("RB*", "behind the * stands its number of copies, from 1 to 127"),
        ("RB*0", "from 1 to 127"),
        ("RB*128", "from 1 to 127"),
        (f"RB*{'9' * 5000}", "from 1 to 127"),
        ("RB*2*3", "from 1 to 127"),
        ("RB -2W", "face '-2W' cannot be read"),
        ("0W", "names 0 acorns; from 1 to 20"),
        ("21W", "names 21 acorns"),
        ("R" * 21, "names 21 acorns"),
        ("RB BR", "face 'RB' is there twice; write RB*2 for two copies"),
        (" ".join("R" * n for n in range(1, 18)), "17 faces are more than the 16 that fit"),
    ],
)
def test_faces_that_cannot_be(faces, said):
    with pytest.raises(sq.UsageError) as caught:
        sq.rules("squirrel_away", card_faces="custom", custom_faces=faces)
    assert said in str(caught.value)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"token_end": "of"}, "did you mean 'off'"),
        ({"token": 5}, "did you mean 'tokens'"),
        ({"custom_faces": 3}, "custom_faces must be a text (faces such as RB RG*2 RBG 2W), got 3"),
        ({"wilds": "no"}, "wilds must be true or false, got 'no'"),
        ({"hand_size": 21}, "hand_size must be from 1 to 20, got 21"),
        ({"card_copies": 22}, "the deck has 264 cards, more than the 255 that fit"),
        ({"card_faces": "custom"}, "card_faces=custom needs the faces of the deck"),
        ({"custom_faces": "RB"}, "but card_faces=multiset2 has its own"),
        ({"card_faces": "custom", "custom_faces": "2W*9", "wilds": False}, "leaves no face"),
        ({"card_faces": "custom", "custom_faces": "RB*9", "wilds": False}, "lists none"),
        (
            {"card_faces": "custom", "custom_faces": "RB*9 2W*9", "card_copies": 4},
            "every face of custom_faces has one; leave card_copies at 3",
        ),
        ({"card_faces": "custom", "custom_faces": "RB 2W"}, "2 hands of 5 (hand_size) need 10"),
        ({"hand_size": 19}, "2 hands of 19 (hand_size) need 38 cards, the deck has 36"),
        ({"tokens": 0}, "tokens=0 with token_end=others_zero ends the game before its first turn"),
        (
            {"tokens": 0, "token_end": "off", "bonus": 2},
            "bonus=2 speaks of calls, which tokens=0 takes out; leave bonus at 1, or deal tokens",
        ),
        ({"tokens": 0, "token_end": "off", "call_targets": "fist_only"}, "speaks of calls"),
        ({"tokens": 0, "token_end": "off", "verdict_mode": "random_order"}, "speaks of calls"),
        ({"token_end": "off", "token_end_when": "immediately"}, "token_end at others_zero"),
        ({"caught_keeps": "none", "bust_keep": "random"}, "caught_keeps=none keeps none"),
        ({"caller_reward": "rest_of_fist", "caller_acorns": 2}, "gives all the rest"),
        ({"caller_acorns": 0, "caller_reward": "from_fist"}, "caller_acorns=0 takes out"),
        ({"caller_acorns": 0, "caller_stash": "own_turn"}, "caller_acorns=0 takes out"),
        ({"loot_red": 53}, "the Loot has 128 acorns, more than the 127 that fit"),
        ({"loot_red": 0, "loot_clear": 0}, "loot_red=0 and loot_clear=0 leaves no complete set"),
        (
            {**{f"loot_{colour}": 0 for colour in L.COLOURS}, "leftover_quarters": 1},
            "the Loot is empty",
        ),
    ],
)
def test_refused(changes, said):
    with pytest.raises(sq.UsageError) as caught:
        sq.rules("squirrel_away", **changes)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"tokens": 0, "token_end": "off"},
        {"loot_red": 0, "leftover_quarters": 4},
        {"loot_red": 52},
        {"caught_keeps": "none", "caller_reward": "rest_of_fist"},
        {"caller_reward": "rest_of_fist", "caller_stash": "own_turn"},
        {"caller_acorns": 0, "caught_keeps": "none"},
        {"card_faces": "custom", "custom_faces": "20W*30", "grab_limit": 1},
        {"bonus": 0, "wrong_call_penalty": 3},
    ],
)
def test_what_only_seems_to_contradict_itself_is_allowed(changes):
    assert sq.rules("squirrel_away", **changes).changes() == changes


def test_a_table_too_large_for_the_deck():
    rules = sq.rules("squirrel_away", hand_size=7)
    rules.check_seats(5)
    with pytest.raises(sq.UsageError, match=r"6 hands of 7 \(hand_size\) need 42 .* has 36"):
        rules.check_seats(6)
    with pytest.raises(sq.UsageError, match="need 42"):
        sq.simulate("squirrel_away", ["random"] * 6, rounds=1, rules=rules)


# --- traits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trait", "value", "said"),
    [
        ("capacity", 2.5, "trait capacity must be a whole number from 1 to 127"),
        ("age", 10.5, "trait age must be a whole number from 0 to 255"),
        ("w", 0, "trait w must be a number from 0.001"),
        ("slip", 1.5, "trait slip must be a number from 0 to 1"),
        ("reads_impressions", 1, "unknown trait of a player of squirrel_away"),
    ],
)
def test_traits_that_cannot_be(trait, value, said):
    with pytest.raises(sq.UsageError) as caught:
        sq.simulate("squirrel_away", [sq.player("baseline", **{trait: value}), "random"], rounds=1)
    assert said in str(caught.value)


def test_whole_traits_may_be_floats():
    assert GAME.checked_traits({"capacity": 9.0, "w": 0.5}) == {"capacity": 9.0, "w": 0.5}


# --- files and pages ------------------------------------------------------------------------------


def test_there_are_variants():
    assert len(VARIANTS) >= 10


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_shipped_variant_is_complete_and_runs(path):
    variant = load_variant(GAME, path)
    assert variant.title
    assert variant.about
    assert variant.rules.changes()
    lineup = ["baseline", "random", "baseline"]
    assert sq.simulate("squirrel_away", lineup, rounds=20, rules=path).plan.rules == variant.rules
    assert sq.simulate("squirrel_away", lineup, matches=5, rules=str(path)).deals == 5


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_runs(preset):
    assert sq.simulate("squirrel_away", ["baseline"] * 4, rounds=50, rules=preset).deals == 50
    assert sq.simulate("squirrel_away", ["baseline"] * 4, matches=5, rules=preset).deals == 5


def test_faces_in_files(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[rules]\ncard_faces = "custom"\ncustom_faces = "rb*9, 2w"\n')
    assert sq.rules("squirrel_away", path).custom_faces == "RB*9 2W"
    path.write_text('[rules]\ncard_faces = "custom"\ncustom_faces = ["RB", "2W"]\n')
    good, faults = validated(GAME, [str(path)])
    assert not good
    assert "custom_faces must be a text" in faults[0]


def test_the_page_of_all_fields_is_up_to_date():
    page = (ROOT / "docs" / "squirrel_away_rules.md").read_text(encoding="utf-8")
    assert page == rules_markdown(GAME) + "\n", (
        "squirrelstats rules squirrel_away --markdown > docs/squirrel_away_rules.md"
    )


def test_the_page_of_the_game_names_every_field_of_a_view_every_trait_column_and_file():
    page = (ROOT / "docs" / "squirrel_away.md").read_text(encoding="utf-8")
    columns = [c.name for c in GAME.columns if "face_" not in c.name and "front_" not in c.name]
    for name in (*L.VIEW_FIELDS, *(path.stem for path in VARIANTS), *GAME.traits, *columns):
        assert f"`{name}`" in page, name
    for name, trait in GAME.traits.items():
        assert f"| `{name}` | {trait.default:g} |" in page


# --- the shell ------------------------------------------------------------------------------------


def test_rules_are_shown_compared_and_explained():
    compared = rules_text(GAME, ["official", "review_variant"])
    assert ["caller_reward", "loot_after_return", "from_fist"] in [
        line.split() for line in compared.splitlines()
    ]
    assert "custom_faces" not in compared
    assert 'custom_faces = ""' in rules_text(GAME, [])
    quartets = next(path for path in VARIANTS if path.stem == "quartets")
    whole = rules_text(GAME, [str(quartets)])
    assert 'custom_faces = RB RG RC BG BC GC RBGC 2W 4W*2   (default "")' in whole
    explained = rules_text(GAME, ["custom_faces"])
    assert "Values: faces such as RB RG*2 RBG 2W" in explained
    for word in ("Source: ", "Effect: ", "For example: "):
        assert word in explained


def test_faces_on_the_shell(capsys):
    words = ["-O", "card_faces=custom", "-O", "custom_faces=rb*9, gc*9 2w"]
    assert main(["simulate", "squirrel_away", "--rounds", "5", *words]) == 0
    out = capsys.readouterr().out
    assert "official with card_faces=custom, custom_faces=RB*9 GC*9 2W" in out
    assert main(["simulate", "squirrel_away", "--rounds", "5", "-O", "custom_faces=3"]) == 2
    assert "custom_faces must be a text" in capsys.readouterr().err


def test_results_show_faces_by_what_they_are_under_the_rules():
    rules = sq.rules("squirrel_away", card_faces="custom", custom_faces="RB*8 RBGC*8 3W*8")
    run = sq.simulate("squirrel_away", ["baseline"] * 2, rounds=200, rules=rules, columns="cards")
    effects = sq.card_effects(run)
    assert effects.frame().kind.unique().tolist() == ["RB", "RBGC", "3W"]
    again = sq.card_effects(run, ["RBGC", "face_1"])
    assert again.effects == tuple(e for e in effects.effects if e.kind == "RBGC")
    with pytest.raises(sq.UsageError, match="unknown card 'face_3'"):
        sq.card_effects(run, "face_3")
    legend = sq.plot.card_effects(effects).get_legend()
    assert [text.get_text() for text in legend.get_texts()] == ["RB", "RBGC", "3W"]
    about = run.describe_columns().set_index("column").meaning
    assert about.opening_face_1 == "copies of face 1 (RBGC) in the opening hand"
    assert "not in this deck" in about.final_face_3


def test_a_deck_of_ones_own_is_not_called_assumed():
    own = sq.rules("squirrel_away", card_faces="custom", custom_faces="RB*9 GC*9 2W*9")
    for rules, assumed in ((None, True), (own, False)):
        run = sq.simulate("squirrel_away", ["baseline"] * 2, rules=rules, rounds=10)
        for text in (str(run), str(run.replay(0)), run.plan.rules_note):
            assert ("assumed" in text) == assumed
    found = sq.compare("squirrel_away", ["baseline", "honest"], rounds=20, replayed=4)
    assert "ten card faces are assumed" in str(found)
