"""Match runs: the same bits however they are cut, totals and seats by the rules, summaries."""

import math
import pickle
from collections import Counter

import numpy as np
import pandas as pd
import pytest

import squirrelstats as sq
from squirrelstats.columns import LEVELS, TABLES, columns_of
from squirrelstats.games.squarrels import layout as L
from squirrelstats.policies import _workspace
from squirrelstats.policies.policy import make_policy
from squirrelstats.simulate import driver, store
from squirrelstats.simulate.chunks import gathered, to_frame
from squirrelstats.simulate.store import MemoryStore

LINEUP = ["baseline", "random", sq.player("choosy", slap_speed=3)]
MATCHES = 60


def play(lineup=LINEUP, matches=MATCHES, **options):
    return sq.simulate("squarrels", lineup, matches=matches, **{"seed": 5, **options})


def same(one, other):
    for table in TABLES:
        pd.testing.assert_frame_equal(getattr(one, table), getattr(other, table), check_exact=True)
    return True


# --- the same bits --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reference():
    return play(rotate="cyclic", columns="all", threads=1)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("first", "seconds", "piece"), [(1, 1e-9, 1), (7, 0.001, 600), (99, 9, 9)])
def test_threads_and_chunks_do_not_matter(
    reference, monkeypatch, tmp_path, threads, first, seconds, piece
):
    monkeypatch.setattr(driver, "FIRST_CHUNK", first)
    monkeypatch.setattr(driver, "CHUNK_SECONDS", seconds)
    monkeypatch.setattr(_workspace, "PIECE", piece)
    monkeypatch.setattr(store, "SHARD_ROWS", 3 * 150)
    options = {"rotate": "cyclic", "columns": "all", "threads": threads}
    assert same(play(**options), reference)
    on_disk = play(**options, out=tmp_path)
    loaded = sq.load(tmp_path)
    assert same(on_disk, reference)
    assert same(loaded, reference)
    for by in ("policy", "player", ("seat", "policy")):
        assert loaded.groups(by) == on_disk.groups(by) == reference.groups(by)
    for column in ("rounds", "turns", "truncated"):
        assert loaded.length(column) == reference.length(column)
    assert sq.card_effects(loaded).frame().equals(sq.card_effects(reference).frame())
    assert repr(on_disk).splitlines()[:4] == repr(reference).splitlines()[:4]
    names = [file.name for file in sorted((tmp_path / "seats").iterdir())]
    assert len(names) > 4
    for table in TABLES:
        assert [file.name for file in sorted((tmp_path / table).iterdir())] == names
        pieces = list(loaded.iter_chunks(table))
        assert len(pieces) == len(names)
        assert pd.concat(pieces, ignore_index=True).equals(getattr(reference, table))


def test_shards_do_not_depend_on_who_played_them(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "SHARD_ROWS", 3 * 100)
    names = []
    for threads, seconds in ((1, 9), (3, 1e-9)):
        monkeypatch.setattr(driver, "CHUNK_SECONDS", seconds)
        folder = tmp_path / str(threads)
        play(threads=threads, out=folder)
        shards = sorted((folder / "matches").iterdir())
        names.append([file.name for file in shards])
        rows = [len(pd.read_parquet(folder / "rounds" / file.name)) for file in shards]
        assert all(90 < rounds <= 100 for rounds in rows[:-1])  # no match is cut in two
    assert names[0] == names[1]


@pytest.mark.parametrize("match", [0, 17, MATCHES - 1])
def test_a_match_alone_is_the_same(reference, match):
    plan = reference.plan
    alone = gathered(plan, match, 1, plan.workspace().pieces(plan.seating, match, 1, True))
    for table in TABLES:
        frame = getattr(reference, table)
        expected = frame[frame.deal == match].reset_index(drop=True)
        pd.testing.assert_frame_equal(to_frame(plan, alone, table), expected, check_exact=True)


def test_fewer_matches_are_the_beginning_of_more(reference, tmp_path):
    for matches in (13, 1, 14, MATCHES):
        run = play(rotate="cyclic", columns="all", matches=matches, out=tmp_path)
        assert run.deals == matches
        for table in TABLES:
            frame = getattr(reference, table)
            expected = frame[frame.deal < matches]
            pd.testing.assert_frame_equal(getattr(run, table), expected, check_exact=True)
    assert run.groups("player") == reference.groups("player")


