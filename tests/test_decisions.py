"""Tables of decisions, and what would have come of others."""

import json

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import squirrelstats as sq
from squirrelstats.errors import DatasetError, PolicyError, UsageError
from squirrelstats.games.squarrels import layout as squarrels
from squirrelstats.policies._decision_loops import DECISION
from squirrelstats.policies._decision_space import Kept
from squirrelstats.policies._loop import PLAYERS
from squirrelstats.simulate.decision_table import view_columns
from squirrelstats.simulate.decisions import decision_space, kept_decisions
from squirrelstats.simulate.position import Position
from tests.rules.squarrels_examples import cards

LINEUPS = {
    "squarrels": ["choosy", "baseline", "random"],
    "squirrels": ["planner", "baseline", "random"],
    "squirrel_away": ["baseline", "random", "baseline"],
}


# --- the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LINEUPS)
def test_every_decision_is_that_of_the_replay(game):
    run = sq.simulate(game, LINEUPS[game], rounds=4, rotate="cyclic", seed=3)
    table = run.decisions(sample=1).frame()
    ended = run.seats.set_index(["deal", "playing", "seat"])
    for (deal, playing), found in table.groupby(["deal", "playing"]):
        events = run.replay(deal, playing).events
        asked = events[events[:, 0] == 0]
        assert found.seat.tolist() == asked[:, 1].tolist()
        assert found.action.tolist() == asked[:, 2].tolist()
        assert found.decision.tolist() == asked[:, 3].tolist()
        end = ended.loc[(deal, playing)].loc[found.seat.tolist()]
        assert found.score.tolist() == end.score.tolist()
        assert found.win_share.tolist() == end.win_share.tolist()
        assert found.policy.tolist() == end.policy.tolist()
    assert (table.legal_actions >= 2).all()
    assert (table.legal.to_numpy() >> table.action.to_numpy().astype("u8") & np.uint64(1)).all()
    assert table.legal_actions.tolist() == [int(mask).bit_count() for mask in table.legal]


@pytest.mark.parametrize("game", LINEUPS)
def test_views_are_what_the_seat_saw(game):
    table = sq.decisions(game, LINEUPS[game], rounds=1, sample=1, seed=5).frame()
    position = Position(game, LINEUPS[game], seed=5)
    for row in table.to_dict("records"):
        assert position.advance() == "decision"
        view = position.view
        assert (row["seat"], row["phase"]) == (view.seat, view.phase)
        for column in view_columns(position.game, 3):
            values = np.ravel(getattr(view, column.source))
            if column.source not in position.game.impressions:
                assert row[column.name] == values[column.lane or 0], column.name
        position.apply(position.ask())
    assert position.advance() == "end"


@pytest.mark.parametrize("game", LINEUPS)
def test_every_array_of_a_view_has_named_places(game):
    played = sq.get_game(game)
    arrays = {name for name in played.view_fields if played.view_dtype[name].shape}
    assert arrays - {"faces"} == set(played.layout.VIEW_AXES)
    sizes = {axis: max(names) for axis, names in played.layout.AXES.items()}
    for name, axes in played.layout.VIEW_AXES.items():
        shape = played.view_dtype[name].shape
        assert len(axes) == len(shape)
        assert all(sizes.get(axis, 0) < size for axis, size in zip(axes, shape, strict=True))
    names = [column.name for column in view_columns(played, played.max_seats)]
    assert len(set(names)) == len(names)
    fields = {column.name for column in view_columns(played, 2)}
    assert set(played.layout.SITUATIONS) == set(played.phases)
    assert {f"view_{field}" for field, *_ in played.layout.SITUATIONS.values()} <= fields


def test_a_sample_is_uniform_nested_and_the_same_for_any_threads():
    def table(sample, threads=1):
        kept = sq.decisions(
            "squarrels",
            ["baseline"] * 3,
            rounds=400,
            rotate="cyclic",
            sample=sample,
            threads=threads,
        )
        return kept, kept.frame()

    kept, small = table(0.1)
    _, large = table(0.3)
    keys = ["deal", "playing", "decision"]
    both = small[keys].merge(large[keys])
    assert len(both) == len(small)
    # false-alarm rate 1e-4: a binomial count 3.9 standard deviations from its mean
    assert abs(kept.kept - 0.1 * kept.asked) < 3.9 * (0.09 * kept.asked) ** 0.5
    pd.testing.assert_frame_equal(small, table(0.1, threads=2)[1])
    shares = small.groupby("playing").size() / large.groupby("playing").size()
    assert shares.between(0.25, 0.42).all()
    assert not small[small.playing == 0].decision.equals(small[small.playing == 1].decision)


