"""Every public result shows itself: in a notebook, in a terminal, in help()."""

import dataclasses
import inspect
import io
import pydoc
import re
import time
from html.parser import HTMLParser

import pytest

import squirrelstats as sq
from tests.small_results import BOLD, NO_RESULTS, RESULTS

#: What describes something and is said in a line of text; a notebook shows that line.
IN_A_LINE = {"Study", "get_game", "player"}
#: Results that name no policy or arm.
NAMELESS = {"card_effects", "check_balance", "confidence_sequence", "decisions", "rules", "sprt"}
NAMELESS |= {"readings", "vary_readings"}
#: Results with more columns than most.
WIDE = {"blunders", "card_bias", "count_curves", "what_if"}
WIDTH, WIDEST = 120, 200
SECONDS = 2.0

#: Declarations of a colour of text or ground, and what reads on light and dark pages.
COLOURED = re.compile(r"(?:^|[;{\s\"])(?:background(?:-color)?|color)\s*:\s*([^;}\"]+)")
NEUTRAL = re.compile(r"none|inherit|currentColor|rgba\(.*, ?0?\.\d+\)")

every_result = pytest.mark.parametrize("name", sorted(RESULTS))
every_table = pytest.mark.parametrize("name", sorted(set(RESULTS) - IN_A_LINE))


@pytest.fixture(scope="session")
def results():
    """Each result, made once when first asked for."""
    made = {}

    def result(name):
        if name not in made:
            made[name] = RESULTS[name]()
        return made[name]

    return result


def public_functions():
    found = {name for name in sq.__all__ if inspect.isfunction(getattr(sq, name))}
    return {*found, "Study"}


def test_every_public_function_is_gone_over():
    listed = {*RESULTS, *NO_RESULTS} - {"watched_shares", "what_if"}
    assert public_functions() == listed, "tests/small_results.py says what each returns"


class Page(HTMLParser):
    """What a piece of HTML is made of."""

    def __init__(self, text):
        super().__init__()
        self.open, self.heads, self.bold, self.text = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "th":
            self.heads.append(dict(attrs))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes another element"

    def handle_data(self, data):
        if "style" not in self.open:
            self.text.append(data)


@every_table
def test_html_has_headed_tables_and_is_well_formed(results, name):
    page = Page(results(name)._repr_html_())
    assert page.open == []
    assert page.heads
    assert {head.get("scope") for head in page.heads} == {"col", "row"}


@every_table
def test_html_takes_its_colours_from_the_page(results, name):
    shown = results(name)._repr_html_()
    for value in COLOURED.findall(shown):
        assert NEUTRAL.fullmatch(value.strip()), value
    assert "bgcolor" not in shown


@every_table
def test_html_escapes(results, name):
    shown = results(name)._repr_html_()
    told = "".join(Page(shown).text)
    if name not in NAMELESS:
        assert BOLD.name in told
        assert "&lt;b&gt;" in shown
    assert shown.count("<b>") == shown.count("</b>")  # only our own, around titles


@every_table
def test_html_and_text_are_quick(results, name):
    result = results(name)
    start = time.perf_counter()
    result._repr_html_()
    repr(result)
    assert time.perf_counter() - start < SECONDS


@every_result
def test_text_is_readable(results, name):
    for text in (repr(results(name)), str(results(name))):
        assert "0x" not in text, "an address of an object"
        assert "Estimate(" not in text, "numbers as a program writes them"
        longest = max(map(len, text.splitlines()))
        assert longest <= (WIDEST if name in WIDE else WIDTH)


@every_result
def test_docstring_and_help_name_the_attributes(results, name):
    kind = type(results(name))
    text = inspect.getdoc(kind) or ""
    assert text.partition("\n")[0].strip(), "a first line that says what it is"
    told = io.StringIO()
    pydoc.Helper(output=told)(kind)
    helped = re.sub(r".\x08", "", told.getvalue())
    assert text.partition("\n")[0] in helped
    if dataclasses.is_dataclass(kind) and name != "rules":  # `squirrelstats rules` explains those
        for field in dataclasses.fields(kind):
            if not field.name.startswith("_"):
                assert re.search(rf"\b{field.name}\b", text), field.name
                assert field.name in helped


@pytest.mark.parametrize("game", sq.GAMES)
def test_rules_show_what_differs_and_every_option(game):
    assert repr(sq.rules(game)) == "Rules()"
    field = next(f for f in dataclasses.fields(sq.rules(game)) if "values" in f.metadata)
    other = field.metadata["values"][1]
    rules = sq.rules(game, **{field.name: other})
    assert f"{field.name}={other!r}" in repr(rules)
    for entry in dataclasses.fields(rules):
        assert re.search(rf"^{entry.name} +\S", str(rules), re.MULTILINE)
        assert entry.metadata["meaning"].split()[0] in rules._repr_html_()


def test_public_functions_explain_themselves():
    for name in sorted(public_functions() & set(RESULTS)):
        text = inspect.getdoc(getattr(sq, name)) or ""
        first = text.partition("\n")[0]
        assert first.endswith("."), name
        assert len(first) <= 100, name
        parameters = set(inspect.signature(getattr(sq, name)).parameters) - {"self"}
        assert all(re.search(rf"\b{p}\b", text) for p in parameters), name
