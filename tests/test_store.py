"""Datasets: plain Parquet, survivors of ``kill -9``, and never harmed by a refusal."""

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import squirrelstats as sq
from squirrelstats.columns import columns_of
from squirrelstats.policies.policy import make_policy
from squirrelstats.simulate import driver, store
from tests import processes

LINEUP = ["baseline", "random", "choosy"]
PLAYINGS, SEATS = 3, 3
TABLES = ("seats", "rounds")  # of a run of rounds


def play(out=None, rounds=90, lineup=LINEUP, **options):
    options = {"seed": 5, "rotate": "cyclic", **options}
    return sq.simulate("squarrels", lineup, rounds=rounds, out=out, **options)


@pytest.fixture
def small_shards(monkeypatch):
    """Shards of ten deals."""
    monkeypatch.setattr(store, "SHARD_ROWS", 10 * PLAYINGS * SEATS)
    monkeypatch.setattr(driver, "CHUNK_SECONDS", 0.001)


@pytest.fixture
def dataset(tmp_path, small_shards):
    folder = tmp_path / "run"
    play(folder)
    return folder


def contents(folder):
    """Digest of every file but the lock."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file() and file.name != ".lock"
    }


def shards(folder, table="seats"):
    return sorted((folder / table).iterdir())


def read(folder, table):
    """As anybody would read it."""
    return pd.read_parquet(folder / table)


def same_tables(folder, run):
    for table in run.plan.tables:
        pd.testing.assert_frame_equal(read(folder, table), getattr(run, table), check_exact=True)
    return True


def refused(folder, *words, error=sq.DatasetError, **options):
    """A refusal that holds the words, names the folder and harms nothing."""
    before = contents(folder) if folder.is_dir() else folder.read_bytes()
    with pytest.raises(error) as caught:
        play(folder, **options)
    for word in (folder.name, *words):
        assert word in str(caught.value), str(caught.value)
    assert (contents(folder) if folder.is_dir() else folder.read_bytes()) == before


def unreadable(folder, *words):
    before = contents(folder)
    with pytest.raises(sq.DatasetError) as caught:
        sq.load(folder)
    for word in (folder.name, *words):
        assert word in str(caught.value), str(caught.value)
    assert contents(folder) == before


# --- what is on disk ------------------------------------------------------------------------------


def test_the_layout(dataset):
    assert {p.name for p in dataset.iterdir()} - {".lock"} == {"plan.json", "seats", "rounds"}
    names = [f"deals-{i:012d}-{i + 9:012d}.parquet" for i in range(0, 90, 10)]
    for table in TABLES:
        assert [file.name for file in shards(dataset, table)] == names
    assert same_tables(dataset, play())
    assert list(pd.read_parquet(shards(dataset)[3]).deal.unique()) == list(range(30, 40))


@pytest.mark.parametrize("table", TABLES)
def test_every_shard_explains_itself(dataset, table):
    run = sq.load(dataset)
    plan = json.loads((dataset / "plan.json").read_text())
    for file in shards(dataset, table):
        about = json.loads(pq.read_schema(file).metadata[b"squirrelstats"])
        assert about["format"] == "squirrelstats dataset"
        assert about["schema_version"] == store.SCHEMA_VERSION
        assert about["package_version"] == sq.__version__
        assert about["plan"] == plan["plan"] == json.loads(json.dumps(run.plan.description))
        assert about["digest"] == plan["digest"] == run.plan.digest
        assert about["table"] == table
        declared = columns_of(run.plan.game.columns, table, "core")
        assert about["columns"] == {
            c.name: {"unit": c.unit, "meaning": c.meaning} for c in declared
        }
        chunk = pq.ParquetFile(file).metadata.row_group(0).column(0)
        assert chunk.compression == "ZSTD"
    assert about["plan"]["lineup"][2]["params"]["give_up"] == 0.35
    assert about["plan"]["seed"] == 5


def test_seeds_by_purpose_are_kept(tmp_path):
    play(tmp_path, seed={"deal": np.int64(3)}, rounds=5)
    assert sq.load(tmp_path).plan.seed == {"deal": 3}
    assert same_tables(tmp_path, play(seed={"deal": 3}, rounds=5))


# --- going on -------------------------------------------------------------------------------------


def test_topping_up_equals_one_straight_run(tmp_path, small_shards):
    for rounds in (1, 7, 7, 40, 41, 90):
        run = play(tmp_path, rounds=rounds, threads=1 + rounds % 3)
        assert run.deals == rounds
    straight = play()
    assert same_tables(tmp_path, straight)
    assert sq.load(tmp_path).groups("seat") == straight.groups("seat")
    assert sq.load(tmp_path).length() == straight.length()


def test_fewer_rounds_than_there_are(dataset):
    before = contents(dataset)
    run = play(dataset, rounds=25)
    assert run.deals == 25
    pd.testing.assert_frame_equal(run.seats, play(rounds=25).seats, check_exact=True)
    assert run.groups() == play(rounds=25).groups()
    assert contents(dataset) == before


def test_a_missing_shard_is_played_again(dataset):
    before = contents(dataset)
    for gone in (0, 4, 8):
        for table in TABLES:
            shards(dataset, table)[gone].unlink()
        if gone < 8:  # a dataset cannot know how long it was
            unreadable(dataset, f"deals {10 * gone} to {10 * gone + 9} are missing", "simulate")
        assert play(dataset).deals == 90
        assert contents(dataset) == before
    for gone in (1, 2, 6):
        for table in TABLES:
            (dataset / table / f"deals-{gone * 10:012d}-{gone * 10 + 9:012d}.parquet").unlink()
    assert play(dataset, rounds=100).deals == 100
    assert same_tables(dataset, play(rounds=100))


def test_half_a_pair_is_played_again(dataset):
    before = contents(dataset)
    for table, place in (("rounds", -1), ("seats", -1), ("rounds", 3)):
        shards(dataset, table)[place].unlink()
        assert play(dataset).deals == 90
        assert contents(dataset) == before


def test_a_run_that_was_killed_between_the_two_files_can_be_read(dataset):
    shards(dataset, "rounds")[-1].unlink()
    run = sq.load(dataset)
    assert run.deals == 80
    pd.testing.assert_frame_equal(run.seats, play(rounds=80).seats, check_exact=True)


def test_many_halves_are_no_accident(dataset):
    shutil.rmtree(dataset / "rounds")
    refused(dataset, "9 shards", "rounds", "nothing was changed")
    unreadable(dataset, "9 shards", "not in all of the folders seats, rounds")


def test_leftovers_go_and_strangers_stay(dataset):
    before = contents(dataset)
    (dataset / "seats" / ".deals-000000000090-000000000099.parquet.123.tmp").write_bytes(b"PAR1")
    (dataset / ".plan.json.99.tmp").write_text("{")
    (dataset / "seats" / "notes.txt").write_text("mine")
    (dataset / "rounds" / "folder").mkdir()
    run = play(dataset)
    pd.testing.assert_frame_equal(sq.load(dataset).seats, run.seats, check_exact=True)
    assert contents(dataset) == {
        **before,
        "seats/notes.txt": hashlib.sha256(b"mine").hexdigest(),
    }
    assert (dataset / "rounds" / "folder").is_dir()


@pytest.mark.parametrize("left", [[".lock"], [".plan.json.7.tmp"], [".lock", ".plan.json.7.tmp"]])
def test_killed_before_anything_was_written(tmp_path, left):
    for name in left:
        (tmp_path / name).write_text("")
    assert play(tmp_path, rounds=5).deals == 5
    assert not list(tmp_path.rglob("*.tmp"))


RUNNER = """
import sys
import squirrelstats as sq
from squirrelstats.simulate import driver, store
from tests import processes
store.SHARD_ROWS, driver.CHUNK_SECONDS = 9 * 200, 0.002
print("ready", flush=True)
sq.simulate("squarrels", ["baseline", "random", "choosy"], seed=5, rotate="cyclic",
            out=sys.argv[1], **{sys.argv[3]: int(sys.argv[2])})
