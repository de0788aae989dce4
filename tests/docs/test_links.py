"""Links, anchors, pictures and file names on the pages of the repository have a target."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.links import broken_links, mentioned_but_missing, missing_files, unlinked_pages, unused_pictures
from tests.docs.pages import ROOT, Page, anchor, pages

PAGES = pages()
each_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])


def write_page(root: Path, text: str, name: str = "README.md") -> Page:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return Page(root, path)


def test_the_pages_are_found() -> None:
    assert {"README.md", "docs/architecture.md", "page/README.md"} <= {page.name for page in PAGES}
    assert sum(len(page.links) for page in PAGES) > 50


@each_page
def test_every_link_anchor_and_picture_is_there(page: Page) -> None:
    assert broken_links(ROOT, page) == []


@each_page
def test_every_file_named_on_a_page_is_there(page: Page) -> None:
    assert missing_files(ROOT, page) == []


@pytest.mark.build
def test_every_page_named_in_the_source_is_there() -> None:
    assert mentioned_but_missing(ROOT) == []


def test_every_picture_is_shown_and_every_page_is_linked() -> None:
    assert unused_pictures(ROOT, PAGES) == []
    assert unlinked_pages(ROOT, PAGES) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# A\n\n[b](docs/b.md)", "3: docs/b.md does not exist"),
        ("![a\nboard](docs/b.png)", "2: docs/b.png does not exist"),
        ("| a |\n|---|\n| b |\n| [c][c] |\n\n[c]: c.md", "4: c.md does not exist"),
        ("# A\n\nTo [one](#a)\nand [two](#b).", "4: #b names no heading of README.md"),
        ("[a](docs/a.md#a-copy)", "1: docs/a.md#a-copy names no heading of a.md"),
        ("[a](LICENSE#top)", "1: LICENSE#top has an anchor, but only pages have headings"),
        ("[a](/docs/a.md)", "1: /docs/a.md is neither relative nor on the web"),
        ("[a](../a.md)", "1: ../a.md leads out of the repository"),
        ("one\n\n[a][b]", "3: the link is not complete: [a][b]"),
        ('a <img src="b.png">', '1: write Markdown instead of <img src="b.png">'),
    ],
)
def test_a_broken_link_is_found_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    write_page(tmp_path, "# A game\n", "docs/a.md")
    (tmp_path / "LICENSE").touch()
    assert broken_links(tmp_path, write_page(tmp_path, text)) == [f"README.md:{fault}"]


def test_links_with_a_target_pass(tmp_path: Path) -> None:
    page = write_page(tmp_path, "# A `b`, c!\n\n# One\n\n# One\n\n<!-- note -->", "docs/a.md")
    assert page.anchors == {"a-b-c", "one", "one-1"}
    text = "[a](docs/a.md) [b](docs/a.md#one-1) [c](docs/) [d](https://example.org/x#y) `[e](f.md)`"
    assert broken_links(tmp_path, write_page(tmp_path, text)) == []


@pytest.mark.parametrize(
    ("heading", "name"),
    [("Where to look for what", "where-to-look-for-what"), ("Axis & Allies: Pacific", "axis--allies-pacific")],
)
def test_anchors_are_those_of_github(heading: str, name: str) -> None:
    assert anchor(heading) == name


def test_a_missing_file_is_reported_with_its_line(tmp_path: Path) -> None:
    write_page(tmp_path, "", "src/games/leyte/data/ships.csv")
    write_page(tmp_path, "", "src/games/leyte/state.py")
    write_page(tmp_path, "build/\n", ".gitignore")
    right = "`state.py` `games/leyte/` `games/*/state.py` `games/GAME/data/` `build/rulebook/` `/api/games` `a/b`"
    wrong = "`state.ts` `games/midway/`\n`games/*/bot*.py` `leyte/data/planes.csv` `late.py`"
    assert missing_files(tmp_path, write_page(tmp_path, f"{right}\n\n{wrong}")) == [
        "README.md:3: no file or folder is called state.ts",
        "README.md:3: no file or folder is called games/midway/",
        "README.md:4: no file or folder is called games/*/bot*.py",
        "README.md:4: no file or folder is called leyte/data/planes.csv",
        "README.md:4: no file or folder is called late.py",
    ]


def test_a_page_or_picture_that_is_missing_or_unused_is_found(tmp_path: Path) -> None:
    write_page(tmp_path, '"""A wire; see docs/wire.md and\ndocs/server.md."""\n', "src/wire.py")
    for name in ("docs/server.md", "docs/speed.md", "docs/pictures/a.png", "docs/pictures/b.png"):
        write_page(tmp_path, "", name)
    readme = write_page(tmp_path, "[s](docs/server.md) ![a](docs/pictures/a.png)")
    assert mentioned_but_missing(tmp_path) == ["src/wire.py:1: docs/wire.md does not exist"]
    assert unused_pictures(tmp_path, [readme]) == ["docs/pictures/b.png"]
    assert unlinked_pages(tmp_path, [readme]) == ["docs/speed.md"]
