"""Tournaments: design, payoffs by block, pairing, resuming, results, charts."""

from __future__ import annotations

import io
import itertools

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from scipy import stats

import squirrelstats as sq
from squirrelstats.metagame import play
from squirrelstats.metagame.bootstrap import resampled
from squirrelstats.metagame.dominance import chance_above
from squirrelstats.metagame.symmetric import SymmetricGame
from squirrelstats.plot.tournaments import settled
from squirrelstats.policies import registry

POLICIES = ["baseline", "random", "choosy"]


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """Draw with agg, leave no figure behind, and know only policies of this test."""
    mpl.use("agg")
    monkeypatch.setattr(registry, "_session", {})
    yield
    plt.close("all")


def held(policies=POLICIES, game="squarrels", **options):
    options = {"seats": 3, "rounds": 60, "progress": False, **options}
    if "matches" in options:
        del options["rounds"]
    return sq.tournament(game, policies, **options)


@pytest.fixture(scope="module")
def played():
    return held(rounds=150)


# --- payoffs --------------------------------------------------------------------------------------


def test_every_line_up_is_a_run_on_the_same_deals(played):
    frame = played.frame()
    assert frame.lineup.nunique() == 10
    assert (frame.n == 150).all()
    for lineup in (["baseline", "choosy", "random"], ["choosy", "random", "random"]):
        run = sq.simulate("squarrels", lineup, rounds=150, rotate="balanced", progress=False)
        counts = {name: lineup.count(name) for name in lineup}
        for row in run.summary(by="policy").itertuples():
            e = played.payoff(row.policy, counts)
            assert (e.value, e.n) == (row.win_share, 150)
            np.testing.assert_allclose((e.se, e.low, e.high), (row.se, row.low, row.high))


def test_win_shares_of_a_line_up_add_up(played):
    frame = played.frame()
    sums = (frame.win_share * frame.copies).groupby(frame.lineup).sum()
    np.testing.assert_allclose(sums, 1)
    own = frame[frame.copies == 3]
    assert (own[["win_share", "low", "high"]].to_numpy() == 1 / 3).all()
    assert (own.se == 0).all()


def test_order_of_policies_does_not_matter(played):
    other = held(["choosy", "baseline", "random"], rounds=150)
    for row in played.frame().itertuples():
        lineup = {}
        for part in row.lineup.split(", "):
            name, _, times = part.partition(" × ")
            lineup[name] = int(times or 1)
        assert other.payoff(row.policy, lineup) == played.payoff(row.policy, lineup)


@pytest.mark.parametrize("rotate", ["cyclic", "balanced", "all"])
def test_line_ups_are_seated_as_a_run_seats_them(rotate):
    """Seatings that look alike are played once, and counted as often as they are."""
    names = sorted(["baseline", "counter"])
    seated = held(names, seats=4, rounds=20, rotate=rotate)
    for lineup in ([*names, *names], [names[0], names[1], names[1], names[1]]):
        run = sq.simulate(
            "squarrels", sorted(lineup), rounds=20, rotate=rotate, progress=False, seed=0
        )
        counts = {name: lineup.count(name) for name in names}
        for row in run.summary().itertuples():
            e = seated.payoff(row.policy, counts)
            np.testing.assert_allclose((e.value, e.se), (row.win_share, row.se), rtol=1e-12)


def test_threads_do_not_matter(played):
    one = held(rounds=150, threads=1)
    assert (one.cells.sums == played.cells.sums).all()


def test_payoff_against_the_field_is_the_mean_over_all_draws(played):
    """Of ordered draws of the two opponents, each as likely."""
    for name, e in played.against().items():
        shares = []
        for drawn in itertools.product(POLICIES, repeat=2):
            lineup = [name, *drawn]
            counts = {label: lineup.count(label) for label in lineup}
            shares.append(played.payoff(name, counts).value)
        assert e.value == pytest.approx(np.mean(shares), rel=1e-12)
        assert e.low < e.value < e.high
    alone = played.against({"random": 2.0})
    assert alone["choosy"].value == played.payoff("choosy", {"choosy": 1, "random": 2}).value


