"""What every test leaves behind is cleared away."""

import sys

import pytest


@pytest.fixture(autouse=True)
def no_open_figures():
    """Charts of a test are closed after it."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
