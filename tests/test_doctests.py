"""Every example in a docstring or a document runs and shows what it says."""

import doctest
import importlib
import os
import pkgutil
import re
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import pytest

import squirrelstats
from squirrelstats.policies import registry

matplotlib.use("agg")

ROOT = Path(__file__).parent.parent
MODULES = sorted(m.name for m in pkgutil.walk_packages(squirrelstats.__path__, "squirrelstats."))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """In an empty folder, with the policies of this session only; no figure stays open."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_session", {})
    yield
    plt.close("all")


def check(test):
    report = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("name", ["squirrelstats", *MODULES])
def test_docstrings(name):
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        if test.examples:
            check(test)


BLOCK = r"^```(?:python|pycon)\n(.*?)^```\n(?:\n```text\n(.*?)^```)?"


def blocks(page):
    """Line and text of the python blocks of a page, in order, and the output shown below."""
    text = page.read_text(encoding="utf-8")
    for block in re.finditer(BLOCK, text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, block.start(1)), block[1], block[2]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: os.fspath(page.relative_to(ROOT)))
def test_pages(page, capsys):
    """The blocks of a page one after another, as one session."""
    session = {"__name__": "__main__", "sq": squirrelstats}
    for line, text, shown in blocks(page):
        if ">>>" in text:
            parsed = doctest.DocTestParser().get_doctest(text, session, page.name, page.name, line)
            parsed.globs = session  # a copy otherwise, and the next block would know nothing
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            report = []
            runner.run(parsed, out=report.append, clear_globs=False)
            assert not report, "".join(report)
        else:
            exec(compile("\n" * line + text, page, "exec"), session)
            printed = capsys.readouterr().out
            same = doctest.OutputChecker().check_output
            assert shown is None or same(shown, printed, FLAGS), printed