def test_matches_tell_the_round():
    run = sq.simulate("squarrels", ["baseline", "choosy"], matches=3, seed=2)
    table = run.decisions(sample=1).frame()
    row = table[(table.deal == 1) & (table.round_in_match == 2)].iloc[4]
    events = run.replay(1, 0, 2).events
    asked = events[events[:, 0] == 0][4]
    assert asked.tolist() == [0, row.seat, row.action, row.decision]


def test_a_file_is_the_same_table_with_its_meaning(tmp_path):
    call = {"rounds": 30, "sample": 0.5, "seed": 1}
    path = tmp_path / "in" / "kept.parquet"
    kept = sq.decisions("squirrels", LINEUPS["squirrels"], out=path, **call)
    assert [file.name for file in path.parent.iterdir()] == ["kept.parquet"]
    pd.testing.assert_frame_equal(
        kept.frame(), sq.decisions("squirrels", LINEUPS["squirrels"], **call).frame()
    )
    about = json.loads(pq.read_metadata(path).metadata[b"squirrelstats"])
    assert (about["table"], about["sample"], about["deals"]) == ("decisions", 0.5, 30)
    assert set(about["columns"]) == set(kept.frame().columns)
    assert about["plan"]["seed"] == 1
    described = kept.describe_columns()
    assert described.column.tolist() == list(kept.frame().columns)
    assert described.meaning.str.len().min() > 0
    assert f"on disk: {path}" in repr(kept)


def test_a_file_appears_only_when_all_went_well(tmp_path):
    @sq.policy("squarrels", trial=False)
    def broken(view):
        return 62

    path = tmp_path / "kept.parquet"
    with pytest.raises(PolicyError, match="illegal action 62") as caught:
        sq.decisions("squarrels", [broken, "baseline"], rounds=3, out=path)
    assert caught.value.plan is not None
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("")
    with pytest.raises(DatasetError, match="cannot write"):
        sq.decisions("squarrels", ["baseline"] * 2, rounds=3, out=tmp_path / "file" / "a.parquet")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"sample": 0}, "above 0 and at most 1, got 0"),
        ({"sample": True}, "above 0 and at most 1, got True"),
        ({"out": "kept.csv"}, r"path of a .parquet file, got 'kept.csv'"),
    ],
)
def test_what_a_table_refuses(wrong, message):
    with pytest.raises(UsageError, match=message):
        sq.decisions("squarrels", ["baseline"] * 2, rounds=3, **wrong)


def test_nothing_kept_is_an_empty_table():
    kept = sq.decisions("squarrels", ["baseline"] * 2, rounds=1, sample=1e-9)
    assert (kept.kept, len(kept.frame())) == (0, 0)
    assert "view_hand_gold" in kept.frame()


# --- what if --------------------------------------------------------------------------------------


def played_out(position, plan, action, actions, repeats=50, *, redeal=True):
    """Play a constructed position out."""
    row = np.zeros(1, DECISION)
    row["action"], row["number"] = action, 1
    kept = Kept(1, row, np.zeros(1), position._state.copy(), np.zeros(1, PLAYERS))
    return decision_space(plan).play_out(kept, 0, actions, 0, repeats, 0, redeal=redeal)


def test_a_forced_win_is_found():
    """Seat 0 holds three Ones: stored they win, and the next card is the Winter."""
    position = Position("squarrels", 2, hands=[cards("114"), cards("4")], deck=cards("1X"))
    position.advance()
    plan = sq.make_plan("squarrels", ["baseline"] * 2)
    actions = [squarrels.DRAW, squarrels.STORE_ONE]
    for redeal in (True, False):
        scores, shares = played_out(position, plan, squarrels.DRAW, actions, redeal=redeal)
        assert scores.tolist() == [[0, 1]] * 50
        assert shares.tolist() == [[420, 840]] * 50


@pytest.mark.parametrize("game", LINEUPS)
def test_an_action_does_not_differ_from_itself(game):
    plan = sq.make_plan(game, LINEUPS[game], seed=4)
    kept = next(kept_decisions(plan, 2, 0.1, with_states=True, threads=1))
    space = decision_space(plan)
    for place, row in enumerate(kept.rows):
        taken = int(row["action"])
        scores, shares = space.play_out(kept, place, [taken, taken], 0, 20, 7)
        assert (scores[:, 0] == scores[:, 1]).all()
        assert (shares[:, 0] == shares[:, 1]).all()


def test_with_the_cards_as_they_lay_a_round_without_chance_goes_as_it_went():
    """Squirrels with policies that draw nothing: all chance is in the deal."""
    plan = sq.make_plan("squirrels", ["planner", "counter", "baseline"], seed=4, unit="matches")
    kept = next(kept_decisions(plan, 2, 0.05, with_states=True, threads=1))
    space = decision_space(plan)
    assert set(kept.rows["match_round"]) >= {0, 1}
    for place, row in enumerate(kept.rows):
        scores, shares = space.play_out(kept, place, [int(row["action"])], 0, 3, 1, redeal=False)
        assert scores.ravel().tolist() == [row["score"]] * 3
        assert shares.ravel().tolist() == [row["share840"]] * 3


