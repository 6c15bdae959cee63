"""The naive random streams alone: published numbers, ranges, logarithms, distributions."""

import itertools
import math
import statistics
from decimal import Decimal, localcontext

import pytest

from tests.naive import streams
from tests.naive.squarrels import baseline, play
from tests.naive.streams import Stream


def test_generators_give_their_published_numbers():
    x = 1477776061723855037
    assert [streams.mix(x + n * streams.GAMMA) for n in range(1, 6)] == [
        1985237415132408290,
        2979275885539914483,
        13511426838097143398,
        8488337342461049707,
        15141737807933549159,
    ]
    generator = streams.Xoroshiro(1, 2)
    assert [generator.bits() for _ in range(10)] == [
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


def test_draws_stay_in_range_and_shuffles_keep_the_items():
    stream = Stream(1, 2, streams.DEAL)
    assert {stream.below(5) for _ in range(200)} == set(range(5))
    assert stream.below(1) == 0
    assert 0 <= stream.uniform() < 1
    assert all(stream.below(2**32) < 2**32 for _ in range(5))
    items = list(range(50))
    stream.shuffle(items)
    assert items != sorted(items) == list(range(50))


def test_keys_and_seeds_by_purpose():
    def first(*key):
        return Stream(*key).bits()

    keys = [
        (seed, deal, purpose, seat, n)
        for seed, deal, purpose, seat, n in itertools.product(
            (0, 1), (0, 1), (streams.DEAL, streams.RACE), (0, 3), (0, 2)
        )
    ]
    assert len({first(*key) for key in keys}) == len(keys)
    assert first({"deal": 7}, 3, streams.DEAL) == first(7, 3, streams.DEAL)
    assert first({"deal": 7}, 3, streams.RACE, 2) == first(0, 3, streams.RACE, 2)
    with pytest.raises(ValueError, match="no purpose"):
        first({"deals": 7}, 3, streams.RACE)


def test_one_purpose_can_be_varied_alone():
    rounds = [play(4, baseline, seed={"deal": 7, "race": race}, deal=2) for race in range(8)]
    assert len({str(record.openings) for record in rounds}) == 1
    assert len({str(record.events) for record in rounds}) > 1


# --- logarithms and deviates --------------------------------------------------------------------


def test_the_table_is_rounded_correctly():
    with localcontext(prec=100):
        for i, entry in enumerate(streams.LN):
            exact = (1 + (Decimal(i) + Decimal(1) / 2) / 128).ln()
            for neighbour in (math.nextafter(entry, 9), math.nextafter(entry, -9)):
                assert abs(Decimal(entry) - exact) < abs(Decimal(neighbour) - exact)
    assert math.log(2) == streams.LN2


def test_logarithms():
    stream = Stream(1, 1, streams.RACE)
    numbers = [stream.uniform() + 2**-60 for _ in range(5000)]
    numbers += [1 + i * 2.0**-40 for i in range(-50, 50)]
    numbers += [2.0**k * m for k in range(-1074, 1024, 17) for m in (1, 1.25, 1.999) if 2.0**k * m]
    for x in numbers:
        m, k = math.frexp(x)
        i = int((2 * m - 1) * 128)
        largest = max(abs((k - 1) * streams.LN2), streams.LN[i], abs(math.log(x)), 2**-8)
        assert abs(streams.log(x) - math.log(x)) < 4 * math.ulp(largest)
    assert streams.log(1) == 0


@pytest.mark.parametrize(
    ("draw", "mean", "variance", "fourth"), [("exponential", 1, 1, 9), ("normal", 0, 1, 3)]
)
def test_deviates_have_their_moments(draw, mean, variance, fourth):
    """Five standard errors."""
    count = 40_000
    stream = Stream(3, 1, streams.RACE)
    numbers = [getattr(stream, draw)() for _ in range(count)]
    assert abs(statistics.fmean(numbers) - mean) < 5 * math.sqrt(variance / count)
    spread = statistics.fmean((x - mean) ** 2 for x in numbers)
    assert abs(spread - variance) < 5 * math.sqrt((fourth - variance**2) / count)
    assert len(set(numbers)) == count


def test_extreme_words_give_finite_deviates():
    assert streams.exponential_of(0) == pytest.approx(54 * math.log(2))
    assert streams.exponential_of(2**64 - 1) == 0
