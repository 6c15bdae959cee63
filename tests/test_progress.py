"""The progress bar, where somebody is watching and where nobody is."""

import os
import pty
import re
import subprocess
import sys
import time

import pytest

import squirrelstats as sq
from squirrelstats import _progress
from squirrelstats._progress import Progress

BODY = """
import squirrelstats as sq
from squirrelstats.simulate import driver
driver.CHUNK_SECONDS = 0.01
sq.simulate("squarrels", ["choosy"] * 6, rounds=40_000, rotate="none", threads=1)
print("done")
"""


def in_terminal(columns):
    """What a terminal of that width gets to see."""
    main, child = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", BODY], stdout=child, stderr=child, env=environment
    )
    os.close(child)
    seen = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(main)
    assert process.wait() == 0, seen.decode()
    return seen.decode()


def test_a_bar_in_a_terminal():
    columns = 60
    seen = in_terminal(columns)
    assert re.search(r"squarrels .*━.* \d+ % [\d,]+ rounds/s .*\d:\d\d:\d\d", seen)
    plain = re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", seen)
    assert all(len(line.rstrip()) <= columns for line in re.split(r"[\r\n]", plain))
    assert "…" not in plain
    assert plain.split()[-1] == "done"  # the bar is gone, the next line begins where it was
    assert "Warning" not in plain


def test_no_bar_where_nobody_looks(capsys):
    sq.simulate("squarrels", ["baseline"] * 2, rounds=2000)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("show", "notebook"), [(True, False), (None, True), (True, True)])
def test_a_bar_of_text(capsys, monkeypatch, show, notebook):
    """Asked for where the output is a file, and in a notebook without widgets."""
    monkeypatch.setattr(_progress, "in_notebook", lambda: notebook)
    with Progress(4000, 1000, show, "squarrels") as bar:
        time.sleep(0.35)  # short runs show none
        bar.add(3000)
    out, err = capsys.readouterr()
    assert out == ""
    assert "squarrels: 100%" in err
    assert "4.00k/4.00k" in err


@pytest.mark.parametrize("show", [None, True])
def test_no_bar_without_stderr(monkeypatch, show):
    monkeypatch.setattr(sys, "stderr", None)
    with Progress(1000, 0, show, "squarrels") as bar:
        bar.add(1000)


def test_no_bar_where_nothing_is_to_do(capsys):
    with Progress(1000, 1000, True, "squarrels") as bar:
        bar.add(0)
    assert capsys.readouterr() == ("", "")
