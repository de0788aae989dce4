"""Updates the screenshots of the README and the docs: ``make shots``, or ``python -m tests.browser.screenshots``.

With names, such as ``hold_fast war``, it updates only those parts. The texts that each picture shows are written to
``tests/browser/pictures.json``; ``test_pictures.py`` compares them with those of today's page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position, table

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
JAPAN = (
    ("shokaku", "zuikaku", "tone", "chikuma", "kongo", "haruna", "suzuya"),
    ("nagato",),
    ("hiei", "kirishima", "atago", "takao", "maya", "chokai"),
    ("transports_1", "transports_2", "myoko", "nachi", "haguro", "ashigara", "furutaka", "kinugasa", "aoba"),
)
ALLIES = (
    ("washington", "north_carolina", "san_francisco", "new_orleans", "portland", "pensacola", "australia"),
    (("enterprise", "saratoga", "wasp", "south_dakota", "minneapolis", "salt_lake_city", "northampton", "chicago")),
    ("louisville", "indianapolis", "chester"),
)
"""Task forces of August 1942, box by box."""
OPENING = (
    ("allies", ["sortie", "allies_1", "ironbottom_sound"]),
    ("japan", ["sortie", "japan_1", "eastern_solomons"]),
    ("allies", ["sortie", "allies_2", "south_pacific_ocean"]),
    ("japan", ["sortie", "japan_2", "eastern_solomons"]),
)
WAKE = 2500
"""Milliseconds until the path of the last move disappears."""
TEXTS = Path(__file__).with_name("pictures.json")
SHOWN = """() => {
  const found = new Set()
  const kinds = 'h1, h2, h3, button, [role=tab], th, label, summary, #decision .sentence'
  for (const e of document.querySelectorAll(kinds)) {
    const { width, height } = e.getBoundingClientRect()
    const text = e.innerText.replace(/[0-9]+|\\s+/g, ' ').replace(/ +/g, ' ').trim()
    if (width > 1 && height > 1 && text && !e.closest('#board, #log, [data-fleet], .timeline')) found.add(text)
  }
  return [...found].sort()
}"""
"""The headings, buttons, tabs and prompt of a page, without numbers, which change with the dice."""
TRIES = 20
"""Fights until the Allies have hits to assign."""


def august(api: Api, *, strike: bool = False) -> str:
    """Begins a match at the Allies' third operation, or in the middle of their air strike; returns its id."""
    match: str = api.begin()["id"]
    for side, navy, forces in (("japan", "ijn", JAPAN), ("allies", "us", ALLIES)):
        ships = [["assign", f"{navy}_{ship}", str(box)] for box, force in enumerate(forces, 1) for ship in force]
        api.act(api.match_view(match, side), *ships, ["done"])
    for side, choice in OPENING:
        api.act(api.match_view(match, side), choice)
    if strike:
        api.act(api.match_view(match, "allies"), ["strike", "allies_2", "japan_1"])
        while (enemy := api.match_view(match, "japan"))["decision"]:
            api.act(enemy, api.offered(enemy)[0])
    api.client.post(f"/api/matches/{match}/seat", json={"side": "japan", "player": "ensign", "wait": 0})
    return match


def fight(api: Api) -> str:
    """A match in which the Allies have hits of an air strike to assign."""
    for _ in range(TRIES):
        match = august(api, strike=True)
        decision: dict[str, Any] | None = api.match_view(match, "allies")["decision"]
        if decision and decision["prompt"].startswith("Assign "):
            return match
    raise RuntimeError(f"no hit in {TRIES} air strikes")


def show(page: Page, address: str, match: str) -> None:
    page.goto(f"{address}/#/m/{match}")
    page.locator("#board").wait_for()


class Camera:
    """Takes pictures, and notes the texts that each one shows; without a folder, it only notes the texts."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.texts: dict[str, list[str]] = {}

    def shoot(self, page: Page, name: str) -> None:
        page.wait_for_function("document.fonts.ready.then(() => true)")
        page.mouse.move(2, 2)
        page.evaluate("document.activeElement.blur()")
        self.texts[name] = page.evaluate(SHOWN)
        if self.folder is not None:
            page.wait_for_timeout(WAKE)
            page.screenshot(path=self.folder / f"{name}.png")
            print(f"docs/pictures/{name}.png")


def boards(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """Shows the board in light and dark mode with an incomplete choice of an air strike, and on a phone."""
    match = august(api)
    for light in ("light", "dark"):
        with context_of(browser, pace="skip", color_scheme=light) as context:
            page = context.new_page()
            show(page, address, match)
            page.get_by_role("button", name="Air strike", exact=True).click()
            camera.shoot(page, f"board_{light}")
    with context_of(browser, phone=True, pace="skip", device_scale_factor=2) as context:
        page = context.new_page()
        show(page, address, match)
        page.locator(".tabbar button").filter(has_text="Choices").tap()
        page.get_by_role("button", name="Air strike", exact=True).tap()
        page.locator(".tabbar button").filter(has_text="Board").tap()
        camera.shoot(page, "board_phone")


def panels(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """Shows a battle, the forming of task forces, and the text board."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        show(page, address, fight(api))
        page.get_by_role("button", name="Spread evenly").click()
        camera.shoot(page, "battle")
        show(page, address, api.begin(seats={"allies": "ensign"})["id"])
        page.get_by_role("group", name="Carriers").get_by_role("button", name="All").click()
        camera.shoot(page, "forming")
        show(page, address, august(api))
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("In place of the board").check()
        page.keyboard.press("Escape")
        camera.shoot(page, "text_board")


