"""The random streams in plain Python, written from ``docs/randomness.md`` alone."""

import math
from decimal import Decimal, localcontext

WORD = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15

DEAL, SETUP, POLICY, FORCE, MATCH, SAMPLE = range(6)
AMBUSH, WHIRLWIND, RACE, VIGILANCE, FALSE_SLAP, REFILL = range(16, 22)
RECALL = 32
SLIP, FIST, TELL, FOUL, EXPOSE, VERDICT, KEEP, TIE = range(48, 56)

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


def mix(z):
    """The output function of SplitMix64, a bijection of 64-bit words."""
    z &= WORD
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & WORD
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & WORD
    z ^= z >> 31
    return z


def rotl(word, by):
    return (word << by | word >> 64 - by) & WORD


# --- logarithms ---------------------------------------------------------------------------------


def nearest_ln(number):
    """The double nearest to the natural logarithm of a number given exactly."""
    with localcontext(prec=60):
        return float(Decimal(number).ln())


LN2 = nearest_ln(2)
#: ln(1 + (i + 0.5) / 128) for i = 0 … 127; the argument is a multiple of 1/256.
LN = [nearest_ln(Decimal(257 + 2 * i) / 256) for i in range(128)]


def log(x):
    """The documented logarithm of a positive double; every operation rounds once."""
    half_m, exponent = math.frexp(x)  # 0.5 <= half_m < 1
    m, k = 2 * half_m, exponent - 1
    i = int((m - 1) * 128)
    c = 1 + (i + 0.5) / 128
    z = (m - c) / (m + c)
    w = z * z
    return k * LN2 + (LN[i] + 2 * (z + z * (w * (1 / 3 + w * (1 / 5 + w * (1 / 7))))))


# --- draws --------------------------------------------------------------------------------------


def exponential_of(bits):
    """The exponential deviate that a 64-bit word gives."""
    return -log(((bits >> 11) + 0.5) * 2.0**-53)


class Xoroshiro:
    """xoroshiro128++ from a given state."""

    def __init__(self, s0, s1):
        self.s0 = s0
        self.s1 = s1

    def bits(self):
        """The next 64-bit word."""
        s0, s1 = self.s0, self.s1
        result = (rotl(s0 + s1 & WORD, 17) + s0) & WORD
        t = s1 ^ s0
        self.s0 = rotl(s0, 49) ^ t ^ (t << 21 & WORD)
        self.s1 = rotl(t, 28)
        return result

    def below(self, n):
        """An unbiased whole number from 0 to n - 1, for n from 1 to 2^32."""
        if not 1 <= n <= 2**32:
            raise ValueError(f"below({n})")
        m = (self.bits() >> 32) * n
        if m % 2**32 < n:
            threshold = (2**32 - n) % n
            while m % 2**32 < threshold:
                m = (self.bits() >> 32) * n
        return m >> 32

    def uniform(self):
        """A number in [0, 1), a multiple of 2^-53."""
        return (self.bits() >> 11) * 2.0**-53

    def exponential(self):
        """An exponential deviate of mean 1."""
        return exponential_of(self.bits())

    def normal(self):
        """A standard normal deviate, by Marsaglia's polar method."""
        while True:
            u = 2 * self.uniform() - 1
            v = 2 * self.uniform() - 1
            s = u * u + v * v
            if 0 < s < 1:
                return u * math.sqrt(-2 * log(s) / s)

    def shuffle(self, items):
        """Put a list into random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def seed_of(seed, purpose, seat=0):
    """The seed of a purpose, where ``seed`` is one number or {purpose's name: number}."""
    if not isinstance(seed, dict):
        return seed
    for name in seed:
        if name not in PURPOSES and name not in [f"policy_{n}" for n in range(8)]:
            raise ValueError(f"no purpose {name!r}")
    if purpose == POLICY and f"policy_{seat}" in seed:
        return seed[f"policy_{seat}"]
    names = [name for name, number in PURPOSES.items() if number == purpose]
    return seed.get(names[0], 0)


class Stream(Xoroshiro):
    """The stream of one key."""

    def __init__(self, seed, deal, purpose, seat=0, occurrence=0, round_in_match=0):
        tag = purpose * 2**56 + seat * 2**48 + round_in_match * 2**32 + occurrence
        a = mix(seed_of(seed, purpose, seat) + GAMMA)
        d = mix(a + (deal + 1) * GAMMA)
        s1 = mix(d + (tag + 1) * GAMMA)
        s0 = mix(d ^ s1)
        if s0 == 0 and s1 == 0:
            s0 = GAMMA
        super().__init__(s0, s1)
