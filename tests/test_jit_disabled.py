"""With NUMBA_DISABLE_JIT=1 everything runs as plain Python, with the same bits."""

import os
from pathlib import Path

import numpy as np
import pytest

from squirrelstats._jit import JIT_DISABLED
from tests import processes
from tests.plain_rounds import ROUNDS_EACH, SETTINGS, results

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(JIT_DISABLED, reason="there is nothing to compare with")
def test_plain_python_gives_the_same_bits(tmp_path):
    """240 rounds, their events, the streams behind them, 12 matches and three steered rounds."""
    assert 2 * ROUNDS_EACH * len(SETTINGS) >= 200
    file = tmp_path / "plain.npz"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    processes.run("-m", "tests.plain_rounds", str(file), cwd=ROOT, env=environment)
    compiled = results()
    with np.load(file) as plain:
        assert not plain["compiled"][0]
        assert set(plain) == set(compiled)
        for name in set(compiled) - {"compiled"}:
            assert np.array_equal(plain[name], compiled[name]), name
