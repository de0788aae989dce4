"""Updates the screenshots of the README and the docs: ``make shots``, or ``python -m tests.browser.shots``.

With names, such as ``hold_fast war``, it updates only those parts.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Api, context_of
from tests.browser.setting import open_position, table

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
TRIES = 20
"""Fights until one has hits to assign."""


def august(api: Api, *, strike: bool = False) -> str:
    """A match at the Allies' third operation, or in the middle of their air strike; its id."""
    match: str = api.begin()["id"]
    for side, navy, forces in (("japan", "ijn", JAPAN), ("allies", "us", ALLIES)):
        ships = [["assign", f"{navy}_{ship}", str(box)] for box, force in enumerate(forces, 1) for ship in force]
        api.act(api.sight(match, side), *ships, ["done"])
    for side, choice in OPENING:
        api.act(api.sight(match, side), choice)
    if strike:
        api.act(api.sight(match, "allies"), ["strike", "allies_2", "japan_1"])
        while (enemy := api.sight(match, "japan"))["decision"]:
            api.act(enemy, api.offered(enemy)[0])
    api.client.post(f"/api/matches/{match}/seat", json={"side": "japan", "player": "ensign", "wait": 0})
    return match


def fight(api: Api) -> str:
    """A match in which the Allies have hits of an air strike to assign."""
    for _ in range(TRIES):
        match = august(api, strike=True)
        decision: dict[str, Any] | None = api.sight(match, "allies")["decision"]
        if decision and decision["prompt"].startswith("Assign "):
            return match
    raise RuntimeError(f"no hit in {TRIES} air strikes")


def show(page: Page, address: str, match: str) -> None:
    page.goto(f"{address}/#/m/{match}")
    page.locator("#board").wait_for()


def shoot(page: Page, name: str) -> None:
    page.wait_for_function("document.fonts.ready.then(() => true)")
    page.mouse.move(2, 2)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(WAKE)
    page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def boards(browser: Browser, address: str, api: Api) -> None:
    """The board in light and dark with an air strike half chosen, and on a phone."""
    match = august(api)
    for light in ("light", "dark"):
        with context_of(browser, pace="skip", color_scheme=light) as context:
            page = context.new_page()
            show(page, address, match)
            page.get_by_role("button", name="Air strike").click()
            shoot(page, f"board_{light}")
    with context_of(browser, phone=True, pace="skip", device_scale_factor=2) as context:
        page = context.new_page()
        show(page, address, match)
        page.get_by_role("button", name="Air strike").tap()
        shoot(page, "board_phone")


def panels(browser: Browser, address: str, api: Api) -> None:
    """A battle, forming task forces, the text board."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        show(page, address, fight(api))
        page.get_by_role("button", name="Spread evenly").click()
        shoot(page, "battle")
        show(page, address, api.begin(seats={"allies": "ensign"})["id"])
        page.get_by_role("group", name="Carriers").get_by_role("button", name="All").click()
        shoot(page, "forming")
        show(page, address, august(api))
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("In place of the board").check()
        page.keyboard.press("Escape")
        shoot(page, "text_board")


def hold_fast(browser: Browser, address: str, api: Api) -> None:
    """Hold Fast: a fleet picked to move, a battle, and the board on a phone."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, "hold_fast/moves")
        page.locator("#decision").get_by_role("button", name="Truk").click()
        page.locator("section.place .kind").filter(has_text="carriers").get_by_role("button", name="All").first.click()
        shoot(page, "hold_fast_board")
        open_position(page, api, address, "hold_fast/surface_fire")
        shoot(page, "hold_fast_battle")
    with context_of(browser, phone=True, pace="skip", device_scale_factor=2) as context:
        page = context.new_page()
        open_position(page, api, address, "hold_fast/moves")
        shoot(page, "hold_fast_phone")


def victory(browser: Browser, address: str, api: Api) -> None:
    """Victory in the Pacific: patrols moving out."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, "victory_in_the_pacific/patrols")
        shoot(page, "victory_board")


def axis_allies(browser: Browser, address: str, api: Api) -> None:
    """Axis & Allies: combat moves of the second round."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, "axis_allies_pacific/combat_moves")
        shoot(page, "axis_allies_board")


def war(browser: Browser, address: str, api: Api) -> None:
    """War in the Pacific: the whole map, a section with a course half chosen, and Burma on a tablet and on a phone."""
    with context_of(browser, pace="skip", color_scheme="light") as context:
        page = context.new_page()
        open_position(page, api, address, "war_in_the_pacific/leyte_orders")
        shoot(page, "war_theatre")
    with context_of(browser, pace="skip", color_scheme="dark") as context:
        page = context.new_page()
        open_position(page, api, address, "war_in_the_pacific/course")
        page.locator("[data-hexes-field]").fill("F0229")
        page.get_by_role("button", name="Choose", exact=True).click()
        page.get_by_role("button", name="Section").click()
        shoot(page, "war_section")
    for name, phone, size in (("tablet", False, (820, 1180)), ("phone", True, (390, 844))):
        window = {"width": size[0], "height": size[1]}
        scale = 2 if phone else 1
        with context_of(browser, phone=phone, pace="skip", device_scale_factor=scale, viewport=window) as context:
            page = context.new_page()
            open_position(page, api, address, "war_in_the_pacific/burma_marching")
            shoot(page, f"war_{name}")


def games(browser: Browser, address: str, api: Api) -> None:
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
        shoot(page, "home")


PARTS = {part.__name__: part for part in (boards, panels, hold_fast, victory, axis_allies, war, games)}


def main(names: Sequence[str]) -> None:
    """Takes the screenshots of some parts, or all of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with table() as (address, api, browser):
        for name in names or PARTS:
            PARTS[name](browser, address, api)


if __name__ == "__main__":
    main(sys.argv[1:])
