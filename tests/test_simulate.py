"""Runs: the same bits however they are cut, tables as declared, summaries by brute force."""

import math
import pickle
import textwrap

import numpy as np
import pandas as pd
import pytest

import squirrelstats as sq
from squirrelstats._rng import PURPOSES
from squirrelstats.columns import LEVELS, columns_of
from squirrelstats.estimate import BlockSums
from squirrelstats.policies.policy import make_policy
from squirrelstats.simulate import driver, store
from squirrelstats.simulate.chunks import gathered, to_frame
from tests import processes

LINEUP = ["baseline", "random", "choosy", "random"]


def play(lineup=LINEUP, rounds=300, **options):
    return sq.simulate("squarrels", lineup, rounds=rounds, **{"seed": 5, **options})


def same(one, other):
    assert one.plan.tables == other.plan.tables
    for table in one.plan.tables:
        pd.testing.assert_frame_equal(getattr(one, table), getattr(other, table), check_exact=True)
    return True


def refused(error, *words, **changes):
    """The message of a refusal, which must hold the words."""
    call = {"game": "squarrels", "lineup": ["baseline"] * 4, "rounds": 10, **changes}
    with pytest.raises(error) as caught:
        sq.simulate(**call)
    for word in words:
        assert word in str(caught.value), str(caught.value)


# --- the same bits --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reference():
    return play(rotate="cyclic", columns="cards", threads=1)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("first", "seconds"), [(1, 1e-9), (7, 0.001), (10_000, 10.0)])
def test_threads_and_chunks_do_not_matter(
    reference, monkeypatch, tmp_path, threads, first, seconds
):
    monkeypatch.setattr(driver, "FIRST_CHUNK", first)
    monkeypatch.setattr(driver, "CHUNK_SECONDS", seconds)
    monkeypatch.setattr(store, "SHARD_ROWS", 16 * 37)
    options = {"rotate": "cyclic", "columns": "cards", "threads": threads}
    assert same(play(**options), reference)
    on_disk = play(**options, out=tmp_path)
    assert same(on_disk, reference)
    assert same(sq.load(tmp_path), reference)
    for by in ("policy", "player", ("seat", "policy")):
        assert on_disk.groups(by) == reference.groups(by)
    assert on_disk.length("turns") == reference.length("turns")
    assert repr(on_disk).splitlines()[:3] == repr(reference).splitlines()[:3]


@pytest.mark.parametrize("deal", [0, 17, 299])
def test_a_deal_alone_is_the_same(reference, deal):
    plan = reference.plan
    alone = gathered(plan, deal, 1, plan.workspace().pieces(plan.seating, deal, 1))
    for table in plan.tables:
        frame = getattr(reference, table)
        expected = frame[frame.deal == deal].reset_index(drop=True)
        pd.testing.assert_frame_equal(to_frame(plan, alone, table), expected, check_exact=True)


def test_fewer_rounds_are_the_beginning_of_more(reference):
    fewer = play(rotate="cyclic", columns="cards", rounds=31)
    expected = reference.seats[reference.seats.deal < 31]
    pd.testing.assert_frame_equal(fewer.seats, expected, check_exact=True)


def test_a_plain_python_policy_plays_like_the_compiled_one(reference):
    def first(view, legal):
        return sq.first_legal(legal)

    runs = [
        play([make_policy("squarrels", first, native=native), "baseline"], rounds=40, threads=2)
        for native in (True, False)
    ]
    assert same(*runs)


# --- tables ---------------------------------------------------------------------------------------


def test_rotation_seats_everybody_everywhere():
    plain = play(rounds=3)
    assert plain.playings == 1
    assert plain.seats.player.tolist() == [0, 1, 2, 3] * 3
    for seats in range(2, 7):
        run = play(["baseline"] * seats, rounds=2, rotate="cyclic")
        first = run.seats[(run.seats.deal == 1) & (run.seats.playing == 0)]
        assert first.player.tolist() == list(range(seats))
        met = run.seats.groupby("deal")[["player", "seat"]].value_counts()
        assert len(met) == 2 * seats**2
        assert set(met) == {1}


