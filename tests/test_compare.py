"""Paired comparisons: exact cancelling, what is said of a difference, the guard, divergence."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import squirrelstats as sq
from squirrelstats.errors import NotRepeatable
from squirrelstats.estimate import FEW_DIFFERING, Estimate, p_value
from squirrelstats.intervals import holm
from squirrelstats.policies import registry
from squirrelstats.simulate.api import play_on
from squirrelstats.simulate.store import MemoryStore
from squirrelstats.stats._divergence import IDENTICAL, Divergence
from squirrelstats.stats._paired import Tally, paired, tally
from squirrelstats.stats._wording import plain, signed
from squirrelstats.stats.measures import estimated, measure_of, playing_values


@pytest.fixture(autouse=True)
def _own_policies(monkeypatch):
    monkeypatch.setattr(registry, "_session", {})


def compare(arms, game="squarrels", **options):
    usual = {"progress": False, "threads": 1}
    if "matches" not in options:
        usual["rounds"] = 200
    return sq.compare(game, arms, **{**usual, **options})


# --- against itself -----------------------------------------------------------------------------

POLICIES = {game: [p.name for p in sq.policies.list(game)][:6] for game in sq.GAMES}
CASES = st.sampled_from(
    [
        (game, unit, rotate)
        for game, unit, rotate in itertools.product(
            ("squarrels", "squirrels"), ("rounds", "matches"), ("none", "cyclic", "balanced")
        )
    ]
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CASES, st.data())
def test_anything_against_itself_cancels_exactly(case, data):
    """Played twice, into stores of their own and in other chunks, whatever is measured."""
    game, unit, rotate = case
    lineup = data.draw(st.lists(st.sampled_from(POLICIES[game]), min_size=2, max_size=4))
    seed, player = data.draw(st.integers(0, 99)), data.draw(st.integers(0, len(lineup) - 1))
    plan = sq.make_plan(game, lineup, seed=seed, rotate=rotate, unit=unit)
    deals = 12
    once = play_on(plan, MemoryStore(), deals, 1, False)
    store = MemoryStore()
    for upto in (1, 4, 5, deals):
        again = play_on(plan, store, upto, 2, False)
    for name in ("win_share", "score", "turns", "truncated"):
        measure = measure_of(plan, name)
        groups = (player,) if measure.of_player else (0,)
        found = paired(tally(once, measure, groups), tally(again, measure, groups), same=True)
        assert (found.difference.value, found.difference.low, found.difference.high) == (0, 0, 0)
        assert (found.p, found.differing, found.saved) == (1.0, 0, None)


@pytest.mark.parametrize("unit", ["rounds", "matches"])
@pytest.mark.parametrize("game", ["squarrels", "squirrels"])
def test_an_arm_and_itself(game, unit):
    found = compare({"one": "random", "other": "random"}, game, **{unit: 20})
    assert found.difference == Estimate(0.0, 0.0, 0.0, 0.0, 20)
    assert found.divergences[0].identical.value == 1
    assert found.sentences == ("other and one are the same and cancel exactly.",)
    assert found.frame().iloc[0].saved != found.frame().iloc[0].saved  # nothing to save


# --- the guard ----------------------------------------------------------------------------------


def test_the_guard_fires_where_a_policy_keeps_something():
    calls = itertools.count()

    @sq.policy("squarrels", native=False)
    def moody(view, legal):
        """Does what it feels like."""
        actions = [action for action in range(64) if legal >> action & 1]
        return actions[next(calls) * 7 % len(actions)]

    with pytest.raises(NotRepeatable, match=r"'moody' against itself does not cancel: deal \d+"):
        compare(["baseline", moody], rounds=30)
    with pytest.raises(NotRepeatable, match="'one'"):
        compare({"one": moody, "other": moody}, rounds=30)
    with pytest.raises(NotRepeatable, match="against itself"):
        sq.plan_rounds("squarrels", ["baseline", moody], half_width=0.1, pilot=100, threads=1)
    with pytest.raises(NotRepeatable, match="against itself"):
        sq.sweep("squarrels", "stop_level", [6, 7], lineup=[moody, "random"], rounds=30, threads=1)


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "unit", "measure", "rotate"),
    [
        ("squarrels", "rounds", "score", "cyclic"),
        ("squirrels", "rounds", "win_share", "balanced"),
        ("squarrels", "matches", "total", "cyclic"),
        ("squirrels", "matches", "turns", "none"),
        ("squarrels", "matches", "rounds", "cyclic"),
    ],
)
def test_the_difference_is_the_mean_over_blocks(game, unit, measure, rotate):
    """Against the same from tidy tables, by pandas."""
    found = compare(
        {"base": ["baseline", "random", "random"], "arm": ["random", "random", "random"]},
        game,
        **{unit: 60},
        measure=measure,
        player=0,
        rotate=rotate,
    )
    means, own = [], []
    for arm in found.arms:
        run = play_on(arm.plan, MemoryStore(), 60, 1, False)
        table = found.measure.column.table
        frame = run._frame(table)
        frame = frame[frame.player == 0] if "player" in frame else frame
        keys = ["deal", "playing"]
        means.append(frame.groupby(keys)[found.measure.name].sum().groupby("deal").mean())
        own.append(estimated(run, found.measure, 0).value)
        values = playing_values(run, found.measure, 0)
        counted = tally(run, found.measure, (0,))
        assert (counted.sums[:, 0] == values.sum(axis=1)).all()
        assert (counted.squares[:, 0] == (values * values).sum(axis=1)).all()
    d = means[1] - means[0]
    assert found.difference.value == pytest.approx(d.mean())
    assert found.difference.se == pytest.approx(d.std(ddof=1) / math.sqrt(60))
    assert found.differences[0].base_mean.value == pytest.approx(own[0])
    assert found.differences[0].arm_mean.value == pytest.approx(own[1])
    assert found.differences[0].differing == np.count_nonzero(d)


@pytest.mark.parametrize("unit", ["rounds", "matches"])
def test_by_seat_and_by_player(unit):
    arms = {"base": ["baseline", "random", "random"], "arm": ["random", "baseline", "random"]}
    seats = compare(arms, measure="score", by="seat", **{unit: 40})
    players = compare(arms, measure="score", by="player", **{unit: 40})
    assert [d.group for d in seats.differences] == ["seat 0", "seat 1", "seat 2"]
    assert [d.group for d in players.differences] == ["player 0", "player 1", "player 2"]
    for found, by in ((seats, "seat"), (players, "player")):
        for arm, name in zip(found.arms, ("base_mean", "arm_mean"), strict=True):
            run = play_on(arm.plan, MemoryStore(), 40, 1, False)
            summary = run.summary(by=by)
            points = summary["total_mean" if unit == "matches" else "score_mean"]
            for d, told in zip(found.differences, points, strict=True):
                assert getattr(d, name).value == pytest.approx(told)


def test_threads_change_nothing():
    one, two = (compare(["baseline", "choosy"], "squarrels", threads=n) for n in (1, 2))
    assert one.frame().equals(two.frame())


def test_pairing_saves_rounds_as_its_variance_says():
    """The factor is the ratio of variances, counted out by hand."""
    found = compare(["baseline", "choosy"], rounds=400, measure="score", replayed=0)
    runs = [play_on(arm.plan, MemoryStore(), 400, 1, False) for arm in found.arms]
    a, b = (playing_values(run, found.measure).astype(float) for run in runs)
    alone = a.var(ddof=1) / 4 + b.var(ddof=1) / 4
    within = (b.mean(axis=1) - a.mean(axis=1)).var(ddof=1)
    saved = found.differences[0].saved
    assert saved.value == pytest.approx(alone / within)
    assert 1 < saved.low < saved.value < saved.high


def test_unpaired_play_is_as_variable_as_said():
    """Differences of two runs with other seeds, 300 times: their variance within 4 standard errors.

    False-alarm rate under 1 in 10,000; the seeds are fixed.
    """
    rounds, times = 10, 300
    plans = [
        [sq.make_plan("squarrels", [p, "baseline"], seed=seed) for p in ("choosy", "baseline")]
        for seed in range(times)
    ]
    measure = measure_of(plans[0][0], "score")
    tallies = [
        [
            tally(play_on(plan, MemoryStore(), rounds, 1, False), measure, (0,)).sums[:, 0]
            for plan in both
        ]
        for both in plans
    ]
    shifted = [a.mean() - tallies[k - 1][1].mean() for k, (a, _) in enumerate(tallies)]
    flat = [np.concatenate([pair[arm] for pair in tallies]) for arm in (0, 1)]
    ones = [Tally(measure, (0,), 1, x[:, None], (x * x)[:, None]) for x in flat]
    saved = paired(ones[1], ones[0]).saved
    within = (flat[0] - flat[1]).var(ddof=1)
    assert np.var(shifted, ddof=1) * rounds == pytest.approx(
        saved.value * within, rel=4 * math.sqrt(2 / times)
    )


def test_intervals_hold_what_they_promise():
    """95 % intervals of a difference that is 0: random policies with other streams.

    Of 200 intervals 190 are expected to hold 0; fewer than 178 come up in 1 of 10,000 cases.
    """
    held = 0
    for seed in range(200):
        plans = [
            sq.make_plan("squarrels", ["random", "random"], seed={"deal": seed, "policy": own})
            for own in (1, 2)
        ]
        measure = measure_of(plans[0], "score")
        arms = [tally(play_on(p, MemoryStore(), 60, 1, False), measure, (0,)) for p in plans]
        difference = paired(*arms).difference
        held += difference.low <= 0 <= difference.high
    assert held >= 178


# --- several comparisons ------------------------------------------------------------------------


def test_holm_by_hand():
    assert holm([]) == []
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9, 0.001, 0.02]) == pytest.approx([1.0, 1.0, 0.004, 0.06])


def test_holm_keeps_the_family_wise_rate():
    """Five true hypotheses, 2,000 times: false alarms in 5 % of families, at most 7 % here.

    The limit is 4 standard errors away: under 1 in 10,000.
    """
    p = np.random.default_rng(3).random((2000, 5))
    assert np.mean([min(holm(list(row))) <= 0.05 for row in p]) <= 0.07


def test_p_values_are_those_of_students_test():
    from scipy.stats import ttest_1samp

    d = np.random.default_rng(1).normal(0.3, 1, 40)
    estimate = Estimate(d.mean(), d.std(ddof=1) / math.sqrt(40), 0, 0, 40)
    assert p_value(estimate) == pytest.approx(ttest_1samp(d, 0).pvalue)


# --- rare differences ---------------------------------------------------------------------------


def integers(values):
    plan = sq.make_plan("squarrels", ["baseline", "random"])
    x = np.asarray(values, np.int64).reshape(-1, 1)
    return Tally(measure_of(plan, "win_share"), (0,), 1, x, x * x)


def test_what_never_differed_may_still_differ():
    """Clopper and Pearson's limit for 0 of n."""
    found = paired(integers([420] * 100), integers([420] * 100))
    assert found.difference.high == pytest.approx(1 - 0.025**0.01)
    assert found.difference.low == -found.difference.high
    assert found.p == 1.0


