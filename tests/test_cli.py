"""The command line: what it prints, what it refuses, and its exit codes."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import squirrelstats as sq
from squirrelstats.cli import main
from squirrelstats.cli._words import number
from squirrelstats.policies import registry
from tests import processes

LINEUP = ["baseline", "random"]
BOTS = '''
import squirrelstats as sq

@sq.policy("squarrels", params={"stop_at": sq.param(5, 1, 7, "cards at which drawing stops")})
def stubborn(view, legal, params):
    """Does the first thing allowed."""
    return sq.first_legal(legal)

mine = sq.policies.get("squarrels", "baseline")
'''


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_session", {})
    (tmp_path / "my_bots.py").write_text(BOTS)


@pytest.fixture
def shell(capsys):
    """Run a command: its output; a failure is one line on stderr."""

    def run(*words, status=0):
        done = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert done == status, err
        assert (err == "") == (status == 0), err
        if status and not err.startswith("╭"):
            assert err.startswith("squirrelstats: ")
            assert err.count("\n") == 1, err
        return out if status == 0 else err

    return run


def simulate(*words):
    """A short run, unless the words say otherwise."""
    usual = {"--lineup": "baseline,random", "--rounds": "50"}
    given = [word for pair in usual.items() if pair[0] not in words for word in pair]
    return ("simulate", "squarrels", *given, *words)


# --- commands -------------------------------------------------------------------------------------


def test_simulate_prints_the_run(shell):
    run = sq.simulate("squarrels", LINEUP, rounds=50)
    assert shell(*simulate()) == f"{run}\n"
    options = ("--seed", 7, "--rotate", "cyclic", "--rules", "rulebook_2009", "--threads", 2)
    other = shell(*simulate(*options, "-O", "draw_rule=optional", "--no-progress"))
    rules = sq.rules("squarrels", draw_rule="optional")
    run = sq.simulate("squarrels", LINEUP, rounds=50, seed=7, rotate="cyclic", rules=rules)
    assert other == f"{run}\n"


def test_simulate_writes_and_goes_on(shell, tmp_path):
    out = ("--out", "data/first", "--columns", "cards")
    assert "on disk: data/first" in shell(*simulate(*out))
    shell(*simulate(*out, "--rounds", "70"))
    run = sq.load("data/first")
    assert run.deals == 70
    assert run.seats.equals(sq.simulate("squarrels", LINEUP, rounds=70, columns="cards").seats)
    err = shell(*simulate(*out, "--seed", 3), status=2)
    assert "data/first" in err
    assert "seed 0 there, 3 here" in err


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".PNG"])
def test_charts(shell, suffix):
    out = shell(*simulate("--chart", f"deep/er/chart{suffix}"))
    assert out.endswith(f"chart: deep/er/chart{suffix}\n")
    with open(f"deep/er/chart{suffix}", "rb") as file:
        start = file.read(200)
    assert any(mark in start for mark in (b"PNG", b"%PDF", b"<?xml"))


@pytest.mark.parametrize("name", ["chart.jpg", "chart", "chart.png.txt"])
def test_other_charts_are_refused_before_anything_is_played(shell, name):
    err = shell("simulate", "squarrels", "--rounds", "10M", "--chart", name, status=2)
    assert f"ending in .png, .svg, .pdf, got '{name}'" in err


def test_replay_of_a_game_and_of_a_dataset(shell):
    plan = sq.make_plan("squarrels", LINEUP, seed=3, rotate="cyclic")
    same = ("--seed", 3, "--rotate", "cyclic")
    text = shell("replay", "squarrels", 5, "--playing", 1, "--lineup", "baseline,random", *same)
    assert text == f"{sq.replay(plan, 5, 1)}\n"
    shell(*simulate(*same, "--out", "run"))
    assert shell("replay", "run", 5, "--playing", 1) == text
    assert "deal must be a whole number from 0 to 49, got 50" in shell(
        "replay", "run", 50, status=2
    )
    assert "playing must be" in shell("replay", "run", 5, "--playing", 2, status=2)
    assert "baseline (seat 0)" in shell("replay", "squarrels", 5)  # four seats by default
    err = shell("replay", "squarels", 5, status=2)
    assert "no dataset folder 'squarels'" in err
    assert "did you mean 'squarrels'" in err
    os.mkdir("squarrels")  # a folder of that name does not hide the game
    assert shell("replay", "squarrels", 5) == shell("replay", "squarrels", 5)
    os.mkdir("empty")
    assert "not a squirrelstats dataset" in shell("replay", "empty", 5, status=2)


def test_matches(shell):
    run = sq.simulate("squarrels", LINEUP, matches=30, seed=7, rotate="balanced", columns="all")
    options = ("--seed", 7, "--rotate", "balanced", "--columns", "all")
    words = ("simulate", "squarrels", "--lineup", "baseline,random", "--matches", "0.03k", *options)
    assert shell(*words) == f"{run}\n"
    assert "30 matches × 2 seatings (balanced)" in shell(*words, "--out", "run")
    assert sq.load("run").matches.equals(run.matches)
    assert "chart: chart.svg" in shell(*words, "--chart", "chart.svg")
    err = shell(*words, "--rounds", 5, status=2)
    assert "how many matches, like matches=10_000" in err
    assert "got both" in err
    err = shell(*words[:4], "--matches", "1.5", status=2)
    assert "matches must be a whole number from 1, like 100000" in err


def test_replay_of_a_round_of_a_match(shell):
    plan = sq.make_plan("squarrels", LINEUP, seed=3, rotate="cyclic", unit="matches")
    same = ("--seed", 3, "--rotate", "cyclic", "--lineup", "baseline,random")
    for round in (0, 2):
        text = shell("replay", "squarrels", 5, "--playing", 1, "--round", round, *same)
        assert text == f"{sq.replay(plan, 5, 1, round)}\n"
        assert f"match 5 · playing 1 · round {round}" in text
    shell("simulate", "squarrels", *same, "--matches", 9, "--out", "run")
    assert shell("replay", "run", 5, "--playing", 1, "--round", 2) == text
    assert "round 0" in shell("replay", "run", 5, "--playing", 1)
    assert "the last round of that match, got 99" in shell(
        "replay", "run", 5, "--round", 99, status=2
    )
    assert "round must be a whole number" in shell("replay", "run", 5, "--round", "-1", status=2)
    shell(*simulate("--out", "rounds"))
    assert "round must be 0 where rounds stand alone, got 1" in shell(
        "replay", "rounds", 5, "--round", 1, status=2
    )


def test_players_with_traits(shell):
    lineup = [sq.player("baseline", slap_speed=2), "random"]
    run = sq.simulate("squarrels", lineup, rounds=50)
    out = shell(*simulate("--lineup", "baseline:slap_speed=2,random"))
    assert out == f"{run}\n"
    out = shell(
        *simulate("--lineup", "my_bots.py:stubborn:vigilance=.5:stop_at=3,choosy:give_up=1")
    )
    assert "\nstubborn(stop_at=3) [vigilance=0.5] " in out
    assert "\nchoosy(give_up=1) " in out
    for lineup, said in (
        ("baseline:slap_sped=2", "did you mean 'slap_speed'?"),
        ("choosy:give_u=2", "did you mean 'give_up'? Allowed: 'give_up', 'spend_gold', 'slap_spe"),
        ("my_bots.py:stubborn:vigilanc=1", "or trait of a player 'vigilanc'; did you mean 'vigil"),
        ("baseline:slap_speed=0", "slap_speed must be a number from 0.01 to 100"),
    ):
        assert said in shell(*simulate("--lineup", f"{lineup},random"), status=2)


def test_a_parameter_hides_a_trait_of_that_name(shell, tmp_path):
    (tmp_path / "fast.py").write_text(
        "import squirrelstats as sq\n"
        '@sq.policy("squarrels", params={"slap_speed": sq.param(1, 0, 9)})\n'
        "def fast(legal, params):\n    return sq.first_legal(legal)\n"
    )
    out = shell(*simulate("--lineup", "fast.py:fast:slap_speed=5:vigilance=0.5,random"))
    assert "\nfast(slap_speed=5) [vigilance=0.5] " in out


def test_replay_of_a_dataset_with_own_policies(shell):
    lineup = ("--lineup", "my_bots.py:stubborn,random")
    shell("simulate", "squarrels", *lineup, "--rounds", 20, "--out", "run")
    registry._session.clear()
    err = shell("replay", "run", 3, status=2)
    assert "does not know policy 'stubborn' of 'run'" in err
    assert err.endswith(": squirrelstats replay run 3 --playing 0 --lineup my_bots.py:stubborn\n")
    assert "stubborn (seat 0)" in shell("replay", "run", 3, "--lineup", "my_bots.py:stubborn")


def test_replay_of_a_dataset_with_two_policies_of_one_name(shell, tmp_path):
    other = BOTS.replace("sq.first_legal(legal)", "sq.first_legal(legal & legal)")
    (tmp_path / "other.py").write_text(other)
    lineup = ("--lineup", "my_bots.py:stubborn,other.py:stubborn")
    out = shell("simulate", "squarrels", *lineup, "--rounds", 20, "--out", "run")
    assert "\nstubborn #2 " in out
    registry._session.clear()
    assert "stubborn #2 (seat 1)" in shell("replay", "run", 3, *lineup)


def test_policies(shell):
    out = shell("policies", "squarrels")
    assert out.startswith("Policies of S'Quarrels: A Game of Absolute Nuts\nbaseline\n")
    for policy in sq.policies.list("squarrels"):
        assert f"\n{policy.name}\n" in out
    assert "give_up = 0.35 (0 to 100): " in out
    assert "def choosy(view" in shell("policies", "squarrels", "choosy")
    out = shell("policies", "squarrels", "my_bots.py:stubborn")
    assert "Does the first thing allowed." in out
    assert "return sq.first_legal(legal)" in out
    assert "did you mean 'choosy'" in shell("policies", "squarrels", "chosy", status=2)


def test_rules(shell):
    out = shell("rules", "squarrels")
    assert "presets: rulebook_2009, wikipedia_draft, website (default rulebook_2009)" in out
    assert "draw_rule = forced_unless_store\n" in out
    assert "Source: rulebook" in out
    assert shell("rules", "squarrels", "rulebook_2009") == out
    assert "did you mean 'rulebook_2009'" in shell("rules", "squarrels", "rulebook", status=2)
    assert "wikipedia_draft" in shell("rules", "squarrels", "website", "wikipedia_draft")
    assert "Values: discard, keep" in shell("rules", "squarrels", "gold_alone")
    page = shell("rules", "squarrels", "--markdown")
    assert page.startswith("# Rules of S'Quarrels")


def test_rules_are_validated(shell, tmp_path):
    good, wrong = tmp_path / "good.toml", tmp_path / "wrong.toml"
    good.write_text("title = 'Two'\n[rules]\nwinters = 2\n")
    wrong.write_text("[rules]\nwinter = 2\n")
    out = shell("rules", "squarrels", "--validate", str(good))
    assert out == f"{good}: Two · rulebook_2009 with winters=2\n"
    err = shell("rules", "squarrels", "--validate", str(good), str(wrong), status=2)
    assert "did you mean 'winters'" in err
    assert "needs the files" in shell("rules", "squarrels", "--validate", status=2)
    out = shell(*simulate("--rules", str(good), "--option", "stop_level=5", "--columns", "cards"))
    assert "winters=2" in out


def test_help_and_version(shell):
    out = shell("--help")
    for command in ("simulate", "replay", "policies", "rules", "bench"):
        assert command in out
    assert "--rounds" in shell("simulate", "--help")
    assert "Parquet" in shell("simulate", "--help")
    assert shell("--version").strip() == sq.__version__


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("100000", 100_000),
        ("1e6", 1_000_000),
        ("1E3", 1000),
        ("10M", 10_000_000),
        ("10m", 10_000_000),
        ("2k", 2000),
        ("1.005k", 1005),
        ("2.3M", 2_300_000),
        ("1G", 10**9),
        ("1_000", 1000),
        (" 5 ", 5),
        ("9007199254740993", 2**53 + 1),
    ],
)
def test_numbers(text, value):
    assert number(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "k", "ten", "1.5", "0", "-5", "1e-1", "10mm", "10kk", "1,5", "1 0", "0x10", "1.0005k"],
)
def test_no_numbers(shell, text):
    nonumber(shell, text)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e18", "1e400", "1e999999999", "1e-10g"])
def test_numbers_beyond_all_bounds(shell, text):
    nonumber(shell, text)


def nonumber(shell, text):
    err = shell("simulate", "squarrels", f"--rounds={text}", status=2)
    assert f"rounds must be a whole number from 1, like 100000, 1e6 or 10M, got {text!r}" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "squarels"], "unknown game 'squarels'; did you mean 'squarrels'"),
        (simulate("--rules", "rulebook_209"), "did you mean 'rulebook_2009'"),
        (simulate("-O", "draw_rul=optional"), "did you mean 'draw_rule'"),
        (simulate("-O", "draw_rule=optinal"), "did you mean 'optional'"),
        (simulate("-O", "draw_rule"), "an option reads name=value, got 'draw_rule'"),
        (simulate("-O", "fives=8", "-O", "fives=9"), "option fives is given twice"),
        (simulate("--lineup", "baseline,randm"), "did you mean 'random'"),
        (simulate("--lineup", "stubborn,random"), "one in a file is written my_bots.py:stubborn"),
        (simulate("--lineup", "baseline"), "2 to 6 players, got a line-up of 1"),
        (simulate("--lineup", ",".join(["random"] * 7)), "got a line-up of 7"),
        (simulate("--lineup", "baseline,,random"), "comma list"),
        (simulate("--lineup", ""), "comma list"),
        (simulate("--lineup", "choosy:give_u=1,random"), "did you mean 'give_up'"),
        (simulate("--lineup", "choosy:give_up=x,random"), "'give_up=x' is not of the form"),
        (simulate("--lineup", "choosy:give_up,random"), "'give_up' is not of the form"),
        (simulate("--lineup", "choosy:give_up=101,random"), "from 0 to 100, got 101.0"),
        (simulate("--rotate", "cycle"), "did you mean 'cyclic'"),
        (simulate("--columns", "card"), "did you mean 'cards'"),
        (simulate("--threads", "0"), "threads must be a whole number from 1 to 1,024, got 0"),
        (simulate("--seed", "-1"), "seed must be an integer from 0"),
        (simulate("--seed", str(2**64)), "seed must be an integer from 0"),
        (simulate("--seed", "x"), "--seed"),
        (simulate("--out", "my_bots.py"), "'my_bots.py' is a file"),
        (simulate("--out", "."), "not a squirrelstats dataset"),
        (simulate("--chart", "my_bots.py/x.png"), "my_bots.py"),
        (simulate("--sede", "5"), "sede"),
        (["simulat", "squarrels"], "simulat"),
        (["simulate"], "game"),
        (["replay", "squarrels", "x"], "x"),
        (["replay", "squarrels", "-1"], "deal must be"),
        (["replay", "nowhere/at/all", "1"], "no dataset folder 'nowhere/at/all'"),
        (["rules", "squarrels", "x", "y"], "x"),
        (["bench", "--repeats", "0"], "repeats must be a whole number from 1, got 0"),
    ],
)
def test_wrong_words(shell, words, said):
    err = " ".join(shell(*words, status=2).replace("│", " ").split())
    assert said in err


def test_lineups_from_files(shell, tmp_path):
    out = shell(*simulate("--lineup", "my_bots.py:stubborn:stop_at=3,random"))
    assert "\nstubborn(stop_at=3) " in out
    path = tmp_path / "my_bots.py"
    assert shell(*simulate("--lineup", f"{path}:stubborn,random"))
    for lineup, said in (
        ("my_bots.py:stuborn", "did you mean 'stubborn'? Allowed: 'stubborn', 'baseline'"),
        ("my_bots.py:stubborn:stop=3", "did you mean 'stop_at'"),
        ("my_bots.py:stubborn:stop_at=9", "from 1 to 7, got 9"),
        ("your_bots.py:stubborn", "no file 'your_bots.py'"),
        ("my_bots.py", "my_bots.py"),
    ):
        assert said in shell(*simulate("--lineup", f"{lineup},random"), status=2)


def test_a_file_may_import_one_beside_it(shell, tmp_path):
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "beside_my_bots.py").write_text("NAME = 'helped'\n")
    (tmp_path / "bots" / "bots.py").write_text(
        "import beside_my_bots\nimport squirrelstats as sq\n"
        '@sq.policy("squarrels", name=beside_my_bots.NAME)\n'
        "def helped(legal):\n    return sq.first_legal(legal)\n"
    )
    before = list(sys.path)
    assert "\nhelped " in shell(*simulate("--lineup", "bots/bots.py:helped,random"))
    assert sys.path == before


def test_a_policy_that_misbehaves_is_replayed_by_the_line_said(shell, tmp_path):
    (tmp_path / "cheats.py").write_text(
        'import squirrelstats as sq\n@sq.policy("squarrels")\ndef cheat(view, legal, rng):\n'
        "    return 63 if sq.rand_below(rng, 3000) == 7 else sq.first_legal(legal)\n"
    )
    options = ("--lineup", "cheats.py:cheat,random", "--rounds", "5000", "--seed", "4")
    options += ("--rotate", "cyclic", "-O", "draw_rule=optional")
    for out, said in (((), "lost (--out FOLDER keeps them)"), (("--out", "run"), "kept in run")):
        err = shell(*simulate(*options, *out), status=2)
        assert f"deals before it are {said}. See it" in err
        assert "error." not in err
        words = shlex.split(err.partition("move by move: ")[2])
        assert words[:3] == ["squirrelstats", "replay", "squarrels"]
        assert "illegal action 63" in " ".join(shell(*words[1:]).split())


def test_a_policy_that_misbehaves_in_a_match_is_replayed_by_the_line_said(shell, tmp_path):
    (tmp_path / "cheats.py").write_text(
        'import squirrelstats as sq\n@sq.policy("squarrels")\ndef cheat(view, legal, rng):\n'
        "    wrong = view.round_in_match == 1 and sq.rand_below(rng, 2000) == 7\n"
        "    return 63 if wrong else sq.first_legal(legal)\n"
    )
    options = ("--lineup", "cheats.py:cheat:slap_speed=3,random", "--seed", "4")
    err = shell("simulate", "squarrels", "--matches", "5000", *options, status=2)
    assert "matches before it are lost (--out FOLDER keeps them)" in err
    words = shlex.split(err.partition("move by move: ")[2])
    assert words[:3] == ["squirrelstats", "replay", "squarrels"]
    assert "illegal action 63" in " ".join(shell(*words[1:]).split())


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(:", "SyntaxError"),
        ("import nonsense_that_is_not_there", "ModuleNotFoundError"),
        ("\n\nx = 1 / 0", "ZeroDivisionError: division by zero (line 3)"),
        ("import sys\nsys.exit(5)", "SystemExit: 5 (line 2)"),
        ("raise KeyError('x')", "KeyError: 'x' (line 1)"),
    ],
)
def test_files_with_an_error(shell, tmp_path, source, said):
    (tmp_path / "broken.py").write_text(source)
    for _ in range(2):  # it is not remembered as loaded
        err = shell(*simulate("--lineup", "broken.py:x,random"), status=2)
        assert "'broken.py' cannot be run: " in err
        assert said in err


def test_a_file_with_a_wrong_policy(shell, tmp_path):
    (tmp_path / "wrong.py").write_text(
        'import squirrelstats as sq\n@sq.policy("squarrels")\ndef cheat(legal):\n    return 62\n'
    )
    err = shell(*simulate("--lineup", "wrong.py:cheat,random"), status=2)
    assert "policy 'cheat'" in err
    assert "illegal action 62" in err


# --- a real process -------------------------------------------------------------------------------

START = "import sys; from squirrelstats.cli import main; sys.exit(main())"
COMMAND = [sys.executable, "-W", "error", "-c", START]


def test_a_pipe_that_closes():
    done = subprocess.run(
        f"set -o pipefail; {shlex.join(COMMAND)} replay squarrels 5 | head -n 1",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "S'Quarrels: A Game of Absolute Nuts\n"
    reader, writer = os.pipe()
    os.close(reader)  # nobody reads at all
    done = subprocess.run([*COMMAND, "rules", "squarrels"], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_as_a_module():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "squirrelstats", "--version"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, sq.__version__, "")


@pytest.mark.parametrize("words", ["replay squarrels 5", "replay squarels 5", "simulate", "--help"])
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams(words, closed):
    status = 0 if words in ("replay squarrels 5", "--help") else 2
    done = subprocess.run(
        f"{shlex.join(COMMAND)} {words} {closed}", shell=True, capture_output=True, text=True
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "Warning" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_encodings_that_lack_signs(encoding):
    done = subprocess.run(
        [*COMMAND, *simulate("--lineup", "baseline,random")],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"rulebook_2009" in done.stdout


def test_the_package_says_that_it_is_typed():
    assert (Path(sq.__file__).parent / "py.typed").is_file()


BOTS_AT_WORK = """
import squirrelstats as sq
from squirrelstats.simulate import driver