@pytest.mark.parametrize("level", LEVELS)
def test_tables_have_the_columns_of_the_registry(level, tmp_path):
    memory = play(columns=level, rounds=20, rotate="cyclic")
    disk = play(columns=level, rounds=20, rotate="cyclic", out=tmp_path)
    for table in memory.plan.tables:
        declared = columns_of(memory.plan.game.columns, table, level)
        for run in (memory, disk, sq.load(tmp_path)):
            frame = getattr(run, table)
            assert list(frame) == [column.name for column in declared]
            assert [str(t) for t in frame.dtypes] == [column.dtype for column in declared]
            about = run.describe_columns(table)
            assert about.column.tolist() == list(frame)
            assert about.dtype.tolist() == [str(t) for t in frame.dtypes]
            assert all(about.meaning)
            assert all(about.unit)
    assert not memory.has_column("seats", "nonsense")


def test_shares_sum_to_one_in_every_round(reference):
    sums = reference.seats.groupby(["deal", "playing"]).win_share.sum()
    assert len(sums) == 1200
    assert np.allclose(sums, 1, rtol=0, atol=1e-12)
    best = reference.seats.groupby(["deal", "playing"]).score.transform("max")
    winners = reference.seats.score == best
    assert ((reference.seats.win_share > 0) == winners).all()


def test_iter_chunks_is_the_table_in_pieces(reference, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "SHARD_ROWS", 16 * 100)
    disk = play(rotate="cyclic", columns="cards", out=tmp_path)
    for table in disk.plan.tables:
        pieces = list(disk.iter_chunks(table))
        assert [len(piece) for piece in pieces] == [len(getattr(disk, table)) // 3] * 3
        joined = pd.concat(pieces, ignore_index=True)
        pd.testing.assert_frame_equal(joined, getattr(reference, table), check_exact=True)
    with pytest.raises(sq.UsageError, match=r"unknown table 'seat'.*'seats'"):
        disk.iter_chunks("seat")  # at once, not at the first piece


def test_changing_a_piece_does_not_change_the_run():
    run = play(rounds=50)
    before = run.summary()
    for piece in run.iter_chunks():
        piece.loc[:, "score"] = 99
    pd.testing.assert_frame_equal(play(rounds=50).summary(), before)
    assert run.seats.score.max() < 99
    assert next(run.blocks("seats", ["score"])).values["seats"]["score"].max() < 99


# --- summaries ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "by",
    ["policy", "player", "seat", ["policy", "seat"], ["seat", "player"], ("player", "policy")],
)
@pytest.mark.parametrize("rotate", ["none", "cyclic"])
def test_summary_by_brute_force(by, rotate):
    run = play(rotate=rotate)
    names = [by] if isinstance(by, str) else list(by)
    frame = run.summary(by=by)
    assert frame[names].drop_duplicates().shape[0] == len(frame)
    for _, row in frame.iterrows():
        mine = run.seats
        for name in names:
            mine = mine[mine[name] == row[name]]
        for value, se, column in (
            ("win_share", "se", "win_share"),
            ("score_mean", "score_se", "score"),
        ):
            blocks = mine.groupby("deal")[column].mean()
            assert row.n == len(blocks) == 300
            assert row[value] == pytest.approx(blocks.mean(), abs=1e-12)
            assert row[se] == pytest.approx(blocks.std(ddof=1) / math.sqrt(300), abs=1e-12)
        assert row.low <= row.win_share <= row.high
        assert row.score_low <= row.score_mean <= row.score_high
    found = set(frame[names].itertuples(index=False, name=None))
    assert found == set(run.seats[names].itertuples(index=False, name=None))


def test_lengths_by_brute_force():
    run = play(rotate="cyclic")
    for column in ("turns", "mini_turns", "decisions", "forced", "truncated"):
        blocks = run.rounds.groupby("deal")[column].mean()
        length = run.length(column)
        assert length.value == pytest.approx(blocks.mean(), abs=1e-12)
        assert length.se == pytest.approx(blocks.std(ddof=1) / math.sqrt(300), abs=1e-12)
    with pytest.raises(sq.UsageError, match="did you mean 'turns'"):
        run.length("turn")