def test_copies_of_one_policy_cancel_exactly():
    """Under another name the same policy gets the same, to the bit."""

    @sq.policy("squarrels")
    def first(view, legal):
        return sq.first_legal(legal)

    @sq.policy("squarrels")
    def second(view, legal):
        return sq.first_legal(legal)

    twins = held(["first", "second"], seats=2)
    assert [e.value for row in twins.row_fields() for e in row] == [0.5] * 4
    third = held(["first", "second", "baseline"])
    a, b = (third.payoff(name, {name: 1, "baseline": 2}) for name in ("first", "second"))
    assert a == b


def test_scores_of_a_game_in_which_few_are_good():
    lower = held(["planner", "random"], "squirrels", measure="score", seats=2)
    payoffs = lower.against()
    assert payoffs["planner"].value < payoffs["random"].value
    assert repr(lower).splitlines()[-2].startswith("planner")
    assert "lower scores are better" in repr(lower)
    assert sq.equilibrium(lower, resamples=20).survivors == ("planner",)
    assert lower.even is None


def test_matches_are_blocks():
    matches = held(POLICIES[:2], matches=6, measure="score")
    run = sq.simulate(
        "squarrels",
        ["baseline", "baseline", "random"],
        matches=6,
        rotate="balanced",
        progress=False,
    )
    wanted = run.summary().set_index("policy").total_mean
    e = matches.payoff("random", {"baseline": 2, "random": 1})
    assert (e.value, e.n) == (wanted["random"], 6)
    assert matches.measure.name == "total"


def test_traits_and_parameters_make_policies_of_their_own():
    quick = sq.player("baseline", slap_speed=3)
    tuned = sq.policies.get("squarrels", "choosy", give_up=1)
    mixed = held(["baseline", quick, tuned], seats=2)
    assert mixed.policies == ("baseline", "baseline [slap_speed=3]", tuned.label)


# --- designs and pools ----------------------------------------------------------------------------


def test_balanced_design_has_every_ordered_pair(played):
    pairs = held(design="balanced", rounds=150)
    assert len(pairs.cells.lineups) == 9
    for i, j in itertools.product(range(3), repeat=2):
        assert pairs.row_fields()[i][j] == played.row_fields()[i][j]
    game = pairs.game()
    assert game.players == 2
    np.testing.assert_allclose(
        game.payoffs, [[e.value for e in row] for row in played.row_fields()]
    )


def test_balanced_design_of_two_seats_has_all_line_ups():
    a, b = held(seats=2), held(seats=2, design="balanced")
    assert a.against() == b.against()


@pytest.mark.parametrize("design", ["all", "balanced"])
def test_pool(played, design):
    pool = ["baseline", "baseline", "random"]
    against = held(["choosy", "baseline"], pool=pool, rounds=150, design=design)
    assert against.opponents == ("baseline", "random")
    weights = {"baseline": 2.0, "random": 1.0}
    if design == "all":
        wanted = played.against(weights)
        for name, e in against.against().items():
            assert e.value == pytest.approx(wanted[name].value, rel=1e-12)
    else:
        for name, e in against.against().items():
            row = [
                2 / 3 * played.row_fields()[POLICIES.index(name)][0].value,
                1 / 3 * played.row_fields()[POLICIES.index(name)][1].value,
            ]
            assert e.value == pytest.approx(sum(row), rel=1e-12)
    with pytest.raises(sq.UsageError, match="met a pool, not each other"):
        sq.equilibrium(against)
    assert "the pool" in repr(against)


# --- going on -------------------------------------------------------------------------------------


def test_a_folder_goes_on_where_it_stopped(tmp_path, monkeypatch):
    whole = held(rounds=90)
    held(rounds=40, out=tmp_path)
    calls = []
    plain = play.play_on
    monkeypatch.setattr(
        play,
        "play_on",
        lambda plan, store, deals, *rest: (
            calls.append((store.deals, deals)),
            plain(plan, store, deals, *rest),
        )[1],
    )
    more = held(rounds=90, out=tmp_path)
    assert (more.cells.sums == whole.cells.sums).all()
    assert {first for first, _ in calls} == {40}
    calls.clear()
    held([*POLICIES, "wary"], rounds=90, out=tmp_path)
    assert calls  # line-ups with the new policy
    calls.clear()
    less = held(rounds=30, out=tmp_path)
    assert not calls
    assert (less.cells.sums == whole.cells.sums[:, :30]).all()