@sq.policy("squarrels")
def patient(view, legal, rng):
    return sq.first_legal(legal)

@sq.policy("squarrels")
def endless(view, legal, rng):
    if sq.rand_below(rng, 20_000) == 7:
        while view.turn > 0:
            pass
    return sq.first_legal(legal)

real = driver._Allotment.next_range

said = []

def next_range(self):
    task = real(self)
    if task[0] >= 273 and not said:
        said.append("ready")
        print(*said, flush=True)
    return task

driver._Allotment.next_range = next_range
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("patient", "interrupted: "),
        ("endless", "a policy does not come back"),
        ("endless", "deals are done; they are lost, --out FOLDER would have kept them\n"),
    ],
)
def test_ctrl_c_on_the_shell(tmp_path, name, said):
    (tmp_path / "bots.py").write_text(BOTS_AT_WORK)
    lineup = ("--lineup", f"bots.py:{name},random", "--threads", "1")
    out = () if name == "endless" else ("--out", "run")
    process = processes.start(
        "-c", START, "simulate", "squarrels", *lineup, "--rounds", "10G", *out
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    shown, err = processes.finish(process)
    assert process.returncode == 130, err
    assert said in err
    assert "Traceback" not in err
    assert "error.run" not in err
    assert shown.startswith("S'Quarrels")  # what is done is shown
    assert "\nrandom " in shown
    if out:
        assert "in run; the same call goes on" in err
        assert sq.load("run", {"patient": "random"}).deals >= 273


# --- sweep --------------------------------------------------------------------------------------


def test_sweep_prints_what_python_shows(shell, tmp_path):
    words = ["sweep", "squarrels", "stop_level", "6:8", "--lineup", "choosy,baseline"]
    words += ["--rounds", "60", "--measure", "win_share, turns", "--chart", "curve.png"]
    out = shell(*words, "--threads", 1)
    found = sq.sweep(
        "squarrels",
        "stop_level",
        [6, 7, 8],
        lineup=["choosy", "baseline"],
        rounds=60,
        measure=["win_share", "turns"],
    )
    assert out == f"{found}\nchart: curve.png\n"
    assert (tmp_path / "curve.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    "words",
    [
        ("slap_speed", "0.5:2:0.5", "--of", "all", "--base", "1"),
        ("seats", "2:3", "--matches", "3"),
        ("give_up", "0,1", "--lineup", "choosy:give_up=2,baseline"),
        ("store_mandatory", "optional", "-O", "stop_level=6", "--player", "1"),
    ],
)
def test_sweep_of_all_kinds(shell, words):
    count = () if "--matches" in words else ("--rounds", "20")
    shown = shell("sweep", "squarrels", *words, *count)
    assert "in common at every value" in " ".join(shown.split())  # small print wraps


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stop_levl", "6:8"), "did you mean 'stop_level'"),
        (("stop_level", "8:6"), "a range of values reads first:last"),
        (("stop_level", "6,99"), "stop_level must be from"),
        (("stop_level", "6,7", "--of", "x"), "of must be a player"),
        (("stop_level", "6,7", "--base", "8"), "must be one of the values"),
        (("stop_level", "6,7", "--chart", "x.gif"), "a chart is a file ending in"),
        (("stop_level", "6,7", "--rounds", "none"), "rounds must be a whole number"),
    ],
)
def test_sweep_errors(shell, words, said):
    assert said in shell("sweep", "squarrels", *words, status=2)


