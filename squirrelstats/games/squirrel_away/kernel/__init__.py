"""Kernel of Squirrel Away: the functions of the contract, compiled.

``docs/contract.md`` describes the machine, ``layout.py`` names its parts. Records are those of
``layout``, one each; numbers are uint64 throughout (scores int64), acorns packed counts of the four
colours with their total (``games/_packed.py``), cards counts by face in two words without one, and
what belongs to seats rows of lanes (``games/_wide.py``).
"""

from squirrelstats.games.squirrel_away.kernel.dealing import deal
from squirrelstats.games.squirrel_away.kernel.hidden import redeal_hidden
from squirrelstats.games.squirrel_away.kernel.machine import advance, apply
from squirrelstats.games.squirrel_away.kernel.match import begin_match, next_round
from squirrelstats.games.squirrel_away.kernel.results import (
    match_result,
    round_result,
    seat_result,
)
from squirrelstats.games.squirrel_away.kernel.steering import chance, force, resample
from squirrelstats.games.squirrel_away.kernel.view import observe

__all__ = [
    "advance",
    "apply",
    "begin_match",
    "chance",
    "deal",
    "force",
    "match_result",
    "next_round",
    "observe",
    "redeal_hidden",
    "resample",
    "round_result",
    "seat_result",
]