@pytest.mark.parametrize("by", ["polcy", 5, None, [], ["policy", "sat"], [["seat"]]])
def test_a_wrong_grouping_is_refused(by):
    with pytest.raises(sq.UsageError, match="policy"):
        play(rounds=2).summary(by=by)


def test_grouping_twice_is_grouping_once():
    run = play(rounds=5)
    assert run.summary(by=["seat", "seat"]).equals(run.summary(by="seat"))


def test_different_policies_of_one_name_are_told_apart():
    def lazy(legal):
        return sq.first_legal(legal)

    def other(legal, rng):
        return sq.random_legal(rng, legal)

    one = make_policy("squarrels", lazy)
    two = make_policy("squarrels", other, name="lazy")
    again = make_policy("squarrels", lazy)
    run = play([one, two, again, one], rounds=20)
    assert run.plan.labels == ("lazy", "lazy #2", "lazy", "lazy")
    assert run.summary().policy.tolist() == ["lazy", "lazy #2"]
    near = [sq.policies.get("squarrels", "choosy", give_up=0.35 + x) for x in (1e-9, 2e-9)]
    assert len(set(play(near, rounds=3).plan.labels)) == 2


# --- estimates ------------------------------------------------------------------------------------


def estimate(values, **options):
    sums = BlockSums()
    sums.add(len(values), sum(values), sum(v * v for v in values))
    return sums.mean(**options)


def test_estimates_at_the_edges():
    nothing = estimate([])
    assert nothing.n == 0
    assert all(math.isnan(x) for x in (nothing.value, nothing.se, nothing.low, nothing.high))
    one = estimate([60], divisor=60, share=True)
    assert (one.value, one.low, one.high, one.n) == (1, 0, 1, 1)
    assert math.isnan(one.se)
    assert estimate([3]).low == -math.inf
    equal = estimate([7] * 50)
    assert (equal.value, equal.se, equal.low, equal.high) == (7, 0, 7, 7)
    for values, edge in (([0] * 50, 0), ([60] * 50, 1)):
        e = estimate(values, divisor=60, share=True)
        assert (e.value, e.se) == (edge, 0)
        assert 0 <= e.low <= edge <= e.high <= 1
        assert 0.05 < e.high - e.low < 0.1
    quarter = estimate([15] * 100, divisor=60, share=True)
    assert (quarter.value, quarter.se) == (0.25, 0)
    assert 0.15 < quarter.low < 0.25 < quarter.high < 0.36
    coin = estimate([0, 60] * 500, divisor=60, share=True)
    assert coin.se == pytest.approx(0.5 / math.sqrt(999))
    assert (coin.low + coin.high) / 2 == pytest.approx(0.5)


def test_sums_of_blocks_are_exact():
    big = estimate([10**9 + 1, 10**9 - 1] * 1000)
    assert big.value == 10**9
    assert big.se == pytest.approx(1 / math.sqrt(1999))


# --- how a run shows itself -----------------------------------------------------------------------


def test_a_run_shows_itself():
    run = play(rotate="cyclic", rules=sq.rules("squarrels", draw_rule="optional"))
    text = repr(run)
    assert text.startswith("S'Quarrels: A Game of Absolute Nuts\nrulebook_2009 with draw_rule=opt")
    assert "300 deals × 4 seatings (cyclic) · seed 5" in text
    assert "a round: " in text
    html = run._repr_html_()
    for word in ("S&#x27;Quarrels", "<table>", "baseline", "choosy", "win share", "95 % interval"):
        assert word in html
    single = play(rounds=1)
    assert "· 1 deal ·" in repr(single)
    assert "a round (one deal, so no intervals): " in repr(single)
    assert "unknown" in repr(single)
    for text in (repr(single), single._repr_html_()):
        assert "nan" not in text
        assert "inf" not in text


