"""Charts of runs: functions that draw into an Axes and return it.

All share one style: words on the axes, intervals drawn, colours that differ in grey too (Okabe and
Ito 2008) and a marker of its own for every series.
"""

from squirrelstats.plot.cards import card_effects
from squirrelstats.plot.runs import lengths, overview, scores, win_shares

__all__ = ["card_effects", "lengths", "overview", "scores", "win_shares"]
