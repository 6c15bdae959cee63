"""Card tables, causal effects, count curves and the bias of observed numbers.

Statistical tests fix their seeds; z < 4.5 has a false-alarm rate below 1e-5 each.
"""

import importlib

import matplotlib.pyplot as plt
import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.stats._forced import ForcedPlay
from squirrelstats.stats.card_bias import step_weights
from squirrelstats.stats.causal_cards import _effect
from squirrelstats.stats.measures import measure_of

Z = 4.5
FOUR = ["baseline"] * 4
#: Nobody in seat 3 does anything: its score is what was dealt.
STILL = {
    "quarrels": 0,
    "hoards": 0,
    "ambushes": 0,
    "whirlwinds": 0,
    "max_turns_per_round": 1,
}


def table(**changes):
    usual = {
        "kinds": None,
        "seats": 3,
        "measure": "score",
        "deals": 400,
        "rules": None,
        "seed": 5,
        "rotate": "none",
        "threads": 1,
        "progress": False,
    }
    return ForcedPlay("squarrels", FOUR, **(usual | changes))


# --- the observational table --------------------------------------------------------------------


@pytest.fixture(scope="module")
def run():
    lineup = ["baseline", "random", "choosy"]
    return sq.simulate(
        "squarrels", lineup, rounds=1500, rotate="cyclic", columns="cards", seed=3, progress=False
    )


@pytest.mark.parametrize("kind", ["five", "gold", "hoard"])
def test_rates_by_brute_force(run, kind):
    seats = run.seats[run.seats.policy == "choosy"]
    drawn = seats[f"drawn_{kind}"] > 0
    opening = seats[f"opening_{kind}"] > 0 if kind != "hoard" else drawn & False
    classes = {"drawn": drawn, "in_hand": opening | drawn, "not_seen": ~(opening | drawn)}
    if kind != "hoard":
        classes |= {"opening": opening, "final": seats[f"final_{kind}"] > 0}
    frame = sq.card_table(run, kind).frame().query("policy == 'choosy'").set_index("when")
    for name, mine in classes.items():
        assert frame.hands[name] == mine.sum()
        assert frame.win_share[name] == pytest.approx(seats.win_share[mine].mean(), abs=1e-12)
        assert frame.score[name] == pytest.approx(seats.score[mine].mean(), abs=1e-12)
    assert "stuck" in frame.index if kind == "five" else "stuck" not in frame.index


@pytest.mark.parametrize("by", ["policy", None])
def test_improvement_when_drawn_is_a_linearised_difference_of_ratios(run, by):
    """The standard error is that of the blocks' residuals, by plain pandas."""
    frame = sq.card_table(run, "gold", by=by).frame()
    label = "baseline" if by else "all"
    row = frame[(frame.policy == label) & (frame.when == "iwd")].iloc[0]
    seats = run.seats if by is None else run.seats[run.seats.policy == label]
    seen = (seats.opening_gold + seats.drawn_gold) > 0
    n, residual, value = run.deals, 0.0, 0.0
    for mine, sign in ((seen, 1), (~seen, -1)):
        mean = seats.score[mine].mean()
        value += sign * mean
        apart = (seats.score - mean).where(mine, 0.0).groupby(seats.deal).sum()
        residual = residual + sign * apart / mine.sum()
    assert row.score == pytest.approx(value, abs=1e-12)
    assert row.score_se == pytest.approx(np.sqrt((residual**2).sum() * n / (n - 1)), rel=1e-9)


def test_tables_do_not_depend_on_chunks(run, tmp_path):
    lineup = ["baseline", "random", "choosy"]
    kept = {"rounds": 300, "rotate": "cyclic", "columns": "cards", "seed": 3, "progress": False}
    frames = []
    for threads, out in ((1, None), (2, tmp_path / "data")):
        again = sq.simulate("squarrels", lineup, threads=threads, out=out, **kept)
        again = sq.load(out) if out else again
        frames.append(sq.card_table(again).frame())
    assert frames[0].equals(frames[1])


def test_small_cells_are_withheld():
    small = sq.simulate("squarrels", FOUR, rounds=50, columns="cards", progress=False)
    told = sq.card_table(small, "gold")
    assert told.rows[0].rates["opening"].small
    hands = told.rows[0].rates["opening"].hands
    assert f"({hands})" in repr(told)
    assert "withheld" in told._repr_html_()
    assert told.frame().query("when == 'opening'").small.all()


def test_matches_have_tables_too():
    run = sq.simulate("squarrels", FOUR, matches=30, columns="cards", seed=2, progress=False)
    row = sq.card_table(run, "five", by=None).frame().set_index("when")
    seats = run.seats[run.seats.opening_five > 0]
    assert row.hands["opening"] == len(seats)
    assert row.score["opening"] == pytest.approx(seats.score.mean())


