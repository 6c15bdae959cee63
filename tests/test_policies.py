"""Policies: our own messages, read-only views, memory, streams, and three ways to run the same."""

import dataclasses
import itertools
import json
import textwrap
import warnings

import numpy as np
import pytest

from squirrelstats import policy
from squirrelstats._jit import JIT_DISABLED
from squirrelstats.errors import PolicyError, UsageError
from squirrelstats.games.contract import get_game
from squirrelstats.games.squarrels import layout as sq
from squirrelstats.games.squarrels.rules import Rules
from squirrelstats.policies import registry
from squirrelstats.policies._compile import PolicyNotice
from squirrelstats.policies._fingerprint import fingerprint
from squirrelstats.policies._workspace import Workspace, identity_seating
from squirrelstats.policies.helpers import first_legal, is_legal, rand_below, random_legal
from squirrelstats.policies.policy import Policy, make_policy, param
from tests.naive import streams
from tests.naive.streams import Stream

GAME = get_game("squarrels")

compiles = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
#: How a policy can run: True compiled, False as plain Python.
both_ways = pytest.mark.parametrize("native", [pytest.param(True, marks=compiles), False])


def play(made, deals=5, seats=2, seed=1, rules=None):
    """Results of a line-up of one policy against `random`."""
    lineup = [made, *[registry.get(GAME, "random")] * (seats - 1)]
    workspace = Workspace(GAME, rules or Rules(), lineup, seed)
    return workspace.play(identity_seating(), 0, deals)


def from_text(body, arguments="view, legal"):
    """A function of the given lines; it ends with a legal action."""
    lines = textwrap.indent(f"{body}\nreturn first_legal(legal)", "    ")
    space = {"first_legal": first_legal, "np": np}
    exec(f"def written({arguments}):\n{lines}\n", space)
    return space["written"]


def compile_now(made):
    """Compile a policy without playing."""
    return made.entry


# --- the declaration ----------------------------------------------------------------------------


def test_arguments_by_name_in_any_order():
    made = make_policy(
        "squarrels", lambda memory, legal, view: first_legal(legal), name="any_order"
    )
    assert made.arguments == ("memory", "legal", "view")
    nothing = make_policy("squarrels", lambda: 0, name="nothing")
    assert nothing.arguments == ()


def test_an_unknown_argument_is_named():
    with pytest.raises(PolicyError, match=r"unknown argument 'legl'; did you mean 'legal'\?"):
        make_policy("squarrels", lambda view, legl: 0, name="typo")
    with pytest.raises(PolicyError, match=r"'typo'.*Allowed: 'view', 'legal'.*params=\{'name': "):
        make_policy("squarrels", lambda view, stop_at: 0, name="typo")


@pytest.mark.parametrize(
    "function",
    [lambda *args: 0, lambda **kwargs: 0, lambda view, *, legal: 0],
    ids=["args", "kwargs", "keyword only"],
)
def test_collecting_arguments_cannot_be_used(function):
    with pytest.raises(PolicyError, match="cannot be used; name any of view, legal, rng, params"):
        make_policy("squarrels", function, name="collector")


def test_the_decorator_needs_a_game():
    with pytest.raises(UsageError, match=r'write @sq.policy\("squarrels"\)'):
        policy(lambda legal: 0)
    with pytest.raises(UsageError, match="unknown game 'squarels'; did you mean 'squarrels'"):
        policy("squarels")


def test_other_wrong_declarations():
    def act(legal):
        return 0

    with pytest.raises(UsageError, match=r"unknown scope of memory 'game'.*'round', 'match'"):
        policy("squarrels", memory="game")
    with pytest.raises(UsageError, match="name of a policy must be an identifier, got '<lambda>'"):
        make_policy("squarrels", lambda legal: 0)
    with pytest.raises(UsageError, match="identifier, got 'two words'"):
        make_policy("squarrels", act, name="two words")
    with pytest.raises(UsageError, match=r"plain function \(def …\), got 3"):
        make_policy("squarrels", 3)
    with pytest.raises(
        UsageError, match=r"must be declared with sq.param\(default, low, high\), got 5"
    ):
        make_policy("squarrels", act, params={"stop": 5})
    with pytest.raises(UsageError, match="declares 17 parameters, at most 16 fit"):
        make_policy("squarrels", act, params={f"p{i}": param(0, 0, 1) for i in range(17)})
    with pytest.raises(PolicyError, match="takes params but declares none"):
        make_policy("squarrels", lambda params: 0, name="greedy")