# --- tournaments ----------------------------------------------------------------------------------


def test_tournament_prints_payoffs_mixture_and_ratings(shell, tmp_path):
    options = ("--seats", 3, "--rounds", 30, "--resamples", 20, "--no-progress")
    lineup = ("--policies", "baseline,random:slap_speed=2,my_bots.py:stubborn")
    out = shell("tournament", "squarrels", *lineup, *options, "--chart", "deep/payoffs.png")
    members = ["baseline", sq.player("random", slap_speed=2), "stubborn"]
    played = sq.tournament("squarrels", members, seats=3, rounds=30)
    mixture = sq.equilibrium(played, resamples=20)
    rated = sq.ratings(played, resamples=20)
    assert out == f"{played}\n\n{mixture}\n\n{rated}\nchart: deep/payoffs.png\n"
    assert (tmp_path / "deep/payoffs.png").stat().st_size > 10_000


def test_tournament_against_a_pool_and_in_scores(shell):
    words = ("tournament", "squirrels", "--policies", "baseline,planner", "--rounds", 20)
    usual = ("--resamples", 20, "--seats", 2)
    out = shell(*words, *usual, "--pool", "random")
    assert "equilibrium" not in out
    assert "ratings" in out
    out = shell(*words, *usual, "--measure", "score", "--out", "kept")
    assert "equilibrium" in out
    assert "ratings" not in out
    assert len(list(Path("kept").glob("*.npy"))) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--policies", "baseline"), "two policies or more"),
        (("--policies", "baseline,chosy"), "did you mean 'choosy'"),
        (("--design", "balance"), "did you mean 'balanced'"),
        (("--rounds", "none"), "rounds must be a whole number"),
        (("--chart", "payoffs.jpg"), "ending in .png"),
    ],
)
def test_tournaments_refused(shell, words, said):
    assert said in shell("tournament", "squarrels", *words, status=2)


