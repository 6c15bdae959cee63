"""Notebooks in JupyterLab, in a browser: the live panel at work, charts in light and dark."""

from __future__ import annotations

import re
import time
from pathlib import Path

import nbformat
import pytest

from tests import lab
from tests.browser import (
    browser,  # noqa: F401
    check_contrast,
    check_report_page,
    check_words,
    open_file,
    watched_page,
)

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
FIRST = next(
    name
    for name in ("00_quickstart.ipynb", "01_squarrels_first_look.ipynb")
    if (NOTEBOOKS / name).exists()
)
#: Milliseconds for what takes one second, or compiles a policy, where nothing else runs.
SOON, LATER = 60_000, 180_000


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory):  # noqa: F811 - the fixture; no browser, no server
    with lab.running(tmp_path_factory.mktemp("lab")) as running:
        yield running


def copied(server, name, *, empty):
    """Put a copy of a notebook on the server, with or without what its cells gave."""
    notebook = nbformat.read(NOTEBOOKS / name, 4)
    if empty:
        notebook.metadata.pop("widgets", None)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = []
    server.put(name, notebook)


def seen(panel):
    """Deals played, and the widths of the intervals in points, as they stand in a panel."""
    rows = panel.locator(".sqs-live tbody tr").all_inner_texts()
    widths = [float(re.search(r"([\d.]+) points", row)[1]) for row in rows]
    deals = {int(row.split()[-1].replace(",", "")) for row in rows}
    assert len(deals) == 1
    return deals.pop(), widths


def test_live_panel(browser, server):  # noqa: F811
    """Run the notebook, start the panel by its button, see its bands shrink, and stop it."""
    copied(server, "14_live_table.ipynb", empty=True)
    server.choose("Light")
    with watched_page(browser) as page:
        server.open(page, "14_live_table.ipynb")
        server.run_all(page)
        panel = page.locator(".jp-OutputArea-output:has(button.jupyter-button)").first
        start = panel.locator("button.jupyter-button", has_text="Start")
        start.wait_for(timeout=LATER)
        page.locator(".jp-RenderedMarkdown", has_text="may I stop? After").wait_for(timeout=LATER)
        panel.scroll_into_view_if_needed()
        panel.get_by_label("Deals at most").fill("5000000")
        panel.get_by_label("Seed").fill("21")
        panel.get_by_label("Seed").press("Tab")
        start.click()
        playing = panel.get_by_role("status").filter(has_text="Playing")
        playing.wait_for(timeout=SOON)
        panel.locator(".sqs-live", has_text="seed 21").wait_for(timeout=SOON)
        earlier = seen(panel)
        end = time.monotonic() + SOON / 1000
        while seen(panel)[0] < 3 * earlier[0] and time.monotonic() < end:
            page.wait_for_timeout(100)
        later = seen(panel)
        assert later[0] >= 3 * earlier[0]
        assert all(b < a for a, b in zip(earlier[1], later[1], strict=True))
        panel.locator("button.jupyter-button", has_text="Stop").click()
        panel.get_by_role("status").filter(has_text="Stopped:").wait_for(timeout=SOON)
        stopped = seen(panel)
        page.wait_for_timeout(500)
        assert seen(panel) == stopped
        check_words(panel)
        check_contrast(panel.locator(".sqs-live"))


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_notebook_with_its_charts(browser, server, theme):  # noqa: F811
    """As committed: every chart is there, in either theme."""
    copied(server, FIRST, empty=False)
    server.choose(theme)
    with watched_page(browser) as page:
        server.open(page, FIRST)
        dark = page.locator('body[data-jp-theme-light="false"]')
        assert dark.count() == (theme == "Dark")
        wanted = sum(
            any(kind.startswith("image/") for kind in output.get("data", {}))
            for cell in nbformat.read(NOTEBOOKS / FIRST, 4).cells
            for output in cell.get("outputs", [])
        )
        charts = page.locator(".jp-RenderedImage img, .jp-RenderedSVG img, .jp-RenderedSVG svg")
        for _ in range(200):  # what is out of sight is put in as one comes near
            if charts.count() >= wanted:
                break
            page.keyboard.press("PageDown")
            page.mouse.move(700, 500)
            page.mouse.wheel(0, 800)
            page.wait_for_timeout(50)
        assert wanted > 0
        assert charts.count() == wanted
        for chart in charts.all():
            assert chart.evaluate("e => e.tagName !== 'IMG' || e.naturalWidth > 100")


REPORTS = Path(__file__).parent.parent / "reports"


@pytest.mark.parametrize("name", sorted(path.name for path in REPORTS.glob("*example*.html")))
def test_report(browser, name):  # noqa: F811
    """The example reports: words, headers, contrast by day and by night, on a phone, charts."""
    with watched_page(browser) as page:
        check_report_page(page, REPORTS / name)
        for chart in page.locator("svg").all():
            assert chart.bounding_box()["height"] > 100
        for link in page.locator("nav a").all():
            assert page.locator(link.get_attribute("href")).count() == 1
        folded = page.locator("details").first
        assert not folded.locator("table").is_visible()
        folded.locator("summary").click()
        assert folded.locator("table").is_visible()


@pytest.mark.parametrize("name", sorted(path.name for path in REPORTS.glob("*example*.html")))
def test_report_on_paper(browser, name):  # noqa: F811
    """A4, every chart on it, what is only for the screen left out."""
    with watched_page(browser) as page:
        open_file(page, REPORTS / name)
        paper = page.pdf(prefer_css_page_size=True, print_background=True)
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
        assert 3 <= len(boxes) <= 20
        for width, height in boxes:
            assert (round(float(width)), round(float(height))) == (595, 842)
        page.emulate_media(media="print")
        assert not page.locator("nav").is_visible()
        assert page.locator("details.short table").first.is_visible()


GOOD = """<!doctype html><html lang="en"><title>Good</title><style>
:root {color-scheme: light dark} svg text {fill: CanvasText} .box {overflow-x: auto}
</style><body><h1>A page</h1><p style="color: #808080; font-size: 0"></p>
<svg role="img" aria-label="a line" viewBox="0 0 9 9"><text>a</text></svg>
<div class="box"><table style="width: 900px"><tr><th>n</th></tr><tr><td>5</td></tr></table></div>
"""
FAULTS = {
    "words": ("</h1>", '</h1><svg viewBox="0 0 9 9"></svg>'),
    "headers": ("<th>n</th>", "<td>n</td>"),
    "width": ("</h1>", '</h1><p style="width: 500px">wide</p>'),
    "contrast": ("</h1>", '</h1><p style="color: #999; background: #fff">faint</p>'),
    "contrast in the dark": ("</h1>", '</h1><p style="color: #000">only by day</p>'),
    "contrast of charts": ("fill: CanvasText", "fill: #c0c0c0"),
    "errors": ("</h1>", '</h1><script>console.error("oh")</script>'),
    "exceptions": ("</h1>", "</h1><script>nothing()</script>"),
    "requests": ("</h1>", '</h1><img alt="x" src="http://example.invalid/x.png">'),
}


def check(browser, tmp_path, text):  # noqa: F811
    page_file = tmp_path / "page.html"
    page_file.write_text(text, "utf-8")
    with watched_page(browser) as page:
        check_report_page(page, page_file)


def test_good_page(browser, tmp_path):  # noqa: F811
    check(browser, tmp_path, GOOD)


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_pages_are_found(browser, tmp_path, fault):  # noqa: F811
    text = GOOD.replace(*FAULTS[fault])
    assert text != GOOD
    with pytest.raises(AssertionError):
        check(browser, tmp_path, text)