# --- parameters ---------------------------------------------------------------------------------


def stopper(view, legal, params):
    if view.phase == sq.PHASE_DRAW and view.hand[sq.TOTAL] >= params.stop_at:
        return sq.STOP
    return first_legal(legal)


def made_stopper(native=None):
    declared = {
        "stop_at": param(7, 1, 7, "cards at which drawing stops"),
        "unused": param(0.5, 0, 1),
    }
    return make_policy("squarrels", stopper, params=declared, native=native)


def test_parameters_have_bounds():
    made = made_stopper()
    assert made.values == {"stop_at": 7.0, "unused": 0.5}
    assert made.with_params(stop_at=1).label == "stopper(stop_at=1)"
    assert made.with_params(stop_at=1).with_params(unused=1).values == {
        "stop_at": 1.0,
        "unused": 1.0,
    }
    for value in (0.999, 7.001, float("nan"), float("inf"), -1):
        with pytest.raises(
            UsageError, match="parameter stop_at of policy 'stopper' must be from 1 to 7"
        ):
            made.with_params(stop_at=value)
    for value in (True, "5", None, np.bool_(True)):
        with pytest.raises(UsageError, match="must be a number"):
            made.with_params(stop_at=value)
    with pytest.raises(
        UsageError, match=r"unknown parameter of policy 'stopper' 'stop'; did you mean"
    ):
        made.with_params(stop=3)
    with pytest.raises(UsageError, match="default 9 of a parameter is outside 1 to 7"):
        param(9, 1, 7)


@both_ways
def test_parameters_reach_the_policy(native):
    made = made_stopper(native)
    optional = Rules(draw_rule="optional")
    turns = [
        play(made.with_params(stop_at=level), 200, rules=optional)[0]["turns"].mean()
        for level in (7, 4, 1)
    ]
    assert turns[0] < turns[1] < turns[2]


@both_ways
def test_an_unknown_parameter_is_named(native):
    def typo(legal, params):
        return int(params.stop_att)

    made = make_policy("squarrels", typo, params={"stop_at": param(1, 0, 2)}, native=native)
    with pytest.raises(
        PolicyError, match=r"unknown parameter 'stop_att'; did you mean 'stop_at'\?"
    ):
        play(made)


def test_parameters_cannot_be_set_by_a_plain_policy():
    made = make_policy(
        "squarrels",
        from_text("params.level = 1", "legal, params"),
        params={"level": param(1, 0, 2)},
        native=False,
    )
    with pytest.raises(PolicyError, match="parameters are read-only"):
        play(made)


# --- what a policy returns ----------------------------------------------------------------------

WRONG_RESULTS = {
    "float": (lambda legal: 1.5, "float64"),
    "nothing": (lambda legal: None, "nothing"),
    "bool": (lambda legal: legal > 0, "bool"),
    "sometimes nothing": (lambda view, legal: 1 if view.turn > 3 else None, "or nothing"),
    "text": (lambda legal: "draw", "str"),
}


@compiles
@pytest.mark.parametrize("what", WRONG_RESULTS)
def test_a_compiled_policy_must_return_an_action(what):
    function, shown = WRONG_RESULTS[what]
    with pytest.raises(
        PolicyError,
        match=rf"must return an action \(an int\) on every path, but it returns.*{shown}",
    ):
        play(make_policy("squarrels", function, name="wrong", native=True))


@pytest.mark.parametrize(
    "value", [1.5, None, True, "draw", np.float64(1), np.bool_(True), (0,)], ids=repr
)
def test_a_plain_policy_must_return_an_action(value):
    made = make_policy("squarrels", lambda legal: value, name="wrong", native=False)
    with pytest.raises(PolicyError, match=r"raised TypeError: must return an action \(an int\)"):
        play(made)


@both_ways
def test_numpy_integers_are_actions(native):
    made = make_policy(
        "squarrels", lambda legal: np.int8(first_legal(legal)), name="small", native=native
    )
    assert len(play(made)[0]) == 5


