"""Balance: studies, metrics, tolerances, verdicts, and what the shell says of them."""

import dataclasses
import json
import math
import pickle
from pathlib import Path

import numpy as np
import pytest

import squirrelstats as sq
from squirrelstats.balance import verdicts as V
from squirrelstats.balance._measured import Measured, of_mean, of_share, p_above, p_below
from squirrelstats.balance._tolerances import Tolerance
from squirrelstats.balance.contract import default_contract, load_contract
from squirrelstats.balance.metrics import METRICS, measured, metrics_frame
from squirrelstats.cli import main
from squirrelstats.errors import UsageError
from squirrelstats.estimate import Estimate, mean_of, p_value
from squirrelstats.metagame.payoffs import Tournament

ROOT = Path(__file__).parent.parent
ROUNDS = 400


@pytest.fixture(scope="module")
def study():
    """One small study for many tests; each piece is played once."""
    return sq.Study.of("squarrels", rounds=ROUNDS, seed=3, progress=False)


def a_mean(value, se, n=1_000_000):
    return of_mean(Estimate(value, se, value - 1.96 * se, value + 1.96 * se, n))


# --- tolerances -----------------------------------------------------------------------------------


def test_p_values_are_those_of_t():
    e = Estimate(0.7, 0.4, 0.0, 0.0, 30)
    assert 2 * p_above(of_mean(e), 0.0) == pytest.approx(p_value(e), rel=1e-6)
    assert p_below(a_mean(0.0, 1.0), 1.6449) == pytest.approx(0.05, rel=1e-3)
    assert p_above(a_mean(0.0, 1.0), 5.0) == 1


@pytest.mark.parametrize(
    ("value", "status"), [(0.010, V.PASS), (0.018, V.OPEN), (0.022, V.OPEN), (0.03, V.FAIL)]
)
def test_a_limit_is_answered_three_ways(value, status):
    tolerance = Tolerance.read("seat_bias", {"at_most": 0.02}, {})
    found = a_mean(value, 0.003)
    inside, outside = tolerance.p_inside(found), tolerance.p_outside(found)
    assert (inside <= 0.05) == (status == V.PASS)
    assert (outside <= 0.05) == (status == V.FAIL)


def test_between_two_limits():
    tolerance = Tolerance.read("minutes", {"between": [10, 25]}, {})
    assert tolerance.p_inside(a_mean(17, 1)) < 1e-6
    low, high = tolerance.p_inside(a_mean(11, 1)), tolerance.p_inside(a_mean(24, 1))
    assert low == pytest.approx(high) == pytest.approx(0.1587, abs=1e-4)
    assert tolerance.p_outside(a_mean(8, 1)) == pytest.approx(2 * 0.02275, abs=1e-4)


def test_wide_noise_never_passes_between_narrow_limits():
    """An interval wider than the tolerance cannot be inside it."""
    tolerance = Tolerance.read("minutes", {"between": [10, 11]}, {})
    assert tolerance.p_inside(a_mean(10.5, 1)) > 0.05
    assert tolerance.p_outside(a_mean(10.5, 1)) == 1


def test_never_seen_is_not_never():
    never = mean_of(np.zeros(1_000, np.int64), share=True)
    assert Tolerance.read("truncated", {"at_most": 0.001}, {}).p_inside(of_share(never)) > 0.05
    assert Tolerance.read("truncated", {"at_most": 0.01}, {}).p_inside(of_share(never)) <= 0.05
    impossible = Tolerance.read("truncated", {"at_most": 0}, {})
    assert impossible.p_inside(of_share(never)) == 1
    assert math.isinf(impossible.growth(of_share(never), 1))


def test_the_rounds_said_to_do_would_do_four_times_in_five():
    """2,000 studies of as many rounds; 80 % ± 4 standard errors."""
    value, se, limit = 0.018, 0.003, 0.02
    tolerance = Tolerance.read("seat_bias", {"at_most": limit}, {})
    times = tolerance.growth(a_mean(value, se), 1)
    narrower = se / math.sqrt(times)
    again = np.random.default_rng(5).normal(value, narrower, 2_000)
    passed = np.mean([tolerance.p_inside(a_mean(x, narrower)) <= 0.05 for x in again])
    assert abs(passed - 0.8) < 4 * math.sqrt(0.8 * 0.2 / 2_000)