def test_a_run_shows_means_with_intervals_of_one_pass(monkeypatch):
    run = play(rotate="cyclic")
    passes = []
    real = run._store.chunks
    monkeypatch.setattr(run._store, "chunks", lambda *args: passes.append(args) or real(*args))
    text = " ".join(repr(run).split())
    assert [table for table, *_ in passes] == ["rounds", "seats"]
    for column in ("turns", "mini_turns", "decisions", "forced"):
        mean = run.length(column)
        shown = f"{mean.value:.2f} {column.replace('_', '-')} ({mean.low:.2f} to {mean.high:.2f})"
        assert shown in text
    assert len(passes) == 2
    assert run.length("truncated").low >= 0  # a share


def test_an_empty_run_shows_itself_and_has_empty_tables(tmp_path):
    def bad(legal):
        return 62

    policy = make_policy("squarrels", bad)
    for out in (None, tmp_path):
        with pytest.raises(sq.PolicyError) as caught:
            play([policy] * 3, out=out)
        run = caught.value.run
        assert run.deals == 0
        assert "0 deals" in repr(run)
        assert "bad" in run._repr_html_() or "<table>" in run._repr_html_()
        assert len(run.seats) == len(run.rounds) == 0
        assert list(run.seats) == list(play(rounds=1).seats)
        assert run.seats.dtypes.astype(str).equals(play(rounds=1).seats.dtypes.astype(str))
        assert run.summary().n.tolist() == [0]
        assert list(run.iter_chunks()) == []
        with pytest.raises(sq.UsageError, match="empty"):
            run.replay(0)


# --- seeds ----------------------------------------------------------------------------------------


def test_seeds_by_purpose():
    whole = play(rounds=100, columns="cards", seed=9)
    assert same(play(rounds=100, columns="cards", seed=dict.fromkeys(PURPOSES, 9)), whole)
    assert same(play(rounds=20, seed=np.int64(9)), play(rounds=20, seed=9))
    opening = [c for c in whole.seats if c.startswith("opening_")]
    deals = play(rounds=100, columns="cards", seed={"deal": 9})
    assert deals.seats[opening].equals(whole.seats[opening])
    assert not deals.seats.score.equals(whole.seats.score)
    choices = play(rounds=100, columns="cards", seed={"policy": 9})
    assert not choices.seats[opening].equals(whole.seats[opening])


# --- policies that misbehave ----------------------------------------------------------------------


def raises(view, legal, rng):
    if sq.rand_below(rng, 3000) == 7:
        raise ValueError("enough of this")
    return sq.first_legal(legal)


def cheats(view, legal, rng):
    return 63 if sq.rand_below(rng, 3000) == 7 else sq.first_legal(legal)


def returns_none(view, legal, rng):
    return None if sq.rand_below(rng, 3000) == 7 else sq.first_legal(legal)


@pytest.mark.parametrize(
    ("function", "native", "said"),
    [
        (raises, True, "raised ValueError: enough of this"),
        (raises, False, "raised ValueError: enough of this"),
        (cheats, True, "returned the illegal action 63"),
        (cheats, False, "returned the illegal action 63"),
        (returns_none, False, "raised TypeError: must return an action (an int), returned None"),
    ],
)
def test_a_policy_that_misbehaves_is_named_and_replayed(function, native, said, tmp_path):
    policy = make_policy("squarrels", function, native=native, version="1")
    lineup = ["baseline", policy, "baseline", policy]
    told = set()
    for threads, out in ((1, None), (2, None), (3, tmp_path)):
        with pytest.raises(sq.PolicyError) as caught:
            play(lineup, rounds=3000, threads=threads, out=out, rotate="cyclic")
        error = caught.value
        told.add(str(error).split("deals before")[0])
        assert error.run.deals == error.deal > 0  # everything before it is kept
        assert same(error.run, play(lineup, rounds=error.deal, rotate="cyclic"))
    (text,) = told  # the same one, whatever the threads do
    for word in (
        f"policy '{function.__name__}' (player ",
        ", seat ",
        said,
        " at decision ",
        f" of deal {error.deal}, playing {error.playing} (",
        "; legal: ",
        "sq.replay(error.plan, error.deal, error.playing)",
    ):
        assert word in text
    shown = str(sq.replay(error.plan, error.deal, error.playing))
    assert said in " ".join(shown.split())
    assert "Turn 1" in shown
    with pytest.raises(sq.PolicyError, match=f"of deal {error.deal}"):  # and again when resumed
        play(lineup, rounds=3000, out=tmp_path, rotate="cyclic")