def test_few_blocks_settle_nothing():
    found = compare(
        {"base": "rulebook_2009", "arm": sq.rules("squarrels", max_turns_per_round=60)},
        measure="turns",
        rounds=300,
    )
    d = found.differences[0]
    if d.differing < 20:
        assert d.few
        assert not d.settled


# --- words --------------------------------------------------------------------------------------


def test_a_settled_difference_in_words():
    found = compare(["random", "baseline"], rounds=300)
    (told,) = found.sentences
    assert told.startswith("baseline does better than random: it wins ")
    assert "more of 100 rounds (95 % interval " in told
    assert told.endswith(", 300 deals.")
    back = compare(["baseline", "random"], rounds=300)
    assert back.sentences[0].startswith("random does worse than baseline: it wins ")
    assert "fewer of 100 rounds" in back.sentences[0]


def test_low_scores_are_good_where_they_are():
    found = compare(["random", "baseline"], "squirrels", rounds=100, measure="score")
    assert found.difference.high < 0
    assert "baseline does better than random: " in found.sentences[0]
    assert "points fewer" in found.sentences[0]
    assert "lower scores are better" in repr(found)


def test_no_sentence_claims_what_the_interval_does_not():
    """Whatever the p values: settled words only for settled differences."""
    found = compare(["baseline", "choosy", "counter", "wary", "gleaner"], rounds=60, replayed=0)
    for d, told in zip(found.differences, found.sentences, strict=True):
        assert ("better" in told and "Whether" not in told) == (
            d.settled and d.difference.value > 0
        )
        if d.settled:
            assert d.p_holm <= 0.05
            assert not d.difference.low <= 0 <= d.difference.high
        else:
            assert "not settled" in told or "too few" in told
    assert "not corrected for 4 comparisons" in repr(found)


