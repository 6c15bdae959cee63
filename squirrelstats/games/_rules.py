"""What the rules of all games share: fields that explain themselves, checks, differences."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import numpy as np

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.errors import UsageError, choices


def choice(values: tuple[str, ...], group: str, meaning: str, **texts: str) -> Any:
    """A field with named values, the first the default.

    Parameters
    ----------
    values : tuple of str
    group : str
        Heading under which the field is shown.
    meaning : str
        The question that the field answers.
    **texts : str
        ``source``: the printed sentence that it interprets, paraphrased, with where it stands.
        ``borrowed``: what a preset takes from elsewhere because its own text is silent.
        ``effect`` and ``example``: of a house rule, exactly what it changes, and a worked case.
    """
    metadata = {"group": group, "meaning": meaning, "values": values, **texts}
    return field(default=values[0], metadata=metadata)


def number(default: int, low: int, high: int, group: str, meaning: str, **texts: str) -> Any:
    """A field that is an integer from ``low`` to ``high``; the rest as for `choice`."""
    metadata = {"group": group, "meaning": meaning, "low": low, "high": high, **texts}
    return field(default=default, metadata=metadata)


def flag(default: bool, group: str, meaning: str, **texts: str) -> Any:
    """A field that is true or false; the rest as for `choice`."""
    return field(default=default, metadata={"group": group, "meaning": meaning, **texts})


def text(form: str, group: str, meaning: str, **texts: str) -> Any:
    """A field that is a text, empty by default, such as a list of cards; the rest as for `choice`.

    Parameters
    ----------
    form : str
        How the text is written, in words.
    group, meaning, **texts
    """
    return field(default="", metadata={"group": group, "meaning": meaning, "form": form, **texts})


def allowed(about: Mapping[str, Any]) -> str:
    """The values of a field in words, from its metadata."""
    if "values" in about:
        return ", ".join(about["values"])
    if "low" in about:
        return f"{about['low']} to {about['high']}"
    if "form" in about:
        return str(about["form"])
    return "true, false"


def shown(value: Any) -> str:
    """A value of a field as it is written on the shell and in files.

    Examples
    --------
    >>> shown(True), shown(4), shown("anyone"), shown("")
    ('true', '4', 'anyone', '""')
    """
    return str(value).lower() if isinstance(value, bool) else str(value) or '""'


class RulesBase:
    """Base of the frozen dataclasses of rules, whose fields the functions above make.

    ``repr`` says what differs from the defaults, ``print`` and a notebook show every option.
    """

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Names of the kinds of cards, by number, where the rules decide what cards show."""
        return ()

    @property
    def rest_on_assumptions(self) -> bool:
        """Whether what is assumed about the game is in these rules."""
        return True

    def __post_init__(self) -> None:
        for entry in dataclasses.fields(self):  # type: ignore[arg-type]
            value, about = getattr(self, entry.name), entry.metadata
            if "values" in about:
                if not isinstance(value, str) or value not in about["values"]:
                    raise UsageError(choices(f"value of {entry.name}", value, about["values"]))
                continue
            if "form" in about:
                if not isinstance(value, str):
                    raise UsageError(
                        f"{entry.name} must be a text ({about['form']}), got {value!r}"
                    )
                object.__setattr__(self, entry.name, " ".join(value.split()))
                continue
            if "low" not in about:
                if not isinstance(value, bool | np.bool_):
                    raise UsageError(f"{entry.name} must be true or false, got {value!r}")
                object.__setattr__(self, entry.name, bool(value))
                continue
            if isinstance(value, bool) or not isinstance(value, int | np.integer):
                raise UsageError(
                    f"{entry.name} must be an integer from {about['low']} to {about['high']}, "
                    f"got {value!r}"
                )
            if not about["low"] <= value <= about["high"]:
                raise UsageError(
                    f"{entry.name} must be from {about['low']} to {about['high']}, got {value}"
                )
            object.__setattr__(self, entry.name, int(value))
        self.check()

    def check(self) -> None:
        """Refuse values that exclude each other; for a game to say."""

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.changes().items())
        return f"{type(self).__name__}({changed})"

    def __str__(self) -> str:
        rows = [row[:2] for row in self._rows()]
        return text_block(self._title(), [], text_table(["option", "value"], rows))

    def _repr_html_(self) -> str:
        header = ["option", "value", "allowed", "what it decides"]
        return html_block(self._title(), [], html_table(header, self._rows()))

    def _title(self) -> str:
        return (type(self).__doc__ or "").partition(".")[0]

    def _rows(self) -> list[list[str]]:
        return [
            [
                entry.name,
                shown(getattr(self, entry.name)),
                allowed(entry.metadata),
                entry.metadata["meaning"],
            ]
            for entry in dataclasses.fields(self)  # type: ignore[arg-type]
        ]

    def changes(self, base: Any = None) -> dict[str, Any]:
        """Fields that differ from other rules, by default from the default preset.

        Parameters
        ----------
        base : Rules, optional

        Returns
        -------
        changes : dict of str to str, int or bool
            The values here.
        """
        return {
            entry.name: getattr(self, entry.name)
            for entry in dataclasses.fields(self)  # type: ignore[arg-type]
            if getattr(self, entry.name)
            != (entry.default if base is None else getattr(base, entry.name))
        }
