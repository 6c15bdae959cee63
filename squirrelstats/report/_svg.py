"""Charts as inline SVG that follows the page: its colours, its fonts, its dark mode."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from squirrelstats.plot._style import ACCENT, BARS, COLOURS, INK, QUIET, style

#: Colours of the charts, by the CSS variable of the page that takes their place.
VARIABLES = {
    INK: "ink",
    "#404040": "ink",
    QUIET: "quiet",
    "#808080": "line",
    "#E4E4E4": "grid",
    "#FFFFFF": "paper",
    BARS: "bars",
    ACCENT: "mark",
    "#BDBDBD": "rest",
    **{colour: f"c{place}" for place, colour in enumerate(COLOURS, start=1)},
}
SALT = "squirrelstats"
#: Pixels of the page for a point of the chart.
SCALE = 1.5
_COLOUR = re.compile("|".join(VARIABLES), re.IGNORECASE)
_BY_COLOUR = {colour.upper(): f"var(--{name})" for colour, name in VARIABLES.items()}


def chart(
    draw: Callable[[Axes], object], alt: str, name: str, size: tuple[float, float] = (6.8, 3.8)
) -> str:
    """A chart as an ``<svg>`` element.

    Parameters
    ----------
    draw : callable
        Draws on the Axes it is given.
    alt : str
        What the chart shows, for who cannot see it.
    name : str
        Unique on its page; letters, digits and hyphens.
    size : tuple of float
        Width and height in inches.

    Returns
    -------
    svg : str
        The same bytes for the same chart, whatever was drawn before.
    """
    figure = Figure(figsize=size, layout="constrained")
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": SALT, "path.simplify": True}
    with rc_context(settings), style():
        draw(figure.subplots())
        text = io.StringIO()
        figure.savefig(text, format="svg", bbox_inches="tight", pad_inches=0.04)
    return _on_a_page(text.getvalue(), alt, name)


def _on_a_page(svg: str, alt: str, name: str) -> str:
    """Only the element itself, with the page's colours and with names of its own."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[A-Za-z][A-Za-z0-9.]*_[0-9]+"', "", svg)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'xlink:href="#([^"]+)"', rf'href="#{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    svg = re.sub(r"font-family: [^;\"]*;?\s*", "", svg)
    svg = _COLOUR.sub(lambda found: _BY_COLOUR[found[0].upper()], svg)
    svg = re.sub(r" *\n *", " ", svg).replace("> <", "><")
    view = re.search(r'viewBox="([^"]+)"', svg)
    width = float(view[1].split()[2]) if view else 480.0
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view[1] if view else ""}" '
        f'role="img" aria-labelledby="{name}-alt" style="max-width: {width * SCALE:.0f}px">'
        f'<title id="{name}-alt">{html.escape(alt)}</title>'
    )
    return opening + svg[svg.index(">") + 1 :].strip()
