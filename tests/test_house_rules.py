"""House rules against a base: each effect recomputed, what is said of it, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.balance import house_rules
from squirrelstats.balance._seat_bias import seat_bias
from squirrelstats.estimate import mean_of
from squirrelstats.intervals import holm
from squirrelstats.stats._paired import tally
from squirrelstats.stats.measures import measure_of

MIXED = ["baseline", "choosy", "baseline", "random"]
QUIET = {"threads": 1, "progress": False}


@pytest.fixture(scope="module")
def found():
    rules = {"free": "website", "five": sq.rules("squarrels", stop_level=5)}
    return sq.compare_rules(
        "squarrels", rules, lineup=MIXED, rounds=150, seed=3, replayed=80, **QUIET
    )


def runs(**options):
    sets = (None, "website", sq.rules("squarrels", stop_level=5))
    usual = {"rounds": 150, "seed": 3, "rotate": "cyclic", **QUIET}
    return [sq.simulate("squarrels", MIXED, rules=own, **{**usual, **options}) for own in sets]


def by_key(found, variant):
    return {(e.measure, e.group): e for e in found.of(variant)}


def test_every_effect_is_that_of_runs_of_ones_own(found):
    base, *others = runs()
    for variant, run in zip(("free", "five"), others, strict=True):
        own = by_key(found, variant)
        for who, players in (("baseline", (0, 2)), ("choosy", (1,)), ("random", (3,))):
            for measure in ("win_share", "score"):
                frames = [r.seats[r.seats.player.isin(players)] for r in (base, run)]
                means = [f.groupby("deal")[measure].mean() for f in frames]
                check(own[measure, who], *means)
        for seat in range(4):
            means = [
                r.seats[r.seats.seat == seat].groupby("deal").win_share.mean() for r in (base, run)
            ]
            check(own["seat_share", f"seat {seat}"], *means)
        for measure in ("turns", "decisions", "truncated"):
            means = [r.rounds.groupby("deal")[measure].mean() for r in (base, run)]
            check(own[measure, ""], *means)
        minutes = [
            (r.rounds.turns * 8 + r.rounds.decisions * 3).groupby(r.rounds.deal).mean() / 60
            for r in (base, run)
        ]
        check(own["minutes", ""], *minutes)
        changes = [sq.shape(r, replayed=80).tables[0].measures["lead_changes"] for r in (base, run)]
        effect = own["lead_changes", ""]
        assert effect.difference.n == changes[0].n == 20
        assert effect.base_mean.value == pytest.approx(changes[0].value)
        assert effect.variant_mean.value == pytest.approx(changes[1].value)
        for mean, r in (
            (own["seat_bias", ""].base_mean, base),
            (own["seat_bias", ""].variant_mean, run),
        ):
            wins = tally(r, measure_of(r.plan, "win_share"), range(4), by="seat")
            assert mean == seat_bias(wins.sums, 840 * 4)


def check(effect, base, variant):
    wanted = mean_of((variant - base).to_numpy(float))
    assert effect.base_mean.value == pytest.approx(base.mean())
    assert effect.variant_mean.value == pytest.approx(variant.mean())
    assert effect.difference.value == pytest.approx(wanted.value, abs=1e-12)
    assert effect.differing == np.count_nonzero(~np.isclose(base, variant))
    if effect.differing:
        assert effect.difference.low == pytest.approx(wanted.low)


def test_p_values_are_corrected_for_all_variants_together(found):
    assert [e.p_holm for e in found.effects] == holm([e.p for e in found.effects])
    assert len(found.effects) == 2 * 16
    assert found.variants == ("free", "five")
    for effect in found.effects:
        assert effect.settled == (effect.p_holm <= 0.05 + 1e-12 and effect.differing >= 20)


def test_the_paragraph_says_each_effect_once_and_settles_no_more_than_p_allows(found):
    for variant in found.variants:
        told = found.paragraphs[variant]
        settled, _, rest = told.partition(" Not settled:")
        assert settled.startswith(f"With {variant} instead of rulebook_2009, over 150 deals: ")
        own = found.of(variant)
        clauses = settled.split("deals: ")[1].count(";") + 1
        assert clauses == sum(e.settled for e in own)
        for effect in own:
            assert (effect.label in rest) == (not effect.settled)
    assert " of 20)" in found.paragraphs["free"]  # lead changes rest on fewer deals


def test_a_paragraph_with_nothing_settled():
    rules = sq.rules("squarrels", gold_alone="keep")
    found = sq.compare_rules("squarrels", [rules], rounds=40, replayed=0, **QUIET)
    told = found.paragraphs["gold_alone=keep"]
    assert "no difference is settled." in told
    assert not any(e.settled for e in found.effects)
    assert "The same in all of 40 deals, so with 95 % confidence in all but 8.8 of 100" in told


def test_table_and_frame(found):
    text = repr(found)
    for part in (
        "house rules against rulebook_2009",
        "150 deals in common, each in 4 seatings",
        "32 effects together (Holm)",
        "minutes assume 8 s a turn and 3 s a decision",
        "five: stop_level=5",
        found.paragraphs["five"],
    ):
        assert part in " ".join(text.split())
    assert "<table>" in found._repr_html_()
    frame = found.frame()
    assert len(frame) == len(found.effects)
    turns = frame[(frame.variant == "five") & (frame.measure == "turns")].iloc[0]
    assert turns.difference == by_key(found, "five")["turns", ""].difference.value
    assert turns.unit == "turns"


def test_players_who_are_all_alike_do_not_rotate_and_have_no_win_shares():
    found = sq.compare_rules("squarrels", ["website"], rounds=60, replayed=0, **QUIET)
    assert found.arms[0].plan.rotate == "none"
    assert "win_share" not in {e.measure for e in found.effects}
    assert "lead_changes" not in {e.measure for e in found.effects}
    assert {e.group for e in found.effects if e.measure == "score"} == {"baseline"}


def test_same_seed_same_bits_for_any_number_of_threads():
    one, two = (
        sq.compare_rules("squirrels", ["swoop_like"], rounds=60, threads=t, progress=False)
        for t in (1, 2)
    )
    assert one.effects == two.effects


def test_luck_is_that_of_the_split():
    lineup = ["baseline", "random"]
    found = sq.compare_rules(
        "squirrels", ["swoop_like"], lineup=lineup, rounds=60, luck=True, replayed=0, **QUIET
    )
    effect = by_key(found, "swoop_like")["luck_share", ""]
    splits = [sq.luck_split("squirrels", lineup, rules=r, rounds=60) for r in (None, "swoop_like")]
    assert [effect.base_mean, effect.variant_mean] == [split.luck for split in splits]
    assert splits[0].luck.value == pytest.approx(1 - splits[0]["player"].alone.value)
    assert effect.difference.se >= max(split.luck.se for split in splits)


def test_matches():
    rules = sq.rules("squarrels", target_score=30)
    found = sq.compare_rules(
        "squarrels", [rules], lineup=["baseline", "random"], matches=30, **QUIET
    )
    own = by_key(found, "target_score=30")
    assert own["turns", ""].difference.high < 0
    assert "lead_changes" not in {e.measure for e in found.effects}
    assert "30 matches" in found.paragraphs["target_score=30"]


def test_files_and_what_is_assumed(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text('preset = "official"\n[rules]\nhand_size = 3\n')
    found = sq.compare_rules("squirrel_away", [file], rounds=40, replayed=0, **QUIET)
    assert found.variants == ("small",)
    assert "assumed: ten of the twelve card faces" in repr(found)
    against = sq.compare_rules("squirrel_away", ["official"], base=file, rounds=40, **QUIET)
    assert against.arms[0].name == "small"
    base = {"of old": file}
    named = sq.compare_rules("squirrel_away", ["official"], base=base, rounds=40, **QUIET)
    assert [arm.name for arm in named.arms] == ["of old", "official"]
    one, two = (by_key(f, f.variants[0])["turns", ""].difference for f in (found, against))
    assert one.value == -two.value


@pytest.mark.parametrize(
    ("variants", "options", "said"),
    [
        ("website", {}, "come as a list of presets"),
        ([], {}, "the list is empty"),
        (["wbsite"], {}, "did you mean 'website'"),
        (["rulebook_2009"], {}, "two sets of rules are called 'rulebook_2009'"),
        ({"mine": "rulebook_2009"}, {}, "'mine' and 'rulebook_2009' are the same rules"),
        (["website"], {"rounds": 1}, "rounds must be a whole number from 2"),
        (["website"], {"luck": True}, "all players are alike"),
        (["website"], {"luck": True, "lineup": MIXED, "rotate": "none"}, "needs a rotation"),
        (["website"], {"base": {}}, "a base is one set of rules, got a mapping of 0"),
        (["website"], {"seconds_per_turn": -1}, "seconds_per_turn must be a number from 0 to"),
        (["website"], {"replayed": -1}, "replayed must be a whole number"),
    ],
)
def test_what_is_refused(variants, options, said, monkeypatch):
    """Before anything is played."""
    monkeypatch.setattr(house_rules, "play_variants", lambda *a, **k: pytest.fail("it played"))
    with pytest.raises(sq.UsageError, match=said):
        sq.compare_rules("squarrels", variants, **{"rounds": 20, **options})


def test_an_unknown_variant_of_a_result(found):
    with pytest.raises(sq.UsageError, match="unknown variant of this comparison 'fre'"):
        found.of("fre")


def test_the_base_has_the_name_that_it_is_given():
    found = sq.compare_rules(
        "squarrels",
        {"rulebook_2009": "website"},
        base={"ours": "rulebook_2009"},
        rounds=4,
        replayed=0,
        progress=False,
    )
    assert [arm.name for arm in found.arms] == ["ours", "rulebook_2009"]
    with pytest.raises(sq.UsageError, match="one set of rules"):
        sq.compare_rules("squarrels", ["website"], base={}, rounds=4)


def test_names_that_look_like_formulas_can_be_drawn():
    found = sq.compare_rules("squarrels", {"$\\foo$": "website"}, rounds=4, replayed=0)
    axes = sq.plot.house_rules(found, "turns")
    axes.figure.canvas.draw()
    assert "$\\foo$" in " ".join(label.get_text() for label in axes.get_yticklabels())