@both_ways
@pytest.mark.parametrize("action", [-1, -7, 24, 62, 63, 64, 1000, -(2**40)])
def test_an_illegal_action_is_named(native, action):
    made = make_policy("squarrels", lambda legal: action, name="stubborn", native=native)
    with pytest.raises(PolicyError) as caught:
        play(made)
    text = str(caught.value)
    assert f"policy 'stubborn' (player 0, seat 0) returned the illegal action {action} " in text
    assert "at decision 1 of deal 0, playing 0" in text
    assert "legal: " in text
    assert (caught.value.deal, caught.value.playing) == (0, 0)


@both_ways
def test_a_known_action_is_named_where_it_is_illegal(native):
    def hasty(view, legal):
        if view.phase == sq.PHASE_DISCARD and not is_legal(legal, sq.DISCARD_FIVE):
            return sq.DISCARD_FIVE
        return first_legal(legal)

    with pytest.raises(PolicyError) as caught:
        play(make_policy("squarrels", hasty, native=native), 50)
    text = str(caught.value)
    assert "illegal action 12 (discard five)" in text
    assert "(discard a card to the Hoard pile); legal: 8 (discard one)" in text


def test_an_illegal_action_stops_at_the_right_round():
    def later(view, legal, memory):
        return 99 if view.turn >= 15 and view.seat == 1 else first_legal(legal)

    lineup = [registry.get(GAME, "baseline"), make_policy("squarrels", later)]
    seating = np.zeros((2, 8), "u8")
    seating[:, :2] = [[1, 0], [0, 1]]
    workspace = Workspace(GAME, Rules(), lineup, 4)
    with pytest.raises(PolicyError, match=r"'later' \(player 1, seat 1\)") as caught:
        workspace.play(seating, 10, 100)
    events, fault = workspace.record(seating[caught.value.playing], caught.value.deal)
    assert caught.value.playing == 1
    assert str(fault).split(" of deal")[0] == str(caught.value).split(" of deal")[0]
    assert events[-1][0] != sq.SCORED
    assert len(events) > 50


# --- exceptions ---------------------------------------------------------------------------------

RAISING = {
    "ZeroDivisionError": "return 1 // (view.seat - view.seat)",
    "IndexError": "return view.hand[99]",
    "ValueError": "if view.seats > 0:\n    raise ValueError('as you like it')",
}


@both_ways
@pytest.mark.parametrize("error", RAISING)
def test_an_exception_of_a_policy_is_passed_on(native, error):
    function = from_text(RAISING[error])
    with pytest.raises(
        PolicyError, match=rf"'written' \(player 0, seat 0\) raised {error}: "
    ) as caught:
        play(make_policy("squarrels", function, native=native))
    assert type(caught.value.__cause__).__name__ == error


@both_ways
@pytest.mark.parametrize(
    "place",
    ["hand[8]", "hand[-9]", "unseen[16]", "points[8]", "stored[6]", "stored[0][8]", "known[-7, 0]"],
)
def test_indices_of_a_view_are_checked(native, place):
    made = make_policy("squarrels", from_text(f"x = view.{place}"), native=native)
    with pytest.raises(PolicyError, match="raised IndexError"):
        play(made)


@both_ways
@pytest.mark.parametrize("place", ["64", "-65"])
def test_indices_of_the_memory_are_checked(native, place):
    made = make_policy(
        "squarrels", from_text(f"memory[{place}] += 1", "legal, memory"), native=native
    )
    with pytest.raises(PolicyError, match="raised IndexError"):
        play(made)


@both_ways
def test_rand_below_checks_its_size(native):
    def silly(legal, rng):
        return rand_below(rng, 0)

    with pytest.raises(PolicyError, match=r"raised ValueError: rand_below needs 1 <= n <= 2\*\*32"):
        play(make_policy("squarrels", silly, native=native))


def test_a_raising_policy_does_not_spoil_the_next_run():
    made = make_policy(
        "squarrels", lambda view, legal: 1 // (view.turn - 1), name="raises", native=False
    )
    for _ in range(2):
        with pytest.raises(PolicyError, match="ZeroDivisionError"):
            play(made)
    fine = make_policy("squarrels", lambda legal: -1, name="wrong", native=False)
    with pytest.raises(PolicyError, match="illegal action -1"):
        play(fine)


# --- the view -----------------------------------------------------------------------------------