# --- Ctrl-C ---------------------------------------------------------------------------------------

SCRIPT = """
import os, signal, sys, threading, time
import squirrelstats as sq
from squirrelstats.policies.policy import make_policy
from squirrelstats.simulate import driver

def press(after):
    def work():
        time.sleep(after)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=work, daemon=True).start()

real = driver._Allotment.next_range

def press_at(deals):
    def next_range(self):
        task = real(self)
        if task[0] >= deals and driver._Allotment.next_range is next_range:
            driver._Allotment.next_range = real
            press(0.3)
        return task
    driver._Allotment.next_range = next_range

"""


def script(body, *arguments):
    """What a fresh Python prints that runs the body."""
    return processes.run("-c", SCRIPT + textwrap.dedent(body), *arguments)


def test_ctrl_c_keeps_what_is_done(tmp_path):
    body = """
    sq.simulate("squarrels", ["baseline"] * 4, rounds=1)
    for out in (None, sys.argv[1]):
        press_at(1001)
        try:
            sq.simulate("squarrels", ["baseline"] * 4, rounds=10**9, seed=5, out=out)
        except sq.RunInterrupted as stop:
            run = stop.run
            assert f"{run.deals:,} of 1,000,000,000 deals" in str(stop), str(stop)
            assert ("error.run" in str(stop)) == (out is None)
            assert run.deals >= 1000
            assert len(run.seats) == 4 * run.deals and run.seats.win_share.sum() > run.deals - 1e-3
            assert repr(run) and run.replay(run.deals - 1)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    print(run.deals)
    """
    deals = int(script(body, str(tmp_path)))
    assert sq.load(tmp_path).deals == deals
    more = play(["baseline"] * 4, rounds=deals + 100, out=tmp_path)
    assert more.deals == deals + 100
    assert more.groups("seat") == play(["baseline"] * 4, rounds=deals + 100).groups("seat")


@pytest.mark.parametrize("native", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_policy_that_loops_later_gives_the_prompt_back(native):
    body = """
    def later(view, legal, rng):
        if sq.rand_below(rng, 2000) == 7:
            while view.turn > 0:
                pass
        return sq.first_legal(legal)

    policy = make_policy("squarrels", later, native=sys.argv[1] == "True")
    sq.simulate("squarrels", ["baseline", policy], rounds=5)
    press_at(17)
    try:
        sq.simulate("squarrels", ["baseline", policy], rounds=10**6, threads=1)
    except sq.RunInterrupted as stop:
        assert "does not come back" in str(stop) and "restart" in str(stop), str(stop)
        assert stop.run.deals > 5
        assert len(stop.run.rounds) == stop.run.deals
        print("prompt")
    """
    assert script(body, str(native)) == "prompt\n"


def test_a_policy_that_loops_is_refused_on_trial():
    body = """
    from squirrelstats.policies import _trial
    _trial.LIMIT = 0.5
    for native in (None, False):
        try:
            @sq.policy("squarrels", native=native)
            def endless(view, legal):
                while view.turn > 3:
                    pass
                return sq.first_legal(legal)
        except sq.PolicyError as error:
            assert "'endless' does not come back" in str(error)
            assert "more than 0.5 s" in str(error)
            assert "restart the session" in str(error)
    assert "endless" not in sq.policies.names("squarrels")
    sq.simulate("squarrels", ["baseline"] * 2, rounds=100)  # the session is not dead
    print("prompt")
    """
    assert script(body) == "prompt\n"


def test_ctrl_c_ends_a_replay_and_a_trial_that_loop():
    body = """
    def endless(view, legal):
        while view.turn > 0:
            pass
        return sq.first_legal(legal)

    def interrupted(job, after):
        press(after)
        try:
            job()
        except KeyboardInterrupt as stop:
            assert "does not come back" in str(stop) and "restart" in str(stop), str(stop)
            print("prompt")

    sq.replay(sq.make_plan("squarrels", ["random"] * 2), 0)
    policy = make_policy("squarrels", endless)
    policy.entry
    plan = sq.make_plan("squarrels", ["random", policy])
    interrupted(lambda: sq.replay(plan, 3), 0.5)
    interrupted(lambda: sq.policy("squarrels")(endless), 1.0)
    sq.simulate("squarrels", ["baseline"] * 2, rounds=100)  # the session is not dead
    """
    assert script(body) == "prompt\n" * 2


# --- the way in -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, -1, 1.5, "10", True, math.nan, math.inf, 10**30, [5]])
def test_wrong_rounds(rounds):
    refused(sq.UsageError, "rounds", repr(rounds), "from 1 to 1,000,000,000,000", rounds=rounds)


def test_rounds_must_be_said():
    said = r"how many deals .* like rounds=100_000, or how many matches, like matches=10_000"
    for both, got in ({}, "neither"), ({"rounds": 5, "matches": 5}, "both"):
        with pytest.raises(sq.UsageError, match=f"{said} .*got {got}"):
            sq.simulate("squarrels", LINEUP, **both)


@pytest.mark.parametrize("name", ["nonsense", "scor", "deal"])
def test_blocks_of_an_unknown_column(name):
    run = play(rounds=2)
    with pytest.raises(sq.UsageError, match=f"unknown column of seats '{name}'.*'score'"):
        run.blocks("seats", ["score", name])  # at once, not at the first block
    with pytest.raises(sq.UsageError, match="unknown table 'seat'"):
        run.blocks("seat", ["score"])


def test_rounds_may_be_written_as_a_float():
    assert play(rounds=1e1).deals == play(rounds=np.int32(10)).deals == 10


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True, 10**9])
def test_wrong_threads(threads):
    refused(sq.UsageError, "threads", repr(threads), "from 1 to 1,024", threads=threads)