def test_games_say_which_columns_they_lack():
    for game, words in (("squirrels", "no columns for GD"), ("squirrel_away", "for GD, stuck")):
        run = sq.simulate(game, FOUR, rounds=60, columns="cards", progress=False)
        told = sq.card_table(run)
        assert words in repr(told)
        assert len(told.rows) == sum(count > 0 for count in run.plan.rules.counts)


# --- causal effects -----------------------------------------------------------------------------


def test_effect_is_exact_where_nobody_acts():
    """Seat 3 keeps its hand: the Gold brings its points, and −1/94 of the Lead's.

    The card that goes is one of the 94 others with equal odds; n = 1,500 deals.
    """
    rules = sq.rules("squarrels", **STILL)
    found = sq.causal_card_effects(
        "squarrels",
        FOUR,
        "gold",
        rounds=1500,
        seats=3,
        rules=rules,
        measure=("score", "opening_gold"),
        progress=False,
    )
    gold = found.of("opening_gold")[0].effect
    assert (gold.value, gold.se) == (1.0, 0.0)
    effect = found.of("score")[0].effect
    points = rules.record()["hand_points"][0]
    expected = float(points[5]) - float(points[6]) / 94
    assert effect.se > 0
    assert abs(effect.value - expected) < Z * effect.se
    assert points[5] > 0 > points[6]


def test_impossible_exchanges_are_left_out():
    """The only Gold can be exchanged in unless somebody was dealt it: 28 of 95 hands' places."""
    found = sq.causal_card_effects(
        "squarrels", FOUR, ["gold"], rounds=600, measure="score", progress=False
    )
    run = sq.simulate("squarrels", FOUR, rounds=600, columns="cards", progress=False)
    dealt = int((run.seats.groupby("deal").opening_gold.sum() > 0).sum())
    for e in found.effects:
        assert e.impossible == dealt * (4 if e.seat is None else 1)
        assert e.effect.n == 600 - dealt
    assert [e.seat for e in found.effects] == [None, 0, 1, 2, 3]


def test_effects_that_never_showed_are_not_known_to_be_none():
    """50 deals without a change: of win shares at most 1 − 0.025^(1/50) by chance, else unknown."""
    plan = sq.make_plan("squarrels", FOUR)
    share, score = (measure_of(plan, name) for name in ("win_share", "score"))
    found = [
        _effect("gold", 0, measure, np.ones((50, 1), bool), np.zeros((50, 1))).effect
        for measure in (share, score)
    ]
    assert found[0].high == -found[0].low == pytest.approx(1 - 0.025 ** (1 / 50))
    assert found[1].high == np.inf


def test_effects_are_paired_by_hand():
    """As a difference of two runs, deal by deal."""
    found = sq.causal_card_effects(
        "squirrels", ["baseline"] * 3, "wild", rounds=120, seats=1, measure="score", progress=False
    )
    frames = []
    for exchanges in ({}, {1: "wild"}):
        plan = sq.make_plan("squirrels", ["baseline"] * 3, columns="cards", exchanges=exchanges)
        space = plan.workspace()
        frames.append(space.play(plan.seating, 0, 120)[1].copy())
    score = [part["score"][:, 1].astype(float) for part in frames]
    wilds = [part["opening"][:, 1, 10].astype(int) for part in frames]
    done = wilds[1] > wilds[0]
    assert found.effects[0].effect.value == pytest.approx((score[1] - score[0])[done].mean())
    assert found.effects[0].possible == done.sum()
    assert ((score[1] == score[0]) | done).all()


def test_same_bits_for_any_threads():
    effects = [
        sq.causal_card_effects(
            "squirrel_away",
            ["baseline"] * 2,
            "face_11",
            rounds=80,
            threads=threads,
            progress=False,
        ).frame()
        for threads in (1, 2)
    ]
    assert effects[0].equals(effects[1])


# --- conditional deals --------------------------------------------------------------------------


def test_conditional_deals_agree_with_rejection():
    """Means on conditional deals against those of the deals that happen to be so; z < 4.5."""
    rounds = 3000
    curves = sq.count_curves(
        "squarrels", FOUR, ["five", "lead"], rounds=rounds, measure="score", progress=False
    )
    run = sq.simulate("squarrels", FOUR, rounds=rounds, columns="cards", seed=99, progress=False)
    mine = run.seats[run.seats.seat == 0]
    for point in curves.points:
        kept = mine.score[mine[f"opening_{point.kind}"] == point.copies]
        share = len(kept) / rounds
        assert abs(share - point.chance) < Z * np.sqrt(point.chance * (1 - point.chance) / rounds)
        se = np.hypot(point.mean.se, kept.std() / np.sqrt(len(kept)))
        assert abs(kept.mean() - point.mean.value) < Z * se