def test_long_matches_take_little_memory():
    rules = sq.rules("squarrels", target_score=10_000, max_rounds=1000, winters=20)
    run = play(["random"] * 2, matches=8, rules=rules, columns="core", threads=1)
    assert run.matches["rounds"].tolist() == [1000] * 16
    assert run.matches.truncated.all()
    assert run.length("truncated").value == 0  # no round was
    plan = run.plan
    space = plan.workspace()
    pieces = [[len(part) for part in piece] for piece in space.pieces(plan.seating, 0, 8, True)]
    assert pieces == [[4000, 4000, 4, 4]] * 2
    assert "cut by the limit of rounds: 100.00 % of matches" in repr(run)


def test_how_many_rounds_were_cut_is_said_where_they_could_go_on_for_ever():
    run = sq.simulate("squirrels", ["baseline"] * 3, rounds=50, progress=False)
    assert "cut by the turn cap: 0.00 % of rounds (0.00 to 7.47 %)" in repr(run)
    assert "cut by" not in repr(sq.simulate("squarrels", ["baseline"] * 3, rounds=50))


def test_after_a_match_rounds_stand_alone_again():
    plan = play().plan
    space = plan.workspace()
    before = space.play(plan.seating, 0, 20)
    space.play_matches(plan.seating, 0, 20)
    for one, other in zip(before, space.play(plan.seating, 0, 20), strict=True):
        assert (one == other).all()
    events, _ = space.record(plan.seating[0], 3)
    assert events[-1, 0] == L.SCORED


# --- tables ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_tables_have_the_columns_of_the_registry(level, tmp_path):
    memory = play(columns=level, matches=5, rotate="cyclic")
    disk = play(columns=level, matches=5, rotate="cyclic", out=tmp_path)
    for table in TABLES:
        declared = columns_of(memory.plan.game.columns, table, level)
        for run in (memory, disk, sq.load(tmp_path)):
            frame = getattr(run, table)
            assert list(frame) == [column.name for column in declared]
            assert [str(t) for t in frame.dtypes] == [column.dtype for column in declared]
            assert run.describe_columns(table).column.tolist() == list(frame)
    assert list(memory.matches) == (
        ["deal", "playing", "player", "policy", "total", "win_share", "rounds", "truncated"]
    )


def test_rows_are_those_of_the_matches(reference):
    matches, rounds, seats = reference.matches, reference.rounds, reference.seats
    assert len(matches) == MATCHES * 3 * 3
    by_playing = ["deal", "playing"]
    counted = rounds.groupby(by_playing).round_in_match.agg(["size", "max", "min"])
    lengths = matches.groupby(by_playing)["rounds"].agg(["max", "min"])
    assert (counted["size"] == lengths["max"]).all()
    assert (lengths["max"] == lengths["min"]).all()
    assert (counted["max"] == counted["size"] - 1).all()
    assert (counted["min"] == 0).all()
    assert len(set(counted["size"])) > 3
    keys = [*by_playing, "round_in_match"]
    assert seats[keys].iloc[::3].reset_index(drop=True).equals(rounds[keys])
    totals = seats.groupby([*by_playing, "player"]).score.sum()
    assert (totals.to_numpy() == matches.total.to_numpy()).all()
    assert np.allclose(matches.groupby(by_playing).win_share.sum(), 1, rtol=0, atol=1e-12)


def test_an_empty_run_has_empty_tables(tmp_path):
    def bad(legal):
        return 62

    policy = make_policy("squarrels", bad)
    for out in (None, tmp_path):
        with pytest.raises(sq.PolicyError) as caught:
            play([policy] * 3, out=out)
        run = caught.value.run
        assert run.deals == 0
        assert "0 matches" in repr(run)
        full = play(matches=1)
        for table in TABLES:
            assert len(getattr(run, table)) == 0
            kinds = getattr(full, table).dtypes.astype(str)
            assert getattr(run, table).dtypes.astype(str).equals(kinds)
        assert run.summary().n.tolist() == [0]
        assert list(run.iter_chunks("matches")) == []


# --- by the rules ---------------------------------------------------------------------------------


