"""The files for contributors: changelog, citation, hooks and forms."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ironbottom
from tests.docs.pages import ROOT

FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
QUESTIONS = {"checkboxes", "dropdown", "input", "markdown", "textarea"}
"""The possible parts of an issue form."""
LINK = re.compile(r"\b[A-Z]+\.md\b|\bdocs/[\w/]+\.md\b")
RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", re.MULTILINE)
HEADINGS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The headings of Keep a Changelog, below those of the versions."""


def read(path: Path) -> dict[str, Any]:
    """Parses a YAML file."""
    return msgspec.yaml.decode(path.read_bytes(), type=dict[str, Any])


def test_the_changelog_has_the_version_and_its_headings() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = RELEASE.findall(text)
    assert releases[0][0] == ironbottom.__version__
    assert [day for _, day in releases] == sorted((day for _, day in releases), reverse=True)
    assert text.index("## [Unreleased]") < text.index("## [0.1.0]")
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= HEADINGS


def test_the_citation_names_the_released_version() -> None:
    cited = read(ROOT / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert cited["cff-version"] == "1.2.0"
    assert cited["type"] == "software"
    released = dict(RELEASE.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    assert (cited["version"], date.fromisoformat(cited["date-released"])) == (
        ironbottom.__version__,
        date.fromisoformat(released[ironbottom.__version__]),
    )


def test_every_hook_is_local_and_runs_a_tool_of_the_environment() -> None:
    repos = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert [repo["repo"] for repo in repos] == ["local"]
    hooks = repos[0]["hooks"]
    assert {"ruff", "codespell", "plain-words"} <= {hook["id"] for hook in hooks}
    locked = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    for hook in hooks:
        program = hook["entry"].split()[0]
        assert hook["language"] == "system"
        assert program.startswith(".venv/bin/")
        tool = program.removeprefix(".venv/bin/")
        assert tool == "python" or f"\n{tool}==" in f"\n{locked}"


@pytest.mark.parametrize("form", FORMS, ids=[form.stem for form in FORMS])
def test_every_form_of_an_issue_can_be_filled_in(form: Path) -> None:
    read_form = read(form)
    if form.stem == "config":
        assert set(read_form) == {"blank_issues_enabled"}
        return
    assert {"name", "description", "body"} <= set(read_form)
    asked = [part for part in read_form["body"] if part["type"] != "markdown"]
    assert {part["type"] for part in read_form["body"]} <= QUESTIONS
    assert all(part["attributes"]["label"] for part in asked)
    ids = [part["id"] for part in asked]
    assert len(ids) == len(set(ids))
    for name in LINK.findall(form.read_text(encoding="utf-8")):
        assert (ROOT / name).exists(), name


@pytest.mark.build
def test_the_spelling_is_checked() -> None:
    names = ["CONTRIBUTING.md", "README.md", "docs", "src/ironbottom", "tests/docs"]
    command = [sys.executable, "-m", "codespell_lib", *names]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.stdout == ""
    assert checked.returncode == 0, checked.stderr