def test_redeals_leave_the_view_and_differ():
    run = sq.simulate("squirrels", LINEUPS["squirrels"], rounds=3, seed=4)
    found = run.what_if(1, 10, repeats=200)
    assert found.taken.score.se > 0
    assert found.taken.share_difference.value == found.taken.score_difference.value == 0
    hindsight = run.what_if(1, 10, repeats=200, redeal=False)
    assert hindsight.assumptions == (
        "hindsight: hidden cards lie as they did, only later chance is drawn anew",
    )


def test_what_if_is_the_same_for_any_threads_and_depends_on_the_seed():
    run = sq.simulate("squarrels", LINEUPS["squarrels"], rounds=3, rotate="cyclic", seed=4)
    found = run.what_if(2, 9, playing=1, repeats=1300, threads=1)
    again = run.what_if(2, 9, playing=1, repeats=1300, threads=2)
    pd.testing.assert_frame_equal(found.frame(), again.frame())
    other = run.what_if(2, 9, playing=1, repeats=1300, seed=1)
    assert other.taken.score.value != found.taken.score.value
    events = run.replay(2, 1).events
    asked = events[events[:, 0] == 0][8]
    assert (found.seat, found.taken.action) == (asked[1], asked[2])


def test_what_if_of_named_actions():
    run = sq.simulate("squarrels", LINEUPS["squarrels"], rounds=3, seed=4)
    whole = run.what_if(0, 3, repeats=50)
    names = [choice.name for choice in whole.alternatives]
    one = run.what_if(0, 3, names[0], repeats=50)
    assert [choice.name for choice in one.choices] == [whole.taken.name, names[0]]
    assert one.alternatives[0].share_difference == whole.alternatives[0].share_difference
    itself = run.what_if(0, 3, whole.taken.action, repeats=50)
    assert itself.alternatives == ()
    assert "n = 50 redeals" in itself.sentence
    assert whole.taken.name in repr(whole)
    assert "<table>" in whole._repr_html_()


def test_what_if_of_a_match():
    run = sq.simulate("squarrels", ["baseline", "choosy"], matches=2, seed=2)
    found = run.what_if(1, 5, round=2, repeats=30)
    assert (found.round, found.decision) == (2, 5)
    assert "outcomes are those of the round, not of the match" in found.assumptions


def test_what_if_of_a_loaded_run(tmp_path):
    run = sq.simulate("squarrels", ["baseline", "choosy"], rounds=5, out=tmp_path / "run")
    found = sq.load(tmp_path / "run").what_if(4, 2, repeats=20)
    pd.testing.assert_frame_equal(found.frame(), run.what_if(4, 2, repeats=20).frame())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"deal": 5}, "deal must be a whole number from 0 to 2, got 5"),
        ({"decision": 0}, "decision must be a whole number from 1"),
        (
            {"decision": 999},
            r"from 1 to \d+ in that round, got 999; print\(run.replay\(0, 0, 0\)\)",
        ),
        ({"playing": 1}, "playing must be a whole number from 0 to 0, got 1"),
        ({"round": 1}, "round must be a whole number from 0 to 0, got 1"),
        ({"repeats": 1}, "repeats must be a whole number from 2"),
        ({"action": "jump"}, "unknown action at this decision 'jump'"),
        ({"action": 63}, "unknown action at this decision 63"),
    ],
)
def test_what_what_if_refuses(call, message):
    run = sq.simulate("squarrels", ["baseline"] * 2, rounds=3)
    with pytest.raises(UsageError, match=message):
        run.what_if(**({"deal": 0, "decision": 1} | call))


def test_others_memory_is_forgotten_on_redeals_only():
    @sq.policy("squirrels")
    def counting(view, legal, memory):
        memory[0] += 1
        return sq.last_legal(legal) if memory[0] > 6 else sq.first_legal(legal)

    run = sq.simulate("squirrels", [counting, counting], rounds=2)
    found = run.what_if(0, 14, repeats=20)
    assert "the others have forgotten" in found.assumptions[1]
    kept = next(kept_decisions(run.plan, 1, 1, with_states=True, threads=1))
    scores, _ = decision_space(run.plan).play_out(
        kept, 13, [int(kept.rows["action"][13])], 0, 2, 0, redeal=False
    )
    assert scores.ravel().tolist() == [kept.rows["score"][13]] * 2


def test_what_if_shows_the_interval_of_every_score() -> None:
    run = sq.simulate("squarrels", ["choosy", "baseline"], rounds=10)
    found = run.what_if(deal=3, decision=5, repeats=100)
    for choice in found.choices:
        shown = f"{choice.score.low:.2f} to {choice.score.high:.2f}".replace("-", "−")
        assert shown in repr(found)