def test_rules_are_told_for_whom():
    found = compare(["rulebook_2009", "website"], by="seat", rounds=300)
    assert all("with website" in told and "seat" in told for told in found.sentences)
    lengths = compare(["rulebook_2009", "website"], measure="lead_changes", rounds=100)
    assert "lead changes" in lengths.sentences[0]
    assert lengths.arms[0].plan.rotate == "none"
    assert lengths.arms[0].plan.columns == "all"


def test_html_and_text_say_the_same():
    found = compare(["baseline", "choosy"])
    for said in (*found.sentences, "rounds without common deals"):
        assert said in repr(found)
        assert said in found._repr_html_()


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0, "0.0"), (-0.01, "0.0"), (1.25, "+1.2"), (-3.0, "−3.0")]
)
def test_signs(value, shown):
    assert signed(value, 1) == shown
    assert plain(-math.inf, 1) == "−∞"


# --- divergence ---------------------------------------------------------------------------------


def test_the_first_diverging_decision():
    """Playing by playing, against replays of the two arms."""
    found = compare(["baseline", "choosy"], rounds=30, replayed=40, seed=3)
    (d,) = found.divergences
    assert d.first.shape == (10, 4)
    plans = [arm.plan for arm in found.arms]
    asked = int(plans[0].game.layout.ASKED)
    for deal, playing in itertools.product(range(10), range(4)):
        one, other = (sq.replay(plan, deal, playing).events.tolist() for plan in plans)
        if one == other:
            assert d.first[deal, playing] == IDENTICAL
            continue
        shared = list(
            itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
        )
        decisions = sum(event[0] == asked for event, _ in shared)
        assert d.first[deal, playing] == decisions + 1
    assert d.identical.value == (d.first == IDENTICAL).mean()
    curve = d.frame()
    assert curve.identical.iloc[0] == 1
    assert curve.identical.iloc[-1] == d.identical.value
    assert curve.diverging.sum() == (d.first != IDENTICAL).sum()
    assert d.median.low <= d.median.value <= d.median.high
    assert "stay identical" in repr(d)


