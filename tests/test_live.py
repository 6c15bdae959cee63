"""The live panel without a page: what is chosen, played, seen, and what goes wrong."""

from __future__ import annotations

import asyncio
import builtins
import threading
import time

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

import squirrelstats as sq
from squirrelstats.errors import UsageError
from squirrelstats.policies import registry
from squirrelstats.stats.watched import Watch
from squirrelstats.widgets import live as live_module
from tests import processes

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")
LIMIT = 120


@pytest.fixture(autouse=True)
def _session(monkeypatch):
    """Policies of a test end with it."""
    monkeypatch.setattr(registry, "_session", {})
    mpl.use("agg")


def panel_of(*lineup, **options):
    lineup = list(lineup) or ["baseline", "random"]
    return sq.live("squarrels", lineup, **{"rounds": 500, "pace": 0, "seed": 3, **options})


def played(panel):
    panel.start()
    assert panel.wait(LIMIT)
    return panel


def test_what_was_watched_is_what_simulate_plays():
    panel = played(panel_of())
    same = sq.simulate(
        "squarrels", ["baseline", "random"], rounds=500, seed=3, rotate="cyclic", progress=False
    )
    assert panel.run.seats.equals(same.seats)
    assert panel.shares.n == 500
    shares = dict(zip(same.summary().policy, same.summary().win_share, strict=True))
    assert {name: e.value for name, e in panel.shares.last.items()} == pytest.approx(shares)
    assert panel.error is None
    assert not panel.playing


def test_looks_are_confidence_sequences_that_share_the_error_rate():
    """By seat: blocks by hand against the sequence of the library of statistics."""
    panel = played(panel_of(by="seat", level=0.9))
    seats = panel.run.seats
    won = seats[seats.seat == 1].groupby("deal").win_share.mean()
    looks = [e.n for e in panel.shares.paths[1]]
    assert looks[:3] == [200, 220, 242]
    alone = sq.confidence_sequence(won, within=(0, 1), level=0.95, looks=looks)
    for e, low, high in zip(panel.shares.paths[1], alone.low, alone.high, strict=True):
        assert (e.low, e.high) == pytest.approx((low, high), abs=1e-9)
    widths = [e.high - e.low for e in panel.shares.paths[1]]
    assert widths[-1] < 0.8 * widths[0]
    assert panel.shares.names == ("seat 0", "seat 1")


def test_several_players_of_one_policy_share_a_narrower_range():
    """Two of three seats win at most half a share each, which the interval may use."""
    plan = sq.make_plan("squarrels", ["baseline", "baseline", "random"], rotate="cyclic")
    watch = Watch(plan)
    watch.play_to(300)
    found = watch.look().last
    assert found["baseline"].high < 0.5
    both = 2 * found["baseline"].value + found["random"].value
    assert both == pytest.approx(1)
    width = {name: e.high - e.low for name, e in found.items()}
    assert 2 * width["baseline"] == pytest.approx(width["random"], rel=1e-6)


def test_a_table_of_equals_is_known_without_error():
    e = played(panel_of("baseline", "baseline", rounds=50)).shares.last["baseline"]
    assert (e.value, e.low, e.high, e.se) == (0.5, 0.5, 0.5, 0.0)


def test_looks_do_not_depend_on_when_it_is_stopped():
    whole = played(panel_of(rounds=2_000))
    panel = panel_of(rounds=2_000_000, pace=0.05)
    panel.start()
    end = time.monotonic() + LIMIT
    while len(panel.shares.paths[0]) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    panel.stop()
    assert panel.wait(LIMIT)
    assert 242 <= panel.run.deals < 2_000_000
    assert panel.run.deals == panel.shares.n == len(panel.run.rounds) / 2
    common = min(len(panel.shares.paths[0]) - 1, len(whole.shares.paths[0]) - 1)
    assert panel.shares.paths[0][:common] == whole.shares.paths[0][:common]
    assert "Stopped" in panel._note.value


def test_two_panels_at_once_do_not_disturb_each_other():
    one, other = panel_of(rounds=3_000), sq.live("squirrels", rounds=3_000, pace=0, seed=3)
    one.start()
    other.start()
    assert one.wait(LIMIT)
    assert other.wait(LIMIT)
    assert one.shares == played(panel_of(rounds=3_000)).shares
    assert other.run.plan.game.name == "squirrels"
    assert other.run.deals == 3_000


def test_again_with_other_settings():
    panel = played(panel_of())
    first = panel.run
    panel.controls.policies[0].value = "choosy"
    panel.controls.seed.value = 4
    again = played(panel)
    assert again.run is not first
    assert again.shares.names == ("choosy", "random")
    assert first.plan.labels == ("baseline", "random")


def test_game_rules_and_players_follow_each_other():
    panel = sq.live()
    c = panel.controls
    assert c.lineup == ["choosy", "baseline", "baseline", "baseline"]
    assert [label for label, _ in c.rules.options if label == "house rules: Pairs"]
    c.game.value = "squirrel_away"
    assert c.rules.value == "official"
    assert "honest" in [label for label, _ in c.policies[0].options]
    c.players.value = 6
    assert len(c.lineup) == 6
    assert [p.layout.display for p in c.policies] == [None] * 6 + ["none"] * 2
    c.game.value = "squarrels"
    c.rules.value = next(v for label, v in c.rules.options if label == "house rules: Pairs")
    c.most.value = 20
    assert played(panel).run.plan.rules.set_size == 2
    assert c.policies[0].tooltip == sq.policies.get("squarrels", "choosy").idea


