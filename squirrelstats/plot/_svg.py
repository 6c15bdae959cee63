"""Charts as SVG inside a page: its colours follow the page, its text stays text."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable
from typing import Any

from matplotlib import style as mpl_style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from squirrelstats.plot._style import ACCENT, BARS, COLOURS, INK, QUIET, style

#: Colours on a dark page, by those of the charts.
DARK = {
    **dict(zip(COLOURS, ("#4C9FE0", "#F0B030", "#35B597", "#E08BBB", "#FF7F3F"), strict=False)),
    **dict(zip(COLOURS[5:], ("#9AD4F5", "#A8A8A8", "#F0F0F0"), strict=True)),
    INK: "#ECECEC",
    QUIET: "#BDC1C5",
    BARS: "#3D6F94",
    ACCENT: "#FF9D5C",
    "#404040": "#CFCFCF",
    "#4D4D4D": "#C4C4C4",
    "#808080": "#8A8F94",
    "#B0B0B0": "#6A6F74",
    "#BDBDBD": "#5D6268",
    "#D99A00": "#F0B030",
    "#E4E4E4": "#34383D",
    "#EFEFEF": "#2A2D31",
    "#FFFFFF": "#16181B",
}
#: Where a notebook says that it is dark: JupyterLab, then VS Code.
DARK_PAGES = ('body[data-jp-theme-light="false"]', "body.vscode-dark")
#: Pixels of a page for a point of a chart, at most.
SCALE = 1.5
_RC = {"svg.fonttype": "none", "svg.hashsalt": "squirrelstats"}
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
_COLOUR = re.compile("|".join(DARK), re.IGNORECASE)


def declarations(*, dark: bool) -> str:
    """CSS variables of the colours of all charts, on a light page or a dark one.

    Examples
    --------
    >>> declarations(dark=False)[:22]
    '--sqs-0072b2: #0072B2;'
    """
    return " ".join(f"{_variable(own)}: {DARK[own] if dark else own};" for own in DARK)


def colour_rules(scope: str) -> str:
    """CSS that gives the charts in a part of a notebook their colours, in light and dark.

    Examples
    --------
    >>> colour_rules(".sqs-live").splitlines()[0][:35]
    '.sqs-live {--sqs-0072b2: #0072B2; -'
    """
    scopes = ", ".join(f"{page} {scope}" for page in DARK_PAGES)
    return f"{scope} {{{declarations(dark=False)}}}\n{scopes} {{{declarations(dark=True)}}}\n"


def inline_svg(
    draw: Callable[[Axes], object],
    words: str,
    size: tuple[float, float] = (6.8, 4.0),
    *,
    name: str = "chart",
    fill: bool = False,
) -> str:
    """A chart as an ``<svg>`` element, the same bytes for the same chart.

    pyplot has no part in it, so that no figure stays open, and neither have the user's settings, of
    this session or of a file ``matplotlibrc``.

    Parameters
    ----------
    draw : callable
        Draws into the Axes that it is given.
    words : str
        What the chart says, for those who cannot see it.
    size : tuple of float
        Inches, for the proportions and the size of letters.
    name : str
        Of the chart among others on its page; letters, digits and hyphens.
    fill : bool
        Fill the width that there is, whatever becomes of the size of letters.
    """
    with mpl_style.context("default"), style(_RC):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots()
        draw(axes)
        figure.patch.set_visible(False)
        axes.patch.set_visible(False)
        file = io.StringIO()
        figure.savefig(
            file, format="svg", bbox_inches="tight", pad_inches=0.04, metadata=_NO_METADATA
        )
    return _on_a_page(file.getvalue(), words, name, fill)


def _on_a_page(svg: str, words: str, name: str, fill: bool) -> str:
    """Only the element itself, with the page's colours and fonts, and with ids of its own."""
    head, rest = svg[svg.index("<svg") :].split(">", 1)
    box: Any = re.search(r'viewBox="([^"]*)"', head)
    widest = "" if fill else f" max-width: {float(box[1].split()[2]) * SCALE:.0f}px;"
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}" role="img" '
        f'aria-label="{html.escape(words)}" style="width: 100%; height: auto;{widest} '
        'stroke-linejoin: round; stroke-linecap: butt">'
    )
    rest = re.sub(r"<style.*?</style>", "", rest, flags=re.DOTALL)  # it would style the whole page
    rest = re.sub(r"<defs>\s*</defs>|<!--.*?-->", "", rest, flags=re.DOTALL)
    rest = re.sub(r' id="[A-Za-z][A-Za-z0-9.]*_[0-9]+"', "", rest)  # nothing refers to these
    rest = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', rest)
    rest = re.sub(r'xlink:href="#([^"]+)"', rf'href="#{name}-\1"', rest)
    rest = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", rest)
    rest = re.sub(r"font-family: [^;\"]*;?\s*", "", rest)
    rest = _COLOUR.sub(lambda found: f"var({_variable(found[0])}, {found[0]})", rest)
    return opening + re.sub(r" *\n *", " ", rest).replace("> <", "><").strip()


def _variable(colour: str) -> str:
    return f"--sqs-{colour[1:].lower()}"
