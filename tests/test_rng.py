"""Random streams: published vectors, the naive twin, collisions, uniformity, independence.

Statistical tests have fixed seeds, so they pass or fail for good. For each the chance to fail
with perfect random numbers (the false-alarm rate) is stated.
"""

import itertools
import random

import numpy as np
import pytest
from scipy import stats

from squirrelstats import _jit, _rng
from squirrelstats._jit import JIT_DISABLED
from squirrelstats.errors import UsageError
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels.kernel import steps
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies import helpers
from squirrelstats.policies._workspace import Workspace, identity_seating, one
from squirrelstats.policies.policy import make_policy
from squirrelstats.policies.registry import get
from tests.naive import streams as naive

U = np.uint64
GAME = get_game("squarrels")


# --- compiled helpers ---------------------------------------------------------------------------


@_jit.uncached
def splitmix_numbers(start, out):
    for i in range(len(out)):
        out[i] = _rng.mix(start + U(i + 1) * _rng.GAMMA)


@_jit.uncached
def xoroshiro_numbers(s0, s1, out):
    for i in range(len(out)):
        out[i], s0, s1 = _rng.step(s0, s1)


@_jit.uncached
def one_stream(stream_sets, states, purpose, seat, occurrence, sizes, bits, below, uniform):
    """Three draws of ``bits``, one ``below`` for each size, two ``uniform``, a shuffle."""
    streams, state = stream_sets[0], states[0]
    _rng.start(streams, purpose, seat, occurrence)
    for i in range(len(bits)):
        bits[i] = _rng.bits(streams)
    for i in range(len(sizes)):
        below[i] = _rng.below(streams, sizes[i])
    for i in range(len(uniform)):
        uniform[i] = (_rng.bits(streams) >> _rng.U(11)) * 2.0**-53
    steps.shuffle(state, streams, U(3), U(100))


@_jit.uncached
def policy_stream(stream_sets, seat):
    _rng.start_policy(stream_sets[0], seat)


@_jit.uncached
def draw_below(stream_sets, size, out):
    for i in range(len(out)):
        out[i] = _rng.below(stream_sets[0], size)


@_jit.uncached
def start_states(seeds, deals, rounds, purposes, seats, occurrences, s0, s1):
    for i in range(len(seeds)):
        hashed = _rng.mix(seeds[i] + _rng.GAMMA)
        tag = (purposes[i] << U(56)) | (seats[i] << U(48)) | (rounds[i] << U(32)) | occurrences[i]
        s0[i], s1[i] = _rng.key_state(hashed, deals[i], tag)


@_jit.uncached
def draws_of(s0, s1, out):
    """``out[j, i]``: draw number j of stream i, from the start states."""
    for i in range(len(s0)):
        a, b = s0[i], s1[i]
        for j in range(out.shape[0]):
            out[j, i], a, b = _rng.step(a, b)


def quietly(function, *arguments):
    with np.errstate(over="ignore"):
        return function(*arguments)


def grid(**sizes):
    """Start states of all keys of a grid: sizes by part of the key, an int or the values."""
    parts = ("seeds", "deals", "rounds", "purposes", "seats", "occurrences")
    axes = [
        np.arange(values, dtype="u8") if isinstance(values, int) else np.array(values, "u8")
        for values in (sizes.get(part, 1) for part in parts)
    ]
    keys = [np.ascontiguousarray(a.ravel()) for a in np.meshgrid(*axes, indexing="ij")]
    s0, s1 = np.zeros(len(keys[0]), "u8"), np.zeros(len(keys[0]), "u8")
    quietly(start_states, *keys, s0, s1)
    return s0, s1


# --- generators ---------------------------------------------------------------------------------


def test_splitmix64_gives_its_published_numbers():
    out = np.zeros(5, "u8")
    quietly(splitmix_numbers, U(1477776061723855037), out)
    assert out.tolist() == [
        1985237415132408290,
        2979275885539914483,
        13511426838097143398,
        8488337342461049707,
        15141737807933549159,
    ]


def test_xoroshiro128pp_gives_its_published_numbers():
    out = np.zeros(10, "u8")
    quietly(xoroshiro_numbers, U(1), U(2), out)
    assert out.tolist() == [
        393217,
        669327710093319,
        1732421326133921491,
        11394790081659126983,
        9555452776773192676,
        3586421180005889563,
        1691397964866707553,
        10735626796753111697,
        15216282715349408991,
        14247243556711267923,
    ]


