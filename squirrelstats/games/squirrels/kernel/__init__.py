"""Kernel of Squirrels: the functions of the contract, compiled.

``docs/contract.md`` describes the machine, ``layout.py`` names its parts. Records are those of
``layout``, one each; numbers are uint64 throughout (scores int64), hands and piles packed counts in
two words, stacks rows of lanes (``games/_wide.py``).
"""

from squirrelstats.games.squirrels.kernel.dealing import deal
from squirrelstats.games.squirrels.kernel.machine import advance, apply
from squirrelstats.games.squirrels.kernel.match import begin_match, next_round
from squirrelstats.games.squirrels.kernel.results import match_result, round_result, seat_result
from squirrelstats.games.squirrels.kernel.steering import chance, force, redeal_hidden, resample
from squirrelstats.games.squirrels.kernel.view import observe

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
