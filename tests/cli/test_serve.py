"""``ironbottom serve``: whether a browser is opened. The server always prints its address."""

from __future__ import annotations

from typing import Any

import pytest

import ironbottom.server
from ironbottom.cli.commands.serve import serve


@pytest.mark.parametrize(
    ("no_open", "there_is_one", "opened"),
    [(False, True, True), (False, False, False), (True, True, False)],
    ids=["usually", "no browser on this machine", "--no-open"],
)
def test_a_browser_is_opened_if_one_is_available(
    monkeypatch: pytest.MonkeyPatch, no_open: bool, there_is_one: bool, opened: bool
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(ironbottom.server, "run", lambda **settings: asked.update(settings))
    monkeypatch.setattr(ironbottom.server, "can_open_page", lambda: there_is_one)
    serve(no_open=no_open)
    assert asked["browser"] is opened