# --- keys and draws: the naive twin -------------------------------------------------------------

EDGE_SIZES = (1, 2, 3, 2**31 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32)


def random_key(rng):
    """Any key, every part of it now and then at its edge."""

    def part(bits):
        return rng.choice([0, 2**bits - 1, rng.getrandbits(bits), rng.getrandbits(bits)])

    return {
        "seed": part(64),
        "deal": part(64),
        "purpose": rng.randrange(_rng.PURPOSE_LIMIT),
        "seat": part(8),
        "occurrence": part(32),
        "round_in_match": part(16),
    }


def check_against_twin(streams, key, sizes):
    bits, below = np.zeros(3, "u8"), np.zeros(len(sizes), "u8")
    uniform, state = np.zeros(2), one(GAME.layout.STATE)
    state.deck[0] = np.arange(512) % 251
    streams.deal, streams.match_round = key["deal"], key["round_in_match"]
    quietly(
        one_stream,
        streams,
        state,
        U(key["purpose"]),
        U(key["seat"]),
        U(key["occurrence"]),
        np.array(sizes, "u8"),
        bits,
        below,
        uniform,
    )
    twin = naive.Stream(**key)
    assert bits.tolist() == [twin.bits() for _ in bits], key
    assert below.tolist() == [twin.below(n) for n in sizes], key
    assert uniform.tolist() == [twin.uniform() for _ in uniform], key
    cards = [i % 251 for i in range(512)]
    shuffled = cards[3:103]
    twin.shuffle(shuffled)
    assert state.deck[0].tolist() == cards[:3] + shuffled + cards[103:], key
    assert streams.state[0].tolist() == [twin.s0, twin.s1], key


def test_streams_equal_the_naive_twin():
    rng = random.Random(1)
    streams = one(_rng.STREAMS)
    for _ in range(50 if JIT_DISABLED else 1500):
        key = random_key(rng)
        streams.hashed[0] = _rng.hashed_seeds(key["seed"])
        sizes = [*EDGE_SIZES, *(rng.randint(1, 2 ** rng.randint(1, 32)) for _ in range(12))]
        check_against_twin(streams, key, sizes)


def test_purposes_have_seeds_of_their_own():
    seeds = {"deal": 7, "race": 2**64 - 1, "policy": 3}
    streams = one(_rng.STREAMS)
    streams.hashed[0] = _rng.hashed_seeds(seeds)
    for name, number in _rng.PURPOSES.items():
        key = {
            "seed": seeds.get(name, 0),
            "deal": 5,
            "purpose": int(number),
            "seat": 1,
            "occurrence": 2,
            "round_in_match": 0,
        }
        check_against_twin(streams, key, [10])
        assert naive.Stream(**key).bits() == naive.Stream(**{**key, "seed": seeds}).bits()


def test_policies_of_single_seats_have_seeds_of_their_own():
    seeds = {"policy": 3, "policy_2": 11, "deal": 8}
    streams = one(_rng.STREAMS)
    streams.hashed[0] = _rng.hashed_seeds(seeds)
    streams.deal, streams.match_round = 5, 1
    for seat in range(4):
        twin = naive.Stream(seeds, 5, naive.POLICY, seat, 0, 1)
        plain = naive.Stream(11 if seat == 2 else 3, 5, naive.POLICY, seat, 0, 1)
        assert (twin.s0, twin.s1) == (plain.s0, plain.s1)
        quietly(policy_stream, streams, U(seat))
        assert streams.state[0].tolist() == [twin.s0, twin.s1]
    assert not {*_rng.POLICY_SEATS.values()} & {int(n) for n in _rng.PURPOSES.values()}
    given = {"policy": 3} | {f"policy_{seat}": 3 for seat in range(8)}
    assert np.array_equal(_rng.hashed_seeds({"policy": 3}), _rng.hashed_seeds(given))


def test_purposes_have_the_documented_numbers():
    documented = {name: number for name, number in naive.PURPOSES.items() if name in _rng.PURPOSES}
    assert {name: int(number) for name, number in _rng.PURPOSES.items()} == documented
    assert max(documented.values()) < _rng.PURPOSE_LIMIT


