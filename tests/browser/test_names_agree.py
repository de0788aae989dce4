"""A button or a row of the list has the same name on the map or the battle board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Api
from tests.browser.match_setup import open_position, quiet
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

SHOWN = """() => [...document.querySelectorAll('#board text, #board .caption, #board [aria-label]')]
  .map((e) => [e.getAttribute('aria-label') ?? '', e.tagName === 'text' || e.matches('.caption') ? e.textContent : '']
    .join(' ')).join('\\n')"""
OFFERED = """() => [...document.querySelectorAll('#decision button .words, #choices [data-choice]')]
  .map((e) => (e.querySelector('.words') ?? e).innerText.split('\\n')[0].trim())"""
FORCE = re.compile(r"TF \d")


def button_labels(page: Page) -> list[str]:
    """The labels of all enabled buttons, with the list open."""
    tab = page.get_by_role("tab", name="Choices", exact=True)
    if tab.count():
        tab.click()
    quiet(page)
    labels: list[str] = page.evaluate(OFFERED)
    return labels


@pytest.mark.parametrize("name", in_build(["operation", "target", "return_carrier"], "target"))
def test_task_forces_are_named_as_on_the_map(address: str, api: Api, reset_page: Page, name: str) -> None:
    """Pacific Fury: "Land TF 2 on Guadalcanal", and the stack shows "TF 2"."""
    open_position(reset_page, api, address, name)
    named = {force for label in button_labels(reset_page) for force in FORCE.findall(label)}
    assert named <= set(FORCE.findall(reset_page.evaluate(SHOWN)))


@pytest.mark.parametrize(
    ("name", "least"),
    [("hold_fast/surface_fire", 5), ("hold_fast/combat", 3), ("victory_in_the_pacific/combat", 3)],
)
def test_units_and_areas_are_named_as_on_the_map(
    address: str, api: Api, reset_page: Page, name: str, least: int
) -> None:
    open_position(reset_page, api, address, name)
    rows = [label for label in button_labels(reset_page) if label]
    shown = reset_page.evaluate(SHOWN)
    decision = reset_page.locator("#decision").inner_text()
    named = {re.sub(r"^((Combat|Fight) in )?(the )?", "", row) for row in rows if row not in decision}
    assert len(named) >= least, rows
    assert {one for one in named if one not in shown} == set()