def test_error_rates_on_the_limit():
    """True shares on the limit: a pass and a fail are each wrong in at most 5 % (+ 4 se)."""
    rng = np.random.default_rng(11)
    tolerance = Tolerance.read("truncated", {"at_most": 0.3}, {})
    wrong = np.zeros(2)
    for _ in range(1_000):
        found = of_share(mean_of((rng.random(400) < 0.3).astype(np.int64), share=True))
        wrong += [tolerance.p_inside(found) <= 0.05, tolerance.p_outside(found) <= 0.05]
    assert (wrong / 1_000 < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 1_000)).all()


def test_counts_are_outside_only_beyond_the_limit():
    """From 0 to 3 dead cards says nothing about at most 0."""
    counts = Measured(1.0, math.nan, 100, lambda level, shrink: (0.0, 3.0))
    tolerance = Tolerance.read("dead_cards", {"at_most": 0}, {"margin": 0.005})
    assert tolerance.p_outside(counts) == 1
    assert tolerance.p_inside(counts) == 1
    one = Measured(1.0, math.nan, 100, lambda level, shrink: (1.0, 3.0))
    assert tolerance.p_outside(one) < 0.05


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (0.02, "must be a table like"),
        ({}, "got none"),
        ({"at_most": 1, "at_least": 0}, "at_most and at_least"),
        ({"at_mots": 1}, "did you mean 'at_most'"),
        ({"at_most": "2"}, "must be a number, got '2'"),
        ({"at_most": True}, "must be a number"),
        ({"at_most": math.nan}, "must be a number"),
        ({"between": 3}, "list of two numbers"),
        ({"between": [5, 3]}, "from less to more"),
        ({"at_most": 1, "margin": 1}, "unknown key 'margin'"),
    ],
)
def test_bad_tolerances(given, said):
    with pytest.raises(sq.UsageError, match=said):
        Tolerance.read("turns", given, {})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "comebacks = { at_least = 30 }",
            "a limit must be a share from -1 to 1, got 30; 0.01 is 1 %",
        ),
        ("seat_bias = { at_most = 3 }", "0.01 is 1 point, so 0.03 may be meant"),
        ("luck_share = { between = [0.5, 98] }", "got 98"),
        ("dead_cards = { at_most = 1, margin = 5 }", "margin must be a share"),
    ],
)
def test_percent_where_shares_are_meant_is_refused(tmp_path, line, said):
    file = tmp_path / "percent.toml"
    file.write_text(f'game = "squarrels"\n[tolerances]\n{line}\n')
    with pytest.raises(sq.UsageError, match=said):
        load_contract(file)


def test_counts_and_minutes_are_no_shares(tmp_path):
    file = tmp_path / "counts.toml"
    file.write_text(
        'game = "squarrels"\n[tolerances]\nminutes = { at_most = 12 }\nturns = { at_most = 9 }\n'
    )
    assert [tolerance.high for tolerance in load_contract(file).tolerances] == [12, 9]


