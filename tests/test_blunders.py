"""Where a policy loses most."""

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

import squirrelstats as sq
from squirrelstats.errors import UsageError
from squirrelstats.simulate.decisions import decision_space, joined_decisions, kept_decisions
from squirrelstats.stats._situations import spans
from squirrelstats.stats.blunders import _judge


@pytest.fixture
def wasteful():
    """Never stores a set; plays as `first_legal` otherwise."""

    @sq.policy("squarrels")
    def wasteful(view, legal):
        if view.phase == sq.squarrels.PHASE_STORE:
            return sq.squarrels.DONE
        return sq.first_legal(legal)

    return wasteful


def test_a_glaring_mistake_is_found(wasteful):
    call = {"rounds": 150, "repeats": 30, "sample": 0.2, "measure": "score"}
    found = sq.blunders("squarrels", wasteful, by="phase_name", **call)
    worst = found.situations[0]
    assert worst.name == "store"
    assert worst.settled
    assert worst.per_decision.low > 1
    assert all(example.taken == "done" for example in worst.examples)
    assert "wasteful loses most at 'store'" in found.sentence
    example = worst.examples[0]
    replay = sq.replay(found.plan, example.deal, example.playing)
    asked = replay.events[replay.events[:, 0] == 0][example.decision - 1]
    assert found.plan.game.actions[asked[2]] == "done"
    axes = sq.plot.blunders(found)
    assert axes.get_title(loc="left") == "Where wasteful loses most"
    assert axes.get_yticklabels()[-1].get_text() == "store"
    plt.close("all")


def test_blunders_are_the_same_for_any_threads():
    call = {"rounds": 25, "repeats": 10, "sample": 0.2, "seed": 6}
    one, two = (sq.blunders("squirrels", "baseline", threads=n, **call) for n in (1, 2))
    pd.testing.assert_frame_equal(one.frame(), two.frame())
    pd.testing.assert_frame_equal(one.examples(), two.examples())
    assert one.situations[0].name in repr(one)
    assert "<table>" in one._repr_html_()
    few = [situation.few for situation in one.situations]
    assert few == sorted(few)
    assert not any(s.settled for s in one.situations if s.few)
    frame = one.frame()
    assert ((frame.other_low >= 0) & (frame.other_low <= frame.other)).all()
    assert ((frame.other <= frame.other_high) & (frame.other_high <= 1)).all()
    assert set(one.examples().n) == {10}


@pytest.mark.parametrize("game", ["squarrels", "squirrels", "squirrel_away"])
def test_losses_are_zero_where_the_best_looking_action_was_taken(game):
    plan = sq.make_plan(game, ["baseline"] * 3)
    kept = next(kept_decisions(plan, 3, 0.2, player=0, with_states=True, threads=1))
    judged = _judge(plan, kept, 8, "score", "real", 1, False)
    same = judged.best == kept.rows["action"]
    assert same.any()
    assert not same.all()
    assert not judged.losses[same].any()
    assert not judged.promised[same].any()
    assert (judged.promised[~same] > 0).all()
    assert set(kept.rows["player"]) == {0}


def test_names_of_stretches():
    assert spans((5, 6)) == ["up to 4", "5", "6 or more"]
    assert spans((1, 6)) == ["0", "1 to 5", "6 or more"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"by": "view_hand"}, "unknown column of decisions 'view_hand'"),
        ({"by": []}, "one or more columns"),
        ({"measure": "turns"}, "unknown measure of blunders 'turns'"),
        ({"judge": "me"}, "unknown way to judge 'me'"),
        ({"repeats": 1}, "repeats must be a whole number from 2"),
        ({"matches": 4}, "got both"),
        ({"rounds": 0}, "rounds must be"),
        ({"sample": 1e-9}, r"none of \d+ decisions was sampled"),
    ],
)
def test_what_blunders_refuse(wrong, message):
    with pytest.raises(UsageError, match=message):
        sq.blunders("squarrels", "baseline", **({"rounds": 5, "repeats": 2} | wrong))


def test_the_chart_refuses_other_things():
    with pytest.raises(UsageError, match="draws blunders"):
        sq.plot.blunders(3)


@pytest.mark.slow
def test_the_second_half_is_not_flattered():
    """Losses agree with fresh play-outs; gains by which they were chosen do not.

    False-alarm rate of the first claim 1e-4.
    """
    plan = sq.make_plan("squarrels", ["baseline"] * 4, seed=8, rotate="cyclic")
    kept = joined_decisions(list(kept_decisions(plan, 200, 0.1, player=0, with_states=True)))
    judged = _judge(plan, kept, 40, "win_share", "redeals", None, False)
    space, fresh = decision_space(plan), []
    for place, row in enumerate(kept.rows):
        actions = [int(row["action"]), int(judged.best[place])]
        _, shares = space.play_out(kept, place, actions, 0, 400, 12345)
        fresh.append((shares[:, 1] - shares[:, 0]).mean() / 840)
    losses, fresh = judged.losses.mean(axis=1) / 840, np.array(fresh)
    promised = judged.promised / 40 / 840
    gap = losses - fresh
    assert abs(gap.mean()) < 3.9 * gap.std() / len(gap) ** 0.5
    flattery = promised - fresh
    assert flattery.mean() > 3.9 * flattery.std() / len(gap) ** 0.5