def hold_fast(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """Shows Hold Fast: a fleet selected to move, a battle, and the board on a phone."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, "hold_fast/moves")
        page.get_by_role("button", name="All of the carriers").first.click()
        camera.shoot(page, "hold_fast_board")
        open_position(page, api, address, "hold_fast/surface_fire")
        camera.shoot(page, "hold_fast_battle")
    with context_of(browser, phone=True, pace="skip", device_scale_factor=2) as context:
        page = context.new_page()
        open_position(page, api, address, "hold_fast/moves")
        camera.shoot(page, "hold_fast_phone")


def victory(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """Shows Victory in the Pacific: patrols moving out, and the board on a phone in light mode."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, "victory_in_the_pacific/patrols")
        camera.shoot(page, "victory_board")
    with context_of(browser, phone=True, pace="skip", device_scale_factor=2, color_scheme="light") as context:
        page = context.new_page()
        open_position(page, api, address, "victory_in_the_pacific/patrols")
        camera.shoot(page, "victory_phone")


def axis_allies(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """Shows Axis & Allies: the combat moves of the second round, and the board on a phone in dark mode."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, "axis_allies_pacific/combat_moves")
        camera.shoot(page, "axis_allies_board")
    with context_of(browser, phone=True, pace="skip", device_scale_factor=2, color_scheme="dark") as context:
        page = context.new_page()
        open_position(page, api, address, "axis_allies_pacific/combat_moves")
        camera.shoot(page, "axis_allies_phone")


def war(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """Shows War in the Pacific: the whole map, a section with an incomplete course, and Burma on small screens."""
    with context_of(browser, pace="skip", color_scheme="light") as context:
        page = context.new_page()
        open_position(page, api, address, "war_in_the_pacific/leyte_orders")
        camera.shoot(page, "war_theatre")
    with context_of(browser, pace="skip", color_scheme="dark") as context:
        page = context.new_page()
        open_position(page, api, address, "war_in_the_pacific/course")
        page.locator("[data-hexes-field]").fill("F0229")
        page.get_by_role("button", name="Choose", exact=True).click()
        page.get_by_role("button", name="Section").click()
        camera.shoot(page, "war_section")
    links(browser, address, api, camera)
    for name, phone, size in (("tablet", False, (820, 1180)), ("phone", True, (390, 844))):
        window = {"width": size[0], "height": size[1]}
        scale = 2 if phone else 1
        with context_of(browser, phone=phone, pace="skip", device_scale_factor=scale, viewport=window) as context:
            page = context.new_page()
            open_position(page, api, address, "war_in_the_pacific/burma_marching")
            camera.shoot(page, f"war_{name}")


def links(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """The panel of links before the advanced game of Midway: what each place uses, and links that would help."""
    with context_of(browser, pace="skip", color_scheme="light") as context:
        page = context.new_page()
        open_position(page, api, address, "war_in_the_pacific/midway_advanced_links")
        page.get_by_role("region", name="Links").wait_for()
        camera.shoot(page, "war_links")


def games(browser: Browser, address: str, api: Api, camera: Camera) -> None:
    """The list of games, with only these."""
    for match in api.get("/matches"):
        api.client.delete(f"/api/matches/{match['id']}").raise_for_status()
    over = api.begin(seats={"japan": "ensign"}, name="Watchtower")["id"]
    api.client.post(f"/api/matches/{over}/resign", json={"side": "allies"}).raise_for_status()
    api.begin(name="Sunday evening, both of us")
    api.begin(seats={"allies": "ensign"}, name="Cactus")
    with context_of(browser) as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("link", name="Cactus", exact=True).wait_for()
        camera.shoot(page, "home")


PARTS = {part.__name__: part for part in (boards, panels, hold_fast, victory, axis_allies, war, games)}


def main(names: Sequence[str]) -> None:
    """Takes the screenshots of some parts, or all of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    camera = Camera(PICTURES)
    with table() as (address, api, browser):
        for name in names or PARTS:
            PARTS[name](browser, address, api, camera)
    texts = {**json.loads(TEXTS.read_text(encoding="utf-8")), **camera.texts} if TEXTS.exists() else camera.texts
    TEXTS.write_text(json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
