"""What-ifs of many decisions at once."""

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.errors import UsageError

QUIET = {"progress": False}


@pytest.fixture(scope="module")
def run():
    return sq.simulate("squarrels", ["choosy", "baseline", "choosy"], rounds=15, seed=4, **QUIET)


@pytest.fixture(scope="module")
def asked(run):
    return run.decisions(sample=0.2, **QUIET).frame()


def test_each_row_is_what_a_single_what_if_finds(run, asked):
    found = run.what_ifs(asked, repeats=20, seed=9, **QUIET)
    for (deal, decision), rows in list(found.groupby(["deal", "decision"]))[::9]:
        alone = run.what_if(int(deal), int(decision), repeats=20, seed=9)
        others = [choice.name for choice in alone.alternatives]
        assert rows.other_name.tolist() == others
        gains = [choice.share_difference.value for choice in alone.alternatives]
        assert np.allclose(rows.share_gain, gains)
        assert np.allclose(rows.score_gain, [c.score_difference.value for c in alone.alternatives])
        assert np.allclose(rows.share_taken, alone.taken.win_share.value)
        assert np.allclose(rows.score_other, [c.score.value for c in alone.alternatives])


def test_threads_and_selection_change_nothing(run, asked):
    whole = run.what_ifs(asked, repeats=10, threads=2, **QUIET)
    again = run.what_ifs(asked, repeats=10, threads=1, **QUIET)
    assert whole.equals(again)
    part = run.what_ifs(asked[asked.phase_name == "race"], "hold", repeats=10, **QUIET)
    same = whole[(whole.phase_name == "race") & (whole.other_name == "hold")]
    assert part.equals(same.reset_index(drop=True))
    assert set(asked.columns) < set(part.columns)
    assert (part.repeats == 10).all()


def test_actions_that_are_not_legal_or_were_taken_are_left_out(run, asked):
    found = run.what_ifs(asked, ["hold", sq.squarrels.RACE], repeats=5, **QUIET)
    assert set(found.phase_name) == {"race"}
    assert (found.action != found.other).all()


def test_in_matches():
    run = sq.simulate("squarrels", ["choosy", "baseline"], matches=2, seed=1, **QUIET)
    asked = run.decisions(sample=0.05, **QUIET).frame()
    found = run.what_ifs(asked, repeats=10, **QUIET)
    row = found[found.round_in_match > 0].iloc[0]
    alone = run.what_if(
        int(row.deal), int(row.decision), int(row.other), round=int(row.round_in_match), repeats=10
    )
    assert np.isclose(row.share_gain, alone.alternatives[0].share_difference.value)


def test_mistakes_are_told(run, asked):
    with pytest.raises(UsageError, match="has no column playing, round_in_match"):
        run.what_ifs(asked[["deal", "decision"]])
    with pytest.raises(UsageError, match="has no column deal"):
        run.what_ifs([(3, 5)])
    with pytest.raises(UsageError, match="unknown action 'hodl'"):
        run.what_ifs(asked, "hodl")
    with pytest.raises(UsageError, match="repeats must be a whole number from 2"):
        run.what_ifs(asked, repeats=1)
    with pytest.raises(UsageError, match="is there such an alternative"):
        run.what_ifs(asked[asked.phase_name == "race"], "done", repeats=5, **QUIET)
    with pytest.raises(UsageError, match="decision must be a whole number"):
        run.what_ifs(asked.assign(decision=10**6)[:2], repeats=5, **QUIET)
