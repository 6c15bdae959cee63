"""Kernel of S'Quarrels: the functions of the contract, compiled.

``docs/contract.md`` describes the machine, ``layout.py`` names its parts. Rule texts: the
publisher's rulebook of 2007 with its updates of 2008 (Hoard) and 2009 (Quarrel). Records are
those of ``layout``, one each; numbers are uint64 throughout (scores int64), hands and piles
packed counts.
"""

from squirrelstats.games.squarrels.kernel.dealing import deal
from squirrelstats.games.squarrels.kernel.machine import advance, apply
from squirrelstats.games.squarrels.kernel.match import begin_match, next_round
from squirrelstats.games.squarrels.kernel.results import match_result, round_result, seat_result
from squirrelstats.games.squarrels.kernel.steering import chance, force, redeal_hidden, resample
from squirrelstats.games.squarrels.kernel.view import observe

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