def retold(run):
    """Every match again from the tables alone: totals, length, winners and seats by the rules."""
    rules, plan = run.plan.rules, run.plan
    seats = len(plan.lineup)
    scores = run.seats.score.to_numpy().reshape(-1, seats)
    players = run.seats.player.to_numpy().reshape(-1, seats)
    row, drawn = 0, Counter()
    for (_, playing), result in run.matches.groupby(["deal", "playing"]):
        seating = plan.seating[playing, :seats].astype(int).tolist()
        totals, played = dict.fromkeys(range(seats), 0), 0
        while True:
            assert players[row].tolist() == seating
            score = dict(zip(seating, scores[row].tolist(), strict=True))
            for player in seating:
                totals[player] += score[player]
            row, played = row + 1, played + 1
            winners, truncated = winners_of(rules, seating, totals, played)
            if winners:
                break
            dealers = dealers_of(rules, seating, score, totals)
            if row < len(players):
                dealer = players[row].tolist()[-1]  # its left neighbour sits in seat 0
                assert dealer in dealers
                drawn[len(dealers)] += len(dealers) > 1 and dealer != dealers[0]
                place = seating.index(dealer) + 1
                seating = seating[place:] + seating[:place]
        assert result.total.tolist() == [totals[player] for player in range(seats)]
        shares = [(player in winners) / len(winners) for player in range(seats)]
        assert result.win_share.tolist() == shares
        assert set(result["rounds"]) == {played}
        assert set(result.truncated) == {truncated}
    assert row == len(run.rounds)
    return drawn


def winners_of(rules, seating, totals, played):
    """Players who win now, none if the match goes on; and whether it was cut."""
    best = [p for p in seating if totals[p] == max(totals.values())]
    if rules.match_rounds:
        return (best if played == rules.match_rounds else []), False
    arrived = [p for p in seating if totals[p] >= rules.target_score]
    tied_on = rules.target_multi == "play_on_if_tied" and len(best) > 1
    if not arrived or tied_on:
        return (best, True) if played == rules.max_rounds else ([], False)
    how = {"shared": arrived, "first_in_turn_order": arrived[:1]}
    return how.get(rules.target_multi, best), False


def dealers_of(rules, seating, score, totals):
    """Players who may deal the next round."""
    if rules.next_dealer == "rotate":
        return [seating[0]]
    if rules.next_dealer == "random":
        return seating
    best = [p for p in seating if score[p] == max(score.values())]
    return [p for p in best if totals[p] == max(totals[q] for q in best)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"target_score": 30, "target_multi": "shared", "next_dealer": "rotate"},
        {"target_score": 20, "target_multi": "first_in_turn_order", "next_dealer": "random"},
        {"target_score": 5, "target_multi": "play_on_if_tied"},
        {"target_score": 80, "max_rounds": 6, "next_dealer": "random"},
        {"match_rounds": 3, "next_dealer": "rotate"},
        {"match_rounds": 4},
    ],
    ids=str,
)
@pytest.mark.parametrize(("seats", "rotate"), [(2, "none"), (4, "balanced"), (3, "all")])
def test_matches_follow_the_rules(options, seats, rotate):
    rules = sq.rules("squarrels", **options)
    lineup = ["baseline", "random", "choosy", "random"][:seats]
    run = play(lineup, matches=150 if rotate == "none" else 12, rules=rules, rotate=rotate)
    drawn = retold(run)
    if rules.next_dealer == "random":
        assert drawn[seats] > 10
    if options.get("max_rounds"):
        assert run.matches.truncated.any()


def test_a_match_of_one_round_is_the_round():
    one = play(rules=sq.rules("squarrels", match_rounds=1), columns="all")
    alone = sq.simulate("squarrels", LINEUP, rounds=MATCHES, seed=5, columns="all")
    assert one.seats.equals(alone.seats)
    assert one.rounds.equals(alone.rounds)
    assert one.matches.total.tolist() == alone.seats.score.tolist()


