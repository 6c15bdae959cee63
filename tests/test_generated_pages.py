"""Pages that are printed from the registries are current, and say everything that is in them."""

import re
from pathlib import Path

import pytest

import squirrelstats as sq
from squirrelstats.balance.metrics import METRICS
from squirrelstats.cli.app import main
from squirrelstats.cli.pages import dictionary, glossary, pages, table
from squirrelstats.columns import SHARED
from squirrelstats.glossary import TERMS
from squirrelstats.policies import registry
from squirrelstats.stats._shape_result import MEASURES

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("name", sorted(pages()))
def test_page_is_current(name):
    text = (DOCS / name).read_text(encoding="utf-8")
    assert text == pages()[name], "squirrelstats docs"


def test_the_glossary_has_every_word():
    text = glossary()
    words = [word for terms in TERMS.values() for word in terms]
    assert len(words) == len(set(words))
    for word in words:
        assert f"| **{word}** |" in text
    for name in (*METRICS, *MEASURES):
        assert f"| `{name}` |" in text
    for metric in METRICS.values():
        assert metric.meaning in text


@pytest.mark.parametrize("name", sq.GAMES)
def test_the_dictionary_has_every_column_trait_and_parameter(name):
    game = sq.get_game(name)
    text = dictionary()
    start = text.index(f"## {game.title}")
    own = text[start : text.find("\n## ", start + 1)] + "\n"
    for column in SHARED:
        assert f"| `{column.name}` | {column.dtype} | {column.unit} |" in text
    for column in game.columns:
        assert f"| `{column.name}` | {column.dtype} | {column.unit} | {column.level} |" in own
    for trait in game.traits:
        assert f"| `{trait}` |" in own
    for made in registry.builtin(name):
        for parameter in made.declared:
            assert f"| `{made.name}` | `{parameter}` |" in own


def test_policies_of_the_session_stay_out(monkeypatch):
    before = dictionary()
    monkeypatch.setattr(registry, "_session", {})

    @sq.policy("squarrels", params={"odd_number": sq.param(1, 0, 2)})
    def visitor(legal, params):
        return sq.first_legal(legal)

    assert dictionary() == before


def test_every_row_has_as_many_cells_as_its_heading():
    for text in (glossary(), dictionary()):
        for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            cells = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
            assert len(cells) == 1, block[:200]


def test_a_bar_in_a_cell_is_no_border():
    assert table(["a"], [["x|y"]]).endswith("| x\\|y |")


def test_the_command_writes_what_is_not_current(tmp_path, capsys):
    assert main(["docs", str(tmp_path)]) == 0
    assert {page.name for page in tmp_path.iterdir()} == set(pages())
    assert "glossary.md" in capsys.readouterr().out
    (tmp_path / "data.md").write_text("old", encoding="utf-8")
    assert main(["docs", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"written: {tmp_path / 'data.md'}"]