def test_divergence_in_matches_counts_decisions_through():
    found = compare(["baseline", "choosy"], matches=6, replayed=24)
    assert (found.divergences[0].first != 0).all()
    assert found.divergences[0].playings == 24


def test_the_median_of_playings_that_part():
    first = np.array([[1, 2], [3, 4], [5, IDENTICAL]])
    d = Divergence("a", "b", first, Estimate(1 / 6, 0.1, 0, 1, 3))
    assert d.median.value == 3
    alike = Divergence("a", "b", np.full((3, 2), IDENTICAL), Estimate(1, 0, 0.5, 1, 3))
    assert alike.median is None


def test_other_numbers_of_seats_have_no_divergence():
    found = compare(
        {"two": {"lineup": ["choosy", "baseline"]}, "three": ["choosy"] + ["random"] * 2}
    )
    assert found.divergences == ()
    assert found.differences[0].saved is not None


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arms", "options", "said"),
    [
        (["baseline"], {}, "a comparison needs two arms or more"),
        (["baseline", "random"], {"measure": "wins"}, "unknown measure 'wins'"),
        (["baseline", "random"], {"by": "table"}, "unknown split of a comparison 'table'"),
        (["baseline", "random"], {"by": "seat", "measure": "turns"}, "the same for all"),
        (["baseline", "random"], {"rounds": 1}, "rounds must be a whole number from 2"),
        (["baseline", "random"], {"rounds": None}, "say how many deals to play"),
        (["baseline", "random"], {"replayed": -1}, "replayed must be a whole number from 0"),
        (["baseline", "random"], {"threads": 0}, "threads must be a whole number from 1"),
        (["rulebook_2009", "website"], {}, "each wins an even share whatever the rules"),
        ([["random"] * 2, ["random"] * 3], {"by": "seat"}, "another number of seats"),
    ],
)
def test_bad_calls(arms, options, said):
    with pytest.raises(sq.UsageError, match=said):
        compare(arms, **options)


