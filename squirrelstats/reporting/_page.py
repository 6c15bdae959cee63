"""Sections and verdicts as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from squirrelstats.plot._svg import declarations
from squirrelstats.reporting._blocks import Section

#: Longer tables that are folded away are left out on paper.
MOST_PRINTED = 16
#: Colours of the charts: on a light screen, a dark one, and paper.
_CHARTS = (
    f":root {{ {declarations(dark=False)} }}",
    f"@media (prefers-color-scheme: dark) {{ :root {{ {declarations(dark=True)} }} }}",
    f"@media print {{ :root {{ {declarations(dark=False)} }} }}",
)


def page(
    title: str,
    about: Sequence[str],
    verdicts: Sequence[dict[str, str]],
    verdict_notes: Sequence[str],
    sections: Sequence[Section],
    closing: str,
) -> str:
    """The whole file.

    Parameters
    ----------
    title : str
    about : sequence of str
        Small print under the title.
    verdicts : sequence of dict
        ``question``, ``kind`` (``"pass"``, ``"fail"`` or ``"open"``), ``mark``,
        ``answer`` and ``sentence``.
    verdict_notes : sequence of str
        How the verdicts are to be read.
    sections : sequence of Section
    closing : str

    Returns
    -------
    html : str
    """
    from jinja2 import Environment, StrictUndefined

    from squirrelstats import __version__

    here = files("squirrelstats.reporting")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string(here.joinpath("page.html.j2").read_text("utf-8"))
    content: dict[str, Any] = {
        "most_printed": MOST_PRINTED,
        "title": title,
        "about": about,
        "verdicts": verdicts,
        "verdict_notes": verdict_notes,
        "sections": sections,
        "closing": closing,
        "css": "\n".join([*_CHARTS, here.joinpath("style.css").read_text("utf-8").strip()]),
        "version": __version__,
    }
    return template.render(content)
