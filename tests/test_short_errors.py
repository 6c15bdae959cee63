"""What a notebook shows of an error: the message and the user's own line."""

import pytest

import squirrelstats as sq
from squirrelstats.policies import registry
from tests.shells import new_shell


@pytest.fixture(autouse=True)
def _session(monkeypatch):
    monkeypatch.setattr(registry, "_session", {})


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    shell = new_shell(tmp_path_factory.mktemp("ipython"))
    shell.run_cell("import squirrelstats as sq")
    yield shell
    shell.restore_sys_module_state()


@pytest.fixture
def shown(shell, monkeypatch):
    """The lines that a cell which fails shows."""

    def run(cell):
        caught = []
        monkeypatch.setattr(
            shell, "_showtraceback", lambda kind, value, lines: caught.append(lines)
        )
        result = shell.run_cell(cell)
        assert result.error_in_exec is not None, "the cell did not fail"
        (lines,) = caught
        return lines

    return run


WRONG = {
    "game": 'sq.simulate("squarels", ["baseline"] * 2, rounds=5)',
    "rounds": 'sq.simulate("squarrels", ["baseline"] * 2, rounds=-5)',
    "policy": "sq.policies.squarrels.chosy",
    "rules": 'sq.rules("squarrels", draw="x")',
    "dataset": 'sq.load("/nowhere/at/all")',
    "chart": "sq.plot.scores([1, 2])",
}


@pytest.mark.parametrize("line", WRONG.values(), ids=WRONG)
def test_wrong_use_is_shown_in_two_lines(shown, line):
    message, where = shown(f"x = 1\n{line}")
    assert where == f"  line 2: {line}"
    assert "Error: " in message or message.startswith("NoSuchPolicy: ")
    assert "squirrelstats/" not in message


def test_a_fault_within_a_function_names_it(shown):
    cell = 'def play(n):\n    return sq.simulate("squarrels", ["baseline"], rounds=n)\n\nplay(0)'
    _, where = shown(cell)
    assert where.startswith("  line 2 of play: return sq.simulate(")


def test_an_exception_in_a_policy_keeps_the_users_line(shown):
    cell = """@sq.policy("squarrels", native=False, trial=False)
def broken(legal):
    return {}["no such thing"]
sq.simulate("squarrels", ["broken", "baseline"], rounds=5)
"""
    message, where, cause = shown(cell)
    assert message.startswith("PolicyError: policy 'broken' (player 0, seat 0) raised KeyError")
    assert where.startswith("  line 4: sq.simulate(")
    assert cause == '  KeyError, line 3 of broken: return {}["no such thing"]'


def test_an_illegal_action_of_a_compiled_policy(shown):
    cell = """@sq.policy("squarrels", trial=False)
def impossible(legal):
    return 62
sq.simulate("squarrels", ["impossible", "baseline"], rounds=5)
"""
    message, where = shown(cell)
    assert message.startswith("PolicyError: policy 'impossible'")
    assert "62" in message
    assert where.startswith("  line 4: sq.simulate(")


def test_an_interrupted_run_is_short(shown):
    (message, where) = shown('raise sq.RunInterrupted("stopped; what is done is kept")')
    assert message == "RunInterrupted: stopped; what is done is kept"
    assert where.startswith("  line 1: raise")


def test_other_exceptions_keep_their_tracebacks(shown):
    assert "ZeroDivisionError" in "\n".join(shown("1 / 0"))
    assert len(shown("1 / 0")) > 1


def test_python_itself_shows_the_whole_traceback():
    with pytest.raises(sq.UsageError) as caught:
        sq.simulate("squarels", [], rounds=5)
    assert len(caught.traceback) > 2