def test_a_policy_that_was_edited_is_played_again(tmp_path):
    def define(first):
        @sq.policy("squarrels")
        def mine(view, legal):
            return sq.first_legal(legal) if first else sq.last_legal(legal)

    define(True)
    one = held(["mine", "baseline"], out=tmp_path)
    define(False)
    other = held(["mine", "baseline"], out=tmp_path)
    assert one.against() != other.against()
    assert other.against() == held(["mine", "baseline"]).against()


def test_a_damaged_file_is_refused(tmp_path):
    held(out=tmp_path)
    file = sorted(tmp_path.glob("*.npy"))[0]
    file.write_bytes(file.read_bytes()[:40])
    with pytest.raises(sq.DatasetError, match="damaged"):
        held(out=tmp_path)


def test_ctrl_c_keeps_what_all_line_ups_have(monkeypatch):
    plain = play.play_on
    calls = []

    def stopping(plan, store, deals, *rest):
        calls.append(deals)
        run = plain(plan, store, deals, *rest)
        if len(calls) == 10:
            stop = sq.RunInterrupted("interrupted")
            stop.run = run
            raise stop
        return run

    monkeypatch.setattr(play, "play_on", stopping)
    with pytest.raises(sq.RunInterrupted, match=r"8 deals of 64; error\.run") as caught:
        held(rounds=64)
    kept = caught.value.run
    assert (kept.n, kept.deals) == (8, 8)
    assert (kept.cells.sums == held(rounds=64).cells.sums[:, :8]).all()


# --- refusals -------------------------------------------------------------------------------------

REFUSED = {
    "neither": ({"rounds": None}, "rounds=100_000, or how many matches"),
    "design": ({"design": "al"}, "unknown design 'al'; did you mean 'all'"),
    "rotate": ({"rotate": "none"}, "rotate='balanced'"),
    "measure": ({"measure": "turns"}, "'win_share' or 'score', got 'turns'"),
    "unknown measure": ({"measure": "win_shares"}, "did you mean 'win_share'"),
    "seats": ({"seats": 9}, "9"),
    "one": ({"policies": ["baseline"]}, "two policies or more, got 1"),
    "twice": ({"policies": ["baseline", "baseline"]}, "'baseline' is in policies twice"),
    "words": ({"policies": "baseline"}, "list of policies"),
    "pool": ({"pool": []}, "pool is a list"),
    "policy": ({"policies": ["baseline", "chosy"]}, "did you mean 'choosy'"),
    "out": ({"out": 3}, "out must be the path of a folder"),
}


@pytest.mark.parametrize(("options", "words"), REFUSED.values(), ids=REFUSED)
def test_refused(options, words):
    with pytest.raises(sq.UsageError) as caught:
        held(**options)
    assert words in str(caught.value)


def test_too_many_line_ups_are_refused():
    many = [sq.player("baseline", slap_speed=1 + i / 8) for i in range(20)]
    with pytest.raises(sq.UsageError, match=r"177,100 line-ups .* or design='balanced'"):
        held(many, seats=6)


def test_what_is_asked_of_a_result_is_checked(played):
    for lineup in ({"baseline": 3}, {"choosy": 2}, {"choosy": 2, "wary": 1}):
        with pytest.raises(sq.UsageError, match="no 'choosy' was played"):
            played.payoff("choosy", lineup)
    with pytest.raises(sq.UsageError, match="'wary' is no opponent here"):
        played.against({"wary": 1})
    with pytest.raises(sq.UsageError, match="not all 0"):
        played.against({"random": 0})
    with pytest.raises(sq.UsageError, match="from 20 to 100,000, got 3"):
        sq.equilibrium(played, resamples=3)
    with pytest.raises(sq.UsageError, match="two deals"):
        sq.equilibrium(held(rounds=1))
    with pytest.raises(sq.UsageError, match="tournament in win shares"):
        sq.ratings(held(measure="score"))
    for function in (sq.equilibrium, sq.ratings):
        with pytest.raises(sq.UsageError, match="tournament"):
            function("squarrels")


# --- mixtures, ratings, populations ---------------------------------------------------------------


def test_equilibrium_of_a_tournament(played):
    found = sq.equilibrium(played, resamples=60)
    assert found.survivors == ("choosy",)
    assert "random" in found.dominated
    assert found.regret.value < 1e-9
    assert found.regret.low <= found.regret.value <= found.regret.high
    frame = found.frame()
    assert frame.weight.sum() == pytest.approx(1)
    assert (frame.n == 150).all()
    assert ((frame.weight_low <= frame.weight) & (frame.weight <= frame.weight_high)).all()
    game = played.game()
    np.testing.assert_allclose(frame.payoff, game.against(frame.weight.to_numpy()))
    np.testing.assert_allclose(frame.gain, frame.payoff - frame.payoff @ frame.weight, atol=1e-12)
    again = sq.equilibrium(played, resamples=60)
    assert again.frame().equals(frame)
    assert not sq.equilibrium(played, resamples=60, seed=1).frame().equals(frame) or (
        frame.weight_low.equals(frame.weight_high)
    )