@both_ways
def test_an_unknown_field_is_named(native):
    made = make_policy("squarrels", from_text("x = view.hnad[0]"), native=native)
    with pytest.raises(PolicyError, match=r"unknown field of view 'hnad'; did you mean 'hand'\?"):
        play(made)


def reading_every_field(view, legal, memory):
    """The sum of everything, by every way of reading, left in the memory."""
    total = view.phase + view.seat + view.seats + view.drawer + view.mini_turn
    total += view.deck_left + view.subround + view.turn + view.stop_level + view.set_size
    total += view.winter_safe + view.round_in_match
    for i in range(len(view.unseen)):
        total += view.unseen[i]
    for i in range(8):
        total += view.hand[i] + view.hoard[i] + view.table[i] + view.hand_sizes[i]
        total += view.contesting[i] + view.points[i] + view.totals[i]
    for row in range(len(view.stored)):
        for i in range(len(view.known[row])):
            total += view.stored[row][i] + view.known[row, i] + view.played[row - 6, i - 8]
    copied = view.hand.copy()
    copied[0] = 99
    memory[0] += 1
    memory[min(memory[0], 60)] = total + view.hand[-1] + copied[sq.TOTAL]
    return first_legal(legal)


@both_ways
def test_every_field_can_be_read(native):
    made = make_policy("squarrels", reading_every_field, native=native)
    workspace = Workspace(GAME, Rules(), [made, made], 6)
    workspace.play(identity_seating(), 2, 1)
    sums = []

    def naive_reading(view, legal):
        fields = {name: getattr(view, name) for name in sq.VIEW.names}
        whole = sum(int(np.sum(value)) for value in fields.values())
        if view.seat == 1:
            sums.append(whole + 2 * int(view.hand[sq.TOTAL]))
        return first_legal(legal)

    twin = make_policy("squarrels", naive_reading, native=False)
    Workspace(GAME, Rules(), [twin, twin], 6).play(identity_seating(), 2, 1)
    asked = int(workspace.players.memory[0, 1, 0])
    assert asked == len(sums)
    shown = min(asked, 59)
    assert workspace.players.memory[0, 1, 1 : shown + 1].tolist() == sums[:shown]


def test_nothing_in_a_view_is_unsigned_or_narrow():
    """Differences below zero are differences, in every form."""
    seen = []

    def subtract(view, legal):
        seen.append((type(view.seat), view.hand.dtype, view.known.dtype, int(view.seat - 9)))
        return first_legal(legal)

    play(make_policy("squarrels", subtract, native=False), deals=1)
    assert set(seen) == {(int, np.dtype("i8"), np.dtype("i8"), -9)}


@compiles
def test_differences_are_signed_when_compiled():
    def subtract(view, legal, memory):
        memory[0] = view.seat - 9
        memory[1] = view.hand[0] - 100
        memory[2] = (legal - (1 << 40)) >> 20
        return first_legal(legal)

    made = make_policy("squarrels", subtract, native=True)
    workspace = Workspace(GAME, Rules(), [made, made], 6)
    workspace.play(identity_seating(), 2, 1)
    memory = workspace.players.memory[0, 0]
    assert memory[0] == -9
    assert -100 <= memory[1] < -90
    assert memory[2] < 0


def writes(field):
    """Lines that write to a field of a view, in every way."""
    shape = sq.VIEW[field].shape
    lines = [f"view.{field} = 1"]
    if not shape:
        return [*lines, f"view.{field} += 1"]
    lines += [f"view.{field}[0] = 1", f"x = view.{field}\nx[1] = 2"]
    if len(shape) == 1:
        return [*lines, f"view.{field}[-1] += 1"]
    lines += [f"view.{field}[0][0] = 1", f"view.{field}[0, 0] = 1"]
    return [*lines, f"view.{field}[5][7] -= 1", f"row = view.{field}[1]\nrow[0] = 3"]


@compiles
@pytest.mark.parametrize("field", sq.VIEW.names)
def test_a_compiled_policy_cannot_write_to_its_view(field):
    for line in writes(field):
        made = make_policy("squarrels", from_text(line), native=True)
        with pytest.raises(PolicyError, match="'written' writes to its view; a view is read-only"):
            compile_now(made)


