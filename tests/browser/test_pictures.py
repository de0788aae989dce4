"""The pictures of the docs show the page as it is today."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api
from tests.browser.screenshots import PARTS, PICTURES, TEXTS, Camera


def test_every_picture_has_its_texts() -> None:
    taken = {path.stem for path in PICTURES.glob("*.png")}
    assert taken == set(json.loads(TEXTS.read_text(encoding="utf-8")))


@pytest.mark.thorough
@pytest.mark.parametrize("part", PARTS)
def test_a_picture_shows_the_texts_of_the_page(browser: Browser, api: Api, address: str, part: str) -> None:
    """If this fails after a change of a heading, a button, a tab or a prompt, run ``make shots``."""
    camera = Camera(None)
    PARTS[part](browser, address, api, camera)
    noted = json.loads(TEXTS.read_text(encoding="utf-8"))
    assert camera.texts == {name: noted[name] for name in camera.texts}, "run make shots and commit docs/pictures"