def test_resamples_have_the_spread_of_the_estimates(played):
    """Standard deviation of 2,000 resampled means against the standard error.

    Its relative error is about 1.6 %; the bound is 6 of these for all of 15 cells.
    """
    means = resampled(played, 2_000, seed=3)
    for cell, e in enumerate(played.estimate(i) for i in range(len(played.cells.at))):
        assert means[:, cell].std() == pytest.approx(e.se * (149 / 150) ** 0.5, rel=0.1, abs=1e-12)


def test_ratings_of_a_tournament(played):
    found = sq.ratings(played, resamples=40)
    frame = found.frame().set_index("policy")
    assert frame.rating.sum() == pytest.approx(0, abs=1e-9)
    assert frame.rating.sort_values().index.tolist() == ["random", "baseline", "choosy"]
    assert ((frame.low <= frame.rating) & (frame.rating <= frame.high)).all()
    assert 0 < found.misfit < found.worst < 0.1
    errors = [(played.estimate(cell).se, copies) for cell, copies in enumerate(played.cells.copies)]
    total = sum(copies * se**2 for se, copies in errors) / sum(copies for _, copies in errors)
    assert found.noise == pytest.approx(total**0.5)
    assert f"chance alone {100 * found.noise:.2f} %" in repr(found)


def test_few_deals_without_spread_do_not_show_dominance():
    """Three blocks alike: one-sided by the sign test, 1 in 8."""
    assert chance_above(np.full(3, 0.5)) == 0.125
    assert chance_above(np.full(3, -0.5)) == 0.875
    assert chance_above(np.array([0.2, 0.4, 0.9])) == pytest.approx(
        stats.ttest_1samp([0.2, 0.4, 0.9], 0, alternative="greater").pvalue
    )


def test_ratings_of_the_same_policy_are_the_same():
    @sq.policy("squarrels")
    def one(view, legal):
        return sq.first_legal(legal)

    @sq.policy("squarrels")
    def two(view, legal):
        return sq.first_legal(legal)

    found = sq.ratings(held(["one", "two", "random"], seats=2), resamples=20)
    assert found.ratings[0].rating.value == pytest.approx(found.ratings[1].rating.value, abs=1e-9)


def test_populations_of_a_tournament(played):
    ranks = sq.alpha_rank(played, resamples=20)
    assert ranks.frame().mass.sum() == pytest.approx(1)
    assert ranks.frame().n.tolist() == [150] * 3
    path = sq.replicator(played, start={"choosy": 1, "random": 3}, resamples=20)
    assert (path.shares[:, 0] == 0).all()
    assert path.shares[-1, 2] > 0.9
    assert list(path.frame().columns) == ["time", "policy", "share", "se", "low", "high", "n"]
    assert (path.se[1:, 1:] > 0).any()
    with pytest.raises(sq.UsageError, match="'wary' is none of the policies"):
        sq.replicator(played, start={"wary": 1})
    for options in ({"population": 2}, {"population": 2.5}, {"alpha": -1}):
        with pytest.raises(sq.UsageError, match=next(iter(options))):
            sq.alpha_rank(played, **options)
    with pytest.raises(sq.UsageError, match="time must be"):
        sq.replicator(played, time=0)


@pytest.mark.parametrize(
    "result",
    [
        lambda t: t,
        lambda t: sq.equilibrium(t, resamples=20),
        lambda t: sq.ratings(t, resamples=20),
        lambda t: sq.alpha_rank(t, resamples=20),
        lambda t: sq.replicator(t, resamples=20),
    ],
)
def test_results_show_themselves(played, result):
    shown = result(played)
    text, html = repr(shown), shown._repr_html_()
    assert "150" in text
    assert "rulebook_2009 · 3 seats · 150 deals, each in 6 seatings (balanced) · seed 0" in text
    assert all(name in text and name in html for name in POLICIES)
    assert "<table>" in html