def test_chances_are_hypergeometric():
    chance = table().chance_of_copies("gold")
    assert chance[1] == pytest.approx(7 / 95)
    assert table().chance_of_copies("one").sum() == pytest.approx(1)


def test_asked_hands_are_dealt():
    run = sq.simulate(
        "squarrels", FOUR, rounds=50, hands={0: {"gold": 1, "five": 3}}, columns="cards"
    )
    hands = run.seats[run.seats.seat == 0]
    assert (hands.opening_gold == 1).all()
    assert (hands.opening_five == 3).all()


# --- the bias -----------------------------------------------------------------------------------


def test_observed_and_conditional_steps_estimate_the_same():
    found = sq.card_bias("squarrels", FOUR, ["five", "lead"], rounds=2500, seats=None, seed=8)
    for card in found.cards:
        gap = card.observational.value - card.conditional.value
        assert abs(gap) < Z * np.hypot(card.observational.se, card.conditional.se)
        assert card.bias.value == pytest.approx(card.observational.value - card.causal.value)
        assert card.iwd_bias.value == pytest.approx(card.iwd.value - card.causal.value)


def test_weights_are_those_of_the_mean_step():
    weights = step_weights(np.array([0.5, 0.3, 0.2]))
    assert sum(weights.values()) == pytest.approx(0)
    slope = sum(weight * 3 * k for k, weight in weights.items())
    assert slope == pytest.approx(3)


def test_a_linear_outcome_has_no_bias():
    """Where seat 3 does nothing, a Gold is worth the same however it is looked at."""
    found = sq.card_bias(
        "squarrels",
        FOUR,
        "gold",
        rounds=1500,
        seats=3,
        rules=sq.rules("squarrels", **STILL),
        measure="score",
        progress=False,
    )
    card = found.cards[0]
    assert abs(card.bias.value) < Z * card.bias.se
    assert abs(card.conditional.value - card.causal.value) < Z * np.hypot(
        card.conditional.se, card.causal.se
    )


def test_deck_counts_are_sweeps():
    swept = sq.sweep("squarrels", "fives", range(6, 9), measure="turns", rounds=60, progress=False)
    decks = {arm.plan.dealing.deck for arm in swept.arms}
    assert len(decks) == 1
    assert decks.pop()[4] == 9 or max(swept.values) == 8
    assert swept.frame()["value"].tolist() == [6, 7, 8]


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sq.card_table(3), "those of a run"),
        (lambda: sq.causal_card_effects("squarrels", FOUR, "ambush", rounds=9), "did you mean|one"),
        (lambda: sq.causal_card_effects("squarrels", FOUR, "gold", rounds=9, seats=4), "0 to 3"),
        (
            lambda: sq.causal_card_effects("squarrels", FOUR, rounds=9, measure="turns"),
            "own outcome",
        ),
        (lambda: sq.causal_card_effects("squarrels", FOUR, rounds=9, measure=()), "nothing to"),
        (lambda: sq.causal_card_effects("squarrels", FOUR, rounds=9, seats=()), "list is empty"),
        (lambda: sq.count_curves("squarrels", FOUR, "gold", rounds=9, copies=[2]), "most is 1"),
        (lambda: sq.card_bias("squarrels", FOUR, "golf", rounds=9), "gold"),
    ],
)
def test_errors_name_the_way_out(call, words):
    with pytest.raises(sq.UsageError, match=words):
        call()


def test_core_columns_are_not_enough():
    run = sq.simulate("squarrels", FOUR, rounds=10, progress=False)
    with pytest.raises(sq.UsageError, match='columns="cards"'):
        sq.card_table(run)
    kept = sq.simulate("squarrels", FOUR, rounds=10, columns="cards", progress=False)
    with pytest.raises(sq.UsageError, match="by=None"):
        sq.card_table(kept, by="seat")


def test_results_show_themselves_and_draw():
    plot = importlib.import_module("squirrelstats.plot")
    usual = {"rounds": 60, "progress": False}
    causal = sq.causal_card_effects("squarrels", FOUR, ["five", "gold"], seats=0, **usual)
    curves = sq.count_curves("squarrels", FOUR, ["five", "gold"], **usual)
    bias = sq.card_bias("squarrels", FOUR, ["five", "gold"], **usual)
    for found, draw, words in (
        (causal, plot.causal_effects, "causal:"),
        (curves, plot.count_curves, "conditional"),
        (bias, plot.card_bias, "observed and causal"),
    ):
        assert words in repr(found)
        assert "<table" in found._repr_html_()
        assert len(found.frame()) > 1
        ax = draw(found)
        assert "n = 60 deals" in " ".join(text.get_text() for text in ax.texts).replace("\n", " ")
        plt.close(ax.figure)
        with pytest.raises(sq.UsageError, match="this chart draws"):
            draw(3)