@pytest.mark.parametrize("seed", [-1, 1.0, "1", 2**64, None, True, {"deal": -1}, {"deal": "x"}])
def test_wrong_seeds(seed):
    value = seed["deal"] if isinstance(seed, dict) else seed
    refused(sq.UsageError, "seed", repr(value), "2**64 - 1", "dict", seed=seed)


def test_a_seed_of_an_unknown_purpose():
    refused(sq.UsageError, "unknown purpose", "'dael'", "did you mean 'deal'", seed={"dael": 1})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "squarels"}, ["unknown game 'squarels'", "did you mean 'squarrels'"]),
        ({"game": 5}, ["unknown game 5", "'squarrels'"]),
        ({"rules": "rulebook_2008"}, ["preset", "did you mean 'rulebook_2009'"]),
        ({"rules": {}}, ["rules", "rulebook_2009", "sq.rules", "{}"]),
        ({"rules": 0}, ["rules", "rulebook_2009", "sq.rules", "0"]),
        ({"rules": ["x"]}, ["rules", "rulebook_2009", "['x']"]),
        ({"lineup": ["baseline", "randm"]}, ["'randm'", "did you mean 'random'", "baseline"]),
        ({"lineup": "baseline"}, ["line-up is a list", "'baseline'"]),
        ({"lineup": {"a": "baseline"}}, ["line-up is a list"]),
        ({"lineup": None}, ["line-up is a list", "None"]),
        ({"lineup": ["baseline", 5]}, ["got 5", "sq.policies.get"]),
        ({"lineup": ["baseline", max]}, ["built-in function max", "@sq.policy"]),
        (
            {"lineup": ["baseline", "choosy:give_up=1"]},
            ["how a line-up is written on the shell", '("squarrels", "choosy", give_up=1)'],
        ),
        ({"lineup": ["baseline", "my_bots.py:stubborn"]}, ["import the file", "the policy itself"]),
        ({"lineup": []}, ["2 to 6 players", "line-up of 0"]),
        ({"lineup": ["baseline"]}, ["2 to 6 players", "line-up of 1"]),
        ({"lineup": ["baseline"] * 7}, ["2 to 6 players", "line-up of 7"]),
        ({"rotate": "cycle"}, ["unknown rotation 'cycle'", "did you mean 'cyclic'", "'none'"]),
        ({"rotate": None}, ["unknown rotation None", "'none', 'cyclic', 'balanced', 'all'"]),
        ({"columns": "card"}, ["level of columns 'card'", "did you mean 'cards'", "'core'"]),
        ({"columns": ["score"]}, ["level of columns ['score']", "'core', 'cards', 'all'"]),
        ({"out": 5}, ["out", "folder", "5"]),
    ],
)
def test_wrong_arguments(changes, words):
    refused(sq.UsageError, *words, **changes)