# --- summaries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["policy", "player", "seat", ["policy", "seat"], ["seat", "player"]])
@pytest.mark.parametrize("rotate", ["none", "cyclic", "balanced"])
def test_summary_by_brute_force(by, rotate):
    run = play(["baseline", "random", "baseline"], rotate=rotate)
    names = [by] if isinstance(by, str) else list(by)
    frame = run.summary(by=by)
    assert list(frame) == (
        [*names, "n", "win_share", "se", "low", "high"]
        + [f"total_{part}" for part in ("mean", "se", "low", "high")]
    )
    rows = run.matches.copy()
    seat = np.argsort(run.plan.seating[:, :3].astype(int), axis=1)  # in the first round, by player
    rows["seat"] = seat[rows.playing, rows.player]
    first = run.seats[run.seats.round_in_match == 0]
    keys = ["deal", "playing", "player"]
    assert rows.merge(first[[*keys, "seat"]], on=keys).eval("seat_x == seat_y").all()
    for _, row in frame.iterrows():
        mine = rows
        for name in names:
            mine = mine[mine[name] == row[name]]
        for value, se, column in (
            ("win_share", "se", "win_share"),
            ("total_mean", "total_se", "total"),
        ):
            blocks = mine.groupby("deal")[column].mean()
            assert row.n == len(blocks) == MATCHES
            assert row[value] == pytest.approx(blocks.mean(), abs=1e-12)
            assert row[se] == pytest.approx(blocks.std(ddof=1) / math.sqrt(MATCHES), abs=1e-12)
        assert row.low <= row.win_share <= row.high
        assert row.total_low <= row.total_mean <= row.total_high
    found = set(frame[names].itertuples(index=False, name=None))
    assert found == set(rows[names].itertuples(index=False, name=None))


def test_lengths_by_brute_force(reference):
    matches = reference.matches[reference.matches.player == 0]
    blocks = matches.groupby("deal")["rounds"].mean()
    rounds = reference.length("rounds")
    assert rounds.value == pytest.approx(blocks.mean(), abs=1e-12)
    assert rounds.se == pytest.approx(blocks.std(ddof=1) / math.sqrt(MATCHES), abs=1e-12)
    for column in ("turns", "mini_turns", "decisions", "truncated", "lead_changes"):
        mean = reference.length(column)
        assert mean.n == MATCHES
        assert mean.value == pytest.approx(reference.rounds[column].mean(), abs=1e-12)
        # the linearised ratio, block by block
        grouped = reference.rounds.groupby("deal")[column].agg(["sum", "size"])
        residual = grouped["sum"] - mean.value * grouped["size"]
        se = residual.std(ddof=1) * math.sqrt(MATCHES) / len(reference.rounds)
        assert mean.se == pytest.approx(se, rel=1e-9, abs=1e-12)
    with pytest.raises(sq.UsageError, match="did you mean 'turns'"):
        reference.length("turn")


def test_card_effects_by_brute_force(reference):
    for policy in (None, reference.plan.labels[2]):
        rows = reference.seats
        rows = rows if policy is None else rows[rows.policy == policy]
        frame = sq.card_effects(reference, ["five", "lead"], policy=policy).frame()
        for _, row in frame.iterrows():
            mine = rows[rows[f"opening_{row.kind}"] == row.copies]
            assert row.hands == len(mine)
            assert row.n == mine.deal.nunique()
            assert row.win_share == pytest.approx(mine.win_share.mean(), abs=1e-12)
            assert row.score_mean == pytest.approx(mine.score.mean(), abs=1e-12)


def test_a_run_shows_itself(reference):
    text = repr(reference)
    rounds = reference.length("rounds")
    assert f"{MATCHES} matches × 3 seatings (cyclic) · seed 5" in text
    shown = f"a match: {rounds.value:.2f} rounds ({rounds.low:.2f} to {rounds.high:.2f})"
    assert text.splitlines()[2] == shown
    assert text.splitlines()[3].startswith("a round: ")
    assert "mean total" in text
    html = reference._repr_html_()
    for word in (f"{MATCHES} matches", "<table>", "choosy [slap_speed=3]", "mean total"):
        assert word in html
    single = play(matches=1)
    assert "· 1 match ·" in repr(single)
    assert "a match (one match, so no intervals): " in repr(single)
    for text in (repr(single), single._repr_html_()):
        assert "nan" not in text
        assert "inf" not in text


def test_runs_can_be_pickled(reference):
    again = pickle.loads(pickle.dumps(reference))
    assert same(again, reference)
    assert repr(again) == repr(reference)
    assert again.plan.digest == reference.plan.digest