@pytest.mark.parametrize("field", sq.VIEW.names)
def test_a_plain_policy_cannot_write_to_its_view(field):
    for line in writes(field):
        made = make_policy("squarrels", from_text(line), native=False)
        with pytest.raises(PolicyError, match=r"read-only|does not support item assignment"):
            play(made)


@both_ways
@pytest.mark.parametrize(
    "line", ["view.new = 1", "view.hand += 1", "view.hand[:] = 0", "view.hand.sort()"]
)
def test_other_ways_to_write_fail_too(native, line):
    made = make_policy("squarrels", from_text(line), native=native)
    with pytest.raises(PolicyError, match=r"read-only|cannot be compiled"):
        play(made)


def test_a_view_shows_and_lists_its_fields():
    shown = []

    def look(view, legal):
        shown.append((dir(view), repr(view)))
        return first_legal(legal)

    play(make_policy("squarrels", look, native=False), deals=1)
    names, text = shown[0]
    assert set(sq.VIEW_FIELDS) <= set(names)
    assert text.startswith("View(")
    assert "seats=2" in text


# --- memory and random numbers ------------------------------------------------------------------


def forgetful(view, legal, memory):
    """Acts illegally if its memory is not its own or not of this round."""
    if memory[1] > view.turn or (memory[2] != 0 and memory[2] != view.seat + 1):
        return 99
    if memory[0] == 0 and (memory[1] != 0 or memory[63] != 0):
        return 98
    memory[0] += 1
    memory[1] = view.turn
    memory[2] = view.seat + 1
    memory[63] = -(2**63)
    return first_legal(legal)


@both_ways
def test_memory_is_zero_at_the_start_of_each_round(native):
    made = make_policy("squarrels", forgetful, native=native)
    workspace = Workspace(GAME, Rules(), [made] * 4, 8)
    rounds, _ = workspace.play(identity_seating(), 0, 50)
    counted = workspace.players.memory[0, :4, 0]
    assert counted.sum() == rounds["decisions"][-1]


@both_ways
def test_random_numbers_are_of_the_seat(native):
    """Three players with one policy: different streams; the same seat, the same numbers."""

    def noting(legal, rng, memory):
        if memory[0] == 0:
            memory[0] = 1
            for i in range(1, 20):
                memory[i] = rand_below(rng, 1 << 32)
        return random_legal(rng, legal)

    made = make_policy("squarrels", noting, native=native)
    workspace = Workspace(GAME, Rules(), [made] * 3, 12)
    for deal in range(3):
        workspace.play(identity_seating(), deal, 1)
        for seat in range(3):
            stream = Stream(12, deal, streams.POLICY, seat)
            wanted = [stream.below(2**32) for _ in range(19)]
            assert workspace.players.memory[0, seat, 1:20].tolist() == wanted


# --- three ways to run the same -----------------------------------------------------------------


def thoughtful(view, legal, rng, params, memory):
    """Uses everything there is."""
    memory[0] += 1
    memory[1] = memory[1] * 31 + view.hand[0] + view.unseen[sq.WINTER]
    if view.phase == sq.PHASE_DRAW and rand_below(rng, 10) < params.courage:
        return sq.DRAW
    if view.phase == sq.PHASE_QUARREL:
        best, chosen = -1e9, first_legal(legal)
        for kind in range(sq.HAND_KINDS):
            if is_legal(legal, sq.PLAY_ONE + kind):
                worth = view.hand[kind] / (1 + view.known[1, kind]) - 0.1 * kind * params.courage
                if worth > best:
                    best, chosen = worth, sq.PLAY_ONE + kind
        return chosen
    if (memory[0] + memory[1]) % 3 == 0:
        return first_legal(legal)
    return random_legal(rng, legal)


@compiles
@pytest.mark.parametrize("seats", [2, 5])
def test_plain_python_gives_the_same_results_bit_for_bit(seats):
    builtin = [registry.get(GAME, name) for name in ("baseline", "random")]
    declared = {"courage": param(5, 0, 10)}
    own = [make_policy("squarrels", thoughtful, params=declared), made_stopper()]
    own[0] = own[0].with_params(courage=3.25)
    rules = Rules(draw_rule="optional")
    for member in [*builtin, *own]:
        compiled_results, plain_results = (
            play(dataclasses.replace(member, native=native), 300, seats, rules=rules)
            for native in (True, False)
        )
        for compiled_rows, plain_rows in zip(compiled_results, plain_results, strict=True):
            assert np.array_equal(compiled_rows, plain_rows), member.label


