"""What several commands read and write: numbers, options of the rules, charts, line-ups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

import squirrelstats as sq
from squirrelstats.cli.lineup import parse_lineup

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DEFAULT_LINEUP = "baseline,baseline,baseline,random"

Options = Annotated[
    list[str] | None,
    Parameter(
        name=["--option", "-O"], negative="", help="Change a rule: name=value; may be repeated."
    ),
]


def number(text: str, what: str = "rounds") -> int:
    """A whole number, also as 1e6, 10M or 1_000_000."""
    factors = {"k": 3, "m": 6, "g": 9}
    digits = text.strip().lower()
    exponent = factors.get(digits[-1:], 0)
    try:
        value = Decimal(digits[:-1] if exponent else digits).scaleb(exponent)
        if not 1 <= value < 10**18 or value != int(value):
            raise ValueError
    except (ArithmeticError, ValueError):
        raise sq.UsageError(
            f"{what} must be a whole number from 1, like 100000, 1e6 or 10M, got {text!r}"
        ) from None
    return int(value)


def rules_of(game: sq.Game, preset: str | None, options: Sequence[str] | None) -> Any:
    changes: dict[str, str | int | bool] = {}
    for text in options or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise sq.UsageError(f"an option reads name=value, got {text!r}")
        if name.strip() in changes:
            raise sq.UsageError(f"option {name.strip()} is given twice")
        changes[name.strip()] = value_of(value.strip())
    return game.rules(preset, **changes)


def value_of(text: str) -> str | int | bool:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


def policies_of(game: sq.Game, text: str) -> list[sq.Policy]:
    """Policies of a comma list."""
    return [sq.policies.get(game, player.policy) for player in parse_lineup(game, text)]


CHART_TYPES = (".png", ".svg", ".pdf")


def check_chart(chart: Path) -> None:
    if chart.suffix.lower() not in CHART_TYPES:
        raise sq.UsageError(
            f"a chart is a file ending in {', '.join(CHART_TYPES)}, got {str(chart)!r}"
        )


def save(chart: Path, draw: Callable[[], Figure | Axes]) -> None:
    """Draw without a screen, into a file."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    chart.parent.mkdir(parents=True, exist_ok=True)
    drawn = draw()
    figure: Any = drawn if not hasattr(drawn, "figure") else drawn.figure
    try:
        figure.savefig(chart, dpi=150)
    finally:
        plt.close(figure)