# --- charts ---------------------------------------------------------------------------------------


def test_charts(reference):
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure = sq.plot.overview(reference)
    assert f"n = {MATCHES} matches" in figure.get_supxlabel()
    titles = " ".join(ax.get_title(loc="left") for ax in figure.axes)
    for words in ("Who wins matches", "points a match brings", "How long a match lasts"):
        assert words in titles
    ax = sq.plot.scores(reference)
    totals = reference.matches.total[reference.matches.policy == "baseline"]
    at, shares = ax.lines[0].get_data()
    half = (at[2] - at[1]) / 2
    for middle, share in zip(at[1:], shares[1:], strict=True):
        assert share == pytest.approx(totals.between(middle - half, middle + half).mean())
    assert shares.sum() == pytest.approx(1)
    assert sq.plot.lengths(reference, "turns").get_xlabel() == "turns in a round"
    assert sq.plot.lengths(reference, "rounds").get_ylabel() == "share of matches"
    plt.close("all")
    with pytest.raises(sq.UsageError, match="no finished matches"):
        sq.plot.scores(sq.Run(reference.plan, MemoryStore(), 0))


# --- memory ---------------------------------------------------------------------------------------


def counter(view, legal, memory):
    """Counts its decisions; keeps what it found in its memory at the start of each round."""
    if memory[63] != view.round_in_match + 1:
        memory[63] = view.round_in_match + 1
        memory[2 + view.round_in_match] = memory[0]
        memory[1] += view.seat * 10**view.round_in_match
    memory[0] += 1
    return sq.first_legal(legal)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("scope", ["round", "match"])
def test_memory_lasts_a_round_or_a_match(scope, native):
    bots = [
        make_policy("squarrels", counter, name="counter", memory=scope, native=native),
        make_policy("squarrels", counter, name="other", memory="round", native=native),
    ]
    rules = sq.rules("squarrels", match_rounds=3)
    run = play([bots[0], bots[1], "random"], matches=1, rules=rules)
    plan = run.plan
    space = plan.workspace()
    for _ in range(2):  # nothing is left of an earlier match
        space.play_matches(plan.seating, 0, 1)
        memories = space.players.memory[0]
        asked = np.zeros((3, 3), int)
        for number in range(3):
            events, fault, players = space.recorded(plan.seating[0], 0, number)
            assert fault is None
            seats = events[events[:, 0] == L.ASKED, 1]
            for seat, player in enumerate(players.astype(int)):
                asked[number, player] = (seats == seat).sum()
        space.play_matches(plan.seating, 0, 1)
        seats = run.seats[run.seats.player == 0].seat.tolist()
        if scope == "match":
            assert memories[0, 0] == asked[:, 0].sum()
            assert memories[0, 2:5].tolist() == [0, asked[0, 0], asked[:2, 0].sum()]
            assert memories[0, 1] == sum(seat * 10**n for n, seat in enumerate(seats))
        else:
            assert memories[0, 0] == asked[2, 0]
            assert memories[0, 2:5].tolist() == [0, 0, 0]
        assert memories[1, 0] == asked[2, 1]


def test_memory_of_a_match_is_tried_out_in_a_match():
    seen = []

    def keeper(view, legal, memory):
        seen.append(int(view.round_in_match))
        return sq.first_legal(legal)

    sq.policy("squarrels", name="keeper_of_a_match", memory="match", native=False)(keeper)
    assert set(seen) == {0, 1}
    seen.clear()
    sq.policy("squarrels", name="keeper_of_a_round", native=False)(keeper)
    assert set(seen) == {0}


def test_memory_of_a_match_is_zero_in_rounds_that_stand_alone():
    made = [make_policy("squarrels", counter, memory=scope) for scope in ("round", "match")]
    found = []
    for policy in made:
        plan = sq.make_plan("squarrels", [policy, "random"])
        space = plan.workspace()
        space.play(plan.seating, 0, 5)
        found.append(space.players.memory[0, 0].tolist())
    assert found[0] == found[1]
    assert found[0][2] == 0
    assert made[0].identity() != made[1].identity()


# --- policies that misbehave ----------------------------------------------------------------------