# --- charts ---------------------------------------------------------------------------------------

CHARTS = {
    "payoffs": sq.plot.payoffs,
    "ratings": lambda t, **ax: sq.plot.ratings(sq.ratings(t, resamples=20), **ax),
    "equilibrium": lambda t, **ax: sq.plot.equilibrium(sq.equilibrium(t, resamples=20), **ax),
    "alpha_rank": lambda t, **ax: sq.plot.alpha_rank(sq.alpha_rank(t, resamples=20), **ax),
    "replicator": lambda t, **ax: sq.plot.replicator(sq.replicator(t, resamples=20), **ax),
}


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_charts(played, chart):
    _, ax = plt.subplots()
    assert chart(played, ax=ax) is ax
    ax = chart(played)
    ax.figure.savefig(io.BytesIO(), format="png")
    text = " ".join(t.get_text() for t in ax.texts).replace("\n", " ")
    assert "rulebook_2009" in text
    assert "150" in text
    assert ax.get_title(loc="left")
    assert ax.get_xlabel()


@pytest.mark.parametrize("name", CHARTS)
def test_charts_refuse_other_things(name):
    with pytest.raises(sq.UsageError, match=rf"sq\.plot\.{name}\("):
        getattr(sq.plot, name)("squarrels")


def test_charts_of_other_tournaments():
    for options in (
        {"measure": "score"},
        {"pool": ["random", "wary"], "design": "balanced"},
        {"rounds": 1},
    ):
        sq.plot.payoffs(held(**options)).figure.savefig(io.BytesIO(), format="png")
    sq.plot.alpha_rank(sq.alpha_rank([[0, 1], [-1, 0]]))
    sq.plot.replicator(sq.replicator([[0, 1], [-1, 0]]))


def test_only_what_is_settled_is_coloured(played):
    sure = settled(played.row_fields(), played.even)
    assert not sure.diagonal().any()
    assert sure[1].tolist() == [True, False, True]


# --- calibration ----------------------------------------------------------------------------------


def coverage(matrix, blocks, trials, seed):
    """How often the bootstrap's 95 % bound on regret holds, and intervals of weights cover.

    Blocks of a made-up game of two: win shares of the pairs are coin tosses.
    """
    rng = np.random.default_rng(seed)
    base = held(POLICIES, seats=2, rounds=2)
    true = SymmetricGame.of_matrix(matrix)
    weights = np.full(3, 1 / 3)
    bound = covered = 0
    for trial in range(trials):
        sums = np.empty((len(base.cells.at), blocks), np.int64)
        for place, (lineup, policy) in enumerate(base.cells.at.tolist()):
            other = [i for i in np.flatnonzero(base.cells.lineups[lineup]) if i != policy]
            if not other:
                sums[place] = 840 * 2
            elif other[0] > policy:
                won = rng.random((2, blocks)) < matrix[policy][other[0]]
                sums[place] = 840 * won.sum(axis=0)
                twin = base.cells.places[tuple(base.cells.lineups[lineup].tolist()), other[0]]
                sums[twin] = 840 * 2 - sums[place]
        made = type(base)(
            **{**base.__dict__, "cells": type(base.cells)(base.cells.lineups, base.cells.at, sums)}
        )
        found = sq.equilibrium(made, resamples=200, seed=trial)
        regret = true.regret(list(found.weights.values()))
        bound += regret <= found.regret.high
        low = np.array([s.weight.low for s in found.standings])
        high = np.array([s.weight.high for s in found.standings])
        covered += ((low <= weights) & (weights <= high)).sum()
    return bound / trials, covered / trials / 3


@pytest.mark.slow
def test_bootstrap_covers():
    """A circle with win shares of 60 %: bounds on regret and intervals of weights.

    The regret bound must hold in 90 % or more of 300 trials (a bound that held in 95 % would fail
    this with chance 2e-4), the intervals of weights in 90 % to 99 %.
    """
    circle = np.array([[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]])
    bound, covered = coverage(circle, 800, 300, seed=9)
    assert bound >= 0.90
    assert 0.90 <= covered <= 0.99


def test_every_payoff_of_the_table_shows_its_interval() -> None:
    played = sq.tournament("squarrels", ["baseline", "random"], seats=2, rounds=40)
    cell = played.row_fields()[0][1]
    assert f"{100 * cell.value:.2f} ±{50 * (cell.high - cell.low):.2f} %" in repr(played)
