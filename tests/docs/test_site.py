"""The site of the docs: its links, its pages, and no dependency on another host."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mkdocs_hooks
from ironbottom.engine.rules.registry import all_games
from mkdocs_hooks import OUTSIDE, outside_loads, place_in_site, site_text
from tests.docs.pages import ROOT, anchor, files

CONFIG = msgspec.yaml.decode((ROOT / "mkdocs.yml").read_bytes(), type=dict[str, Any])


def pages_in(nav: list[Any]) -> Iterator[str]:
    """The pages of a navigation."""
    for entry in nav:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            yield from pages_in(value) if isinstance(value, list) else [value]


def test_the_examples_of_the_hooks_are_right() -> None:
    ran = doctest.testmod(mkdocs_hooks)
    assert ran.attempted >= 8
    assert ran.failed == 0


def test_the_navigation_has_every_page_of_the_docs_once() -> None:
    pages = [path.with_suffix(".md") for path in files(ROOT / "docs") if path.suffix in {".md", ".ipynb"}]
    written = [path.relative_to(ROOT / "docs").as_posix() for path in pages]
    assert sorted(pages_in(CONFIG["nav"])) == sorted([*written, *OUTSIDE])


def test_every_game_has_a_page_that_names_its_scenarios_options_and_rulebook() -> None:
    for game in all_games():
        text = (ROOT / "docs" / "games" / f"{game.id}.md").read_text(encoding="utf-8")
        named = [*game.scenarios, *(option.name for option in game.options), f"build/rulebook/{game.id}.html"]
        assert [name for name in named if f"`{name}`" not in text] == [], game.id


def test_an_option_on_the_page_of_a_game_has_its_default_first() -> None:
    for game in all_games():
        text = (ROOT / "docs" / "games" / f"{game.id}.md").read_text(encoding="utf-8")
        rows = dict(row.split("` | `", 1) for row in text.split("\n| `")[1:] if "` | `" in row.partition("\n")[0])
        for option in game.options:
            if option.name in rows:
                assert rows[option.name].startswith(f"{option.default}`"), option.name


def test_the_site_has_the_anchors_of_the_repository() -> None:
    for heading in ("Who holds a seat", "Axis & Allies: Pacific", "What `verify` proves", "1.0 - a/b"):
        assert mkdocs_hooks.anchor(heading) == anchor(heading)


@pytest.mark.parametrize(
    ("page", "text", "there"),
    [
        ("README.md", "[a](docs/data.md)", "a"),
        ("CONTRIBUTING.md", "[a](docs/data.md#correct-a-figure)", "[a](data.md#correct-a-figure)"),
        (
            "docs/games/a.md",
            "![b](../pictures/b.png) [c](../../CHANGELOG.md)",
            "![b](../pictures/b.png) [c](../CHANGELOG.md)",
        ),
        ("benchmarks/README.md", "[d](calibration.md) [e](../docs/dice.md)", "[d](calibration.md) [e](../dice.md)"),
        ("docs/a.md", "```python from=src/a.py\n[a](b)\n```", '```python title="src/a.py"\n[a](b)\n```'),
        ("docs/a.md", "[f](#g) [h](mailto:a@b.c) [i](../src/a.py)", "[f](#g) [h](mailto:a@b.c) i"),
        ("docs/games/a.md", "`build/rulebook/a.html`", "[a.html](../rulebook/a.html)"),
    ],
)
def test_links_point_to_the_same_page_in_the_site(page: str, text: str, there: str) -> None:
    assert site_text(page, text) == there


def test_the_site_has_each_page_once() -> None:
    places = [place_in_site(path) for path in ("docs/dice.md", *OUTSIDE)]
    assert len(set(places)) == len(places)
    assert None not in places


def test_what_a_page_loads_from_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<link rel="preconnect" href="https://f.example"><img src="b.png">', "utf-8")
    (tmp_path / "b.css").write_text('@import "https://f.example/c.css"; a { background: url(d.png) }', "utf-8")
    assert list(outside_loads(tmp_path)) == ["a.html loads https://f.example", "b.css loads https://f.example/c.css"]


@pytest.mark.thorough
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    rulebooks, site, config = tmp_path / "rulebook", tmp_path / "site", tmp_path / "mkdocs.yml"
    rulebooks.mkdir()
    for game in all_games():
        (rulebooks / f"{game.id}.html").write_text("<!doctype html><title>Rules</title>", encoding="utf-8")
    own = {
        "INHERIT": str(ROOT / "mkdocs.yml"),
        "docs_dir": str(ROOT / "docs"),
        "hooks": [str(ROOT / "mkdocs_hooks.py")],
        "site_dir": str(site),
        "extra": {"rulebooks": str(rulebooks)},
    }
    config.write_bytes(msgspec.yaml.encode(own))
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]
    own_environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=own_environment)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "WARNING" not in ran.stderr
    for name in (
        "index.html",
        "games/hold_fast.html",
        "rulebook/hold_fast.html",
        "tutorials/first_game.html",
        "search/search_index.json",
    ):
        assert (site / name).is_file(), name
    for page, shown in (("ironbottom", "legal_actions"), ("lab", "most_even"), ("adapters", "action_mask")):
        assert shown in (site / "api" / f"{page}.html").read_text(encoding="utf-8")