def cheats(view, legal, rng):
    wrong = view.round_in_match == 2 and sq.rand_below(rng, 1500) == 7
    return 63 if wrong else sq.first_legal(legal)


@pytest.mark.parametrize("native", [True, False])
def test_a_policy_that_misbehaves_is_named_and_found_again(native, tmp_path):
    policy = make_policy("squarrels", cheats, native=native, version="1")
    lineup, told = ["baseline", policy, policy], set()
    for threads, out in ((1, None), (2, None), (3, tmp_path)):
        with pytest.raises(sq.PolicyError) as caught:
            play(lineup, matches=2000, threads=threads, out=out, rotate="cyclic")
        error = caught.value
        told.add(str(error).split(" before it ")[0])
        assert error.run.deals == error.deal > 0
        assert error.round == 2
        assert same(error.run, play(lineup, matches=error.deal, rotate="cyclic"))
    (text,) = told
    where = f" of round 2 of match {error.deal}, playing {error.playing} ("
    for word in (
        "policy 'cheats' (player ",
        "returned the illegal action 63",
        where,
        "sq.replay(error.plan, error.deal, error.playing, error.round)",
    ):
        assert word in text
    plan = error.plan
    space = plan.workspace()
    events, fault, players = space.recorded(plan.seating[error.playing], error.deal, 2)
    assert where in str(fault)
    assert str(fault).split("; legal")[0] in text
    assert events[0, 0] in (L.DEALT, L.SETUP_TURNED)
    assert sorted(players.tolist()) == [0, 1, 2]
    for number in range(2):
        events, fault = space.record(plan.seating[error.playing], error.deal, number)
        assert fault is None
        assert events[-1, 0] == L.NEXT_DEALER
    with pytest.raises(sq.UsageError, match=f"the match ends before its round 4: .*{where[:-2]}"):
        sq.replay(plan, error.deal, error.playing, 4)
    with pytest.raises(sq.PolicyError, match=f"of match {error.deal}"):  # and again when resumed
        play(lineup, matches=2000, out=tmp_path, rotate="cyclic")


# --- replays --------------------------------------------------------------------------------------


def test_the_rounds_of_a_match_one_by_one(reference):
    plan = reference.plan
    space = plan.workspace()
    for match, playing in ((0, 0), (7, 1), (MATCHES - 1, 2)):
        rows = reference.seats[
            (reference.seats.deal == match) & (reference.seats.playing == playing)
        ]
        rounds = int(rows.round_in_match.max()) + 1
        totals = np.zeros(3, int)
        for number in range(rounds):
            events, fault, players = space.recorded(plan.seating[playing], match, number)
            mine = rows[rows.round_in_match == number]
            assert fault is None
            assert players.tolist() == mine.player.tolist()
            codes = events[:, 0]
            assert (codes == L.WINTER_CAME).sum() == 1
            assert events[codes == L.SCORED, 3].tolist() == mine.score.tolist()
            totals[mine.player] += mine.score
            assert events[codes == L.TOTALLED, 3].tolist() == totals[mine.player].tolist()
            last = number == rounds - 1
            assert codes[-1] == (L.MATCH_WON if last else L.NEXT_DEALER)
            assert (codes == L.NEXT_DEALER).sum() == (not last)
            assert (codes == L.DEALT).sum() == (mine.filter(like="opening_") > 0).sum().sum()
        with pytest.raises(sq.UsageError, match=f"round must be .* 0 to {rounds - 1}, .* got 99"):
            space.record(plan.seating[playing], match, 99)


def test_replays(reference):
    plan = reference.plan
    for match, playing, number in ((0, 0, 0), (7, 1, 1)):
        told = reference.replay(match, playing, number)
        assert str(told) == str(sq.replay(plan, match, playing, number))
        rows = reference.seats.query(
            f"deal == {match} and playing == {playing} and round_in_match == {number}"
        )
        assert list(told.players) == rows.policy.tolist()
        assert list(told.scores.values()) == rows.score.tolist()
        assert told.round == number
        assert f"seed 5 · match {match} · playing {playing} · round {number}" in str(told)
        assert f"match {match}, playing {playing}, round {number}:" in repr(told)


