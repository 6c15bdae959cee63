"""Tab completion, as a notebook asks for it."""

import dataclasses

import pytest

import squirrelstats as sq
from squirrelstats.policies import registry
from tests.shells import new_shell

GAMES = pytest.mark.parametrize("game", sq.GAMES)


@pytest.fixture(autouse=True)
def _session(monkeypatch):
    monkeypatch.setattr(registry, "_session", {})


@pytest.fixture
def stubborn():
    @sq.policy("squarrels")
    def stubborn(legal):
        """Takes the first thing."""
        return sq.first_legal(legal)

    return stubborn


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    shell = new_shell(tmp_path_factory.mktemp("ipython"))
    yield shell
    shell.restore_sys_module_state()


@pytest.fixture(params=[False, True], ids=["plain", "jedi"])
def complete(request, shell):
    """What IPython offers at the end of a line."""
    from IPython.core.completer import provisionalcompleter

    shell.user_ns.update(sq=sq, rules=sq.rules("squarrels"))
    shell.Completer.use_jedi = request.param
    shell.Completer.jedi_compute_type_timeout = 10_000

    def found(line):
        with provisionalcompleter():
            return [c.text.strip(".'\"]") for c in shell.Completer.completions(line, len(line))]

    return found


@GAMES
def test_attributes_are_the_policies(game):
    names = getattr(sq.policies, game)
    assert dir(names) == sorted(registry.names(game))
    assert list(names) == list(sq.policies.names(game))
    assert len(names) == len(sq.policies.list(game))
    for name in names:
        assert getattr(names, name).name == names[name].name == name
        assert getattr(names, name).game == game


def test_policies_of_the_session_are_there(stubborn):
    assert "stubborn" in dir(sq.policies.squarrels)
    assert sq.policies.squarrels.stubborn.function is stubborn.function
    assert "stubborn" not in dir(sq.policies.squirrels)


def test_halves_are_joined():
    assert sq.policies.squirrel_away["greedy+bayesian"].name == "greedy+bayesian"


def test_a_typo_is_answered_with_the_nearest():
    with pytest.raises(sq.UsageError, match="did you mean 'choosy'"):
        _ = sq.policies.squarrels.chosy
    with pytest.raises(sq.UsageError, match="did you mean 'choosy'"):
        _ = sq.policies.squarrels["chosy"]
    assert not hasattr(sq.policies.squarrels, "chosy")
    assert not hasattr(sq.policies.squarrels, "_repr_png_")


def test_an_attribute_plays_in_a_line_up():
    lineup = [sq.policies.squarrels.choosy, sq.policies.squarrels.random]
    assert sq.simulate("squarrels", lineup, rounds=10).plan.labels == ("choosy", "random")


def test_only_public_names_are_offered():
    assert set(dir(sq.policies)) == {"combine", "get", "list", "names", *sq.GAMES}
    assert not [name for name in dir(sq) if name.startswith("_") and name != "__version__"]


@GAMES
def test_dir_of_rules_has_every_field(game):
    rules = sq.rules(game)
    assert {field.name for field in dataclasses.fields(rules)} <= set(dir(rules))


def test_ipython_completes_policies(complete, stubborn):
    found = complete("sq.policies.squarrels.")
    assert set(found) >= set(sq.policies.names("squarrels"))
    assert "stubborn" in found
    assert complete("sq.policies.squarrels.choo") == ["choosy"]
    assert complete("sq.policies.squirrels['plann") == ["planner"]


def test_ipython_completes_modules_and_rules(complete):
    assert set(complete("sq.policies.")) >= {"get", "list", "names", *sq.GAMES}
    assert not {"registry", "policy", "_names"} & set(complete("sq.policies."))
    assert "win_shares" in complete("sq.plot.win")
    assert "draw_rule" in complete("rules.draw_")
    assert "simulate" in complete("sq.simul")