def test_policies_of_the_session_are_offered_and_the_latest_plays():
    panel = panel_of(rounds=20)

    @sq.policy("squarrels", native=False)
    def mine(view, legal):
        """Takes the first."""
        return sq.first_legal(legal)

    panel.controls.update_policies()
    assert panel.controls.lineup == ["baseline", "random"]
    panel.controls.policies[1].value = "mine"
    assert played(panel).run.plan.lineup[1].function is mine.function
    assert panel_of(mine, "random").controls.lineup[0] == "mine"
    quick = sq.player("baseline", slap_speed=2)
    assert played(panel_of(quick, "random", rounds=20)).shares.names[0] == "baseline [slap_speed=2]"


def test_a_policy_that_fails_is_one_short_line():
    @sq.policy("squarrels", native=False, trial=False)
    def broken(view, legal):
        """Fails at some time."""
        return 10**6 if view.turn > 60 else sq.first_legal(legal)

    panel = played(panel_of(broken, "random"))
    assert isinstance(panel.error, sq.PolicyError)
    note = panel._note.value
    assert 'role="alert"' in note
    assert "broken" in note
    assert "\n" not in note
    assert len(note) < 500
    assert isinstance(panel.run, sq.Run)
    assert not panel.controls.start.disabled
    panel.controls.policies[0].value = "baseline"
    assert played(panel).error is None


def test_settings_that_do_not_go_together_are_said_in_the_panel(tmp_path):
    file = tmp_path / "odd.toml"
    file.write_text("[rules]\nset_size = 3\n")
    panel = panel_of(rules=file)
    file.write_text("[rules]\nset_sice = 3\n")
    panel.start()
    assert isinstance(panel.error, UsageError)
    assert "set_sice" in panel._note.value
    assert panel.run is None
    assert panel.wait(1)


def test_a_policy_that_does_not_come_back_is_reported(monkeypatch):
    monkeypatch.setattr(live_module, "PATIENCE", 0.1)
    released = threading.Event()
    panel = panel_of()
    monkeypatch.setattr(Watch, "play_to", lambda self, deals: released.wait(LIMIT))
    panel.start()
    panel.stop()
    assert "does not come back" in panel._note.value
    assert panel.playing
    released.set()
    assert panel.wait(LIMIT)
    assert "Stopped" in panel._note.value


def test_in_a_notebook_it_draws_by_itself_in_the_thread_of_the_notebook():
    drawn = []

    async def notebook():
        panel = panel_of(rounds=2_000)
        panel._pictures.observe(lambda _: drawn.append(threading.current_thread()), "value")
        panel.start()
        while panel.run is None:
            await asyncio.sleep(0.02)
        return panel

    panel = asyncio.run(asyncio.wait_for(notebook(), LIMIT))
    assert set(drawn) == {threading.main_thread()}
    assert f"after {panel.run.deals:,} deals" in panel._pictures.value
    assert plt.get_fignums() == []


def test_what_it_shows():
    panel = panel_of()
    assert repr(panel) == "<live table, not playing>"
    assert "text/html" not in panel._repr_mimebundle_()
    with pytest.raises(UsageError, match="this chart draws watched shares, got NoneType"):
        sq.plot.watched_shares(panel.shares)
    bundle = played(panel)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "baseline" in bundle["text/plain"]
    page = bundle["text/html"]
    assert page.count("<svg") == page.count('role="img"') == 2
    assert "Win shares by policy after 500 deals: baseline" in page
    assert "<style>*" not in page
    assert ' id="figure_1"' not in page
    assert mpl.rcParams["svg.fonttype"] == "path"
    frame = panel.shares.frame()
    assert list(frame.columns) == ["policy", "n", "value", "se", "low", "high"]
    assert len(frame) == 2 * len(panel.shares.paths[0])
    ax = sq.plot.interval_path(panel.shares)
    assert "at all looks" in " ".join(text.get_text() for text in ax.texts).replace("\n", " ")
    panel.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "squarels"}, "did you mean 'squarrels'"),
        ({"lineup": ["baseline", "chosy"]}, "did you mean 'choosy'"),
        ({"lineup": "baseline"}, "a line-up is a list"),
        ({"lineup": ["baseline"]}, "2 to 6 players"),
        ({"rules": "rulebok_2009"}, "did you mean 'rulebook_2009'"),
        ({"rounds": 0}, "rounds must be a whole number"),
        ({"by": "player"}, "'policy', 'seat'"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"level": 95}, "like 0.95"),
        ({"pace": -1}, "pace must be"),
        ({"threads": 0}, "threads must be"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(UsageError, match=message):
        sq.live(**options)


def test_without_ipywidgets_it_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def missing(name, *rest, **options):
        if name == "ipywidgets":
            raise ImportError(name)
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(UsageError, match=r"squirrelstats\[notebooks\]"):
        sq.live()


def test_ipywidgets_and_matplotlib_are_loaded_only_when_needed():
    code = "import sys, squirrelstats; print({'ipywidgets', 'matplotlib'} & set(sys.modules))"
    assert processes.run("-c", code) == "set()\n"


def test_a_session_ends_while_it_plays():
    code = """
import time, squirrelstats as sq
panel = sq.live("squarrels", ["baseline", "random"], rounds=10**7, pace=0)
panel.start()
while not panel.shares.last:
    time.sleep(0.01)
print("leaves")
"""
    assert processes.run("-c", code) == "leaves\n"


def test_a_closed_panel_still_says_what_it_knows():
    panel = sq.live("squarrels", ["baseline", "random"], rounds=200, pace=0)
    panel.start()
    assert panel.wait(30)
    panel.close()
    panel.close()
    shown = panel._repr_mimebundle_()
    assert "not playing" in shown["text/plain"]
    assert "<svg" in shown["text/html"]