def test_house_rules_are_no_contract(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\npreset = "rulebook_2009"\n[rules]\nwinters = 2\n')
    with pytest.raises(sq.UsageError, match="this looks like house rules"):
        load_contract(file)


# --- metrics --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_value_interval_and_n(study, name):
    found = measured(study, name)
    assert found.n > 1
    assert found.low <= found.value <= found.high
    assert math.isfinite(found.low + found.high)
    wider = METRICS[name].measure(study, METRICS[name].options).at(0.99)
    assert wider.low <= found.low
    assert found.high <= wider.high


def test_metrics_are_what_they_say_by_plain_pandas(study):
    seats = study.equal_run.seats
    share = seats.groupby("seat").win_share.mean() - 0.25
    own = seats.pivot_table(index="deal", columns="seat", values="win_share").to_numpy()
    noise = np.trace(np.cov(own, rowvar=False)) / len(own)
    expected = math.sqrt(max(float((share**2).sum()) - noise, 0) / 4)
    assert measured(study, "seat_bias").value == pytest.approx(expected)
    rounds = study.run.rounds
    assert measured(study, "turns").value == pytest.approx(rounds.turns.mean())
    assert measured(study, "truncated").value == rounds.truncated.mean()
    minutes = (8 * rounds.turns + 3 * rounds.decisions) / 60
    assert measured(study, "minutes").value == pytest.approx(minutes.mean())
    assert measured(study, "luck_share").value == 1 - study.luck["player"].alone.value
    effects = study.cards.of("win_share")
    strongest = max(abs(e.effect.value) for e in effects)
    assert measured(study, "strongest_card").value == strongest
    few = measured(study, "dead_cards", margin=1e-9)
    all_ = measured(study, "dead_cards", margin=1.0)
    assert (few.value, all_.low, all_.high) == (0, len(effects), len(effects))


def test_the_best_is_chosen_and_judged_on_different_deals(study):
    """Of policies that all are equal the best by chance is no better than even."""
    played = study.tournament
    values, _ = played.block_payoffs(played.weights_of(None))
    best = int(values[:, ::2].mean(axis=1).argmax())
    assert measured(study, "dominance").value == pytest.approx(values[best, 1::2].mean() - 0.25)
    assert study.champion.label == played.labels[best]


def test_no_winners_curse_of_dominance(monkeypatch):
    """Ten equal policies, 300 studies: the mean lead is 0 within 4 standard errors."""
    from squirrelstats.balance._study_parts import picked

    rng = np.random.default_rng(2)
    monkeypatch.setattr(Tournament, "block_payoffs", lambda self, w: (rng.random((10, 40)), w))
    monkeypatch.setattr(Tournament, "weights_of", lambda self, m: None)
    leads = [picked(object.__new__(Tournament))[1].mean() - 0.5 for _ in range(300)]
    assert abs(np.mean(leads)) < 4 * np.std(leads) / math.sqrt(300)


def test_intervals_of_cards_hold_for_all_at_once(study):
    """True effects of 12 cards known: the counts and the largest are covered at 95 % (− 4 se)."""
    rng = np.random.default_rng(8)
    truth = np.linspace(-0.012, 0.02, 12)
    hits = np.zeros(2)
    for _ in range(500):
        drawn = truth + rng.normal(0, 0.003, 12)
        effects = [
            dataclasses.replace(
                study.cards.of("win_share")[0],
                kind=str(place),
                effect=Estimate(float(x), 0.003, x - 0.006, x + 0.006, 1_000_000),
            )
            for place, x in enumerate(drawn)
        ]
        cards = dataclasses.replace(study.cards, effects=tuple(effects))
        table = dataclasses.replace(study)
        table.__dict__["cards"] = cards
        dead = METRICS["dead_cards"].measure(table, {"margin": 0.005}).at(0.95)
        most = METRICS["strongest_card"].measure(table, {}).at(0.95)
        hits += [
            dead.low <= (abs(truth) < 0.005).sum() <= dead.high,
            most.low <= abs(truth).max() <= most.high,
        ]
    assert (hits / 500 > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 500)).all()


def test_cards_that_cannot_be_exchanged_are_left_out(study):
    nothing = Estimate(math.nan, math.nan, math.nan, math.nan, 0)
    first, *others = study.cards.of("win_share")
    gone = dataclasses.replace(first, effect=nothing)
    table = dataclasses.replace(study)
    table.__dict__["cards"] = dataclasses.replace(study.cards, effects=(gone, *others))
    assert measured(table, "dead_cards", margin=1.0).value == len(others)
    assert math.isfinite(measured(table, "strongest_card").high)
    table.__dict__["cards"] = dataclasses.replace(study.cards, effects=(gone,))
    with pytest.raises(sq.UsageError, match="no card can be exchanged"):
        measured(table, "dead_cards")