print("done", flush=True)
"""


def start(folder, number, unit="rounds"):
    words = [sys.executable, "-c", RUNNER, str(folder), str(number), unit]
    runner = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert runner.stdout.readline() == "ready\n"
    return runner


@pytest.mark.parametrize("unit", ["rounds", "matches"])
def test_kill_9_loses_nothing_that_was_written(tmp_path, monkeypatch, unit):
    folder, draw, deals = tmp_path / "run", random.Random(1), []
    for at_least in (None, 0, 1, 40):  # shards there when the hour strikes
        runner = start(folder, 10**6, unit)
        while at_least is not None and len(list(folder.glob("rounds/deals-*"))) < at_least:
            time.sleep(0.001)
        time.sleep(0.1 * draw.random())
        runner.kill()
        assert runner.wait() == -signal.SIGKILL
        runner.stdout.close()
        if (folder / "plan.json").exists():
            run = sq.load(folder)
            deals.append(run.deals)
            assert (run.rounds.round_in_match == 0).sum() == PLAYINGS * run.deals
    assert deals == sorted(deals)
    assert len(run.rounds) >= 40 * 200 * 0.9 * PLAYINGS
    monkeypatch.setattr(store, "SHARD_ROWS", 9 * 500)
    number = deals[-1] + 700
    again = {"rounds": None, unit: number}
    assert play(folder, **again).deals == number
    assert same_tables(folder, play(**again))
    assert not list(folder.rglob("*.tmp"))


def test_two_at_once(tmp_path):
    folder = tmp_path / "run"
    runner = start(folder, 10**9)
    try:
        while not (folder / "plan.json").exists():
            time.sleep(0.01)
        for _ in range(2):
            with pytest.raises(sq.DatasetError, match=r"another process is writing to .*run"):
                play(folder)
        assert sq.load(folder).deals >= 0  # reading is always possible
    finally:
        runner.kill()
        runner.wait()
        runner.stdout.close()
    assert play(folder, rounds=5).deals == 5  # and the lock dies with its owner


def test_the_lock_is_given_back(tmp_path, monkeypatch):
    play(tmp_path, rounds=5)
    refused(tmp_path, "another plan", seed=6)
    play(tmp_path, rounds=6)
    real = store.FolderStore._make_fit

    def fails(self):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(store.FolderStore, "_make_fit", fails)
    kept = []
    with pytest.raises(sq.DatasetError, match="Input/output error") as caught:
        play(tmp_path, rounds=7)
    kept.append(caught.value)  # as a notebook keeps the last error, with all its frames
    monkeypatch.setattr(store.FolderStore, "_make_fit", real)
    assert play(tmp_path, rounds=7).deals == 7


def test_two_plans_that_start_at_once(tmp_path, monkeypatch):
    """The second one saw an empty folder, and got the lock after the first had finished."""
    real = store.check_folder
    calls = []

    def late(folder, plan):
        real(folder, plan)
        calls.append(plan)
        if len(calls) == 1:
            monkeypatch.setattr(store, "check_folder", real)
            play(tmp_path, rounds=5, seed=1)

    monkeypatch.setattr(store, "check_folder", late)
    with pytest.raises(sq.DatasetError, match="another plan: seed 1 there, 5 here"):
        play(tmp_path, rounds=5)


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": 6}, ["another plan", "seed 5 there, 6 here", "use another folder"]),
        ({"seed": {"deal": 5}}, ["seed 5 there, {'deal': 5} here"]),
        ({"rotate": "none"}, ["rotate 'cyclic' there, 'none' here"]),
        ({"columns": "cards"}, ["columns 'core' there, 'cards' here"]),
        (
            {"rules": sq.rules("squarrels", draw_rule="optional")},
            ["rules: draw_rule 'forced_unless_store' there, 'optional' here"],
        ),
        ({"lineup": ["baseline", "choosy", "random"]}, ["line-up baseline, random, choosy(give"]),
        (
            {"lineup": [*LINEUP[:2], sq.policies.get("squarrels", "choosy", give_up=1)]},
            ["give_up=0.35, spend_gold=0.2) there", "give_up=1, spend_gold=0.2) here"],
        ),
        ({"lineup": LINEUP[:2]}, ["line-up baseline, random, choosy", "baseline, random here"]),
    ],
)
def test_another_plan(dataset, options, words):
    refused(dataset, *words, **options)


def test_other_code(dataset, monkeypatch):
    from squirrelstats.simulate import plan

    monkeypatch.setattr(plan, "code_digest", lambda game: "0" * 64)
    refused(dataset, "the simulator's code has changed")
    run = sq.load(dataset)
    assert run.deals == len(run.rounds) // PLAYINGS == 90
    with pytest.raises(sq.DatasetError, match=r"cannot be replayed.*code has changed"):
        run.replay(0)


def test_a_foreign_folder(tmp_path):
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter.txt").write_text("years of work")
    (folder / "seats").mkdir()
    refused(folder, "not a squirrelstats dataset", "no plan.json", "nothing was changed")
    assert not (folder / ".lock").exists()
    unreadable(folder, "not a squirrelstats dataset")


def test_a_file(tmp_path):
    file = tmp_path / "thesis"
    file.write_text("years of work")
    refused(file, "is a file; a dataset is a folder")
    with pytest.raises(sq.DatasetError, match="there is no dataset folder"):
        sq.load(file)
    with pytest.raises(sq.DatasetError, match=r"cannot write to .*thesis/run.*choose a folder"):
        play(file / "run")


def test_nothing_there(tmp_path):
    with pytest.raises(sq.DatasetError, match=r"there is no dataset folder .*nowhere"):
        sq.load(tmp_path / "nowhere")
    with pytest.raises(sq.UsageError, match="path must be the folder of a dataset, got 5"):
        sq.load(5)
    (tmp_path / "empty").mkdir()
    unreadable(tmp_path / "empty", "not a squirrelstats dataset")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "5", "null", '"x"', "{}", '{"format": "squirrelstats dataset"}', "\x00\x01"],
)
def test_a_damaged_plan(dataset, text):
    (dataset / "plan.json").write_text(text)
    refused(dataset, "plan.json", "is damaged or of another program", "pandas")
    unreadable(dataset, "plan.json", "is damaged or of another program")


def test_a_plan_that_was_edited(dataset):
    about = json.loads((dataset / "plan.json").read_text())
    good = (dataset / "plan.json").read_bytes()
    for change in ({"plan": {**about["plan"], "seed": 6}}, {"plan": []}, {"digest": "0" * 64}):
        (dataset / "plan.json").write_text(json.dumps({**about, **change}))
        refused(dataset, "plan.json", "is damaged")
        unreadable(dataset, "plan.json", "is damaged")
    (dataset / "plan.json").write_bytes(b"\xff\xfe\x80")
    refused(dataset, "plan.json", "is damaged")
    (dataset / "plan.json").unlink()
    (dataset / "plan.json").mkdir()
    refused(dataset, "cannot read", "plan.json")
    (dataset / "plan.json").rmdir()
    refused(dataset, "no plan.json")
    (dataset / "plan.json").write_bytes(good)
    assert play(dataset).deals == 90


def test_another_schema_version(dataset):
    about = json.loads((dataset / "plan.json").read_text())
    (dataset / "plan.json").write_text(json.dumps({**about, "schema_version": 99}))
    refused(dataset, "schema version 99", "this package reads 2", "pandas")
    unreadable(dataset, "schema version 99")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("harm", ["empty", "short", "no end", "garbage", "zeros", "other rows"])
def test_a_damaged_shard_is_found_at_once(dataset, table, harm):
    file = shards(dataset, table)[4]
    good = file.read_bytes()
    file.write_bytes(
        {
            "empty": b"",
            "short": good[: len(good) // 2],
            "no end": good[:-1],
            "garbage": random.Random(1).randbytes(len(good)),
            "zeros": bytes(len(good)),
            "other rows": (
                dataset / ("rounds" if table == "seats" else "seats") / file.name
            ).read_bytes(),
        }[harm]
    )
    refused(dataset, file.name, "is damaged", "nothing was changed", "Remove it")
    unreadable(dataset, file.name, "is damaged")
    file.unlink()  # the way out that the message names
    assert play(dataset).deals == 90
    assert file.read_bytes() == good


def test_flipped_bits_are_found_when_read(dataset):
    file = shards(dataset)[4]
    good = bytearray(file.read_bytes())
    column = pq.ParquetFile(file).metadata.row_group(0).column(6)
    assert column.path_in_schema == "score"
    good[column.data_page_offset + column.total_compressed_size // 2] ^= 0x10
    file.write_bytes(good)
    run = sq.load(dataset)
    for reading in (lambda: run.seats, lambda: run.summary(), lambda: list(run.iter_chunks())):
        with pytest.raises(sq.DatasetError, match=rf"{file.name}' is damaged.*Remove it"):
            reading()
    assert len(run.rounds) == 90 * PLAYINGS


def test_a_shard_of_another_dataset(dataset, tmp_path):
    other = tmp_path / "other"
    play(other, seed=6)
    for table in TABLES:
        shutil.copy(shards(other, table)[2], dataset / table)
    refused(dataset, "belongs to another plan", "take it out")
    unreadable(dataset, "belongs to another plan")


def test_shards_that_overlap(dataset, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "SHARD_ROWS", 15 * PLAYINGS * SEATS)
    play(tmp_path / "other")
    for table in TABLES:
        shutil.copy(shards(tmp_path / "other", table)[1], dataset / table)
    refused(dataset, "overlap", "nothing was changed")
    unreadable(dataset, "overlap")


# --- policies of one's own ------------------------------------------------------------------------


def mine(view, legal, rng):
    return sq.random_legal(rng, legal)


def mine_edited(view, legal, rng):
    return sq.first_legal(legal)


def test_an_edited_policy_is_refused(tmp_path):
    first = make_policy("squarrels", mine, name="bot")
    play(tmp_path, lineup=["baseline", first], rounds=5)
    play(tmp_path, lineup=["baseline", make_policy("squarrels", mine, name="bot")], rounds=6)
    edited = make_policy("squarrels", mine_edited, name="bot")
    refused(tmp_path, "policy bot has been edited since", lineup=["baseline", edited], rounds=7)


def test_a_plain_python_policy_needs_a_version(tmp_path):
    bare = make_policy("squarrels", mine, native=False)
    play(tmp_path / "bare", lineup=["baseline", bare], rounds=5)
    refused(tmp_path / "bare", "plain Python", 'version="1"', lineup=["baseline", bare], rounds=6)
    stated = make_policy("squarrels", mine, native=False, version="1")
    play(tmp_path / "stated", lineup=["baseline", stated], rounds=5)
    run = play(tmp_path / "stated", lineup=["baseline", stated], rounds=9)
    assert same_tables(tmp_path / "stated", play(lineup=["baseline", stated], rounds=9))
    assert run.deals == 9
    newer = make_policy("squarrels", mine, native=False, version="2")
    refused(tmp_path / "stated", "edited", lineup=["baseline", newer], rounds=10)


def test_load_needs_the_policies(tmp_path):
    bot = make_policy("squarrels", mine, name="only_here")
    made = play(tmp_path, lineup=["baseline", bot], rounds=20)
    run = sq.load(tmp_path)
    for table in TABLES:
        pd.testing.assert_frame_equal(getattr(run, table), getattr(made, table), check_exact=True)
    assert run.groups() == made.groups()
    assert repr(run) == repr(made)
    for unplayable in (
        lambda: run.replay(0),
        lambda: sq.replay(run.plan, 0),
        lambda: play(tmp_path, lineup=run.plan.lineup, rounds=21),
    ):
        with pytest.raises(sq.DatasetError, match=r"'only_here'.*policies=\{'only_here': policy\}"):
            unplayable()
    with pytest.raises(sq.UsageError, match="policies must be a mapping"):
        sq.load(tmp_path, policies=[bot])
    run = sq.load(tmp_path, policies={"only_here": bot})
    assert run.deals == 20
    for deal, playing in ((0, 0), (19, 1)):
        assert str(run.replay(deal, playing)) == str(made.replay(deal, playing))
    other = make_policy("squarrels", mine_edited, name="only_here")
    run = sq.load(tmp_path, policies={"only_here": other})
    assert run.groups() == made.groups()  # the numbers are what they are
    with pytest.raises(sq.DatasetError, match="only_here has been edited since"):
        run.replay(0)


def test_two_policies_of_one_label_stay_apart(tmp_path):
    twins = [make_policy("squarrels", f, name="twin") for f in (mine, mine_edited)]
    made = play(tmp_path, lineup=twins, rounds=20)
    assert made.plan.labels == ("twin", "twin #2")
    replayed = str(made.replay(7))
    for policies, plays in (
        ({}, False),
        ({"twin": twins[0]}, False),
        ({"twin": twins[1]}, False),
        ({"twin": twins[0], "twin #2": twins[1]}, True),
        ({"one": twins[1], "other": twins[0]}, True),
        ({"twin #2": twins[0], "twin": twins[0]}, False),
    ):
        run = sq.load(tmp_path, policies)
        assert run.plan.labels == made.plan.labels
        assert run.groups() == made.groups()
        pd.testing.assert_frame_equal(run.seats, made.seats, check_exact=True)
        if plays:
            assert str(run.replay(7)) == replayed
        else:
            with pytest.raises(sq.DatasetError, match="twin"):
                run.replay(7)


def test_a_policy_that_lost_a_parameter(tmp_path):
    stated = {"stop": sq.param(5, 1, 7)}
    bot = make_policy("squarrels", mine, name="bot", params=stated).with_params(stop=3)
    made = play(tmp_path, lineup=["baseline", bot], rounds=20)
    run = sq.load(tmp_path, {"bot": make_policy("squarrels", mine, name="bot")})
    assert run.plan.labels == ("baseline", "bot(stop=3)")
    assert run.groups() == made.groups()
    with pytest.raises(sq.DatasetError, match=r"'bot\(stop=3\)'.*not with these parameters"):
        run.replay(0)


def test_a_loaded_run_replays(dataset):
    run = sq.load(dataset)
    for deal, playing in ((0, 0), (41, 2), (89, 1)):
        assert str(run.replay(deal, playing)) == str(play(rounds=90).replay(deal, playing))


# --- disks that fail ------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written():
    with pytest.raises(sq.DatasetError, match=r"cannot write to '/proc/run'.*choose a folder"):
        play("/proc/run")


def test_no_permission(tmp_path, monkeypatch):
    def forbidden(self, *args, **kwargs):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", forbidden)
    with pytest.raises(sq.DatasetError, match=r"cannot write to .*run.*Permission denied"):
        play(tmp_path / "run")


def test_a_full_disk(tmp_path):
    """Files larger than 40 kB fail: what was written before stays, the rest can follow."""
    body = """
    import resource, signal, sys
    import squirrelstats as sq
    from squirrelstats.simulate import store
    store.SHARD_ROWS = 9 * 200
    play = dict(seed=5, rotate="cyclic", out=sys.argv[1])
    lineup = ["baseline", "random", "choosy"]
    sq.simulate("squarrels", lineup, rounds=400, **play)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000))
    try:
        sq.simulate("squarrels", lineup, rounds=4000, threads=2, **play)
    except sq.DatasetError as error:
        print(error)
    """
    printed = processes.run("-c", textwrap.dedent(body), str(tmp_path))
    assert "cannot write deals-000000000400-000000000599.parquet" in printed
    assert "what was written before is safe, and the same call goes on" in printed
    assert not list(tmp_path.rglob("*.tmp"))
    assert sq.load(tmp_path).deals == 400
    play(tmp_path, rounds=500)
    assert same_tables(tmp_path, play(rounds=500))


def test_a_rename_that_fails(tmp_path, small_shards, monkeypatch):
    real, calls = os.replace, []

    def replace(source, target):
        calls.append(target)
        if len(calls) == 6:  # plan.json, two pairs, and now the second file of a pair
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(store.os, "replace", replace)
    with pytest.raises(sq.DatasetError, match="No space left on device"):
        play(tmp_path)
    monkeypatch.setattr(store.os, "replace", real)
    assert not list(tmp_path.rglob("*.tmp"))
    assert 0 < sq.load(tmp_path).deals < 90
    assert play(tmp_path).deals == 90
    assert same_tables(tmp_path, play())


def test_the_folder_disappears_during_a_run(tmp_path, small_shards, monkeypatch):
    folder = tmp_path / "run"
    real = store.FolderStore._write_shard

    def write(self, chunk):
        if chunk.first >= 40:
            shutil.rmtree(folder)
        real(self, chunk)

    monkeypatch.setattr(store.FolderStore, "_write_shard", write)
    with pytest.raises(sq.DatasetError, match="cannot write deals-0"):
        play(folder, rounds=200)
