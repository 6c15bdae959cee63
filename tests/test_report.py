"""Reports: one file that needs nothing else, the same bytes each time, numbers that agree."""

import dataclasses
import html
import json
import os
import pickle
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest

import squirrelstats as sq
from squirrelstats import UsageError
from squirrelstats.balance._method import member_call
from squirrelstats.balance.contract import default_contract
from squirrelstats.balance.metrics import METRICS
from squirrelstats.balance.verdicts import study_of
from squirrelstats.cli.app import main
from squirrelstats.reporting._card_sections import _moved
from squirrelstats.reporting._command import python_call, shell_command
from squirrelstats.reporting._verdict_cards import QUESTIONS
from squirrelstats.reporting._write import write

GAMES = ("squarrels", "squirrels", "squirrel_away")
ROUNDS = 100
VOID = {"meta", "link", "br", "img", "path", "use", "rect", "circle"}


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.text = [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def of(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def reports():
    return {game: sq.report(game, rounds=ROUNDS, progress=False) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_one_file_that_needs_nothing_else(reports, game):
    text = reports[game].html
    page = Page(text)
    assert len(text.encode()) < 2_000_000
    assert not page.of("script")
    assert not [a for a in page.of("link") if a["rel"] != "icon"]
    for attribute in ("href", "src", "xlink:href"):
        for _, attributes in page.tags:
            target = attributes.get(attribute) or "#"
            assert target.startswith(("#", "data:,"))
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    assert "&" not in style  # escaped quotes would undo the declarations that have them
    assert "url(http" not in text
    assert "@import" not in text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_all_pieces(reports, game):
    study = reports[game].verdicts[0].study
    assert study.run.deals == ROUNDS
    assert study.card_table.rows
    assert len(study.deck_sweeps) >= 6
    assert study.tournament.n == study.sizes.tournament
    assert study.skill.rungs[0].weaker == "random"
    assert "how it was measured" in repr(study.method)
    assert len(study.method.frame()) == len(study.method.sizes)


@pytest.mark.parametrize("game", GAMES)
def test_accessible(reports, game):
    page = Page(reports[game].html)
    names = [a["id"] for _, a in page.tags if "id" in a]
    assert len(names) == len(set(names))
    for attributes in page.of("svg"):
        assert attributes["role"] == "img"
        assert len(attributes["aria-label"]) > 20
    assert len(page.of("table")) == len(page.of("caption"))
    assert all("scope" in a for a in page.of("th"))
    assert page.of("html")[0]["lang"] == "en"
    assert next(tag for tag, _ in page.tags if tag in ("h1", "h2", "h3")) == "h1"
    for attributes in page.of("a"):
        assert attributes["href"].removeprefix("#") in names


@pytest.mark.parametrize("game", GAMES)
def test_charts_follow_the_page(reports, game):
    """No colour of a chart is fixed, so dark mode changes all of them."""
    charts = re.findall(r"<svg.*?</svg>", reports[game].html, re.DOTALL)
    assert len(charts) >= 8
    for chart in charts:
        fixed = re.sub(r'var\(--sqs-[0-9a-f]{6}, #[0-9a-fA-F]{6}\)|href="#[^"]*"', "", chart)
        assert not re.search(r"#[0-9a-fA-F]{6}\b", fixed)


@pytest.mark.parametrize("game", GAMES[1:])  # the first game: on the shell, below
def test_same_bytes_for_the_same_call(reports, game):
    again = sq.report(game, rounds=ROUNDS, threads=1, progress=False)
    assert again.html == reports[game].html
    assert again.json == reports[game].json


@pytest.mark.parametrize("game", GAMES)
def test_data_agree_with_the_page(reports, game):
    """Verdicts, win shares and options of the data are what the page says."""
    found = reports[game]
    data = json.loads(found.json)
    text = "".join(Page(found.html).text)
    for verdict in data["verdicts"]["verdicts"]:
        assert verdict["sentence"] in text
        assert verdict["n"] > 0
    run = sq.simulate(
        game,
        list(default_contract(game).lineup),
        rounds=ROUNDS,
        rotate="cyclic",
        progress=False,
    )
    for row in run.summary().itertuples():
        mine = next(r for r in data["sections"]["wins"]["summary"] if r["policy"] == row.policy)
        assert mine["win_share"] == row.win_share
        assert f"{100 * row.win_share:.2f} %" in text
    assert {row["field"] for row in data["sections"]["rules"]["options"]} == set(
        sq.rules(game).__dataclass_fields__
    )
    for assumption in sq.get_game(game).assumptions:
        assert assumption in text


def test_the_call_on_the_page_makes_it_again(reports):
    first = reports["squarrels"].verdicts[0].study
    call = python_call({"": first}, default_contract("squarrels"))
    assert call in "".join(Page(reports["squarrels"].html).text)
    study = eval(call.removeprefix("sq.report(").removesuffix(")"), {"sq": sq})
    assert study.plan.digest == first.plan.digest
    for name in ("sizes", "seconds_per_turn", "seconds_per_decision"):
        assert getattr(study, name) == getattr(first, name)
    for name in ("alike", "lineup", "pool"):
        assert member_calls(study, name) == member_calls(first, name)


def member_calls(study, name):
    found = getattr(study, name)
    return [member_call("squarrels", one) for one in (found if name != "alike" else [found])]


def test_commands_say_what_is_not_in_the_contract():
    """What cannot be said on the shell has no command rather than a wrong one."""
    own = default_contract("squarrels")
    other = dataclasses.replace(own, rules=sq.rules("squarrels", "website"), name="mine.toml")

    def command(contract=own, **given):
        return shell_command({"": study_of(contract, **given)}, contract)

    start, end = "squirrelstats report squarrels", "-o report.html"
    assert command() == f"{start} {end}"
    assert command(rules="website") == f"{start} --rules website {end}"
    changed = sq.rules("squarrels", "website", winters=2)
    assert command(rules=changed, seed=3) == f"{start} --rules website -O winters=2 --seed 3 {end}"
    assert command(other) == f"{start} --contract mine.toml {end}"
    preset = sq.get_game("squarrels").default_preset
    assert command(other, rules=preset) == f"{start} --rules {preset} --contract mine.toml {end}"
    for unsaid in ({"alike": "choosy"}, {"seconds_per_turn": 5.0}, {"seed": {"deal": 1}}):
        assert command(**unsaid) == ""
    several = {name: study_of(own, rules=name) for name in ("website", preset)}
    assert (
        shell_command(several, own, ["website", preset])
        == f"{start} --rules website --rules {preset} {end}"
    )
    assert shell_command(several, own, several) == ""
    assert "contract='mine.toml'" in python_call({"": study_of(other)}, other)
    assert "contract='mine.toml'" in python_call(several, other)


def test_several_rules_side_by_side():
    rules = {"ours": "rulebook_2009", "theirs": sq.rules("squarrels", winters=2)}
    table = {"lineup": ["choosy", "baseline"], "rounds": ROUNDS, "progress": False}
    found = sq.report("squarrels", rules=rules, pool=table["lineup"], **table)
    text = "".join(Page(found.html).text)
    assert "2 rules side by side" in text
    assert "winters" in text
    assert "What changes against ours" in text
    assert text.count("plan ") == 2
    assert not Page(found.html).of("ul")[1:]  # no empty list of verdicts
    compared = sq.compare_rules(
        "squarrels",
        {"theirs": rules["theirs"]},
        rotate="cyclic",
        replayed=found.verdicts[0].study.sizes.replayed,
        **table,
    )
    data = json.loads(found.json)["sections"]["changes"]["effects"]
    luck = [row for row in data if row["measure"] == "luck_share"]
    assert len(luck) == 1
    assert luck[0]["low"] < luck[0]["difference"] < luck[0]["high"]
    plain = [row["difference"] for row in data if row not in luck]
    assert plain == compared.frame().difference.tolist()
    assert eval(data_call(found), {"sq": sq}).html == found.html


def data_call(found):
    return found.data["sections"]["method"]["call"]


def test_policies_and_players_of_ones_own():
    @sq.policy("squarrels")
    def thrifty(view, legal):
        """Takes <b>the last</b> action & nothing else."""
        return sq.last_legal(legal)

    quick = sq.player("baseline", slap_speed=2)
    lineup = [thrifty, quick, "choosy"]
    found = sq.report("squarrels", lineup=lineup, pool=[thrifty, "baseline"], rounds=100)
    text = "".join(Page(found.html).text)
    assert "thrifty" in text
    assert "baseline:slap_speed=2" in text


def test_a_run_brings_its_table():
    run = sq.simulate("squirrels", ["planner", "baseline"], rounds=150, seed=3, progress=False)
    found = sq.report(run, pool=["planner", "baseline"], progress=False)
    study = found.verdicts[0].study
    assert (study.rounds, study.plan.seed, study.plan.labels) == (150, 3, ("planner", "baseline"))
    for change in ({"seed": 1}, {"lineup": ["baseline"] * 2}, {"rules": "official"}):
        with pytest.raises(UsageError, match="a run brings"):
            sq.report(run, **change)
    matches = sq.simulate("squirrels", ["baseline"] * 2, matches=2, progress=False)
    with pytest.raises(UsageError, match="rounds"):
        sq.report(matches)


def test_a_study_that_was_measured_already(reports):
    study = reports["squarrels"].verdicts[0].study
    assert sq.report(study).html == reports["squarrels"].html
    with pytest.raises(UsageError, match="a study has"):
        sq.report(study, rounds=100)


@pytest.mark.parametrize(
    ("name", "message"),
    [("report.txt", ".html"), ("nowhere/report.html", "no folder"), ("folder.html", "cannot")],
)
def test_places_that_cannot_be_written(tmp_path, name, message, monkeypatch):
    """Said before anything is played."""
    (tmp_path / "folder.html").mkdir()
    monkeypatch.setattr(sq.Study, "run", property(lambda self: pytest.fail("it played")))
    with pytest.raises(UsageError, match=re.escape(message)):
        sq.report("squarrels", tmp_path / name, rounds=ROUNDS)


def test_a_file_is_whole_or_not_there(tmp_path, reports, monkeypatch):
    """A disk that fills up leaves the old file and no other."""
    place = tmp_path / "report.html"
    reports["squarrels"].save(place)
    before = place.read_bytes()

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UsageError, match="No space left"):
        reports["squirrels"].save(place)
    assert place.read_bytes() == before
    assert os.listdir(tmp_path) == ["report.html"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": ["website", "website"]}, "the same"),
        ({"rules": []}, "no rules"),
        ({"rules": "webseite"}, "website"),
        ({"contract": "squirrels"}, "about Squirrels"),
        ({"rounds": 5}, "100"),
        ({"lineup": ["baseline", "chosy"]}, "choosy"),
    ],
)
def test_bad_input(change, message):
    with pytest.raises(UsageError, match=message):
        sq.report("squarrels", **change)


@pytest.mark.parametrize("game", GAMES)
def test_numbers_have_intervals_and_n(reports, game):
    """Every mean, share and effect of the data, but p values and what was asked for."""
    data = json.loads(reports[game].json)["sections"]
    rows = [
        *data["scores"]["quantiles"],
        *data["policies"]["against"],
        *data["seats"]["seats"],
        *data["length"]["shape"],
        *data["readings"]["readings"],
        *data["luck"]["ladder"],
        *data["luck"]["split"],
        *data["cards"]["causal"],
        *data["cards"]["observed"],
        *(row for sweep in data["deck"]["sweeps"].values() for row in sweep),
    ]
    for row in rows:
        assert row["n"] > 0, row
        ends = {name.removesuffix("low") for name in row if name.endswith("low")}
        assert ends, row
        for name in ends:
            assert f"{name}high" in row, row
        for mean in ("base_mean", "variant_mean", "score"):
            assert mean not in row or f"{mean}_low" in row, row


def test_the_how_to_names_every_section(reports):
    text = (Path(__file__).parent.parent / "docs" / "read_the_report.md").read_text("utf-8")
    for title in re.findall("<h2>(.*?)</h2>", reports["squarrels"].html):
        assert f"| {html.unescape(title)} |" in text
    assert "90 % interval" in text


def test_every_metric_is_a_question():
    assert set(QUESTIONS) == set(METRICS)


def test_numbers_in_the_box_are_corrected_together():
    """A number that is settled by itself may not be among many."""

    def swept(name, p):
        measure = SimpleNamespace(name="turns")
        point = SimpleNamespace(value=1, measure=measure, p=p, differing=100)
        return SimpleNamespace(knob=SimpleNamespace(name=name), points=(point,), base=0)

    assert _moved([swept("a", 0.03)]) == ["a"]
    assert _moved([swept("a", 0.03), swept("b", 0.04)]) == []
    assert _moved([swept("a", 0.01), swept("b", 0.9)]) == ["a"]


def test_on_the_shell(tmp_path, capsys, reports):
    page, data = tmp_path / "r.html", tmp_path / "r.json"
    words = ["report", "squarrels", "--rounds", str(ROUNDS), "-o", str(page), "--json", str(data)]
    assert main([*words, "--no-progress"]) == 0
    assert page.read_text("utf-8") == reports["squarrels"].html
    assert data.read_text("utf-8") == reports["squarrels"].json
    assert f"report: {page}\ndata: {data}" in capsys.readouterr().out
    assert main([*words, "--rules", "website", "--rules", "rulebook_2009", "-O", "fives=3"]) == 2
    assert "-O changes one" in capsys.readouterr().err


def test_shows_itself(reports):
    found = reports["squarrels"]
    assert found.title in repr(found)
    assert "<th" in found._repr_html_()


def test_settings_of_matplotlib_change_nothing(monkeypatch):
    """Neither those of the session nor those of a file: both are rcParams."""
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    from squirrelstats.plot._svg import inline_svg

    def draw(ax):
        sq.plot.estimates({"one": sq.Estimate(-0.5, 0.1, -0.7, -0.3, 90)}, ax=ax)

    before = inline_svg(draw, "words")
    others = {
        "axes.grid": True,
        "axes.spines.left": False,
        "axes.unicode_minus": False,
        "axes.xmargin": 0.4,
        "font.size": 30,
        "lines.markeredgewidth": 4,
        "path.sketch": (3, 100, 2),
        "savefig.dpi": 30,
        "xtick.direction": "in",
        "xtick.top": True,
    }
    with mpl.rc_context(others):
        own = dict(mpl.rcParams)
        assert inline_svg(draw, "words") == before
        assert dict(mpl.rcParams) == own
    with plt.style.context("dark_background"):
        assert inline_svg(draw, "words") == before
    assert not plt.get_fignums()


def test_rules_side_by_side_go_by_the_names_that_they_are_given():
    """Also where a name is another preset's, or has signs of HTML and of formulas in it."""
    odd = '<b>"ours"</b> $\\foo$'
    rules = {odd: "rulebook_2009", "rulebook_2009": "website"}
    found = sq.report(
        "squarrels",
        rules=rules,
        lineup=["baseline", "choosy"],
        pool=["baseline", "choosy"],
        rounds=ROUNDS,
        progress=False,
    )
    effects = found.data["sections"]["changes"]["effects"]
    assert {(row["base"], row["variant"]) for row in effects} == {(odd, "rulebook_2009")}
    assert "<b>" not in found.html
    assert f"against {odd}" in " ".join(Page(found.html).text)
    assert pickle.loads(pickle.dumps(found)).html == found.html


def nothing_is_played(monkeypatch):
    """What is refused is refused before; `sq.report` is the function, not its module."""
    monkeypatch.setattr(sys.modules["squirrelstats.reporting.report"], "check_balance", None)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"one": "website", "other": "website"}, "the same"),
        ({1: "website", "1": "rulebook_2009"}, "one name"),
        (["website", "website"], "the same"),
        ({"\ud800": "website"}, "cannot be called"),
        ({"two\nlines": "website"}, "cannot be called"),
        ({" ": "website"}, "cannot be called"),
        ({"x" * 2000: "website"}, r"x…'"),
    ],
)
def test_rules_that_cannot_stand_side_by_side(rules, message, monkeypatch):
    nothing_is_played(monkeypatch)
    with pytest.raises(UsageError, match=message):
        sq.report("squarrels", rules=rules, rounds=ROUNDS)


@pytest.mark.parametrize("place", [5, True, b"x.html", "x\0.html", "x" * 240 + ".html"])
def test_places_that_are_none(place, monkeypatch):
    nothing_is_played(monkeypatch)
    with pytest.raises(UsageError, match=r"a path|too long"):
        sq.report("squarrels", place, rounds=ROUNDS)


def test_a_link_stays_one(tmp_path, reports):
    real = tmp_path / "real.html"
    real.write_text("before", encoding="utf-8")
    link = tmp_path / "link.html"
    link.symlink_to(real)
    assert reports["squarrels"].save(link) == link
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == reports["squarrels"].html


def test_nothing_is_written_where_the_data_cannot_be(tmp_path, reports):
    with pytest.raises(UsageError, match="no folder"):
        reports["squarrels"].save(tmp_path / "x.html", tmp_path / "no" / "x.json")
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_over_after_any_error(tmp_path):
    with pytest.raises(UnicodeEncodeError):
        write(tmp_path / "x.html", ".html", "\ud800")
    assert not list(tmp_path.iterdir())
