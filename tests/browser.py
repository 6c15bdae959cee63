"""Chromium for tests of pages: what it complains about and asks for is an error.

Tests take the fixture ``browser`` (imported by name) and open pages with `watched_page`.
"""

from __future__ import annotations

import contextlib
import shutil
from urllib.parse import urlsplit

import pytest

#: What Chromium is called on various systems.
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: Pages come from here, and nothing may come from elsewhere.
HERE = ("127.0.0.1", "localhost")
LOCAL_SCHEMES = ("file", "data", "blob", "about")
#: Least contrast of text (WCAG 2.2, level AA).
CONTRAST = 4.5
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


def find_chromium():
    """Path of a Chromium on this machine, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="module")
def browser():
    """A browser for the tests of one module; they are skipped where there is none."""
    path = find_chromium()
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is on the path")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


class Guard:
    """What went wrong on a page: errors, and requests to other machines.

    Parameters
    ----------
    page : Page
    allowed : sequence of str
        Messages that contain one of these are no errors; say why where you pass them.
    """

    def __init__(self, page, allowed=()):
        self.problems = []
        self._allowed = allowed
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._note(f"page error: {error}"))
        page.on("request", self._on_request)

    def _note(self, text):
        if not any(part in text for part in self._allowed):
            self.problems.append(text)

    def _on_console(self, message):
        if message.type == "error":
            self._note(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request):
        address = urlsplit(request.url)
        if address.scheme not in LOCAL_SCHEMES and address.hostname not in HERE:
            self._note(f"request to another machine: {request.url}")


@contextlib.contextmanager
def watched_page(browser, *, allowed=(), viewport=DESKTOP, scheme="light"):
    """A page that is closed after use, and must not have complained by then."""
    with contextlib.closing(browser.new_context(viewport=viewport, color_scheme=scheme)) as context:
        page = context.new_page()
        guard = Guard(page, allowed)
        yield page
        assert not guard.problems, "\n".join(guard.problems)


def open_file(page, path):
    """Open a file on disk and wait until all of it is there."""
    page.goto(path.resolve().as_uri(), wait_until="load")


def check_report_page(page, path):
    """Open a page on disk and check it as a reader would: eyes, phone, dark room.

    Pictures have words, tables have headers, nothing is wider than a telephone, and text stands
    out from what is behind it, by day and by night. Use it in `watched_page`, which sees to errors
    and requests.
    """
    open_file(page, path)
    body = page.locator("body")
    check_words(body)
    page.set_viewport_size(PHONE)
    assert page.evaluate(TOO_WIDE) == []
    page.set_viewport_size(DESKTOP)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        check_contrast(body)
    page.emulate_media(color_scheme="light")


def check_words(part):
    """Every picture in a part of a page says what it shows, every table what its columns are."""
    assert part.evaluate(WORDLESS) == []
    assert part.evaluate(HEADLESS) == []


def check_contrast(part):
    """All text in a part of a page stands out from its background."""
    assert part.evaluate(FAINT, CONTRAST) == []


#: Pictures without words.
WORDLESS = """top => [...top.querySelectorAll("img, svg")]
  .filter(e => !e.closest('[aria-hidden="true"]') && !e.parentElement.closest("svg"))
  .filter(e => !e.getAttribute("alt") && !e.getAttribute("aria-label")
    && !e.getAttribute("aria-labelledby") && !e.querySelector(":scope > title"))
  .map(e => e.outerHTML.slice(0, 120))"""
#: Tables without headers.
HEADLESS = """top => [...top.querySelectorAll("table")]
  .filter(e => !e.querySelector("th"))
  .map(e => e.outerHTML.slice(0, 120))"""
#: What makes the page wider than the window; what scrolls in a box of its own does not.
TOO_WIDE = """() => {
  const room = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= room) return []
  const wide = [...document.body.querySelectorAll("*")]
    .filter(e => e.getBoundingClientRect().right > room + 1)
    .map(e => e.outerHTML.slice(0, 120))
  return wide.length ? wide : [`page is ${document.documentElement.scrollWidth} wide`]
}"""
#: Text whose contrast is too low: background colours up to the root are laid over one another.
FAINT = """(top, least) => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true})
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
    return [r, g, b, a / 255]
  }
  const over = (front, back) =>
    [0, 1, 2].map(i => front[i] * front[3] + back[i] * (1 - front[3])).concat(1)
  const luminance = colour => {
    const [r, g, b] = colour.slice(0, 3).map(x => x / 255)
      .map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const canvasColour = () => {
    const probe = document.createElement("div")
    probe.style.backgroundColor = "Canvas"
    document.body.append(probe)
    const found = rgba(getComputedStyle(probe).backgroundColor)
    probe.remove()
    return found
  }
  const page = canvasColour()
  const behind = element => {
    const layers = []
    for (let e = element; e; e = e.parentElement)
      layers.unshift(rgba(getComputedStyle(e).backgroundColor))
    return layers.reduce((back, front) => over(front, back), page)
  }
  const faint = []
  for (const e of top.querySelectorAll("*")) {
    const words = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data.trim()).join("")
    if (!words || e.closest("style, script, template, noscript") || !e.checkVisibility()) continue
    const styled = getComputedStyle(e)
    const ground = behind(e)
    let ink = rgba(e.closest("svg") ? styled.fill : styled.color)
    for (let f = e; f; f = f.parentElement) ink[3] *= Number(getComputedStyle(f).opacity)
    ink = over(ink, ground)
    const [high, low] = [luminance(ink), luminance(ground)].sort((a, b) => b - a)
    const contrast = (high + 0.05) / (low + 0.05)
    if (contrast < least) faint.push(`${contrast.toFixed(2)}: ${words.slice(0, 60)}`)
  }
  return faint
}"""