@compiles
def test_built_in_policies_compile():
    for name in registry.names(GAME):
        assert registry.get(GAME, name).entry.native


# --- what numba cannot compile ------------------------------------------------------------------


def by_text(view, legal):
    """By way of a text, which numba does not know."""
    return int(json.dumps(first_legal(legal)))


@compiles
def test_what_cannot_be_compiled_runs_as_plain_python_with_one_notice():
    made = make_policy("squarrels", by_text)
    with pytest.warns(
        PolicyNotice, match=r"'by_text' runs as plain Python.*native=False"
    ) as caught:
        results = play(made, 20)
    assert len(caught) == 1
    assert not made.entry.native
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = play(made, 20)
        silent = play(make_policy("squarrels", by_text, name="silent", native=False), 20)
    assert np.array_equal(results[1], again[1])
    assert np.array_equal(results[1], silent[1])
    same = make_policy("squarrels", lambda legal: first_legal(legal), name="same")
    assert np.array_equal(results[1], play(same, 20)[1])


@compiles
def test_native_means_compiled_or_refused():
    made = make_policy("squarrels", by_text, native=True)
    with pytest.raises(
        PolicyError, match=r"'by_text' cannot be compiled: .*native=False runs it as"
    ):
        compile_now(made)


# --- the decorator and the registry -------------------------------------------------------------


@pytest.fixture
def session(monkeypatch):
    """A registry of its own."""
    monkeypatch.setattr(registry, "_session", {})


@pytest.mark.usefixtures("session")
def test_the_decorator_registers():
    @policy("squarrels", params={"level": param(2, 0, 3, "how much")}, native=False, version="1")
    def first_thing(legal, params):
        """Do the first thing.

        At any level.
        """
        return first_legal(legal)

    assert registry.names("squarrels")[-1] == "first_thing"
    assert registry.get("squarrels", "first_thing") is not None
    assert registry.get("squarrels", "first_thing", level=3).label == "first_thing(level=3)"
    assert first_thing.idea == "Do the first thing."
    assert repr(first_thing) == "<Policy 'first_thing' of squarrels: Do the first thing.>"
    assert first_thing.version == "1"
    assert first_thing(0b110, None) == 1
    with pytest.raises(UsageError, match="unknown policy of squarrels 'frist_thing'; did you mean"):
        registry.get("squarrels", "frist_thing")


@pytest.mark.usefixtures("session")
def test_a_second_definition_replaces_the_first():
    def define(action_shift):
        @policy("squarrels", name="twice", native=False)
        def act(legal):
            return first_legal(legal) + 0 * action_shift

        return act

    first, second = define(1), define(2)
    assert registry.get("squarrels", "twice").function is second.function
    assert registry.names("squarrels").count("twice") == 1
    assert first.identity() != second.identity()


@pytest.mark.usefixtures("session")
def test_built_in_names_are_protected():
    for name in ("baseline", "random"):
        with pytest.raises(UsageError, match=f"'{name}' is a built-in policy of squarrels"):
            policy("squarrels", name=name, native=False)(lambda legal: first_legal(legal))
        assert registry.get("squarrels", name).builtin


@pytest.mark.usefixtures("session")
def test_a_policy_that_fails_its_trial_is_not_registered():
    with pytest.raises(PolicyError, match="returned the illegal action 99"):
        policy("squarrels", name="failing", native=False)(lambda legal: 99)
    assert "failing" not in registry.names("squarrels")


def test_policies_belong_to_their_game():
    made = Policy(game="whist", name="stranger", function=lambda legal: 0)
    with pytest.raises(UsageError, match="policy 'stranger' is for whist, not for squarrels"):
        registry.get("squarrels", made)


# --- fingerprints -------------------------------------------------------------------------------

LEVEL = 3
TABLE = np.array([1, 2, 3])
SETTINGS = {"a": [1, (2, 3)]}


def helper(x):
    return x + 1


def other_helper(x):
    return x + 2


def fingerprint_of(text, **space):
    """Fingerprint of ``f`` as defined by a text with those globals."""
    exec(textwrap.dedent(text), space)
    return fingerprint(space["f"]).digest


