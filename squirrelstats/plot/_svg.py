"""Charts as SVG inside a page: its colours follow the page, its text stays text."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from squirrelstats.plot._style import COLOURS, INK, QUIET, style

#: Colours on a dark page, by those of the charts.
DARK = {
    **dict(zip(COLOURS, ("#4C9FE0", "#F0B030", "#35B597", "#E08BBB", "#FF7F3F"), strict=False)),
    **dict(zip(COLOURS[5:], ("#9AD4F5", "#A8A8A8", "#F0F0F0"), strict=True)),
    INK: "#E8E8E8",
    QUIET: "#BDBDBD",
    "#404040": "#CFCFCF",
    "#808080": "#8A8A8A",
    "#E4E4E4": "#3C3C3C",
}
#: Where a notebook says that it is dark: JupyterLab, then VS Code.
DARK_PAGES = ('body[data-jp-theme-light="false"]', "body.vscode-dark")
_RC = {"svg.fonttype": "none", "svg.hashsalt": "squirrelstats"}
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def colour_rules(scope: str) -> str:
    """CSS that gives the charts in a scope their colours, on light pages and on dark ones.

    Examples
    --------
    >>> colour_rules(".sqs-live").splitlines()[0][:35]
    '.sqs-live {--sqs-0072b2: #0072B2; -'
    """
    light = " ".join(f"{_variable(colour)}: {colour};" for colour in DARK)
    dark = " ".join(f"{_variable(colour)}: {other};" for colour, other in DARK.items())
    scopes = ", ".join(f"{page} {scope}" for page in DARK_PAGES)
    return f"{scope} {{{light}}}\n{scopes} {{{dark}}}\n"


def inline_svg(
    draw: Callable[[Axes], Any], words: str, size: tuple[float, float] = (6.8, 4.0)
) -> str:
    """A chart as an ``<svg>`` element that fills the width it is given.

    pyplot has no part in it, so that no figure stays open.

    Parameters
    ----------
    draw : callable
        Draws into the Axes that it is given.
    words : str
        What the chart says, for those who cannot see it.
    size : tuple of float
        Inches, for the proportions and the size of letters.
    """
    with style(_RC):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots()
        draw(axes)
        figure.patch.set_visible(False)
        axes.patch.set_visible(False)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata=_NO_METADATA)
    text = file.getvalue()
    text = text[text.index("<svg") :]
    head, rest = text.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', head)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box[0] if box else ""} role="img" '
        f'aria-label="{html.escape(words)}" style="width: 100%; height: auto; '
        'stroke-linejoin: round; stroke-linecap: butt">'
    )
    rest = re.sub(r"<style.*?</style>", "", rest, flags=re.DOTALL)  # it would style the whole page
    rest = re.sub(r'<g id="[^"]*"', "<g", rest)  # and these would not be alone on it
    for colour in DARK:
        rest = re.sub(colour, f"var({_variable(colour)}, {colour})", rest, flags=re.IGNORECASE)
    return opening + re.sub(r"'DejaVu Sans'(, [^;\"]*)?", "sans-serif", rest)


def _variable(colour: str) -> str:
    return f"--sqs-{colour[1:].lower()}"