def test_metrics_explain_themselves():
    assert set(metrics_frame().name) == set(METRICS)
    assert all(hasattr(sq.Study, metric.evidence) for metric in METRICS.values())
    with pytest.raises(sq.UsageError, match="did you mean 'seat_bias'"):
        measured(None, "seat_bais")


# --- studies --------------------------------------------------------------------------------------


def test_only_what_is_asked_for_is_played():
    found = sq.check_balance(only("minutes"), rounds=200, progress=False)
    assert {"run", "shape"} <= set(found.study.__dict__)
    assert not {"tournament", "cards", "luck", "equal_run"} & set(found.study.__dict__)


def test_same_numbers_for_any_threads(study):
    other = sq.Study.of("squarrels", rounds=ROUNDS, seed=3, threads=1, progress=False)
    for name in METRICS:
        assert measured(study, name) == measured(other, name) or name == "dead_cards"
    assert study.deck_sweeps[0].frame().equals(other.deck_sweeps[0].frame())


def test_the_call_makes_the_same_study_again(study):
    quick = sq.player(sq.policies.get("squirrel_away", "bayesian", bias=0.5), attention=0.5)
    rules = sq.rules("squirrel_away", tokens=4)
    for made in (
        study,
        sq.Study.of(
            "squirrel_away", rules=rules, lineup=[quick, "mixed"], rounds=100, seconds_per_turn=5
        ),
    ):
        again = eval(made.method.call, {"sq": sq})
        assert again.plan.digest == made.plan.digest
        assert again.method == made.method


def test_options_differ_where_they_were_changed():
    study = sq.Study.of("squarrels", rules=sq.rules("squarrels", draw_rule="optional"), rounds=100)
    frame = study.options()
    assert frame[frame.differs].field.tolist() == ["draw_rule"]
    assert set(frame.preset) == {"rulebook_2009"}


def test_a_line_up_of_equals_sits_in_all_seats():
    assert sq.Study.of("squarrels", lineup=["counter"] * 3, rounds=100).alike.label == "counter"
    assert sq.Study.of("squarrels", lineup=["counter", "wary"], rounds=100).alike.label == (
        "baseline"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rounds": 10}, "rounds must be a whole number from 100"),
        ({"pool": ["baseline"]}, "two policies or more, got 1"),
        ({"pool": "baseline"}, "a pool is a list"),
        ({"lineup": ["basline"] * 2}, "did you mean 'baseline'"),
        ({"alike": "basline"}, "did you mean 'baseline'"),
    ],
)
def test_bad_studies(given, said):
    with pytest.raises(sq.UsageError, match=said):
        sq.Study.of("squarrels", **given)


# --- contracts ------------------------------------------------------------------------------------


def only(*metrics, game="squarrels", **limits):
    """The game's own contract with few tolerances."""
    own = default_contract(game)
    kept = tuple(t for t in own.tolerances if t.metric in metrics)
    extra = tuple(Tolerance.read(m, t, METRICS[m].options) for m, t in limits.items())
    return dataclasses.replace(own, tolerances=kept + extra)


def written(tmp_path, text):
    path = tmp_path / "balance.toml"
    path.write_text(text, encoding="utf-8")
    return path


MINUTES = "[tolerances]\nminutes = { between = [1, 50] }\n"


@pytest.mark.parametrize("game", sq.GAMES)
def test_games_have_contracts_of_their_own(game):
    own = default_contract(game)
    builtin = {p.name for p in sq.policies.list(game)}
    assert set(own.pool) <= builtin - {"random"}
    assert own.game.name == game
    assert {"seat_bias", "dominance", "dead_cards", "minutes", "luck_share", "comebacks"} <= {
        t.metric for t in own.tolerances
    }


def test_the_example_can_be_read():
    for path in (ROOT / "data" / "contracts").glob("*.toml"):
        assert load_contract(path).tolerances


