"""Whole games through the page against the computer: by mouse, by finger, by keyboard alone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Api
from tests.browser.person import Person, Typist, no_errors

RESULT = re.compile(r"^(Japan wins|The Allies win|A draw)\.$")


def match_of(page: Page) -> str:
    """The id of the match that the page shows."""
    found = re.search(r"#/m/([^/?]+)", page.url)
    assert found, page.url
    return found[1]


def check_ended(person: Person, api: Api, side: str) -> dict[str, Any]:
    """The page tells the end as the referee does; every act was lawful and every die of the sealed secret."""
    match = match_of(person.page)
    sight = api.sight(match, side, since=0)
    assert sight["over"]
    sentence = person.sentence()
    assert RESULT.match(sentence), sentence
    winner = sight["result"]["winner"]
    assert sentence == {"japan": "Japan wins.", "allies": "The Allies win.", None: "A draw."}[winner]
    assert sight["result"]["why"].lower() in person.decision.locator(".sub").inner_text().lower()
    assert api.get(f"/matches/{match}/verify")["sound"]
    own = [entry for entry in sight["log"] if entry["act"] == "choice" and entry["side"] == side]
    assert len(own) > 20, "a whole game has more choices than that"
    return sight


def test_a_whole_game_on_a_wide_screen(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    person = Person(wide, seed=1)
    person.new_game(address, side="Japan")
    person.play()
    check_ended(person, api, "japan")
    assert {"8.2.a", "9.1.a"} & person.kinds
    assert wrong == []


def test_a_whole_game_on_a_phone_by_finger(address: str, api: Api, phone: Page) -> None:
    wrong = no_errors(phone)
    person = Person(phone, seed=2, touch=True)
    person.new_game(address, side="The Allies")
    person.play()
    check_ended(person, api, "allies")
    assert wrong == []


def test_a_whole_game_by_keyboard_alone(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    wide.add_init_script(
        "window.pointed = 0;"
        "for (const kind of ['pointerdown', 'touchstart']) addEventListener(kind, () => window.pointed++, true)"
    )
    person = Typist(wide, seed=3)
    person.new_game(address, side="Japan")
    person.play()
    check_ended(person, api, "japan")
    assert wide.evaluate("window.pointed") == 0
    assert wrong == []
