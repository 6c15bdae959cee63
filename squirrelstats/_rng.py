"""Keyed random streams (xoroshiro128++ started by SplitMix64), as ``docs/randomness.md`` says.

Every draw is a function of seed, deal, round in match, purpose, seat, occurrence and the number of
the draw, and of nothing else. A stream's two words of state live in a ``STREAMS`` record, so that
kernels pass one record around.

References
----------
Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators, OOPSLA.
Blackman, Vigna (2021), Scrambled linear pseudorandom number generators, ACM TOMS 47(4).
Lemire (2019), Fast random integer generation in an interval, ACM TOMACS 29(1).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from squirrelstats._jit import inline
from squirrelstats._log import log
from squirrelstats.errors import UsageError, choices

U = np.uint64
GAMMA = U(0x9E3779B97F4A7C15)
_MIX1 = U(0xBF58476D1CE4E5B9)
_MIX2 = U(0x94D049BB133111EB)
_LOW32 = U(0xFFFFFFFF)

# --- purposes: 0-15 belong to every game, then sixteen each ---------------------------------------
DEAL, SETUP, POLICY, FORCE, MATCH, SAMPLE = (U(i) for i in range(6))
AMBUSH, WHIRLWIND, RACE, VIGILANCE, FALSE_SLAP, REFILL = (U(16 + i) for i in range(6))
RECALL = U(32)
SLIP, FIST, TELL, FOUL, EXPOSE, VERDICT, KEEP, TIE = (U(48 + i) for i in range(8))

PURPOSES = {
    "deal": DEAL,
    "setup": SETUP,
    "policy": POLICY,
    "force": FORCE,
    "match": MATCH,
    "sample": SAMPLE,
    "ambush": AMBUSH,
    "whirlwind": WHIRLWIND,
    "race": RACE,
    "vigilance": VIGILANCE,
    "false_slap": FALSE_SLAP,
    "refill": REFILL,
    "recall": RECALL,
    "slip": SLIP,
    "fist": FIST,
    "tell": TELL,
    "foul": FOUL,
    "expose": EXPOSE,
    "verdict": VERDICT,
    "keep": KEEP,
    "tie": TIE,
}
PURPOSE_LIMIT = 64

#: Where the hashed seeds of a policy's stream are, one a seat from here on (no purpose has these
#: numbers), and the names by which seats get seeds of their own.
POLICY_SEEDS = U(8)
POLICY_SEATS = {f"policy_{seat}": int(POLICY_SEEDS) + seat for seat in range(8)}

#: Most kinds of cards in a hand, and most seats.
KIND_LIMIT, HAND_LIMIT = 16, 8
#: In place of a number of copies, and of a kind.
ANY_NUMBER, LACKING = 255, 255

STREAMS = np.dtype(
    [
        ("hashed", "u8", (PURPOSE_LIMIT,)),  # hashed seed by purpose
        ("deal", "u8"),
        ("match_round", "u8"),
        ("state", "u8", (2,)),  # of the stream in use
        # what of a deal is not left to chance; see games/_dealing.py
        ("common", "u8"),  # cards of a deck in common with other rules; 0: the rules' own deck
        ("common_kind", "u1", (256,)),  # their kinds, LACKING where these rules have no such copy
        ("forced", "u8"),  # 1: there are hands as asked for
        ("copies", "u1", (HAND_LIMIT, KIND_LIMIT)),  # by seat and kind, or ANY_NUMBER
        ("exchange", "u1", (HAND_LIMIT,)),  # by seat: kind + 1 of which one more, 0: none
        ("zone", "u1", (256,)),  # scratch
    ],
    align=True,
)


@inline
def mix(z):
    """SplitMix64's finaliser, a bijection of 64-bit words."""
    z = (z ^ (z >> U(30))) * _MIX1
    z = (z ^ (z >> U(27))) * _MIX2
    return z ^ (z >> U(31))


@inline
def rotl(x, k):
    return (x << U(k)) | (x >> U(64 - k))


@inline
def step(s0, s1):
    """One step of xoroshiro128++: (output, next s0, next s1)."""
    out = rotl(s0 + s1, 17) + s0
    t = s1 ^ s0
    return out, rotl(s0, 49) ^ t ^ (t << U(21)), rotl(t, 28)


@inline
def key_state(hashed, deal, tag):
    """Start state of the stream with that hashed seed, deal and tag."""
    d = mix(hashed + (deal + U(1)) * GAMMA)
    s1 = mix(d + (tag + U(1)) * GAMMA)
    s0 = mix(d ^ s1)
    if s0 == U(0) and s1 == U(0):
        s0 = GAMMA
    return s0, s1


@inline
def start_seeded(streams, seeded, purpose, seat, occurrence):
    """`start` with the hashed seed at the place ``seeded``."""
    tag = (purpose << U(56)) | (seat << U(48)) | (streams.match_round << U(32)) | occurrence
    s0, s1 = key_state(streams.hashed[seeded], streams.deal, tag)
    streams.state[U(0)] = s0
    streams.state[U(1)] = s1