def test_rules_of_a_contract(tmp_path):
    head = 'game = "squarrels"\n'
    variant = 'preset = "rulebook_2009"\n[rules]\ndraw_rule = "optional"\n'
    (tmp_path / "mine.toml").write_text(variant)
    by_path = load_contract(written(tmp_path, f'{head}rules = "mine.toml"\n{MINUTES}'))
    table = f'{head}[rules]\npreset = "rulebook_2009"\ndraw_rule = "optional"\n{MINUTES}'
    by_table = load_contract(written(tmp_path, table))
    assert by_path.rules == by_table.rules == sq.rules("squarrels", draw_rule="optional")
    by_name = load_contract(written(tmp_path, f'{head}rules = "website"\n{MINUTES}'))
    assert by_name.rules == sq.rules("squarrels", "website")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MINUTES, "say which game it is about"),
        ('game = "squarels"\n' + MINUTES, "did you mean 'squarrels'"),
        ('game = "squarrels"\n', r"has a table \[tolerances\]"),
        ('game = "squarrels"\n[tolerances]\n', r"has a table \[tolerances\]"),
        ('game = "squarrels"\nseats = 4\n' + MINUTES, "unknown key 'seats'"),
        ('game = "squarrels"\nminutes = 4\n' + MINUTES, r"stand under \[tolerances\]"),
        ('game = "squarrels"\nrounds = 1\n' + MINUTES, "rounds must be a whole number from 100"),
        ('game = "squarrels"\nseed = -1\n' + MINUTES, "seed must be a whole number from 0"),
        ('game = "squarrels"\nlineup = "baseline"\n' + MINUTES, "lineup is a list"),
        ('game = "squarrels"\nlineup = [1, 2]\n' + MINUTES, "policy"),
        ('game = "squarrels"\nlineup = ["baseline"]\n' + MINUTES, "2 to 6 players"),
        ('game = "squarrels"\npool = ["baseline"]\n' + MINUTES, "2 policies or more"),
        ('game = "squarrels"\nrules = 3\n' + MINUTES, "rules are a preset"),
        ('game = "squarrels"\nrules = "nowhere.toml"\n' + MINUTES, "there is no file"),
        ('game = "squarrels"\nseconds_per_turn = -1\n' + MINUTES, "seconds_per_turn must be"),
        ('game = "squarrels"\n[tolerances]\nminuts = { at_most = 1 }\n', "did you mean 'minutes'"),
        ("game = ", "not a TOML file"),
    ],
)
def test_bad_contracts_name_the_file_and_the_way_out(tmp_path, text, said):
    with pytest.raises(sq.UsageError, match=said) as error:
        load_contract(written(tmp_path, text))
    assert str(error.value).startswith("balance.toml: ")


def test_no_such_contract(tmp_path):
    with pytest.raises(sq.UsageError, match="contracts of their own: squarrels"):
        load_contract(tmp_path / "nothing.toml")
    with pytest.raises(sq.UsageError, match=r"path of a \.toml file, got 3"):
        load_contract(3)


# --- verdicts -------------------------------------------------------------------------------------


def test_verdicts_in_python(study):
    contract = only(
        minutes={"between": [1, 50]},
        turns={"at_most": 5},
        comebacks={"at_least": float(measured(study, "comebacks").value)},
    )
    found = sq.check_balance(contract, study=study)
    assert [v.status for v in found.verdicts] == [V.PASS, V.FAIL, V.OPEN]
    assert (found.status, found.exit_code) == (V.FAIL, 1)
    assert "outside its limits: turns of a round; not settled: comebacks" in repr(found)
    assert "1 of 3 within" in found._repr_html_()
    minutes, turns, comebacks = (v.sentence for v in found.verdicts)
    assert minutes.startswith("Minutes of a round: within tolerance, between 1 and 50 minutes. ")
    assert turns.startswith("Turns of a round: outside tolerance, not at most 5 turns. ")
    assert "not settled whether at least" in comebacks
    assert "more rounds are not likely to settle it" in comebacks
    frame = found.frame()
    assert frame.level.unique().tolist() == [0.9]
    assert frame.status.tolist() == [v.status for v in found.verdicts]
    assert json.loads(found.json())["verdicts"][1]["at_least"] is None
    assert found["turns"].p_outside_holm == pytest.approx(3 * found["turns"].p_outside)