def test_the_state_that_is_all_zero_is_never_used():
    """Hashed seed 0, deal -1 and tag -1 would give mix(0) = 0 throughout; no run has that key."""
    s0, s1 = quietly(
        getattr(_rng.key_state, "py_func", _rng.key_state), U(0), U(2**64 - 1), U(2**64 - 1)
    )
    assert (int(s0), int(s1)) == (naive.GAMMA, 0)


# --- collisions ---------------------------------------------------------------------------------


def assert_all_different(s0, s1):
    first = np.zeros((1, len(s0)), "u8")
    quietly(draws_of, s0, s1, first)
    for values in (s0, s1, first[0]):
        ordered = np.sort(values)
        assert (ordered[1:] != ordered[:-1]).all()


@pytest.mark.skipif(JIT_DISABLED, reason="too many for plain Python")
def test_no_two_of_a_million_streams_start_alike():
    """No word of any start state and no first draw occurs twice. False alarms: 1e-7."""
    s0, s1 = grid(
        seeds=[0, 1, 2, 2**64 - 1],
        deals=600,
        purposes=[0, 2, 16, 17, 18],
        seats=8,
        occurrences=12,
    )
    assert len(s0) == 1_152_000
    assert_all_different(s0, s1)


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="too many for plain Python")
def test_no_two_of_ten_million_streams_start_alike():
    """As above, rounds of a match too. False alarms: 1e-5."""
    s0, s1 = grid(
        seeds=[0, 1, 2, 3, 2**63, 2**64 - 1],
        deals=2000,
        rounds=3,
        purposes=[0, 2, 16, 17, 18],
        seats=8,
        occurrences=8,
    )
    assert len(s0) == 11_520_000
    assert_all_different(s0, s1)


# --- uniformity and independence ----------------------------------------------------------------

#: Neighbours along each part of the key: what varies slowly, and the part, varying fastest.
NEIGHBOURS = {
    "seeds": {"deals": 8, "seeds": 2**15},
    "deals": {"deals": 2**18},
    "seats": {"deals": 2**10, "seats": 2**8},
    "occurrences": {"deals": 8, "occurrences": 2**15},
    "rounds": {"deals": 8, "rounds": 2**15},
}
DRAWS = {"first": 0, "second": 1, "ninth": 8}
#: Two-sided: neither too uneven nor too even.
LEVEL = 1e-6


def assert_even(counts, what):
    p = stats.chisquare(counts.ravel()).pvalue
    assert LEVEL < p < 1 - LEVEL, f"{what}: p = {p:.3g}"


def assert_independent(one_series, other, what):
    """Pairs of upper and of lower four bits are equally likely."""
    for bits, shift in (("upper", 60), ("lower", 0)):
        pairs = (one_series >> U(shift) & U(15)) * U(16) + (other >> U(shift) & U(15))
        assert_even(np.bincount(pairs.astype("i8"), minlength=256), f"{what}, {bits} bits")


@pytest.mark.skipif(JIT_DISABLED, reason="too many for plain Python")
@pytest.mark.parametrize("part", NEIGHBOURS)
def test_neighbouring_streams_are_uniform_and_independent(part):
    """Chi-square tests over 262,144 streams whose keys are neighbours in one part of the key.

    30 tests for each part, two-sided at 1e-6 each: false alarms 3e-4 over all parts.
    """
    sizes = NEIGHBOURS[part]
    s0, s1 = grid(**sizes)
    draws = np.zeros((9, len(s0)), "u8")
    quietly(draws_of, s0, s1, draws)
    # the grid runs over its parts in the order of the key: bring the neighbours to the end
    shape = [
        sizes.get(name, 1)
        for name in ("seeds", "deals", "rounds", "purposes", "seats", "occurrences")
    ]
    place = ("seeds", "deals", "rounds", "purposes", "seats", "occurrences").index(part)
    series = {
        name: np.moveaxis(draws[number].reshape(shape), place, -1).reshape(-1, sizes[part])
        for name, number in DRAWS.items()
    }
    assert series["first"].size == 2**18
    for name, values in series.items():
        for bits, shift in (("upper", 56), ("lower", 0)):
            bytes_ = (values.ravel() >> U(shift) & U(255)).astype("i8")
            assert_even(np.bincount(bytes_, minlength=256), f"{name} draw, {bits} byte")
        # disjoint pairs of neighbours, and next neighbours but one
        assert_independent(values[:, 0::2].ravel(), values[:, 1::2].ravel(), f"{name} draws")
        quads = values.reshape(-1, 4)
        assert_independent(quads[:, :2].ravel(), quads[:, 2:].ravel(), f"{name} draws, one between")
    for one_name, other in itertools.combinations(series, 2):
        assert_independent(
            series[one_name].ravel(), series[other].ravel(), f"{one_name} and {other} draw"
        )
    # a later draw of one stream and the first of its neighbour
    for name in ("second", "ninth"):
        assert_independent(
            series[name][:, 0::2].ravel(),
            series["first"][:, 1::2].ravel(),
            f"{name} and next first",
        )
    # numbers of streams whose key differs in the purpose only
    other0, other1 = grid(**sizes, purposes=[18])
    first = np.zeros((1, len(other0)), "u8")
    quietly(draws_of, other0, other1, first)
    assert_independent(draws[0], first[0], "first draws of two purposes")


