"""Golden transcripts are told today as they were when they were kept.

After a wanted change, renew them and read the difference:
``RENEW_PLAYTHROUGHS=1 pytest tests/test_playthroughs.py``, then ``git diff tests/playthroughs``.
"""

import os

import pytest

from tests.playthroughs import PLAYTHROUGHS

RENEW = os.environ.get("RENEW_PLAYTHROUGHS", "") not in ("", "0")


@pytest.mark.parametrize("kept", PLAYTHROUGHS, ids=lambda kept: kept.name)
def test_playthrough(kept):
    text = str(kept.replay())
    if RENEW:
        kept.path.write_text(text, "utf-8", newline="\n")
    assert text == kept.path.read_text("utf-8")


@pytest.mark.parametrize("kept", PLAYTHROUGHS, ids=lambda kept: kept.name)
def test_playthrough_shows_what_it_is_kept_for(kept):
    events = kept.replay().events
    assert set(kept.shows) <= {kept.event_names[code] for code in events[:, 0].tolist()}