def test_more_rounds_are_asked_for_and_do(study):
    value = measured(study, "turns")
    contract = only(turns={"at_most": value.value + value.se / 2})
    found = sq.check_balance(contract, study=study)
    assert (found.status, found.exit_code) == (V.OPEN, 3)
    needed = found.verdicts[0].rounds_needed
    assert needed == pytest.approx(ROUNDS * (2 * (1.645 + 0.842)) ** 2, rel=0.1)
    told = " ".join(repr(found).split())  # small print wraps
    assert f"about {needed:,.0f} rounds would settle it four times in five" in told


def test_all_pass_together(study):
    found = sq.check_balance(only("minutes", "truncated", "skill_gap"), study=study)
    kept = [v.status for v in found.verdicts if v.metric.name != "truncated"]
    assert kept == [V.PASS, V.PASS]
    assert "without correction (intersection–union)" in " ".join(repr(found).split())


def test_a_study_of_something_else_is_refused(study):
    with pytest.raises(sq.UsageError, match="is about Squirrels"):
        sq.check_balance("squirrels", study=study)
    with pytest.raises(sq.UsageError, match="has its rounds and seed already"):
        sq.check_balance("squarrels", study=study, rounds=500)


# --- shell ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "code"),
    [("minutes = { between = [1, 50] }", 0), ("minutes = { at_most = 1 }", 1), (None, 3)],
)
def test_exit_codes(tmp_path, capsys, limit, code):
    never = "truncated = { at_most = 0 }"
    path = written(tmp_path, f'game = "squarrels"\nrounds = 200\n[tolerances]\n{limit or never}\n')
    out = tmp_path / "out" / "verdicts.json"
    assert main(["balance", str(path), "--json", str(out), "--no-progress"]) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    found = sq.check_balance(path, progress=False)
    assert printed.out == f"{found}\n"
    assert out.read_text(encoding="utf-8") == found.json()
    assert json.loads(out.read_text(encoding="utf-8"))["exit_code"] == code


def test_wrong_use_on_the_shell(tmp_path, capsys):
    assert main(["balance", str(tmp_path / "nothing.toml")]) == 2
    assert "there is no contract" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        *[({"seconds_per_turn": x}, "seconds_per_turn") for x in (math.nan, -1, "3", None, True)],
        *[({"seconds_per_decision": x}, "seconds_per_decision") for x in (math.inf, 1e300)],
        *[({"threads": x}, "threads") for x in (0, -1, 1.5, "2", True)],
        ({"pool": ["baseline", "choosy", "baseline"]}, "'baseline' is in it twice"),
    ],
)
def test_studies_check_before_anything_is_played(given, said):
    with pytest.raises(UsageError, match=said):
        sq.Study.of("squarrels", rounds=100, **given)


def test_something_else_than_a_study():
    with pytest.raises(UsageError, match=r"sq\.Study\.of"):
        sq.check_balance("squarrels", study=5)


def test_numbers_without_end_in_a_contract():
    with pytest.raises(UsageError, match="at_most must be a number"):
        Tolerance.read("turns", {"at_most": 10**400}, {})
    with pytest.raises(UsageError, match="margin must be more than 0"):
        Tolerance.read("dead_cards", {"at_most": 1, "margin": -1}, {"margin": 0.01})


def test_metrics_can_be_pickled():
    for metric in METRICS.values():
        assert pickle.loads(pickle.dumps(metric)).name == metric.name


def test_the_place_of_verdicts_is_checked_first(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sq, "check_balance", None, raising=False)  # nothing is played
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    for place in (blocked / "x.json", tmp_path / "x.txt"):
        assert main(["balance", "squarrels", "--json", str(place)]) == 2
    assert "no folder" in capsys.readouterr().err