def test_the_same_definition_has_the_same_fingerprint():
    text = "def f(legal):\n    return helper(legal) + LEVEL * TABLE[0]"
    space = {"helper": helper, "LEVEL": 3, "TABLE": TABLE}
    assert fingerprint_of(text, **space) == fingerprint_of(text, **space)
    spaced = "\n\n# a comment\n" + text
    assert fingerprint_of(spaced, **space) == fingerprint_of(text, **space)


CHANGES = {
    "bytecode": ("def f(x):\n    return x + 1", "def f(x):\n    return x - 1"),
    "constants": ("def f(x):\n    return x + 1", "def f(x):\n    return x + 2"),
    "type of a constant": ("def f(x):\n    return x + 1", "def f(x):\n    return x + 1.0"),
    "defaults": ("def f(x, y=1):\n    return y", "def f(x, y=2):\n    return y"),
    "keyword defaults": ("def f(x, *, y=1):\n    return y", "def f(x, *, y=2):\n    return y"),
    "names": ("def f(x):\n    return x.a", "def f(x):\n    return x.b"),
    "inner function": (
        "def f(x):\n    return (lambda y: y + 1)(x)",
        "def f(x):\n    return (lambda y: y + 2)(x)",
    ),
    "set of constants": ("def f(x):\n    return x in {1, 2}", "def f(x):\n    return x in {1, 3}"),
    "tuple of constants": ("def f(x):\n    return (1, 2)[x]", "def f(x):\n    return (1, 3)[x]"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_definition_changes_the_fingerprint(what):
    before, after = CHANGES[what]
    assert fingerprint_of(before) != fingerprint_of(after)


GLOBALS = {
    "number": (3, 4),
    "float": (0.1, 0.1 + 1e-16),
    "bool": (True, 1),
    "text": ("a", "b"),
    "array": (np.array([1, 2]), np.array([1, 3])),
    "type of an array": (np.array([1, 2], "i4"), np.array([1, 2], "i8")),
    "shape of an array": (np.zeros((2, 3)), np.zeros((3, 2))),
    "list": ([1, [2]], [1, [3]]),
    "dict": ({"a": 1}, {"a": 2}),
    "nested dict": ({"a": [1, (2, 3)]}, {"a": [1, (2, 4)]}),
    "function": (helper, other_helper),
    "module": (itertools, textwrap),
}


@pytest.mark.parametrize("what", GLOBALS)
def test_a_changed_global_changes_the_fingerprint(what):
    text = "def f(x):\n    return VALUE"
    before, after = (fingerprint_of(text, VALUE=value) for value in GLOBALS[what])
    assert before != after
    unused = "def f(x):\n    return x"
    assert fingerprint_of(unused, VALUE=1) == fingerprint_of(unused, VALUE=2)


def test_a_changed_closure_changes_the_fingerprint():
    def make(level, step):
        def f(legal):
            return step(legal) + level

        return f

    same = fingerprint(make(1, helper)).digest
    assert same == fingerprint(make(1, helper)).digest
    assert same != fingerprint(make(2, helper)).digest
    assert same != fingerprint(make(1, other_helper)).digest


def test_a_changed_helper_of_a_helper_changes_the_fingerprint():
    text = "def g(x):\n    return h(x)\n\ndef f(x):\n    return g(x)"
    assert fingerprint_of(text, h=helper) != fingerprint_of(text, h=other_helper)
    assert fingerprint_of(text, h=helper) == fingerprint_of(text, h=helper)
    inner = "def f(x):\n    return (lambda y: h(y))(x)"
    assert fingerprint_of(inner, h=helper) != fingerprint_of(inner, h=other_helper)


def test_functions_that_call_each_other_have_a_fingerprint():
    text = """
        def g(x):
            return f(x - {}) if x else 0

        def f(x):
            return g(x)
        """
    assert fingerprint_of(text.format(1)) == fingerprint_of(text.format(1))
    assert fingerprint_of(text.format(1)) != fingerprint_of(text.format(2))


def test_the_identity_of_a_policy_names_what_it_is():
    made = made_stopper()
    assert made.identity() == {
        "name": "stopper",
        "params": {"stop_at": 7.0, "unused": 0.5},
        "memory": "round",
        "version": None,
        "code": fingerprint(stopper).digest,
    }
    assert made.with_params(stop_at=2).identity()["params"]["stop_at"] == 2.0
