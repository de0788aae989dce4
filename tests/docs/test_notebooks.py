"""The tutorials run from the first cell to the last and show what their cells print."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import pytest

from mkdocs_hooks import notebook_markdown
from tests.docs.links import broken
from tests.docs.notebooks import NOTEBOOKS, code_cells, read, run_cell, run_notebook
from tests.docs.pages import ROOT, Page
from tests.docs.test_links import write_page

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS != []


@each_notebook
def test_each_cell_shows_what_it_prints(path: Path) -> None:
    """If the output has changed, `python -m tests.docs.notebooks` writes it again."""
    mpl.use("svg")
    notebook = read(path)
    runs = run_notebook(notebook)
    shown = [cell["outputs"] for cell in code_cells(notebook)]
    assert [ran.outputs for ran in runs] == shown
    pictures = [ran.value for ran in runs if ran.is_picture]
    assert len(pictures) >= 2
    for picture in pictures:
        assert not hasattr(picture, "_repr_svg_") or picture._repr_svg_().startswith("<svg")


@each_notebook
def test_a_notebook_has_its_format(path: Path) -> None:
    """In format 4.5, each cell has its own id."""
    notebook = read(path)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(ids) == len(set(ids))
    assert all(cell["execution_count"] is None for cell in code_cells(notebook))


@each_notebook
def test_the_links_of_a_notebook_work(path: Path, tmp_path: Path) -> None:
    links = write_page(tmp_path, notebook_markdown(path.read_text(encoding="utf-8"))).links
    assert len(links) >= 2
    neighbour = Page(ROOT, path.with_name("README.md"))
    assert [wrong for link in links if (wrong := broken(ROOT, neighbour, link.text))] == []


def test_a_cell_ends_with_its_value() -> None:
    ran = run_cell("print(1)\n2 + 3", {})
    assert [output["output_type"] for output in ran.outputs] == ["stream", "execute_result"]
    assert ran.outputs[1]["data"] == {"text/plain": ["5"]}
    assert run_cell("a = 1", {}).outputs == []