def test_one_difference_is_asked_of_one():
    with pytest.raises(sq.UsageError, match="this comparison has 2 differences"):
        _ = compare(["baseline", "random", "choosy"], rounds=20, replayed=0).difference


# --- calibration --------------------------------------------------------------------------------

CALIBRATED = {
    "S'Quarrels, choosy against baseline": ("squarrels", "baseline", "choosy", {}),
    "S'Quarrels, give_up 0.5 against 0.35": ("squarrels", "choosy", "choosy", {"give_up": 0.5}),
    "Squirrels, planner against counter": ("squirrels", "counter", "planner", {}),
}


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [100, 400])
@pytest.mark.parametrize("measure", ["win_share", "score"])
@pytest.mark.parametrize("case", CALIBRATED)
def test_calibration(case, measure, blocks):
    """Stretches of one long run, each a comparison: how often intervals hold the whole run's value.

    Nominal 95 %. The limits are 4 standard errors below: each fails by chance in 1 of 30,000 runs.
    """
    game, base, arm, params = CALIBRATED[case]
    deals = 50_000
    arms = [base, sq.policies.get(game, arm, **params)]
    table = ["baseline"] * 4
    plans = [sq.make_plan(game, [own, *table[1:]], seed=23, rotate="cyclic") for own in arms]
    kind = measure_of(plans[0], measure)
    whole = [tally(play_on(plan, MemoryStore(), deals, 2, False), kind, (0,)) for plan in plans]
    truth = paired(*whole)
    held = saved = judged = 0
    starts = range(0, deals, blocks)
    for start in starts:
        cut = slice(start, start + blocks)
        part = [Tally(kind, (0,), t.playings, t.sums[cut], t.squares[cut]) for t in whole]
        found = paired(*part)
        if found.differing < FEW_DIFFERING:
            continue
        judged += 1
        held += found.difference.low <= truth.difference.value <= found.difference.high
        saved += found.saved.low <= truth.saved.value <= found.saved.high
    print(f"{case} | {measure} | {blocks} | {held} | {saved} | {judged} of {len(starts)}")
    if judged < len(starts) / 2:  # rare differences, left open nearly always
        return
    least = 0.95 - 4 * math.sqrt(0.95 * 0.05 / judged)
    assert held / judged >= least
    assert saved / judged >= least - 0.02  # of a ratio of variances only asymptotic