def test_replays_have_bounds(reference):
    rounds = int(reference.matches["rounds"].iloc[0])
    for wrong in (rounds, 499):
        with pytest.raises(sq.UsageError, match=f"from 0 to {rounds - 1}, the last round"):
            reference.replay(0, 0, wrong)
    for wrong in (500, -1, 1.0, True, "1"):
        with pytest.raises(sq.UsageError, match=r"round must be a whole number from 0 to 499"):
            reference.replay(0, 0, wrong)
    with pytest.raises(sq.UsageError, match="deal must be"):
        reference.replay(MATCHES)
    alone = sq.make_plan("squarrels", LINEUP)
    with pytest.raises(sq.UsageError, match=r"round must be 0 where rounds stand alone, got 1"):
        sq.replay(alone, 0, 0, 1)


# --- datasets -------------------------------------------------------------------------------------


def test_rounds_and_matches_do_not_mix(tmp_path):
    play(matches=5, out=tmp_path / "matches")
    sq.simulate("squarrels", LINEUP, rounds=5, seed=5, out=tmp_path / "rounds")
    with pytest.raises(sq.DatasetError, match="another plan: matches there, rounds here;"):
        sq.simulate("squarrels", LINEUP, rounds=9, seed=5, out=tmp_path / "matches")
    with pytest.raises(sq.DatasetError, match="another plan: rounds there, matches here;"):
        play(matches=9, out=tmp_path / "rounds")
    assert not (tmp_path / "rounds" / "matches").exists()
    assert sq.load(tmp_path / "matches").plan.unit == "matches"


@pytest.fixture
def dataset(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "SHARD_ROWS", 3 * 60)
    folder = tmp_path / "run"
    play(out=folder)
    return folder


@pytest.mark.parametrize("table", TABLES)
def test_half_a_shard_is_played_again(dataset, table):
    files = sorted((dataset / table).iterdir())
    before = {file.name: file.read_bytes() for file in files}
    files[-1].unlink()
    deals = int(files[-1].name[6:18])
    assert sq.load(dataset).deals == deals
    assert play(out=dataset).deals == MATCHES
    assert {file.name: file.read_bytes() for file in (dataset / table).iterdir()} == before
    for file in files[-3:-1]:
        file.unlink()
    with pytest.raises(
        sq.DatasetError, match=r"2 shards .* not in all of the folders seats, rounds"
    ):
        sq.load(dataset)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("harm", ["short", "another table", "another shard"])
def test_a_damaged_shard_is_found(dataset, table, harm):
    file, other = sorted((dataset / table).iterdir())[1:3]
    good = file.read_bytes()
    elsewhere = dataset / ("rounds" if table != "rounds" else "seats") / file.name
    file.write_bytes(
        {
            "short": good[: len(good) // 2],
            "another table": elsewhere.read_bytes(),
            "another shard": other.read_bytes(),
        }[harm]
    )
    with pytest.raises(sq.DatasetError, match=r"is damaged|do not belong together"):
        sq.load(dataset)
    with pytest.raises(sq.DatasetError, match="nothing was changed"):
        play(out=dataset)


# --- the way in -----------------------------------------------------------------------------------


@pytest.mark.parametrize("matches", [0, -1, 1.5, "10", True, math.inf, 10**30])
def test_wrong_matches(matches):
    with pytest.raises(sq.UsageError, match="matches must be a whole number from 1 to 1,000,000"):
        play(matches=matches)


def test_a_run_of_rounds_has_no_matches():
    run = sq.simulate("squarrels", LINEUP, rounds=5)
    for asked in (
        lambda: run.matches,
        lambda: run.iter_chunks("matches"),
        lambda: run.blocks("matches", ["total"]),
        lambda: run.describe_columns("matches"),
    ):
        with pytest.raises(sq.UsageError, match=r"no matches: play them with simulate\(…, matches"):
            asked()
    with pytest.raises(sq.UsageError, match="unknown table 'match'; did you mean 'matches'"):
        play(matches=1).iter_chunks("match")
    with pytest.raises(sq.UsageError, match="unknown unit of play 'match'"):
        sq.make_plan("squarrels", LINEUP, unit="match")


def test_a_table_too_large_for_the_deck_is_refused():
    rules = sq.rules("squarrels", starting_hand=24)
    with pytest.raises(sq.UsageError, match="6 hands of 24"):
        play(["random"] * 6, rules=rules, matches=1)