@inline
def start(streams, purpose, seat, occurrence):
    """Make the stream of that key the one in use. All arguments are uint64."""
    start_seeded(streams, purpose, purpose, seat, occurrence)


@inline
def start_policy(streams, seat):
    """Make the stream of the policy at that seat (uint64) the one in use."""
    start_seeded(streams, POLICY_SEEDS + seat, POLICY, seat, U(0))


@inline
def bits(streams):
    """64 random bits from the stream in use."""
    out, s0, s1 = step(streams.state[U(0)], streams.state[U(1)])
    streams.state[U(0)] = s0
    streams.state[U(1)] = s1
    return out


@inline
def next_below(s0, s1, n):
    """`below` on a state held in variables: (integer, next s0, next s1)."""
    out, s0, s1 = step(s0, s1)
    m = (out >> U(32)) * n
    if (m & _LOW32) < n:
        threshold = ((U(1) << U(32)) - n) % n
        while (m & _LOW32) < threshold:
            out, s0, s1 = step(s0, s1)
            m = (out >> U(32)) * n
    return m >> U(32), s0, s1


@inline
def below(streams, n):
    """Unbiased integer in [0, n), 1 <= n <= 2**32 (Lemire 2019); uint64."""
    number, s0, s1 = next_below(streams.state[U(0)], streams.state[U(1)], n)
    streams.state[U(0)] = s0
    streams.state[U(1)] = s1
    return number


@inline
def uniform(streams):
    """Multiple of 2**-53 in [0, 1); float64."""
    return (bits(streams) >> U(11)) * 2.0**-53


@inline
def exponential_of(word):
    """Exponential deviate of mean 1 from 64 random bits: the larger they are, the smaller."""
    return -log(((word >> U(11)) + 0.5) * 2.0**-53)


@inline
def normal(streams):
    """Standard normal deviate (Marsaglia's polar method, one of the pair)."""
    u, s = 0.0, 0.0
    while s >= 1.0 or s == 0.0:
        u = 2.0 * uniform(streams) - 1.0
        v = 2.0 * uniform(streams) - 1.0
        s = u * u + v * v
    return u * np.sqrt(-2.0 * log(s) / s)


def seeds_by_name(seed: int | Mapping[str, int]) -> dict[str, int]:
    """Seed of every purpose, and of the policy at every seat.

    Parameters
    ----------
    seed : int or mapping
        One seed for all purposes, or a seed for some of them by name (the others get 0).
        ``"policy_0"``, ``"policy_1"``, … is the purpose ``policy`` at that seat alone; without,
        the seat has the seed of ``"policy"``. Seeds are integers in [0, 2**64).

    Raises
    ------
    UsageError
        For a name that is no purpose, or a seed that is none.

    Examples
    --------
    >>> seeds = seeds_by_name({"deal": 7, "policy": 1, "policy_2": 5})
    >>> seeds["deal"], seeds["setup"], seeds["policy_1"], seeds["policy_2"]
    (7, 0, 1, 5)
    """
    if not isinstance(seed, Mapping):
        return dict.fromkeys([*PURPOSES, *POLICY_SEATS], checked_seed(seed))
    for name, value in seed.items():
        if name not in PURPOSES and name not in POLICY_SEATS:
            raise UsageError(choices("purpose of randomness", name, [*PURPOSES, *POLICY_SEATS]))
        checked_seed(value)
    seeds = {name: int(seed.get(name, 0)) for name in PURPOSES}
    return seeds | {name: int(seed.get(name, seeds["policy"])) for name in POLICY_SEATS}


def hashed_seeds(seed: int | Mapping[str, int]) -> np.ndarray:
    """Hashed seed of every purpose, the ``hashed`` field of a ``STREAMS`` record.

    Parameters
    ----------
    seed : int or mapping
        As for `seeds_by_name`.

    Returns
    -------
    hashed : uint64 (PURPOSE_LIMIT,)
    """
    seeds = [0] * PURPOSE_LIMIT
    if not isinstance(seed, Mapping):
        seeds = [checked_seed(seed)] * PURPOSE_LIMIT
    else:
        places = PURPOSES | POLICY_SEATS
        for name, value in seeds_by_name(seed).items():
            seeds[int(places[name])] = value
    with np.errstate(over="ignore"):
        plain_mix = getattr(mix, "py_func", mix)
        return np.array([plain_mix(U(s) + GAMMA) for s in seeds], dtype="u8")


def checked_seed(seed: int) -> int:
    """The seed as a plain int, or a clear error."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise UsageError(
            f"seed must be an integer from 0 to 2**64 - 1 (or a dict of them by purpose), "
            f"got {seed!r}"
        )
    return int(seed)