def test_wrong_rules():
    for changes, words in (
        ({"draw_rul": "x"}, ["draw_rul", "did you mean 'draw_rule'"]),
        ({"draw_rule": "optinal"}, ["optinal", "did you mean 'optional'", "forced_unless_store"]),
        ({"preset": "x"}, ["preset", "rulebook_2009"]),
    ):
        with pytest.raises(sq.UsageError) as caught:
            sq.rules("squarrels", **changes)
        assert all(word in str(caught.value) for word in words)


def test_replays_have_bounds():
    run = play(rounds=10, rotate="cyclic")
    plan = run.plan
    for wrong in ({"deal": 10}, {"deal": -1}, {"deal": 1.0}, {"deal": True}, {"deal": "1"}):
        with pytest.raises(sq.UsageError, match="deal must be a whole number from 0 to 9"):
            run.replay(**wrong)
    with pytest.raises(sq.UsageError, match="playing must be a whole number from 0 to 3, got 4"):
        run.replay(0, 4)
    with pytest.raises(sq.UsageError, match="round must be"):
        run.replay(0, 0, 1)
    with pytest.raises(sq.UsageError, match="deal must be"):
        sq.replay(plan, -1)
    with pytest.raises(sq.UsageError, match="playing must be"):
        sq.replay(plan, 0, 9)
    row = run.seats.iloc[30]
    assert str(run.replay(row.deal, row.playing)) == str(sq.replay(plan, row.deal, row.playing))
    assert str(run.replay(np.int64(7))) == str(sq.replay(plan, 7))
    for deal in (0, 9):  # a replay ends with the scores of the table
        shares = run.seats[(run.seats.deal == deal) & (run.seats.playing == 2)]
        text = str(run.replay(deal, 2))
        assert all(str(score) in text for score in shares.score)


def test_runs_plans_and_replays_can_be_pickled():
    run = play(rounds=5, rotate="cyclic")
    again = pickle.loads(pickle.dumps(run))
    assert same(again, run)
    assert repr(again) == repr(run)
    assert again.plan.digest == pickle.loads(pickle.dumps(run.plan)).digest == run.plan.digest
    told = run.replay(1)
    assert str(again.replay(1)) == str(told)
    other = pickle.loads(pickle.dumps(told))
    assert str(other) == str(told)
    assert other.to_frame().equals(told.to_frame())


# --- what it costs --------------------------------------------------------------------------------


def test_import_loads_nothing_heavy():
    body = """
    heavy = {"pandas", "matplotlib", "pyarrow", "IPython", "rich", "tqdm", "cyclopts", "filelock"}
    assert not heavy & set(sys.modules), heavy & set(sys.modules)
    assert "scipy.special" not in sys.modules and "scipy.stats" not in sys.modules
    assert {"plot", "card_effects"} <= set(dir(sq))
    assert not {"_LAZY", "errors", "columns", "estimate"} & set(dir(sq))
    """
    script(body)


def test_memory_stays_flat_on_disk(tmp_path):
    body = """
    import resource
    from squirrelstats.simulate import driver, store
    driver.CHUNK_SECONDS, store.SHARD_ROWS = 0.05, 100_000
    options = dict(columns="cards", threads=2, out=sys.argv[2])
    sq.simulate("squarrels", ["random"] * 2, rounds=int(sys.argv[1]), **options)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    """
    few, many = (
        int(script(body, str(rounds), str(tmp_path / str(rounds)))) for rounds in (100_000, 400_000)
    )
    assert many < few + 7  # MiB, where the results alone would take 9 more
