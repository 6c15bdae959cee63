"""What a duel has found so far: tables and sentences."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from squirrelstats._display import html_block, html_table, text_block, text_table
from squirrelstats.estimate import Estimate
from squirrelstats.stats._batches import checked_count

if TYPE_CHECKING:
    import pandas as pd

#: What a player must know of numbers at a stop.
BIAS = (
    "play that stops once it is sure tends to stop on a lucky streak, so the gain shown leans away "
    "from zero; the interval allows for that and holds whenever one stops"
)
ASYMPTOTIC = "intervals are asymptotic: nearly right from 100 blocks on, exact in the limit"
_STOPS = {
    "decided": "stopped: decided",
    "limit": "stopped: as many as allowed were played; go_on(most=…) allows more",
    "interrupted": "interrupted: go_on() continues, and everything stays valid",
    "asked": "stopped as asked: go_on() continues",
    "playing": "under way",
}


@dataclass(frozen=True)
class Look:
    """One look at a pair of arms.

    Attributes
    ----------
    n : int
        Blocks so far.
    gain : Estimate
        With its anytime-valid interval.
    llr : float
        Log-likelihood ratio of the test; nan where none is made.
    """

    n: int
    gain: Estimate
    llr: float


@dataclass(frozen=True)
class Contrast:
    """A pair of arms.

    Attributes
    ----------
    base, challenger : str
    gain : Estimate
        Of the challenger over the base, by block; positive is better for the player. Its interval
        holds at every look, and those of all pairs hold together.
    llr : float
    verdict : str
        ``"better"``, ``"not better"``, ``"worse"``, ``"close"`` or ``"undecided"``.
    path : tuple of Look
    """

    base: str
    challenger: str
    gain: Estimate
    llr: float
    verdict: str
    path: tuple[Look, ...] = field(repr=False)


@dataclass(frozen=True, repr=False)
class Duel:
    """State of a duel, as `duel` returns and ``watch`` sees it.

    Attributes
    ----------
    title, goal, measure, unit : str
    arms : tuple of str
    contrasts : tuple of Contrast
    left : tuple of str
        For goal ``"best"``: arms that may be the best.
    bounds : tuple of float
    normalised : bool
        The bounds are in standard deviations.
    limits : tuple of float
        Of the log-likelihood ratio.
    alpha : float
    n, most : int
        Deals or matches looked at, and how many are allowed.
    stopped : str
        ``"decided"``, ``"limit"``, ``"interrupted"``, ``"asked"``; to ``watch`` ``"playing"``.
    about : str
    exact : bool
        Whether the intervals are exact, not asymptotic.
    session : object
        What `go_on` goes on with.
    """

    title: str
    goal: str
    measure: str
    unit: str
    arms: tuple[str, ...]
    contrasts: tuple[Contrast, ...]
    left: tuple[str, ...]
    bounds: tuple[float, float]
    normalised: bool
    limits: tuple[float, float]
    alpha: float
    n: int
    most: int
    stopped: str
    about: str
    exact: bool
    session: Any = field(repr=False, compare=False)

    def go_on(
        self,
        *,
        most: int | None = None,
        watch: Callable[[Duel], Any] | None = None,
        progress: bool | None = None,
    ) -> Duel:
        """Play on; all error rates stay as they were.

        Parameters
        ----------
        most : int, optional
            Deals, or matches, in all; default: as many as before.
        watch, progress
            As for `duel`.
        """
        allowed = self.most if most is None else checked_count("most", most)
        result: Duel = self.session.run(allowed, watch, progress)
        return result

    def frame(self) -> pd.DataFrame:
        """Tidy table, one row a pair: arms, n, gain with se, low, high, llr, verdict."""
        import pandas as pd

        rows = [
            (c.base, c.challenger, c.gain.n, *_numbers(c.gain), c.llr, c.verdict)
            for c in self.contrasts
        ]
        columns = ["base", "challenger", "n", "gain", "se", "low", "high", "llr", "verdict"]
        return pd.DataFrame(rows, columns=columns)

    def path(self) -> pd.DataFrame:
        """Tidy table, one row a pair and look: arms, n, gain with se, low, high, llr."""
        import pandas as pd

        rows = [
            (c.base, c.challenger, look.n, *_numbers(look.gain), look.llr)
            for c in self.contrasts
            for look in c.path
        ]
        columns = ["base", "challenger", "n", "gain", "se", "low", "high", "llr"]
        return pd.DataFrame(rows, columns=columns)

    @property
    def best(self) -> str | None:
        """For goal ``"best"``: the only arm left."""
        return self.left[0] if len(self.left) == 1 else None

    @property
    def sentence(self) -> str:
        """The answer in words."""
        measure = self.measure.replace("_", " ")
        if self.goal == "best":
            if self.best is not None:
                return f"{self.best} is the best of {len(self.arms)} in {measure}."
            return f"Still in the running for the best {measure}: {', '.join(self.left)}."
        said = []
        low, high = (_signed(b, self.exact and not self.normalised) for b in self.bounds)
        scale = " standard deviations" if self.normalised else ""
        for c in self.contrasts:
            if c.verdict == "better":
                more = (
                    "is better than" if not self.bounds[0] else f"gains more than {low}{scale} over"
                )
                said.append(f"{c.challenger} {more} {c.base} in {measure}.")
            elif c.verdict == "not better":
                said.append(
                    f"{c.challenger} does not gain {high}{scale} in {measure} over {c.base}."
                )
            else:
                said.append(
                    f"{c.challenger} against {c.base}: the test between {low} and {high}{scale} is "
                    "not decided yet; the interval says what is known."
                )
        return " ".join(said)

    def _quiet(self) -> list[str]:
        level = f"{100 * (1 - self.alpha):g} % intervals hold at every look"
        several = " and for all pairs together" if len(self.contrasts) > 1 else ""
        lines = [
            f"{self.about} · {self.n:,} of at most {self.most:,} {self._units}",
            _STOPS[self.stopped],
            *([self._tested()] if self.goal == "better" else []),
            level + several,
            BIAS,
        ]
        return lines if self.exact else [*lines, ASYMPTOTIC]

    def _tested(self) -> str:
        """The hypotheses of the test, and where it stops."""
        scale = " standard deviations" if self.normalised else ""
        low, high = (_signed(b, self.exact and not self.normalised) for b in self.bounds)
        ends = " or ".join(f"{end:+.2f}".replace("-", "−") for end in self.limits)
        return f"tested: a gain of {high}{scale} against one of {low}{scale}; LLR stops at {ends}"

    @property
    def _units(self) -> str:
        return "matches" if self.unit == "matches" else "deals"

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        tested = self.goal == "better"
        interval = f"{100 * (1 - self.alpha):g} %"
        header = ["challenger", "over", self._units, "gain", interval, *(["LLR"] * tested)]
        header.append("verdict")
        rows = []
        for c in self.contrasts:
            low, high = (_signed(x, self.exact) for x in (c.gain.low, c.gain.high))
            rows.append(
                [
                    c.challenger,
                    c.base,
                    f"{c.gain.n:,}",
                    _signed(c.gain.value, self.exact),
                    f"{low} to {high}",
                    *([f"{c.llr:.2f}".replace("-", "−")] * tested),
                    c.verdict,
                ]
            )
        return header, rows

    def __repr__(self) -> str:
        heading = f"{self.title}: {self.sentence}"
        return text_block(heading, self._quiet(), text_table(*self._rows()))

    def _repr_html_(self) -> str:
        heading = f"{self.title}: {self.sentence}"
        return html_block(heading, self._quiet(), html_table(*self._rows()))


def _numbers(gain: Estimate) -> tuple[float, float, float, float]:
    return gain.value, gain.se, gain.low, gain.high


def _signed(value: float, share: bool) -> str:
    """A gain with its sign; of shares in percentage points."""
    if not math.isfinite(value):
        return "?" if math.isnan(value) else "+∞" if value > 0 else "−∞"
    text = f"{100 * value:+.2f} pp" if share else f"{value:+.3g}"
    return text.replace("-", "−")