# --- compare ------------------------------------------------------------------------------------


def test_compare_prints_what_python_shows(shell, tmp_path):
    (tmp_path / "five.toml").write_text("[rules]\nstop_level = 5\n")
    words = ["compare", "squarrels", "website", "five.toml", "--lineup", "choosy,baseline"]
    out = shell(*words, "--rounds", 40, "--seed", 2, "--threads", 1, "--chart", "rules.png")
    found = sq.compare_rules(
        "squarrels", ["website", "five.toml"], lineup=["choosy", "baseline"], rounds=40, seed=2
    )
    assert out == f"{found}\nchart: rules.png\n"
    assert (tmp_path / "rules.png").read_bytes().startswith(b"\x89PNG")


def test_compare_against_another_base_in_matches(shell):
    words = ["rulebook_2009", "--base", "website", "--lineup", "baseline,random", "--matches", 4]
    out = shell("compare", "squarrels", *words)
    assert "house rules against website" in out
    assert "4 matches in common" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name the rules to compare: presets (rulebook_2009, wikipedia_draft, website)"),
        (["wbsite"], "did you mean 'website'"),
        (["none.toml"], "there is no file 'none.toml'"),
        (["website", "--chart", "a.txt"], "a chart is a file ending in"),
    ],
)
def test_compare_errors(shell, words, said):
    assert said in shell("compare", "squarrels", *words, status=2)