# --- below --------------------------------------------------------------------------------------


@pytest.mark.skipif(JIT_DISABLED, reason="too many for plain Python")
@pytest.mark.parametrize("size", [3, 7, 52, 120, 3 * 2**30, 2**31 + 1, 2**32 - 1, 2**32 - 2**20])
def test_below_is_unbiased(size):
    """Residues and ranges are equally likely; sizes near 2**32 reject up to half of the draws.

    Without rejection, 3 * 2**30 would give every third number twice as often. 1e-6 each, 2 tests
    for each size: false alarms 2e-5.
    """
    streams = one(_rng.STREAMS)
    streams.state[0] = [size, 1]
    drawn = np.zeros(300_000, "u8")
    draw_below(streams, U(size), drawn)
    assert drawn.max() < size
    residues = size if size < 256 else 3
    p = np.array([len(range(r, size, residues)) / size for r in range(residues)])
    counts = np.bincount((drawn % U(residues)).astype("i8"), minlength=residues)
    assert stats.chisquare(counts, len(drawn) * p).pvalue > LEVEL
    if size >= 256:  # sixteen ranges of equal length, up to the rounding
        counts = np.bincount((drawn * U(16) // U(size)).astype("i8"), minlength=16)
        assert stats.chisquare(counts).pvalue > LEVEL


@pytest.mark.parametrize(
    ("size", "least", "most"), [(1, 1, 1), (2**32, 1, 1), (2**31 + 1, 1.9, 2.1)]
)
def test_below_uses_as_many_draws_as_it_says(size, least, most):
    """Counted by the twin, which ends in the same state."""
    twin = naive.Xoroshiro(5, 6)
    used = 0

    def counted(bits=twin.bits):
        nonlocal used
        used += 1
        return bits()

    twin.bits = counted
    streams = one(_rng.STREAMS)
    streams.state[0] = [5, 6]
    drawn = np.zeros(2000, "u8")
    quietly(draw_below, streams, U(size), drawn)
    assert drawn.tolist() == [twin.below(size) for _ in range(2000)]
    assert streams.state[0].tolist() == [twin.s0, twin.s1]
    assert least <= used / 2000 <= most


# --- the numbers of a policy --------------------------------------------------------------------

POLICY_SIZES = (1, 2, 7, 1000, 2**31 + 1, 3 * 2**30, 2**32)
MASKS = (0b1, 0b1010, 0b111111, 1 << 62 | 1, 0x5555555555555555)


def probe(view, legal, rng, memory):
    """At its first decision: write down what the helpers give."""
    if memory[0] == 0:
        memory[0] = 1
        place = 1
        for size in POLICY_SIZES:
            for _ in range(3):
                memory[place] = helpers.rand_below(rng, size)
                place += 1
        for _ in range(3):
            memory[place] = int(helpers.rand_float(rng) * 9007199254740992.0)
            place += 1
        for mask in MASKS:
            for _ in range(3):
                memory[place] = helpers.random_legal(rng, mask)
                place += 1
        memory[place] = helpers.count_legal(0x5555555555555555)
        memory[place + 1] = helpers.first_legal(1 << 62)
    return helpers.first_legal(legal)


def expected_memory(seed, deal, seat):
    stream = naive.Stream(seed, deal, naive.POLICY, seat)
    wanted = [1]
    wanted += [stream.below(size) for size in POLICY_SIZES for _ in range(3)]
    wanted += [int(stream.uniform() * 2**53) for _ in range(3)]
    for mask in MASKS:
        actions = [action for action in range(63) if mask >> action & 1]
        wanted += [actions[stream.below(len(actions))] for _ in range(3)]
    return [*wanted, 32, 62]


@pytest.mark.parametrize("native", [True, False])
def test_helpers_give_the_same_compiled_in_plain_python_and_naive(native):
    if native and JIT_DISABLED:
        pytest.skip("nothing is compiled")
    made = make_policy("squarrels", probe, native=native)
    assert made.entry.native is native
    workspace = Workspace(GAME, Rules(), [made] * 4, 77)
    for deal in (0, 3, 2**40):
        workspace.play(identity_seating(), deal, 1)
        for seat in range(4):
            wanted = expected_memory(77, deal, seat)
            assert workspace.players.memory[0, seat, : len(wanted)].tolist() == wanted


@pytest.mark.parametrize("mask", [0b1, 0b1011, 1 << 62 | 1 << 5, 2**63 - 1])
def test_legal_masks_read_the_same_everywhere(mask):
    actions = [action for action in range(63) if mask >> action & 1]
    assert helpers.first_legal(mask) == actions[0]
    assert helpers.count_legal(mask) == len(actions)
    assert [a for a in range(63) if helpers.is_legal(mask, a)] == actions


def test_random_legal_is_uniform():
    """4,000 choices of four actions, one chi-square test at 1e-6."""
    stream = helpers.Stream(np.array([3, 4], "u8"))
    mask = 0b1000_0110_0001
    chosen = [helpers.random_legal(stream, mask) for _ in range(4000)]
    counts = [chosen.count(action) for action in (0, 5, 6, 11)]
    assert sum(counts) == 4000
    assert stats.chisquare(counts).pvalue > LEVEL


@pytest.mark.parametrize("size", [0, -1, 2**32 + 1])
def test_rand_below_refuses_impossible_sizes(size):
    stream = helpers.Stream(np.array([3, 4], "u8"))
    with pytest.raises(ValueError, match=r"1 <= n <= 2\*\*32"):
        helpers.rand_below(stream, size)


def test_a_policy_cannot_move_the_numbers_of_another():
    """The twin sees the same stream, whatever the greedy seat draws."""

    def greedy(legal, rng):
        for _ in range(100):
            helpers.rand_float(rng)
        return helpers.first_legal(legal)

    first = helpers.first_legal
    modest = make_policy("squarrels", lambda legal: first(legal), name="modest", native=False)
    hungry = make_policy("squarrels", greedy, native=False)
    watched = make_policy("squarrels", probe, native=False)
    for other in (modest, hungry, get(GAME, "random")):
        workspace = Workspace(GAME, Rules(), [other, watched], 3)
        workspace.play(identity_seating(), 8, 1)
        wanted = expected_memory(3, 8, 1)
        assert workspace.players.memory[0, 1, : len(wanted)].tolist() == wanted


# --- seeds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed", [-1, 2**64, True, 1.0, "7", None, [1], np.float64(2), np.bool_(True)]
)
def test_seeds_are_checked(seed):
    for given in (seed, {"deal": seed}):
        with pytest.raises(UsageError, match=r"integer from 0 to 2\*\*64 - 1"):
            _rng.hashed_seeds(given)


def test_unknown_purposes_are_refused():
    with pytest.raises(
        UsageError, match=r"unknown purpose of randomness 'deals'; did you mean 'deal'"
    ):
        _rng.hashed_seeds({"deals": 1})
    with pytest.raises(UsageError, match="Allowed: 'deal', 'setup'"):
        _rng.hashed_seeds({3: 1})


def test_numpy_integers_are_seeds():
    assert np.array_equal(_rng.hashed_seeds(np.uint64(5)), _rng.hashed_seeds(5))
    assert np.array_equal(_rng.hashed_seeds({}), _rng.hashed_seeds(0))
    assert _rng.hashed_seeds(5).dtype == np.dtype("u8")
