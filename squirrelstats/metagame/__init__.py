"""The game above the game: which policy to bring to the table, when everybody chooses well.

A tournament plays policies against each other on common deals and keeps the payoffs of every
line-up. On its table stand ratings, equilibrium mixtures, α-rank and replicator dynamics.
"""

from __future__ import annotations

from squirrelstats.metagame.equilibria import (
    bimatrix,
    symmetric_equilibria,
    symmetric_equilibrium,
    zero_sum,
)
from squirrelstats.metagame.mixture import Equilibrium, equilibrium
from squirrelstats.metagame.payoffs import Tournament
from squirrelstats.metagame.populations import AlphaRank, Replicator, alpha_rank, replicator
from squirrelstats.metagame.ratings import Ratings, ratings, strengths
from squirrelstats.metagame.symmetric import SymmetricGame
from squirrelstats.metagame.tournament import tournament

__all__ = [
    "AlphaRank",
    "Equilibrium",
    "Ratings",
    "Replicator",
    "SymmetricGame",
    "Tournament",
    "alpha_rank",
    "bimatrix",
    "equilibrium",
    "ratings",
    "replicator",
    "strengths",
    "symmetric_equilibria",
    "symmetric_equilibrium",
    "tournament",
    "zero_sum",
]
